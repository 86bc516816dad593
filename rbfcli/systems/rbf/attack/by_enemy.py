"""An enemy attacks: its number stands, the players roll; a riposte comes between two of them (RBF-DEF-1, RBF-REA-1)."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.attack.blast import catch
from rbfcli.systems.rbf.attack.harm import Harm, harm_of
from rbfcli.systems.rbf.attack.modifiers import accuracy, advantages, of_defense, to_damage
from rbfcli.systems.rbf.attack.roll import total
from rbfcli.systems.rbf.attack.strike import Strike, give_away, pay, shoot, strike_free
from rbfcli.systems.rbf.check import RbfScene, divided, signed, stated
from rbfcli.systems.rbf.conditions import standing
from rbfcli.systems.rbf.defense import Danger, defend, place_conditions
from rbfcli.systems.rbf.ground import broken_guard, cover_from
from rbfcli.systems.rbf.sheet import attack_tn_of
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE


class Demand(Struct, frozen=True):
    """What an enemy demands of each target: the TN, and what is added to the damage."""

    tn: int
    added: int


def attack_by_enemy(scene: RbfScene, strike: Strike) -> None:
    """Each target defends in turn; who dodges critically may strike back before the next (RBF-DEF-1, RBF-REA-1)."""
    demand = demand_of(scene, strike)
    gains = accuracy(scene.fight, strike, advantages(scene.fight, strike))
    harm = harm_of(scene, strike)
    pay(scene, strike)
    tell_demand(scene, strike, demand, gains, harm)
    dangers: dict[str, Danger] = {}
    outcomes: dict[str, str] = {}
    for target in strike.targets:
        if not can_go_on(scene, strike.who, target):
            continue
        dangers[target] = danger_of(scene, replace(strike, targets=(target,)), demand, harm)
        outcomes[target] = defend(scene, target, dangers[target])
        if outcomes[target] in (STRUGGLE, FAILURE):
            strike_free(scene, strike, target)
        if len(outcomes) == 1:
            shoot(scene, strike)
            give_away(scene, strike)
        if outcomes[target] == CRITICAL and strike.command.kind == "dodge":
            scene.trigger("dodged", strike.who, by=target)
    place_conditions(scene, dangers, outcomes)
    scene.series([(catch, strike, who) for who in strike.caught], so_far=True)


def tell_demand(scene: RbfScene, strike: Strike, demand: Demand, gains: tuple[Modifier, ...], harm: Harm) -> None:
    """Say what makes an enemy's TN, or its damage, another than its sheet says (RBF-DEF-1, RBF-TEC-DISARM)."""
    if gains:
        scene.happen("demands", "RBF-DEF-1", who=strike.who, tn=demand.tn, why=signed(gains))
    if harm.divided > 1:
        scene.happen("weaponless", "RBF-TEC-DISARM", who=strike.who, by=harm.divided)


def can_go_on(scene: RbfScene, who: str, target: str) -> bool:
    """Whether an enemy still stands after a riposte, and so does its next target (RBF-REA-1)."""
    people = scene.fight.combatants
    return who in people and target in people and standing(people[who]) and standing(people[target])


def demand_of(scene: RbfScene, strike: Strike) -> Demand:
    """The enemy's TN and what raises it; and what is added to its damage (RBF-DEF-1)."""
    fight = scene.fight
    helps = advantages(fight, strike)
    tn = attack_tn_of(scene.one(strike.who)) + total(accuracy(fight, strike, helps))
    return Demand(tn, total(to_damage(fight, strike, helps)))


def danger_of(scene: RbfScene, strike: Strike, demand: Demand, harm: Harm) -> Danger:
    """What the target of an enemy's attack has to defend against."""
    fight, command = scene.fight, strike.command
    enemy, target = scene.one(strike.who), scene.one(strike.target)
    return Danger(
        tn=demand.tn,
        damage=harm.normal,
        most=divided(fight, harm.most, harm.divided) + demand.added,
        added=demand.added,
        divided=harm.divided,
        skill=command.kind,
        kind=strike.weapon.kind,
        cover=cover_from(fight, target, enemy) if strike.ranged else "none",
        lethal=not command.nonlethal,
        condition=command.condition,
        by=strike.who,
        modifiers=(
            Modifier(command.mod, "modifier"),
            Modifier(-broken_guard(target), "sundered", "RBF-TEC-SUNDER"),
        ),
        edges=(*stated(command.advantage, command.disadvantage), *of_defense(fight, strike)),
    )
