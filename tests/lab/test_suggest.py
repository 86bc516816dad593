"""The best options of a combatant, ranked by their odds only."""

import json
from fractions import Fraction

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.engine.play import Offer, offers
from rbfcli.lab.odds import command_odds
from rbfcli.lab.rank import ranking
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import MemoryStorage


class Prompt:
    """Lines typed at one prompt, on a shipped fight."""

    def __init__(self, *lines, width=80):
        self.storage = MemoryStorage()
        self.interpreter = CommandService(self.storage, Style(width=width))
        for line in lines:
            self(line)

    def __call__(self, line):
        """What a line prints."""
        return self.interpreter.perform(split_words(line)).text


DOCKS = ("start dock-ambush --seed docks", "init", "set thug1 at=8", "turn next")


@pytest.fixture
def docks():
    return Prompt(*DOCKS)


def whose_turn(prompt):
    return prompt.storage.load().fight.active


def test_where_a_fight_waits_the_answers_are_ranked_even_those_without_dice():
    prompt = Prompt("start duel --seed x", "init", "attack ada bosun --force --dice 8,8")
    first, second, *others = json.loads(prompt("suggest --json"))["ranked"]
    assert (first["line"], first["drop"]["p"], second["line"], second["damage"]["p"]) == (
        "choose silent",
        "1",
        "choose double",
        "22",
    )
    assert len(others) == 10
    assert "Ada Quill has to choose first" in prompt("suggest bosun")


def test_what_is_ranked_has_the_odds_of_its_command_best_first():
    prompt = Prompt("start hangar-seven --seed lab")
    told = json.loads(prompt("suggest sela --json"))["ranked"]
    assert told
    for each in told[:3]:
        odds = json.loads(prompt(f"odds {each['line']} --json"))
        assert each["hit"]["p"] == odds["outcomes"].get("success", {"p": "0"})["p"]
        assert each["drop"]["p"] == odds["downs"].get(each["drop"]["who"], {"p": "0"})["p"]
    keys = [(-each["drop"]["p_float"], -each["damage"]["p_float"], -each["hit"]["p_float"]) for each in told]
    assert keys == sorted(keys)


@pytest.mark.parametrize(
    ("attack", "harms"),
    [
        ("attack ada thug1", True),
        ("attack ada thug1 --with unarmed --technique grapple", True),
        ("attack joss thug1", False),
    ],
)
def test_a_struggle_is_no_hit_and_counts_in_part_where_it_does_harm(docks, attack, harms):
    """RBF-ATK-4: melee and brawl do half damage, a shot misses."""
    who = attack.split()[1]
    while whose_turn(docks) != who:
        docks("turn next")
    ranked = json.loads(docks("suggest --all --json"))["ranked"]
    found = next(each for each in ranked if each["line"] == attack)
    outcomes = json.loads(docks(f"odds {attack} --json"))["outcomes"]
    chances = {name: Fraction(each["p"]) for name, each in outcomes.items()}
    assert Fraction(found["hit"]["p"]) == chances.get("critical", 0) + chances["success"]
    assert Fraction(found["partly"]["p"]) == (chances["struggle"] if harms else 0)


def test_enemies_are_suggested_to_as_well():
    prompt = Prompt("start dock-ambush --seed x", "init", "set thug1 at=8", "set ada hp=4")
    assert whose_turn(prompt) == "thug1"
    told = json.loads(prompt("suggest --json"))["ranked"]
    assert {each["who"] for each in told} == {"thug1"}
    assert {each["drop"]["who"] for each in told} - {""}


def test_a_defence_of_ones_own_hits_no_one():
    """THR-TAG-1: two who defend together harm their attacker only where a complication trades damage."""
    prompt = Prompt("start mine-raid --seed x", "init --threat 3", "turn next --force")
    ranked = json.loads(prompt("suggest --all --json"))["ranked"]
    defences = [each for each in ranked if each["line"].startswith("tag ")]
    assert defences
    for each in defences:
        losses = json.loads(prompt(f"odds {each['line']} --json"))["losses"][each["hit"]["who"]]
        harmed = sum(Fraction(chance["p"]) for lost, chance in losses.items() if lost != "0")
        assert Fraction(each["hit"]["p"]) == harmed


def test_what_is_ranked_rolls_dice_or_changes_health():
    prompt = Prompt("start hangar-seven --seed lab")
    session = prompt.storage.load()
    told = json.loads(prompt("suggest sela --json"))
    for each in told["ranked"]:
        chances = json.loads(prompt(f"odds {each['line']} --json"))
        assert len(chances["outcomes"]) > 1 or any(set(losses) != {"0"} for losses in chances["losses"].values())
    assert told["without_dice"] + len(told["ranked"]) + told["left_out"] >= len(
        [each for each in offers(session.rules, session.fight, "sela") if "…" not in str(each.command)]
    )


def test_a_number_of_the_list_does_what_stands_there(docks):
    first = docks("suggest").splitlines()[0].split()
    assert first[0] == "1"
    assert docks("1 --dry-run")


def test_the_order_is_the_same_every_time(docks):
    assert docks("suggest --all") == docks("suggest --all")


def test_narrow_screens_keep_their_width():
    assert max(map(len, Prompt(*DOCKS, width=40)("suggest").splitlines())) <= 60


def test_what_is_said_beside_the_list_breaks_between_words():
    prompt = Prompt("start hangar-seven --seed q", width=40)
    prompt("init")
    prompt.interpreter.style = Style(width=40, tables=True)
    told = prompt("suggest hunter")
    assert "Clockwork hunter: nothing to roll" in told
    assert max(map(len, told.splitlines())) <= 40
    assert max(map(len, prompt("systems").splitlines())) <= 40


def test_each_prospect_counts_the_loss_of_foes_as_damage(docks):
    session = docks.storage.load()
    who = whose_turn(docks)
    found = [(who, each) for each in offers(session.rules, session.fight, who)]
    for each in ranking(session.rules, session.fight, found).prospects[:3]:
        assert isinstance(each.offer, Offer)
        odds = command_odds(session.rules, session.fight, each.offer.command)
        side = session.fight.combatants[who].side
        foes = [one for one in odds.losses if session.fight.combatants[one].side != side]
        assert each.damage == sum(odds.mean_loss(one) for one in foes)


def test_somebody_unknown_is_refused(docks):
    with pytest.raises(RbfError, match="nobody"):
        docks("suggest nobody")


@pytest.mark.parametrize(
    ("lines", "who", "said"),
    [
        (("start dock-ambush --seed q", "init --set thug1=99"), "ada", "it is Dockside thug 1's turn"),
        (("start pump-station --seed q", "init --set crew=9 --set toughs=5"), "boss", "it is crew's turn"),
        (("start depot-raid --seed q", "init", "turn to toughs"), "hale", "it is toughs' turn"),
    ],
)
def test_who_has_nothing_to_roll_is_told_whose_turn_it_is(lines, who, said):
    told = Prompt(*lines)(f"suggest {who}".strip()).splitlines()
    assert told[0].endswith("nothing to roll now")
    assert told[1] == said


def test_nothing_is_suggested_in_a_fight_that_is_over_and_it_is_said(docks):
    docks("end")
    for line in ("suggest", "suggest ada"):
        assert docks(line).splitlines()[1:] == ["the fight is over: the GM ended it; `undo` takes the end back"]


def test_a_blow_in_between_is_ranked_by_its_own_chance_to_harm():
    """The shot it answers has hit already, which says nothing of the blow."""
    gate = (
        "remove raider1",
        "init --set corin=30",
        "set corin region=2 group=A",
        "attack raider2 --with pistol --dice 6,6,6,6",
    )
    prompt = Prompt("start relay-road --seed x", *gate)
    strike, unarmed, let_be = json.loads(prompt("suggest --json"))["ranked"]
    lines = [f'choose "attack with {weapon}"' for weapon in ("knife", "unarmed")]
    assert [each["line"] for each in (strike, unarmed, let_be)] == [*lines, "choose pass"]
    odds = json.loads(prompt("odds choose attack with knife --json"))
    assert odds["outcomes"]["success"]["p"] == "1"
    assert (strike["hit"]["p"], odds["losses"]["corin"]["0"]["p"]) == ("575/1296", "721/1296")
    assert let_be["hit"]["p"] == "0"
    assert "harms corin 44.4 %, 0.51 damage" in " ".join(prompt("suggest").split())


def test_a_tag_team_is_ranked_by_the_foe_it_hits():
    """THR-TAG-1: a foe is whom an attack hits, as a target is."""
    prompt = Prompt("start mine-raid --seed x", "init", "set guard1 armour=0 accessories=[]")
    ranked = json.loads(prompt("suggest rill --json"))["ranked"]
    teams = [each for each in ranked if each["line"].startswith("tag ")]
    assert teams
    assert {each["hit"]["who"] for each in teams} == {each["line"].split()[-1] for each in teams}


def test_a_burst_is_ranked_at_whoever_it_is_best_fired_at():
    """RBF-ACT-7: not only at the nearest foe, who may have better cover."""
    prompt = Prompt("start dock-ambush --seed x", "init --set gunner1=99", "set joss hp=9")
    ranked = json.loads(prompt("suggest gunner1 --json"))["ranked"]
    assert ranked[0]["line"] == "attack gunner1 joss --autofire"
    aimed_at = {each["line"].split()[2] for each in ranked if "--autofire" in each["line"]}
    assert aimed_at == {"ada", "tamsin", "joss", "pell"}


def test_quiet_prints_the_commands_alone_the_best_first_each_as_it_can_be_typed(docks):
    """The bare answer, for a shell or another program; with nothing to suggest it is nothing."""
    rows = json.loads(docks("suggest --json"))["ranked"]
    first = docks("suggest -q").splitlines()
    assert first == [each["line"] for each in rows][: len(first)]
    assert len(first) == 12
    assert docks("suggest -q --all").splitlines() == [each["line"] for each in rows]
    assert docks(f"{first[0]} -q --dry-run")
    docks("end")
    assert docks("suggest -q") == ""


@pytest.mark.parametrize("start", ["drowned-chapel", "mine-raid", "depot-raid"])
def test_suggest_actions_and_odds_give_the_same_numbers(start):
    """In one session: the odds of `actions --odds` and of `odds` are those that `suggest` ranks by."""
    prompt = Prompt(f"start {start} --seed lab", "init")
    ranked = {each["line"]: each for each in json.loads(prompt("suggest --json"))["ranked"]}
    assert ranked
    listed = {each["line"]: each["odds"] for each in json.loads(prompt("actions --odds --json"))["actions"]}
    for line, each in list(ranked.items())[:6]:
        odds = json.loads(prompt(f"odds {line} --json"))
        assert (each["sampled"], each["n"]) == (odds["sampled"], odds["n"])
        assert each["drop"]["p"] == odds["downs"].get(each["drop"]["who"], {"p": "0"})["p"]
        if listed.get(line):
            assert listed[line] == {key: odds[key] for key in listed[line]}


def test_the_options_of_each_side_are_ranked_apart():
    """Before the first turn, all can act: no combatant's enemies are among their own options."""
    prompt = Prompt("start mine-raid --seed lab", "init")
    ranked = json.loads(prompt("suggest --json"))["ranked"]
    sides = [each["side"] for each in ranked]
    assert sides == sorted(sides, key=list(dict.fromkeys(sides)).index)


def test_a_hit_is_said_to_be_of_whom_it_hits():
    prompt = Prompt("start hangar-seven --seed lab")
    first = json.loads(prompt("suggest sela --json"))["ranked"][0]
    assert first["hit"]["who"] == first["line"].split()[2]
    assert f"hits {first['hit']['who']} " in " ".join(prompt("suggest sela").split())
