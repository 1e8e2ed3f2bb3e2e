//! What the properties once found, by name.

use runok::verdict::Verdict::{self, Allow, Ask, Deny};

use super::judge::Judge;

#[track_caller]
fn judged(rules: &str, rows: &[(&str, Verdict)]) {
    let judge = Judge::of(rules);
    for (line, expected) in rows {
        assert_eq!(judge.verdict(line), *expected, "{line}");
    }
}

const ALLOWED: &str = "rules: [{ allow: 'find *' }, { allow: 'rg *' }, { allow: 'make *' }, { allow: 'sort *' }]";

#[test]
fn an_unknown_word_may_be_an_option_that_starts_a_program() {
    judged(
        ALLOWED,
        &[
            (r#"find . "$X" rm -f {} \;"#, Ask),
            (r#"find . -e"$X" rm -f {} \;"#, Ask),
            ("find $X -name x", Ask),
            (r#"rg "$X" src"#, Ask),
            (r#"rg "--pr$X" src"#, Ask),
            (r#"sort "$X""#, Ask),
            // it may be -delete; what is behind `--` or a value is no option
            (r#"find "$X" -name x"#, Ask),
            (r#"find . -name "$X""#, Allow),
            (r#"find "$X" -exec cat {} \;"#, Ask),
            (r#"find "$X" cat -exec cat {} \;"#, Ask),
            (r#"rg -- "$X" src"#, Allow),
            (r#"rg -e "$X" src"#, Allow),
            (r#"rg "x$X" src"#, Allow),
            ("rg x *.txt", Allow),
            ("sort -n $((1+2))", Allow),
        ],
    );
}

#[test]
fn a_word_that_may_be_exec_leaves_a_deny_rule_for_what_it_runs() {
    judged("rules: [{ allow: 'find *' }, { deny: 'rm *' }]", &[(r#"find . "$X"xec rm -f {} \;"#, Deny)]);
}

#[test]
fn an_unknown_word_may_set_the_shell_of_make() {
    judged(
        ALLOWED,
        &[
            (r#"make -- "$X""#, Ask),
            (r#"make -- "SH$X""#, Ask),
            ("make -- SHELL=/tmp/x", Ask),
            // what make makes of it may be run: `CC=$(shell rm x)`
            (r#"make "CC=$X""#, Ask),
            ("make CC=clang", Allow),
            // a file that make reads is what it runs, and no rule names -f
            ("make -f SHELL=/tmp/x", Ask),
            (r#"make -f "$X""#, Ask),
        ],
    );
}

#[test]
fn an_unknown_word_after_a_flag_may_be_no_value() {
    judged(
        "rules: [{allow: 'cp -t|--target-directory * *'}, {deny: 'git log -n * *'}]",
        &[
            ("cp -t x", Allow),
            ("cp -t", Ask),
            ("cp -t $X", Ask),
            ("cp -t $@", Ask),
            ("cp -t \"$X\"", Allow),
            // one of them is the value, whichever words there are
            ("cp -t $X y", Allow),
            ("cp -t *.d", Allow),
            ("git log -n $X", Ask),
            ("git log -n $X y", Deny),
        ],
    );
}

#[test]
fn a_target_that_may_be_harmless_only_may_be_denied() {
    judged(
        "rules: [{ deny: '> *' }, { allow: 'ls' }]",
        &[
            ("ls > /dev/null", Allow),
            ("ls > /dev\"$X\"", Ask),
            ("ls > \"$X\"", Ask),
            ("ls > \"/tmp/$X\"", Deny),
            ("ls > out", Deny),
        ],
    );
}

#[test]
fn a_name_that_is_not_known_may_be_the_one_that_is_removed() {
    judged(
        "defaults: { action: allow }",
        &[
            ("mv y /; rm /", Ask),
            ("mv $X $Y; rm /", Ask),
            (r#"mv y "$Y"; rm z"#, Ask),
            (r#"mv y z; rm "$X""#, Ask),
            ("mv *.o z; rm -r z", Ask),
            ("mv y z; rm -r z/*", Ask),
            ("mv y z/; rm -r z/*", Ask),
            ("mv y z/a$?; rm -r z", Ask),
            ("mv y z/a$?; rm -r a", Allow),
            ("mv *.o z; rm -r a", Allow),
            ("mv y z; rm a*", Ask),
            ("mv y z/x; rm a/*", Allow),
            (r#"cd "$X"; mv y z; rm z"#, Ask),
            (r#"cd "$X"; mv y z; rm a"#, Allow),
            (r#"cd "$X"; mv y z; rm /a"#, Ask),
            (r#"cd "$X"; mv y ../z; rm a"#, Ask),
            (r#"rm "$X""#, Allow),
            (r#"mv "$X" "$Y""#, Allow),
        ],
    );
}

#[test]
fn an_unknown_subcommand_may_be_one_that_does_more() {
    judged(
        "rules: [{ allow: 'go *' }]",
        &[
            (r#"go "$X" -o /etc/x"#, Ask),
            (r#"go "$X""#, Ask),
            ("go $X test", Ask),
            ("go build -o /etc/x", Ask),
            ("go build ./...", Allow),
            (r#"go build "./$X""#, Allow),
        ],
    );
    let aside = "
        defaults: { action: allow }
        definitions:
          commands:
            gen: |
              [*]
              operands: <target> url aside if -r
              -r <v>
            plain: |
              [*]
              operands: <target> url
              -r <v> writes
        ";
    let rows = [
        ("gen x -r v y", Ask),
        ("gen x y", Allow),
        ("gen $X y", Ask),
        // only what nobody expects asks where everything is allowed
        ("plain x -r v y", Allow),
        ("plain $X y", Allow),
    ];
    judged(aside, &rows);
}

#[test]
fn a_rule_that_allows_what_is_allowed_anyhow_changes_nothing() {
    for rules in ["rules: []", "rules: [{ allow: 'git commit -m|--message * *' }, { allow: 'cp *' }]"] {
        judged(
            &format!("defaults: {{ action: allow }}\n{rules}"),
            &[("git commit -m x -c HEAD", Allow), (r#"git commit "$X" x "$Y""#, Allow), ("cp -t", Allow)],
        );
    }
    judged("rules: [{ allow: 'git commit -m|--message * *' }]", &[("git commit -m x -c HEAD", Ask)]);
}

#[test]
fn what_is_attached_to_a_flag_is_a_word_of_the_rule() {
    let rules = "
        defaults: { action: allow }
        rules: [{ deny: 'tool [--x] y' }, { deny: 'other --x|z y' }]
        ";
    judged(rules, &[("tool --x=y", Deny), ("tool --x y", Deny), ("tool y", Deny), ("tool --x=z", Allow)]);
}

#[test]
fn two_dashes_do_not_end_the_expression_of_find() {
    let rows = [
        ("find . -delete", Ask),
        ("find -- . -delete", Ask),
        ("find -L -- . -delete", Ask),
        ("find -- . -exec cat {} +", Allow),
        ("find -- . -exec rm {} +", Ask),
        ("find -- . -name x", Allow),
    ];
    judged("rules: [{ allow: 'find !-delete|-exec *' }, { allow: 'cat *' }]", &rows);
}

#[test]
fn a_variable_that_stands_for_the_command_is_read_as_a_name() {
    let values = "definitions: { vars: { v: { values: [rm, git push, { type: path, value: ./project/x }, { type: path, value: /usr/bin/foo }] } } }";
    let allowed = [
        ("rm y", Allow),
        ("./x y", Allow),
        ("/usr/bin/foo y", Allow),
        // what is found by its name alone lies elsewhere
        ("x y", Ask),
        ("foo y", Ask),
        (r#""$X" y"#, Ask),
    ];
    judged(&format!("rules: [{{ allow: '<var:v> *' }}]\n{values}"), &allowed);
    let denied = [
        ("rm y", Deny),
        ("/bin/rm y", Deny),
        ("./rm y", Deny),
        ("/usr/bin/git push", Deny),
        ("./x y", Deny),
        ("/usr/bin/foo y", Deny),
        // it may be the one that is found
        ("x y", Ask),
        ("foo y", Ask),
        ("b/foo y", Allow),
        ("git pull", Allow),
    ];
    judged(&format!("defaults: {{ action: allow }}\nrules: [{{ deny: '<var:v> *' }}]\n{values}"), &denied);
}

/// What the shells of the oracle did and was not found: see `found_vs_shells`.
#[test]
fn an_operator_may_make_something_of_nothing() {
    judged(
        "rules: [{ allow: 'git push' }, { allow: 'git push *' }, { deny: 'git push --force *' }, { allow: '/etc' },
            { allow: 'rm *' }, { deny: 'rm /etc' }, { deny: 'rm x=*' }, { allow: 'local *' }, { allow: 'declare *' }]",
        &[
            ("x=; git push ${x/#/--force}", Deny),
            ("x=origin; git push ${x/#/--force }", Deny),
            ("x=--force; git push ${x/%/ origin}", Deny),
            ("x=; y=; git push ${x/%$y/--force}", Deny),
            ("x=; ${x/#/rm} /etc", Deny),
            ("x=; rm ${x@A}", Ask),
            ("x=; git push ${x#a}", Allow),
            ("x=a; rm \"${x/<(reboot)}\" ", Ask),
            ("rm \"${x#<(reboot)}\"", Ask),
            ("r=ab; git push \"${r[@]:1}\"", Ask),
            ("((z=z)); rm $z", Ask),
            // bash goes on after the line with the mistake
            ("r=(?(y)) /\\\nrm /etc", Deny),
            // a redirection that fails gives the variable nothing
            ("x=/etc; true {x}> a; rm \"$x\"", Ask),
            // what `local` says outside of functions is an error
            ("x=/etc; local x=y; rm $x", Ask),
            ("f() { local x=y; rm $x; }; x=/etc; f", Allow),
            ("zsh -c 'x=/etc; local x=y; rm $x'", Allow),
            // braces that stand for themselves leave an assignment one
            ("x=' y'; declare z=a{$x; rm \"$z\"", Allow),
        ],
    );
}

#[test]
fn what_dash_and_zsh_make_of_a_word_is_no_surprise() {
    judged(
        "rules: [{ allow: 'rm *' }, { deny: 'rm of=/home/dev' }, { deny: 'rm /home/dev/project' }, { deny: 'rm 7x' },
            { deny: 'rm xy' }, { allow: 'x*' }, { deny: '> /q' }]",
        &[
            ("rm of=~", Deny),
            ("sh -c 'rm of=~'", Ask),
            ("zsh -c 'rm of=~'", Ask),
            ("rm ~+", Deny),
            ("sh -c 'rm ~+'", Ask),
            ("rm ${RANDOM}x", Ask),
            ("rm $RANDOM", Allow),
            ("sh -c 'rm $RANDOM'", Ask),
            ("zsh -c 'rm $RANDOM'", Allow),
            ("rm x${IFS}y", Allow),
            ("zsh -c 'rm \"x${IFS}y\"'", Ask),
            ("zsh -c 'rm \"$y\"~'", Ask),
            ("zsh -c '{x,y}'", Ask),
            // both run it
            ("zsh -c 'rm ${x:-*(e:\"reboot\":)}'", Ask),
            ("zsh -c 'rm ${x:-=(reboot)}'", Ask),
            ("zsh -c 'x=; rm \"${x:-(a)}\"'", Allow),
            ("sh -c 'time ! rm x'", Ask),
            // dash splits no target of a redirection
            ("sh -c 'x=/q; rm z > $x'", Deny),
            ("sh -c 'x=\" /q\"; rm z > $x'", Ask),
            ("bash -c 'x=\" /q\"; rm z > $x'", Deny),
            // bash that is called sh takes it for a glob
            ("sh -c 'rm z > /$y[q]'", Ask),
            ("sh -c 'rm z > /$y]'", Ask),
        ],
    );
}

#[test]
fn where_dash_and_zsh_are_is_no_surprise() {
    judged(
        "definitions: { paths: { etc: ['/etc/**'] } }
rules: [{ allow: 'rm *' }, { deny: 'rm <path:etc>' }, { allow: 'cd *' }, { allow: 'true' }, { allow: 'builtin *' }]",
        &[
            ("true | cd /etc; rm passwd", Allow),
            ("zsh -c 'true | cd /etc; rm passwd'", Deny),
            ("cd /etc && true & rm passwd", Allow),
            ("zsh -c 'cd /etc && true & rm passwd'", Deny),
            ("zsh -c 'cd -n && rm passwd'", Ask),
            ("cd /etc && bash -c 'time cd /tmp && rm passwd'", Allow),
            ("cd /etc && sh -c 'time cd /tmp && rm passwd'", Deny),
            ("cd /etc && bash -c 'builtin cd /tmp && rm passwd'", Allow),
            ("cd /etc && sh -c 'builtin cd /tmp && rm passwd'", Deny),
            ("cd /etc && sh -c 'cd /tmp && rm passwd'", Allow),
        ],
    );
}

#[test]
fn a_rule_that_only_may_match_does_not_speak_for_redirections() {
    let rules = r#"
        rules:
          - allow: 'cat *'
          - allow: 'cat x'
            when: 'redirects.exists(r, r.target.startsWith("/tmp/"))'
        "#;
    let rows =
        [("cat x > /etc/y", Allow), ("cat z > /etc/y", Ask), (r#"cat "$X" > /etc/y"#, Ask), (r#"cat "$X""#, Allow)];
    judged(rules, &rows);
}
