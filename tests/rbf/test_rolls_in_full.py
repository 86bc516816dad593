"""Each roll of the catalogue in full: whose it is, against whom and what, and each number added to it with its rule."""

import pytest

from rbfcli.kernel.events import Modifier, Rolled
from rbfcli.kernel.fight import Condition
from rbfcli.systems.rbf.sheet import Item, Spell

SPELLS = {"spark": Spell(name="spark", skill="metaphysics", damage="1d6")}
ITEMS = {"pick": Item(name="lock pick", skill="crafting", tn=11)}
ADA = {
    "skills": {
        "melee": 3,
        "dodge": 3,
        "meditation": 2,
        "medicine": 4,
        "metaphysics": 1,
        "leadership": 2,
        "crafting": 5,
    },
    "items": ("medical kit", "pick"),
    "conditions": {"grappled": Condition(by="boss")},
}
GRAPPLED = Modifier(-1, "grappled", "RBF-TEC-GRAPPLE")
STATED = (Modifier(2, "as stated"), Modifier(-1, "as stated"))
SAID = "--mod 4 --advantage 2 --disadvantage 1"
EXTRA = Modifier(4, "modifier")


def roll(label, rule, against, *modifiers, who="ada", target="", edges=(GRAPPLED,)):
    """A roll with all that speaks of it but its dice."""
    return (label, rule, who, target, against, modifiers, tuple(edges))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            f"check ada medicine --tn 13 {SAID}",
            roll("medicine", "RBF-ACT-2", 13, Modifier(4, "Medicine", "RBF-ACT-2"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"speak ada halt --tn 12 {SAID}",
            roll(
                "leadership", "RBF-ACT-9", 12, Modifier(2, "Leadership", "RBF-ACT-9"), EXTRA, edges=(*STATED, GRAPPLED)
            ),
        ),
        (
            f"use ada pick {SAID}",
            roll("lock pick", "RBF-ACT-2", 11, Modifier(5, "Crafting", "RBF-ACT-2"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"use ada pick --tn 9 {SAID}",
            roll("lock pick", "RBF-ACT-2", 9, Modifier(5, "Crafting", "RBF-ACT-2"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"stabilize joss --by ada --bad 2 {SAID}",
            roll(
                "stabilize",
                "RBF-STB-1",
                12,
                Modifier(4, "Medicine", "RBF-STB-1"),
                EXTRA,
                target="joss",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"cast ada spark thug {SAID}",
            roll(
                "spell",
                "RBF-ACT-6",
                12,
                Modifier(1, "Metaphysics", "RBF-ACT-6"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"cast ada spark --tn 10 {SAID}",
            roll("spell", "RBF-ACT-6", 10, Modifier(1, "Metaphysics", "RBF-ACT-6"), EXTRA, edges=(*STATED, GRAPPLED)),
        ),
        (
            f"cast thug spark ada {SAID}",
            roll(
                "defense",
                "RBF-DEF-1",
                12,
                Modifier(2, "Meditation", "RBF-DEF-1"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            "cast thug spark joss --countered-by ada",
            roll("counterspell", "RBF-REA-1", 12, Modifier(1, "Metaphysics", "RBF-REA-1"), target="thug", edges=()),
        ),
        (
            f"attack thug ada {SAID}",
            roll(
                "defense",
                "RBF-DEF-1",
                12,
                Modifier(3, "Dodge", "RBF-DEF-1"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"damage-save ada --tn 15 --damage 3 --ranged {SAID}",
            roll(
                "defense",
                "RBF-DEF-1",
                15,
                Modifier(3, "Dodge", "RBF-DEF-1"),
                Modifier(2, "medium cover", "RBF-COV-1"),
                EXTRA,
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            f"attack ada thug {SAID}",
            roll(
                "attack",
                "RBF-ATK-1",
                12,
                Modifier(3, "Melee", "RBF-ATK-1"),
                EXTRA,
                target="thug",
                edges=(*STATED, GRAPPLED),
            ),
        ),
        (
            "init --mod 4",
            roll(
                "initiative",
                "RBF-INI-1",
                None,
                Modifier(3, "Melee", "RBF-INI-1"),
                Modifier(3, "Speedy", "RBF-TAL-1"),
                EXTRA,
                edges=(),
            ),
        ),
        (
            "init --sneaking thug",
            roll(
                "perception",
                "RBF-STL-2",
                12,
                Modifier(2, "Perception", "RBF-STL-2"),
                who="joss",
                target="thug",
                edges=(),
            ),
        ),
    ],
)
def test_a_roll_in_full(table, line, expected):
    """RBF-TST-1, RBF-TST-2: the first roll of a line; what is said counts, and so does a grapple where it hinders."""
    conditions = {"dying": Condition(amount=3)} if "stabilize" in line else {}
    laid = table(
        ada={
            **ADA,
            "cover": "medium",
            "talents": ("Speedy", "Counterspell" if "countered" in line else "Expert Fighter"),
        },
        joss={"conditions": conditions, "hp": 0 if conditions else 15, "max_hp": 15},
        more={"spells": SPELLS, "items": ITEMS},
    )
    first = next(each for each in laid.do(line).events if isinstance(each, Rolled))
    modifiers = tuple(each for each in first.modifiers if each.value)
    found = (first.label, first.rule, first.who, first.target, first.against, modifiers, tuple(first.edges))
    assert found == expected
