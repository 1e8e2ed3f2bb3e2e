//! Accounts of commands, by tables that are written here.

use super::*;
use crate::command::options::{self, Tables};

/// `kind target` of every effect, with `?` where it is not certain and `!` where the account is not whole.
fn account(table: &'static str, line: &str) -> String {
    let table = options::of_text(table);
    let words: Vec<Word> = line
        .split(' ')
        .map(|text| match text.strip_prefix('$') {
            Some("@") => Word::any_words("$@", Default::default()),
            Some(_) => Word::unknown(text, Default::default()),
            None => Word::literal(text, Default::default()),
        })
        .collect();
    let account = of(&table, &options::read(&table, &words), &words);
    let mut shown: Vec<String> = account
        .deeds
        .iter()
        .map(|deed| {
            let target = deed.target.as_ref().map_or_else(String::new, |target| format!(" {}", target.display()));
            let below = if deed.below == Match::Must { "/**" } else { "" };
            format!("{}{target}{below}{}", deed.kind.as_str(), if deed.certain { "" } else { "?" })
        })
        .collect();
    match account.extent {
        Extent::Whole => {}
        Extent::Untold(_) => shown.push("untold".to_owned()),
        Extent::Lost(_) => shown.push("lost".to_owned()),
    }
    shown.join(", ")
}

const CP: &str = "abbreviations\noperands if -t|--target-directory: <source>... reads\noperands: <source>... reads <destination> writes\n--help  only\n-r|--recursive  below\n-t|--target-directory <directory>  writes\n-v\n";

#[test]
fn operands_have_their_effects() {
    assert_eq!(account(CP, "cp a b"), "reads a, writes b");
    assert_eq!(account(CP, "cp -rv a b c"), "reads a/**, reads b/**, writes c/**");
    assert_eq!(account(CP, "cp --targ=d a b"), "writes d, reads a, reads b");
    assert_eq!(account(CP, "cp a /dev/null"), "reads a");
    assert_eq!(account(CP, "cp --help a b"), "");
}

#[test]
fn what_is_not_known_makes_it_unsure() {
    // `$X` may be `-t`
    let either_line =
        "writes $X is not known?, reads a?, reads $X?, reads a?, writes a?, reads $X?, writes $X?, untold";
    assert_eq!(account(CP, "cp a $X"), either_line);
    assert_eq!(account(CP, "cp -- a $X"), "reads a, writes $X?");
    // `$X` may be `/dev/null`
    assert_eq!(account(CP, "cp -- a x$X"), "reads a, writes x$X");
    assert_eq!(account(CP, "cp --new a b"), "reads a, writes b, untold");
    assert_eq!(account(CP, "cp --help a $X"), either_line);
    assert_eq!(account("-x\n", "foo"), "untold");
}

#[test]
fn conditions_count() {
    const TAR: &str = "bare-cluster\noperands if -c: <file>... reads below\noperands: <member>...\ndoes writes . if -x unless -O\n-c\n-f <archive>  reads unless -c writes if -c\n-O\n-x\n";
    assert_eq!(account(TAR, "tar cf a.tar src"), "writes a.tar, reads src/**");
    assert_eq!(account(TAR, "tar xf a.tar"), "reads a.tar, writes .");
    assert_eq!(account(TAR, "tar -xOf a.tar x"), "reads a.tar");
    const ENV: &str = "operands: <command>... command\ndoes secrets unless operands\n";
    assert_eq!(account(ENV, "env"), "secrets");
    assert_eq!(account(ENV, "env x"), "runs x");
}

#[test]
fn keyed_operands_stand_anywhere() {
    const DD: &str = "operands: if=<file> reads of=<file> writes <operand>...\n";
    assert_eq!(account(DD, "dd bs=1 of=b if=a"), "writes b, reads a");
    assert_eq!(account(DD, "dd if=a"), "reads a");
    const GET: &str = "does network\noperands: *secret* secrets <resource>...\n";
    assert_eq!(account(GET, "get pods,secrets"), "secrets pods,secrets, network");
    assert_eq!(account("operands: <in> reads <out> writes\n", "uniq a b c"), "reads a, writes b, untold");
}

#[test]
fn values_are_looked_into() {
    const CURL: &str = "operands: <url>... url\n-d <data>  at-reads changes\n-o <file>  writes\n";
    assert_eq!(account(CURL, "curl -d @x -o y https://h"), "reads x, changes @x, writes y, network https://h");
    assert_eq!(account(CURL, "curl file:///etc/passwd"), "reads /etc/passwd");
    const SCP: &str = "operands: <source>... remote reads <target> remote writes\n";
    assert_eq!(account(SCP, "scp a h:b"), "reads a, changes h:b, network h:b");
    assert_eq!(account(SCP, "scp h:b a"), "network h:b, writes a");
    const SHOW: &str = "operands: <object>... ref reads\n";
    assert_eq!(account(SHOW, "show HEAD:.env"), "reads .env, reads HEAD:.env");
}

#[test]
fn subcommands_have_accounts_of_their_own() {
    const TOOL: &str = "does network inherit\n[add|new]\noperands: <name>... writes\n[list]\ndoes nothing\n[raw]\n-x\n";
    assert_eq!(account(TOOL, "tool add x"), "writes x, network");
    assert_eq!(account(TOOL, "tool list x"), "network");
    assert_eq!(account(TOOL, "tool raw"), "network, untold");
    assert_eq!(account(TOOL, "tool other"), "network, untold");
    assert_eq!(account(TOOL, "tool $X"), "network, lost");
    assert_eq!(account(TOOL, "tool"), "network");
    // what is not known may be the subcommand
    assert_eq!(account("does secrets unless operands\n[x]\n", "tool $X"), "secrets?, lost");
}

#[test]
fn an_option_can_speak_of_all_operands() {
    const FIND: &str = "single-dash-long\noperands: <start>... reads below\n-delete  deletes\n";
    assert_eq!(account(FIND, "find a -delete"), "reads a/**, deletes a/**");
}

#[test]
fn every_built_in_table_has_an_account() {
    // drawn up without words but the name: none may fail
    let tables = Tables::default();
    for name in options::names() {
        let Some(table) = tables.table(name) else { panic!("{name} has no table") };
        let words = [Word::literal(name, Default::default())];
        let _ = of(&table, &options::read(&table, &words), &words);
    }
}

#[test]
fn an_option_that_is_undone_counts_for_nothing() {
    const CLEAN: &str =
        "negations\ndoes deletes . unless -n|--dry-run\n--help  only\n-n|--dry-run\n-o <file>  writes\n";
    assert_eq!(account(CLEAN, "clean -n"), "");
    assert_eq!(account(CLEAN, "clean -n --no-dry-run"), "deletes .?");
    assert_eq!(account(CLEAN, "clean --dry-run=false"), "deletes .?");
    assert_eq!(account(CLEAN, "clean --help=false"), "deletes .?");
    assert_eq!(account(CLEAN, "clean --help"), "");
    // `$X` may be --no-dry-run
    assert_eq!(account(CLEAN, "clean -n $X"), "writes $X is not known?, deletes .?, untold");
}

#[test]
fn of_two_values_the_file_counts() {
    const JQ: &str = "operands: <filter>\n--rawfile <name> <file>  reads\n";
    assert_eq!(account(JQ, "jq --rawfile a .env x"), "reads .env");
    const FIND: &str = "single-dash-long\noperands: <start>...\n-fprintf <file> <format>  writes\n";
    assert_eq!(account(FIND, "find . -fprintf out %p"), "writes out");
}

#[test]
fn what_is_attached_to_an_option_that_takes_nothing_is_no_file() {
    const GEN: &str = "operands: <file>... reads\n--delete  deletes\n--quiet\n-o <file>  writes\n";
    assert_eq!(account(GEN, "gen --delete a"), "reads a, deletes a");
    assert_eq!(account(GEN, "gen --delete=true a"), "reads a, deletes a");
    assert_eq!(account(GEN, "gen --delete --delete a"), "reads a, deletes a");
    assert_eq!(account(GEN, "gen --delete=false a"), "reads a, deletes a?");
    // of a newer version perhaps
    assert_eq!(account(GEN, "gen --delete=b a"), "reads a, deletes a, untold");
    assert_eq!(account(GEN, "gen --quiet=b a"), "reads a");
    assert_eq!(account(GEN, "gen a -o"), "writes the value of -o?, reads a");
}

#[test]
fn what_a_command_does_without_a_subcommand_it_need_not_do_with_one() {
    const STORE: &str = "does network inherit\ndoes deletes\noperands: <file>... reads\n-o <file>  writes inherit\n[list]\ndoes nothing\n";
    assert_eq!(account(STORE, "store"), "network, deletes");
    assert_eq!(account(STORE, "store list"), "network");
    assert_eq!(account(STORE, "store $X"), "writes $X is not known?, reads $X?, network, deletes?, lost");
}

#[test]
fn words_that_may_be_several_operands_may_be_too_many() {
    const UNIQ: &str = "operands: <in> reads <out> writes\n-c\n";
    assert_eq!(account(UNIQ, "uniq -- $@"), "reads $@?, writes $@?, untold");
    assert_eq!(account(UNIQ, "uniq -- a $X"), "reads a, writes $X?");
    assert_eq!(account(UNIQ, "uniq -- a $@"), "reads a, writes $@?, untold");
    // `-c` may be a file
    assert_eq!(account("operands: <in>... reads\n-c\n", "cat $X -c"), "reads $X?, reads -c?, untold");
}

#[test]
fn files_go_into_directories_under_their_names() {
    const CP: &str =
        "operands if -t: <source>... reads\noperands: <source>... reads <target> writes into\n-t <directory>  into\n";
    assert_eq!(account(CP, "cp a b d"), "reads a, reads b, writes d, writes d/a?, writes d/b?");
    assert_eq!(account(CP, "cp -t d a b"), "reads a, reads b, writes d/a?, writes d/b?");
    // so many pairs are not told one by one
    let many = "cp -t 1 -t 2 -t 3 -t 4 -t 5 a b";
    let each = ["1", "2", "3", "4", "5"].map(|directory| format!("writes {directory}/any name?"));
    assert_eq!(account(CP, many), format!("reads a, reads b, {}", each.join(", ")));
}

#[test]
fn a_program_of_which_a_part_is_not_known_may_do_anything() {
    const SED: &str = "operands if -e: <file>... reads\noperands: <script> sed <file>... reads\n-e <script>  sed\n";
    assert_eq!(account(SED, "sed p a"), "reads a");
    assert_eq!(account(SED, "sed -- $X a"), "reads a, runs $X?, reads?, writes?, runs?");
    assert_eq!(account(SED, "sed -e p -e $X -- a"), "reads a, runs p\n$X?, reads?, writes?, runs?");
}

#[test]
fn an_abbreviation_means_the_inner_one_of_two_options_of_one_name() {
    const TOOL: &str = "abbreviations\n--out  deletes inherit\n[add]\ndoes nothing\n--out <file>  writes\n";
    assert_eq!(account(TOOL, "tool add --ou x"), "writes x");
    assert_eq!(account(TOOL, "tool add --out x"), "writes x");
}

#[test]
fn an_option_that_may_have_a_value_may_speak_of_all_operands() {
    const TOOL: &str =
        "abbreviations\noperands: <file>... reads\n--color <when>\n--colour  deletes\n--debug [file] next  writes\n";
    assert_eq!(account(TOOL, "tool --col x"), "deletes x?, reads x?, untold");
    assert_eq!(
        account(TOOL, "tool --debug $X"),
        "writes $X?, writes $X is not known?, reads $X?, writes $X?, deletes $X?, deletes?, untold"
    );
}

#[test]
fn a_command_in_an_option_is_one_value_however_many_words_it_has() {
    const FIND: &str = "does nothing\n-x <command ;>  reads\n";
    assert_eq!(account(FIND, "find -x a b ;"), "reads a");
    assert_eq!(account(FIND, "find -x a b c ;"), "reads a");
}

#[test]
fn a_directory_named_as_one_holds_what_goes_into_it() {
    let holders = |line: &str| {
        let table = Tables::default().table(line.split(' ').next().unwrap()).unwrap();
        let words: Vec<Word> = line.split(' ').map(|text| Word::literal(text, Default::default())).collect();
        let account = of(&table, &options::read(&table, &words), &words);
        account
            .deeds
            .iter()
            .filter(|deed| deed.holds)
            .map(|deed| deed.target.as_ref().unwrap().display())
            .collect::<Vec<_>>()
    };
    assert_eq!(holders("cp a b docs/"), ["docs/"]);
    assert_eq!(holders("mv -f a docs/"), ["docs/"]);
    for line in
        ["cp a docs", "cp a/ docs/", "cp --parents a docs/", "cp -b a docs/", "install a docs/", "rsync -a a docs/"]
    {
        assert!(holders(line).is_empty(), "{line}");
    }
}
