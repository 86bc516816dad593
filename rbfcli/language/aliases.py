"""User-defined aliases for lines, with the parameters `{1}`, `{2=rifle}`, and `{*}` for all remaining words."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from graphlib import CycleError, TopologicalSorter
from typing import TypeAlias

from msgspec import Struct

from rbfcli.core.errors import Hint, RbfError, UsageError, at_most, missing, misuse, must_be
from rbfcli.core.limits import ALIAS_LETTERS, ALIAS_LINE_LETTERS, ALIAS_LINES, ALIASES_DEEP
from rbfcli.core.text import SPACE, in_quotes, quoted
from rbfcli.language.grammar import ESCAPE, looks_like_option, pieces_of, split_words

# A parameter with its default, if any; a backslash before it makes it plain text.
PLACE = r"(?<!\\)\{(\*|[1-9])(?:=([^{}]*))?\}"
REST = "*"
MOST_PARAMETERS = 9
# The word at the cursor while it is completed, a letter that no line contains, and those still to come.
CURSOR, LATER = "\ua66e", "x"


class Alias(Struct, frozen=True):
    """An alias: the lines it expands to, its parameters with their `defaults`, and the file that defines it."""

    name: str
    lines: tuple[str, ...]
    highest: int
    takes_rest: bool
    defaults: Mapping[str, str]
    path: str = ""
    of_folder: bool = False

    @property
    def shown(self) -> str:
        """Return the lines of the alias, joined into one."""
        return "; ".join(self.lines)

    @property
    def origin(self) -> str:
        """Return the alias, its lines and its file, for errors in lines that the user did not type."""
        return f"{self.name} is an alias for `{self.shown}` ({self.path})"


Aliases: TypeAlias = Mapping[str, Alias]


def read_alias(name: str, value: object) -> Alias:
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
    defaults = {each[1]: each[2] for each in reversed(found) if each[2] is not None}
    return Alias(name, lines, highest, any(each[1] == REST for each in found), defaults)


def _commands(text: str) -> Iterator[str]:
    since = 0
    for end in (*(at for at, piece, quote in pieces_of(text, 0) if piece == ";" and not quote), len(text)):
        if line := text[since:end].strip(SPACE):
            yield line
        since = end + 1


def with_origin(wrong: RbfError, alias: Alias) -> RbfError:
    """Return the error of a line that an alias produced, with the alias and its file in the hint."""
    if isinstance(wrong, UsageError):
        wrong.hints += (Hint(alias.origin),)
    return wrong


def alias_lines(aliases: Aliases) -> list[str]:
    """Return a line for each alias with what it expands to."""
    width = max(map(len, aliases), default=0)
    lines = [f"{name:<{width}}  {each.shown}" for name, each in sorted(aliases.items())]
    return lines or ["no aliases yet; help alias explains how to make one"]


def line_completed(text: str, aliases: Aliases) -> str:
    """Return the text to complete in place of a text up to the cursor: its alias, expanded to the same word.

    Text that does not begin with an alias, and words that no parameter takes, are returned unchanged.
    """
    before, typed = re.fullmatch(r"(.*?)(\S*)", text, re.DOTALL).groups()  # type: ignore[union-attr] # it matches any text
    with suppress(UsageError):
        name, *words = split_words(before) or [""]
        if name not in aliases or any(map(looks_like_option, (*words, typed))):
            return text
        for later in range(MOST_PARAMETERS):
            with suppress(RbfError):
                lines = expanded(name, [*words, CURSOR, *[LATER] * later], aliases)
                return next((f"{line.partition(CURSOR)[0]}{typed}" for line in lines if CURSOR in line), text)
    return text


def circle_in(aliases: Aliases) -> list[str]:
    """Return the names of aliases that lead in a circle, the first one again at the end; empty if there are none."""
    try:
        TopologicalSorter(
            {name: [line.split(None, 1)[0] for line in each.lines] for name, each in aliases.items()}
        ).prepare()
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
    pieces, since, length = [], 0, len(line)
    for place in re.finditer(PLACE, line):
        at, default = place[1], [alias.defaults[place[1]]] if place[1] in alias.defaults else []
        words = given[alias.highest :] if at == REST else given[int(at) - 1 : int(at)]
        quote = next((now for _, _, now in reversed([*pieces_of(line[: place.start()], 0)]) if now != ESCAPE), "")
        piece = " ".join(_as_typed(word, quote) for word in words or default)
        length += len(piece)
        if length > ALIAS_LINE_LETTERS:
            raise at_most(f"a line of {alias.name}", f"{ALIAS_LINE_LETTERS:,} characters")
        pieces += [line[since : place.start()], piece]
        since = place.end()
    return "".join((*pieces, line[since:]))


def _as_typed(word: str, quote: str) -> str:
    if quote == '"':
        return in_quotes(word)[1:-1].replace("$", "\\$")
    if quote and quote in word:
        raise misuse(f"{word!r} cannot appear inside apostrophes", hint='use "{1}" in the alias')
    return word if quote else quoted(word)
