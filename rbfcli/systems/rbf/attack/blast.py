"""Blasts: who is within the radius, and those of one's own side whom it catches (RBF-ATK-7)."""

from rbfcli.systems.rbf.attack.harm import harm_of
from rbfcli.systems.rbf.attack.strike import Strike
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.conditions import edges_of, standing
from rbfcli.systems.rbf.damage import harm
from rbfcli.systems.rbf.defense import Danger, defend
from rbfcli.systems.rbf.ground import cover_of
from rbfcli.systems.rbf.sheet import is_enemy

RULE = "RBF-ATK-7"


def catch(scene: RbfScene, went_off: bool, strike: Strike, who: str) -> bool:  # noqa: FBT001 - a step of a series
    """One of the attacker's own side within the radius of a blast, if it went off there (RBF-ATK-7)."""
    if went_off and who in scene.fight.combatants and standing(scene.one(who)):
        scene.happen("caught", RULE, who=who, target=strike.who)
        with scene.aside():
            be_caught(scene, strike, who)
    return went_off


def be_caught(scene: RbfScene, strike: Strike, who: str) -> None:
    """A player defends against the TN of the option, an enemy takes the damage (RBF-ATK-7, RBF-DEF-1)."""
    one, weapon, lethal = scene.one(who), strike.weapon, not strike.command.nonlethal
    done = harm_of(scene, strike)
    if is_enemy(one):
        amount = scene.roll_expression(strike.who, "damage", RULE, done.normal)
        harm(scene, who, amount, RULE, why=f"{weapon.name} {amount}", kind=weapon.kind, lethal=lethal)
        return
    danger = Danger(
        tn=scene.fight.options.blast_tn,
        damage=done.normal,
        most=done.most,
        kind=weapon.kind,
        cover=cover_of(scene.fight, one),
        lethal=lethal,
        by=strike.who,
        edges=tuple(edges_of(scene.fight, "defense", who)),
    )
    defend(scene, who, danger)
