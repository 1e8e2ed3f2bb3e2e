//! Text that a declaration reads as an array: `declare -a x='($(cmd))'` runs the command.
//!
//! Owns which values may be such text, and what they run. Refuses to know which variables are arrays (`declare`).

use crate::command::value::Text;
use crate::command::walk::Walker;
use crate::command::word::Part;
use crate::input::Span;
use crate::shell::Dialect;

impl Walker<'_> {
    /// Text in parentheses is read as an array where one is declared, and what is in it is expanded: may this be such a text?
    pub(super) fn expanded_again(&mut self, name: &str, text: &Text, array: bool, span: Span) -> bool {
        if !may_be_in_parentheses(text) || !array && text.known().is_none() {
            return false;
        }
        let texts: Vec<String> = text.alternatives().unwrap_or_default().into_iter().map(str::to_owned).collect();
        for text in texts.iter().filter(|text| text.starts_with('(')) {
            let code = format!("{name}={text}");
            let found = self.run_text(&code, Dialect::Bash, self.at(span), "in the array that is declared");
            self.notes.doubts.extend(found);
        }
        let shown = text.clone().into_word(span).display();
        self.doubt(format!("the value of {name} is expanded again where it is an array: {shown}"), span);
        true
    }
}

/// May this text begin and end with parentheses?
fn may_be_in_parentheses(text: &Text) -> bool {
    let may = |part: Option<&Part>, like: &dyn Fn(&str) -> bool| match part {
        None => false,
        Some(Part::Literal(text)) => like(text),
        Some(Part::Choice(texts)) => texts.iter().any(|text| text.is_empty() || like(text)),
        Some(Part::Unknown(unknown)) => !unknown.numeric,
        Some(Part::Glob(_)) => true,
    };
    may(text.parts.first(), &|text| text.starts_with('(')) && may(text.parts.last(), &|text| text.ends_with(')'))
}
