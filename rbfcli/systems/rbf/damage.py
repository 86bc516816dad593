"""Losing and regaining health in RBF: going down, dying, stabilising (RBF-HP, RBF-DIE, RBF-STB)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.actions import fighter, spend
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.edges import stated
from rbfcli.systems.rbf.sheet import is_enemy
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS


def hurt(scene: RbfScene, who: str, amount: int, rule: str) -> None:
    """Take health off someone; at 0 HP it goes down."""
    one = fighter(scene, who)
    scene.change(who, "hp", max(0, one.hp - amount), rule)
    if one.hp > 0 and fighter(scene, who).hp == 0:
        go_down(scene, who)


def go_down(scene: RbfScene, who: str) -> None:
    """An enemy at 0 HP is out; a player is mortally wounded (RBF-HP-1, RBF-DIE-1)."""
    options = scene.fight.options
    if is_enemy(fighter(scene, who)) or not options.mortal_wounds:
        scene.afflict(who, "out", "RBF-HP-1")
        return
    rounds = scene.roll_expression(who, "rounds to live", "RBF-DIE-1", options.dying_rounds, hidden=True)
    scene.afflict(who, "dying", "RBF-DIE-1", amount=rounds)


def bleed_out(scene: RbfScene) -> None:
    """At each new round the dying come one round nearer to death (RBF-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        if "dying" not in one.conditions:
            continue
        left = one.conditions["dying"].amount - 1
        scene.change(who, "conditions.dying.amount", left, "RBF-DIE-1")
        if left <= 0:
            scene.relieve(who, "dying", "RBF-DIE-1")
            scene.afflict(who, "dead", "RBF-DIE-1")


def heal(scene: RbfScene, command: verbs.Heal) -> None:
    """Give health back, up to the maximum; who is above 0 HP is back on its feet (RBF-HP-1)."""
    for who in command.who:
        one = fighter(scene, who)
        if "dead" in one.conditions:
            raise impossible(f"{one.name} is dead", "RBF-DIE-1")
        scene.change(who, "hp", min(one.max_hp, one.hp + command.amount), "GM")
        if fighter(scene, who).hp > 0:
            for each in ("out", "dying", "unconscious"):
                scene.relieve(who, each, "RBF-HP-1")


def damage(scene: RbfScene, command: verbs.Damage) -> None:
    """Take health off, as the GM says; armour is not counted."""
    for who in command.who:
        hurt(scene, who, command.amount, "GM")


def stabilize(scene: RbfScene, command: commands.Stabilize) -> None:
    """Medicine with a medical kit keeps a dying player alive at 0 HP (RBF-STB-1)."""
    patient = fighter(scene, command.who)
    helper = command.by or scene.fight.active
    if "dying" not in patient.conditions:
        raise impossible(f"{patient.name} is not dying", "RBF-STB-1")
    if not helper or helper == command.who:
        raise impossible("somebody else has to treat the wound", "RBF-STB-1", "--by WHO")
    one = fighter(scene, helper)
    if "medical kit" not in one.items:
        scene.refuse(f"{one.name} has no medical kit", "RBF-STB-1", f'set {helper} items="medical kit"')
    spend(scene, helper, "RBF-STB-1")
    skill = skill_modifier(scene.fight, one, "medicine", "RBF-STB-1")
    if _treated(scene, helper, command.who, command, skill):
        scene.relieve(command.who, "dying", "RBF-STB-1")
        scene.afflict(command.who, "unconscious", "RBF-STB-1")


def stabilize_numbers(scene: RbfScene, command: commands.StabilizeNumbers) -> None:
    """The roll of stabilising, from numbers alone (RBF-STB-1)."""
    _treated(scene, "", "", command, Modifier(0, "Medicine"))


def _treated(
    scene: RbfScene, helper: str, patient: str, command: commands.Stabilize | commands.StabilizeNumbers, skill: Modifier
) -> bool:
    options = scene.fight.options
    rolled = test(
        scene,
        helper,
        "stabilize",
        "RBF-STB-1",
        target=patient,
        tn=options.stabilize_tn + options.stabilize_step * command.bad,
        modifiers=(skill, Modifier(command.mod, "modifier")),
        edges=stated(command.advantage, command.disadvantage),
    )
    scene.conclude(rolled.outcome)
    return rolled.outcome in (CRITICAL, SUCCESS)
