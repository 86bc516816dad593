"""A player attacks: outcomes, damage, complications, pushing oneself."""

import pytest

from rbfcli.kernel.play import play
from rbfcli.systems.rbf import RULES, numbers
from rbfcli.systems.rbf.commands import fighting


def test_critical_success_doubles_the_damage(table):
    """RBF-ATK-2: worked check 6, weapon 6 and skill 3; chosen beforehand."""
    laid = table()
    laid.do("attack joss other --critical double --dice 8,8")
    assert laid.one("other").hp == 60 - 18


def test_a_critical_success_asks_what_it_brings(table):
    """RBF-ATK-2: a saved question that outlives the program; nothing else goes on before it is answered."""
    laid = table()
    laid.do("attack ada other --dice 8,8")
    question = laid.fight.questions[0]
    assert question.answers[:4] == ("double", "silent", "thrown", "stunned")
    assert "trip" in question.answers
    assert "stun" not in question.answers
    laid.refused("attack joss other", "RBF-ATK-2")
    laid.reopen()
    laid.do("choose double")
    assert laid.one("other").hp == 60 - 22


@pytest.mark.parametrize("said", ["choose {}", "attack ada thug --critical {} --dice 8,8"])
@pytest.mark.parametrize("choice", ["silent", "stunned", "trip"])
def test_the_choice_is_the_same_beforehand_and_afterwards(table, said, choice):
    """RBF-ATK-2: the hit and one effect more."""
    laid = table(thug={"hp": 60})
    if said.startswith("choose"):
        laid.do("attack ada thug --dice 8,8")
    laid.do(said.format(choice))
    thug = laid.one("thug")
    expected = {"silent": (0, "out"), "stunned": (60 - 11, "stunned"), "trip": (60 - 11, "prone")}[choice]
    assert (thug.hp, next(iter(thug.conditions))) == expected


def test_a_skill_never_trained_adds_nothing_to_damage(table):
    """RBF-ATK-3: it makes it harder to hit, and takes nothing off a hit."""
    laid = table(ada={"weapons": ("pistol",)})
    [damage] = laid.events(laid.do("attack ada thug --dice 7,8"), "damage")
    assert (damage.facts["amount"], damage.facts["why"]) == (6, "pistol 6")


def test_who_brought_what_a_critical_success_brings(table):
    """RBF-ATK-2: who killed silently, and who stunned."""
    laid = table(thug={"hp": 60})
    [killed] = laid.events(laid.do("attack ada thug --critical silent --dice 8,8"), "killed-silently")
    assert (killed.who, killed.target) == ("ada", "thug")
    laid.do("attack ada other --critical stunned --dice 8,8")
    assert laid.one("other").conditions["stunned"].by == "ada"


def test_a_critical_success_throws_its_target_back(table):
    """RBF-ATK-2: by as many metres as the option says."""
    laid = table(ada={"at": 0}, thug={"at": 1, "hp": 60}, options={"thrown_back": 6})
    assert "driven back 6 m" in laid.tell("attack ada thug --critical thrown --dice 8,8")
    assert laid.one("thug").at == 7


def test_a_critical_success_takes_an_effect_in_ones_own_words(table):
    """RBF-ATK-2: it is told to the GM."""
    laid = table(thug={"hp": 60})
    laid.do("attack ada thug --dice 8,8")
    assert "its lamp goes out" in laid.tell('choose say "its lamp goes out"')


def test_the_house_may_always_double(table):
    """RBF-ATK-2: the option `critical`."""
    laid = table(options={"critical": "double"})
    laid.do("attack ada other --dice 8,8")
    assert laid.one("other").hp == 60 - 22


def test_a_critical_technique_has_its_requirements(table):
    """RBF-ATK-2, RBF-TEC-4: named beforehand or afterwards."""
    laid = table()
    laid.refused("attack ada thug --critical stun", "RBF-TEC-STUN")
    laid.do("attack ada other --dice 8,8")
    laid.refused("choose say stun", "RBF-TEC-STUN")
    laid.do("choose say stun --force")
    assert "stunned" in laid.one("other").conditions


def test_what_is_said_beforehand_is_known_or_in_own_words(table):
    """RBF-ATK-2, RBF-ATK-5, RBF-DEF-5: a word nobody knows is refused with the nearest; own words come behind `say`."""
    laid = table(thug={"hp": 60})
    assert "did you mean silent" in laid.refused("attack ada thug --critical silnet", "")
    assert "there is no complication 'lamp'" in laid.refused("attack ada thug --complication lamp", "")
    assert "did you mean prone" in laid.refused("attack thug ada --condition pron3", "")
    assert "its lamp goes out" in laid.tell('attack ada thug --critical "say its lamp goes out" --dice 8,8')
    laid.do("attack ada thug --critical doub --dice 8,8")
    assert laid.one("thug").hp == 60 - 11 - 22


def test_success_does_weapon_and_skill(table):
    """RBF-ATK-3: worked check 6, success 9; enemy armour is part of its HP."""
    laid = table(other={"armour": 5})
    laid.do("attack joss other --dice 6,6")
    assert laid.one("other").hp == 60 - 9


def test_weapon_damage_may_be_dice(table):
    """RBF-ATK-3: rolled after the attack."""
    laid = table(options={"club_damage": "2d6"}, joss={"weapons": ("rifle",), "skills": {"melee": 2}})
    laid.do("attack joss thug --club --dice 6,6,3,4")
    assert laid.one("thug").hp == 20 - (7 + 2)


def test_melee_struggles_do_half_and_shots_miss(table):
    """RBF-ATK-4: worked check 6, melee 4 and shooting 0."""
    laid = table(ada={"weapons": ("maul",)})
    laid.do("attack ada thug --dice 4,4")
    assert laid.one("thug").hp == 20 - 4
    told = laid.tell("attack joss thug --dice 4,4")
    assert laid.one("thug").hp == 20 - 4
    assert "the GM says what near it is hit" in told


def test_brawl_struggles_do_half_too(table):
    """RBF-ATK-4: bare hands 2 and Brawl 5 make 7, half of it 3."""
    laid = table()
    laid.do("attack tamsin thug --dice 3,3")
    assert laid.one("thug").hp == 20 - 3


def test_a_non_lethal_blow_only_knocks_out(table):
    """RBF-DIE-1: an enemy and a player alike."""
    laid = table(thug={"hp": 5})
    laid.do("attack ada thug --nonlethal --dice 5,5")
    assert "unconscious" in laid.one("thug").conditions
    laid.do("attack boss joss --nonlethal --condition none --dice 1,1")
    assert [*laid.one("joss").conditions] == ["unconscious"]


def test_players_do_not_attack_players_nor_enemies_enemies(table):
    """RBF-ATK-1: the game has no roll for that; the GM's hand can."""
    laid = table()
    assert "damage joss N" in laid.refused("attack ada joss --force", "RBF-ATK-1")
    laid.refused("attack thug other --force", "RBF-ATK-1")
    laid.refused("attack ada ada --force", "RBF-ATK-1")


def test_the_sum_is_told(table):
    """RBF-ATK-3: who did what to whom, by how much, and why."""
    laid = table(ada={"talents": ("Brute",)})
    assert laid.tell("attack ada thug --dice 5,5").splitlines() == [
        "Ada hits Thug: 13 against 12, by 1  [5 5] +3",
        "  Thug takes 13: sword 8 + Melee 3 + Brute 2",
        "  Thug: HP 20 -> 7",
    ]


def test_attack_from_numbers_alone():
    """RBF-ATK-2 to RBF-ATK-5: the four outcomes without a fight."""

    def dealt(faces, **facts):
        command = fighting.AttackNumbers(tn=14, damage="9", mod=3, dice=faces, **facts)
        fight, real = numbers.attack(command)
        return fight.combatants["target"].hp - play(RULES, fight, real).fight.combatants["target"].hp

    assert [dealt(faces) for faces in ((8, 8), (6, 6), (5, 3), (1, 1))] == [18, 9, 4, 0]
    assert dealt((5, 3), skill="shoot") == 0


def test_a_struggle_with_somebody_who_was_removed_cannot_be_pushed(table):
    """RBF-ATK-9: there is nobody left to hit."""
    laid = table()
    laid.do("attack ada other --dice 1,8")
    assert laid.fight.board.struggle.targets == ("other",)
    laid.do("remove other")
    laid.refused("push ada", "RBF-ATK-9")
