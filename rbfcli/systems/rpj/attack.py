"""Attacks, plain, aimed and suppressive: what is added, what they have to reach, what a hit does (RPJ-ACT-3)."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.reacting import who_may_react
from rbfcli.kernel.reactions import Occasion
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.rpj import commands
from rbfcli.systems.rpj.carrying import check_reach, choose_weapon, effective_attack, weapon_of
from rbfcli.systems.rpj.check import RpjScene, half, test
from rbfcli.systems.rpj.conditions import SUPPRESSED_BY, dead, standing, suppressed
from rbfcli.systems.rpj.defense import melee_defense, ranged_defense, take_damage
from rbfcli.systems.rpj.economy import free_to_act, may_act, spend, told_beforehand
from rbfcli.systems.rpj.ground.cover import notation, protection, read_cover
from rbfcli.systems.rpj.ground.ground import adjacent, members, range_between
from rbfcli.systems.rpj.sheet import RpjFight, Weapon
from rbfcli.systems.rpj.verdict import FAILURE, SUCCESS

Manner = Literal["plain", "aimed", "suppressive"]
COSTS: dict[Manner, tuple[int, str]] = {
    "plain": (1, "RPJ-ACT-3"),
    "aimed": (2, "RPJ-AIM-1"),
    "suppressive": (2, "RPJ-SUP-1"),
}
AIM_BONUS = 1
MELEE_ON_GRAPPLER, RANGED_ON_GRAPPLER = 2, -2


class Strike(Struct, frozen=True, kw_only=True):
    """An attack that may go ahead: past cover or not, doing damage or not, its base modifier halved or not."""

    who: str
    target: str
    weapon: Weapon
    label: str = "attack"
    rule: str = "RPJ-ACT-3"
    aimed: bool = False
    past_cover: bool = False
    harmless: bool = False
    halved: bool = False
    mod: int = 0


def attack(scene: RpjScene, command: commands.Attack) -> None:
    """Attack one target, or with a blast everybody in its adjacency group (RPJ-ACT-3, RPJ-AIM-1)."""
    targets = tuple(dict.fromkeys(command.targets))
    if len(targets) > 1:
        raise impossible("one attack has one target", "RPJ-ACT-3", f"attack {quoted(command.who)} {quoted(targets[0])}")
    manner: Manner = "aimed" if command.aimed else "plain"
    first = prepared(scene, command, targets[0], manner)
    able = () if first.weapon.melee else who_may_react(scene, Occasion("shot", command.who))
    told = told_beforehand(scene, command, able)
    spend(scene, command.who, *COSTS[manner])
    outcomes = [strike(scene, replace(first, target=target)) for target in caught(scene.fight, first)]
    scene.conclude(SUCCESS if SUCCESS in outcomes else FAILURE)
    if not first.weapon.melee:
        scene.trigger("shot", command.who, told=told)


def suppress(scene: RpjScene, command: commands.Suppress) -> None:
    """A ranged attack that ignores cover and does no damage; a hit suppresses (RPJ-SUP-1, RPJ-SUP-2)."""
    fire = prepared(scene, command, command.target, "suppressive")
    if not standing(scene.one(command.target)):
        scene.refuse(f"{scene.one(command.target).name} is down and needs no suppressing", "RPJ-SUP-2")
    told = told_beforehand(scene, command, who_may_react(scene, Occasion("shot", command.who)))
    spend(scene, command.who, *COSTS["suppressive"])
    outcome = strike(scene, replace(fire, label="suppressive fire", rule="RPJ-SUP-1", past_cover=True, harmless=True))
    scene.conclude(outcome)
    if outcome == SUCCESS:
        turns = scene.fight.options.suppression_turns
        scene.afflict(command.target, f"{SUPPRESSED_BY} {command.who}", "RPJ-SUP-2", by=command.who, amount=turns)
    scene.trigger("shot", command.who, told=told)


def prepared(scene: RpjScene, command: commands.Attack | commands.Suppress, target: str, manner: Manner) -> Strike:
    """An attack with every reason to refuse it looked at, before a die is cast."""
    who = command.who
    cost, rule = COSTS[manner]
    may_act(scene, who, cost)
    free_to_act(scene, who)
    check_target(scene, who, target)
    weapon = weapon_of(scene.fight, choose_weapon(scene, who, target, command.weapon))
    if weapon.melee and manner != "plain":
        message = f"{manner} fire is a ranged attack; the {weapon.name} does not shoot"
        raise impossible(message, rule, "--with WEAPON")
    check_reach(scene, who, target, weapon)
    if manner == "aimed" and suppressed(scene.one(who)):
        scene.refuse(f"{scene.one(who).name} is suppressed and cannot aim", "RPJ-SUP-3")
    return Strike(who=who, target=target, weapon=weapon, aimed=manner == "aimed", mod=command.mod)


def check_target(scene: RpjScene, who: str, target: str) -> None:
    """Refuse an attack on oneself and on the dead."""
    one, other = scene.one(who), scene.one(target)
    if who == target:
        raise impossible(f"{one.name} cannot attack themself", "RPJ-ACT-3")
    if dead(other):
        scene.refuse(f"{other.name} is dead", "RPJ-STB-2")


def caught(fight: RpjFight, attack: Strike) -> tuple[str, ...]:
    """The target; of a blast everybody in its adjacency group, the target first (RPJ-FIELD-3)."""
    target = fight.combatants[attack.target]
    group = members(fight, target.region, target.group) if attack.weapon.blast else ()
    living = [each for each in group if not dead(fight.combatants[each])]
    return tuple(dict.fromkeys((attack.target, *living)))


def strike(scene: RpjScene, attack: Strike) -> str:
    """4d6 + base attack modifier against the defense value; a hit does the weapon's damage (RPJ-ACT-3).

    Where nobody stated any saves, as in an attack from numbers alone, none is rolled.
    """
    against = defense_value(scene, attack)
    rolled = test(
        scene,
        attack.who,
        attack.label,
        attack.rule,
        target=attack.target,
        against=against,
        modifiers=tuple(accuracy(scene.fight, attack)),
    )
    if rolled.outcome == SUCCESS and not attack.harmless and scene.one(attack.target).layers:
        take_damage(scene, attack.target, attack.weapon.damage)
    return rolled.outcome


def accuracy(fight: RpjFight, attack: Strike) -> Iterator[Modifier]:
    """The base attack modifier, halved under suppression, and what aim and grapples add, each with its rule."""
    one, target = fight.combatants[attack.who], fight.combatants[attack.target]
    parts = effective_attack(fight, one, attack.weapon)
    yield from parts
    if attack.halved:
        base = sum(each.value for each in parts)
        yield Modifier(half(base, fight.options.rounding) - base, "cautious target: half", "RPJ-CAU-3")
    if attack.aimed:
        yield Modifier(AIM_BONUS, "aimed", "RPJ-AIM-1")
    if target.grapple:
        on_grappler = MELEE_ON_GRAPPLER if attack.weapon.melee else RANGED_ON_GRAPPLER
        yield Modifier(on_grappler, "target in a grapple", "RPJ-GRP-2")
    yield Modifier(attack.mod, "modifier")


def defense_value(scene: RpjScene, attack: Strike) -> int:
    """The melee defense value, or the ranged one and what cover adds to it (RPJ-COV-2)."""
    target = scene.one(attack.target)
    if attack.weapon.melee:
        return melee_defense(scene.fight, target)
    bare = ranged_defense(scene.fight, target)
    return bare if attack.past_cover else bare + cover_bonus(scene, attack)


def cover_bonus(scene: RpjScene, attack: Strike) -> int:
    """What the target's cover adds against this attacker, told with its rule (RPJ-COV-2 to RPJ-COV-6)."""
    one, target = scene.one(attack.who), scene.one(attack.target)
    text = notation(scene.fight, attack.target)
    shelter = read_cover(text)
    if shelter is None:
        return 0
    distance = range_between(scene.fight.board, one.region, target.region)
    bonus, rule = protection(shelter, distance, adjacent=adjacent(one, target), reoriented=target.reoriented)
    scene.happen("covered", rule, who=attack.target, target=attack.who, cover=text, bonus=f"{bonus:+d}")
    return bonus
