//! Lines of what every shell has, two lines in one, and values for what a line reads from its environment.

use crate::generate::Random;

/// A random line of what every shell has.
pub(crate) fn plain(random: &mut Random) -> String {
    const TEMPLATES: [&str; 40] = [
        "c1 @v",
        "c2 $x",
        "c3 \"$x\" @v",
        "x=@v",
        "x=@v; y=@v",
        "x=\"$y\"@v",
        "x=$(c4 @v)",
        "c5 \"$(c6 $x)\"",
        "c7 > @v",
        "c8 < $x",
        "if c1; then @s; else @s; fi",
        "for x in @v @v; do @s; done",
        "for x; do @s; done",
        "while c1; do @s; break; done",
        "(@s)",
        "{ @s; }",
        "@s; @s",
        "@s && @s",
        "@s || @s",
        "@s | @s",
        "case $x in @v) @s;; *) @s;; esac",
        "f() { @s; }; f @v",
        "eval '@s'",
        "cd d1; @s",
        "cd @v && @s",
        "cd ..; @s",
        "set -- @v $x; c9 \"$@\"",
        "shift; c1 $1",
        "x=@v c2 $x",
        "c3 $#",
        "c4 *",
        "c5 ~",
        "c6 ${x:-@v}",
        "c7 ${x#@v}",
        "c8 \"${x%@v}\"",
        "c9 $((1 + 2))",
        "trap '@s' EXIT",
        "c1 $x$y",
        "$x @v",
        "exec @s",
    ];
    const VALUES: [&str; 26] = [
        "a", "'a b'", "-n", "$y", "\"$y\"", "*", "b*", "'*'", "=c1", "d1/*", "~", "~/a", "a=b", "$1", "\"$*\"",
        "$y[1]", "a:b", "{a,b}", "^a", "#a", "a#b", "f*(.)", "`c2`", "'$(c3)'", "\\n", "%",
    ];
    fn fill(depth: usize, random: &mut Random, line: &mut String) {
        let limit = if depth == 0 { 10 } else { TEMPLATES.len() };
        let template = TEMPLATES[random.below(limit)];
        for (at, piece) in template.split('@').enumerate() {
            let Some(rest) = (if at == 0 { None } else { piece.get(1..) }) else {
                line.push_str(piece);
                continue;
            };
            match piece.chars().next() {
                Some('v') => line.push_str(VALUES[random.below(VALUES.len())]),
                Some('s') => fill(depth.saturating_sub(1), random, line),
                _ => line.push_str("@\""),
            }
            line.push_str(rest);
        }
    }
    let mut line = String::new();
    let depth = 1 + random.below(4);
    fill(depth, random, &mut line);
    line.push_str("; ");
    fill(depth, random, &mut line);
    line
}

/// Two lines put together as people and attackers do.
pub(crate) fn mixed(first: &str, second: &str, random: &mut Random) -> String {
    let quoted = |text: &str| text.replace('\'', "'\\''");
    match random.below(16) {
        0 => format!("{first}; {second}"),
        1 => format!("{first} && {second}"),
        2 => format!("{first} | {second}"),
        3 => format!("({first}); {second}"),
        4 => format!("if {first}; then {second}; fi"),
        5 => format!("echo \"$({first})\" {second}"),
        6 => format!("bash -c '{}'", quoted(first)),
        7 => format!("eval '{}'; {second}", quoted(first)),
        8 => format!("f() {{ {first}\n}}; {second}; f"),
        9 => format!("bash <<'END'\n{first}\n{second}\nEND\n"),
        10 => format!("for x in a b; do {first}; done; {second}"),
        11 => format!("cd d1; {first}\n{second}"),
        12 => format!("x=$({first}); {second}"),
        13 => format!("{{ {first}\n}} > out; {second}"),
        14 => format!("{second} <({first})"),
        _ => format!("while {first}; do {second}; done"),
    }
}

/// Values for the variables that a line reads and that runok knows nothing of. None is code where arithmetic reads it: the
/// environment is not the line's.
pub(crate) fn variables(line: &str, random: &mut Random) -> Vec<(String, String)> {
    const VALUES: [&str; 14] = [
        "v",
        "v w",
        "-rf",
        "/etc",
        "",
        "*",
        "$(c7 env)",
        "`c6 env`",
        "c5 env; c4 env",
        "../up",
        "7",
        "~",
        "a,b",
        "x=1",
    ];
    let mut names: Vec<String> = Vec::new();
    for (at, _) in line.match_indices('$') {
        let rest = line[at + 1..].trim_start_matches(['{', '#', '!']);
        let name: String = rest.chars().take_while(|char| char.is_ascii_alphanumeric() || *char == '_').collect();
        let plain = name.starts_with(|char: char| char.is_ascii_alphabetic());
        let special = ["HOME", "PWD", "OLDPWD", "USER", "LOGNAME", "TMPDIR", "PATH", "IFS", "ENV", "PS4", "PPID"];
        let special = special.contains(&name.as_str())
            || ["BASH", "XDG_", "LC_", "LANG", "LD_", "SHELL", "OPT", "POSIX", "COPROC", "FUNCNEST"]
                .iter()
                .any(|start| name.starts_with(start));
        if plain && !special && !names.contains(&name) {
            names.push(name);
        }
    }
    names.retain(|_| random.below(3) > 0);
    names.into_iter().map(|name| (name, VALUES[random.below(VALUES.len())].to_owned())).collect()
}
