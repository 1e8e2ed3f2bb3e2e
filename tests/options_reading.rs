//! Reading words with option tables: rows that say what each word is, and the properties that reading must keep.
//!
//! In a row `$X` is any number of unknown words, `"@X"` one unknown word (or an unknown part of one). What is not certain
//! has a `?`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::too_many_lines,
    reason = "a test fails by panicking; a table of rows is one function"
)]

use std::collections::BTreeMap;

use runok::command::options::{self, Arguments, Flag, Item, Table, Tables, custom};
use runok::command::word::{Count, Part, Word};
use runok::input::Span;

#[path = "support/words.rs"]
mod words;
use words::{with_unknown, word};

fn show(item: &Item) -> String {
    match item {
        Item::Operand { word, certain, .. } => format!("{}{}", word.display(), mark(*certain)),
        Item::EndOfOptions { .. } => "--".to_owned(),
        Item::Unclear { word, .. } => format!("unclear({})", word.display()),
        Item::Flag(flag) => {
            let mut text = flag.spelled.clone();
            if flag.names.len() > 1 || flag.names.first() != Some(&flag.spelled) {
                text.push_str(&format!("[{}]", flag.names.join(" ")));
            }
            if !flag.value_words.is_empty() {
                let words: Vec<String> = flag.value_words.iter().map(Word::display).collect();
                text.push_str(&format!("={{{}}}", words.join(" ")));
            } else if let Some(value) = &flag.value {
                let sign = if flag.separate { "<-" } else { "=" };
                text.push_str(&format!("{sign}{}", value.display()));
            }
            let unlisted = if flag.listed { "" } else { "!" };
            format!("{text}{unlisted}{}", mark(flag.certain))
        }
    }
}

fn mark(certain: bool) -> &'static str {
    if certain { "" } else { "?" }
}

fn read(line: &str) -> Arguments {
    let words: Vec<Word> = shlex::split(line).expect("words").iter().map(|token| word(token)).collect();
    let name = words[0].known().expect("a known name").to_owned();
    let table = Tables::default().table(&name).unwrap_or_else(|| panic!("no table of {name}"));
    options::read(&table, &words)
}

/// Rows of `line => items`; names are shown once per row where they differ from the spelling.
fn check(rows: &str) {
    let mut wrong = Vec::new();
    let mut count = 0;
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (line, expected) = row.split_once(" => ").unwrap_or_else(|| panic!("not a row: {row}"));
        let found: Vec<String> = read(line).items.iter().map(show).collect();
        let found = found.join(" ");
        if found != expected.trim() {
            wrong.push(format!("{line}\n   expected {}\n   found    {found}", expected.trim()));
        }
        count += 1;
    }
    assert!(count > 0 && wrong.is_empty(), "{} of {count} rows:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn values_behind_a_colon() {
    check(
        r#"
        java -javaagent:a.jar=x A => -javaagent=a.jar=x A
        java -agentlib:jdwp=server A => -agentlib:jdwp=server A
        java -agentlib:x=y A => -agentlib=x=y A
        java -XX:OnError=a:b A => -XX:OnError[-XX:OnError -XX:OnOutOfMemoryError]=a:b A
        java -verbose:gc A => -verbose:gc A
        java -nosuch:x A => -nosuch:x! A
        java "-javaagent:@X" A => -javaagent=@X A
        java "-agentlib:@X" A => unclear(-agentlib:@X) A?
        dotnet test --diag:f => test --diag=f
        dotnet build -p:A=b => build -p[-p -property --property]=A=b
        dotnet build -bl => build -bl[-bl --bl -binaryLogger --binaryLogger]
        dotnet build -BL:f => build -BL[-bl --bl -binaryLogger --binaryLogger]=f
        dotnet build "-bl:@X" => build -bl[-bl --bl -binaryLogger --binaryLogger]=@X
        "#,
    );
}

#[test]
fn case_and_values_with_no_sign() {
    check(
        r#"
        tsc --OUTDIR x => --OUTDIR[-outDir --outDir]<-x
        tsc -OutDir x => -OutDir[-outDir --outDir]<-x
        tsc -P x => -P[-p -project --project]<-x
        javac -J-Xmx1g A.java => -J=-Xmx1g A.java
        javac -J-Dx=y A.java => -J=-Dx=y A.java
        javac "-J@X" A.java => unclear(-J@X) A.java?
        mvn -lf.txt test => -l[-l --log-file]=f.txt test
        mvn -llr test => -llr[-llr --legacy-local-repository] test
        mvn -l f test => -l[-l --log-file]<-f test
        pnpm --config.a-b=c test => --config.=a-b=c test
        pnpm --configs=c test => --configs=c! test
        "#,
    );
}

#[test]
fn known_words() {
    check(
        r#"
        rm -fr x => -f[-f --force] -r[-r -R --recursive] x
        rm -- -f => -- -f
        rm - => -
        rm x -f => x -f[-f --force]
        rm --rec x => --rec[-r -R --recursive] x
        rm --no-pres / => --no-pres[--no-preserve-root] /
        rm --in x => --in[--interactive] x
        rm -fz x => -f[-f --force] -z! x
        rm -zf x => -z! -f[-f --force]? x
        rm --wat=1 x => --wat=1! x
        curl -sXPOST u => -s[-s --silent] -X[-X --request]=POST u
        curl -X POST u => -X[-X --request]<-POST u
        curl --request=POST u => --request[-X --request]=POST u
        curl -X=POST u => -X[-X --request]={=,}POST u
        curl --jso '{}' u => --jso[--json]<-{} u
        curl --data-bin @x u => --data-bin[--data-binary]<-@x u
        curl -d --get u => -d[-d --data --data-ascii]<---get u
        curl --expand-data x --expand-request={{m}} => --expand-data[-d --data --data-ascii]<-x --expand-request[-X --request]={{m}}
        curl -o => -o[-o --output]
        git commit -am msg => commit -a[-a --all] -m[-m --message]<-msg
        git commit -nam x => commit -n[-n --no-verify] -a[-a --all] -m[-m --message]<-x
        git commit --no-verif => commit --no-verif[-n --no-verify]
        git commit --verify => commit --verify
        git push --forc => push --forc[-f --force --force-if-includes --force-with-lease]?
        git push -fu origin => push -f[-f --force] -u[-u --set-upstream] origin
        systemctl restart --dry x => restart --dry[--dry-run] x
        vault kv get -mount=kv -namespace ns x => kv get -mount=kv -namespace[-namespace -ns]<-ns x
        vault nosuch -address=x => nosuch -address=x
        git push --no-force x => push --no-force x
        git push --force-with-lease x => push --force-with-lease x
        git -C dir -c a=b push -d x => -C<-dir -c<-a=b push -d[-d --delete] x
        git -5 log => -5! log
        git log -5 -n 3 => log -5 -n[-n --max-count]<-3
        git log -p5 => log -p[-p -u --patch] -5
        git stash drop -q => stash drop -q[-q --quiet]
        git stash -p => stash -p[-p --patch]
        git remote add -f x u => remote add -f[-f --fetch] x u
        git foo -C x => foo -C! x
        git diff --stat=80 -U3 a => diff --stat=80 -U[-U --unified]=3 a
        git diff -U 3 => diff -U[-U --unified] 3
        head -5 f => -5 f
        head -n 5 f => -n[-n --lines]<-5 f
        grep -rn5 x => -r[-r --recursive] -n[-n --line-number] -5 x
        sed -ni.bak p f => -n[-n --quiet --silent] -i[-i --in-place]=.bak p f
        sed -e p -i f => -e[-e --expression]<-p -i[-i --in-place] f
        tail -fn 3 x => -f[-f --follow] -n[-n --lines]<-3 x
        tail --follow=name x => --follow[-f --follow]=name x
        tar xzf a.tar b => -x[-x --extract --get] -z[-z --gzip --gunzip --ungzip] -f[-f --file]<-a.tar b
        tar cfC out dir x => -c[-c --create] -f[-f --file]<-out -C[-C --directory]<-dir x
        tar -xzf a => -x[-x --extract --get] -z[-z --gzip --gunzip --ungzip] -f[-f --file]<-a
        tar -cfz x => -c[-c --create] -f[-f --file]=z x
        env A=1 rm -rf x => A=1 rm -rf x
        env -iu X rm -rf => -i[-i --ignore-environment] -u[-u --unset]<-X rm -rf
        bash -eo pipefail -c t -x => -e -o<-pipefail -c t -x
        bash -co pipefail t => -c -o<-pipefail t
        bash +x f => +x f
        find . -name x -delete => . -name<-x -delete
        find -exec rm {} ';' -print => -exec={rm {}} -print
        find -- . -delete => -- . -delete
        find -L -- a -exec rm {} ';' => -L -- a -exec={rm {}}
        find . -exec rm {} + -print => . -exec={rm {}} -print
        find . -exec rm + a ';' -print => . -exec={rm + a} -print
        find . '(' -daystart -o -empty ')' => . ( -daystart -o[-o -or] -empty )
        find . -fprintf out fmt x => . -fprintf={out fmt} x
        python -m pytest -v x => -m<-pytest -v x
        python -Wd -c code -v => -W=d -c<-code -v
        python x -v => x -v
        jq --arg a b -rn . => --arg={a b} -r[-r --raw-output] -n[-n --null-input] .
        go test -run=X -args -v => test -run=X -args -v
        go build --tags x ./... => build --tags[-tags]<-x ./...
        docker run -it --rm alpine ls -l => run -i[-i --interactive] -t[-t --tty] --rm alpine ls -l
        docker compose -f a.yml exec -T web ls -l => compose -f[-f --file]<-a.yml exec -T[-T --no-tty --no-TTY] web ls -l
        podman run -it alpine ls -l => run -i[-i --interactive] -t[-t --tty] alpine ls -l
        oc get pods -n prod => get pods -n[-n --namespace]<-prod
        kubectl get pods -n prod => get pods -n[-n --namespace]<-prod
        kubectl -n prod get -o yaml secret => -n[-n --namespace]<-prod get -o[-o --output]<-yaml secret
        gh pr view 1 --web -R x/y => pr view 1 --web[-w --web] -R[-R --repo]<-x/y
        cargo +nightly build -p x => +nightly build -p[-p --package]<-x
        cargo run -- -v => run -- -v
        cargo run x -v => run x -v
        npm run build --script-shell=x => run build --script-shell=x
        make -j4 -C dir test => -j[-j --jobs]=4 -C[-C --directory]<-dir test
        wget -qO- u => -q[-q --quiet] -O[-O --output-document]=- u
        jq -fL p d . => -f[-f --from-file]<-p -L[-L --library-path]<-d .
        fd -HIx rm {} => -H[-H --hidden] -I[-I --no-ignore] -x[-x --exec]={rm {}}
        "#,
    );
}

#[test]
fn unknown_words() {
    check(
        r#"
        rm @X -f => unclear(@X) -f[-f --force]?
        rm $X -f / => unclear($X) -f[-f --force]? /?
        rm @X -- -f => unclear(@X) -- -f[-f --force]?
        rm -- @X => -- @X
        rm ./@X -f => ./@X -f[-f --force]
        rm -f@X y => -f[-f --force] unclear(-@X) y?
        rm --@X y => unclear(--@X) y?
        rm -@X y => unclear(-@X) y?
        curl --request=@X u => --request[-X --request]=@X u
        curl --unknown=@X u => --unknown=@X! u
        curl -X@M u => -X[-X --request]=@M u?
        curl -Xa@M u => -X[-X --request]=a@M u
        curl -X @M u => -X[-X --request]<-@M u
        curl -X $M u => -X[-X --request]<-$M unclear($M) u?
        curl @X -X POST => unclear(@X) -X[-X --request]<-POST? POST?
        git @X push -f => unclear(@X) push? unclear(-f)
        git x@X -f => x@X unclear(-f)
        git push @R -f => push unclear(@R) -f[-f --force]?
        git -C $D push -f => -C<-$D unclear($D) push? unclear(-f)
        env @X rm -rf => unclear(@X) rm? -r!? -f!?
        find @D -delete => unclear(@D) -delete?
        find . -exec rm @X ';' -print => . -exec={rm @X} ;? -print
        find . -exec rm @X y ';' -print => . -exec={rm @X y} y? ;? -print
        find . -exec rm @X -delete ';' -print => . -exec={rm @X -delete} -delete? ;? -print?
        find . -exec rm $X ';' -print => . -exec={rm $X} unclear($X) ;? -print?
        tar @X f => unclear(@X) f?
        env -u $D x -i => -u[-u --unset]<-$D unclear($D) x? -i[-i --ignore-environment]?
        python -m@X y -v => -m=@X y? unclear(-v)
        jq --arg $X b . => --arg={$X} unclear($X) b? .?
        jq -fL $X d . => -f[-f --from-file]<-$X unclear($X) -L[-L --library-path]<-d? d? .?
        "#,
    );
}

#[test]
fn one_of_several_flags_may_be_each_of_them() {
    let choices = vec!["-delete".to_owned(), "-print".to_owned()];
    let one_of = Word { parts: [Part::Choice(choices)].into(), ..Word::default() };
    let words = [word("find"), word("."), one_of];
    let items = options::read(&Tables::default().table("find").unwrap(), &words).items;
    assert!(matches!(items[..], [Item::Operand { .. }, Item::Unclear { .. }]), "{items:?}");
}

/// A small generator: numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    fn pick<'a>(&mut self, texts: &[&'a str]) -> &'a str {
        texts[self.below(texts.len())]
    }
}

fn tables() -> Vec<(&'static str, Table, Vec<&'static str>)> {
    let flags = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let plain =
        flags(&["-a|--all", "-b|--bee <x>", "-c|--cee [x]", "-d|--dee <x> <y>", "-e|--bell", "-o <x> separate"]);
    let letters = vec![
        "-a", "-b", "-c", "-ab", "-ba", "-cx", "-xa", "-d", "-o", "-oa", "--all", "--bee", "--be", "--bee=v",
        "--cee=a", "--al", "--no", "--", "-", "x", "y", "sub", "-5", "-a=v", "--x=1", "", "-e",
    ];
    let simple = custom::table(&plain, []).unwrap();
    let stops = Table { stops_at_operand: true, ..simple.clone() };
    let short = Table { abbreviations: true, negations: true, numbers: true, ..simple.clone() };
    let inner = custom::table(flags(&["-a|--add <x>", "-f|--force"]), []).unwrap();
    let with_sub =
        custom::table(&plain, BTreeMap::from([("sub".to_owned(), inner), ("y".to_owned(), stops.clone())])).unwrap();
    let bare = Table { bare_cluster: true, ..simple.clone() };
    let find = (*Tables::default().table("find").unwrap()).clone();
    let tests = vec![
        "-name", "-print", "-delete", "-exec", ";", "+", "{}", "x", "-o", "-fprintf", "rm", "-H", "(", "--", "-nope",
    ];
    vec![
        ("simple", simple, letters.clone()),
        ("stops", stops, letters.clone()),
        ("short", short, letters.clone()),
        ("sub", with_sub, letters.clone()),
        ("bare", bare, letters),
        ("find", find, tests),
    ]
}

fn literal(texts: &[&str]) -> Vec<Word> {
    texts.iter().map(|text| Word::literal(*text, Span::default())).collect()
}

/// Could the unknown word be this text?
fn may_be(word: &Word, text: &str) -> bool {
    word.known().map_or_else(|| text.starts_with(word.literal_prefix()), |known| known == text)
}

fn index_of(item: &Item) -> usize {
    match item {
        Item::Operand { index, .. } | Item::EndOfOptions { index } | Item::Unclear { index, .. } => *index,
        Item::Flag(flag) => flag.index,
    }
}

/// Is this concrete item among what the abstract reading says of the same word?
fn is_covered(concrete: &Item, index: usize, abstracts: &[Item]) -> bool {
    abstracts.iter().filter(|item| index_of(item) == index).any(|item| match (concrete, item) {
        (_, Item::Unclear { .. }) => true,
        (Item::Operand { word, .. }, Item::Operand { word: other, .. }) => may_be(other, word.known().unwrap()),
        (Item::Operand { .. }, Item::Flag(flag)) => !flag.certain,
        (Item::EndOfOptions { .. }, Item::EndOfOptions { .. }) => true,
        // `--` after an unknown word
        (Item::Operand { .. }, Item::EndOfOptions { .. }) => true,
        (Item::EndOfOptions { .. }, Item::Operand { certain, .. }) => !certain,
        (Item::Flag(flag), Item::Flag(other)) => is_flag_covered(flag, other),
        _ => false,
    })
}

/// What a value of known words may be: of `-o=file` with its sign, and without.
fn texts_of(value: &Word) -> Vec<String> {
    match value.parts.as_slice() {
        [Part::Choice(begins), Part::Literal(rest)] => begins.iter().map(|begin| format!("{begin}{rest}")).collect(),
        _ => vec![value.known().unwrap().to_owned()],
    }
}

fn is_flag_covered(concrete: &Flag, other: &Flag) -> bool {
    let named = concrete.spelled == other.spelled && concrete.names.iter().all(|name| other.names.contains(name));
    // a terminator may be hidden among the words: they are all that there may be
    let hidden = other.value_words.iter().any(|word| !word.is_known());
    let value = hidden
        || match (&concrete.value, &other.value) {
            (Some(value), Some(other)) => texts_of(value).iter().all(|text| may_be(other, text)),
            (None, None) => true,
            // `-i"$X"`: an optional value that may be empty
            (None, Some(other)) => may_be(other, ""),
            // `-a"$X"`: a flag without a value, whatever is fused to it
            (Some(value), None) => texts_of(value).iter().any(|text| text.starts_with('=')),
        };
    named && (value || !other.certain)
}

/// Is a certain abstract item really there?
fn is_there(item: &Item, index: usize, concretes: &[Item]) -> bool {
    concretes.iter().filter(|concrete| index_of(concrete) == index).any(|concrete| match (item, concrete) {
        (Item::Operand { word: other, .. }, Item::Operand { word, .. }) => may_be(other, word.known().unwrap()),
        (Item::Flag(other), Item::Flag(flag)) => is_flag_covered(flag, other),
        _ => false,
    })
}

#[test]
fn what_is_certain_holds_whatever_the_unknown_word_is() {
    let mut numbers = Numbers(7);
    for (name, table, vocabulary) in tables() {
        for _ in 0..6000 {
            let length = 1 + numbers.below(6);
            let mut texts = vec!["command"];
            texts.extend((0..length).map(|_| numbers.pick(&vocabulary)));
            let hidden = 1 + numbers.below(length);
            let any = numbers.below(3) == 0;
            // what the unknown word is in truth: itself, or with `Any` other words too
            let count = if any { numbers.below(3) } else { 1 };
            let truth: Vec<&str> =
                if any { (0..count).map(|_| numbers.pick(&vocabulary)).collect() } else { vec![texts[hidden]] };
            let mut concrete_texts = texts.clone();
            concrete_texts.splice(hidden..=hidden, truth.iter().copied());
            let mut words = literal(&texts);
            words[hidden] = if any {
                Word::any_words("$X", Span::default())
            } else {
                let known = numbers.below(texts[hidden].len() + 1);
                with_unknown(&texts[hidden][..known], "@X")
            };
            let concrete = options::read(&table, &literal(&concrete_texts)).items;
            let abstracts = options::read(&table, &words).items;
            let explain = || format!("{name}: {concrete_texts:?} read as {words:?}\n{concrete:#?}\n{abstracts:#?}");
            let there = |index: usize| {
                (index < hidden).then_some(index).or((index >= hidden + count).then(|| index + 1 - count))
            };
            for item in &concrete {
                let Some(index) = there(index_of(item)) else { continue };
                assert!(is_covered(item, index, &abstracts), "{item:?} is lost\n{}", explain());
            }
            for item in &abstracts {
                let certain = match item {
                    Item::Operand { certain, word, .. } => *certain && word.count == Count::One,
                    Item::Flag(flag) => flag.certain,
                    _ => false,
                };
                let index = index_of(item);
                let index = if index > hidden { index + count - 1 } else { index };
                assert!(!certain || is_there(item, index, &concrete), "{item:?} is not there\n{}", explain());
            }
        }
    }
}

#[test]
fn known_words_can_be_put_together_again() {
    let mut numbers = Numbers(11);
    for (name, table, vocabulary) in tables() {
        for _ in 0..3000 {
            let mut texts = vec!["command"];
            texts.extend((0..1 + numbers.below(6)).map(|_| numbers.pick(&vocabulary)));
            let items = options::read(&table, &literal(&texts)).items;
            let mut seen = vec![false; texts.len()];
            for item in &items {
                seen[index_of(item)] = true;
                if let Item::Flag(flag) = item {
                    let words = flag.value_words.len().max(usize::from(flag.separate));
                    let held: Vec<String> = flag.value_words.iter().chain(&flag.value).map(Word::display).collect();
                    let after = if table.bare_cluster { 0 } else { flag.index };
                    let separate = held.iter().all(|value| texts[after..].contains(&value.as_str()));
                    assert!(!flag.separate || words == 0 || separate, "{name}: {texts:?}\n{items:#?}");
                    let attached = flag.separate
                        || flag.value.as_ref().is_some_and(|value| !value.is_known())
                        || texts[flag.index].contains(&flag.value.as_ref().map(Word::display).unwrap_or_default());
                    assert!(attached, "{name}: {texts:?}\n{items:#?}");
                }
            }
            // every word that begins an item, or is held as a value, or ends a command of find
            let held: usize = items
                .iter()
                .filter_map(|item| match item {
                    Item::Flag(flag) if flag.separate && flag.certain => {
                        Some(flag.value_words.len().max(usize::from(flag.value.is_some())))
                    }
                    _ => None,
                })
                .sum();
            let terminators = texts.iter().filter(|text| matches!(**text, ";" | "+")).count();
            let unseen = seen.iter().skip(1).filter(|seen| !**seen).count();
            assert!(unseen <= held + terminators, "{name}: words are lost: {texts:?}\n{items:#?}");
        }
    }
}
