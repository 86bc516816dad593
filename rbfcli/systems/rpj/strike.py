"""One attack on one target: what is added, what it is rolled against, and the damage of a hit (RPJ-ACT-3)."""

from collections.abc import Iterator

from msgspec import Struct

from rbfcli.kernel.events import Modifier
from rbfcli.systems.rpj.actions import RpjScene, character
from rbfcli.systems.rpj.battlefield import range_between
from rbfcli.systems.rpj.check import half, test
from rbfcli.systems.rpj.cover import notation, protection, read_cover
from rbfcli.systems.rpj.groups import adjacent
from rbfcli.systems.rpj.saves import take_damage
from rbfcli.systems.rpj.sheet import RpjFight, Weapon
from rbfcli.systems.rpj.ties import suppressed
from rbfcli.systems.rpj.verdict import SUCCESS
from rbfcli.systems.rpj.weapons import base_attack

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


def strike(scene: RpjScene, attack: Strike) -> str:
    """4d6 + base attack modifier against the defense value; a hit does the weapon's damage (RPJ-ACT-3)."""
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
    if rolled.outcome == SUCCESS and not attack.harmless:
        take_damage(scene, attack.target, attack.weapon.damage)
    return rolled.outcome


def accuracy(fight: RpjFight, attack: Strike) -> Iterator[Modifier]:
    """The base attack modifier, halved under suppression, and what aim and grapples add, each with its rule."""
    one, target = fight.combatants[attack.who], fight.combatants[attack.target]
    rounding = fight.options.rounding
    parts = base_attack(fight, one, attack.weapon)
    yield from parts
    base = sum(each.value for each in parts)
    if suppressed(one):
        yield Modifier(half(base, rounding) - base, "suppressed: half", "RPJ-SUP-3")
        base = half(base, rounding)
    if attack.halved:
        yield Modifier(half(base, rounding) - base, "cautious target: half", "RPJ-CAU-3")
    if attack.aimed:
        yield Modifier(AIM_BONUS, "aimed", "RPJ-AIM-1")
    if target.grapple:
        on_grappler = MELEE_ON_GRAPPLER if attack.weapon.melee else RANGED_ON_GRAPPLER
        yield Modifier(on_grappler, "target in a grapple", "RPJ-GRP-2")
    yield Modifier(attack.mod, "modifier")


def defense_value(scene: RpjScene, attack: Strike) -> int:
    """The melee defense value, or the ranged one and what cover adds to it (RPJ-COV-2)."""
    target = character(scene, attack.target)
    if attack.weapon.melee:
        return target.melee_defense
    if attack.past_cover:
        return target.ranged_defense
    return target.ranged_defense + cover_bonus(scene, attack)


def cover_bonus(scene: RpjScene, attack: Strike) -> int:
    """What the target's cover adds against this attacker, told with its rule (RPJ-COV-2 to RPJ-COV-6)."""
    one, target = character(scene, attack.who), character(scene, attack.target)
    text = notation(scene.fight, attack.target)
    shelter = read_cover(text)
    if shelter is None:
        return 0
    distance = range_between(scene.fight.board, one.region, target.region)
    bonus, rule = protection(shelter, distance, adjacent=adjacent(one, target), reoriented=target.reoriented)
    scene.happen("covered", rule, who=attack.target, target=attack.who, cover=text, bonus=f"{bonus:+d}")
    return bonus
