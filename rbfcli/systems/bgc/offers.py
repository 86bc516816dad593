"""What a fighter of BGC can do now, as lines to type."""

from collections.abc import Iterator

from rbfcli.kernel.rules import ActionLeft
from rbfcli.systems.bgc.conditions import standing
from rbfcli.systems.bgc.sheet import BgcFight, Fighter, levels


def actions(fight: BgcFight, who: str) -> tuple[ActionLeft, ...]:
    """What someone can do now, with what it costs and its rule (BGC-ACT-1)."""
    one = fight.combatants[who]
    if not standing(one):
        return ()
    if not fight.round:
        return tuple(_acting(fight, who, one))
    if not one.declared and not one.acted and one.actions and fight.options.must_declare:
        words = " ".join(["attack"] * (one.actions - 1) + ["defend"])
        return (ActionLeft(f"declare {who} {words}", "free", "BGC-ACT-1"), *_at_risk(fight, who, one, "defend"))
    if fight.active != who:
        return tuple(_at_risk(fight, who, one, "defend"))
    return (
        *_acting(fight, who, one),
        *_at_risk(fight, who, one, "attack"),
        ActionLeft("turn next", "free", "BGC-INI-5"),
    )


def _acting(fight: BgcFight, who: str, one: Fighter) -> Iterator[ActionLeft]:
    for line, category, rule in _lines(fight, who, one):
        cost = _cost(fight, one, category)
        if cost:
            yield ActionLeft(line, cost, rule)


def _lines(fight: BgcFight, who: str, one: Fighter) -> Iterator[tuple[str, str, str]]:
    """Lines with the category of each and its rule."""
    others = {each: other for each, other in fight.combatants.items() if each != who}
    for each, other in others.items():
        if other.side != one.side and standing(other):
            yield f"attack {who} {each}", "attack", "BGC-ATK-1"
    yield f"move {who}", "movement", "BGC-ACT-3"
    weapon = fight.weapons.get(one.held)
    if weapon is not None and one.ammo.get(one.held, 0) < weapon.ammo:
        yield f"other {who} --reload", "other", "BGC-ACT-2"
    for each in one.weapons:
        if each != one.held:
            yield f"other {who} --draw {each}", "other", "BGC-ACT-2"
    for each, other in others.items():
        if "bleeding" in other.conditions:
            yield f"stabilize {each} --by {who}", "other", "BGC-STB-1"
        if "unconscious" in other.conditions and levels(other) >= 0:
            yield f"wake {each} --by {who}", "other", "BGC-WND-2"
    yield f"other {who}", "other", "BGC-ACT-2"


def _cost(fight: BgcFight, one: Fighter, category: str) -> str:
    """What an action is paid with; empty where it cannot be."""
    if category in one.declared:
        return category
    if category in one.at_risk:
        return f"extra {category}"
    free = not one.declared and not fight.options.must_declare and one.acted < one.actions
    return category if free or not fight.round else ""


def _at_risk(fight: BgcFight, who: str, one: Fighter, category: str) -> Iterator[ActionLeft]:
    """An extra action, while more than a critical success would bring it off (BGC-RSK-1, BGC-RSK-3)."""
    penalty = fight.options.risk_step * (one.risks + 1)
    score = one.skills.get("defend", 0) if category == "defend" else max(one.skills.values(), default=0)
    if score - penalty > fight.options.critical_band:
        yield ActionLeft(f"risk {who} {category}", f"-{penalty}", "BGC-RSK-1")
