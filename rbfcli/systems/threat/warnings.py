"""What THREAT finds odd in a sound fight: no crew, a threat that its sheet has not, keys that nothing reads."""

from collections.abc import Iterator

from rbfcli.kernel.mistakes import Mistake
from rbfcli.kernel.warnings import never_read
from rbfcli.systems.threat.economy.tracker import columns
from rbfcli.systems.threat.sheet import Character, ThreatFight, crew, enemies


def warnings(fight: ThreatFight, who: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or of the fight as a whole (THR-OFF-1, THR-TRACK-1, THR-BOSS-1, THR-DMG-1)."""
    if who:
        yield from _on_sheet(fight.combatants[who], ("combatants", who))
        return
    if fight.combatants:
        yield from _sides(fight)
    sheet, threat = columns(fight.options), fight.options.threat
    if not sheet.lowest <= threat <= sheet.highest:
        message = f"the sheet goes from {sheet.lowest} to {sheet.highest}, and {threat} is outside"
        yield Mistake(("options", "threat"), message, rule="THR-TRACK-1")
    traits = {trait for one in fight.combatants.values() for trait in one.traits}
    for name, weapon in fight.weapons.items():
        for number, each in enumerate(weapon.doubles):
            if each not in traits:
                yield never_read(("weapons", name, "doubles", number), f"nobody has the trait {each!r}", "THR-DMG-1")


def _sides(fight: ThreatFight) -> Iterator[Mistake]:
    if not crew(fight):
        message = f"nobody is on the crew's side ({fight.options.crew}), and nobody is a PC: no one acts in Offense"
        yield Mistake(("combatants",), message, f'side = "{fight.options.crew}"', rule="THR-OFF-1")
    elif not enemies(fight):
        yield Mistake(("combatants",), "all are of the crew: there is no enemy", "another side", rule="THR-OFF-1")


def _on_sheet(one: Character, at: tuple[str, str]) -> Iterator[Mistake]:
    if not one.boss:
        for key in ("boss_move", "boss_damage"):
            if getattr(one, key):
                yield never_read((*at, key), "only a boss has a boss move (boss = true)", "THR-BOSS-1")
