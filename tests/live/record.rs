//! The record of what agents were seen to do: `src/agent/live.txt`.
//!
//! A line at the margin begins an event of an agent: its name, its version, the event, the day. The lines below it, set in,
//! are cases: the name, `ran` or `blocked`, and `told` where the model got to know why.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What came of one case: `ran`, `blocked` or `blocked told`.
pub(crate) type Outcome = String;

/// What was seen at one event of an agent.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Block {
    pub(crate) agent: String,
    pub(crate) version: String,
    pub(crate) event: String,
    pub(crate) day: String,
    /// In the order in which they were tried.
    pub(crate) cases: Vec<(String, Outcome)>,
}

impl Block {
    /// What came of a case.
    pub(crate) fn outcome(&self, name: &str) -> Option<&str> {
        self.cases.iter().find(|(case, _)| case == name).map(|(_, outcome)| outcome.as_str())
    }

    /// The same agent, version and event, and the same came of everything; the day is no matter.
    pub(crate) fn agrees(&self, other: &Self) -> bool {
        Self { day: String::new(), ..self.clone() } == Self { day: String::new(), ..other.clone() }
    }

    fn key(&self) -> (&str, &str) {
        (&self.agent, &self.event)
    }
}

/// The record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Record {
    /// The lines before the first block.
    head: String,
    pub(crate) blocks: Vec<Block>,
}

/// Where it is.
pub(crate) fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/agent/live.txt")
}

impl Record {
    /// The one that is committed.
    pub(crate) fn committed() -> Self {
        Self::read(&std::fs::read_to_string(path()).unwrap()).unwrap()
    }

    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut record = Self { head: String::new(), blocks: Vec::new() };
        for (number, line) in text.lines().enumerate() {
            let wrong = |what: &str| format!("line {}: {what}: {line:?}", number + 1);
            let words: Vec<&str> = line.split_whitespace().collect();
            match (line.starts_with(' '), words.as_slice()) {
                (_, []) => {}
                (false, ["#", ..]) if record.blocks.is_empty() => record.head.push_str(&format!("{line}\n")),
                (false, [agent, version, event, day]) => record.blocks.push(Block {
                    agent: (*agent).to_owned(),
                    version: (*version).to_owned(),
                    event: (*event).to_owned(),
                    day: (*day).to_owned(),
                    cases: Vec::new(),
                }),
                (true, [name, outcome @ ("ran" | "blocked"), told @ ..]) if matches!(told, [] | ["told"]) => {
                    let block = record.blocks.last_mut().ok_or_else(|| wrong("a case of no agent"))?;
                    if block.outcome(name).is_some() {
                        return Err(wrong("twice"));
                    }
                    block.cases.push(((*name).to_owned(), [&[*outcome], told].concat().join(" ")));
                }
                _ => return Err(wrong("not understood")),
            }
        }
        Ok(record)
    }

    pub(crate) fn write(&self) -> String {
        let mut text = self.head.clone();
        for block in &self.blocks {
            text.push_str(&format!("\n{} {} {} {}\n", block.agent, block.version, block.event, block.day));
            for (name, outcome) in &block.cases {
                text.push_str(&format!("  {name:<17} {outcome}\n"));
            }
        }
        text
    }

    /// What stands there for an event of an agent.
    pub(crate) fn block(&self, agent: &str, event: &str) -> Option<&Block> {
        self.blocks.iter().find(|block| block.key() == (agent, event))
    }

    /// Puts a block in the place of the one for the same event. A block that says the same keeps its day.
    pub(crate) fn put(&mut self, block: Block, order: &[&str]) {
        match self.blocks.iter_mut().find(|old| old.key() == block.key()) {
            Some(old) if old.agrees(&block) => {}
            Some(old) => *old = block,
            None => self.blocks.push(block),
        }
        let place = |block: &Block| order.iter().position(|name| *name == block.agent);
        self.blocks.sort_by_key(|block| (place(block), block.agent.clone()));
    }
}

/// What was seen, as JSON: agent, event, case, outcome.
pub(crate) fn as_json(blocks: &[Block]) -> String {
    let mut agents: BTreeMap<&str, serde_json::Value> = BTreeMap::new();
    for block in blocks {
        let cases: serde_json::Map<String, serde_json::Value> =
            block.cases.iter().map(|(name, outcome)| (name.clone(), outcome.clone().into())).collect();
        let agent =
            agents.entry(&block.agent).or_insert_with(|| serde_json::json!({"version": block.version, "events": {}}));
        agent["events"][&block.event] = cases.into();
    }
    format!("{}\n", serde_json::to_string_pretty(&agents).unwrap())
}
