"""What the table asks about an RPJ fight: how someone stands, which words there are, and what is next."""

from rbfcli.kernel.facts import FIRST, LEAST, Fact, Facts, health_fact
from rbfcli.kernel.rules import Words
from rbfcli.kernel.visible import quoted
from rbfcli.systems.rpj.carrying import UNARMED, carried, reaches, weapon_names, weapon_of
from rbfcli.systems.rpj.conditions import dying, standing
from rbfcli.systems.rpj.defense import melee_defense, ranged_defense
from rbfcli.systems.rpj.ground.cover import NO_COVER, notation, pieces
from rbfcli.systems.rpj.ground.ground import groups_in, linked, range_between, region_ids, region_names
from rbfcli.systems.rpj.sheet import Character, RpjFight, actions_of, ordered_layers, saves_left


def health(one: Character) -> tuple[int, int]:
    """Damage saves still standing, and all of them."""
    return sum(len(saves_left(one, layer)) for layer in one.layers), sum(map(len, one.layers.values()))


def distance(fight: RpjFight, one: str, other: str) -> int | None:
    """The range between two characters, in regions (RPJ-FIELD-5)."""
    return range_between(fight.board, fight.combatants[one].region, fight.combatants[other].region)


def can_reach(fight: RpjFight, who: str, target: str, weapon: str) -> bool:
    """Whether somebody gets at another with a weapon, or with its hands (RPJ-FIELD-4, RPJ-FIELD-5)."""
    one, other = fight.combatants[who], fight.combatants[target]
    return reaches(fight, one, other, weapon_of(fight, weapon or UNARMED))


def status(fight: RpjFight, who: str) -> Facts:
    """The facts of one character that a screen shows."""
    one = fight.combatants[who]
    turned = " reoriented" if one.reoriented else ""
    return (
        health_fact("saves", health(one)),
        _layers(one),
        Fact("actions", _actions(fight, who), heading="act", rank=FIRST, turn=True),
        Fact("defense", f"{melee_defense(fight, one)}/{ranged_defense(fight, one)}", heading="def", rank=3),
        Fact("free", "spent" if one.free_attack_spent else "", rank=3),
        Fact("watches", one.overwatch, rank=4, secret=False),
        Fact("grapples", one.grapple, rank=FIRST, secret=False),
        Fact("failures", str(one.failures or ""), heading="fail", rank=2, clock=True),
        Fact("place", f"{one.region} {one.group}".strip(), rank=LEAST, secret=False),
        Fact("cover", f"{notation(fight, who)}{turned}", short=notation(fight, who), rank=LEAST, secret=False),
    )


def _actions(fight: RpjFight, who: str) -> str:
    """The actions left of the turn that runs; whoever is down takes none (RPJ-DMG-7)."""
    one = fight.combatants[who]
    return str(one.actions_left) if who == fight.active and standing(one) else ""


def vocabulary(fight: RpjFight, kind: str, who: str) -> Words:
    """The words of a kind that only RPJ knows; weapons and cover are those of the one who acts."""
    one = fight.combatants.get(who)
    match kind:
        case "weapon":
            return weapon_names(fight, carried(fight, one) if one else fight.weapons)
        case "combatant":
            return tuple(fight.combatants)
        case "place":
            return region_names(fight.board)
        case "group":
            return tuple(dict.fromkeys(name for region in region_ids(fight.board) for name in groups_in(fight, region)))
        case "cover":
            regions = (one.region, *linked(fight.board, one.region)) if one else region_ids(fight.board)
            return (*dict.fromkeys(piece for region in regions for piece in pieces(fight, region)), NO_COVER)
        case _:
            return ()


def next_steps(fight: RpjFight) -> tuple[str, ...]:
    """What the table does next, as lines to type."""
    if not fight.round:
        return ("init",)
    active = fight.combatants.get(fight.active)
    if active is None:
        return _over(fight)
    if dying(active) and active.actions_left:
        return (f"stabilize {quoted(fight.active)}",)
    if active.grapple:
        return (f"grapple {quoted(fight.active)}",) if active.actions_left == actions_of(active) else _over(fight)
    return () if active.actions_left else _over(fight)


def _over(fight: RpjFight) -> tuple[str, ...]:
    """What follows a turn: the next, or the end where nobody has any more."""
    return ("turn next" if any(standing(one) or dying(one) for one in fight.combatants.values()) else "end",)


def _layers(one: Character) -> Fact:
    """The saves of all layers, the outermost first; of a broken one a dash."""
    numbers = {layer: " ".join(map(str, saves_left(one, layer))) or "-" for layer in ordered_layers(one)}
    told = ", ".join(f"{layer} {saves}" for layer, saves in numbers.items())
    return Fact("layers", told, short="; ".join(numbers.values()), rank=2)
