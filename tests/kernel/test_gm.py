"""The GM's own hand on a fight."""

from rbfcli.language.fights import read_line


def play(session, line):
    """Play a line on a session."""
    return session.perform(read_line(line, session.rules, session.fight))


def test_what_a_fight_does_not_hold_yet_is_set_whole(pier):
    """A place that is new gets all its fields at once."""
    play(pier, 'set fight "board.places.roof.name=the roof" board.places.roof.height=4')
    roof = pier.fight.board.places["roof"]
    assert (roof.name, roof.height) == ("the roof", 4)
    play(pier, "set fight board.places.roof.height=3")
    assert pier.fight.board.places["roof"].height == 3


def test_hyphens_stand_for_underscores_in_fields_and_for_themselves_in_keys(pier):
    """Both in `set` and in `add`."""
    play(pier, "set ada max-hp=20 ammo.auto-rifle=3")
    assert (pier.fight.combatants["ada"].max_hp, pier.fight.combatants["ada"].ammo) == (20, {"auto-rifle": 3})
    play(pier, "add Rat hp=3 max-hp=5 ammo.auto-rifle=2")
    assert (pier.fight.combatants["rat"].max_hp, pier.fight.combatants["rat"].ammo) == (5, {"auto-rifle": 2})
    play(pier, "set fight options.melee-reach=3")
    assert pier.fight.options.melee_reach == 3
