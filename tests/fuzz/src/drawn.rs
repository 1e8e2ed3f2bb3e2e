//! Inputs that are drawn from the seeds without an engine: the same ones on every machine, each time.
//!
//! What the engine makes of a seed hangs on what the program did with the input before, on the time that took and on where
//! its memory lies. Here one number leads to one input.

/// The most changes of one input.
const CHANGES: usize = 5;

/// The longest stretch that is moved, doubled or taken out at once, in bytes.
const STRETCH: usize = 48;

/// Bytes that mean something to a shell, to YAML, to JSON or to a pattern.
const MEANT: &[u8] = b" \n\t;|&<>(){}[]$`'\"\\#*?!~=:,.-+/%@^\x00\x01\x7f\x80\xff01aZ_";

/// What is drawn from.
#[derive(Debug)]
pub(crate) struct Drawing<'s> {
    seeds: &'s [Vec<u8>],
    /// What is put into inputs as a whole.
    tokens: Vec<Vec<u8>>,
    /// The most bytes of an input.
    longest: usize,
    state: u64,
}

impl<'s> Drawing<'s> {
    /// Draws from these seeds, and from a dictionary as the engine reads them.
    pub(crate) fn new(seeds: &'s [Vec<u8>], dictionary: &str, longest: usize) -> Self {
        let quoted = |line: &str| line.trim().split_once('"')?.1.strip_suffix('"').map(unescaped);
        let tokens = dictionary.lines().filter(|line| !line.starts_with('#')).filter_map(quoted).collect();
        Self { seeds, tokens, longest, state: 1 }
    }

    /// The next input.
    pub(crate) fn next(&mut self) -> Vec<u8> {
        let mut input = self.seed().to_vec();
        input.truncate(self.longest);
        for _ in 0..=self.below(CHANGES) {
            self.change(&mut input);
        }
        input.truncate(self.longest);
        input
    }

    fn seed(&mut self) -> &'s [u8] {
        let index = self.below(self.seeds.len());
        &self.seeds[index]
    }

    /// A number below this one.
    fn below(&mut self, limit: usize) -> usize {
        // the steps of SplitMix64
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit.max(1) as u64).unwrap()
    }

    /// A stretch of this input.
    fn stretch(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let start = self.below(input.len() + 1);
        start..(start + 1 + self.below(STRETCH)).min(input.len())
    }

    fn change(&mut self, input: &mut Vec<u8>) {
        let at = self.below(input.len() + 1);
        match self.below(9) {
            0 if at < input.len() => input[at] = u8::try_from(self.below(256)).unwrap(),
            1 if at < input.len() => input[at] = MEANT[self.below(MEANT.len())],
            2 => input.insert(at, MEANT[self.below(MEANT.len())]),
            3 => {
                let gone = self.stretch(input);
                input.drain(gone);
            }
            4 => {
                let copied = self.stretch(input);
                let copied = input[copied].to_vec();
                input.splice(at..at, copied);
            }
            5 => {
                let repeated = self.stretch(input);
                let end = repeated.end;
                let repeated = input[repeated].repeat(1 + self.below(32));
                input.splice(end..end, repeated);
            }
            6 if !self.tokens.is_empty() => {
                let index = self.below(self.tokens.len());
                let token = self.tokens[index].clone();
                input.splice(at..at, token);
            }
            7 => {
                let other = self.seed();
                let from = self.below(other.len() + 1);
                input.truncate(at);
                input.extend_from_slice(&other[from..]);
            }
            _ => {
                let other = self.seed();
                let taken = self.stretch(other);
                input.splice(at..at, other[taken].iter().copied());
            }
        }
        input.truncate(self.longest);
    }
}

/// A token of a dictionary: `\\`, `\"` and `\x0a` stand for bytes.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let number = |digits: &[u8]| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok();
        let (byte, next) = match (first, after) {
            (b'\\', [b'x', high, low, more @ ..]) => (number(&[*high, *low]).unwrap(), more),
            (b'\\', [escaped, more @ ..]) => (*escaped, more),
            (byte, more) => (*byte, more),
        };
        bytes.push(byte);
        rest = next;
    }
    bytes
}
