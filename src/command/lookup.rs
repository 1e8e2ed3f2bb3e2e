//! Commands that tell where a program is, or which of its processes run: `which NAME`, `command -v NAME`, `pgrep NAME`.
//!
//! Owns which words of them are names of programs. Refuses to say what they print: that is the path of the program, or
//! nothing, or what an alias of that name stands for, so it is any text that may be that path; or numbers of processes.

use super::word::Word;
use super::{Invocation, base_name};

/// The most names that are kept of one substitution.
const MAX_NAMES: usize = 1024;

/// The programs that these commands look up.
pub(super) fn names(commands: &[Invocation]) -> Vec<String> {
    let mut names: Vec<String> = commands.iter().flat_map(|command| of_command(&command.words)).collect();
    names.sort();
    names.dedup();
    names.truncate(MAX_NAMES);
    names
}

fn of_command(words: &[Word]) -> Vec<String> {
    let Some(program) = words.first().and_then(Word::known).map(base_name) else { return Vec::new() };
    let rest: Vec<&str> = words.iter().skip(1).filter_map(Word::known).collect();
    let has_option = |letters: &[char]| rest.iter().any(|word| word.starts_with('-') && word.contains(letters));
    let tells = match program {
        "which" | "whereis" | "where" | "whence" | "type" | "pgrep" | "pidof" => true,
        "command" => has_option(&['v', 'V']),
        "hash" => has_option(&['t']),
        _ => false,
    };
    let operands = rest.iter().filter(|word| tells && !word.starts_with('-'));
    operands.map(|name| base_name(name)).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Span;

    #[test]
    fn programs_are_looked_up_in_many_ways() {
        let of = |line: &str| {
            let words: Vec<Word> = line.split(' ').map(|word| Word::literal(word, Span::default())).collect();
            of_command(&words)
        };
        for line in [
            "which x",
            "pgrep -f x",
            "pidof x",
            "/usr/bin/which -a x",
            "command -v x",
            "command -pv x",
            "type -p x",
            "type -P x",
            "hash -t x",
        ] {
            assert_eq!(of(line), ["x"], "{line}");
        }
        assert_eq!(of("which /bin/x y"), ["x", "y"]);
        for line in ["command x", "hash x", "echo x", "which"] {
            assert!(of(line).is_empty(), "{line}");
        }
    }
}
