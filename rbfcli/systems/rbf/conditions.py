"""The table of conditions: their messages, what they prevent, and their effects on rolls (RBF-TEC-2)."""

from rbfcli.model import conditions
from rbfcli.model.conditions import Bar
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf.sheet import Fighter, RbfFight

CONDITIONS = conditions.read_conditions(__package__)


def standing(combatant: Fighter) -> bool:
    """Return whether a combatant is still in the fight (RBF-HP-1)."""
    return conditions.is_standing(CONDITIONS, combatant)


def takes_part(combatant: Fighter) -> bool:
    """Return whether a combatant is in the fight and not an object; objects are on no side (RBF-HP-1, RBF-ATK-1)."""
    return not combatant.object and standing(combatant)


def down_by(combatant: Fighter) -> str:
    """Return the condition that has taken a combatant out of the fight, or an empty string (RBF-HP-1)."""
    return conditions.with_role(CONDITIONS, combatant, "down", "dying", "dead")


def lies_for_good(combatant: Fighter, name: str, by: str) -> bool:
    """Return whether a lasting condition is there already, so that adding it has no effect; a new grappler's has."""
    lying = combatant.conditions.get(name)
    return lying is not None and not lying.rounds and (name != "grappled" or lying.by == by)


def down_in_a_word(combatant: Fighter) -> str:
    """Return the word for a combatant or object that is out of the fight (RBF-HP-1)."""
    return "destroyed" if combatant.object else "down"


def barred(combatant: Fighter, what: Bar) -> str:
    """Return the condition that prevents an action or a move, or an empty string."""
    return conditions.refuse_if_barred(CONDITIONS, combatant, what) if combatant.conditions else ""


def takes_turns(fight: RbfFight, actor: str) -> bool:
    """Return whether a combatant takes a turn at its initiative count."""
    return actor in fight.combatants and takes_part(fight.combatants[actor])


def has_place_in_order(fight: RbfFight, combatant: Fighter) -> bool:
    """Return whether a fighter has turns; objects and, in a crisis, enemies without a count have none (RBF-MODE-1)."""
    return not combatant.object and not (
        fight.board.mode == "crisis" and combatant.is_enemy and combatant.initiative is None
    )


def edges_of(fight: RbfFight, roll: str, actor: str, target: str = "") -> list[Modifier]:
    """Return the advantage that conditions give a roll: `melee`, `brawl`, `shot`, `defense` or another `test`."""
    return conditions.effects(CONDITIONS, fight, roll, actor, target)
