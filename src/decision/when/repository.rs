//! What a condition reads of git: the branch, the remote, the top of the working tree, whether the repository is bare.
//!
//! Owns when these are known for the command: not where the line itself changes them, or sets variables that lead git elsewhere.
//! Refuses to read a repository (the facts do).

use super::Scene;
use super::scene::Found;
use super::value::{Doubt, Value};
use crate::facts::{FileKind, GitFacts, LEADING_GIT, SETTING_GIT};

impl<'a> Scene<'a> {
    pub(super) fn git_value(&'a self, key: &str) -> Found<'a> {
        if let Some(why) = self.git_is_led(key) {
            return Found::Value(Err(Doubt::new(why)));
        }
        if key == "bare" {
            return Found::Value(self.in_bare_repository().map(Value::Bool));
        }
        let field: fn(GitFacts) -> Result<Option<String>, String> = match key {
            "branch" => |facts| facts.branch,
            "remote" => |facts| facts.remote,
            "root" => |facts| Ok(facts.root),
            _ => return Found::Absent,
        };
        let directories = match self.directories() {
            Ok(directories) => directories,
            Err(doubt) => return Found::Value(Err(doubt)),
        };
        let values: Result<Vec<Option<String>>, String> =
            directories.iter().map(|directory| self.facts.git(directory).and_then(field)).collect();
        let values = match values {
            Ok(values) => values,
            Err(why) => return Found::Value(Err(Doubt::new(why))),
        };
        if values.iter().all(Option::is_none) {
            return Found::known(Value::Null);
        }
        match values.into_iter().collect::<Option<Vec<String>>>() {
            Some(texts) => Found::known(Value::choice(texts)),
            None => Found::Value(Err(Doubt::new("the directory may lie outside a repository"))),
        }
    }

    /// Why git may see another repository, branch or remote than there is now.
    fn git_is_led(&self, key: &str) -> Option<String> {
        let altered = match key {
            "bare" => return None,
            "remote" => self.altered.remote || self.altered.repository,
            _ => self.altered.repository,
        };
        if altered {
            return Some("the line itself may change what git says there".to_owned());
        }
        let leads = |name: &str| {
            let other_settings = SETTING_GIT.contains(&name) || matches!(name, "HOME" | "XDG_CONFIG_HOME");
            LEADING_GIT.contains(&name) || key == "remote" && other_settings
        };
        let set = self.environment.iter().map(|inherited| inherited.0.as_str()).find(|name| leads(name))?;
        Some(format!("the line sets {set}, which may lead git elsewhere"))
    }

    fn in_bare_repository(&self) -> Result<bool, Doubt> {
        let is_new = |at: &String| self.altered.files && self.facts.file_kind(at) != Ok(FileKind::Directory);
        if self.altered.bare || self.directories()?.iter().any(is_new) {
            return Err(Doubt::new("the line itself may make a repository there"));
        }
        let told = |directory: &String| self.facts.in_bare_repository(directory).map_err(Doubt::new);
        let told: Vec<bool> = self.directories()?.iter().map(told).collect::<Result<_, _>>()?;
        match told.iter().filter(|bare| **bare).count() {
            0 => Ok(false),
            some if some == told.len() => Ok(true),
            _ => Err(Doubt::new("the directory may lie in a bare repository")),
        }
    }
}
