"""Going down, the rounds left to live, and keeping somebody alive (RBF-HP-1, RBF-DIE-1, RBF-STB-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, stated, test
from rbfcli.systems.rbf.commands import fighting
from rbfcli.systems.rbf.conditions import edges_of
from rbfcli.systems.rbf.economy import may_act, spend
from rbfcli.systems.rbf.ground import must_touch
from rbfcli.systems.rbf.sheet import MEDICAL_KIT, is_enemy
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS


def go_down(scene: RbfScene, who: str, *, lethal: bool) -> None:
    """Out, or mortally wounded if a player; a blow that is not lethal only knocks out (RBF-HP-1, RBF-DIE-1)."""
    options = scene.fight.options
    if scene.one(who).object:
        scene.afflict(who, "destroyed", "RBF-HP-1")
    elif not lethal:
        scene.afflict(who, "unconscious", "RBF-DIE-1")
    elif is_enemy(scene.one(who)) or not options.mortal_wounds:
        scene.afflict(who, "out", "RBF-HP-1")
    else:
        rounds = scene.roll_expression(who, "rounds to live", "RBF-DIE-1", options.dying_rounds, hidden=True)
        scene.afflict(who, "dying", "RBF-DIE-1", amount=rounds)
    let_go(scene, who)


def let_go(scene: RbfScene, who: str) -> None:
    """Whoever falls holds nobody, watches no more, and has no aim (RBF-TEC-GRAPPLE, RBF-ACT-8, RBF-ACT-5)."""
    scene.release(who)
    scene.relieve(who, "watching", "RBF-ACT-8")
    scene.change(who, "aim", 0, "RBF-ACT-5")


def come_nearer_to_death(scene: RbfScene) -> None:
    """At each new round the dying have one round less to live, if anybody counts them (RBF-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        left = one.conditions["dying"].amount - 1 if "dying" in one.conditions else -1
        if left > 0:
            scene.change(who, ("conditions", "dying", "amount"), left, "RBF-DIE-1")
        if left == 0:
            scene.afflict(who, "dead", "RBF-DIE-1")


def stabilize(scene: RbfScene, command: fighting.Stabilize) -> None:
    """An action, a medical kit and Medicine keep a dying player alive at 0 HP (RBF-STB-1)."""
    patient = scene.one(command.who)
    helper = command.by or scene.fight.active
    if "dying" not in patient.conditions:
        raise impossible(f"{patient.name} is not dying", "RBF-STB-1")
    if not helper or helper == command.who:
        raise impossible("somebody else has to treat the wound", "RBF-STB-1", "--by WHO")
    one = scene.one(helper)
    may_act(scene, helper)
    if MEDICAL_KIT not in one.items:
        scene.refuse(f"{one.name} has no {MEDICAL_KIT}", "RBF-STB-1", f"it needs a {MEDICAL_KIT} among its items")
    must_touch(scene, helper, command.who, "RBF-STB-1")
    spend(scene, helper, "RBF-STB-1")
    modifiers = (
        skill_modifier(scene.fight, one, "medicine", "RBF-STB-1"),
        Modifier(command.mod, "modifier"),
    )
    edges = (*stated(command.advantage, command.disadvantage), *edges_of(scene.fight, "test", helper))
    tn = stabilize_tn(scene, command.bad)
    rolled = test(scene, helper, "stabilize", "RBF-STB-1", target=command.who, tn=tn, modifiers=modifiers, edges=edges)
    if rolled.outcome in (CRITICAL, SUCCESS):
        scene.afflict(command.who, "unconscious", "RBF-STB-1")


def stabilize_tn(scene: RbfScene, bad: int) -> int:
    """The target number, higher for each bad condition the GM names."""
    return scene.fight.options.stabilize_tn + scene.fight.options.stabilize_step * bad
