"""What a plug-in puts into a fight is checked as it puts it there: its type, and its bounds."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from rbfcli.guests.blame import Misfit
from rbfcli.kernel import events
from rbfcli.kernel.fight import Combatant, Fight
from rbfcli.kernel.recording import Pausing
from rbfcli.kernel.rules import Rules

OF_SOMEBODY = (events.Changed, events.Afflicted, events.Joined)
OF_NO_TYPE = (events.Changed, events.Joined)


@contextmanager
def checked(scene: Any) -> Iterator[None]:
    """Check each event of a scene before it counts, and that nothing else came of it. Raises Misfit."""
    if "emit" in vars(scene):
        yield
        return
    emit = _Emit(scene)
    scene.emit = emit
    try:
        yield
    except Pausing:
        emit.hold_all()
        raise
    finally:
        del scene.emit
    emit.hold_all()


class _Emit:
    """The verb of a scene that all the others end in."""

    def __init__(self, scene: Any) -> None:
        self._scene = scene
        self._emit = scene.emit
        self._known: dict[int, Any] = {id(scene.fight): scene.fight}

    def __call__(self, event: Any) -> None:
        """Let an event happen. Raises Misfit, and then it has not."""
        scene, before, mark = self._scene, self._scene.fight, self._scene.mark()
        self.hold(before)
        _fit_event(event)
        self._emit(event)
        self._known[id(scene.fight)] = scene.fight
        try:
            _fit_fight(event, scene.fight, before, scene.rules)
        except Misfit:
            scene.fight = before
            scene.take_back(mark)
            raise

    def know(self, fight: Any) -> None:
        """Take a fight for one that events have made, as odds do with the end of a part that they know already."""
        self._known[id(fight)] = fight

    def hold_all(self) -> None:
        """See that nothing was put into the scene behind its verbs. Raises Misfit."""
        self.hold(self._scene.fight)
        if not isinstance(self._scene.outcome, str):
            raise Misfit(f"it ends with the outcome {self._scene.outcome!r:.60}, which is no word")
        if other := next((each for each in self._scene.all_events() if not isinstance(each, events.Event)), None):
            raise Misfit(f"{other!r:.60} is no event")
        if self._scene.recording.is_by_seed:
            fit(self._scene.fight, self._scene.rules.fight)

    def hold(self, fight: Any) -> None:
        """See that a fight came of events. Raises Misfit."""
        if id(fight) not in self._known:
            raise Misfit("the fight is not the one that events have made: only verbs of the scene change it")


def _fit_event(event: Any) -> None:
    if not isinstance(event, events.Event):
        raise Misfit(f"{event!r} is no event")
    try:
        raw = msgspec.to_builtins(event)
        if not isinstance(event, OF_NO_TYPE):
            msgspec.convert(raw, type(event))
    except (TypeError, ValueError, RecursionError) as wrong:
        raise Misfit(f"{_name(event)}: {wrong}") from None


def _fit_fight(event: Any, fight: Fight, before: Fight, rules: Rules) -> None:
    """See that what an event changed is still of the type it has to be of. Raises Misfit."""
    if fight is before:
        return
    try:
        if isinstance(event, OF_SOMEBODY) and event.who:
            fit(fight.combatants[event.who], rules.sheet)
        elif fight.combatants is before.combatants:
            fit(replace(fight, combatants={}), rules.fight)
    except Misfit as wrong:
        raise Misfit(f"{_name(event)}: {wrong}") from None


def fit(value: Any, kind: type[Fight] | type[Combatant]) -> None:
    """See that a sheet or a fight would read back as what it is. Raises Misfit."""
    if type(value) is not kind:
        raise Misfit(f"expected {kind.__name__}, got {type(value).__name__}")
    try:
        same: Any = msgspec.convert(msgspec.to_builtins(value), kind)
    except (TypeError, ValueError, RecursionError) as wrong:
        raise Misfit(str(wrong)) from None
    if same != value:
        fields = [name for name in kind.__struct_fields__ if getattr(same, name) != getattr(value, name)]
        raise Misfit(f"{', '.join(fields)} would not read back as it is")


def _name(event: Any) -> str:
    """What an event does, in words."""
    match event:
        case events.Changed(who=who, field=field, after=after):
            return f"{who or 'the fight'}: {field} becomes {after!r:.60}"
        case events.Afflicted(who=who, name=name):
            return f"{who} gets {name!r:.60}"
        case _:
            return type(event).__name__.lower()
