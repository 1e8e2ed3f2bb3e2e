//! Draws policies: rules about the commands of the drawn lines, in every kind of pattern.

use std::fmt;

use super::make_effects;
use super::make_table::{DrawnTable, table};
use super::random::Random;

/// A rule as it stands in a policy file.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rule {
    pub(crate) action: &'static str,
    pub(crate) pattern: String,
    pub(crate) when: Option<&'static str>,
}

/// A policy as text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Policy {
    pub(crate) default: Option<&'static str>,
    pub(crate) rules: Vec<Rule>,
    /// What it defines beside what all drawn policies do.
    pub(crate) tables: Vec<DrawnTable>,
}

/// What all drawn policies define.
const DEFINITIONS: &str = r#"types:
  Env: { enum: [dev, staging] }
  Letters: { regex: '[a-z]+' }
  Tmp: { path: { inside: [/tmp, ./build] } }
  Site: { url: { schemes: [https], hosts: ['*.example.com'] } }
definitions:
  paths: { secret: [./.env, '/etc/**'] }
  vars: { target: { values: [main, build, { type: path, value: ./x }] } }
  flag_groups: { mode: '-X|--request|--mode|-e|--env *' }
  aliases: { g: 'git [-C *]' }
  wrappers: ['mywrap <opts> <cmd>']
  commands:
    deploy:
      flags: ['-e|--env <value>', '-v|--verbose', '--tag [value]']
      subcommands: { rollback: { flags: ['--to <value>'] } }
"#;

const PATTERNS: [&str; 62] = [
    "rm *",
    "rm -f|--force *",
    "rm -r|--recursive *",
    "rm -rf *",
    "rm x",
    "rm -r|--recursive -f|--force /",
    "rm !-r|--recursive *",
    "rm <type:Tmp>",
    "rm [-f] x",
    "rm * /",
    "git *",
    "git push *",
    "git push -f|--force *",
    "git push --force",
    "git push origin main|master",
    "git push !--force|-f *",
    "git [-C *] push *",
    "git status",
    "git log -n * *",
    "git commit -m|--message * *",
    "git -c * *",
    "g push *",
    "git log|status *",
    "git push * +*",
    "curl *",
    "curl -X|--request POST *",
    "curl -X|--request !GET *",
    "curl !-X|--request *",
    "curl <flag:mode> *",
    "curl <opts> <type:Site>",
    "curl -d|--data * *",
    "curl -o|--output * *",
    "ls *",
    "ls -l *",
    "ls",
    "cat *",
    "cat <path:secret>",
    "cat * <path:secret> *",
    "cat x|y",
    "cat *.txt",
    "echo *",
    "echo !x",
    "deploy *",
    "deploy -e|--env prod *",
    "deploy -e|--env <type:Env> *",
    "deploy rollback *",
    "deploy rollback --to *",
    "find *",
    "find * -delete *",
    "tool *",
    "tool -a *",
    "tool --mode fast *",
    "tool <type:Port>",
    "tool <type:Letters> *",
    "tool !-b *",
    "cp *",
    "cp -t|--target-directory * *",
    "tar -x|--extract *",
    "\"git push\"|rm *",
    "<var:target> *",
    "*",
    "* -f|--force *",
];

const WRAPPERS: [&str; 30] = [
    "sudo *",
    "env *",
    "xargs *",
    "timeout * *",
    "bash -c *",
    "mywrap *",
    "nice *",
    "sudo rm *",
    "cd *",
    "find . -exec *",
    "rg *",
    "sort *",
    "sed *",
    "awk *",
    "bash *",
    "npm *",
    "npm run *",
    "docker *",
    "docker run|ps *",
    "ssh host *",
    "ssh *",
    "make *",
    "git -c *",
    "find * -name *",
    "find !-exec|-delete *",
    "eval *",
    "test *",
    "printf *",
    "export *",
    "source *",
];

const OTHERS: [&str; 10] = [
    "> /tmp/**",
    "> *",
    "> <path:secret>",
    "< /etc/**",
    "< *",
    "PATH=*",
    "GIT_EDITOR=true",
    "A=1",
    "LD_PRELOAD=*",
    "> out",
];

const CONDITIONS: [&str; 16] = [
    r#"args.exists(a, a == "x")"#,
    r#"args.all(a, !a.startsWith("/"))"#,
    r#""/" in args"#,
    "size(args) > 1",
    r#"!("x" in args)"#,
    r#"has(flags.f) || has(flags.force)"#,
    "!has(flags.f)",
    r#"flag_groups["mode"].exists(m, m == "POST")"#,
    r#"paths.secret.exists(p, p == "/etc/passwd")"#,
    "pipe.stdin",
    "!pipe.stdout",
    r#"shell.loop_kind == "for""#,
    r#"env.HOME == "/home/dev""#,
    r#"env.A == "1""#,
    r#"args[0].matches("^[a-z]+$")"#,
    "true",
];

/// Conditions that read the redirections: such rules are let alone by the properties that they are taken out of.
const ABOUT_REDIRECTS: &str = r#"redirects.exists(r, r.target.startsWith("/tmp"))"#;

/// A pattern of a command, a wrapper, a redirection or an assignment.
fn pattern(random: &mut Random) -> String {
    match random.below(16) {
        12..=15 => make_effects::pattern(random),
        0 | 4 | 5 => random.pick(&WRAPPERS).to_owned(),
        1 | 2 => random.pick(&OTHERS).to_owned(),
        3 => pieced(random),
        _ => random.pick(&PATTERNS).to_owned(),
    }
}

/// A pattern put together from pieces.
fn pieced(random: &mut Random) -> String {
    let mut words = vec![random.pick(&["rm", "git", "tool", "curl", "deploy", "git push", "rm|cp", "/bin/rm", "t*"])];
    for _ in 0..random.below(4) {
        words.push(random.pick(&[
            "*",
            "x",
            "-f",
            "-f|--force",
            "!-f",
            "!x",
            "a*",
            "*a",
            "main|x",
            "[-a]",
            "[x]",
            "-e|--env *",
            "<path:secret>",
            "<type:Letters>",
            "<var:target>",
            "--mode fast|slow",
            "--mode=*",
            "-r",
            "--",
            "<effect:acts>",
            "!<effect:writes>",
        ]));
    }
    words.join(" ")
}

pub(crate) fn rule(random: &mut Random, action: &'static str) -> Rule {
    let pattern = pattern(random);
    let about_words = !pattern.starts_with(['>', '<']) && !pattern.split(' ').next().unwrap_or_default().contains('=');
    let when = match random.below(30) {
        0 if about_words => Some(ABOUT_REDIRECTS),
        1..=6 if about_words => {
            let of_effects = random.one_in(3);
            Some(random.pick(if of_effects { &make_effects::CONDITIONS[..] } else { &CONDITIONS[..] }))
        }
        _ => None,
    };
    Rule { action, pattern, when }
}

pub(crate) fn policy(random: &mut Random) -> Policy {
    let count = 1 + random.below(8);
    let rules = (0..count).map(|_| {
        let action = match random.below(6) {
            0..=2 => "allow",
            3 => "ask",
            _ => "deny",
        };
        rule(random, action)
    });
    let rules = rules.collect();
    let default = match random.below(6) {
        0 | 1 => Some("allow"),
        2 => Some("deny"),
        3 => Some("ask"),
        _ => None,
    };
    let mut tables: Vec<DrawnTable> = (0..random.below(3)).map(|_| table(random)).collect();
    tables.sort_by_key(|table| table.name);
    tables.dedup_by_key(|table| table.name);
    Policy { default, rules, tables }
}

impl Rule {
    pub(crate) fn reads_redirects(&self) -> bool {
        self.when.is_some_and(|when| when.contains("redirects"))
    }

    /// Does it name something that only the definitions of a drawn policy hold?
    pub(crate) fn needs_definitions(&self) -> bool {
        let named = ["<path:", "<type:", "<var:", "<flag:", "secret>", "Tmp>", "Letters>", "Site>"];
        self.pattern.starts_with("g ") || named.iter().any(|name| self.pattern.contains(name))
    }

    /// Does it ask the file system?
    pub(crate) fn asks_files(&self) -> bool {
        self.pattern.starts_with('>') || ["Tmp", "Tree", "Temp"].iter().any(|name| self.pattern.contains(name))
    }

    fn yaml(&self) -> String {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let when = self.when.map(|when| format!("    when: {}\n", quoted(when))).unwrap_or_default();
        format!("  - {}: {}\n{when}", self.action, quoted(&self.pattern))
    }
}

/// What always applies below a policy says nothing of names that are not known, on purpose: properties are about the rules of
/// the policy itself.
const WITHOUT_SELF: &str = "extends: [{ builtin: self, without: [self-files, self-hooks, self-files-checkout, self-hooks-checkout, self-trust, self-program, self-process] }]\n";

impl Policy {
    pub(crate) fn yaml(&self) -> String {
        let tables: String = self.tables.iter().map(DrawnTable::yaml).collect();
        format!("{WITHOUT_SELF}{DEFINITIONS}{tables}{}", self.rules_yaml())
    }

    /// Without the definitions.
    pub(crate) fn rules_yaml(&self) -> String {
        let default = self.default.map(|action| format!("defaults: {{ action: {action} }}\n")).unwrap_or_default();
        let rules: String = self.rules.iter().map(Rule::yaml).collect();
        if rules.is_empty() { format!("{default}rules: []\n") } else { format!("{default}rules:\n{rules}") }
    }

    /// Does an allow rule name this command, or any?
    pub(crate) fn allows_command(&self, names: &[&str]) -> bool {
        self.rules.iter().any(|rule| {
            let head = rule.pattern.split(' ').next().unwrap_or_default();
            rule.action == "allow"
                && (head.contains(['*', '<']) || names.iter().any(|name| head.split('|').any(|one| one == *name)))
        })
    }

    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut smaller = Vec::new();
        for at in 0..self.rules.len() {
            let mut less = self.clone();
            less.rules.remove(at);
            smaller.push(less);
        }
        for (at, rule) in self.rules.iter().enumerate() {
            if rule.when.is_some() {
                let mut less = self.clone();
                less.rules[at].when = None;
                smaller.push(less);
            }
        }
        for (at, table) in self.tables.iter().enumerate() {
            let mut less = self.clone();
            less.tables.remove(at);
            smaller.push(less);
            smaller.extend(table.smaller().into_iter().map(|table| {
                let mut less = self.clone();
                less.tables[at] = table;
                less
            }));
        }
        if self.default.is_some() {
            smaller.push(Self { default: None, ..self.clone() });
        }
        smaller
    }
}

impl fmt::Display for Policy {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for table in &self.tables {
            formatter.write_str(&table.yaml())?;
        }
        formatter.write_str(&self.rules_yaml())
    }
}
