"""A critical success is never lost: what fits is offered, and does something."""

import pytest

ADA_HALBERD = {"weapons": ("claymore",), "at": 0}


def offered(laid, line):
    """What a critical success offers."""
    laid.do(line)
    return laid.fight.questions[0].answers


def test_cleave_hits_another_beside(table):
    """RBF-ATK-2, RBF-TEC-CLEAVE: the same damage to both."""
    laid = table(ada=ADA_HALBERD, thug={"hp": 60, "at": 1}, other={"at": 2}, boss={"at": 30})
    assert "cleave" in offered(laid, "attack ada thug --dice 8,8")
    laid.do("choose cleave")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("boss").hp) == (60 - 15, 60 - 15, 140)


def test_whom_it_cleaves_is_asked_where_there_are_several(table):
    """RBF-ATK-2, RBF-TEC-CLEAVE: one more, of the attacker's choice."""
    laid = table(ada=ADA_HALBERD, thug={"hp": 60, "at": 1}, other={"at": 2}, boss={"at": 2})
    laid.do_all("attack ada thug --dice 8,8", "choose cleave")
    assert laid.fight.questions[0].answers == ("other", "boss")
    laid.reopen()
    laid.do("choose boss")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("boss").hp) == (60 - 15, 60, 140 - 15)
    laid.session.undo(2)
    laid.do("choose cleave --answer second=other")
    assert laid.one("other").hp == 60 - 15


@pytest.mark.parametrize(
    "changes",
    [
        {"ada": {"weapons": ("sword",), "at": 0}},
        {"other": {"at": 3}},
        {"other": {"at": 2, "hp": 0, "max_hp": 60, "conditions": {"out": {}}}},
    ],
)
def test_cleave_is_offered_only_where_it_hits_somebody(table, changes):
    """RBF-ATK-2, RBF-TEC-CLEAVE: with a long blade, and a standing foe beside the target and in reach."""
    import msgspec

    from rbfcli.kernel.fight import Condition

    sheets = {"ada": ADA_HALBERD, "thug": {"hp": 60, "at": 1}, "other": {"at": 2}, "boss": {"at": 30}, **changes}
    if "conditions" in sheets["other"]:
        sheets["other"] = {**sheets["other"], "conditions": {"out": msgspec.convert({}, Condition)}}
    laid = table(**sheets)
    assert "cleave" not in offered(laid, "attack ada thug --dice 8,8")
    laid = table(**sheets)
    laid.refused("attack ada thug --critical cleave", laid_rule(sheets))


def laid_rule(sheets):
    """The rule that refuses a cleave: its weapon's, or that of critical successes."""
    return "RBF-TEC-CLEAVE" if "sword" in sheets["ada"]["weapons"] else "RBF-ATK-2"


def test_an_axe_expert_cleaves_with_an_axe(table):
    """RBF-TAL-1, RBF-ATK-2: others need a long blade."""
    axe = {"weapons": ("axe",), "at": 0}
    laid = table(ada={**axe, "talents": ("Axe Expert",)}, thug={"hp": 60, "at": 1}, other={"at": 2})
    assert "cleave" in offered(laid, "attack ada thug --dice 8,8")
    laid = table(ada=axe, thug={"hp": 60, "at": 1}, other={"at": 2})
    assert "cleave" not in offered(laid, "attack ada thug --dice 8,8")


def test_pierce_hits_another_behind(table):
    """RBF-ATK-2, RBF-TEC-PIERCE: not one in front."""
    laid = table(joss={"at": 0}, thug={"hp": 60, "at": 9}, other={"at": 11}, boss={"at": 7})
    assert "pierce" in offered(laid, "attack joss thug --dice 8,8")
    laid.do("choose pierce")
    assert (laid.one("thug").hp, laid.one("other").hp, laid.one("boss").hp) == (60 - 9, 60 - 9, 140)
    laid = table(joss={"at": 0}, thug={"hp": 60, "at": 9}, other={"at": 7}, boss={"at": 7})
    assert "pierce" not in offered(laid, "attack joss thug --dice 8,8")


@pytest.mark.parametrize(("height", "fits"), [(0, False), (2, False), (3, True), (7, True)])
def test_a_leap_adds_its_drop(table, height, fits):
    """RBF-ATK-2, RBF-TEC-LEAP: from three metres up; one is down then."""
    laid = table(ada={"height": height}, thug={"hp": 60})
    assert ("leap" in offered(laid, "attack ada thug --dice 8,8")) is fits
    if fits:
        laid.do("choose leap --dice 4,4" if height == 7 else "choose leap --dice 4")
        assert laid.one("thug").hp == 60 - 11 - 4 * (height // 3)
        assert laid.one("ada").height == 0


def test_a_leap_from_a_box_to_a_box(table):
    """RBF-ATK-2, RBF-TEC-LEAP: what counts is how much lower the enemy is."""
    laid = table(ada={"height": 4}, thug={"hp": 60, "height": 2})
    assert "leap" not in offered(laid, "attack ada thug --dice 8,8")


def test_a_lunge_is_no_further_effect(table):
    """RBF-ATK-2, RBF-TEC-LUNGE: it reaches, and adds nothing to a hit."""
    laid = table(thug={"hp": 60})
    assert "lunge" not in offered(laid, "attack ada thug --dice 8,8")


def test_the_same_technique_twice_is_not_offered(table):
    """RBF-ATK-2: an additional one."""
    laid = table(thug={"hp": 60})
    answers = offered(laid, "attack ada thug --technique trip --dice 8,8")
    assert "trip" not in answers
    assert "sunder" in answers
    laid.do("choose sunder")
    assert set(laid.one("thug").conditions) == {"prone", "sundered"}
    laid.refused("attack ada thug --technique trip --critical trip", "RBF-ATK-2")


def test_double_a_technique_is_the_technique_and_the_damage(table):
    """RBF-ATK-2, RBF-TEC-1: nothing is not doubled to nothing; an Expert Fighter doubles the damage."""
    laid = table(thug={"hp": 60})
    laid.do("attack ada thug --technique trip --critical double --dice 8,8")
    assert (laid.one("thug").hp, *laid.one("thug").conditions) == (60 - 11, "prone")
    laid = table(thug={"hp": 60}, ada={"talents": ("Expert Fighter",)})
    laid.do("attack ada thug --technique trip --critical double --dice 8,8")
    assert (laid.one("thug").hp, *laid.one("thug").conditions) == (60 - 22, "prone")


def test_without_damage_nothing_cleaves(table):
    """RBF-ATK-2, RBF-TEC-1: a technique instead of damage leaves nothing for a second one to take."""
    sheets = {"thug": {"hp": 60, "at": 1}, "other": {"at": 2}}
    laid = table(ada=ADA_HALBERD, **sheets)
    assert "cleave" not in offered(laid, "attack ada thug --technique trip --dice 8,8")
    laid = table(ada={**ADA_HALBERD, "talents": ("Expert Fighter",)}, **sheets)
    assert "cleave" in offered(laid, "attack ada thug --technique trip --dice 8,8")


def test_bare_hands_are_no_hammer(table):
    """RBF-TEC-STUN: whatever the talent."""
    laid = table(tamsin={"talents": ("Hammer Expert",)}, thug={"hp": 60})
    laid.refused("attack tamsin thug --technique stun", "RBF-TEC-STUN")
    assert "stun" not in offered(laid, "attack tamsin thug --dice 8,8")


@pytest.mark.parametrize("weapon", ["bardiche", "claymore", "labrys", "wakizashi"])
def test_the_blades_that_the_page_names_cleave(table, weapon):
    """RBF-TEC-CLEAVE: from the common list, without a talent."""
    laid = table(ada={"weapons": (weapon,), "at": 0}, thug={"hp": 60, "at": 1}, other={"at": 2})
    laid.do("attack ada thug other --technique cleave --dice 7,7")
    assert laid.one("thug").hp == laid.one("other").hp
    assert laid.one("other").hp < 60


@pytest.mark.parametrize("weapon", ["spear", "rapier", "javelin", "trident", "foil"])
def test_the_points_that_the_page_names_pin(table, weapon):
    """RBF-TEC-PIN: thrusting weapons."""
    laid = table(ada={"weapons": (weapon,)}, thug={"hp": 60})
    laid.do("attack ada thug --technique pin --dice 7,7")
    assert "pinned" in laid.one("thug").conditions
