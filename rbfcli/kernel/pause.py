"""Pause a command: what was different in the fight before it, and what was said since, are remembered as JSON texts."""

from collections.abc import Iterable
from functools import cache
from typing import Any, TypeVar

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from rbfcli.kernel.asking import Asking
from rbfcli.kernel.command import Command, verb_of
from rbfcli.kernel.events import Paused
from rbfcli.kernel.fight import Fight, Pause
from rbfcli.kernel.settled import settled

F = TypeVar("F", bound=Fight)


class _Earlier(Struct, frozen=True):
    """What was different: fields of the fight, who took part, and a fight that holds these values and no others."""

    fields: tuple[str, ...]
    people: tuple[str, ...] | None
    fight: Raw


def pause(scene: Asking[Any], command: Command) -> None:
    """Stop at a question: the fight remembers what it takes to play the command again and go on.

    Of a rehearsal it remembers only how many questions are open: nobody goes on with it, and to write down the rest
    would be 4 of the 213 million instructions of `rbf actions`.
    """
    if not scene.recording.is_kept:
        scene.emit(Paused(pause=Pause(before="", command="", waiting=scene.waiting)))
        return
    before, now = scene.recording.pause, scene.recording.now
    paused = Pause(
        before=remember(scene.before, scene.fight),
        command=before.command or command_text(command),
        since=(*before.since, command_text(now)) if now else before.since,
        faces=scene.recording.faces,
        waiting=scene.waiting,
        lapsed=before.lapsed,
    )
    scene.emit(Paused(pause=paused))


def remember(earlier: Fight, now: Fight) -> str:
    """What was different in an earlier fight."""
    fields = tuple(
        name
        for name in earlier.__struct_fields__
        if name not in ("combatants", "paused") and getattr(earlier, name) != getattr(now, name)
    )
    same_people = list(earlier.combatants) == list(now.combatants)
    sheets = {who: one for who, one in earlier.combatants.items() if one != now.combatants.get(who)}
    kept = {name: getattr(earlier, name) for name in fields}
    part = type(earlier)(**{"system": earlier.system, **kept, "combatants": sheets})
    people = None if same_people else tuple(earlier.combatants)
    return msgspec.json.encode(_Earlier(fields, people, Raw(msgspec.json.encode(settled(part))))).decode()


def recall(text: str, now: F) -> F:
    """The earlier fight again, from what was different and the fight as it is now. Raises msgspec.MsgspecError."""
    earlier = msgspec.json.decode(text, type=_Earlier)
    part = msgspec.json.decode(earlier.fight, type=type(now))
    sheets = {**now.combatants, **part.combatants}
    people = now.combatants if earlier.people is None else earlier.people
    kept = {name: getattr(part, name) for name in earlier.fields}
    return replace(now, **kept, combatants={who: sheets[who] for who in people}, paused=None)


def command_text(command: Command) -> str:
    """A command as a JSON text."""
    return msgspec.json.encode(settled(command)).decode()


def command_of(text: str, kinds: Iterable[type[Command]]) -> Command:
    """The command of a JSON text, of the kind that has its verb. Raises LookupError or msgspec.MsgspecError."""
    verb = msgspec.json.decode(text, type=_Verb).verb
    kind: Any = _by_verb(tuple(kinds))[verb]
    command: Command = msgspec.json.decode(text, type=kind)
    return command


@cache
def _by_verb(kinds: tuple[type[Command], ...]) -> dict[str, type[Command]]:
    return {verb_of(kind): kind for kind in kinds}


class _Verb(Struct, frozen=True):
    verb: str
