"""A player defends: 2d8 and a defence skill against the danger's number, and the four outcomes (RBF-DEF)."""

from collections.abc import Mapping

from msgspec import Struct

from rbfcli.kernel.amounts import highest
from rbfcli.kernel.asking import question
from rbfcli.kernel.events import Modifier
from rbfcli.systems.rbf.check import RbfScene, chosen, divided, skill_modifier, stated, test
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.conditions import edges_of
from rbfcli.systems.rbf.damage import half, harm
from rbfcli.systems.rbf.ground import cover_of
from rbfcli.systems.rbf.sheet import COVER_BONUS, Cover, Fighter
from rbfcli.systems.rbf.verdict import CRITICAL, FAILURE, STRUGGLE, SUCCESS

DEFENSE_SKILLS = ("dodge", "resilience", "meditation")
PLACED = ("none", "prone", "stunned", "blinded", "crippled", "grappled", "bleeding", "pinned")
LASTING = ("prone", "grappled", "pinned", "bleeding")


class Danger(Struct, frozen=True, kw_only=True):
    """What a defense is rolled against: its number, its damage (rolled, added to, divided), and how it is met."""

    tn: int
    damage: str
    most: int
    added: int = 0
    divided: int = 1
    skill: str = "dodge"
    kind: str = ""
    cover: Cover = "none"
    lethal: bool = True
    condition: str = ""
    by: str = ""
    modifiers: tuple[Modifier, ...] = ()
    edges: tuple[Modifier, ...] = ()


def damage_save(scene: RbfScene, command: fighting.DamageSave) -> None:
    """A defense against a danger the GM states (RBF-DEF-1)."""
    defender = scene.one(command.who)
    danger = Danger(
        tn=command.tn,
        damage=command.damage,
        most=highest(command.damage) if command.most is None else command.most,
        skill=command.kind,
        kind=command.of,
        cover=cover_of(scene.fight, defender) if command.ranged else "none",
        condition=chosen(command.condition, PLACED, "condition", "RBF-DEF-5"),
        modifiers=(Modifier(command.mod, "modifier"),),
        edges=(*stated(command.advantage, command.disadvantage), *edges_of(scene.fight, "defense", command.who)),
    )
    defend_all(scene, {command.who: danger})


def defend_all(scene: RbfScene, dangers: Mapping[str, Danger]) -> None:
    """Everybody in danger defends; then conditions are placed on those who failed (RBF-DEF-5)."""
    outcomes = {who: defend(scene, who, danger) for who, danger in dangers.items()}
    place_conditions(scene, dangers, outcomes)


def defend(scene: RbfScene, who: str, danger: Danger) -> str:
    """Roll the defense, take what gets through, and say how it came out (RBF-DEF-1 to RBF-DEF-5)."""
    defender = scene.one(who)
    modifiers = (
        skill_modifier(scene.fight, defender, danger.skill, "RBF-DEF-1"),
        Modifier(COVER_BONUS[danger.cover], f"{danger.cover} cover", "RBF-COV-1"),
        *danger.modifiers,
    )
    rolled = test(
        scene, who, "defense", "RBF-DEF-1", target=danger.by, tn=danger.tn, modifiers=modifiers, edges=danger.edges
    )
    suffer(scene, who, danger, rolled.outcome)
    return rolled.outcome


def suffer(scene: RbfScene, who: str, danger: Danger, outcome: str) -> None:
    """The damage of one outcome (RBF-DEF-2 to RBF-DEF-6)."""
    if outcome == CRITICAL:
        scene.happen("unharmed", "RBF-DEF-2", who=who)
    elif outcome == SUCCESS:
        normal = normal_damage(scene, danger)
        take(scene, who, danger, half(scene, normal), why=f"half of {normal}", rule="RBF-DEF-3")
    elif outcome == STRUGGLE:
        normal = normal_damage(scene, danger)
        take(scene, who, danger, normal, why=f"{normal} in full", rule="RBF-DEF-4")
    else:
        break_armour(scene, who)
        harm(scene, who, danger.most, "RBF-DEF-5", why="the most it can do", kind=danger.kind, lethal=danger.lethal)
        lay_condition(scene, who, danger.condition or "none", danger.by, "RBF-DEF-5")


def take(scene: RbfScene, who: str, danger: Danger, amount: int, *, why: str, rule: str) -> None:
    """Damage less what armour takes off, at least 1 (RBF-DEF-3, RBF-DEF-4)."""
    armour = damage_reduction(scene.one(who))
    less = f", armour {armour} off" if armour else ""
    harm(scene, who, reduced(amount, armour), rule, why=why + less, kind=danger.kind, lethal=danger.lethal)


def reduced(damage: int, reduction: int) -> int:
    """Damage that gets through armour, at least 1 of any there is (RBF-DEF-3, RBF-DEF-4)."""
    return max(min(1, damage), damage - reduction)


def damage_reduction(defender: Fighter) -> int:
    """What armour takes off; nothing once it is broken (RBF-DEF-6)."""
    return 0 if defender.armour_broken else defender.armour


def break_armour(scene: RbfScene, who: str) -> None:
    """The armour breaks and stays so until repaired (RBF-DEF-5, RBF-DEF-6)."""
    if scene.one(who).armour:
        scene.change(who, "armour_broken", after=True, rule="RBF-DEF-5")


def place_conditions(scene: RbfScene, dangers: Mapping[str, Danger], outcomes: Mapping[str, str]) -> None:
    """The enemy may put a condition of its choice on whoever failed, where none was stated (RBF-DEF-5)."""
    asked = [
        question("condition", danger.by, PLACED, "RBF-DEF-5", free_text=True, lapses=True, target=who)
        for who, danger in dangers.items()
        if danger.by and outcomes[who] == FAILURE and not danger.condition
    ]
    for each, answer in scene.ask_each(asked):
        who = each.facts["target"]
        lay_condition(scene, who, answer or "none", dangers[who].by, "RBF-DEF-5")


def lay_condition(scene: RbfScene, who: str, name: str, by: str, rule: str) -> None:
    """A condition for as long as the option says; some last until they are ended (RBF-TEC-2)."""
    if name != "none":
        rounds = 0 if name in LASTING else scene.fight.options.condition_rounds
        scene.afflict(who, name, rule, rounds=rounds, by=by)


def normal_damage(scene: RbfScene, danger: Danger) -> int:
    """The danger's normal damage, rolled if it is dice (RBF-DEF-7)."""
    rolled = scene.roll_expression(danger.by, "damage", "RBF-DEF-7", danger.damage)
    return divided(scene.fight, rolled, danger.divided) + danger.added
