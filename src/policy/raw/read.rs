//! From nodes to typed values, every problem on the way noted.
//!
//! Owns what it takes to read a record, a list, a mapping or a word. Refuses to know which records a policy has.

use foldhash::HashSet;

use super::super::Problem;
use super::super::names::did_you_mean;
use super::super::yaml::{Content, MAX_YAML_NODES, Mark, Node, NodeId, Tree};

/// A value that a node can be read as. Reading notes every problem and gives nothing where the value cannot be used.
pub(crate) trait Read: Sized {
    /// What is expected, for messages: `"text"`, `"a list"`.
    const EXPECTED: &'static str;

    /// Where the value may be left out: does a key with nothing after it say the same as no key?
    const NOTHING_IS_ABSENT: bool = true;

    /// Reads a node.
    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self>;

    /// The value of a key that is not there; nothing when it must be there.
    fn absent() -> Option<Self> {
        None
    }
}

/// Reads one file.
pub(crate) struct Reader<'a> {
    pub(super) tree: &'a Tree<'a>,
    file: &'a str,
    /// Read everything, also what has no say in a verdict.
    pub(super) thorough: bool,
    /// Nodes that may still be visited: an alias costs as much as what it stands for.
    budget: usize,
    problems: Vec<Problem>,
}

/// The entries of a mapping that is read as a record.
pub(crate) struct Fields {
    found: Vec<(&'static str, NodeId)>,
    /// Where the mapping begins.
    pub(crate) at: Mark,
}

impl<'a> Reader<'a> {
    /// A reader of one file's tree.
    pub(crate) fn new(tree: &'a Tree<'a>, file: &'a str, thorough: bool) -> Self {
        Self { tree, file, thorough, budget: MAX_YAML_NODES, problems: Vec::new() }
    }

    /// What was wrong.
    pub(crate) fn into_problems(self) -> Vec<Problem> {
        self.problems
    }

    /// Notes a problem.
    pub(crate) fn problem(&mut self, at: Mark, text: &str, what: String, help: Option<String>) {
        let file = self.file.to_owned();
        self.problems.push(Problem { file, line: at.line, column: at.column, text: text.to_owned(), what, help });
    }

    /// The node, as long as the budget lasts.
    pub(crate) fn visit(&mut self, id: NodeId) -> Option<&'a Node<'a>> {
        let node = self.tree.node(id)?;
        match self.budget.checked_sub(1) {
            Some(rest) => self.budget = rest,
            None => return None,
        }
        if self.budget == 0 {
            let what = format!("with its aliases the file has more than {MAX_YAML_NODES} values");
            self.problem(node.at, "", what, None);
        }
        Some(node)
    }

    /// Notes that a node is not what it should be.
    pub(crate) fn unexpected<T>(&mut self, node: &Node<'_>, expected: &str) -> Option<T> {
        let what = format!("expected {expected}, found {}", node.describe());
        self.problem(node.at, node.text().unwrap_or_default(), what, None);
        None
    }

    /// The entries of a mapping, merge keys (`<<`) followed; duplicate keys and keys that are not text are problems.
    pub(crate) fn entries(&mut self, node: &'a Node<'a>) -> Vec<(&'a Node<'a>, NodeId)> {
        let mut entries: Vec<(&'a Node<'a>, NodeId)> = Vec::new();
        let mut merged = Vec::new();
        self.collect(node, &mut entries, &mut merged, true);
        while let Some(id) = merged.pop() {
            let Some(node) = self.visit(id) else { break };
            match &node.content {
                Content::Mapping(_) => self.collect(node, &mut entries, &mut merged, false),
                Content::List(items) => merged.extend(self.tree.items(items).iter().rev()),
                Content::Scalar { .. } => {
                    self.unexpected::<()>(node, "a mapping to merge");
                }
            }
        }
        entries
    }

    fn collect(
        &mut self,
        node: &'a Node<'a>,
        entries: &mut Vec<(&'a Node<'a>, NodeId)>,
        merged: &mut Vec<NodeId>,
        own: bool,
    ) {
        let Content::Mapping(pairs) = &node.content else { return };
        let pairs = self.tree.pairs(pairs);
        entries.reserve(pairs.len());
        let mut seen = Seen::of(entries, pairs.len());
        for [key, value] in pairs {
            let Some(key) = self.visit(*key) else { return };
            match key.text() {
                Some("<<") => merged.push(*value),
                Some(name) if seen.insert(entries, name) => entries.push((key, *value)),
                Some(name) if own => {
                    self.problem(
                        key.at,
                        name,
                        format!("the key `{name}` stands here twice"),
                        Some("keep one of them".into()),
                    );
                }
                Some(_) => {}
                None => {
                    self.unexpected::<()>(key, "text as a key");
                }
            }
        }
    }

    /// The entries of a record; unknown keys are problems.
    pub(crate) fn fields(&mut self, id: NodeId, what: &str, keys: &[&'static str]) -> Option<Fields> {
        let node = self.visit(id)?;
        if !matches!(node.content, Content::Mapping(_)) {
            return self.unexpected(node, what);
        }
        let entries = self.entries(node);
        let mut found = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let name = key.text().unwrap_or_default();
            match keys.iter().find(|known| plain_key(known) == name) {
                Some(known) => found.push((*known, value)),
                None => {
                    let help = did_you_mean(name, keys.iter().map(|known| plain_key(known)));
                    self.problem(key.at, name, format!("unknown key `{name}` in {what}"), help);
                }
            }
        }
        Some(Fields { found, at: node.at })
    }

    /// The value of one key of a record.
    pub(crate) fn field<T: Read>(&mut self, fields: &Fields, key: &'static str, what: &str) -> Option<T> {
        match fields.found.iter().find(|(name, _)| *name == key) {
            Some((_, id)) => T::read(self, *id),
            None => {
                let absent = T::absent();
                if absent.is_none() {
                    let key = plain_key(key);
                    self.problem(fields.at, key, format!("the key `{key}` is missing in {what}"), None);
                }
                absent
            }
        }
    }

    /// The text of a scalar.
    pub(crate) fn scalar(&mut self, id: NodeId, expected: &str) -> Option<(&'a Node<'a>, &'a str)> {
        let node = self.visit(id)?;
        match node.text() {
            Some(text) if !node.is_null() => Some((node, text)),
            _ => self.unexpected(node, expected),
        }
    }
}

/// The keys of a mapping that were read: most mappings have a handful, and those are looked up among the entries.
enum Seen<'a> {
    Few,
    Many(HashSet<&'a str>),
}

/// Up to how many keys are compared one by one.
const FEW_KEYS: usize = 16;

impl<'a> Seen<'a> {
    fn of(entries: &[(&'a Node<'a>, NodeId)], more: usize) -> Self {
        if entries.len() + more <= FEW_KEYS {
            return Self::Few;
        }
        Self::Many(entries.iter().filter_map(|(key, _)| key.text()).collect())
    }

    /// Adds a key; says whether it is new.
    fn insert(&mut self, entries: &[(&'a Node<'a>, NodeId)], name: &'a str) -> bool {
        match self {
            Self::Few => !entries.iter().any(|(key, _)| key.text() == Some(name)),
            Self::Many(names) => names.insert(name),
        }
    }
}

/// The key that a field of a record stands for: `r#type` is `type`.
fn plain_key(field: &str) -> &str {
    field.strip_prefix("r#").unwrap_or(field)
}

/// Text with the place where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Text {
    /// As YAML reads it.
    pub(crate) value: String,
    /// Where it begins.
    pub(crate) at: Mark,
    /// The column of its first character, where the characters stand one for one on one line.
    pub(crate) verbatim: Option<usize>,
}

impl Text {
    /// The place of one of its bytes, as exactly as it can be told.
    pub(crate) fn mark_at(&self, offset: usize) -> Mark {
        match self.verbatim {
            Some(column) => {
                let characters = self.value.get(..offset).map_or(0, |before| before.chars().count());
                Mark { line: self.at.line, column: column + characters }
            }
            None => self.at,
        }
    }
}

impl Read for Text {
    const EXPECTED: &'static str = "text";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let (node, text) = reader.scalar(id, Self::EXPECTED)?;
        let verbatim = match &node.content {
            Content::Scalar { verbatim, .. } => *verbatim,
            _ => None,
        };
        Some(Self { value: text.to_owned(), at: node.at, verbatim })
    }
}

impl Read for bool {
    const EXPECTED: &'static str = "`true` or `false`";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let (node, text) = reader.scalar(id, Self::EXPECTED)?;
        match text {
            "true" | "True" | "TRUE" => Some(true),
            "false" | "False" | "FALSE" => Some(false),
            _ => {
                reader.problem(node.at, text, format!("expected {}", Self::EXPECTED), None);
                None
            }
        }
    }
}

impl Read for i64 {
    const EXPECTED: &'static str = "a whole number";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let (node, text) = reader.scalar(id, Self::EXPECTED)?;
        let number = text.parse().ok();
        if number.is_none() {
            reader.problem(node.at, text, format!("expected {}", Self::EXPECTED), None);
        }
        number
    }
}

impl<T: Read> Read for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        match reader.tree.node(id) {
            Some(node) if node.is_null() && T::NOTHING_IS_ABSENT => Some(None),
            _ => T::read(reader, id).map(Some),
        }
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// Items that cannot be used are left out, their problems noted.
impl<T: Read> Read for Vec<T> {
    const EXPECTED: &'static str = "a list";

    fn read(reader: &mut Reader<'_>, id: NodeId) -> Option<Self> {
        let node = reader.visit(id)?;
        match &node.content {
            Content::List(items) => {
                let items = reader.tree.items(items);
                let mut read = Self::with_capacity(items.len());
                read.extend(items.iter().filter_map(|item| T::read(reader, *item)));
                Some(read)
            }
            _ => reader.unexpected(node, Self::EXPECTED),
        }
    }
}
