#!/bin/sh
# Put a backup back: restore.sh BACKUP [DATA]
#
# Stop every server first. A .dump goes into the empty database of CORNERWISE_DATABASE; a folder
# goes into the folder DATA (or CORNERWISE_DATA), which must have no games yet. Nothing that is
# there is overwritten.
set -eu
backup=${1:?usage: restore.sh BACKUP [DATA]}
data=${2:-${CORNERWISE_DATA:-}}
umask 077
if [ -f "$backup" ]; then
    : "${CORNERWISE_DATABASE:?set CORNERWISE_DATABASE to an empty database}"
    pg_restore --no-owner --exit-on-error --single-transaction --dbname="$CORNERWISE_DATABASE" "$backup"
else
    : "${data:?name the folder for the games: restore.sh BACKUP DATA}"
    # A log that was left behind would be carried over into the backup.
    for file in games.sqlite3 games.sqlite3-wal games.sqlite3-shm; do
        if [ -e "$data/$file" ]; then
            echo "$data has games already: move $file away first" >&2
            exit 1
        fi
    done
    if [ -f "$backup/secret" ] && [ -e "$data/secret" ] && ! cmp -s "$backup/secret" "$data/secret"; then
        echo "$data has another secret: move it away first, or the links of the backup's games die" >&2
        exit 1
    fi
    mkdir -p "$data"
    cp "$backup/games.sqlite3" "$data/games.sqlite3"
    if [ -f "$backup/secret" ]; then cp "$backup/secret" "$data/secret"; fi
fi
echo "restored from $backup"
