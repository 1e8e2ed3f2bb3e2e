//! Asks a person on the terminal whether a command may run.
//!
//! Owns the question, what counts as a yes, and the terminal's settings while it is asked. A yes is the one key `y`, pressed
//! after the question was shown, with nothing right behind it: what was typed before is thrown away, and a paste or the
//! bytes of an arrow key are no yes. Everything else is a no. Refuses to read from or write to the standard streams, which
//! belong to the command, and to ask where nobody can answer.

mod terminal;

use std::io;

use super::guard;
use super::output::colour_is_wanted;
use crate::answer::text::{self, Page};
use crate::decision::Decision;
pub(super) use terminal::ENDING;
use terminal::Terminal;

/// What is asked, behind the page that says what it is about.
const PROMPT: &str = "Run it? [y]es / [N]o / [e]xplain ";

/// The most times that the account is shown for one question.
const MAX_ACCOUNTS: usize = 100;

/// What a person is asked about.
pub(crate) struct Question<'a> {
    /// The verdict, with its reason.
    pub decision: &'a Decision,
    /// The line that was judged.
    pub line: &'a str,
    /// Makes the account of how the verdict came about, for a terminal with so many columns; called when it is asked for.
    pub explain: &'a dyn Fn(usize) -> Page,
}

/// What came of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// A person said yes.
    Yes,
    /// A person said no, or nothing that is a clear yes.
    No,
    /// There is nobody to ask: why.
    Nobody(String),
}

/// Shows what the question is about and asks it, on the terminal that controls this process.
pub(crate) fn confirm(question: &Question<'_>) -> Answer {
    match Terminal::open() {
        Ok(mut terminal) => guard::catch(|| ask(&mut terminal, question))
            .unwrap_or_else(|panic| Err(io::Error::other(panic)))
            .unwrap_or_else(|error| Answer::Nobody(format!("the question cannot be asked: {error}"))),
        Err(why) => Answer::Nobody(why),
    }
}

fn ask(terminal: &mut Terminal, question: &Question<'_>) -> io::Result<Answer> {
    let mut shown = text::page(question.decision, question.line, terminal.columns());
    for _ in 0..MAX_ACCOUNTS {
        match put(terminal, &shown)? {
            Reply::Yes => return Ok(Answer::Yes),
            Reply::No => return Ok(Answer::No),
            // the terminal is as it was while the account is made, which may take as long as judging did
            Reply::Explain => shown = (question.explain)(terminal.columns()),
        }
    }
    Ok(Answer::No)
}

/// Shows a page and puts the question under it.
fn put(terminal: &mut Terminal, page: &Page) -> io::Result<Reply> {
    let asking = terminal.for_a_question()?;
    asking.write(&page.paint(colour_is_wanted()))?;
    let reply = reply(&asking.key_after(PROMPT)?);
    asking.write(reply.echo())?;
    Ok(reply)
}

/// What a person means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reply {
    Yes,
    No,
    Explain,
}

impl Reply {
    /// What is written behind the prompt.
    fn echo(self) -> &'static str {
        match self {
            Self::Yes => "yes\n",
            Self::No => "no\n",
            Self::Explain => "explain\n\n",
        }
    }
}

/// What the bytes mean that came at once: one key and nothing else, or a no.
fn reply(burst: &[u8]) -> Reply {
    match burst {
        b"y" | b"Y" => Reply::Yes,
        b"e" | b"E" => Reply::Explain,
        _ => Reply::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_one_key_alone_is_a_yes() {
        for yes in [&b"y"[..], b"Y"] {
            assert_eq!(reply(yes), Reply::Yes);
        }
        assert_eq!(reply(b"e"), Reply::Explain);
        let noes: [&[u8]; 14] = [
            b"",
            b"n",
            b"N",
            b"\n",
            b"\r",
            b"\x03",
            b"\x04",
            b"\x1b",
            b"yy",
            b"y\n",
            b"yes",
            b" y",
            b"\x1by",
            b"\x1b[121u",
        ];
        for no in noes {
            assert_eq!(reply(no), Reply::No, "{no:?}");
        }
    }
}
