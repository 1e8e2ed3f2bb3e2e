//! Random lines that bash can run without harm: assignments, expansions, loops, functions.

/// A small random generator, the same on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 33) % limit as u64).unwrap()
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len())]
    }
}

/// As many lines, the same for the same seed.
pub(crate) fn lines(seed: u64, count: usize) -> Vec<String> {
    let mut random = Random::new(seed);
    (0..count)
        .map(|_| {
            let mut maker = Maker { random: &mut random, loops: 0, functions: Vec::new() };
            let length = 1 + maker.random.below(5);
            let statements: Vec<_> = (0..length).map(|_| maker.statement(3)).collect();
            match maker.random.below(4) {
                0 => statements.join("; "),
                _ => format!("{}{}", maker.start(), statements.join("; ")),
            }
        })
        .collect()
}

struct Maker<'r> {
    random: &'r mut Random,
    loops: usize,
    functions: Vec<String>,
}

const NAMES: [&str; 4] = ["x", "y", "z", "PWD"];
const COMMANDS: [&str; 6] = ["c1", "c2", "c3", "n1", "n2", "c4"];

impl Maker<'_> {
    /// Values for everything, so that little is left to the environment.
    fn start(&mut self) -> String {
        let value = |maker: &mut Self| {
            maker.random.pick(&["a", "'b c'", "cab", "'*'", "''", "a,b", "xab", "'  p q '"]).to_owned()
        };
        let (x, y) = (value(self), value(self));
        let z = self.random.pick(&["5", "2", "''"]).to_owned();
        let rest = self.random.pick(&["set -- p 'q q'; ", "set --; ", "set -- '*' -n; "]).to_owned();
        let array = self.random.pick(&["r=(m 'n o'); ", "r=(); ", "r=(a b c); "]).to_owned();
        format!("x={x} y={y} z={z}; {rest}{array}")
    }

    fn statement(&mut self, depth: usize) -> String {
        let simple = depth == 0;
        match self.random.below(if simple { 12 } else { 30 }) {
            0..=3 => self.command(),
            4..=6 => self.assignment(),
            7 => self.builtin(),
            8 => self.array(),
            9 => format!("{} {}", self.assignment(), self.command()),
            10 => self.words_of("set --"),
            11 => self.call(),
            12 => format!("if {}; then {}; else {}; fi", self.condition(), self.body(depth), self.body(depth)),
            13 => format!("if {}; then {}; fi", self.condition(), self.body(depth)),
            14 | 15 => {
                let name = self.random.pick(&NAMES[..3]);
                format!("for {name} in {}; do {}; done", self.arguments(), self.loop_body(depth))
            }
            16 => format!("for {}; do {}; done", self.random.pick(&NAMES[..3]), self.loop_body(depth)),
            17 => self.bounded_loop(depth),
            18 => format!("( {} )", self.body(depth)),
            19 => format!("{{ {}; }}", self.body(depth)),
            20 | 21 => self.function(depth),
            22 | 23 => {
                let joiner = self.random.pick(&["&&", "||"]);
                format!("{} {joiner} {}", self.statement(depth - 1), self.statement(depth - 1))
            }
            24 => format!("{} | {}", self.statement(depth - 1), self.statement(depth - 1)),
            25 => format!(
                "case {} in {}) {};; *) {};; esac",
                self.word(),
                self.random.pick(&["a*", "b|c", "?", "\"$x\"", "[ab]*"]),
                self.body(depth),
                self.body(depth)
            ),
            26 => format!("eval '{}'", self.body(0).replace('\'', "\"")),
            27 => format!("! {}", self.statement(depth - 1)),
            28 => format!("{} > /dev/null", self.statement(depth - 1)),
            _ => format!(
                "cd {} && {}",
                self.random.pick(&["d1", "..", "d1/d2", "nowhere", "-", "/"]),
                self.statement(depth - 1)
            ),
        }
    }

    fn body(&mut self, depth: usize) -> String {
        let count = 1 + self.random.below(2);
        (0..count).map(|_| self.statement(depth.saturating_sub(1))).collect::<Vec<_>>().join("; ")
    }

    fn loop_body(&mut self, depth: usize) -> String {
        match self.random.below(6) {
            0 => {
                let leap = self.random.pick(&["break", "continue"]);
                format!("{}; {} && {leap}; {}", self.statement(depth - 1), self.condition(), self.statement(depth - 1))
            }
            _ => self.body(depth),
        }
    }

    fn bounded_loop(&mut self, depth: usize) -> String {
        self.loops += 1;
        let counter = format!("i{}", self.loops);
        match self.random.below(3) {
            0 => format!(
                "{counter}=; while [ \"${counter}\" != xx ]; do {counter}=x${counter}; {}; done",
                self.body(depth)
            ),
            1 => format!(
                "{counter}=0; until [ ${counter} = 2 ]; do {counter}=$(({counter}+1)); {}; done",
                self.body(depth)
            ),
            _ => format!("for (({counter}=0; {counter}<2; {counter}++)); do {}; done", self.body(depth)),
        }
    }

    fn function(&mut self, depth: usize) -> String {
        let name = format!("f{}", self.functions.len());
        let local = self.random.pick(&["", "local x; ", "local y=$1; ", "shift; ", "n1 && return; "]);
        let text = format!("{name}() {{ {local}{}; }}", self.body(depth.min(2)));
        self.functions.push(name);
        text
    }

    fn call(&mut self) -> String {
        if self.functions.is_empty() {
            return self.command();
        }
        let at = self.random.below(self.functions.len());
        let name = self.functions[at].clone();
        self.words_of(&name)
    }

    fn condition(&mut self) -> String {
        match self.random.below(4) {
            0 => self.command(),
            1 => format!("[ {} = a ]", self.quoted()),
            2 => format!("[[ {} == {} ]]", self.word(), self.random.pick(&["a*", "\"$x\"", "b", "?"])),
            _ => format!("(( {} ))", self.random.pick(&["1", "0", "1 > 2", "z = 3", "3 - 2"])),
        }
    }

    fn command(&mut self) -> String {
        let name = match self.random.below(12) {
            0 => "\"$x\"".to_owned(),
            1 => "c\"1\"".to_owned(),
            _ => self.random.pick(&COMMANDS).to_owned(),
        };
        self.words_of(&name)
    }

    fn words_of(&mut self, name: &str) -> String {
        format!("{name} {}", self.arguments())
    }

    fn arguments(&mut self) -> String {
        let count = self.random.below(4);
        (0..count).map(|_| self.word()).collect::<Vec<_>>().join(" ")
    }

    fn assignment(&mut self) -> String {
        let name = self.random.pick(&["x", "y", "z", "x", "y", "IFS"]);
        if name == "IFS" {
            return format!("IFS={}", self.random.pick(&["", ",", "' '", "b", "$' \\t\\n'", "', '"]));
        }
        let operator = self.random.pick(&["=", "=", "=", "+="]);
        format!("{name}{operator}{}", self.word())
    }

    fn builtin(&mut self) -> String {
        match self.random.below(11) {
            0 => format!("unset {}", self.random.pick(&NAMES[..3])),
            1 => format!("export {}={}", self.random.pick(&NAMES[..3]), self.word()),
            2 => format!("read -r {} <<< {}", self.random.pick(&NAMES[..3]), self.word()),
            3 => format!("printf -v {} %s {}", self.random.pick(&NAMES[..3]), self.quoted()),
            4 => "shift".to_owned(),
            5 => self
                .random
                .pick(&["set -f", "set +f", "shopt -s dotglob", "shopt -s nullglob", "set +B", "shopt -s globstar"])
                .to_owned(),
            6 => format!("declare {}={}", self.random.pick(&NAMES[..3]), self.word()),
            7 => format!("(( z = {} ))", self.random.pick(&["1 + 2", "2 * 3", "z", "7 % 4"])),
            8 => format!("cd {}", self.random.pick(&["d1", "..", "d1/d2", "nowhere", "-", "~", "/"])),
            9 => format!("readonly q{}={}", self.random.below(3), self.word()),
            _ => format!("unset -f f{}", self.random.below(2)),
        }
    }

    fn array(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("r+=({})", self.arguments()),
            1 => format!("r[{}]={}", self.random.below(3), self.word()),
            2 => "unset r".to_owned(),
            _ => format!("r=({})", self.arguments()),
        }
    }

    fn quoted(&mut self) -> String {
        match self.random.below(4) {
            0 => format!("'{}'", self.random.pick(&["a", "q q", "*", "$x", ""])),
            1 => format!(
                "\"{}\"",
                self.random.pick(&[
                    "$x",
                    "$x y",
                    "${y:-d d}",
                    "$*",
                    "${r[*]}",
                    "$(echo a b)",
                    "${x%b}",
                    "$((1+2))",
                    ""
                ])
            ),
            2 => "\"$y\"".to_owned(),
            _ => format!(
                "\"{}{}\"",
                self.random.pick(&["a", "", "-"]),
                self.random.pick(&["$x", "$z", "${x:-e}", "${#y}"])
            ),
        }
    }

    fn word(&mut self) -> String {
        let count = 1 + self.random.below(5) / 3;
        (0..count).map(|_| self.piece()).collect()
    }

    #[allow(clippy::too_many_lines, reason = "a table of pieces")]
    fn piece(&mut self) -> String {
        match self.random.below(26) {
            0..=5 => self.random.pick(&["a", "b", "c", "ab", "-x", "a,b", "cab"]).to_owned(),
            6..=8 => self.quoted(),
            9..=11 => self.random.pick(&["$x", "$y", "$z", "${x}", "$1", "$PWD"]).to_owned(),
            12 => self
                .random
                .pick(&[
                    "${x:-d}",
                    "${x-e f}",
                    "${y:=w}",
                    "${z:+k}",
                    "${z+\"k k\"}",
                    "${1:-p}",
                    "${x:-$y}",
                    "${r[@]+\"${r[@]}\"}",
                ])
                .to_owned(),
            13 => self.random.pick(&["${x#a}", "${x##*b}", "${x%b}", "${y%%b*}", "${x#?}", "${y%[ab]}"]).to_owned(),
            14 => self.random.pick(&["${x/a/Z}", "${x//b/}", "${y/#a/s}", "${y/%b/t}", "${x/*b/u}"]).to_owned(),
            15 => self
                .random
                .pick(&["${x^^}", "${x^}", "${y,,}", "${x:1}", "${x:0:2}", "${x: -1}", "${#x}", "${x@Q}", "${!x}"])
                .to_owned(),
            16 => self.random.pick(&["$((1+2))", "$((z+1))", "$((3*3-1))", "$(( 7 / 2 ))"]).to_owned(),
            17 => self
                .random
                .pick(&[
                    "{a,b}",
                    "{1..3}",
                    "{a,\"b c\"}",
                    "{x,$x}",
                    "{,a}",
                    "{c..a}",
                    "{a,{b,c}}",
                    "{a}",
                    "{01..03}",
                    "a{b",
                    "{a,b",
                ])
                .to_owned(),
            18 => self
                .random
                .pick(&["\"$@\"", "$@", "$*", "\"$*\"", "\"a$@b\"", "\"${@:2}\"", "${@:1:1}", "$#"])
                .to_owned(),
            19 => self
                .random
                .pick(&[
                    "\"${r[@]}\"",
                    "${r[@]}",
                    "${r[1]}",
                    "$r",
                    "${#r[@]}",
                    "\"${r[@]:1}\"",
                    "\"${r[@]#a}\"",
                    "${r[*]}",
                ])
                .to_owned(),
            20 => self.random.pick(&["~", "~/a", "a~", "k=~/b", "~+", "k=a:~", "~-/q"]).to_owned(),
            21 => self.random.pick(&["*", "f*", "f?", "[fd]*", "d1/*", ".*", "*/f*", "*z*", "\"*\"", "**"]).to_owned(),
            22 => format!("$({})", self.command()),
            23 => self
                .random
                .pick(&["$(echo a b)", "$(echo \"$x\")", "`echo a`", "$(printf '%s,' a b)", "$(pwd)"])
                .to_owned(),
            24 => self.random.pick(&["\\ ", "\\$x", "$'a\\tb'", "\\*", "\"\"", "''"]).to_owned(),
            _ => self.random.pick(&["$?", "a=b", "{}", "[", "a]", "^", "!", "%"]).to_owned(),
        }
    }
}
