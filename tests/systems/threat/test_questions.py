"""Questions in the middle of an action: nested, for several, edited by the GM, saved, undone and refused."""

from fractions import Fraction

import pytest

from rbfcli.engine.answers import open_now
from rbfcli.engine.play import execute
from rbfcli.lab.odds import mean
from rbfcli.language.grammar import split_words
from rbfcli.language.parser import read_line
from rbfcli.model.events import without_pauses
from rbfcli.session.proposals import vetted
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.systems.threat.outcome import verdict

ASKING = ("complications=ask", "accessory=ask")
NESTED = "attack bram guard1 --dice 4,3"
ANSWERS = ("choose trade --dice 6,5", "choose keep", "choose last-stand")


def asked(table):
    """The kinds of the open questions, and whose they are."""
    return [(each.kind, each.who) for each in table.questions]


@pytest.fixture
def nested(start):
    """Bram with a helmet and 3 HP: a trade may cost both."""
    table = start(*ASKING)
    table.do("set bram hp=3 accessories=helmet")
    return table


def test_a_trade_asks_for_the_accessory_and_then_for_the_end(nested):
    """THR-CMP-1, THR-DMG-2, THR-DMG-3: each where the rule needs it; the tracker moves when all is settled."""
    nested.do(NESTED)
    assert asked(nested) == [("complication", "bram")]
    nested.do("choose trade", 6, 5)
    assert (nested.guard1.hp, nested.bram.hp, asked(nested)) == (2, 3, [("accessory", "bram")])
    nested.do("choose keep")
    assert (nested.bram.hp, nested.board.tracker, asked(nested)) == (0, 3, [("down", "bram")])
    nested.do("choose last-stand")
    assert (nested.board.tracker, asked(nested)) == (2, [])
    assert (nested.bram.accessories, list(nested.bram.conditions)) == (("helmet",), ["last-stand"])


@pytest.mark.parametrize("answer", ["--last-stand", "--answer down=last-stand"])
def test_a_last_stand_outlives_the_action_it_began_in(start, answer):
    """THR-DMG-3: one action more, then death: the one that brought it to 0 HP is not that action."""
    table = start()
    table.do("set bram hp=3")
    table.do(f"attack bram guard1 --complication trade {answer}", 4, 3, 1, 6)
    assert list(table.bram.conditions) == ["last-stand"]
    table.do("act bram hold the door --no-roll")
    assert list(table.bram.conditions) == ["dead"]


def test_answers_in_advance_come_to_the_same_fight(nested, start):
    """THR-CMP-1: the events of the pauses, joined, are those of one run."""
    nested.do(NESTED)
    told = list(nested.last.events)
    for line in ANSWERS:
        nested.do(line)
        told += nested.last.events
    at_once = start(*ASKING)
    at_once.do("set bram hp=3 accessories=helmet")
    advance = "--answer complication=trade --answer accessory=keep --answer down=last-stand"
    at_once.do(f"attack bram guard1 {advance}", 4, 3, 6, 5)
    assert at_once.session.fight == nested.session.fight
    assert without_pauses(told) == at_once.last.events


def test_a_pause_is_saved_undone_and_redone(nested):
    """THR-DMG-3: undo takes back one answer, a save keeps the pause, and both go on as if nothing had been."""
    seen = []
    for line in (NESTED, *ANSWERS):
        nested.do(line)
        seen.append(nested.session.fight)
        loaded = from_bytes(to_bytes(nested.session), "save")
        assert (loaded.session.fight, loaded.edited) == (nested.session.fight, False)
        nested.session.undo(1)
        nested.session.redo(1)
        assert nested.session.fight == seen[-1]
    nested.session.undo(2)
    assert asked(nested) == [("accessory", "bram")]
    nested.session = from_bytes(to_bytes(nested.session), "save").session
    nested.do("choose keep")
    nested.do("choose last-stand")
    assert nested.session.fight == seen[-1]
    assert [each.played.fight for each in nested.session.replay()][-1] == seen[-1]


@pytest.mark.parametrize(
    ("to", "line"),
    [
        (0, "choose fireworks"),
        (0, "choose 8"),
        (0, "choose trade --dice 6,5,4"),
        (0, "attack rill guard1"),
        (1, 'choose say "the straps"'),
        (1, "choose spend --dice 1"),
        (2, "choose stand"),
        (2, "choose 0"),
    ],
)
def test_a_refused_answer_leaves_the_pause(nested, to, line):
    """THR-CMP-1, THR-DMG-2, THR-DMG-3: only what is offered; own words where the page leaves it to the table."""
    nested.do(NESTED)
    for each in ANSWERS[:to]:
        nested.do(each)
    nested.refused(line)
    for each in ANSWERS[to:]:
        nested.do(each)
    assert asked(nested) == []


def test_what_the_gm_changes_meanwhile_counts(nested):
    """THR-CMP-2, THR-DMG-1: armour, health and threat are read when the damage is dealt, not when it was asked."""
    nested.do(NESTED)
    nested.do("set guard1 armour=5 hp=4")
    nested.do("set fight board.threat=5")
    nested.do("condition add bram disadvantage")
    nested.do("choose trade", 6, 5)
    assert (nested.guard1.hp, asked(nested)) == (3, [("accessory", "bram")])
    nested.do("set bram accessories=")
    assert (nested.bram.hp, asked(nested)) == (0, [("down", "bram")])
    nested.do("choose knocked-out")
    assert (nested.board.threat, nested.board.tracker) == (5, 2)
    assert set(nested.bram.conditions) == {"disadvantage", "knocked-out"}


def test_a_foe_the_gm_kills_meanwhile_is_no_worse_off(start):
    """THR-DMG-1, THR-TRACK-4, THR-END-1: the action continues, and its consequences are reported at its end."""
    table = start("complications=ask")
    table.do("remove guard2 guard3")
    table.do("attack bram guard1", 4, 3)
    table.do("damage guard1 worm 20")
    table.do("choose threat", 6)
    assert (list(table.guard1.conditions), table.board.threat) == (["dead"], 4)
    assert table.over == "all enemies are defeated"


def test_health_given_back_meanwhile_settles_the_choice(start):
    """THR-DMG-3: who is above 0 HP has nothing to choose, and the action goes on by itself."""
    table = start(init="init --phase defence")
    table.do("set bram hp=1")
    table.do("attack guard1 bram", 1, 1, 6)
    assert (asked(table), table.board.tracker) == ([("down", "bram")], 3)
    table.do("heal bram 2")
    assert (asked(table), table.bram.hp, table.board.tracker) == ([], 2, 2)
    assert table.session.fight.paused is None


def test_another_brought_down_meanwhile_chooses_first(start):
    """THR-DMG-3: the GM's damage has a question of its own; then the first goes on."""
    table = start(init="init --phase defence")
    table.do("set bram hp=1")
    table.do("attack guard1 bram", 1, 1, 6)
    table.do("damage rill 9")
    assert [each.who for each in open_now(table.session.fight)] == ["rill"]
    table.do("choose last-stand")
    table.do("choose knocked-out")
    assert (list(table.rill.conditions), list(table.bram.conditions)) == (["last-stand"], ["knocked-out"])
    assert table.board.tracker == 2


@pytest.mark.parametrize("order", [("bram", "rill"), ("rill", "bram")])
def test_all_whom_a_boss_hurts_are_asked_at_once(start, order):
    """THR-BOSS-1, THR-DMG-2, THR-DMG-3: each separately, in any order of answers; dice come before questions."""
    table = start("accessory=ask")
    table.do("set rill hp=2 armour=0 accessories=helmet")
    table.do("set bram hp=2 accessories=hat")
    table.do("boss worm rill odile bram", 5, 1, 4)
    assert (table.odile.hp, asked(table)) == (3, [("accessory", "rill"), ("accessory", "bram")])
    for who in order:
        table.do(f"choose {who} keep")
    assert sorted(asked(table)) == [("down", "bram"), ("down", "rill")]
    for who in order:
        table.do(f"choose {who} last-stand")
    assert all(list(table.session.fight.combatants[who].conditions) == ["last-stand"] for who in order)
    assert (table.session.fight.paused, table.worm.boss_moves_made) == (None, 1)


def test_all_whom_the_gm_hurts_are_asked_at_once_and_nobody_twice(offense):
    """THR-DMG-3: one question a PC, in any order."""
    offense.do("damage rill bram odile 9")
    offense.do("damage bram 1")
    assert asked(offense) == [("down", "rill"), ("down", "bram")]
    offense.do("choose bram knocked-out")
    offense.do("choose last-stand")
    assert [list(each.conditions) for each in (offense.rill, offense.bram, offense.odile)] == [
        ["last-stand"],
        ["knocked-out"],
        ["dead"],
    ]


def test_the_same_dice_fall_whatever_is_asked(start):
    """THR-DMG-2, THR-DMG-3: by the seed, with answers in advance or after a pause."""
    fights = []
    for lines in (
        ("boss worm rill bram --answer accessory=keep",),
        ("boss worm rill bram", "choose bram keep", "choose keep"),
    ):
        table = start("accessory=ask")
        for who in ("rill", "bram"):
            table.do(f"set {who} hp=20 armour=0 accessories=hat")
        for line in lines:
            table.do(line)
        fights.append(table.session.fight)
    assert fights[0] == fights[1]
    assert fights[0].drawn == 2


def test_breaking_off_leaves_what_was_done(nested):
    """THR-CMP-1: `--force` gives the waiting action up: its attack is spent, its damage never falls."""
    nested.do(NESTED)
    nested.do("attack rill guard1 --force --complication threat", 3, 3, 6)
    assert (nested.board.acted, nested.guard1.hp) == ({"bram": "attacked", "rill": "attacked"}, 1)
    assert asked(nested) == []


def test_a_pause_plays_the_same_from_its_line(nested):
    """THR-CMP-1: the written answer reads back as the same command."""
    nested.do(NESTED)
    fight = nested.session.fight
    nested.do("choose tra", 6, 5)
    written = nested.session.journal[-1]
    assert written == "choose trade --dice 6,5"
    assert (
        execute(nested.session.rules, fight, read_line(written, nested.session.rules, fight)).fight
        == nested.session.fight
    )


def test_odds_answer_as_is_best_for_whoever_chooses(start):
    """THR-DMG-2: a spent accessory costs no health; fixed by the line, each answer has its own chances."""
    table = start("accessory=ask", "at_zero=knocked-out", init="init --phase defence")
    table.do("set bram accessories=helmet")
    line = "attack guard1 bram --complication 'say mud' --ultra 'say sky'"
    odds = {answer: table.odds(f"{line} {answer}") for answer in ("", "--accessory spend", "--answer accessory=keep")}
    assert odds[""].losses["bram"] == odds["--accessory spend"].losses["bram"] == {0: 1}
    assert odds["--answer accessory=keep"].mean_loss("bram") == Fraction(15, 36) * Fraction(9, 2)
    assert [(each.answer, each.asked, each.best) for each in odds[""].answers] == [
        ("spend", Fraction(15, 36), True),
        ("keep", Fraction(15, 36), False),
    ]
    assert mean(odds[""].answers[1].losses["bram"]) == Fraction(9, 2)


def test_what_is_stated_of_the_end_is_for_the_one_who_acts(offense):
    """THR-DMG-3: an enemy with a player is asked at 0 HP, regardless of the attacker's words."""
    offense.do("set guard1 pc=true hp=1")
    offense.do("attack rill guard1 --last-stand", 5, 5, 6)
    assert [(each.who, each.kind) for each in offense.questions] == [("guard1", "down")]
    offense.do("choose knocked-out")
    assert set(offense.guard1.conditions) == {"knocked-out"}
    assert offense.rill.conditions == {}


# Every refusal says what is wrong, by which rule, and what would have been right.


LEFT = "able to attack: rill, bram, odile"
THREAT = "threat must be a number from 0 to 999, or a change such as +1"
FOES = "able to attack: guard1, guard2, guard3, worm"

REFUSALS = [
    ("init", ("set rill in_zone=false",), "act rill hide", "THR-START-1", "Rill is not in the combat zone",
     "try: set rill in_zone=true, or --force"),
    ("init", ("set rill noticed=false",), "act rill hide", "THR-START-1", "Rill is not noticed by the enemy",
     "try: set rill noticed=true, or --force"),
    ("init", ("damage rill 9 --knocked-out",), "act rill hide", "THR-DMG-3", "Rill is knocked out",
     "use --force to do it anyway"),
    ("init", ("condition add guard1 out",), "attack rill guard1", "THR-DMG-3", "Guard 1 is out",
     "use --force to do it anyway"),
    ("note x", (), "attack rill guard1", "THR-TRACK-1", "the fight has not begun", "try: init"),
    ("init", (), "attack guard1 rill", "THR-DEF-1", "Guard 1 can act only in Defence, and this is Offense", LEFT),
    ("init --phase defence", (), "attack rill guard1", "THR-OFF-1",
     "Rill can act only in Offense, and this is Defence", FOES),
    ("init", ("tag rill bram guard1 --dice 5,5,1",), "act rill hide", "THR-TAG-1",
     "Rill was in a tag team and cannot act again this phase", "able to attack: odile"),
    ("init", ("attack bram guard1 --dice 5,5,1",), "attack bram guard2", "THR-ATK-1",
     "Bram has already attacked this phase", "able to attack: rill, odile"),
    ("init", ("set bram in_zone=false", "set odile in_zone=false", "attack rill guard1 --dice 5,5,1"),
     "attack rill guard2", "THR-ATK-1", "Rill has already attacked this phase", "try: turn next"),
    ("init", (), "attack rill bram", "THR-OFF-1", "Rill and Bram are on the same side", "try: damage bram N"),
    ("init", (), "attack rill rill", "THR-OFF-1", "Rill cannot attack themself", ""),
    ("init --phase defence", ("damage bram 8 --last-stand",), "attack guard1 bram", "THR-DMG-3",
     "Bram is making a last stand and has only that action", "use --force to do it anyway"),
    ("init", (), "tag rill bram odile", "THR-OFF-1", "Rill and Odile are on the same side", "try: damage odile N"),
    ("init", ("damage guard1 9",), "tag rill bram guard1", "THR-DMG-3", "Guard 1 is dead",
     "use --force to do it anyway"),
    ("init --phase defence", ("damage bram 9 --knocked-out",), "tag rill bram guard1", "THR-DMG-3",
     "Bram is knocked out", "use --force to do it anyway"),
    ("init", ("attack bram guard1 --dice 5,5,1",), "tag rill bram guard2", "THR-ATK-1",
     "Bram has already attacked this phase", "able to attack: rill, odile"),
    ("init --phase defence", (), "damage-save rill --by odile", "THR-OFF-1", "Odile and Rill are on the same side",
     "try: damage rill N"),
    ("init --phase defence", ("damage rill 9 --last-stand",), "tag rill bram guard1", "THR-DMG-3",
     "Rill is making a last stand and has only that action", "use --force to do it anyway"),
    ("init", ("condition add rill free-attack", "set rill in_zone=false"), "attack rill guard1", "THR-START-1",
     "Rill is not in the combat zone", "try: set rill in_zone=true, or --force"),
    ("init", (), "tag rill rill guard1", "THR-TAG-1", "a tag team needs two characters", ""),
    ("init", (), "act rill hide --partner guard1", "THR-TAG-1",
     "Guard 1 is an enemy: a tag team needs two of the crew", ""),
    ("init", (), "attack rill guard1 --last-stand --knocked-out", "",
     "--knocked-out and --last-stand cannot be combined", "use only one of them"),
    ("init", (), "attack rill guard1 --worn shotgun", "THR-CMP-2", "unknown item 'shotgun' on Rill",
     "items on Rill: rifle, lance, armour"),
    ("init", (), "attack rill guard1 --with 'say the boots'", "THR-DMG-1",
     "unknown weapon 'say the boots' on Rill", "weapons on Rill: rifle, lance, unarmed"),
    ("init", (), "attack rill guard1 guard2", "THR-ATK-1", "an attack has one target",
     "attack each target with a separate action"),
    ("init", ("set rill wear.rifle=broken",), "attack rill guard1 --with rifle", "THR-CMP-2",
     "Rill's rifle is broken", "use --force to do it anyway"),
    ("init", ("damage guard1 9",), "heal guard1 3", "THR-DMG-3", "Guard 1 is dead",
     "try: condition remove guard1 dead"),
    ("init --phase defence", (), "damage-save rill", "", "missing source of the damage",
     "use --by WHO or --damage 1d6"),
    ("init --phase defence", (), "damage-save guard1 --damage 3", "THR-DEF-1",
     "Guard 1 is an enemy: only players roll", "try: damage guard1 N"),
    ("init", (), "damage-save rill --damage 3", "THR-DEF-1",
     "dangers can strike only in Defence, and this is Offense", LEFT),
    ("init --phase defence", (), "tag rill bram guard1 --with rifle", "THR-TAG-1",
     "in Defence, the roll uses the enemy's weapon", "remove --with"),
    ("note x", (), "init --threat 6", "THR-TRACK-1", "threat must be 1 to 5, not 6", ""),
    ("init", (), "init", "THR-TRACK-1", "the fight has already begun", "try: threat N, or --force"),
    ("note x", (), "turn", "THR-TRACK-1", "the fight has not begun", "try: init"),
    ("init", (), "turn", "THR-TRACK-3", "Offense has 3 actions left; rill, bram, odile can attack",
     "use --force to do it anyway"),
    ("init --threat 5", (), "turn", "THR-TRACK-3", "Offense has 1 action left; rill, bram, odile can attack",
     "use --force to do it anyway"),
    ("note x", (), "threat 2", "THR-TRACK-1", "the fight has not begun", "try: init --threat N"),
    ("init", (), "threat 3", "THR-TRACK-4", "the threat is already 3", ""),
    ("init", (), "threat high", "", f"{THREAT}, not 'high'",
     "for example: threat +1"),
    ("init", (), "threat 1000", "", f"{THREAT}, not '1000'",
     "for example: threat +1"),
    ("init", (), "threat -1000", "", f"{THREAT}, not '-1000'",
     "for example: threat +1"),
    ("init", (), "act guard1 hide", "THR-ACT-1", "only PCs and allies take offense actions",
     "use `note TEXT` for what enemies do"),
    ("init", (), "act rill hide --partner-attribute eyes", "", "--partner-attribute needs a partner",
     "use --partner WHO"),
    ("init", (), "act rill hide --no-roll --mod 1", "", "--no-roll cannot be combined with options of the roll",
     "remove one of them"),
    ("init", ("set worm in_zone=false",), "boss worm rill", "THR-START-1", "Worm is not in the combat zone",
     "try: set worm in_zone=true, or --force"),
    ("note x", ("remove rill bram odile guard1 guard2 guard3 worm",), "init", "THR-TRACK-1",
     "no combatants in the fight yet", "try: add NAME"),
    ("init", (), "boss guard1", "THR-BOSS-1", "Guard 1 is not a boss", "try: set guard1 boss=true"),
    ("init", (), "boss worm --damage 3", "", "missing TARGETS", "try: boss worm TARGETS"),
    ("init", ("boss worm",), "boss worm rill", "THR-BOSS-1", "Worm has already made their boss move in this mission",
     "use --force to do it anyway"),
    ("init", (), "attack rill guard1 --complication trade --worn rifle", "", "--worn does not apply to trade",
     "use --complication durability --worn THING"),
    ("init", (), "attack rill guard1 --ultra free-attack", "THR-ULT-1",
     "ultra result free-attack is possible only during Defence",
     "possible now: double, threat, ally, structure, armour, escape"),
    ("init --phase defence", (), "attack guard1 rill --ultra double", "THR-ULT-1",
     "ultra result double is possible only with an attack",
     "possible now: threat, ally, structure, armour, escape, free-attack"),
    ("init", ("set guard1 armour=0",), "attack rill guard1 --ultra armour", "THR-ULT-1",
     "ultra result armour is possible only against an enemy with armour or an accessory",
     "possible now: double, threat, ally, structure, escape"),
    ("init", (), "attack rill guard1 --ultra accessory", "THR-ULT-1",
     "ultra result accessory is possible only against an enemy with an accessory",
     "possible now: double, threat, ally, structure, armour, escape"),
    ("init", (), "attack rill guard1 --complication blorp", "", "unknown complication 'blorp'",
     "complications: durability, half-damage, disadvantage, threat, trade, reinforcements, roll, ask"),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS, ids=[f"{case[2]} ({n})" for n, case in enumerate(REFUSALS)])
def test_a_refusal_says_what_is_wrong_by_which_rule_and_what_would_be_right(start, case):
    """THR-START-1, THR-OFF-1, THR-DEF-1, THR-ATK-1, THR-TAG-1, THR-TRACK-1, THR-BOSS-1: before any die is cast."""
    init, before, line, rule, message, hint = case
    table = start(init=init)
    for each in before:
        table.do(each)
    refusal = table.refused(line)
    assert (refusal.rule, refusal.message) == (rule, message)
    assert refusal.hint.startswith(hint)
    assert bool(refusal.hint) == bool(hint)
    assert refusal.kind == ("refused" if rule else "usage")


# The action roll and its exact odds.


EDGES = {"": (15, 15, 5, 1), "--advantage 1": (42, 97, 61, 16), "--disadvantage 1": (147, 58, 10, 1)}


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [((3, 3), "failure"), ((4, 3), "partial"), ((5, 4), "partial"), ((5, 5), "success"), ((6, 6), "ultra")],
)
def test_2d6_has_four_outcomes(offense, faces, outcome):
    """THR-ROLL-1: to 6 failure, 7 to 9 partial, from 10 success, two 6s ultra."""
    assert verdict(sum(faces), faces=faces) == outcome
    assert (
        offense.do(f"act bram climb --complication 'say mud' --ultra 'say sky' --dice {faces[0]},{faces[1]}") == outcome
    )


def test_an_ultra_depends_on_the_natural_dice_alone(offense):
    """THR-ROLL-2: 6,6 with -3 is an ultra; 6,5 with +3 is none."""
    assert offense.do("attack rill guard1 --attribute jaws --ultra 'say sky'", 6, 6, 1) == "ultra"
    assert offense.do("act bram climb --mod 3", 6, 5) == "success"


def test_modifiers_add_to_the_total(offense):
    """THR-ROLL-2: the attribute named, the weapon's own otherwise, within the limit; and --mod."""
    offense.do("attack rill guard1 --mod 2", 4, 3, 1)
    rolled = offense.rolls()[0]
    assert [(each.value, each.why) for each in rolled.modifiers] == [(1, "EYES"), (2, "modifier")]
    assert rolled.total == 10
    offense.do("set bram nerves=9")
    assert offense.do("act bram climb --attribute nerves --mod -2", 6, 3) == "success"
    offense.do("set fight options.attribute_limit=2")
    assert offense.do("act bram climb --attribute nerves --mod -2", 6, 3) == "partial"


def test_advantage_and_disadvantage_roll_one_die_more(offense):
    """THR-ROLL-2: 3d6, the two highest or lowest; two kept 6s are an ultra; both cancel."""
    assert offense.do("act bram climb --advantage 1 --ultra 'say sky'", 6, 1, 6) == "ultra"
    assert offense.do("act rill climb --disadvantage 1 --complication 'say mud'", 6, 1, 6) == "partial"
    assert offense.do("act odile climb --advantage 2 --disadvantage 2", 6, 4) == "success"


def test_edges_add_no_more_dice_than_the_option_says(start):
    """THR-ROLL-2: one by default, however many reasons."""
    table = start("edge_dice=2")
    assert table.do("act bram climb --advantage 3", 1, 1, 5, 5) == "success"


@pytest.mark.parametrize(("edge", "weights"), EDGES.items())
def test_exact_odds_at_no_modifier(offense, edge, weights):
    """THR-ROLL-1, THR-ROLL-2: of 36, and of 216 with an edge."""
    odds = offense.odds(f"act bram climb --complication 'say mud' --ultra 'say sky' {edge}").outcomes
    of = sum(weights)
    assert odds == {
        name: Fraction(weight, of)
        for name, weight in zip(("failure", "partial", "success", "ultra"), weights, strict=True)
    }


def test_the_odds_of_an_attack_count_its_damage_exactly(offense):
    """THR-OFF-4, THR-DMG-1: a success does 1d6 less armour 2, mean 5/3; here with any outcome that harms."""
    odds = offense.odds("attack bram guard1 --complication 'say mud' --ultra 'say sky'")
    assert odds.outcomes["failure"] == Fraction(15, 36)
    assert odds.losses["guard1"][4] == Fraction(21, 36) * Fraction(1, 6)
    assert odds.mean_loss("guard1") == Fraction(21, 36) * Fraction(10, 6)


def test_odds_with_every_table_rolled_sum_to_one(offense):
    """THR-ULT-2: a result that is rolled again is drawn among the others, so every path ends."""
    odds = offense.odds("attack bram guard1")
    assert sum(odds.outcomes.values()) == 1
    assert odds.outcomes["ultra"] == Fraction(1, 36)


@pytest.mark.parametrize(
    ("phase", "line", "advice"),
    [
        ("defence", "tag rill bram guard1 --with rifle", "remove --with"),
        ("offense", "attack rill guard1 guard2", "attack each target with a separate action"),
    ],
)
def test_advice_that_begins_with_a_verb_is_shown(start, phase, line, advice):
    """THR-TAG-1, THR-ATK-1: only lines after `try: ` are tried, and left out if they would be refused."""
    table = start(init=f"init --phase {phase}")
    wrong = vetted(table.refused(line), tuple(split_words(line)), table.session)
    assert (wrong.hint, wrong.named) == (advice, ())
