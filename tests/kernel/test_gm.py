"""The GM's own hand on a fight."""

import pytest

from rbfcli.kernel.errors import UsageError
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


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("set ada hpp=3", "there is no key 'hpp' of ada", "did you mean hp?"),
        ("set ada hp=abc", "hp must be a whole number, not 'abc'", ""),
        ("set ada skills.melee=x", "skills.melee must be a whole number, not 'x'", ""),
        ("set ada cover=heavyy", "there is no cover 'heavyy'", "did you mean heavy?"),
        ("set ada name=", "name cannot be empty", ""),
        ("set ada reactions=99999999", "reactions must be a whole number of at most 1000000, not '99999999'", ""),
        ("set fight options.critcal=ask", "there is no key 'options.critcal' of fight", "did you mean critical"),
        ("set fight options.critical=often", "there is no options.critical 'often'", "one of ask, double"),
        ("set ada weapons=swrd", "ada.weapons[1]: there is no weapon 'swrd'", "did you mean sword?"),
    ],
)
def test_a_key_or_value_that_does_not_fit_is_refused_in_plain_words(pier, line, message, hint):
    with pytest.raises(UsageError) as wrong:
        play(pier, line)
    assert wrong.value.message == message
    assert wrong.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("typed", "items"),
    [
        ("sword", ("sword",)),
        ("sword,knife", ("sword", "knife")),
        ('\'["sword", "knife"]\'', ("sword", "knife")),
        ("[sword,knife]", ("sword", "knife")),
        ("", ()),
        ("[]", ()),
        ("none", ()),
    ],
)
def test_a_list_is_typed_with_commas_as_a_file_has_it_or_as_none(pier, typed, items):
    play(pier, f"set ada held= weapons={typed}")
    assert pier.fight.combatants["ada"].weapons == items


def test_half_a_list_is_refused(pier):
    with pytest.raises(UsageError, match="half a list"):
        play(pier, "set ada weapons=[sword")


def mistakes(session, line):
    with pytest.raises(UsageError) as wrong:
        play(session, line)
    return wrong.value.message.split("\n")


def test_all_mistakes_of_a_sheet_are_told_at_once(pier):
    """Of those who enter, and of those who are there; first what does not fit, then what names nothing."""
    assert mistakes(pier, "add Rat hp=x tn=y covr=none side=foes") == [
        "hp must be a whole number, not 'x'",
        "tn must be a whole number, not 'y'",
        "there is no key 'covr' of Rat; did you mean cover?",
    ]
    assert mistakes(pier, "add Rat hp=3 weapons=swrd held=knif talents=Snipr") == [
        "rat.weapons[1]: there is no weapon 'swrd'; did you mean sword?",
        "rat.held: there is no weapon 'knif'; did you mean knife?",
        "rat.talents[1]: there is no talent 'Snipr'; did you mean Sniper?",
    ]
    assert mistakes(pier, "set ada hp=3 weapons=swrd held=knif") == [
        "ada.weapons[1]: there is no weapon 'swrd'; did you mean sword?",
        "ada.held: there is no weapon 'knif'; did you mean knife?",
    ]


def test_all_mistakes_of_the_fight_are_told_at_once(pier):
    said = mistakes(pier, "set fight board.places.-roof.at=3 options.push_damage=lots")
    assert [each.partition(": ")[0] for each in said] == ["board.places.-roof", "options.push_damage"]


def test_what_was_wrong_before_keeps_nobody_from_setting_something_else(pier):
    """Own words for a condition may be almost a known one: they were said."""
    play(pier, 'condition add ada "say stuned"')
    play(pier, "set ada hp=3")
    assert "there is no condition 'sunned'" in mistakes(pier, "set ada conditions.sunned.rounds=2")[0]
    play(pier, "set ada conditions.stuned.rounds=2")
    assert pier.fight.combatants["ada"].conditions["stuned"].rounds == 2


def test_own_words_for_a_condition_of_who_enters_stand_behind_say(pier):
    play(pier, 'add Rat hp=3 "conditions.say stuned.rounds=2"')
    assert list(pier.fight.combatants["rat"].conditions) == ["stuned"]
