//! The reader's place in the text: bytes, spans, mistakes, nesting.
//!
//! Owns the cursor that every construct reads through, and the rule that a backslash before a line break joins two lines.
//! Refuses to know any construct.

use crate::input::Span;

use super::ast::{Script, Word};
use super::here_document::Pending;
use super::{Dialect, MAX_COMMANDS_READ, MAX_NESTING, Mistake, Parsed, fill};

/// How much of a text may be read a second time (`((` that is not arithmetic, `a[` that is a pattern): this many times
/// its length.
const MAX_REREAD_FACTOR: usize = 2;

/// How much more may be read a second time, however short the text is, in bytes.
const FREE_REREAD: usize = 4096;

/// Reads one text; see the module's header.
pub(super) struct Reader<'t> {
    /// The text, up to the end of the region that is being read (a here-document's body, a backquoted command).
    pub(super) text: &'t str,
    /// The next byte.
    pub(super) pos: usize,
    /// Which shell will read the text.
    pub(super) dialect: Dialect,
    /// How many constructs are open.
    pub(super) depth: usize,
    /// The first mistake.
    pub(super) mistake: Option<Mistake>,
    /// Nothing more is read: every look ahead sees the end of the text.
    pub(super) stopped: bool,
    /// The whole text ends inside of something.
    pub(super) unfinished: bool,
    /// The length of the whole text, regions aside.
    whole: usize,
    /// Here-documents of the present line whose bodies begin after it.
    pub(super) pending: Vec<Pending>,
    /// Bodies by the start of their redirection, in the order of the text.
    pub(super) bodies: Vec<(usize, Word)>,
    /// Where this text stands in the text that was given, when it is a copy (with escapes or tabs removed).
    pub(super) offsets: Option<&'t Offsets<'t>>,
    /// The innermost substitution around the place, as far as it restricts here-documents.
    pub(super) around: Around,
    /// Bytes that were read a second time because `((` turned out to be two parentheses.
    pub(super) reread: usize,
    /// How many commands were read.
    commands: usize,
}

/// What the innermost substitution around a place means for here-documents.
#[derive(Clone, Copy, Default)]
pub(super) struct Around {
    /// Inside `$(…)`, `<(…)` or `>(…)`.
    pub(super) substitution: bool,
    /// A here-document stands in this substitution: bash runs a re-printed text, in which nothing may follow it.
    pub(super) here_document: bool,
    /// The line that the substitution stands in has here-documents whose bodies have not come yet.
    pub(super) bodies_wait: bool,
    /// Inside a here-document's body.
    pub(super) body: bool,
    /// Inside double quotes, at any depth of `$(…)`: bash still knows of them where it looks for the end of a `${…}`.
    pub(super) quotes: bool,
    /// Inside arithmetic or a subscript, at any depth: bash scans here-documents there as arithmetic.
    pub(super) arithmetic: bool,
}

impl Around {
    /// What stays so between backquotes, whose text is read on its own.
    pub(super) fn in_backquotes(self) -> Self {
        Self { body: self.body, arithmetic: self.arithmetic, ..Self::default() }
    }
}

/// Maps offsets in a copied text to the text that it was copied from.
pub(super) struct Offsets<'t> {
    /// Where each contiguous stretch begins: in the copy, in the source.
    pub(super) stretches: Vec<(usize, usize)>,
    /// The same for the source, if that is a copy too.
    pub(super) outer: Option<&'t Offsets<'t>>,
}

impl Offsets<'_> {
    fn map(&self, offset: usize) -> usize {
        let after = self.stretches.partition_point(|(copy, _)| *copy <= offset);
        let stretch = after.checked_sub(1).and_then(|index| self.stretches.get(index));
        let (copy, source) = stretch.copied().unwrap_or((0, 0));
        let mapped = source + (offset - copy);
        self.outer.map_or(mapped, |outer| outer.map(mapped))
    }
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, dialect: Dialect) -> Self {
        Self {
            text,
            pos: 0,
            dialect,
            depth: 0,
            mistake: None,
            stopped: false,
            unfinished: false,
            whole: text.len(),
            pending: Vec::new(),
            bodies: Vec::new(),
            offsets: None,
            around: Around::default(),
            reread: 0,
            commands: 0,
        }
    }

    /// Reads everything.
    pub(super) fn whole(mut self) -> Parsed {
        if let Some(at) = self.text.find('\0') {
            self.refuse("a NUL byte ends the text for some shells and not for others", at);
        }
        let mut script = self.program();
        if !self.bodies.is_empty() {
            fill::bodies(&mut script, &mut self.bodies);
        }
        Parsed { script, mistake: self.mistake, unfinished: self.unfinished }
    }

    /// Reads lists until the end of the region; whatever ends a list earlier has no beginning.
    pub(super) fn program(&mut self) -> Script {
        let start = self.pos;
        let script = self.list();
        self.skip_blanks();
        if self.pos < self.text.len() {
            self.fail_here("this has no beginning");
        }
        self.finish_here_documents();
        self.check_broken_operators(start);
        script
    }

    // ---- bytes

    /// The byte at the place, as it stands.
    #[inline]
    pub(super) fn raw(&self) -> Option<u8> {
        self.text.as_bytes().get(self.pos).copied()
    }

    /// The byte at an offset, as it stands.
    #[inline]
    pub(super) fn raw_at(&self, at: usize) -> Option<u8> {
        self.text.as_bytes().get(at).copied()
    }

    /// The offset at or after `at` that no joined line break stands before.
    #[inline]
    pub(super) fn joined(&self, mut at: usize) -> usize {
        while self.raw_at(at) == Some(b'\\') && self.raw_at(at + 1) == Some(b'\n') {
            at += 2;
        }
        at
    }

    /// The next byte, after any joined line breaks (which are consumed).
    #[inline]
    pub(super) fn peek(&mut self) -> Option<u8> {
        self.pos = self.joined(self.pos);
        self.raw()
    }

    /// The byte after the next one. `peek` must have been called.
    #[inline]
    pub(super) fn second(&self) -> Option<u8> {
        self.raw_at(self.joined(self.pos + 1))
    }

    /// Consumes `literal` if it comes next, joined line breaks between its bytes included.
    pub(super) fn eat(&mut self, literal: &str) -> bool {
        let start = self.pos;
        for byte in literal.bytes() {
            if self.peek() != Some(byte) {
                self.pos = start;
                return false;
            }
            self.pos += 1;
        }
        true
    }

    /// Text as it stands; empty when the offsets are not on character boundaries.
    #[inline]
    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or_default()
    }

    /// Text without its joined line breaks.
    pub(super) fn slice_joined(&self, start: usize, end: usize) -> String {
        self.slice(start, end).replace("\\\n", "")
    }

    /// The place after the character that begins at the place.
    pub(super) fn after_character(&self) -> usize {
        let width = self.text.get(self.pos..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
        self.pos + width
    }

    // ---- spans and mistakes

    /// The span from `start` to the place, in the text that was given.
    pub(super) fn span(&self, start: usize) -> Span {
        self.span_to(start, self.pos)
    }

    /// The span from `start` to `end`, in the text that was given.
    pub(super) fn span_to(&self, start: usize, end: usize) -> Span {
        match self.offsets {
            None => Span::new(start, end.max(start)),
            Some(offsets) if end > start => Span::new(offsets.map(start), offsets.map(end - 1) + 1),
            Some(offsets) => Span::new(offsets.map(start), offsets.map(start)),
        }
    }

    /// Notes a mistake and goes on, so that more commands are found.
    #[cold]
    pub(super) fn refuse(&mut self, what: &str, start: usize) {
        if self.mistake.is_none() {
            let end = if start < self.pos { self.pos } else { self.next_boundary(start) };
            self.mistake = Some(Mistake { what: what.to_owned(), span: self.span_to(start, end) });
        }
    }

    /// Notes a mistake and stops.
    #[cold]
    pub(super) fn fail(&mut self, what: &str, start: usize) {
        if !self.stopped && self.pos >= self.text.len() {
            self.note_unfinished();
        }
        self.refuse(what, start);
        self.stop();
    }

    /// Notes a mistake and stops: what begins at `start` has no end in the text.
    #[cold]
    pub(super) fn fail_open(&mut self, what: &str, start: usize) {
        if !self.stopped {
            self.note_unfinished();
        }
        self.fail(what, start);
    }

    /// The text ends inside of something, if it is the whole text: more lines do not go on with a copy or a region of it.
    #[cold]
    pub(super) fn note_unfinished(&mut self) {
        self.unfinished |= self.offsets.is_none() && self.text.len() == self.whole;
    }

    /// Notes a mistake at the next character and stops.
    #[cold]
    pub(super) fn fail_here(&mut self, what: &str) {
        self.fail(what, self.pos);
    }

    fn next_boundary(&self, start: usize) -> usize {
        let rest = self.text.get(start..).unwrap_or_default();
        start + rest.chars().next().map_or(0, char::len_utf8)
    }

    fn stop(&mut self) {
        self.stopped = true;
        self.pos = self.text.len();
    }

    /// Goes back to `start`, to read the text from there in another way; at the limit, notes it, stops, and says no.
    pub(super) fn read_again(&mut self, start: usize) -> bool {
        self.reread += self.pos - start;
        if self.past_reread() {
            self.fail("too much of this text can be read in two ways, past the limit of reading it again", start);
            return false;
        }
        self.pos = start;
        true
    }

    /// Has more been read a second time than the limit allows?
    pub(super) fn past_reread(&self) -> bool {
        self.reread > self.text.len().saturating_mul(MAX_REREAD_FACTOR).saturating_add(FREE_REREAD)
    }

    // ---- nesting and regions

    /// Opens a construct; at the limit, notes it, stops, and says no.
    pub(super) fn enter(&mut self) -> bool {
        if self.depth >= MAX_NESTING {
            self.too_deep();
            return false;
        }
        self.depth += 1;
        true
    }

    /// Closes a construct that [`Self::enter`] opened.
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    #[cold]
    pub(super) fn too_deep(&mut self) {
        let what = format!("more than {MAX_NESTING} constructs are nested here, the limit of nesting");
        self.fail_here(&what);
    }

    /// Counts a command; at the limit, notes that and stops.
    pub(super) fn count_command(&mut self) {
        self.commands += 1;
        if self.commands > MAX_COMMANDS_READ {
            self.fail_here(&format!("more than {MAX_COMMANDS_READ} commands, the limit of one text"));
        }
    }

    /// Narrows the text to the region that ends at `end`; hands back the whole for [`Self::widen`].
    pub(super) fn narrow(&mut self, start: usize, end: usize) -> &'t str {
        let whole = self.text;
        self.text = whole.get(..end).unwrap_or_default();
        self.pos = if self.stopped { self.text.len() } else { start };
        whole
    }

    /// Leaves a region and goes on at `resume`, unless reading has stopped.
    pub(super) fn widen(&mut self, whole: &'t str, resume: usize) {
        self.text = whole;
        self.pos = if self.stopped { whole.len() } else { resume };
    }

    /// Hands the state to a reader of a copied text, lets it read, and takes the state back.
    pub(super) fn in_copy<T>(
        &mut self,
        copy: &str,
        stretches: Vec<(usize, usize)>,
        read: impl FnOnce(&mut Reader<'_>) -> T,
    ) -> T {
        let offsets = Offsets { stretches, outer: self.offsets };
        let mut inner = Reader {
            text: copy,
            pos: 0,
            dialect: self.dialect,
            depth: self.depth,
            mistake: self.mistake.take(),
            stopped: self.stopped,
            unfinished: self.unfinished,
            whole: self.whole,
            pending: Vec::new(),
            bodies: Vec::new(),
            offsets: Some(&offsets),
            around: self.around,
            reread: self.reread,
            commands: self.commands,
        };
        let result = read(&mut inner);
        self.mistake = inner.mistake;
        (self.reread, self.commands) = (inner.reread, inner.commands);
        self.bodies.append(&mut inner.bodies);
        if inner.stopped {
            self.stop();
        }
        result
    }
}
