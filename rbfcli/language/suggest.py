"""What could be typed at the cursor: the words that the grammar and the fight allow there, best first."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from rbfcli.kernel.command import Command, Opt, RollingCommand
from rbfcli.language.fights import fight_verbs, means_the_fight
from rbfcli.language.grammar import Slot, option_name
from rbfcli.language.names import Around
from rbfcli.language.reader import COMMON
from rbfcli.language.suggest_line import LINE, Blank, blank_at
from rbfcli.language.suggest_match import Candidate, ranked
from rbfcli.language.suggest_people import actor
from rbfcli.language.suggest_words import Names, words_for
from rbfcli.language.verbs import VERBS
from rbfcli.language.words import quoted

__all__ = ("Names", "Suggestion", "suggest")


class Suggestion(Struct, frozen=True):
    """A word as it is to be typed in the place of what stands from column `start` to the cursor, and what it is."""

    word: str
    start: int
    what: str = ""


def suggest(text: str, cursor: int, around: Around | None, names: Names) -> list[Suggestion]:
    """What could stand at the cursor of a line, best first; `around` is the fight, if one has begun."""

    def kind_of(verb: str, words: Sequence[str]) -> type[Command] | None:
        return _kinds(words, around, names).get(verb)

    blank = blank_at(text, cursor, kind_of)
    if blank is None:
        return []
    if around is not None:
        around = Around(around.rules, around.fight, actor(blank, around))
    found = ranked(blank.typed, _candidates(blank, around, names))
    return [Suggestion(_typed(each, blank), blank.start, each.what) for each in found]


def _kinds(words: Sequence[str], around: Around | None, names: Names) -> Mapping[str, type[Command]]:
    """The command struct of each verb: the program's own, and a fight's or those that need no fight."""
    if "--system" in words[:-1]:
        of_system = names.one_liners(words[words.index("--system") + 1])
    else:
        of_system = fight_verbs(around.rules) if around is not None else {}
    return {**of_system, **{verb: kind for verb, kind in VERBS.items() if not _of_the_fight(verb, words, around)}}


def _of_the_fight(verb: str, words: Sequence[str], around: Around | None) -> bool:
    """Whether a verb that the program has too is meant as the fight's."""
    return (
        around is not None and verb in words and means_the_fight(words, words.index(verb), around.rules, around.fight)
    )


def _candidates(blank: Blank, around: Around | None, names: Names) -> Iterator[Candidate]:
    if blank.is_verb or any(slot.spec.kind in (LINE, "topic") for slot in blank.slots):
        yield from _verbs(around, names)
    for slot in blank.slots:
        yield from words_for(slot, blank, around, names)
    if blank.takes_options:
        yield from _options(blank, names)


def _verbs(around: Around | None, names: Names) -> Iterator[Candidate]:
    """The verbs, those first which the fight waits for."""
    kinds = _kinds((), around, names)
    awaited = _awaited(around) if around is not None else []
    for verb in sorted(kinds, key=lambda verb: verb not in awaited):
        yield Candidate(verb, (kinds[verb].__doc__ or "").partition("\n")[0])
    yield from (Candidate(verb, what) for verb, what in names.verbs.items())


def _awaited(around: Around) -> list[str]:
    if around.fight.questions:
        return ["choose"]
    return [step.partition(" ")[0] for step in around.rules.next_steps(around.fight)]


def _options(blank: Blank, names: Names) -> Iterator[Candidate]:
    """The options that are not given yet: needed ones first, then the verb's own, then those of every command."""
    own = sorted(dict.fromkeys(blank.grammar.options.values()), key=_place)
    for slot in dict.fromkeys([*own, *COMMON.options.values()]):
        name = option_name(slot)
        if name not in names.useless and (slot.many or slot.field not in blank.given):
            short = slot.spec.short if isinstance(slot.spec, Opt) else ""
            yield Candidate(name, slot.spec.help, f"-{short}" if short else "", is_option=True)


def _place(slot: Slot) -> tuple[bool, bool]:
    return not slot.required, slot.field in RollingCommand.__struct_fields__


def _typed(candidate: Candidate, blank: Blank) -> str:
    """A word as it has to be typed to be read as itself in its place; a name with a hyphen in front is no option."""
    word = quoted(candidate.word)
    is_name = candidate.word.startswith("-") and not candidate.is_option
    return f"-- {word}" if is_name and not blank.in_option and not blank.bare else word
