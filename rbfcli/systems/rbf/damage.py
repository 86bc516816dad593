"""Losing and regaining health in RBF: immunity, going down, dying (RBF-HP, RBF-DIE, RBF-IMM)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import DOWN, fighter
from rbfcli.systems.rbf.sheet import is_enemy


def harm(scene: RbfScene, who: str, amount: int, rule: str, *, why: str, kind: str = "", lethal: bool = True) -> None:
    """Damage of a kind and the sum it comes from; who is immune to the kind takes none (RBF-IMM-1)."""
    if kind and kind in fighter(scene, who).immune:
        scene.happen("immune", "RBF-IMM-1", who=who, kind=kind)
        return
    scene.happen("damage", rule, who=who, amount=amount, why=why)
    hurt(scene, who, amount, rule, lethal=lethal)


def hurt(scene: RbfScene, who: str, amount: int, rule: str, *, lethal: bool = True) -> None:
    """Take health off someone; at 0 HP it goes down."""
    one = fighter(scene, who)
    scene.change(who, "hp", max(0, one.hp - amount), rule)
    if one.hp > 0 and fighter(scene, who).hp == 0:
        go_down(scene, who, lethal=lethal)


def go_down(scene: RbfScene, who: str, *, lethal: bool) -> None:
    """Out, or mortally wounded if a player; a blow that is not lethal only knocks out (RBF-HP-1, RBF-DIE-1)."""
    options = scene.fight.options
    let_go_of(scene, who)
    if not lethal:
        scene.afflict(who, "unconscious", "RBF-DIE-1")
    elif is_enemy(fighter(scene, who)) or not options.mortal_wounds:
        scene.afflict(who, "out", "RBF-HP-1")
    else:
        rounds = scene.roll_expression(who, "rounds to live", "RBF-DIE-1", options.dying_rounds, hidden=True)
        scene.afflict(who, "dying", "RBF-DIE-1", amount=rounds)


def let_go_of(scene: RbfScene, who: str) -> None:
    """Whoever goes down holds nobody any more (RBF-TEC-GRAPPLE)."""
    for each, one in scene.fight.combatants.items():
        if "grappled" in one.conditions and one.conditions["grappled"].by == who:
            scene.relieve(each, "grappled", "RBF-TEC-GRAPPLE")


def come_nearer_to_death(scene: RbfScene) -> None:
    """At each new round the dying have one round less to live (RBF-DIE-1)."""
    for who, one in scene.fight.combatants.items():
        if "dying" in one.conditions:
            left = one.conditions["dying"].amount - 1
            scene.change(who, "conditions.dying.amount", left, "RBF-DIE-1")
            if left <= 0:
                scene.relieve(who, "dying", "RBF-DIE-1")
                scene.afflict(who, "dead", "RBF-DIE-1")


def give_back(scene: RbfScene, who: str, amount: int, rule: str) -> None:
    """Give health back, up to the maximum; who is above 0 HP is on its feet again (RBF-HP-1)."""
    one = fighter(scene, who)
    if "dead" in one.conditions:
        raise impossible(f"{one.name} is dead", "RBF-DIE-1", f"condition remove {who} dead")
    scene.change(who, "hp", min(one.max_hp, one.hp + amount), rule)
    if fighter(scene, who).hp > 0:
        for each in sorted(DOWN):
            scene.relieve(who, each, rule)


def heal(scene: RbfScene, command: verbs.Heal) -> None:
    """Give health back, as the GM says."""
    for who in command.who:
        give_back(scene, who, command.amount, "GM")


def damage(scene: RbfScene, command: verbs.Damage) -> None:
    """Take health off, as the GM says; armour is not counted."""
    for who in command.who:
        hurt(scene, who, command.amount, "GM")
