//! Programs that go by several names: `gmake` is `make`, `docker-compose` is `docker compose`, `gcc-12` is `gcc`.
//!
//! Owns which of them is the usual one. The property it keeps: whoever has a program under such a name means it when they
//! speak of the usual one. Refuses what only does alike (`podman` is no `docker`), and what people tell apart on purpose:
//! `python3` is no `python`.

/// Tools of GNU that go by a name with a `g` before it where those of the system are others.
const GNU: [&str; 94] = [
    "awk",
    "b2sum",
    "base32",
    "base64",
    "basename",
    "basenc",
    "cat",
    "chgrp",
    "chmod",
    "chown",
    "chroot",
    "cksum",
    "comm",
    "cp",
    "csplit",
    "cut",
    "date",
    "dd",
    "df",
    "diff",
    "dir",
    "dircolors",
    "dirname",
    "du",
    "echo",
    "egrep",
    "env",
    "expand",
    "expr",
    "factor",
    "fgrep",
    "find",
    "fmt",
    "fold",
    "grep",
    "head",
    "id",
    "install",
    "join",
    "kill",
    "link",
    "ln",
    "ls",
    "make",
    "md5sum",
    "mkdir",
    "mkfifo",
    "mknod",
    "mktemp",
    "mv",
    "nice",
    "nl",
    "nohup",
    "nproc",
    "numfmt",
    "od",
    "paste",
    "pr",
    "printenv",
    "printf",
    "readlink",
    "realpath",
    "rm",
    "rmdir",
    "sed",
    "seq",
    "sha1sum",
    "sha224sum",
    "sha256sum",
    "sha384sum",
    "sha512sum",
    "shred",
    "shuf",
    "sleep",
    "sort",
    "split",
    "stat",
    "stdbuf",
    "sync",
    "tac",
    "tail",
    "tar",
    "tee",
    "time",
    "timeout",
    "touch",
    "tr",
    "truncate",
    "uname",
    "unexpand",
    "uniq",
    "wc",
    "xargs",
    "zcat",
];

/// The words by which a program is usually called that has this base name; nothing where that is the usual one.
pub(crate) fn usual(name: &str) -> Option<&str> {
    let usual = match name {
        "7za" | "7zr" | "7zz" => "7z",
        "ack-grep" => "ack",
        "apt-add-repository" => "add-apt-repository",
        "batcat" => "bat",
        "bundler" => "bundle",
        "bunx" => "bun x",
        "docker-compose" => "docker compose",
        "egrep" | "fgrep" => "grep",
        "ex" | "gvim" | "rview" | "rvim" | "vi" | "view" | "vimdiff" => "vim",
        "fdfind" => "fd",
        "flyctl" => "fly",
        "git-lfs" => "git lfs",
        "halt" => "systemctl halt",
        "iptables-legacy" | "iptables-nft" => "iptables",
        "letsencrypt" => "certbot",
        "mailx" => "mail",
        "mariadb" => "mysql",
        "mariadb-admin" => "mysqladmin",
        "mariadb-dump" => "mysqldump",
        "mawk" | "nawk" => "awk",
        "nc.openbsd" | "nc.traditional" | "netcat" => "nc",
        "nodejs" => "node",
        "npx" => "npm exec",
        "ntl" => "netlify",
        "pip3" => "pip",
        "pnpx" => "pnpm dlx",
        "podman-remote" => "podman",
        "poweroff" => "systemctl poweroff",
        "proxychains4" => "proxychains",
        "py.test" => "pytest",
        "rbash" => "bash",
        "reboot" => "systemctl reboot",
        "rnano" => "nano",
        "slogin" => "ssh",
        "sls" => "serverless",
        "sudoedit" => "sudo -e",
        "trash" => "trash-put",
        "unrar" => "rar",
        "uvx" => "uv tool run",
        "vc" => "vercel",
        "yarnpkg" => "yarn",
        "youtube-dl" => "yt-dlp",
        "yum" => "dnf",
        _ => return of_gnu(name).or_else(|| without_version(name)),
    };
    Some(usual)
}

fn of_gnu(name: &str) -> Option<&str> {
    name.strip_prefix('g').filter(|name| GNU.binary_search(name).is_ok())
}

/// `pip3.12` is `pip3`, and `clang-15` is `clang`. The 3 of `python3` says which language it is.
fn without_version(name: &str) -> Option<&str> {
    let rest = name.trim_end_matches(|sign: char| sign.is_ascii_digit());
    if rest.len() == name.len() || matches!(name, "python2" | "python3" | "pypy3") {
        return None;
    }
    let rest = rest.strip_suffix(['.', '-']).unwrap_or(rest);
    rest.ends_with(|last: char| last.is_ascii_alphanumeric() || last == '+').then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(name: &str) -> Vec<&str> {
        std::iter::successors(usual(name), |name| usual(name)).collect()
    }

    #[test]
    fn the_tools_of_gnu_are_in_order() {
        assert!(GNU.is_sorted());
    }

    #[test]
    fn a_version_and_another_name_are_taken_off() {
        assert_eq!(all("gmake"), ["make"]);
        assert_eq!(all("docker-compose"), ["docker compose"]);
        assert_eq!(all("pip3.12"), ["pip3", "pip"]);
        assert_eq!(all("python3.12"), ["python3"]);
        assert_eq!(all("clang++-15"), ["clang++"]);
        assert_eq!(all("gcc-12"), ["gcc"]);
        assert_eq!(all("lua5.4"), ["lua5", "lua"]);
        assert_eq!(all("gegrep"), ["egrep", "grep"]);
    }

    /// The tables know tools of GNU by the same names.
    #[test]
    fn every_tool_of_gnu_that_has_a_table_is_there() {
        let known: Vec<&str> = crate::command::options::names().collect();
        let with_g = known.iter().filter(|name| name.strip_prefix('g').is_some_and(|rest| known.contains(&rest)));
        let missing: Vec<&&str> = with_g.filter(|name| of_gnu(name).is_none()).collect();
        // these are programs of their own
        assert_eq!(missing, [&"gcc", &"gpasswd", &"gunzip", &"gvim", &"gzip"]);
    }

    #[test]
    fn others_stay_what_they_are() {
        for name in ["", "git", "g", "go", "grep", "gem", "podman", "python3", "python", "3", ".5", "make", "md5sum"] {
            assert_eq!(usual(name), None, "{name}");
        }
    }
}
