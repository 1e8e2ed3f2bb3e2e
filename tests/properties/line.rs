//! Shell lines as trees: words, simple commands, and the constructs around them; how they are written, and made simpler.

/// One word of a simple command.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Word {
    /// A known text, and how it is written.
    Known(String, Style),
    /// Shell source.
    Raw(String),
}

/// How a known text is written.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Style {
    /// As it is, where that is one word; else in single quotes.
    Bare,
    /// `'…'`
    Single,
    /// `"…"`
    Double,
    /// Each character behind a backslash.
    Escaped,
    /// `$'…'`
    Dollar,
    /// The first half in double quotes.
    Half,
}

pub(crate) const STYLES: [Style; 6] =
    [Style::Bare, Style::Single, Style::Double, Style::Escaped, Style::Dollar, Style::Half];

pub(crate) fn single_quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

fn double_quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        if matches!(character, '"' | '\\' | '$' | '`') {
            quoted.push('\\');
        }
        quoted.push(character);
    }
    quoted + "\""
}

fn is_plain(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_/.=:@%+,".contains(&byte);
    !text.is_empty() && text.bytes().all(plain)
}

/// A known text in shell source.
pub(crate) fn written(text: &str, style: Style) -> String {
    match style {
        Style::Bare if is_plain(text) => text.to_owned(),
        Style::Bare | Style::Single => single_quoted(text),
        Style::Double => double_quoted(text),
        Style::Escaped if text.is_empty() || text.contains('\n') => single_quoted(text),
        Style::Escaped => text.chars().flat_map(|character| ['\\', character]).collect(),
        Style::Dollar => format!("$'{}'", text.replace('\\', r"\\").replace('\'', r"\'").replace('\n', r"\n")),
        Style::Half => {
            let half = (0..=text.len() / 2).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
            let (head, tail) = text.split_at(half);
            format!("{}{}", double_quoted(head), if tail.is_empty() { "''".into() } else { written(tail, Style::Bare) })
        }
    }
}

impl Word {
    pub(crate) fn plain(text: &str) -> Self {
        Self::Known(text.to_owned(), Style::Bare)
    }

    pub(crate) fn source(&self) -> String {
        match self {
            Self::Known(text, style) => written(text, *style),
            Self::Raw(source) => source.clone(),
        }
    }

    pub(crate) fn known(&self) -> Option<&str> {
        match self {
            Self::Known(text, _) => Some(text),
            Self::Raw(_) => None,
        }
    }
}

/// A simple command.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Simple {
    pub(crate) assignments: Vec<(String, Word)>,
    pub(crate) words: Vec<Word>,
    /// The operator and the target.
    pub(crate) redirects: Vec<(String, Word)>,
}

impl Simple {
    pub(crate) fn of(words: &[&str]) -> Self {
        Self { words: words.iter().map(|word| Word::plain(word)).collect(), ..Self::default() }
    }

    pub(crate) fn source(&self) -> String {
        let assignments = self.assignments.iter().map(|(name, value)| format!("{name}={}", value.source()));
        let words = self.words.iter().map(Word::source);
        let redirects = self.redirects.iter().map(|(operator, target)| format!("{operator} {}", target.source()));
        let source: Vec<_> = assignments.chain(words).chain(redirects).collect();
        // nothing at all is not a command
        if source.is_empty() { ":".to_owned() } else { source.join(" ") }
    }

    fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for at in 0..self.assignments.len() {
            let mut less = self.clone();
            less.assignments.remove(at);
            smaller.push(less);
        }
        for at in 0..self.redirects.len() {
            let mut less = self.clone();
            less.redirects.remove(at);
            smaller.push(less);
        }
        for at in (0..self.words.len()).rev() {
            let mut less = self.clone();
            less.words.remove(at);
            smaller.push(less);
        }
        for (at, word) in self.words.iter().enumerate() {
            if let Word::Known(text, style) = word
                && *style != Style::Bare
            {
                let mut less = self.clone();
                less.words[at] = Word::plain(text);
                smaller.push(less);
            }
        }
        smaller
    }
}

/// A line, or a part of it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Node {
    Simple(Simple),
    /// A construct: each `@` of the text stands for the next of the nodes, each `%` for the next one as one quoted word.
    Frame(&'static str, Vec<Node>),
}

impl Node {
    pub(crate) fn source(&self) -> String {
        let (text, nodes) = match self {
            Self::Simple(simple) => return simple.source(),
            Self::Frame(text, nodes) => (text, nodes),
        };
        let mut nodes = nodes.iter();
        let mut source = String::new();
        for character in text.chars() {
            match character {
                '@' => source.push_str(&nodes.next().map_or_else(|| ":".to_owned(), Self::source)),
                '%' => source.push_str(&single_quoted(&nodes.next().map_or_else(|| ":".to_owned(), Self::source))),
                _ => source.push(character),
            }
        }
        source
    }

    /// Every simple command of it, to be changed.
    pub(crate) fn leaves(&mut self) -> Vec<&mut Simple> {
        match self {
            Self::Simple(simple) => vec![simple],
            Self::Frame(_, nodes) => nodes.iter_mut().flat_map(Self::leaves).collect(),
        }
    }

    pub(crate) fn smaller(&self) -> Vec<Self> {
        match self {
            Self::Simple(simple) => simple.smaller().into_iter().map(Self::Simple).collect(),
            Self::Frame(text, nodes) => {
                let mut smaller = nodes.clone();
                for (at, node) in nodes.iter().enumerate() {
                    for less in node.smaller() {
                        let mut nodes = nodes.clone();
                        nodes[at] = less;
                        smaller.push(Self::Frame(text, nodes));
                    }
                }
                smaller
            }
        }
    }
}
