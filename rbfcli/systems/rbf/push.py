"""Pushing oneself after a near miss, at a cost (RBF-ATK-9)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import commands
from rbfcli.systems.rbf.blow import forget, from_facts
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.damage import hurt
from rbfcli.systems.rbf.economy import fighter, must_stand
from rbfcli.systems.rbf.hits import hit


def push_through(scene: RbfScene, command: commands.Push) -> None:
    """A struggle becomes a success; what it did already is part of the damage (RBF-ATK-9)."""
    may_push(scene, command.who)
    missed = scene.fight.board.missed
    forget(scene, command.who)
    pay_for_push(scene, command)
    blow = from_facts(scene, {**missed, "margin": 0})
    scene.happen("pushed", "RBF-ATK-9", who=command.who, target=blow.strike.target)
    hit(scene, blow, already=missed["dealt"])


def may_push(scene: RbfScene, who: str) -> None:
    """Refuse where there is no struggle of this one's to push: each roll once (RBF-ATK-9)."""
    must_stand(scene, who)
    if scene.fight.board.missed.get("who") != who:
        name = fighter(scene, who).name
        raise impossible(f"{name} has no struggle to push", "RBF-ATK-9", "only an attack that just fell short, once")


def pay_for_push(scene: RbfScene, command: commands.Push) -> None:
    """A point of experience, or damage to oneself without one, or what the GM says (RBF-ATK-9)."""
    one, options = fighter(scene, command.who), scene.fight.options
    cost = " ".join(command.cost)
    if cost:
        scene.happen("push-cost", "RBF-ATK-9", who=command.who, cost=cost)
    elif one.experience >= options.push_experience:
        scene.change(command.who, "experience", one.experience - options.push_experience, "RBF-ATK-9")
    else:
        strain = scene.roll_expression(command.who, "strain", "RBF-ATK-9", options.push_damage)
        hurt(scene, command.who, strain, "RBF-ATK-9")
