"""The signs of the screen: every one that is drawn is explained by `help screen`."""

import pytest

from rbfcli.conformance.law_broken import LawBroken
from rbfcli.conformance.screens import every_sign_is_explained
from rbfcli.kernel import signs
from rbfcli.language.forms import all_verbs
from rbfcli.language.manual import page
from rbfcli.render.people import people
from rbfcli.render.roster import roster
from rbfcli.render.style import Style
from rbfcli.systems.catalogue import SHIPPED, load
from tests.render.fights import FIGHTS, begun


def told(*systems):
    """What `help screen` says of some systems."""
    rules = [load(each) for each in systems]
    return "\n".join(page("screen", all_verbs(rules), systems=rules))


def test_every_marker_side_and_bar_is_explained():
    page_text = told("rbf")

    for sign in (*signs.MARKERS, *signs.SIDES, signs.FULL, signs.EMPTY, signs.FULL_PLAIN, signs.CUT):
        assert sign in page_text
    assert all(meaning in page_text for meaning in signs.MARKERS.values())


@pytest.mark.parametrize("blocks", [True, False])
@pytest.mark.parametrize("system", FIGHTS)
def test_what_stands_before_an_id_and_in_its_bar_is_of_the_tables(system, blocks):
    session = begun(system)
    everyone = people(session.fight, session.rules)
    lines = roster(everyone, Style(tables=True, blocks=blocks, width=120))
    rows = [line for line in lines if any(line[2:].strip().startswith(one.who) for one in everyone)]

    assert len(rows) >= len(everyone)
    assert {row[0] for row in rows} - {" "} <= {*signs.MARKERS}
    assert {row[1] for row in rows} <= {*signs.SIDES}
    bars = {signs.FULL, signs.EMPTY} if blocks else {signs.FULL_PLAIN, "[", "]"}
    assert any(bars & {*row} for row in rows)


@pytest.mark.parametrize("system", SHIPPED)
def test_a_systems_picture_has_no_sign_without_an_explanation(system):
    session = begun(system)

    every_sign_is_explained(session.fight, session.rules)
    for sign, meaning in signs.signs_in(session.rules.words):
        assert sign in told(system)
        assert meaning


def test_a_sign_that_is_not_explained_breaks_the_law():
    session = begun("rpj")
    words = {key: text for key, text in session.rules.words.items() if not key.startswith(signs.SIGN)}

    class Unexplained:
        """The rules without their signs."""

        name, picture = "rpj", session.rules.picture

    Unexplained.words = words
    with pytest.raises(LawBroken, match="does not explain"):
        every_sign_is_explained(session.fight, Unexplained)
