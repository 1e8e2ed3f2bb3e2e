//! From the text of a YAML file to a tree in which every node knows where it stands.
//!
//! Owns the limits on a file's size, depth and number of nodes, anchors and aliases, and merge keys (`<<`). Refuses to
//! know which keys a policy has. An alias shares the node of its anchor, so a small file cannot become a large tree.

use std::borrow::Cow;
use std::collections::BTreeMap;

use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span, Tag};

/// The largest policy file that is read, in bytes.
pub(crate) const MAX_POLICY_BYTES: usize = 8 * 1024 * 1024;

/// How deep lists and mappings may nest, aliases included.
pub(crate) const MAX_YAML_DEPTH: usize = 64;

/// The most nodes one file may have; also the most that one reading of it may visit, aliases counted each time.
pub(crate) const MAX_YAML_NODES: usize = 500_000;

/// How many bytes of a usual policy make one node; to set memory aside once.
const BYTES_PER_NODE: usize = 24;

/// How the tags of YAML itself begin: `!!str`.
const YAML_TAGS: &str = "tag:yaml.org,2002:";

/// A place in a file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Mark {
    /// From 1.
    pub(crate) line: usize,
    /// From 1, in characters.
    pub(crate) column: usize,
}

/// The number of a node in its [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(usize);

/// The nodes that a list or a mapping holds: where they stand among the children of the [`Tree`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Children(std::ops::Range<usize>);

/// One node.
#[derive(Debug)]
pub(super) struct Node<'t> {
    pub(super) content: Content<'t>,
    pub(super) at: Mark,
    /// How many levels of lists and mappings it holds, itself included.
    height: usize,
}

/// What a node is.
#[derive(Debug)]
pub(super) enum Content<'t> {
    Scalar {
        text: Cow<'t, str>,
        /// Without quotes: `true`, `3` and `null` have their own meaning.
        plain: bool,
        /// The column (from 1) of its first character, where each of its characters stands as written on one line.
        verbatim: Option<usize>,
    },
    List(Children),
    /// Keys and values alternate.
    Mapping(Children),
}

/// Why a text is not YAML that is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    pub(super) at: Mark,
    pub(super) what: String,
    pub(super) help: Option<String>,
}

/// A tag of the file that is none of YAML's own (`!!str`): somebody meant text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OddTag {
    pub(super) at: Mark,
    /// As it is written.
    pub(super) text: String,
}

/// A file as a tree.
#[derive(Debug, Default)]
pub(super) struct Tree<'t> {
    nodes: Vec<Node<'t>>,
    /// What the lists and mappings hold, those of one after those of another: thousands of small vectors would cost more
    /// than the rest of the tree.
    children: Vec<NodeId>,
    root: Option<NodeId>,
    tags: Vec<OddTag>,
}

impl<'t> Tree<'t> {
    /// Reads a text that holds at most one document.
    pub(super) fn read(text: &'t str) -> Result<Self, Mistake> {
        let at = Mark { line: 1, column: 1 };
        if text.len() > MAX_POLICY_BYTES {
            let what = format!("the file has {} bytes; at most {MAX_POLICY_BYTES} are read", text.len());
            return Err(Mistake { at, what, help: None });
        }
        let mut builder = Builder::default();
        builder.tree.nodes.reserve(text.len() / BYTES_PER_NODE);
        builder.tree.children.reserve(text.len() / BYTES_PER_NODE);
        let mut parser = Parser::new_from_str(text);
        while let Some(event) = parser.next_event() {
            let (event, span) = event.map_err(|error| scan_mistake(&error))?;
            builder.event(event, span)?;
        }
        Ok(builder.tree)
    }

    /// The tags that mean nothing, in the order of the file.
    pub(super) fn tags(&self) -> &[OddTag] {
        &self.tags
    }

    /// The whole document; nothing for an empty file.
    pub(super) fn root(&self) -> Option<NodeId> {
        self.root
    }

    /// A node of this tree.
    pub(super) fn node(&self, id: NodeId) -> Option<&Node<'t>> {
        self.nodes.get(id.0)
    }

    /// The items of a list.
    pub(super) fn items(&self, children: &Children) -> &[NodeId] {
        self.children.get(children.0.clone()).unwrap_or_default()
    }

    /// The keys of a mapping with their values.
    pub(super) fn pairs(&self, children: &Children) -> &[[NodeId; 2]] {
        self.items(children).as_chunks().0
    }
}

impl Node<'_> {
    /// An empty value, `~` or `null`.
    pub(super) fn is_null(&self) -> bool {
        match &self.content {
            Content::Scalar { text, plain: true, .. } => {
                matches!(text.as_ref(), "" | "~" | "null" | "Null" | "NULL")
            }
            _ => false,
        }
    }

    /// The text of a scalar.
    pub(super) fn text(&self) -> Option<&str> {
        match &self.content {
            Content::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// What it is, for messages.
    pub(super) fn describe(&self) -> &'static str {
        match &self.content {
            _ if self.is_null() => "nothing",
            Content::Scalar { .. } => "text",
            Content::List(_) => "a list",
            Content::Mapping(_) => "a mapping",
        }
    }
}

#[derive(Default)]
struct Builder<'t> {
    tree: Tree<'t>,
    /// The lists and mappings that are still open.
    open: Vec<Open>,
    /// The complete nodes of all open lists and mappings, those of the outermost first.
    pending: Vec<NodeId>,
    /// Complete nodes by the number of their anchor.
    anchors: BTreeMap<usize, NodeId>,
    documents: usize,
}

struct Open {
    at: Mark,
    anchor: usize,
    mapping: bool,
    /// Where its nodes begin among those that are pending.
    first: usize,
    height: usize,
}

impl<'t> Builder<'t> {
    fn event(&mut self, event: Event<'t>, span: Span) -> Result<(), Mistake> {
        let at = Mark { line: span.start.line(), column: span.start.col() + 1 };
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    let help = Some("keep one document, and put the others in files of their own".to_owned());
                    return Err(Mistake { at, what: "the file holds more than one YAML document".to_owned(), help });
                }
                Ok(())
            }
            Event::Alias(anchor) => self.alias(anchor, at),
            Event::Scalar(text, style, anchor, tag) => {
                self.tag(tag.as_deref(), at);
                let plain = style == ScalarStyle::Plain && tag.is_none();
                let verbatim = verbatim_column(&text, style, span);
                self.add(Node { content: Content::Scalar { text, plain, verbatim }, at, height: 0 }, anchor)
            }
            Event::SequenceStart(anchor, tag) => {
                self.tag(tag.as_deref(), at);
                self.begin(at, anchor, false)
            }
            Event::MappingStart(anchor, tag) => {
                self.tag(tag.as_deref(), at);
                self.begin(at, anchor, true)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(),
            Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentEnd => Ok(()),
        }
    }

    fn tag(&mut self, tag: Option<&Tag>, at: Mark) {
        if let Some(tag) = tag.filter(|tag| tag.handle != YAML_TAGS) {
            self.tree.tags.push(OddTag { at, text: format!("{}{}", tag.handle, tag.suffix) });
        }
    }

    fn begin(&mut self, at: Mark, anchor: usize, mapping: bool) -> Result<(), Mistake> {
        if self.open.len() >= MAX_YAML_DEPTH {
            return Err(too_deep(at));
        }
        self.open.push(Open { at, anchor, mapping, first: self.pending.len(), height: 0 });
        Ok(())
    }

    fn end(&mut self) -> Result<(), Mistake> {
        let Some(open) = self.open.pop() else { return Ok(()) };
        let start = self.tree.children.len();
        self.tree.children.extend(self.pending.drain(open.first..));
        let children = Children(start..self.tree.children.len());
        let content = if open.mapping { Content::Mapping(children) } else { Content::List(children) };
        self.add(Node { content, at: open.at, height: open.height + 1 }, open.anchor)
    }

    fn add(&mut self, node: Node<'t>, anchor: usize) -> Result<(), Mistake> {
        let (at, height) = (node.at, node.height);
        let id = NodeId(self.tree.nodes.len());
        if id.0 >= MAX_YAML_NODES {
            let what = format!("the file has more than {MAX_YAML_NODES} values");
            return Err(Mistake { at, what, help: Some("split it, and name the parts under `extends`".to_owned()) });
        }
        self.tree.nodes.push(node);
        if anchor > 0 {
            self.anchors.insert(anchor, id);
        }
        self.attach(id, height);
        Ok(())
    }

    fn alias(&mut self, anchor: usize, at: Mark) -> Result<(), Mistake> {
        let Some(id) = self.anchors.get(&anchor).copied() else {
            return Err(Mistake { at, what: "the alias stands inside its own anchor".to_owned(), help: None });
        };
        let height = self.tree.node(id).map_or(0, |node| node.height);
        if self.open.len() + height > MAX_YAML_DEPTH {
            return Err(too_deep(at));
        }
        self.attach(id, height);
        Ok(())
    }

    fn attach(&mut self, id: NodeId, height: usize) {
        match self.open.last_mut() {
            Some(open) => {
                self.pending.push(id);
                open.height = open.height.max(height);
            }
            None => self.tree.root = Some(id),
        }
    }
}

fn too_deep(at: Mark) -> Mistake {
    Mistake { at, what: format!("lists and mappings nest deeper than {MAX_YAML_DEPTH} levels"), help: None }
}

/// The column of the first character of a scalar whose characters stand one for one on one line.
fn verbatim_column(text: &str, style: ScalarStyle, span: Span) -> Option<usize> {
    let quotes = match style {
        ScalarStyle::Plain => 0,
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => 1,
        ScalarStyle::Literal | ScalarStyle::Folded => return None,
    };
    let one_line = span.start.line() == span.end.line();
    let width = span.end.col().checked_sub(span.start.col())?;
    (one_line && width == text.chars().count() + 2 * quotes).then(|| span.start.col() + 1 + quotes)
}

fn scan_mistake(error: &ScanError) -> Mistake {
    let at = Mark { line: error.marker().line(), column: error.marker().col() + 1 };
    Mistake { at, what: format!("this is not YAML: {}", error.info()), help: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fails(text: &str) -> Mistake {
        Tree::read(text).expect_err(text)
    }

    #[test]
    fn marks_count_from_one() {
        let tree = Tree::read("a:\n  - 'b c'\n").unwrap();
        let Content::Mapping(entries) = &tree.node(tree.root().unwrap()).unwrap().content else { panic!() };
        let Content::List(items) = &tree.node(tree.pairs(entries)[0][1]).unwrap().content else { panic!() };
        let item = tree.node(tree.items(items)[0]).unwrap();
        assert_eq!((item.at, item.text()), (Mark { line: 2, column: 5 }, Some("b c")));
        assert!(matches!(item.content, Content::Scalar { verbatim: Some(6), plain: false, .. }));
        assert!(Tree::read("").unwrap().root().is_none());
        assert!(Tree::read("# nothing\n").unwrap().root().is_none());
    }

    #[test]
    fn what_is_not_read_is_refused_quickly() {
        assert!(fails("a: [").what.starts_with("this is not YAML"));
        assert!(fails("a: 1\n---\nb: 1\n").what.contains("more than one"));
        assert!(fails("a: &a [*a]").what.contains("inside its own anchor"));
        assert!(fails(&"- ".repeat(100_000)).what.contains("nest deeper"));
        assert!(fails(&"[".repeat(100_000)).at.line == 1);
        let chain: String = (1..200).map(|n| format!("a{n}: &a{n} [*a{}]\n", n - 1)).collect();
        assert!(fails(&format!("a0: &a0 [x]\n{chain}")).what.contains("nest deeper"));
        assert!(fails(&"x: y\n".repeat(MAX_POLICY_BYTES / 5 + 1)).what.contains("bytes"));
        assert!(fails(&format!("[{}]", "x,".repeat(MAX_YAML_NODES + 1))).what.contains("values"));
        assert!(Tree::read("a: *nope").is_err());
    }

    #[test]
    fn an_alias_bomb_stays_small() {
        let mut text = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n".to_owned();
        for n in 1..40 {
            let previous = format!("*a{},", n - 1).repeat(9);
            text.push_str(&format!("a{n}: &a{n} [{previous}]\n"));
        }
        assert!(Tree::read(&text).unwrap().nodes.len() < 200);
    }
}
