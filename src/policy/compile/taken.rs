//! Names that are taken.
//!
//! Owns which names a policy cannot give a meaning of its own. Refuses to look names up (`scope` does).

use super::super::EMBEDDED;
use super::{Findings, PolicyFile, kinds};

/// Names that a policy cannot give a meaning of its own: those of built-in types, and, with a `:`, those of the types and
/// variables of embedded policies, whose rules would then go by something else.
pub(super) fn refuse(file: &PolicyFile, findings: &mut Findings) {
    if file.name.starts_with(EMBEDDED) {
        return;
    }
    let definitions = file.raw.definitions.as_ref();
    let paths =
        definitions.and_then(|all| all.paths.as_ref()).into_iter().flat_map(|all| all.0.iter().map(|(name, _)| name));
    let vars =
        definitions.and_then(|all| all.vars.as_ref()).into_iter().flat_map(|all| all.0.iter().map(|(name, _)| name));
    let types = file.raw.types.iter().flat_map(|types| types.0.iter().map(|(name, _)| name));
    for name in paths.clone().chain(types.clone()).filter(|name| kinds::RESERVED.contains(&name.value.as_str())) {
        let what = format!("`{}` is built in and cannot mean anything else", name.value);
        findings.problem(&file.name, name, what, Some("give it another name"));
    }
    for name in paths.chain(vars).chain(types).filter(|name| name.value.contains(':')) {
        let what = format!("`{}`: names with `:` are those of embedded policies", name.value);
        findings.problem(&file.name, name, what, Some("give it a name without one"));
    }
}
