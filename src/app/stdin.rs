//! Standard input: a shell text, or JSON requests one a line.
//!
//! Owns telling the two apart by the first bytes, and reading requests one at a time in constant memory. Refuses to judge.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use super::request::{self, BadRequest, Request};
use crate::input::{CommandLine, MAX_LINE_BYTES};

/// The longest JSON text of one request, in bytes. A longer one is answered `ask` and skipped.
pub(crate) const MAX_REQUEST_BYTES: usize = 2 * MAX_LINE_BYTES;

/// What some programs write before a text. A shell takes it for the beginning of the first word, JSON does not allow it:
/// whoever sent it meant something else than what would be judged.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What standard input holds.
pub(crate) enum Feed<'a> {
    /// Nothing but blanks.
    Nothing,
    /// One shell text; or why it cannot be one.
    Text(Result<CommandLine, String>),
    /// Requests.
    Requests(Requests<'a>),
}

/// Looks at the first bytes and reads a text whole; requests are read later, one by one.
///
/// # Errors
/// When reading fails.
pub(crate) fn open<'a>(mut reader: impl BufRead + 'a) -> io::Result<Feed<'a>> {
    let mut head = Vec::new();
    loop {
        let is_json = looks_like_json(&head);
        if is_json == Some(true) {
            let reader = buffered(Cursor::new(head).chain(reader));
            return Ok(Feed::Requests(Requests { reader, is_first: true, lines: 0 }));
        }
        let chunk = reader.fill_buf()?;
        if is_json == Some(false) || chunk.is_empty() || head.len() > MAX_LINE_BYTES {
            break;
        }
        let taken = chunk.len();
        head.extend_from_slice(chunk);
        reader.consume(taken);
    }
    let room = (MAX_LINE_BYTES + 1).saturating_sub(head.len());
    reader.take(room as u64).read_to_end(&mut head)?;
    if head.iter().all(|byte| is_blank(*byte)) && head.len() <= MAX_LINE_BYTES {
        return Ok(Feed::Nothing);
    }
    let solid = head.iter().position(|byte| !is_blank(*byte)).and_then(|solid| head.get(solid..));
    if solid.is_some_and(|solid| solid.starts_with(BYTE_ORDER_MARK)) {
        return Ok(Feed::Text(Err(
            "the input begins with a byte order mark, so it is neither JSON nor a command".to_owned()
        )));
    }
    Ok(Feed::Text(CommandLine::from_bytes(head).map_err(|error| error.to_string())))
}

/// Does the first byte that is not blank open an object, and the next begin a key or close it? `None` until both are seen.
fn looks_like_json(head: &[u8]) -> Option<bool> {
    let mut solid = head.iter().filter(|byte| !is_blank(**byte));
    if *solid.next()? != b'{' {
        return Some(false);
    }
    Some(matches!(solid.next()?, b'"' | b'}'))
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// JSON requests, one a line; a single object may also stand on several lines.
pub(crate) struct Requests<'a> {
    reader: BufReader<Box<dyn Read + 'a>>,
    is_first: bool,
    /// How many lines were read.
    lines: usize,
}

/// How much is read at once, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

fn buffered<'a>(reader: impl Read + 'a) -> BufReader<Box<dyn Read + 'a>> {
    BufReader::with_capacity(BUFFER_BYTES, Box::new(reader))
}

impl Requests<'_> {
    /// Is there surely another line, without waiting for it?
    pub(crate) fn has_another(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// The next request, or why the next line is none; nothing at the end.
    ///
    /// # Errors
    /// When reading fails.
    pub(crate) fn next(&mut self) -> io::Result<Option<Result<Request, String>>> {
        loop {
            let line = match self.line()? {
                Line::End => return Ok(None),
                Line::TooLong => {
                    self.is_first = false;
                    let why = format!("it has more than {MAX_REQUEST_BYTES} bytes");
                    return Ok(Some(Err(no_request(self.lines, &why))));
                }
                Line::Bytes(line) => line,
            };
            if line.iter().all(|byte| is_blank(*byte)) {
                continue;
            }
            let first = std::mem::replace(&mut self.is_first, false);
            let begins = self.lines;
            let read = match request::from_json(&line) {
                Err(bad) if first && bad.incomplete => self.whole(line, bad)?,
                read => read,
            };
            return Ok(Some(read.map_err(|bad| no_request(begins + bad.line.saturating_sub(1), &bad.why))));
        }
    }

    fn line(&mut self) -> io::Result<Line> {
        let mut line = Vec::new();
        self.reader.by_ref().take(MAX_REQUEST_BYTES as u64 + 1).read_until(b'\n', &mut line)?;
        if line.is_empty() {
            return Ok(Line::End);
        }
        self.lines += 1;
        if line.len() <= MAX_REQUEST_BYTES || line.ends_with(b"\n") {
            return Ok(Line::Bytes(line));
        }
        drop(line);
        self.reader.skip_until(b'\n')?;
        Ok(Line::TooLong)
    }

    /// The first line is an object's beginning: if everything together is one object, that is the request. Else the line is
    /// bad, and what follows it is read line by line.
    fn whole(&mut self, first: Vec<u8>, bad: BadRequest) -> io::Result<Result<Request, BadRequest>> {
        let mut all = first;
        let first_bytes = all.len();
        let room = (MAX_REQUEST_BYTES + 1).saturating_sub(first_bytes);
        self.reader.by_ref().take(room as u64).read_to_end(&mut all)?;
        if all.len() <= MAX_REQUEST_BYTES {
            match request::from_json(&all) {
                Err(other) if !other.is_json && !other.incomplete => {}
                read => return Ok(read),
            }
        }
        let mut rest = Cursor::new(all);
        rest.set_position(first_bytes as u64);
        let reader = std::mem::replace(&mut self.reader, buffered(io::empty()));
        self.reader = buffered(rest.chain(reader));
        Ok(Err(bad))
    }
}

fn no_request(line: usize, why: &str) -> String {
    format!("line {line} of the input is no request: {why}")
}

enum Line {
    End,
    TooLong,
    Bytes(Vec<u8>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(input: &[u8]) -> Result<CommandLine, String> {
        match open(input).unwrap() {
            Feed::Text(text) => text,
            Feed::Nothing => panic!("nothing"),
            Feed::Requests(_) => panic!("requests"),
        }
    }

    fn requests(input: &str) -> Vec<Result<String, String>> {
        // one byte at a time, so that no answer hangs on how the bytes arrive
        let Feed::Requests(mut requests) = open(BufReader::with_capacity(1, input.as_bytes())).unwrap() else {
            panic!("not requests: {input}")
        };
        let mut all = Vec::new();
        while let Some(request) = requests.next().unwrap() {
            all.push(request.map(|request| request.line().as_str().to_owned()));
        }
        all
    }

    #[test]
    fn what_does_not_begin_as_an_object_with_a_key_is_text() {
        for input in ["ls\n", "{ ls; }", "{rm,-rf,x}", "{command:\"ls\"}", "[1]", "{", " {"] {
            assert_eq!(text(input.as_bytes()).unwrap().as_str(), input);
        }
    }

    #[test]
    fn text_that_is_no_line_is_told() {
        assert!(text(b"ls\0").is_err());
        assert!(text(b"ls \xff").is_err());
        assert!(text("\u{feff}{\"command\":\"ls\"}".as_bytes()).is_err());
        assert!(text("\n\u{feff}ls".as_bytes()).is_err());
        assert!(text(&vec![b'a'; MAX_LINE_BYTES + 1]).is_err());
        assert!(text(&vec![b' '; MAX_LINE_BYTES + 1]).is_err());
        assert!(text(&vec![b'a'; MAX_LINE_BYTES]).is_ok());
    }

    #[test]
    fn blanks_are_nothing() {
        assert!(matches!(open(&b""[..]).unwrap(), Feed::Nothing));
        assert!(matches!(open(&b" \n\t\r\n"[..]).unwrap(), Feed::Nothing));
    }

    #[test]
    fn requests_come_one_a_line_in_order_and_a_bad_line_is_one_answer() {
        let read = requests(
            "\n {\"command\":\"a\"}\r\n\nrm x\n{\"command\":1}\n{\"command\":\"b\"}{\"command\":\"c\"}\n{\"command\":\"d\"}",
        );
        let shape: Vec<Option<&str>> = read.iter().map(|one| one.as_deref().ok()).collect();
        assert_eq!(shape, [Some("a"), None, None, None, Some("d")]);
        assert!(read[2].as_ref().unwrap_err().starts_with("line 5 of the input is no request: "), "{read:?}");
    }

    #[test]
    fn one_object_may_stand_on_several_lines() {
        assert_eq!(requests("{\n  \"command\":\n  \"ls -l\"\n}\n"), [Ok("ls -l".to_owned())]);
        let bad = requests("{\n  \"command\": 1\n}\n");
        assert!(bad.len() == 1 && bad[0].as_ref().unwrap_err().contains("line 2 "), "{bad:?}");
        let unfinished = requests("{\n  \"command\":\n");
        assert!(unfinished.len() == 1 && unfinished[0].is_err(), "{unfinished:?}");
    }

    #[test]
    fn a_first_line_that_is_cut_off_swallows_no_other() {
        let read = requests("{\"command\":\"a\"\n{\"command\":\"b\"}\n{\"command\":\"c\"}\n");
        let shape: Vec<Option<&str>> = read.iter().map(|one| one.as_deref().ok()).collect();
        assert_eq!(shape, [None, Some("b"), Some("c")]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_whole() {
        let input = format!("{{\"command\":\"{}\"}}\n{{\"command\":\"b\"}}\n", "a".repeat(MAX_REQUEST_BYTES));
        let Feed::Requests(mut requests) = open(input.as_bytes()).unwrap() else { panic!() };
        assert!(requests.next().unwrap().unwrap().unwrap_err().contains("more than"));
        assert_eq!(requests.next().unwrap().unwrap().unwrap().line().as_str(), "b");
        assert!(requests.next().unwrap().is_none());
    }
}
