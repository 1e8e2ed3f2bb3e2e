//! Arguments of declarations: which of them are assignments, and which shells take them for that.
//!
//! Owns the shape of such an argument as it is written. Refuses to expand it.

use super::expand::is_name;
use super::walk::Walker;
use super::word::Word;
use super::{braces, builtins};
use crate::shell::Dialect;
use crate::shell::ast::{self, Simple};

impl Walker<'_> {
    /// Declarations that one shell splits, or whose braces it expands, and another does not.
    pub(super) fn doubt_declared_elsewhere(&mut self, simple: &Simple, words: &[Word], declares: bool) {
        let assigned = || simple.words.iter().skip(1).filter(|word| assigns(word));
        // where the name itself is expanded, or stands behind `command`, dash still looks for assignments
        let may_declare = |word: &Word| word.known().is_none_or(|name| name == "command" || builtins::declares(name));
        if !declares
            && self.dialect == Dialect::Posix
            && words.first().is_some_and(may_declare)
            && assigned().any(expands)
        {
            let why = "not every sh splits what is assigned behind command";
            self.doubt(why.to_owned(), simple.span);
        }
        if declares && self.dialect.is_zsh() && assigned().any(has_braces) {
            let why = "to zsh braces in a declaration are text";
            self.doubt(why.to_owned(), simple.span);
        }
    }
}

/// Are there braces in it that give other words? It is no assignment any more then: what it becomes is split.
pub(super) fn has_braces(word: &ast::Word) -> bool {
    let brace = word.parts.iter().any(|part| matches!(part, ast::Part::Bare(text) if text.contains('{')));
    brace && braces::expand(word).is_none_or(|words| words != [braces::plain(word)])
}

/// Is there anything in it but its own text?
pub(super) fn expands(word: &ast::Word) -> bool {
    !word.parts.iter().all(|part| matches!(part, ast::Part::Bare(_) | ast::Part::Quoted(_)))
}

/// Does this argument have the shape of an assignment?
pub(super) fn assigns(word: &ast::Word) -> bool {
    match word.parts.first() {
        Some(ast::Part::Bare(text)) => {
            text.split_once('=').is_some_and(|(name, _)| is_name(name.strip_suffix('+').unwrap_or(name)))
        }
        _ => false,
    }
}
