"""The counterspell that answers an enemy's spell (RBF-REA-1)."""

from rbfcli.kernel.reactions import Occasion
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.economy import can_react, spend_reaction, undertake
from rbfcli.systems.rbf.ground import sees
from rbfcli.systems.rbf.magic import COUNTERED, is_countered
from rbfcli.systems.rbf.sheet import attack_tn_of, is_enemy
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS

COUNTER = "counterspell"


def may_counter(scene: RbfScene, who: str, occasion: Occasion) -> bool:
    """Whether a player sees an enemy cast and can still counter the spell; only who is named beforehand, if any."""
    one, caster, named = scene.one(who), scene.one(occasion.who), occasion.facts["by"]
    if named:
        return who == named and not is_countered(scene)
    foes = is_enemy(caster) and not is_enemy(one)
    return foes and can_react(one, COUNTER) and sees(scene.fight, who, occasion.who) and not is_countered(scene)


def said_beforehand(_scene: RbfScene, who: str, occasion: Occasion) -> str:
    """The counterspell that the line names (RBF-REA-1)."""
    return "counter" if who == occasion.facts["by"] else ""


def counter(scene: RbfScene, who: str, occasion: Occasion) -> None:
    """A reaction, before which those on overwatch fire (RBF-REA-1, RBF-ACT-8)."""
    undertake(scene, lambda: roll_counter(scene, who, occasion.who))


def roll_counter(scene: RbfScene, who: str, caster: str) -> None:
    """2d8 against the caster's TN; a success ends the spell (RBF-REA-1)."""
    spend_reaction(scene, who, COUNTER)
    skill = skill_modifier(scene.fight, scene.one(who), scene.fight.options.counterspell_skill, "RBF-REA-1")
    tn = attack_tn_of(scene.one(caster))
    with scene.aside():
        rolled = test(scene, who, COUNTER, "RBF-REA-1", target=caster, tn=tn, modifiers=(skill,))
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.happen("countered", "RBF-REA-1", who=who, target=caster)
        scene.conclude(COUNTERED)
