//! The rows of subcommands that start others.
//!
//! Owns what stands below the names of the one table. Refuses the names themselves (`rows` lists them) and code.

use crate::command::wrapper::launchers::How::{AfterDashes, Below, Special, Text, TextOrWords, Texts, TextsOf, Words};
use crate::command::wrapper::launchers::{Launch, again, elsewhere, passes, remote};
use crate::command::wrapper::{git, others};

pub(super) const IN_CONTAINERS: &[(&str, Launch)] = &[
    ("-", passes(Words(0))),
    ("compose", remote(Below(IN_SERVICES))),
    ("container", remote(Below(IN_SERVICES))),
    ("create", remote(Special(others::container))),
    ("exec", remote(Words(1))),
    ("run", remote(Special(others::container))),
    ("service", remote(Below(&[("create", remote(Special(others::container)))]))),
    ("unshare", elsewhere(Words(0))),
];

pub(super) const IN_SERVICES: &[(&str, Launch)] =
    &[("exec", remote(Words(1))), ("run", remote(Special(others::container)))];

pub(super) const IN_PODS: &[(&str, Launch)] = &[
    ("debug", remote(AfterDashes(usize::MAX))),
    ("exec", remote(AfterDashes(1))),
    ("rsh", remote(Words(1))),
    ("run", remote(AfterDashes(usize::MAX))),
];

pub(super) const PACKAGES: &[(&str, Launch)] = &[
    ("dlx", elsewhere(Words(0))),
    ("exec", elsewhere(Words(0))),
    ("explore", elsewhere(AfterDashes(1))),
    ("x", elsewhere(Words(0))),
];

pub(super) const BUN: &[(&str, Launch)] =
    &[("exec", elsewhere(Text(0))), ("run", elsewhere(Words(0))), ("x", elsewhere(Words(0)))];
pub(super) const PIXI: &[(&str, Launch)] = &[("exec", elsewhere(Words(0))), ("run", elsewhere(Words(0)))];

pub(super) const RUN: &[(&str, Launch)] = &[("run", elsewhere(Words(0)))];
pub(super) const EXEC: &[(&str, Launch)] = &[("exec", elsewhere(Words(0)))];
pub(super) const RUN_DASHES: &[(&str, Launch)] = &[("run", elsewhere(AfterDashes(0)))];
pub(super) const EXEC_DASHES: &[(&str, Launch)] =
    &[("exec", elsewhere(AfterDashes(0))), ("x", elsewhere(AfterDashes(0)))];
pub(super) const EXEC_IN: &[(&str, Launch)] = &[("exec", elsewhere(AfterDashes(1)))];
pub(super) const EXEC_FIRST: &[(&str, Launch)] = &[("exec", remote(Words(1)))];
pub(super) const GUIX: &[(&str, Launch)] =
    &[("environment", elsewhere(AfterDashes(usize::MAX))), ("shell", elsewhere(AfterDashes(usize::MAX)))];

pub(super) const IMAGES: &[(&str, Launch)] = &[("exec", remote(Words(1))), ("run", remote(Words(1)))];
pub(super) const RECORD: &[(&str, Launch)] = &[("record", elsewhere(Words(0)))];
pub(super) const CONSUL: &[(&str, Launch)] =
    &[("exec", remote(Text(0))), ("lock", elsewhere(Text(1))), ("watch", elsewhere(Words(0)))];
pub(super) const JUJU: &[(&str, Launch)] =
    &[("exec", remote(Words(0))), ("run", remote(Words(0))), ("ssh", remote(Text(1)))];
pub(super) const REMOTE_EXEC: &[(&str, Launch)] = &[("exec", remote(AfterDashes(1)))];

pub(super) const SSH: &[(&str, Launch)] = &[("ssh", remote(Text(1)))];
pub(super) const GH: &[(&str, Launch)] = &[
    ("alias", passes(Special(others::gh_alias))),
    ("codespace", remote(Below(GH_SSH))),
    ("cs", remote(Below(GH_SSH))),
];
const GH_SSH: &[(&str, Launch)] = &[("ssh", remote(Text(0)))];
pub(super) const CTR: &[(&str, Launch)] = &[
    ("run", remote(Words(2))),
    ("t", remote(Below(EXEC_FIRST))),
    ("task", remote(Below(EXEC_FIRST))),
    ("tasks", remote(Below(EXEC_FIRST))),
];
pub(super) const FORALL: &[(&str, Launch)] = &[("forall", elsewhere(TextsOf(&["-c"])))];
pub(super) const RAY: &[(&str, Launch)] =
    &[("exec", remote(Text(1))), ("job", remote(Below(&[("submit", remote(AfterDashes(usize::MAX)))])))];

pub(super) const UV: &[(&str, Launch)] = &[("run", elsewhere(Words(0))), ("tool", elsewhere(Below(RUN)))];

pub(super) const GIT: &[(&str, Launch)] = &[
    ("bisect", passes(Below(&[("run", again(Words(0)))]))),
    ("config", passes(Special(git::config))),
    ("for-each-repo", again(Special(git::for_each_repo))),
    ("submodule", passes(Below(&[("foreach", again(TextOrWords(0)))]))),
];

pub(in crate::command::wrapper) const TMUX: &[(&str, Launch)] = &[
    ("display-popup", elsewhere(TextOrWords(0))),
    ("if", elsewhere(Texts)),
    ("if-shell", elsewhere(Texts)),
    ("new", elsewhere(TextOrWords(0))),
    ("new-session", elsewhere(TextOrWords(0))),
    ("new-window", elsewhere(TextOrWords(0))),
    ("neww", elsewhere(TextOrWords(0))),
    ("pipe-pane", elsewhere(Text(0))),
    ("pipep", elsewhere(Text(0))),
    ("popup", elsewhere(TextOrWords(0))),
    ("respawn-pane", elsewhere(TextOrWords(0))),
    ("respawn-window", elsewhere(TextOrWords(0))),
    ("respawnp", elsewhere(TextOrWords(0))),
    ("respawnw", elsewhere(TextOrWords(0))),
    ("run", elsewhere(Text(0))),
    ("run-shell", elsewhere(Text(0))),
    ("send", elsewhere(Texts)),
    ("send-keys", elsewhere(Texts)),
    ("split-window", elsewhere(TextOrWords(0))),
    ("splitw", elsewhere(TextOrWords(0))),
];
