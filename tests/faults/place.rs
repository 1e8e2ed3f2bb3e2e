//! A home directory with a policy whose every rule needs something of the system, and lines with their right verdicts.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime};

/// How old the files of a policy must be before it is compiled, and a little more.
pub(crate) const OLD_ENOUGH: Duration = Duration::from_millis(3_200);

/// How long a child may live on when its parent has been killed.
pub(crate) const OUTLIVES: Duration = Duration::from_secs(5);

/// The default allows: a rule that gets lost shows as `allow`.
const GLOBAL: &str = "defaults: { action: allow }
extends: [./more.yml]
rules:
  - deny: 'rm *'
  - ask: 'git push *'
  - deny: 'cat <path:keys>'
  - deny: '> <path:keys>'
  - deny: 'wc *'
    when: 'fs.exists(\"flag\")'
  - deny: 'ls *'
    when: 'git.branch == \"main\"'
  - deny: 'cp -r *'
  - deny: 'tac <type:Inside>'
  - deny: 'shred <type:Tree>'
  - deny: 'du <type:TreeRoot>'
  - deny: 'cksum <type:Temp>'
  - deny: 'stat <type:File>'
  - allow: 'put *'
    validate: Judge
definitions:
  paths: { keys: ['~/keys/**'] }
types:
  Inside: { path: { inside: [~/keys] } }
  Judge: { executor: './judge.sh' }
";

/// A policy whose default asks: a word that is wrongly taken for one of a rule shows as `allow`.
const STRICT: &str = "rules:
  - allow: 'b2sum <type:Temp>'
  - allow: 'b2sum <type:Tree>'
  - allow: 'rm <type:TreeNew>'
  - allow: 'mv !-t * <type:TreeOrTemp>'
  - allow: 'ls *'
    when: 'git.branch != \"main\"'
  - allow: 'wc *'
    when: '!fs.exists(\"flag\")'
  - allow: 'cp !-r *'
  - allow: 'put *'
    validate: Judge
types:
  Judge: { executor: '../.config/runok/judge.sh' }
";

/// What the global policy extends.
const MORE: &str = "rules:\n  - deny: 'dd *'\n  - ask: 'mv *'\n";

/// A project's own file, which nobody has trusted: it can only tighten.
const PROJECT: &str = "rules:\n  - deny: 'head *'\n  - allow: '*'\n";

/// Denies where the request speaks of something bad.
const JUDGE: &str = r#"#!/bin/sh
read -r request
case $request in
*bad*) echo '{"jsonrpc":"2.0","id":1,"result":{"status":"deny"}}' ;;
*good*) echo '{"jsonrpc":"2.0","id":1,"result":{"status":"allow"}}' ;;
esac
"#;

/// Lines, and what is right for each.
pub(crate) const LINES: [(&str, &str); 27] = [
    ("rm x", "deny"),
    ("rm victim", "deny"),
    ("rm -rf /", "deny"),
    ("dd x", "deny"),
    ("head x", "deny"),
    ("git push", "ask"),
    ("mv a b", "ask"),
    ("cat ~/keys/k", "deny"),
    ("tac link/x", "deny"),
    ("cat other/k", "allow"),
    ("echo x > ~/keys/k", "deny"),
    ("wc x", "deny"),
    ("ls x", "deny"),
    ("cp * y", "ask"),
    ("tac link/k", "deny"),
    ("shred victim", "deny"),
    ("shred x", "deny"),
    ("shred *", "deny"),
    ("du .", "deny"),
    ("cksum /tmp/x", "deny"),
    ("cksum x", "allow"),
    ("stat flag", "deny"),
    ("cd sub && stat ../flag", "deny"),
    ("put good", "allow"),
    ("put bad", "deny"),
    ("for i in *; do rm $i; done", "deny"),
    ("touch made", "allow"),
];

/// The same by the strict policy.
pub(crate) const STRICT_LINES: [(&str, &str); 16] = [
    ("b2sum /tmp/x", "allow"),
    ("b2sum /tmp", "ask"),
    ("b2sum ~/keys/k", "ask"),
    ("b2sum x", "allow"),
    ("b2sum link/k", "ask"),
    ("b2sum .git/config", "ask"),
    ("b2sum *", "ask"),
    ("rm flag", "ask"),
    ("rm new", "allow"),
    ("mv x link/x", "ask"),
    ("ls x", "ask"),
    ("wc x", "ask"),
    ("cp * y", "ask"),
    ("cd sub; wc x", "ask"),
    ("put bad", "deny"),
    ("put good", "allow"),
];

/// The home directory, removed when it is dropped.
pub(crate) struct Place {
    directory: tempfile::TempDir,
    before: BTreeMap<PathBuf, Vec<u8>>,
}

impl Place {
    /// Files that are old enough to be compiled.
    pub(crate) fn new() -> Self {
        let directory = tempfile::tempdir().unwrap();
        let place = Self { directory, before: BTreeMap::new() };
        for (name, text) in [
            (".config/runok/runok.yml", GLOBAL),
            (".config/runok/more.yml", MORE),
            (".config/runok/judge.sh", JUDGE),
            ("project/runok.yml", PROJECT),
            ("project/.git/HEAD", "ref: refs/heads/main\n"),
            ("project/.git/config", "[core]\n"),
            ("project/strict.yml", STRICT),
            ("project/flag", ""),
            ("project/-r", ""),
            ("project/victim", ""),
            ("project/other/k", ""),
            ("project/sub/x", ""),
            ("keys/k", "secret"),
        ] {
            fs::create_dir_all(place.path(name).parent().unwrap()).unwrap();
            fs::write(place.path(name), text).unwrap();
        }
        fs::set_permissions(place.path(".config/runok/judge.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        symlink("../keys", place.path("project/link")).unwrap();
        std::thread::sleep(OLD_ENOUGH);
        let before = place.files();
        Self { before, ..place }
    }

    pub(crate) fn home(&self) -> &Path {
        self.directory.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.home().join(name)
    }

    pub(crate) fn project(&self) -> PathBuf {
        self.path("project")
    }

    /// Every file with what it holds, but for the cache.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let (mut left, mut files) = (vec![self.home().to_owned()], BTreeMap::new());
        while let Some(directory) = left.pop() {
            for entry in fs::read_dir(&directory).unwrap() {
                let path = entry.unwrap().path();
                if path.ends_with(".cache") {
                } else if path.is_dir() && !path.is_symlink() {
                    left.push(path);
                } else if path.is_file() {
                    let text = fs::read(&path).unwrap();
                    files.insert(path, text);
                }
            }
        }
        files
    }

    /// What is wrong with the files, where it is not as it was before.
    pub(crate) fn damage(&self) -> Option<String> {
        let now = self.files();
        if now == self.before {
            return None;
        }
        let differs = |path: &&PathBuf| now.get(*path) != self.before.get(*path);
        Some(format!("{:?}", now.keys().chain(self.before.keys()).filter(differs).collect::<Vec<_>>()))
    }

    /// The names in the cache.
    pub(crate) fn kept(&self) -> Vec<String> {
        let Ok(entries) = fs::read_dir(self.path(".cache/runok")) else { return Vec::new() };
        entries.map(|entry| entry.unwrap().file_name().to_str().unwrap().to_owned()).collect()
    }

    /// Was something put into the cache since this moment, or taken out?
    pub(crate) fn kept_since(&self, moment: SystemTime) -> bool {
        let changed = |path: &str| fs::metadata(self.path(path)).and_then(|found| found.modified());
        // a clock of the file system may go by larger steps
        changed(".cache/runok").map_or(true, |changed| changed + Duration::from_millis(20) >= moment)
    }

    /// Removes the compiled policies, and nothing else of the cache.
    pub(crate) fn forget_policies(&self) {
        for name in self.kept().iter().filter(|name| name.ends_with(".policy")) {
            fs::remove_file(self.path(".cache/runok").join(name)).unwrap();
        }
    }

    pub(crate) fn forget_cache(&self) {
        let _ = fs::remove_dir_all(self.path(".cache"));
    }

    /// Those that still run when this time has passed.
    pub(crate) fn running_after(&self, patience: Duration) -> Vec<String> {
        let start = Instant::now();
        loop {
            let running = self.processes();
            if running.is_empty() || start.elapsed() > patience {
                return running;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The processes whose directory is in here.
    pub(crate) fn processes(&self) -> Vec<String> {
        let home = self.home().canonicalize().unwrap();
        let here = |entry: &fs::DirEntry| {
            fs::read_link(entry.path().join("cwd")).is_ok_and(|directory| directory.starts_with(&home))
        };
        let name = |entry: fs::DirEntry| {
            let words = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            format!("{:?} {}", entry.file_name(), String::from_utf8_lossy(&words).replace('\0', " "))
        };
        fs::read_dir("/proc").unwrap().flatten().filter(here).map(name).collect()
    }
}
