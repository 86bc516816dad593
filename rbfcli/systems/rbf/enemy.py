"""An enemy attacks: each of its targets rolls the defense (RBF-DEF-1, RBF-DEF-7)."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.defense import Danger, defend
from rbfcli.systems.rbf.economy import fighter
from rbfcli.systems.rbf.ground import cover_from
from rbfcli.systems.rbf.modifiers import BURST_DAMAGE, of_defense, stated
from rbfcli.systems.rbf.riposte import offer_riposte
from rbfcli.systems.rbf.sheet import UNARMED_ID, Fighter
from rbfcli.systems.rbf.strike import Strike, give_away, pay, shoot, strike_free
from rbfcli.systems.rbf.verdict import FAILURE, STRUGGLE


class Harm(Struct, frozen=True):
    """What an enemy's attack does: normal damage, the most of it, and what divides both."""

    normal: str
    most: int
    divided: int = 1


def attack_by_enemy(scene: RbfScene, strike: Strike) -> None:
    """The enemy's number stands, the players roll (RBF-DEF-1)."""
    dangers = [(target, danger_of(scene, strike, target)) for target in strike.targets]
    pay(scene, strike)
    for target, danger in dangers:
        outcome = defend(scene, target, danger)
        if outcome in (STRUGGLE, FAILURE):
            strike_free(scene, strike, target)
        offer_riposte(scene, target, danger, outcome)
    shoot(scene, strike)
    give_away(scene, strike)


def danger_of(scene: RbfScene, strike: Strike, target_id: str) -> Danger:
    """What one target of an enemy's attack has to defend against."""
    fight, command = scene.fight, strike.command
    enemy, target = fighter(scene, strike.who), fighter(scene, target_id)
    harm = harm_of(fight.options.disarmed_divisor, enemy, strike)
    burst = BURST_DAMAGE if strike.bursts else 0
    return Danger(
        tn=enemy.tn or 0,
        damage=harm.normal,
        most=harm.most // harm.divided + burst,
        added=burst,
        divided=harm.divided,
        skill=command.kind,
        kind=strike.weapon.kind,
        cover=cover_from(fight, target, enemy) if strike.ranged else "none",
        lethal=not command.nonlethal,
        condition=command.condition,
        by=strike.who,
        modifiers=(Modifier(command.mod, "modifier"),),
        edges=(*stated(command.advantage, command.disadvantage), *of_defense(fight, strike, target_id)),
    )


def harm_of(divisor: int, enemy: Fighter, strike: Strike) -> Harm:
    """An enemy's own damage, else its weapon's; less where it has lost its weapon (RBF-DEF-7, RBF-TEC-DISARM)."""
    if enemy.damage is None or strike.command.club:
        weapon = str(strike.weapon.damage)
        return Harm(weapon, highest(weapon))
    normal = str(enemy.damage)
    harm = Harm(normal, highest(normal) if enemy.damage_max is None else enemy.damage_max)
    return replace(harm, divided=divisor) if enemy.weapons and strike.weapon_id == UNARMED_ID else harm
