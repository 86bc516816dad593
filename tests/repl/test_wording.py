"""The prompt, the toolbar and the news."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.fight import Question
from rbfcli.language.names import NameContext
from rbfcli.repl import prompt_text
from rbfcli.repl.save_watch import SaveView

HOSTILE = "\x1b]0;x\x07\u202eVex\x9b31m\n"


def viewed(fight, **changes):
    context = fight.watch.view().context
    return SaveView(NameContext(context.rules, replace(context.fight, **changes)))


def test_the_prompt_shows_the_round_and_whose_turn_it_is(fight):
    assert prompt_text.prompt_text(viewed(fight, round=2), 0) == "[2] Vex> "


def test_the_prompt_shows_the_status_of_what_failed(fight):
    assert prompt_text.prompt_text(SaveView(), 1) == "[1] rbf> "
    assert prompt_text.prompt_text(viewed(fight, round=2), 3) == "[3] [2] Vex> "


@pytest.mark.parametrize("changes", [{"active": "", "round": 0}, {"active": ""}])
def test_without_a_turn_the_prompt_is_the_programs(fight, changes):
    assert prompt_text.prompt_text(viewed(fight, **changes), 0) == "rbf> "


def test_a_long_name_leaves_room_to_type(fight):
    vex = replace(fight.watch.view().context.fight.combatants["vex"], name="Vexation of the Seven Hills, Esq.")
    view = viewed(fight, round=1, combatants={"vex": vex})
    assert prompt_text.prompt_text(view, 0) == "[1] Vexation of the Seven H…> "


def test_the_toolbar_shows_file_round_and_turn(fight):
    assert prompt_text.toolbar("save.toml", viewed(fight, round=2)) == "save.toml · round 2 · Vex's turn"
    phase = viewed(fight, round=2, active="", phase="offense")
    assert prompt_text.toolbar("save.toml", phase) == "save.toml · round 2 · offense"
    assert prompt_text.toolbar("save.toml", viewed(fight, round=2, active="")) == "save.toml · round 2 · nobody's turn"
    assert prompt_text.toolbar("save.toml", viewed(fight, round=0)) == "save.toml · not begun: init"
    assert prompt_text.toolbar("save.toml", viewed(fight, over="all fled")) == "save.toml · over: all fled"
    assert prompt_text.toolbar("save.toml", SaveView()) == "save.toml · no fight yet: start ENCOUNTER, or new SYSTEM"


def test_the_toolbar_shows_what_the_fight_waits_for(fight):
    question = Question(kind="critical", who="vex", answers=("double", "trip"), rule="RBF-ATK-2")
    assert prompt_text.toolbar("s", viewed(fight, questions=(question,))).endswith("choose double | trip")


def test_nothing_in_them_plays_with_the_terminal(fight):
    vex = replace(fight.watch.view().context.fight.combatants["vex"], name=HOSTILE)
    question = Question(kind="critical", who="vex", answers=(HOSTILE,), rule="RBF-ATK-2")
    view = viewed(fight, combatants={"vex": vex}, questions=(question,))
    ended = viewed(fight, over=HOSTILE)
    texts = [
        prompt_text.prompt_text(view, 1),
        prompt_text.toolbar(HOSTILE, view),
        prompt_text.change_notice(HOSTILE, ended),
    ]
    assert all(text.isprintable() for text in [*texts, prompt_text.toolbar("x", SaveView(problem=HOSTILE))])
