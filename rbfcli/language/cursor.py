"""Where the cursor is in a line: after which verb and words, and which parameters the word there could fill."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.command import Command, Opt
from rbfcli.language.grammar import Grammar, Parameter, grammar_of
from rbfcli.language.reader import find_verb
from rbfcli.language.roles import option_of, roles, waiting_option
from rbfcli.language.words import Word, scan

KindOf = Callable[[str, Sequence[str]], type[Command] | None]
LINE, AGAINST = "line", "--against"
NO_VERB = Grammar("", (), {}, {}, ())


class CursorPlace(Struct, frozen=True):
    """The word at the cursor: what is typed of it, from which column, and what could be meant.

    `parameters` are those it could fill, `positionals` the positional words before it, `options_given` the options of
    the whole line; `after_dashes` is after `--`, `verb_end` the column after the verb (-1 before it).
    """

    typed: str
    start: int
    grammar: Grammar = NO_VERB
    verb_end: int = -1
    parameters: tuple[Parameter, ...] = ()
    positionals: tuple[str, ...] = ()
    options_given: frozenset[str] = frozenset()
    takes_options: bool = False
    after_dashes: bool = False

    @property
    def is_verb(self) -> bool:
        """Whether it is the verb."""
        return self.verb_end < 0 and not self.parameters and not self.takes_options

    @property
    def removes(self) -> bool:
        """Whether the line removes something from those it names: `condition remove …`."""
        return self.positionals[:1] == ("remove",) and self.grammar.positionals[0].spec.kind == "choice"

    @property
    def in_option(self) -> bool:
        """Whether it is the value of an option."""
        return any(isinstance(parameter.spec, Opt) for parameter in self.parameters)


def place_at(text: str, cursor: int, kind_of: KindOf) -> CursorPlace | None:
    """The place at the cursor; None in a comment, after an unknown verb, and in the value of an unknown option."""
    words = scan(text[:cursor])
    gap = text[words[-1].end if words else 0 : cursor]
    if "#" in gap:
        return None
    word = words.pop() if words and not gap else Word("", cursor, cursor)
    before = [each.text for each in words]
    at = find_verb(before)
    if at >= len(before):
        return _filled(CursorPlace(word.text, word.start), text[word.start : cursor], before)
    kind = kind_of(before[at], before)
    if kind is None:
        return None
    grammar = grammar_of(kind)
    if _takes_a_line(grammar) and len(before) > at + 1:
        at = _last_line(before, at, kind_of)
        return place_at(" " * words[at].end + text[words[at].end :], cursor, kind_of)
    others = [each for each in scan(text) if each.start != word.start]
    place = CursorPlace(word.text, word.start, grammar, words[at].end, options_given=_options_in(others, grammar))
    filled = _filled(place, text[word.start : cursor], [*before[:at], *before[at + 1 :]])
    if filled is None or not filled.in_option:
        return filled
    behind = [each.text for each in others if each.start > word.start]
    return replace(filled, positionals=_sorted(grammar, [*filled.positionals, *behind])[0])


def _filled(place: CursorPlace, raw: str, words: Sequence[str]) -> CursorPlace | None:
    """The place with the parameters that the `words` before it leave open; `raw` is what is typed, with quotes."""
    positionals, waiting, after_dashes = _sorted(place.grammar, words)
    place = replace(place, positionals=positionals, after_dashes=after_dashes)
    if waiting:
        return replace(place, parameters=(waiting,))
    if after_dashes or not place.typed.startswith("-"):
        parameters = next_parameters(place.grammar, len(positionals))
        return replace(place, parameters=parameters, takes_options=_is_whole(place))
    name, equals, value = place.typed.partition("=")
    if not equals:
        return replace(place, takes_options=True)
    option = option_of(place.grammar, name)
    start = place.start + raw.index("=") + 1
    return replace(place, parameters=(option,), typed=value, start=start) if option else None


def _sorted(grammar: Grammar, words: Sequence[str]) -> tuple[tuple[str, ...], Parameter | None, bool]:
    """The positional ones among some words, the option that waits for its value, and whether there was a `--`."""
    found = list(zip(words, roles(grammar, words), strict=True))
    positionals = tuple(word for word, (role, _) in found if role == "positional")
    return positionals, waiting_option(grammar, words), any(role == "dashes" for _, (role, _) in found)


def next_parameters(grammar: Grammar, count: int) -> tuple[Parameter, ...]:
    """What the next positional word could fill after `count` of them; one that takes many may go on or end."""
    parameters = grammar.positionals
    many = next((number for number, parameter in enumerate(parameters) if parameter.many), len(parameters))
    if count < many or (count == many < len(parameters) and parameters[many].required):
        return parameters[count : count + 1]
    return (*parameters[many + 1 :], *parameters[many : many + 1])


def _takes_a_line(grammar: Grammar) -> bool:
    """Whether a whole command follows the verb, as after `odds`."""
    return any(parameter.spec.kind == LINE for parameter in grammar.positionals[:1])


def _last_line(words: Sequence[str], at: int, kind_of: KindOf) -> int:
    """What the last of several lines stands behind: the verb, or an `--against` that a verb follows, or nothing yet."""
    starts = [place for place in range(at + 1, len(words)) if words[place] == AGAINST]
    return next((each for each in reversed(starts) if _begins_a_line(words[each + 1 :], kind_of)), at)


def _begins_a_line(words: Sequence[str], kind_of: KindOf) -> bool:
    return not words or kind_of(words[0], words) is not None


def _is_whole(place: CursorPlace) -> bool:
    """Whether an option could come next: every required positional word is there."""
    needed = sum(parameter.required for parameter in place.grammar.positionals)
    return not place.typed and not place.after_dashes and place.verb_end >= 0 and len(place.positionals) >= needed


def _options_in(words: Sequence[Word], grammar: Grammar) -> frozenset[str]:
    return frozenset(option.field for each in words if (option := option_of(grammar, each.text)))
