#!/bin/sh
# What the tests want and no requirement names: PyTorch and onnx for those of training, and from
# outside Python a browser, Redis, PostgreSQL. It is installed where that can be done without asking;
# elsewhere the tests that need it are skipped.
#
# usage: tools/outside.sh PYTHON, the project's own
python=${1:?"which Python? make test calls this with .venv/bin/python"}

skipped() {
    echo "not here, so the tests that need it are skipped: $*"
}

# The label names the build for CPUs. Where there is only the one for GPUs, of several gigabytes,
# pip finds nothing and gives up at once.
torch="torch==2.13.0+cpu"
if ! "$python" -c 'import sys; from importlib.util import find_spec as f; sys.exit(not (f("torch") and f("onnx")))'; then
    echo "installing for the tests: $torch onnx"
    "$python" -m pip install --quiet --disable-pip-version-check "$torch" onnx >/dev/null 2>&1 ||
        skipped "PyTorch and onnx ($python -m pip install torch onnx)"
fi

has() {
    command -v "$1" >/dev/null
}

# Of Chromium the shell is enough: the same pages, for half the work. Older systems have only the whole.
shell="chromium-headless-shell"
missing=""
has redis-server || missing="redis-server"
has initdb || ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || missing="$missing postgresql"
has $shell || missing="$missing $shell"
[ -n "$missing" ] || exit 0
# Debian, as root.
if [ "$(id -u)" -eq 0 ] && has apt-get; then
    echo "installing for the tests: $missing"
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >/dev/null 2>&1
    apt-cache show $shell >/dev/null 2>&1 || missing="${missing%" $shell"} chromium"
    # shellcheck disable=SC2086
    apt-get install -y -qq --no-install-recommends $missing >/dev/null 2>&1 && exit 0
fi
if has chromium || has chromium-browser; then
    missing=${missing%" $shell"}
fi
[ -z "$missing" ] || skipped "$missing"
