"""What `help_text` finds in the layouts of help texts."""

import sys
import unittest

sys.dont_write_bytecode = True

import help_text  # noqa: E402


def found(text, style="lines", known=()):
    return {name: "/".join(sorted(values)) for name, values in help_text.options(text, style, set(known)).items()}


class Lines(unittest.TestCase):
    def test_a_value_is_that_of_every_spelling(self):
        self.assertEqual(found("  -o, --output=FILE   write there"), {"-o": "one", "--output": "one"})
        self.assertEqual(found(" -o, --output <file>  write there"), {"-o": "one", "--output": "one"})
        self.assertEqual(found("  -o FILE, --output=FILE\n          write there"), {"-o": "one", "--output": "one"})
        self.assertEqual(found("  -b, --base branch   the branch"), {"-b": "one", "--base": "one"})

    def test_no_value(self):
        self.assertEqual(found("  -q, --quiet, --silent  say nothing"),
                         {"-q": "none", "--quiet": "none", "--silent": "none"})
        self.assertEqual(found("  -t|--tree   as a tree"), {"-t": "none", "--tree": "none"})
        self.assertEqual(found("  -verbose (-v)   say more", known=["-verbose"]), {"-verbose": "none", "-v": "none"})

    def test_an_optional_value_says_nothing_of_the_short_spelling(self):
        self.assertEqual(found("  -F, --classify[=WHEN]  a sign"), {"-F": "unclear", "--classify": "optional"})
        self.assertEqual(found("  -p, --style=slash   a slash"), {"-p": "unclear", "--style": "one"})
        self.assertEqual(found("  --color [when]   colours"), {"--color": "unclear"})

    def test_two_ways_to_spell_it(self):
        self.assertEqual(found("    --[no-]track   it"), {"--track": "none", "--no-track": "unclear"})
        self.assertEqual(found("  --colo[u]r=WHEN   when"), {"--color": "one", "--colour": "one"})

    def test_a_type_in_the_description(self):
        self.assertEqual(found("  --port   where to listen  [number]"), {"--port": "one"})
        self.assertEqual(found("  --open   open it  [boolean]"), {"--open": "none"})

    def test_prose_is_no_definition(self):
        self.assertEqual(found("  -a   all\n                         -b is another one"), {"-a": "none"})
        self.assertEqual(found("  -<signal>, -[acd]  these"), {})
        self.assertEqual(found("----------"), {})

    def test_long_spellings_in_a_column_of_their_own(self):
        self.assertEqual(found("  -a            --all    all\n                --norc   no file"),
                         {"-a": "none", "--all": "none", "--norc": "none"})

    def test_attached_values(self):
        self.assertEqual(found("  -B#   a size"), {"-B": "attached"})
        self.assertEqual(found("  -ttt   more of it"), {"-ttt": "none"})


class Hints(unittest.TestCase):
    TEXT = """  -o, --output FILE   write the report
                      to a file
  -k, --key FILE      the private key file
      --pager CMD     program to use for paging
  -n, --lines N       how many lines to show
"""

    def test_the_words_of_a_description_tell_an_effect(self):
        said = {name: help_text.description(self.TEXT, name) for name in ("-o", "--output", "--key", "--pager", "-n", "--no")}
        self.assertEqual(said["--output"], "-o, --output FILE   write the report to a file")
        self.assertEqual(said["-o"], said["--output"])
        self.assertEqual(said["--no"], "")
        self.assertEqual([help_text.hint(said[name]) for name in ("-o", "--key", "--pager", "-n")],
                         ["writes", "reads", "runs", None])


class Others(unittest.TestCase):
    def test_usage(self):
        self.assertEqual(found("usage: ssh [-46A] [-b address] [-L|-S] [--all]", "usage"),
                         {"-4": "none", "-6": "none", "-A": "none", "-b": "one", "-L": "none", "-S": "none",
                          "--all": "none"})

    def test_words(self):
        self.assertEqual(found("  -depth -maxdepth LEVELS", "words"), {"-depth": "unclear", "-maxdepth": "one"})

    def test_subcommands(self):
        self.assertEqual(help_text.subcommands("Commands:\n  add, a   add it\n  rm       remove it\n\nOptions:\n  x  y"),
                         ["add", "rm"])


unittest.main()
