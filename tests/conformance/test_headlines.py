"""How a judged roll came out has words of its own in every shipped system: in the script of each encounter."""

import pytest

from rbfcli.kernel.events import Rolled
from rbfcli.kernel.words import COMMON
from rbfcli.render.roll_sentences import headline_words
from rbfcli.render.style import Style
from rbfcli.script.options import RunOptions
from rbfcli.script.run import run_script
from rbfcli.session.session import Session
from rbfcli.store.paths import list_scripts


@pytest.mark.parametrize("name", list_scripts())
def test_how_a_roll_came_out_is_said_in_words(name, monkeypatch):
    without = set()
    perform = Session.perform

    def watched(session, *given):
        played = perform(session, *given)
        words = {**COMMON, **session.rules.words}
        judged = (each for each in played.events if isinstance(each, Rolled) and each.outcome)
        without.update((each.label, each.outcome) for each in judged if not headline_words(each, words))
        return played

    monkeypatch.setattr(Session, "perform", watched)
    assert run_script(name, RunOptions(), [].append, [].append, style=Style()) == 0
    assert without <= {("grapple resistance", "tie")}, "only what is opposed may do without"
