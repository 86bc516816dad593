"""Whether a place takes what is more than a word of a list: `KEY=VALUE`, an answer of several words, a file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import to_builtins
from msgspec.structs import fields

from rbfcli.kernel.answers import answer_to, open_now
from rbfcli.kernel.errors import RbfError
from rbfcli.kernel.fight import Question
from rbfcli.kernel.gm import OF_THE_FIGHT
from rbfcli.kernel.limits import FILES_OFFERED
from rbfcli.kernel.matching import SAY, candidates
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.sheets import read_pairs, with_pairs
from rbfcli.language.names import NameContext
from rbfcli.language.suggest_values import KnownNames
from rbfcli.language.verdict import Verdict

FILES = ("encounter", "script", "toml-file")
WHOLE = "fight"  # what `set` calls the fight itself
STANDARD_INPUT = "-"


def pair_verdict(word: str, context: NameContext) -> Verdict:
    """The verdict on `hp=3` of `set`: its key is one of the sheet of whoever acts, or of the fight; its value fits."""
    fight = context.fight
    one = fight.combatants.get(context.who)
    whole = one is None and context.who == WHOLE
    owner: Any = fight if whole else context.rules.sheet if one is None else one
    known = [f"options.{each.name}" for each in fields(fight.options)] if whole else []
    known += OF_THE_FIGHT if whole else [each.name for each in fields(owner)]
    if "=" not in word:
        key = word.replace("-", "_").partition(".")
        begun = _begins(word.replace("-", "_"), known) or (key[0] in known and key[1])
        return Verdict.BEGUN if begun else Verdict.WRONG
    try:
        pairs = read_pairs((word,), owner)
        path = pairs[0][0]
        if path[0] not in known:
            return Verdict.WRONG
        if one is not None:
            with_pairs(to_builtins(one), pairs, type(one), context.who)
        elif path[0] == "options" and f"options.{path[1] if path[1:] else ''}" not in known:
            return Verdict.WRONG
    except RbfError:
        return Verdict.WRONG if word.partition("=")[2] else Verdict.BEGUN
    return Verdict.RIGHT


def answer_verdict(words: Sequence[str], context: NameContext) -> Verdict:
    """The verdict on all words behind `choose`; a number alone may be that of a line listed before."""
    asked = open_now(context.fight)
    if not asked:
        return Verdict.RIGHT if len(words) == 1 and is_digits(words[0]) else Verdict.WRONG

    def names(question: Question) -> Mapping[str, tuple[str, ...]]:
        known = context.rules.vocabulary(context.fight, question.kind, question.who)
        return known if isinstance(known, Mapping) else {}

    try:
        answer_to(asked, words, names)
    except RbfError:
        return Verdict.BEGUN if _may_become_an_answer(words, asked) else Verdict.WRONG
    return Verdict.RIGHT


def _may_become_an_answer(words: Sequence[str], asked: Sequence[Question]) -> bool:
    """Whether more letters could make an answer of it, own words, or the one who is asked."""
    whose = [each.who for each in asked]
    rest = words[1:] if words[0] in whose else words
    if not rest or (rest[0].casefold() == SAY and any(each.free_text for each in asked)):
        return True
    begun = candidates(" ".join(rest), dict.fromkeys((each for one in asked for each in one.answers), ()))
    return bool(begun) or (len(words) == 1 and _begins(words[0], [*whose, SAY]))


def file_verdict(word: str, kind: str, names: KnownNames) -> Verdict:
    """The verdict on a file to be read, or on the name of one that is shipped."""
    shipped = {"encounter": names.encounters, "script": names.scripts}.get(kind, ())
    folder, _, name = word.rpartition("/")
    there = names.files(f"{folder}/" if folder or word.startswith("/") else "")
    if word in shipped or name in there or (kind == "script" and word == STANDARD_INPUT):
        return Verdict.RIGHT
    if not word or word.startswith("~") or len(there) >= FILES_OFFERED or f"{name}/" in there:
        return Verdict.RIGHT if word else Verdict.BEGUN
    return Verdict.BEGUN if _begins(word, shipped) or _begins(name, there) else Verdict.WRONG


def _begins(word: str, known: Iterable[str]) -> bool:
    return any(each.startswith(word) for each in known)
