# Sourced by the scripts here: the files to measure on, in the folder $FOLDER, which is to be in memory.

# packs: makes what is not there yet, each pack as one mailbox, and prints the names.
packs() {
  local data=../shared/data pack file # if it exists
  mkdir -p "$FOLDER"
  if [ -d "$data" ]; then
    for pack in twisted-pipermail comp.lang.cobol-1994-2003 spamassassin; do
      file="$FOLDER/$pack.mbox"
      # A message kept in a file of its own gets a separator, and what does not end in a line's end one,
      # or it would swallow the next one's separator.
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

# enlarge FILE BYTES: FILE again and again, to at least BYTES; prints the name.
enlarge() {
  local large="${1%.mbox}.large.mbox" times
  times=$(($2 / $(stat -c %s "$1") + 1))
  if [ ! -e "$large" ]; then
    for ((; times > 0; times--)); do cat "$1"; done >"$large.new"
    mv "$large.new" "$large"
  fi
  echo "$large"
}

# shelf FILE SUFFIX COMMAND…: a folder with FILE, a large mailbox, in 64 mailboxes compressed by COMMAND, as lists keep
# an archive for each month; prints the name.
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
