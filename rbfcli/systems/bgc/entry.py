"""How a fighter of BGC enters a fight, and what is wrong or odd with it."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rbfcli.checking.warnings import no_foes, unskilled, zero_defense
from rbfcli.core.mistakes import Mistake
from rbfcli.systems.bgc.checks import BgcScene
from rbfcli.systems.bgc.sheet import BgcFight, BgcOptions, Fighter, damage_levels


def prepare(fight: BgcFight, fighter: Fighter) -> Fighter:
    """A fighter as it enters: its levels derived, a weapon in hand, magazines full."""
    most = fighter.max_levels or damage_levels(fighter.tough)
    full = {carried: fight.weapons[carried].ammo for carried in fighter.weapons if carried in fight.weapons}
    return replace(
        fighter,
        max_levels=most,
        levels=most if fighter.levels is None else fighter.levels,
        held=fighter.held or (fighter.weapons[0] if fighter.weapons else ""),
        ammo={**{carried: rounds for carried, rounds in full.items() if rounds}, **fighter.ammo},
    )


def added(scene: BgcScene, actor: str) -> None:
    """Say whether somebody is a player's, who does not die at 0 levels, or feels no shock (BGC-WND-5, BGC-WND-2)."""
    one = scene.one(actor)
    kind = "a-player" if one.player else "a-machine" if one.will is None else "no-player"
    scene.happen(kind, "BGC-WND-2" if kind == "a-machine" else "BGC-WND-5", who=actor)


def migrate(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """A fight of an older save: what format 1 wrote down of an extra action was its category alone."""
    people = fight.get("combatants")
    if number > 1 or not isinstance(people, Mapping):
        return fight
    options = fight.get("options")
    step = options.get("risk_step", BgcOptions().risk_step) if isinstance(options, Mapping) else BgcOptions().risk_step
    return {**fight, "combatants": {who: _with_penalties(sheet, step) for who, sheet in people.items()}}


def _with_penalties(sheet: Any, step: int) -> Any:
    """Extra actions with the penalties they had by their place among all that were taken on."""
    extra = sheet.get("at_risk") if isinstance(sheet, Mapping) else None
    if not isinstance(extra, list):
        return sheet
    first = sheet.get("risks", 0) - len(extra) + 1
    return {
        **sheet,
        "at_risk": [{"category": each, "penalty": step * place} for place, each in enumerate(extra, first)],
    }


DEFEND = "defend"


def warnings(fight: BgcFight, actor: str) -> Iterator[Mistake]:
    """On the sheet of somebody, or of the fight as a whole (BGC-ATK-1, BGC-ACT-2)."""
    if not actor:
        yield from no_foes(fight)
        return
    one, at = fight.combatants[actor], ("combatants", actor)
    if DEFEND not in one.skills:
        yield Mistake(at, f"{one.name} has no skill {DEFEND!r}: it meets no attack", "skills.defend", rule="BGC-ACT-2")
    elif not one.skills[DEFEND]:
        yield zero_defense((*at, "skills", DEFEND), "BGC-ACT-2")
    for number, each in enumerate(one.weapons):
        weapon = fight.weapons.get(each)
        if weapon and weapon.skill not in one.skills:
            yield unskilled((*at, "weapons", number), one, weapon.skill, "cannot attack with it", "BGC-ATK-1")
