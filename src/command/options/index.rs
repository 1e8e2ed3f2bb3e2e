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
    "." => "source", "ash" => "sh", "at", "awk", "base32", "base64", "basename", "bash", "batch" => "at",
    "bind", "builtin", "bunx" => "npx", "caffeinate", "cargo", "cat", "chgrp", "chmod", "chown", "chronic",
    "chroot", "chrt", "cmp", "comm", "command", "compgen" => "complete", "complete", "cp", "csh", "csplit",
    "curl", "cut", "dash" => "sh", "date", "dbus-run-session", "df", "diff", "diff3", "dir" => "ls",
    "dircolors", "dirname", "doas", "docker",
    "docker/attach", "docker/build", "docker/builder", "docker/checkpoint", "docker/commit", "docker/compose",
    "docker/config", "docker/container", "docker/context", "docker/cp", "docker/create", "docker/diff",
    "docker/events", "docker/exec", "docker/export", "docker/history", "docker/image", "docker/images",
    "docker/import", "docker/info", "docker/inspect", "docker/kill", "docker/load", "docker/login",
    "docker/logout", "docker/logs", "docker/manifest", "docker/network", "docker/node", "docker/pause",
    "docker/plugin", "docker/port", "docker/ps", "docker/pull", "docker/push", "docker/rename",
    "docker/restart", "docker/rm", "docker/rmi", "docker/run", "docker/save", "docker/search", "docker/secret",
    "docker/service", "docker/stack", "docker/start", "docker/stats", "docker/stop", "docker/swarm",
    "docker/system", "docker/tag", "docker/top", "docker/trust", "docker/unpause", "docker/update",
    "docker/version", "docker/volume", "docker/wait",
    "du", "egrep" => "grep", "entr", "env", "exec", "expand", "factor", "fd", "fdfind" => "fd",
    "fgrep" => "grep", "find", "fish", "flock", "fmt", "fold", "gawk" => "awk", "genv" => "env",
    "gfind" => "find", "gh",
    "gh/alias", "gh/api", "gh/auth", "gh/browse", "gh/codespace", "gh/completion", "gh/config", "gh/extension",
    "gh/gist", "gh/gpg-key", "gh/issue", "gh/label", "gh/pr", "gh/release", "gh/repo", "gh/run", "gh/search",
    "gh/secret", "gh/ssh-key", "gh/status", "gh/workflow",
    "git",
    "git/_diff", "git/_revisions", "git/add", "git/am", "git/annotate", "git/apply", "git/archive",
    "git/bisect", "git/blame", "git/branch", "git/bundle", "git/cat-file", "git/check-attr",
    "git/check-ignore", "git/check-mailmap", "git/checkout", "git/checkout-index", "git/cherry",
    "git/cherry-pick", "git/clean", "git/clone", "git/column", "git/commit", "git/commit-tree", "git/config",
    "git/count-objects", "git/describe", "git/diff", "git/diff-files", "git/diff-index", "git/diff-tree",
    "git/difftool", "git/fetch", "git/filter-branch", "git/fmt-merge-msg", "git/for-each-ref", "git/format-patch", "git/fsck",
    "git/gc", "git/grep", "git/hash-object", "git/help", "git/hook", "git/init", "git/init-db" => "git/init",
    "git/interpret-trailers", "git/log", "git/ls-files", "git/ls-remote", "git/ls-tree", "git/maintenance",
    "git/merge", "git/merge-base", "git/merge-file", "git/merge-tree", "git/mergetool", "git/mv",
    "git/name-rev", "git/notes", "git/pack-refs", "git/prune", "git/pull", "git/push", "git/range-diff",
    "git/read-tree", "git/rebase", "git/reflog", "git/remote", "git/repack", "git/replace", "git/rerere",
    "git/reset", "git/restore", "git/rev-list", "git/rev-parse", "git/revert", "git/rm", "git/send-pack",
    "git/shortlog", "git/show", "git/show-branch", "git/show-ref", "git/sparse-checkout",
    "git/stage" => "git/add", "git/stash", "git/status", "git/stripspace", "git/submodule", "git/switch",
    "git/symbolic-ref", "git/tag", "git/update-index", "git/update-ref", "git/verify-commit", "git/verify-tag",
    "git/whatchanged", "git/worktree",
    "gmake" => "make", "gnice" => "nice", "gnohup" => "nohup", "go",
    "go/_build",
    "grep", "gsed" => "sed", "gstdbuf" => "stdbuf", "gtar" => "tar", "gtime" => "time",
    "gtimeout" => "timeout", "gxargs" => "xargs", "gzip", "head", "hyperfine", "id", "ifne", "install",
    "ionice", "jobs", "join", "jq", "ksh", "ksh93" => "ksh", "kubectl",
    "kubectl/annotate", "kubectl/api-resources", "kubectl/api-versions", "kubectl/apply", "kubectl/attach",
    "kubectl/auth", "kubectl/autoscale", "kubectl/certificate", "kubectl/cluster-info", "kubectl/config",
    "kubectl/cordon", "kubectl/cp", "kubectl/create", "kubectl/debug", "kubectl/delete", "kubectl/describe",
    "kubectl/diff", "kubectl/drain", "kubectl/edit", "kubectl/events", "kubectl/exec", "kubectl/explain",
    "kubectl/expose", "kubectl/get", "kubectl/label", "kubectl/logs", "kubectl/patch", "kubectl/port-forward",
    "kubectl/proxy", "kubectl/replace", "kubectl/rollout", "kubectl/run", "kubectl/scale", "kubectl/set",
    "kubectl/taint", "kubectl/top", "kubectl/uncordon", "kubectl/version", "kubectl/wait",
    "less", "ln", "ls", "ltrace", "make", "man", "mapfile", "mawk" => "awk", "md5sum", "mkdir", "mkfifo",
    "mknod", "mksh" => "ksh", "mktemp", "mv", "nawk" => "awk", "nice", "nl", "node", "nodejs" => "node",
    "nodemon", "nohup", "npm", "nproc", "npx", "nsenter", "numfmt", "oc" => "kubectl", "od", "parallel",
    "paste", "patch", "pathchk", "perl", "pip", "pip3" => "pip", "pkexec", "pnpx" => "npx",
    "podman" => "docker", "pr", "printenv", "prlimit", "ptx", "pytest", "python", "rbash" => "bash",
    "rdash" => "sh", "readarray" => "mapfile", "readlink", "realpath", "rg", "rlwrap", "rm", "rmdir",
    "rsh" => "ssh", "rsync", "runuser", "scp", "screen", "script", "sdiff", "sed", "seq", "setarch", "setpriv",
    "setsid", "sftp", "sg", "sh", "sha1sum" => "md5sum", "sha224sum" => "md5sum", "sha256sum",
    "sha384sum" => "md5sum", "sha512sum" => "md5sum", "shred", "shuf", "sleep", "slogin" => "ssh", "sort",
    "source", "split", "ssh", "start-stop-daemon", "stat", "stdbuf", "strace", "su", "sudo", "sync",
    "systemd-inhibit", "systemd-run", "tac", "tail", "tar", "taskset", "tcsh" => "csh", "tee", "time",
    "timeout", "tmux", "torsocks", "touch", "tr", "trap", "truncate", "tsort", "uname", "unbuffer", "unexpand",
    "uniq", "unshare", "uv", "vagrant", "vdir" => "ls", "watch", "wc", "wget", "who", "xargs",
    "zgrep" => "grep", "zsh",
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
