#!/bin/sh
# What the tests want from outside Python: a browser, Redis, PostgreSQL. It is installed where that
# can be done without asking (Debian, as root); elsewhere the tests that need it are skipped.
missing=""
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || missing="chromium"
command -v redis-server >/dev/null || missing="$missing redis-server"
command -v initdb >/dev/null || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
[ -n "$missing" ] || exit 0
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null; then
    echo "installing for the tests: $missing"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086
    { apt-get update -qq && apt-get install -y -qq --no-install-recommends $missing; } >/dev/null 2>&1 && exit 0
fi
echo "not here, so the tests that need it are skipped: $missing"
