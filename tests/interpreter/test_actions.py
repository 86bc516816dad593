"""The numbered list of what can be done, and choosing from it, in scripts and one command after the other."""

import json

import pytest
from rich.cells import cell_len

from rbfcli.interpreter.actions import whose_actions
from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import RbfError, Refusal
from rbfcli.language.fights import read_line
from rbfcli.render.style import Style


def rows(text):
    """The lines of a list by their numbers, those that go on put together."""
    found = {}
    for line in text.splitlines():
        if line.lstrip()[:1].isdigit() and not line.startswith(" " * 6):
            number, rest = line.split(None, 1)
            found[int(number)] = rest
        else:
            found[len(found)] += f"  {line.strip()}"
    return found


@pytest.fixture
def joss(table):
    """Joss is up, with a rifle."""
    table.type("init --set joss=60")
    table.type("turn")
    return table


def test_each_line_has_a_number_what_to_type_its_cost_and_effect(joss):
    listed = rows(joss.text("actions"))
    assert [*listed] == [*range(1, len(listed) + 1)]
    assert listed[1].split(None, 2) == ["attack", "thug1", "1 action  attack, 2d8 +3 against 12"]
    assert "aim                               1 action  aims: +1 on the next attack" in listed.values()
    held, passed = (next(row for row in listed.values() if row.startswith(each)) for each in ("hold ", "turn next "))
    assert "waits until count" in held
    assert "waits" not in passed
    trip = next(row for row in listed.values() if "--technique trip" in row)
    assert trip.endswith("attack, 2d8 +3 against 12; lies prone")
    assert listed[len(listed)].startswith("turn next")


def test_every_line_of_the_list_reads_as_what_it_stands_for(joss):
    facts = json.loads(joss.text("actions --json"))["actions"]
    session = joss.storage.load()
    for number, row in rows(joss.text("actions")).items():
        typed = row.split("  ")[0]
        assert read_line(typed, session.rules, session.fight) == read_line(
            facts[number - 1]["line"], session.rules, session.fight
        )


def test_somebody_who_is_not_up_is_named_in_each_line(joss):
    listed = joss.text("actions ada --all")
    assert "attack thug" not in listed
    assert "  attack ada thug1" in listed
    assert "refused: it is not Ada Quill's turn (RBF-INI-3)" in listed


def test_json_has_the_same_keys_in_every_row(joss):
    for line in ("actions --json", "actions --all --odds --json"):
        keys = {tuple(row) for row in json.loads(joss.text(line))["actions"]}
        assert keys == {("number", "line", "cost", "effect", "rule", "odds", "allowed", "refusal")}


def test_odds_on_request_are_those_of_odds(joss):
    shown = rows(joss.text("actions --odds"))[1]
    assert "critical 5%, success 52%, struggle 39%, failure 5%; Dockside thug 1 loses" in " ".join(shown.split())
    facts = json.loads(joss.text("actions --odds --json"))["actions"]
    assert facts[0]["odds"]["outcomes"] == json.loads(joss.text("odds attack thug1 --json"))["outcomes"]
    assert [row["odds"] for row in facts if row["line"] in ("aim joss", "turn next")] == [None, None]


def test_all_odds_together_have_one_budget(joss, monkeypatch):
    monkeypatch.setattr("rbfcli.kernel.budget.Budget.__init__.__defaults__", (8_000, 1 << 20))
    listed = joss.text("actions --odds")
    assert "no odds: " in listed
    assert "aim" in listed


def test_a_script_chooses_from_the_list_it_was_shown(joss):
    joss.type("actions")
    assert "Joss Marlow hits Dockside thug 2" in joss.text("choose 2 --dice 5,7")
    assert joss.storage.load().journal[-1] == "attack joss thug2 --dice 5,7"


def test_a_number_alone_chooses_too(joss):
    joss.type("actions")
    joss.type("2 --dice 5,7")
    assert joss.storage.load().journal[-1] == "attack joss thug2 --dice 5,7"
    joss.type("undo")
    joss.type("attack thug1 --dice 8,8")
    joss.type("2")
    assert joss.storage.load().journal[-1] == "choose silent"


def test_an_empty_list_is_the_last_shown_too(joss):
    joss.type("actions")
    joss.type("damage gunner1 50")
    assert joss.text("actions gunner1") == "Winch gunner 1 can do nothing now\n"
    with pytest.raises(RbfError, match="there is no action 1: the list has 0"):
        joss.type("1")


def test_one_command_after_the_other_has_shown_no_list(saved):
    for line in ("init --set joss=60", "turn"):
        saved.type(line)
    with pytest.raises(Refusal, match="no list of actions has been shown here") as refused:
        saved.type("choose 2")
    assert refused.value.hint.startswith("`actions` shows lines to type")


def test_without_a_number_nothing_is_chosen_from_a_list(joss):
    joss.type("actions")
    with pytest.raises(RbfError, match="no question is open"):
        joss.type("choose double")


def test_a_dry_run_of_a_number_leaves_the_fight(joss):
    joss.type("actions")
    before = joss.storage.load().fight
    assert "Joss Marlow hits" in joss.text("choose 1 --dry-run --dice 5,7")
    assert joss.storage.load().fight == before


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_list_keeps_to_the_width(joss, width):
    joss.interpreter.style = Style(width=width)
    first = joss.text("actions --odds").splitlines()
    assert [line for line in first if len(line) > width and not line.lstrip()[:1].isdigit()] == []


TERMINAL = Style(tables=True, width=80)


def test_on_a_terminal_rows_that_differ_in_one_word_are_one(table):
    """Every enemy that one may attack is in one row; attacks come first, and what two do together stands once."""
    table.type("start mine-raid --seed pit")
    table.type("init")
    table.interpreter.style = TERMINAL
    listed = table.text("actions").splitlines()
    assert [" ".join(line.split()) for line in listed[:4]] == [
        "1-4 attack rill guard1|guard2|guard3|commander 1 action attack, 2d6 +1",
        "5-8 attack bram guard1|guard2|guard3|commander 1 action attack, 2d6 +1",
        "9-12 attack odile guard1|guard2|guard3|commander 1 action attack, 2d6",
        "13-16 tag rill bram guard1|guard2|guard3|commander 1 action attack, 2d6 +2",
    ]
    assert len(listed) == 8
    table.type("choose 7")
    assert table.storage.load().journal[-1] == "attack bram guard3"


def test_in_defence_the_enemies_attacks_are_listed(table):
    """What the crew may not do to an enemy now hides nothing that the enemy may do to the crew."""
    table.type("start mine-raid --seed pit")
    table.type("init --phase defence")
    listed = [row["line"] for row in json.loads(table.text("actions --json"))["actions"]]
    attacks = [f"attack {enemy} {who}" for enemy in ("guard1", "guard2", "guard3", "commander") for who in CREW]
    assert listed[: len(attacks)] == attacks
    assert "tag rill bram guard1" in listed
    assert "tag bram rill guard1" not in listed


CREW = ("rill", "bram", "odile")


def test_a_list_that_would_fill_the_screen_is_brief_there(joss):
    """Techniques are one row, no roll is told twice, and it says how to see each by itself."""
    joss.interpreter.style = TERMINAL
    listed = joss.text("actions").splitlines()
    assert len(listed) <= 23
    assert "attack thug1 --technique blind|strafe|cripple|disarm|pierce|shove|sunder|trip" in "".join(
        map(str.strip, listed)
    )
    assert sum("attack, 2d8 +3 against 12" in line for line in listed) == 1
    assert listed[-1] == "each by itself, with what it does: actions --all"
    assert "lies prone" in joss.text("actions --all")


def test_of_a_boss_that_holds_one_of_its_turns_only_that_one_waits(table):
    table.type("start siege-drone --seed drone")
    assert "waits" not in table.text("init")
    row = next(
        each for each in json.loads(table.text("actions drone --json"))["actions"] if each["line"] == "hold drone"
    )
    assert row["effect"] == "waits until count 5; Nadir Cole's turn"
    assert table.text("hold drone").splitlines()[0] == "Siege drone waits until count 5"


def test_of_a_choice_each_row_says_what_it_does(table):
    table.type("start mine-raid --seed pit")
    for line in ("init", "attack bram guard1 --dice 6,6"):
        table.type(line)
    rows_of_it = json.loads(table.text("actions --json"))["actions"]
    assert (rows_of_it[0]["line"], rows_of_it[0]["effect"]) == ("choose double", "this action does double damage")


@pytest.mark.parametrize("width", [40, 60])
def test_what_a_terminal_has_no_room_for_stands_below(joss, width):
    """Also where lines, costs and names are longer than the terminal is wide."""
    joss.type('set thug1 name="é́́́ngström 李小龍的孫女與她的忠實機器人夥伴 the Undefeated"')
    joss.interpreter.style = Style(tables=True, width=width)
    for line in ("actions", "actions --all", "suggest"):
        assert [each for each in joss.text(line).splitlines() if cell_len(each) > width] == []


@pytest.mark.parametrize("encounter", ["dock-ambush", "mine-raid", "hangar-seven", "bear-ridge", "hangar-breach"])
def test_a_number_carries_out_its_line_in_every_system(table, encounter):
    table.type(f"start {encounter} --seed numbers")
    table.type("init")
    facts = json.loads(table.text("actions --json"))["actions"]
    session = table.storage.load()
    assert whose_actions(session, "", Budget())
    for row in facts:
        if "…" in row["line"]:
            continue
        table.type("actions")
        table.type(f"choose {row['number']}")
        assert table.storage.load().journal[-1].startswith(row["line"])
        table.type("undo")


SYNONYMS = [
    ("next", "turn next"),
    ("n", "turn next"),
    ("back", "turn back"),
    ("delay", "turn delay"),
]


@pytest.mark.parametrize(("word", "line"), SYNONYMS)
def test_words_that_people_try_stand_for_a_line(table, word, line):
    for lines in ("init", "turn", word):
        table.type(lines)
    tried = table.storage.load().journal[-1]
    table.type("undo")
    table.type(line)
    assert table.storage.load().journal[-1] == tried


@pytest.mark.parametrize(
    ("word", "line"),
    [("list", "show"), ("ls", "show"), ("status", "show"), ("options ada --all", "actions ada --all"),
     ("moves ada --all", "actions ada --all"), ("history", "log"), ("man odds", "help odds"), ("look ada", "show ada")],
)  # fmt: skip
def test_words_that_people_try_answer_like_the_verb(table, word, line):
    assert table.text(word) == table.text(line)


@pytest.mark.parametrize(
    ("word", "way"),
    [("hit thug1", "attack TARGET"), ("hp", "damage WHO N"), ("kill thug1", "remove WHO"), ("quit", "Ctrl-D"),
     ("save", "saved at once"), ("load x", "rbf repl FILE"), ("walk crates", "move PLACE"), ("pass", "by choose"),
     ("cure ada", "heal WHO N"), ("dmg ada 3", "damage WHO N"), ("yes", "choose ANSWER"),
     ("reset", "restore brings this fight back"), ("config show", "doctor says which"), ("source x", "run SCRIPT")],
)  # fmt: skip
def test_other_words_point_the_way(table, word, way):
    with pytest.raises(RbfError) as wrong:
        table.type(word)
    assert (wrong.value.status, wrong.value.message) == (2, f"there is no verb '{word.split()[0]}'")
    assert way in wrong.value.hint


def test_a_system_may_have_a_verb_of_such_a_name(table):
    table.type("start depot-raid --seed door")
    with pytest.raises(RbfError, match="who acts") as wrong:
        table.type("open")
    assert "rbf repl" not in wrong.value.hint
