"""Losing and regaining health: immunity, falls, the GM's hand (RBF-HP, RBF-IMM, RBF-TEC-THROW)."""

from rbfcli.kernel import verbs
from rbfcli.kernel.numbers import is_digits
from rbfcli.kernel.scene import impossible
from rbfcli.kernel.visible import quoted
from rbfcli.systems.rbf.check import RbfScene, divided
from rbfcli.systems.rbf.conditions import down_by, standing
from rbfcli.systems.rbf.dying import go_down

DEEPEST = 300


def harm(scene: RbfScene, who: str, amount: int, rule: str, *, why: str, kind: str = "", lethal: bool = True) -> None:
    """Damage of a kind and the sum it comes from; who is immune to the kind takes none (RBF-IMM-1)."""
    if kind and kind in scene.one(who).immune:
        scene.happen("immune", "RBF-IMM-1", who=who, kind=kind)
        return
    scene.happen("damage", rule, who=who, amount=amount, why=why)
    hurt(scene, who, amount, rule, lethal=lethal)


def hurt(scene: RbfScene, who: str, amount: int, rule: str, *, lethal: bool = True) -> None:
    """Take health off someone; at 0 HP it goes down (RBF-HP-1)."""
    one = scene.one(who)
    scene.change(who, "hp", max(0, one.hp - amount), rule)
    if amount > 0 and scene.one(who).hp == 0 and standing(one):
        go_down(scene, who, lethal=lethal)


def half(scene: RbfScene, amount: int) -> int:
    """Half of some damage, rounded as the option says, at least 1 of any there is (RBF-ATK-8)."""
    return max(min(1, amount), divided(scene.fight, amount, 2))


def give_back(scene: RbfScene, who: str, amount: int, rule: str) -> None:
    """Give health back, up to the maximum; who is above 0 HP is on its feet again (RBF-HP-1)."""
    one = scene.one(who)
    if "dead" in one.conditions:
        raise impossible(f"{one.name} is dead", "RBF-DIE-1", f"condition remove {quoted(who)} dead")
    scene.change(who, "hp", min(one.max_hp, one.hp + amount), rule)
    get_up(scene, who, rule)


def get_up(scene: RbfScene, who: str, rule: str) -> None:
    """Whoever is above 0 HP is on its feet again (RBF-HP-1)."""
    if scene.one(who).hp > 0:
        while down := down_by(scene.one(who)):
            scene.relieve(who, down, rule)


def heal(scene: RbfScene, who: str, command: verbs.Heal) -> None:
    """Give health back, as the GM says."""
    give_back(scene, who, command.amount, "GM")


def damage(scene: RbfScene, who: str, command: verbs.Damage) -> None:
    """Take health off, as the GM says; armour is not counted."""
    hurt(scene, who, command.amount, "GM")


def set_by_hand(scene: RbfScene, who: str, fields: tuple[str, ...]) -> None:
    """Put at a place, one stands on its metre and in its cover; put at 0 HP one goes down, above it one gets up.

    What the same line sets besides stays; the dead stay dead (RBF-COV-1, RBF-HP-1, RBF-DIE-1).
    """
    one = scene.one(who)
    place = scene.fight.board.places.get(one.place) if "place" in fields else None
    for field in () if place is None else ("at", "height", "cover"):
        if field not in fields:
            scene.change(who, field, getattr(place, field), "RBF-COV-1")
    if "hp" in fields and one.hp <= 0:
        scene.change(who, "hp", 0, "RBF-HP-1")
        if standing(one):
            go_down(scene, who, lethal=True)
    elif "hp" in fields and scene.before.combatants[who].hp <= 0 and "dead" not in one.conditions:
        get_up(scene, who, "RBF-HP-1")


def falling_damage(scene: RbfScene, who: str, metres: int, rule: str) -> int:
    """A die for each full three metres dropped (RBF-TEC-LEAP, RBF-TEC-THROW)."""
    options = scene.fight.options
    dice = min(metres, DEEPEST) // options.fall_metres
    return scene.roll_expression(who, "falling", rule, so_often(options.fall_damage, dice)) if dice > 0 else 0


def so_often(expression: str, times: int) -> str:
    """The dice of an expression so many times: three times 1d6 are 3d6."""
    count, is_dice, sides = expression.partition("d")
    plain = is_dice and is_digits(sides) and (is_digits(count) or not count)
    return f"{int(count or 1) * times}d{sides}" if plain else "+".join([expression] * times)


def fall(scene: RbfScene, who: str, metres: int, rule: str) -> None:
    """Take the damage of a fall."""
    damage = falling_damage(scene, who, metres, rule)
    if damage:
        hurt(scene, who, damage, rule)
