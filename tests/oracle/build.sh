#!/bin/sh
# Builds the oracle: a bash that logs what it would run and runs nothing, from Debian's source package; or the library that
# makes the installed dash or zsh into one. Prints its path.
#
#     tests/oracle/build.sh bash|preload DIRECTORY
#
# The directory keeps what was built, under a name that changes with the files here. Exit status 2: this machine cannot.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
shell=$1
key=$(cat "$here/build.sh" "$here/core.c" "$here/core.h" "$here/$1.c" | cksum | tr ' ' -)
mkdir -p "$2"
base=$(cd "$2" && pwd)
done=$base/$shell-$key
[ -x "$done" ] && { echo "$done"; exit 0; }

cannot() { echo "tests/oracle/build.sh: $*" >&2; exit 2; }
[ "$(uname -s)" = Linux ] || cannot 'the oracle is built on Linux'
if [ "$shell" = preload ]; then
    command -v cc >/dev/null 2>&1 || cannot 'cc is not installed'
    cc -O1 -Wall -shared -fPIC -o "$done.$$" "$here/core.c" "$here/preload.c" -ldl >&2 || cannot 'the library was not built'
    mv "$done.$$" "$done"
    echo "$done"
    exit 0
fi
for tool in apt-get tar gzip make cc nm; do
    command -v "$tool" >/dev/null 2>&1 || cannot "$tool is not installed"
done

work=$base/work-$$
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/source" "$work/lists/partial" "$work/cache/archives/partial"
cd "$work"

# Debian's sources, whether or not this machine's lists name them
[ -f "$base/source.tar.gz" ] || {
    . /etc/os-release
    [ "${ID:-}" = debian ] && [ -n "${VERSION_CODENAME:-}" ] || cannot 'the source package is fetched on Debian'
    printf 'deb-src [signed-by=%s] http://deb.debian.org/debian %s main\n' \
        /usr/share/keyrings/debian-archive-keyring.gpg "$VERSION_CODENAME" >lists.list
    apt() {
        apt-get -q -o Dir::Etc::SourceList="$work/lists.list" -o Dir::Etc::SourceParts=/dev/null \
            -o Dir::State::Lists="$work/lists" -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root "$@" >&2
    }
    apt update && apt source --download-only bash || cannot 'the source package could not be fetched'
    # Debian's own changes are to documents and to the paths of interactive shells; GNU's fixes stand in the archive
    mv bash_*.orig.tar.* "$base/source.tar.gz"
}
cd source
tar xf "$base/source.tar.gz" --strip-components=1
cp "$here/core.c" "$here/core.h" "$here/bash.c" .
{
    CFLAGS='-O1 -w' ./configure --quiet --without-bash-malloc --disable-nls --disable-readline --disable-history \
        --disable-bang-history --disable-net-redirections
    make -s -j2
    # the files whose `main` and `open` are ours
    rm shell.o redir.o builtins/evalstring.o builtins/evalfile.o bash
    make -s shell.o LOCAL_CFLAGS=-Dmain=bash_main
    make -s redir.o LOCAL_CFLAGS=-Dopen=oracle_redirect_open
    make -s -C builtins evalstring.o LOCAL_CFLAGS=-Dopen=oracle_redirect_open
    make -s -C builtins evalfile.o LOCAL_CFLAGS=-Dopen=oracle_source_open
    ar r builtins/libbuiltins.a builtins/evalstring.o builtins/evalfile.o
    cc -O1 -Wall -c core.c
    cc -O1 -c -DHAVE_CONFIG_H -DSHELL -I. -Iinclude -Ilib bash.c -o hooks.o
    wraps=
    for name in expand_words search_for_command execve fork chdir getcwd sh_stat sh_eaccess dlopen; do
        wraps="$wraps -Wl,--wrap=$name"
    done
    make -s bash ADDON_LDFLAGS="$wraps core.o hooks.o"
} >"$base/build.log" 2>&1 || { tail -20 "$base/build.log" >&2; cannot "the build failed, see $base/build.log"; }
# nothing is left in it that starts a program
nm -u bash | grep -E ' (exec[vl]|fexecve|system|popen|posix_spawn|dlopen)' >&2 && cannot 'the oracle could start programs'
mv bash "$done"
echo "$done"
