//! Puts the bodies of here-documents into the tree.
//!
//! A body is read after its line, when the redirection that waits for it is already part of a finished command. Owns one
//! walk over the tree, done only for texts with here-documents; its depth is bounded by the nesting of the text.

use super::ast::{
    Arithmetic, ArrayElement, AssignmentValue, Command, Compound, CompoundKind, ConditionalPiece, Parameter,
    ParameterOperation, Part, Pipeline, Redirect, RedirectTarget, Script, Simple, Word,
};

/// The bodies, sorted by the start of their redirections.
struct Bodies<'b> {
    sorted: &'b mut [(usize, Word)],
}

/// Fills every here-document of `script` from `bodies`.
pub(super) fn bodies(script: &mut Script, bodies: &mut [(usize, Word)]) {
    bodies.sort_by_key(|(start, _)| *start);
    Bodies { sorted: bodies }.script(script);
}

impl Bodies<'_> {
    fn script(&mut self, script: &mut Script) {
        for statement in &mut script.statements {
            self.pipeline(&mut statement.and_or.first);
            for (_, pipeline) in &mut statement.and_or.rest {
                self.pipeline(pipeline);
            }
        }
    }

    fn pipeline(&mut self, pipeline: &mut Pipeline) {
        for command in &mut pipeline.commands {
            self.command(command);
        }
    }

    fn command(&mut self, command: &mut Command) {
        match command {
            Command::Simple(simple) => self.simple(simple),
            Command::Compound(compound) => self.compound(compound),
            Command::Function(function) => self.compound(&mut function.body),
        }
    }

    fn simple(&mut self, simple: &mut Simple) {
        for assignment in &mut simple.assignments {
            if let Some(subscript) = &mut assignment.subscript {
                self.word(subscript);
            }
            match &mut assignment.value {
                AssignmentValue::Scalar(word) => self.word(word),
                AssignmentValue::Array(elements) => self.elements(elements),
            }
        }
        self.words(&mut simple.words);
        self.redirects(&mut simple.redirects);
    }

    fn elements(&mut self, elements: &mut [ArrayElement]) {
        for element in elements {
            if let Some(subscript) = &mut element.subscript {
                self.word(subscript);
            }
            self.word(&mut element.value);
        }
    }

    fn redirects(&mut self, redirects: &mut [Redirect]) {
        for redirect in redirects {
            match &mut redirect.target {
                RedirectTarget::Word(word) => self.word(word),
                RedirectTarget::HereDocument(document) => {
                    let found = self.sorted.binary_search_by_key(&redirect.span.start, |(start, _)| *start);
                    let body = found.ok().and_then(|index| self.sorted.get_mut(index));
                    if let Some((_, body)) = body {
                        document.body = std::mem::take(body);
                    }
                    self.word(&mut document.body);
                }
            }
        }
    }

    fn compound(&mut self, compound: &mut Compound) {
        match &mut compound.kind {
            CompoundKind::Group(script) | CompoundKind::Subshell(script) => self.script(script),
            CompoundKind::If { branches, otherwise } => {
                for (condition, body) in branches {
                    self.script(condition);
                    self.script(body);
                }
                if let Some(script) = otherwise {
                    self.script(script);
                }
            }
            CompoundKind::Loop { until: _, condition, body } => {
                self.script(condition);
                self.script(body);
            }
            CompoundKind::For { name: _, words, body } | CompoundKind::Select { name: _, words, body } => {
                self.words(words.as_deref_mut().unwrap_or_default());
                self.script(body);
            }
            CompoundKind::ArithmeticFor { header, body } => {
                for arithmetic in header.iter_mut() {
                    self.arithmetic(arithmetic);
                }
                self.script(body);
            }
            CompoundKind::Case { subject, arms } => {
                self.word(subject);
                for arm in arms {
                    self.words(&mut arm.patterns);
                    self.script(&mut arm.body);
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
        self.redirects(&mut compound.redirects);
    }

    fn words(&mut self, words: &mut [Word]) {
        for word in words {
            self.word(word);
        }
    }

    fn word(&mut self, word: &mut Word) {
        self.parts(&mut word.parts);
    }

    fn arithmetic(&mut self, arithmetic: &mut Arithmetic) {
        self.parts(&mut arithmetic.parts);
    }

    fn parts(&mut self, parts: &mut [Part]) {
        for part in parts {
            match part {
                Part::Bare(_) | Part::Quoted(_) => {}
                Part::DoubleQuoted(parts) | Part::Translated(parts) => self.parts(parts),
                Part::Parameter(parameter) => self.parameter(parameter),
                Part::Command(script) | Part::Process { write: _, script } => self.script(script),
                Part::Arithmetic(arithmetic) => self.arithmetic(arithmetic),
                Part::ExtendedGlob(_, words) => self.words(words),
                Part::Array(elements) => self.elements(elements),
            }
        }
    }

    fn parameter(&mut self, parameter: &mut Parameter) {
        if let Some(subscript) = &mut parameter.subscript {
            self.word(subscript);
        }
        match &mut parameter.operation {
            ParameterOperation::Value
            | ParameterOperation::Length
            | ParameterOperation::Transform(_)
            | ParameterOperation::Names
            | ParameterOperation::Keys => {}
            ParameterOperation::Fallback { colon: _, operator: _, word } => self.word(word),
            ParameterOperation::Trim { suffix: _, longest: _, pattern } => self.word(pattern),
            ParameterOperation::Replace { all: _, anchor: _, pattern, replacement } => {
                self.word(pattern);
                if let Some(word) = replacement {
                    self.word(word);
                }
            }
            ParameterOperation::Slice { offset, length } => {
                self.arithmetic(offset);
                if let Some(length) = length {
                    self.arithmetic(length);
                }
            }
            ParameterOperation::Case { upper: _, all: _, pattern } => {
                if let Some(word) = pattern {
                    self.word(word);
                }
            }
        }
    }
}
