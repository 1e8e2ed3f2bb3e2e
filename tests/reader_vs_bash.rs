//! The reader against a real bash: every command that bash would run is in the tree, and what the reader understands bash
//! accepts. Skipped where there is no bash.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test fails by panicking, in its helpers too"
)]
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the oracle is a process with files")]

mod reader {
    pub(crate) mod commands;
    pub(crate) mod generate;
    pub(crate) mod oracle;
}

use reader::{commands, generate::Lines, oracle};
use runok::shell::{Dialect, parse};

/// How many lines the ordinary run makes; `RUNOK_READER_CASES` asks for more.
const CASES: usize = 3_000;

/// May the words of a command in the tree become these words? A word that is not plain text may become any number.
fn covers(command: &[Option<String>], ran: &[String]) -> bool {
    match command.split_first() {
        None => ran.is_empty(),
        Some((Some(word), rest)) => ran.first() == Some(word) && covers(rest, ran.get(1..).unwrap_or_default()),
        Some((None, rest)) => (0..=ran.len()).any(|taken| covers(rest, &ran[taken..])),
    }
}

/// Commands of the tree, with the words that bash may still change (globs, braces, tildes) as unknown.
fn expected(text: &str) -> Option<Vec<Vec<Option<String>>>> {
    let parsed = parse(text, Dialect::Bash);
    let unknown = |word: Option<String>| word.filter(|word| !word.contains(['*', '?', '[', '~', '{']));
    let unknown = |command: Vec<Option<String>>| command.into_iter().map(unknown).collect();
    let commands = || commands::commands(&parsed.script).into_iter().map(unknown).collect();
    parsed.mistake.is_none().then(commands)
}

#[test]
fn every_command_that_bash_runs_is_in_the_tree() {
    if !oracle::has_bash() {
        return;
    }
    let cases = std::env::var("RUNOK_READER_CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(CASES);
    let seed = std::env::var("RUNOK_READER_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(1);
    let mut lines = Lines::new(seed);
    let (understood, commands) = compare("argv", (0..cases).map(|case| lines.line(case % 2 == 1)));
    assert!(understood * 10 > cases * 3, "only {understood} of {cases} lines were understood");
    assert!(commands > understood, "bash ran only {commands} commands");
    let (understood, commands) = compare("soup", (0..cases * 10).map(|_| lines.soup()));
    assert!(understood * 50 > cases && commands * 2 > understood, "{understood} lines with {commands} commands");
}

/// Runs the lines that are understood; says how many those were, and how many commands bash ran.
fn compare(name: &str, texts: impl Iterator<Item = String>) -> (usize, usize) {
    let relevant: Vec<String> = texts.filter(|text| expected(text).is_some()).collect();
    let (mut commands, mut missed) = (0, Vec::new());
    for (text, ran) in relevant.iter().zip(oracle::ran(name, &relevant)) {
        let tree = expected(text).unwrap();
        for words in ran {
            commands += 1;
            if !tree.iter().any(|command| covers(command, &words)) {
                missed.push(format!("{text:?}\n  bash ran {words:?}\n  the tree has {tree:?}"));
            }
        }
    }
    assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
    (relevant.len(), commands)
}

/// Lines of everyday work and of scripts; bash and the reader accept each.
const EVERYDAY: &str = r##"git log --oneline -5 && git diff HEAD~1 -- src | head -40
find . -name '*.rs' -not -path './target/*' -print0 | xargs -0 grep -n "fn main"
for f in *.txt; do mv -- "$f" "${f%.txt}.md"; done
if [ ! -d "$dir" ]; then mkdir -p "$dir" || exit 1; fi
while IFS= read -r line; do printf '%s\n' "$line"; done < <(grep -v '^#' "$file")
cargo test 2>&1 | tee /tmp/log | grep -E '^(error|warning)' >&2
docker run --rm -v "$PWD":/w -w /w node:20 sh -c 'npm ci && npm test'
awk -F: '{ print $1 " (" $3 ")" }' /etc/passwd | sort -t'(' -k2n
[[ $name =~ ^[a-z]+([-_][a-z]+)*$ ]] && echo "ok: ${BASH_REMATCH[1]}"
declare -A map=([a]=1 ["b c"]=2); for k in "${!map[@]}"; do echo "$k=${map[$k]}"; done
x=${1:?usage: $0 FILE}; y=${x##*/}; z=${y/%.tar.gz/}; echo "${z^^}" "${#z}" "${z:0:3}"
case "$1" in -h|--help) usage; exit 0 ;; --) shift; break ;; -*) die "unknown: $1" ;; *) args+=("$1") ;; esac
trap 'rm -rf "$tmp"' EXIT INT TERM; tmp=$(mktemp -d) && cd "$tmp"
curl -fsSL https://example.com/x.json | jq -r '.items[] | select(.a > 3) | "\(.b)\t\(.c)"'
(cd sub && make -j"$(nproc)") && { echo done; ls -l; } > out.log 2>&1 &
printf '%s\n' {1..5} | while read -r n; do ((n % 2)) && echo "$n"; done
time (sleep 1; echo "$((1 << 4)) $(( (2 + 3) * 4 ))")
sed -i.bak -e 's/\(a\)b/\1/g' -e "s|$HOME|~|" file && diff <(sort a) <(sort b)
set -euo pipefail; shopt -s nullglob; arr=(*.c); echo "${arr[@]/%/.o}" "${#arr[@]}" "${arr[-1]}"
f() { local a=$1 b="${2-}"; shift; [ -n "$a" ] && return 0; }; f "$@"
function g() { select x in a b; do echo "$x"; break; done; }
echo "a $(echo "b $(echo 'c)' "d")") `date +%s`" $'tab\there' \
  --next-line
until ping -c1 host &>/dev/null; do sleep 1; done; exec 3<>/dev/tcp/h/80; echo >&3; exec 3>&-
test "$a" = b -o "$c" != d; [ "$x" -gt 3 ] && ! grep -q x y
python3 - <<'EOF' | head -1; echo after
print("it's (a) $x `y`")
EOF
cat <<-EOF > conf
	user=$USER
	path=$(pwd)
	EOF
git commit -m "$(cat <<'EOF'
Subject: it's (half) "done"

Body with `code` and $vars; and ) alone.
EOF
)" && git push
"##;

#[test]
fn everyday_lines_are_understood_and_bash_agrees() {
    if oracle::has_bash() {
        assert!(oracle::accepts(EVERYDAY), "bash does not accept the everyday lines");
    }
    let parsed = parse(EVERYDAY, Dialect::Bash);
    assert_eq!(parsed.mistake, None);
}

#[test]
fn what_is_understood_bash_accepts() {
    if !oracle::has_bash() {
        return;
    }
    let mut lines = Lines::new(5);
    let texts = (0..1_500).map(|case| lines.line(case % 4 != 0));
    let wrong: Vec<String> = texts.filter(|text| expected(text).is_some() && !oracle::accepts(text)).collect();
    assert!(wrong.is_empty(), "{} lines that bash rejects:\n{wrong:#?}", wrong.len());
}

/// The commands of one of the shared files of cases, where they are present.
fn shared(name: &str) -> Vec<String> {
    let path = format!("{}/../shared/conformance/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let rows = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    rows.filter_map(|row| row["command"].as_str().map(str::to_owned)).collect()
}

#[test]
fn shared_cases_agree_with_bash() {
    let (mut refused, mut wrong) = (Vec::new(), Vec::new());
    for text in ["benign.ndjson", "bypass.ndjson", "hostile.ndjson"].into_iter().flat_map(shared) {
        let understood = expected(&text).is_some();
        if understood == oracle::accepts(&text) {
            continue;
        }
        if understood { wrong.push(text) } else { refused.push(text) }
    }
    assert!(wrong.is_empty(), "bash rejects {wrong:#?}");
    assert!(refused.len() <= 8, "bash accepts {refused:#?}");
    for text in shared("benign.ndjson") {
        assert!(expected(&text).is_some(), "a harmless line is refused: {text}");
    }
}
