"""What the table asks about a BGC fight: how someone stands, what it can do, which words there are, what is next."""

from collections.abc import Mapping

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.bgc.check import standing
from rbfcli.systems.bgc.penetration import shell_of
from rbfcli.systems.bgc.sheet import CATEGORIES, UNARMED, BgcFight, Fighter, levels

CONDITIONS = ("unconscious", "incapacitated", "bleeding", "dead")
PHASE_SECONDS = 10


def vigour(one: Fighter) -> tuple[int, int]:
    """Damage levels now, and at most."""
    return levels(one), one.max_levels


def status(fight: BgcFight, who: str) -> Mapping[str, str]:
    """The facts of one fighter that a table shows, by their column."""
    one = fight.combatants[who]
    shell = shell_of(one)
    weapon = fight.weapons.get(one.held)
    return {
        "levels": f"{levels(one)}/{one.max_levels}",
        "armour": f"{shell.value} {shell.quality[0].upper()}",
        "actions": f"{one.actions - one.acted}/{one.actions}" if fight.round else "",
        "declared": ", ".join(one.declared) + (f" + {one.risk_left} at risk" if one.risk_left else ""),
        "weapon": "" if weapon is None else _loaded(one, weapon.name, weapon.ammo),
    }


def _loaded(one: Fighter, name: str, most: int) -> str:
    return f"{name} {one.ammo.get(one.held, 0)}/{most}" if most else name


def picture(fight: BgcFight) -> tuple[str, ...]:
    """The clock: rounds are minutes, each action a phase of about ten seconds (BGC-TIME-1)."""
    if not fight.round:
        return ()
    active = fight.combatants.get(fight.active)
    phase = 0 if active is None else active.acted
    seconds = (fight.round - 1) * 60 + phase * PHASE_SECONDS
    return (f"minute {fight.round}, phase {phase + 1}; about {seconds // 60} min {seconds % 60:02} s have passed",)


def actions(fight: BgcFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now, with what it costs and its rule (BGC-ACT-1)."""
    one = fight.combatants[who]
    if not standing(one) or not fight.round:
        return ()
    if not one.declared and not one.acted and one.actions:
        words = " ".join(["attack"] * (one.actions - 1) + ["defend"])
        return (ActionLeft(f"declare {who} {words}", "free", "BGC-ACT-1"),)
    if fight.active != who:
        return (ActionLeft(f"defend {who}", _cost(one, "defend"), "BGC-RSK-2"),)
    foes = [each for each, other in fight.combatants.items() if other.side != one.side and standing(other)]
    lines = [ActionLeft(f"attack {who} {foe}", _cost(one, "attack"), "BGC-ATK-1") for foe in foes]
    lines.append(ActionLeft(f"move {who}", _cost(one, "movement"), "BGC-ACT-3"))
    lines.append(ActionLeft(f"other {who}", _cost(one, "other"), "BGC-ACT-2"))
    lines += [
        ActionLeft(f"stabilize {each} --by {who}", _cost(one, "other"), "BGC-STB-1")
        for each, other in fight.combatants.items()
        if "bleeding" in other.conditions and each != who
    ]
    lines.append(ActionLeft(f"risk {who} attack", f"-{10 * (one.risks + 1)}", "BGC-RSK-1"))
    return tuple(each for each in lines if each.cost)


def _cost(one: Fighter, category: str) -> str:
    if one.risk_left == category:
        return f"extra {category}"
    return category if category in one.declared else "a risk" if category == "defend" else ""


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
    steps = [f"stabilize {who}" for who, one in fight.combatants.items() if "bleeding" in one.conditions and one.player]
    active = fight.combatants.get(fight.active)
    if active is None:
        return tuple(steps)
    if not active.declared and not active.acted and active.actions and fight.options.must_declare:
        steps.append(f"declare {fight.active} … ({active.actions} of attack, defend, movement, other)")
    elif not active.declared and not active.risk_left:
        steps.append("turn next")
    return tuple(steps)
