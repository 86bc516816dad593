"""The attack actions: Standard, Full Attack, the off hand, the coup de grace, objects (FP-ATK, FP-FUL, FP-OFF)."""

from rbfcli.kernel.carrying import fire, hands_of
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.futurepath.attack.blow import damage_of, fumble_meant, strike, strike_if_possible
from rbfcli.systems.futurepath.attack.strike import Attempt, is_light_enough, prepare, remember_attack
from rbfcli.systems.futurepath.carrying import proficiency
from rbfcli.systems.futurepath.check import FpScene
from rbfcli.systems.futurepath.commands import fighting
from rbfcli.systems.futurepath.conditions import helpless, is_dead
from rbfcli.systems.futurepath.defense import survive
from rbfcli.systems.futurepath.economy import FULL_ROUND, SIMPLE, STANDARD, may_act, may_spend, spend
from rbfcli.systems.futurepath.sheet.sheet import UNARMED_ID, Weapon
from rbfcli.systems.futurepath.verdict import FAILURE, GOOD

Aimed = fighting.Attack | fighting.FullAttack | fighting.OffHand


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
        fumble=fumble_meant(command.fumble),
        off_hand=off_hand,
    )


def attack(scene: FpScene, command: fighting.Attack) -> None:
    """One attack at one target (FP-ATK-1)."""
    targets = dict.fromkeys(command.targets)
    if len(targets) > 1:
        raise impossible("one attack has one target", "FP-ATK-1", f"full-attack {quoted(command.who)} …")
    may_spend(scene, command.who, STANDARD, "FP-ATK-1")
    blow = prepare(scene, attempt_of(command, command.targets[0]))
    spend(scene, command.who, STANDARD, "FP-ATK-1")
    remember_attack(scene, command.who, blow.target)
    strike(scene, blow)


def full_attack(scene: FpScene, command: fighting.FullAttack) -> None:
    """Every Extra Attack is another accuracy check; a hit rolls every Extra Damage (FP-FUL-1, FP-XTR-1)."""
    one = scene.one(command.who)
    may_spend(scene, command.who, FULL_ROUND, "FP-FUL-1")
    if not (one.extra_attacks or one.extra_damage):
        scene.refuse(
            f"{one.name} has neither Extra Attacks nor Extra Damage", "FP-FUL-1", f"attack {quoted(command.who)} …"
        )
    aimed = targets_of(command, 1 + one.extra_attacks)
    first, *_ = [prepare(scene, attempt_of(command, target)) for target in dict.fromkeys(aimed)]
    spend(scene, command.who, FULL_ROUND, "FP-FUL-1")
    scene.change(command.who, ("turn", "full_attack"), after=scene.fight.round > 0, rule="FP-FUL-1")
    every = scene.fight.options.extra_damage == "every"
    attacks = [
        (one_of_many, attempt_of(command, target, first.weapon_id), one.extra_damage if every or not number else 0)
        for number, target in enumerate(aimed)
    ]
    scene.conclude(scene.series(attacks, ""))


def targets_of(command: fighting.FullAttack, attacks: int) -> list[str]:
    """The target of each attack: as named, the last for all that are left. Raises Refusal for too many."""
    named = list(dict.fromkeys(command.targets))
    if len(named) > attacks:
        raise impossible(f"a full attack of {command.who} has {attacks} targets at most", "FP-FUL-1")
    return [named[min(number, len(named) - 1)] for number in range(attacks)]


def one_of_many(scene: FpScene, so_far: str, attempt: Attempt, extra: int) -> str:
    """One attack of a full attack; the first that is good names the outcome of all, else the last (FP-FUL-1)."""
    outcome = strike_or_lose(scene, attempt, extra)
    return so_far if so_far in GOOD else outcome


def strike_or_lose(scene: FpScene, attempt: Attempt, extra: int) -> str:
    """Strike; the attack is lost on the dead, and without the weapon (FP-FUL-1)."""
    if is_dead(scene.one(attempt.target)):
        scene.happen("attack-left-out", "FP-FUL-1", who=attempt.who, target=attempt.target)
        return FAILURE
    if attempt.weapon not in (UNARMED_ID, *hands_of(scene, attempt.who)):
        thing = scene.fight.weapons[attempt.weapon].name
        scene.happen("attack-disarmed", "FP-FUL-1", who=attempt.who, thing=thing)
        return FAILURE
    remember_attack(scene, attempt.who, attempt.target)
    return strike_if_possible(scene, attempt, extra)


def off_hand(scene: FpScene, command: fighting.OffHand) -> None:
    """The Bonus Attack: Simple, after an attack, with what the other hand holds (FP-OFF)."""
    one = scene.one(command.who)
    weapon_id = command.weapon or one.off_hand
    if not weapon_id or weapon_id != one.off_hand:
        raise impossible(
            f"{one.name} holds no such weapon in the off hand", "FP-OFF-1", f"draw {quoted(command.who)} … --off-hand"
        )
    require_bonus_attack(scene, command)
    blow = prepare(scene, attempt_of(command, command.target, weapon_id, off_hand=True))
    require_fit(scene, command.who, weapon_id, blow.weapon)
    spend_bonus_attack(scene, command.who)
    strike(scene, blow)


def require_bonus_attack(scene: FpScene, command: fighting.OffHand) -> None:
    """Only after an attack; after a Full Attack only at its target, and after no other Full Round (FP-OFF-1)."""
    one = scene.one(command.who)
    may_act(scene, command.who)
    if not scene.fight.round:
        return
    if not one.turn.attacked:
        scene.refuse("a Bonus Attack comes after an attack", "FP-OFF-1", f"attack {quoted(command.who)} …")
    if not one.turn.full_attack:
        may_spend(scene, command.who, SIMPLE, "FP-OFF-1")
    elif one.turn.simple:
        scene.refuse(f"{one.name} has made their Bonus Attack", "FP-OFF-1")
    elif command.target not in one.turn.attacked:
        scene.refuse(
            "after a Full Attack only its own target can be attacked", "FP-OFF-1", ", ".join(one.turn.attacked)
        )


def require_fit(scene: FpScene, who: str, weapon_id: str, weapon: Weapon) -> None:
    """A light weapon, or a medium one that is versatile; and one has to be proficient (FP-OFF-1, FP-OFF-2)."""
    one = scene.one(who)
    if not is_light_enough(weapon):
        scene.refuse(f"the {weapon.name} is too heavy for the off hand", "FP-OFF-2", "level 0-2, or 3-5 if versatile")
    if proficiency(one, weapon_id) is None:
        scene.refuse(f"{one.name} is not proficient with the {weapon.name}", "FP-OFF-1")


def spend_bonus_attack(scene: FpScene, who: str) -> None:
    """A Bonus Attack is Simple, also after a Full Attack (FP-OFF-1)."""
    if scene.fight.round and scene.one(who).turn.full_attack:
        scene.change(who, ("turn", "simple"), after=True, rule="FP-OFF-1")
    else:
        spend(scene, who, SIMPLE, "FP-OFF-1")


def coup_de_grace(scene: FpScene, command: fighting.CoupDeGrace) -> None:
    """A helpless target: a sure critical hit, then a Constitution save against the damage, or death (FP-CDG-1)."""
    one = scene.one(command.who)
    may_spend(scene, command.who, FULL_ROUND, "FP-CDG-1")
    blow = prepare(scene, Attempt(who=command.who, target=command.target, weapon=command.weapon))
    if not helpless(scene.one(command.target)):
        name = scene.one(command.target).name
        scene.refuse(f"{name} is not helpless", "FP-CDG-1", f"attack {quoted(command.who)} …")
    spend(scene, command.who, FULL_ROUND, "FP-CDG-1")
    scene.happen("coup-de-grace", "FP-CDG-1", who=command.who, target=command.target)
    fire(scene, command.who, blow.weapon_id)
    amount = damage_of(scene, blow, critical=True)
    edges = (Modifier(one.extra_attacks + one.extra_damage, "Extra Attacks and Damage of the attacker", "FP-CDG-1"),)
    outcome = survive(scene, blow.target, amount, dc=amount, edges=edges, by=blow.who)
    scene.conclude(GOOD[1] if is_dead(scene.one(blow.target)) else FAILURE)
    if outcome in GOOD:
        scene.happen("clings-to-life", "FP-CDG-1", who=blow.target)
