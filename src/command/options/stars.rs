//! Stars in the names that tables hold.
//!
//! Owns the comparison. Refuses everything else that a shell's globs can say.

/// Does the text match, `*` standing for anything and `?` for one character?
#[must_use]
pub fn glob(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut from) = (0, 0);
    // where the last star stands, and how far it reaches
    let mut star: Option<(usize, usize)> = None;
    while from < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(wanted) if *wanted == '?' || text.get(from) == Some(wanted) => {
                at += 1;
                from += 1;
            }
            _ => match star.as_mut() {
                Some((place, reach)) => {
                    *reach += 1;
                    (at, from) = (*place + 1, *reach);
                }
                None => return false,
            },
        }
    }
    pattern.iter().skip(at).all(|left| *left == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_stand_for_anything() {
        for (pattern, text, expected) in [
            ("secret", "secret", true),
            ("secret", "secrets", false),
            ("secret/*", "secret/x", true),
            ("*secret*", "pods,secrets", true),
            ("*+s*", "u+s", true),
            ("4???", "4755", true),
            ("a*b", "ab", true),
            ("a*b", "a", false),
        ] {
            assert_eq!(glob(pattern, text), expected, "{pattern} {text}");
        }
    }
}
