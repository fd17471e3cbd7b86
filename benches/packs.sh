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
