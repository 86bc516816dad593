"""A player defends: 2d8 and a defence skill against the danger's number, and the four outcomes (RBF-DEF)."""

from msgspec import Struct

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.fight import Question
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.actions import fighter, spend
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.edges import of_defense, stated
from rbfcli.systems.rbf.sheet import COVER_BONUS, Fighter
from rbfcli.systems.rbf.strike import Strike
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS

PLACED = ("none", "prone", "stunned", "blinded", "crippled", "grappled", "bleeding")


class Danger(Struct, frozen=True, kw_only=True):
    """What a defense is rolled against: its number, normal and maximum damage, and how it is met."""

    tn: int
    damage: str
    most: int
    kind: str = "dodge"
    ranged: bool = False
    condition: str = ""
    by: str = ""
    modifiers: tuple[Modifier, ...] = ()
    edges: tuple[Modifier, ...] = ()


def attack_by_enemy(scene: RbfScene, strike: Strike) -> None:
    """An enemy attacks: its target rolls the defense (RBF-DEF-1, RBF-DEF-7)."""
    command = strike.command
    if command.technique or command.critical:
        raise impossible("techniques and critical choices belong to players", "RBF-TEC-1", "--condition NAME")
    enemy, target_id = fighter(scene, strike.who), strike.targets[0]
    damage = enemy.damage if enemy.damage is not None else strike.weapon.damage
    normal = str(damage) + ("+2" if command.autofire else "")
    danger = Danger(
        tn=enemy.tn or 0,
        damage=normal,
        most=enemy.damage_max if enemy.damage_max is not None else highest(normal),
        kind=command.kind,
        ranged=strike.ranged,
        condition=command.condition,
        by=strike.who,
        modifiers=(Modifier(command.mod, "modifier"),),
        edges=(
            *stated(command.advantage, command.disadvantage),
            *of_defense(enemy, fighter(scene, target_id), ranged=strike.ranged),
        ),
    )
    spend(scene, strike.who, "RBF-ACT-1")
    if strike.weapon.ammo:
        loaded = enemy.ammo.get(strike.weapon_id, 0)
        scene.change(strike.who, f"ammo.{strike.weapon_id}", 0 if command.autofire else max(0, loaded - 1), "RBF-ACT-3")
    defend(scene, target_id, danger)


def damage_save(scene: RbfScene, command: commands.DamageSave) -> None:
    """A defense against a danger the GM states (RBF-DEF-1)."""
    danger = Danger(
        tn=command.tn,
        damage=command.damage,
        most=highest(command.damage) if command.most is None else command.most,
        kind=command.kind,
        ranged=command.ranged,
        condition=command.condition,
        modifiers=(Modifier(command.mod, "modifier"),),
        edges=stated(command.advantage, command.disadvantage),
    )
    fighter(scene, command.who)
    defend(scene, command.who, danger)


def defend(scene: RbfScene, who: str, danger: Danger) -> None:
    """Roll the defense and take what gets through (RBF-DEF-1 to RBF-DEF-5)."""
    defender = fighter(scene, who)
    cover = COVER_BONUS[defender.cover] if danger.ranged else 0
    rolled = test(
        scene,
        who,
        "defense",
        "RBF-DEF-1",
        target=danger.by,
        tn=danger.tn,
        modifiers=(
            skill_modifier(scene.fight, defender, danger.kind, "RBF-DEF-1"),
            Modifier(cover, f"{defender.cover} cover", "RBF-COV-1"),
            *danger.modifiers,
        ),
        edges=danger.edges,
    )
    scene.conclude(rolled.outcome)
    suffer(scene, who, danger, rolled.outcome)


def suffer(scene: RbfScene, who: str, danger: Danger, outcome: str) -> None:
    """The damage of one outcome (RBF-DEF-2 to RBF-DEF-6)."""
    reduction = damage_reduction(fighter(scene, who))
    if outcome == CRITICAL:
        scene.happen("unharmed", "RBF-DEF-2", who=who)
    elif outcome == SUCCESS:
        hurt(scene, who, reduced(rolled_damage(scene, danger) // 2, reduction), "RBF-DEF-3")
    elif outcome == STRUGGLE:
        hurt(scene, who, reduced(rolled_damage(scene, danger), reduction), "RBF-DEF-4")
    else:
        break_armour(scene, who)
        hurt(scene, who, danger.most, "RBF-DEF-5")
        place_condition(scene, who, danger)


def reduced(damage: int, reduction: int) -> int:
    """Damage that gets through armour, at least 1 (RBF-DEF-3, RBF-DEF-4)."""
    return max(1, damage - reduction)


def damage_reduction(defender: Fighter) -> int:
    """What armour takes off; nothing once it is broken (RBF-DEF-6)."""
    return 0 if defender.armour_broken else defender.armour


def break_armour(scene: RbfScene, who: str) -> None:
    """The armour breaks and stays so until repaired (RBF-DEF-5, RBF-DEF-6)."""
    if fighter(scene, who).armour:
        scene.change(who, "armour_broken", after=True, rule="RBF-DEF-5")


def place_condition(scene: RbfScene, who: str, danger: Danger) -> None:
    """The enemy may put a condition of its choice on a defender that failed (RBF-DEF-5)."""
    if danger.condition:
        _afflict(scene, who, danger.condition, danger.by)
    else:
        scene.ask("condition", danger.by or who, PLACED, "RBF-DEF-5", free_text=True, lapses=True, facts={"on": who})


def answer_condition(scene: RbfScene, question: Question, answer: str) -> None:
    """Place the condition the GM chose (RBF-DEF-5)."""
    _afflict(scene, question.facts["on"], answer, question.who)


def _afflict(scene: RbfScene, who: str, name: str, by: str) -> None:
    if name != "none":
        rounds = 0 if name == "prone" else scene.fight.options.condition_rounds
        scene.afflict(who, name, "RBF-DEF-5", rounds=rounds, by=by)


def rolled_damage(scene: RbfScene, danger: Danger) -> int:
    """The danger's normal damage, rolled if it is dice (RBF-DEF-7)."""
    return scene.roll_expression(danger.by, "damage", "RBF-DEF-7", danger.damage)


def damage_save_numbers(scene: RbfScene, command: commands.DamageSaveNumbers) -> None:
    """A defense from numbers alone: the outcome, and the damage that gets through (RBF-DEF-1 to RBF-DEF-5)."""
    rolled = test(
        scene, "", "defense", "RBF-DEF-1", tn=command.tn, modifiers=(Modifier(command.mod, "modifier"),),
        edges=stated(command.advantage, command.disadvantage),
    )  # fmt: skip
    scene.conclude(rolled.outcome)
    scene.happen("would-take", "RBF-DEF-1", amount=_taken(scene, command, rolled.outcome))


def _taken(scene: RbfScene, command: commands.DamageSaveNumbers, outcome: str) -> int:
    if outcome == CRITICAL:
        return 0
    if outcome == FAILURE:
        return highest(command.damage) if command.most is None else command.most
    normal = scene.roll_expression("", "damage", "RBF-DEF-7", command.damage)
    return reduced(normal // 2 if outcome == SUCCESS else normal, command.armour)
