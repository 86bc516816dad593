"""Names inside and at the beginning of sentences, what is whose, and numbers with their nouns."""

import pytest

from rbfcli.render.sentences import Names, counted, sentence, with_names_inside
from rbfcli.render.style import Style

NAMES = {"ada": "Ada", "mako": "Mako Ferris", "lookout": "The lookout", "guard": "A guard", "thug": "thug"}


@pytest.mark.parametrize(
    ("template", "who", "target", "said"),
    [
        ("{who} hits {target}", "ada", "lookout", "Ada hits the lookout"),
        ("{who} hits {target}", "lookout", "guard", "The lookout hits a guard"),
        ("{who} hits {target}", "thug", "ada", "thug hits Ada"),
        ("{target's} armour holds", "ada", "lookout", "The lookout's armour holds"),
        ("{target's} armour holds", "ada", "mako", "Mako Ferris's armour holds"),
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
