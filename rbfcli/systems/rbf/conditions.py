"""The table of conditions: their messages, what they prevent, and their effects on rolls (RBF-TEC-2)."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from rbfcli.core.lazy import later_in
from rbfcli.engine.scene import Scene
from rbfcli.model import conditions
from rbfcli.model.commands import Command
from rbfcli.model.conditions import Bar, ConditionRow, Effect
from rbfcli.model.events import Modifier
from rbfcli.model.rules import VerbFunction
from rbfcli.systems.rbf.sheet import Fighter, RbfFight, is_enemy

ATTACKS = ("melee", "brawl", "shot", "spell")


def target_is_prone(fight: RbfFight, _who: str, target: str) -> bool:
    """Return whether the target of a prone attacker is also prone (RBF-PRN-3)."""
    return "prone" in fight.combatants[target].conditions


def strikes_the_grappler(fight: RbfFight, actor: str, target: str) -> bool:
    """Return whether the target is the combatant who grapples the attacker (RBF-TEC-GRAPPLE)."""
    return fight.combatants[actor].conditions["grappled"].by == target


def attacking(amount: int | str, why: str, rule: str) -> tuple[Effect, ...]:
    """Return effects that give every attack of the bearer steps of advantage."""
    return tuple(Effect(roll=roll, amount=amount, why=why, rule=rule) for roll in ATTACKS)


CONDITIONS = conditions.table(
    ConditionRow(
        name="out",
        seen=True,
        rule="RBF-HP-1",
        role="down",
        begins="is out of the fight",
        ends="is back in the fight",
    ),
    ConditionRow(
        name="destroyed",
        seen=True,
        rule="RBF-HP-1",
        role="down",
        begins="is destroyed",
        ends="is repaired",
    ),
    ConditionRow(
        name="unconscious",
        seen=True,
        rule="RBF-DIE-1",
        role="down",
        replaces=("dying",),
        begins="falls unconscious",
        ends="regains consciousness",
    ),
    ConditionRow(
        name="dying",
        seen=True,
        clock=True,
        rule="RBF-DIE-1",
        role="dying",
        begins="is dying",
        ends="is no longer dying",
    ),
    ConditionRow(
        name="dead",
        seen=True,
        rule="RBF-DIE-1",
        role="dead",
        replaces=("dying",),
        begins="dies",
        ends="is no longer dead",
    ),
    ConditionRow(
        name="prone",
        seen=True,
        rule="RBF-PRN-1",
        begins="falls prone",
        ends="stands up",
        effects=(
            Effect(roll="melee", amount=-1, why="attacker prone", rule="RBF-PRN-3", unless=target_is_prone),
            Effect(roll="brawl", amount=-1, why="attacker prone", rule="RBF-PRN-3", unless=target_is_prone),
            Effect(roll="melee", whose="against", amount=1, why="target prone", rule="RBF-PRN-4"),
            Effect(roll="brawl", whose="against", amount=1, why="target prone", rule="RBF-PRN-4"),
            Effect(roll="shot", whose="against", amount=-1, why="target prone", rule="RBF-PRN-4"),
        ),
    ),
    ConditionRow(
        name="stunned",
        seen=True,
        rule="RBF-TEC-STUN",
        costs="actions_left",
        begins="is stunned and loses an action next turn",
        ends="is no longer stunned",
    ),
    ConditionRow(
        name="crippled",
        seen=True,
        rule="RBF-TEC-CRIPPLE",
        begins="is crippled: half speed next turn",
        ends="is no longer crippled",
    ),
    ConditionRow(
        name="blinded",
        seen=True,
        rule="RBF-TEC-BLIND",
        begins="cannot see until the end of their next turn",
        ends="is no longer blinded",
        effects=attacking("-blind_disadvantage", "blinded", "RBF-TEC-BLIND"),
    ),
    ConditionRow(
        name="bleeding",
        seen=True,
        rule="RBF-TEC-LACERATE",
        begins="bleeds at the start of each turn",
        ends="stops bleeding",
    ),
    ConditionRow(
        name="leaking",
        seen=True,
        rule="RBF-TEC-LACERATE",
        begins="leaks at the start of each turn",
        ends="is no longer leaking",
    ),
    ConditionRow(
        name="grappled",
        seen=True,
        rule="RBF-TEC-GRAPPLE",
        bars=("move",),
        tied=True,
        begins="is grappled: cannot move, disadvantage on everything except striking back",
        ends="is free of the grapple",
        effects=(
            Effect(roll="melee", amount=-1, why="grappled", rule="RBF-TEC-GRAPPLE"),
            Effect(roll="brawl", amount=-1, why="grappled", rule="RBF-TEC-GRAPPLE", unless=strikes_the_grappler),
            Effect(roll="shot", amount=-1, why="grappled", rule="RBF-TEC-GRAPPLE"),
            Effect(roll="spell", amount=-1, why="grappled", rule="RBF-TEC-GRAPPLE"),
            Effect(roll="defense", amount=-1, why="grappled", rule="RBF-TEC-GRAPPLE"),
            Effect(roll="test", amount=-1, why="grappled", rule="RBF-TEC-GRAPPLE"),
        ),
    ),
    ConditionRow(
        name="pinned",
        seen=True,
        rule="RBF-TEC-PIN",
        bars=("move",),
        begins="is pinned until they break free",
        ends="is free again",
        effects=attacking(-1, "pinned", "RBF-TEC-PIN"),
    ),
    ConditionRow(
        name="sundered",
        seen=True,
        rule="RBF-TEC-SUNDER",
        begins="has an open guard",
        ends="is no longer sundered",
    ),
    ConditionRow(
        name="disarmed",
        seen=True,
        rule="RBF-TEC-DISARM",
        addable=False,
        begins="",
    ),
    ConditionRow(
        name="surprised",
        seen=True,
        rule="RBF-STL-1",
        bars=("act",),
        begins="is surprised: reactions only, until the end of their first turn",
        ends="has recovered from the surprise",
    ),
    ConditionRow(
        name="hidden",
        seen=True,
        rule="RBF-STL-3",
        replaces=("spotted",),
        begins="is hidden",
        ends="is no longer hidden",
    ),
    ConditionRow(
        name="spotted",
        seen=True,
        rule="RBF-ACT-4",
        begins="is pointed out to the others",
    ),
    ConditionRow(
        name="watching",
        rule="RBF-ACT-8",
        begins="is on overwatch",
    ),
    ConditionRow(
        name="raging",
        seen=True,
        rule="RBF-TAL-1",
        begins="flies into a rage: attacks better, defends worse",
        ends="calms down",
        effects=(
            *attacking("rage_advantage", "Rage", "RBF-TAL-1"),
            Effect(roll="defense", amount="-rage_advantage", why="Rage", rule="RBF-TAL-1"),
        ),
    ),
)


OUT = conditions.names_with_role(CONDITIONS)


def standing(combatant: Fighter) -> bool:
    """Return whether a combatant is still in the fight (RBF-HP-1)."""
    return not combatant.conditions or OUT.isdisjoint(combatant.conditions)


def takes_part(combatant: Fighter) -> bool:
    """Return whether a combatant is in the fight and not an object; objects are on no side (RBF-HP-1, RBF-ATK-1)."""
    return not combatant.object and standing(combatant)


def somebody_watches(fight: RbfFight) -> bool:
    """Return whether any combatant is on overwatch (RBF-ACT-8)."""
    for one in fight.combatants.values():  # noqa: SIM110 - faster than `any`, and called before every action
        if "watching" in one.conditions:
            return True
    return False


def down_by(combatant: Fighter) -> str:
    """Return the condition that has taken a combatant out of the fight, or an empty string (RBF-HP-1)."""
    return conditions.with_role(CONDITIONS, combatant, "down", "dying", "dead") if combatant.conditions else ""


def lies_for_good(combatant: Fighter, name: str, by: str) -> bool:
    """Return whether a combatant has a condition that lasts until it is removed.

    Adding it again then has no effect, except for a grapple by another combatant.
    """
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
    """Return whether a combatant has a place in the turn order (RBF-INI-3, RBF-MODE-1).

    Objects have none, and in a crisis neither do enemies without a count.
    """
    return not combatant.object and not (
        fight.board.mode == "crisis" and is_enemy(combatant) and combatant.initiative is None
    )


def edges_of(fight: RbfFight, roll: str, actor: str, target: str = "") -> list[Modifier]:
    """Return the advantage that conditions give a roll: `melee`, `brawl`, `shot`, `defense` or another `test`."""
    return conditions.effects(CONDITIONS, fight, roll, actor, target)


undertake = later_in("rbfcli.systems.rbf")("economy.undertake")


class Deed(Struct, frozen=True):
    """A verb that moves or acts; combatants on overwatch fire before it spends anything (RBF-ACT-8)."""

    act: VerbFunction

    def __call__(self, scene: Scene[Any, Any], command: Any) -> None:
        """Run the verb, after the combatants on overwatch."""
        if somebody_watches(scene.fight):
            undertake(scene, lambda: self.act(scene, command))
        else:
            self.act(scene, command)

    @property
    def __wrapped__(self) -> VerbFunction:
        """Return the function of the verb, for `inspect` and the conformance laws."""
        return self.act


def deeds(verbs: Mapping[type[Command], VerbFunction]) -> dict[type[Command], VerbFunction]:
    """Return verbs wrapped so that overwatch can interrupt them."""
    return {kind: Deed(act) for kind, act in verbs.items()}
