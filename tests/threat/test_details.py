"""What `show WHO` tells of a character on the tracker: each number a rule uses, with the parts it is the sum of."""

from rbfcli.systems.threat import RULES
from tests.showing import explained, on_sheet

LANCE = ("5 damage", "with jaws", "+1 to the roll", "ignores armour", "doubled against machine", "shreds 1 armour")


def test_the_page_of_a_pc(offense):
    """THR-ROLL-2, THR-DMG-1, THR-START-1: attributes within their limit, wear, and why it takes no part."""
    wear = {"armour": "broken", "rifle": "damaged"}
    fight = on_sheet(offense.session.fight, "rill", eyes=5, jaws=-5, wear=wear, in_zone=False)
    assert explained(RULES, fight, "rill") == [
        "role: PC THR-OFF-1",
        "E/J/L/N",
        "eyes: 3 = on the sheet +5, beyond the limit of 3 -2 THR-ROLL-2",
        "jaws: -3 = on the sheet -5, beyond the limit of 3 +2 THR-ROLL-2",
        "limbs: 2 = on the sheet +2 THR-ROLL-2",
        "nerves: 0 THR-ROLL-2",
        "armour: 1 off each hit, broken: takes off nothing THR-DMG-1",
        "weapon: rifle: 1d6+1 damage, with eyes, damaged THR-DMG-1",
        f"weapon: lance (shock lance): {', '.join(LANCE)} THR-DMG-1",
        "weapon: unarmed (bare hands): 1 damage, with jaws THR-DMG-1",
        "takes part: no: not in the combat zone THR-START-1",
    ]


def test_what_somebody_is_to_the_crew(offense):
    """THR-OFF-1, THR-START-1: a PC, an ally, an enemy, and a PC who is an enemy and not yet noticed."""
    fight = on_sheet(offense.session.fight, "guard1", pc=True, side="guards", noticed=False)
    roles = {who: explained(RULES, fight, who)[0] for who in ("rill", "odile", "guard1", "worm")}
    assert roles == {
        "rill": "role: PC THR-OFF-1",
        "odile": "role: ally THR-OFF-1",
        "guard1": "role: enemy, a PC THR-OFF-1",
        "worm": "role: enemy THR-OFF-1",
    }
    assert explained(RULES, fight, "guard1")[-1] == "takes part: no: not noticed by the enemy THR-START-1"
    assert explained(RULES, fight, "bram")[6:9] == [
        "armour",
        "weapon: shotgun: 1d6 damage, with jaws THR-DMG-1",
        "weapon: unarmed (bare hands): 1 damage, with jaws THR-DMG-1",
    ]
