"""Damage, healing, defense rolls and going down in RBF."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from rbfcli.core.errors import refuse
from rbfcli.core.text import is_digits, quoted
from rbfcli.dice import highest
from rbfcli.engine.questions import question
from rbfcli.engine.rolling import stated
from rbfcli.model import commands as verbs
from rbfcli.model.events import Modifier
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.checks import RbfScene, chosen, divided, passes, skill_modifier, test
from rbfcli.systems.rbf.conditions import down_by, edges_of, lies_for_good, standing
from rbfcli.systems.rbf.economy import may_act, spend
from rbfcli.systems.rbf.map import cover_of, must_touch
from rbfcli.systems.rbf.outcome import CRITICAL, FAILURE, STRUGGLE, SUCCESS
from rbfcli.systems.rbf.sheet import COVER_BONUS, MEDICAL_KIT, Cover, Fighter

Why = str | Callable[[], str]


def go_down(scene: RbfScene, actor: str, *, lethal: bool) -> None:
    """Take a combatant out; a lethal hit leaves a player dying, a nonlethal one unconscious (RBF-HP-1, RBF-DIE-1)."""
    options = scene.fight.options
    if scene.one(actor).object:
        scene.afflict(actor, "destroyed", "RBF-HP-1")
    elif not lethal:
        scene.afflict(actor, "unconscious", "RBF-DIE-1")
    elif scene.one(actor).is_enemy or not options.mortal_wounds:
        scene.afflict(actor, "out", "RBF-HP-1")
    else:
        rounds = scene.roll_expression(actor, "rounds to live", "RBF-DIE-1", options.dying_rounds, hidden=True)
        scene.afflict(actor, "dying", "RBF-DIE-1", amount=rounds)
    let_go(scene, actor)


def let_go(scene: RbfScene, actor: str) -> None:
    """End a fallen combatant's grapples, overwatch and aim (RBF-TEC-GRAPPLE, RBF-ACT-8, RBF-ACT-5)."""
    scene.release(actor)
    scene.relieve(actor, "watching", "RBF-ACT-8")
    scene.change(actor, "aim", 0, "RBF-ACT-5")


def come_nearer_to_death(scene: RbfScene) -> None:
    """Take a round from each dying combatant whose rounds are counted; at 0 it dies (RBF-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        left = one.conditions["dying"].amount - 1 if "dying" in one.conditions else -1
        if left > 0:
            scene.change(who, ("conditions", "dying", "amount"), left, "RBF-DIE-1")
        if left == 0:
            scene.afflict(who, "dead", "RBF-DIE-1")


def stabilize(scene: RbfScene, command: commands.Stabilize) -> None:
    """Spend an action and roll Medicine with a medical kit to stabilize a dying player at 0 HP (RBF-STB-1)."""
    patient = scene.one(command.who)
    helper = command.by or scene.fight.active
    if "dying" not in patient.conditions:
        raise refuse(f"{patient.name} is not dying", "RBF-STB-1")
    if not helper or helper == command.who:
        raise refuse("another character must treat the wound", "RBF-STB-1", "--by WHO")
    one = scene.one(helper)
    may_act(scene, helper)
    if MEDICAL_KIT not in one.items:
        scene.refuse(f"{one.name} has no {MEDICAL_KIT}", "RBF-STB-1", hint=f"add a {MEDICAL_KIT} to their items")
    must_touch(scene, helper, command.who, "RBF-STB-1")
    spend(scene, helper, "RBF-STB-1")
    tn = scene.fight.options.stabilize_tn + scene.fight.options.stabilize_step * command.bad
    if passes(scene, command, helper, "stabilize", "RBF-STB-1", tn=tn, skill="medicine", target=command.who):
        scene.afflict(command.who, "unconscious", "RBF-STB-1")


DEEPEST = 300


def harm(scene: RbfScene, actor: str, amount: int, rule: str, *, why: Why, kind: str = "", lethal: bool = True) -> None:
    """Deal damage of a kind, and report its sum; combatants immune to the kind take none (RBF-IMM-1)."""
    if kind in scene.one(actor).immune:
        scene.happen("immune", "RBF-IMM-1", who=actor, kind=kind)
        return
    scene.happen("damage", rule, who=actor, amount=amount, why=why)
    hurt(scene, actor, amount, rule, lethal=lethal)


def hurt(scene: RbfScene, actor: str, amount: int, rule: str, *, lethal: bool = True) -> None:
    """Reduce a combatant's HP; at 0 HP it goes down (RBF-HP-1)."""
    one = scene.one(actor)
    scene.change(actor, "hp", max(0, one.hp - amount), rule)
    if amount > 0 and scene.one(actor).hp == 0 and standing(one):
        go_down(scene, actor, lethal=lethal)


def half(scene: RbfScene, amount: int) -> int:
    """Return half of some damage, rounded as the option says, and at least 1 if there is any (RBF-ATK-8)."""
    return max(min(1, amount), divided(scene.fight, amount, 2))


def give_back(scene: RbfScene, actor: str, amount: int, rule: str) -> None:
    """Restore HP up to the maximum; above 0 HP a combatant gets up (RBF-HP-1)."""
    one = scene.one(actor)
    if "dead" in one.conditions:
        raise refuse(f"{one.name} is dead", "RBF-DIE-1", f"condition remove {quoted(actor)} dead")
    scene.change(actor, "hp", min(one.max_hp, one.hp + amount), rule)
    get_up(scene, actor, rule)


def get_up(scene: RbfScene, actor: str, rule: str) -> None:
    """Get a combatant above 0 HP back up (RBF-HP-1)."""
    if scene.one(actor).hp > 0:
        while down := down_by(scene.one(actor)):
            scene.relieve(actor, down, rule)


def heal(scene: RbfScene, actor: str, command: verbs.Heal) -> None:
    """Restore HP, as the GM says."""
    give_back(scene, actor, int(command.amount), "GM")


def damage(scene: RbfScene, actor: str, command: commands.Damage) -> None:
    """Take HP, as the GM says; armour does not count."""
    if command.type in scene.one(actor).immune:
        scene.happen("immune", "RBF-IMM-1", who=actor, kind=command.type)
        return
    hurt(scene, actor, int(command.amount), "GM")


def falling_damage(scene: RbfScene, actor: str, metres: int, rule: str) -> int:
    """Roll one die for every full three metres fallen, and return the damage (RBF-TEC-LEAP, RBF-TEC-THROW)."""
    options = scene.fight.options
    dice = min(metres, DEEPEST) // options.fall_metres
    return scene.roll_expression(actor, "falling", rule, so_often(options.fall_damage, dice)) if dice > 0 else 0


def so_often(expression: str, times: int) -> str:
    """Return a dice expression multiplied: 1d6 three times is 3d6."""
    count, is_dice, sides = expression.partition("d")
    plain = is_dice and is_digits(sides) and (is_digits(count) or not count)
    return f"{int(count or 1) * times}d{sides}" if plain else "+".join([expression] * times)


def fall(scene: RbfScene, actor: str, metres: int, rule: str) -> None:
    """Take falling damage."""
    hurt(scene, actor, falling_damage(scene, actor, metres, rule), rule)


PLACED = ("none", "prone", "stunned", "blinded", "crippled", "grappled", "bleeding", "pinned")


class Danger(Struct, frozen=True, kw_only=True):
    """The danger of a defense roll: TN, damage (with its bonus and divisor), and the skill and cover against it.

    `lays` is a spell's condition; `condition` is an enemy's choice for a failed defense.
    """

    tn: int
    damage: str
    most: int
    added: int = 0
    divided: int = 1
    skill: str = "dodge"
    kind: str = ""
    cover: Cover = "none"
    lethal: bool = True
    lays: str = ""
    condition: str = ""
    by: str = ""
    modifiers: tuple[Modifier, ...] = ()
    edges: tuple[Modifier, ...] = ()


def damage_save(scene: RbfScene, command: commands.DamageSave) -> None:
    """Roll a defense against a danger the GM states (RBF-DEF-1)."""
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
    defend(scene, command.who, danger)


def defend(scene: RbfScene, actor: str, danger: Danger) -> str:
    """Roll a defense, take the damage that gets through, and return the outcome (RBF-DEF-1 to RBF-DEF-5)."""
    defender = scene.one(actor)
    modifiers = (
        skill_modifier(scene.fight, defender, danger.skill, "RBF-DEF-1"),
        Modifier(COVER_BONUS[danger.cover], f"{danger.cover} cover", "RBF-COV-1"),
        *danger.modifiers,
    )
    rolled = test(
        scene, actor, "defense", "RBF-DEF-1", target=danger.by, tn=danger.tn, modifiers=modifiers, edges=danger.edges
    )
    suffer(scene, actor, danger, rolled.outcome)
    return rolled.outcome


def suffer(scene: RbfScene, actor: str, danger: Danger, outcome: str) -> None:
    """Take the damage of an outcome (RBF-DEF-2 to RBF-DEF-6); immune defenders take none (RBF-IMM-1).

    A failure also breaks armour until it is repaired. A spell's condition comes with full damage (RBF-ACT-6).
    """
    is_immune = danger.kind in scene.one(actor).immune
    if outcome == CRITICAL:
        scene.happen("unharmed", "RBF-DEF-2", who=actor)
    elif is_immune:
        scene.happen("immune", "RBF-IMM-1", who=actor, kind=danger.kind)
    elif outcome == SUCCESS:
        normal = normal_damage(scene, danger)
        take(scene, actor, danger, half(scene, normal), why=lambda: f"half of {normal}", rule="RBF-DEF-3")
    elif outcome == STRUGGLE:
        normal = normal_damage(scene, danger)
        take(scene, actor, danger, normal, why=lambda: f"all of {normal}", rule="RBF-DEF-4")
    else:
        if scene.one(actor).armour:
            scene.change(actor, "armour_broken", after=True, rule="RBF-DEF-5")
        harm(scene, actor, danger.most, "RBF-DEF-5", why="the maximum", lethal=danger.lethal)
        lay_condition(scene, actor, danger.condition or "none", danger.by, "RBF-DEF-5")
    if danger.lays and outcome in (STRUGGLE, FAILURE) and standing(scene.one(actor)) and not is_immune:
        lay_condition(scene, actor, danger.lays, danger.by, "RBF-ACT-6")


def take(scene: RbfScene, actor: str, danger: Danger, amount: int, *, why: Callable[[], str], rule: str) -> None:
    """Take damage reduced by armour, at least 1 (RBF-DEF-3, RBF-DEF-4)."""
    armour = damage_reduction(scene.one(actor))

    def less() -> str:
        return f"{why()}, -{armour} armour" if armour else why()

    harm(scene, actor, max(min(1, amount), amount - armour), rule, why=less, lethal=danger.lethal)


def damage_reduction(defender: Fighter) -> int:
    """Return the damage reduction of armour; broken armour has none (RBF-DEF-6)."""
    return 0 if defender.armour_broken else defender.armour


def place_conditions(scene: RbfScene, dangers: Mapping[str, Danger], outcomes: Mapping[str, str]) -> None:
    """Ask the enemy for a condition on each failed defender who is standing and not immune (RBF-DEF-5, RBF-IMM-1)."""
    failed = {
        who: danger
        for who, danger in dangers.items()
        if danger.by and outcomes[who] == FAILURE and not danger.condition
        if standing(scene.one(who)) and danger.kind not in scene.one(who).immune
    }
    asked = [
        question(
            "condition",
            danger.by,
            tuple(each for each in PLACED if not lies_for_good(scene.one(who), each, danger.by)),
            "RBF-DEF-5",
            free_text=True,
            lapses=True,
            target=who,
        )
        for who, danger in failed.items()
    ]
    for each, answer in scene.ask_each(asked):
        who = each.facts["target"]
        lay_condition(scene, who, answer or "none", dangers[who].by, "RBF-DEF-5")


def lay_condition(scene: RbfScene, actor: str, name: str, by: str, rule: str) -> None:
    """Add a condition for its option's duration; the prone lie until they stand up (RBF-TEC-2)."""
    options = scene.fight.options
    lasting = {
        "prone": 0,
        **dict.fromkeys(("grappled", "pinned"), options.hold_rounds),
        **dict.fromkeys(("bleeding", "leaking"), options.bleeding_rounds),
    }
    if name != "none":
        scene.afflict(actor, name, rule, rounds=lasting.get(name, options.condition_rounds), by=by)


def normal_damage(scene: RbfScene, danger: Danger) -> int:
    """Return a danger's normal damage, rolling any dice (RBF-DEF-7)."""
    rolled = scene.roll_expression(danger.by, "damage", "RBF-DEF-7", danger.damage)
    return divided(scene.fight, rolled, danger.divided) + danger.added
