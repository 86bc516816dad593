"""Questions in the middle of a rule: within one another, edited around, undone, answered in advance."""

import pytest

from rbfcli.model.fight import Condition
from rbfcli.systems.rbf.sheet import Item

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
DUELIST = {"talents": ("Expert Duelist",)}


@pytest.fixture
def watched(table):
    """Joss is on overwatch and it is the thug's turn."""

    def lay(line="overwatch joss", **changes):
        laid = table(**changes)
        laid.do_all(BY_HAND, "turn next", line, "turn next", "turn next")
        return laid

    return lay


@pytest.fixture
def watching_thug(table):
    """The thug is on overwatch, and it is Tamsin's turn, an Expert Duelist."""
    laid = table(tamsin=DUELIST, thug={"hp": 60})
    laid.do_all(
        "init --set thug=20 --set tamsin=18 --set ada=2 --set joss=2 --set other=1 --set boss=1",
        "overwatch thug",
        "turn next",
    )
    return laid


def asked(laid):
    """The kinds of the open questions, and whose they are."""
    return [(each.kind, each.who) for each in laid.fight.questions]


def test_a_critical_shot_from_overwatch_asks_before_the_enemy_acts(watched):
    """RBF-ACT-8, RBF-ATK-2: the question of the shot is settled, then the enemy strikes."""
    laid = watched()
    laid.do("attack thug ada --dice 8,8")
    assert asked(laid) == [("critical", "joss")]
    assert laid.one("ada").hp == 15
    assert laid.one("thug").actions_left == 2
    laid.do("choose double --dice 6,5")
    assert (laid.one("thug").hp, laid.one("ada").hp) == (20 - 18, 15 - 3)
    assert laid.one("thug").actions_left == 1


def test_what_the_critical_shot_brings_may_stop_the_enemy(watched):
    """RBF-ACT-8, RBF-ATK-2: killed silently, it gets no further, and no die of its own falls."""
    laid = watched()
    laid.do("move thug 5 --dice 8,8")
    assert "is stopped: they are down" in laid.tell("choose silent")
    assert laid.one("thug").at is None


def test_a_reaction_within_a_reaction(watching_thug):
    """RBF-ACT-8, RBF-REA-1, RBF-ATK-2: an overwatch is dodged, the riposte is critical; then the action goes on."""
    laid = watching_thug
    laid.do("aim tamsin --dice 8,8")
    assert asked(laid) == [("riposte", "tamsin")]
    laid.do("choose strike --dice 8,8")
    assert asked(laid) == [("critical", "tamsin")]
    laid.reopen()
    laid.do("choose double")
    assert laid.one("thug").hp == 60 - 2 * (2 + 5)
    assert (laid.one("tamsin").aim, laid.one("tamsin").actions_left) == (1, 1)
    assert not laid.fight.questions


def test_an_offer_passed_over_in_the_middle_of_a_deed(watching_thug):
    """RBF-ACT-8, RBF-REA-1: the next command finishes what waits, without the riposte."""
    laid = watching_thug
    laid.do_all("aim tamsin --dice 8,8", "aim tamsin")
    assert laid.one("tamsin").aim == 2
    assert laid.one("tamsin").reactions_left == 1


def test_a_reaction_is_not_forced_with_the_deed(watching_thug):
    """RBF-ACT-8, RBF-REA-1: what the GM forces on one, the other still has to be able to do."""
    laid = watching_thug
    laid.do_all("set thug at=0 weapons=pistol held=pistol", "set tamsin at=20")
    laid.do("aim tamsin --force --dice 8,8")
    assert not asked(laid)


def test_a_burst_asks_for_both_conditions_at_once(table):
    """RBF-DEF-5, RBF-ACT-7: all rolls come before the first question."""
    laid = table(thug={"weapons": ("auto",)}, ada={"hp": 50}, tamsin={"hp": 50})
    laid.do("attack thug ada tamsin --autofire --dice 1,1,1,1")
    assert asked(laid) == [("condition", "thug"), ("condition", "thug")]
    laid.do_all("choose prone", "choose thug stunned")
    assert "prone" in laid.one("ada").conditions
    assert "stunned" in laid.one("tamsin").conditions


def test_a_riposte_comes_between_two_defenders(table):
    """RBF-REA-1: an attacker felled by it makes no further attacks."""
    laid = table(ada=DUELIST, tamsin=DUELIST, thug={"weapons": ("auto",), "hp": 7})
    laid.do("attack thug ada tamsin --autofire --dice 8,8")
    assert asked(laid) == [("riposte", "ada")]
    laid.reopen()
    played = laid.do("choose strike --dice 6,6")
    assert "out" in laid.one("thug").conditions
    assert [each.label for each in laid.rolls(played)] == ["attack"]
    assert not asked(laid)
    assert laid.one("tamsin").reactions_left == 1
    assert laid.one("thug").ammo["auto"] == 0


def test_a_riposte_that_does_not_fell_lets_the_next_defend(table):
    """RBF-REA-1: then the second may strike back too."""
    laid = table(ada=DUELIST, tamsin=DUELIST, thug={"weapons": ("auto",), "hp": 60})
    laid.do_all("attack thug ada tamsin --autofire --dice 8,8", "choose strike --dice 6,6,8,8")
    assert asked(laid) == [("riposte", "tamsin")]
    laid.do("choose no")
    assert laid.one("thug").hp == 60 - 11


def test_what_a_riposte_does_counts_for_the_next_defense(table):
    """RBF-REA-1, RBF-PRN-3: an attacker who is prone by then has disadvantage."""
    laid = table(ada=DUELIST, thug={"weapons": ("axe",), "hp": 60, "talents": ("Axe Expert",)})
    laid.do("attack thug ada tamsin --dice 8,8")
    played = laid.do("choose strike --answer critical=trip --dice 8,8,6,6,6")
    assert [(each.value, each.why) for each in laid.rolls(played)[-1].edges] == [(1, "attacker prone")]


@pytest.mark.parametrize(
    "edit", ["damage thug 99", "set joss ammo.pistol=0", "condition add joss blinded", "condition add thug hidden"]
)
def test_what_the_gm_edits_may_make_an_offer_void(watched, edit):
    """RBF-ACT-8: the question closes by itself, and the enemy goes on if it can."""
    laid = watched(line="overwatch joss --ask")
    laid.do_all("aim thug", edit)
    assert not laid.fight.questions
    assert laid.one("thug").aim == (0 if edit.startswith("damage") else 1)
    assert laid.one("thug").hp in (0, 20)


def test_the_gms_edits_stay_where_they_were_made(table):
    """RBF-ATK-2: between the roll and the damage."""
    laid = table()
    laid.do_all("attack ada other --dice 8,8", "damage other 10", "set ada skills.melee=5", "choose double")
    assert laid.one("other").hp == 60 - 10 - 2 * (8 + 5)


def test_a_pause_is_undone_redone_saved_and_opened(watched):
    """RBF-ACT-8, RBF-ATK-2: at every step, and then answered to the same end or to another."""
    laid = watched()
    fights = [laid.fight]
    for line in ("attack thug ada --dice 8,8", "damage ada 1", "choose double --dice 6,5"):
        laid.do(line)
        laid.reopen()
        fights.append(laid.fight)
    for fight in reversed(fights[:-1]):
        laid.session.undo(1)
        assert laid.fight == fight
    laid.session.redo(3)
    assert laid.fight == fights[-1]
    laid.session.undo(1)
    laid.reopen()
    laid.do("choose double --dice 6,5")
    assert laid.fight == fights[-1]
    laid.session.undo(1)
    laid.do("choose silent")
    assert "out" in laid.one("thug").conditions
    assert laid.one("ada").hp == 14


@pytest.mark.parametrize(
    ("changes", "lines", "at_once"),
    [
        ({}, ("attack ada other --dice 8,8", "choose double"), "attack ada other --dice 8,8 --answer critical=double"),
        ({}, ("attack ada other --dice 8,8", "choose double"), "attack ada other --dice 8,8 --critical double"),
        (
            {},
            ("attack ada other --dice 8,8", 'choose say "a lamp falls"'),
            'attack ada other --dice 8,8 --answer "critical=say a lamp falls"',
        ),
        (
            {"ada": {"hp": 50}},
            ("attack thug ada --dice 1,1", "choose prone"),
            "attack thug ada --dice 1,1 --answer condition=prone",
        ),
        (
            {"tamsin": DUELIST},
            ("attack thug tamsin --dice 8,8", "choose strike --dice 5,5"),
            "attack thug tamsin --dice 8,8,5,5 --answer riposte=strike",
        ),
        (
            {"ada": {"talents": ("Counterspell",)}},
            ("cast thug 'say hex' joss", "choose counter --dice 8,8"),
            "cast thug 'say hex' joss --countered-by ada --dice 8,8",
        ),
        (
            {"options": {"complication": "ask"}},
            ("attack ada other --dice 1,1", "choose prone"),
            "attack ada other --dice 1,1 --answer complication=prone",
        ),
    ],
)
def test_answers_in_advance_come_to_the_same_fight(table, changes, lines, at_once):
    """RBF-ATK-2, RBF-ATK-5, RBF-DEF-5, RBF-REA-1: answered in advance or when asked."""
    slowly, quickly = table(**changes), table(**changes)
    told = [event for line in lines for event in slowly.do(line).events]
    quickly.do(at_once)
    assert told
    assert slowly.fight == quickly.fight


def test_a_refused_answer_leaves_the_pause(watched):
    """RBF-ATK-2, RBF-TEC-STUN: byte for byte, and another answer goes on."""
    laid = watched(thug={"hp": 60})
    laid.do("aim thug --dice 8,8")
    laid.refused("choose nothing", "RBF-ATK-2")
    laid.refused("choose say stun", "RBF-TEC-STUN")
    laid.refused("choose double --dice 9", "")
    laid.do("choose double")
    assert laid.one("thug").aim == 1


def test_the_counterspell_asks_one_after_the_other(table):
    """RBF-REA-1: a success ends the spell for all, and no one else is asked."""
    mage = {"talents": ("Counterspell",), "skills": {"metaphysics": 2}}
    laid = table(ada=mage, tamsin=mage)
    laid.do("cast thug 'say hex' joss")
    assert asked(laid) == [("counterspell", "ada")]
    laid.do("choose counter --dice 8,8")
    assert not asked(laid)
    assert laid.one("tamsin").reactions_left == 1
    assert laid.one("joss").hp == 15


def test_only_an_enemys_spell_is_countered(table):
    """RBF-REA-1: not a player's, regardless of the line."""
    laid = table(ada={"skills": {"metaphysics": 2}}, joss={"talents": ("Counterspell",)})
    laid.refused("cast ada 'say push' thug --countered-by joss", "RBF-REA-1")
    laid.do("cast ada 'say push' thug --dice 6,6")
    assert not asked(laid)


# Words, checks, items, rage and shaking off: the roll, cost and output of each.


HELD = {"grappled": Condition()}


def the_roll(laid, line):
    """The one roll of a line: label, modifiers, how many dice, TN, outcome, rule."""
    [roll] = laid.rolls(laid.do(line))
    added = [(each.value, each.why) for each in roll.modifiers if each.value]
    return roll.label, added, len(roll.dice), roll.against, roll.rule


@pytest.mark.parametrize(
    ("line", "roll", "left"),
    [
        ("check ada athletics --tn 12", ("athletics", [(2, "Athletics")], 3, 12, "RBF-ACT-2"), 1),
        ("check ada athletics --tn 12 --free", ("athletics", [(2, "Athletics")], 3, 12, "RBF-ACT-2"), 2),
        ("check ada cooking --tn 9 --mod 3", ("cooking", [(4, "Cooking"), (3, "modifier")], 3, 9, "RBF-ACT-2"), 1),
        ("check ada 'say piracy' --tn 9", ("piracy", [(-2, "Piracy")], 3, 9, "RBF-ACT-2"), 1),
        ("check ada athletics --tn 12 --advantage 2", ("athletics", [(2, "Athletics")], 3, 12, "RBF-ACT-2"), 1),
        ("check ada athletics --tn 12 --disadvantage 1", ("athletics", [(2, "Athletics")], 4, 12, "RBF-ACT-2"), 1),
        ("speak ada halt --tn 9", ("leadership", [(1, "Leadership")], 3, 9, "RBF-ACT-9"), 1),
        (
            "speak ada halt --tn 9 --skill cooking --mod -1",
            ("cooking", [(4, "Cooking"), (-1, "modifier")], 3, 9, "RBF-ACT-9"),
            1,
        ),
        ("speak ada run --allies --tn 9", ("leadership", [(1, "Leadership")], 3, 9, "RBF-ACT-9"), 2),
        ("speak ada run --allies --lead --tn 9", ("leadership", [(1, "Leadership")], 3, 9, "RBF-ACT-9"), 1),
        ("use ada rope --tn 11", ("rope", [], 3, 11, "RBF-ACT-2"), 1),
        ("use ada lens", ("lens", [(2, "Athletics")], 3, 10, "RBF-ACT-2"), 1),
        ("use ada lens --tn 7 --mod 2", ("lens", [(2, "Athletics"), (2, "modifier")], 3, 7, "RBF-ACT-2"), 1),
        ("use ada lens --advantage 1", ("lens", [(2, "Athletics")], 2, 10, "RBF-ACT-2"), 1),
    ],
)
def test_what_a_test_is_rolled_with(table, line, roll, left):
    """RBF-ACT-2, RBF-ACT-9, RBF-TEC-GRAPPLE: the skill, the modifiers, a grapple; one action or none."""
    skills = {"athletics": 2, "cooking": 4, "leadership": 1, "melee": 3}
    lens = Item(name="lens", skill="athletics", tn=10)
    laid = table(ada={"skills": skills, "items": ("rope", "lens"), "conditions": HELD}, more={"items": {"lens": lens}})
    laid.do(BY_HAND)
    assert the_roll(laid, line) == roll
    assert laid.one("ada").actions_left == left


def test_in_a_crisis_checks_are_part_of_it(table):
    """RBF-MODE-1: by its rule, and combat's otherwise."""
    laid = table(board={"mode": "crisis"})
    assert the_roll(laid, "check ada athletics --tn 12")[-1] == "RBF-MODE-1"


def test_what_is_said_is_told(table):
    """RBF-ACT-9, RBF-MODE-1: in the speaker's words; an intent lasts for the turn."""
    laid = table(board={"mode": "crisis"})
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14")
    [says] = laid.events(laid.do('speak ada "get down" --allies'), "says")
    assert (says.who, says.facts, says.rule) == ("ada", {"text": "get down"}, "RBF-ACT-9")
    [means] = laid.events(laid.do("intent ada seal the hatch"), "intends")
    assert (means.who, means.facts, means.rule) == ("ada", {"text": "seal the hatch"}, "RBF-MODE-1")
    assert laid.one("ada").intent == "seal the hatch"
    laid.do("turn next")
    assert laid.one("ada").intent == ""
    laid.refused("intent ada run", "RBF-INI-3")


@pytest.mark.parametrize("line", ['speak ada "hm" --allies', "check ada athletics --tn 9 --free"])
def test_the_fallen_neither_speak_nor_try(table, line):
    """RBF-HP-1: free or not."""
    laid = table()
    laid.do("damage ada 99 --dice 2")
    laid.refused(line, "RBF-HP-1")


def test_what_using_a_thing_tells(table):
    """RBF-ACT-2: on the user or another; it uses up one of two."""
    salve = Item(name="salve", heals=3, used_up=True)
    laid = table(ada={"items": ("salve", "rope", "salve"), "hp": 5, "max_hp": 15}, more={"items": {"salve": salve}})
    played = laid.do("use ada salve")
    assert [each.facts for each in laid.events(played, "uses")] == [{"thing": "salve"}]
    assert [(each.who, each.facts) for each in laid.events(played, "used-up")] == [("ada", {"thing": "salve"})]
    assert (laid.one("ada").items, laid.one("ada").hp) == (("rope", "salve"), 8)
    assert "Joss does not need the salve" in laid.refused("use ada salve joss", "RBF-ACT-2")
    laid.do("damage joss 1")
    played = laid.do("use ada salve joss")
    assert [(each.who, each.target) for each in laid.events(played, "uses-on")] == [("ada", "joss")]
    assert laid.one("ada").items == ("rope",)
    played = laid.do('use ada "say salve"')
    assert not laid.events(played, "used-up")
    assert laid.one("ada").hp == 8 + 3


def test_kits_do_what_the_options_say(table):
    """RBF-ACT-2, RBF-DEF-6, RBF-TEC-LACERATE: wounds closed and treated, armour mended, leaks stopped."""
    kits = {"items": ("medical kit", "repair kit"), "skills": {"medicine": 2, "crafting": 1}}
    hurt = {"hp": 4, "max_hp": 15, "armour": 1, "armour_broken": True}
    lying = {"bleeding": Condition(), "leaking": Condition(), "prone": Condition()}
    laid = table(ada=kits, joss={**hurt, "conditions": lying})
    played = laid.do('use ada "medical kit" joss --dice 3,3,6')
    assert [(each.label, each.against) for each in laid.rolls(played)] == [("medical kit", 8), ("healing", None)]
    assert (laid.one("joss").hp, {*laid.one("joss").conditions}) == (10, {"leaking", "prone"})
    assert laid.one("joss").armour_broken is True
    played = laid.do('use ada "repair kit" joss --dice 5,4')
    assert [(each.label, each.against) for each in laid.rolls(played)] == [("repair kit", 10)]
    assert (laid.one("joss").armour_broken, {*laid.one("joss").conditions}) == (False, {"prone"})
    laid = table(ada=kits, joss={**hurt, "conditions": lying}, options={"repair_tn": 14})
    laid.do('use ada "repair kit" joss --dice 5,4')
    assert laid.one("joss").armour_broken is True
    assert "leaking" in laid.one("joss").conditions
    laid.do('use ada "repair kit" joss --dice 8,8')
    assert laid.one("joss").armour_broken is False


def test_a_rage_lasts_until_ones_next_turn(table):
    """RBF-TAL-1: it is free, and only on your own turn."""
    laid = table(tamsin={"talents": ("Berserker",)}, ada={"talents": ("Berserker",)})
    laid.do_all(BY_HAND, "use ada rage")
    assert laid.one("ada").actions_left == 2
    raging = laid.one("ada").conditions["raging"]
    assert (raging.rounds, raging.whose, raging.edge) == (1, "ada", "start")
    laid.refused("use tamsin rage", "RBF-INI-3")
    for _ in range(5):
        laid.do("turn next")
        assert "raging" in laid.one("ada").conditions
    laid.do("turn next")
    assert "raging" not in laid.one("ada").conditions


@pytest.mark.parametrize(("hp", "may"), [(5, False), (6, True)])
def test_what_shaking_off_costs(table, hp, may):
    """RBF-TEC-3: 5 HP, and never the last."""
    laid = table(boss={"hp": hp, "max_hp": 140, "conditions": {"blinded": Condition(rounds=1), "prone": Condition()}})
    if may:
        laid.do("shake-off boss bli")
        assert (laid.one("boss").hp, [*laid.one("boss").conditions]) == (hp - 5, ["prone"])
    else:
        laid.refused("shake-off boss blinded", "RBF-TEC-3")


def test_only_a_stun_gives_an_action_back(table):
    """RBF-TEC-3, RBF-TEC-STUN: not the other conditions to shake off on your own turn."""
    laid = table(boss={"conditions": {"crippled": Condition()}}, ada=None, joss=None, thug=None, other=None)
    laid.do_all("init --set boss=9 --set tamsin=1", "shake-off boss crippled")
    assert laid.one("boss").actions_left == 3
