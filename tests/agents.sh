#!/bin/sh
# Installs the coding agents that tests/live.rs runs, from npm, and prints the directory that holds them:
#
#     tests/agents.sh && RUNOK_LIVE=1 cargo test --test live
#
# The versions stand in tests/live/package.json; for Linux on x64 the digests are held in package-lock.json beside it, on
# another platform npm takes those of the registry. It all goes into tests/.agents: 600 MB to fetch, 2.3 GB on disk. No
# package's own script is run. Needs node 20 and npm.
# Everything but that directory goes to standard error. Quick when all is there.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
agents=$here/.agents

# The stamp is written last, so a broken installation is made again.
if ! cmp -s "$here/live/package-lock.json" "$agents/installed"; then
    for program in node npm; do
        command -v "$program" >/dev/null 2>&1 || { echo "tests/agents.sh: $program is missing" >&2 && exit 1; }
    done
    echo "tests/agents.sh: installing coding agents into tests/.agents" >&2
    rm -rf "$agents"
    mkdir -p "$agents"
    cp "$here/live/package.json" "$here/live/package-lock.json" "$agents/"
    npm install --prefix "$agents" --ignore-scripts --no-audit --no-fund --loglevel=error >&2
    # Copilot CLI unpacks itself where it first runs, offline too; that is done here, once, and not during a test.
    home=$(mktemp -d)
    trap 'rm -rf "$home"' EXIT
    HOME=$home XDG_CACHE_HOME=$agents/.cache COPILOT_OFFLINE=true COPILOT_AUTO_UPDATE=false \
        node "$agents/node_modules/@github/copilot/npm-loader.js" --version </dev/null >&2
    cp "$here/live/package-lock.json" "$agents/installed"
fi
echo "$agents"
