"""Words of a fight that are almost known ones: where they stand, what they are not, and what they might have been."""

import pytest

from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import Item, Spell


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
                "combatants.ada.items[3]: there is no item 'lantren'; did you mean lantern?",
            ],
        ),
    ],
)
def test_words_of_a_sheet(table, field, value, lines):
    """RBF-TAL-1: what is almost known is a mistake, what is of its own kind a note."""
    laid = table(ada={field: value}, more={"items": {"lantern": Item(name="lantern")}})
    assert [each.line for each in RULES.mistakes(laid.fight, "ada")] == lines


def test_words_of_the_tables(table):
    """RBF-TAL-1: skills of the encounter's spells and items, where it is nobody's sheet."""
    spells = {"spark": Spell(name="spark", skill="telekinetic"), "glow": Spell(name="glow", skill="")}
    items = {"pick": Item(name="lock pick", skill="craftin", tn=11), "flute": Item(name="flute", skill="music", tn=9)}
    laid = table(ada={"talents": ("Spedy",)}, more={"spells": spells, "items": items})
    assert [each.line for each in RULES.mistakes(laid.fight, "")] == [
        "spells.spark.skill: there is no skill 'telekinetic'; did you mean telekinetics?",
        "items.pick.skill: there is no skill 'craftin'; did you mean crafting?",
    ]
