//! What stands in double quotes, and in `$"…"`.
//!
//! Owns when quotes keep a word that is empty, what a catalogue of translations may put in, and how a text is read that bash
//! expands as if it stood in quotes. Refuses the expansions
//! themselves (`expand` does them).

use super::expand::{Style, Within};
use super::fields::Fields;
use super::parameter::whole_array;
use super::value::Text;
use super::walk::Walker;
use crate::input::Span;
use crate::shell::Dialect;
use crate::shell::ast;

impl Walker<'_> {
    pub(super) fn double_quoted(&mut self, parts: &[ast::Part], within: Within, fields: &mut Fields) {
        // "$@" without parameters is no word at all
        let lists = parts.iter().filter(|part| is_list(part)).count();
        let whole = !matches!(within.style, Style::Words | Style::Operand);
        if lists == 0 || whole && lists < parts.len() {
            fields.quotes();
        }
        if lists > 0 && parts.iter().any(is_operated_star) {
            // bash splits what an operator made of a `*` list beside an `@` list
            let mut ignored = Fields::default();
            parts.iter().for_each(|part| self.part(part, within.quoted(), &mut ignored));
            return fields.any("\"$@\"");
        }
        for part in parts {
            self.part(part, within.quoted(), fields);
        }
        if lists > 0 && !whole && parts.len() > 1 {
            fields.quotes_of_list(self.dialect == Dialect::Bash);
        }
    }

    pub(super) fn translated(&mut self, parts: &[ast::Part], within: Within, fields: &mut Fields) {
        let given = |name: &&str| self.facts.variable(name).is_some() || self.state.touched(name).is_some();
        if !self.state.shell().clouded && !["TEXTDOMAIN", "TEXTDOMAINDIR"].iter().any(given) {
            self.double_quoted(parts, within, fields);
            return;
        }
        // what a catalogue has for it is expanded like any text in double quotes
        let anywhere = Span::new(0, self.source.text.len());
        self.doubt("$\"…\" may be any text of a catalogue, and what stands there is run".to_owned(), anywhere);
        let mut ignored = Fields::default();
        self.double_quoted(parts, within, &mut ignored);
        fields.quotes();
        fields.value(&Text::unknown("$\"…\""));
    }
}

/// Is it `$@` or `${array[@]}`, which vanishes where there is nothing?
fn is_list(part: &ast::Part) -> bool {
    match part {
        ast::Part::Parameter(parameter) => {
            parameter.name == "@"
                || parameter.subscript.as_ref().is_some_and(|word| matches!(word.parts.as_slice(), [ast::Part::Bare(text) | ast::Part::Quoted(text)] if text == "@"))
                || matches!(parameter.operation, ast::ParameterOperation::Names)
        }
        ast::Part::Bare(_)
        | ast::Part::Quoted(_)
        | ast::Part::DoubleQuoted(_)
        | ast::Part::Translated(_)
        | ast::Part::Command(_)
        | ast::Part::Arithmetic(_)
        | ast::Part::Process { .. }
        | ast::Part::ExtendedGlob(..)
        | ast::Part::Array(_) => false,
    }
}

/// Is it `${*#x}` or `${array[*]@L}`: the list as one value, and an operator?
fn is_operated_star(part: &ast::Part) -> bool {
    let ast::Part::Parameter(parameter) = part else { return false };
    let is_star = parameter.name == "*" || parameter.subscript.as_ref().and_then(whole_array) == Some(true);
    is_star && !matches!(parameter.operation, ast::ParameterOperation::Value | ast::ParameterOperation::Length)
}

/// A command in which this text is expanded as bash expands a prompt: as in double quotes, but a `"` of its own is a character.
/// A here-document is read so.
pub(super) fn as_code(text: &str) -> String {
    let mut delimiter = "END".to_owned();
    while text.contains(&delimiter) {
        delimiter.push('_');
    }
    format!(": <<{delimiter}\n{text}\n{delimiter}\n")
}
