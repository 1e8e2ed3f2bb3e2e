//! Layers only tighten: an untrusted project never loosens, and a trusted one loosens no deny or ask rule below it.

use std::cell::RefCell;
use std::fmt;
use std::path::Path;
use std::rc::Rc;

use runok::policy::Loaded;
use runok::policy::load::{LoadRequest, load};

use super::judge::{Judge, restrained};
use super::line::Node;
use super::make_line::{about, line};
use super::make_policy::{Policy, policy};
use super::random::{Random, Shrink, hold, shared_by};

/// A global policy, a project's, and a line.
#[derive(Clone, Debug)]
struct Layers {
    /// `None`: there is none, so the embedded one applies.
    global: Option<Policy>,
    project: Policy,
    /// What the project defines.
    definitions: &'static str,
    line: Node,
}

/// How many cases share the files.
const SHARING: u64 = 10;

/// The judges of the layers below, and those with the project's on top.
type Judges = (Rc<Judge>, Rc<Judge>);

thread_local! {
    /// What was loaded last, and of what.
    static LAST: RefCell<Option<(String, Judges)>> = const { RefCell::new(None) };
    /// The judges of the embedded policy alone.
    static EMBEDDED: RefCell<Option<Rc<Judge>>> = const { RefCell::new(None) };
}

/// Definitions that a project may bring along, to take the sense out of rules below it.
const DEFINITIONS: [&str; 6] = [
    "",
    "definitions: { wrappers: ['sudo', 'env <opts>', 'xargs *'] }\n",
    "definitions: { commands: { rm: { flags: ['-r <value>', '-f <value>', '--force <value>'] } } }\n",
    "definitions: { commands: { git: { flags: ['-x|--force <value>'], subcommands: { push: { flags: ['-f <v>'] } } } } }\n",
    "definitions: { paths: { mine: [/etc] }, vars: { own: { values: [x] } } }\n",
    "definitions: { aliases: { rm: 'echo', git: 'ls' } }\n",
];

impl Layers {
    fn any(random: &mut Random) -> Self {
        let files = &mut shared_by(SHARING);
        let global = (!files.one_in(6)).then(|| policy(files));
        let definitions = DEFINITIONS[files.below(DEFINITIONS.len())];
        let mut project = policy(files);
        // what the global file defines is not the project's to name
        project.rules.retain(|rule| !rule.needs_definitions());
        project.tables.clear();
        project.rules.retain(|rule| rule.when.is_none());
        about(if random.one_in(2) { &project } else { global.as_ref().unwrap_or(&project) });
        Self { global, project, definitions, line: line(random, 2) }
    }

    fn project_yaml(&self) -> String {
        format!("{}{}", self.definitions, self.project.rules_yaml())
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let global = self.global.as_ref().map_or_else(|| "builtin:default\n".to_owned(), Policy::to_string);
        write!(formatter, "{global}--- project\n{}--- line: {}", self.project_yaml(), self.line.source())
    }
}

impl Shrink for Layers {
    fn smaller(&self) -> Vec<Self> {
        let mut smaller: Vec<Self> =
            self.line.smaller().into_iter().map(|line| Self { line, ..self.clone() }).collect();
        smaller.extend(self.project.smaller().into_iter().map(|project| Self { project, ..self.clone() }));
        if let Some(global) = &self.global {
            smaller.extend(global.smaller().into_iter().map(|global| Self { global: Some(global), ..self.clone() }));
        }
        if !self.definitions.is_empty() {
            smaller.push(Self { definitions: "", ..self.clone() });
        }
        smaller
    }
}

/// Loads what is found from `project`, under a home of its own.
fn found(root: &Path, project: &str) -> Loaded {
    let path = |name: &str| root.join(name).to_str().unwrap().to_owned();
    load(&LoadRequest {
        cwd: Some(path(project)),
        home: Some(path("home")),
        config_home: Some(path("config")),
        state_home: Some(path("state")),
        ..LoadRequest::default()
    })
}

/// The judge of the layers below, and that with the project's on top.
fn judges(layers: &Layers, trusted: bool) -> Judges {
    let global = layers.global.as_ref().map(Policy::yaml);
    let files = format!("{trusted} {global:?} {}", layers.project_yaml());
    let last = LAST.with_borrow(|last| last.as_ref().filter(|(of, _)| *of == files).map(|(_, judges)| judges.clone()));
    last.unwrap_or_else(|| {
        let judges = loaded(layers, trusted);
        LAST.set(Some((files, judges.clone())));
        judges
    })
}

fn loaded(layers: &Layers, trusted: bool) -> Judges {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path().canonicalize().unwrap();
    for name in ["home", "config/runok", "state", "project", "elsewhere"] {
        std::fs::create_dir_all(root.join(name)).unwrap();
    }
    if let Some(global) = &layers.global {
        let mut yaml = global.yaml();
        if trusted {
            yaml.push_str(&format!("trusted: ['{}']\n", root.join("project").to_str().unwrap()));
        }
        std::fs::write(root.join("config/runok/runok.yml"), yaml).unwrap();
    }
    std::fs::write(root.join("project/runok.yml"), layers.project_yaml()).unwrap();
    let shown = layers.to_string();
    let below = || Rc::new(Judge::loaded(found(&root, "elsewhere"), &shown));
    let below = match &layers.global {
        Some(_) => below(),
        None => EMBEDDED.with_borrow_mut(|embedded| embedded.get_or_insert_with(below).clone()),
    };
    (below, Rc::new(Judge::loaded(found(&root, "project"), &shown)))
}

#[test]
fn an_untrusted_project_never_loosens() {
    hold(100, Layers::any, |layers| {
        let (below, above) = judges(layers, false);
        let source = layers.line.source();
        let (mut before, after) = (below.verdict(&source), above.verdict(&source));
        // a rule of ask stands in the place of a default of deny, whichever layer it is in
        let asks = layers.project.rules.iter().any(|rule| rule.action == "ask");
        if asks && layers.global.as_ref().is_some_and(|global| global.default == Some("deny")) {
            before = before.min(runok::verdict::Verdict::Ask);
        }
        if after >= before { Ok(()) } else { Err(format!("{before:?}, but {after:?} with the project")) }
    });
}

#[test]
fn a_trusted_project_loosens_no_rule_below_it() {
    hold(100, Layers::any, |layers| {
        // a trusted layer may say how the options and the wrappers of a command are read, and with that what rules see
        if layers.global.is_none() || layers.definitions.contains("commands") || layers.definitions.contains("wrappers")
        {
            return Ok(());
        }
        let (below, above) = judges(layers, true);
        let source = layers.line.source();
        let (before, after) = (restrained(&below.decide(&source)), above.verdict(&source));
        if after >= before { Ok(()) } else { Err(format!("rules make it {before:?}, but {after:?} with the project")) }
    });
}

#[test]
fn an_alias_of_a_layer_above_takes_nothing_from_a_rule() {
    let rule = super::make_policy::Rule { action: "deny", pattern: "rm -f *".to_owned(), when: None };
    let layers = Layers {
        global: Some(Policy { default: Some("allow"), rules: vec![rule], tables: Vec::new() }),
        project: Policy { default: None, rules: Vec::new(), tables: Vec::new() },
        definitions: "definitions: { aliases: { rm: 'echo' } }\n",
        line: Node::Simple(super::line::Simple::of(&["rm", "-rf", "x"])),
    };
    let (_, above) = judges(&layers, true);
    assert_eq!(above.verdict("rm -rf x"), runok::verdict::Verdict::Deny);
}
