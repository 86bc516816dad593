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
