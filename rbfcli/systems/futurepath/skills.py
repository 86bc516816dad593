"""Skills in a fight: which ability helps, and the check itself (FP-SKL-1)."""

from collections.abc import Iterable

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.futurepath.check import FpScene, check, die_of
from rbfcli.systems.futurepath.people import character
from rbfcli.systems.futurepath.sheet import Character, ability_modifier
from rbfcli.systems.futurepath.terms import SKILLS


def bonus(one: Character, skill: str) -> tuple[Modifier, ...]:
    """Ranks and ability of a skill."""
    ability = SKILLS.get(skill, "intelligence")
    ranks = Modifier(one.skills.get(skill, 0), skill.replace("-", " ").capitalize(), "FP-SKL-1")
    return ranks, Modifier(ability_modifier(one, ability), ability.capitalize(), "FP-SKL-1")


def skill_check(
    scene: FpScene,
    who: str,
    skill: str,
    rule: str,
    *,
    dc: int | None,
    mod: int = 0,
    edges: Iterable[Modifier] = (),
    target: str = "",
) -> Rolled:
    """d20, advantage dice, ranks and ability against a number."""
    one = character(scene, who)
    modifiers = (*bonus(one, skill), Modifier(mod, "modifier"))
    label = skill.replace("-", " ")
    return check(
        scene, who, label, rule, dc=dc, die=die_of(scene, one), target=target, modifiers=modifiers, edges=edges
    )
