"""The command: what it prints, writes, replays and refuses."""

import json
import subprocess
import sys
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from rbfcli.cli.front_ends import simulate_in_shell
from rbfcli.cli.process import Output
from rbfcli.cli.shell import ShellRequest
from rbfcli.commands.reply import Reply
from rbfcli.commands.service import CommandService
from rbfcli.commands.simulate import simulate
from rbfcli.commands.simulation_data import read_sweep, subject_of, sweep_targets
from rbfcli.core.errors import RbfError, Refusal, StorageFailed, UsageError
from rbfcli.lab.policies import GROUP, policy_named
from rbfcli.lab.simulate import plan_of as plan_for
from rbfcli.lab.simulate import played_once, require_a_fight, seed_of
from rbfcli.language.grammar import CommonOptions, split_words
from rbfcli.language.parser import parse_line, read, read_line
from rbfcli.language.verbs import VERBS
from rbfcli.render.sentences import Style
from rbfcli.repl.conversation import Conversation
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.origin import TYPED
from rbfcli.storage.paths import find_encounter
from tests.lab.fights import FEW_ROUNDS, begun, plan_of

CRITICAL = ("start duel --seed x", "init", "attack ada bosun --force --dice 8,8")
BUILT = """\
format = 1
system = "rbf"

[blocks.hand]
hp = 15
skills = { melee = 1, dodge = 2 }

[combatants.ada]
from = "hand"
side = "crew"

[combatants.thug]
side = "dockers"
tn = 10
hp = 5
"""
OF_EACH_SYSTEM = ("duel", "relay-road", "ridge-crossing", "mine-raid", "hangar-breach")


def told(line, *before, width=80):
    interpreter = CommandService(MemoryStorage(), Style(width=width))
    for each in before:
        interpreter.perform(split_words(each))
    return interpreter.perform(split_words(line)).text


@pytest.mark.parametrize("name", OF_EACH_SYSTEM)
def test_a_fight_is_replayed_by_its_script(name):
    """The script of a fight leads to the very health that the fight ended with."""
    fought = played_once(plan_of(name), 3, told=True)
    lines = told(f"simulate {name} --seed lab --rounds {FEW_ROUNDS} --replay 3").splitlines()
    assert lines[1] == f'start {name} --seed "{seed_of("lab", 3)}"'
    session = from_encounter(find_encounter(name), seed_of("lab", 3), source=name)
    for line in lines[2:-1]:
        session.perform(read_line(line, session.rules, session.fight))
    left = {who: session.rules.health(one)[0] for who, one in session.fight.combatants.items()}
    assert left == fought.left


def test_a_fight_that_is_under_way_is_replayed_by_its_script():
    """Each fight has new dice, as after `set fight seed=…`, regardless of earlier draws."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start dock-ambush --seed docks", "init", "turn"):
        interpreter.perform(split_words(line))
    begun = interpreter.storage.load()
    assert begun.fight.drawn
    fought = played_once(plan_for(begun.rules, begun.fight, "lab"), 3)
    lines = interpreter.perform(split_words("simulate --seed lab --replay 3")).text.splitlines()
    for line in lines[1:-1]:
        interpreter.perform(split_words(line))
    people = interpreter.storage.load().fight.combatants
    assert {who: begun.rules.health(one)[0] for who, one in people.items()} == fought.left


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("-n 0", "from 1 to"),
        ("--policy wekest", "did you mean weakest"),
        ("--policy crw=best", "did you mean crew"),
        ("--policy crew=best --policy cre=weakest", "the policy of crew given more than once"),
        ("--policy best --policy crew=best --policy weak", "the policy of all given more than once"),
        ("--policy crew=optimal", "unknown policy 'optimal' policies: random, weakest, nearest, best"),
        ("--sweep thug.count=2..3", "unknown combatant 'thug' combatants: ada, bosun"),
        ("--sweep ada.hq=2..3", "--sweep ada.hq=2: combatants.ada.hq: unknown key did you mean hp?"),
        ("--sweep ada.hp=2", "--sweep must be ID.KEY=LOW..HIGH, not 'ada.hp=2' use --sweep thug.count=2..6"),
        (
            "--sweep ada.hp=1..9999999999999999999",
            "--sweep must be ID.KEY=LOW..HIGH, not 'ada.hp=1..9999999999999999999' use --sweep thug.count=2..6",
        ),
        ("--sweep ada.hp=--1..2", "--sweep must be ID.KEY=LOW..HIGH, not 'ada.hp=--1..2' use --sweep thug.count=2..6"),
        ("--sweep ada.hp=1..99", "--sweep can try at most 50 numbers, not 99"),
        ("--compare duel --sweep ada.hp=1..2", "--compare and --sweep cannot be combined use only one of them"),
        ("--csv rows.csv -n 1000000", "--csv can write at most 100,000 fights use a smaller -n"),
        ("--scheduler nonsense", "--scheduler tcp://localhost:8786"),
        ("--scheduler tcp://:8786", "--scheduler tcp://localhost:8786"),
        ("--scheduler tcp://localhost:0", "--scheduler tcp://localhost:8786"),
        ("--scheduler tcp://localhost:99999", "--scheduler tcp://localhost:8786"),
        ("--scheduler pigeon://localhost:8786", "--scheduler tcp://localhost:8786"),
    ],
)
def test_what_cannot_be_simulated_is_refused(line, wrong):
    with pytest.raises(RbfError) as refused:
        told(f"simulate duel {line}")
    assert refused.value.status == 2
    assert wrong in f"{refused.value.message} {refused.value.hint}"


def test_a_fight_that_is_over_is_refused_and_one_that_waits_where_it_has_to_be_answered_first():
    fight = begun("duel").fight
    with pytest.raises(RbfError, match="fight"):
        told("simulate")
    with pytest.raises(Refusal, match="is over"):
        require_a_fight(begun("duel").rules, replace(fight, over="enough"))
    with pytest.raises(Refusal, match="until one side is left, and here only"):
        told("simulate", "start duel --seed x", "remove ada")
    with pytest.raises(Refusal, match="between two commands") as refused:
        told("simulate --what-matters", *CRITICAL)
    assert "choose double | " in refused.value.hint


@pytest.mark.parametrize("policy", ["weakest", "best", "random"])
def test_a_fight_that_waits_is_played_on_and_its_script_begins_with_the_answer(policy):
    """The policy of the side that is asked answers; damage is credited to the actor of the command."""
    interpreter = CommandService(MemoryStorage(), Style())
    for line in CRITICAL:
        interpreter.perform(split_words(line))
    rules, fight = interpreter.storage.load().rules, interpreter.storage.load().fight
    assert fight.questions
    line = f"simulate -n 12 --seed s --policy {policy} --json"
    facts = json.loads(interpreter.perform(split_words(f"{line} --jobs 1")).text)
    again = json.loads(interpreter.perform(split_words(f"{line} --jobs 2")).text)
    assert {**again, "command": ""} == {**facts, "command": ""}
    script = interpreter.perform(split_words(f"simulate --seed s --policy {policy} --replay 3")).text.splitlines()
    assert script[2].startswith("choose ")
    for each in script[1:-1]:
        interpreter.perform(split_words(each))
    plan = plan_for(rules, fight, "s")
    fought = played_once(replace(plan, policies=dict.fromkeys(plan.policies, policy)), 3)
    people = interpreter.storage.load().fight.combatants
    assert {who: rules.health(one)[0] for who, one in people.items()} == fought.left
    assert sum(fought.dealt.values()) == sum(fought.taken.values()) > 0


def test_the_beginning_of_a_policy_is_told_as_the_whole():
    """`--policy crew=best` overrides the policy of all sides, in any position."""
    facts = json.loads(told("simulate duel -n 2 --jobs 1 --seed s --policy crew=be --policy near --json"))
    assert facts["policies"] == {"crew": "best", "dockers": "nearest"}


@pytest.mark.parametrize("policy", ["weakest", "nearest", "best"])
def test_whoever_holds_what_is_empty_or_has_failed_sees_to_that(policy):
    """In BGC in two steps: an action for it is declared, then it reloads, or takes another weapon."""
    fight = begun("bgc/duel").fight
    empty = {who: replace(one, ammo=dict.fromkeys(one.ammo, 0)) for who, one in fight.combatants.items()}
    failed = {who: replace(one, failed=one.weapons[:1]) for who, one in fight.combatants.items()}
    for people, deeds in ((empty, {"reload jun", "reload runner"}), (failed, {"draw jun stun-rod", "holster runner"})):
        plan = plan_of("bgc/duel", policy, rounds=100, fight=replace(fight, combatants=people))
        fights = [played_once(plan, number, told=True) for number in range(1, 6)]
        assert {each.ended for each in fights} == {"over"}
        assert deeds <= {line for each in fights for line in each.lines}


@pytest.mark.parametrize("policy", ["weakest", "nearest"])
def test_whoever_has_spells_casts_in_the_place_of_a_weapon_or_beyond_its_reach(policy):
    """The worst of them first; the drowned know none, and an enemy with harm of its own attacks whom it reaches."""
    plan = plan_of("drowned-chapel", policy, rounds=100)
    lines = [line for number in range(1, 9) for line in played_once(plan, number, told=True).lines]
    cast = {tuple(line.split()[1:3]) for line in lines if line.startswith("cast ")}
    assert cast == {("nadir", "lance"), ("hexer", "undertow")}
    assert not [line for line in lines if line.startswith("attack nadir ")]
    near = [replace(one, place="altar", at=None) for one in plan.fight.combatants.values()]
    plan = replace(plan, fight=replace(plan.fight, combatants=dict(zip(plan.fight.combatants, near, strict=True))))
    lines = [line for number in range(1, 9) for line in played_once(plan, number, told=True).lines]
    assert [line for line in lines if line.startswith("attack hexer ")]
    assert not [line for line in lines if line.startswith("cast hexer ")]


def test_of_fights_that_get_stuck_it_is_said_who_was_still_up_and_why():
    line = "simulate -n 20 --jobs 1 --seed s --policy weakest"
    away = "start worm-hunt --seed s", "set raider1 in_zone=false", "set raider2 in_zone=false"
    facts = json.loads(told(f"{line} --json", *away))
    stuck = {who: each["stuck"] for who, each in facts["combatants"].items()}
    assert stuck["raider1"] == stuck["raider2"] == facts["ended"]["stuck"] > 0
    assert stuck["truck"] <= facts["ended"]["stuck"]
    assert facts["stuck"] == ["Flat raider 1 is not in the combat zone (try `set raider1 in_zone=true`)"]
    text = " ".join(told(line, *away).split())
    assert f"still up then: ivo in {stuck['ivo']}, " in text
    assert f"raider2 in {stuck['raider2']} (foes); Flat raider 1 is not in the combat zone" in text
    assert json.loads(told("simulate duel -n 5 --jobs 1 --seed s --json"))["stuck"] == []


@pytest.mark.parametrize(
    ("system", "sheet", "why"),
    [
        ("generic", "hp=9", "{} has no attack (try `set {} attacks.claw.damage=1d4`)"),
        ("bgc", "speed=5 tough=4", "unknown skill 'brawl' on {}"),
    ],
)
def test_of_combatants_without_an_attack_it_is_said_what_to_add(system, sheet, why):
    """Each side's reason is that of its own turn, not that it is another's turn."""
    sides = [f"add {who} {sheet} side={side}" for who, side in (("ann", "crew"), ("bob", "foes"))]
    facts = json.loads(told("simulate -n 5 --jobs 1 --seed s --json", f"new {system}", *sides))
    assert facts["stuck"] == [why.format(who, who) for who in ("ann", "bob")]
    assert facts["draws"] == 5


def test_json_has_the_keys_of_the_contract():
    facts = json.loads(told("simulate duel -n 30 --seed s --jobs 1 --json"))
    assert {"fights", "seed", "sides", "draws", "rounds", "combatants"} <= set(facts)
    assert facts["fights"] == facts["draws"] + sum(side["wins"] for side in facts["sides"].values()) == 30
    assert all(side["low"] <= side["chance"] <= side["high"] for side in facts["sides"].values())
    again = json.loads(told("simulate duel -n 30 --seed s --jobs 2 --json"))
    assert {**again, "command": ""} == {**facts, "command": ""}


def test_a_fork_leaves_the_fight_as_it_stands():
    interpreter = CommandService(MemoryStorage(), Style())
    for line in ("start duel --seed x", "init"):
        interpreter.perform(split_words(line))
    before = interpreter.storage.load().fight
    interpreter.perform(split_words("simulate -n 30 --jobs 1"))
    assert interpreter.storage.load().fight == before


@pytest.mark.parametrize(
    ("sweep", "wrong", "hint"),
    [
        ("bosun.count=0..2", "--sweep bosun.count=0: combatants.bosun.count must be a whole number from 1 to 1000", ""),
        ("ada.name=1..2", "--sweep ada.name=1: combatants.ada.name must be a string of 1 to 64 characters, not 1", ""),
        ("ada.skills=1..2", "--sweep ada.skills=1: combatants.ada.skills must be", ""),
        ("ada.skills.mele=1..2", "combatants.ada.skills.mele: unknown skill 'mele'", "did you mean melee?"),
        ("ada.hp.low=1..2", "--sweep ada.hp.low=1: combatants.ada.hp must be a whole number", ""),
        (
            "bosun.hp=0..1",
            "--sweep bosun.hp=0: the rules change it to 20",
            "sweep only over numbers that the rules keep",
        ),
    ],
)
def test_a_sweep_over_what_cannot_be_so_is_refused_by_its_name(sweep, wrong, hint):
    with pytest.raises(UsageError) as refused:
        told(f"simulate duel --sweep {sweep}")
    assert wrong in refused.value.message
    assert hint in refused.value.hint


def test_numbers_below_0_are_swept_as_well():
    assert told("simulate duel -n 2 --seed s --jobs 1 -q --sweep ada.skills.melee=-1..0").splitlines()[0] == (
        "ada.skills.melee=-1\tcrew\t0.0000"
    )


def test_a_number_inside_a_table_is_swept_and_the_rest_of_the_table_stays(tmp_path):
    """The same for a stat block: tables extend the block's tables."""
    path = tmp_path / "built.toml"
    path.write_text(BUILT)
    facts = json.loads(told(f"simulate {path} -n 40 --seed s --jobs 1 --sweep ada.skills.dodge=0..9 --json"))["sweep"]
    assert (facts[0]["value"], facts[9]["value"]) == ("ada.skills.dodge=0", "ada.skills.dodge=9")
    assert facts[0]["sides"]["crew"]["wins"] < facts[9]["sides"]["crew"]["wins"]
    subject = subject_of(MemoryStorage(), str(path))
    changed = sweep_targets(subject, read_sweep("ada.skills.dodge=4..4", subject), 4).fight.combatants["ada"]
    assert changed.skills == {"melee": 1, "dodge": 4}


@pytest.mark.parametrize(
    ("option", "labels"),
    [
        ("--sweep bosun.count=1..2", ["bosun.count=1", "bosun.count=2"]),
        ("--sweep bosun.count=2..2", ["bosun.count=2"]),
        ("--compare rpj/duel", ["duel", "rpj/duel"]),
        ("--what-matters", ["", "one more ada", "one more bosun", "half more health"]),
    ],
)
def test_in_short_each_result_is_a_line_for_each_side(option, labels):
    line = f"simulate duel -n 5 --rounds 2 --seed s --jobs 1 {option}"
    facts = json.loads(told(f"{line} --json"))
    rows = [row.split("\t") for row in told(f"{line} -q").splitlines()]
    for label in labels:
        assert any(label in row[0] and len(row) == 3 for row in rows), label
    several = facts["sweep"] or [facts, *facts["compared"], *facts["what_matters"]]
    assert [row[1:] for row in rows] == [
        [side, f"{found['chance']:.4f}"] for each in several for side, found in each["sides"].items()
    ]


def test_a_sweep_has_a_row_for_each_number_and_stronger_ones_win_more():
    facts = json.loads(told("simulate duel -n 50 --seed s --jobs 1 --sweep ada.hp=1..3 --json"))["sweep"]
    assert [each["value"] for each in facts] == ["ada.hp=1", "ada.hp=2", "ada.hp=3"]
    assert facts[0]["sides"]["crew"]["wins"] <= facts[2]["sides"]["crew"]["wins"]


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ("--replay 3 --compare duel", "--replay", "--compare"),
        ("--replay 3 --sweep ada.hp=1..2", "--replay", "--sweep"),
        ("--replay 3 --what-matters", "--replay", "--what-matters"),
        ("--replay 3 --csv -", "--replay", "--csv"),
        ("--replay 3 --svg chart.svg", "--replay", "--svg"),
    ],
)
def test_options_that_do_not_go_together_are_both_named(options, first, second):
    with pytest.raises(UsageError) as refused:
        told(f"simulate rpj/duel --rounds 1 {options}")
    assert {first, second} <= set(f"{refused.value.message} ".replace(",", " ").split())


def test_a_fight_beside_itself_has_a_row_of_its_own():
    facts = json.loads(told("simulate duel -n 10 --seed s --jobs 1 --compare duel --json"))
    assert [each["sides"] for each in facts["compared"]] == [facts["sides"]]
    rows = told("simulate duel -n 10 --seed s --jobs 1 --compare duel").splitlines()[2:]
    assert [row.split("  ")[0] for row in rows] == ["duel", "duel (compared)"]


@pytest.mark.parametrize("width", [40, 80])
def test_screens_keep_their_width(width):
    interpreter = CommandService(MemoryStorage(), Style(width=width, tables=True))
    for line in ("", " --compare mine-raid", " --sweep bosun.count=1..2"):
        text = interpreter.perform(split_words(f"simulate duel -n 25 --jobs 1 --seed s{line}")).text
        assert max(map(len, text.splitlines())) <= width


def test_files_have_all_fights(tmp_path):
    rows, chart = tmp_path / "rows.csv", tmp_path / "chart.svg"
    line = f"simulate duel -n 30 --jobs 1 --seed s --csv {rows} --svg {chart}"
    told(line)
    assert len(rows.read_text().splitlines()) == 31
    assert chart.read_text().startswith("<svg ")
    with pytest.raises(Refusal, match="already exists"):
        told(line)


@pytest.mark.parametrize(
    ("options", "wrong", "said"),
    [
        ("--csv {0}/none/rows.csv", StorageFailed, "no such folder"),
        ("--svg {0}/none/chart.svg", StorageFailed, "no such folder"),
        ("--csv {0}/both --svg {0}/both", UsageError, "--csv and --svg must be different files"),
        ("--csv - --json", UsageError, "--json already uses standard output"),
    ],
)
def test_what_cannot_be_written_is_told_before_anything_is_played(tmp_path, monkeypatch, options, wrong, said):
    monkeypatch.setattr("rbfcli.commands.simulate._played", lambda *_, **__: pytest.fail("it was played"))
    with pytest.raises(wrong, match=said):
        told(f"simulate duel -n 30 --jobs 1 {options.format(tmp_path)}")
    assert list(tmp_path.iterdir()) == []


def test_rows_and_charts_are_printed_in_place_of_the_report():
    rows = told("simulate duel -n 3 --jobs 1 --seed s --csv -")
    assert (len(rows.splitlines()), rows.splitlines()[0].split(",")[0]) == (4, "of")
    assert told("simulate duel -n 3 --jobs 1 --seed s --svg -").startswith("<svg ")


def test_a_policy_of_a_package_is_found_by_its_entry_point(monkeypatch):
    class Entry:
        name = "lazy"
        value = "lazy_policies:lazy"

        def load(self):
            return lambda _view: ()

    monkeypatch.setattr("rbfcli.lab.policies.entry_points", lambda group: [Entry()] if group == GROUP else [])
    text = told("simulate duel -n 5 --jobs 1 --policy lazy --seed x")
    assert "5 draws" in text
    with pytest.raises(RbfError, match="unknown policy 'lzy'"):
        policy_named("lzy")


def test_no_other_verb_loads_the_simulation(tmp_path):
    save = str(tmp_path / "fight.toml")
    for words in (("start", "duel"), ("init",), ("show",), ("actions",)):
        line = [sys.executable, "-X", "importtime", "-m", "rbfcli", *words, "-e", save]
        loaded = subprocess.run(line, capture_output=True, text=True, check=True).stderr
        assert "rbfcli.model.fight" in loaded
        assert not any(
            f"rbfcli.lab.{each}" in loaded for each in ("playing", "policies", "report", "simulating", "view")
        )
        assert "concurrent" not in loaded
        assert "rbfcli.render.simulation" not in loaded


def test_rounds_are_those_that_begin_as_help_says():
    """From its start a fight has a first round; under way, the running one has begun already."""
    rounds = [
        json.loads(told("simulate -n 20 --jobs 1 --seed s --json", "start duel --seed x", "set bosun hp=1", *lines))
        for lines in ((), ("init",))
    ]
    least = [min(map(int, each["rounds"]["counts"])) for each in rounds]
    assert least == [1, 0]
    assert "the current one does not count" in " ".join(told("help lab").split())


def courses(line):
    """The progress line: fights played, fights in all, and whether that number is an estimate."""
    seen = []
    command = read(parse_line(split_words(line)), VERBS).command
    simulate(MemoryStorage(), command, Style(), CommonOptions(), lambda *told: seen.append(told))
    assert seen[0][0] == 0
    return list(dict.fromkeys(each for each in seen if each[0]))


@pytest.mark.parametrize("line", ["", "--jobs 2", "--sweep ash.hp=1..2", "--compare rpj/duel"])
def test_at_a_terminal_it_plays_as_many_as_a_time_takes_and_a_hundred_at_least(monkeypatch, line):
    monkeypatch.setattr("rbfcli.commands.simulate.SECONDS_OF_FIGHTS", 0)
    told = json.loads(asked(f"simulate generic/duel --rounds 2 {line}", at_a_terminal=True))
    assert [each["fights"] for each in (told, *told["compared"], *told["sweep"])] == [
        pytest.approx(102, abs=2) for each in (told, *told["compared"], *told["sweep"])
    ]


@pytest.mark.parametrize(
    ("line", "fights"),
    [
        ("simulate duel --rounds 2 -n 7", 7),
        ("simulate generic/duel --rounds 1 --seed s", 1000),
    ],
)
def test_a_number_or_a_seed_does_not_depend_on_the_machine(monkeypatch, line, fights):
    """A seeded result is the same everywhere."""
    monkeypatch.setattr("rbfcli.commands.simulate.SECONDS_OF_FIGHTS", 0)
    monkeypatch.setattr("rbfcli.commands.simulate.chance", lambda: "s")
    told = json.loads(asked(f"{line} --jobs 1", at_a_terminal=True))
    assert told["fights"] == fights


def asked(line, **how):
    """What a simulation says in JSON."""
    command = read(parse_line(split_words(line)), VERBS).command
    return simulate(MemoryStorage(), command, Style(), CommonOptions(json=True), **how).text


@pytest.mark.parametrize(("words", "is_asked"), [((), True), (("--json",), False)])
def test_a_shell_at_a_terminal_says_so(monkeypatch, words, is_asked):
    found = []
    line = read(parse_line(("simulate", "duel")), VERBS)

    def simulated(*_given, at_a_terminal):
        found.append(at_a_terminal)
        return Reply(text="")

    class Terminal(Output):
        is_terminal = True

    monkeypatch.setattr("rbfcli.cli.front_ends.simulate", simulated)
    monkeypatch.setattr("rbfcli.cli.shell.style_of", lambda *_: Style())
    common = CommonOptions(json="--json" in words, plain=True)
    simulate_in_shell(ShellRequest(command=line.command, common=common, origin=TYPED, output=Terminal()))
    assert found == [is_asked]


@pytest.mark.parametrize(("line", "fights"), [("", 100), ("--seed s", 1000), ("-n 3", 3)])
def test_a_prompt_plays_as_many_as_a_time_takes_unless_told_otherwise(monkeypatch, tmp_path, line, fights):
    monkeypatch.setattr("rbfcli.commands.simulate.SECONDS_OF_FIGHTS", 0)
    told = []
    Conversation(str(tmp_path / "save.toml"), Style(), told.append, told.append, {}).enter(
        f"simulate generic/duel --rounds 1 {line}"
    )
    assert f"{fights:,} fights" in "".join(told)


def test_a_prompt_draws_how_far_it_is_and_takes_that_away(monkeypatch, tmp_path):
    drawn = []

    @contextmanager
    def progress():
        yield lambda *told: drawn.append(told)
        drawn.append("taken away")

    monkeypatch.setattr("rbfcli.commands.simulate.SECONDS_OF_FIGHTS", 0)
    talk = Conversation(str(tmp_path / "save.toml"), Style(), str, str, {}, progress=progress)
    talk.enter("simulate generic/duel --rounds 1")
    assert drawn[0] == (0, 100, "about")
    assert drawn[-2][0] >= 100
    assert drawn[-1] == "taken away"


@pytest.mark.parametrize("option", ["--sweep bosun.count=1..3", "--compare rpj/duel", "--what-matters"])
def test_time_left_is_of_all_that_is_played(option):
    """Rows of a sweep are one run, and so are the changes of what matters."""
    seen = courses(f"simulate duel -n 20 --rounds 2 --jobs 1 --seed s {option}")
    assert len({of for _, of, _ in seen}) == 1
    assert [played for played, _, _ in seen] == sorted({played for played, _, _ in seen})
    assert seen[-1][0] == seen[-1][1] > 20
    assert not any(about for _, _, about in seen)


@pytest.mark.parametrize("name", ["mine-raid", "worm-hunt"])
def test_a_shipped_fight_of_threat_is_decided(name):
    """No combatant waits outside the combat zone, since no policy brings one in."""
    facts = json.loads(told(f"simulate {name} -n 40 --seed s --jobs 1 --json"))
    assert facts["ended"]["stuck"] == 0
