//! Compound commands: groups, branches, `[[ ]]`, `(( ))`, coprocesses, and redirections.
//!
//! Owns which bodies run on which paths and how the paths meet. Refuses loops (`loops`) and simple commands (`simple`).

use std::rc::Rc;

use super::Redirection;
use super::expand::{Style, Within};
use super::fields::{Fields, Separators};
use super::loops::Values;
use super::scope::{Delta, Mark};
use super::standard_input::redirected_input;
use super::value::{Text, Value};
use super::walk::{Input, Walker};
use super::word::{Count, Word};
use crate::input::Span;
use crate::shell::Dialect;
use crate::shell::ast::{
    Arithmetic, CaseArm, Command, Compound, CompoundKind, Descriptor, Part, Redirect, RedirectOperator, RedirectTarget,
    Script,
};

/// The first number that bash picks for `{NAME}`.
const FIRST_PICKED: u32 = 10;

/// The largest number of a descriptor that a process may have open wherever it runs.
const MAX_DESCRIPTOR: u32 = 255;

impl Walker<'_> {
    /// A compound command with its redirections.
    pub(super) fn compound(&mut self, compound: &Compound) {
        self.deeper(|walker| {
            let around = walker.around.clone();
            let found = walker.out.len();
            let mark = walker.state.mark();
            let own: Vec<Redirection> = compound.redirects.iter().map(|redirect| walker.redirect(redirect)).collect();
            walker.carry_notes(compound.span);
            walker.surround(&own);
            let begin = walker.state.mark();
            let moves = redirected_input(&own).is_some();
            walker.with_own_input(moves, |walker| walker.kind(compound));
            walker.unless_opened(&own, begin);
            let carried = |walker: &Self| {
                own.is_empty()
                    || walker
                        .out
                        .iter()
                        .skip(found)
                        .any(|invocation| own.iter().all(|redirect| invocation.redirects.contains(redirect)))
            };
            if !carried(walker) {
                let carrier = walker.invocation(Vec::new(), compound.span);
                walker.push(carrier);
            }
            walker.around = around;
            if matches!(compound.kind, CompoundKind::Subshell(_)) {
                walker.state.rollback(mark);
            }
        });
    }

    /// Where a redirection fails, nothing of what it stands at has run.
    pub(super) fn unless_opened(&mut self, own: &[Redirection], begin: Mark) {
        if own.iter().any(|redirect| self.may_fail_to_open(redirect)) {
            let success = Rc::clone(&self.state.shell().success);
            self.state.join_untouched(begin);
            // the command fails then
            self.state.change_shell(|shell| shell.success = success);
        }
    }

    /// May it fail to open what it names? What a system always has does not count, unless something was closed; what
    /// `/dev/stdout` leads to may be a socket, which cannot be opened.
    pub(super) fn may_fail_to_open(&self, redirect: &Redirection) -> bool {
        if redirect.may_fail {
            return true;
        }
        let closed = self.closed || self.state.shell().clouded;
        let always = |text: &str| text == "-" || !closed && matches!(text, "0" | "1" | "2" | "/dev/null");
        match redirect.operator {
            // it may be put into a file
            RedirectOperator::HereDocument | RedirectOperator::HereString => self.closed,
            _ => !redirect.target.known().is_some_and(always),
        }
    }

    /// What follows runs inside these redirections.
    pub(super) fn surround(&mut self, own: &[Redirection]) {
        self.around.redirects.extend(own.iter().cloned());
        self.around.input = match self.input_after(own) {
            Some(Input::Known(text)) if text.is_empty() => Input::Known(text),
            Some(_) => Input::Unknown("a redirection"),
            // several commands may share what a pipe holds
            None => match &self.around.input {
                Input::Known(_) | Input::Names(_) => Input::Unknown("the pipe"),
                other => other.clone(),
            },
        };
    }

    fn kind(&mut self, compound: &Compound) {
        match &compound.kind {
            CompoundKind::Group(script) => self.script(script),
            // the caller rolls its changes back
            CompoundKind::Subshell(script) => self.script(script),
            CompoundKind::If { branches, otherwise } => self.branches(branches, otherwise.as_ref()),
            CompoundKind::Loop { until, condition, body } => self.while_loop(*until, condition, body),
            CompoundKind::For { name, words, body } => {
                self.for_loop(name, words.as_deref(), body, Values { select: false, span: compound.span })
            }
            CompoundKind::Select { name, words, body } => {
                self.for_loop(name, words.as_deref(), body, Values { select: true, span: compound.span })
            }
            CompoundKind::ArithmeticFor { header, body } => self.arithmetic_for(header, body, compound.span),
            CompoundKind::Case { subject, arms } => {
                self.text(subject);
                self.carry_notes(compound.span);
                self.arms(arms, compound.span);
            }
            CompoundKind::Arithmetic(expression) => self.arithmetic_command(expression, compound.span),
            CompoundKind::Conditional(pieces) => self.conditional(pieces, compound.span),
            CompoundKind::Coprocess { name, body } => self.coprocess(name.as_deref(), body, compound.span),
        }
    }

    fn arithmetic_command(&mut self, expression: &Arithmetic, span: Span) {
        self.arithmetic(expression);
        self.carry_notes(span);
    }

    fn branches(&mut self, branches: &[(Script, Script)], otherwise: Option<&Script>) {
        let mut ends: Vec<(Mark, Delta)> = Vec::new();
        for (condition, body) in branches {
            if !self.step(1) {
                return;
            }
            self.script(condition);
            let mark = self.state.mark();
            self.assume(true);
            self.script(body);
            self.settle();
            ends.push((mark, self.state.delta(mark)));
            self.state.rollback(mark);
            self.assume(false);
        }
        if let Some(script) = otherwise {
            self.script(script);
        }
        self.settle();
        for (mark, end) in ends.iter().rev() {
            let written = self.state.written_since(*mark);
            if !self.step(1 + written) {
                return;
            }
            self.state.join(*mark, end);
        }
    }

    fn arms(&mut self, arms: &[CaseArm], span: Span) {
        let start = self.state.mark();
        let mut ends: Vec<Delta> = Vec::new();
        let mut complete = false;
        for arm in arms {
            if !self.step(1) {
                return;
            }
            for pattern in &arm.patterns {
                // one that matches is the last that is read
                self.perhaps(|walker| walker.pattern(pattern));
                complete |= matches!(pattern.parts.as_slice(), [Part::Bare(text)] if text == "*");
            }
            self.carry_notes(span);
            let mark = self.state.mark();
            self.script(&arm.body);
            self.settle();
            if arm.falls_through {
                // the next arm begins where this one ends, or without it
                self.state.join_untouched(mark);
            } else {
                ends.push(self.state.delta(start));
                self.state.rollback(mark);
            }
        }
        let mut ends = ends.into_iter();
        let mut meeting = start;
        if complete
            && !arms.iter().any(|arm| arm.falls_through)
            && let Some(end) = ends.next()
        {
            // one of the arms surely runs: begin with the first of them instead of with none
            meeting = self.state.mark();
            self.state.adopt(&end);
        }
        for end in ends {
            let written = self.state.written_since(meeting);
            if !self.step(1 + written) {
                return;
            }
            self.state.join(meeting, &end);
        }
    }

    fn coprocess(&mut self, name: Option<&str>, body: &Command, span: Span) {
        let around = self.around.clone();
        (self.around.pipe_stdin, self.around.pipe_stdout, self.around.background) = (true, true, true);
        self.around.input = Input::Unknown("the coprocess's pipe");
        self.subshell(|walker| walker.command(body));
        self.around = around;
        let name = name.unwrap_or("COPROC");
        self.assign(name, Value::Unknown, span);
        self.note_assignment(name, Text::unknown(format!("${name}")), span);
        self.carry_notes(span);
        let number = format!("{name}_PID");
        self.assign(&number, Value::Text(Text::numeric("the coprocess's number")), span);
        // it is so only until the coprocess ends
        self.perhaps_unset(&number);
    }

    /// A redirection, expanded where the shell is now.
    pub(super) fn redirect(&mut self, redirect: &Redirect) -> Redirection {
        self.step(1);
        let span = self.at(redirect.span);
        // those of a program are expanded in a process of its own
        let target = self.perhaps(|walker| walker.redirected_to(redirect, span));
        if writes(redirect.operator) && !matches!(target.known(), Some("/dev/null" | "1" | "2" | "-")) {
            self.writers += 1;
        }
        let descriptor = match &redirect.descriptor {
            Descriptor::Number(number) => Some(*number),
            Descriptor::Default => None,
            Descriptor::Variable(_) => Some(FIRST_PICKED),
        };
        let may_fail = self.may_have_no_descriptor(&redirect.descriptor, &target);
        let directory = self.state.directory();
        let read = Redirection { operator: redirect.operator, descriptor, may_fail, target, directory, span };
        self.closed |= may_close(redirect, &read);
        if let Descriptor::Variable(name) = &redirect.descriptor {
            let value = Text::numeric(format!("${name}"));
            let mark = self.state.mark();
            self.assign(name, Value::Text(value.clone()), redirect.span);
            // `{x}<&-` closes what `x` names, and assigns nothing
            if self.may_fail_to_open(&read) || read.target.known() == Some("-") {
                self.state.join_untouched(mark);
            }
            self.note_assignment(name, value, redirect.span);
        }
        read
    }

    /// May there be no descriptor of this number or variable?
    fn may_have_no_descriptor(&self, descriptor: &Descriptor, target: &Word) -> bool {
        match descriptor {
            Descriptor::Default => false,
            Descriptor::Number(number) => *number > MAX_DESCRIPTOR,
            Descriptor::Variable(name) => {
                let variable = self.state.variable(name);
                let is_number = matches!(&variable.value, Value::Text(text) if text.is_numeric());
                let is_open = is_number && !variable.perhaps_unset;
                self.may_keep_its_value(name) || target.known() == Some("-") && !is_open
            }
        }
    }

    /// The target of a redirection, or its text.
    fn redirected_to(&mut self, redirect: &Redirect, span: Span) -> Word {
        match &redirect.target {
            RedirectTarget::HereDocument(document) => {
                let mut fields = Fields::default();
                if document.quoted {
                    self.step(1);
                    literal_parts(&document.body.parts, &mut fields);
                } else {
                    self.operand(&document.body, Within { style: Style::Quoted }, &mut fields);
                }
                fields.into_text().into_word(span)
            }
            RedirectTarget::Word(word) if redirect.operator == RedirectOperator::HereString => {
                self.text(word).into_word(self.at(word.span))
            }
            RedirectTarget::Word(word) => self.redirect_target(redirect.operator, word),
        }
    }

    fn redirect_target(&mut self, operator: RedirectOperator, word: &crate::shell::ast::Word) -> Word {
        let span = self.at(word.span);
        let duplicates = matches!(operator, RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput);
        if self.dialect == Dialect::Posix && !duplicates && expands(word) {
            return self.target_for_any_sh(word);
        }
        let mut words = self.words(word);
        let single = if words.len() == 1 { words.pop() } else { None };
        match single {
            Some(target)
                if duplicates
                    && has_quotes(word)
                    && target.known().is_none_or(|text| text.contains(['$', '`', '\\'])) =>
            {
                // bash expands the target of a duplication twice
                self.doubt(
                    format!("the target of a duplicated descriptor is expanded twice: {}", target.display()),
                    word.span,
                );
                Word::unknown(target.display(), span)
            }
            // `>&1-` hands a descriptor on where it is written so; what expands to that is the name of a file
            Some(target)
                if duplicates && !matches!(word.parts.as_slice(), [Part::Bare(_)]) && hands_on(target.known()) =>
            {
                Word::unknown(target.display(), span)
            }
            Some(target) if target.count == Count::One => target,
            Some(target) if target.is_glob() => Word { count: Count::One, ..target },
            Some(target) => Word::unknown(target.display(), span),
            None => Word::unknown(self.shown(word.span), span),
        }
    }

    /// The target of a redirection, which dash neither splits nor takes for a glob, and bash does.
    fn target_for_any_sh(&mut self, word: &crate::shell::ast::Word) -> Word {
        let (span, shown) = (self.at(word.span), self.shown(word.span));
        let text = self.text(word);
        let Separators::Known(separators) = self.separators() else { return Word::unknown(shown, span) };
        let same = |text: &str| !text.contains(|char: char| "*?[".contains(char) || separators.contains(char));
        match text.alternatives() {
            Some(texts) if !texts.iter().all(|text| same(text)) => Word::unknown(shown, span),
            None if may_be_glob(word) => Word::unknown(shown, span),
            _ => text.into_word(span),
        }
    }
}

/// May what is written in it make a glob of what its expansions give? `$y[1]` of a star is one, and so is `$y]` of `[a`.
fn may_be_glob(word: &crate::shell::ast::Word) -> bool {
    word.parts.iter().any(|part| match part {
        Part::Bare(text) => text.contains(['*', '?', '[', ']']),
        Part::ExtendedGlob(..) => true,
        _ => false,
    })
}

/// Does it hold an expansion without quotes?
fn expands(word: &crate::shell::ast::Word) -> bool {
    word.parts.iter().any(|part| matches!(part, Part::Parameter(_) | Part::Command(_) | Part::Arithmetic(_)))
}

/// `1-`
fn hands_on(target: Option<&str>) -> bool {
    target.and_then(|text| text.strip_suffix('-')).is_some_and(|digits| !digits.is_empty())
}

fn has_quotes(word: &crate::shell::ast::Word) -> bool {
    !word.parts.iter().all(|part| matches!(part, Part::Bare(_)))
}

fn literal_parts(parts: &[Part], fields: &mut Fields) {
    for part in parts {
        if let Part::Bare(text) | Part::Quoted(text) = part {
            fields.value(&Text::literal(text.as_str()));
        }
    }
}

/// Does this operator open its target for writing?
pub(super) fn writes(operator: RedirectOperator) -> bool {
    match operator {
        RedirectOperator::Write
        | RedirectOperator::Append
        | RedirectOperator::Clobber
        | RedirectOperator::ReadWrite
        | RedirectOperator::WriteBoth
        | RedirectOperator::AppendBoth
        | RedirectOperator::DuplicateOutput => true,
        RedirectOperator::Read
        | RedirectOperator::DuplicateInput
        | RedirectOperator::HereDocument
        | RedirectOperator::HereString => false,
    }
}

/// May it close a descriptor that every program has? Those behind them are nobody's but the line's.
fn may_close(written: &Redirect, read: &Redirection) -> bool {
    if !matches!(read.operator, RedirectOperator::DuplicateInput | RedirectOperator::DuplicateOutput) {
        return false;
    }
    let own =
        read.descriptor.is_some_and(|number| number > 2) && !matches!(written.descriptor, Descriptor::Variable(_));
    match read.target.known() {
        Some("-") | None => !own,
        // `3>&1-` closes what it moves
        Some(target) => target.ends_with('-'),
    }
}
