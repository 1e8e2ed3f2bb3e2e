//! Answers of a batch that were given before: logs and histories hold the same commands again and again.
//!
//! Owns which answers may be given again. The property that it keeps: an answer given again is the one that judging once
//! more would give, because nothing was looked at that can change while the process lives. Refuses to judge.

use foldhash::HashMap;

use super::facts::own_directory;
use super::request::{Request, Subject};
use crate::answer::exit::ExitStatus;
use crate::answer::sanitize::Clean;

/// The most answers that are kept. Past it all are forgotten: what comes often comes again soon.
const MAX_KEPT: usize = 4096;

/// The most bytes that texts and answers may take together; past it all are forgotten too. A text of a thousand bytes may
/// hold hundreds of commands, each of which has its part in the answer.
const MAX_KEPT_BYTES: usize = 8 << 20;

/// The longest text whose answer is kept, in bytes.
const MAX_TEXT_BYTES: usize = 1024;

/// What an answer is an answer to.
#[derive(PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    line: String,
    directory: Option<String>,
    /// The directory of the process.
    here: Option<String>,
}

impl Asked {
    /// What a request asks; nothing where its answer is not kept.
    pub(crate) fn by(request: &Request) -> Option<Self> {
        let Subject::Text(line) = &request.subject else { return None };
        let plain = request.environment.is_empty() && request.beside.is_empty() && !request.strayed;
        let plain = plain && request.doubt.is_none();
        if line.as_str().len() > MAX_TEXT_BYTES || !plain {
            return None;
        }
        let (line, directory) = (line.as_str().to_owned(), request.directory.clone());
        Some(Self { line, directory, here: own_directory() })
    }

    fn len(&self) -> usize {
        let directories = [&self.directory, &self.here];
        self.line.len() + directories.into_iter().flatten().map(String::len).sum::<usize>()
    }
}

/// An answer as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Written {
    /// For people, and for programs that read lines.
    Text(Clean),
    /// As JSON.
    Json(String),
}

impl Written {
    fn len(&self) -> usize {
        match self {
            Self::Text(line) => line.as_str().len(),
            Self::Json(line) => line.len(),
        }
    }
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Given {
    /// What is written.
    pub written: Written,
    /// How a run that gave this answer alone ends.
    pub status: ExitStatus,
}

/// Answers by what they are answers to.
#[derive(Default)]
pub(crate) struct Recall {
    given: HashMap<Asked, Given>,
    /// How many bytes they take.
    bytes: usize,
    /// Which reading of policies they come from.
    reading: usize,
}

impl Recall {
    /// The answer that was given before under the same reading of the policies.
    pub(crate) fn get(&self, asked: &Asked, reading: usize) -> Option<&Given> {
        self.given.get(asked).filter(|_| self.reading == reading)
    }

    /// Keeps an answer that would be given again.
    pub(crate) fn keep(&mut self, asked: Asked, given: Given, reading: usize) {
        let bytes = asked.len() + given.written.len();
        if bytes > MAX_KEPT_BYTES {
            return;
        }
        if self.given.len() >= MAX_KEPT || self.bytes + bytes > MAX_KEPT_BYTES || self.reading != reading {
            self.given.clear();
            self.bytes = 0;
            self.reading = reading;
        }
        self.bytes += bytes;
        self.given.insert(asked, given);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::CommandLine;
    use crate::verdict::Verdict;

    fn asked(line: &str, directory: Option<&str>) -> Option<Asked> {
        let request = Request::text(CommandLine::new(line).unwrap());
        Asked::by(&Request { directory: directory.map(str::to_owned), ..request })
    }

    fn given(text: &str) -> Given {
        Given { written: Written::Text(Clean::new(text)), status: ExitStatus::Answered(Verdict::Allow) }
    }

    #[test]
    fn an_answer_is_for_its_text_in_its_directory_under_its_reading() {
        let mut recall = Recall::default();
        recall.keep(asked("ls", None).unwrap(), given("allow"), 1);
        assert_eq!(recall.get(&asked("ls", None).unwrap(), 1), Some(&given("allow")));
        assert_eq!(recall.get(&asked("ls", Some("/")).unwrap(), 1), None);
        assert_eq!(recall.get(&asked("ls ", None).unwrap(), 1), None);
        assert_eq!(recall.get(&asked("ls", None).unwrap(), 2), None);
        recall.keep(asked("cat", None).unwrap(), given("ask"), 2);
        assert_eq!(recall.get(&asked("ls", None).unwrap(), 2), None);
    }

    #[test]
    fn long_texts_and_those_with_more_to_them_are_not_kept() {
        assert!(asked(&"x".repeat(MAX_TEXT_BYTES + 1), None).is_none());
        let request = Request::text(CommandLine::new("ls").unwrap());
        assert!(Asked::by(&Request { strayed: true, ..request.clone() }).is_none());
        assert!(Asked::by(&Request { doubt: Some("why".to_owned()), ..request.clone() }).is_none());
        assert!(Asked::by(&Request { beside: vec!["/srv".to_owned()], ..request.clone() }).is_none());
        assert!(Asked::by(&Request { environment: vec![("A".to_owned(), None)], ..request }).is_none());
    }

    #[test]
    fn no_more_than_so_many_are_kept() {
        let mut recall = Recall::default();
        for number in 0..=MAX_KEPT {
            recall.keep(asked(&number.to_string(), None).unwrap(), given("ask"), 0);
        }
        assert_eq!(recall.given.len(), 1);
    }

    #[test]
    fn no_more_than_so_many_bytes_are_kept() {
        let long = |bytes: usize| Given { written: Written::Json("x".repeat(bytes)), ..given("") };
        let mut recall = Recall::default();
        for number in 0..100 {
            recall.keep(asked(&number.to_string(), None).unwrap(), long(MAX_KEPT_BYTES / 50), 0);
            let held: usize = recall.given.iter().map(|(asked, given)| asked.len() + given.written.len()).sum();
            assert!(held <= MAX_KEPT_BYTES && held == recall.bytes, "{held}");
        }
        recall.keep(asked("ls", None).unwrap(), long(MAX_KEPT_BYTES), 0);
        assert_eq!(recall.get(&asked("ls", None).unwrap(), 0), None);
    }
}
