"""Preparing a BGC combatant for a fight, with warnings."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from rbfcli.checking.warnings import no_foes, unskilled, zero_defense
from rbfcli.core.mistakes import Mistake
from rbfcli.systems.bgc.checks import BgcScene
from rbfcli.systems.bgc.sheet import BgcFight, BgcOptions, Fighter, damage_levels


def prepare(fight: BgcFight, fighter: Fighter) -> Fighter:
    """Return a combatant ready to fight: levels derived, weapon in hand, full magazines."""
    most = fighter.max_levels or damage_levels(fighter.tough)
    full = {carried: fight.weapons[carried].ammo for carried in fighter.weapons if carried in fight.weapons}
    return replace(
        fighter,
        max_levels=most,
        levels=most if fighter.levels is None else fighter.levels,
        held=fighter.held or (fighter.weapons[0] if fighter.weapons else ""),
        ammo={**{carried: rounds for carried, rounds in full.items() if rounds}, **fighter.ammo},
    )


def rested(fighter: Fighter) -> Fighter:
    """Return a fighter at all levels, with full magazines (BGC-DRV-1, BGC-ACT-2)."""
    return replace(fighter, levels=fighter.max_levels or None, ammo={})


def added(scene: BgcScene, actor: str) -> None:
    """Report whether a new combatant is a player character or feels no shock (BGC-WND-5, BGC-WND-2)."""
    one = scene.one(actor)
    kind = "a-player" if one.player else "a-machine" if one.will is None else "no-player"
    scene.happen(kind, "BGC-WND-2" if kind == "a-machine" else "BGC-WND-5", who=actor)


def migrate(number: int, fight: dict[str, Any]) -> dict[str, Any]:
    """Return a fight from an older save; format 1 stored only the category of an extra action."""
    people = fight.get("combatants")
    if number > 1 or not isinstance(people, Mapping):
        return fight
    options = fight.get("options")
    step = options.get("risk_step", BgcOptions().risk_step) if isinstance(options, Mapping) else BgcOptions().risk_step
    return {**fight, "combatants": {who: _with_penalties(sheet, step) for who, sheet in people.items()}}


def _with_penalties(sheet: Any, step: int) -> Any:
    """Return a sheet with the penalties of its extra actions, derived from their order."""
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
    """Yield warnings for a combatant's sheet, or for the whole fight (BGC-ATK-1, BGC-ACT-2)."""
    if not actor:
        yield from no_foes(fight)
        return
    one, at = fight.combatants[actor], ("combatants", actor)
    if DEFEND not in one.skills:
        yield Mistake(
            at, f"{one.name} has no skill {DEFEND!r} and cannot defend", "add skills.defend", rule="BGC-ACT-2"
        )
    elif not one.skills[DEFEND]:
        yield zero_defense((*at, "skills", DEFEND), "BGC-ACT-2")
    for number, each in enumerate(one.weapons):
        weapon = fight.weapons.get(each)
        if weapon and weapon.skill not in one.skills:
            yield unskilled((*at, "weapons", number), one, weapon.skill, "cannot attack with it", "BGC-ATK-1")
