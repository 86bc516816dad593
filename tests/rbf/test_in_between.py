"""What may change between a question and its answer, and what ends a move on its way."""

import pytest

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"
BURST = {"joss": {"weapons": ("auto",), "at": 0}, "thug": {"at": 20, "hp": 90}, "other": {"at": 22}}
GRENADIER = {"weapons": ("grenade",), "skills": {"heavy": 2, "dodge": 2}, "at": 0}


def test_who_falls_while_a_burst_waits_is_not_hit_again(table):
    """RBF-ACT-7, RBF-HP-1: the GM's edit in the pause counts."""
    laid = table(**BURST)
    laid.do_all("attack joss thug other --autofire --dice 8,8", "damage other 99")
    played = laid.do("choose double")
    assert not laid.events(played, "also")
    assert laid.one("thug").hp == 90 - 30


def test_who_leaves_while_a_blast_waits_is_not_hit(table):
    """RBF-ATK-7: nor is a friend who was caught in it, or has fallen."""
    ground = {"thug": {"at": 20, "hp": 90}, "other": {"at": 21}, "boss": {"at": 22}}
    laid = table(joss=GRENADIER, tamsin={"at": 20}, ada={"at": 20}, **ground)
    laid.do_all("attack joss thug --dice 8,8", "remove other tamsin", "damage ada 99")
    played = laid.do("choose double")
    assert [each.target for each in laid.events(played, "also")] == ["boss"]
    assert not laid.events(played, "caught")
    assert laid.one("ada").hp == 0


def test_an_enemy_goes_on_against_those_who_still_stand(table):
    """RBF-REA-1, RBF-DEF-1: after a riposte, and what the GM does meanwhile."""
    sheets = {
        "thug": {"weapons": ("smg",), "at": 1, "hp": 90},
        "tamsin": {"talents": ("Expert Duelist",), "at": 0},
        "joss": {"at": 2, "hp": 40},
    }
    for edit, hurt in (("note nothing", True), ("damage joss 99", False), ("condition add thug out", False)):
        laid = table(**sheets)
        laid.do("attack thug tamsin joss --autofire --dice 8,8,8")
        played = laid.do(edit)
        if laid.fight.questions:  # nobody strikes back at the fallen
            played = laid.do("choose no")
        assert bool(laid.rolls(played)) is hurt, edit


def test_dice_of_a_blast_that_catches_an_enemy(table):
    """RBF-ATK-7, RBF-DEF-7: rolled by the one who threw it, as damage."""
    frag = {"weapons": ("frag",), "at": 20, "damage": None, "damage_max": None}
    from rbfcli.systems.rbf.sheet import Weapon

    weapon = Weapon(name="frag", skill="heavy", damage="3d6", radius=2, range=30, ammo=1, traits=("blast",))
    laid = table(thug=frag, joss={"at": 10}, other={"at": 11}, weapons={"frag": weapon})
    played = laid.do("attack thug joss --dice 4,6,1,1,1,2,2,3")
    roll = laid.rolls(played)[-1]
    assert (roll.who, roll.label, roll.rule, roll.total) == ("thug", "damage", "RBF-ATK-7", 7)
    assert laid.one("other").hp == 60 - 7


@pytest.mark.parametrize(
    ("technique", "weapon", "why"),
    [
        ("pin", "rail", "it is pinned"),
        ("trip", "pistol", "it is prone"),
        ("shove", "pistol", "it is driven off its way"),
    ],
)
def test_what_ends_a_move_on_its_way(table, technique, weapon, why):
    """RBF-ACT-8, RBF-TEC-PIN, RBF-TEC-TRIP, RBF-TEC-SHOVE: said in a word."""
    from rbfcli.systems.rbf.sheet import Weapon

    near = {"rail": Weapon(name="rail", skill="shoot", damage=1, range=30, ammo=3, traits=("projectile", "large"))}
    laid = table(joss={"at": 0, "weapons": (weapon,)}, thug={"at": 35, "hp": 60}, weapons=near)
    laid.do_all(BY_HAND, "turn next", f"overwatch joss --technique {technique}", "turn next", "turn next")
    [cut] = laid.events(laid.do("move thug 26 --dice 6,5"), "cut-short")
    assert (cut.who, cut.facts["why"], cut.rule) == ("thug", why, "RBF-ACT-8")
    assert laid.one("thug").at == (31 if technique == "shove" else 30)


def test_who_was_prone_before_crawls_on(table):
    """RBF-ACT-8, RBF-PRN-2: a shot that misses ends no move."""
    laid = table(joss={"at": 0}, thug={"at": 33, "hp": 60})
    laid.do_all("condition add thug prone", BY_HAND, "turn next", "overwatch joss", "turn next", "turn next")
    played = laid.do("move thug 29 --dice 6,6,6")
    assert not laid.events(played, "cut-short")
    assert [(each.facts["way"], each.facts["far"], each.facts["to"]) for each in laid.events(played, "moved")] == [
        ("crawls", "3 m", "metre 30"),
        ("crawls", "1 m", "metre 29"),
    ]


@pytest.mark.parametrize(
    ("talents", "cover", "before", "asked"),
    [
        (("Stalker",), "medium", (), True),
        (("Stalker",), "light", (), False),
        ((), "medium", (), False),
        (("Stalker",), "medium", ("hide ada --bonus",), False),
        (("Stalker",), "medium", ("condition add ada hidden",), False),
        (("Stalker", "Expert Telekinetic"), "medium", ("cast ada 'say push' --bonus",), False),
    ],
)
def test_who_is_asked_to_hide(table, talents, cover, before, asked):
    """RBF-BON-1, RBF-TAL-1: a Stalker with a bonus action left, in cover, not hidden, as the last action is spent."""
    laid = table(ada={"talents": talents, "cover": cover, "skills": {"telekinetics": 1}})
    laid.do_all(BY_HAND, *before, "aim ada")
    assert not laid.fight.questions
    laid.do("aim ada")
    assert [(each.kind, each.who, each.answers) for each in laid.fight.questions] == (
        [("bonus", "ada", ("hide", "no"))] if asked else []
    )


@pytest.mark.parametrize(("answer", "hidden", "left"), [("hide", True, 0), ("no", False, 1)])
def test_hiding_as_a_bonus_action(table, answer, hidden, left):
    """RBF-BON-1: taken, or let be."""
    laid = table(ada={"talents": ("Stalker",), "cover": "heavy", "seen_by": ("thug",)})
    laid.do_all(BY_HAND, "aim ada", "aim ada", f"choose {answer}")
    assert ("hidden" in laid.one("ada").conditions, laid.one("ada").bonus_left) == (hidden, left)
    assert laid.one("ada").seen_by == (() if hidden else ("thug",))


@pytest.mark.parametrize(
    ("edit", "still"),
    [("set ada hp=3", True), ("set ada bonus-left=0", False), ("set ada cover=light", False)],
)
def test_an_offer_to_hide_stays_as_long_as_it_can_be_taken(table, edit, still):
    """RBF-BON-1, RBF-TAL-1, RBF-STL-3: the GM may take away the bonus action, or the cover."""
    laid = table(ada={"talents": ("Stalker",), "cover": "medium"})
    laid.do_all("init --set ada=20 --set joss=1 --set tamsin=1", "aim ada", "aim ada", edit)
    assert bool(laid.fight.questions) is still
