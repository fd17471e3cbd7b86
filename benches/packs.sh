# Prepares the files to measure on, in the folder $FOLDER, which should be in memory. The other scripts source this file.
#
# $URLSIFT_ARCHIVES may name a folder with the archives below, each as NAME.tar.xz. Without it, the archives of the
# corpus are used.

# packs: makes one mailbox of each archive, unless it exists, and prints the file names.
packs() {
  local data="${URLSIFT_ARCHIVES:-}" pack file
  mkdir -p "$FOLDER"
  if [ -n "$data" ]; then
    for pack in twisted-pipermail comp.lang.cobol-1994-2003 spamassassin; do
      file="$FOLDER/$pack.mbox"
      # A message in a file of its own gets a separator. `echo` adds a line end, without which the next separator
      # would not be at the start of a line.
      [ -e "$file" ] || {
        tar -xJf "$data/$pack.tar.xz" --exclude='*.md' --exclude='*.js*' --exclude=NOTICE --exclude=LICENSE \
          --to-command="LC_ALL=C sed '1{/^From /!s/^/From a@b.example Mon Jan  1 00:00:00 2001\n/}'; echo" \
          >"$file.new"
        mv "$file.new" "$file"
      }
      echo "$file"
    done
  else
    file="$FOLDER/corpus.mbox"
    [ -e "$file" ] || cat corpus/archives/*.mbox >"$file"
    echo "$file"
  fi
}

# enlarge FILE BYTES: repeats FILE up to at least BYTES, and prints the name of the result.
enlarge() {
  local large="${1%.mbox}.large.mbox" times
  times=$(($2 / $(stat -c %s "$1") + 1))
  if [ ! -e "$large" ]; then
    for ((; times > 0; times--)); do cat "$1"; done >"$large.new"
    mv "$large.new" "$large"
  fi
  echo "$large"
}

# shelf FILE SUFFIX COMMAND…: divides the large mailbox FILE into 64 mailboxes, like the monthly archives of a list,
# compresses each with COMMAND, and prints the name of their folder.
shelf() {
  local folder="${1%.mbox}.$2" bytes
  bytes=$(($(stat -c %s "$1") / 64))
  if [ ! -e "$folder" ]; then
    rm -rf "$folder.new" && mkdir "$folder.new"
    awk -v most="$bytes" -v folder="$folder.new" '
      BEGIN { file = folder "/01.mbox" }
      length_of_file > most && /^From / && number < 63 {
        close(file); length_of_file = 0; file = sprintf("%s/%02d.mbox", folder, ++number + 1)
      }
      { length_of_file += length($0) + 1; print >file }' "$1"
    find "$folder.new" -name '*.mbox' -print0 | xargs -0 -n 1 -P "$(nproc)" "${@:3}"
    mv "$folder.new" "$folder"
  fi
  echo "$folder"
}
