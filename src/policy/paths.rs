//! Paths of a policy file: relative to the file that holds them, `~` the home directory, `.` and `..` resolved as text.

pub(crate) use crate::command::normalise;

/// The absolute, normalised path; nothing for `~` where no home directory is known. Globs stay as written.
pub(crate) fn resolve(path: &str, directory: &str, home: Option<&str>) -> Option<String> {
    let absolute = match after_home(path) {
        Some(rest) => format!("{}{rest}", home?),
        None if path.starts_with('/') => path.to_owned(),
        None => format!("{directory}/{path}"),
    };
    Some(normalise(&absolute))
}

/// What follows the `~` of a text that begins with the home directory: `/x` of `~/x`, nothing of `~`. `~name` is the home
/// directory of somebody else.
pub(crate) fn after_home(text: &str) -> Option<&str> {
    text.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Is the path that directory, or below it? Both normalised.
pub(crate) fn is_within(path: &str, directory: &str) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| rest.is_empty() || rest.starts_with('/') || directory == "/")
}

/// The directory that holds a path.
pub(crate) fn parent(path: &str) -> &str {
    match path.rsplit_once('/') {
        Some(("", _)) | None => "/",
        Some((parent, _)) => parent,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn resolves_against_the_file() {
        let resolve = |path| resolve(path, "/etc/x", Some("/home/dev"));
        assert_eq!(resolve("a/../b").unwrap(), "/etc/x/b");
        assert_eq!(resolve("./b//c/").unwrap(), "/etc/x/b/c");
        assert_eq!(resolve("../../../y").unwrap(), "/y");
        assert_eq!(resolve("~/.ssh/**").unwrap(), "/home/dev/.ssh/**");
        assert_eq!(resolve("~").unwrap(), "/home/dev");
        assert_eq!(resolve("~x/y").unwrap(), "/etc/x/~x/y");
        assert_eq!(resolve("/a/./b").unwrap(), "/a/b");
        assert_eq!(super::resolve("~/x", "/", None), None);
    }

    #[test]
    fn within_is_by_component() {
        assert!(is_within("/a/b", "/a"));
        assert!(is_within("/a", "/a"));
        assert!(!is_within("/ab", "/a"));
        assert!(is_within("/ab", "/"));
        assert_eq!((parent("/a/b"), parent("/a")), ("/a", "/"));
    }
}
