"""The tracker: its printed sheet, the two phases it measures, and the threat that sets it (THR-PHASE-1, THR-TRACK)."""

from msgspec import Struct

from rbfcli.kernel.events import PhaseBegan, RoundBegan
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.turns import count_round
from rbfcli.systems.threat.check import ThreatScene
from rbfcli.systems.threat.conditions import FREE_ATTACK
from rbfcli.systems.threat.economy.economy import attackers_left
from rbfcli.systems.threat.options import Phase, ThreatOptions
from rbfcli.systems.threat.sheet import ThreatFight


class Columns(Struct, frozen=True):
    """A printed sheet: the lowest threat, and the space of each phase under every threat."""

    lowest: int
    offense: tuple[int, ...]
    defence: tuple[int, ...]

    @property
    def highest(self) -> int:
        """The threat of the last column."""
        return self.lowest + min(len(self.offense), len(self.defence)) - 1


SEVEN = Columns(0, (4, 4, 3, 3, 2, 2, 1), (1, 1, 2, 2, 3, 3, 4))


def columns(options: ThreatOptions) -> Columns:
    """The sheet in use (THR-TRACK-2)."""
    if options.sheet == "seven":
        return SEVEN
    return Columns(options.lowest_threat, options.offense_spaces, options.defence_spaces)


def spaces_under(fight: ThreatFight, phase: str) -> int:
    """The space of a phase that is aligned with the present threat (THR-TRACK-2)."""
    sheet = columns(fight.options)
    row = sheet.offense if phase == "offense" else sheet.defence
    return row[min(max(fight.board.threat, sheet.lowest), sheet.highest) - sheet.lowest]


def check_threat(options: ThreatOptions, threat: int) -> None:
    """Raises Refusal for a threat that is not on the sheet (THR-TRACK-1)."""
    sheet = columns(options)
    if not sheet.lowest <= threat <= sheet.highest:
        raise impossible(f"the threat goes from {sheet.lowest} to {sheet.highest}, not to {threat}", "THR-TRACK-1")


def begin_phase(scene: ThreatScene, phase: Phase, rule: str) -> None:
    """A phase begins: its tracker stands on the space under the threat, and nobody has acted (THR-TRACK-2)."""
    if phase == scene.fight.board.first:
        scene.emit(RoundBegan(rule="THR-PHASE-1", round=scene.fight.round + 1))
        count_round(scene, "THR-PHASE-1")
    scene.emit(PhaseBegan(rule=rule, phase=phase))
    spaces = spaces_under(scene.fight, phase)
    scene.change("", ("board", "spaces"), spaces, "THR-TRACK-2")
    scene.change("", ("board", "tracker"), spaces, "THR-TRACK-2")
    scene.change("", ("board", "acted"), {}, "THR-ATK-1")
    for who in scene.fight.combatants:
        scene.relieve(who, FREE_ATTACK, "THR-ULT-2")
    scene.happen("tracker-set", "THR-TRACK-2", spaces=spaces, threat=scene.fight.board.threat)
    if able := attackers_left(scene.fight):
        scene.happen("to-act", "THR-OFF-1" if phase == "offense" else "THR-DEF-1", able=", ".join(able))


def change_phase(scene: ThreatScene, rule: str) -> None:
    """Offense gives way to Defence, Defence to Offense (THR-PHASE-1)."""
    begin_phase(scene, other_phase(scene.fight.phase), rule)


def other_phase(phase: str) -> Phase:
    """The phase that follows."""
    return "defence" if phase == "offense" else "offense"


def move_tracker(scene: ThreatScene, extra_rule: str) -> None:
    """One space for an action, one more where a rule says so; none is carried into the next phase (THR-TRACK-3)."""
    phase = scene.fight.phase
    if not phase:
        return
    _move_one(scene, "tracker", "THR-TRACK-3")
    if extra_rule and scene.fight.phase == phase:
        _move_one(scene, "tracker-extra", extra_rule)


def _move_one(scene: ThreatScene, told_as: str, rule: str) -> None:
    before = scene.fight.board.tracker
    if before <= 1:
        scene.happen(f"{told_as}-ends", rule, phase=scene.fight.phase.capitalize())
        change_phase(scene, "THR-TRACK-3")
        return
    scene.change("", ("board", "tracker"), before - 1, rule)
    scene.happen(told_as, rule, before=before, after=before - 1)


def shift_threat(scene: ThreatScene, by: int, rule: str) -> None:
    """Raise or lower the threat, as far as the sheet goes (THR-CMP-2, THR-ULT-2)."""
    sheet = columns(scene.fight.options)
    before = scene.fight.board.threat
    after = min(max(before + by, sheet.lowest), sheet.highest)
    if after == before:
        scene.happen("threat-stays", rule, threat=after)
        return
    scene.change("", ("board", "threat"), after, rule)
    phase = other_phase(scene.fight.phase)
    spaces = spaces_under(scene.fight, phase)
    scene.happen("threat-moved", rule, before=before, after=after, phase=phase.capitalize(), spaces=spaces)
