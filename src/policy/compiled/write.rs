//! Writing a policy as bytes.
//!
//! Owns which pieces there are. Refuses a policy that cannot be read back as what it is (two keys with one hash, sizes
//! beyond 32 bits): it is then not compiled, and read from its files as before.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::layout::{BLOCK_BYTES, ENTRY_BYTES, Entry, HEAD_BYTES, Head, TOP_BYTES, hash};
use super::{Basics, Piece};
use crate::command::options::CustomTables;
use crate::policy::Policy;
use crate::policy::condition::syntax;
use crate::policy::label::Bytes;
use crate::policy::listed::{About, Listed, Written};
use crate::policy::named::Named;
use crate::policy::regex::LazyRegex;

/// The bytes of a policy, with `front` before it.
pub(in crate::policy) fn encode(policy: &Policy, front: &[u8]) -> Option<Vec<u8>> {
    let mut writer = Writer::default();
    writer.listed(Piece::Rules, &policy.rules)?;
    for (scope, definitions) in policy.scopes.iter().enumerate() {
        let scope = u8::try_from(scope).ok()?;
        writer.named(Piece::Paths(scope), &definitions.paths)?;
        writer.named(Piece::Vars(scope), &definitions.vars)?;
        writer.named(Piece::VarTexts(scope), &definitions.var_texts)?;
        writer.named(Piece::FlagGroups(scope), &definitions.flag_groups)?;
        writer.named(Piece::Types(scope), &definitions.types)?;
        for text in expressions(policy, scope) {
            writer.add(Piece::Regexes(scope), &text, &LazyRegex::from(text.clone()))?;
        }
    }
    let wrappers = policy.scopes.first().map(|definitions| &definitions.wrappers);
    if let Some(wrappers) = wrappers {
        writer.listed(Piece::Wrappers, wrappers)?;
    }
    writer.tables(policy.tables.custom.as_deref())?;
    let tables = policy.tables.custom.as_deref().map(CustomTables::names).unwrap_or_default();
    let basics = Basics {
        default_action: policy.default_action,
        default_sandbox: policy.default_sandbox.clone(),
        ask_without_prompt: policy.ask_without_prompt,
        notes: policy.notes.clone(),
        sources: policy.sources.clone(),
        stands_on: policy.stands_on.clone(),
        scopes: u8::try_from(policy.scopes.len()).ok()?,
        rules: policy.rules.held(),
        wrappers: wrappers.map(Listed::held).unwrap_or_default(),
        tables: tables.iter().map(String::as_str).collect(),
    };
    writer.finish(front, &postcard::to_allocvec(&basics).ok()?)
}

/// The expressions that the conditions of a scope hand to `matches`: those that are written out, and where one comes out of
/// something else, every value of a variable.
fn expressions(policy: &Policy, scope: u8) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    let mut others = false;
    let own = policy.rules.iter().filter(|(_, rule)| rule.scope == usize::from(scope));
    for tree in own.filter_map(|(_, rule)| rule.when.as_ref()?.tree().ok()) {
        tree.walk(&mut |node| {
            let syntax::Expression::Call(_, function, arguments) = &*node.expression else { return };
            match arguments.last().map(|last| &*last.expression) {
                Some(syntax::Expression::Text(text)) if function == "matches" => drop(texts.insert(text.to_string())),
                _ => others |= function == "matches",
            }
        });
    }
    let vars = policy.scopes.get(usize::from(scope)).filter(|_| others).map(|definitions| &definitions.var_texts);
    let values = vars.into_iter().flat_map(|vars| vars.names().into_iter().filter_map(|name| vars.get(&name)));
    texts.extend(values.flatten().cloned());
    texts
}

/// The pieces, with the hashes of their keys.
#[derive(Default)]
struct Writer {
    pieces: Vec<(u64, Vec<u8>)>,
}

impl Writer {
    fn add(&mut self, piece: Piece, name: &str, value: &impl Serialize) -> Option<()> {
        let key = piece.key(name);
        let bytes = postcard::to_allocvec(&(key.as_str(), value)).ok()?;
        self.pieces.push((hash(key.as_bytes()), bytes));
        Some(())
    }

    fn listed<T: About + Serialize + Deserialize<'static>>(&mut self, piece: Piece, listed: &Listed<T>) -> Option<()> {
        let groups = listed.groups();
        let names: Vec<&String> = groups.iter().map(|(name, _)| name).collect();
        self.add(Piece::Names, &piece.key(""), &names)?;
        let words = listed.words();
        for (name, words) in &words {
            self.add(Piece::Names, &piece.key(&format!("/words {name}")), words)?;
        }
        groups.into_iter().try_for_each(|(name, items)| {
            let words = words.get(&name).into_iter().flatten();
            let bytes: Option<Vec<(usize, Vec<u8>)>> =
                items.into_iter().map(|(number, item)| Some((number, postcard::to_allocvec(item).ok()?))).collect();
            let bytes = bytes?;
            let held = bytes.iter().map(|(number, bytes)| (*number, Bytes(bytes))).collect();
            let written: Written<Bytes<'_>> = (words.map(String::as_str).collect(), held);
            self.add(piece, &name, &written)
        })
    }

    fn named<V: Serialize + Deserialize<'static>>(&mut self, piece: Piece, named: &Named<V>) -> Option<()> {
        let names = named.names();
        for name in &names {
            self.add(piece, name, named.get(name)?)?;
        }
        self.add(Piece::Names, &piece.key(""), &names)
    }

    fn tables(&mut self, custom: Option<&dyn CustomTables>) -> Option<()> {
        let names = custom.map(CustomTables::names).unwrap_or_default();
        for name in &names {
            self.add(Piece::Tables, name, &custom?.table(name)?)?;
        }
        self.add(Piece::Names, &Piece::Tables.key(""), &names)
    }

    fn finish(self, front: &[u8], basics: &[u8]) -> Option<Vec<u8>> {
        let count = self.pieces.len();
        let begin = front.len() + basics.len() + count.div_ceil(BLOCK_BYTES / ENTRY_BYTES) * TOP_BYTES;
        let mut offset = HEAD_BYTES + begin + count * ENTRY_BYTES;
        let mut entries: Vec<Entry> = Vec::with_capacity(count);
        for (hash_of_key, bytes) in &self.pieces {
            entries.push(Entry { hash: *hash_of_key, check: hash(bytes), offset, length: bytes.len() });
            offset += bytes.len();
        }
        entries.sort_unstable_by_key(|entry| entry.hash);
        if entries.is_sorted_by(|one, next| one.hash < next.hash) {
            let entries: Option<Vec<Vec<u8>>> = entries.iter().map(Entry::written).collect();
            let entries = entries?.concat();
            let tops: Vec<u8> = entries.chunks(BLOCK_BYTES).flat_map(top).collect();
            let mut all = Head::written(front, basics, &tops, count)?;
            all.extend(entries);
            all.extend(self.pieces.into_iter().flat_map(|(_, bytes)| bytes));
            return Some(all);
        }
        None
    }
}

/// The first hash of a block, and its checksum.
fn top(block: &[u8]) -> Vec<u8> {
    let mut bytes = block.get(..8).unwrap_or_default().to_vec();
    bytes.extend(hash(block).to_le_bytes());
    bytes
}
