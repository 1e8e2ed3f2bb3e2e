//! Random programs: pieces put together, and known programs with pieces taken out, doubled or put in.

/// A small random generator, the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

const ADDRESSES: [&str; 14] =
    ["", "", "", "1", "$", "2,3", "/o/", "/[/]/", "\\,a,", "/a/I", "1~2", "1,+1", "0,/x/", "/[[:alpha:]/]/"];
const PATTERNS: [&str; 10] = ["a", "[^/]*", "[]]", "[[]", "[^]/]", "\\/", "[\\]", "[[:space:]]", "a\\\nb", ".*"];
const REPLACEMENTS: [&str; 7] = ["b", "&", "\\/", "[", "x\\\ny", "canary", "w f7"];
const FLAGS: [&str; 9] = ["", "", "g", "p", "2", "w f1", "w f2", "e", " g w f3"];
const SIMPLE: [&str; 12] = ["p", "d", "n", "=", "x", "G", "h", "l", "D", "F", "z", "N"];
const OTHERS: [&str; 14] = [
    "w f3", "w f4", "r secret", "b", "ba", "b a", ":a", "t", "#w f5", "y/ab/ba/", "y/[]/()/", "e canary", "R secret",
    "W f6",
];
const TEXTS: [&str; 7] = ["a x", "a\\\nx", "i\\\nx\\\nw f5", "c x\\\ny", "a\\  x", "i x;w f5", "a x\\\\"];
const JOINTS: [&str; 8] = [";", "\n", "\n", "; ", " ;\n", "}", "\n}\n", " # c\n"];

/// A sed program.
pub(crate) fn sed(random: &mut Random) -> String {
    let mut program = String::new();
    for _ in 0..=random.below(5) {
        program.push_str(random.pick(&ADDRESSES));
        program.push_str(random.pick(&["", "", "", "!", " ", "{"]));
        match random.below(5) {
            0 => program.push_str(random.pick(&SIMPLE)),
            1 => program.push_str(random.pick(&OTHERS)),
            2 => program.push_str(random.pick(&TEXTS)),
            _ => {
                let delimiter = random.pick(&["/", "/", "/", ",", "|"]);
                let parts = [random.pick(&PATTERNS), random.pick(&REPLACEMENTS), random.pick(&FLAGS)];
                program.push_str(&format!("s{delimiter}{}{delimiter}{}{delimiter}{}", parts[0], parts[1], parts[2]));
            }
        }
        program.push_str(random.pick(&JOINTS));
    }
    program
}

const STARTS: [&str; 8] = ["", "BEGIN", "END", "NR == 1", "/o/", "$1 > 2", "/[/]/", "!x"];
const STATEMENTS: [&str; 24] = [
    "print",
    "print $1",
    "print $1 / 2, \"/\"",
    "print x /2/ 1",
    "print \"x\"",
    "print(1)(2)",
    "print (1, 2)",
    "printf \"%s\", $1",
    "printf(\"x\")",
    "print /o/",
    "print 1,\n2",
    "print a[1 > 2]",
    "x = 1",
    "x = $1 > 2 ? 3 : 4",
    "if ($1 > 1) print $2",
    "for (i = 0; i < 2; i++) print i",
    "\"canary\" | getline",
    "getline y",
    "getline y < \"secret\"; print y",
    "system(\"canary\")",
    "gsub(/[/]/, \"x\")",
    "gsub(/[]\"]/, \"y\")",
    "split($0, a, /[^/]/)",
    "print length",
];
const ENDS: [&str; 12] = [
    "",
    "",
    "",
    " > \"f1\"",
    ">\"f2\"",
    " >> \"f3\"",
    " | \"canary\"",
    " > \"f4\" \"f5\"",
    " > 3",
    " < \"secret\"",
    " /2",
    " # \"",
];

/// An awk program.
pub(crate) fn awk(random: &mut Random) -> String {
    let mut program = String::new();
    for _ in 0..=random.below(2) {
        program.push_str(random.pick(&STARTS));
        program.push_str(" { ");
        for _ in 0..=random.below(3) {
            program.push_str(random.pick(&STATEMENTS));
            program.push_str(random.pick(&ENDS));
            program.push_str(random.pick(&["; ", "\n", "; ", " }{ "]));
        }
        program.push_str(random.pick(&["}\n", "} ", "};"]));
    }
    program
}

const SNIPPETS: [&str; 32] = [
    "\n",
    ";",
    "{",
    "}",
    "[",
    "]",
    "\\",
    "/",
    " ",
    "\"",
    "(",
    ")",
    ">",
    "|",
    "#",
    "w f8",
    "e canary",
    "\\\n",
    ",",
    "!",
    "a",
    "&",
    "$",
    "<",
    "print",
    "~",
    "s",
    "y",
    "\" > \"f9\"",
    ":",
    "\"f9\"",
    "getline",
];

/// A program with one or two pieces taken out, doubled or put in.
pub(crate) fn changed(random: &mut Random, program: &str) -> String {
    let mut all: Vec<char> = program.chars().collect();
    for _ in 0..=random.below(2) {
        let at = random.below(all.len() + 1);
        let end = (at + 1 + random.below(3)).min(all.len());
        match random.below(4) {
            0 => drop(all.drain(at..end)),
            1 => {
                let piece = all[at..end].to_vec();
                drop(all.splice(at..at, piece));
            }
            _ => drop(all.splice(at..at, random.pick(&SNIPPETS).chars())),
        }
    }
    all.into_iter().collect()
}
