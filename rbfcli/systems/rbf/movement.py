"""Moving: places and metres, posture, getting free, falling, hiding and spotting (RBF-ACT-2, RBF-PRN, RBF-STL)."""

from rbfcli.kernel.scene import impossible
from rbfcli.systems.rbf.check import RbfScene
from rbfcli.systems.rbf.commands import acting
from rbfcli.systems.rbf.conditions import CONDITIONS, barred
from rbfcli.systems.rbf.damage import DEEPEST, fall, hurt
from rbfcli.systems.rbf.economy import must_have_turn, spend, spend_bonus
from rbfcli.systems.rbf.ground import arrive, can_hide, cover_of, grappler_of, metres_to, pace, spot_named
from rbfcli.systems.rbf.sheet import STALKER, Fighter, RbfFight, has


def move(scene: RbfScene, command: acting.Move) -> None:
    """Move to a place or a metre, as far as one's speed carries (RBF-ACT-2)."""
    check_way(scene, command)
    spend(scene, command.who, "RBF-ACT-2")
    one, (spot, place) = scene.one(command.who), spot_named(scene.fight, command.to)
    far, way = metres_to(scene.fight, one, command.to), "crawls" if "prone" in one.conditions else "moves"
    to = place.name or spot or f"metre {place.at}"
    scene.happen("moved", "RBF-ACT-2", who=command.who, way=way, to=to, far=f"{far} m " if far else "")
    arrive(scene, command.who, command.to, "RBF-ACT-2", command.cover)


def check_way(scene: RbfScene, command: acting.Move) -> None:
    """Refuse to move where something holds one, to where one stands, and further than one's speed (RBF-ACT-2)."""
    one, (spot, place) = scene.one(command.who), spot_named(scene.fight, command.to)
    far, most, held = metres_to(scene.fight, one, command.to), pace(scene.fight, one), barred(one, "move")
    if held:
        hint = how_to_get_free(scene.fight, command.who)
        scene.refuse(f"{one.name} is {held} and cannot move", CONDITIONS[held].rule, hint)
    if spot == one.place and (spot or place.at == one.at) and not command.cover:
        raise impossible(f"{one.name} stands there already", "RBF-ACT-2")
    if far > most:
        scene.refuse(f"{command.to} is {far} m away, and {one.name} moves {most} m", "RBF-ACT-2")


def how_to_get_free(fight: RbfFight, who: str) -> str:
    """The line that gets somebody free: a blow at the grappler, or an action (RBF-TEC-GRAPPLE, RBF-TEC-PIN)."""
    grappler = grappler_of(fight, who)
    return f"attack {who} {grappler} --with unarmed" if grappler else f"free {who}"


def stand(scene: RbfScene, command: acting.Stand) -> None:
    """Standing up is a move (RBF-PRN-1)."""
    if "prone" not in scene.one(command.who).conditions:
        raise impossible(f"{scene.one(command.who).name} is not prone", "RBF-PRN-1")
    spend(scene, command.who, "RBF-PRN-1")
    scene.relieve(command.who, "prone", "RBF-PRN-1")


def prone(scene: RbfScene, command: acting.Prone) -> None:
    """Going prone is a move; dropping is free and hurts (RBF-PRN-1)."""
    if "prone" in scene.one(command.who).conditions:
        raise impossible(f"{scene.one(command.who).name} is prone already", "RBF-PRN-1")
    if command.drop:
        must_have_turn(scene, command.who)
        bruise = scene.roll_expression(command.who, "dropping prone", "RBF-PRN-1", scene.fight.options.prone_damage)
        hurt(scene, command.who, bruise, "RBF-PRN-1")
    else:
        spend(scene, command.who, "RBF-PRN-1")
    scene.afflict(command.who, "prone", "RBF-PRN-1")


def free(scene: RbfScene, command: acting.Free) -> None:
    """An action frees from a pin; out of a grapple one has to strike (RBF-TEC-PIN, RBF-TEC-GRAPPLE)."""
    one = scene.one(command.who)
    if grappler_of(scene.fight, command.who):
        hint = how_to_get_free(scene.fight, command.who)
        raise impossible(f"{one.name} is grappled: striking the grappler frees it", "RBF-TEC-GRAPPLE", hint)
    if not barred(one, "move"):
        raise impossible(f"nothing holds {one.name}", "RBF-TEC-PIN")
    spend(scene, command.who, "RBF-TEC-PIN")
    while held := barred(scene.one(command.who), "move"):
        scene.relieve(command.who, held, CONDITIONS[held].rule)


def fall_down(scene: RbfScene, command: acting.Fall) -> None:
    """Falling damage, and prone where it hurt (RBF-TEC-THROW)."""
    scene.one(command.who)
    if not 1 <= command.metres <= DEEPEST:
        raise impossible(f"a fall is 1 to {DEEPEST} m deep", "RBF-TEC-THROW")
    fall(scene, command.who, command.metres, "RBF-TEC-THROW")
    scene.afflict(command.who, "prone", "RBF-TEC-THROW")


def hide(scene: RbfScene, command: acting.Hide) -> None:
    """An action in medium or better cover; a Stalker does it as a bonus action (RBF-STL-3)."""
    one = scene.one(command.who)
    if "hidden" in one.conditions:
        raise impossible(f"{one.name} is hidden already", "RBF-STL-3")
    if not can_hide(scene.fight, one):
        cover = cover_of(scene.fight, one)
        scene.refuse(
            f"{one.name} has {cover if cover != 'none' else 'no'} cover, too little to hide in",
            "RBF-STL-3",
            "it takes better cover",
        )
    if command.bonus:
        spend_bonus(scene, command.who, "hide")
    else:
        spend(scene, command.who, "RBF-STL-3")
    go_hidden(scene, command.who)


def may_hide(fight: RbfFight, one: Fighter) -> bool:
    """Whether a Stalker could still hide as a bonus action (RBF-BON-1, RBF-TAL-1)."""
    return one.bonus_left > 0 and has(one, STALKER) and "hidden" not in one.conditions and can_hide(fight, one)


def offer_to_hide(scene: RbfScene, who: str) -> None:
    """A Stalker whose actions are used up may still hide, or let it be (RBF-BON-1, RBF-TAL-1)."""

    def may() -> bool:
        return may_hide(scene.fight, scene.one(who))

    if may() and scene.ask("bonus", who, ("hide", "no"), "RBF-BON-1", lapses=True, still=may) == "hide":
        hide(scene, acting.Hide(who=who, bonus=True))


def go_hidden(scene: RbfScene, who: str) -> None:
    """Nobody sees it any more."""
    scene.change(who, "seen_by", (), "RBF-STL-3")
    scene.afflict(who, "hidden", "RBF-STL-3")


def spot(scene: RbfScene, command: acting.Spot) -> None:
    """Point out a hidden target one sees oneself, so that allies can target it (RBF-ACT-4)."""
    one, target = scene.one(command.who), scene.one(command.target)
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
