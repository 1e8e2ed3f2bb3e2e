//! `${…}`.
//!
//! Owns the forms of parameter expansion. What stands after the operator is read by `operand`.

use super::ast::{FallbackOperator, Parameter, ParameterOperation, Part, Word};
use super::dollar::{begins_name, is_special_parameter};
use super::operand::{Operand, OperandEnd};
use super::reader::Reader;

impl Reader<'_> {
    /// `${…}`; `start` is the `$`.
    pub(super) fn braced(&mut self, start: usize, quoted: bool) -> Part {
        if !self.enter() {
            return Part::Bare("".into());
        }
        self.pos = self.joined(start + 1) + 1;
        let part = match self.peek() {
            Some(b' ' | b'\t' | b'\n' | b'|') => self.brace_command(start),
            _ => self.parameter(start, quoted),
        };
        self.leave();
        part
    }

    /// `${ cmd; }` and `${|cmd;}`: a substitution in bash 5.3, an error before. Read, for what may run; never understood.
    fn brace_command(&mut self, start: usize) -> Part {
        self.refuse("`${` with a command in it is read differently by different versions of bash", start);
        if self.peek() == Some(b'|') {
            self.pos += 1;
        }
        let script = self.list();
        if !self.eat("}") {
            self.fail_open("the `${` that begins here is not closed", start);
        }
        Part::Command(script)
    }

    fn parameter(&mut self, start: usize, quoted: bool) -> Part {
        let operand = Operand { quoted, start };
        let mut parameter = Parameter {
            name: String::new(),
            subscript: None,
            indirect: false,
            operation: ParameterOperation::Value,
            span: self.span(start),
        };
        let length = self.peek() == Some(b'#') && self.second() != Some(b'}');
        if length {
            self.pos += 1;
        } else if self.peek() == Some(b'!') && self.second() != Some(b'}') {
            self.only_bash("an indirect expansion", start);
            parameter.indirect = true;
            self.pos += 1;
        }
        if self.parameter_name(&mut parameter) {
            self.parameter_subscript(&mut parameter, start);
            parameter.operation =
                if length { ParameterOperation::Length } else { self.operation(&mut parameter, operand) };
        }
        if self.peek() == Some(b'}') {
            self.pos += 1;
        } else {
            if !self.slice(start, self.text.len()).contains('}') {
                self.note_unfinished();
            }
            self.fail("the `${` that begins here is not closed or not understood", start);
        }
        parameter.span = self.span(start);
        Part::Parameter(Box::new(parameter))
    }

    fn parameter_name(&mut self, parameter: &mut Parameter) -> bool {
        match self.peek() {
            Some(byte) if begins_name(byte) => parameter.name = self.take_name(),
            Some(byte) if byte.is_ascii_digit() => {
                let digits = self.pos;
                self.run(|byte| !byte.is_ascii_digit());
                self.slice(digits, self.pos).clone_into(&mut parameter.name);
            }
            Some(byte) if is_special_parameter(byte) => {
                self.pos += 1;
                parameter.name = char::from(byte).to_string();
            }
            _ => {
                self.fail_here("this is not the name of a variable");
                return false;
            }
        }
        true
    }

    fn parameter_subscript(&mut self, parameter: &mut Parameter, start: usize) {
        if self.peek() != Some(b'[') {
            return;
        }
        if !parameter.name.bytes().next().is_some_and(begins_name) {
            self.fail_here("a subscript after a special parameter");
            return;
        }
        self.only_bash("a subscript", start);
        parameter.subscript = Some(self.subscript(true));
    }

    fn operation(&mut self, parameter: &mut Parameter, operand: Operand) -> ParameterOperation {
        let Some(byte) = self.peek() else { return ParameterOperation::Value };
        if byte == b'}' {
            return self.value_or_keys(parameter);
        }
        match byte {
            b':' => self.colon(operand),
            b'-' | b'=' | b'?' | b'+' => self.fallback(false, operand),
            b'#' | b'%' => self.trim(operand),
            b'/' => self.replace(operand),
            b'^' | b',' => self.case_change(operand),
            b'@' | b'*' => self.names_or_transform(parameter, byte, operand),
            _ => {
                self.fail_here("this operator of `${…}` is not understood");
                ParameterOperation::Value
            }
        }
    }

    /// `${name}`, or with `!` and `[@]` the subscripts of an array.
    fn value_or_keys(&mut self, parameter: &mut Parameter) -> ParameterOperation {
        let all = parameter.subscript.as_ref().is_some_and(is_at_or_star);
        if parameter.indirect && all {
            parameter.indirect = false;
            return ParameterOperation::Keys;
        }
        ParameterOperation::Value
    }

    fn colon(&mut self, operand: Operand) -> ParameterOperation {
        if matches!(self.second(), Some(b'-' | b'=' | b'?' | b'+')) {
            self.pos += 1;
            return self.fallback(true, operand);
        }
        self.only_bash("a part of a value", operand.start);
        self.pos += 1;
        let offset = self.slice_arithmetic();
        let length = if self.peek() == Some(b':') {
            self.pos += 1;
            Some(self.slice_arithmetic())
        } else {
            None
        };
        ParameterOperation::Slice { offset, length }
    }

    fn fallback(&mut self, colon: bool, operand: Operand) -> ParameterOperation {
        let operator = match self.peek() {
            Some(b'-') => FallbackOperator::Use,
            Some(b'=') => FallbackOperator::Assign,
            Some(b'?') => FallbackOperator::Fail,
            _ => FallbackOperator::Alternate,
        };
        self.pos += 1;
        let word = self.operand(operand, OperandEnd::Text);
        ParameterOperation::Fallback { colon, operator, word }
    }

    fn trim(&mut self, operand: Operand) -> ParameterOperation {
        let suffix = self.peek() == Some(b'%');
        let sign = if suffix { "%" } else { "#" };
        self.eat(sign);
        let longest = self.eat(sign);
        ParameterOperation::Trim { suffix, longest, pattern: self.operand(operand, OperandEnd::Pattern) }
    }

    fn replace(&mut self, operand: Operand) -> ParameterOperation {
        self.only_bash("a replacement in a value", operand.start);
        self.pos += 1;
        let all = self.eat("/");
        let anchor = match self.peek() {
            Some(byte @ (b'#' | b'%')) if !all => {
                self.pos += 1;
                Some(char::from(byte))
            }
            _ => None,
        };
        let pattern = if anchor.is_some() && self.peek() == Some(b'/') {
            // `${x/#/y}` puts y before x; only behind `//` a slash begins the pattern
            Word { span: self.span(self.pos), ..Word::default() }
        } else {
            self.operand(operand, OperandEnd::PatternBeforeSlash)
        };
        let replacement = self.eat("/").then(|| self.operand(operand, OperandEnd::Pattern));
        ParameterOperation::Replace { all, anchor, pattern, replacement }
    }

    fn case_change(&mut self, operand: Operand) -> ParameterOperation {
        self.only_bash("a change of case", operand.start);
        let upper = self.peek() == Some(b'^');
        let sign = if upper { "^" } else { "," };
        self.eat(sign);
        let all = self.eat(sign);
        let pattern = self.operand(operand, OperandEnd::Pattern);
        let pattern = if pattern.parts.is_empty() { None } else { Some(pattern) };
        ParameterOperation::Case { upper, all, pattern }
    }

    /// `${!prefix*}`, `${!prefix@}`, `${name@Q}`.
    fn names_or_transform(&mut self, parameter: &mut Parameter, byte: u8, operand: Operand) -> ParameterOperation {
        self.only_bash("this operator", operand.start);
        let next = self.second();
        if next == Some(b'}') && parameter.indirect && parameter.subscript.is_none() {
            self.pos += 1;
            parameter.indirect = false;
            return ParameterOperation::Names;
        }
        match next {
            Some(letter @ (b'U' | b'u' | b'L' | b'Q' | b'E' | b'P' | b'A' | b'K' | b'a' | b'k')) if byte == b'@' => {
                self.eat("@");
                self.pos = self.joined(self.pos) + 1;
                ParameterOperation::Transform(char::from(letter))
            }
            _ => {
                self.fail_here("this operator of `${…}` is not understood");
                ParameterOperation::Value
            }
        }
    }
}

fn is_at_or_star(word: &Word) -> bool {
    matches!(word.parts.as_slice(), [Part::Bare(text)] if text == "@" || text == "*")
}
