"""Names inside and at the beginning of sentences, what is whose, and numbers with their nouns."""

import pytest

from rbfcli.model.events import Die, Modifier, Rolled
from rbfcli.render.actions import ActionRow, action_lines, grouped
from rbfcli.render.layout import width
from rbfcli.render.rolls import dice_text, sum_text
from rbfcli.render.sentences import Names, Style, counted, sentence, with_names_inside

NAMES = {"ada": "Ada", "mako": "Mako Ferris", "lookout": "The lookout", "guard": "A guard", "thug": "thug"}


@pytest.mark.parametrize(
    ("template", "who", "target", "said"),
    [
        ("{who} hits {target}", "ada", "lookout", "Ada hits the lookout"),
        ("{who} hits {target}", "lookout", "guard", "The lookout hits a guard"),
        ("{who} hits {target}", "thug", "ada", "thug hits Ada"),
        ("{target's} armour stops the attack", "ada", "lookout", "The lookout's armour stops the attack"),
        ("{target's} armour stops the attack", "ada", "mako", "Mako Ferris's armour stops the attack"),
        ("{who} hits {target}", "lookout", "lookout", "The lookout hits themself"),
        ("{who's} turn", "toughs", "", "toughs' turn"),
        ("the weapon of {who} breaks", "guard", "", "The weapon of a guard breaks"),
        ("{who} has {left:action} left", "ada", "", "Ada has 1 action left"),
        ("{who} has {many:action} left", "ada", "", "Ada has 2 actions left"),
        ("it belongs to {team's} side", "", "", "It belongs to toughs' side"),
    ],
)
@pytest.mark.parametrize("colour", [False, True])
def test_a_sentence(template, who, target, said, colour):
    names = Names(NAMES, Style(colour=colour))
    facts = {**names.people(who, target), "left": "1", "many": "2", "team": "toughs"}
    told = sentence(template, facts)
    assert told.replace("\x1b[1m", "").replace("\x1b[0m", "") == said
    assert colour is ("\x1b[1m" in told) or not (who or target)


def test_facts_with_braces_are_left_alone():
    assert sentence("{who}: {text}", {"who": "Ada", "text": "{target} & {"}) == "Ada: {target} & {"


@pytest.mark.parametrize(("far", "said"), [("4 m", "Ada moves 4 m to the wall"), ("", "Ada moves to the wall")])
def test_a_fact_that_is_empty_leaves_no_gap(far, said):
    assert sentence("{who} moves {far} to {to}", {"who": "Ada", "far": far, "to": "the wall"}) == said
    assert sentence("{who}  {far}", {"who": "Ada", "far": far}) == f"Ada  {far}"


def test_counted():
    assert [counted(number, "action") for number in (0, 1, 2)] == ["0 actions", "1 action", "2 actions"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("it is not The bosun's turn", "it is not the bosun's turn"),
        ("The bosun is 6 m away, and The bosun moves 5 m", "The bosun is 6 m away, and the bosun moves 5 m"),
        ("nobody is near. The bosun rests", "nobody is near. The bosun rests"),
        ("no way leads to The bosun", "no way leads to the bosun"),
        ("Ada has no action left", "Ada has no action left"),
    ],
)
def test_a_name_with_an_article_begins_small_inside_of_a_sentence(text, said):
    assert with_names_inside(text, ["The bosun", "Ada", "The bosun"]) == said


# The sum of a roll says which of its dice were thrown by hand; without it, that is said where only some were.


@pytest.mark.parametrize(
    ("given", "edge_given", "summed", "said"),
    [
        ((False, False), (), "[5 7] +2 Dodge", "[5 7] +2"),
        ((True, True), (), "[5 7] by hand +2 Dodge", "[5 7] +2"),
        ((True, False), (), "[5 7], the first by hand, +2 Dodge", "[5 7] +2, the first by hand"),
        ((True, True), (True,), "[5 7] -[4] by hand +2 Dodge", "[5 7] -[4] +2"),
        ((True, True), (False,), "[5 7] -[4], the first 2 by hand, +2 Dodge", "[5 7] -[4] +2, the first 2 by hand"),
    ],
)
def test_which_dice_were_thrown_by_hand(given, edge_given, summed, said):
    dice = tuple(Die(sides=8, face=face, given=each) for face, each in zip((5, 7), given, strict=True))
    edge_dice = tuple(Die(sides=8, face=4, given=each) for each in edge_given)
    rolled = Rolled(
        who="ada", label="dodge", dice=dice, edge_dice=edge_dice, modifiers=(Modifier(2, "Dodge"),), total=14
    )
    assert sum_text(rolled, Style()) == f"{summed} = 14"
    assert dice_text(rolled) == said


# The list of what somebody can do, in the width of a screen.


ROWS = (
    ActionRow("1", "move bay", "1 action", "moves to the bay", ""),
    ActionRow("2", "cautious control --cover console", "whole turn", "moves to the control room", ""),
)


def test_there_is_a_column_for_the_cost_where_it_has_room():
    assert action_lines(ROWS, Style(width=80)) == [
        "1  move bay                          1 action    moves to the bay",
        "2  cautious control --cover console  whole turn  moves to the control room",
    ]


@pytest.mark.parametrize("cells", [40, 44, 60])
def test_no_line_is_wider_than_the_screen(cells):
    assert all(width(line) <= cells for line in action_lines(ROWS, Style(width=cells)))


def test_on_a_narrow_screen_the_cost_follows_its_line_or_stands_below():
    assert action_lines(ROWS, Style(width=40)) == [
        "1  move bay  1 action",
        "      moves to the bay",
        "2  cautious control --cover console",
        "      whole turn",
        "      moves to the control room",
    ]


def test_a_line_that_is_wider_than_the_screen_breaks_between_words():
    row = ActionRow("2", "attack sela --with squad-gun --aimed", "2 actions", "", "RPJ-AIM-1")
    assert action_lines([row], Style(width=34)) == [
        "2  attack sela --with squad-gun",
        "      --aimed",
        "      2 actions",
    ]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (
            ('choose "attack with rifle"', 'choose "attack with grenade"'),
            'choose "attack with rifle"|"attack with grenade"',
        ),
        (('use "medical kit"', 'use "repair kit"'), 'use "medical kit"|"repair kit"'),
        (('use "medical kit" ada', 'use "medical kit" joss'), 'use "medical kit" ada|joss'),
        (('set ada name="A \\" B"', 'set ada name="A C"'), 'set ada name="A \\" B"|name="A C"'),
        (('choose "attack with rifle"', "choose pass"), 'choose "attack with rifle"|pass'),
    ],
)
def test_lines_that_differ_in_a_quoted_word_become_one(lines, told):
    rows = [ActionRow(str(number), line, "1 action", "a shot", "") for number, line in enumerate(lines, start=1)]
    [row] = grouped(rows)
    assert (row.number, row.line) == ("1-2", told)
