"""User-defined aliases for lines, with the parameters `{1}`, `{2=rifle}`, and `{*}` for all remaining words."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from itertools import pairwise
from typing import TypeAlias

from msgspec import Struct

from rbfcli.core.errors import RbfError, at_most, missing, misuse, must_be
from rbfcli.core.limits import ALIAS_LETTERS, ALIAS_LINE_LETTERS, ALIAS_LINES, ALIASES_DEEP
from rbfcli.core.text import SPACE, in_quotes, quoted
from rbfcli.language.grammar import ESCAPE, looks_like_option, pieces_of, split_words

# A parameter with its default, if any; a backslash before it makes it plain text.
PLACE = r"(?<!\\)\{(\*|[1-9])(?:=([^{}]*))?\}"
REST = "*"
# The word at the cursor while it is completed: a letter that no line contains.
CURSOR = "\ua66e"


class ConfigFile(Struct, frozen=True):
    """A configuration file; one `of_folder` is in the folder in use, and may be another person's."""

    path: str = ""
    text: str = ""
    of_folder: bool = False

    def placed(self, mistake: str, *keys: str) -> str:
        """Return a mistake after the file and line of a key."""
        from rbfcli.storage.toml_positions import Places  # noqa: PLC0415 - only for mistakes in settings

        return f"{Places([(self.path, self.text)]).at(keys).line_text}: {mistake}"


class Alias(Struct, frozen=True):
    """An alias: the lines it expands to, its parameters with their `defaults`, and the file that defines it."""

    name: str
    lines: tuple[str, ...]
    highest: int
    takes_rest: bool
    defaults: Mapping[str, Sequence[str]]
    file: ConfigFile

    @property
    def shown(self) -> str:
        """Return the lines of the alias, joined into one."""
        return "; ".join(self.lines)

    @property
    def origin(self) -> str:
        """Return the alias, its lines and its file, for errors in lines that the user did not type."""
        return f"{self.name} is an alias for `{self.shown}` ({self.file.path})"


Aliases: TypeAlias = Mapping[str, Alias]


def read_alias(name: str, value: object, file: ConfigFile = ConfigFile()) -> Alias:  # noqa: B008 - frozen
    """Parse an alias from a file: a line, several lines separated by `;`, or a list. Raises UsageError."""
    if not name[:1].isalpha() or not all(letter.isalnum() or letter in "-_" for letter in name):
        raise misuse("an alias name must begin with a letter and contain only letters, digits, - and _")
    if len(name) > ALIAS_LETTERS:
        raise misuse(f"an alias name can have at most {ALIAS_LETTERS} characters")
    hint = f'for example: {name} = "attack {{1}}"'
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise must_be("an alias", "a line in quotes or a list of lines", hint=hint)
    lines = tuple(line for text in texts for part in text.split("\n") for line in _commands(part))
    if not lines:
        raise misuse("the alias is empty", hint=hint)
    if len(lines) > ALIAS_LINES:
        raise misuse(f"an alias can have at most {ALIAS_LINES:,} lines")
    for line in lines:
        if not all(letter.isprintable() or letter == "\t" for letter in line):
            raise misuse("the alias contains a character that a line cannot have", hint="use plain text")
        if re.search(PLACE, line.split(None, 1)[0]):
            raise misuse(f"{line!r} begins with a parameter", hint="begin the line with a command")
    found = [place for line in lines for place in re.finditer(PLACE, line)]
    highest = max((int(each[1]) for each in found if each[1] != REST), default=0)
    defaults = {each[1]: [each[2]] for each in reversed(found) if each[2] is not None}
    return Alias(name, lines, highest, any(each[1] == REST for each in found), defaults, file)


def _commands(text: str) -> list[str]:
    ends = (at for at, piece, quote in pieces_of(text, 0) if piece == ";" and not quote)
    parts = (text[since + 1 : end].strip(SPACE) for since, end in pairwise((-1, *ends, len(text))))
    return [*filter(None, parts)]


def alias_lines(aliases: Aliases) -> list[str]:
    """Return a line for each alias with what it expands to."""
    width = max(map(len, aliases), default=0)
    lines = [f"{name:<{width}}  {each.shown}" for name, each in sorted(aliases.items())]
    return lines or ["no aliases yet; help alias explains how to make one"]


def line_completed(text: str, aliases: Aliases, depth: int = 1) -> str:
    """Return the text to complete in place of a text up to the cursor: its alias, expanded to the same word.

    Text that does not begin with an alias, and words that no parameter takes, are returned unchanged.
    """
    typed = re.split(r"\s", text)[-1]
    with suppress(RbfError):
        name, *words = split_words(text.removesuffix(typed)) or [""]
        if name in aliases and depth <= ALIASES_DEEP and not any(map(looks_like_option, (*words, typed))):
            for line in aliases[name].lines:
                before, cursor, _ = _filled(aliases[name], line, [*words, CURSOR]).partition(CURSOR)
                if cursor:
                    return line_completed(f"{before}{typed}", aliases, depth + 1)
    return text


def circle_in(aliases: Aliases) -> list[str]:
    """Return the names of aliases that lead in a circle, the first one again at the end; empty if there are none."""
    verbs = {name: [line.split(None, 1)[0] for line in each.lines] for name, each in aliases.items()}
    try:
        TopologicalSorter(verbs).prepare()
    except CycleError as wrong:
        return list(reversed(wrong.args[1]))
    return []


def expanded(name: str, words: Sequence[str], aliases: Aliases, depth: int = 1) -> list[str]:
    """Return the lines of an alias called with these words. Raises UsageError and LimitReached."""
    if depth > ALIASES_DEEP:
        raise at_most("aliases", f"{ALIASES_DEEP} levels")
    alias = aliases[name]
    first_option = next((at for at, word in enumerate(words) if looks_like_option(word)), len(words))
    given, options = words[:first_option], words[first_option:]
    _check_given(alias, given, options)
    found: list[str] = []
    for line in alias.lines:
        whole = " ".join([_filled(alias, line, given), *map(quoted, options)])
        verb = whole.split(None, 1)[0]
        found += expanded(verb, split_words(whole)[1:], aliases, depth + 1) if verb in aliases else [whole]
        if len(found) > ALIAS_LINES:
            raise at_most(name, f"{ALIAS_LINES:,} lines")
    return found


def _check_given(alias: Alias, given: Sequence[str], options: Sequence[str]) -> None:
    hint = f"{alias.name} is: {alias.shown}"
    if options and len(alias.lines) > 1:
        raise misuse(f"{options[0]} cannot follow {alias.name}, which has {len(alias.lines)} lines", hint=hint)
    if len(given) > alias.highest and not alias.takes_rest:
        most = {0: "no words", 1: "a word"}.get(alias.highest, f"{alias.highest} words")
        raise misuse(f"{alias.name} takes {most}, not {len(given)}", hint=hint)
    for at in range(len(given) + 1, alias.highest + 1):
        if str(at) not in alias.defaults:
            raise missing(f"word {at} for {alias.name}", hint=hint)


def _filled(alias: Alias, line: str, given: Sequence[str]) -> str:
    """Return a line with its parameters filled in. Each word stays a single word, inside or outside of quotes."""
    whole, since = "", 0
    for place in re.finditer(PLACE, line):
        at, start = place[1], place.start()
        words = given[alias.highest :] if at == REST else given[int(at) - 1 : int(at)]
        quote = next((now for _, _, now in reversed([*pieces_of(line[:start], 0)]) if now != ESCAPE), "")
        typed = " ".join(_as_typed(word, quote) for word in words or alias.defaults.get(at, ()))
        whole, since = f"{whole}{line[since:start]}{typed}", place.end()
        if len(whole) > ALIAS_LINE_LETTERS:
            raise at_most(f"a line of {alias.name}", f"{ALIAS_LINE_LETTERS:,} characters")
    return whole + line[since:]


def _as_typed(word: str, quote: str) -> str:
    if quote == '"':
        return in_quotes(word)[1:-1].replace("$", "\\$")
    if quote and quote in word:
        raise misuse(f"{word!r} cannot appear inside apostrophes", hint='use "{1}" in the alias')
    return word if quote else quoted(word)
