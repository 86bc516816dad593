"""BGC from numbers alone: the real verbs on a stand-in attacker and target."""

from fractions import Fraction
from itertools import product

import pytest

from rbfcli.core.errors import LimitReached
from rbfcli.engine.play import execute, offers
from rbfcli.lab.odds import command_odds, interval, odds_or_sample
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import one_liner_verbs, parse_line, read, read_line
from rbfcli.model.events import Rolled
from rbfcli.model.fight import Condition
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.bgc.commands import AttackNumbers
from rbfcli.systems.bgc.sheet import Armour, BgcFight, Fighter, Weapon
from rbfcli.systems.registry import load, verdict

RULES = load("bgc")


def stand_in(line):
    """Return the stand-in fight and the command for a line from numbers alone."""
    stated = read(parse_line(line.split()), one_liner_verbs(RULES)).command
    return RULES.one_liners[type(stated)](stated)


def played(line):
    """Return the outcome of a line without a fight: outcome, faces, levels lost by the target."""
    fight, command = stand_in(line)
    done = execute(RULES, fight, command)
    faces = [die.face for event in done.events if isinstance(event, Rolled) for die in event.dice]
    lost = fight.combatants["target"].levels - done.fight.combatants["target"].levels
    return done.outcome, faces, lost


@pytest.mark.parametrize(
    ("line", "come_to"),
    [("attack --score 60 --dice 30", ("pass", [30], 0)),
     ("attack --score 60 --dice 61", ("fail", [61], 0)),
     ("attack --score 60 --dice 96", ("botch", [96], 0)),
     ("attack --score 60 --called 30 --mod 10 --dice 40", ("pass", [40], 0)),
     ("attack --score 60 --defend 50 --dice 50,30", ("defended", [50, 30], 0)),
     ("attack --score 60 --defend 50 --dice 30,97", ("pass", [30, 97], 0)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 30,35,30", ("pass", [30, 35, 30], 5)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 5,35,30", ("critical", [5, 35, 30], 10)),
     ("attack --score 60 --damage 5 --penetration 60 --armour 45 --dice 30,45,30", ("pass", [30, 45, 30], 0)),
     ("attack --score 60 --called 30 --damage 5 --penetration 60 --armour 45 --dice 30,90,44",
      ("pass", [30, 90, 44], 10)),
     ("attack --score 60 --damage 5 --penetration 99 --quality good --dice 30,1,99,3", ("pass", [30, 1, 99, 3], 8)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --dice 35,30", ("through", [35, 30], 5)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --critical --dice 35,30", ("through", [35, 30], 10)),
     ("damage-save --penetration 60 --armour 45 --damage 5 --mod 20 --dice 35,40", ("held", [35, 40], 0)),
     ("stabilize --score 50 --dice 50", ("pass", [50], 0)),
     ("stabilize --score 50 --mod -10 --dice 41", ("fail", [41], 0))],
)  # fmt: skip
def test_numbers_alone_are_played_by_the_verbs(line, come_to):
    """BGC-ATK-1, BGC-CAL-1, BGC-CRT-1, BGC-DMG-2, BGC-DMG-3, BGC-STB-1."""
    assert played(line) == come_to


@pytest.mark.parametrize(
    ("line", "lines"),
    [("attack --score 60 --damage 5 --penetration 60 --armour 45 --called 30 --dice 5",
      ["The attacker kills the target outright: 5, needs 30 or less", "  The target dies"]),
     ("attack --score 60 --dice 96",
      ["The attacker botches the attack on the target: 96, needs 60 or less", "  The attacker's weapon fails"]),
     ("attack --score 60 --defend 50 --dice 30,10",
      ["The target defends against the attacker's attack: pass by 40 vs pass by 30",
       "  attack 30, needs 60 or less (pass), defend 10, needs 50 or less (pass)"]),
     ("attack --score 60 --damage 5 --armour 10 --dice 30,1,99",
      ["The attacker hits the target: 30, needs 60 or less",
       "The target's armour stops the attack: both fail",
       "  penetration 1, needs 0 or less (fail), armour 99, needs 10 or less (fail)"]),
     ("damage-save --penetration 60 --armour 45 --damage 5 --quality good --dice 35,46,5",
      ["The attack penetrates the target's armour: pass by 25 vs a fail",
       "  penetration 35, needs 60 or less (pass), armour 46, needs 45 or less (fail)",
       "  The target takes 10 damage: damage 5, +5 (good weapon against normal armour)",
       "  The target: levels 10000 -> 9990"]),
     ("stabilize --score 50 --dice 50",
      ["The helper successfully treats the target: 50, needs 50 or less", "  The target stops bleeding"])],
)  # fmt: skip
def test_numbers_alone_are_told_as_a_fight_is(line, lines):
    """BGC-CAL-2, BGC-BOT-1, BGC-DMG-2, BGC-DMG-3, BGC-STB-1: and no last side is announced."""
    fight, command = stand_in(line)
    done = execute(RULES, fight, command)
    assert narrate(done.events, fight, done.fight, RULES, Style()) == lines


def test_without_a_defend_nobody_defends():
    """BGC-ATK-1: a Defend of nothing is one that fails, and it takes a die; a damage of nothing is only to hit."""
    assert played("attack --score 60 --defend 0 --dice 30,50") == ("pass", [30, 50], 0)
    assert played("attack --score 60 --penetration 60 --dice 30") == ("pass", [30], 0)


def test_a_critical_called_shot_kills_the_target():
    """BGC-CAL-2: no armour is rolled."""
    assert played("attack --score 60 --called 30 --damage 5 --penetration 60 --armour 45 --dice 5")[:2] == (
        "critical",
        [5],
    )


def person(who, side, **sheet):
    """Return a combatant so tough that only the numbers matter."""
    hale = {"speed": 1, "tough": 1, "player": True, "levels": 10_000, "max_levels": 10_000}
    return Fighter(name=f"the {who}", side=side, **hale, **sheet)


@pytest.mark.parametrize(("defend", "skills"), [("--defend 50", {"defend": 50}), ("", {})])
def test_an_attack_from_numbers_alone_is_that_of_one_with_this_weapon_on_one_in_this_armour(defend, skills):
    """BGC-ATK-1, BGC-DMG-3: a bystander keeps the fallen side in the fight; a botch names the weapon."""
    fight, blow = stand_in(
        "attack --score 60 --called 30 --damage 5 --penetration 60 --quality good"
        f" --armour 45 --armour-quality amazing --mod 3 --force {defend}"
    )
    armour = Armour(value=45, quality="amazing", replaces=True)
    assert fight == BgcFight(
        system="bgc",
        combatants={
            "attacker": person("attacker", "attackers", skills={"attack": 60}, weapons=("weapon",), held="weapon"),
            "target": person("target", "targets", skills=skills, armour=armour),
            "bystander": person("bystander", "targets"),
        },
        weapons={"weapon": Weapon(name="weapon", skill="attack", damage=5, penetration=60, quality="good")},
    )
    assert (blow.who, blow.targets, blow.called, blow.botch) == ("attacker", ("target",), 30, "failure")
    assert (blow.defend, blow.mod, blow.force) == (bool(defend), 3, True)


def test_a_blow_from_numbers_alone_meets_somebody_in_this_armour():
    """BGC-DMG-2, BGC-DMG-3, BGC-CRT-1: and no one else is there."""
    line = "damage-save --penetration 60 --armour 45 --damage 5 --quality good --armour-quality amazing"
    fight, save = stand_in(f"{line} --critical --mod 3 --force")
    armour = Armour(value=45, quality="amazing", replaces=True)
    assert fight == BgcFight(system="bgc", combatants={"target": person("target", "targets", armour=armour)})
    assert (save.who, save.penetration, save.damage, save.quality, save.critical) == ("target", 60, 5, "good", True)
    assert (save.mod, save.force) == (3, True)


def test_a_treatment_from_numbers_alone_is_of_somebody_who_bleeds():
    """BGC-STB-1: by a combatant with first aid."""
    fight, treatment = stand_in("stabilize --score 50 --mod 3 --force")
    helper = person("helper", "attackers", skills={"first aid": 50})
    bleeding = person("target", "targets", conditions={"bleeding": Condition()})
    assert fight == BgcFight(system="bgc", combatants={"helper": helper, "target": bleeding})
    assert (treatment.who, treatment.by, treatment.skill) == ("target", "helper", "first aid")
    assert (treatment.mod, treatment.force) == (3, True)


# Exact odds of BGC, against counts made by hand.


def odds_of(table, line):
    return command_odds(table.rules, table.fight, read_line(line, table.rules, table.fight))


def test_the_exact_odds_of_an_attack(table):
    """BGC-ATK-1, BGC-TST-2: score 60: critical 5 of 100, pass 55, fail 35, botch 5."""
    assert odds_of(table, "attack rin thug --botch failure").outcomes == {
        "critical": Fraction(5, 100), "pass": Fraction(55, 100), "fail": Fraction(35, 100), "botch": Fraction(5, 100)
    }  # fmt: skip


def defended(score, defence):
    """Pairs of faces out of 10,000 in which a Defend beats an attack that passes."""
    faces = product(range(1, 101), repeat=2)
    return sum(
        attack <= score < 96 and met <= defence < 96 and not score - attack > defence - met for attack, met in faces
    )


@pytest.mark.parametrize(("options", "score"), [("", 60), (" --called 30", 30), (" --gap", 45)])
def test_the_exact_odds_of_a_defended_attack(table, options, score):
    """BGC-TST-1: the wider margin, every pair of faces counted (Mako defends at 50)."""
    odds = odds_of(table, f"attack rin mako --defend --botch failure{options}")
    assert odds.outcomes["defended"] == Fraction(defended(score, 50), 10_000)
    assert sum(odds.outcomes.values()) == 1


def test_the_exact_odds_of_penetration(table):
    """BGC-DMG-2: 60 against 45; lost levels are the 5 of the weapon or none."""
    through = sum(
        one <= 60 and (other > 45 or 60 - one > 45 - other) for one, other in product(range(1, 101), repeat=2)
    )
    odds = odds_of(table, "damage-save mako --penetration 60 --damage 5")
    assert odds.losses["mako"] == {0: 1 - Fraction(through, 10_000), 5: Fraction(through, 10_000)}


def test_the_exact_odds_without_a_fight():
    """BGC-ATK-1 and BGC-CAL-1: the one-liner walks the same rules: a score of 60 at -30."""
    rules = load("bgc")
    odds = command_odds(rules, *rules.one_liners[AttackNumbers](AttackNumbers(score=60, called=30, defend=45)))
    assert odds.outcomes["defended"] == Fraction(defended(30, 45), 10_000)
    assert sum(odds.outcomes.values()) == 1


def test_the_exact_odds_of_an_attack_that_may_be_botched(table):
    """BGC-BOT-1: half of the botches open rin, and mako had better strike."""
    odds = odds_of(table, "attack rin mako")
    assert sum(odds.outcomes.values()) == 1
    assert {(each.who, each.answer): each.best for each in odds.answers} == {
        ("mako", "strike with rifle"): True, ("mako", "strike with unarmed"): False, ("mako", "let go"): False
    }  # fmt: skip
    once = odds_of(table, "attack rin mako --botch opening --answer 'opening=let go'")
    assert (once.answers, once.losses.keys()) == ((), {"mako", "rin"})
    assert once.losses["rin"] == {0: 1}


@pytest.mark.parametrize("answers", ["", pytest.param(" --answer opening=strike", marks=pytest.mark.slow)])
def test_bare_hands_could_strike_back_for_ever_so_their_odds_are_sampled(table, answers):
    """BGC-BOT-1: by option, one strike in forty opens to the other, for ever; nothing of it is rounded off."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police")
    line = f"attack thug giant --botch opening{answers}"
    with pytest.raises(LimitReached):
        odds_of(table, line)
    found = odds_or_sample(table.rules, table.fight, read_line(line, table.rules, table.fight))
    crushed = Fraction(5, 100) * Fraction(1, 2) / (1 - Fraction(1, 40) ** 2)
    low, high = interval(found.downs["thug"], found.plays)
    assert low < crushed < high


def test_the_odds_of_a_strike_back_that_waits_are_exact_where_no_other_follows(table):
    """BGC-BOT-1: the strike back that waits, and nothing after it."""
    table.type("set fight options.strike-back-rolls=true", "set giant side=police", "attack thug giant --dice 96,2")
    once = odds_of(table, "choose strike --answer 'opening=let go'")
    assert once.downs["thug"] == Fraction(50, 100)
    assert "giant" not in once.losses


def test_bare_hands_on_a_bare_body_are_two_outcomes_to_walk(table):
    """BGC-DRV-5: above the natural armour or not, a hundred faces or two."""
    odds = odds_of(table, "attack rin thug --with unarmed --no-defend --botch failure")
    assert odds.losses["thug"][0] == 1 - Fraction(55, 100) * Fraction(86, 100)
    assert odds.walked < 20


@pytest.mark.parametrize(
    ("line", "before"),
    [("stabilize mako --by rin", ("condition add mako bleeding",)), ("damage mako 12", ())],
)
def test_faces_that_come_to_the_same_are_walked_once(table, line, before):
    """BGC-TST-2: four outcomes of a test."""
    table.type(*before) if before else None
    assert odds_of(table, line).walked < 12


def test_blood_on_the_clock_is_two_outcomes_to_walk(table):
    """BGC-WND-4: half the time one more."""
    table.type("init --set rin=9 --dice 99,99,99", "condition add rin bleeding", "damage rin 15 --dice 1")
    table.type(
        "set rin conditions.bleeding.amount=1", *[f"condition add {who} dead" for who in ("mako", "thug", "giant")]
    )
    odds = odds_of(table, "turn")
    assert odds.losses["rin"] == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert odds.walked < 400


def test_a_plain_roll_has_to_stay_under():
    """BGC-TST-2: `roll --vs 60 --system bgc` judges as the fight does, and its margin is what is left of the score."""
    judge, under = verdict("bgc")
    assert (judge(60, 60, (60,)), judge(61, 60, (61,)), under) == ("pass", "fail", True)


def test_the_exact_odds_of_an_attack_at_a_declared_defend():
    """BGC-TST-1, BGC-ACT-2: every pair of faces counted; Tove attacks at 75, Mako has declared a Defend at 50."""
    session = from_encounter(find_encounter("street-arrest"), "lab", source="street-arrest")
    lines = ("init", "declare tove attack 2", "declare mako attack defend 2")
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    attack = read_line("attack tove mako --force", session.rules, session.fight)
    odds = command_odds(session.rules, session.fight, attack)
    assert odds.outcomes["defended"] == Fraction(defended(75, 50), 10_000)
    assert odds.walked < 2_000


# BGC offers everything its rules accept from a combatant, and nothing else.


def lines(table, who):
    return {line_for(offer.command): offer.cost for offer in offers(table.rules, table.fight, who)}


def test_before_the_round_everything_may_be_done_but_declaring(table):
    """BGC-ACT-1: nothing has to be declared."""
    offered = lines(table, "rin")
    assert {"attack rin mako", "attack rin mako --gap", "attack rin thug --with unarmed", "move rin"} <= set(offered)
    assert {"draw rin lance", "holster rin", "other rin"} <= set(offered)
    assert not [line for line in offered if line.startswith(("declare", "defend", "risk", "reload", "wake", "turn"))]


def test_in_the_round_what_is_declared_or_risked(table):
    """BGC-ACT-1, BGC-RSK-1: with what each costs."""
    table.type("init --dice 46,99,99,99")
    assert lines(table, "rin")["declare rin attack 3 defend"] == "free"
    table.type("declare rin attack defend")
    offered = lines(table, "rin")
    assert (offered["attack rin mako"], offered["defend rin"], offered["risk rin attack"]) == (
        "attack",
        "defend",
        "-10",
    )
    assert "move rin" not in offered
    table.type("attack rin mako --dice 61", "risk rin attack")
    offered = lines(table, "rin")
    assert (offered["attack rin mako"], offered["risk rin attack"]) == ("extra attack", "-20")
    assert list(lines(table, "mako")) == ["declare mako attack defend", "defend mako"]


def test_a_plan_of_a_single_action_is_an_attack(table):
    """BGC-ACT-1: one may defend with what is not declared anyway."""
    table.type("init --dice 46,99,99,99")
    assert table.one("thug").actions == 1
    assert "declare thug attack" in lines(table, "thug")


@pytest.mark.parametrize(
    ("condition", "line"), [("bleeding", "stabilize mako --by rin"), ("unconscious", "wake mako --by rin")]
)
def test_who_can_be_treated_is_offered(table, condition, line):
    """BGC-STB-1, BGC-WND-2."""
    assert line not in lines(table, "rin")
    table.type(f"condition add mako {condition}")
    assert line in lines(table, "rin")


def test_the_dead_and_the_unconscious_can_do_nothing(table):
    """BGC-WND-2, BGC-WND-7; at 0 one crawls, BGC-WND-5."""
    table.type("condition add mako dead", "condition add thug unconscious", "condition add rin incapacitated")
    assert (lines(table, "mako"), lines(table, "thug"), list(lines(table, "rin"))) == ({}, {}, ["move rin"])


def test_an_opening_is_offered_as_answers(table):
    """BGC-BOT-1: and what else the opponent could do, as the opening lapses."""
    table.type("attack rin mako --botch opening --dice 96")
    assert list(lines(table, "mako"))[:3] == [
        'choose "strike with rifle"', 'choose "strike with unarmed"', 'choose "let go"'
    ]  # fmt: skip


def test_everybody_is_prompted_to_declare(table):
    """BGC-ACT-1: at the start of a round, in the order of the turns, until they have; a Defend alone is no plan."""

    def prompted():
        return [step.split(" … ") for step in table.rules.next_steps(table.fight)]

    table.type("init --dice 46,48,99,99")
    plan = "of attack, defend, movement, other)"
    assert prompted() == [
        ["declare rin", f"(4 {plan}"],
        ["declare mako", f"(3 {plan}"],
        ["declare thug", f"(1 {plan}"],
        ["declare giant", f"(1 {plan}"],
    ]
    table.type("declare rin attack 3 defend", "defend mako")
    assert prompted()[0] == ["declare mako", f"(3 {plan}"]
    table.type("attack rin mako --dice 50,30", "condition add thug unconscious")
    assert prompted() == [["declare mako", f"(2 {plan}"], ["declare giant", f"(1 {plan}"]]
    table.type("declare mako attack", "declare giant defend")
    assert prompted() == []
    table.type("turn")
    table.type("attack mako rin --dice 90")
    assert prompted() == [["turn next"]]


def test_where_nothing_has_to_be_declared_nobody_is_prompted(table):
    """BGC-ACT-1: by the house option; nor are those who have no action, BGC-TIME-2."""
    table.type("set fight options.must-declare=false", "init --dice 46,99,99,99")
    assert table.rules.next_steps(table.fight) == ()
    again = type(table)()
    again.type("init --dice 46,99,99,99", "skip-phase rin --count 4", "declare mako attack")
    assert "declare rin" not in str(again.rules.next_steps(again.fight))


def test_what_is_next_when_nobody_can_go_on(table):
    """BGC-INI-1: if everyone is down, and without combatants."""
    assert table.rules.next_steps(table.fight) == ("init",)
    table.type(*[f"condition add {who} unconscious" for who in table.fight.combatants])
    assert table.rules.next_steps(table.fight) == ("add NAME speed=50 tough=50",)
    table.type("condition remove rin unconscious", "init --dice 46", "condition add rin unconscious")
    assert table.rules.next_steps(table.fight) == ("end",)


@pytest.mark.parametrize(("least", "most", "called"), [(25, 50, 30), (40, 50, 40), (25, 28, 28)])
def test_a_called_shot_is_offered_as_it_is_taken_as_a_rule(table, least, most, called):
    """BGC-CAL-1: at 30, within the band of the options, and at enemies alone."""
    table.type(f"set fight options.called_least={least} options.called_most={most}")
    shots = [line for line in lines(table, "rin") if "--called" in line]
    assert f"attack rin mako --called {called}" in shots
    sides = {table.fight.combatants[line.split()[2]].side for line in shots}
    assert table.one("rin").side not in sides


def test_nobody_is_offered_to_attack_a_friend(table):
    """BGC-ATK-1: typed, it is done all the same."""
    table.type("set thug side=police")
    assert not [line for line in lines(table, "rin") if line.startswith("attack rin thug")]
    table.type("attack rin thug --dice 95")


# Every refusal of BGC in its words, with its rule and what would have been right.


ROUND = "init --dice 46,99,99,99"
PLAN = "declare rin attack other"


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "declare rin attack", "BGC-ACT-1", "actions can only be declared after the round has begun", "try: init"),
        ((), "risk rin attack", "BGC-RSK-1", "extra actions can only be taken after the round has begun", "try: init"),
        ((ROUND,), "declare rin sing", "BGC-ACT-1", "unknown action category 'sing'",
         "action categories: attack, defend, movement, other"),
        ((ROUND, PLAN, "attack rin mako --dice 61"), "declare rin attack", "BGC-ACT-1",
         "Rin has already acted this round", "use --force to do it anyway"),
        ((ROUND,), "declare rin attack attack attack attack attack", "BGC-INI-2", "Rin has 4 actions, not 5",
         "use --force to do it anyway"),
        ((ROUND,), "declare rin movement movement movement", "BGC-ACT-3", "Rin can use at most 2 of 4 actions to move",
         "use --force to do it anyway"),
        ((ROUND,), "attack mako rin", "BGC-INI-5", "it is not Mako's turn",
         "try: `turn next`, `turn to mako`, or --force"),
        (("condition add rin dead",), "attack rin mako", "BGC-WND-7", "Rin is dead", "use --force to do it anyway"),
        (("condition add rin unconscious",), "other rin", "BGC-WND-2", "Rin is unconscious",
         "use --force to do it anyway"),
        (("condition add rin incapacitated",), "attack rin mako", "BGC-WND-5",
         "Rin is incapacitated and can only speak or crawl", "use --force to do it anyway"),
        (("condition add rin unconscious",), "move rin", "BGC-WND-2", "Rin is unconscious",
         "use --force to do it anyway"),
        ((ROUND,), "attack rin mako", "BGC-ACT-1", "Rin has no attack action left; declared: nothing",
         "try: declare rin attack …, or --force"),
        ((ROUND, PLAN), "move rin", "BGC-ACT-1", "Rin has no movement action left; declared: attack, other",
         "try: risk rin movement, or --force"),
        ((ROUND, PLAN, *["risk rin other"] * 5), "move rin", "BGC-ACT-1",
         "Rin has no movement action left; declared: attack, other", "use --force to do it anyway"),
        ((ROUND, PLAN, "attack rin mako --dice 61", "other rin"), "attack rin mako", "BGC-ACT-1",
         "Rin has no attack action left; declared: nothing", "try: risk rin attack, or --force"),
        ((ROUND, PLAN, "risk rin movement"), "move rin", "BGC-RSK-2", "an extra movement action needs a skill roll",
         "use --skill NAME, or --force"),
        ((), "move rin --mod 5", "BGC-ACT-2", "this task has no roll to modify", "use --skill NAME"),
        ((ROUND, *["risk rin attack"] * 5), "risk rin attack", "BGC-RSK-3",
         "an extra action at -60 leaves Rin a skill of 0: only a critical success counts",
         "use --force to do it anyway"),
        ((ROUND, *["risk rin attack"] * 2, "risk rin other"), 'other rin climb --skill "first aid" --mod -10',
         "BGC-RSK-3", "an extra action at -30 leaves Rin a skill of 0: only a critical success counts",
         "use --force to do it anyway"),
        ((ROUND, "set rin levels=9", *["risk rin attack"] * 4), "risk rin attack", "BGC-RSK-3",
         "an extra action at -50 leaves Rin a skill of 0: only a critical success counts",
         "use --force to do it anyway"),
        ((ROUND,), "risk giant defend", "BGC-RSK-3",
         "an extra action at -10 leaves Giant a skill of 0: only a critical success counts",
         "use --force to do it anyway"),
        ((ROUND, "add Crate side=gang speed=10 tough=10"), "risk crate attack", "BGC-RSK-3",
         "an extra action at -10 leaves Crate a skill of 0: only a critical success counts",
         "use --force to do it anyway"),
        ((ROUND, "set mako levels=6", "condition add mako bleeding", *["risk rin attack"] * 2, "risk rin other"),
         "stabilize mako --by rin", "BGC-RSK-3",
         "an extra action at -30 leaves Rin a skill of 0: only a critical success counts",
         "use --force to do it anyway"),
        ((), "attack rin mako thug", "BGC-ATK-1", "an attack has one target", ""),
        ((), "attack rin rin", "BGC-ATK-1", "Rin cannot attack themself", ""),
        (("condition add mako dead",), "attack rin mako", "BGC-WND-7", "Mako is dead", "use --force to do it anyway"),
        ((), "attack rin thug --gap", "BGC-ARM-1", "Thug does not wear partial armour", ""),
        (("set mako armour.partial=false",), "attack rin mako --gap", "BGC-ARM-1", "Mako does not wear partial armour",
         ""),
        ((), "attack rin mako --called 24", "BGC-CAL-1", "--called must be from 25 to 50, not 24",
         "use --called 25, or --force"),
        ((), "attack rin mako --with lance", "BGC-ACT-2", "Rin must draw the good lance first",
         "try: draw rin lance, or --force"),
        (("set rin failed=rifle",), "attack rin mako", "BGC-BOT-1", "Rin's rifle has failed",
         "try: other rin --repair rifle --skill NAME, or --force"),
        (("set rin ammo.rifle=0",), "attack rin mako", "BGC-ACT-2", "Rin's rifle is empty",
         "try: reload rin, or --force"),
        (("set mako held=",), "attack mako rin", "BGC-TST-2", "unknown skill 'brawl' on Mako",
         "skills on Mako: rifles, defend"),
        ((), "attack rin giant --defend", "BGC-ACT-2", "Giant has no skill 'defend'",
         "try: set giant skills.defend=30"),
        ((), "defend giant", "BGC-ACT-2", "Giant has no skill 'defend'", "try: set giant skills.defend=30"),
        ((), "attack rin mako --defend --no-defend", "BGC-ACT-2", "--defend and --no-defend cannot be combined",
         "use only one of them"),
        (("condition add mako incapacitated",), "attack rin mako --defend", "BGC-WND-5",
         "Mako is incapacitated and can only speak or crawl", "use --force to do it anyway"),
        ((), "wake mako --by rin", "BGC-WND-2", "Mako is not unconscious", ""),
        (("set mako levels=-1", "condition add mako unconscious"), "wake mako --by rin", "BGC-WND-6",
         "Mako is too badly hurt to be revived", "try: heal mako N, or --force"),
        (("set mako levels=-1", "condition add mako unconscious", "condition add mako bleeding"), "wake mako --by rin",
         "BGC-WND-6", "Mako is too badly hurt to be revived", "try: stabilize mako --by WHO, or --force"),
        ((), "stabilize mako --by rin", "BGC-STB-1", "Mako is not bleeding", ""),
        (("set fight options.treat-above-zero=false", "condition add mako bleeding"), "stabilize mako --by rin",
         "BGC-STB-1", "Mako bleeds until healed", "try: heal mako N, or --force"),
        (("condition add mako bleeding",), "stabilize mako", "BGC-STB-1", "another character must treat the wound",
         "use --by WHO"),
        (("condition add mako unconscious",), "wake mako --by mako", "BGC-WND-2",
         "another character must treat the wound", "use --by WHO"),
        (("condition add mako bleeding",), "stabilize mako --by thug", "BGC-TST-2", "unknown skill 'first aid' on Thug",
         "skills on Thug: martial arts, defend"),
        ((), "other rin --repair rifle", "BGC-BOT-1", "a repair needs a skill", "use --skill NAME"),
        ((), "other rin --repair rifle --skill rifles", "BGC-BOT-1", "Rin's rifle has not failed", ""),
        (("condition add rin dead",), "heal rin 3", "BGC-WND-7", "Rin is dead", "try: condition remove rin dead"),
        (("condition add mako dead",), "init --set mako=3", "BGC-INI-1", "Mako has no turn", ""),
        ((ROUND,), "init", "BGC-INI-4", "the fight has already begun: this is round 1", "try: turn next, or --force"),
        ((ROUND,), "turn delay --until 50", "BGC-INI-5", "the new initiative must be below 17, not 50",
         ""),
        ((ROUND,), "turn back", "BGC-INI-4", "cannot go back past the first turn of the round",
         "use `undo` to go back further"),
        (("remove rin mako thug giant",), "init", "BGC-INI-4", "no combatants in the fight yet",
         "try: add NAME speed=50 tough=50"),
    ],
)  # fmt: skip
def test_a_refusal_says_why_and_what_would_be_right(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    if before:
        table.type(*before)
    wrong = table.refused(line)
    assert (wrong.message, wrong.rule, wrong.hint) == (message, rule, hint)


@pytest.mark.parametrize("called", [25, 30, 50])
def test_a_called_shot_within_the_band(table, called):
    """BGC-CAL-1: both ends are in it."""
    assert table.type(f"attack rin giant --called {called} --dice 90").outcome == "fail"


def test_the_gm_overrules(table):
    """BGC-ACT-1, BGC-WND-7: what is refused by a rule is done, and costs what there is to pay with."""
    table.type(ROUND, "condition add rin incapacitated", "attack rin mako --force --dice 61")
    assert (table.one("rin").acted, table.one("rin").declared) == (1, ())
    assert [event.message for event in table.played.events if hasattr(event, "message")] == [
        "Rin is incapacitated and can only speak or crawl",
        "Rin has no attack action left; declared: nothing",
    ]
