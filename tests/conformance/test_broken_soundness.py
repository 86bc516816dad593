"""The laws of soundness find the system that lets a fight name what it does not have."""

import pytest
from msgspec.structs import replace

from rbfcli.conformance import LawBroken, soundness
from rbfcli.conformance.laws import stays_sound
from rbfcli.kernel.mistakes import Mistake
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter

DUEL = find_encounter("duel")


def begun(**fields):
    session = from_encounter(DUEL, "x", source=DUEL)
    session.rules = replace(session.rules, **fields)
    return session


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {
                "kinds": {},
                "vocabulary": lambda *_: (soundness.NOBODY, "sword", "knife", "boathook", "planks", "bollards"),
            },
            "weapons names",
        ),
        ({"phases": (soundness.NOBODY,)}, "phase names"),
        ({"members": lambda *_: ("ada",)}, "active names"),
        ({"mistakes": lambda _fight, who: (Mistake((who or "board",), "is not to my taste"),)}, "not to my taste"),
    ],
)
def test_a_reference_that_is_not_checked(monkeypatch, fields, said):
    monkeypatch.setattr(soundness, "from_encounter", lambda *_, **__: begun(**fields))
    with pytest.raises(LawBroken, match=said):
        soundness.every_reference_is_checked(DUEL)


def test_a_reference_to_a_field_that_is_not_there(monkeypatch):
    doctored = begun(references={"hand": "weapon"})
    monkeypatch.setattr(soundness, "from_encounter", lambda *_, **__: doctored)
    with pytest.raises(AttributeError, match="hand"):
        soundness.every_reference_is_checked(DUEL)


def test_a_rule_that_leaves_a_fight_unsound():
    session = begun()
    stays_sound(session, "attack")
    ada = replace(session.fight.combatants["ada"], held="spoon")
    session.fight = replace(session.fight, combatants={**session.fight.combatants, "ada": ada})
    with pytest.raises(LawBroken, match=r"attack: combatants\.ada\.held: there is no weapon 'spoon'"):
        stays_sound(session, "attack")
