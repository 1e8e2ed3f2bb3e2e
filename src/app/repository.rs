#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "edge: reads the files of a git repository")]
//! What the files of a git repository say, without starting a process.
//!
//! Owns the way from a directory to its repository (`.git` directories, `gitdir:` files, linked worktrees), the branch
//! from `HEAD`, and the remote's URL from the configuration. Refuses includes, `GIT_*` variables and everything else
//! that would have to be evaluated: what is not plain in these files is not known.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::facts::{canonicalize, is_missing};
use crate::facts::GitFacts;

/// The most bytes of one file that are read.
const MAX_FILE_BYTES: u64 = 1024 * 1024;

/// The facts of the repository that holds a directory (absolute); nothing outside of one.
///
/// # Errors
/// When the system does not say whether there is one, or what is in its files: that is not to be taken for nothing.
pub(crate) fn read(directory: &Path) -> Result<GitFacts, String> {
    for root in directory.ancestors() {
        if let Some(git) = git_directory(root)? {
            return facts(root, &git);
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

fn facts(root: &Path, git: &Path) -> Result<GitFacts, String> {
    let branch = small_file(&git.join("HEAD"))?
        .and_then(|head| head.trim_end().strip_prefix("ref: refs/heads/").map(str::to_owned));
    let shared = small_file(&git.join("commondir"))?.map(|path| git.join(path.trim_end()));
    let configuration = small_file(&shared.as_deref().unwrap_or(git).join("config"))?.unwrap_or_default();
    let remote = remote_url(&configuration, branch.as_deref());
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

/// The URL of the branch's remote, else of `origin`.
fn remote_url(configuration: &str, branch: Option<&str>) -> Option<String> {
    let settings = settings(configuration);
    let value = |section: &str, name: &str, key: &str| {
        let mut found = settings.iter().rev();
        found.find(|setting| setting.section == section && setting.name == name && setting.key == key)
    };
    let remote = branch.and_then(|branch| value("branch", branch, "remote")).map_or("origin", |found| &found.value);
    value("remote", remote, "url").map(|found| found.value.clone())
}

/// One `key = value` of a git configuration.
struct Setting {
    section: String,
    name: String,
    key: String,
    value: String,
}

fn settings(configuration: &str) -> Vec<Setting> {
    let (mut section, mut name) = (String::new(), String::new());
    let mut settings = Vec::new();
    for line in configuration.lines().map(str::trim) {
        if let Some(header) = line.strip_prefix('[').and_then(|rest| rest.split(']').next()) {
            let (kind, quoted) = header.split_once([' ', '\t']).unwrap_or((header, ""));
            section = kind.to_ascii_lowercase();
            name = unquoted(quoted.trim());
        } else if let Some((key, value)) = line.split_once('=') {
            let (key, value) = (key.trim().to_ascii_lowercase(), unquoted(value.trim()));
            settings.push(Setting { section: section.clone(), name: name.clone(), key, value });
        }
    }
    settings
}

/// The value without its quotes and its comment.
fn unquoted(value: &str) -> String {
    let mut text = String::new();
    let mut quoted = false;
    let mut characters = value.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => quoted = !quoted,
            '\\' => text.extend(characters.next()),
            '#' | ';' if !quoted => break,
            _ => text.push(character),
        }
    }
    text.trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: &str = "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@example.com:a/b.git\n\tfetch = x\n\
        [remote \"up\"]\n\tURL = \"https://example.com/up\" ; a comment\n[branch \"topic/x\"]\n\tremote = up\n";

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
        assert_eq!(facts.branch.as_deref(), Some("main"));
        assert_eq!(facts.remote.as_deref(), Some("git@example.com:a/b.git"));
        assert_eq!(facts.root.as_deref(), root.to_str());
    }

    #[test]
    fn the_branch_chooses_the_remote() {
        let (_keep, root) = repository("ref: refs/heads/topic/x\n");
        assert_eq!(read(&root).unwrap().remote.as_deref(), Some("https://example.com/up"));
    }

    #[test]
    fn a_detached_head_has_no_branch() {
        let (_keep, root) = repository("0123456789012345678901234567890123456789\n");
        let facts = read(&root).unwrap();
        assert_eq!((facts.branch, facts.remote.is_some()), (None, true));
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
        assert_eq!(facts.branch.as_deref(), Some("topic/x"));
        assert_eq!(facts.remote.as_deref(), Some("https://example.com/up"));
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
