//! Where the built-in tables are: every file of `tables/`, by name.
//!
//! Owns the list. A new table is a file and its name here. `git/push` is the subcommand `push` of `git`; a name whose last
//! part begins with `_` is a part that tables include; `egrep => grep` is another name for a table.

use super::text::Text;

/// A name, the name of the file under `tables/`, and its text; that of another name stands there.
type Entry = (&'static str, &'static str, Option<Text>);

/// Names in the order of bytes, each with a comma.
macro_rules! tables {
    ($($name:literal $(=> $other:literal)?,)*) => {
        &[$(tables!(@entry $name $(=> $other)?),)*]
    };
    (@entry $name:literal => $file:literal) => { ($name, $file, None) };
    (@entry $name:literal) => {
        ($name, $name, Some(Text::new(
            include_str!(concat!("tables/", $name, ".txt")),
            include_bytes!(concat!(env!("OUT_DIR"), "/tables/", $name, ".txt")),
        )))
    };
}

/// Sorted by name, for [`file`].
pub(super) static ENTRIES: &[Entry] = tables! {
    "." => "source", "7z", "7za" => "7z", "7zr" => "7z", "7zz" => "7z", "R" => "r", "Rscript" => "rscript",
    "[" => "test", "_imagemagick", "_zstd", "ab", "ack", "ack-grep" => "ack", "aclocal" => "autoconf", "act",
    "actionlint",
    "add-apt-repository", "addgroup" => "adduser", "addr2line", "adduser", "ag", "age", "age-keygen",
    "alembic", "alias", "ansible", "ansible-doc", "ansible-galaxy", "ansible-inventory", "ansible-playbook",
    "ansible-vault", "ant", "apk", "apropos" => "whatis", "apt", "apt-add-repository" => "add-apt-repository",
    "apt-cache", "apt-get", "apt-key", "apt-mark", "aptitude", "ar", "arch", "argocd", "aria2c", "artisan",
    "asdf", "ash" => "sh", "astro", "at", "atq", "atrm", "autoconf", "autoheader" => "autoconf",
    "automake" => "autoconf", "autoreconf" => "autoconf", "awk", "aws", "az", "b2sum", "babel", "badblocks",
    "base32", "base64", "basename", "basenc", "bash", "bat", "batcat" => "bat", "batch" => "at", "bazel",
    "bazel/_options", "bazel/_query",
    "bazelisk" => "bazel", "bc", "bear", "bg", "bibtex", "bind", "biome", "black", "blkdiscard", "blkid", "borg", "bq",
    "break" => "exit", "brew", "buck2",
    "buck2/_options",
    "buf", "buildah", "builtin", "bun", "bundle", "bundler" => "bundle", "bunx" => "npx", "bunzip2" => "bzip2",
    "busybox", "bwrap", "bzcat" => "zcat", "bzegrep" => "grep", "bzfgrep" => "grep", "bzgrep" => "grep", "bzip2",
    "c++" => "gcc", "c++filt", "cabal", "caffeinate", "cal", "caller", "capsh", "cargo", "cat", "cc" => "gcc",
    "ccache", "cd", "cdk", "cdktf", "celery", "certbot", "cfdisk", "cgdisk" => "gdisk", "chage", "chfn", "chgrp",
    "chmod", "choom", "chown", "chpasswd", "chronic", "chroot", "chrt", "chsh", "circo" => "dot", "cksum",
    "clang" => "gcc", "clang++" => "gcc", "clang-format", "clang-tidy", "clickhouse-client", "cloc",
    "cloudflared", "cmake", "cmp", "code",
    "code-insiders" => "code", "codespell", "codium" => "code", "colordiff", "column", "comm",
    "command", "compgen", "complete", "compopt", "composer", "concurrently", "conda", "consul",
    "continue" => "exit", "convert", "corepack", "coverage", "cp", "cpan", "cpanm" => "cpan", "cpio",
    "cpulimit", "crane",
    "createdb", "createuser", "crontab", "cryptsetup", "crystal", "csh", "csplit", "ctest", "curl",
    "cursor" => "code", "cut", "cypress", "dart", "dasel", "dash" => "sh", "date", "dbus-run-session", "dc",
    "dd", "declare", "defaults", "delgroup" => "adduser", "delta", "deluser" => "adduser", "deno", "df",
    "diff", "diff3", "dig", "dir" => "ls", "dircolors", "direnv", "dirname", "dirs", "diskutil", "disown",
    "dive", "django-admin", "dmesg", "dnf", "dnf5" => "dnf", "dnsdomainname" => "hostname", "doas", "docker",
    "docker-compose" => "docker/compose",
    "docker/_build", "docker/_container", "docker/_exec", "docker/attach", "docker/build", "docker/builder",
    "docker/buildx", "docker/checkpoint", "docker/commit", "docker/completion", "docker/compose",
    "docker/config", "docker/container", "docker/context", "docker/cp", "docker/create", "docker/debug",
    "docker/desktop", "docker/diff", "docker/events", "docker/exec", "docker/export", "docker/extension",
    "docker/help", "docker/history", "docker/image", "docker/images", "docker/import", "docker/info",
    "docker/init", "docker/inspect", "docker/kill", "docker/load", "docker/login", "docker/logout",
    "docker/logs", "docker/manifest", "docker/model", "docker/network", "docker/node", "docker/pause",
    "docker/plugin", "docker/port", "docker/ps", "docker/pull", "docker/push", "docker/rename",
    "docker/restart", "docker/rm", "docker/rmi", "docker/run", "docker/save", "docker/sbom", "docker/scout",
    "docker/search", "docker/secret", "docker/service", "docker/stack", "docker/start", "docker/stats",
    "docker/stop", "docker/swarm", "docker/system", "docker/tag", "docker/top", "docker/trust",
    "docker/unpause", "docker/update", "docker/version", "docker/volume", "docker/wait",
    "doctl", "domainname" => "hostname", "dos2unix", "dot", "dotnet", "dpkg", "dpkg-deb", "dpkg-query",
    "dropdb", "dropuser", "du", "duckdb", "dune", "dvilualatex" => "lualatex", "ed", "egrep" => "grep", "eksctl",
    "elixir", "emacs",
    "emacsclient", "enable", "entr", "env", "envsubst", "erl", "esbuild", "eslint", "etex" => "pdflatex", "eval",
    "ex" => "vim", "exa", "exec",
    "exiftool", "exit", "expand", "expect", "export", "expr", "eza" => "exa", "factor", "fakeroot",
    "fakeroot-sysv" => "fakeroot",
    "fakeroot-tcp" => "fakeroot", "faketime", "false", "fc", "fd", "fdfind" => "fd",
    "fdisk", "fdp" => "dot", "ffmpeg", "ffprobe", "fg", "fgrep" => "grep", "file", "file-rename" => "rename",
    "find", "findmnt", "firebase", "fish", "flake8", "flask", "flatpak", "flock", "flutter", "flux", "fly",
    "flyctl" => "fly", "flyway", "fmt", "fnm", "fold", "free", "ftp", "fuser", "fx", "fzf", "g++" => "gcc",
    "gawk" => "awk", "gb2sum" => "b2sum", "gbase32" => "base32", "gbase64" => "base64",
    "gbasename" => "basename", "gcat" => "cat", "gcc", "gchgrp" => "chgrp", "gchmod" => "chmod",
    "gchown" => "chown", "gcloud", "gcomm" => "comm", "gcp" => "cp", "gcsplit" => "csplit", "gcut" => "cut",
    "gdate" => "date", "gdb", "gdd" => "dd", "gdf" => "df", "gdiff" => "diff", "gdircolors" => "dircolors",
    "gdirname" => "dirname", "gdisk", "gdu" => "du", "gegrep" => "grep", "gem", "genv" => "env", "getconf",
    "getent", "getopts", "gettext", "gexpand" => "expand", "gexpr" => "expr", "gfactor" => "factor",
    "gfgrep" => "grep", "gfind" => "find", "gfmt" => "fmt", "gfold" => "fold", "ggrep" => "grep", "gh",
    "gh/_project", "gh/a11y" => "gh/accessibility", "gh/accessibility", "gh/actions",
    "gh/agent" => "gh/agent-task", "gh/agent-task", "gh/agent-tasks" => "gh/agent-task",
    "gh/agents" => "gh/agent-task", "gh/alias", "gh/api", "gh/at" => "gh/attestation", "gh/attestation",
    "gh/auth", "gh/browse", "gh/cache", "gh/codespace", "gh/completion", "gh/config", "gh/copilot",
    "gh/credits", "gh/cs" => "gh/codespace", "gh/discussion", "gh/environment" => "gh/help",
    "gh/exit-codes" => "gh/help", "gh/ext" => "gh/extension", "gh/extension",
    "gh/extensions" => "gh/extension", "gh/formatting" => "gh/help", "gh/gist", "gh/gpg-key", "gh/help",
    "gh/issue", "gh/label", "gh/licenses", "gh/mintty" => "gh/help", "gh/org", "gh/pr", "gh/preview",
    "gh/project", "gh/reference" => "gh/help", "gh/release", "gh/repo", "gh/rs" => "gh/ruleset", "gh/ruleset",
    "gh/run", "gh/search", "gh/secret", "gh/skill", "gh/skills" => "gh/skill", "gh/ssh-key", "gh/status",
    "gh/telemetry" => "gh/help", "gh/variable", "gh/version", "gh/workflow",
    "ghc", "ghci" => "ghc", "ghead" => "head", "gid" => "id", "ginstall" => "install", "git",
    "git-cvsserver" => "git/cvsserver", "git-gui" => "git/gui", "git-lfs" => "git/lfs",
    "git-receive-pack" => "git/receive-pack", "git-shell" => "git/shell",
    "git-upload-archive" => "git/upload-archive", "git-upload-pack" => "git/upload-pack",
    "git/_config", "git/_diff", "git/_revisions", "git/_svn", "git/add", "git/am", "git/annotate", "git/apply",
    "git/archimport", "git/archive", "git/backfill", "git/bisect", "git/blame", "git/branch", "git/bugreport",
    "git/bundle", "git/cat-file", "git/check-attr", "git/check-ignore", "git/check-mailmap",
    "git/check-ref-format", "git/checkout", "git/checkout-index", "git/cherry", "git/cherry-pick",
    "git/citool", "git/clean", "git/clone", "git/column", "git/commit", "git/commit-graph", "git/commit-tree",
    "git/config", "git/count-objects", "git/credential", "git/credential-cache",
    "git/credential-cache--daemon", "git/credential-store", "git/cvsexportcommit", "git/cvsimport",
    "git/cvsserver", "git/daemon", "git/describe", "git/diagnose", "git/diff", "git/diff-files",
    "git/diff-index", "git/diff-pairs", "git/diff-tree", "git/difftool", "git/fast-export", "git/fast-import",
    "git/fetch", "git/fetch-pack", "git/filter-branch", "git/fmt-merge-msg", "git/for-each-ref",
    "git/for-each-repo", "git/format-patch", "git/format-rev", "git/fsck", "git/fsck-objects" => "git/fsck",
    "git/fsmonitor--daemon", "git/gc", "git/get-tar-commit-id", "git/grep", "git/gui", "git/hash-object",
    "git/help", "git/history", "git/hook", "git/http-backend", "git/http-fetch", "git/http-push",
    "git/imap-send", "git/index-pack", "git/init", "git/init-db" => "git/init", "git/instaweb",
    "git/interpret-trailers", "git/last-modified", "git/lfs", "git/log", "git/ls-files", "git/ls-remote",
    "git/ls-tree", "git/mailinfo", "git/mailsplit", "git/maintenance", "git/merge", "git/merge-base",
    "git/merge-file", "git/merge-index", "git/merge-octopus" => "git/merge-recursive", "git/merge-one-file",
    "git/merge-ours" => "git/merge-recursive", "git/merge-recursive",
    "git/merge-recursive-ours" => "git/merge-recursive", "git/merge-recursive-theirs" => "git/merge-recursive",
    "git/merge-resolve" => "git/merge-recursive", "git/merge-subtree" => "git/merge-recursive",
    "git/merge-tree", "git/mergetool", "git/mktag", "git/mktree", "git/multi-pack-index", "git/mv",
    "git/name-rev", "git/notes", "git/p4", "git/pack-objects", "git/pack-redundant", "git/pack-refs",
    "git/patch-id", "git/pickaxe" => "git/blame", "git/prune", "git/prune-packed", "git/pull", "git/push",
    "git/quiltimport", "git/range-diff", "git/read-tree", "git/rebase", "git/receive-pack", "git/reflog",
    "git/refs", "git/remote", "git/remote-ext", "git/remote-fd", "git/remote-ftp" => "git/remote-https",
    "git/remote-ftps" => "git/remote-https", "git/remote-http" => "git/remote-https", "git/remote-https",
    "git/repack", "git/replace", "git/replay", "git/repo", "git/request-pull", "git/rerere", "git/reset",
    "git/restore", "git/rev-list", "git/rev-parse", "git/revert", "git/rm", "git/send-email", "git/send-pack",
    "git/shell", "git/shortlog", "git/show", "git/show-branch", "git/show-index", "git/show-ref",
    "git/sparse-checkout", "git/stage" => "git/add", "git/stash", "git/status", "git/stripspace",
    "git/submodule", "git/svn", "git/switch", "git/symbolic-ref", "git/tag", "git/unpack-file",
    "git/unpack-objects", "git/update-index", "git/update-ref", "git/update-server-info", "git/upload-archive",
    "git/upload-pack", "git/url-parse", "git/var", "git/verify-commit", "git/verify-pack", "git/verify-tag",
    "git/version", "git/web--browse", "git/whatchanged", "git/worktree", "git/write-tree",
    "gitk", "gjoin" => "join", "glab", "glink" => "link", "gln" => "ln", "gls" => "ls", "gmake" => "make",
    "gmd5sum" => "md5sum", "gmkdir" => "mkdir", "gmkfifo" => "mkfifo", "gmktemp" => "mktemp", "gmv" => "mv",
    "gnice" => "nice", "gnl" => "nl", "gnohup" => "nohup", "gnproc" => "nproc", "gnumfmt" => "numfmt", "gnuplot", "go",
    "go-task" => "task",
    "go/_build",
    "god" => "od", "gofmt", "gofumpt" => "goimports", "goimports", "golangci-lint", "gopls", "gotestsum", "gpasswd",
    "gpaste" => "paste", "gpg", "gpg2" => "gpg", "gpr" => "pr", "gprintenv" => "printenv",
    "gprintf" => "printf", "gradle", "gradlew" => "gradle", "greadlink" => "readlink",
    "grealpath" => "realpath", "grep", "grm" => "rm", "grmdir" => "rmdir", "groupadd", "groupdel", "groupmod",
    "groups", "gs", "gsed" => "sed", "gseq" => "seq", "gsha1sum" => "md5sum", "gsha256sum" => "sha256sum",
    "gsha512sum" => "md5sum", "gshred" => "shred", "gshuf" => "shuf", "gsleep" => "sleep", "gsort" => "sort",
    "gsplit" => "split", "gstat" => "stat", "gstdbuf" => "stdbuf", "gsutil", "gsync" => "sync",
    "gtac" => "tac", "gtail" => "tail", "gtar" => "tar", "gtee" => "tee", "gtime" => "time",
    "gtimeout" => "timeout", "gtouch" => "touch", "gtr" => "tr", "gtruncate" => "truncate",
    "guname" => "uname", "gunexpand" => "unexpand", "gunicorn", "guniq" => "uniq", "gunzip" => "gzip",
    "gvim" => "vim",
    "gwc" => "wc", "gxargs" => "xargs", "gzcat" => "zcat", "gzip", "hadolint", "halt" => "reboot", "hash",
    "hatch", "hcloud", "hd" => "hexdump", "hdparm", "head", "helm", "helmfile", "heroku", "hexdump", "hg",
    "history",
    "host", "hostname", "hostnamectl", "htop", "http", "http-server", "https" => "http", "hugo", "hyperfine",
    "iconv", "id", "identify", "iex", "ifconfig", "ifne", "info", "init", "inotifywait",
    "inotifywatch" => "inotifywait", "insmod", "install", "ionice", "iostat", "ip", "ip6tables" => "iptables",
    "ip6tables-restore" => "iptables-restore", "ip6tables-save" => "iptables-save", "iptables",
    "iptables-legacy" => "iptables", "iptables-nft" => "iptables", "iptables-restore", "iptables-save", "irb",
    "isort", "istioctl", "jar", "java", "javac", "jekyll", "jest", "jobs", "join", "journalctl", "jq",
    "jshell", "julia", "just", "k3d", "k9s", "keybase", "keydb-cli" => "redis-cli", "kill", "killall", "kind",
    "kotlin", "kotlinc", "kotlinc-js" => "kotlinc", "kotlinc-jvm" => "kotlinc", "ksh", "ksh93" => "ksh",
    "kubeadm", "kubectl", "kubectl-ctx" => "kubectx", "kubectl-ns" => "kubens",
    "kubectl/alpha", "kubectl/annotate", "kubectl/api-resources", "kubectl/api-versions", "kubectl/apply",
    "kubectl/attach", "kubectl/auth", "kubectl/autoscale", "kubectl/certificate", "kubectl/cluster-info",
    "kubectl/completion", "kubectl/config", "kubectl/cordon", "kubectl/cp", "kubectl/create", "kubectl/debug",
    "kubectl/delete", "kubectl/describe", "kubectl/diff", "kubectl/drain", "kubectl/edit", "kubectl/events",
    "kubectl/exec", "kubectl/explain", "kubectl/expose", "kubectl/get", "kubectl/help", "kubectl/kuberc",
    "kubectl/kustomize", "kubectl/label", "kubectl/logs", "kubectl/options", "kubectl/patch", "kubectl/plugin",
    "kubectl/port-forward", "kubectl/proxy", "kubectl/replace", "kubectl/rollout", "kubectl/run",
    "kubectl/scale", "kubectl/set", "kubectl/taint", "kubectl/top", "kubectl/uncordon", "kubectl/version",
    "kubectl/wait",
    "kubectx", "kubens", "kustomize", "last", "lastb" => "last", "latex" => "pdflatex", "latexmk", "launchctl", "ld",
    "ld.bfd" => "ld",
    "ld.gold" => "ld", "ld.lld" => "ld", "lerna", "less", "let", "letsencrypt" => "certbot",
    "lftp", "libtool", "lin" => "linode-cli", "link", "linode" => "linode-cli", "linode-cli", "liquibase", "ln",
    "local" => "declare", "locale", "localectl", "locate", "logger", "loginctl", "logname", "logout",
    "losetup", "ls", "lsar", "lsblk", "lscpu", "lsd", "lsmod", "lsof", "lspci", "lsusb", "ltrace", "lua",
    "luahbtex" => "lualatex", "luajit" => "lua", "luajittex" => "lualatex", "lualatex", "lualatex-dev" => "lualatex",
    "luarocks", "luatex" => "lualatex", "lvremove", "lynx", "lz4", "lz4c" => "lz4", "lz4cat" => "zcat",
    "lzcat" => "zcat", "lzgrep" => "grep", "lzma" => "xz", "mac2unix" => "dos2unix", "magick", "mail",
    "mailx" => "mail", "make", "mamba" => "conda", "man", "manage.py" => "django-admin", "mapfile",
    "mariadb" => "mysql", "mariadb-admin" => "mysqladmin", "mariadb-dump" => "mysqldump", "markdownlint",
    "markdownlint-cli2" => "markdownlint", "mawk" => "awk", "md5" => "md5sum", "md5sum", "mdadm", "mesg",
    "meson", "microdnf" => "dnf", "micromamba" => "conda", "minikube", "mise", "mix", "mkdir", "mkdocs",
    "mkdosfs" => "mkfs.fat", "mke2fs", "mkfifo", "mkfs", "mkfs.bfs", "mkfs.btrfs", "mkfs.cramfs", "mkfs.exfat",
    "mkfs.ext2" => "mke2fs", "mkfs.ext3" => "mke2fs", "mkfs.ext4" => "mke2fs", "mkfs.f2fs", "mkfs.fat",
    "mkfs.minix", "mkfs.msdos" => "mkfs.fat", "mkfs.ntfs" => "mkntfs", "mkfs.vfat" => "mkfs.fat", "mkfs.xfs",
    "mknod", "mkntfs", "mksh" => "ksh", "mkswap", "mktemp", "mlocate" => "locate", "mocha", "modinfo",
    "modprobe", "mogrify", "mold" => "ld", "mongo" => "mongosh", "mongodump", "mongoexport" => "mongodump",
    "mongoimport" => "mongorestore", "mongorestore", "mongosh", "more", "mount", "mpiexec" => "mpirun",
    "mpirun", "mtr", "multitime", "mutt", "mv", "mvn",
    "mvnd" => "mvn", "mvnw" => "mvn", "mypy", "mysql", "mysqladmin", "mysqldump", "nano", "nawk" => "awk",
    "nc", "nc.openbsd" => "nc", "nc.traditional" => "nc", "ncal" => "cal", "ncat", "ncdu", "neato" => "dot",
    "nerdctl",
    "nerdctl/_container",
    "netcat" => "nc", "netlify", "netstat", "next", "nft", "ngrok", "nice", "nim", "ninja",
    "nisdomainname" => "hostname", "nix", "nix-build", "nix-channel", "nix-collect-garbage", "nix-env",
    "nix-shell", "nix-store", "nl", "nm", "nmap", "node", "nodejs" => "node", "nodemon", "nohup", "nomad",
    "noti", "nox", "npm", "nproc", "npx", "nsenter", "nslookup", "ntl" => "netlify", "numactl", "numfmt",
    "nuxi" => "nuxt",
    "nuxt", "nvim" => "vim", "nvm", "nvme", "nx", "objcopy", "objdump", "oc",
    "oc/adm", "oc/alpha" => "kubectl/alpha", "oc/annotate" => "kubectl/annotate",
    "oc/api-resources" => "kubectl/api-resources", "oc/api-versions" => "kubectl/api-versions",
    "oc/apply" => "kubectl/apply", "oc/attach" => "kubectl/attach", "oc/auth" => "kubectl/auth",
    "oc/autoscale" => "kubectl/autoscale", "oc/cancel-build", "oc/certificate" => "kubectl/certificate",
    "oc/cluster-info" => "kubectl/cluster-info", "oc/completion" => "kubectl/completion",
    "oc/config" => "kubectl/config", "oc/cordon" => "kubectl/cordon", "oc/cp" => "kubectl/cp",
    "oc/create" => "kubectl/create", "oc/debug" => "kubectl/debug", "oc/delete" => "kubectl/delete",
    "oc/describe" => "kubectl/describe", "oc/diff" => "kubectl/diff", "oc/drain" => "kubectl/drain",
    "oc/edit" => "kubectl/edit", "oc/events" => "kubectl/events", "oc/exec" => "kubectl/exec",
    "oc/explain" => "kubectl/explain", "oc/expose" => "kubectl/expose", "oc/extract",
    "oc/get" => "kubectl/get", "oc/get-token", "oc/help" => "kubectl/help", "oc/idle", "oc/image",
    "oc/import-image", "oc/kuberc" => "kubectl/kuberc", "oc/kustomize" => "kubectl/kustomize",
    "oc/label" => "kubectl/label", "oc/login", "oc/logout", "oc/logs" => "kubectl/logs", "oc/new-app",
    "oc/new-build", "oc/new-project", "oc/observe", "oc/options" => "kubectl/options",
    "oc/patch" => "kubectl/patch", "oc/plugin" => "kubectl/plugin", "oc/policy",
    "oc/port-forward" => "kubectl/port-forward", "oc/process", "oc/project", "oc/projects",
    "oc/proxy" => "kubectl/proxy", "oc/registry", "oc/replace" => "kubectl/replace", "oc/rollback",
    "oc/rollout" => "kubectl/rollout", "oc/rsh", "oc/rsync", "oc/run" => "kubectl/run",
    "oc/scale" => "kubectl/scale", "oc/secrets", "oc/serviceaccounts", "oc/set" => "kubectl/set",
    "oc/start-build", "oc/status", "oc/tag", "oc/taint" => "kubectl/taint", "oc/top" => "kubectl/top",
    "oc/uncordon" => "kubectl/uncordon", "oc/version" => "kubectl/version", "oc/wait" => "kubectl/wait",
    "oc/whoami",
    "ocaml", "od", "op", "opam", "open", "openssl",
    "openssl/_algorithms",
    "osage" => "dot", "osascript", "packer", "pacman", "pandoc", "parallel", "parted", "pass", "passwd",
    "paste", "patch", "patchwork" => "dot", "pathchk", "pbcopy", "pbpaste", "pbzip2" => "bzip2",
    "pdfetex" => "pdflatex", "pdflatex", "pdftex" => "pdflatex", "pdm", "perf",
    "perl", "pest" => "phpunit", "pg_dump", "pg_dumpall", "pg_isready", "pg_restore", "pgrep", "php",
    "php-cs-fixer", "phpstan",
    "phpunit", "pidof", "pigz", "ping", "ping6" => "ping", "pip", "pip3" => "pip", "pipenv", "pipx", "pkexec",
    "pkill", "platex" => "pdflatex", "play" => "sox", "playwright", "plocate" => "locate", "pnpm", "pnpx" => "npx",
    "podman",
    "podman-remote" => "podman",
    "podman/_build", "podman/_container", "podman/_exec", "podman/_pull", "podman/_push", "podman/_update",
    "podman/artifact", "podman/attach", "podman/auto-update", "podman/build", "podman/commit",
    "podman/completion", "podman/compose", "podman/container", "podman/cp", "podman/create", "podman/diff",
    "podman/events", "podman/exec", "podman/export", "podman/farm", "podman/generate", "podman/healthcheck",
    "podman/help", "podman/history", "podman/image", "podman/images", "podman/import", "podman/info",
    "podman/init", "podman/inspect", "podman/kill", "podman/kube", "podman/load", "podman/login",
    "podman/logout", "podman/logs", "podman/machine", "podman/manifest", "podman/mount", "podman/network",
    "podman/pause", "podman/pod", "podman/port", "podman/ps", "podman/pull", "podman/push", "podman/quadlet",
    "podman/rename", "podman/restart", "podman/rm", "podman/rmi", "podman/run", "podman/save", "podman/search",
    "podman/secret", "podman/start", "podman/stats", "podman/stop", "podman/system", "podman/tag",
    "podman/top", "podman/umount", "podman/unmount" => "podman/umount", "podman/unpause", "podman/unshare",
    "podman/untag", "podman/update", "podman/version", "podman/volume", "podman/wait",
    "poetry", "popd", "port", "poweroff" => "reboot", "powershell" => "pwsh", "pr", "pre-commit",
    "prename" => "rename", "prettier", "printenv", "printf", "prisma", "prlimit", "protoc", "prove",
    "proxychains", "proxychains4" => "proxychains", "ps", "psalm",
    "psql", "ptx", "pulumi", "pushd", "pv", "pvremove" => "lvremove", "pwd", "pwsh", "pwsh-preview" => "pwsh",
    "py.test" => "pytest", "pyenv", "pylint", "pypy" => "python", "pypy3" => "python", "pyright", "pytest",
    "python", "python2" => "python", "python3" => "python", "qsub", "r", "rails", "railway", "rake", "rar",
    "rbash" => "bash", "rbenv", "rclone", "rdash" => "sh", "read", "readarray" => "mapfile", "readelf",
    "readlink", "readonly", "realpath", "rebar3", "reboot", "rec" => "sox", "redis-cli", "reindexdb", "rename",
    "rename.ul" => "rename", "render", "renice", "restic", "return" => "exit", "rev", "rg", "rimraf",
    "rlwrap", "rm",
    "rmdir", "rmmod", "rmtrash" => "trash-put", "rnano" => "nano", "rollup", "route", "rpm", "rscript",
    "rsh" => "ssh", "rspec", "rsync", "rubocop", "ruby", "ruff", "runghc" => "ghc", "runhaskell" => "ghc",
    "runok", "runok-shell" => "bash", "runuser", "rustc", "rustfmt", "rustup", "rview" => "vim",
    "rvim" => "vim", "rye", "sam",
    "sb" => "storybook", "sbt", "scala", "scalac", "scalar", "scc", "schroot", "scp", "screen", "script",
    "sdiff", "sdk",
    "security", "sed", "sendmail", "seq", "serve", "serverless", "service", "set", "setarch", "setpriv",
    "setsid", "sfdisk", "sfdp" => "dot", "sftp", "sg", "sgdisk", "sh", "sha1sum" => "md5sum",
    "sha224sum" => "md5sum", "sha256sum", "sha384sum" => "md5sum", "sha3sum" => "md5sum",
    "sha512sum" => "md5sum", "shasum", "shellcheck", "shfmt", "shift" => "exit", "shopt", "shred", "shuf",
    "shutdown", "siege", "size", "skopeo", "sleep", "slogin" => "ssh", "sls" => "serverless", "snap", "socat",
    "softlimit", "sops",
    "sort", "source", "sox", "sphinx-build", "split", "sponge", "sqlc", "sqlite3", "ss", "ssh", "ssh-add",
    "ssh-agent", "ssh-copy-id", "ssh-keygen", "ssh-keyscan", "sshpass", "stack", "start-stop-daemon", "stat",
    "staticcheck", "stdbuf", "stern", "storybook", "strace", "strings", "strip", "stripe", "stylelint", "su",
    "subl", "sudo", "sum", "supabase", "suspend", "svelte-check", "svelte-kit", "svn", "swapoff", "swapon",
    "swc", "swift", "swiftc",
    "sync", "sysctl", "systemctl", "systemd-cat", "systemd-inhibit", "systemd-run", "tac", "tail",
    "tailscale", "tar", "task",
    "taskset", "tcpdump", "tcsh" => "csh", "tee", "telinit" => "init", "telnet", "terraform", "terragrunt",
    "test", "tex" => "pdflatex", "time", "timedatectl", "timeout", "times", "tmux", "tofu" => "terraform", "tokei",
    "top",
    "torsocks", "touch", "tox", "toybox" => "busybox", "tr", "tracepath", "tracepath6" => "tracepath",
    "traceroute", "traceroute6" => "traceroute", "trap", "trash" => "trash-put", "trash-empty", "trash-list",
    "trash-put", "trash-restore", "trash-rm", "tree", "true", "truncate", "ts", "ts-node", "tsc", "tshark", "tsort",
    "tsx", "tty", "ttyd", "turbo", "twilio", "twine", "twopi" => "dot", "type", "typeset" => "declare",
    "typos", "ufw",
    "ulimit", "umask", "umount", "unalias", "uname", "unar", "unbuffer", "uncompress" => "gzip", "unexpand",
    "uniq", "unittest", "unix2dos" => "dos2unix", "unix2mac" => "dos2unix", "unlink", "unlz4" => "lz4",
    "unlzma" => "xz",
    "unpigz" => "pigz", "unrar" => "rar", "unset", "unshare", "unxz" => "xz", "unzip", "unzstd" => "zstd",
    "uplatex" => "pdflatex", "uptime", "useradd", "userdel", "usermod", "users", "uv", "uvicorn", "uvx", "vacuumdb",
    "vagrant", "vale",
    "valgrind", "valkey-cli" => "redis-cli", "vault", "vc" => "vercel", "vdir" => "ls", "vercel",
    "vgremove" => "lvremove", "vi" => "vim", "view" => "vim", "vim", "vimdiff" => "vim", "vipe", "visudo",
    "vite", "vitest", "vmstat", "volta", "vue-tsc" => "tsc", "w", "wait", "wall", "watch", "watchexec",
    "watchman", "wc", "webpack",
    "webpack-cli" => "webpack", "wget", "whatis", "whereis", "which", "who", "whoami", "whois", "wipefs",
    "wl-copy", "wl-paste", "wrangler", "write", "wrk", "xargs", "xclip", "xcodebuild", "xcrun", "xdg-open",
    "xelatex" => "pdflatex", "xetex" => "pdflatex", "xsel",
    "xvfb-run", "xxd", "xz", "xzcat" => "zcat", "xzegrep" => "grep", "xzfgrep" => "grep",
    "xzgrep" => "grep", "yamllint",
    "yarn", "yarnpkg" => "yarn", "yes", "youtube-dl" => "yt-dlp", "ypdomainname" => "hostname", "yq", "yt-dlp",
    "yum" => "dnf", "zcat",
    "zcmp" => "cmp", "zdiff" => "diff", "zegrep" => "grep", "zfgrep" => "grep", "zfs", "zgrep" => "grep",
    "zig", "zip", "zipinfo", "zless" => "less", "zmore" => "more", "zpool", "zsh", "zstd", "zstdcat",
    "zstdgrep" => "grep", "zstdless" => "less", "zstdmt" => "zstd", "zypper",
};

/// How many bytes of a name stand in [`BEGINNINGS`].
const BEGINNING: usize = size_of::<u128>();

/// How each name begins, as one number, in the order of [`ENTRIES`]. The names themselves lie with the tables, all over the
/// program; to look for one there would fetch a page of it for each comparison.
static BEGINNINGS: [u128; ENTRIES.len()] = beginnings();

#[allow(clippy::indexing_slicing, reason = "made when compiling, where a wrong index is an error")]
const fn beginnings() -> [u128; ENTRIES.len()] {
    let mut all = [0; ENTRIES.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = beginning(ENTRIES[at].0);
        at += 1;
    }
    all
}

/// The first bytes of a name, the first one the highest; no name holds a NUL, so names are in the order of these numbers.
const fn beginning(name: &str) -> u128 {
    let (mut number, mut left, mut place) = (0, name.as_bytes(), 0);
    while place < BEGINNING {
        number <<= 8;
        if let [first, rest @ ..] = left {
            number |= *first as u128;
            left = rest;
        }
        place += 1;
    }
    number
}

/// Where the name stands, or the first one after it.
fn position(name: &str) -> usize {
    let begins = beginning(name);
    let from = BEGINNINGS.partition_point(|each| *each < begins);
    let alike = BEGINNINGS.iter().skip(from).take_while(|each| **each == begins).count();
    let before = ENTRIES.iter().skip(from).take(alike).take_while(|(entry, ..)| *entry < name);
    from + before.count()
}

/// The file of the table of that name: its own name, and its text.
pub(super) fn file(name: &str) -> Option<(&'static str, &'static Text)> {
    match entry(name)? {
        (_, file, Some(text)) => Some((file, text)),
        (_, file, None) => Some((file, entry(file)?.2.as_ref()?)),
    }
}

fn entry(name: &str) -> Option<&'static Entry> {
    ENTRIES.get(position(name)).filter(|(entry, ..)| *entry == name)
}

/// Are there tables of subcommands of that command?
pub(super) fn has_below(name: &str) -> bool {
    below(name).next().is_some()
}

/// The subcommands of that command that have files of their own (and parts that such files share).
pub(super) fn below(name: &str) -> impl Iterator<Item = &'static str> {
    // between `git` and `git/…` may stand `git-lfs`: `-` and `.` sort before `/`
    let rest = ENTRIES.iter().skip(position(name)).take_while(move |(entry, ..)| entry.starts_with(name));
    rest.filter_map(move |(entry, ..)| entry.strip_prefix(name)?.strip_prefix('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_and_no_other() {
        for (name, file_name, text) in ENTRIES {
            let (found, of_file) = file(name).unwrap();
            assert!(found == *file_name && text.as_ref().is_none_or(|text| text == of_file), "{name}");
            let mut shorter = (*name).to_owned();
            shorter.pop();
            for other in [format!("{name}\u{1}"), format!("{name}~"), shorter] {
                let listed = ENTRIES.iter().any(|(entry, ..)| *entry == other);
                assert_eq!(file(&other).is_some(), listed, "{other}");
            }
            let names = ENTRIES.iter().filter_map(|(entry, ..)| entry.strip_prefix(name)?.strip_prefix('/'));
            assert!(below(name).eq(names), "{name}");
        }
        assert!(file("\u{10ffff}").or(file("")).is_none());
    }
}
