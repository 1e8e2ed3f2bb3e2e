#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: reads the files of a git repository")]
//! What the files of a git repository say, without starting a process.
//!
//! Owns the way from a directory to its repository (`.git` directories, `gitdir:` files, linked worktrees), the branch
//! from `HEAD`, and which files of configuration have a say in the remote's URL. Refuses includes, `GIT_*` variables and
//! everything else that would have to be evaluated: what is not plain in these files is not known.

mod remote;
mod settings;

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::facts::{canonicalize, is_missing};
use crate::facts::{GitFacts, LEADING_GIT, SETTING_GIT};
use settings::Setting;

/// The most bytes of one file that are read.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// Where git keeps the system's settings: its builds differ, and a file that it does not read costs an answer at most.
const OF_SYSTEM: [&str; 3] = ["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"];

/// What has a say in git's settings outside of a repository.
#[derive(Default)]
pub(crate) struct Surroundings {
    configurations: Vec<PathBuf>,
    led_by: Option<&'static str>,
    set_by: Option<&'static str>,
}

impl Surroundings {
    /// Those of an environment.
    pub(crate) fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let is_there = |name: &&str| variable(name).is_some();
        let (led_by, set_by) = (LEADING_GIT.into_iter().find(is_there), SETTING_GIT.into_iter().find(is_there));
        let mut configurations: Vec<PathBuf> = OF_SYSTEM.map(PathBuf::from).into();
        let home = variable("HOME").map(PathBuf::from);
        let settings = variable("XDG_CONFIG_HOME").filter(|path| !path.is_empty()).map(PathBuf::from);
        configurations
            .extend(settings.or_else(|| Some(home.as_ref()?.join(".config"))).map(|path| path.join("git/config")));
        configurations.extend(home.map(|path| path.join(".gitconfig")));
        Self { configurations, led_by, set_by }
    }
}

/// The facts of the repository that holds a directory (absolute); nothing outside of one.
///
/// # Errors
/// When the system does not say whether there is one, or what is in its files: that is not to be taken for nothing.
pub(crate) fn read(directory: &Path, surroundings: &Surroundings) -> Result<GitFacts, String> {
    for root in directory.ancestors() {
        if let Some(git) = git_directory(root)? {
            return facts(root, &git, surroundings);
        }
    }
    Ok(GitFacts::default())
}

/// Does git, in a directory (absolute), meet one that looks like a repository by itself before it meets a `.git`? One that has
/// both counts: whether git takes the `.git` for valid is for git to say.
///
/// # Errors
/// When the system does not say what lies there.
pub(crate) fn is_in_bare(directory: &Path) -> Result<bool, String> {
    let physical = match canonicalize(directory) {
        Ok(physical) => physical,
        Err(error) if is_missing(&error) => return Ok(false),
        Err(error) => return Err(unread(directory, &error)),
    };
    for level in physical.ancestors() {
        if is_bare(level)? {
            return Ok(true);
        }
        if git_directory(level)?.is_some() {
            break;
        }
    }
    Ok(false)
}

/// Does it hold what git looks for in a repository? `HEAD` may be a link to nothing, and the rest may lie where `commondir` says.
fn is_bare(directory: &Path) -> Result<bool, String> {
    let head = directory.join("HEAD");
    match fs::symlink_metadata(&head) {
        Ok(_) => {}
        Err(error) if is_missing(&error) => return Ok(false),
        Err(error) => return Err(unread(&head, &error)),
    }
    let has = |name: &str| status(&directory.join(name)).map(|found| found.is_some());
    Ok(has("commondir")? || has("objects")? && has("refs")?)
}

fn facts(root: &Path, git: &Path, surroundings: &Surroundings) -> Result<GitFacts, String> {
    let branch = match surroundings.led_by {
        Some(name) => Err(format!("the variable {name} may lead git to another repository")),
        None => branch(&git.join("HEAD"))?,
    };
    let remote = match (&branch, surroundings.set_by) {
        (_, Some(name)) => Err(format!("the variable {name} may lead git to another configuration")),
        (Ok(branch), None) => remote_url(git, branch.as_deref(), surroundings),
        (Err(why), None) => Err(why.clone()),
    };
    Ok(GitFacts { branch, remote, root: root.to_str().map(str::to_owned) })
}

/// The repository's own directory, where `root` is the top of a working tree.
fn git_directory(root: &Path) -> Result<Option<PathBuf>, String> {
    let path = root.join(".git");
    let Some(found) = status(&path)? else { return Ok(None) };
    if found.is_dir() {
        return Ok(status(&path.join("HEAD"))?.map(|_| path));
    }
    let pointer = small_file(&path)?.unwrap_or_default();
    Ok(pointer.strip_prefix("gitdir:").map(|target| root.join(target.trim())))
}

/// What stands at a path; nothing where there is nothing.
fn status(path: &Path) -> Result<Option<Metadata>, String> {
    match fs::metadata(path) {
        Ok(found) => Ok(Some(found)),
        Err(error) if is_missing(&error) => Ok(None),
        Err(error) => Err(unread(path, &error)),
    }
}

fn unread(path: &Path, error: &io::Error) -> String {
    format!("{} cannot be read: {error}", path.display())
}

/// A regular file's text, up to the limit; a FIFO or a device is never opened.
fn small_file(path: &Path) -> Result<Option<String>, String> {
    if !status(path)?.is_some_and(|found| found.is_file()) {
        return Ok(None);
    }
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(MAX_FILE_BYTES).read_to_string(&mut text));
    match read {
        Ok(_) => Ok(Some(text)),
        // what is no text says nothing, and what has gone meanwhile says no more
        Err(error) if error.kind() == io::ErrorKind::InvalidData || is_missing(&error) => Ok(None),
        Err(error) => Err(unread(path, &error)),
    }
}

/// Where git goes, by its files; why that is not known otherwise.
fn remote_url(git: &Path, branch: Option<&str>, surroundings: &Surroundings) -> Result<Option<String>, String> {
    let shared = small_file(&git.join("commondir"))?.map(|path| git.join(path.trim_end()));
    let shared = shared.as_deref().unwrap_or(git);
    let own = configuration(&shared.join("config"))?;
    let mut others = configuration(&git.join("config.worktree"))?;
    for file in &surroundings.configurations {
        others.extend(configuration(file)?);
    }
    let remote = remote::chosen(&own, &others, branch)?;
    for older in ["remotes", "branches"] {
        let file = shared.join(older).join(&remote.name);
        if status(&file)?.is_some() {
            return Err(format!("{} may name another URL", file.display()));
        }
    }
    Ok(remote.url)
}

/// On which branch git is, as `HEAD` says, or that it is on none; why that is not known, where it does not say so plainly.
///
/// # Errors
/// When the system does not let it be read.
fn branch(head: &Path) -> Result<Result<Option<String>, String>, String> {
    let is_object = |text: &str| matches!(text.len(), 40 | 64) && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    let text = small_file(head)?.unwrap_or_default();
    let text = text.trim_end();
    Ok(match text.strip_prefix("ref: refs/heads/") {
        // what stands there where the branches are kept in tables
        Some(branch) if branch != ".invalid" => Ok(Some(branch.to_owned())),
        // a link names the branch by where it leads
        None if is_object(text) && !head.is_symlink() => Ok(None),
        _ => Err(format!("{} does not say plainly which branch it is", head.display())),
    })
}

/// The settings of a file of git's configuration; none where there is no such file.
fn configuration(path: &Path) -> Result<Vec<Setting>, String> {
    match status(path)? {
        None => Ok(Vec::new()),
        Some(found) if found.is_file() && found.len() <= MAX_FILE_BYTES => {
            let settings = small_file(path)?.and_then(|text| settings::read(&text));
            settings.ok_or_else(|| format!("{} is not written as git's configuration is", path.display()))
        }
        Some(_) => Err(format!("{} is no file, or a very large one", path.display())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(directory: &Path) -> Result<GitFacts, String> {
        super::read(directory, &Surroundings::default())
    }

    const CONFIG: &str = "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@example.com:a/b.git\n\tfetch = x\n\
        [remote \"up\"]\n\tURL = \"https://example.com/up\" ; a comment\n[branch \"topic/x\"]\n\tremote = up\n";

    fn known(url: &str) -> Result<Option<String>, String> {
        Ok(Some(url.to_owned()))
    }

    fn repository(head: &str) -> (tempfile::TempDir, PathBuf) {
        let directory = tempfile::tempdir().unwrap();
        let root = directory.path().to_owned();
        fs::create_dir_all(root.join(".git")).unwrap();
        fs::create_dir_all(root.join("src/deep")).unwrap();
        fs::write(root.join(".git/HEAD"), head).unwrap();
        fs::write(root.join(".git/config"), CONFIG).unwrap();
        (directory, root)
    }

    #[test]
    fn branch_remote_and_root_are_read_from_below() {
        let (_keep, root) = repository("ref: refs/heads/main\n");
        let facts = read(&root.join("src/deep")).unwrap();
        assert_eq!(facts.branch, known("main"));
        assert_eq!(facts.remote, known("git@example.com:a/b.git"));
        assert_eq!(facts.root.as_deref(), root.to_str());
    }

    #[test]
    fn the_branch_chooses_the_remote() {
        let (_keep, root) = repository("ref: refs/heads/topic/x\n");
        assert_eq!(read(&root).unwrap().remote, known("https://example.com/up"));
    }

    #[test]
    fn a_detached_head_has_no_branch() {
        let (_keep, root) = repository("0123456789012345678901234567890123456789\n");
        let facts = read(&root).unwrap();
        assert_eq!((facts.branch, facts.remote), (Ok(None), known("git@example.com:a/b.git")));
    }

    #[test]
    fn files_that_may_send_git_elsewhere_leave_the_remote_unknown() {
        let (_keep, root) = repository("ref: refs/heads/main\n");
        let remote = |surroundings: &Surroundings| super::read(&root, surroundings).unwrap().remote;
        let elsewhere = root.join("home/.gitconfig");
        fs::create_dir_all(root.join("home/git")).unwrap();
        let home = root.join("home").to_str().unwrap().to_owned();
        let of_user = |name: &str| {
            let own = Surroundings::of(|asked| (asked == name).then(|| home.clone()));
            Surroundings { configurations: own.configurations.into_iter().skip(OF_SYSTEM.len()).collect(), ..own }
        };
        let evil = "[remote \"origin\"]\npushurl = /x/evil.git\n";
        let good = known("git@example.com:a/b.git");
        fs::write(&elsewhere, "[user]\nname = N\n").unwrap();
        fs::write(root.join(".git/config.worktree"), "[core]\nsparseCheckout = true\n").unwrap();
        assert_eq!(remote(&of_user("HOME")), good);
        assert_eq!(remote(&of_user("XDG_CONFIG_HOME")), good);
        for name in LEADING_GIT.into_iter().chain(SETTING_GIT) {
            assert!(remote(&of_user(name)).is_err_and(|why| why.contains(name)));
            let branch = super::read(&root, &of_user(name)).unwrap().branch;
            assert_eq!(branch.is_err(), LEADING_GIT.contains(&name), "{name}");
        }
        fs::create_dir_all(root.join("home/.config/git")).unwrap();
        let files = ["home/.gitconfig", "home/.config/git/config", "home/git/config", ".git/config.worktree"];
        for (file, variable) in files.into_iter().zip(["HOME", "HOME", "XDG_CONFIG_HOME", "PATH"]) {
            let before = fs::read(root.join(file)).unwrap_or_default();
            for text in [evil, "not a configuration"] {
                fs::write(root.join(file), text).unwrap();
                assert!(remote(&of_user(variable)).is_err(), "{file}");
            }
            fs::write(root.join(file), before).unwrap();
        }
        for older in [".git/remotes", ".git/branches"] {
            fs::create_dir_all(root.join(older)).unwrap();
            assert_eq!(remote(&of_user("HOME")), good);
            fs::write(root.join(older).join("origin"), "URL: /x/evil.git\n").unwrap();
            assert!(remote(&of_user("HOME")).is_err(), "{older}");
            fs::remove_file(root.join(older).join("origin")).unwrap();
        }
        assert_eq!(remote(&of_user("HOME")), good);
        fs::write(root.join(".git/config"), [b'#'; MAX_FILE_BYTES as usize + 1]).unwrap();
        assert!(remote(&of_user("HOME")).is_err());
    }

    #[test]
    fn where_the_branch_is_not_plain_neither_it_nor_the_remote_is_known() {
        for head in ["ref: refs/heads/.invalid\n", "ref:refs/heads/topic/x\n", "ref: refs/other\n", ""] {
            let (_keep, root) = repository(head);
            let facts = read(&root).unwrap();
            assert!(facts.remote.is_err() && facts.branch.is_err(), "{head:?}");
        }
        let (_keep, root) = repository("");
        fs::write(root.join(".git/object"), "0123456789012345678901234567890123456789\n").unwrap();
        fs::remove_file(root.join(".git/HEAD")).unwrap();
        std::os::unix::fs::symlink("object", root.join(".git/HEAD")).unwrap();
        let facts = read(&root).unwrap();
        assert!(facts.remote.is_err() && facts.branch.is_err());
    }

    #[test]
    fn a_linked_worktree_leads_to_the_shared_configuration() {
        let (_keep, root) = repository("ref: refs/heads/main\n");
        let (tree, own) = (root.join("linked"), root.join(".git/worktrees/linked"));
        fs::create_dir_all(&tree).unwrap();
        fs::create_dir_all(&own).unwrap();
        fs::write(tree.join(".git"), format!("gitdir: {}\n", own.display())).unwrap();
        fs::write(own.join("HEAD"), "ref: refs/heads/topic/x\n").unwrap();
        fs::write(own.join("commondir"), "../..\n").unwrap();
        let facts = read(&tree).unwrap();
        assert_eq!(facts.branch, known("topic/x"));
        assert_eq!(facts.remote, known("https://example.com/up"));
        assert_eq!(facts.root.as_deref(), tree.to_str());
    }

    #[test]
    fn what_cannot_be_looked_at_is_not_known() {
        let (_keep, root) = repository("ref: refs/heads/main\n");
        let around = root.join("src/.git");
        std::os::unix::fs::symlink(&around, &around).unwrap();
        assert!(read(&root.join("src/deep")).is_err_and(|why| why.contains("src/.git cannot be read")));
    }

    #[test]
    fn a_directory_that_looks_like_a_repository_is_one_to_git() {
        let (_keep, root) = repository("ref: refs/heads/main\n");
        let bare = |directory: &str| is_in_bare(&root.join(directory)).unwrap();
        fs::write(root.join(".git/commondir"), ".").unwrap();
        assert!(!bare("") && !bare("src/deep") && !bare("missing") && bare(".git"));
        let other = root.join("src");
        fs::create_dir_all(other.join("deep/er/still")).unwrap();
        std::os::unix::fs::symlink("refs/heads/none", other.join("HEAD")).unwrap();
        assert!(!bare("src"));
        fs::write(other.join("commondir"), "../elsewhere").unwrap();
        assert!(bare("src") && bare("src/deep/er/still") && !bare(""));
        fs::remove_file(other.join("commondir")).unwrap();
        for name in ["objects", "refs"] {
            fs::create_dir(other.join(name)).unwrap();
        }
        fs::create_dir(other.join(".git")).unwrap();
        fs::write(other.join(".git/HEAD"), "no such thing").unwrap();
        assert!(bare("src") && bare("src/deep") && !bare(""));
        std::os::unix::fs::symlink(other.join("deep"), root.join("link")).unwrap();
        assert!(bare("link"));
    }

    #[test]
    fn outside_of_a_repository_nothing_is_known() {
        assert_eq!(read(Path::new("/no/such/place")), Ok(GitFacts::default()));
    }
}
