//! Arithmetic: `((…))`, `$((…))`, `$[…]`, the parts of `for ((…))` and of `${x:…}`.
//!
//! Owns where an expression ends, its expansions, and the names it reads and assigns. Refuses to parse it as arithmetic.
//! `((` that is not closed by `))` is two parentheses: then the text is read a second time, within a bound.

use super::ast::{Arithmetic, Compound, CompoundKind, Part};
use super::dollar::{begins_name, in_name};
use super::reader::Reader;
use super::word::Parts;
use super::{MAX_NESTING, ast::Script};

/// Where an expression ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ArithmeticEnd {
    /// At `))`.
    Parentheses,
    /// At `]`.
    Bracket,
    /// At `;`, or at `))`: the header of `for ((…))`.
    Semicolon,
    /// At `:` or `}`.
    Slice,
}

/// How an expression ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ended {
    /// As it should; the end is not consumed.
    Closed,
    /// By one `)` alone.
    OneParenthesis,
    /// By the end of the text.
    Unclosed,
}

/// What has been read of an expression.
struct Expression {
    parts: Parts,
    /// The text alone, each expansion replaced by `$`.
    flat: String,
    /// The first thing that arithmetic does not know.
    odd: Option<usize>,
    open_parentheses: usize,
    open_brackets: usize,
}

fn stops_arithmetic(byte: u8) -> bool {
    !(in_name(byte) || matches!(byte, b' ' | b'\t' | b'\n' | b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'='))
}

impl Reader<'_> {
    /// Reads an expression up to its end, which is not consumed.
    fn expression(&mut self, end: ArithmeticEnd) -> (Arithmetic, Ended, Option<usize>) {
        let start = self.pos;
        let mut read = Expression {
            parts: Parts::default(),
            flat: String::new(),
            odd: None,
            open_parentheses: 0,
            open_brackets: 0,
        };
        let around = std::mem::replace(&mut self.around.arithmetic, true);
        let ended = loop {
            let Some(byte) = self.peek() else { break Ended::Unclosed };
            if !stops_arithmetic(byte) {
                let text = self.run(stops_arithmetic);
                read.parts.bare(text);
                read.flat.push_str(text);
            } else if let Some(ended) = self.expression_end(byte, end, &read) {
                break ended;
            } else {
                self.expression_piece(byte, &mut read);
            }
        };
        self.around.arithmetic = around;
        if read.open_brackets + read.open_parentheses > 0 {
            // zsh takes an expression that is not balanced for a command
            read.odd.get_or_insert(start);
        }
        if lacks_operand(&read.flat) {
            read.odd.get_or_insert(self.pos);
        }
        let (names, assigned) = names(&read.flat);
        (Arithmetic { parts: read.parts.list, names, assigned, span: self.span(start) }, ended, read.odd)
    }

    fn expression_end(&mut self, byte: u8, end: ArithmeticEnd, read: &Expression) -> Option<Ended> {
        let outermost = read.open_parentheses == 0 && read.open_brackets == 0;
        match (end, byte) {
            (ArithmeticEnd::Parentheses | ArithmeticEnd::Semicolon, b')') if read.open_parentheses == 0 => {
                Some(if self.raw_at(self.pos + 1) == Some(b')') { Ended::Closed } else { Ended::OneParenthesis })
            }
            (ArithmeticEnd::Semicolon, b';') if outermost => Some(Ended::Closed),
            (ArithmeticEnd::Bracket, b']') if read.open_brackets == 0 => Some(Ended::Closed),
            (ArithmeticEnd::Slice, b':' | b'}') if outermost => Some(Ended::Closed),
            _ => None,
        }
    }

    fn expression_piece(&mut self, byte: u8, read: &mut Expression) {
        match byte {
            b'$' => match self.expansion(true) {
                Some(part) => {
                    read.parts.push(part);
                    read.flat.push('$');
                }
                None => self.odd_byte(read),
            },
            b'`' => {
                let part = self.backquote(true);
                read.parts.push(part);
                read.flat.push('$');
            }
            b'"' => {
                let inner = self.double_quote();
                for part in &inner {
                    read.flat.push_str(if let Part::Quoted(text) = part { text } else { "$" });
                }
                read.parts.list.extend(inner);
            }
            b'\'' => {
                read.odd.get_or_insert(self.pos);
                self.single_quote(&mut read.parts);
            }
            _ => self.expression_operator(byte, read),
        }
    }

    fn expression_operator(&mut self, byte: u8, read: &mut Expression) {
        match byte {
            b'(' => read.open_parentheses += 1,
            b')' if read.open_parentheses > 0 => read.open_parentheses -= 1,
            b'[' => read.open_brackets += 1,
            b']' if read.open_brackets > 0 => read.open_brackets -= 1,
            b'!' | b'&' | b'|' | b'^' | b'~' | b'?' | b':' | b',' | b'#' | b'.' | b'@' => {}
            _ => {
                self.odd_byte(read);
                return;
            }
        }
        if read.open_parentheses + read.open_brackets > MAX_NESTING {
            self.too_deep();
            return;
        }
        let sign = self.slice(self.pos, self.pos + 1);
        read.parts.bare(sign);
        read.flat.push_str(sign);
        self.pos += 1;
    }

    /// Consumes a character that arithmetic does not know.
    fn odd_byte(&mut self, read: &mut Expression) {
        read.odd.get_or_insert(self.pos);
        let escaped = self.raw() == Some(b'\\');
        self.pos = self.after_character();
        if escaped {
            self.pos = self.after_character();
        }
    }

    /// An expression that must end as it should.
    pub(super) fn sure_expression(&mut self, end: ArithmeticEnd) -> Arithmetic {
        let start = self.pos;
        if !self.enter() {
            return Arithmetic::default();
        }
        let (arithmetic, ended, odd) = self.expression(end);
        self.leave();
        if ended != Ended::Closed {
            self.fail_open("the arithmetic that begins here is not closed", start);
        } else if let Some(odd) = odd {
            self.refuse("this is not understood as arithmetic", odd);
        }
        arithmetic
    }

    /// An offset or a length of `${x:…}`.
    pub(super) fn slice_arithmetic(&mut self) -> Arithmetic {
        let start = self.pos;
        let arithmetic = self.sure_expression(ArithmeticEnd::Slice);
        if arithmetic.parts.iter().any(|part| matches!(part, Part::Bare(text) if text.contains('?'))) {
            self.refuse("`?` in an offset", start);
        }
        arithmetic
    }

    /// `$[…]`; `start` is the `$`.
    pub(super) fn bracket_arithmetic(&mut self, start: usize) -> Part {
        self.only_bash("`$[`", start);
        self.pos = self.joined(start + 1) + 1;
        let arithmetic = self.sure_expression(ArithmeticEnd::Bracket);
        if !self.stopped {
            self.pos += 1;
        }
        Part::Arithmetic(Box::new(arithmetic))
    }

    /// `$((…`; `start` is the `$`. Where it is not arithmetic it is a substitution, which is read but not relied on.
    pub(super) fn double_parenthesis_expansion(&mut self, start: usize) -> Part {
        let open = self.joined(start + 1);
        if let Some(arithmetic) = self.try_arithmetic(open) {
            self.check_balance(open, start);
            return Part::Arithmetic(Box::new(arithmetic));
        }
        self.refuse("`$((` that is not closed by `))`: a substitution with a subshell needs a blank", start);
        if !self.stopped {
            self.pos = open + 1;
        }
        Part::Command(self.substituted(start))
    }

    /// bash looks again whether `$((…))` is arithmetic when it runs it, and then counts parentheses without knowing what
    /// they belong to. Refuses text in which such a count may come out wrong.
    fn check_balance(&mut self, open: usize, start: usize) {
        let text = self.slice(self.joined(open + 1) + 1, self.pos.saturating_sub(2));
        self.reread += text.len();
        if self.past_reread() {
            self.fail("too much arithmetic is nested here, past the limit of reading it again", start);
        } else if !is_balanced(text, false) || !is_balanced(text, true) {
            self.refuse("a parenthesis inside arithmetic that is not one of its own", start);
        }
    }

    /// `((…` at a command's position: arithmetic, or a subshell in a subshell.
    pub(super) fn double_parenthesis_command(&mut self) -> Compound {
        let open = self.pos;
        self.only_bash_and_zsh("`((`", open);
        let kind = match self.try_arithmetic(open) {
            Some(arithmetic) => CompoundKind::Arithmetic(arithmetic),
            None if self.stopped => CompoundKind::Subshell(Script::default()),
            None => {
                self.only_bash("`((` that is not arithmetic", open);
                self.pos = open;
                self.subshell_read_twice(open)
            }
        };
        Compound { kind, redirects: Vec::new(), span: self.span(open) }
    }

    /// `((…) )`, which bash has read as arithmetic before: the bodies of here-documents are then among the commands.
    fn subshell_read_twice(&mut self, open: usize) -> CompoundKind {
        let waiting = self.around.bodies_wait || !self.pending.is_empty();
        let (waited, bodies) = (self.pending.len(), self.bodies.len());
        let subshell = self.subshell();
        if waiting || self.pending.len() > waited || self.bodies.len() > bodies {
            self.refuse("a here-document at `((` that is not arithmetic", open);
        }
        subshell
    }

    /// Reads `((…))` from its first parenthesis. None, with the place and the mistakes unchanged unless reading has
    /// stopped, when it is not closed by `))`.
    fn try_arithmetic(&mut self, open: usize) -> Option<Arithmetic> {
        if !self.enter() {
            return None;
        }
        let before = (self.mistake.clone(), self.bodies.len());
        self.pos = self.joined(open + 1) + 1;
        let (arithmetic, ended, odd) = self.expression(ArithmeticEnd::Parentheses);
        self.leave();
        if ended == Ended::Closed {
            self.pos += 2;
            if let Some(odd) = odd {
                self.refuse("this is not understood as arithmetic", odd);
            }
            return Some(arithmetic);
        }
        if ended == Ended::Unclosed {
            self.fail_open("the `((` that begins here is not closed", open);
            // what is not closed never runs; expansions in it are kept for the rules to see
            return Some(arithmetic);
        }
        self.mistake = before.0;
        self.bodies.truncate(before.1);
        if self.read_again(open) { None } else { Some(arithmetic) }
    }
}

/// Do the parentheses match, those in quotes counted or not?
fn is_balanced(text: &str, skip_quoted: bool) -> bool {
    let (mut open, mut quote) = (0_usize, None);
    let mut bytes = text.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'\\' => {
                bytes.next();
            }
            b'\'' | b'"' if quote.is_none() => quote = Some(byte),
            _ if quote == Some(byte) => quote = None,
            _ if skip_quoted && quote.is_some() => {}
            b'(' => open += 1,
            b')' if open == 0 => return false,
            b')' => open -= 1,
            _ => {}
        }
    }
    open == 0
}

/// Does the expression end in an operator that wants another operand?
fn lacks_operand(flat: &str) -> bool {
    let text = flat.trim_end();
    let wants = text.ends_with(['+', '-', '*', '/', '%', '<', '>', '=', '&', '|', '^', '!', '~', '?', ',']);
    wants && !text.ends_with("++") && !text.ends_with("--")
}

/// The names in an expression, and those among them that it may assign.
fn names(flat: &str) -> (Vec<String>, Vec<String>) {
    let (mut names, mut assigned) = (Vec::new(), Vec::new());
    let bytes = flat.as_bytes();
    let assigns = has_assignment(bytes, 0, bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at).copied() {
        let number = byte.is_ascii_digit();
        let in_token = |byte: &&u8| in_name(**byte) || (number && matches!(byte, b'#' | b'@'));
        let end = at + bytes.iter().skip(at).take_while(in_token).count();
        if begins_name(byte) {
            let name = flat.get(at..end).unwrap_or_default();
            if assigns && is_assigned(bytes, at, end) {
                push_new(&mut assigned, name);
            }
            push_new(&mut names, name);
        }
        at = end.max(at + 1);
    }
    (names, assigned)
}

/// The names that an expression may assign, whose text is known.
pub(crate) fn assigned_in_arithmetic(text: &str) -> Vec<String> {
    names(text).1
}

fn push_new(names: &mut Vec<String>, name: &str) {
    // an expression with very many names keeps them all, without looking for doubles
    if names.len() > 64 || !names.iter().any(|known| known == name) {
        names.push(name.to_owned());
    }
}

/// May an operator assign the name at `start..end`? A subscripted name counts as soon as anything is assigned.
fn is_assigned(bytes: &[u8], start: usize, end: usize) -> bool {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\n');
    let after = end + bytes.iter().skip(end).take_while(|byte| blank(byte)).count();
    let head = bytes.get(..start).unwrap_or_default();
    let head = head.get(..head.len() - head.iter().rev().take_while(|byte| blank(byte)).count()).unwrap_or_default();
    // of `a[i]=1` it is `a` that is assigned
    let operator = bytes.get(after).is_some_and(|byte| b"=+-*/%&^|<>".contains(byte));
    head.ends_with(b"++")
        || head.ends_with(b"--")
        || bytes.get(after) == Some(&b'[')
        || operator && has_assignment(bytes, after, (after + 3).min(bytes.len()))
}

/// Is there an assigning operator that begins in this stretch?
fn has_assignment(bytes: &[u8], start: usize, end: usize) -> bool {
    (start..end).any(|at| {
        let byte = bytes.get(at);
        let before = at.checked_sub(1).and_then(|before| bytes.get(before));
        let next = bytes.get(at + 1);
        match byte {
            Some(b'=') => {
                let shift = at.checked_sub(2).and_then(|earlier| bytes.get(earlier)) == before;
                let compares = matches!(before, Some(b'=' | b'!')) || (matches!(before, Some(b'<' | b'>')) && !shift);
                next != Some(&b'=') && !compares
            }
            Some(b'+' | b'-') => next == byte,
            _ => false,
        }
    })
}
