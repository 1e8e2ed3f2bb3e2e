//! `[[ … ]]`: its operands, some of which are evaluated as arithmetic.
//!
//! Owns what expanding them does. Refuses to say whether the condition holds.

use super::assigning::Stretch;
use super::value::{Text, Value};
use super::walk::Walker;
use crate::input::Span;
use crate::shell::ast::{Arithmetic, ConditionalPiece, Part};

impl Walker<'_> {
    pub(super) fn conditional(&mut self, pieces: &[ConditionalPiece], span: Span) {
        let operator = |index: Option<usize>| match index.and_then(|index| pieces.get(index)) {
            Some(ConditionalPiece::Operator(operator, _)) => operator.as_str(),
            Some(ConditionalPiece::Operand(_)) | None => "",
        };
        let mut rest = None;
        for (index, piece) in pieces.iter().enumerate() {
            let word = match piece {
                ConditionalPiece::Operand(word) => word,
                ConditionalPiece::Operator(operator, _) => {
                    if matches!(operator.as_str(), "&&" | "||") {
                        rest.get_or_insert_with(|| self.state.mark());
                    }
                    continue;
                }
            };
            let (before, after) = (operator(index.checked_sub(1)), operator(index.checked_add(1)));
            if matches!(before, "==" | "=" | "!=" | "=~") {
                self.pattern(word);
                if before == "=~" && self.dialect.is_zsh() {
                    self.matched_by_zsh(span);
                }
                continue;
            }
            let text = self.text(word);
            let is_descriptor = before == "-t" && self.dialect.is_zsh();
            if is_numeric_operator(before) || is_numeric_operator(after) || is_descriptor {
                self.evaluated_operand(word, &text);
            }
            if before == "-v" {
                self.subscripted(&text, word.span, "-v");
            }
        }
        // what stands behind `&&` and `||` may not be looked at
        if let Some(mark) = rest {
            self.state.join_untouched(mark);
        }
        self.carry_notes(span);
    }

    /// What zsh sets as an expression matches.
    fn matched_by_zsh(&mut self, span: Span) {
        for name in ["MATCH", "MBEGIN", "MEND", "match", "mbegin", "mend"] {
            self.assign(name, Value::Unknown, span);
        }
    }

    /// An operand that `[[` evaluates as arithmetic: its own text counts, even where it is quoted (`'a[$(cmd)]'`), and
    /// what the line stored in the variables that it names.
    fn evaluated_operand(&mut self, word: &crate::shell::ast::Word, text: &Text) {
        if !self.only_environment(word) {
            self.evaluated_text(text, word.span);
            return;
        }
        for part in &word.parts {
            let inside =
                if let Part::DoubleQuoted(parts) = part { parts.as_slice() } else { std::slice::from_ref(part) };
            for part in inside {
                if let Part::Bare(text) | Part::Quoted(text) = part {
                    self.evaluated_text(&Text::literal(text.as_str()), word.span);
                }
            }
        }
        // what stands there is also read as one
        let mut stretches = Vec::new();
        word.parts.iter().for_each(|part| Stretch::written(part, &mut stretches));
        self.put_together(&stretches, &Arithmetic { span: word.span, ..Arithmetic::default() });
    }
}

fn is_numeric_operator(operator: &str) -> bool {
    matches!(operator, "-eq" | "-ne" | "-lt" | "-le" | "-gt" | "-ge")
}
