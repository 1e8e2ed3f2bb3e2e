//! Where a file of an agent is.
//!
//! Owns the bases from which agents count, and the variables that move them. Refuses to look whether anything is there.

/// A file or directory of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// From where it counts.
    pub base: Base,
    /// The path below that.
    pub path: &'static str,
}

/// From where a path counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// The home directory.
    Home,
    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    Config,
    /// The directory that a variable names, else the one below the home directory.
    Variable {
        /// The variable.
        name: &'static str,
        /// The directory below the home directory.
        otherwise: &'static str,
    },
    /// The root of the project.
    Project,
}

/// What places depend on.
pub struct Surroundings<'a> {
    /// The home directory, if it is known.
    pub home: Option<String>,
    /// The root of the project, if there is one.
    pub project: Option<String>,
    /// The environment: the value of a variable that is set to a text.
    pub variable: &'a dyn Fn(&str) -> Option<String>,
}

impl Place {
    /// A place below the home directory.
    #[must_use]
    pub const fn home(path: &'static str) -> Self {
        Self { base: Base::Home, path }
    }

    /// A place below the directory for settings.
    #[must_use]
    pub const fn config(path: &'static str) -> Self {
        Self { base: Base::Config, path }
    }

    /// A place below the directory that a variable names, else below one in the home directory.
    #[must_use]
    pub const fn moved_by(name: &'static str, otherwise: &'static str, path: &'static str) -> Self {
        Self { base: Base::Variable { name, otherwise }, path }
    }

    /// A place in a project.
    #[must_use]
    pub const fn project(path: &'static str) -> Self {
        Self { base: Base::Project, path }
    }

    /// Its absolute path.
    ///
    /// # Errors
    /// A sentence: the directory from which it counts is not known, or is not absolute.
    pub fn resolve(&self, around: &Surroundings<'_>) -> Result<String, String> {
        let home = || {
            let home = around.home.as_deref().map(|home| home.trim_end_matches('/').to_owned());
            home.ok_or_else(|| "HOME is not set to an absolute path".to_owned())
        };
        let from = |name: &str, otherwise: &str| match (around.variable)(name).filter(|value| !value.is_empty()) {
            Some(value) if value.starts_with('/') => Ok(value),
            Some(value) => Err(format!("{name} is no absolute path: {value:?}")),
            None => Ok(format!("{}/{otherwise}", home()?)),
        };
        let base = match self.base {
            Base::Home => home()?,
            Base::Config => from("XDG_CONFIG_HOME", ".config")?,
            Base::Variable { name, otherwise } => from(name, otherwise)?,
            Base::Project => around.project.clone().ok_or("there is no project here")?,
        };
        let base = base.trim_end_matches('/');
        Ok(if self.path.is_empty() { base.to_owned() } else { format!("{base}/{}", self.path) })
    }
}
