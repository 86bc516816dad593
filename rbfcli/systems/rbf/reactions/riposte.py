"""The Expert Duelist's riposte: a reaction attack that answers a critical success with Dodge (RBF-REA-1)."""

from rbfcli.kernel.reactions import Occasion
from rbfcli.systems.rbf.attack.attack import can_attack, carry_out
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.economy import can_react, undertake
from rbfcli.systems.rbf.reactions import in_between


def may_strike_back(scene: RbfScene, who: str, occasion: Occasion) -> bool:
    """Whether somebody dodged this attack critically, has a reaction left, and reaches the attacker (RBF-REA-1)."""
    dodged = who == occasion.facts["by"] and can_react(scene.one(who), "riposte")
    return dodged and can_attack(scene, riposte(who, occasion), "reaction")


def strike_back(scene: RbfScene, who: str, occasion: Occasion) -> None:
    """An attack on the attacker, as a reaction (RBF-REA-1)."""
    with in_between(scene):
        undertake(scene, lambda: carry_out(scene, riposte(who, occasion), "reaction"))


def riposte(who: str, occasion: Occasion) -> fighting.Attack:
    """The attack that strikes back, with what is in hand."""
    return fighting.Attack(who=who, targets=(occasion.who,))
