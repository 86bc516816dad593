"""An attack that was rolled: its margin and bonuses, the damage it does, and the struggle that may be pushed."""

from msgspec import Struct

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.rolling import value_of
from rbfcli.systems.rbf.attack.strike import Strike
from rbfcli.systems.rbf.carrying import weapon_of
from rbfcli.systems.rbf.check import RbfScene, of_worth
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.damage import harm
from rbfcli.systems.rbf.sheet import RANGED, Struggle


class AttackRoll(Struct, frozen=True, kw_only=True):
    """An attack after its roll: its margin if that counts, what its damage adds, the dice of a leap, who is hit too."""

    strike: Strike
    margin: int
    bonus: tuple[Modifier, ...] = ()
    drop: int = 0
    besides: tuple[str, ...] = ()


def damage_of(scene: RbfScene, roll: AttackRoll) -> tuple[Modifier, ...]:
    """Weapon damage, the skill with it, what is added, and the dice of a leap (RBF-ATK-3, RBF-TEC-LEAP)."""
    strike, weapon = roll.strike, roll.strike.weapon
    rolled = scene.roll_expression(strike.who, "damage", "RBF-ATK-3", str(weapon.damage))
    skill = max(0, scene.one(strike.who).skills.get(weapon.skill, 0))
    own = of_worth(rolled, weapon.name) + of_worth(skill, weapon.skill.capitalize())
    return own + roll.bonus + of_worth(roll.drop, "leap")


def total(parts: tuple[Modifier, ...]) -> int:
    """The damage its parts add up to."""
    return sum(map(value_of, parts)) if parts else 0


def deal(scene: RbfScene, roll: AttackRoll, target: str, amount: int, *, why: str, rule: str) -> None:
    """Let the damage of an attack fall on one target."""
    strike = roll.strike
    harm(scene, target, amount, rule, why=why, kind=strike.weapon.kind, lethal=not strike.command.nonlethal)


def in_words(parts: tuple[Modifier, ...]) -> str:
    """The parts of some damage as a sum."""
    return " + ".join([f"{each.why} {each.value}" for each in parts])


def remember(scene: RbfScene, roll: AttackRoll, dealt: int) -> None:
    """Keep a struggle, and the damage it did, for as long as it may be pushed (RBF-ATK-9)."""
    strike, command = roll.strike, roll.strike.command
    struggle = Struggle(
        who=strike.who,
        targets=strike.targets,
        weapon=strike.weapon_id,
        dealt=dealt,
        bonus=tuple([(each.value, each.why, each.rule) for each in roll.bonus]) if roll.bonus else (),
        drop=roll.drop,
        technique=command.technique,
        to=command.to,
        metres=command.metres,
        club=command.club,
        nonlethal=command.nonlethal,
    )
    scene.change("", ("board", "struggle"), struggle, "RBF-ATK-9")


def forget(scene: RbfScene, who: str = "") -> None:
    """The moment to push is over: the same one attacks again, or another turn begins (RBF-ATK-9)."""
    struggle = scene.fight.board.struggle
    if struggle and (not who or who == struggle.who):
        scene.change("", ("board", "struggle"), None, "RBF-ATK-9")


def pushed(scene: RbfScene, struggle: Struggle) -> AttackRoll:
    """The roll that a struggle would have been, on the target number exactly (RBF-ATK-9)."""
    command = fighting.Attack(
        who=struggle.who,
        targets=struggle.targets,
        technique=struggle.technique,
        to=struggle.to,
        metres=struggle.metres,
        nonlethal=struggle.nonlethal,
    )
    weapon = weapon_of(scene.fight, struggle.weapon, club=struggle.club)
    strike = Strike(
        who=command.who,
        targets=command.targets,
        weapon_id=struggle.weapon,
        weapon=weapon,
        ranged=weapon.skill in RANGED,
        command=command,
    )
    bonus = tuple(Modifier(value, why, rule) for value, why, rule in struggle.bonus)
    return AttackRoll(strike=strike, margin=0, bonus=bonus, drop=struggle.drop)
