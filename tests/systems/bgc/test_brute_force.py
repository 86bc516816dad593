"""Exact odds against plain loops over the faces of d100s, with the arithmetic of the page written down again here."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rbfcli.engine.play import offers
from rbfcli.lab.odds import command_odds
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter

D100 = range(1, 101)
RIN, MAKO, THUG, GIANT = "rin", "mako", "thug", "giant"
LEVELS = {RIN: 19, MAKO: 22, THUG: 12, GIANT: 30}
NATURAL = {RIN: 25, MAKO: 30, THUG: 14, GIANT: 44}


def gathered(pairs):
    """Chances of the same thing added up; what never happens is left out."""
    together = Counter()
    for what, share in pairs:
        together[what] += share
    return {what: share for what, share in together.items() if share}


def action(face, score):
    """What a d100 makes of a score: 1 to 5 within it are critical, 96 and more a botch."""
    if face >= 96:
        return "botch"
    if face > score:
        return "fail"
    return "critical" if face <= 5 else "pass"


def attack_outcomes(score, defend=None):
    """The outcomes of an attack, perhaps opposed: the wider margin wins, ties are the defender's."""
    pairs = []
    for face in D100:
        outcome = action(face, score)
        beaten = 0
        if defend is not None and outcome in ("critical", "pass"):
            beaten = sum(
                action(other, defend) in ("critical", "pass") and defend - other >= score - face for other in D100
            )
        pairs += [(outcome, Fraction(100 - beaten, 10_000)), ("defended", Fraction(beaten, 10_000))]
    return gathered(pairs)


def through(penetration, armour):
    """How often penetration beats armour: it passes, and by more, if the armour passes too."""
    won = sum(
        one <= penetration and (other > armour or penetration - one > armour - other)
        for one, other in product(D100, repeat=2)
    )
    return Fraction(won, 10_000)


OPEN = ("init --dice 6,48,99,99", "declare rin attack 3", "declare mako attack 2")


def losses(score, penetration, armour, damage, *, certain=()):
    """Levels lost to an attack that nobody meets: none, the damage, or twice as much for a critical."""
    hurts = through(penetration, armour)
    pairs = []
    for face in D100:
        lost = {"critical": 2 * damage, "pass": damage}.get(action(face, score), 0)
        pairs += [(lost, hurts / 100), (0, (1 - hurts) / 100)]
    return gathered([*pairs, *certain])


@pytest.fixture
def odds(table):
    """The odds of a line after others."""

    def of(line, *before):
        if before:
            table.type(*before)
        return command_odds(table.rules, table.fight, read_line(line, table.rules, table.fight))

    return of


@pytest.mark.parametrize(
    ("line", "before", "score", "defend"),
    [
        ("attack rin thug --botch failure", (), 60, None),
        ("attack rin thug --botch failure --mod 15", (), 75, None),
        ("attack rin thug --botch failure --called 50", (), 10, None),
        ("attack rin mako --botch failure --gap", (), 45, None),
        ("attack rin mako --botch failure", ("set rin levels=9",), 50, None),
        ("attack rin mako --botch failure --defend", (), 60, 50),
        ("attack rin mako --botch failure --defend --called 25", (), 35, 50),
        ("attack rin mako --botch failure --defend", ("set mako levels=7",), 60, 35),
        ("attack thug giant --botch failure --defend", ("set giant skills.defend=99",), 40, 99),
        ("attack rin mako --botch failure --defend", OPEN, 60, 50),
        ("attack rin mako --botch failure --defend", (*OPEN, "declare mako attack 3"), 60, 40),
        ("attack mako rin --botch failure --defend", ("set rin skills.defend=4", "set mako mega-proof=true"), 65, 4),
    ],
)
def test_what_an_attack_comes_to(odds, line, before, score, defend):
    """BGC-ATK-1, BGC-TST-1, BGC-TST-2, BGC-CAL-1, BGC-ARM-1, BGC-EFF-1: every pair of faces."""
    found = odds(line, *before).outcomes
    assert found == attack_outcomes(score, defend)


@pytest.mark.parametrize(
    ("line", "before", "who", "blow"),
    [
        ("attack rin mako --no-defend --botch failure", (), MAKO, (60, 60, 45, 5)),
        ("attack rin mako --gap --no-defend --botch failure", (), MAKO, (45, 60, 30, 5)),
        ("attack mako rin --no-defend --botch failure", (), RIN, (65, 60, 25, 5)),
        ("attack rin giant --no-defend --botch failure", ("set giant levels=30",), GIANT, (60, 60, 44, 5)),
        ("attack rin mako --with unarmed --no-defend --botch failure", (), MAKO, (55, 12, 45, 2)),
    ],
)
def test_what_an_attack_takes(odds, line, before, who, blow):
    """BGC-DMG-2, BGC-DMG-4, BGC-CRT-1, BGC-DRV-2 to BGC-DRV-4: nothing, the damage, or twice as much."""
    assert odds(line, "set mako levels=22", *before).losses[who] == losses(*blow)


def test_what_a_critical_called_shot_does(odds):
    """BGC-CAL-1, BGC-CAL-2: five faces of thirty kill, the others do 10 at 120."""
    found = odds("attack rin giant --called 30 --no-defend --botch failure")
    hurts = through(120, 44)
    hit = Fraction(25, 100)
    assert found.downs[GIANT] == Fraction(5, 100)
    assert found.losses[GIANT] == {0: 1 - hit * hurts, 10: hit * hurts}


def test_what_a_called_shot_does_that_may_be_struck_back():
    """BGC-CAL-1, BGC-BOT-1, BGC-DRV-4: a laser of twice its numbers at 35, and a rifle that strikes back at a botch."""
    session = from_encounter(find_encounter("hangar-breach"), "b", source="hangar-breach")
    for line in ("init", "turn next", "declare combat attack"):
        session.perform(read_line(line, session.rules, session.fight))
    command = read_line("attack combat vigilante --called 30", session.rules, session.fight)
    found = command_odds(session.rules, session.fight, command)
    score = 65 - 30
    assert found.outcomes == attack_outcomes(score)
    assert found.downs["vigilante"] == Fraction(5, 100)
    opened = {each.answer: each for each in found.answers}
    strike = "strike with rail-rifle"
    assert {answer for answer, each in opened.items() if each.best} == {strike}
    assert set(opened) == {strike, "strike with unarmed", "let go"}
    assert opened[strike].asked == Fraction(5, 100) * Fraction(1, 2)
    hit, struck = Fraction(30, 100) * through(2 * 90, 85), opened[strike].asked * through(85, 70)
    assert found.losses == {"vigilante": {0: 1 - hit, 2 * 9: hit}, "combat": {0: 1 - struck, 8: struck}}


@pytest.mark.parametrize(
    ("line", "before", "against", "damage"),
    [
        ("damage-save mako --penetration 60 --damage 5", (), (60, 45), 5),
        ("damage-save mako --penetration 60 --damage 5 --critical", (), (60, 45), 10),
        ("damage-save mako --penetration 60 --damage 5 --mod 20", (), (60, 65), 5),
        ("damage-save rin --penetration 110 --damage 3", (), (110, 25), 3),
        ("damage-save mako --penetration 60 --damage 5", ("set mako armour.replaces=true",), (60, 15), 5),
    ],
)
def test_what_gets_through_armour(odds, line, before, against, damage):
    """BGC-DMG-2, BGC-DMG-5, BGC-DRV-4: two d100 against each other."""
    found = odds(line, *before)
    hurts = through(*against)
    who = line.split()[1]
    assert found.outcomes == gathered([("through", hurts), ("held", 1 - hurts)])
    assert found.losses[who] == gathered([(0, 1 - hurts), (damage, hurts)])


@pytest.mark.parametrize(
    ("weapon", "armour", "sides", "sign"),
    [("good", "normal", 5, 1), ("amazing", "normal", 10, 1), ("normal", "good", 5, -1), ("normal", "amazing", 10, -1)],
)
def test_what_quality_adds_and_takes(odds, weapon, armour, sides, sign):
    """BGC-DMG-3, BGC-DMG-4: D5 or D10, never less than nothing."""
    found = odds(
        f"damage-save mako --penetration 60 --damage 4 --quality {weapon}", f"set mako armour.quality={armour}"
    )
    hurts = through(60, 45)
    lost = [(max(0, 4 + sign * face), hurts / sides) for face in range(1, sides + 1)]
    assert found.losses["mako"] == gathered([(0, 1 - hurts), *lost])


def test_bare_hands_on_a_bare_body(odds):
    """BGC-DRV-5, BGC-CRT-1: a hit at 55, then above 14."""
    found = odds("attack rin thug --with unarmed --no-defend --botch failure").losses[THUG]
    above = Fraction(86, 100)
    assert found == gathered([(4, Fraction(5, 100) * above), (2, Fraction(50, 100) * above),
                              (0, 1 - Fraction(55, 100) * above)])  # fmt: skip


@pytest.mark.parametrize(
    ("line", "before", "who", "awake"),
    [
        ("damage mako 12", (), MAKO, 70),
        ("damage mako 16", (), MAKO, 55),
        ("damage rin 19", (), RIN, 0),
        ("damage rin 15", ("set rin max-levels=20 levels=20",), RIN, 50),
        ("damage rin 15", ("set rin max-levels=20 levels=20", "set fight options.will-quarter=-20"), RIN, 30),
    ],
)
def test_who_stays_awake(odds, line, before, who, awake):
    """BGC-WND-2, BGC-WND-3, BGC-WND-5: one test of Willpower; a botch is no pass. At 0 nobody stands anyway."""
    assert odds(line, *before).downs[who] == 1 - Fraction(min(awake, 95), 100)


@pytest.mark.parametrize(
    ("line", "before", "score"),
    [
        ("stabilize mako --by rin", ("condition add mako bleeding",), 40),
        ("stabilize mako --by rin", ("condition add mako bleeding", "set mako levels=6"), 30),
        ("wake mako --by rin --mod 20", ("condition add mako unconscious",), 60),
        ("wake mako --by rin", ("condition add mako unconscious", "set rin levels=14"), 35),
        ('other rin hotwire the lift --skill "martial arts"', (), 55),
    ],
)
def test_what_needs_a_skill(odds, line, before, score):
    """BGC-STB-1, BGC-WND-2, BGC-WND-3, BGC-ACT-2, BGC-EFF-1: one d100."""
    assert odds(line, *before).outcomes == gathered((action(face, score), Fraction(1, 100)) for face in D100)


def test_a_botch_that_may_open_one_to_a_strike(odds):
    """BGC-BOT-1: half of five in a hundred; the strike hits, and 60 against 25 decides."""
    found = odds("attack rin mako --no-defend --answer opening=strike")
    strike = Fraction(5, 100) / 2 * through(60, NATURAL[RIN])
    assert found.losses[RIN] == {0: 1 - strike, 5: strike}


@pytest.mark.parametrize(("before", "answer"), [((), "strike with unarmed"), (("set mako ammo.rifle=0",), "strike")])
def test_a_strike_back_with_bare_hands(odds, before, answer):
    """BGC-BOT-1, BGC-DRV-5: half of five in a hundred, then above 25 on one d100; an empty rifle leaves no other."""
    found = odds(f'attack rin mako --no-defend --answer "opening={answer}"', *before)
    strike = Fraction(5, 100) / 2 * Fraction(sum(face > NATURAL[RIN] for face in D100), 100)
    assert found.losses[RIN] == {0: 1 - strike, 2: strike}


def test_blood_on_the_clock(odds):
    """BGC-WND-4: one level, and in a fight half the time another, when its minutes are over."""
    others = [f"condition add {who} unconscious" for who in (MAKO, THUG, GIANT)]
    begun = ("init --set rin=9", "condition add rin bleeding", "set rin levels=4 conditions.bleeding.amount=1")
    assert odds("turn", *others, *begun).losses[RIN] == {1: Fraction(1, 2), 2: Fraction(1, 2)}


# Where two rules of BGC meet: rulings that were wrong at a table once.


@pytest.fixture
def at_zero(table):
    """Rin's turn with four actions, at 0 levels and awake, where actions have to be declared."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "damage rin 19 --dice 1")
    return table


def test_who_is_at_zero_declares_to_crawl_and_crawls(at_zero):
    """BGC-WND-5, BGC-ACT-1: a declared movement is what crawling takes."""
    assert at_zero.refused("move rin").hint == "try: declare rin movement …, or --force"
    at_zero.type("declare rin movement", "move rin behind the bin")
    assert "crawls" in at_zero.happened()
    assert at_zero.one("rin").declared == ()


@pytest.mark.parametrize("plan", ["attack", "movement attack", "defend", "other", "movement other"])
def test_who_is_at_zero_declares_nothing_else(at_zero, plan):
    """BGC-WND-5: it can only speak or crawl."""
    wrong = at_zero.refused(f"declare rin {plan}")
    assert (wrong.rule, wrong.message) == ("BGC-WND-5", "Rin is incapacitated and can only speak or crawl")


def test_who_crawls_while_engaged_has_half_its_actions_for_it(at_zero):
    """BGC-WND-5, BGC-ACT-3: as of anybody's movement."""
    assert at_zero.refused("declare rin movement 3").rule == "BGC-ACT-3"
    at_zero.type("declare rin movement 2", "move rin", "move rin")
    assert at_zero.one("rin").moved == 2


def test_to_crawl_is_offered(at_zero):
    """BGC-WND-5: to declare it first, then to do it."""

    def offered():
        return [line_for(each.command) for each in offers(at_zero.rules, at_zero.fight, "rin")]

    assert offered() == ["declare rin movement", "turn delay", "turn next"]
    at_zero.type("declare rin movement")
    assert offered() == ["move rin", "turn delay", "turn next"]


def test_who_is_unconscious_does_not_even_crawl(round_one):
    """BGC-WND-2, BGC-WND-5."""
    round_one.type("condition add rin unconscious")
    assert round_one.refused("declare rin movement").rule == "BGC-WND-2"
    assert [each for each in offers(round_one.rules, round_one.fight, "rin") if each.rule == "BGC-WND-5"] == []


def test_extra_actions_that_were_never_taken_make_none_harder(table):
    """BGC-RSK-1, BGC-INI-5: a Defend after the turn is the first extra action that is taken, at -10."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "declare rin attack 4")
    table.type("risk rin attack", "risk rin movement", "turn")
    assert (table.one("rin").risks, table.one("rin").at_risk) == (0, ())
    table.type("declare mako attack 3", "attack mako rin --defend --dice 30,20")
    assert table.rolls()[1] == ("defend", 45 - 10, "pass")


def test_an_extra_defend_waits_beyond_the_turn_and_counts(table):
    """BGC-RSK-1, BGC-RSK-2: it keeps its penalty, and the next is made at more."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "declare rin attack 4")
    table.type("risk rin defend", "risk rin attack", "turn")
    assert [(each.category, each.penalty) for each in table.one("rin").at_risk] == [("defend", 10)]
    table.type("declare mako attack 3", "attack mako rin --dice 30,20,100,1")
    assert table.rolls()[1][:2] == ("defend", 45 - 10)
    table.type("attack mako rin --defend --dice 30,20")
    assert table.rolls()[1][:2] == ("defend", 45 - 20)


def test_a_turn_that_goes_on_later_keeps_what_it_risks(table):
    """BGC-RSK-1, BGC-INI-5: a delayed action is still to come."""
    table.type("init --set rin=30 --set mako=20 --set thug=10 --set giant=0", "declare rin attack 4", "risk rin attack")
    table.type("turn delay")
    assert [(each.category, each.penalty) for each in table.one("rin").at_risk] == [("attack", 10)]
    table.type("turn", "turn", "turn")
    assert table.fight.active == "rin"
    assert table.one("rin").risks == 1
