//! One walk over the tree that changes nothing.
//!
//! Owns where words and simple commands stand, at any depth. Refuses to know what they mean. Its depth is bounded by the
//! nesting of the text.

use super::ast::{
    Arithmetic, ArrayElement, AssignmentValue, Command, Compound, CompoundKind, ConditionalPiece, Parameter,
    ParameterOperation, Part, Pipeline, Redirect, RedirectTarget, Script, Simple, Word,
};

/// What is seen on the way.
pub(super) enum Seen<'t> {
    /// A simple command; its words are seen afterwards.
    Command(&'t Simple),
    /// A word.
    Word(&'t Word),
}

/// Shows every simple command and every word of a script.
pub(super) fn script<'t>(script: &'t Script, see: &mut dyn FnMut(Seen<'t>)) {
    Visit { see }.script(script);
}

struct Visit<'s, 't> {
    see: &'s mut dyn FnMut(Seen<'t>),
}

impl<'t> Visit<'_, 't> {
    fn script(&mut self, script: &'t Script) {
        for statement in &script.statements {
            self.pipeline(&statement.and_or.first);
            for (_, pipeline) in &statement.and_or.rest {
                self.pipeline(pipeline);
            }
        }
    }

    fn pipeline(&mut self, pipeline: &'t Pipeline) {
        for command in &pipeline.commands {
            self.command(command);
        }
    }

    fn command(&mut self, command: &'t Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(function) => self.compound(&function.body),
        }
    }

    fn simple(&mut self, simple: &'t Simple) {
        (self.see)(Seen::Command(simple));
        for assignment in &simple.assignments {
            if let Some(subscript) = &assignment.subscript {
                self.parts(&subscript.parts);
            }
            match &assignment.value {
                AssignmentValue::Scalar(word) => self.parts(&word.parts),
                AssignmentValue::Array(elements) => self.elements(elements),
            }
        }
        self.words(&simple.words);
        self.redirects(&simple.redirects);
    }

    fn elements(&mut self, elements: &'t [ArrayElement]) {
        for element in elements {
            if let Some(subscript) = &element.subscript {
                self.parts(&subscript.parts);
            }
            self.word(&element.value);
        }
    }

    fn redirects(&mut self, redirects: &'t [Redirect]) {
        for redirect in redirects {
            match &redirect.target {
                RedirectTarget::Word(word) => self.word(word),
                RedirectTarget::HereDocument(document) => self.parts(&document.body.parts),
            }
        }
    }

    fn compound(&mut self, compound: &'t Compound) {
        match &compound.kind {
            CompoundKind::Group(script) | CompoundKind::Subshell(script) => self.script(script),
            CompoundKind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.script(condition);
                    self.script(body);
                }
                otherwise.iter().for_each(|script| self.script(script));
            }
            CompoundKind::Loop { until: _, condition, body } => {
                self.script(condition);
                self.script(body);
            }
            CompoundKind::For { name: _, words, body } | CompoundKind::Select { name: _, words, body } => {
                self.words(words.as_deref().unwrap_or_default());
                self.script(body);
            }
            CompoundKind::ArithmeticFor { header, body } => {
                header.iter().for_each(|arithmetic| self.arithmetic(arithmetic));
                self.script(body);
            }
            CompoundKind::Case { subject, arms } => {
                self.word(subject);
                for arm in arms {
                    self.words(&arm.patterns);
                    self.script(&arm.body);
                }
            }
            CompoundKind::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
            CompoundKind::Conditional(pieces) => {
                for piece in pieces {
                    if let ConditionalPiece::Operand(word) = piece {
                        self.word(word);
                    }
                }
            }
            CompoundKind::Coprocess { name: _, body } => self.command(body),
        }
        self.redirects(&compound.redirects);
    }

    fn words(&mut self, words: &'t [Word]) {
        words.iter().for_each(|word| self.word(word));
    }

    fn word(&mut self, word: &'t Word) {
        (self.see)(Seen::Word(word));
        self.parts(&word.parts);
    }

    fn arithmetic(&mut self, arithmetic: &'t Arithmetic) {
        self.parts(&arithmetic.parts);
    }

    fn parts(&mut self, parts: &'t [Part]) {
        for part in parts {
            match part {
                Part::Bare(_) | Part::Quoted(_) => {}
                Part::DoubleQuoted(parts) | Part::Translated(parts) => self.parts(parts),
                Part::Parameter(parameter) => self.parameter(parameter),
                Part::Command(script) | Part::Process { write: _, script } => self.script(script),
                Part::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
                Part::ExtendedGlob(_, words) => words.iter().for_each(|word| self.parts(&word.parts)),
                Part::Array(elements) => self.elements(elements),
            }
        }
    }

    fn parameter(&mut self, parameter: &'t Parameter) {
        if let Some(subscript) = &parameter.subscript {
            self.parts(&subscript.parts);
        }
        match &parameter.operation {
            ParameterOperation::Value
            | ParameterOperation::Length
            | ParameterOperation::Transform(_)
            | ParameterOperation::Names
            | ParameterOperation::Keys => {}
            ParameterOperation::Fallback { colon: _, operator: _, word } => self.parts(&word.parts),
            ParameterOperation::Trim { suffix: _, longest: _, pattern } => self.parts(&pattern.parts),
            ParameterOperation::Replace { all: _, anchor: _, pattern, replacement } => {
                self.parts(&pattern.parts);
                replacement.iter().for_each(|word| self.parts(&word.parts));
            }
            ParameterOperation::Slice { offset, length } => {
                self.arithmetic(offset);
                length.iter().for_each(|length| self.arithmetic(length));
            }
            ParameterOperation::Case { upper: _, all: _, pattern } => {
                pattern.iter().for_each(|word| self.parts(&word.parts));
            }
        }
    }
}
