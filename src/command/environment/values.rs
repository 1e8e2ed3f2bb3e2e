//! Which values of a variable are harmless.
//!
//! Owns the kinds of values. Refuses to know variables.

/// The values of a variable that change nothing that matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Harmless {
    /// None.
    Nothing,
    /// Every one that is known and holds no backslash.
    Known,
    /// A program that does nothing: `cat`, `true`, `:`, or none.
    IdleProgram,
    /// Relative directories that stay inside the tree.
    InsideTree,
    /// A path that stays inside the tree, or lies below `/tmp`.
    TreeOrTemp,
    /// The name of a program, without a path.
    PlainName,
    /// One of these (blanks between them), or none.
    OneOf(&'static str),
    /// Words that each are one of these, or begin with one that ends in `*`, and hold none of [`DANGEROUS`].
    Flags(&'static str),
    /// A number or a boolean.
    Switch,
    /// A locale whose characters are read as they are written here.
    Locale,
}

/// What no word of `Flags` may hold: it begins a further word, a path or a substitution.
const DANGEROUS: &[char] = &['$', '`', ';', '|', '&', '!', '(', '\'', '"', '\\', '@'];

impl Harmless {
    /// Is this value one of them?
    pub(super) fn holds(self, value: &str) -> bool {
        match self {
            Self::Nothing => false,
            // a backslash in IFS splits what stands in quotes
            Self::Known => !value.contains('\\'),
            Self::IdleProgram => {
                matches!(value, "" | "cat" | "true" | ":" | "/bin/cat" | "/bin/true" | "/usr/bin/true")
            }
            Self::InsideTree => value.split(':').all(is_inside),
            Self::TreeOrTemp => {
                let of_git = value.split('/').any(|component| component.eq_ignore_ascii_case(".git"));
                is_inside(value.strip_prefix("/tmp/").unwrap_or(value)) && !of_git
            }
            Self::PlainName => value.chars().all(|one| one.is_ascii_alphanumeric() || matches!(one, '.' | '-' | '_')),
            Self::OneOf(values) => value.is_empty() || values.split(' ').any(|each| each == value),
            Self::Flags(flags) => value.split_whitespace().all(|word| is_flag(word, flags)),
            Self::Switch => {
                let digits = value.len() <= 2 && value.bytes().all(|byte| byte.is_ascii_digit());
                digits || matches!(value.to_ascii_lowercase().as_str(), "true" | "false" | "yes" | "no" | "on" | "off")
            }
            Self::Locale => is_readable_locale(value),
        }
    }
}

/// A relative path that does not climb. (An empty entry is the working directory.)
fn is_inside(path: &str) -> bool {
    !path.starts_with(['/', '~']) && !path.contains('\\') && path.split('/').all(|component| component != "..")
}

fn is_flag(word: &str, flags: &str) -> bool {
    let matches = |flag: &str| match flag.strip_suffix('*') {
        Some(beginning) => word.starts_with(beginning),
        None => word == flag,
    };
    flags.split(' ').any(matches) && !word.contains(DANGEROUS)
}

/// The character set, where one is named, is UTF-8 or has ASCII in the lower half of single bytes.
fn is_readable_locale(value: &str) -> bool {
    let Some((_, rest)) = value.split_once('.') else { return !value.contains('/') };
    let codeset = rest.split('@').next().unwrap_or(rest).to_ascii_lowercase();
    let codeset: String = codeset.chars().filter(char::is_ascii_alphanumeric).collect();
    codeset == "utf8" || codeset.starts_with("iso8859")
}
