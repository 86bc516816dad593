"""The numbered list of what can be done, and choosing from it, in scripts and one command after the other."""

import json
import re
import shlex

import pytest
from rich.cells import cell_len

from rbfcli.commands.actions import whose_actions
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError, Refusal, UsageError
from rbfcli.core.limits import Budget
from rbfcli.language.parser import read_line
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED
from tests.conftest import each_encounter


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
    assert listed[1].split(None, 2) == ["attack", "thug1", "1 action  attack, 2d8 +3 vs 12"]
    assert "aim                               1 action  aims: +1 to the next attack" in listed.values()
    held, passed = (next(row for row in listed.values() if row.startswith(each)) for each in ("hold ", "turn next "))
    assert "holds until initiative" in held
    assert "waits" not in passed
    trip = next(row for row in listed.values() if "--technique trip" in row)
    assert trip.endswith("attack, 2d8 +3 vs 12; knock prone")
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
    with pytest.raises(RbfError, match="the last list of actions was empty"):
        joss.type("1")


def test_one_command_after_the_other_has_shown_no_list(saved):
    for line in ("init --set joss=60", "turn"):
        saved.type(line)
    with pytest.raises(Refusal, match="no question to answer") as refused:
        saved.type("choose 2")
    assert refused.value.hint.startswith("`actions` shows lines to type")


def test_without_a_number_nothing_is_chosen_from_a_list(joss):
    joss.type("actions")
    with pytest.raises(RbfError, match="no question to answer"):
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
    """All enemies within reach share one row; attacks come first, and joint actions appear once."""
    table.type("start mine-raid --seed pit")
    table.type("init")
    table.interpreter.style = TERMINAL
    listed = table.text("actions").splitlines()
    assert [" ".join(line.split()) for line in listed[:5]] == [
        "crew:",
        "1-4 attack rill guard1|guard2|guard3|commander 1 action attack, 2d6 +1",
        "5-8 attack bram guard1|guard2|guard3|commander 1 action attack, 2d6 +1",
        "9-12 attack odile guard1|guard2|guard3|commander 1 action attack, 2d6",
        "13-16 tag rill bram guard1|guard2|guard3|commander 1 action attack, 2d6 +2",
    ]
    assert listed[8:9] == ["guards:"]
    assert len(listed) == 12
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
    """Techniques share one row, no roll appears twice, and the row says how to list each."""
    joss.interpreter.style = TERMINAL
    listed = joss.text("actions").splitlines()
    assert len(listed) <= 23
    assert "attack thug1 --technique blind|strafe|cripple|disarm|pierce|shove|sunder|trip" in "".join(
        map(str.strip, listed)
    )
    assert sum("attack, 2d8 +3 vs 12" in line for line in listed) == 1
    assert listed[-1] == "actions --all lists each one with its effect"
    assert "knock prone" in joss.text("actions --all")


def test_of_a_boss_that_holds_one_of_its_turns_only_that_one_waits(table):
    table.type("start siege-drone --seed drone")
    assert "waits" not in table.text("init")
    row = next(
        each for each in json.loads(table.text("actions drone --json"))["actions"] if each["line"] == "hold drone"
    )
    assert row["effect"] == "holds until initiative 5; Nadir Cole's turn"
    assert table.text("hold drone").splitlines()[0] == "Siege drone holds until initiative 5"


def test_of_a_choice_each_row_says_what_it_does(table):
    table.type("start mine-raid --seed pit")
    for line in ("init", "attack bram guard1 --dice 6,6"):
        table.type(line)
    rows_of_it = json.loads(table.text("actions --json"))["actions"]
    assert (rows_of_it[0]["line"], rows_of_it[0]["effect"]) == ("choose double", "double damage for this action")


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
    [("hit thug1", "attack WHO TARGET"), ("hp", "damage WHO N"), ("kill thug1", "remove WHO"), ("quit", "Ctrl-D"),
     ("load x", "rbf repl FILE"), ("walk crates", "move WHO PLACE"), ("pass", "next: `init`"),
     ("cure ada", "heal WHO N"), ("dmg ada 3", "damage WHO N"), ("yes", "next: `init`"),
     ("reset", "restore brings this fight back"), ("config show", "doctor lists those in use"),
     ("source x", "run SCRIPT")],
)  # fmt: skip
def test_other_words_point_the_way(table, word, way):
    with pytest.raises(RbfError) as wrong:
        table.type(word)
    assert (wrong.value.status, wrong.value.message) == (2, f"unknown command '{word.split()[0]}'")
    assert way in wrong.value.hint


def test_such_a_word_points_the_way_too_where_another_system_has_a_verb_of_that_name(table):
    """`save` is a verb of generic, and a word that people try."""
    with pytest.raises(RbfError, match="save is a command of generic") as wrong:
        table.type("save")
    assert "every command saves the fight" in wrong.value.hint


def test_a_system_may_have_a_verb_of_such_a_name(table):
    table.type("start depot-raid --seed door")
    with pytest.raises(RbfError, match="missing WHO") as wrong:
        table.type("open")
    assert "rbf repl" not in wrong.value.hint


# The error suggests what the active combatant could have meant, as lines the rules accept; nothing is played.


@pytest.fixture
def turn_advice_table():
    """A fight of an encounter, at the turn that some lines lead to."""

    def begun(encounter, *lines, advises=True):
        storage = MemoryStorage()
        storage.begin(from_encounter(find_encounter(encounter), "seed", source=encounter), replace=True)
        interpreter = CommandService(storage, Style(), advises=advises)
        for line in lines:
            told(interpreter, line)
        return interpreter

    return begun


def told(interpreter, line):
    """Return the outcome of a line."""
    return interpreter.perform(line.split()).text


def wrong(interpreter, line, kind=RbfError):
    """The error of a line; the fight is as it was."""
    before = interpreter.storage.load().fight
    with pytest.raises(kind) as error:
        interpreter.perform(line.split())
    assert interpreter.storage.load().fight == before
    return error.value


ORDER = "init --set {}=90 gunner1=80 joss=9 pell=8 thug1=7 thug2=6 thug3=5 thug4=4 gunner2=3"
DOCKS = ("dock-ambush", ORDER.format("ada"))
ROAD = ("relay-road", "init --set corin=90 raider1=80", "move corin 1")


def test_a_line_for_someone_whose_turn_it_is_not_says_whose_it_is(turn_advice_table):
    interpreter = turn_advice_table(DOCKS[0], DOCKS[1], "turn")
    assert wrong(interpreter, "attack joss pell --autofire").hint == "try: `turn next` or `turn to joss`"


@pytest.mark.parametrize(
    ("begun", "line", "message", "hint"),
    [
        (
            ROAD[:2],
            "overwatch",
            "missing REGION (the region)",
            "now possible: `overwatch 0` or `overwatch 1`",
        ),
        (
            DOCKS,
            "move",
            "missing TO (a named place, or a metre)",
            "now possible: `move gangway`, `move quay` or `move 14`",
        ),
        (
            (*DOCKS, "turn"),
            "attack gunner1",
            "missing TARGETS",
            "now possible, among others: `attack ada`, `attack tamsin`, `attack joss`, `attack pell` or `attack ada --nonlethal`",  # noqa: E501 - as it is shown
        ),
        (
            DOCKS,
            "attack",
            "missing TARGETS",
            "no attack is possible now; `actions --all` lists what else you can do",
        ),
        (DOCKS, "note", "missing TEXT (what happened)", 'for example: note "the crane starts to swing"'),
        (DOCKS, "set ada", "missing PAIRS (KEY=VALUE)", "for example: set ada hp=12"),
        (("losing-air",), "hold", "missing WHO", "hold [WHO] [options]"),
    ],
)
def test_a_line_that_ends_too_soon_is_told_how_it_could_go_on(turn_advice_table, begun, line, message, hint):
    error = wrong(turn_advice_table(*begun), line, UsageError)
    assert (error.message, error.hint) == (message, hint)


def test_before_the_fight_the_example_stays(turn_advice_table):
    assert wrong(turn_advice_table("relay-road"), "overwatch").hint == "for example: overwatch sela 2"


def test_a_name_of_two_words_is_proposed_in_quotes_behind_whoever_is_up(turn_advice_table):
    interpreter = turn_advice_table("siege-drone", "init --set nadir=90", "set orla hp=9", "set orla place=hulk at=12")
    meant = 'use nadir "medical kit" orla'
    assert wrong(interpreter, "use medical kit orla", Refusal).hint == f"did you mean `{meant}`?"
    interpreter.perform(shlex.split(meant))


@pytest.mark.parametrize(
    ("encounter", "before", "line", "read_as"),
    [
        ("siege-drone", "init --set nadir=90", "cast arc drone --dice 5,5", "cast nadir arc drone --dice 5,5"),
        ("siege-drone", "init --set nadir=90", "speak come down", "speak nadir come down"),
        ("siege-drone", "init --set nadir=90", 'use "medical kit" orla', 'use nadir "medical kit" orla'),
        ("hangar-breach", "init --set nadia=99", "other calls for help", "other nadia calls for help"),
        ("hangar-breach", "init --set nadia=99", "declare other 2", "declare nadia other 2"),
        ("weir-at-dusk", "init --set tom=30", "use wave ghoul1 toad", "use tom wave ghoul1 toad"),
    ],
)
def test_the_one_whose_turn_it_is_need_not_be_named(turn_advice_table, encounter, before, line, read_as):
    """An unknown first word is taken as the verb that fits the words after the actor."""
    table = turn_advice_table(encounter, before, "set orla hp=9 place=hulk at=12" if "siege" in encounter else "show")
    session = table.storage.load()
    rules, fight = session.rules, session.fight
    assert read_line(line, rules, fight) == read_line(read_as, rules, fight)


def test_a_name_that_is_nearly_right_comes_before_whoever_is_up(turn_advice_table):
    assert (
        wrong(turn_advice_table("siege-drone", "init --set nadir=90"), "speak orlaa hello").hint == "did you mean orla?"
    )


def test_own_words_at_a_question_are_told_how_to_be_given(turn_advice_table):
    interpreter = turn_advice_table(
        "dock-ambush", ORDER.format("ada"), "set thug1 place=crates at=8", "attack thug1 --dice 8,8"
    )

    error = wrong(interpreter, "hurled into the harbour", UsageError)

    assert error.message == "'hurled into the harbour' is neither a command nor an answer"
    assert error.hint == 'say "hurled into the harbour" answers in your own words; show lists the answers'
    assert wrong(interpreter, "shwo").hint == "did you mean show?"


def test_what_two_do_together_is_listed_once(turn_advice_table):
    """THR-TAG-1: a tag team is listed under its first member."""
    interpreter = turn_advice_table("mine-raid", "init")

    listed = interpreter.perform(["actions"]).text

    assert "tag rill bram guard1" in listed
    assert "tag bram rill guard1" not in listed
    assert "tag bram rill guard1" in interpreter.perform(["actions", "bram"]).text


def test_aimed_fire_is_an_option_of_the_attack(turn_advice_table):
    """RPJ-AIM-1."""
    error = wrong(turn_advice_table(*ROAD[:2]), "aim raider1")
    assert error.message == "rpj has no aim command"
    assert error.hint == "aim as part of the shot, for 2 actions: attack TARGET --aimed (RPJ-AIM-1)"


@pytest.mark.parametrize(
    ("line", "hint"), [("attack raider1", "move corin 1"), ("attack trooper --with pistol", "move corin 1")]
)
def test_who_is_too_far_is_reached_through_the_next_region(turn_advice_table, line, hint):
    """RPJ-FIELD-4, RPJ-FIELD-5: the refusal names the move that leads nearer."""
    assert wrong(turn_advice_table(*ROAD[:2]), line, Refusal).hint == f"try: {hint}, or --force"


def test_once_the_crew_is_down_the_end_comes_next(turn_advice_table):
    """THR-END-1: the only next step is the one just printed."""
    interpreter = turn_advice_table("mine-raid", "init", "remove odile", "remove rill", "set bram hp=1")
    told(interpreter, "turn next --force")

    text = told(interpreter, "attack guard1 bram --dice 1,1,6 --answer down=knocked-out")

    assert text.endswith("No one in the crew is left standing\nnext: end\n")


def test_the_damage_besides_a_technique_is_said_to_be_that(turn_advice_table):
    """RBF-ATK-2, RBF-TEC-1: twice a hit with a technique instead of damage is the technique, and the damage once."""
    interpreter = turn_advice_table("dock-ambush", ORDER.format("tamsin"), "set thug1 place=crates at=8")

    text = told(interpreter, "attack thug1 --technique grapple --critical double --dice 8,6")

    assert "Dockside thug 1 takes 7 damage: bare hands 2 + Brawl 5, besides the technique\n" in text
    assert "Dockside thug 1 is grappled" in text


def test_a_refusal_has_a_name_with_an_article_small_inside(turn_advice_table):
    interpreter = turn_advice_table("duel", "init --set ada=20")
    error = wrong(interpreter, "attack bosun ada", Refusal)
    assert error.message == "it is not the bosun's turn"
    assert wrong(interpreter, "odds attack bosun ada", Refusal).message == error.message
    assert "forced: it is not the bosun's turn" in interpreter.perform(shlex.split("attack bosun ada --force -n")).text


# The list on a screen of 24 rows, in every fight that comes with rbf.

EXAMPLES = [
    pytest.param(f"{system}/{name}", marks=pytest.mark.slow) for system in SHIPPED for name in ("ambush", "duel")
]
ROWS = 24
NUMBERED = re.compile(r" *(\d+)(?:-(\d+))?  (\S+)(.*)")


def offered_numbers(text):
    """The first and last number of each row of a list, with its verb."""
    found = (NUMBERED.fullmatch(line) for line in text.splitlines())
    return [(int(each[1]), int(each[2] or each[1]), each[3].rstrip(",")) for each in found if each]


def turns_of(table, name):
    """Each of the first turns or phases of a fight."""
    table.type(f"start {name} --seed screen --force")
    table.type("init")
    for _ in range(3):
        if table.storage.load().fight.questions:
            table.type("1")
            continue
        yield
        table.type("turn next --force")


@pytest.mark.parametrize("name", [*each_encounter("depot-raid", "mine-raid"), *EXAMPLES])
def test_a_list_fits_the_screen_and_each_number_means_the_same_everywhere(table, name):
    """In the folded list, with `--all`, in `suggest` and in JSON, and what it means is accepted when typed.

    Number 1 is an attack if one is possible.
    """
    for _ in turns_of(table, name):
        lines = {row["number"]: row["line"] for row in json.loads(table.text("actions --json"))["actions"]}
        table.interpreter.style = TERMINAL
        brief, whole, ranked = table.text("actions"), table.text("actions --all"), table.text("suggest")
        table.interpreter.style = Style()
        assert verbs_of(lines)[1] == "attack" or "attack" not in verbs_of(lines).values()
        assert len(brief.splitlines()) <= ROWS
        assert len(ranked.splitlines()) <= ROWS
        assert [number for first, last, _ in offered_numbers(brief) for number in range(first, last + 1)] == [*lines]
        assert {number: verb for number, _, verb in offered_numbers(whole)} == verbs_of(lines)
        for number, _, verb in [*offered_numbers(brief), *offered_numbers(ranked)]:
            assert lines[number].split()[0] == verb
        for row in json.loads(table.text("suggest --json"))["ranked"]:
            assert lines[row["number"]] == row["line"]
        for number, line in lines.items():
            if "…" in line:
                with pytest.raises(UsageError, match="missing your own words"):
                    table.type(f"{number} --dry-run")
            else:
                assert table.type(f"{number} --dry-run").meant == line


def verbs_of(lines):
    return {number: line.split()[0] for number, line in lines.items()}


def test_a_team_has_a_part_of_the_list_for_each_combatant(table):
    """Those who can attack come first; what is shared comes last."""
    table.type("start depot-raid --seed door")
    table.type("init")
    table.interpreter.style = TERMINAL
    listed = table.text("actions").splitlines()
    assert [line for line in listed if line.endswith(":")] == ["Gort Ilesh:", "Hale Brannock:", "Yara Senn:"]
    assert listed[1].split()[:3] == ["1", "attack", "gort"]
    assert listed[-2].split()[1:3] == ["turn", "next"]


def test_a_list_that_no_folding_fits_says_that_it_goes_on(table):
    table.type("start mine-raid --seed pit")
    for line in ("add miner --count 12 side=crew hp=5", "init"):
        table.type(line)
    table.interpreter.style = TERMINAL
    listed = table.text("actions").splitlines()
    assert len(listed) <= ROWS
    assert re.fullmatch(r"and more, up to number \d+: actions --all", listed[-1])


def test_the_dying_help_no_one():
    """GEN-DIE-3: the offers of a turn; the GM can still say that someone is stabilized."""
    service = CommandService(MemoryStorage(), Style())
    people = ("add mage hp=9 side=us pc=true", "add ally hp=9 side=us pc=true", "add rat hp=9 side=them")
    for line in ("new generic", *people, "init --dice 20,10,1", "damage mage 9", "damage ally 9"):
        service.perform(shlex.split(line))
    assert "stabilize" not in service.perform(["actions"]).text
    service.perform(["heal", "mage", "1"])
    assert "stabilize ally" in service.perform(["actions"]).text


def test_without_an_attack_the_list_begins_with_what_prepares_one(table):
    """A thug out of reach, and a gunner without ammunition."""
    table.type("init --set thug1=90 --set gunner1=80")
    assert [row.split()[0] for row in rows(table.text("actions")).values()][:4] == ["move"] * 4
    table.type("set gunner1 ammo.auto-rifle=0")
    table.type("turn to gunner1")
    assert rows(table.text("actions"))[1].startswith("reload ")
