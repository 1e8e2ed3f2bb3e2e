//! Draws option tables of commands that do not exist, as the text that a policy defines them by.

use runok::command::options::custom;

use super::random::Random;

/// The commands that drawn policies define tables of. The last is laid over a table that is built in.
pub(crate) const NAMES: [&str; 3] = ["gen", "put", "sort"];

/// The table of a command, line by line.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct DrawnTable {
    pub(crate) name: &'static str,
    pub(crate) lines: Vec<String>,
}

const HABITS: [&str; 14] = [
    "abbreviations",
    "abbreviated-subcommands",
    "negations",
    "single-dash-long",
    "one-dash-words",
    "stops-at-operand",
    "numbers",
    "bare-cluster",
    "plus-operand",
    "harmless-options",
    "short-equals",
    "underscores",
    "colon-values",
    "caseless",
];

/// The spellings of the options: no two have one in common.
const OPTIONS: [&str; 15] = [
    "-a|--all",
    "-b",
    "-n|--dry-run",
    "-o|--out",
    "-x|--extract",
    "-r|--recursive",
    "-d|--data",
    "--color",
    "--colour-map",
    "-C|--chdir",
    "-e|--expression",
    "--help",
    "-k|--key|--keep",
    "-delete",
    "+k",
];

const VALUES: [&str; 15] = [
    "",
    "",
    "",
    "",
    " <v>",
    " <v>",
    " <v>",
    " <v>",
    " [v]",
    " [=v]",
    " [v] next",
    " <a> <b>",
    " <c ;>",
    " <c +;>",
    " <v> separate",
];

/// What options, operands and `does` lines say.
const PATH_EFFECTS: [&str; 3] = ["reads", "writes", "deletes"];
const OTHER_EFFECTS: [&str; 6] = ["runs", "network", "secrets", "privileges", "changes", "below"];
const VALUE_EFFECTS: [&str; 20] = [
    "into",
    "downloads",
    "unpacks",
    "at-reads",
    "begins-at-reads",
    "labelled-reads",
    "keyed-reads",
    "format-reads",
    "form",
    "upload",
    "url",
    "host",
    "remote",
    "ref",
    "mount",
    "text",
    "program",
    "code",
    "sed",
    "awk",
];

const CONDITIONS: [&str; 9] = [
    "if -x|--extract",
    "unless -n|--dry-run",
    "if operands",
    "unless operands",
    "if -a",
    "unless -o",
    "if -delete",
    "unless --color|-b",
    "if -r",
];

/// One effect, with a condition at times.
fn stated(random: &mut Random, of_value: bool) -> String {
    let mut text = match random.below(if of_value { 9 } else { 7 }) {
        0..=3 => random.pick(&PATH_EFFECTS).to_owned(),
        4..=6 => random.pick(&OTHER_EFFECTS).to_owned(),
        _ => random.pick(&VALUE_EFFECTS).to_owned(),
    };
    if random.one_in(8) {
        text.push_str(" aside");
    }
    for _ in 0..random.below(6) / 4 {
        text = format!("{text} {}", random.pick(&CONDITIONS));
    }
    text
}

fn option(spellings: &str, random: &mut Random) -> String {
    if spellings == "--help" {
        return format!("--help  only{}", random.pick(&["", "", " inherit", " unless operands"]));
    }
    let value = random.pick(&VALUES);
    let mut line = format!("{spellings}{value}");
    for _ in 0..random.below(3) {
        line = format!("{line} {}", stated(random, !value.is_empty()));
    }
    match random.below(16) {
        0 | 1 => line + " inherit",
        2 if !value.contains(';') => line + " last",
        3 if !value.is_empty() => line + " cd",
        4 => line + " configures",
        _ => line,
    }
}

fn operand(random: &mut Random) -> String {
    let mut text = random.pick(&["<file>", "<file>", "<target>", "<name>"]).to_owned();
    for _ in 0..random.below(3) {
        text = format!("{text} {}", stated(random, true));
    }
    text
}

fn operands(random: &mut Random, condition: &str) -> String {
    let mut parts = Vec::new();
    if random.one_in(4) {
        let keyed = random.pick(&[
            "if=<file> reads",
            "of=<file> writes",
            "secret|secret/* secrets",
            "+<format>",
            "u+* changes",
        ]);
        parts.push(keyed.to_owned());
    }
    let count = random.below(4);
    let many = random.below(count + 1);
    for at in 0..count {
        let operand = operand(random);
        parts.push(if at == many { operand.replacen('>', ">...", 1) } else { operand });
    }
    let condition = if condition.is_empty() { String::new() } else { format!(" {condition}") };
    format!("operands{condition}: {}", parts.join(" "))
}

fn does(random: &mut Random, line: &mut String) {
    line.push_str("does");
    if random.one_in(4) {
        line.push_str(" nothing");
        return;
    }
    for _ in 0..=random.below(2) {
        let effect = match random.below(5) {
            0 => format!("writes {}", random.pick(&[".", "/tmp/x", "~/.ssh/a"])),
            1 => "deletes . below".to_owned(),
            2 => format!("reads {}", random.pick(&["/etc/passwd", "./.env"])),
            _ => stated(random, false),
        };
        line.push(' ');
        line.push_str(&effect);
        if random.one_in(3) {
            line.push(' ');
            line.push_str(random.pick(&CONDITIONS));
        }
    }
    if random.one_in(6) {
        line.push_str(" inherit");
    }
}

/// The lines of the head, or of a section.
fn body(random: &mut Random, lines: &mut Vec<String>) {
    for habit in HABITS {
        if random.one_in(7) {
            lines.push(habit.to_owned());
        }
    }
    for _ in 0..random.below(3) / 2 {
        let condition = random.pick(&CONDITIONS);
        lines.push(operands(random, condition));
    }
    if !random.one_in(3) {
        lines.push(operands(random, ""));
    }
    for _ in 0..random.below(5) / 2 {
        let mut line = String::new();
        does(random, &mut line);
        lines.push(line);
    }
    for spellings in OPTIONS {
        if random.one_in(2) {
            lines.push(option(spellings, random));
        }
    }
}

/// The names of sections; those of two names need the one of the first.
const SECTIONS: [&str; 9] =
    ["add|new", "list", "list-*", "*", "get-x", "compose", "compose ps|list", "compose *", "* get-*"];

fn drawn(name: &'static str, random: &mut Random) -> DrawnTable {
    let mut lines = Vec::new();
    body(random, &mut lines);
    if random.one_in(2) {
        let mut has: Vec<&str> = Vec::new();
        let start = random.below(SECTIONS.len());
        for at in 0..SECTIONS.len() {
            let path = SECTIONS[(start + at) % SECTIONS.len()];
            let parent = path.split_once(' ').map(|(parent, _)| parent);
            if random.one_in(2) && parent.is_none_or(|parent| has.contains(&parent)) {
                has.push(path);
                lines.push(format!("[{path}]"));
                body(random, &mut lines);
            }
        }
    }
    // conditions name options that are listed
    let strange =
        custom::table(&lines, []).map_or_else(|_| Vec::new(), |table| custom::strange_conditions(&table, None));
    lines.splice(..0, strange);
    DrawnTable { name, lines }
}

/// A table of a command that the drawn lines call.
pub(crate) fn table(random: &mut Random) -> DrawnTable {
    let name = NAMES[random.below(7) / 3];
    drawn(name, random)
}

impl DrawnTable {
    pub(crate) fn text(&self) -> String {
        self.lines.join("\n")
    }

    /// As an entry of `definitions.commands`.
    pub(crate) fn yaml(&self) -> String {
        let lines: String = self.lines.iter().map(|line| format!("      {line}\n")).collect();
        format!("    {}: |\n{lines}", self.name)
    }

    fn is_right(&self) -> bool {
        let is_listed = |table| custom::strange_conditions(&table, None).is_empty();
        !self.lines.is_empty() && custom::table(&self.lines, []).is_ok_and(is_listed)
    }

    /// With fewer lines, and with fewer words in a line.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        let sections = (0..self.lines.len()).filter(|at| self.lines[*at].starts_with('['));
        for at in sections {
            let end = (at + 1..self.lines.len()).find(|end| self.lines[*end].starts_with('['));
            let mut less = self.clone();
            less.lines.drain(at..end.unwrap_or(self.lines.len()));
            smaller.push(less);
        }
        for at in 0..self.lines.len() {
            let mut less = self.clone();
            less.lines.remove(at);
            smaller.push(less);
        }
        for (at, line) in self.lines.iter().enumerate() {
            if let Some((before, _)) = line.rsplit_once(' ') {
                let mut less = self.clone();
                less.lines[at] = before.trim_end().to_owned();
                smaller.push(less);
            }
        }
        smaller.retain(Self::is_right);
        smaller
    }
}
