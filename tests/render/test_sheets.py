"""A sheet tells every fact that a rule uses, and where each number comes from."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.facts import Fact
from rbfcli.kernel.fight import Condition
from rbfcli.language.fights import read_line
from rbfcli.render.sheet import sheet_lines
from rbfcli.render.style import Style
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.bgc.sheet import Armour, Extra
from rbfcli.systems.catalogue import load
from rbfcli.systems.futurepath.sheet.sheet import TurnState

ENCOUNTERS = {
    "rbf": ("dock-ambush", "ada", "thug1"),
    "threat": ("mine-raid", "rill", "guard1"),
    "rpj": ("relay-road", "sela", "lookout"),
    "futurepath": ("depot-raid", "hale", "boss"),
    "bgc": ("street-arrest", "tove", "mako"),
}
PEOPLE = [(system, who) for system, (_, *people) in ENCOUNTERS.items() for who in people]
# Values that mean something, where another word or number would not; None where a case of its own tries the field.
OTHERS = {
    ("rbf", "counts"): (5, 3),
    ("rpj", "bonuses"): {"dexterity": 7},
    ("rpj", "crossed"): {"base": (10,)},
    ("rpj", "layers"): {"base": (10, 11)},
    ("rpj", "cover"): "+4/2f",
    ("futurepath", "turn"): TurnState(standard=True),
    ("rbf", "cover"): "heavy",
    ("futurepath", "cover"): "heavy",
    ("futurepath", "skills"): {"climb": 3},
    ("futurepath", "techniques"): {"trip": 2},
    ("bgc", "armour"): Armour(value=20),
    ("bgc", "at_risk"): (Extra(category="attack", penalty=10),),
    ("bgc", "declared"): ("defend",),
    ("threat", "wear"): {"armour": "damaged"},
}


def fight_of(system):
    """A fight that has begun, and its rules."""
    name = ENCOUNTERS[system][0]
    session = from_encounter(find_encounter(name), "sheets", source=name)
    session.perform(read_line("init", session.rules, session.fight))
    return session.fight, session.rules


def armed(fight, one):
    """A sheet with armour and two weapons, one of them in hand, in the middle of things."""
    also = {"rbf": {"armour": 2, "conditions": {"watching": Condition()}}}.get(fight.system, {})
    first, second = weapons_of(fight)
    return replace(one, weapons=(first, second), **({"held": first} if hasattr(one, "held") else {}), **also)


def weapons_of(fight):
    """Two weapons of a fight, best those that count rounds."""
    first, second, *_ = sorted(fight.weapons, key=lambda each: not getattr(fight.weapons[each], "ammo", 0))
    return first, second


def other_value(system, fight, name, value):
    """A value that the field of a sheet might have instead."""
    first, second = weapons_of(fight)
    weapons = {
        "weapons": (first,),
        "held": second,
        "off_hand": second,
        "ammo": {first: 1, second: 1},
        "failed": (first,),
        "proficiencies": {first: 2},
    }
    if name in weapons or (system, name) in OTHERS:
        return weapons.get(name) or OTHERS[system, name]
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return "elsewhere"
        case tuple():
            return (*value, "something")
        case dict():
            return {**value, "something": 1}
        case _:
            return 7


@pytest.mark.parametrize(("system", "who"), PEOPLE)
def test_whatever_stands_on_a_sheet_is_told(system, who):
    """Changing any field changes what `show WHO` says."""
    fight, rules = fight_of(system)
    one = armed(fight, fight.combatants[who])

    def told(sheet):
        return sheet_lines(replace(fight, combatants={**fight.combatants, who: sheet}), rules, who, Style())

    others = {name: other_value(system, fight, name, getattr(one, name)) for name in one.__struct_fields__}
    of_enemies = ("attack_tn", "defense_tn", "damage", "damage_max") if getattr(one, "tn", 1) is None else ()
    for name in ("conditions", *of_enemies):
        del others[name]
    assert [name for name, other in others.items() if told(replace(one, **{name: other})) == told(one)] == []


@pytest.mark.parametrize(("system", "who"), PEOPLE)
def test_a_number_is_the_sum_of_its_parts_and_its_rule_is_in_the_ledger(system, who):
    fight, rules = fight_of(system)
    known = {each.id for each in rules.ledger()}
    facts = [*rules.status(fight, who), *rules.details(fight, who)]
    assert {each.rule for each in facts} <= {*known, ""}
    assert any(each.rule for each in facts)
    for each in facts:
        if each.parts and each.value.lstrip("-").isdecimal():
            assert int(each.value) == sum(part.value for part in each.parts)


@pytest.mark.parametrize("system", ENCOUNTERS)
def test_every_system_says_what_is_secret_and_what_may_be_cut(system):
    """Health is never left out, what is left of a turn and conditions never cut."""
    fight, rules = fight_of(system)
    for who in fight.combatants:
        facts = rules.status(fight, who)
        assert [each.rank for each in facts if each.gauge] == [0]
        assert all(each.secret and not each.cut for each in facts if each.gauge)
        assert not any(each.cut for each in facts if each.turn)
        assert all(isinstance(each, Fact) for each in facts)


def test_where_numbers_come_from():
    """The sums and weapon lines of one fighter, as they are told."""
    fight, rules = fight_of("rbf")
    lines = sheet_lines(fight, rules, "ada", Style())
    assert "dodge        3, skill (RBF-DEF-1)" in lines
    assert "meditation   -2, untrained (RBF-DEF-1)" in lines
    fight, rules = fight_of("bgc")
    assert (
        "armour       60 % (normal, partial: leaves gaps) = 30 natural, by Tough 60 + 30 worn (BGC-ARM-1)"
        in sheet_lines(fight, rules, "mako", Style())
    )


@pytest.mark.parametrize("system", ENCOUNTERS)
def test_a_sheet_is_as_wide_as_the_terminal(system):
    fight, rules = fight_of(system)
    for width in (40, 60, 80):
        for who in fight.combatants:
            assert all(len(line) <= width for line in sheet_lines(fight, rules, who, Style(tables=True, width=width)))


def test_the_shipped_systems_are_all_tried():
    from rbfcli.systems.catalogue import SHIPPED

    assert set(ENCOUNTERS) == set(SHIPPED)
    assert all(load(each).details for each in ENCOUNTERS)
