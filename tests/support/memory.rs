//! Facts from memory, for tests.

use runok::facts::{Facts, FileKind, GitFacts};

/// An outside world that holds what a test says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) directory: Option<String>,
    pub(crate) dashes: Vec<String>,
}

impl Memory {
    pub(crate) fn new(directory: &str, variables: &[(&str, &str)]) -> Self {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        Self { variables, directory: Some(directory.to_owned()), dashes: Vec::new() }
    }
}

impl Facts for Memory {
    fn variable(&self, name: &str) -> Option<String> {
        self.variables.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }

    fn variables(&self) -> Vec<(String, String)> {
        self.variables.clone()
    }

    fn working_directory(&self) -> Option<String> {
        self.directory.clone()
    }

    fn names(&self, _directory: &str, wanted: &dyn Fn(&str) -> bool) -> Option<Vec<String>> {
        Some(self.dashes.iter().filter(|name| wanted(name)).cloned().collect())
    }
    fn links(&self, _: &str) -> Option<Vec<String>> {
        None
    }

    fn file_kind(&self, _path: &str) -> Result<FileKind, String> {
        Ok(FileKind::Missing)
    }

    fn canonical(&self, path: &str) -> Option<String> {
        Some(path.to_owned())
    }

    fn git(&self, _directory: &str) -> Result<GitFacts, String> {
        Ok(GitFacts::default())
    }
    fn in_bare_repository(&self, _: &str) -> Result<bool, String> {
        Ok(false)
    }
}
