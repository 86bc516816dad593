"""Hiding, being seen, and surprise (RBF-STL, RBF-ACT-4)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf import orders
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.economy import fighter, spend, spend_bonus
from rbfcli.systems.rbf.ground import cover_of
from rbfcli.systems.rbf.sheet import COVER_BONUS, Fighter, RbfFight


def hide(scene: RbfScene, command: orders.Hide) -> None:
    """An action in medium or better cover; a Stalker does it as a bonus action (RBF-STL-3)."""
    one = fighter(scene, command.who)
    if "hidden" in one.conditions:
        raise impossible(f"{one.name} is hidden already", "RBF-STL-3")
    if not can_hide(scene.fight, one):
        cover = cover_of(scene.fight, one)
        scene.refuse(
            f"{one.name} has {cover if cover != 'none' else 'no'} cover, too little to hide in", "RBF-STL-3", "move"
        )
    if command.bonus:
        spend_bonus(scene, command.who, "hide")
    else:
        spend(scene, command.who, "RBF-STL-3")
    go_hidden(scene, command.who)


def can_hide(fight: RbfFight, one: Fighter) -> bool:
    """Whether somebody's cover is enough to hide in (RBF-STL-3)."""
    return COVER_BONUS[cover_of(fight, one)] >= fight.options.hide_cover


def go_hidden(scene: RbfScene, who: str) -> None:
    """Nobody sees it any more."""
    scene.change(who, "seen_by", (), "RBF-STL-3")
    scene.relieve(who, "spotted", "RBF-STL-3")
    scene.afflict(who, "hidden", "RBF-STL-3")


def spot(scene: RbfScene, command: orders.Spot) -> None:
    """Point out a hidden target one sees oneself, so that allies can target it (RBF-ACT-4)."""
    one, target = fighter(scene, command.who), fighter(scene, command.target)
    if "hidden" not in target.conditions or "spotted" in target.conditions:
        raise impossible(f"everybody sees {target.name}", "RBF-ACT-4")
    if command.who not in target.seen_by:
        scene.refuse(
            f"{one.name} does not see {target.name}",
            "RBF-ACT-4",
            f"if it does: set {command.target} seen-by={command.who}",
        )
    spend(scene, command.who, "RBF-ACT-4")
    scene.afflict(command.target, "spotted", "RBF-ACT-4", by=command.who)


def surprise(scene: RbfScene, who: str, rule: str) -> None:
    """Until the end of its first turn: reactions, no actions (RBF-STL-1)."""
    scene.afflict(who, "surprised", rule, rounds=1)
