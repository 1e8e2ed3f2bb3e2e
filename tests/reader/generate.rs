//! Makes shell lines from harmless names: nested constructs, tricky quoting, and random damage to both.

/// A small generator of numbers that are the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next()).unwrap_or(0) % bound
    }

    pub(crate) fn pick<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }
}

/// What [`Lines::soup`] is made of.
#[rustfmt::skip]
const TOKENS: &[&str] = &[
    "c1", "c2", "c3", "c4", "c1", "c2", " ", " ", " ", " ", " ", ";", "; ", "\n", "&", "&&", "||", "|", "(",
    ")", "$(", ")", "`", "`", "\"", "\"", "'", "\\", "\\\n", "${x:-", "}", "${", "$((", "))", "((", "))", "{ ",
    "; }", "<(", ")", ">f", "<<E", "\nE\n", "<<'E'", "<<<", "2>", ">&", "1", "-", "if ", "then ", "; fi",
    "; then ", "while ", "; do ", "; done", "for v in ", "case ", " in ", "esac", ";;", " c2) ", "[[ ", " ]]",
    " == ", " =~ ", "g1() ", "function g2 ", "time ", "! ", "coproc ", "x=", "x[", "]=", "]", "=(", "declare ",
    "$'", "$\"", "$x", "#", "*", "@(", "?(", "!(", "{a,", "b}", "~", "=", "+=", "\t", "\r", ",", "/", "%",
    "-p ", "$[", "&>", "|&", ";&", "x", "<<-E", "\\`", "\\\"", "\\$",
];

/// Pieces of words that hold no command.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "'a b'", "\"c  d\"", "\\ ", "\\;", "'#'", "x#y", "\"it's\"", "'\"'", "$'a\\tb'", "\"\\\"q\\\"\"",
    "\"\\$x\"", "'$(c)'", "\\$x", "$((1+2))", "\"a\\\nb\"", "a\\\nb", "'a\nb'", "$", "%", "\\\\", "''", "\"\"",
    "$'\\x41'", "]", "=", "\"$((2*(3+4)))\"", "@", "{", "}", "!", "${#x}",
];

/// What damage inserts.
#[rustfmt::skip]
const DAMAGE: &[&str] = &[
    "'", "\"", "`", "$", "(", ")", "{", "}", ";", "&", "|", "<", ">", "\\", "\n", "#", " ", "[", "]", "=", "!",
    "$(", "((", "))", "<<", "${", "\\\n", "*", "@(", "\r", "esac", ";;", "in", "fi", "do", "~",
];

/// Makes lines.
pub(crate) struct Lines {
    pub(crate) random: Random,
    names: usize,
    documents: Vec<(String, bool)>,
}

impl Lines {
    pub(crate) fn new(seed: u64) -> Self {
        Self { random: Random::new(seed), names: 0, documents: Vec::new() }
    }

    /// One line (with here-document bodies after it), damaged or not.
    pub(crate) fn line(&mut self, damaged: bool) -> String {
        self.names = 0;
        self.documents.clear();
        let depth = 1 + self.random.below(3);
        let mut text = self.list(depth);
        self.finish_documents(&mut text);
        if damaged { self.damage(&text) } else { text }
    }

    /// A few tokens in any order: mostly nonsense, for the corners of the grammar.
    #[allow(dead_code, reason = "not every test that includes this file uses it")]
    pub(crate) fn soup(&mut self) -> String {
        (0..=self.random.below(14)).map(|_| self.random.pick(TOKENS)).collect()
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("c{}", self.names)
    }

    fn finish_documents(&mut self, text: &mut String) {
        for (delimiter, quoted) in std::mem::take(&mut self.documents) {
            text.push('\n');
            let body = if quoted || self.random.below(2) == 0 {
                "it's (a) \"text\"".to_owned()
            } else {
                format!("x $({}) y", self.name())
            };
            text.push_str(&body);
            text.push('\n');
            text.push_str(&delimiter);
        }
    }

    fn list(&mut self, depth: usize) -> String {
        let mut text = self.pipeline(depth);
        for _ in 0..self.random.below(3) {
            let joiner = self
                .random
                .pick(&["; ", " && ", " || ", "\n", ";", "&&", "||", " & ", " #x\n", "\\\n;", " |\n", " &&\n\n "]);
            if joiner.contains('\n') && !joiner.contains('\\') && !self.documents.is_empty() {
                continue;
            }
            text.push_str(joiner);
            text.push_str(&self.pipeline(depth));
        }
        text
    }

    fn pipeline(&mut self, depth: usize) -> String {
        let mut text = self.random.pick(&["", "", "", "", "! ", "time ", "! ! ", "time -p "]).to_owned();
        text.push_str(&self.command(depth));
        for _ in 0..self.random.below(6) / 4 {
            text.push_str(self.random.pick(&[" | ", "|", " |& "]));
            text.push_str(&self.command(depth));
        }
        text
    }

    fn command(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(2) == 0 {
            return self.simple(depth);
        }
        let inner = depth - 1;
        let text = match self.random.below(24) {
            0 => format!("( {} )", self.list(inner)),
            1 => format!("{{ {}\n}}", self.closed_list(inner)),
            2 => {
                format!("if {}; then {}; else {}; fi", self.pipeline(inner), self.pipeline(inner), self.pipeline(inner))
            }
            3 => format!("while {}; do {}; break; done", self.pipeline(inner), self.pipeline(inner)),
            4 => format!("for v in {} {}; do {}; done", self.word(inner), self.word(inner), self.pipeline(inner)),
            5 => format!(
                "case {} in {}) {};; (*) {} ;; esac",
                self.word(inner),
                self.word(inner),
                self.pipeline(inner),
                self.pipeline(inner)
            ),
            6 => format!("[[ {} == {} && -n {} ]]", self.word(inner), self.word(inner), self.word(inner)),
            7 => format!("(( 1 + $({}) ))", self.pipeline(inner)),
            8 => format!("g1() {{ {}\n}}; g1", self.closed_list(inner)),
            9 => format!("((({})) | {})", self.simple(inner), self.simple(inner)),
            10 => format!("({})", self.list(inner)),
            11 => format!("until {}; do {}; break; done", self.pipeline(inner), self.pipeline(inner)),
            12 => format!("for ((i=$({});i<2;i++)) do {}; done", self.simple(inner), self.pipeline(inner)),
            13 => format!("function g2 {{ {}\n}}; g2 x", self.closed_list(inner)),
            14 => format!(
                "[[ x =~ {} || ! ( -f {} ) ]]",
                self.random.pick(&["a|b", "^(a|b)$", "(a b)", "a\\ b", "[a]"]),
                self.word(inner)
            ),
            15 => format!("coproc {}", self.simple(inner)),
            16 => format!("coproc N {{ {}\n}}", self.simple(0)),
            17 => format!(
                "case {} in a) {};& b|(c)) {};;& *) {};; esac",
                self.word(inner),
                self.pipeline(inner),
                self.pipeline(inner),
                self.pipeline(inner)
            )
            .replace("(c)", "c"),
            18 => format!("declare -a z=({} [2]={} {})", self.word(inner), self.word(inner), self.word(inner)),
            19 => {
                format!("z=({} {}) z+=({}\n{})", self.word(inner), self.word(inner), self.word(inner), self.word(inner))
            }
            20 => format!("for v in {}; {{ {}\n}}", self.word(inner), self.closed_list(inner)),
            21 => format!("if ({}) then {{ {}\n}} fi", self.pipeline(inner), self.closed_list(inner)),
            22 => format!("g3() for v in {}; do {}; done; g3", self.word(inner), self.pipeline(inner)),
            _ => format!("select v in {}; do {}; break; done </dev/null", self.word(inner), self.pipeline(inner)),
        };
        if self.random.below(4) == 0 { text + " " + &self.redirect(inner) } else { text }
    }

    /// A list whose here-documents have ended.
    fn closed_list(&mut self, depth: usize) -> String {
        let before = std::mem::take(&mut self.documents);
        let mut text = self.list(depth);
        self.finish_documents(&mut text);
        self.documents = before;
        if self.documents.is_empty() { text } else { text.replace('\n', " ") + ";" }
    }

    fn simple(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..self.random.below(6) / 4 {
            let value = self.word(depth);
            text.push_str(self.random.pick(&["v=", "v+=", "w=", "v[1]=", "A\\\n="]));
            text.push_str(&value);
            text.push(' ');
        }
        if self.random.below(8) == 0 {
            text.push_str(&self.redirect(depth));
            text.push(' ');
        }
        let prefix = self.random.pick(&["", "", "", "", "\\", "''", "\"\"", "\\\n"]);
        text.push_str(prefix);
        text.push_str(&self.name());
        for _ in 0..self.random.below(4) {
            text.push_str(self.random.pick(&[" ", " ", "  ", "\t", " \\\n"]));
            let piece = if self.random.below(5) == 0 { self.redirect(depth) } else { self.word(depth) };
            text.push_str(&piece);
        }
        text
    }

    fn redirect(&mut self, depth: usize) -> String {
        let target = self.plain();
        match self.random.below(12) {
            0 => format!(">{target}"),
            1 => format!("2> {target}"),
            2 => "2>&1".to_owned(),
            3 => format!("<<< {}", self.word(depth)),
            4 if self.random.below(2) == 0 => {
                let quoted = self.random.below(2) == 0;
                let delimiter = format!("E{}", self.documents.len());
                self.documents.push((delimiter.clone(), quoted));
                if quoted { format!("<<'{delimiter}'") } else { format!("<<{delimiter}") }
            }
            5 => ">&-".to_owned(),
            6 => format!("&>{target}"),
            7 => format!(">>{target}"),
            8 if depth > 0 => format!("< <({})", self.list(depth - 1)),
            9 => format!("{{fd}}>{target}"),
            10 => "2>&-x".to_owned(),
            _ => "</dev/null".to_owned(),
        }
    }

    fn plain(&mut self) -> String {
        self.random.pick(&["a", "b", "x1", "f.2", "-n", "a=b", "x-y", "a,b", "é", "1", "if", "done"]).to_owned()
    }

    fn word(&mut self, depth: usize) -> String {
        let mut text = String::new();
        for _ in 0..=self.random.below(2) {
            text.push_str(&self.piece(depth));
        }
        text
    }

    fn piece(&mut self, depth: usize) -> String {
        if depth == 0 || self.random.below(2) == 0 {
            return self.random.pick(PIECES).to_owned() + self.random.pick(&["", "", "z"]);
        }
        let inner = depth - 1;
        match self.random.below(25) {
            0 => format!("$({})", self.list(inner)),
            1 => format!("\"$({})\"", self.list(inner)),
            2 => format!("`{}`", self.simple(0)),
            3 => format!("\"`{}`\"", self.simple(0).replace('"', "")),
            4 => format!("${{x:-{}}}", self.word(inner)),
            5 => format!("\"${{x:-$({})}}\"", self.list(inner)),
            6 => format!("<({})", self.list(inner)),
            7 => format!("\"a ${{x:+b}} $({}) c\"", self.simple(inner)),
            8 => format!("${{v[$({})]}}", self.simple(inner)),
            9 => format!("$(( $({}) + 1 ))", self.simple(inner)),
            10 => format!("${{x/a/$({})}}", self.simple(inner)),
            11 => format!("\"${{x:-\"$({})\"}}\"", self.simple(inner)),
            12 => format!("${{x:$({}):1}}", self.simple(inner)),
            13 => format!("$({} <<E\nbody\nE\n)", self.simple(0)),
            14 => format!("$({} <<-'E' | {}\n\tbo'dy\n\tE\n)", self.simple(0), self.simple(0)),
            15 => format!("\"$({} <<E && {}\nbody $({})\nE\n)\"", self.simple(0), self.simple(0), self.simple(0)),
            16 => format!("$({}; ({} <<E)\nbody\nE\n)", self.simple(0), self.simple(0)),
            17 => format!("$({} <<A; {}\na\nA\n)", self.simple(0), self.simple(0)),
            18 => format!("$({} <<A | {} <<B\na\nA\nb\nB\n)", self.simple(0), self.simple(0)),
            19 => format!(
                "`{} \\`{}\\``",
                self.simple(0).replace(['\\', '`'], ""),
                self.simple(0).replace(['\\', '`'], "")
            ),
            20 => format!("$[ $({}) + 1 ]", self.simple(inner)),
            21 => format!("${{x%%$({})}}${{x^^$({})}}", self.simple(inner), self.simple(inner)),
            22 => format!(">({})", self.list(inner)),
            23 => format!("${{x:-<({})}}", self.list(inner)),
            _ => format!("${{x#\"$({})\"}}", self.simple(inner)),
        }
    }

    /// Removes, doubles or inserts a few characters.
    fn damage(&mut self, text: &str) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        for _ in 0..=self.random.below(3) {
            let at = self.random.below(characters.len().max(1));
            match self.random.below(3) {
                0 if at < characters.len() => {
                    characters.remove(at);
                }
                1 if at < characters.len() => characters.insert(at, characters[at]),
                _ => {
                    let inserted = self.random.pick(DAMAGE);
                    for (offset, character) in inserted.chars().enumerate() {
                        characters.insert((at + offset).min(characters.len()), character);
                    }
                }
            }
        }
        characters.into_iter().collect()
    }
}
