"""What a command is: a frozen struct whose tag is the verb and whose fields say which words it takes."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Struct

from rbfcli.kernel.limits import MODIFIER

# The kinds of words that every system has; those of its own a system declares in `Rules.kinds`.
KINDS = {
    "combatant": "one combatant: an id, a name, a unique beginning, @active, @nearest; a field of type `str`",
    "combatants": "several combatants: also thug*, @foes; a field of type `tuple[str, ...]`",
    "targets": "as `combatants`, and foes are completed first",
    "removable": "combatants, or the word for a kind of thing and the ids of some",
    "condition": "a condition of the table, or own words behind `say`",
    "number": "a whole number from `low` to `high`; a field of type `int`",
    "flag": "an option without a value; a field of type `bool`",
    "choice": "one of `choices`",
    "text": "any words",
    "addable": "a new name, or the word for a kind of thing, such as weapon",
    "amount": "a number or dice, such as 2d6+1; a `str` for `scene.roll_expression`",
    "faces": "faces of dice rolled by hand: 5,7; a field of type `tuple[int, ...]`",
    "answers": "KIND=ANSWER, to a question that will be asked",
    "answer": "an answer to an open question, its number, or own words behind `say`",
    "sheet": "a combatant, or `fight` for the fight itself",
    "block": "a stat block of the encounter",
    "pairs": "KEY=VALUE, of a sheet or the fight",
    "settings": "WHO=N, of combatants or teams",
    "dice": "dice notation of several words; for verbs of the program, as all below",
    "line": "a command, or dice notation",
    "steps": "a JSON list of changes to a fight, as long as it has to be",
    "rule": "the id of a rule, a system, or words to look for",
    "system": "a rule system",
    "schema": "a rule system, or json for the output of --json",
    "topic": "a topic of the help",
    "encounter": "an encounter, by name or file",
    "script": "a script, by name or file",
    "viewer": "a side, or a combatant whose side is meant",
    "file": "a file of any kind; `toml-file`, `page` and `people-file` are files of one",
    "toml-file": "a file of TOML",
    "page": "a file of HTML",
    "people-file": "a file of CSV or JSON with combatants",
}


class Arg(Struct, frozen=True):
    """A positional word: a field with a default may be left out."""

    kind: str
    """what it is: one of `KINDS`, or of the system's own kinds; decides how it is read and completed"""
    help: str
    """what it is for, in a few words"""
    choices: tuple[str, ...] = ()
    """of a `choice`, the words that it may be"""
    low: int | None = None
    """of a `number`, the least that it may be"""
    high: int | None = None
    """of a `number`, the most that it may be"""
    whose: Literal["", "gm", "foes", "players"] = ""
    """whose word it is, where whoever gives the command does not decide it: the policy of a side may not say it, or not
    where that side is not the players'"""
    reach: Literal["", "reads", "writes", "users"] = ""
    """what it reaches: a file that is read or written, or more than a file or a pipe may say (`users`: only what a user
    types); for verbs of the program"""


class Opt(Struct, frozen=True):
    """A word behind `--name`: a field without a default has to be given."""

    kind: str
    """what it is, as for `Arg`"""
    help: str
    """what it is for, in a few words"""
    choices: tuple[str, ...] = ()
    """of a `choice`, the words that it may be"""
    name: str = ""
    """how it is typed; without it, as the field, with hyphens"""
    short: str = ""
    """a single letter, typed behind one hyphen"""
    low: int | None = None
    """of a `number`, the least that it may be"""
    high: int | None = None
    """of a `number`, the most that it may be"""
    whose: Literal["", "gm", "foes", "players"] = ""
    """whose word it is, where whoever gives the command does not decide it: the policy of a side may not say it, or not
    where that side is not the players'"""
    reach: Literal["", "reads", "writes", "users"] = ""
    """what it reaches: a file that is read or written, or more than a file or a pipe may say (`users`: only what a user
    types); for verbs of the program"""


class Command(Struct, frozen=True, kw_only=True, tag_field="verb", omit_defaults=True, gc=False):
    """An order to the engine or the program; the tag is the verb typed, the docstring its help."""

    group: ClassVar[str] = "table"
    examples: ClassVar[tuple[str, ...]] = ()
    for_users: ClassVar[bool] = False
    """whether only a user may type it, because it starts a process"""

    force: Annotated[bool, Opt("flag", "do what the rules refuse; the journal says so", whose="gm")] = False


class FightCommand(Command, frozen=True, kw_only=True):
    """A command of a fight: the questions that its rules ask may be answered in advance."""

    answer: Annotated[
        tuple[str, ...], Opt("answers", "KIND=ANSWER: answer a question in advance (may be repeated)", whose="gm")
    ] = ()


class DicedCommand(FightCommand, frozen=True, kw_only=True):
    """A command in whose course dice may fall: their faces may be given by hand."""

    dice: Annotated[tuple[int, ...], Opt("faces", "faces rolled by hand, in draw order: 5,7", whose="gm")] = ()


class RollingCommand(DicedCommand, frozen=True, kw_only=True):
    """A command that rolls dice of its own: the roll may be helped or hindered."""

    mod: Annotated[int, Opt("number", "a modifier for this roll", low=-MODIFIER, high=MODIFIER, whose="gm")] = 0


def verb_of(command: Command | type[Command]) -> str:
    """The verb a command is typed with."""
    return str(command.__struct_config__.tag)
