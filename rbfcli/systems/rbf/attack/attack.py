"""An attack: a player rolls to hit, an enemy makes its targets roll a defense (RBF-ATK, RBF-DEF-1)."""

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.systems.rbf.attack.modifiers import (
    accuracy,
    defense_tn,
    of_attack,
    of_defense,
    to_damage,
    to_hit,
)
from rbfcli.systems.rbf.attack.outcomes import (
    COMPLICATIONS,
    complicate,
    critical_success,
    critical_word,
    fall_short,
    go_astray,
    hit,
    leap_down,
    technique_word,
)
from rbfcli.systems.rbf.attack.roll import AttackRoll, forget, remember, total
from rbfcli.systems.rbf.attack.strike import Cost, Strike, check_strike, give_away, pay, shoot, strike_free, strike_of
from rbfcli.systems.rbf.check import RbfScene, chosen, divided, judged, stated, test
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.defense import PLACED, Danger, defend, place_conditions
from rbfcli.systems.rbf.economy import must_stand
from rbfcli.systems.rbf.ground import cover_from
from rbfcli.systems.rbf.sheet import EXPERT_DUELIST, UNARMED_ID, Fighter, attack_tn_of, has, is_enemy
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS


def attack(scene: RbfScene, command: fighting.Attack) -> None:
    """Players roll for everything: to hit when they attack, to defend when an enemy does (RBF-ATK-1, RBF-DEF-1)."""
    if command.reaction:
        check_occasion(scene, command)
    carry_out(scene, command, "reaction" if command.reaction else "action")


def check_occasion(scene: RbfScene, command: fighting.Attack) -> None:
    """Refuse a reaction without its feature, or without the offer just before it (RBF-REA-1)."""
    must_stand(scene, command.who)
    one = scene.one(command.who)
    if not has(one, EXPERT_DUELIST):
        scene.refuse(
            f"{one.name} has no feature that grants a reaction attack", "RBF-REA-1", f"it needs {EXPERT_DUELIST}"
        )
    offered = [each.facts["target"] for each in scene.lapsed if (each.kind, each.who) == ("riposte", command.who)]
    if not any(each in command.targets for each in offered):
        scene.refuse(
            f"{one.name} has nothing to react to",
            "RBF-REA-1",
            "a critical success with Dodge against that enemy comes first",
        )


def carry_out(scene: RbfScene, command: fighting.Attack, cost: Cost) -> None:
    """An attack, whatever it costs: all that refuses it comes before its dice."""
    strike = declare(scene, command, cost)
    forget(scene, command.who)
    if is_enemy(scene.one(command.who)):
        attack_by_enemy(scene, strike)
    else:
        attack_by_player(scene, strike)


def declare(scene: RbfScene, command: fighting.Attack, cost: Cost) -> Strike:
    """The attack that a command means. Raises RbfError where it cannot be made."""
    strike = strike_of(scene, in_full(command), cost)
    check_strike(scene, strike)
    if strike.command.technique or strike.command.critical:
        from rbfcli.systems.rbf.attack.techniques import require

        require(scene, strike)
    return strike


def can_attack(scene: RbfScene, command: fighting.Attack, cost: Cost) -> bool:
    """Whether an attack could be made now, without anybody's force."""

    def unforced(trial: RbfScene) -> None:
        trial.force = False
        declare(trial, command, cost)

    return scene.rehearse(unforced) is None


def in_full(command: fighting.Attack) -> fighting.Attack:
    """An attack with what is said beforehand as the rules know it (RBF-ATK-2, RBF-ATK-5, RBF-DEF-5)."""
    if not (command.technique or command.critical or command.complication or command.condition):
        return command
    return replace(
        command,
        technique=technique_word(command.technique),
        critical=critical_word(command.critical),
        complication=chosen(command.complication, COMPLICATIONS, "complication", "RBF-ATK-5"),
        condition=chosen(command.condition, PLACED, "condition", "RBF-DEF-5"),
    )


def attack_by_player(scene: RbfScene, strike: Strike) -> None:
    """Roll to hit, then let the outcome take its course (RBF-ATK-1)."""
    fight, command = scene.fight, strike.command
    edges = (*stated(command.advantage, command.disadvantage), *of_attack(fight, strike))
    modifiers, bonus = to_hit(fight, strike), to_damage(fight, strike)
    tn = defense_tn(fight, strike, fight.combatants[strike.target])
    pay(scene, strike)
    rolled = test(
        scene,
        strike.who,
        "attack",
        "RBF-ATK-1",
        target=strike.target,
        tn=tn,
        modifiers=modifiers,
        edges=edges,
        attack=True,
    )
    shoot(scene, strike)
    give_away(scene, strike)
    drop = land(scene, strike, rolled.outcome)
    roll = AttackRoll(strike=strike, margin=rolled.margin or 0, bonus=bonus, drop=drop)
    if rolled.outcome in (CRITICAL, SUCCESS):
        strike_free(scene, strike, strike.target)
    come_out(scene, roll, rolled.outcome)
    for each in strike.targets[1:] if strike.command.autofire or strike.weapon.radius else ():
        reach_further(scene, roll, each, rolled)


def come_out(scene: RbfScene, roll: AttackRoll, outcome: str) -> None:
    """The four outcomes (RBF-ATK-2 to RBF-ATK-5)."""
    if outcome == CRITICAL:
        critical_success(scene, roll)
    elif outcome == SUCCESS:
        hit(scene, roll)
    elif outcome == STRUGGLE:
        before = scene.one(roll.strike.target).hp
        fall_short(scene, roll)
        remember(scene, roll, dealt=before - scene.one(roll.strike.target).hp)
    else:
        go_astray(scene, roll.strike)
        complicate(scene, roll.strike)


def land(scene: RbfScene, strike: Strike, outcome: str) -> int:
    """Leap down: the dice of the drop are the target's on a hit, one's own on a miss (RBF-TEC-LEAP)."""
    if strike.command.technique != "leap":
        return 0
    damage = leap_down(scene, strike)
    if outcome in (CRITICAL, SUCCESS):
        return damage
    if damage:
        hurt(scene, strike.who, damage, "RBF-TEC-LEAP")
    return 0


def reach_further(scene: RbfScene, roll: AttackRoll, target_id: str, rolled: Rolled) -> None:
    """The second target of a burst, or all in a blast: the same roll against their own TN (RBF-ACT-7, RBF-ATK-7)."""
    strike = replace(roll.strike, targets=(target_id,))
    tn = defense_tn(scene.fight, strike, scene.one(target_id))
    kept = tuple(die.face for die in rolled.dice if die.kept)
    outcome = judged(scene.fight, strike.who, rolled.total, tn, kept, attack=True)
    scene.happen("also", "RBF-ACT-7", who=strike.who, target=target_id, tn=tn, outcome=outcome)
    further = AttackRoll(strike=strike, margin=rolled.total - tn, bonus=roll.bonus)
    if outcome in (CRITICAL, SUCCESS):
        hit(scene, further, times=2 if outcome == CRITICAL else 1)
    elif outcome == STRUGGLE:
        fall_short(scene, further)
    else:
        go_astray(scene, strike)


class Harm(Struct, frozen=True):
    """What an enemy's attack does: normal damage, the most of it, and what divides both."""

    normal: str
    most: int
    divided: int = 1


def attack_by_enemy(scene: RbfScene, strike: Strike) -> None:
    """The enemy's number stands, the players roll (RBF-DEF-1); then conditions and ripostes (RBF-DEF-5, RBF-REA-1)."""
    dangers = {target: danger_of(scene, strike, target) for target in strike.targets}
    gains = accuracy(scene.fight, strike)
    pay(scene, strike)
    if gains:
        why = ", ".join(f"{each.why} {each.value:+d}" for each in gains)
        scene.happen("demands", "RBF-DEF-1", who=strike.who, tn=dangers[strike.target].tn, why=why)
    outcomes = {}
    for target, danger in dangers.items():
        outcomes[target] = defend(scene, target, danger)
        if outcomes[target] in (STRUGGLE, FAILURE):
            strike_free(scene, strike, target)
    shoot(scene, strike)
    give_away(scene, strike)
    place_conditions(scene, dangers, outcomes)
    dodged = [who for who, outcome in outcomes.items() if outcome == CRITICAL and dangers[who].skill == "dodge"]
    if dodged:
        scene.trigger("dodged", strike.who, by=dodged)


def danger_of(scene: RbfScene, strike: Strike, target_id: str) -> Danger:
    """What one target of an enemy's attack has to defend against."""
    fight, command = scene.fight, strike.command
    enemy, target = scene.one(strike.who), scene.one(target_id)
    harm = harm_of(fight.options.disarmed_divisor, enemy, strike)
    aimed = replace(strike, targets=(target_id,))
    added = total(to_damage(fight, aimed))
    return Danger(
        tn=attack_tn_of(enemy) + total(accuracy(fight, aimed)),
        damage=harm.normal,
        most=divided(fight, harm.most, harm.divided) + added,
        added=added,
        divided=harm.divided,
        skill=command.kind,
        kind=strike.weapon.kind,
        cover=cover_from(fight, target, enemy) if strike.ranged else "none",
        lethal=not command.nonlethal,
        condition=command.condition,
        by=strike.who,
        modifiers=(Modifier(command.mod, "modifier"),),
        edges=(*stated(command.advantage, command.disadvantage), *of_defense(fight, aimed)),
    )


def harm_of(divisor: int, enemy: Fighter, strike: Strike) -> Harm:
    """An enemy's own damage, else its weapon's; less where it has lost its weapon (RBF-DEF-7, RBF-TEC-DISARM)."""
    if enemy.damage is None or strike.command.club:
        weapon = str(strike.weapon.damage)
        return Harm(weapon, highest(weapon))
    normal = str(enemy.damage)
    harm = Harm(normal, highest(normal) if enemy.damage_max is None else enemy.damage_max)
    armed = bool(enemy.weapons) or "disarmed" in enemy.conditions
    return replace(harm, divided=divisor) if armed and strike.weapon_id == UNARMED_ID else harm
