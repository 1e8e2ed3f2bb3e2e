//! What the core may know about the outside world, as one small trait.
//!
//! Owns the list of questions. Refuses to answer any: the app's edge asks the system, tests answer from memory.

/// What a path names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileKind {
    /// Nothing (also: a dangling link).
    Missing,
    /// A regular file.
    File,
    /// A directory.
    Directory,
    /// Anything else.
    Other,
}

/// Variables by which git takes another repository than the directory says.
pub const LEADING_GIT: [&str; 2] = ["GIT_DIR", "GIT_COMMON_DIR"];

/// Variables by which git takes other settings than its files say.
pub const SETTING_GIT: [&str; 4] =
    ["GIT_CONFIG_COUNT", "GIT_CONFIG_PARAMETERS", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"];

/// What the files of a git repository say, without starting a process.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GitFacts {
    /// The checked-out branch, `None` when detached or outside a repository; why it is not known, where git keeps it elsewhere.
    pub branch: Result<Option<String>, String>,
    /// The URL of the branch's remote, else of `origin`; why it is not known, where git may go elsewhere.
    pub remote: Result<Option<String>, String>,
    /// The top of the working tree, absolute.
    pub root: Option<String>,
}

/// Outside of a repository.
impl Default for GitFacts {
    fn default() -> Self {
        Self { branch: Ok(None), remote: Ok(None), root: None }
    }
}

/// The questions that the core may ask. All paths are absolute.
pub trait Facts {
    /// A variable of the environment that the command would inherit.
    fn variable(&self, name: &str) -> Option<String>;
    /// All variables of that environment, for conditions that walk over `env`.
    fn variables(&self) -> Vec<(String, String)>;
    /// The directory that the line starts in, absolute; `None` when it is not known.
    fn working_directory(&self) -> Option<String>;
    /// Another name of that directory, by which a shell may know it: what `PWD` says, through links.
    fn other_name_of_directory(&self) -> Option<String> {
        None
    }
    /// The shell that the line is for has lived before: it began in the working directory, and nobody knows where it is now.
    fn has_strayed(&self) -> bool {
        false
    }
    /// The names in a directory that are wanted; `None` when the directory cannot be read.
    fn names(&self, directory: &str, wanted: &dyn Fn(&str) -> bool) -> Option<Vec<String>>;
    /// The names in a directory that are symbolic links, none where there is no such directory; `None` when it cannot be
    /// read.
    fn links(&self, directory: &str) -> Option<Vec<String>>;
    /// What a path names, links followed.
    ///
    /// # Errors
    /// A message when the system could not say (for example: no permission on a parent).
    fn file_kind(&self, path: &str) -> Result<FileKind, String>;
    /// The path with all links followed, as far as it exists; `None` when that cannot be told.
    fn canonical(&self, path: &str) -> Option<String>;
    /// The repository that holds a directory.
    ///
    /// # Errors
    /// A message when the system could not say, or its files could not be read.
    fn git(&self, directory: &str) -> Result<GitFacts, String>;
    /// Does git, in this directory, meet one that looks like a repository by itself before it meets a `.git`?
    ///
    /// # Errors
    /// A message when the system could not say.
    fn in_bare_repository(&self, directory: &str) -> Result<bool, String>;
    /// Files that the policy at hand stands on and whose names say nothing, by every path that is known of them.
    fn own_files(&self) -> &[String] {
        &[]
    }
    /// Directories of agents and of settings that variables put elsewhere: the usual name, and where it is.
    fn moved_homes(&self) -> &[(&'static str, String)] {
        &[]
    }
    /// The operating system, as `std::env::consts::OS` names it.
    fn operating_system(&self) -> &str {
        std::env::consts::OS
    }
}
