"""What a command is: a frozen struct whose tag is the verb and whose fields say which words it takes."""

from typing import Annotated, ClassVar

from msgspec import Struct

from rbfcli.kernel.limits import MODIFIER


class Arg(Struct, frozen=True):
    """A positional word: its kind decides how it is read and completed."""

    kind: str
    help: str
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None


class Opt(Struct, frozen=True):
    """A word behind `--name` (the field's name with hyphens, unless `name` says otherwise)."""

    kind: str
    help: str
    choices: tuple[str, ...] = ()
    name: str = ""
    short: str = ""
    low: int | None = None
    high: int | None = None


class Command(Struct, frozen=True, kw_only=True, tag_field="verb", omit_defaults=True):
    """An order to the engine or the program; the tag is the verb typed, the docstring its help."""

    group: ClassVar[str] = "table"
    examples: ClassVar[tuple[str, ...]] = ()

    force: Annotated[bool, Opt("flag", "do what the rules refuse; the journal says so")] = False


class FightCommand(Command, frozen=True, kw_only=True):
    """A command of a fight: the questions that its rules ask may be answered in advance."""

    answer: Annotated[
        tuple[str, ...], Opt("answers", "KIND=ANSWER: answer a question in advance (may be repeated)")
    ] = ()


class DicedCommand(FightCommand, frozen=True, kw_only=True):
    """A command in whose course dice may fall: their faces may be given by hand."""

    dice: Annotated[tuple[int, ...], Opt("faces", "faces rolled by hand, in draw order: 5,7")] = ()


class RollingCommand(DicedCommand, frozen=True, kw_only=True):
    """A command that rolls dice of its own: the roll may be helped or hindered."""

    mod: Annotated[int, Opt("number", "a modifier for this roll", low=-MODIFIER, high=MODIFIER)] = 0


def verb_of(command: Command | type[Command]) -> str:
    """The verb a command is typed with."""
    return str(command.__struct_config__.tag)
