#!/bin/sh
# Makes sure of the programs that the tests start (python3, jq, node, deno, nushell) and prints one directory to put on PATH:
#
#     PATH="$(tests/tools.sh):$PATH" cargo test
#
# python3, jq and node are the system's; where one is missing they are installed with apt-get when this runs as root.
# deno and nushell are the npm packages of those names, at the versions of tests/tools/package.json, in tests/.tools. For Linux
# on x64 their digests are held in package-lock.json; on another platform npm takes those of the registry.
# Everything but that directory goes to standard error. Quick when all is there.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
tools=$here/.tools
bin=$tools/bin

missing=
for pair in python3:python3 jq:jq node:nodejs npm:npm; do
    command -v "${pair%%:*}" >/dev/null 2>&1 || missing="$missing ${pair##*:}"
done
if [ -n "$missing" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        echo "tests/tools.sh: installing$missing" >&2
        # shellcheck disable=SC2086 # a list of words
        { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } >&2
    else
        echo "tests/tools.sh: missing:$missing; install them (Debian's names)" >&2
        exit 1
    fi
fi

# The stamp is written last, so a broken installation is made again.
if ! cmp -s "$here/tools/package-lock.json" "$tools/installed"; then
    echo "tests/tools.sh: installing deno and nushell into tests/.tools" >&2
    rm -rf "$tools"
    mkdir -p "$bin"
    cp "$here/tools/package.json" "$here/tools/package-lock.json" "$tools/"
    # The packages' own scripts only put the program of this platform in place; it is linked here instead.
    npm install --prefix "$tools" --ignore-scripts --no-audit --no-fund --loglevel=error >&2
    for program in "$tools"/node_modules/@deno/*/deno; do
        ln -sf "$program" "$bin/deno"
    done
    for program in "$tools"/node_modules/@nushell/*/bin/nu; do
        ln -sf "$program" "$bin/nu"
    done
    "$bin/deno" --version >&2
    "$bin/nu" --version >&2
    cp "$here/tools/package-lock.json" "$tools/installed"
fi
echo "$bin"
