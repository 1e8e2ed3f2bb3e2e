//! `$name` and `${…}`.
//!
//! Owns the shapes of parameter expansions. Refuses meaning, like the rest of the tree.

use super::{Arithmetic, Word};
use crate::input::Span;

/// A parameter expansion.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// The variable, positional (`1`) or special (`@`, `?`, …) parameter.
    pub name: String,
    /// `${name[subscript]…}`; `@` and `*` stand as a word with that text.
    pub subscript: Option<Word>,
    /// `${!name…}`
    pub indirect: bool,
    /// What is done to the value.
    pub operation: ParameterOperation,
    /// The whole expansion with its `$`.
    pub span: Span,
}

/// What `${name…}` does to the value.
#[derive(Clone, PartialEq, Debug)]
pub enum ParameterOperation {
    /// The value itself.
    Value,
    /// `${#name}`
    Length,
    /// `-`, `=`, `?` or `+`; `colon` when it also holds for an empty value.
    Fallback {
        /// `:` stood before the operator.
        colon: bool,
        /// Which.
        operator: FallbackOperator,
        /// The operand.
        word: Word,
    },
    /// `#`, `##`, `%`, `%%`
    Trim {
        /// From the end rather than the start.
        suffix: bool,
        /// The longest match rather than the shortest.
        longest: bool,
        /// The pattern.
        pattern: Word,
    },
    /// `/`, `//`, `/#`, `/%`
    Replace {
        /// `//`: every match.
        all: bool,
        /// `/#` or `/%` anchor the pattern.
        anchor: Option<char>,
        /// The pattern.
        pattern: Word,
        /// The replacement.
        replacement: Option<Word>,
    },
    /// `${name:offset[:length]}`
    Slice {
        /// Where it begins.
        offset: Arithmetic,
        /// How long it is.
        length: Option<Arithmetic>,
    },
    /// `^`, `^^`, `,`, `,,` with an optional pattern.
    Case {
        /// To upper case.
        upper: bool,
        /// Every character.
        all: bool,
        /// Which characters.
        pattern: Option<Word>,
    },
    /// `@Q`, `@P`, …; `@P` expands the value again as a prompt, which runs code.
    Transform(char),
    /// `${!prefix*}` or `${!prefix@}`: names, not values.
    Names,
    /// `${!name[@]}`: subscripts, not values.
    Keys,
}

/// The operators that fall back to a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FallbackOperator {
    /// `-`
    Use,
    /// `=`
    Assign,
    /// `?`
    Fail,
    /// `+`
    Alternate,
}
