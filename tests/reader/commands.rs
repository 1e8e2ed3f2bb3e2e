//! Finds every simple command of a tree, as text: what the tests compare with what bash ran.

use runok::shell::ast::*;

/// The simple commands of a script, each a list of words; a word that is not only text is shown as `None`.
pub(crate) fn commands(script: &Script) -> Vec<Vec<Option<String>>> {
    let mut found = Vec::new();
    in_script(script, &mut found);
    found
}

/// The commands whose words are all text, joined by single blanks.
#[allow(dead_code, reason = "not every test that includes this file uses it")]
pub(crate) fn lines(script: &Script) -> Vec<String> {
    let known = |words: Vec<Option<String>>| {
        words.into_iter().map(|word| word.unwrap_or_else(|| "?".to_owned())).collect::<Vec<_>>().join(" ")
    };
    commands(script).into_iter().map(known).collect()
}

fn in_script(script: &Script, found: &mut Vec<Vec<Option<String>>>) {
    for statement in &script.statements {
        let rest = statement.and_or.rest.iter().map(|(_, pipeline)| pipeline);
        for pipeline in std::iter::once(&statement.and_or.first).chain(rest) {
            for command in &pipeline.commands {
                in_command(command, found);
            }
        }
    }
}

fn in_command(command: &Command, found: &mut Vec<Vec<Option<String>>>) {
    match command {
        Command::Simple(simple) => {
            if !simple.words.is_empty() {
                found.push(simple.words.iter().map(|word| text(&word.parts)).collect());
            }
            for assignment in &simple.assignments {
                in_optional(assignment.subscript.as_ref(), found);
                match &assignment.value {
                    AssignmentValue::Scalar(word) => in_parts(&word.parts, found),
                    AssignmentValue::Array(elements) => in_elements(elements, found),
                }
            }
            in_words(&simple.words, found);
            in_redirects(&simple.redirects, found);
        }
        Command::Compound(compound) => in_compound(compound, found),
        Command::Function(function) => in_compound(&function.body, found),
    }
}

fn in_compound(compound: &Compound, found: &mut Vec<Vec<Option<String>>>) {
    in_redirects(&compound.redirects, found);
    match &compound.kind {
        CompoundKind::Group(script) | CompoundKind::Subshell(script) => in_script(script, found),
        CompoundKind::If { branches, otherwise } => {
            for (condition, body) in branches {
                in_script(condition, found);
                in_script(body, found);
            }
            if let Some(script) = otherwise {
                in_script(script, found);
            }
        }
        CompoundKind::Loop { condition, body, .. } => {
            in_script(condition, found);
            in_script(body, found);
        }
        CompoundKind::For { words, body, .. } | CompoundKind::Select { words, body, .. } => {
            in_words(words.as_deref().unwrap_or_default(), found);
            in_script(body, found);
        }
        CompoundKind::ArithmeticFor { header, body } => {
            for arithmetic in header.iter() {
                in_parts(&arithmetic.parts, found);
            }
            in_script(body, found);
        }
        CompoundKind::Case { subject, arms } => {
            in_parts(&subject.parts, found);
            for arm in arms {
                in_words(&arm.patterns, found);
                in_script(&arm.body, found);
            }
        }
        CompoundKind::Arithmetic(arithmetic) => in_parts(&arithmetic.parts, found),
        CompoundKind::Conditional(pieces) => {
            for piece in pieces {
                if let ConditionalPiece::Operand(word) = piece {
                    in_parts(&word.parts, found);
                }
            }
        }
        CompoundKind::Coprocess { body, .. } => in_command(body, found),
    }
}

fn in_redirects(redirects: &[Redirect], found: &mut Vec<Vec<Option<String>>>) {
    for redirect in redirects {
        match &redirect.target {
            RedirectTarget::Word(word) => in_parts(&word.parts, found),
            RedirectTarget::HereDocument(document) => in_parts(&document.body.parts, found),
        }
    }
}

fn in_elements(elements: &[ArrayElement], found: &mut Vec<Vec<Option<String>>>) {
    for element in elements {
        in_optional(element.subscript.as_ref(), found);
        in_parts(&element.value.parts, found);
    }
}

fn in_optional(word: Option<&Word>, found: &mut Vec<Vec<Option<String>>>) {
    if let Some(word) = word {
        in_parts(&word.parts, found);
    }
}

fn in_words(words: &[Word], found: &mut Vec<Vec<Option<String>>>) {
    for word in words {
        in_parts(&word.parts, found);
    }
}

fn in_parts(parts: &[Part], found: &mut Vec<Vec<Option<String>>>) {
    for part in parts {
        match part {
            Part::Bare(_) | Part::Quoted(_) => {}
            Part::DoubleQuoted(parts) | Part::Translated(parts) => in_parts(parts, found),
            Part::Parameter(parameter) => in_parameter(parameter, found),
            Part::Command(script) | Part::Process { script, .. } => in_script(script, found),
            Part::Arithmetic(arithmetic) => in_parts(&arithmetic.parts, found),
            Part::ExtendedGlob(_, words) => in_words(words, found),
            Part::Array(elements) => in_elements(elements, found),
        }
    }
}

fn in_parameter(parameter: &Parameter, found: &mut Vec<Vec<Option<String>>>) {
    in_optional(parameter.subscript.as_ref(), found);
    match &parameter.operation {
        ParameterOperation::Fallback { word, .. } => in_parts(&word.parts, found),
        ParameterOperation::Trim { pattern, .. } => in_parts(&pattern.parts, found),
        ParameterOperation::Replace { pattern, replacement, .. } => {
            in_parts(&pattern.parts, found);
            in_optional(replacement.as_ref(), found);
        }
        ParameterOperation::Slice { offset, length } => {
            in_parts(&offset.parts, found);
            if let Some(length) = length {
                in_parts(&length.parts, found);
            }
        }
        ParameterOperation::Case { pattern, .. } => in_optional(pattern.as_ref(), found),
        ParameterOperation::Value
        | ParameterOperation::Length
        | ParameterOperation::Transform(_)
        | ParameterOperation::Names
        | ParameterOperation::Keys => {}
    }
}

/// The text of a word that is nothing but text.
pub(crate) fn text(parts: &[Part]) -> Option<String> {
    let mut all = String::new();
    for part in parts {
        match part {
            Part::Bare(text) | Part::Quoted(text) => all.push_str(text),
            Part::DoubleQuoted(inner) => all.push_str(&text(inner)?),
            _ => return None,
        }
    }
    Some(all)
}

/// What the reader makes of a text as bash: its commands as lines, and what it did not understand.
#[allow(dead_code, reason = "not every test that includes this file uses it")]
pub(crate) fn read(text: &str) -> (Vec<String>, Option<String>) {
    read_as(text, runok::shell::Dialect::Bash)
}

/// The same in another dialect.
#[allow(dead_code, reason = "not every test that includes this file uses it")]
pub(crate) fn read_as(text: &str, dialect: runok::shell::Dialect) -> (Vec<String>, Option<String>) {
    let parsed = runok::shell::parse(text, dialect);
    (lines(&parsed.script), parsed.mistake.map(|mistake| mistake.what))
}

/// The text is understood and holds exactly these commands.
#[allow(dead_code, reason = "not every test that includes this file uses it")]
#[track_caller]
pub(crate) fn understood(text: &str, commands: &[&str]) {
    let (found, mistake) = read(text);
    assert_eq!(mistake, None, "{text}");
    assert_eq!(found, commands, "{text}");
}

/// The text is refused, and these commands are found in it all the same.
#[allow(dead_code, reason = "not every test that includes this file uses it")]
#[track_caller]
pub(crate) fn refused(text: &str, commands: &[&str]) {
    let (found, mistake) = read(text);
    assert!(mistake.is_some(), "{text} was understood: {found:?}");
    for command in commands {
        assert!(found.iter().any(|line| line == command), "{text}: {command:?} is not among {found:?}");
    }
}
