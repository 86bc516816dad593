"""The prompt, the toolbar and the news."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.errors import EXIT_STATUSES
from rbfcli.kernel.fight import Question
from rbfcli.language.names import NameContext
from rbfcli.repl import prompt_text
from rbfcli.session.save_watch import SaveView

QUESTION = Question(kind="critical", who="vex", answers=("double", "trip"), rule="RBF-ATK-2")
HOSTILE = "\x1b]0;x\x07\u202eVex\x9b31m\n"


def viewed(fight, **changes):
    context = fight.watch.view().context
    return SaveView(NameContext(context.rules, replace(context.fight, **changes)))


def test_the_prompt_shows_the_round_and_whose_turn_it_is(fight):
    assert prompt_text.prompt_text(viewed(fight, round=2), 0) == "round 2, Vex> "


@pytest.mark.parametrize(
    ("columns", "shown"),
    [(80, "refused, round 2, Vex> "), (39, "refused, round 2, Vex> "), (38, "refused, round 2, Vex\n> ")],
)
def test_a_prompt_that_leaves_no_room_beside_it_stands_on_a_row_of_its_own(fight, columns, shown):
    parts = prompt_text.fitted_parts(prompt_text.prompt_parts(viewed(fight, round=2), 1), columns)
    assert "".join(text for _, text in parts) == shown


def test_the_prompt_shows_in_words_how_the_last_command_ended(fight):
    assert prompt_text.prompt_text(SaveView(), 1) == "refused, rbf> "
    assert prompt_text.prompt_text(viewed(fight, round=2), 3) == "bad file, round 2, Vex> "
    assert prompt_text.prompt_text(viewed(fight, round=2), 99) == "status 99, round 2, Vex> "


@pytest.mark.parametrize("status", [status for status, _ in EXIT_STATUSES[1:-1]])
def test_every_status_of_a_command_has_words(status):
    assert not prompt_text.status_words(status).startswith("status")


@pytest.mark.parametrize(
    ("changes", "shown"),
    [
        ({"active": "", "round": 0}, "not begun> "),
        ({"active": ""}, "round 2> "),
        ({"active": "", "phase": "offense"}, "round 2, offense> "),
        ({"over": "all fled"}, "over> "),
        ({"questions": (QUESTION,)}, "round 2, Vex chooses> "),
        ({"questions": (replace(QUESTION, who=""),)}, "round 2, the GM chooses> "),
    ],
)
def test_the_prompt_shows_what_the_fight_waits_for(fight, changes, shown):
    assert prompt_text.prompt_text(viewed(fight, **{"round": 2, **changes}), 0) == shown


def test_a_long_name_leaves_room_to_type(fight):
    vex = replace(fight.watch.view().context.fight.combatants["vex"], name="Vexation of the Seven Hills, Esq.")
    view = viewed(fight, round=1, combatants={"vex": vex})
    assert prompt_text.prompt_text(view, 0) == "round 1, Vexation of the Seven H…> "


def test_the_toolbar_shows_file_round_and_turn(fight):
    assert prompt_text.toolbar("save.toml", viewed(fight, round=2)) == "save.toml · round 2 · Vex's turn"
    phase = viewed(fight, round=2, active="", phase="offense")
    assert prompt_text.toolbar("save.toml", phase) == "save.toml · round 2 · offense"
    assert prompt_text.toolbar("save.toml", viewed(fight, round=2, active="")) == "save.toml · round 2 · nobody's turn"
    assert prompt_text.toolbar("save.toml", viewed(fight, round=0)) == "save.toml · not begun: init"
    assert prompt_text.toolbar("save.toml", viewed(fight, over="all fled")) == "save.toml · over: all fled"
    assert prompt_text.toolbar("save.toml", SaveView()) == "save.toml · no fight yet: start ENCOUNTER, or new SYSTEM"


def test_the_toolbar_shows_what_the_fight_waits_for(fight):
    assert prompt_text.toolbar("s", viewed(fight, questions=(QUESTION,))).endswith("choose double | trip")


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
