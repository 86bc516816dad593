"""What the table asks about a BGC fight: how someone stands, the clock, which words there are, what is next."""

from collections.abc import Mapping

from rbfcli.systems.bgc.conditions import CONDITIONS, awake, standing
from rbfcli.systems.bgc.defense import shell_of
from rbfcli.systems.bgc.sheet import CATEGORIES, UNARMED, BgcFight, Fighter, levels

PHASES, PHASE_SECONDS = 6, 10


def vigour(one: Fighter) -> tuple[int, int]:
    """Damage levels now, and at most."""
    return levels(one), one.max_levels


def status(fight: BgcFight, who: str) -> Mapping[str, str]:
    """The facts of one fighter that a table shows, by their column."""
    one = fight.combatants[who]
    return {
        "levels": f"{levels(one)}/{one.max_levels}",
        "armour": _armour(one),
        "weapon": _weapon(fight, one),
        "left": f"{max(0, one.actions - one.acted)}/{one.actions}" if fight.round else "",
        "declared": _plan(one),
    }


def _armour(one: Fighter) -> str:
    shell = shell_of(one)
    quality = "" if shell.quality == "normal" else f" {shell.quality}"
    return f"{shell.value}{quality}{' partial' if one.armour and one.armour.partial else ''}"


def _weapon(fight: BgcFight, one: Fighter) -> str:
    weapon = fight.weapons.get(one.held)
    if weapon is None:
        return ""
    loaded = f" {one.ammo.get(one.held, 0)}/{weapon.ammo}" if weapon.ammo else ""
    return f"{weapon.name}{loaded}{' failed' if one.held in one.failed else ''}"


def _plan(one: Fighter) -> str:
    """The actions declared and not used, by their initials, extra ones after a plus."""
    words = "".join(each[0].upper() for each in one.declared), "".join(f"+{each[0].upper()}" for each in one.at_risk)
    return " ".join(each for each in words if each)


def picture(fight: BgcFight) -> tuple[str, ...]:
    """The clock: rounds are minutes, each action a phase of about ten seconds (BGC-TIME-1)."""
    if not fight.round:
        return ()
    active = fight.combatants.get(fight.active)
    phase = 0 if active is None else min(active.acted, PHASES - 1)
    minutes, seconds = fight.round - 1, phase * PHASE_SECONDS
    return (f"minute {fight.round}, phase {phase + 1}: about {minutes} min {seconds:02} s have passed",)


def vocabulary(fight: BgcFight, kind: str, who: str) -> tuple[str, ...]:
    """The words of a kind that only BGC knows; weapons and skills are those of the one who acts."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return (*(one.weapons if one else fight.weapons), UNARMED)
        case "skill":
            return tuple(one.skills) if one else ()
        case "condition":
            return CONDITIONS
        case "category":
            return CATEGORIES
        case _:
            return ()


def next_steps(fight: BgcFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    players = [(who, one) for who, one in fight.combatants.items() if one.player]
    steps = [f"stabilize {who}" for who, one in players if "bleeding" in one.conditions]
    steps += [f"wake {who}" for who, one in players if "unconscious" in one.conditions and levels(one) >= 0]
    active = fight.combatants.get(fight.active)
    if active is None or not awake(active):
        return (*steps, "turn next")
    if standing(active) and not active.declared and not active.acted and active.actions and fight.options.must_declare:
        return (*steps, f"declare {fight.active} … ({active.actions} of attack, defend, movement, other)")
    only_defends = {*active.declared, *active.at_risk} <= {"defend"}
    return (*steps, "turn next") if only_defends and fight.options.must_declare else tuple(steps)
