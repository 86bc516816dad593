"""Plain-English lines: words in any order, options without dashes, the actor left out.

A line that does not fit the grammar of its verb is read again here. Each word, or several words together such as a
name, is assigned to an argument or option that takes it, in every way that uses all words. The results are lines in
the form of the grammar, those with the fewest assumptions first. A line is performed only if a single one remains.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from rbfcli.core.errors import RbfError
from rbfcli.core.matching import ARTICLE, candidates, nearest
from rbfcli.core.text import is_digits
from rbfcli.language.cursor import FREE, PREPOSITIONS, spoken_option, takes_free_text
from rbfcli.language.grammar import Grammar, Parameter, grammar_of, line_for, takes_value
from rbfcli.language.names import NAMED_BY_ID, NameContext, can_act, convert_value, convert_values, known_words
from rbfcli.language.parser import Line, ParsedLine, parse_line, read, roles
from rbfcli.language.shorthand import is_dice
from rbfcli.model.commands import Command, Opt
from rbfcli.model.rules import Words

FILLERS = frozenset({"a", "an", "and", "at", "for", "from", "in", "of", "on", "the", "to"})
BY = ("by", "with")  # before who acts, if it is not at the beginning: `attack guard1 with rill`
# Words of these kinds cannot be recognized by their appearance, so an option needs its name before them.
UNKNOWABLE = frozenset(
    {"amount", "answers", "faces", "file", "flag", "line", "number", "quantity", "text", *NAMED_BY_ID}
)
COUNTS = ("count", "times")
ARTICLES = frozenset({"a", "an", "the"})
# The endings of plural names, each with that of the singular; the first that fits counts.
PLURALS = {"ss": "ss", "us": "us", "is": "is", "sses": "ss", "ches": "ch", "shes": "sh", "xes": "x"}
PLURALS |= {"lves": "lf", "rves": "rf", "ieves": "ief", "mbies": "mbie", "xies": "xie", "ies": "y", "s": ""}
BESIDE = "join"  # the option of a move that ends next to a combatant: `to sela`, `next to sela`
BONUSES, DAMAGE = ("to-hit", "mod"), "damage"
MOST_TOGETHER, MOST_WORDS, MOST_TRIED = 4, 12, 600
# The scores of a reading's assumptions: an implied actor, an option without its name, another order.
LEFT_OUT, UNNAMED, OUT_OF_ORDER = 1, 2, 4

Found = Mapping[str, tuple[str, ...]]


class Reading(Struct, frozen=True):
    """A line in the form of the grammar, its parsed form, a score of its assumptions, and whether several can act."""

    text: str
    parsed: ParsedLine
    trust: int
    is_open: bool = False


def readings(line: Line, kinds: Mapping[str, type[Command]], context: NameContext) -> tuple[Reading, ...]:
    """Return the readings of a line with the fewest assumptions. Raises UsageError if a direction is missing."""
    kind = kinds.get(line.verb)
    if kind is None or len(line.rest) > MOST_WORDS or "--" in line.rest:
        return ()
    grammar = grammar_of(kind)
    sorted_words = list(zip(line.rest, roles(grammar, line.rest), strict=True))
    words = tuple(_apart(grammar, [word for word, (role, _) in sorted_words if role == "positional"]))
    if words[1:] and is_digits(words[0]) and grammar.positionals[0].spec.kind == "addable":
        words = (words[0], _singular(words[1], context.fight.blocks), *words[2:])
    dashed = tuple(word for word, (role, _) in sorted_words if role != "positional")
    if any(role == "option" and option is None for _, (role, option) in sorted_words):
        return ()
    if not words:
        return ()
    given = {option.field for _, (_, option) in sorted_words if option}
    several = len(can_act(context)) > 1
    found: dict[str, Reading] = {}
    for actor, left, trust in _actors(grammar, words, context):
        acting = NameContext(context.rules, context.fight, actor)
        for fields, further in _Search(grammar, left, acting, given).complete():
            try:
                parsed = read(_as_line(line, grammar, actor, fields, dashed), kinds, context)
            except RbfError:
                continue
            text = line_for(parsed.command)
            if text not in found or trust + further < found[text].trust:
                found[text] = Reading(text, parsed, trust + further, trust == LEFT_OUT and several)
    if not found:
        _require_direction(grammar, words, context)
    least = min((each.trust for each in found.values()), default=0)
    return tuple(each for each in found.values() if each.trust == least)


def without_articles(line: Line, kinds: Mapping[str, type[Command]], context: NameContext) -> Line:
    """Return a line without articles, unless its verb takes any words or an article begins a combatant's id."""
    kind = kinds.get(line.verb)
    if kind is None or ARTICLES.isdisjoint(line.rest) or takes_free_text(grammar_of(kind)):
        return line
    kept = (
        each
        for each in line.rest
        if each not in ARTICLES or candidates(each, dict.fromkeys(context.fight.combatants, ()))
    )
    return parse_line((*line.before, line.verb, *kept))


def _singular(name: str, blocks: Container[str]) -> str:
    """Return the name of one of several: `thug` for `thugs`; unchanged if a stat block has it."""
    ending = next((each for each in PLURALS if name.endswith(each)), "")
    return name if name in blocks or not ending else f"{name.removesuffix(ending)}{PLURALS[ending]}"


def _apart(grammar: Grammar, words: Sequence[str]) -> Iterator[str]:
    """Yield words, split at commas, `next to` as one word, and `goblin*4` as `goblin x4` if the verb takes a count."""
    for word, following in pairwise((*words, "")):
        if word.casefold() == "next" and following.casefold() == "to" and f"--{BESIDE}" in grammar.options:
            continue
        parts = [each for each in word.split(",") if each]
        if len(parts) > 1 and "=" not in word and not is_digits("".join(parts)):
            yield from parts
            continue
        name, times, number = word.replace("×", "*").rpartition("*")
        if name and times and is_digits(number) and any(f"--{each}" in grammar.options for each in COUNTS):
            yield from (name, f"x{number}")
        else:
            yield word


def _require_direction(grammar: Grammar, words: Sequence[str], context: NameContext) -> None:
    """Raise UsageError if some words give a distance to move without a direction."""
    if grammar.actor and any(each.spec.kind == "place" for each in grammar.positionals):
        for actor, left, _ in _actors(grammar, words, context):
            if left:
                context.rules.place_meant(context.fight, actor, " ".join(left))


def _actors(grammar: Grammar, words: Sequence[str], context: NameContext) -> Iterator[tuple[str, tuple[str, ...], int]]:
    """Yield each possible actor with the words left and a score: the first word, the implied actor, or a later word."""
    first = grammar.positionals[0] if grammar.positionals else None
    if first is None or not first.required or first.spec.kind not in ("combatant", "sheet"):
        yield "", tuple(words), 0
        return
    for start in range(len(words)):
        if start and words[start - 1].casefold() in FILLERS:
            continue
        for together in range(min(MOST_TOGETHER, len(words) - start), 0, -1):
            phrase = " ".join(words[start : start + together])
            is_meant = start == 0 or _is_exact(first, phrase, context)
            if is_meant and (who := _value(first, phrase, context)):
                before = words[: start - 1] if start and words[start - 1].casefold() in BY else words[:start]
                yield who, (*before, *words[start + together :]), OUT_OF_ORDER if start else 0
                break
    if words and takes_free_text(grammar) and nearest(words[0], context.fight.combatants):
        return
    named = _value(first, words[0], context) if words else ""
    for who in can_act(context):
        if who != named and (first.spec.kind != "sheet" or _fits_sheet(words, context.fight.combatants[who])):
            yield who, tuple(words), LEFT_OUT


def _fits_sheet(pairs: Sequence[str], combatant: object) -> bool:
    """Return whether every `KEY=VALUE` has a key of the sheet."""
    keys = (word.partition("=")[0].partition(".")[0].replace("-", "_") for word in pairs)
    return all(hasattr(combatant, key) for key in keys)


class _Search:
    """A search that assigns each word of a line to an argument or option that takes it, in all ways."""

    def __init__(self, grammar: Grammar, words: tuple[str, ...], context: NameContext, given: set[str]) -> None:
        first = grammar.positionals[:1] if context.who else ()
        self._grammar, self._words, self._context = grammar, words, context
        self._positionals = tuple(each for each in grammar.positionals if each not in first)
        self._options = {each.option.removeprefix("--"): each for each in grammar.options.values()}
        self._given = given
        self._tries = MOST_TRIED

    def complete(self) -> Iterator[tuple[Found, int]]:
        """Yield the words by field for each way that uses all words and leaves out nothing required."""
        for fields, trust in self._from(0, {}):
            choice = next((each for each in self._positionals if each.spec.kind == "choice"), None)
            if choice is not None and choice.field not in fields:
                chosen = [({**fields, choice.field: (each,)}, trust + LEFT_OUT) for each in choice.spec.choices]
            else:
                chosen = [({**fields}, trust)]
            for found, further in chosen:
                if all(each.field in found for each in self._positionals if each.required):
                    yield found, further

    def _from(self, at: int, fields: Found) -> Iterator[tuple[Found, int]]:
        self._tries -= 1
        if self._tries < 0:
            return
        if at == len(self._words):
            yield fields, 0
            return
        for parameter, value, used, trust in (
            *self._named(at),
            *self._counted(at),
            *self._rolled(at),
            *self._placed(at, fields),
        ):
            if parameter is None:
                yield from self._from(at + used, fields)
            elif parameter.many or parameter.field not in (*fields, *self._given):
                more = {**fields, parameter.field: (*fields.get(parameter.field, ()), *value)}
                yield from ((found, trust + further) for found, further in self._from(at + used, more))

    def _named(self, at: int) -> Iterator[tuple[Parameter | None, tuple[str, ...], int, int]]:
        """Yield the option that the word names, with the words after it that it takes; or no option for a filler."""
        if takes_free_text(self._grammar):
            return
        word, option = self._words[at].casefold(), spoken_option(self._grammar, self._words[at])
        if option is not None and not takes_value(option):
            yield option, ("true",), 1, 0
        elif option is not None or (option := self._options.get(BESIDE) if word == "to" else None):
            yield from ((option, (value,), 1 + used, 0) for value, used in self._phrases(option, at + 1))
        if (word in (*FILLERS, *PREPOSITIONS) or self._is_before_flag(at)) and len(self._words) > 1:
            yield None, (), 1, 0

    def _is_before_flag(self, at: int) -> bool:
        """Return whether the word is the `with` of `with advantage`."""
        option = spoken_option(self._grammar, "".join(self._words[at + 1 : at + 2]))
        return self._words[at].casefold() == "with" and option is not None and not takes_value(option)

    def _counted(self, at: int) -> Iterator[tuple[Parameter, tuple[str, ...], int, int]]:
        """Yield the option that a number counts: `3 rounds`, `hold 7`, and `x3` or `3 goblin` for a count option."""
        word, behind = self._words[at].casefold(), self._words[at + 1 : at + 2]
        if is_digits(word) and (until := self._options.get("until")):
            yield until, (word,), 1, UNNAMED
        if is_digits(word) and behind:
            for name in (behind[0].casefold(), behind[0].casefold().removesuffix("s"), f"{behind[0].casefold()}s"):
                if (option := self._options.get(name)) and option.spec.kind == "number":
                    yield option, (word,), 2, 0
        for count in filter(None, map(self._options.get, COUNTS)):
            number = word.strip("x×*") if word != word.strip("x×*") else word
            if _value(count, number, self._context) and (number != word or (at == 0 and behind)):
                yield count, (number,), 1, 0
            elif word in ("x", "×", "*") and behind and _value(count, behind[0], self._context):
                yield count, (behind[0],), 2, 0

    def _rolled(self, at: int) -> Iterator[tuple[Parameter, tuple[str, ...], int, int]]:
        """Yield the option that takes `+5`, a bonus to the roll, and the one that takes dice: damage and its type."""
        word = self._words[at]
        bonus = next(filter(None, map(self._options.get, BONUSES)), None)
        if bonus is not None and word[:1] == "+" and is_digits(word[1:]):
            yield bonus, (word[1:],), 1, UNNAMED
        damage = self._options.get(DAMAGE)
        if damage is not None and damage.spec.kind == "text" and is_dice(word):
            yield damage, (word,), 1, UNNAMED
            kind = "".join(self._words[at + 1 : at + 2])
            taken = (
                kind in FILLERS
                or spoken_option(self._grammar, kind)
                or any(_value(each, kind, self._context) for each in self._grammar.positionals)
            )
            if kind.isalpha() and not taken:
                yield damage, (f"{word} {kind}",), 2, UNNAMED

    def _placed(self, at: int, fields: Found) -> Iterator[tuple[Parameter, tuple[str, ...], int, int]]:
        """Yield the arguments that take the word, alone or with the next ones, and options known by their words."""
        for place, parameter in enumerate(self._positionals):
            skipped = any(each.required and each.field not in fields for each in self._positionals[:place])
            passed = any(each.field in fields for each in self._positionals[place + 1 :])
            strange = skipped or passed
            if parameter.spec.kind in FREE:
                if not skipped:
                    yield parameter, (self._words[at],), 1, 0
                continue
            if parameter.spec.kind == "pairs":
                if "=" in self._words[at]:
                    yield parameter, (self._words[at],), 1, 0
                continue
            for value, used in self._phrases(parameter, at):
                if not strange or _is_exact(parameter, value, self._context):
                    yield parameter, (value,), used, OUT_OF_ORDER if strange else 0
        for option in dict.fromkeys(self._options.values()):
            if option.spec.kind == "settings" and "=" in self._words[at]:
                yield option, (self._words[at],), 1, 0
            elif (
                option.spec.kind not in UNKNOWABLE
                and not is_digits(self._words[at])
                # An option's words must come before those of an argument of its kind: `B3 B4`.
                and not any(each.spec.kind == option.spec.kind and each.field in fields for each in self._positionals)
            ):
                for value, used in self._phrases(option, at):
                    if _is_exact(option, value, self._context):
                        yield option, (value,), used, UNNAMED

    def _phrases(self, parameter: Parameter, at: int) -> Iterator[tuple[str, int]]:
        """Yield the words from an index on that form a value of a parameter, longest first, and their number."""
        for together in range(min(MOST_TOGETHER, len(self._words) - at), 0, -1):
            phrase = " ".join(self._words[at : at + together])
            if together > 1 and not _is_exact(parameter, phrase, self._context):
                continue
            if _value(parameter, phrase, self._context):
                yield phrase, together


def _value(parameter: Parameter, word: str, context: NameContext) -> str:
    """Return a word if a parameter takes it (for a combatant, its id); otherwise an empty string."""
    try:
        if parameter.many:
            return word if convert_values(parameter, word, context) else ""
        value = convert_value(parameter, word, context)
    except RbfError:
        return ""
    if parameter.spec.kind == "place":
        known = _is_name(word, known_words("place", context)) or is_digits(word.removeprefix("-"))
        return word if known or _leads(word, context) else ""
    if parameter.spec.kind in ("amount", "quantity") and not (is_digits(word) or is_dice(word)):
        return ""
    return str(value) if parameter.spec.kind in NAMED_BY_ID else word


def _leads(words: str, context: NameContext) -> bool:
    """Return whether some words, such as `5m towards crates`, lead the actor to a place."""
    try:
        return bool(context.rules.place_meant(context.fight, context.who, words))
    except RbfError:
        return False


def _is_exact(parameter: Parameter, word: str, context: NameContext) -> bool:
    """Return whether a word is a full name or number of a parameter's kind, not a prefix of one."""
    kind, wanted = parameter.spec.kind, word.casefold()
    if kind in NAMED_BY_ID:
        people = context.fight.combatants.items()
        return word[:1] == "@" or wanted in {name.casefold() for who, one in people for name in (who, one.name)}
    if kind in ("number", "amount", "quantity"):
        return " " not in word
    if kind == "choice":
        return word in parameter.spec.choices
    if kind == "place" and _leads(word, context):
        return True
    return _is_name(word, known_words(kind, context))


def _is_name(words: str, known: Words) -> bool:
    """Return whether words are a known word or its other name in full, with or without article."""
    wanted = (words.casefold(), f"{ARTICLE}{words.casefold()}")
    names = known if isinstance(known, Mapping) else dict.fromkeys(known, ())
    return any(name.casefold() in wanted for each, also in names.items() for name in (each, *also))


def _as_line(line: Line, grammar: Grammar, actor: str, fields: Found, dashed: Sequence[str]) -> Line:
    words = [actor] if actor else []
    named: list[str] = []
    for parameter in dict.fromkeys(grammar.fields.values()):
        values = fields.get(parameter.field, ())
        if not isinstance(parameter.spec, Opt):
            words += values
        elif takes_value(parameter):
            named += [word for value in values for word in (parameter.option, value)]
        elif values:
            named.append(parameter.option)
    return parse_line((*line.before, line.verb, *dashed, *named, "--", *words))
