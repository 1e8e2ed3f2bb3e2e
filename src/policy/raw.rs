//! The policy file as it is written: one type for every mapping, with the place of every value.
//!
//! Owns the keys. The types, their readers and the JSON Schema are made from the same lists, so they cannot differ.
//! Refuses to give anything a meaning: patterns, names and numbers are checked when the rules are made of them.

mod macros;
mod read;
mod sandbox;
mod shapes;

use schemars::JsonSchema;

use super::Problem;
use super::names::did_you_mean;
use super::yaml::{Mark, NodeId, Tree};
use macros::{record, words};
pub(crate) use read::Text;
use read::{Read, Reader};
pub(crate) use sandbox::{FileSystem, Sandbox};
pub(crate) use shapes::{AnyMapping, Aside, Gate, Json, Named, OneOrMany, Short};

record! {
    #[derive(Default)]
    /// A policy for runok: which commands may run, which are asked about, which are denied.
    lenient File ("the policy") {
        /// The versions of runok that can read this file, as a semantic-version requirement: `>=0.3.0`.
        required_runok_version: Option<Text>,
        /// Policies that this one builds on: local files, `builtin:NAME`, git references.
        extends: Option<Vec<Short<Preset>>>,
        /// Directories and files whose project policies count in full. Read from the global file alone.
        trusted: Option<Vec<Text>>,
        /// What holds where no rule matches.
        defaults: Option<Defaults>,
        /// The rules. Their order does not matter: deny is stronger than ask, ask is stronger than allow.
        rules: Option<Vec<Rule>>,
        /// Names that the rules use.
        definitions: Option<Definitions>,
        /// What a word is, for `<type:Name>` and `validate`.
        types: Option<Named<Type>>,
        /// The log of decisions. Read from the global file alone.
        audit: Option<Audit>,
        /// Tests that are not about one rule.
        tests: Option<Tests>,
        /// Features that may change.
        experimental: Option<AnyMapping>,
    }
}

record! {
    /// An embedded policy, with rules left out.
    strict Preset ("an entry of `extends`") {
        /// The name of the embedded policy.
        builtin: Text,
        /// The `id`s of the rules that do not hold here.
        without: Option<Vec<Text>>,
    }
}

words! {
    /// An answer.
    Action ("`allow`, `ask` or `deny`") {
        /// It may run.
        Allow = "allow",
        /// A person is asked.
        Ask = "ask",
        /// It may not run.
        Deny = "deny",
    }
}

record! {
    /// What holds where no rule matches.
    lenient Defaults ("`defaults`") {
        /// The answer for a command that no rule matches; `ask` if it is not given.
        action: Option<Action>,
        /// The sandbox preset for commands whose rule names none.
        #[schemars(transform = shapes::gate)]
        sandbox: Option<Gate<Text>>,
        /// What a coding agent that cannot ask its user is told where the answer is `ask`; `deny` if it is not given.
        ask_without_prompt: Option<WithoutPrompt>,
    }
}

words! {
    /// What `ask` becomes where nobody can be asked.
    WithoutPrompt ("`deny`, `wrapper` or `pass`") {
        /// The command does not run, and the reason says why.
        Deny = "deny",
        /// The command is replaced by one that asks on the terminal: `runok exec --ask`; where that is not possible, `deny`.
        Wrapper = "wrapper",
        /// The agent is told nothing: its own rules and prompts decide.
        Pass = "pass",
    }
}

record! {
    /// A rule: exactly one of `allow`, `ask` and `deny`, which holds the pattern.
    #[schemars(extend("oneOf" = [{"required": ["allow"]}, {"required": ["ask"]}, {"required": ["deny"]}]))]
    strict Rule ("a rule") {
        /// Commands that may run.
        allow: Option<Text>,
        /// Commands that a person is asked about.
        ask: Option<Text>,
        /// Commands that may not run.
        deny: Option<Text>,
        /// A condition in CEL; the rule counts where it holds.
        #[schemars(transform = shapes::gate)]
        when: Option<Gate<Text>>,
        /// Shown when the rule decides.
        message: Option<Text>,
        /// A command to run instead.
        fix_suggestion: Option<Text>,
        /// The sandbox preset to run in. Not on a deny rule.
        #[schemars(transform = shapes::gate)]
        sandbox: Option<Gate<Text>>,
        /// Types whose external validators have a say. Not on a deny rule.
        #[schemars(transform = shapes::gate)]
        validate: Option<Gate<OneOrMany<Text>>>,
        /// A name by which a policy that extends this one can leave the rule out.
        id: Option<Text>,
        /// Command lines with the answer that is expected.
        tests: Option<Aside<TestCase>>,
    }
}

record! {
    /// A command line, or the call of a tool, under the answer that is expected.
    #[schemars(extend("oneOf" = [{"required": ["allow"]}, {"required": ["ask"]}, {"required": ["deny"]}]))]
    strict TestCase ("a test") {
        /// This may run.
        allow: Option<Short<Call>>,
        /// This is asked about. So is the call of a tool that no rule speaks of.
        ask: Option<Short<Call>>,
        /// This may not run.
        deny: Option<Short<Call>>,
    }
}

record! {
    /// The call of a coding agent's tool.
    strict Call ("the call of a tool") {
        /// The tool, as its agent calls it: `Read`, `mcp__github__get_issue`.
        tool: Text,
        /// Its input.
        input: Option<Json>,
    }
}

record! {
    /// Tests that are not about one rule.
    lenient Tests ("`tests`") {
        /// Policies that are read for tests only.
        extends: Option<Vec<Text>>,
        /// The tests.
        cases: Option<Aside<TestCase>>,
    }
}

record! {
    /// Names that the rules use.
    lenient Definitions ("`definitions`") {
        /// Lists of paths, for `<path:name>`. Relative ones are relative to this file.
        paths: Option<Named<Vec<Text>>>,
        /// Lists of values, for `<var:name>`.
        vars: Option<Named<Variable>>,
        /// Flags with all their spellings, for `<flag:name>`: `-f|--field *`.
        flag_groups: Option<Named<Text>>,
        /// Commands that run another command: `sudo <opts> <cmd>`.
        wrappers: Option<Vec<Text>>,
        /// Other ways to write the beginning of a pattern, by the word that they stand for.
        aliases: Option<Named<OneOrMany<Text>>>,
        /// The options of commands that runok does not know, or knows wrongly: a table as a text, or just its flags.
        commands: Option<Named<Short<Command>>>,
        /// Sandbox presets, for `sandbox`.
        sandbox: Option<Named<Sandbox>>,
    }
}

words! {
    /// How the values of a variable are compared.
    VariableType ("`literal`, `path` or `pattern`") {
        /// Exactly this text.
        Literal = "literal",
        /// The same path.
        Path = "path",
        /// A piece of a pattern.
        Pattern = "pattern",
    }
}

record! {
    /// A list of values.
    strict Variable ("a variable") {
        /// How the values are compared; `literal` if it is not given.
        r#type: Option<VariableType>,
        /// The values.
        values: Vec<Short<TypedValue>>,
    }
}

record! {
    /// A value with a type of its own.
    strict TypedValue ("a value") {
        /// How it is compared.
        r#type: VariableType,
        /// The value.
        value: Text,
    }
}

record! {
    /// The options of a command.
    strict Command ("a command's options") {
        /// Each with its spellings: `-v|--verbose`, `-e|--env <value>`, `--tag [value]`.
        flags: Option<Vec<Text>>,
        /// Subcommands with options of their own.
        subcommands: Option<Named<Short<Command>>>,
    }
}

record! {
    /// What a word is: exactly one of `enum`, `regex`, `int`, `path`, `tree`, `any`, `all`, `url` and
    /// `executor`.
    #[schemars(extend("oneOf" = [
        {"required": ["enum"]}, {"required": ["regex"]}, {"required": ["int"]},
        {"required": ["path"]}, {"required": ["tree"]}, {"required": ["any"]}, {"required": ["all"]},
        {"required": ["url"]}, {"required": ["executor"]}
    ]))]
    strict Type ("a type") {
        /// One of these words.
        r#enum: Option<Vec<Text>>,
        /// A regular expression that the whole word matches.
        regex: Option<Text>,
        /// A whole number.
        int: Option<IntType>,
        /// A path.
        path: Option<PathType>,
        /// A path in the working tree.
        tree: Option<TreeType>,
        /// Any of these types: built-in ones, and ones that stand above.
        any: Option<Vec<Text>>,
        /// All of these types at once: built-in ones, and ones that stand above.
        all: Option<Vec<Text>>,
        /// A URL.
        url: Option<UrlType>,
        /// The command line of an external validator.
        executor: Option<Text>,
        /// How long the validator may take: `5s`, `500ms`. Beside `executor`.
        timeout: Option<Text>,
        /// Variables of the environment that the validator is told. Beside `executor`.
        env: Option<Vec<Text>>,
    }
}

record! {
    /// A whole number.
    strict IntType ("`int`") {
        /// The least.
        #[schemars(transform = shapes::gate)]
        min: Option<Gate<i64>>,
        /// The greatest.
        #[schemars(transform = shapes::gate)]
        max: Option<Gate<i64>>,
    }
}

record! {
    /// A path.
    strict PathType ("`path`") {
        /// Directories, relative to this file, of which one holds it. Links are followed.
        #[schemars(transform = shapes::gate)]
        inside: Option<Gate<Vec<Text>>>,
    }
}

record! {
    /// A path in the working tree.
    strict TreeType ("`tree`") {
        /// Names, also with `*`, of files and directories at or below which it lies.
        #[schemars(transform = shapes::gate)]
        under: Option<Gate<Vec<Text>>>,
    }
}

record! {
    /// A URL.
    strict UrlType ("`url`") {
        /// Any of these schemes.
        #[schemars(transform = shapes::gate)]
        schemes: Option<Gate<Vec<Text>>>,
        /// Any of these hosts; `*.example.com` stands for every name below it.
        #[schemars(transform = shapes::gate)]
        hosts: Option<Gate<Vec<Text>>>,
    }
}

record! {
    /// The log of decisions.
    strict Audit ("`audit`") {
        /// Whether it is written; `true` if it is not given.
        enabled: Option<bool>,
        /// The directory that holds it.
        path: Option<Text>,
        /// When old entries go.
        rotation: Option<Rotation>,
    }
}

record! {
    /// When old entries of the log go.
    strict Rotation ("`rotation`") {
        /// How many days they are kept.
        retention_days: Option<i64>,
    }
}

/// Reads a policy file and notes everything that is wrong with its shape; tests are read only for a thorough reading.
/// Nothing comes of an empty file, and of one that is not YAML.
pub(crate) fn read(text: &str, file: &str, thorough: bool) -> (Option<File>, Vec<Problem>) {
    let tree = match Tree::read(text.strip_prefix('\u{feff}').unwrap_or(text)) {
        Ok(tree) => tree,
        Err(mistake) => {
            let (line, column) = (mistake.at.line, mistake.at.column);
            let offending = text.lines().nth(line.saturating_sub(1)).unwrap_or_default();
            let text = offending.chars().take(MAX_SHOWN).collect();
            let help = mistake.help.or_else(|| unquoted(offending).map(str::to_owned));
            let problem = Problem { file: file.to_owned(), line, column, text, what: mistake.what, help };
            return (None, vec![problem]);
        }
    };
    let mut reader = Reader::new(&tree, file, thorough);
    for tag in tree.tags() {
        let what = format!("`{}` is a tag here, and no part of the text", tag.text);
        let help = "put the text in quotes: YAML takes what begins with `!` for a tag".to_owned();
        reader.problem(tag.at, &tag.text, what, Some(help));
    }
    let read = tree.root().and_then(|root| Option::<File>::read(&mut reader, root)).flatten();
    (read, reader.into_problems())
}

/// What is probably wrong with a line that is not YAML.
fn unquoted(line: &str) -> Option<&'static str> {
    let indentation = line.chars().take_while(|sign| sign.is_whitespace());
    if indentation.into_iter().any(|sign| sign == '\t') {
        return Some("indent with blanks: YAML takes no tabs");
    }
    let (_, value) = line.split_once(": ")?;
    let odd = value.trim_start().starts_with(['*', '&', '[', '{', '>', '|', '%', '@', '`', '?', '!', '\'', '"']);
    (odd || value.contains(": ")).then_some("put the text in quotes: `- allow: '* --help'`")
}

/// How much of a line that is not YAML is shown, in characters.
const MAX_SHOWN: usize = 80;

/// The JSON Schema of a policy file.
pub(crate) fn schema() -> schemars::Schema {
    schemars::schema_for!(File)
}

impl JsonSchema for Text {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Text".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        // unquoted numbers and truth values are read as the text that they are written as
        schemars::json_schema!({ "type": ["string", "number", "boolean"] })
    }
}

impl<T: JsonSchema> JsonSchema for Named<T> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("Named{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "object", "additionalProperties": generator.subschema_for::<T>() })
    }
}

#[cfg(test)]
mod tests;
