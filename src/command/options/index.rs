//! Where the built-in tables are: every file of `tables/`, by name.
//!
//! Owns the list. A new table is a file and its name here. `git/push` is the subcommand `push` of `git`; a name whose last
//! part begins with `_` is a part that tables include; `egrep => grep` is another name for a table.

/// A name, the name of the file under `tables/`, and its text.
type Entry = (&'static str, &'static str, &'static str);

/// Names in the order of bytes, each with a comma.
macro_rules! tables {
    ($($name:literal $(=> $other:literal)?,)*) => {
        &[$(tables!(@entry $name $(=> $other)?),)*]
    };
    (@entry $name:literal) => { tables!(@entry $name => $name) };
    (@entry $name:literal => $file:literal) => { ($name, $file, include_str!(concat!("tables/", $file, ".txt"))) };
}

/// Sorted by name, for [`file`].
pub(super) const ENTRIES: &[Entry] = tables! {
    "." => "source", "7z", "ack", "add-apt-repository", "adduser", "ag", "apk", "apt", "apt-cache", "apt-get",
    "apt-key", "apt-mark", "aptitude", "ar", "arch", "argocd", "aria2c", "ash" => "sh", "at", "atq", "atrm",
    "awk", "b2sum", "base32", "base64", "basename", "basenc", "bash", "bat", "batch" => "at", "bc", "bind",
    "black", "blkid", "buildah", "builtin", "bun", "bunx" => "npx", "busybox", "bzip2", "caffeinate", "cal",
    "capsh", "cargo", "cat", "chage", "chgrp", "chmod", "chown", "chpasswd", "chronic", "chroot", "chrt",
    "chsh", "cksum", "cloc", "cmake", "cmp", "column", "comm", "command", "compgen" => "complete", "complete",
    "conda", "corepack", "coverage", "cp", "cpio", "crane", "crontab", "csh", "csplit", "ctest", "curl", "cut",
    "dash" => "sh", "date", "dbus-run-session", "dc", "dd", "defaults", "deno", "df", "diff", "diff3", "dig",
    "dir" => "ls", "dircolors", "dirname", "dive", "dmesg", "dnf", "doas", "docker",
    "docker/_build", "docker/_container", "docker/_exec", "docker/attach", "docker/build", "docker/builder",
    "docker/buildx", "docker/checkpoint", "docker/commit", "docker/compose", "docker/config",
    "docker/container", "docker/context", "docker/cp", "docker/create", "docker/debug", "docker/desktop",
    "docker/diff", "docker/events", "docker/exec", "docker/export", "docker/extension", "docker/history",
    "docker/image", "docker/images", "docker/import", "docker/info", "docker/init", "docker/inspect",
    "docker/kill", "docker/load", "docker/login", "docker/logout", "docker/logs", "docker/manifest",
    "docker/model", "docker/network", "docker/node", "docker/pause", "docker/plugin", "docker/port",
    "docker/ps", "docker/pull", "docker/push", "docker/rename", "docker/restart", "docker/rm", "docker/rmi",
    "docker/run", "docker/save", "docker/sbom", "docker/scout", "docker/search", "docker/secret",
    "docker/service", "docker/stack", "docker/start", "docker/stats", "docker/stop", "docker/swarm",
    "docker/system", "docker/tag", "docker/top", "docker/trust", "docker/unpause", "docker/update",
    "docker/version", "docker/volume", "docker/wait",
    "dos2unix", "dpkg", "dpkg-deb", "dpkg-query", "du", "egrep" => "grep", "entr", "env", "envsubst", "exa",
    "exec", "expand", "expr", "factor", "false", "fd", "fdfind" => "fd", "fgrep" => "grep", "file", "find",
    "findmnt", "fish", "flake8", "flock", "fmt", "fold", "free", "ftp", "fuser", "gawk" => "awk", "gdb",
    "genv" => "env", "getconf", "getent", "gettext", "gfind" => "find", "gh",
    "gh/_project", "gh/accessibility", "gh/actions", "gh/agent-task", "gh/alias", "gh/api", "gh/attestation",
    "gh/auth", "gh/browse", "gh/cache", "gh/codespace", "gh/completion", "gh/config", "gh/copilot",
    "gh/credits", "gh/discussion", "gh/extension", "gh/gist", "gh/gpg-key", "gh/help", "gh/issue", "gh/label",
    "gh/licenses", "gh/org", "gh/pr", "gh/preview", "gh/project", "gh/release", "gh/repo", "gh/ruleset",
    "gh/run", "gh/search", "gh/secret", "gh/skill", "gh/ssh-key", "gh/status", "gh/variable", "gh/version",
    "gh/workflow",
    "git",
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
    "git/for-each-repo", "git/format-patch", "git/format-rev", "git/fsck", "git/fsmonitor--daemon", "git/gc",
    "git/get-tar-commit-id", "git/grep", "git/gui", "git/hash-object", "git/help", "git/history", "git/hook",
    "git/http-backend", "git/http-fetch", "git/http-push", "git/imap-send", "git/index-pack", "git/init",
    "git/init-db" => "git/init", "git/instaweb", "git/interpret-trailers", "git/last-modified", "git/lfs",
    "git/log", "git/ls-files", "git/ls-remote", "git/ls-tree", "git/mailinfo", "git/mailsplit",
    "git/maintenance", "git/merge", "git/merge-base", "git/merge-file", "git/merge-index",
    "git/merge-one-file", "git/merge-recursive", "git/merge-tree", "git/mergetool", "git/mktag", "git/mktree",
    "git/multi-pack-index", "git/mv", "git/name-rev", "git/notes", "git/p4", "git/pack-objects",
    "git/pack-redundant", "git/pack-refs", "git/patch-id", "git/prune", "git/prune-packed", "git/pull",
    "git/push", "git/quiltimport", "git/range-diff", "git/read-tree", "git/rebase", "git/receive-pack",
    "git/reflog", "git/refs", "git/remote", "git/remote-ext", "git/remote-fd", "git/remote-https",
    "git/repack", "git/replace", "git/replay", "git/repo", "git/request-pull", "git/rerere", "git/reset",
    "git/restore", "git/rev-list", "git/rev-parse", "git/revert", "git/rm", "git/send-email", "git/send-pack",
    "git/shell", "git/shortlog", "git/show", "git/show-branch", "git/show-index", "git/show-ref",
    "git/sparse-checkout", "git/stage" => "git/add", "git/stash", "git/status", "git/stripspace",
    "git/submodule", "git/svn", "git/switch", "git/symbolic-ref", "git/tag", "git/unpack-file",
    "git/unpack-objects", "git/update-index", "git/update-ref", "git/update-server-info", "git/upload-archive",
    "git/upload-pack", "git/url-parse", "git/var", "git/verify-commit", "git/verify-pack", "git/verify-tag",
    "git/version", "git/web--browse", "git/whatchanged", "git/worktree", "git/write-tree",
    "gitk", "gmake" => "make", "gnice" => "nice", "gnohup" => "nohup", "go",
    "go/_build",
    "gofmt", "goimports", "golangci-lint", "gopls", "gpasswd", "grep", "groupadd", "groupdel", "groupmod",
    "groups", "gsed" => "sed", "gstdbuf" => "stdbuf", "gtar" => "tar", "gtime" => "time",
    "gtimeout" => "timeout", "gxargs" => "xargs", "gzip", "hatch", "hcloud", "head", "helm", "hexdump", "host",
    "hostname", "hostnamectl", "htop", "http", "hyperfine", "iconv", "id", "ifconfig", "ifne", "init",
    "insmod", "install", "ionice", "iostat", "ip", "iptables", "iptables-restore", "iptables-save", "isort",
    "jobs", "join", "journalctl", "jq", "kill", "killall", "ksh", "ksh93" => "ksh", "kubectl",
    "kubectl/alpha", "kubectl/annotate", "kubectl/api-resources", "kubectl/api-versions", "kubectl/apply",
    "kubectl/attach", "kubectl/auth", "kubectl/autoscale", "kubectl/certificate", "kubectl/cluster-info",
    "kubectl/completion", "kubectl/config", "kubectl/cordon", "kubectl/cp", "kubectl/create", "kubectl/debug",
    "kubectl/delete", "kubectl/describe", "kubectl/diff", "kubectl/drain", "kubectl/edit", "kubectl/events",
    "kubectl/exec", "kubectl/explain", "kubectl/expose", "kubectl/get", "kubectl/help", "kubectl/kuberc",
    "kubectl/kustomize", "kubectl/label", "kubectl/logs", "kubectl/options", "kubectl/patch", "kubectl/plugin",
    "kubectl/port-forward", "kubectl/proxy", "kubectl/replace", "kubectl/rollout", "kubectl/run",
    "kubectl/scale", "kubectl/set", "kubectl/taint", "kubectl/top", "kubectl/uncordon", "kubectl/version",
    "kubectl/wait",
    "last", "launchctl", "less", "link", "ln", "locale", "localectl", "locate", "loginctl", "logname", "ls",
    "lsar", "lsblk", "lscpu", "lsd", "lsmod", "lsof", "lspci", "lsusb", "ltrace", "lynx", "lz4", "make", "man",
    "mapfile", "mawk" => "awk", "md5sum", "meson", "minikube", "mkdir", "mkfifo", "mknod", "mksh" => "ksh",
    "mktemp", "modinfo", "modprobe", "more", "mtr", "mv", "mypy", "nawk" => "awk", "nc", "ncat", "ncdu",
    "nerdctl",
    "nerdctl/_container",
    "netstat", "nft", "nice", "ninja", "nl", "nmap", "node", "nodejs" => "node", "nodemon", "nohup", "nox",
    "npm", "nproc", "npx", "nsenter", "nslookup", "numfmt", "oc" => "kubectl", "od", "open", "openssl",
    "openssl/_algorithms",
    "osascript", "pacman", "parallel", "passwd", "paste", "patch", "pathchk", "pbcopy", "pbpaste", "pdm",
    "perl", "pgrep", "pidof", "pigz", "ping", "pip", "pip3" => "pip", "pipenv", "pipx", "pkexec", "pkill",
    "pnpm", "pnpx" => "npx", "podman",
    "podman/_build", "podman/_container", "podman/_exec", "podman/_pull", "podman/_push", "podman/_update",
    "podman/artifact", "podman/attach", "podman/auto-update", "podman/build", "podman/commit",
    "podman/completion", "podman/compose", "podman/container", "podman/cp", "podman/create", "podman/diff",
    "podman/events", "podman/exec", "podman/export", "podman/farm", "podman/generate", "podman/healthcheck",
    "podman/history", "podman/image", "podman/images", "podman/import", "podman/info", "podman/init",
    "podman/inspect", "podman/kill", "podman/kube", "podman/load", "podman/login", "podman/logout",
    "podman/logs", "podman/machine", "podman/manifest", "podman/mount", "podman/network", "podman/pause",
    "podman/pod", "podman/port", "podman/ps", "podman/pull", "podman/push", "podman/quadlet", "podman/rename",
    "podman/restart", "podman/rm", "podman/rmi", "podman/run", "podman/save", "podman/search", "podman/secret",
    "podman/start", "podman/stats", "podman/stop", "podman/system", "podman/tag", "podman/top",
    "podman/umount", "podman/unpause", "podman/unshare", "podman/untag", "podman/update", "podman/version",
    "podman/volume", "podman/wait",
    "poetry", "pr", "pre-commit", "printenv", "printf", "prlimit", "ps", "ptx", "pylint", "pyright", "pytest",
    "python", "rar", "rbash" => "bash", "rdash" => "sh", "readarray" => "mapfile", "readlink", "realpath",
    "reboot", "renice", "rev", "rg", "rlwrap", "rm", "rmdir", "rmmod", "route", "rpm", "rsh" => "ssh", "rsync",
    "ruff", "runuser", "rye", "scalar", "scc", "scp", "screen", "script", "sdiff", "security", "sed", "seq",
    "service", "setarch", "setpriv", "setsid", "sftp", "sg", "sh", "sha1sum" => "md5sum",
    "sha224sum" => "md5sum", "sha256sum", "sha384sum" => "md5sum", "sha512sum" => "md5sum", "shasum", "shred",
    "shuf", "shutdown", "skopeo", "sleep", "slogin" => "ssh", "socat", "sort", "source", "split", "ss", "ssh",
    "ssh-add", "ssh-agent", "ssh-copy-id", "ssh-keygen", "ssh-keyscan", "start-stop-daemon", "stat",
    "staticcheck", "stdbuf", "strace", "strings", "su", "sudo", "sum", "sync", "sysctl", "systemctl",
    "systemd-inhibit", "systemd-run", "tac", "tail", "tar", "taskset", "tcpdump", "tcsh" => "csh", "tee",
    "telnet", "test", "time", "timedatectl", "timeout", "tmux", "tokei", "top", "torsocks", "touch", "tox",
    "tr", "tracepath", "traceroute", "trap", "tree", "true", "truncate", "ts-node", "tsort", "tsx", "tty",
    "twine", "ufw", "uname", "unar", "unbuffer", "unexpand", "uniq", "unlink", "unshare", "unzip", "uptime",
    "useradd", "userdel", "usermod", "users", "uv", "uvx", "vagrant", "vdir" => "ls", "visudo", "vmstat", "w",
    "watch", "wc", "wget", "who", "whoami", "whois", "wl-copy", "wl-paste", "xargs", "xclip", "xdg-open",
    "xsel", "xxd", "xz", "yarn", "yq", "zcat", "zgrep" => "grep", "zip", "zipinfo", "zsh", "zstd", "zypper",
};

/// The file of the table of that name: its own name, and its text.
pub(super) fn file(name: &str) -> Option<(&'static str, &'static str)> {
    let at = ENTRIES.binary_search_by(|(entry, ..)| (*entry).cmp(name)).ok()?;
    ENTRIES.get(at).map(|(_, file, text)| (*file, *text))
}

/// Are there tables of subcommands of that command?
pub(super) fn has_below(name: &str) -> bool {
    let from = ENTRIES.partition_point(|(entry, ..)| *entry <= name);
    // between `git` and `git/…` may stand `git-lfs`: `-` and `.` sort before `/`
    let mut rest = ENTRIES.iter().skip(from).take_while(|(entry, ..)| entry.starts_with(name));
    rest.any(|(entry, ..)| entry.as_bytes().get(name.len()) == Some(&b'/'))
}
