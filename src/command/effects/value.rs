//! What a value says of files and hosts.
//!
//! Owns the forms that programs have for them: `@file`, `host:path`, `rev:path`, `source:target`, URLs. Refuses to know
//! which value has which form (the tables say so).

use crate::command::options::Effect;
use crate::command::word::{Count, Part, Parts, Word};
use crate::verdict::Match;

use super::{curl, parts};

/// What a value names.
#[derive(Debug)]
pub(super) enum Named {
    /// A file.
    File(Word),
    /// Something that is reached over the network.
    Elsewhere(Word),
}

/// What a value names, and how surely.
pub(super) type Found = Vec<(Named, Match)>;

/// What a value names of which such an effect is stated.
pub(super) fn named(effect: Effect, word: &Word) -> Found {
    match effect {
        Effect::ReadsAt => at_file(word),
        Effect::ReadsBeginningAt => at_beginning(word),
        Effect::Form => curl::form_files(word),
        Effect::Upload => vec![(Named::File(curl::before_sets(word)), Match::Must)],
        Effect::Labelled => parts::labelled(word),
        Effect::Keyed => parts::keyed(word),
        Effect::Format => parts::of_format(word),
        Effect::Url => url(word),
        Effect::Remote => remote(word),
        Effect::Ref => of_revision(word),
        Effect::Mount => mount(word),
        _ => Vec::new(),
    }
}

/// `@file`, `name=@file`, `name=<file`, `name:@file`, `name@file`; what follows a `;` says more of the file (curl).
fn at_file(word: &Word) -> Found {
    let Some(text) = word.known() else { return unknown_at_file(word) };
    let start = content(text).filter(|at| names_file(text, *at)).map(|at| at + 1).or_else(|| after_name(text));
    let name = start.and_then(|start| text.get(start..)).map(|name| name.split(';').next().unwrap_or(name));
    name.filter(|name| !name.is_empty()).map(|name| (Named::File(part(word, name)), Match::Must)).into_iter().collect()
}

/// `@file`, and nothing else: text in which an `@` stands elsewhere is itself.
fn at_beginning(word: &Word) -> Found {
    let start = if word.count == Count::One { word.literal_prefix() } else { "" };
    match word.known().unwrap_or(start).strip_prefix('@') {
        Some("") if word.is_known() => Vec::new(),
        Some(_) => vec![(Named::File(after(word, 1)), Match::Must)],
        None if start.is_empty() && !word.is_known() => {
            vec![(Named::File(Word::unknown(word.display(), word.span)), Match::May)]
        }
        None => Vec::new(),
    }
}

/// Where what a name is given begins: after `name=`, `name:=`, `name==`, and where no `=` stands before it, `name:`.
fn content(text: &str) -> Option<usize> {
    let after_run = |at: usize| {
        let rest = text.get(at..).unwrap_or_default();
        text.len() - rest.trim_start_matches(['=', ':']).len()
    };
    let (colon, equals) = (text.find(':'), text.find('='));
    let of_colon = colon.filter(|at| equals.is_none_or(|equals| *at < equals)).map(after_run);
    of_colon.filter(|at| names_file(text, *at)).or(equals.map(after_run))
}

/// Does it go on there with the name of a file?
fn names_file(text: &str, at: usize) -> bool {
    text.get(at..).is_some_and(|rest| rest.starts_with(['@', '<']))
}

/// What follows the `@` of `@file` and `name@file`.
fn after_name(text: &str) -> Option<usize> {
    let (name, _) = text.split_once('@')?;
    let of_name = |one: char| one.is_ascii_alphanumeric() || matches!(one, '_' | '-');
    name.chars().all(of_name).then_some(name.len() + 1)
}

fn unknown_at_file(word: &Word) -> Found {
    let start = if word.count == Count::One { word.literal_prefix() } else { "" };
    let content = content(start);
    let named = content.filter(|at| names_file(start, *at)).map(|at| at + 1);
    if let Some(at) = named.or_else(|| after_name(start)) {
        return vec![(Named::File(after(word, at)), Match::Must)];
    }
    // what a name is given has not begun, or there is no name yet
    let may = content.is_none_or(|at| at == start.len());
    if may { vec![(Named::File(Word::unknown(word.display(), word.span)), Match::May)] } else { Vec::new() }
}

/// A URL: `file:` is a file, everything else is elsewhere.
fn url(word: &Word) -> Found {
    let word = &curl::before_sets(word);
    let start = word.literal_prefix();
    match strip_scheme(start, FILE_SCHEME) {
        Some(at) => vec![(Named::File(parts::decoded(after(word, at))), Match::Must)],
        None if word.is_known() || !may_become_scheme(start) => {
            vec![(Named::Elsewhere(with_scheme(word)), Match::Must)]
        }
        None => vec![
            (Named::Elsewhere(with_scheme(word)), Match::May),
            (Named::File(Word::unknown(word.display(), word.span)), Match::May),
        ],
    }
}

/// Begins a URL of a file.
const FILE_SCHEME: &str = "file:";

/// May what follows a text make it one of a file?
fn may_become_scheme(start: &str) -> bool {
    FILE_SCHEME.get(..start.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(start))
}

/// A URL that is written without a scheme is one of `http`.
fn with_scheme(word: &Word) -> Word {
    match has_scheme(word.literal_prefix()) {
        Some(true) => return word.clone(),
        // what is not known may end a scheme
        None if !word.is_known() => return Word::unknown(word.display(), word.span),
        Some(false) | None => {}
    }
    let mut url = Word::literal("http://", word.span);
    url.append(word);
    url
}

/// Does a text begin with `scheme://`? `None` where that depends on what follows it.
fn has_scheme(text: &str) -> Option<bool> {
    let (head, rest) = text.split_once('/')?;
    match (head.ends_with(':'), rest.bytes().next()) {
        (true, None) => None,
        (of_scheme, next) => Some(of_scheme && next == Some(b'/')),
    }
}

/// Where the path of a URL of this scheme begins, the slashes before it left out but one.
fn strip_scheme(text: &str, scheme: &str) -> Option<usize> {
    let head = text.get(..scheme.len())?;
    if !head.eq_ignore_ascii_case(scheme) {
        return None;
    }
    let rest = text.get(scheme.len()..)?;
    let slashes = rest.len() - rest.trim_start_matches('/').len();
    // `file://localhost/etc/passwd`
    let host = if slashes == 2 { rest.get(2..)?.find('/').map_or(0, |at| at + 2) } else { slashes.saturating_sub(1) };
    Some(scheme.len() + host)
}

/// The host of `user@host`.
pub(super) fn host(word: &Word) -> Word {
    match word.known().map(|text| text.rfind('@')) {
        Some(Some(at)) => after(word, at + 1),
        Some(None) => word.clone(),
        // what is not known may hold another `@`
        None => Word::unknown(word.display(), word.span),
    }
}

/// The file of that name in a directory: `cp a/b dir` writes `dir/b`.
pub(super) fn in_directory(directory: &Word, file: &Word) -> Option<Word> {
    let mut path = Word { never_flag: false, ..directory.clone() };
    let name = base_of(file).unwrap_or_else(|| Word::unknown(file.display(), file.span));
    if let [Part::Choice(texts)] = path.parts.as_mut_slice() {
        texts.iter_mut().filter(|text| !text.ends_with('/')).for_each(|text| text.push('/'));
    } else if !directory.known().is_some_and(|text| text.ends_with('/')) {
        path.append(&Word::literal("/", file.span));
    }
    path.append(&name);
    (directory.count == Count::One && directory.known() != Some("")).then_some(path)
}

/// The last name of a path, of a glob too; nothing where that is not known.
fn base_of(file: &Word) -> Option<Word> {
    if let Some(known) = file.known() {
        let name = known.trim_end_matches('/').rsplit('/').next().unwrap_or(known);
        return (!matches!(name, "" | "." | "..")).then(|| Word::literal(name, file.span));
    }
    if !file.is_glob() {
        return None;
    }
    let mut parts = Parts::new();
    for part in &file.parts {
        match part {
            Part::Literal(text) => {
                if let Some((_, name)) = text.rsplit_once('/') {
                    parts.clear();
                    parts.push(Part::Literal(name.into()));
                } else {
                    parts.push(part.clone());
                }
            }
            _ => parts.push(part.clone()),
        }
    }
    parts.retain(|part| !matches!(part, Part::Literal(text) if text.is_empty()));
    (!parts.is_empty()).then(|| Word { parts, ..Word::literal("", file.span) })
}

/// `host:path`, `user@host:path`, `scheme://…`, or a path here.
fn remote(word: &Word) -> Found {
    let start = word.literal_prefix();
    let name = start.split('/').next().unwrap_or_default();
    if name.contains(':') {
        return vec![(Named::Elsewhere(word.clone()), Match::Must)];
    }
    if word.is_known() || start.contains('/') || word.is_glob() {
        return vec![(Named::File(word.clone()), Match::Must)];
    }
    vec![(Named::Elsewhere(word.clone()), Match::May), (Named::File(word.clone()), Match::May)]
}

/// The path of `revision:path`; `:path` and `:0:path` are those of git's index.
fn of_revision(word: &Word) -> Found {
    let start = word.literal_prefix();
    if let Some((before, path)) = start.split_once(':') {
        let of_index =
            path.split_once(':').filter(|(stage, _)| before.is_empty() && matches!(*stage, "0" | "1" | "2" | "3"));
        let at = of_index.map_or(before.len() + 1, |(stage, _)| stage.len() + 2);
        if before.is_empty() && of_index.is_none() {
            return of_pathspec(word, start);
        }
        let path = after(word, at);
        return if path.known() == Some("") { Vec::new() } else { vec![(Named::File(path), Match::Must)] };
    }
    if word.is_known() || word.is_glob() {
        return Vec::new();
    }
    vec![(Named::File(Word::unknown(word.display(), word.span)), Match::May)]
}

/// The path of what begins with a colon: `:(top)path`, `:path`. `:/path` may be one, or looks for a message.
fn of_pathspec(word: &Word, start: &str) -> Found {
    let (at, sure) = match start.strip_prefix(":(").and_then(|rest| rest.find(')')) {
        None if start.starts_with(":/") => (2, Match::May),
        // what is left out
        Some(end) if start.get(2..end + 2).is_some_and(|magic| magic.contains("exclude")) => return Vec::new(),
        None if start.starts_with(":!") || start.starts_with(":^") => return Vec::new(),
        Some(end) => (end + 3, Match::Must),
        None => (1, Match::Must),
    };
    let path = after(word, at);
    if path.known() == Some("") { Vec::new() } else { vec![(Named::File(path), sure)] }
}

/// The source of a mount: `source:target[:options]`, `type=bind,source=…,target=…`. A name without a slash is a volume.
fn mount(word: &Word) -> Found {
    let Some(text) = word.known() else {
        let start = word.literal_prefix();
        let is_path = start.starts_with(['/', '.', '~']) && start.contains(':');
        let source = match (is_path, word.parts.iter().any(|part| matches!(part, Part::Choice(_)))) {
            (true, _) => part(word, start.split(':').next().unwrap_or(start)),
            // each of the texts would have to be taken apart
            (false, true) => Word::unknown(word.display(), word.span),
            (false, false) => word.clone(),
        };
        let sure = if is_path { Match::Must } else { Match::May };
        return vec![(Named::File(source), sure)];
    };
    let keyed = text.split(',').find_map(|pair| pair.strip_prefix("source=").or_else(|| pair.strip_prefix("src=")));
    let is_keyed = text.split(',').any(|pair| pair.starts_with("type=") || pair.starts_with("target="));
    let source = match keyed {
        Some(source) => Some(source),
        None if is_keyed => None,
        None => text.split_once(':').map(|(source, _)| source),
    };
    let is_path = |source: &&str| source.starts_with(['/', '.', '~']) || source.contains('/');
    source.filter(is_path).map(|source| (Named::File(part(word, source)), Match::Must)).into_iter().collect()
}

/// A known stretch of a word.
fn part(word: &Word, text: &str) -> Word {
    Word::literal(text, word.span)
}

/// What follows the first bytes of a word's leading literal.
pub(super) fn after(word: &Word, bytes: usize) -> Word {
    let mut rest = Word { never_flag: false, tilde: false, ..word.clone() };
    if let Some(Part::Literal(text)) = rest.parts.first_mut() {
        text.replace_range(..bytes.min(text.len()), "");
        if text.is_empty() {
            rest.parts.remove(0);
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(found: &Found) -> Vec<String> {
        let show = |(named, _): &(Named, Match)| match named {
            Named::File(word) => format!("file {}", word.display()),
            Named::Elsewhere(word) => format!("elsewhere {}", word.display()),
        };
        found.iter().map(show).collect()
    }

    fn known(read: fn(&Word) -> Found, text: &str) -> Vec<String> {
        shown(&read(&Word::literal(text, Default::default())))
    }

    #[test]
    fn files_are_found_in_values() {
        assert_eq!(known(at_file, "@.env"), ["file .env"]);
        assert_eq!(known(at_file, "key=@~/.ssh/id_rsa;type=text/plain"), ["file ~/.ssh/id_rsa"]);
        assert_eq!(known(at_file, "a=b@c"), Vec::<String>::new());
        assert_eq!(known(at_file, "name@.env"), ["file .env"]);
        assert_eq!(known(at_file, "Header:@.env"), ["file .env"]);
        assert_eq!(known(at_file, "a:b=@.env"), ["file .env"]);
        assert_eq!(known(at_file, "q==@.env"), ["file .env"]);
        assert_eq!(known(at_file, "a=b=@c"), Vec::<String>::new());
        assert_eq!(known(at_beginning, "@a=b"), ["file a=b"]);
        assert_eq!(known(at_beginning, "a=@b"), Vec::<String>::new());
        assert_eq!(known(url, "file:///etc/passwd"), ["file /etc/passwd"]);
        assert_eq!(known(url, "FILE://localhost/etc/passwd"), ["file /etc/passwd"]);
        assert_eq!(known(url, "file:/etc/passwd"), ["file /etc/passwd"]);
        assert_eq!(known(url, "https://example.com"), ["elsewhere https://example.com"]);
        assert_eq!(known(remote, "me@host:/etc"), ["elsewhere me@host:/etc"]);
        assert_eq!(known(remote, "./a:b"), ["file ./a:b"]);
        assert_eq!(known(of_revision, "HEAD:.env"), ["file .env"]);
        assert_eq!(known(of_revision, ":0:.env"), ["file .env"]);
        assert_eq!(known(of_revision, ":/fix"), ["file fix"]);
        assert_eq!(known(of_revision, ":(top).env"), ["file .env"]);
        assert_eq!(known(of_revision, ":(exclude,top).env"), Vec::<String>::new());
        assert_eq!(known(of_revision, ":!.env"), Vec::<String>::new());
        assert_eq!(known(of_revision, "HEAD~2"), Vec::<String>::new());
        assert_eq!(known(url, "example.com/x"), ["elsewhere http://example.com/x"]);
        assert_eq!(known(url, "example.com//x"), ["elsewhere http://example.com//x"]);
        assert_eq!(known(mount, "/:/host:ro"), ["file /"]);
        assert_eq!(known(mount, "type=bind,src=/etc,dst=/x"), ["file /etc"]);
        assert_eq!(known(mount, "cache:/root/.cache"), Vec::<String>::new());
    }

    #[test]
    fn files_in_directories_have_names() {
        let word = |text: &str| Word::literal(text, Default::default());
        let shown =
            |directory: &str, file: &str| in_directory(&word(directory), &word(file)).map(|path| path.display());
        assert_eq!(shown("dir", "a/b"), Some("dir/b".to_owned()));
        assert_eq!(shown("dir/", "b"), Some("dir/b".to_owned()));
        assert_eq!(shown("/", "b"), Some("/b".to_owned()));
        let texts = vec!["dir".to_owned(), "other/".to_owned()];
        let one_of = Word { parts: [Part::Choice(texts)].into(), ..Word::default() };
        let path = in_directory(&one_of, &word("a/b")).unwrap();
        assert!(matches!(&path.parts[..], [Part::Choice(texts), Part::Literal(name)]
            if texts[..] == ["dir/", "other/"] && name == "b"));
        assert_eq!(host(&word("me@web")).display(), "web");
    }

    #[test]
    fn what_is_not_known_may_end_the_name_of_a_host() {
        let begun = |text: &str| {
            let mut word = Word::literal(text, Default::default());
            word.append(&Word::unknown("$X", Default::default()));
            word
        };
        // `$X` may be `://host`
        assert_eq!(shown(&url(&begun("https"))), ["elsewhere https$X"]);
        assert!(
            url(&begun("https"))
                .iter()
                .all(|(named, _)| matches!(named, Named::Elsewhere(word) if word.literal_prefix().is_empty()))
        );
        assert_eq!(shown(&url(&begun("example.com/"))), ["elsewhere http://example.com/$X"]);
        assert_eq!(host(&begun("me@web")).literal_prefix(), "");
        assert_eq!(host(&Word::literal("me@a@web", Default::default())).display(), "web");
    }

    #[test]
    fn of_several_mounts_any_file_may_be_the_source() {
        let texts = vec!["/:/x".to_owned(), "cache:/x".to_owned()];
        let word = Word { parts: [Part::Choice(texts)].into(), ..Word::default() };
        let found = mount(&word);
        assert!(matches!(&found[..], [(Named::File(file), Match::May)] if file.literal_prefix().is_empty()
            && matches!(file.parts[..], [Part::Unknown(_)])));
    }

    #[test]
    fn what_is_not_known_may_name_a_file() {
        let unknown = Word::unknown("$X", Default::default());
        for read in [at_file, at_beginning, url, remote, of_revision, mount] {
            assert!(!read(&unknown).is_empty());
        }
    }
}
