//! Commands of a line that were judged before in it: `git "$a"` thousands of times over.
//!
//! Owns which commands are the same but for where they stand, and what is said of one as it is said of the other. A command
//! of which something is not known may be many, and is held against the rules for all of them: it is judged once. Refuses to
//! judge.

use foldhash::HashMap;

use crate::command::word::Word;
use crate::command::{Doubt, Invocation};
use crate::input::Span;

use super::gather::{Gatherer, Hearing};
use super::judged::{Judged, JudgedWrap, Said};

/// Judges the commands of a line, those that come again by what was said of them before.
pub(super) fn judge(all: &[Invocation], gatherer: &Gatherer<'_>, hearing: &mut Hearing<'_>) -> Vec<Judged> {
    let mut judged: Vec<Judged> = Vec::with_capacity(all.len());
    // by their text the last that says nothing of any but itself
    let mut last: HashMap<&str, usize> = HashMap::default();
    for (index, invocation) in all.iter().enumerate() {
        let text = hearing.line.get(invocation.span.start..invocation.span.end).filter(|_| is_worth_it(invocation));
        let text = text.filter(|_| hearing.trace.is_none());
        let again = text.and_then(|text| {
            let before = *last.get(text)?;
            said_again(judged.get(before)?, (all.get(before)?, invocation))
        });
        let started = (hearing.captured, hearing.started.len());
        let said = again.unwrap_or_else(|| gatherer.judge(invocation, hearing));
        judged.push(said);
        if let Some(text) = text.filter(|_| started == (hearing.captured, hearing.started.len())) {
            last.insert(text, index);
        }
    }
    judged
}

/// Comparing costs less than judging where something is not known.
fn is_worth_it(invocation: &Invocation) -> bool {
    invocation.tool.is_none() && !invocation.words.iter().all(Word::is_known)
}

/// What was said of one command, said of another that is the same elsewhere; nothing where it is not the same.
fn said_again(said: &Judged, (before, again): (&Invocation, &Invocation)) -> Option<Judged> {
    let moves = Move { from: before.span.start, to: again.span.start };
    (moves.invocation(before)? == *again).then(|| moves.judged(said))?
}

/// From where a command stands to where another one does.
#[derive(Clone, Copy)]
struct Move {
    from: usize,
    to: usize,
}

impl Move {
    /// Nothing where it stands before the command: that may be the same place for both.
    fn span(self, span: Span) -> Option<Span> {
        let moved = |at: usize| at.checked_sub(self.from)?.checked_add(self.to);
        Some(Span { start: moved(span.start)?, end: moved(span.end)? })
    }

    fn word(self, word: &Word) -> Option<Word> {
        Some(Word { span: self.span(word.span)?, ..word.clone() })
    }

    fn invocation(self, one: &Invocation) -> Option<Invocation> {
        let mut moved = one.clone();
        moved.span = self.span(one.span)?;
        for word in &mut moved.words {
            *word = self.word(word)?;
        }
        for assignment in &mut moved.assignments {
            assignment.span = self.span(assignment.span)?;
            assignment.value = self.word(&assignment.value)?;
        }
        for redirect in &mut moved.redirects {
            redirect.span = self.span(redirect.span)?;
            redirect.target = self.word(&redirect.target)?;
        }
        self.doubts(&mut moved.doubts)?;
        for wrapped in &mut moved.wrapped {
            self.doubts(&mut wrapped.doubts)?;
            for run in &mut wrapped.runs {
                *run = self.invocation(run)?;
            }
        }
        Some(moved)
    }

    fn doubts(self, doubts: &mut [Doubt]) -> Option<()> {
        doubts.iter_mut().try_for_each(|doubt| {
            doubt.span = self.span(doubt.span)?;
            Some(())
        })
    }

    fn judged(self, one: &Judged) -> Option<Judged> {
        let wrapped = one.wrapped.iter().map(|wrapped| {
            let runs = wrapped.runs.iter().map(|run| self.judged(run)).collect::<Option<_>>()?;
            Some(JudgedWrap { runs, doubts: wrapped.doubts.clone(), ..*wrapped })
        });
        Some(Judged {
            words: one.words.clone(),
            is_tool: one.is_tool,
            span: self.span(one.span)?,
            found_in: one.found_in.clone(),
            unknown: one.unknown.clone(),
            readings: self.all_said(&one.readings)?,
            parts: self.all_said(&one.parts)?,
            doubts: one.doubts.clone(),
            wrapped: wrapped.collect::<Option<_>>()?,
        })
    }

    fn all_said(self, all: &[Said]) -> Option<Vec<Said>> {
        let moved = all.iter().map(|said| {
            Some(Said {
                must: said.must.clone(),
                may: said.may.clone(),
                fallback: said.fallback.clone(),
                if_lifted: self.all_said(&said.if_lifted)?,
                span: match said.span {
                    Some(span) => Some(self.span(span)?),
                    None => None,
                },
            })
        });
        moved.collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::command;
    use crate::decision::tests::Here;
    use crate::decision::{CommandDecision, Conditions, Decision, Outcome, evaluate};
    use crate::input::{CommandLine, Span};
    use crate::policy::load::{LoadRequest, of_text};
    use crate::verdict::Verdict;

    const RULES: &str = "rules:\n  - {allow: 'git status *'}\n  - {deny: 'git push --force *'}\n  - {allow: 'echo *'}\n  - {deny: 'timeout * rm *'}\n";

    fn decided(line: &str) -> Decision {
        let loaded = of_text(&LoadRequest::default(), "/p/runok.yml", RULES);
        let text = CommandLine::new(line).unwrap();
        let reading = command::read(&text, &Here, &loaded.policy.tables);
        match evaluate(&loaded.policy, &Conditions::default(), &reading, line, &Here) {
            Outcome::Settled(decision) => decision,
            Outcome::Consult(_) => panic!("nobody is to be asked"),
        }
    }

    fn moved(said: &mut CommandDecision, by: usize) {
        said.span = Span::new(said.span.start - by, said.span.end - by);
        said.wrapped.iter_mut().for_each(|inner| moved(inner, by));
    }

    /// What is said of the last command of a line, as if it stood at its beginning.
    fn last(line: &str, text: &str) -> String {
        let mut said = decided(line).commands.pop().unwrap();
        assert_eq!(said.span, Span::new(line.len() - text.len(), line.len()), "{line}");
        moved(&mut said, line.len() - text.len());
        format!("{said:?}")
    }

    #[test]
    fn a_command_that_comes_again_is_answered_the_same_where_it_stands() {
        for text in ["git \"$a\"", "timeout \"$a\" rm \"$b\"", "PATH=. git $a > $b", "\"$a\" -f x", "echo $a"] {
            let alone = last(text, text);
            for before in ["true; ", "echo x | "] {
                let once = last(&format!("{before}{text}"), text);
                assert_eq!(last(&format!("{text}; {text}; {before}{text}"), text), once, "{text}");
                assert!(before.ends_with("| ") || once == alone, "{text}");
            }
        }
    }

    #[test]
    fn the_same_text_that_means_another_command_is_judged_anew() {
        let each = "git $a \"$b\"";
        let line = format!("a=status; {each}; {each}; a='push --force'; {each}; {each}");
        let said = decided(&line).commands.into_iter().filter(|one| !one.words.is_empty());
        let verdicts: Vec<Verdict> = said.map(|one| one.verdict).collect();
        assert_eq!(verdicts, [Verdict::Allow, Verdict::Allow, Verdict::Deny, Verdict::Deny]);
    }
}
