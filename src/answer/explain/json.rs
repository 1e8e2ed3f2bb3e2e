//! The account as one line of JSON.
//!
//! Owns the shape (`version` 1). The keys that the answer of `check` has too have the same names and meanings.

use serde_json::{Map, Value, json};

use super::{Account, Asked, words};
use crate::answer::json::{MAX_PROBLEMS, VERSION, cleaned, line, match_name, problem};
use crate::command::options::{Arguments, Flag, Item};
use crate::command::word::{Count, Word};
use crate::command::{Directory, Invocation};
use crate::decision::Reply;
use crate::decision::trace::{About, Advice, CommandTrace, Missed, PartTrace, RuleTrace, Stop, Supposed, What};
use crate::policy::{Policy, Rule};

/// The account, without the line break.
#[must_use]
pub fn json(account: &Account<'_>) -> String {
    let decision = account.decision;
    let mut answer = Object::default();
    answer.put("version", VERSION);
    answer.put("decision", decision.verdict.as_str());
    answer.put("reason", cleaned(&decision.reason));
    answer.some("fix_suggestion", decision.fix_suggestion.as_deref().map(cleaned));
    answer.some("message", decision.message.as_deref().map(cleaned));
    answer.some("sandbox", decision.sandbox.as_deref());
    answer.some("decided", decided(account));
    let commands = &account.explanation.commands;
    answer.put("commands", commands.iter().map(|command| self::command(account, command)).collect::<Vec<_>>());
    let doubts = account.explanation.doubts.iter();
    let doubts = doubts.map(|doubt| json!({ "why": cleaned(&doubt.why), "span": [doubt.span.start, doubt.span.end] }));
    answer.list("doubts", doubts.collect());
    answer.list("validators", account.questions.iter().map(question).collect());
    answer.list("changes", account.explanation.advice.iter().map(|advice| change(account, advice)).collect());
    if account.explanation.cut {
        answer.put("cut", true);
    }
    answer.list("notes", decision.notes.iter().map(|note| Value::from(note.as_str())).collect());
    let problems = account.problems.iter().take(MAX_PROBLEMS).map(problem);
    answer.list("problems", problems.filter_map(|problem| serde_json::to_value(problem).ok()).collect());
    line(&answer.0)
}

/// An object whose keys stand in the order in which they were put.
#[derive(Default)]
struct Object(Map<String, Value>);

impl Object {
    fn put(&mut self, key: &str, value: impl Into<Value>) {
        self.0.insert(key.to_owned(), value.into());
    }

    fn some(&mut self, key: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.put(key, value);
        }
    }

    /// Left out where it is empty.
    fn list(&mut self, key: &str, values: Vec<Value>) {
        if !values.is_empty() {
            self.put(key, values);
        }
    }
}

fn decided(account: &Account<'_>) -> Option<Value> {
    let decider = account.explanation.decider.as_ref()?;
    let what = match decider.what {
        What::Part(About::Words) => "words",
        What::Part(About::Redirection(_)) => "redirection",
        What::Part(About::Assignment(_)) => "assignment",
        What::Part(About::Beside) => "effect",
        What::Doubt => "doubt",
    };
    Some(json!({ "path": decider.path, "by": what, "reason": cleaned(&decider.reason) }))
}

fn command(account: &Account<'_>, command: &CommandTrace) -> Value {
    let (invocation, decision) = (&command.invocation, &command.decision);
    let mut shown = Object::default();
    shown.put("words", invocation.words.iter().map(Word::display).collect::<Vec<_>>());
    shown.put("verdict", decision.verdict.as_str());
    shown.put("reason", cleaned(&decision.reason));
    shown.put("text", account.line.get(invocation.span.start..invocation.span.end).unwrap_or_default());
    shown.put("span", vec![invocation.span.start, invocation.span.end]);
    shown.some("started", command.started.map(words::started_name));
    shown.list("found_in", invocation.found_in.iter().map(|text| Value::from(text.as_str())).collect());
    shown.list("unknown", unknown(invocation));
    shown.some("options", command.options.as_ref().map(options));
    shown.list("means", command.means.iter().map(|text| Value::from(cleaned(text))).collect());
    shown.put("place", place(invocation));
    shown.some("own", command.own.as_ref().map(|(verdict, _)| verdict.as_str()));
    let counted = command.readings.iter().flat_map(|part| &part.rules);
    shown.put("rules", rules(account, counted));
    shown.list("near", rules(account, command.near.iter()));
    if command.left_out > 0 {
        shown.put("left_out", command.left_out);
    }
    shown.list("redirections", parts(account, command, true));
    shown.list("assignments", parts(account, command, false));
    let beside = command.parts.iter().filter(|part| matches!(part.about, About::Beside));
    shown.list("beside", beside.map(|part| part_of(account, part, Value::Null)).collect());
    let doubts = invocation.doubts.iter().map(|doubt| &doubt.why).chain(&command.wrap_doubts);
    shown.list("doubts", doubts.map(|why| Value::from(cleaned(why))).collect());
    shown.list("effects", command.effects.iter().map(|effect| Value::from(effect.as_str())).collect());
    shown.list("wrapped", command.wrapped.iter().map(|wrapped| self::command(account, wrapped)).collect());
    Value::Object(shown.0)
}

fn unknown(invocation: &Invocation) -> Vec<Value> {
    let numbered = invocation.words.iter().enumerate();
    let each = numbered.flat_map(|(index, word)| {
        words::doubts(word).into_iter().map(move |(source, why)| {
            json!({ "source": source, "why": why, "word": index, "several": word.count == Count::Any })
        })
    });
    each.collect()
}

fn options(arguments: &Arguments) -> Value {
    let flag = |flag: &Flag| {
        let value = flag.value.as_ref().map(Word::display);
        json!({ "flag": flag.spelled, "names": flag.names, "value": value, "certain": flag.certain, "listed": flag.listed })
    };
    let (mut flags, mut operands) = (Vec::new(), Vec::new());
    for item in &arguments.items {
        match item {
            Item::Flag(one) => flags.push(flag(one)),
            Item::Operand { word, certain, .. } => {
                operands.push(json!({ "operand": word.display(), "certain": certain }));
            }
            Item::Unclear { word, .. } => operands.push(json!({ "operand": word.display(), "certain": false })),
            Item::EndOfOptions { .. } => {}
        }
    }
    json!({ "subcommands": arguments.subcommands, "flags": flags, "operands": operands })
}

fn place(invocation: &Invocation) -> Value {
    let place = &invocation.place;
    let directories = match &place.directory {
        Directory::Known(all) => all.as_slice(),
        Directory::Unknown => &[],
    };
    json!({
        "directories": directories,
        "pipe_stdin": place.pipe_stdin,
        "pipe_stdout": place.pipe_stdout,
        "loop_kind": place.loop_kind.map(words::loop_name),
    })
}

fn parts(account: &Account<'_>, command: &CommandTrace, redirections: bool) -> Vec<Value> {
    let each = command.parts.iter().filter_map(|part| {
        let shown = match part.about {
            About::Redirection(index) if redirections => {
                let redirect = command.invocation.redirects.get(index)?;
                json!({ "operator": words::operator(redirect.operator), "target": redirect.target.display() })
            }
            About::Assignment(index) if !redirections => {
                let assignment = command.invocation.assignments.get(index)?;
                json!({ "name": assignment.name, "value": assignment.value.display() })
            }
            _ => return None,
        };
        Some(part_of(account, part, shown))
    });
    each.collect()
}

fn part_of(account: &Account<'_>, part: &PartTrace, shown: Value) -> Value {
    let mut object = match shown {
        Value::Object(map) => Object(map),
        _ => Object::default(),
    };
    object.put("verdict", part.verdict.as_str());
    object.put("reason", cleaned(&part.reason));
    object.put("rules", rules(account, part.rules.iter()));
    object.list("near", rules(account, part.near.iter()));
    Value::Object(object.0)
}

fn rules<'r>(account: &Account<'_>, found: impl Iterator<Item = &'r RuleTrace>) -> Vec<Value> {
    let Some(policy) = account.policy else { return Vec::new() };
    let mut shown: Vec<Value> = Vec::new();
    for value in found.filter_map(|found| rule(policy, found)) {
        if !shown.contains(&value) {
            shown.push(value);
        }
    }
    shown
}

fn rule(policy: &Policy, found: &RuleTrace) -> Option<Value> {
    let mut shown = Object(named(policy.rules.get(found.rule)?).0);
    shown.put("match", match_name(found.matched));
    shown.some("because", found.because.as_deref());
    shown.list("validators", found.queries.iter().map(|query| Value::from(*query)).collect());
    shown.some("cannot_ask", found.cannot_ask.as_deref());
    shown.some("stop", found.stop.as_ref().map(stop));
    Some(Value::Object(shown.0))
}

fn named(rule: &Rule) -> Object {
    let mut shown = Object::default();
    shown.put("action", rule.action.as_str());
    shown.put("pattern", rule.text.as_str());
    shown.put("file", &*rule.file);
    shown.put("line", rule.line);
    shown.some("id", rule.id.as_deref());
    shown
}

fn stop(stop: &Stop) -> Value {
    let mut shown = Object::default();
    shown.put("kind", stop.kind());
    match stop {
        Stop::Condition { text, values, .. } => {
            shown.put("condition", text.as_str());
            let values: Map<String, Value> =
                values.iter().map(|(name, value)| (name.clone(), value.as_str().into())).collect();
            shown.put("values", values);
        }
        Stop::Effect { token, missed } => {
            shown.put("token", token.as_str());
            effect(&mut shown, missed);
        }
        Stop::Excluded { token, given } => {
            shown.put("token", token.as_str());
            shown.some("word", given.as_ref().map(|(_, word)| word.as_str()));
        }
        Stop::Missing { token, .. } => shown.put("token", token.as_str()),
        Stop::Value { token, given } => {
            shown.put("token", token.as_str());
            shown.some("word", given.as_ref().map(|(_, value)| value.as_str()));
        }
        Stop::Beyond { token, word } => {
            shown.put("token", token.as_str());
            shown.put("word", word.as_str());
        }
        Stop::Other { token, word } => {
            shown.put("token", token.as_str());
            shown.some("word", word.as_deref());
        }
        Stop::LeftOver { word: (_, word) } | Stop::Path { name: word } | Stop::Before { flag: word } => {
            shown.put("word", word.as_str());
        }
        Stop::Unsure { .. } | Stop::Table => {}
    }
    shown.put("text", cleaned(&stop.sentence()));
    Value::Object(shown.0)
}

fn effect(shown: &mut Object, missed: &Missed) {
    match missed {
        Missed::Does { effect, target, option, .. } => {
            shown.put("effect", *effect);
            shown.some("target", target.as_deref());
            shown.some("word", option.as_deref());
        }
        Missed::Unknown(why) => shown.put("because", why.as_str()),
        Missed::Lacks(why) => shown.some("because", why.as_deref()),
    }
}

fn question(question: &super::Question) -> Value {
    let mut shown = Object::default();
    shown.put("type", question.query.type_name.as_str());
    shown.put("executor", question.query.executor.command.as_str());
    shown.some("request", serde_json::from_str::<Value>(&question.request).ok());
    match &question.outcome {
        Asked::Not(why) => shown.put("not_asked", *why),
        Asked::Replied(reply, took) => {
            match reply {
                Reply::Failure(why) => shown.put("failure", cleaned(why)),
                Reply::Answer { status, message, fix_suggestion } => {
                    shown.put("answer", status.as_str());
                    shown.some("message", message.as_deref().map(cleaned));
                    shown.some("fix_suggestion", fix_suggestion.as_deref().map(cleaned));
                }
            }
            let milliseconds = took.and_then(|took| u64::try_from(took.as_millis()).ok());
            shown.some("milliseconds", milliseconds);
        }
    }
    Value::Object(shown.0)
}

fn change(account: &Account<'_>, advice: &Advice) -> Value {
    let together: Vec<Value> = advice.supposed.iter().map(|supposed| one_change(account, supposed)).collect();
    json!({ "together": together, "gives": advice.gives.as_str() })
}

fn one_change(account: &Account<'_>, supposed: &Supposed) -> Value {
    let mut shown = Object::default();
    match supposed {
        Supposed::Without { word, line } => {
            shown.put("change", "without");
            shown.put("word", word.as_str());
            shown.put("line", line.as_str());
        }
        Supposed::With { words, line } => {
            shown.put("change", "with");
            shown.put("words", words.as_slice());
            shown.put("line", line.as_str());
        }
        Supposed::Known { sources, line } => {
            shown.put("change", "known");
            shown.put("sources", sources.as_slice());
            shown.put("line", line.as_str());
        }
        Supposed::Suggested { line } => {
            shown.put("change", "suggestion");
            shown.put("line", line.as_str());
        }
        Supposed::Trusted => shown.put("change", "trust"),
        Supposed::Rules { add, remove } => {
            shown.put("change", "rules");
            shown.list("allow", add.iter().map(|pattern| Value::from(pattern.as_str())).collect());
            let rules = account.policy.map(|policy| &policy.rules);
            let gone = remove.iter().filter_map(|rule| rules?.get(*rule)).map(|rule| Value::Object(named(rule).0));
            shown.list("remove", gone.collect());
        }
    }
    Value::Object(shown.0)
}
