"""Using items, and the talent one uses: healing, treating, mending armour, rage (RBF-ACT-2, RBF-DEF-6, RBF-TAL-1)."""

from rbfcli.kernel.events import Modifier
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import orders
from rbfcli.systems.rbf.check import RbfScene, skill_modifier, test
from rbfcli.systems.rbf.damage import give_back
from rbfcli.systems.rbf.economy import fighter, must_stand, spend
from rbfcli.systems.rbf.modifiers import of_test, stated
from rbfcli.systems.rbf.sheet import Item, RbfFight
from rbfcli.systems.rbf.stabilizing import MEDICAL_KIT
from rbfcli.systems.rbf.talents import BERSERKER, RAGE, has
from rbfcli.systems.rbf.verdict import CRITICAL, SUCCESS

REPAIR_KIT = "repair kit"


def use(scene: RbfScene, command: orders.Use) -> None:
    """Use an item as an action, or fly into a rage (RBF-ACT-2)."""
    if command.thing == RAGE:
        rage(scene, command.who)
        return
    one, target = fighter(scene, command.who), command.target or command.who
    if command.thing not in one.items:
        carried = ", ".join(one.items) or "nothing"
        scene.refuse(f"{one.name} carries no {command.thing}", "RBF-ACT-2", f"carried: {carried}")
    item = item_named(scene.fight, command.thing)
    if "dead" in fighter(scene, target).conditions:
        raise impossible(f"{fighter(scene, target).name} is dead", "RBF-DIE-1")
    spend(scene, command.who, "RBF-ACT-2")
    scene.happen(
        "uses" if target == command.who else "uses-on", "RBF-ACT-2", who=command.who, target=target, thing=item.name
    )
    if succeeds(scene, command, item):
        work(scene, target, item)
    if item.used_up and command.thing in one.items:
        left = list(one.items)
        left.remove(command.thing)
        scene.change(command.who, "items", tuple(left), "RBF-ACT-2")
        scene.happen("used-up", "RBF-ACT-2", who=command.who, thing=item.name)


def item_named(fight: RbfFight, name: str) -> Item:
    """What an item does: as the encounter says, as the two kits do, else only what the GM says."""
    options = fight.options
    known = {
        MEDICAL_KIT: Item(
            name=MEDICAL_KIT, skill="medicine", tn=options.treat_tn, heals=options.treat_heals, cures=("bleeding",)
        ),
        REPAIR_KIT: Item(name=REPAIR_KIT, skill="crafting", tn=options.repair_tn, repairs=True, cures=("leaking",)),
    }
    return fight.items.get(name) or known.get(name) or Item(name=name)


def succeeds(scene: RbfScene, command: orders.Use, item: Item) -> bool:
    """Whether the test an item needs, or the GM asks for, is a success; without one it is."""
    tn = command.tn if command.tn is not None else item.tn if item.skill else None
    if tn is None:
        return True
    one = fighter(scene, command.who)
    skill = (skill_modifier(scene.fight, one, item.skill, "RBF-ACT-2"),) if item.skill else ()
    edges = (*stated(command.advantage, command.disadvantage), *of_test(one))
    modifiers = (*skill, Modifier(command.mod, "modifier"))
    rolled = test(scene, command.who, item.name, "RBF-ACT-2", tn=tn, modifiers=modifiers, edges=edges)
    return rolled.outcome in (CRITICAL, SUCCESS)


def work(scene: RbfScene, target: str, item: Item) -> None:
    """What an item does to the one it is used on; armour is whole again (RBF-DEF-6)."""
    for each in item.cures:
        scene.relieve(target, each, "RBF-ACT-2")
    if item.heals:
        give_back(scene, target, scene.roll_expression(target, "healing", "RBF-ACT-2", str(item.heals)), "RBF-ACT-2")
    if item.repairs:
        scene.change(target, "armour_broken", after=False, rule="RBF-DEF-6")


def rage(scene: RbfScene, who: str) -> None:
    """A Berserker attacks better and defends worse until the start of its next turn (RBF-TAL-1)."""
    one = fighter(scene, who)
    must_stand(scene, who)
    if not has(one, BERSERKER):
        scene.refuse(f"{one.name} cannot fly into a rage", "RBF-TAL-1", f"it needs the talent {BERSERKER}")
    if "raging" in one.conditions:
        raise impossible(f"{one.name} is in a rage already", "RBF-TAL-1")
    scene.afflict(who, "raging", "RBF-TAL-1", rounds=1, edge="start")
