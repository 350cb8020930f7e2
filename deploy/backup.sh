#!/bin/sh
# Back up every game, account and rating: backup.sh FOLDER [DATA]
#
# With CORNERWISE_DATABASE (PostgreSQL) a dump in pg_dump's own format; without it a copy of the
# embedded database of the folder DATA (or CORNERWISE_DATA), and of its secret. Servers may run
# meanwhile. The secret of several servers is in their settings: keep those too. Redis holds
# nothing that has to be kept.
set -eu
folder=${1:?usage: backup.sh FOLDER [DATA]}
data=${2:-${CORNERWISE_DATA:-}}
umask 077
mkdir -p "$folder"
name=$folder/cornerwise-$(date -u +%Y%m%d-%H%M%S)
if [ -n "${CORNERWISE_DATABASE:-}" ]; then
    pg_dump --format=custom --no-owner --file="$name.part" "$CORNERWISE_DATABASE"
    mv "$name.part" "$name.dump"
    echo "$name.dump"
else
    : "${data:?name the folder of the games: backup.sh FOLDER DATA}"
    mkdir "$name.part"
    # Not cp: the copy must be of one moment. Python has SQLite's own backup.
    python3 - "$data/games.sqlite3" "$name.part/games.sqlite3" <<'PYTHON'
import sqlite3, sys
with sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True) as there, sqlite3.connect(sys.argv[2]) as here:
    there.backup(here)
PYTHON
    if [ -f "$data/secret" ]; then cp "$data/secret" "$name.part/secret"; fi
    mv "$name.part" "$name"
    echo "$name"
fi
# Thirty are kept. What was broken off is no backup, and goes after a day.
find "$folder" -maxdepth 1 -name 'cornerwise-*.part' -mmin +1440 -exec rm -r {} +
ls -1d "$folder"/cornerwise-* | grep -v '\.part$' | sort -r | tail -n +31 |
    while IFS= read -r old; do rm -r "$old"; done
