"""The map in detail: distances, cover, sight, the length of moves, and landing places."""

import pytest

from rbfcli.core.errors import Refusal
from rbfcli.language.parser import read_line
from rbfcli.model.fight import Condition, DroppedItem
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.sheet import COVER_BONUS, Place
from tests.laws.reach import reaches

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
PLACES = {
    "wall": Place(name="the low wall", at=5, cover="light", low=True),
    "fort": Place(at=7, cover="heavy", low=True, height=3),
    "bush": Place(at=6, disguised=True),
    "cave": Place(cover="medium"),
}


def moved(laid, line):
    """Return the report of a move: the kind of move, the distance and the destination."""
    return [(each.facts["way"], each.facts["far"], each.facts["to"]) for each in laid.events(laid.do(line), "moved")]


@pytest.mark.parametrize(
    ("line", "told", "there"),
    [
        ("move ada 9", [("moves", "9 m", "metre 9")], (9, "", "none", 0)),
        ("move ada wall", [("moves", "5 m", "the low wall")], (5, "wall", "light", 0)),
        ("move ada fort", [("moves", "10 m", "fort")], (7, "fort", "heavy", 3)),
        ("move ada cave", [("moves", "", "cave")], (None, "cave", "medium", 0)),
        ("move ada 9 --cover medium", [("moves", "9 m", "metre 9")], (9, "", "medium", 0)),
        ("move ada wall --cover heavy", [("moves", "5 m", "the low wall")], (5, "wall", "heavy", 0)),
    ],
)
def test_where_a_move_leads(table, line, told, there):
    """RBF-ACT-2, RBF-COV-1: the metre, the height and the cover of the place, or the cover said."""
    laid = table(ada={"at": 0}, board={"places": PLACES})
    assert moved(laid, line) == told
    ada = laid.one("ada")
    assert (ada.at, ada.place, ada.cover, ada.height) == there


@pytest.mark.parametrize(
    ("sheet", "farthest"),
    [
        ({}, 10),
        ({"talents": ("Speedy",)}, 13),
        ({"conditions": {"prone": Condition()}}, 5),
        ({"conditions": {"crippled": Condition()}}, 5),
        ({"conditions": {"prone": Condition(), "crippled": Condition()}}, 2),
        ({"speed": 11, "conditions": {"prone": Condition()}}, 5),
    ],
)
def test_how_far_a_move_goes(table, sheet, farthest):
    """RBF-ACT-2, RBF-PRN-2, RBF-TEC-CRIPPLE, RBF-TAL-1: halves of halves, rounded down."""
    laid = table(ada={"at": 0, **sheet})
    refused = laid.refused(f"move ada {farthest + 1}", "RBF-ACT-2")
    assert f"{farthest + 1} is {farthest + 1} m away, and Ada can move {farthest} m" in refused
    laid.do(f"move ada {farthest}")
    assert laid.one("ada").at == farthest


def test_standing_there_already(table):
    """RBF-ACT-2: at a metre, or a place; other cover there is another matter."""
    laid = table(ada={"at": 5}, joss={"place": "wall"}, board={"places": PLACES})
    laid.refused("move ada 5", "RBF-ACT-2")
    laid.refused("move joss wall", "RBF-ACT-2")
    laid.do_all("move ada 5 --cover light", "move joss 5", "move ada wall")
    assert (laid.one("ada").cover, laid.one("joss").cover, laid.one("ada").place) == ("light", "none", "wall")


@pytest.mark.parametrize(
    ("place", "cover", "prone", "bonus"),
    [
        ("wall", "light", False, 1),
        ("wall", "light", True, 3),
        ("fort", "heavy", True, 3),
        ("wall", "full", True, 3),
        ("bush", "light", True, 1),
        ("", "medium", True, 2),
    ],
)
def test_prone_behind_a_low_barrier(table, place, cover, prone, bonus):
    """RBF-PRN-5, RBF-COV-1: heavy at least, where the barrier is low."""
    lying = {"prone": Condition()} if prone else {}
    laid = table(
        ada={"place": place, "cover": cover, "at": None if place else 5, "conditions": lying},
        thug={"weapons": ("auto",), "at": 40},
        board={"places": PLACES},
    )
    roll = laid.rolls(laid.do("damage-save ada --tn 12 --damage 3 --ranged --condition none"))[0]
    assert [each.value for each in roll.modifiers if each.value] == [3, bonus]


@pytest.mark.parametrize(
    ("conditions", "seen_by", "seen"),
    [
        ({}, (), True),
        ({"hidden": Condition()}, (), False),
        ({"hidden": Condition(), "spotted": Condition()}, (), True),
        ({"hidden": Condition()}, ("ada",), True),
        ({"hidden": Condition()}, ("joss",), False),
    ],
)
def test_who_sees_the_hidden(table, conditions, seen_by, seen):
    """RBF-ACT-4, RBF-STL-3: where it is spotted, or by those who see it."""
    laid = table(thug={"conditions": conditions, "seen_by": seen_by})
    if seen:
        laid.do("attack ada thug")
    else:
        laid.refused("attack ada thug", "RBF-ACT-4")


def test_who_is_held_feels_the_hidden(table):
    """RBF-ACT-4, RBF-TEC-GRAPPLE: a grappler cannot lose sight of its target while standing."""
    laid = table(ada={"conditions": {"grappled": Condition(by="thug")}}, thug={"conditions": {"hidden": Condition()}})
    laid.do("attack ada thug --dice 5,5,5")
    laid = table(ada={"conditions": {"grappled": Condition(by="other")}}, thug={"conditions": {"hidden": Condition()}})
    laid.refused("attack ada thug", "RBF-ACT-4")


@pytest.mark.parametrize(
    ("start", "attacker", "metres", "to"), [(9, 10, 4, 5), (11, 10, 4, 15), (10, 10, 4, 14), (None, 10, 4, None)]
)
def test_where_somebody_is_thrown(table, start, attacker, metres, to):
    """RBF-ATK-2: straight away from the attacker; leaving place, cover and pins."""
    lying = {"pinned": Condition()}
    laid = table(
        ada={"at": attacker},
        thug={
            "hp": 60,
            "place": "cave" if start is None else "spot",
            "cover": "light",
            "conditions": lying,
        },
        board={"places": {**PLACES, "spot": Place(at=start)}},
    )
    played = laid.do("attack ada thug --critical thrown --force --dice 8,8")
    [driven] = laid.events(played, "driven-back")
    assert (driven.who, driven.target, driven.facts["metres"]) == ("thug", "ada", metres)
    assert driven.facts["to"] == ("" if to is None else f", to metre {to}")
    thug = laid.one("thug")
    assert (thug.at, "pinned" in thug.conditions) == (to, False)
    if to is not None:
        assert (thug.place, thug.cover) == ("", "none")


@pytest.mark.parametrize(
    ("to", "hidden"), [("wall", False), ("fort", True), ("bush", True), ("9", False), ("9 --cover medium", True)]
)
def test_where_hiding_ends(table, to, hidden):
    """RBF-STL-3, RBF-FIRE-1: too little cover ends it, unless the place is disguised."""
    laid = table(
        ada={"place": "fort", "conditions": {"hidden": Condition(), "spotted": Condition()}}, board={"places": PLACES}
    )
    laid.do(f"move ada {to} --force" if to != "fort" else "note nothing")
    assert ("hidden" in laid.one("ada").conditions) is hidden
    assert ("spotted" in laid.one("ada").conditions) is hidden


@pytest.mark.parametrize(("hide_cover", "covers"), [(1, {"light", "medium", "heavy", "full"}), (3, {"heavy", "full"})])
def test_the_least_cover_to_hide_in_is_an_option(table, hide_cover, covers):
    """RBF-STL-3: `hide_cover`."""
    least = next(each for each in COVER_BONUS if each in covers)
    for cover in ("none", "light", "medium", "heavy", "full"):
        laid = table(ada={"cover": cover}, options={"hide_cover": hide_cover})
        if cover in covers:
            laid.do("hide ada")
        else:
            said = "no" if cover == "none" else cover
            assert f"Ada has {said} cover; hiding needs {least} cover" in laid.refused("hide ada", "RBF-STL-3")


@pytest.mark.parametrize(
    ("one", "other", "reaches"),
    [
        ({"at": 0}, {"at": 2}, True),
        ({"at": 0}, {"at": 3}, False),
        ({"at": 0, "height": 2}, {"at": 0}, True),
        ({"at": 0, "height": 3}, {"at": 0}, False),
        ({"at": -1}, {"at": 1, "height": 2}, True),
        ({"at": None}, {"at": 50}, True),
    ],
)
def test_one_reach(table, one, other, reaches):
    """RBF-ACT-2: along the ground or in height, the greater of the two; for attacks and for help."""
    laid = table(ada={**one, "items": ("rope",)}, thug=other, joss=other)
    for line in ("attack ada thug", "use ada rope joss"):
        if reaches:
            laid.do(line)
        else:
            assert "3 m away; reach is 2 m" in laid.refused(line, "RBF-ACT-2")


@pytest.mark.parametrize(
    ("weapon", "other", "reached"),
    [
        ("", {"at": 2}, True),
        ("", {"at": 3}, False),
        ("sword", {"at": 2}, True),
        ("sword", {"at": 3}, False),
        ("pistol", {"at": 30}, True),
        ("pistol", {"at": 31}, False),
        ("pistol", {"at": 9, "cover": "full"}, False),
        ("rifle", {"at": 2}, False),
        ("rifle", {"at": 3}, True),
    ],
)
def test_who_gets_at_whom(table, weapon, other, reached):
    """RBF-ACT-2, RBF-COV-2, RBF-RNG-1: with a weapon or bare hands, in either direction."""
    armed = {"weapons": (weapon or "sword",)}
    here = {"at": 0, "cover": other.get("cover", "none"), **armed}
    laid = table(ada=here, thug={**other, **armed})
    assert reaches(RULES, laid.fight, ("ada", "thug", weapon)) is reached
    assert reaches(RULES, laid.fight, ("thug", "ada", weapon)) is reached


def test_where_things_lie(table):
    """RBF-ACT-2: at the metre or place where they were dropped, and not from a distance."""
    for ground in ({"at": 7}, {"place": "cave"}, {}):
        laid = table(ada=ground, joss={"at": 3}, board={"places": PLACES})
        laid.do("attack ada thug --force --dice 1,1")
        where = "7 m" if ground == {"at": 7} else ground.get("place", "")
        assert laid.fight.board.lying == (DroppedItem(weapon="sword", where=where),)
        if ground:
            laid.refused("draw joss sword", "")
        laid.do("draw ada sword")
        assert laid.one("ada").held == "sword"


@pytest.mark.parametrize(("metres", "dice"), [(2, 0), (3, 1), (5, 1), (6, 2), (300, 100)])
def test_how_many_dice_a_fall_is(table, metres, dice):
    """RBF-TEC-THROW: one for each full three metres."""
    laid = table(joss={"hp": 999})
    rolls = laid.rolls(laid.do(f"fall joss {metres}"))
    assert sum(len(each.dice) for each in rolls) == dice
    assert (999 - laid.one("joss").hp > 0) is bool(dice)
    assert "prone" in laid.one("joss").conditions


@pytest.mark.parametrize("metres", [0, 301])
def test_falls_that_are_none(table, metres):
    """RBF-TEC-THROW: 1 to 300 m."""
    assert "the fall must be 1 to 300 m;" in table().refused(f"fall joss {metres} --force", "RBF-TEC-THROW")


def test_getting_free(table):
    """RBF-TEC-PIN, RBF-TEC-GRAPPLE: an action ends every hold; an attack ends a grapple."""
    laid = table(ada={"conditions": {"pinned": Condition(), "grappled": Condition(by="gone")}})
    laid.do_all(BY_HAND, "free ada")
    assert (dict(laid.one("ada").conditions), laid.one("ada").actions_left) == ({}, 1)
    assert "nothing is holding Ada;" in laid.refused("free ada", "RBF-TEC-PIN")
    laid = table(ada={"conditions": {"grappled": Condition(by="thug")}, "skills": {"brawl": 2}})
    played = laid.do("free ada --dice 6,6")
    assert [(each.label, each.target) for each in laid.rolls(played)] == [("attack", "thug")]
    assert "grappled" not in laid.one("ada").conditions


def test_postures(table):
    """RBF-PRN-1: an action each; dropping is free, and hurts as the option says."""
    laid = table(ada={"hp": 15}, options={"prone_damage": "1d6"})
    laid.do_all(BY_HAND, "prone ada", "stand ada")
    assert (laid.one("ada").actions_left, laid.one("ada").hp) == (0, 15)
    played = laid.do("prone ada --drop --dice 6")
    assert [(each.label, each.rule) for each in laid.rolls(played)] == [("dropping prone", "RBF-PRN-1")]
    assert (laid.one("ada").hp, "prone" in laid.one("ada").conditions) == (9, True)
    laid.refused("prone joss --drop", "RBF-INI-3")


def test_pointing_out(table):
    """RBF-ACT-4: an action of the observer; then others can shoot, though they do not see it."""
    laid = table(thug={"conditions": {"hidden": Condition()}, "seen_by": ("ada",)})
    laid.do_all(BY_HAND, "spot ada thug")
    assert (laid.one("thug").conditions["spotted"].by, laid.one("ada").actions_left) == ("ada", 1)
    assert "every enemy can already see Thug;" in laid.refused("spot ada thug", "RBF-ACT-4")
    assert "every enemy can already see Other;" in laid.refused("spot ada other", "RBF-ACT-4")
    laid.do("turn next")
    laid.do("attack joss thug")


@pytest.mark.parametrize(
    ("damage", "thrown"), [("1d6", "2d6"), ("d6", "2d6"), ("2d4", "4d4"), ("1d6+1", "1d6+1+1d6+1"), ("3", "3+3")]
)
def test_the_dice_of_a_fall_are_an_option(table, damage, thrown):
    """RBF-TEC-THROW: `fall_damage`, once for each three metres."""
    laid = table(joss={"hp": 99}, options={"fall_damage": damage})
    rolls = laid.rolls(laid.do("fall joss 6"))
    assert [each.expression for each in rolls] == [thrown]
    assert damage != "3" or laid.one("joss").hp == 99 - 6


@pytest.mark.parametrize(("speed", "hint"), [(10, "try: move ada 10, or --force"), (0, "use --force to do it anyway")])
def test_a_move_too_far_says_how_far_one_gets(table, speed, hint):
    """RBF-ACT-2: the metre on the way there, and nothing where one does not move at all."""
    laid = table(ada={"at": 0, "speed": speed})
    with pytest.raises(Refusal, match=f"12 is 12 m away, and Ada can move {speed} m") as wrong:
        laid.do("move ada 12")
    assert (wrong.value.rule, wrong.value.hint) == ("RBF-ACT-2", hint)


def test_who_is_set_at_a_place_stands_there(table):
    """RBF-COV-1, RBF-ACT-2: on its metre, so far up, in its cover unless the same line sets another."""
    laid = table(board={"places": {"roof": Place(at=8, height=3, cover="medium")}})
    laid.do("set ada place=roof")
    assert (laid.one("ada").at, laid.one("ada").height, laid.one("ada").cover) == (8, 3, "medium")
    assert "roof is at 8 m, not 9 m" in laid.refused("set joss place=roof at=9 cover=full", "RBF-COV-1")
    assert "roof is 3 m up, not 2 m" in laid.refused("set joss place=roof height=2 --force", "RBF-COV-1")
    laid.do("set joss place=roof at=8 cover=full")
    assert (laid.one("joss").at, laid.one("joss").height, laid.one("joss").cover) == (8, 3, "full")


# Height counts as distance: one reach for blows, treatment, grapples and blasts.


ABOVE = {"at": 0, "height": 6}


def test_a_blow_does_not_reach_up_or_down(table):
    """RBF-ACT-2: two metres in any direction."""
    laid = table(ada={"at": 0}, thug={"at": 1, "height": 3})
    assert "3 m away" in laid.refused("attack ada thug", "RBF-ACT-2")
    laid.refused("attack thug ada", "RBF-ACT-2")
    laid.do_all("set thug height=2", "attack ada thug --dice 5,5")


@pytest.mark.parametrize(("far", "reached"), [(2, True), (3, False)])
def test_a_leap_comes_down_on_whom_it_reaches_there(table, far, reached):
    """RBF-TEC-LEAP: the drop is no distance, the ground is."""
    laid = table(ada=ABOVE, thug={"at": far})
    if reached:
        laid.do("attack ada thug --technique leap --dice 5,5,1,1")
        assert laid.one("ada").height == 0
    else:
        laid.refused("attack ada thug --technique leap", "RBF-ACT-2")


def test_a_shot_carries_as_far_up(table):
    """RBF-ACT-2: a pistol carries thirty metres."""
    laid = table(joss={"at": 0}, thug={"at": 9, "height": 31})
    laid.refused("attack joss thug", "RBF-ACT-2")
    laid.do_all("set thug height=30", "attack joss thug --dice 5,5")


def test_hands_and_blasts_reach_as_far_up(table):
    """RBF-STB-1, RBF-ATK-7: a combatant on a rampart cannot be treated or caught in a blast from below."""
    laid = table(
        ada={**ABOVE, "items": ("medical kit",)},
        tamsin={"at": 0},
        joss={"at": 20, "weapons": ("grenade",), "skills": {"heavy": 5}},
        thug={"at": 0},
    )
    laid.do("condition add tamsin dying")
    laid.refused("stabilize tamsin --by ada", "RBF-STB-1")
    assert not laid.events(laid.do("attack joss thug --dice 5,5"), "caught")


def test_a_grapple_does_not_last_over_a_wall(table):
    """RBF-TEC-GRAPPLE: a combatant lifted out of reach is free."""
    laid = table(tamsin={"at": 0}, thug={"at": 1})
    laid.do_all("attack tamsin thug --technique grapple --dice 5,5", "set thug height=5")
    assert "grappled" not in laid.one("thug").conditions


@pytest.mark.parametrize(("faces", "thug", "ada"), [("5,5,4", 60 - 11 - 4, 15), ("1,1,4", 60, 15 - 4)])
def test_a_leap_from_one_height_to_another(table, faces, thug, ada):
    """RBF-TEC-LEAP: a die for the three metres between, and the attacker lands next to the enemy, hit or miss."""
    laid = table(ada={"height": 5}, thug={"hp": 60, "height": 2})
    played = laid.do(f"attack ada thug --technique leap --dice {faces}")
    told = [each.facts["why"] for each in laid.events(played, "damage")]
    assert told == (["sword 8 + Melee 3 + leap 4"] if thug < 60 else [])
    assert (laid.one("thug").hp, laid.one("ada").hp, laid.one("ada").height) == (thug, ada, 2)


# Stealth: surprise, sneaking up, hiding, prepared positions.


CRATES = Place(at=10, cover="medium")


def test_the_surprised_react_but_do_not_act_until_the_end_of_their_first_turn(table):
    """RBF-STL-1: refused on their first turn, free on the second."""
    laid = table(other=None, boss=None)
    laid.do("init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --surprised @foes")
    laid.do_all("turn next", "turn next", "turn next")
    assert laid.fight.active == "thug"
    assert "Thug is surprised: only reactions are possible" in laid.refused("attack thug ada", "RBF-STL-1")
    laid.refused("move thug 3", "RBF-STL-1")
    laid.do_all("turn next", "turn next", "turn next", "turn next")
    laid.do("attack thug ada --dice 8,8")


def test_players_that_surprise_have_one_more_to_hit_and_damage(table):
    """RBF-STL-1: for as long as the surprise lasts."""
    laid = table()
    laid.do_all(BY_HAND + " --surprised thug", "attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 20 - (8 + 3 + 1)
    laid.do("attack ada other --dice 5,5")
    assert laid.one("other").hp == 60 - 5


def test_the_surprised_may_still_react(table):
    """RBF-STL-1, RBF-REA-1: a riposte is no action."""
    laid = table(tamsin={"talents": ("Expert Duelist",)})
    laid.do_all(
        "init --set thug=20 --set ada=1 --set joss=1 --set tamsin=1 --set other=1 --set boss=1 --surprised tamsin",
        "attack thug tamsin --dice 8,8",
        "choose strike --dice 5,5",
    )
    assert laid.one("thug").hp == 20 - 7


@pytest.mark.parametrize(("dice", "surprised"), [("5,5", False), ("5,4", True)])
def test_the_most_perceptive_player_looks_out_for_enemies_that_sneak_up(table, dice, surprised):
    """RBF-STL-2: Perception against the enemy's TN; failing, all players are surprised."""
    laid = table()
    played = laid.do(f"{BY_HAND} --sneaking thug --dice {dice}")
    assert laid.rolls(played)[0].who == "joss"
    assert all(("surprised" in laid.one(who).conditions) == surprised for who in ("ada", "joss", "tamsin"))


def test_players_do_not_sneak_up_on_players(table):
    """RBF-STL-2: an enemy does, by its TN."""
    table().refused("init --sneaking ada", "RBF-STL-2")


def test_hiding_needs_medium_cover_and_an_action(table):
    """RBF-STL-3: or what the option says."""
    laid = table(joss={"cover": "light"})
    laid.do_all(BY_HAND, "turn next")
    assert "Joss has light cover; hiding needs medium cover" in laid.refused("hide joss", "RBF-STL-3")
    laid.do_all("set joss cover=medium", "hide joss")
    assert laid.one("joss").actions_left == 1
    laid.refused("hide joss", "RBF-STL-3")
    looser = table(joss={"cover": "light"}, options={"hide_cover": 1})
    looser.do("hide joss")


def test_the_attack_from_hiding_is_better_and_gives_one_away(table):
    """RBF-STL-3: +1 to hit and damage, once; a loud shot loses stealth."""
    laid = table(joss={"cover": "heavy"})
    laid.do_all("hide joss", "attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - (6 + 3 + 1)
    assert "hidden" not in laid.one("joss").conditions
    laid.do("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 10


def test_a_silenced_shot_keeps_stealth(table):
    """RBF-STL-3: a flag of the weapon."""
    laid = table(joss={"cover": "heavy", "weapons": ("bow",)})
    laid.do_all("hide joss", "attack joss thug --dice 4,4")
    assert "hidden" in laid.one("joss").conditions


def test_nobody_aims_at_the_hidden(table):
    """RBF-STL-3, RBF-ACT-4: until they are seen, spotted or give themselves away."""
    laid = table(joss={"cover": "heavy"})
    laid.do("hide joss")
    laid.refused("attack thug joss", "RBF-ACT-4")
    laid.do_all("set joss seen-by=other", "spot other joss", "attack thug joss --dice 8,8")


def test_leaving_cover_ends_hiding(table):
    """RBF-STL-3: there is no hiding in the open."""
    laid = table(joss={"place": "crates"}, board={"places": {"crates": CRATES, "quay": Place(at=12)}})
    laid.do_all("hide joss", "move joss quay")
    assert "hidden" not in laid.one("joss").conditions


def test_a_prepared_position_helps_every_shot(table):
    """RBF-FIRE-1: +1 to hit and damage, and its own cover; only to shots."""
    nest = Place(at=0, cover="heavy", prepared=True)
    laid = table(
        joss={"place": "nest"}, ada={"place": "nest"}, boss={"weapons": ("rifle",)}, board={"places": {"nest": nest}}
    )
    assert laid.one("joss").cover == "heavy"
    laid.do("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - (6 + 3 + 1)
    laid.do("attack ada other --dice 5,5")
    assert laid.one("other").hp == 60 - 5
    assert laid.rolls(laid.do("attack boss joss --dice 6,5"))[0].total == 11 + 2 + 3


def test_a_disguised_position_gives_stealth(table):
    """RBF-FIRE-1: combatants who start there are hidden; both bonuses count."""
    nest = Place(at=0, cover="heavy", prepared=True, disguised=True)
    laid = table(joss={"place": "nest"}, board={"places": {"nest": nest}})
    assert "hidden" in laid.one("joss").conditions
    assert laid.rolls(laid.do("attack joss thug --dice 4,4"))[0].total == 8 + 3 + 1 + 1


def test_the_bonuses_are_options(table):
    """RBF-STL-3, RBF-FIRE-1: of the encounter."""
    nest = Place(at=0, cover="heavy", prepared=True, disguised=True)
    laid = table(
        joss={"place": "nest"}, board={"places": {"nest": nest}}, options={"stealth_bonus": 2, "position_bonus": 3}
    )
    assert laid.rolls(laid.do("attack joss thug --dice 4,4"))[0].total == 8 + 3 + 2 + 3


# A grapple lasts as long as the one holds the other, and has its ways out.


GRAPPLE = "attack tamsin thug --technique grapple --dice 5,5"


@pytest.fixture
def grappled(table):
    """Tamsin holds the thug, on a ground with metres unless it says otherwise."""

    def lay(tamsin=10, thug=11, **changes):
        laid = table(tamsin={"at": tamsin}, thug={"at": thug, "hp": 60}, other={"at": thug}, **changes)
        laid.do(GRAPPLE)
        assert laid.one("thug").conditions["grappled"].by == "tamsin"
        return laid

    return lay


def holds(laid):
    """Whether the thug is still held."""
    return "grappled" in laid.one("thug").conditions


@pytest.mark.parametrize(("to", "held"), [(12, True), (13, True), (14, False), (8, False)])
def test_it_ends_as_the_grappler_leaves(grappled, to, held):
    """RBF-TEC-GRAPPLE: further than arms reach."""
    laid = grappled()
    laid.do(f"move tamsin {to}")
    assert holds(laid) is held


def test_it_ends_as_the_grappler_leaves_where_no_metres_are_counted(table):
    """RBF-TEC-GRAPPLE: any other place is too far."""
    laid = table(thug={"hp": 60})
    laid.do_all(GRAPPLE, "move tamsin 9")
    assert not holds(laid)


@pytest.mark.parametrize("who", ["thug", "tamsin"])
def test_it_ends_as_either_is_driven_off(grappled, who):
    """RBF-TEC-GRAPPLE, RBF-ATK-2, RBF-TEC-SHOVE: by a critical success, or pulled away by the GM."""
    laid = grappled(ada={"at": 11})
    if who == "thug":
        laid.do("attack ada thug --critical thrown --dice 8,8,1")
    else:
        laid.do("set tamsin at=20")
    assert not holds(laid)


def test_it_outlasts_a_shove_within_reach(grappled):
    """RBF-TEC-GRAPPLE, RBF-TEC-SHOVE: two metres are arm's length."""
    laid = grappled(ada={"at": 10}, thug=11)
    laid.do("attack ada thug --technique shove --dice 5,4,1")
    assert laid.one("thug").at == 12
    assert holds(laid)


@pytest.mark.parametrize("line", ["damage tamsin 99", "remove tamsin"])
def test_it_ends_as_the_grappler_falls_or_is_gone(grappled, line):
    """RBF-TEC-GRAPPLE: it is no longer held."""
    laid = grappled()
    laid.do(line)
    assert not holds(laid)


def test_the_held_defends_badly(table):
    """RBF-TEC-GRAPPLE: a player rolls the worse of more dice, an enemy is hit more easily."""
    laid = table(ada={"hp": 50})
    laid.do_all("attack thug ada --condition grappled --dice 1,1", "heal ada 50")
    defense = laid.rolls(laid.do("attack other ada --dice 5,5,6"))[0]
    assert [(each.value, each.why) for each in defense.edges] == [(-1, "grappled")]
    laid = table()
    laid.do(GRAPPLE)
    [attack] = laid.rolls(laid.do("attack ada thug --dice 5,5,6"))
    assert [(each.value, each.why) for each in attack.edges] == [(1, "grappled")]


@pytest.mark.parametrize(("dice", "free"), [("8,8", False), ("6,6", False), ("5,2", True), ("1,1", True)])
def test_the_held_enemy_strikes_itself_free(grappled, dice, free):
    """RBF-TEC-GRAPPLE: `free` is a blow at the grappler with bare hands, that has to hit."""
    laid = grappled()
    laid.do(f"free thug --answer condition=none --dice {dice}")
    assert holds(laid) is not free


def test_the_held_player_strikes_itself_free(table):
    """RBF-TEC-GRAPPLE, RBF-ACT-1: for an action, and then it may move."""
    laid = table(tamsin={"hp": 50})
    laid.do("init --set tamsin=9 --set thug=20 --set ada=1 --set joss=1 --set other=1 --set boss=1")
    laid.do_all("attack thug tamsin --condition grappled --dice 1,1", "heal tamsin 50", "turn next")
    laid.refused("move tamsin 3", "RBF-TEC-GRAPPLE")
    laid.do("free tamsin --dice 5,5")
    assert laid.one("tamsin").actions_left == 1
    laid.do("move tamsin 3")


def test_the_held_may_move_once_the_grappler_is_elsewhere(grappled):
    """RBF-TEC-GRAPPLE: regardless of how they were separated."""
    laid = grappled()
    laid.do_all("move tamsin 20", "move thug 4")
    assert laid.one("thug").at == 4


def test_who_is_taken_out_of_a_place_has_no_cover():
    """RBF-COV-1: the cover was the place's."""
    session = from_encounter(find_encounter("dock-ambush"), "out", "dock-ambush")
    assert session.fight.combatants["joss"].cover == "light"
    session.perform(read_line("set joss place=", session.rules, session.fight))
    joss = session.fight.combatants["joss"]
    assert (joss.place, joss.cover) == ("", "none")


def test_a_fall_on_the_ground_leaves_no_place():
    """RBF-TEC-THROW: one who was not up stays at its place."""
    session = from_encounter(find_encounter("dock-ambush"), "fall", "dock-ambush")
    place = session.fight.combatants["thug1"].place
    assert place
    session.perform(read_line("fall thug1 3", session.rules, session.fight))
    assert session.fight.combatants["thug1"].place == place
