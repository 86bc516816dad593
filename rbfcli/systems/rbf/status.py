"""What the table asks about an RBF fight: how someone stands, what it can do, which words there are, what is next."""

from collections.abc import Mapping

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.rbf.actions import CANNOT_ACT, standing
from rbfcli.systems.rbf.complications import COMPLICATIONS
from rbfcli.systems.rbf.defense import PLACED
from rbfcli.systems.rbf.hits import EFFECTS
from rbfcli.systems.rbf.sheet import Fighter, RbfFight, is_enemy
from rbfcli.systems.rbf.strike import UNARMED_ID
from rbfcli.systems.rbf.techniques import TECHNIQUES

CONDITIONS = (*PLACED[1:], "pinned", "surprised", "hidden", "out", "dying", "unconscious", "dead")


def vigour(one: Fighter) -> tuple[int, int]:
    """Health now, and at most."""
    return one.hp, one.max_hp


def status(fight: RbfFight, who: str) -> Mapping[str, str]:
    """The facts of one fighter that a table shows, by their column."""
    one = fight.combatants[who]
    return {
        "HP": f"{one.hp}/{one.max_hp}",
        "TN": str(one.tn) if is_enemy(one) else "",
        "actions": str(one.actions_left) if who == fight.active else "",
        "weapon": _weapon_in_words(fight, one),
        "armour": "" if not one.armour else f"{one.armour} broken" if one.armour_broken else str(one.armour),
        "place": one.place or ("" if one.at is None else f"{one.at} m"),
        "cover": "" if one.cover == "none" else one.cover,
        "aim": str(one.aim or ""),
    }


def _weapon_in_words(fight: RbfFight, one: Fighter) -> str:
    weapon = fight.weapons.get(one.held)
    if weapon is None:
        return ""
    return f"{weapon.name} {one.ammo.get(one.held, 0)}/{weapon.ammo}" if weapon.ammo else weapon.name


def actions(fight: RbfFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now, each with what it costs and its rule (RBF-ACT-2)."""
    one = fight.combatants[who]
    if fight.round and (fight.active != who or any(each in one.conditions for each in CANNOT_ACT)):
        return ()
    if fight.round and not one.actions_left:
        return (ActionLeft("turn next", "free", "RBF-INI-3"),)
    return tuple(_possible(fight, who, one))


def _possible(fight: RbfFight, who: str, one: Fighter) -> list[ActionLeft]:
    foes = [each for each, other in fight.combatants.items() if other.side != one.side and standing(other)]
    lines = [(f"attack {who} {foe}", "RBF-ATK-1") for foe in foes]
    lines.append((f"aim {who}", "RBF-ACT-5"))
    if one.held in one.ammo:
        lines.append((f"reload {who}", "RBF-ACT-3"))
    lines += [(f"draw {who} {each}", "RBF-ACT-2") for each in one.weapons if each != one.held]
    lines += [(f"move {who} {place}", "RBF-ACT-2") for place in fight.board.places if place != one.place]
    lines.append((f"stand {who}" if "prone" in one.conditions else f"prone {who}", "RBF-PRN-1"))
    lines += [
        (f"stabilize {each} --by {who}", "RBF-STB-1")
        for each, other in fight.combatants.items()
        if "dying" in other.conditions and "medical kit" in one.items
    ]
    return [ActionLeft(line, "1 action", rule) for line, rule in lines]


def vocabulary(fight: RbfFight, kind: str, who: str) -> tuple[str, ...]:
    """The words of a kind that only RBF knows; weapons are those of the one who acts."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return (*(one.weapons if one else fight.weapons), UNARMED_ID)
        case "technique":
            return tuple(TECHNIQUES)
        case "critical":
            return ("double", *EFFECTS, *TECHNIQUES)
        case "complication":
            return COMPLICATIONS
        case "condition":
            return CONDITIONS
        case "place":
            return tuple(fight.board.places)
        case _:
            return ()


def next_steps(fight: RbfFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    dying = [who for who, one in fight.combatants.items() if "dying" in one.conditions]
    steps = [f"stabilize {who}" for who in dying]
    active = fight.combatants.get(fight.active)
    if active is not None and not (active.actions_left and standing(active)):
        steps.append("turn next")
    return tuple(steps)
