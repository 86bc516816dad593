"""Fights at the table: begin, play, take back, look, tell."""

import json

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, RbfError, Refusal, UsageError
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage
from tests.commands.conftest import Table


def test_start_shows_the_fight_and_what_is_next(table):
    text = table.text("start duel --seed x")
    assert text.startswith("Duel on the pier (rbf), not started (next: init)\n")
    assert text.endswith("next: init\n")


def test_the_same_seed_plays_the_same_fight(table):
    first = table.text("init")
    table.type("start dock-ambush --seed docks")
    assert table.text("init") == first


def test_undo_takes_back_the_dice_and_redo_brings_the_same_ones(saved):
    first = saved.text("init")
    before = saved.path.read_bytes()
    assert saved.text("undo") == "undone: init\nnow: not started (next: init)\n"
    assert saved.text("redo") == "redone: init\nnow: round 1, Dockside thug 1's turn\n"
    assert saved.text("undo 1")
    assert saved.text("init") == first
    assert saved.storage.load().fight == type(saved)(saved.storage).storage.load().fight
    assert before.count(b"init") == saved.path.read_bytes().count(b"init")


@pytest.mark.parametrize(
    ("line", "at_end"), [("log", True), ("log --script", False), ("log --format text", False), ("show", False)]
)
def test_only_the_log_is_paged_from_its_end(table, line, at_end):
    """A script and a story are read from their beginning."""
    assert table.type(line).at_end == at_end


def test_a_fight_is_split_played_and_joined_again(table):
    """`show` says which group is in play and who waits; the end of a group leads to the next."""
    table.type("init")
    reply = table.type("split cellar joss thug1")
    assert reply.text.startswith("Joss Marlow goes to the group cellar\nDockside thug 1 goes to the group cellar\n")
    assert reply.notice == "use switch to play the other group, and join to bring it back\n"
    assert table.text("show").startswith("Ambush at the docks (rbf), group main, round 1")
    assert table.text("show").endswith("waiting: group cellar, round 1: Joss Marlow, Dockside thug 1\n")
    assert table.text("switch").startswith("-- group cellar, round 1")
    assert table.text("end").endswith("next: switch\n")
    assert table.text("switch").startswith("-- group main, round 1")
    assert "Joss Marlow joins the fight (joss)\n" in table.text("join cel")
    assert json.loads(table.text("show --json"))["fight"]["groups"] == {}
    assert table.text("undo 2").splitlines()[-1].startswith("now: group cellar")
    assert [*json.loads(table.text("show --json"))["fight"]["groups"]] == ["main"]
    again = Table(MemoryStorage())
    for each in table.text("log --script").splitlines():
        again.type(each)
    assert again.storage.load().fight == table.storage.load().fight


def test_switch_goes_to_a_waiting_group_or_else_to_a_kept_fight(table):
    """By number, title or encounter, in full or as a prefix; without a name to the next group, or the latest fight."""
    table.type("init")
    table.type("start worm-hunt --seed salt")
    table.type("start duel --seed pier")

    def goes_to(line):
        text = table.text(line)
        return text.removeprefix("restored: ").partition(" (")[0], "switch goes back to it" in text

    assert goes_to("switch 1") == ("Ambush at the docks", True)
    assert goes_to("switch worm") == ("Worm hunt on the salt flat", True)
    assert goes_to("switch dock-ambush") == ("Ambush at the docks", True)
    assert goes_to("switch") == ("Worm hunt on the salt flat", True)
    assert goes_to("switch") == ("Ambush at the docks", True)
    table.type("split worm joss")
    assert table.text("switch worm").startswith("-- group worm, round 1")
    assert table.text("switch").startswith("-- group main, round 1")
    assert goes_to("switch 'worm hunt'") == ("Worm hunt on the salt flat", True)
    assert goes_to("switch") == ("Ambush at the docks", True)
    assert table.text("show").startswith("Ambush at the docks (rbf), group main, round 1")


def test_a_switch_loses_nothing(saved):
    """As `restore`: the fight it leaves is kept as it was, and neither fight's journal has a word of it."""
    saved.type("init")
    saved.type("undo")
    saved.type("start duel --force --seed pier")
    saved.type("init")
    duel = saved.path.read_bytes()
    saved.type("switch")
    assert saved.text("redo").startswith("redone: init\n")
    docks = saved.path.read_bytes()
    saved.type("switch")
    assert saved.path.read_bytes() == duel
    assert saved.text("log --script").splitlines()[1:] == ["init"]
    saved.type("switch -n")
    assert saved.path.read_bytes() == duel
    saved.type("switch")
    assert saved.path.read_bytes() == docks


@pytest.mark.parametrize(
    ("lines", "text", "message"),
    [
        ((), "switch", "no other fight is saved here"),
        ((), "switch duel", "unknown saved fight 'duel'; `fights` lists them"),
        (("start duel", "start duel", "start duel"), "switch duel", "'duel' could mean 2 or 3; `fights` lists them"),
        (("split roof joss",), "switch duel", "unknown group 'duel'; groups: roof"),
        (("split roof joss", "switch roof"), "show ada", "Ada Quill is in the group main; `switch main` plays it"),
        (("split roof joss",), "attack joss thug1", "Joss Marlow is in the group roof; `switch roof` plays it"),
        (("split roof joss",), "show roof-top", "unknown combatant 'roof-top'"),
    ],
)
def test_what_switch_cannot_find_is_refused(table, lines, text, message):
    for each in ("init", *lines):
        table.type(each)
    with pytest.raises(RbfError) as wrong:
        table.type(text)
    assert message in f"{wrong.value.message}; {wrong.value.hint}"


def test_undo_into_a_pause_says_what_the_fight_waits_for(table):
    table.type("start street-arrest --seed x")
    table.type("attack rin mako --botch opening --dice 97")
    table.type("choose let go")
    told = table.text("undo").splitlines()
    assert told[:2] == ['undone: choose "let go"', "now: not started (next: init)"]
    assert told[2] == "? Mako Ferris has an opening for one unopposed attack on Rin Caldera. Use it?  (or continue)"
    assert told[3:] == [
        "  1  strike with rifle    automatic hit; armour still counts",
        "  2  strike with unarmed  automatic hit; armour still counts",
        "  3  let go               pass",
    ]
    assert table.text("undo") == "undone: attack rin mako --dice 97 --botch opening\nnow: not started (next: init)\n"


def test_undo_works_over_restarts(saved):
    for line in ("init", "turn", "note one"):
        saved.type(line)
    again = type(saved)(type(saved.storage)(str(saved.path), print))
    assert again.text("undo 3") == "undone: note one\nundone: turn next\nundone: init\nnow: not started (next: init)\n"
    assert again.text("redo 2") == "redone: init\nredone: turn next\nnow: round 1, Ada Quill's turn\n"
    assert again.storage.load().journal == ["init", "turn next"]


@pytest.mark.parametrize("line", ["undo", "undo 5", "redo"])
def test_undo_and_redo_say_how_far_they_reach(saved, line):
    before = saved.path.read_bytes()
    with pytest.raises(Refusal, match=f"nothing to {line.split()[0]}"):
        saved.type(line)
    assert saved.path.read_bytes() == before


def test_a_dry_run_tells_the_same_and_saves_nothing(saved):
    before, stamp = saved.path.read_bytes(), saved.path.stat().st_mtime_ns
    dry = saved.text("init -n")
    assert (saved.path.read_bytes(), saved.path.stat().st_mtime_ns) == (before, stamp)
    assert saved.text("init") == dry


@pytest.mark.parametrize(
    "line",
    [
        "attack ada nobody",
        "attack ada thug1 --with rife",
        "attack ada thug",
        "atack ada thug1",
        "attack ada thug1 --dice 9,9",
        "attack ada thug1 --dice 5,7,3 --force",
        "turn hold",
        "choose double",
        "damage ada x",
        "stabilize ada",
        "end --until 3",
    ],
)
def test_a_refusal_leaves_the_save_byte_for_byte(saved, line):
    before, stamp = saved.path.read_bytes(), saved.path.stat().st_mtime_ns
    with pytest.raises(RbfError):
        saved.type(line)
    assert (saved.path.read_bytes(), saved.path.stat().st_mtime_ns) == (before, stamp)


def test_a_hand_may_change_more_than_a_word_may_hold(saved):
    """What it changed is one line of the journal, however long: a note in all sheets, two hundred more guards."""
    saved.type("init")
    guards = (f'\n[fight.combatants.guard{n}]\nname = "Guard {n}"\ntn = 12\nside = "foes"\n' for n in range(200))
    saved.path.write_text(saved.path.read_text() + "".join(guards))
    saved.type("note x")
    assert "Guard 199" in saved.text("show guard199")
    assert "OK: save, 3 commands replay" in saved.text(f'check "{saved.path}"')
    saved.type("undo 2")
    assert "guard199" not in saved.text("show")


def test_a_save_edited_by_hand_is_noticed_and_the_edit_becomes_an_entry(saved, capsys):
    saved.type("init")
    text = saved.path.read_text()
    head, present = text.rsplit("[fight.combatants.ada]", 1)
    saved.path.write_text(head + "[fight.combatants.ada]" + present.replace("hp = 15", "hp = 4", 1))
    assert "HP           4/15" in saved.text("show ada")
    assert "edited by hand" in capsys.readouterr().out
    saved.type("note on we go")
    assert saved.storage.load().journal[0::2] == ["init", "note on we go"]
    assert saved.storage.load().journal[1].startswith("edit ")
    assert saved.text("log --last 2").splitlines()[1] == "Ada Quill: HP 15 -> 4"
    assert "undone: edit" in saved.text("undo 2")
    assert saved.storage.load().fight.combatants["ada"].hp == 15


def test_start_keeps_a_fight_that_is_there(saved):
    with pytest.raises(Refusal, match=r"fight\.toml already contains a fight"):
        saved.type("start duel")
    saved.type("start duel --force")
    assert saved.storage.load().fight.title == "Duel on the pier"


def test_start_replaces_a_fight_that_is_over_and_restore_brings_it_back(saved, capsys):
    saved.type("end")
    saved.type("start duel")
    assert saved.storage.load().fight.title == "Duel on the pier"
    assert "restore brings it back" in capsys.readouterr().out
    saved.type("restore")
    assert saved.storage.load().fight.title == "Ambush at the docks"


def test_log_tells_what_happened_and_prints_a_script(table):
    first = table.text("init")
    assert table.text("log") == "> init\n" + first
    table.type("turn")
    assert table.text("log --last 1").startswith("> turn next\n")
    assert table.text("log --script") == "start dock-ambush --seed docks\ninit\nturn next\n"


@pytest.mark.parametrize(
    ("line", "key"),
    [("log --script", "lines"), ("help attack", "lines"), ("help", "lines"), ("completion zsh", "text")],
)
def test_whatever_is_asked_for_as_json_is_one_object(table, line, key):
    (answer,) = table.text(f"{line} --json").splitlines()
    found = json.loads(answer)
    assert (found["ok"], found["command"]) == (True, line)
    words = found[key]
    assert table.text(line) == (words if isinstance(words, str) else "".join(f"{each}\n" for each in words))


def test_a_journal_that_somebody_wrote_for_the_terminal_is_not_obeyed(saved):
    saved.path.write_text(saved.path.read_text().replace('journal = ""', 'journal = "note \\u001b[31m"', 1))
    assert "note \\x1b[31m\n" in saved.text("log --script")
    with pytest.raises(RbfError, match="invisible character"):
        saved.text("log")


def test_check_plays_a_save_again(saved):
    saved.type("init")
    reply = saved.type(f"check {saved.path}")
    assert (reply.status, "OK: save, 1 command replays" in reply.text) == (0, True)
    assert saved.text("check").startswith(f"{saved.path}: OK: save, 1 command replays")
    saved.path.write_text(saved.path.read_text().replace("\ninit  # ", "\nnote x  # ", 1))
    reply = saved.type(f"check {saved.path}")
    assert (reply.status, "line 1 of the journal was altered" in reply.text) == (1, True)


def test_check_without_a_file_needs_a_fight_that_is_kept_in_one(table):
    with pytest.raises(UsageError, match="this fight has no file") as wrong:
        table.type("check")
    assert wrong.value.hint == "try: check FILE"


def test_check_reads_an_encounter(table):
    assert "OK: rbf encounter, 10 combatants" in table.text("check dock-ambush")


def test_without_a_save_a_command_says_what_to_do(tmp_path, saved):
    lost = type(saved)(type(saved.storage)(str(tmp_path / "none.toml"), print))
    with pytest.raises(InvalidFile, match=r"no such file: ") as wrong:
        lost.type("init")
    assert "rbf start NAME" in wrong.value.hint
    with pytest.raises(UsageError, match="unknown command 'inti'"):
        lost.type("inti")


@pytest.mark.parametrize("line", ["init", "show", "show ada", "actions ada", "odds attack ada thug1 --force", "undo"])
def test_json_says_which_system_and_where_the_fight_stands(table, line):
    if line != "init":
        table.text("init")
    said = json.loads(table.text(f"{line} --json"))
    assert list(said)[:7] == ["format", "ok", "command", "system", "revision", "round", "turn"]


def test_json_is_one_object_with_the_envelope(table):
    said = json.loads(table.text("init --json"))
    assert list(said)[:7] == ["format", "ok", "command", "system", "revision", "round", "turn"]
    assert (said["format"], said["ok"], said["command"], said["revision"]) == ("rbf/1", True, "init", 1)
    rolled = next(event for event in said["events"] if event["event"] == "rolled")
    assert rolled["rule"] == "RBF-INI-1"
    assert rolled["dice"][0].keys() == {"sides", "face", "kept", "given"}
    assert json.loads(table.text("show --json"))["fight"]["combatants"]["ada"]["hp"] == 15


def test_quiet_gives_the_bare_answer(table):
    table.type("init")
    assert table.text("attack ada thug1 --force --dice 5,7 --with sword -q") == "success\n"
    assert table.text("note x -q") == ""


def test_explain_names_every_rule(table):
    table.type("init")
    text = table.text("attack ada thug1 --force --dice 5,7 --explain")
    assert "+3 Melee (RBF-ATK-1)" in text
    assert "HP 20 -> 9  (RBF-ATK-3)" in text


def test_numbers_alone_need_no_fight(table):
    assert table.text("attack --system rbf --mod 4 --tn 14 --damage 9 --dice 5,7") == (
        "The attacker hits the target: 16 vs TN 14 (+2)  [5 7] +4\n"
        "  The target takes 9 damage: weapon 9\n"
        "  The target: HP 100 -> 91\n"
    )
    assert table.text("damage-save --system rbf --mod 3 --tn 12 --damage 12 --armour 3 --dice 2,6 -q") == "struggle\n"


@pytest.mark.parametrize(
    ("faces", "how"), [("8,8", "scores a critical hit on the target"), ("8,7", "hits"), ("5,4", "struggles to hit")]
)
def test_an_attack_from_numbers_without_damage_tells_of_none(table, faces, how):
    """RBF-ATK-2, RBF-ATK-3, RBF-ATK-4: nobody says what it does, so that only how it came out is read aloud."""
    told = table.text(f"attack --system rbf --mod 4 --tn 14 --skill melee --dice {faces}")
    assert told.startswith(f"The attacker {how}")
    assert len(told.splitlines()) == 1


def test_a_new_seed_begins_its_own_dice(table):
    table.type("start dock-ambush --seed docks")
    first = table.text("init")
    table.type("start dock-ambush --seed other")
    assert table.text("init") != first
    table.type("undo")
    table.type("set fight seed=docks")
    assert table.text("init") == first


def test_of_the_fight_only_some_things_are_set_by_hand(table):
    table.type("set fight options.untrained=-3 title=Docks")
    assert (table.storage.load().fight.options.untrained, table.storage.load().fight.title) == (-3, "Docks")
    for line in ("set fight round=9", "set fight options.untraind=1", "set fight options.condition_rounds=0"):
        with pytest.raises(UsageError):
            table.type(line)


def test_a_dry_undo_says_what_it_would_take_back(saved):
    saved.type("note one")
    before = saved.path.read_bytes()
    assert saved.text("undo -n") == "undone: note one\n"
    assert saved.path.read_bytes() == before
    saved.type("undo")
    assert saved.text("redo -n") == "redone: note one\n"
    assert saved.storage.load().undone == ["note one"]


def test_a_misspelt_verb_is_named_before_any_fight_has_begun(table):
    table.storage = type(table.storage)()
    table.interpreter.storage = table.storage
    with pytest.raises(UsageError, match="unknown command 'strat'"):
        table.type("strat duel")


def test_a_dollar_in_the_journal_is_no_variable(table):
    table.type(r"note it costs \$x")
    assert table.storage.load().journal == [r'note it costs "\$x"']


def test_check_means_the_fight_where_it_names_somebody_in_it(table, tmp_path):
    assert table.type("check ada athletics --tn 8 --dice 4,4").played.outcome == "success"
    assert table.type("check --tn 8 ada athletics --dice 1,1").played.outcome == "failure"
    assert "OK: rbf encounter" in table.text("check dock-ambush")
    missing = table.type(f"check {tmp_path}/nowhere.toml")
    assert (missing.status, missing.text) == (3, "")
    assert "nowhere.toml" in missing.notice


def test_standard_input_is_for_the_shell(table):
    with pytest.raises(UsageError, match="roll - reads standard input and works only in a shell"):
        table.type("roll -")
    assert table.text("roll 2d1+3") == "2d1 [1 1] + 3 = 5\n"


def test_an_option_of_another_system_is_reported_as_such(saved):
    with pytest.raises(UsageError, match="--called is an option of bgc; this fight is rbf"):
        saved.text("attack ada bosun --called 30")
    with pytest.raises(UsageError, match="unknown option '--calld'"):
        saved.text("attack ada bosun --calld 30")


def test_what_ends_the_turn_of_a_team_is_listed_once_and_last(table):
    table.type("start bear-ridge --seed ridge")
    table.type("init")
    for line in ("actions", "actions --all"):
        rows = [row for row in table.text(line).splitlines() if row.lstrip()[:1].isdigit()]
        assert [row for row in rows if "turn next" in row] == rows[-1:]


def test_the_end_of_a_turn_is_the_next_step_in_every_turn_with_nothing_to_do(table):
    """After a turn that had nothing to do either, and after a question that came with the last action."""
    table.type("start mine-raid --seed pit")
    for who in ("rill", "odile", "guard1", "guard2", "guard3", "commander"):
        table.type(f"set {who} in_zone=false")
    table.type("init")
    assert "next:" not in table.text("attack bram guard1 --force --ultra ask --dice 6,6")
    assert table.text("choose threat --dice 1").endswith("\nnext: turn next\nnext: end\n")
    assert "next: turn next" not in table.text("set bram in_zone=false")
    for _ in range(2):
        assert "\nnext: turn next\n" in table.text("turn next")


def test_undo_and_redo_say_what_the_fight_waits_for_then(table):
    table.type("start mine-raid --seed pit")
    for line in ("init", "attack bram guard1 --ultra ask --dice 6,6", "choose threat --dice 1"):
        table.type(line)
    waiting = "now: round 1, offense\n? Bram Tolliver scored an ultra success. Choose an ultra result:\n    1  double "
    assert f"undone: choose threat --dice 1\n{waiting}" in table.text("undo")
    assert table.text("undo").endswith("\nnow: round 1, offense\n")
    assert waiting in table.text("redo")


def test_where_nobody_can_act_the_hint_is_what_comes_next(table):
    """A line that the fight takes at that point: `init` before it, then whatever ends the phase."""
    table.type("start mine-raid --seed pit")
    for who in table.storage.load().fight.combatants:
        table.type(f"set {who} in_zone=false")
    for step, lines in (
        ("init --threat 3", "`init --threat 3` or `actions WHO`"),
        ("turn next", "`turn next`, `end --escaped` or `actions WHO`"),
    ):
        with pytest.raises(RbfError) as refused:
            table.type("actions")
        assert refused.value.hint == f"try: {lines}"
        table.type(step)
    with pytest.raises(RbfError, match="no one has the turn") as refused:
        table.type("actions @active")
    assert refused.value.hint == ""


def test_an_option_of_other_verbs_is_not_reported_as_another_systems(table):
    table.type("start relay-road")
    with pytest.raises(UsageError, match="unknown option '--dice'"):
        table.text("overwatch sela 1 --dice 1,2,3,4")


@pytest.fixture
def asked(table):
    for line in ("start relay-road", "init --set raider1=90", "set corin region=2 group=A", "move raider1 1"):
        table.type(line)
    return table


def test_an_answer_says_what_is_next(asked):
    asked.type("choose pass")
    asked.type("undo 2")
    asked.type("set raider1 actions_left=1")
    asked.type("move raider1 1")
    assert asked.text("choose pass").endswith("next: turn next\n")


def test_only_the_first_of_many_next_steps_are_told(table):
    table.type("new bgc --seed many")
    table.type("add guard --count 10 speed=50 tough=40 will=40 skills.defend=40")
    told = table.text("init").splitlines()
    assert sum(line.startswith("next: declare guard") for line in told) == 6
    assert told[-1] == "and 4 more to do next: show"


@pytest.mark.parametrize(("side", "hinted"), [("crew", True), ("dockers", False)])
def test_nobody_is_to_be_treated_where_nobody_can_treat_them(table, side, hinted):
    """BGC-STB-1, RBF-STB-1: of those who are down, one of their side whose turn it is has to be up."""
    table.type("start duel --seed pier")
    for line in (f"add pell side={side} hp=9 skills.medicine=2 'items=[\"medical kit\"]'", "init --set pell=30"):
        table.type(line)
    assert ("next: stabilize ada --by pell" in table.text("damage ada 40")) is hinted


def test_a_turn_that_is_held_says_until_when(table):
    """In the actions, and when it is done."""
    table.type("start duel --seed pier")
    table.type("init --set bosun=9 --dice 6,5")
    assert table.text("turn hold").splitlines()[:2] == [
        "Ada Quill holds until initiative 8",
        "initiative: 9 the bosun, 8 Ada Quill",
    ]


# `show`: the fight, a sheet, or the ground with what somebody gets to.


@pytest.fixture
def depot():
    """What a line on the depot prints."""
    interpreter = CommandService(MemoryStorage(), Style(tables=True, width=80))
    interpreter.perform(split_words("start depot-raid --seed show"))
    interpreter.perform(["init"])
    return lambda line: interpreter.perform(split_words(line)).text


def test_the_reach_of_somebody_is_the_map_alone(depot):
    lines = depot("show --reach hale").splitlines()
    assert lines[0].split() == list("ABCDEFGHIJKLMN")
    assert ".m" in lines[1]
    assert "m a move, 30 ft; s a sprint, 90 ft; M, S, T threatened by enemies" in lines
    assert not any("HP" in line for line in lines)


def test_a_reach_in_json_is_its_lines(depot):
    told = json.loads(depot("show --reach hale --json"))
    assert (told["who"], told["picture"][0].split()[0]) == ("hale", "A")
    assert depot("show --reach hale -q") == ""


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("show hale --reach hale", "--reach and a combatant cannot be combined"),
        ("show --reach nobody", "nobody"),
    ],
)
def test_what_cannot_be_shown_is_refused(depot, line, said):
    with pytest.raises(RbfError, match=said):
        depot(line)


def test_where_there_is_no_map_there_is_no_reach(depot):
    depot("set hale square=")
    with pytest.raises(RbfError, match="Hale Brannock is not on a map"):
        depot("show --reach hale")
    depot("start duel --force")
    with pytest.raises(RbfError, match="Ada Quill is not on a map"):
        depot("show --reach ada")


def test_a_sheet_wraps_on_a_terminal(depot):
    assert all(len(line) <= 80 for line in depot("show hale").splitlines())
    assert "threatens    5 ft (FP-FLD-3)" in depot("show hale")


def test_the_turn_of_a_side_is_told_in_the_plural(depot):
    depot("turn")
    assert depot("show").startswith("Raid on the depot (futurepath), round 1, toughs' turn\n")


def test_a_fight_that_is_over_has_no_turn_and_nobody_is_next(depot):
    depot('end "it is late"')
    assert depot("show").splitlines()[:2] == [
        "Raid on the depot (futurepath), round 1, over: it is late",
        "+ crew 3/3   - toughs 4/4",
    ]


def test_the_clock_of_a_condition_is_told_in_rounds(depot):
    depot("start street-arrest --seed clock --force")
    depot("damage mako 17 --dice 1")
    assert "bleeding: 5 rounds left (BGC-WND-4)" in depot("show mako")


LAST_BLOWS = {
    "drowned-chapel": (
        "init --set tamsin=30 --set hexer=1 --set drowned1=1 --set drowned2=1",
        "damage drowned1 99",
        "damage drowned2 99",
        "set hexer hp=1",
        "set tamsin place=altar actions_left=1",
        "attack tamsin hexer --dice 5,5",
    ),
    "relay-road": (
        "init --set sela=30",
        *(f"damage {who} 9" for who in ("raider1", "raider2", "trooper")),
        "set sela actions_left=1",
        "attack sela lookout --dice 6,6,6,6,1,1,1,1",
    ),
}


@pytest.mark.parametrize("encounter", LAST_BLOWS)
def test_after_the_last_blow_the_end_is_the_only_next_step(table, encounter):
    """RBF-END-1, RPJ-DMG-7: though it took the last action of a turn; in the next turn there is more to do."""
    table.type(f"start {encounter} --force --seed last")
    *before, last = LAST_BLOWS[encounter]
    for line in before:
        table.type(line)
    steps = [line for line in table.text(last).splitlines() if line.startswith("next:")]
    assert steps == ["next: end"]


def test_a_crisis_goes_on_when_a_thing_is_destroyed(table):
    """RBF-ATK-1, RBF-MODE-1: a thing is on no side, so nothing ends with it."""
    table.type("start losing-air --force")
    table.type("init")
    assert "next: end" not in table.text("damage hatch 99")


# What is between two: the distance, the line, the cover, and the weapons that reach.


def test_what_is_between_two_on_the_docks(table):
    assert table.text("show --between joss gunner1").splitlines() == [
        "from         Joss Marlow to Winch gunner 1",
        "distance     22 m",
        "sight        clear",
        "cover        heavy",
        "             the winch house at 22 m: heavy cover, +3 against shots (RBF-COV-1)",
        (
            "in between   Ada Quill, Tamsin Roe, Dockside thug 1, Dockside thug 2, Dockside thug 3, "
            "Dockside thug 4 (no cover)"
        ),
        "weapon       rifle (hunting rifle): reaches, range 200 m (RBF-ACT-2)",
        "weapon       pistol: reaches, range 30 m (RBF-ACT-2)",
        "weapon       unarmed (bare hands): Winch gunner 1 is 22 m away; reach is 2 m (RBF-ACT-2)",
    ]
    assert table.text("show --between joss gunner1 --quiet") == "22 m\n"


def test_full_cover_blocks_the_line_from_both_sides(table):
    table.type("set gunner1 cover=full")
    there, back = (table.text(f"show --between {pair}") for pair in ("joss gunner1", "gunner1 joss"))
    assert "sight        blocked" in there
    assert "Winch gunner 1's own cover at 22 m: full cover, no line (RBF-COV-1)" in there
    assert "rifle (hunting rifle): Winch gunner 1 is fully behind cover (RBF-COV-2)" in there
    assert "sight        blocked" in back
    assert "auto-rifle: Winch gunner 1 is fully behind cover: no clear line to Joss Marlow (RBF-COV-2)" in back
    table.type("set joss at=21")
    assert "cover        none\n" in table.text("show --between joss gunner1")


def test_who_lies_behind_a_low_barrier_and_who_hides(table):
    table.type("condition add ada prone")
    told = table.text("show --between gunner1 ada")
    assert "a stack of crates at 8 m: prone behind it, heavy cover, +3 against shots (RBF-COV-1)" in told
    table.type("condition add ada hidden")
    told = table.text("show --between gunner1 ada")
    assert "sight        blocked" in told
    assert "Ada Quill: hidden (RBF-ACT-4)" in told


def test_a_distance_that_nobody_knows(table):
    table.type("add barge side=dockers tn=10 hp=5")
    assert "distance     unknown" in table.text("show --between joss barge")
    assert table.text("show --between joss barge -q") == ""


def test_what_is_between_two_as_json(table):
    facts = json.loads(table.text("show --between gunner1 ada --json"))
    assert (facts["who"], facts["other"]) == ("gunner1", "ada")
    found = facts["between"]
    assert (found["distance"], found["unit"], found["sight"], found["cover"]) == (14, "m", True, "medium")
    assert [each["what"] for each in found["obstacles"]] == ["a stack of crates"]
    assert [(each["weapon"], each["reaches"], each["range"]) for each in found["weapons"]] == [
        ("auto-rifle", True, 100),
        ("unarmed", False, 2),
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("show joss gunner1", "unexpected 'gunner1'; did you mean `show --between joss gunner1`?"),
        ("show --between joss", "--between needs two combatants; try: show --between joss OTHER"),
        ("show --between", "--between needs two combatants; try: show --between WHO OTHER"),
        ("show --between joss joss", "nothing is between a combatant and itself; name two combatants"),
        ("show --between joss nobody", "unknown combatant 'nobody'"),
        ("show --between joss ada --reach joss", "--between and --reach cannot be combined; use only one of them"),
    ],
)
def test_two_combatants_are_needed_and_no_more(table, line, told):
    with pytest.raises(RbfError) as refused:
        table.type(line)
    assert f"{refused.value.message}; {refused.value.hint}".startswith(told)


@pytest.mark.parametrize(("fight", "one", "other"), [
    ("street-arrest", "tove", "mako"), ("mine-raid", "rill", "guard1"), ("weir-at-dusk", "", ""),
])  # fmt: skip
def test_systems_without_distances_say_so(table, fight, one, other):
    table.type(f"start {fight} --force")
    pair = (one, other) if one else tuple(table.storage.load().fight.combatants)[:2]
    with pytest.raises(Refusal, match="measures no distances: the GM decides who is in range, in sight and in cover"):
        table.type(f"show --between {pair[0]} {pair[1]}")


def test_a_dry_run_says_who_an_area_attack_would_catch(table):
    table.type("start depot-raid --seed a --force")
    table.type("init")
    table.type("set guard square=H3")
    before = table.storage.load().fight
    told = table.text("throw hale frag lookout -n --force")
    assert told.splitlines()[0] == "as aimed, this catches: The lookout (toughs), The guard (toughs)"
    assert json.loads(table.text("throw hale frag lookout -n --force --json"))["would_catch"] == ["lookout", "guard"]
    assert table.text("throw hale frag --at B7 -n --force").startswith("as aimed, this catches: Gort Ilesh (crew)\n")
    assert table.text("throw hale frag --at G8 -n --force").startswith("as aimed, this catches: no one\n")
    assert json.loads(table.text("note x -n --json"))["would_catch"] is None
    assert table.storage.load().fight == before
    assert "as aimed" not in table.text("throw hale frag lookout --force")
