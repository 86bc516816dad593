"""Going down, dying, stabilising, healing, items."""

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import UsageError
from rbfcli.engine.play import execute
from rbfcli.systems.rbf import RULES, commands, offers
from rbfcli.systems.rbf.conditions import CONDITIONS
from rbfcli.systems.rbf.entry import rested
from rbfcli.systems.rbf.sheet import Fighter, Item

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
MEDIC = {"items": ("medical kit",), "skills": {"medicine": 3}}


def test_a_typical_player_has_fifteen(table):
    """RBF-HP-1: where its sheet says nothing."""
    laid = table()
    laid.do("add Mira side=crew")
    assert (laid.one("mira").hp, laid.one("mira").max_hp) == (15, 15)


def test_a_burst_of_twelve_leaves_a_player_three(table):
    """RBF-HP-1: most health lost in one hit."""
    laid = table(thug={"damage": None, "damage_max": None, "weapons": ("auto",)})
    laid.do("attack thug joss --dice 4,4")
    assert laid.one("joss").hp == 3


def test_an_enemy_at_zero_is_out(table):
    """RBF-HP-1: and has no more turns."""
    laid = table()
    laid.do_all(BY_HAND, "damage thug 20")
    assert "out" in laid.one("thug").conditions
    laid.refused("attack ada thug", "RBF-HP-1")
    laid.refused("attack thug ada", "RBF-HP-1")
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.active == "other"


def test_a_player_at_zero_is_dying(table):
    """RBF-DIE-1: dead in 1d4+1 rounds, rolled hidden, unless stabilised."""
    laid = table()
    laid.do_all(BY_HAND, "attack boss joss --condition none --dice 1,1,1 --force")
    assert laid.one("joss").conditions["dying"].amount == 2
    assert "Tamsin, rounds until death: rolled in secret" in laid.tell(
        "attack boss tamsin --condition none --dice 1,1,4 --force"
    )
    for _ in range(8):
        laid.do("turn next")
    assert "dead" in laid.one("joss").conditions
    assert laid.one("tamsin").conditions["dying"].amount == 3
    laid.refused("heal joss 5", "RBF-DIE-1")


def test_without_mortal_wounds_players_are_simply_out(table):
    """RBF-DIE-1: an option of the encounter."""
    laid = table(options={"mortal_wounds": False})
    laid.do("damage joss 99")
    assert "out" in laid.one("joss").conditions


@pytest.fixture
def dying(table):
    """Joss is dying next to Ada, who can treat him."""

    def lay(**changes):
        laid = table(**{"ada": MEDIC, **changes})
        laid.do_all(BY_HAND, "damage joss 99")
        return laid

    return lay


def test_stabilising_takes_an_action_a_kit_and_medicine(dying):
    """RBF-STB-1: 2d8 and Medicine against 8; then at 0 HP, no longer dying."""
    laid = dying()
    laid.do("stabilize joss --by ada --dice 2,2")
    assert "dying" in laid.one("joss").conditions
    laid.do("stabilize joss --dice 2,3")
    assert (laid.one("joss").hp, [*laid.one("joss").conditions]) == (0, ["unconscious"])
    assert laid.one("ada").actions_left == 0


def test_bad_conditions_raise_the_tn(dying):
    """RBF-STB-1: by 2 for each that the GM names."""
    laid = dying()
    assert laid.rolls(laid.do("stabilize joss --bad 2 --dice 5,3"))[0].against == 12


def test_stabilising_is_refused_without_a_kit_or_a_wound(dying):
    """RBF-STB-1: nor can the dying treat themselves."""
    laid = dying(ada={})
    assert "no medical kit" in laid.refused("stabilize joss", "RBF-STB-1")
    laid.refused("stabilize tamsin", "RBF-STB-1")
    laid.refused("stabilize joss --by joss --force", "RBF-STB-1")


def test_stabilising_from_numbers_alone():
    """RBF-STB-1: without a fight."""
    played = execute(RULES, *offers.stabilize(commands.StabilizeNumbers(mod=2, bad=1, dice=(4, 4))))
    assert (played.events[0].against, played.outcome) == (10, "success")


def test_healing_brings_people_back(table):
    """RBF-HP-1: up to the maximum; above 0 HP the combatant is back up."""
    laid = table()
    laid.do_all("damage joss 99", "heal joss 40")
    assert (laid.one("joss").hp, dict(laid.one("joss").conditions)) == (15, {})
    laid.do_all("damage thug 99", "heal thug 1")
    assert "out" not in laid.one("thug").conditions


def test_a_medical_kit_heals(table):
    """RBF-ACT-2: Medicine against 8 gives 1d6 HP back; both are options."""
    laid = table(ada=MEDIC, joss={"hp": 3, "max_hp": 15})
    laid.do('use ada "medical kit" joss --dice 4,4,5')
    assert laid.one("joss").hp == 8
    laid.do('use ada "medical kit" joss --dice 1,2')
    assert laid.one("joss").hp == 8
    other = table(ada=MEDIC, joss={"hp": 3, "max_hp": 15}, options={"treat_tn": 4, "treat_heals": "2"})
    other.do('use ada "medical kit" joss --dice 1,2')
    assert other.one("joss").hp == 5


def test_items_of_the_encounter_do_what_it_says(table):
    """RBF-ACT-2: a draught that heals and is used up, without a test."""
    draught = Item(name="draught", heals="1d6+2", cures=("stunned",), used_up=True)
    laid = table(more={"items": {"draught": draught}}, ada={"items": ("draught", "draught"), "hp": 4, "max_hp": 15})
    laid.do_all("condition add ada stunned", "use ada draught --dice 3")
    assert (laid.one("ada").hp, laid.one("ada").items, dict(laid.one("ada").conditions)) == (9, ("draught",), {})


def test_other_items_are_told_to_the_gm(table):
    """RBF-ACT-2: with a test only where one is asked for; one that is not carried is refused."""
    laid = table(ada={"items": ("rope",)})
    assert "Ada uses the rope" in laid.tell("use ada rope")
    assert laid.do("use ada rope --tn 12 --dice 6,6").outcome == "success"
    assert "Ada has no repair kit" in laid.refused('use ada "repair kit"', "RBF-ACT-2")
    assert "unknown item 'lantern'" in laid.refused("use ada lantern", "")
    assert "Ada uses the lantern" in laid.tell('use ada "say lantern"')


def test_the_dead_are_beyond_items(table):
    """RBF-DIE-1: only the GM brings them back."""
    laid = table(ada=MEDIC)
    laid.do("condition add joss dead")
    laid.refused('use ada "medical kit" joss --force', "RBF-DIE-1")


@pytest.mark.parametrize("hp", [0, -5])
def test_who_is_set_to_no_health_goes_down(table, hp):
    """RBF-HP-1, RBF-DIE-1: an enemy out, a player dying, as by damage; set above it they are up again."""
    laid = table()
    laid.do_all(f"set thug hp={hp}", f"set joss hp={hp}")
    assert (laid.one("thug").hp, [*laid.one("thug").conditions]) == (0, ["out"])
    assert (laid.one("joss").hp, [*laid.one("joss").conditions]) == (0, ["dying"])
    laid.do_all("set thug hp=4", "set joss hp=1")
    assert not laid.one("thug").conditions
    assert not laid.one("joss").conditions


def test_another_number_changes_nothing_of_who_is_down(table):
    """RBF-DIE-1: nor does health raise the dead."""
    laid = table()
    laid.do_all("damage joss 99", "set joss armour=2", "condition add tamsin dead", "set tamsin hp=9")
    assert [*laid.one("joss").conditions] == ["dying"]
    assert [*laid.one("tamsin").conditions] == ["dead"]
    laid.do_all("set tamsin hp=0", "set tamsin hp=9")
    assert [*laid.one("tamsin").conditions] == ["dead"]
    laid.do_all("set ada hp=1", "condition add ada unconscious", "set ada hp=5")
    assert [*laid.one("ada").conditions] == ["unconscious"]


def test_no_damage_fells_nobody(table):
    """RBF-HP-1: not even a combatant who stands at 0 HP by the GM's word."""
    laid = table()
    laid.do_all("damage thug 99", "condition remove thug out", "damage thug 0")
    assert not laid.one("thug").conditions


def test_who_stands_at_no_health_goes_down_at_the_next_blow(table):
    """RBF-HP-1: a sheet may say so as the fight begins."""
    laid = table(thug={"hp": 0, "max_hp": 20}, other={"hp": -4, "max_hp": 20})
    laid.do_all("damage thug 1", "damage other 1")
    assert [*laid.one("thug").conditions] == [*laid.one("other").conditions] == ["out"]
    assert laid.one("other").hp == 0


def test_a_face_that_does_not_fit_is_told_with_what_it_was_thrown_for(table):
    """RBF-DIE-1: the third die of this line is the secret one of a falling player."""
    laid = table(joss={"hp": 3})
    with pytest.raises(UsageError) as wrong:
        laid.do("attack thug joss --dice 4,3,5")
    assert wrong.value.message == "face 3 must be from 1 to 4 on a d4, not 5 (Joss, rounds to live)"


# The table of conditions: both sides of the table read the same rows, and what is tied ends with who brought it.


def edges(laid, line):
    """The steps of advantage of the first roll of a line."""
    return [(each.value, each.why) for each in laid.rolls(laid.do(line))[0].edges]


@pytest.mark.parametrize(
    ("condition", "attacking", "attacked"),
    [
        ("prone", [(-1, "attacker prone")], [(1, "target prone")]),
        ("pinned", [(-1, "pinned")], []),
        ("blinded", [(-1, "blinded")], []),
        ("grappled", [(-1, "grappled")], [(1, "grappled")]),
        ("raging", [(1, "Rage")], [(1, "Rage")]),
        ("stunned", [], []),
    ],
)
def test_a_condition_counts_for_a_player_and_on_an_enemy(table, condition, attacking, attacked):
    """RBF-PRN-3, RBF-PRN-4, RBF-TEC-PIN, RBF-TEC-BLIND, RBF-TEC-GRAPPLE, RBF-TAL-1: on a player's attack roll."""
    laid = table()
    laid.do(f"condition add ada {condition}")
    assert edges(laid, "attack ada thug") == attacking
    other = table()
    other.do(f"condition add thug {condition}")
    assert edges(other, "attack ada thug") == attacked


@pytest.mark.parametrize(
    ("condition", "attacker", "defender"),
    [
        ("prone", [(1, "attacker prone")], [(-1, "target prone")]),
        ("pinned", [(1, "pinned")], []),
        ("blinded", [(1, "blinded")], []),
        ("grappled", [(1, "grappled")], [(-1, "grappled")]),
        ("raging", [(-1, "Rage")], [(-1, "Rage")]),
    ],
)
def test_a_condition_counts_the_same_on_a_defense(table, condition, attacker, defender):
    """RBF-PRN-3, RBF-PRN-4, RBF-TEC-PIN, RBF-TEC-BLIND, RBF-TEC-GRAPPLE, RBF-TAL-1: what helps one hinders others."""
    laid = table()
    laid.do(f"condition add thug {condition}")
    assert edges(laid, "attack thug ada --condition none") == attacker
    other = table()
    other.do(f"condition add ada {condition}")
    assert edges(other, "attack thug ada --condition none") == defender


def test_shots_at_the_prone_and_blows_between_the_prone(table):
    """RBF-PRN-3, RBF-PRN-4: shots have disadvantage; two prone combatants attack each other normally."""
    laid = table(joss={"at": 0}, thug={"at": 9})
    laid.do("condition add thug prone")
    assert edges(laid, "attack joss thug") == [(-1, "target prone")]
    laid.do("condition add tamsin prone")
    assert edges(laid, "attack tamsin thug") == [(1, "target prone")]


def test_what_is_sundered_by_hand_is_a_point(table):
    """RBF-TEC-SUNDER: every condition has an effect."""
    laid = table()
    laid.do("condition add thug sundered")
    assert laid.rolls(laid.do("attack ada thug"))[0].against == 12 - 1


def test_the_dying_by_hand_are_not_counted_down(table):
    """RBF-DIE-1: until the GM says for how many rounds."""
    laid = table()
    laid.do_all(BY_HAND, "condition add joss dying", *["turn next"] * 6)
    assert "dying" in laid.one("joss").conditions
    laid.do_all("set joss conditions.dying.amount=1", *["turn next"] * 5)
    assert [*laid.one("joss").conditions] == ["dead"]


def test_who_leaves_lets_go(table):
    """RBF-TEC-GRAPPLE: as who falls."""
    laid = table()
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "remove tamsin")
    assert "grappled" not in laid.one("thug").conditions


def test_every_row_has_a_rule_of_the_ledger():
    """RBF-TEC-2: with words for its start, unless another line reports it."""
    known = {each.id for each in RULES.ledger()}
    assert {row.rule for row in CONDITIONS.values()} <= known
    assert [name for name, row in CONDITIONS.items() if not row.begins] == ["disarmed"]


def test_conditions_nobody_knows_are_noted_in_own_words(table):
    """RBF-TEC-2: `say` adds any condition, with the note that it changes no number."""
    laid = table()
    assert "did you mean blinded" in laid.refused("condition add ada blindd", "")
    assert "note only" in laid.tell('condition add ada "say soaked"')
    laid.do("condition remove ada soaked")
    assert not laid.one("ada").conditions


# A stun costs its action on the next turn really taken.


def stun(laid, who, target):
    """A critical success that stuns."""
    laid.do(f"attack {who} {target} --critical stunned --dice 8,8")
    assert "stunned" in laid.one(target).conditions


def until(laid, who):
    """Continue to a combatant's turn."""
    laid.do("turn next")
    while laid.fight.active != who:
        laid.do("turn next")


def test_once_and_then_no_more(table):
    """RBF-TEC-STUN: one turn, one action."""
    laid = table()
    laid.do(BY_HAND)
    stun(laid, "ada", "other")
    for left in (1, 2):
        until(laid, "other")
        assert laid.one("other").actions_left == left
    assert "stunned" not in laid.one("other").conditions


def test_a_turn_that_is_held_after_it(table):
    """RBF-TEC-STUN, RBF-INI-4: a stunned fighter may still hold its turn, and has an action less then."""
    laid = table()
    laid.do(BY_HAND)
    stun(laid, "ada", "thug")
    until(laid, "thug")
    laid.do("hold thug --until 1")
    until(laid, "thug")
    assert laid.one("thug").actions_left == 1
    laid.do("turn next")
    assert "stunned" not in laid.one("thug").conditions


def test_a_turn_that_was_held_before_it(table):
    """RBF-TEC-STUN, RBF-INI-4: the held turn is the next that is taken."""
    laid = table(joss={"hp": 90})
    laid.do_all("init --set thug=18 --set ada=16 --set joss=14 --set tamsin=13 --set other=8 --set boss=6")
    laid.do_all("hold thug --until 1")
    stun(laid, "ada", "thug")
    until(laid, "thug")
    assert laid.fight.round == 1
    assert laid.one("thug").actions_left == 1
    until(laid, "thug")
    assert laid.one("thug").actions_left == 2


def test_a_boss_between_its_counts(table):
    """RBF-TEC-STUN, RBF-INI-5: the part of its turn that comes next is shorter, and no later turn."""
    laid = table()
    laid.do("init --set boss=20,4 --set ada=18 --set joss=16 --set tamsin=14 --set thug=3 --set other=2")
    laid.do("aim boss")
    laid.do("turn next")
    stun(laid, "ada", "boss")
    until(laid, "boss")
    assert laid.one("boss").actions_left == 1
    until(laid, "boss")
    assert (laid.fight.round, laid.one("boss").actions_left) == (2, 3)
    assert "stunned" not in laid.one("boss").conditions


def test_a_boss_that_has_nothing_left_to_lose(table):
    """RBF-TEC-STUN, RBF-INI-5: the stun waits for its next turn."""
    laid = table()
    laid.do("init --set boss=20,4 --set ada=18 --set joss=16 --set tamsin=14 --set thug=3 --set other=2")
    laid.do_all("aim boss", "aim boss", "aim boss", "turn next")
    stun(laid, "ada", "boss")
    until(laid, "boss")
    assert laid.one("boss").actions_left == 0
    until(laid, "boss")
    assert (laid.fight.round, laid.one("boss").actions_left) == (2, 2)
    until(laid, "boss")
    until(laid, "boss")
    assert (laid.fight.round, laid.one("boss").actions_left) == (3, 3)


def test_a_stun_in_ones_own_turn(table):
    """RBF-TEC-STUN, RBF-REA-1: by a riposte; the next turn pays."""
    laid = table(tamsin={"talents": ("Expert Duelist",)})
    laid.do("init --set other=20 --set thug=18 --set ada=2 --set joss=2 --set tamsin=2 --set boss=1")
    laid.do_all("attack other tamsin --dice 8,8", "choose strike --dice 8,8", "choose stunned")
    assert laid.one("other").actions_left == 1
    until(laid, "other")
    assert laid.one("other").actions_left == 1
    until(laid, "other")
    assert laid.one("other").actions_left == 2


def test_a_turn_lost_to_surprise_is_none(table):
    """RBF-TEC-STUN, RBF-STL-1: the first turn with actions pays."""
    laid = table()
    laid.do(f"{BY_HAND} --surprised other")
    stun(laid, "ada", "other")
    for left in (2, 1, 2):
        until(laid, "other")
        assert laid.one("other").actions_left == left


@pytest.mark.parametrize(("rounds", "lefts"), [(1, (1, 2, 2)), (2, (1, 1, 2))])
def test_as_many_turns_as_the_option_says(table, rounds, lefts):
    """RBF-TEC-2, RBF-TEC-STUN: by default one."""
    laid = table(options={"condition_rounds": rounds})
    laid.do(BY_HAND)
    stun(laid, "ada", "other")
    for left in lefts:
        until(laid, "other")
        assert laid.one("other").actions_left == left


def test_shaken_off_before_it_costs_anything(table):
    """RBF-TEC-3, RBF-TEC-STUN: a boss pays health instead."""
    laid = table()
    laid.do(BY_HAND)
    stun(laid, "ada", "boss")
    laid.do("shake-off boss stunned")
    until(laid, "boss")
    assert laid.one("boss").actions_left == 3


def test_a_boss_with_nothing_left_at_two_counts(table):
    """RBF-TEC-STUN, RBF-INI-5: it waits, and costs one action of one turn."""
    laid = table()
    laid.do("init --set boss=20,5,4 --set ada=18 --set joss=16 --set tamsin=14 --set thug=3 --set other=2")
    laid.do_all("aim boss", "aim boss", "aim boss", "turn next")
    stun(laid, "ada", "boss")
    lefts = []
    for _ in range(8):
        until(laid, "boss")
        lefts.append((laid.fight.round, laid.one("boss").actions_left))
    assert lefts == [(1, 0), (1, 0), (2, 2), (2, 2), (2, 2), (3, 3), (3, 3), (3, 3)]


def test_those_who_rested_have_full_hp_and_magazines():
    """RBF-HP-1, RBF-ACT-3: never less than before."""
    hurt = Fighter(name="Ada", hp=2, max_hp=9, ammo={"rifle": 1})
    assert (rested(hurt).hp, rested(hurt).ammo) == (9, {})
    assert rested(replace(hurt, hp=12)).hp == 12
