"""Finds the options in a help text or a manual page.

Owns the guesses about how such texts are laid out. Refuses to know any table, but for the spellings that say whether
`-name` is one option or several letters.

An option is found where a line defines it (`  -o, --output=FILE   write there`), or, where a tool is read by its usage,
inside the brackets of that (`[-abc] [-o file]`), or, where it is read by its words, anywhere. What is said of its value:
`none`, `one`, `optional`, or `unclear` where the text can be read in several ways.
"""

import re

# two blanks end what defines an option, unless another spelling follows
GAP = re.compile(r"\s{2,}(?!\s|--?[A-Za-z]|<)|\s+[:=]\s|:(?=\s|$)|\s:|\s-\s")
LONG = re.compile(r"--(?:\[no-?\]|\(no-?\))?[A-Za-z0-9_@][\w.@+-]*(?:\[-?\w+\][\w-]*(?![^\s,=]))?")
WORD = re.compile(r"-(?:\[no-?\])?[A-Za-z0-9_][\w.-]*")
# what may be an option; `-[abc]`, `-<signal>`, `--force-<thing>` stand for others
PLAIN = re.compile(r"--?[^\s\[<{(*|-]|--?[^\s\[<{(*|-].*[^-]")
SEPARATOR = re.compile(r"\s*(?:,|\||/|\bor\b|;)?\s*(?=-[^\s\d>]|-\d(?:[\s,|]|$))|\s*(?:,|\||/|\bor\b)\s*(?=-)")
# a letter between: `--colo[u]r`
TWO_WAYS = re.compile(r"(--[\w-]+)\[(\w+)\](\w[\w-]*)")
BRACKETED = re.compile(r"<[^<>]*>|\{[^{}]*\}|\"[^\"]*\"|'[^']*'|\([^()]*\)")
ENCLOSED = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"
VALUE_WORD = re.compile(r"[^\s,|\[\]]+(?:\[[^\]\s]*\])?(?:\|[^\s,|]+)*")


def plain(text):
    """The text without the backspaces and escapes of a terminal."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|.\x08", "", text)


def options(text, style, known):
    """The options of a text: spelling to the set of what is said of its value. `known` are spellings of the table."""
    text = plain(text).replace("\u2010", "-").replace("\u2212", "-")
    found = {}
    for part in style.split():
        for name, value in STYLES[part](text, known):
            found.setdefault(name, set()).add(value)
    return found


def of_definitions(text, known):
    """The lines that begin with an option, not deeper than those that are the least indented and a bit."""
    lines = text.expandtabs(8).split("\n")
    depths = [len(line) - len(line.lstrip()) for line in lines if re.match(r"\s*--?[A-Za-z]", line)]
    limit = min(depths, default=0) + 8
    # `-x  --long`: another line may have a long spelling alone, below that one
    columns = {match.start(1) for line in lines if (match := re.match(r"\s*-\S.*?\s(--[a-z])", line))}
    for at, line in enumerate(lines):
        body = line.lstrip()
        depth = len(line) - len(body)
        if not body.startswith("-") or depth > limit and not (depth in columns and body.startswith("--")) or re.match(r"-+(\s|$)|-[-=]{2,}", body):
            continue
        # `-output (-o) <file>`, and `-p, p, --pid <id>` of ps
        body = re.sub(r"\s\((?:or )?(--?\w[\w-]*)\)", r", \1", body)
        body = re.sub(r"^(-\w,) \w, (?=--)", r"\1 ", body)
        spec = GAP.split(body, maxsplit=1)[0]
        told = type_told(lines, at)
        for name, value in definition(spec, len(spec) < len(body), known):
            yield name, told if told and value == "none" else value


def type_told(lines, at):
    """What `[string]` or `[boolean]` in the description says of the value, if it stands there."""
    block = lines[at]
    for line in lines[at + 1:at + 12]:
        if not line.strip() or line.lstrip().startswith("-"):
            break
        block += " " + line.strip()
    match = re.search(r"\[(string|number|array|choices:|boolean|count)\b", block)
    return match and ("none" if match[1] in ("boolean", "count") else "one")


def definition(spec, described, known):
    """The spellings of `-o, --output=FILE`, each with its value. `described`: the description is known to follow."""
    names, values, rest = [], [], spec
    while rest:
        spelled = spelling(rest, known)
        if not spelled:
            break
        rest = rest[len(spelled):]
        value, rest = value_of(rest, described)
        names.append(spelled)
        values.append(value)
        if not (match := SEPARATOR.match(rest)) or not rest[match.end():].startswith("-"):
            break
        rest = rest[match.end():]
    for at, name in enumerate(names):
        value = values[at]
        later = [other for other in values[at + 1:] if other != "none"]
        if value == "none" and later:
            # `-o, --output=FILE`: the value is that of both; but `-F, --classify[=WHEN]` tells nothing of `-F`, nor does
            # `-p, --indicator-style=slash` of `-p`
            value = "one" if later[-1] == "one" and not re.search(r"=[a-z][a-z-]*$", spec) else "unclear"
        if value == "none" and any(other != "none" for other in values[:at]):
            value = "unclear"
        yield from spellings(name, value)


def spelling(rest, known):
    """The option at the beginning: `--name`, `-n`, or `-name` where that is one option."""
    if rest.startswith("--"):
        match = LONG.match(rest)
        return match[0].rstrip(".") if match else ""
    whole = WORD.match(rest)
    if more := re.match(r"-(\w)\1+(?=[\s,]|$)", rest):
        return more[0]
    if whole and len(whole[0]) > 2:
        plain = whole[0].rstrip(".")
        base = plain.replace("[no-]", "").replace("[no]", "")
        if base in known or "single-dash-long" in known:
            return plain
        if re.fullmatch(r"-[A-Za-z]-?[a-z][\w-]+", plain) and not rest[len(plain):].startswith("["):
            return plain if re.fullmatch(r"-[a-z][a-z-]{2,}", plain) and "clusters" not in known else rest[:2]
    return rest[:2] if re.match(r"-[^\s-]", rest) else ""


def value_of(rest, described):
    """What is said of the value right after a spelling, and what follows it."""
    if match := re.match(r"\[:[^\]]*\]", rest):
        # `-codec[:stream] name`
        return value_of(rest[match.end():], described)
    if match := re.match(ENCLOSED, rest):
        return "optional", rest[match.end():]
    if match := re.match(r"[=:]\s?\[", rest):
        return "unclear", rest[match.end():].partition("]")[2]
    if match := re.match(r"=(?:true|false)\b", rest):
        # a default, or the only value that makes sense
        return "unclear", rest[match.end():]
    if match := re.match(r"[=:]\s?", rest):
        return "one", after_value(rest[match.end():])
    if match := re.match(r"\s?" + ENCLOSED, rest):
        return "unclear", rest[match.end():]
    if match := re.match(r"[<{]", rest):
        return "one", after_value(rest)
    if match := re.match(r"\s+(?=[<{\"])", rest):
        return "one", after_value(rest[match.end():])
    if re.match(r"[A-Za-z0-9#]", rest):
        return "attached", after_value(rest)
    if re.match(r"\s\.\.\.$", rest):
        return "one", ""
    if re.match(r"\s(?:or|and)\b|\s[|/]", rest) or not re.match(r"\s[^\s,|\-]", rest):
        return "none", rest
    word = VALUE_WORD.match(rest[1:])
    if not word:
        return "none", rest
    left = rest[1 + word.end():]
    if re.fullmatch(r"[A-Z][A-Z0-9_.:,/=-]*(?:\[.*\])?(?:\|.*)?", word[0]):
        return "one", after_value(rest[1:])
    # `--branch name   the branch` has a value, `-h show this` has none
    ends = not left.strip() or bool(SEPARATOR.match(left) and left.lstrip(" ,|/").startswith("-"))
    return ("one" if ends and described else "unclear"), left if ends else ""


def after_value(rest):
    """What follows one or more words that are values."""
    while match := re.match(rf"\s?(?:{BRACKETED.pattern}|\.\.\.|{ENCLOSED})", rest):
        rest = rest[match.end():]
    if re.match(r"\s?[^\s,|\-]", rest):
        word = re.match(r"\s?[^\s,]+", rest)
        rest = rest[word.end():]
        while match := re.match(r"\s[A-Z<\[.][^\s,]*", rest):
            rest = rest[match.end():]
    return rest


def spellings(name, value):
    """`--[no-]x` is `--x` and `--no-x`; `--foo[-bar]` is both."""
    name = name.rstrip(".,;:")
    if match := re.match(r"(--?)[\[(](no-?)[\])](.+)", name):
        yield match[1] + match[3], value
        yield match[1] + match[2] + match[3], "unclear"
    elif match := TWO_WAYS.fullmatch(name):
        yield match[1] + match[3], value
        yield "".join(match.groups()), value
    elif match := re.match(r"(--[\w.-]+)\[(-?\w+)\]$", name):
        yield match[1], value
        yield match[1] + match[2], value
    elif PLAIN.fullmatch(name):
        yield name, value


def of_usage(text, known):
    """The options inside brackets: `[-abc] [-o file | -p] [--long=value]`."""
    flat = re.sub(r"\s+", " ", text)
    for group in re.findall(r"[\[{]\s?(-(?:[^\[\]{}]|\[[^\[\]]*\])*)[\]}]", flat):
        for one in re.split(r"\s\|\s(?=-)|\|(?=-[^-])", group):
            one = one.strip()
            cluster = re.fullmatch(r"-([A-Za-z0-9@%?#]{2,})", one)
            if cluster and one not in known and "single-dash-long" not in known:
                for letter in cluster[1]:
                    yield f"-{letter}", "none"
            elif one not in ("-", "--"):
                yield from definition(one, True, known)


def of_words(text, known):
    """Every word with a dash (`find`): its value is a word in capitals after it."""
    for match in re.finditer(r"(?<![\w\[/-])(-[A-Za-z][\w-]*|--[a-z][\w-]*)( [A-Z]{2,}\b)?", text):
        yield match[1], "one" if match[2] else "unclear"


STYLES = {"lines": of_definitions, "usage": of_usage, "words": of_words}


def subcommands(text):
    """The names listed below a heading that says so: `Commands:`."""
    names, listing = [], False
    for line in plain(text).expandtabs(8).split("\n"):
        heading = re.match(r"\S.*", line)
        if heading:
            listing = bool(re.search(r"\b(sub)?commands?\b.{0,30}:?$", line, re.I)) and not line.startswith("Run ")
        elif listing and (match := re.match(r" {1,6}([a-z][\w-]*)((?:, ?[\w-]+)*):?(?:\s{2,}|$|\s<)", line)):
            names.append(match[1])
    return names


# What a description says that a value is for, told by its words: a guess, for a person to look at.
HINTS = [
    ("runs", re.compile(r"\b(command|program|script|executable|editor|pager|interpreter|compiler|helper|hook|plug-?in|module|library)"
                        r"\b.{0,20}\bto (run|use|exec\w*|invoke|call|start|load)|\b(runs?|exec\w*|invokes?|spawns?|loads?|preloads?)"
                        r" (a|an|the|this|given|specified)? ?(command|program|script|shell|binary|module|library|plug-?in)", re.I)),
    ("writes", re.compile(r"\b(write|save|store|dump|append|record|emit|log|output|generate)s?\b.{0,40}\b(to|in|into)\b.{0,25}"
                          r"\b(file|path|dir|directory|folder)\b|\boutput (file|path|dir\w*)\b|\blog ?file\b", re.I)),
    ("reads", re.compile(r"\b(read|load|take|get|obtain|import|source|parse)s?\b.{0,40}\bfrom\b.{0,25}\b(file|path|directory)\b"
                         r"|\b(config\w*|input|key|cert\w*|password|passphrase|token|rules?|patterns?|env\w*)[ -]file\b"
                         r"|\bpath to (a|the|your)?\b", re.I)),
]


def description(text, name):
    """The lines about an option, joined; nothing where no line begins with it."""
    lines = plain(text).expandtabs(8).split("\n")
    defines = re.compile(r"-\S*(?:[,|/ ].{0,60})??(?<![\w-])" + re.escape(name) + r"(?![\w-])|" + re.escape(name) + r"(?![\w-])")
    for at, line in enumerate(lines):
        if defines.match(line.lstrip()):
            depth = len(line) - len(line.lstrip())
            found = [line.strip()]
            for more in lines[at + 1:at + 8]:
                if not more.strip() or more.lstrip().startswith("-") or len(more) - len(more.lstrip()) <= depth:
                    break
                found.append(more.strip())
            return " ".join(found)
    return ""


def hint(said):
    """Which effect the description of an option that takes a value speaks of: `runs`, `writes`, `reads`, or nothing."""
    return next((effect for effect, words in HINTS if words.search(said)), None)
