//! The nearest known name, for messages.

/// The longest name that is compared, in characters.
const MAX_COMPARED: usize = 64;

/// How many known names are listed.
const MOST_LISTED: usize = 16;

/// ``did you mean `x`?`` where a known name is near, else the known names.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let mut seen = foldhash::HashSet::default();
    let known: Vec<&str> = known.filter(|name| seen.insert(*name)).collect();
    let nearest = known.iter().map(|candidate| (distance(name, candidate), *candidate)).min();
    match nearest {
        None => None,
        Some((distance, nearest)) if distance <= 1 + nearest.chars().count() / 3 => {
            Some(format!("did you mean `{nearest}`?"))
        }
        Some(_) => {
            let (listed, more) = known.split_at(known.len().min(MOST_LISTED));
            let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
            Some(format!("known here: {}{more}", listed.join(", ")))
        }
    }
}

/// The most characters in which a mistyped name is another one.
const MOST_MISTYPED: usize = 2;

/// The known name that this one was surely meant to be; none where it is one of them.
pub(super) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let (distance, nearest) = known.map(|candidate| (distance(name, candidate), candidate)).min()?;
    (1..=MOST_MISTYPED.min(nearest.trim_start_matches('-').chars().count() / 3)).contains(&distance).then_some(nearest)
}

/// How many characters have to be added, removed, replaced or swapped with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let left: Vec<char> = left.chars().take(MAX_COMPARED).flat_map(char::to_lowercase).collect();
    let right: Vec<char> = right.chars().take(MAX_COMPARED).flat_map(char::to_lowercase).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut previous: Vec<usize> = (0..=right.len()).collect();
    for (row, one) in left.iter().enumerate() {
        let mut current = vec![row + 1];
        for (column, other) in right.iter().enumerate() {
            let at = |line: &[usize], index: usize| line.get(index).copied().unwrap_or(usize::MAX - 1);
            let replaced = at(&previous, column) + usize::from(one != other);
            let mut best = replaced.min(at(&previous, column + 1) + 1).min(at(&current, column) + 1);
            let swapped =
                column > 0 && row > 0 && right.get(column - 1) == Some(one) && left.get(row - 1) == Some(other);
            if swapped {
                best = best.min(at(&before, column - 1) + 1);
            }
            current.push(best);
        }
        before = std::mem::replace(&mut previous, current);
    }
    previous.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_edits() {
        let expected =
            [("allow", "allow", 0), ("alow", "allow", 1), ("aks", "ask", 1), ("Deny", "deny", 0), ("", "ask", 3)];
        for (left, right, edits) in expected {
            assert_eq!(distance(left, right), edits, "{left} {right}");
        }
    }

    #[test]
    fn a_mistyped_name_is_near_and_no_name_itself() {
        let known = || ["push", "pull", "--force", "--bare"].into_iter();
        assert_eq!(nearest("psuh", known()), Some("push"));
        assert_eq!(nearest("--fore", known()), Some("--force"));
        for other in ["push", "gc", "--follow", "stash", "--date"] {
            assert_eq!(nearest(other, known()), None, "{other}");
        }
    }

    #[test]
    fn names_the_nearest_or_all() {
        let known = || ["allow", "ask", "deny"].into_iter();
        assert_eq!(did_you_mean("alow", known()).unwrap(), "did you mean `allow`?");
        assert_eq!(did_you_mean("permission", known()).unwrap(), "known here: allow, ask, deny");
        assert_eq!(did_you_mean("x", [].into_iter()), None);
    }
}
