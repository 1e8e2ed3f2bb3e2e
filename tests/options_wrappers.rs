//! What commands start: one row a command line, read as words.
//!
//! In a row `$X` is any number of unknown words, `@X` one unknown word (or an unknown part of one).

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::too_many_lines,
    reason = "a test fails by panicking; a table of rows is one function"
)]

use runok::command::WrapKind;
use runok::command::options::Tables;
use runok::command::word::{Count, Word};
use runok::command::wrapper::{Start, Started, starts};

#[path = "support/words.rs"]
mod words;
use words::word;

fn words(line: &str) -> Vec<Word> {
    shlex::split(line).expect("a row of words").iter().map(|token| word(token)).collect()
}

fn shown(words: &[Word]) -> String {
    let show = |word: &Word| {
        let text = word.display();
        let text = if text.is_empty() || text.contains(' ') && word.is_known() { format!("'{text}'") } else { text };
        if word.count == Count::Any { format!("{text}…") } else { text }
    };
    words.iter().map(show).collect::<Vec<_>>().join(" ")
}

fn show(start: &Start) -> String {
    let kind = match start.kind {
        WrapKind::PassThrough => "",
        WrapKind::Acts => "acts ",
        WrapKind::Elsewhere if start.remote => "remote ",
        WrapKind::Elsewhere => "elsewhere ",
        WrapKind::Program => "program ",
    };
    let what = match &start.what {
        Started::Words(words) => shown(words),
        Started::Text { text, dialect, parameters, same_shell } => {
            let same = if *same_shell { " here" } else { "" };
            let parameters = if parameters.is_empty() { String::new() } else { format!(" ({})", shown(parameters)) };
            format!("{dialect:?}{same} {{{}}}{parameters}", text.display())
        }
        Started::Input { dialect, parameters } => {
            format!("{dialect:?} input {}", shown(parameters)).trim_end().to_owned()
        }
        Started::File(file) => format!("file {}", file.display()),
    };
    let mut prefix = String::new();
    if start.cleared {
        prefix.push_str("cleared ");
    }
    for (name, value) in &start.environment {
        match value {
            Some(value) => prefix.push_str(&format!("{name}={} ", value.display())),
            None => prefix.push_str(&format!("-{name} ")),
        }
    }
    if let Some(directory) = &start.directory {
        prefix.push_str(&format!("in {} ", directory.display()));
    }
    let doubt = if start.doubts.is_empty() { "" } else { " ?" };
    format!("{kind}{prefix}{what}{doubt}")
}

/// Runs rows of `line => starts` (separated by ` ; `), and reports all that differ.
fn check(rows: &str) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (line, expected) = row.split_once(" => ").unwrap_or_else(|| panic!("not a row: {row}"));
        let found: Vec<String> = starts(&words(line), &Tables::default()).iter().map(show).collect();
        let found = if found.is_empty() { "nothing".to_owned() } else { found.join(" ; ") };
        if found != expected.trim() {
            wrong.push(format!("{line}\n   expected {}\n   found    {found}", expected.trim()));
        }
        count += 1;
    }
    assert!(count > 0 && wrong.is_empty(), "{} of {count} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn wrappers_that_pass_through() {
    check(
        r#"
        command -- rm -rf src => rm -rf src
        command -p touch x => touch x
        command -v rm => nothing
        command -V rm => nothing
        builtin command rm -rf src => command rm -rf src
        exec rm -rf src => rm -rf src
        exec -c rm -rf src => cleared rm -rf src
        exec -a name rm x => rm x ; name x
        exec => nothing
        nice rm x => rm x
        nice -n 5 rm x => rm x
        nice -5 rm x => rm x
        nice --adjustment 5 git push --force => git push --force
        nice -n5 rm => rm
        nohup rm -rf x => rm -rf x
        setsid --fork rm -rf src => rm -rf src
        stdbuf -oL rm -rf src => rm -rf src
        stdbuf --output=L rm -rf src => rm -rf src
        ionice -c3 -n 7 rm -rf src => rm -rf src
        ionice -c 2 -p 77 => nothing
        chrt -f 10 rm x => rm x
        chrt -p 10 77 => nothing
        taskset 1 rm -rf src => rm -rf src
        taskset -c 0-3 rm x => rm x
        taskset -p 77 => nothing
        prlimit --nofile=10 rm -rf src => rm -rf src
        timeout 5 rm -rf src => rm -rf src
        timeout -k 1 5 rm -rf src => rm -rf src
        timeout --foreground --preserve-status 5 rm x => rm x
        timeout --signal KILL 5 rm x => rm x
        timeout -v 5 touch x => touch x
        timeout @T rm x => @T rm x ? ; rm x ? ; x ?
        timeout 5 => nothing
        time -p rm x => rm x
        time -o out rm x => acts rm x
        flock /tmp/l rm -rf src => acts rm -rf src
        flock /dev/null rm -rf src => rm -rf src
        flock -n /tmp/l -c 'rm -rf src' => acts Posix {rm -rf src}
        flock 9 => nothing
        watch 'rm -rf src' => Posix {rm -rf src}
        watch -n 2 ls -l => Posix {ls -l}
        watch -x rm a => rm a
        systemd-inhibit --what=idle rm x => acts rm x
        strace -f -o out rm x => acts rm x
        strace -o '|rm -rf x' ls => acts ls ; program Posix {rm -rf x}
        busybox rm -rf src => rm -rf src
        /bin/busybox xargs rm -rf => xargs rm -rf
        toybox head /etc/shadow => head /etc/shadow
        busybox --list => nothing
        unbuffer rm x => rm x
        rlwrap -a rm x => rm x
        torsocks rm x => rm x
        ifne -n rm x => rm x
        entr rm -rf src => rm -rf src
        script -qc 'rm -rf src' /dev/null => program Posix {rm -rf src}
        script -q => acts Posix input
        hyperfine 'rm x' 'ls' -p 'rm y' => Posix {rm x} ; Posix {ls} ; program Posix {rm y}
        noglob rm * => rm *
        "#,
    );
}

#[test]
fn env_reads_variables_options_and_texts() {
    check(
        r#"
        env => nothing
        env -u FOO => nothing
        env A=1 => nothing
        env rm -rf src => rm -rf src
        env -- rm -rf src => rm -rf src
        env - rm -rf src => cleared rm -rf src
        env -i A=1 B=@X rm x => cleared A=1 B=@X rm x
        env --unset=HOME rm x => -HOME rm x
        env -C sub git push -f => in sub git push -f
        env -S 'rm -rf' src => rm -rf src
        env -S 'A=1 rm -rf' src => A=1 rm -rf src
        env -iS 'rm -rf src' => cleared rm -rf src
        env -S '-u FOO rm' src => -FOO rm src
        env --split-string='rm -f' cat => rm -f cat
        env -S @T cat => @T cat ?
        env -S 'rm ${X}' => rm ${X}
        env @X rm a => @X rm a ? ; rm a ? ; a ?
        env $X rm => $X… rm ? ; rm ?
        env -v rm cat notes.txt => rm cat notes.txt
        env --wat rm x => rm x ? ; x ?
        "#,
    );
}

#[test]
fn other_users_and_machines_are_elsewhere() {
    check(
        r#"
        sudo rm -rf x => elsewhere rm -rf x
        sudo -n rm x => elsewhere rm x
        sudo -u root rm x => elsewhere rm x
        sudo -u @U rm x => elsewhere rm x
        sudo --prompt ls touch x => elsewhere touch x
        sudo --user root -D /tmp rm x => elsewhere in /tmp rm x
        sudo A=1 rm x => elsewhere A=1 rm x
        sudo env FOO=1 rm x => elsewhere env FOO=1 rm x
        sudo -s => elsewhere Posix input
        sudo -i => elsewhere Posix input
        sudo -s rm x => elsewhere rm x
        sudo -i rm '$HOME' => elsewhere rm $HOME… ?
        sudo -e file => nothing
        sudo -l => nothing
        sudo -v => nothing
        sudo @X rm x => elsewhere @X rm x ? ; elsewhere rm x ? ; elsewhere x ?
        sudo -Z rm x => elsewhere rm x ? ; elsewhere x ?
        doas -u x rm a => elsewhere rm a
        pkexec rm a => elsewhere rm a
        su -c 'rm -rf src' => elsewhere Posix {rm -rf src}
        su - user -c 'rm x' => elsewhere Posix {rm x}
        su user => elsewhere Posix input
        su => elsewhere Posix input
        runuser -l dev -c 'rm -rf src' => elsewhere Posix {rm -rf src}
        runuser -u dev -- rm x => elsewhere rm x
        setpriv --reuid=1000 rm x => elsewhere rm x
        sg users -c 'rm -rf src' => elsewhere Posix {rm -rf src}
        chroot /x rm a => remote rm a
        unshare -fp --mount-proc rm -rf src => elsewhere rm -rf src
        nsenter -t 1 -m rm -rf /srv => elsewhere rm -rf /srv
        systemd-run --scope -- rm -rf src => elsewhere rm -rf src
        ssh host rm -rf x => remote Posix {rm -rf x}
        ssh -p 22 host -t 'rm -rf x' => remote Posix {rm -rf x}
        ssh host => remote Posix input
        ssh -o ProxyCommand='rm -rf src' h => remote Posix input ; program Posix {rm -rf src}
        ssh h -oProxyCommand=rm ls => remote Posix {ls} ; program Posix {rm}
        docker exec -it web rm -rf / => remote rm -rf /
        docker run --rm -v /:/h alpine cat /h/x => remote cat /h/x
        docker ps => nothing
        docker compose exec web rm -rf /app => remote rm -rf /app
        docker compose -f x.yml exec -T web rm a => remote rm a
        podman exec web rm a => remote rm a
        kubectl exec web -- rm -rf /data => remote rm -rf /data
        kubectl -n prod exec web -c main -- rm a => remote rm a
        kubectl get pods => nothing
        kubectl run web nginx => nothing
        kubectl run web --image nginx -- rm -r /data => remote rm -r /data
        oc debug node/a => nothing
        oc debug node/a -- rm x => remote rm x
        guix shell python => nothing
        guix shell python -- rm x => elsewhere rm x
        oc exec web -- rm -rf /data => remote rm -rf /data
        vagrant ssh -c 'rm -rf /x' => program Posix {rm -rf /x}
        heroku run 'rm -rf /app' => remote Posix {rm -rf /app}
        machinectl shell x@ /bin/rm -rf /x => remote /bin/rm -rf /x
        parallel-ssh -H web01 'rm -rf /x' => remote Posix {web01 rm -rf /x} ? ; remote Posix {rm -rf /x} ?
        wsl rm -rf src => remote rm -rf src
        start-stop-daemon --start --exec /bin/rm -- -rf src => elsewhere /bin/rm -rf src
        tmux new-session -d 'rm -rf src' => elsewhere Posix {rm -rf src}
        at now => elsewhere Posix input
        batch => elsewhere Posix input
        "#,
    );
}

#[test]
fn shells_read_text_input_or_a_script() {
    check(
        r#"
        bash -c 'rm x' => Bash {rm x}
        bash -lc 'rm x' name a => Bash {rm x} (name a)
        bash -exc 'git push -f' => Bash {git push -f}
        bash --login -c 'rm x' => Bash {rm x}
        bash -c -x 'rm x' => Bash {rm x}
        bash +x -c 'rm x' => Bash {rm x}
        bash -eo pipefail -c 'rm x' => Bash {rm x}
        bash -o pipefail -c 'rm x' => Bash {rm x}
        bash -O extglob -c 'rm x' => Bash {rm x}
        bash -c @X => Bash {@X} ?
        bash -c rm@X => Bash {rm@X}
        bash -c => nothing
        bash => Bash input
        bash -s a b => Bash input bash a b
        bash - => Bash input
        bash script.sh a => program file script.sh
        bash /dev/stdin => Bash input /dev/stdin
        bash --version => nothing
        bash @X => Bash input the parameters… ?
        bash @X 'rm x' => Bash input the parameters… ? ; Bash {rm x} ?
        bash --rcfile f -i => program file f ? ; Bash input
        sh -c 'rm x' => Posix {rm x}
        /bin/sh -c 'rm x' => Posix {rm x}
        zsh -fc 'rm -rf src' => Zsh {rm -rf src}
        dash -c 'rm x' => Posix {rm x}
        csh -c 'rm -rf src' => Posix {rm -rf src} ?
        fish -c 'rm x' => Posix {rm x} ? ; program Posix {rm x}
        pwsh -Command 'rm x' => Posix {rm x} ?
        eval 'rm -rf' x => Bash here {rm -rf x}
        eval -- rm => Bash here {rm}
        eval @X => Bash here {@X}
        eval => nothing
        trap 'rm x' EXIT => Bash here {rm x}
        trap -- 'rm x' EXIT => Bash here {rm x}
        trap - EXIT => nothing
        trap '' INT => nothing
        trap INT => nothing
        trap -p => nothing
        . ./env.sh => file ./env.sh
        source x a => file x
        mapfile -C 'touch x #' -c1 a => program Bash here {touch x #}
        complete -C 'rm x' git => program Bash here {rm x}
        jobs -x rm a => acts rm a
        "#,
    );
}

#[test]
fn commands_for_each_of_many_things() {
    check(
        r#"
        find . -name x => nothing
        find . -exec rm {} ';' => rm .{}
        find src -execdir rm -rf {} + => rm -rf src{}… ; in the directory of what find found rm -rf ./{} ./{}…
        find . -name '*.rs' -exec cat {} + => cat .{}/*.rs…
        find ./src/ -type f -name 'a?.rs' -exec cat {} ';' => cat ./src/{}
        find . '(' -name '*.c' -o -name '*.h' ')' -exec cat {} ';' => cat .{}/*.c ; cat .{}/*.h
        find . -name x -o -type d -exec cat {} ';' => cat .{}
        find . ! -name x -exec cat {} ';' => cat .{}
        find . -not -name x -name '*.y' -exec cat {} ';' => cat .{}/*.y
        find . -path '*/x' -exec cat {} ';' => cat .{}
        find . -name '.*' -exec cat {} ';' => cat .{}
        find src -name src -exec cat {} ';' => cat src{}
        find / -name x -exec cat {} ';' => cat /{}
        find . -exec cat {} ';' -name x => cat .{}
        find . -name '*.o' -delete => acts rm -d .{}/*.o
        find . -delete -name '*.o' => acts rm -d .{}
        find a b -ok rm {} ';' => rm {a,b}{}
        find @D -exec rm {} ';' => acts rm {} ; program @D what find passes to it… ?
        find . -exec sh -c 'rm {}' ';' => sh -c rm {}
        find . -exec cat {} ';' -exec rm {} ';' => cat .{} ; rm .{}
        find . '(' -name a -exec touch x ';' ')' => touch x
        find . -exec grep @P {} ';' => grep @P .{}
        fd -x rm => rm what fd found
        fd -HIx touch => touch what fd found
        fd -e rs -X rm => rm what fd found…
        fd --exec-batch=id => id what fd found…
        fd -e rs -x sh -c id _ {} => sh -c id _ {}
        xargs rm => rm the input of xargs…
        xargs => echo the input of xargs…
        xargs -0 -n1 grep -l x => grep -l x the input of xargs…
        xargs -d '\n' rm -rf => rm -rf the input of xargs…
        xargs -r rm ls => rm ls the input of xargs…
        xargs -I % sh -c 'ls %; rm %' => sh -c ls %; rm %
        xargs -I{} git push origin +{} => git push origin +{}
        xargs -i rm {} => rm {}
        xargs -I {} -n 1 rm => rm ; rm the input of xargs…
        xargs -P 4 @X rm => echo the input of xargs… ? ; @X rm the input of xargs… ? ; rm the input of xargs… ?
        parallel rm -rf ::: src docs => rm -rf the values of parallel… ?
        "#,
    );
}

#[test]
fn options_that_name_programs() {
    check(
        r#"
        git -c core.pager='rm x' log => program Posix {rm x}
        git -c core.pager=cat log => program Posix {cat}
        git -c core.pager= log => nothing
        git -c user.name=x commit => nothing
        git -c alias.p='!rm x' p => program Posix {rm x}
        git -c alias.p='push -f' p => program git push -f the words after the alias…
        git -c core.fsmonitor=true status => nothing
        git -c core.fsmonitor=./x status => program Posix {./x}
        git -c core.hooksPath=./x commit => program ./x ?
        git -c core.hooksPath=/dev/null commit => nothing
        git -c diff.foo.textconv='rm x' diff => program Posix {rm x}
        git -c @X log => program Posix {@X} ?
        git --config-env=core.pager=P log => program Posix {core.pager=P}
        git -C sub rebase -x 'rm x' => program Posix {rm x}
        git rebase --exec 'rm -rf src' HEAD~3 => program Posix {rm -rf src}
        git ls-remote --upload='./x' . => program Posix {./x}
        git push --receive-pack=./x origin main => program Posix {./x}
        git grep -nO./x foo => program Posix {./x}
        git difftool -yx ./x => program Posix {./x}
        git bisect run rm -rf src => acts rm -rf src
        git submodule foreach --recursive 'rm x' => Posix {rm x}
        git submodule foreach rm x => rm x
        git fetch 'ext::sh -c id' => program Posix {sh -c id} ?
        git clone -c core.pager='rm x' u => program Posix {rm x}
        git config core.pager 'rm x' => program Posix {rm x}
        git config --global alias.x '!rm x' => program Posix {rm x}
        git config set core.editor 'rm x' => program Posix {rm x}
        git config --get core.pager => nothing
        git config user.name evil => nothing
        git commit -am x => nothing
        git status => nothing
        git @X log => program @X log ? ; program log ? ; program @X what git passes to it… ?
        tar -t -f a.tar -I 'sh -c "touch x"' => program Posix {sh -c "touch x"}
        tar cf a --checkpoint-action=exec='rm x' . => program Posix {rm x}
        tar cf a --checkpoint-action=dot . => nothing
        tar xzf a.tgz => nothing
        tar cIf 'rm x' a.tar . => program Posix {rm x}
        rg --pre ./x pat => program ./x what rg passes to it…
        rg --hostname-bin=./x pat => program ./x what rg passes to it…
        sort --comp=./x -S1b big => program ./x what sort passes to it…
        split --filter='rm -rf src' README.md => program Posix {rm -rf src}
        man -P './x' ls => program Posix {./x}
        man -H./x ls => program Posix {./x}
        make -s --eval='x:;rm' x => program Posix {x:;rm}
        make SHELL=/tmp/x test => program /tmp/x what make passes to it… ?
        nodemon --exec 'rm x' => program Posix {rm x}
        npx -c 'rm x' => program Posix {rm x}
        npx -y evil a => elsewhere evil a
        npm exec -- rm a => elsewhere rm a
        npm run build => nothing
        pnpm dlx rm a => elsewhere rm a
        yarn exec rm a => elsewhere rm a
        bundle exec rm -rf src => elsewhere rm -rf src
        uv run python x => elsewhere python x
        poetry run rm a => elsewhere rm a
        mise exec -- rm -rf src => elsewhere rm -rf src
        dotenv -- rm -rf src => elsewhere rm -rf src
        cargo watch -s 'rm -rf src' => program Posix {rm -rf src}
        cargo watch -x 'run rm' -- rm a => acts Posix {cargo run rm} ; acts rm a
        cargo build => nothing
        gh alias set list '!id' => program Posix {id}
        gh pr list => nothing
        gdb --args rm x => acts rm x ?
        ls -l => nothing
        "#,
    );
}

/// Wrappers that take options, with what has to stand before the command.
const WRAPPERS: &[&str] = &[
    "sudo",
    "doas",
    "pkexec",
    "env",
    "nice",
    "ionice",
    "nohup",
    "setsid",
    "stdbuf -oL",
    "timeout 5",
    "time",
    "xargs",
    "command",
    "exec",
    "builtin",
    "strace",
    "ltrace",
    "unshare",
    "nsenter",
    "setpriv",
    "prlimit",
    "taskset 1",
    "chrt 5",
    "chroot /x",
    "flock /l",
    "systemd-run",
    "systemd-inhibit",
    "docker exec web",
    "podman run image",
    "docker compose exec web",
    "watch -x",
    "busybox",
    "npx",
    "uv run",
    "bundle exec",
    "poetry run",
    "git bisect run",
    "parallel",
    "entr",
    "torsocks",
    "rlwrap",
];

#[test]
fn an_unknown_option_is_never_silently_nothing() {
    for wrapper in WRAPPERS {
        let (name, rest) = wrapper.split_once(' ').unwrap_or((wrapper, ""));
        // an unknown word before the command, known options and operands after it
        for line in [format!("{name} $X {rest} rm -rf x"), format!("{name} @X {rest} rm -rf x")] {
            let found = starts(&words(&line), &Tables::default());
            assert!(!found.is_empty(), "{line} starts nothing");
            let runs_rm = |start: &Start| matches!(&start.what, Started::Words(words) if shown(words).contains("rm"));
            let known = *wrapper == "busybox";
            assert!(found.iter().any(runs_rm), "{line}: {:?}", found.iter().map(show).collect::<Vec<_>>());
            assert!(known || found.iter().all(|start| !start.doubts.is_empty()), "{line} is not doubted");
        }
        let found = starts(&words(&format!("{wrapper} rm -rf x")), &Tables::default());
        let exact =
            |start: &Start| matches!(&start.what, Started::Words(words) if shown(words).starts_with("rm -rf x"));
        assert!(found.iter().any(exact), "{wrapper} rm -rf x: {:?}", found.iter().map(show).collect::<Vec<_>>());
    }
}

#[test]
fn a_path_counts_by_its_base_name() {
    for line in ["/usr/bin/sudo rm x", "./sudo rm x", "~/bin/sudo rm x"] {
        let found: Vec<String> = starts(&words(line), &Tables::default()).iter().map(show).collect();
        assert_eq!(found, ["elsewhere rm x"], "{line}");
    }
    assert!(starts(&words("@X rm x"), &Tables::default()).is_empty());
}
