"""Words of a fight that are almost known ones: where they stand, what they are not, and what they might have been."""

import pytest

from rbfcli.kernel.fight import Lying
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Item, Place, Spell, Struggle


@pytest.mark.parametrize(
    ("field", "value", "lines"),
    [
        (
            "talents",
            ("Juggler", "Spedy", "brute"),
            ["combatants.ada.talents[2]: there is no talent 'Spedy'; did you mean Speedy?"],
        ),
        (
            "skills",
            {"mele": 3, "cooking": 2, "metaphysiks": 1, "Dodge": 2},
            [
                "combatants.ada.skills.mele: there is no skill 'mele'; did you mean melee?",
                "combatants.ada.skills.metaphysiks: there is no skill 'metaphysiks'; did you mean metaphysics?",
            ],
        ),
        (
            "items",
            ("rope", "medcal kit", "lantren", "lantern"),
            [
                "combatants.ada.items[2]: there is no item 'medcal kit'; did you mean medical kit?",
            ],
        ),
    ],
)
def test_words_of_a_sheet(table, field, value, lines):
    """RBF-TAL-1: what is almost known is a mistake, what is of its own kind a note."""
    laid = table(ada={field: value}, more={"items": {"lantern": Item(name="lantern")}})
    assert [each.line for each in RULES.mistakes(laid.fight, "ada")] == lines


def test_words_of_the_tables(table):
    """RBF-TAL-1, RBF-REA-1: skills of spells, of items and of the counterspell, where it is nobody's sheet."""
    spells = {"spark": Spell(name="spark", skill="telekinetic"), "glow": Spell(name="glow", skill="")}
    items = {"pick": Item(name="lock pick", skill="craftin", tn=11), "flute": Item(name="flute", skill="music", tn=9)}
    options = {"counterspell_skill": "metaphysiks"}
    laid = table(ada={"talents": ("Spedy",)}, more={"spells": spells, "items": items}, options=options)
    assert [each.line for each in RULES.mistakes(laid.fight, "")] == [
        "options.counterspell_skill: there is no skill 'metaphysiks'; did you mean metaphysics?",
        "spells.spark.skill: there is no skill 'telekinetic'; did you mean telekinetics?",
        "items.pick.skill: there is no skill 'craftin'; did you mean crafting?",
    ]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("wall", None),
        ("3 m", None),
        ("-3", None),
        ("", None),
        ("walk", ("there is no place 'walk'", "did you mean wall?", ("wall",))),
        ("5000000 m", ("a metre must be from -1000000 to 1000000, not 5000000", "", ())),
    ],
)
def test_spots_that_are_not_there(table, where, said):
    """RBF-ACT-2: where a weapon lies, and where a strafe led, is a place or a metre; the path leads to what is not."""
    swords = (Lying(weapon="sword"), Lying(weapon="sword", where=where))
    struggle = Struggle(who="joss", targets=("thug",), weapon="pistol", to=where)
    places = {"wall": Place(name="the low wall", at=5)}
    laid = table(board={"lying": swords, "struggle": struggle, "places": places})
    found = list(RULES.mistakes(laid.fight, ""))
    paths = [("board", "lying", 1, "where"), ("board", "struggle", "to")] if said else []
    assert [each.path for each in found] == paths
    assert all((each.message, each.hint, each.suggestions) == said for each in found)
    assert all(each.left_to_rules and each.rule == "RBF-ACT-2" for each in found)
