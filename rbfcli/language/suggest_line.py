"""Which place of a line the cursor stands at: the verb, what was said before, and the slots its word could fill."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.command import Command, Opt
from rbfcli.language.grammar import Grammar, Slot, grammar_of, takes_value
from rbfcli.language.reader import COMMON, find_verb
from rbfcli.language.words import Word, looks_like_option, scan

KindOf = Callable[[str, Sequence[str]], type[Command] | None]
LINE = "line"
NO_VERB = Grammar("", (), {}, {})


class Blank(Struct, frozen=True):
    """The place to be filled: what is typed of it and from which column, and what stands before it.

    `slots` are those its word could fill, `said` the positional words before it, `given` the options of the whole line;
    `bare` is behind `--`, `verb_end` the column behind the verb (-1 before it).
    """

    typed: str
    start: int
    grammar: Grammar = NO_VERB
    verb_end: int = -1
    slots: tuple[Slot, ...] = ()
    said: tuple[str, ...] = ()
    given: frozenset[str] = frozenset()
    takes_options: bool = False
    bare: bool = False

    @property
    def is_verb(self) -> bool:
        """Whether it is the verb that is to be filled in."""
        return self.verb_end < 0 and not self.slots and not self.takes_options

    @property
    def takes_off(self) -> bool:
        """Whether the line is to take something off those it names: `condition remove …`."""
        return self.said[:1] == ("remove",) and self.grammar.positionals[0].spec.kind == "choice"

    @property
    def in_option(self) -> bool:
        """Whether it is the value of an option."""
        return any(isinstance(slot.spec, Opt) for slot in self.slots)


def blank_at(text: str, cursor: int, kind_of: KindOf) -> Blank | None:
    """The place at the cursor; None in a comment, behind an unknown verb, and in the value of an unknown option."""
    words = scan(text[:cursor])
    gap = text[words[-1].end if words else 0 : cursor]
    if "#" in gap:
        return None
    word = words.pop() if words and not gap else Word("", cursor, cursor)
    said = [each.text for each in words]
    at = find_verb(said)
    if at >= len(said):
        return _placed(Blank(word.text, word.start), text[word.start : cursor], said)
    kind = kind_of(said[at], said)
    if kind is None:
        return None
    grammar = grammar_of(kind)
    if _takes_a_line(grammar) and len(said) > at + 1:
        return blank_at(" " * words[at].end + text[words[at].end :], cursor, kind_of)
    others = [each for each in scan(text) if each.start != word.start]
    blank = Blank(word.text, word.start, grammar, words[at].end, given=_given(grammar, others))
    placed = _placed(blank, text[word.start : cursor], [*said[:at], *said[at + 1 :]])
    if placed is None or not placed.in_option:
        return placed
    behind = [each.text for each in others if each.start > word.start]
    return replace(placed, said=_walked(grammar, [*placed.said, *behind])[0])


def _placed(blank: Blank, raw: str, words: Sequence[str]) -> Blank | None:
    """The blank with the slots that are open once `words` have filled theirs; `raw` is what is typed, with quotes."""
    said, waiting, bare = _walked(blank.grammar, words)
    blank = replace(blank, said=said, bare=bare)
    if waiting:
        return replace(blank, slots=(waiting,))
    if bare or not blank.typed.startswith("-"):
        return replace(blank, slots=_next_slots(blank.grammar, len(said)), takes_options=_is_whole(blank))
    if "=" not in blank.typed:
        return replace(blank, takes_options=True)
    slot = _option(blank.grammar, blank.typed)
    value = blank.typed.partition("=")[2]
    return replace(blank, slots=(slot,), typed=value, start=blank.start + raw.index("=") + 1) if slot else None


def _walked(grammar: Grammar, words: Sequence[str]) -> tuple[tuple[str, ...], Slot | None, bool]:
    """The positional ones among some words, the option that waits for its value, and whether `--` stood."""
    said: list[str] = []
    waiting, bare = None, False
    for word in words:
        if waiting:
            waiting = None
        elif word == "--" and not bare:
            bare = True
        elif bare or not looks_like_option(word):
            said.append(word)
        else:
            slot = _option(grammar, word)
            waiting = slot if slot and takes_value(slot) and "=" not in word else None
    return tuple(said), waiting, bare


def _next_slots(grammar: Grammar, count: int) -> tuple[Slot, ...]:
    """The slots the next positional word could fill after `count` of them; one that takes many may go on or end."""
    slots = grammar.positionals
    many = next((place for place, slot in enumerate(slots) if slot.many), len(slots))
    if count < many or (count == many < len(slots) and slots[many].required):
        return slots[count : count + 1]
    return (*slots[many + 1 :], *slots[many : many + 1])


def _takes_a_line(grammar: Grammar) -> bool:
    """Whether a whole command follows the verb, as behind `odds`."""
    return any(slot.spec.kind == LINE for slot in grammar.positionals[:1])


def _is_whole(blank: Blank) -> bool:
    """Whether an option could stand here as well, all positional words that are needed being there."""
    needed = sum(slot.required for slot in blank.grammar.positionals)
    return not blank.typed and not blank.bare and blank.verb_end >= 0 and len(blank.said) >= needed


def _option(grammar: Grammar, word: str) -> Slot | None:
    name = word.partition("=")[0]
    return grammar.options.get(name) or COMMON.options.get(name)


def _given(grammar: Grammar, words: Sequence[Word]) -> frozenset[str]:
    """The options that stand among some words."""
    return frozenset(slot.field for each in words if (slot := _option(grammar, each.text)))
