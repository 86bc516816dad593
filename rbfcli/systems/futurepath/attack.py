"""Attacking: the Standard attack, the Full Attack, the off hand, objects and the coup de grace (FP-ATK, FP-FUL)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.futurepath import commands
from rbfcli.systems.futurepath.attempt import Attempt
from rbfcli.systems.futurepath.blows import first_damage, strike
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.economy import FULL_ROUND, SIMPLE, STANDARD, may_act, may_spend, spend
from rbfcli.systems.futurepath.people import character, helpless
from rbfcli.systems.futurepath.saves import survive
from rbfcli.systems.futurepath.sheet import Weapon
from rbfcli.systems.futurepath.strike import Strike, is_light_enough, prepare
from rbfcli.systems.futurepath.verdict import GOOD
from rbfcli.systems.futurepath.weapons import proficiency, use_ammunition

Aimed = commands.Attack | commands.FullAttack | commands.OffHand


def attempt_of(command: Aimed, target: str, weapon: str = "", *, off_hand: bool = False) -> Attempt:
    """What a command says of one attack."""
    return Attempt(
        who=command.who,
        target=target,
        weapon=weapon or command.weapon,
        mod=command.mod,
        advantage=command.advantage,
        disadvantage=command.disadvantage,
        cover=command.cover,
        weak=command.weak,
        fumble=command.fumble,
        off_hand=off_hand,
    )


def attack(scene: FpScene, command: commands.Attack) -> None:
    """One attack at one target (FP-ATK-1)."""
    targets = dict.fromkeys(command.targets)
    if len(targets) > 1:
        raise impossible("one attack has one target", "FP-ATK-1", f"full-attack {command.who} {' '.join(targets)}")
    may_spend(scene, command.who, STANDARD, "FP-ATK-1")
    blow = prepare(scene, attempt_of(command, command.targets[0]))
    spend(scene, command.who, STANDARD, "FP-ATK-1")
    remember_attack(scene, command.who, blow.target)
    strike(scene, blow)


def remember_attack(scene: FpScene, who: str, target: str) -> None:
    """Whom somebody attacked this turn: a Bonus Attack may follow (FP-OFF-1)."""
    attacked = character(scene, who).turn.attacked
    if scene.fight.round and target not in attacked:
        scene.change(who, "turn.attacked", (*attacked, target), "FP-OFF-1")


def full_attack(scene: FpScene, command: commands.FullAttack) -> None:
    """Every Extra Attack is another accuracy check; a hit rolls every Extra Damage (FP-FUL-1, FP-XTR-1)."""
    one = character(scene, command.who)
    may_spend(scene, command.who, FULL_ROUND, "FP-FUL-1")
    if not (one.extra_attacks or one.extra_damage):
        scene.refuse(f"{one.name} has neither Extra Attacks nor Extra Damage", "FP-FUL-1", f"attack {command.who} …")
    aimed = targets_of(command, 1 + one.extra_attacks)
    prepare(scene, attempt_of(command, aimed[0]))
    spend(scene, command.who, FULL_ROUND, "FP-FUL-1")
    scene.change(command.who, "turn.full_attack", after=scene.fight.round > 0, rule="FP-FUL-1")
    outcomes = [one_of_many(scene, command, target, number) for number, target in enumerate(aimed)]
    scene.conclude(next((each for each in outcomes if each in GOOD), outcomes[-1]))


def targets_of(command: commands.FullAttack, attacks: int) -> list[str]:
    """The target of each attack: as named, the last for all that are left. Raises Refusal for too many."""
    named = list(dict.fromkeys(command.targets))
    if len(named) > attacks:
        raise impossible(f"a full attack of {command.who} has {attacks} targets at most", "FP-FUL-1")
    return [named[min(number, len(named) - 1)] for number in range(attacks)]


def one_of_many(scene: FpScene, command: commands.FullAttack, target: str, number: int) -> str:
    """One attack of a full attack; what became impossible meanwhile is left out (FP-FUL-1)."""
    fallen = "dead" in character(scene, target).conditions
    if fallen:
        scene.happen("attack-left-out", "FP-FUL-1", who=command.who, target=target)
        return "failure"
    blow = prepare(scene, attempt_of(command, target))
    remember_attack(scene, command.who, target)
    every = scene.fight.options.extra_damage == "every"
    return strike(scene, blow, character(scene, command.who).extra_damage if every or not number else 0)


def off_hand(scene: FpScene, command: commands.OffHand) -> None:
    """The Bonus Attack: Simple, after an attack, with what the other hand holds (FP-OFF)."""
    one = character(scene, command.who)
    weapon_id = command.weapon or one.off_hand
    if not weapon_id or weapon_id != one.off_hand:
        raise impossible(
            f"{one.name} holds no such weapon in the off hand", "FP-OFF-1", f"draw {command.who} … --off-hand"
        )
    require_bonus_attack(scene, command)
    blow = prepare(scene, attempt_of(command, command.target, weapon_id, off_hand=True))
    require_fit(scene, command.who, weapon_id, blow.weapon)
    spend_bonus_attack(scene, command.who)
    strike(scene, blow)


def require_bonus_attack(scene: FpScene, command: commands.OffHand) -> None:
    """Only after an attack; after a Full Attack only at its target, and after no other Full Round (FP-OFF-1)."""
    one = character(scene, command.who)
    may_act(scene, command.who)
    if not scene.fight.round:
        return
    if not one.turn.attacked:
        scene.refuse("a Bonus Attack comes after an attack", "FP-OFF-1", f"attack {command.who} {command.target}")
    if not one.turn.full_attack:
        may_spend(scene, command.who, SIMPLE, "FP-OFF-1")
    elif one.turn.simple:
        scene.refuse(f"{one.name} has made its Bonus Attack", "FP-OFF-1")
    elif command.target not in one.turn.attacked:
        scene.refuse(
            "after a Full Attack only its own target can be attacked", "FP-OFF-1", ", ".join(one.turn.attacked)
        )


def require_fit(scene: FpScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """A light weapon, or a medium one that is versatile; and one has to be proficient (FP-OFF-1, FP-OFF-2)."""
    one = character(scene, who)
    if not is_light_enough(weapon):
        scene.refuse(f"the {weapon.name} is too heavy for the off hand", "FP-OFF-2", "level 0-2, or 3-5 if versatile")
    if proficiency(one, weapon_id) is None:
        scene.refuse(f"{one.name} is not proficient with the {weapon.name}", "FP-OFF-1")


def spend_bonus_attack(scene: FpScene, who: str) -> None:
    """A Bonus Attack is Simple, also after a Full Attack (FP-OFF-1)."""
    if scene.fight.round and character(scene, who).turn.full_attack:
        scene.change(who, "turn.simple", after=True, rule="FP-OFF-1")
    else:
        spend(scene, who, SIMPLE, "FP-OFF-1")


def coup_de_grace(scene: FpScene, command: commands.CoupDeGrace) -> None:
    """A helpless target: a sure critical hit, then a Constitution save against the damage, or death (FP-CDG-1)."""
    one = character(scene, command.who)
    may_spend(scene, command.who, FULL_ROUND, "FP-CDG-1")
    blow = prepare(scene, Attempt(who=command.who, target=command.target, weapon=command.weapon))
    if not helpless(character(scene, command.target)):
        name = character(scene, command.target).name
        scene.refuse(f"{name} is not helpless", "FP-CDG-1", f"attack {command.who} {command.target}")
    spend(scene, command.who, FULL_ROUND, "FP-CDG-1")
    scene.happen("coup-de-grace", "FP-CDG-1", who=command.who, target=command.target)
    use_ammunition(scene, command.who, blow.weapon_id, blow.weapon)
    amount = finishing_damage(scene, blow)
    edges = (Modifier(one.extra_attacks + one.extra_damage, "Extra Attacks and Damage of the attacker", "FP-CDG-1"),)
    outcome = survive(scene, blow.target, amount, dc=amount, edges=edges, by=blow.who)
    scene.conclude(GOOD[1] if "dead" in character(scene, blow.target).conditions else "failure")
    if outcome in GOOD:
        scene.happen("clings-to-life", "FP-CDG-1", who=blow.target)


def finishing_damage(scene: FpScene, blow: Strike) -> int:
    """The damage of a critical hit that needs no roll (FP-CDG-1, FP-CRT-1)."""
    return first_damage(scene, blow, critical=True)
