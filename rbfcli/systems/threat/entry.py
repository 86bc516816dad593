"""Characters entering a fight, and the errors and warnings about them."""

from collections.abc import Iterator

from msgspec.structs import replace

from rbfcli.checking.warnings import never_read
from rbfcli.core.mistakes import Mistake, defer_to_rules
from rbfcli.systems.threat.checks import ThreatScene
from rbfcli.systems.threat.economy import columns
from rbfcli.systems.threat.sheet import Character, ThreatFight


def prepare(_fight: ThreatFight, combatant: Character) -> Character:
    """Return a character with its maximum HP set."""
    return replace(combatant, max_hp=combatant.max_hp or max(combatant.hp, 0))


def rested(combatant: Character) -> Character:
    """Return a character at full HP (THR-DMG-3)."""
    return replace(combatant, hp=max(combatant.hp, combatant.max_hp))


def added(scene: ThreatScene, actor: str) -> None:
    """Report whether a new character is a PC, an ally or an enemy (THR-OFF-1)."""
    one = scene.one(actor)
    kind = "a-pc" if one.pc else "an-enemy" if scene.fight.is_enemy(one) else "an-ally"
    scene.happen(kind, "THR-OFF-1", who=actor, side=one.side if one.pc else scene.fight.crew_side())


def authored(fight: ThreatFight) -> ThreatFight:
    """Return a fight whose current threat is its starting threat (THR-START-1)."""
    if not fight.round:
        return fight
    options = replace(fight.options, threat=fight.board.threat)
    return replace(fight, options=options, board=replace(fight.board, threat=0))


def mistakes(fight: ThreatFight, actor: str) -> Iterator[Mistake]:
    """Yield errors on the board (THR-TRACK-1, THR-TRACK-2)."""
    return defer_to_rules(() if actor else _on_the_board(fight))


def _on_the_board(fight: ThreatFight) -> Iterator[Mistake]:
    sheet, board = columns(fight.options), fight.board
    if fight.phase and not sheet.lowest <= board.threat <= sheet.highest:
        yield Mistake(("board", "threat"), f"must be from {sheet.lowest} to {sheet.highest}, not {board.threat}")
    if board.tracker > board.spaces:
        yield Mistake(("board", "tracker"), f"must be at most {board.spaces} (the spaces), not {board.tracker}")


def warnings(fight: ThreatFight, actor: str) -> Iterator[Mistake]:
    """Yield warnings on a sheet or about the whole fight (THR-OFF-1, THR-TRACK-1, THR-BOSS-1, THR-DMG-1)."""
    if actor:
        one = fight.combatants[actor]
        for key in () if one.boss else ("boss_move", "boss_damage"):
            if getattr(one, key):
                yield never_read(("combatants", actor, key), "only a boss has a boss move (boss = true)", "THR-BOSS-1")
        return
    if fight.combatants:
        yield from _sides(fight)
    sheet, threat = columns(fight.options), fight.options.threat
    if not sheet.lowest <= threat <= sheet.highest:
        message = f"must be from {sheet.lowest} to {sheet.highest}, not {threat}"
        yield Mistake(("options", "threat"), message, rule="THR-TRACK-1")
    traits = {trait for one in fight.combatants.values() for trait in one.traits}
    for name, weapon in fight.weapons.items():
        for number, each in enumerate(weapon.doubles):
            if each not in traits:
                yield never_read(
                    ("weapons", name, "doubles", number), f"no combatant has the trait {each!r}", "THR-DMG-1"
                )


def _sides(fight: ThreatFight) -> Iterator[Mistake]:
    if not fight.crew():
        message = f"no combatant is a PC or on the crew's side ({fight.options.crew}), so no one can act in Offense"
        yield Mistake(("combatants",), message, f'side = "{fight.options.crew}"', rule="THR-OFF-1")
    elif not fight.enemies():
        yield Mistake(
            ("combatants",), "all combatants are on the crew's side", "give the enemies another side", rule="THR-OFF-1"
        )
