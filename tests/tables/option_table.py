"""Reads the option tables: what a command's table says of one option.

Owns the part of the format that is about spellings and values. Refuses to know effects, and to check the format (the
tests of the program do).
"""

import fnmatch
import re

VALUES = {"<": "one", "[": "optional"}
# words behind an option that are no effect
PLAIN = {"inherit", "first", "last", "next", "separate"}


class Option:
    """An option of a table: its spellings, whether it takes a value, whether it holds after a subcommand, whether an effect is told."""

    def __init__(self, line):
        names, _, rest = line.partition(" ")
        rest = rest.strip()
        self.names = names.split("|")
        self.inherited = "inherit" in rest.split()
        self.says_what_it_does = bool(set(re.sub(r"<[^>]*>|\[[^\]]*\]", "", rest).split()) - PLAIN)
        if rest.startswith("[=") or rest.startswith("?"):
            self.value = "optional"
            self.long_only = rest.startswith("[=")
        else:
            self.value = VALUES.get(rest[:1], "none")
            self.long_only = False

    def value_of(self, name):
        """Whether this spelling takes a value: `none`, `one` or `optional`."""
        return "none" if self.long_only and not name.startswith("--") else self.value


class Table:
    """The lines of one command or subcommand, its parts included."""

    def __init__(self, lines, part):
        self.habits = set()
        self.options = []
        self.stated = set()
        for line in lines:
            if line.startswith("include "):
                inner = Table(part(line.removeprefix("include ")), part)
                self.habits |= inner.habits
                self.options += inner.options
            elif line[:1] in ("-", "+"):
                self.options.append(Option(line))
            elif re.fullmatch(r"[a-z-]+", line):
                self.habits.add(line)


class Command:
    """The table that holds after some words (`git`, `git branch`, `docker compose ps`), outer ones considered."""

    def __init__(self, tables):
        self.tables = tables
        self.habits = tables[-1].habits
        inherited = [option for table in tables[:-1] for option in table.options if option.inherited]
        self.options = {}
        for option in tables[-1].options + inherited:
            for name in option.names:
                self.options.setdefault(name, option)

    def with_others(self, others):
        """This, with the options of others that it does not have itself."""
        joined = Command(self.tables)
        for other in others:
            joined.options = other.options | joined.options
        return joined

    def value(self, name):
        """`none`, `one`, `optional` or `unclear`; None where the table does not know the option."""
        for spelling in [name, *self._negations(name), *self._two_dashes(name)]:
            if option := self.options.get(spelling):
                return option.value_of(spelling) if spelling == name or spelling in self._two_dashes(name) else "none"
        # `-Wall` is `-W` with a value
        letter = self.options.get(name[:2]) if len(name) > 2 and not name.startswith("--") else None
        return "unclear" if letter and letter.value_of(name[:2]) != "none" else None

    def _negations(self, name):
        if "negations" not in self.habits or not name.startswith("--"):
            return []
        return [f"--{name[5:]}" if name.startswith("--no-") else f"--no-{name[2:]}"]

    def _two_dashes(self, name):
        # Go's flags take one dash or two
        return [name[1:]] if "single-dash-long" in self.habits and name.startswith("--") else []


class Library:
    """Every built-in table."""

    def __init__(self, root):
        self.folder = root / "src/command/options/tables"
        self.files = {}
        index = (root / "src/command/options/index/entries.rs").read_text(encoding="utf-8")
        entries = index.partition("tables! {")[2].partition("};")[0]
        for name, other in re.findall(r'"([^"]+)"(?: => "([^"]+)")?', entries):
            self.files[name] = other or name
        self.read = {}

    def _sections(self, file):
        """The sections of a file by what stands between their brackets; the head is ``."""
        if file not in self.read:
            found = {"": []}
            for line in (self.folder / f"{file}.txt").read_text(encoding="utf-8").splitlines():
                if match := re.fullmatch(r"\[(.+)\]", line):
                    found[match[1]] = current = []
                elif not line.startswith("#"):
                    (found[""] if len(found) == 1 else current).append(line)
            self.read[file] = found
        return self.read[file]

    def _part(self, name):
        return self._sections(self.files[name])[""]

    def _next(self, file, prefix, word):
        """Where the subcommand stands: its file and the section."""
        level = [path for path in self._sections(file) if path and path.startswith(prefix) and
                 " " not in path[len(prefix):]]
        for exact in (True, False):
            for path in level:
                for name in path[len(prefix):].split("|"):
                    if name == word or not exact and "*" in name and fnmatch.fnmatchcase(word, name):
                        return file, path
        if not prefix and (below := self.files.get(f"{file}/{word}")) and not word.startswith("_"):
            return below, ""
        return None

    def command(self, words):
        """What holds after the words; None where no table says anything."""
        file = self.files.get(words[0])
        if file is None:
            return None
        section, tables = "", []
        tables.append(Table(self._sections(file)[section], self._part))
        for word in words[1:]:
            step = self._next(file, self._prefix(section), word)
            if step is None:
                return None
            file, section = step
            tables.append(Table(self._sections(file)[section], self._part))
        return Command(tables)

    def aliases(self, words):
        """Every name of the subcommand that the words end in."""
        file, section = self.files[words[0]], ""
        for word in words[1:]:
            file, section = self._next(file, self._prefix(section), word)
        if section:
            return set(section.split(" ")[-1].split("|"))
        return {name.rpartition("/")[2] for name, other in self.files.items() if other == file}

    @staticmethod
    def _prefix(section):
        """What the sections below one begin with."""
        if not section:
            return ""
        outer, _, last = section.rpartition(" ")
        return f"{outer} {last.split('|')[0]} ".lstrip()

    def subcommands(self, name):
        """The words of every subcommand of a command, at every depth, by their first names; stars left out."""
        file = self.files[name]
        found = self._below(file)
        for other in sorted(self.files):
            word = other.removeprefix(f"{file}/")
            if word != other and not word.startswith("_") and self.files[other] == other:
                found.append([word])
                found += [[word, *path] for path in self._below(other)]
        return found

    def _below(self, file):
        paths = [path.split(" ") for path in self._sections(file) if path and "*" not in path]
        return [[*path[:-1], path[-1].split("|")[0]] for path in paths]
