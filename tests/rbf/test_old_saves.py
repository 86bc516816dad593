"""A fight of an older save is read as it is written down today."""

from rbfcli.systems.rbf import RULES

ROLL = {"who": "ada", "weapon": "sword", "dealt": 5, "bonus": [[1, "aim", "RBF-ACT-5"]], "drop": 4, "margin": -1}
SAID = {"technique": "trip", "to": "crates", "metres": 3, "club": False, "nonlethal": True}
LINE = {"verb": "attack", "who": "ada", "targets": ["thug"], "force": True, "mod": 0, "weapon": "", **SAID}


def test_a_struggle_that_may_be_pushed():
    """RBF-ATK-9: the roll and what was said of it, from a save that kept the whole command."""
    old = {"system": "rbf", "board": {"mode": "combat", "missed": {**ROLL, "command": LINE}}, "round": 2}
    kept = {key: value for key, value in ROLL.items() if key != "margin"}
    assert RULES.migrate(1, old) == {
        "system": "rbf",
        "board": {"mode": "combat", "struggle": {**kept, **SAID, "targets": ["thug"]}},
        "round": 2,
    }
    assert "missed" in old["board"]


def test_what_the_line_did_not_say_is_left_out():
    """RBF-ATK-9: the defaults of today stand for it."""
    line = {"targets": ["thug"], "club": True}
    migrated = RULES.migrate(1, {"board": {"missed": {**ROLL, "command": line}}})
    assert migrated["board"]["struggle"].keys() == {"who", "weapon", "dealt", "bonus", "drop", "club", "targets"}


def test_a_fight_in_which_nothing_fell_short():
    """RBF-ATK-9: stays as it is, with a board or without."""
    for old in ({"board": {"mode": "crisis"}, "round": 1}, {"board": {"missed": {}, "mode": "crisis"}, "round": 1}):
        assert RULES.migrate(1, old) == {"board": {"mode": "crisis"}, "round": 1}
    assert RULES.migrate(1, {"round": 1}) == {"round": 1, "board": {}}
