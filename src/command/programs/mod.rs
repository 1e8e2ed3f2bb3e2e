//! What the text of a program for sed, awk, jq or yq does beside printing.
//!
//! Owns the reading of the first two languages as the sed and awk programs in use read them: the GNU ones, those of busybox
//! and of the BSDs, mawk. Where they disagree, what any of them would do counts; and which programs
//! for jq and yq reach for the environment or for files. Refuses to run or to judge anything, and
//! to guess: what is not fully understood is said to be unclear.

mod awk;
mod awk_lexer;
mod query;
mod sed;
mod sed_cursor;

/// The longest program that is read.
pub const MAX_PROGRAM_BYTES: usize = 65_536;

/// The most files and commands that one program may name.
pub const MAX_EFFECTS: usize = 256;

/// What a program text can do beside printing what it makes of its input.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProgramEffects {
    /// Files that it reads beside its operands, as the shell would have to write them: a name that begins with `-` or
    /// `~` has `./` before it. The standard streams are left out.
    pub reads: Vec<String>,
    /// It also reads files that `reads` does not tell.
    pub reads_unseen: bool,
    /// It can print what is in the environment.
    pub secrets: bool,
    /// Files that it creates or changes, written likewise.
    pub writes: Vec<String>,
    /// It runs commands.
    pub runs: bool,
    /// Shell texts that it runs, where they are plain text.
    pub runs_texts: Vec<String>,
    /// It also runs commands that `runs_texts` does not tell.
    pub runs_unseen: bool,
    /// Why it could not be read, a sentence without a full stop; then it may do anything.
    pub unclear: Option<String>,
}

/// What a sed program does: the text of `-e`, of a script file, or of the first operand. Several of them are to be joined
/// by newlines, for sed reads them as one text.
#[must_use]
pub fn sed(text: &str) -> ProgramEffects {
    let mut effects = ProgramEffects::default();
    if let Some(why) = unreadable(text, "sed") {
        effects.doubt(&why);
    } else {
        sed::read(text, &mut effects);
    }
    effects
}

/// What an awk program does. Several `-f` and `-e` texts are to be joined by newlines.
#[must_use]
pub fn awk(text: &str) -> ProgramEffects {
    let mut effects = ProgramEffects::default();
    if let Some(why) = unreadable(text, "awk") {
        effects.doubt(&why);
    } else {
        awk::read(text, &mut effects);
    }
    effects
}

/// What programs for jq or yq do.
#[must_use]
pub fn query(texts: &[&str]) -> ProgramEffects {
    let mut effects = ProgramEffects::default();
    for text in texts {
        query::read(text, &mut effects);
        let control = |byte: u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
        if text.len() > MAX_PROGRAM_BYTES || text.bytes().any(control) {
            effects.doubt("the program is too long, or holds a control character");
        }
    }
    effects
}

/// Why no program with this text is read.
fn unreadable(text: &str, language: &str) -> Option<String> {
    if text.len() > MAX_PROGRAM_BYTES {
        return Some(format!("the {language} program is longer than {MAX_PROGRAM_BYTES} bytes"));
    }
    let control = |byte: u8| byte.is_ascii_control() && !matches!(byte, b'\t' | b'\n');
    text.bytes().any(control).then(|| format!("the {language} program holds a control character"))
}

impl ProgramEffects {
    /// Nothing happens beside printing.
    #[must_use]
    pub fn none(&self) -> bool {
        *self == Self::default()
    }

    fn doubt(&mut self, why: &str) {
        self.unclear.get_or_insert_with(|| why.to_owned());
    }

    fn reads(&mut self, file: &str) {
        let full = note(&mut self.reads, &as_operand(file));
        self.limit(full);
    }

    fn writes(&mut self, file: &str) {
        let full = note(&mut self.writes, &as_operand(file));
        self.limit(full);
    }

    fn runs_text(&mut self, text: &str) {
        self.runs = true;
        let full = note(&mut self.runs_texts, text);
        self.limit(full);
    }

    fn runs_something(&mut self) {
        self.runs = true;
        self.runs_unseen = true;
    }

    fn limit(&mut self, full: bool) {
        if full {
            self.doubt(&format!("the program names more than {MAX_EFFECTS} files or commands"));
        }
    }

    /// What another program does as well.
    fn add(&mut self, other: &Self) {
        for file in &other.reads {
            self.reads(file);
        }
        for file in &other.writes {
            self.writes(file);
        }
        for text in &other.runs_texts {
            self.runs_text(text);
        }
        self.reads_unseen |= other.reads_unseen;
        self.secrets |= other.secrets;
        self.runs |= other.runs;
        self.runs_unseen |= other.runs_unseen;
        if let Some(why) = &other.unclear {
            self.doubt(why);
        }
    }
}

/// Adds a text that is not there yet; `true` when there is no room for it.
fn note(all: &mut Vec<String>, text: &str) -> bool {
    if all.iter().any(|known| known == text) {
        return false;
    }
    if all.len() >= MAX_EFFECTS {
        return true;
    }
    all.push(text.to_owned());
    false
}

/// A file's name such that neither `-` is taken for a standard stream nor `~` for a home.
fn as_operand(file: &str) -> String {
    if file.starts_with(['-', '~']) { format!("./{file}") } else { file.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_end_in_unclear() {
        let long = format!("#{}", "x".repeat(MAX_PROGRAM_BYTES));
        assert!(sed(&long).unclear.is_some() && awk(&long).unclear.is_some());
        assert!(sed("p\r").unclear.is_some() && awk("{print}\u{1}").unclear.is_some());
        let many: String = (0..=MAX_EFFECTS).map(|number| format!("w f{number}\n")).collect();
        let effects = sed(&many);
        assert!(effects.unclear.is_some() && effects.writes.len() == MAX_EFFECTS);
        let many: String = (0..MAX_EFFECTS).map(|number| format!("w f{number}\n")).collect();
        assert_eq!(sed(&many).unclear, None);
    }

    #[test]
    fn names_are_written_as_the_shell_would_have_to() {
        assert_eq!(sed("w -").writes, ["./-"]);
        assert_eq!(sed("r ~/x").reads, ["./~/x"]);
        assert_eq!(awk("{ print > \"-\" }").writes, ["./-"]);
    }

    #[test]
    fn what_only_a_bsd_would_do_counts() {
        // a label goes to the end of the line, so `i\\` is part of it and the next line a command
        assert_eq!(sed("ba;i\\\nw f\n:a").writes, ["f"]);
        // a backslash hides the bracket
        assert_eq!(sed("s/[\\]/]/x/;w f\np").writes, ["f"]);
        assert_eq!(sed("s/[\\]/a/;#]/b/;w f").writes, ["f"]);
        // the strings of y have bracket expressions
        assert_eq!(sed("y/[/b/;#]/b/;w f").writes, ["f"]);
        // a long line is read in pieces
        let long = format!("#{}w f", " ".repeat(2047));
        assert!(sed(&long).unclear.is_some());
    }

    #[test]
    fn what_only_one_awk_would_do_counts() {
        // mawk joins no strings before a pipe, and takes a slash after `++` for a regular expression
        assert!(awk(r#"BEGIN { "echo " "rm" | getline }"#).runs);
        assert!(awk(r#"BEGIN { i++ / 2; print "/" > "f" }"#).unclear.is_some());
        // the one true awk ends a regular expression at the first slash
        assert_eq!(awk("/[/ { print > \"f\" } #]/").writes, ["f"]);
        assert_eq!(awk("{ sub(/[^/]*$/, \"\") }"), ProgramEffects::default());
    }

    #[test]
    fn deep_and_long_programs_are_read() {
        assert!(sed(&"{".repeat(60_000)).unclear.is_some());
        assert!(sed(&"s/[".repeat(400)).unclear.is_some());
        assert!(awk(&"(".repeat(60_000)).unclear.is_some());
        assert!(awk(&format!("BEGIN {{ x = {}1{} }}", "(".repeat(30_000), ")".repeat(30_000))).none());
        assert!(awk("\"\\").unclear.is_some() && awk("/\\").unclear.is_some() && sed("s/\\").unclear.is_some());
    }
}
