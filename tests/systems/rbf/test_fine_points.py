"""Fine points: by which rule an action is spent, what stays as it was, and who is too dead to act."""

import pytest

from rbfcli.core.errors import RbfError
from rbfcli.engine.play import execute
from rbfcli.model.events import ConditionLost, FieldChanged, InitiativeSet
from rbfcli.model.fight import Condition
from rbfcli.systems.rbf import RULES, commands, offers
from rbfcli.systems.rbf.sheet import Place, Spell
from tests.showing import facts

BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


def test_the_dead_do_nothing(table):
    """RBF-HP-1, RBF-DIE-1: in the right words."""
    laid = table()
    laid.do("condition add ada dead")
    assert "Ada is dead and cannot act" in laid.refused("aim ada", "RBF-HP-1")


@pytest.mark.parametrize(("healed", "dying"), [(0, True), (1, False)])
def test_healing_nothing_brings_nobody_round(table, healed, dying):
    """RBF-HP-1: on its feet above 0 HP alone."""
    laid = table(joss={"hp": 1})
    laid.do_all("damage joss 1", f"heal joss {healed}")
    assert ("dying" in laid.one("joss").conditions) is dying


@pytest.mark.parametrize(("faces", "told"), [("8,8", ["two-eights"]), ("8,7", [])])
def test_two_eights_that_just_reach_the_tn_are_told(table, faces, told):
    """RBF-TST-6: where one point more would be critical too, and none is not."""
    laid = table(ada={"skills": {"melee": 0}}, thug={"tn": 16}, options={"critical_margin": 1})
    played = laid.do(f"attack ada thug --critical double --dice {faces}")
    assert [each.what for each in played.events if getattr(each, "what", "") == "two-eights"] == told


@pytest.mark.parametrize(("line", "rule"), [("reload joss", "RBF-ACT-3"), ("draw joss rifle", "RBF-ACT-2")])
def test_what_handling_a_weapon_costs_and_why(table, line, rule):
    """RBF-ACT-2, RBF-ACT-3: an action on your own turn."""
    laid = table(joss={"ammo": {"pistol": 1}})
    laid.do_all(BY_HAND, "turn next")
    spent = [each for each in laid.do(line).events if isinstance(each, FieldChanged) and each.field == "actions_left"]
    assert [(each.who, each.before, each.after, each.rule) for each in spent] == [("joss", 2, 1, rule)]


def test_a_rifle_that_fires_bursts_is_a_plain_club(table):
    """RBF-RNG-1, RBF-ACT-7: no burst with a club."""
    laid = table(joss={"weapons": ("auto",), "at": 0}, thug={"at": 1})
    laid.refused("attack joss thug --club --autofire", "RBF-ACT-7")


@pytest.mark.parametrize(("said", "most"), [({"damage_max": 99}, 99), ({}, 20)])
def test_the_most_that_a_sheet_says_stands(table, said, most):
    """RBF-DEF-7: only what is not said comes from the TN."""
    one = table(thug={"tn": 12, "damage": None, "damage_max": None, "weapons": (), **said}).one("thug")
    assert (one.damage, one.damage_max) == (12, most)


@pytest.mark.parametrize(("who", "rule"), [("thug", "RBF-INI-4"), ("boss", "RBF-INI-5")])
def test_by_which_rule_a_turn_is_held(table, who, rule):
    """RBF-INI-4, RBF-INI-5: a boss may hold between its actions, by a rule of its own."""
    laid = table()
    laid.do(f"init --set ada=3 --set joss=2 --set tamsin=1 --set thug=5 --set other=4 --set boss=5 --set {who}=9")
    [order] = [each for each in laid.do(f"hold {who} --until 1").events if isinstance(each, InitiativeSet)]
    assert (order.slots[-1].who, order.rule) == (who, rule)


@pytest.mark.parametrize(("weapon", "stunned"), [("rifle", True), ("sword", False)])
def test_a_hammer_expert_stuns_with_a_club(table, weapon, stunned):
    """RBF-RNG-1, RBF-TEC-STUN: a rifle swung as a club is blunt."""
    laid = table(joss={"weapons": (weapon,), "at": 0, "talents": ("Hammer Expert",)}, thug={"at": 1, "hp": 60})
    if not stunned:
        laid.refused("attack joss thug --technique stun", "RBF-TEC-STUN")
        return
    laid.do("attack joss thug --club --technique stun --dice 8,7")
    assert "stunned" in laid.one("thug").conditions


@pytest.mark.parametrize(("damage", "hp"), [("40", 100), ("50", 1000), ("2d20", 100), ("2d25", 1000)])
def test_who_stands_in_for_a_target_outlives_double_the_damage(damage, hp):
    """RBF-ATK-2: a critical success cannot kill an absent target."""
    fight, _ = offers.attack(commands.AttackNumbers(tn=12, damage=damage))
    assert (fight.combatants["target"].hp, fight.combatants["target"].max_hp) == (hp, hp)


@pytest.mark.parametrize(("most", "hp"), [(None, 100), (99, 100), (100, 1000)])
def test_who_stands_in_for_a_defender_outlives_the_most(most, hp):
    """RBF-DEF-5: as the line says it, else the damage."""
    fight, _ = offers.damage_save(commands.DamageSaveNumbers(tn=12, damage="3", most=most))
    assert fight.combatants["target"].hp == hp


def test_who_stands_in_for_the_dying_has_a_round_to_live():
    """RBF-STB-1: dying, and nothing else."""
    fight, _ = offers.stabilize(commands.StabilizeNumbers())
    assert fight.combatants["target"].conditions == {"dying": Condition(amount=1)}


@pytest.mark.parametrize(("rounds", "counted", "dead"), [(2, [1], False), (1, [], True), (0, [], False)])
def test_the_last_round_to_live_is_not_counted_down_to_none(table, rounds, counted, dead):
    """RBF-DIE-1: a dying combatant dies after the last round, unless no rounds are counted."""
    laid = table(joss={"hp": 0, "max_hp": 15, "conditions": {"dying": Condition(amount=rounds)}})
    played = laid.do(BY_HAND)
    left = [each.after for each in played.events if isinstance(each, FieldChanged) and each.rule == "RBF-DIE-1"]
    assert (left, "dead" in laid.one("joss").conditions) == (counted, dead)


@pytest.mark.parametrize(
    ("spell", "own", "lost"), [(0, 7, 7), pytest.param("0", 7, 7, id="in-words"), ("3", 7, 3), (0, 0, 0), (0, None, 0)]
)
def test_a_spell_without_damage_does_its_casters(table, spell, own, lost):
    """RBF-ACT-6, RBF-DEF-4: an enemy's; one that does none either leaves its target whole."""
    hex_ = Spell(name="hex", skill="metaphysics", damage=spell)
    thug = {"damage": own, "damage_max": own, "weapons": ("hook",)}
    laid = table(thug=thug, more={"spells": {"hex": hex_}})
    laid.do("cast thug hex joss --dice 6,6")
    assert laid.one("joss").hp == 15 - lost


@pytest.mark.parametrize(("cover", "still"), [("full", "full"), ("light", "heavy")])
def test_a_low_wall_takes_no_cover_away(table, cover, still):
    """RBF-PRN-5, RBF-COV-2: a prone combatant fully below the cover has full cover."""
    places = {"wall": Place(at=9, low=True)}
    laid = table(thug={"place": "wall", "cover": cover, "conditions": {"prone": Condition()}}, board={"places": places})
    assert facts(RULES, laid.fight, "thug")["cover"] == still


@pytest.mark.parametrize(("to", "held"), [(2, True), (4, False)])
def test_who_walks_away_lets_go(table, to, held):
    """RBF-TEC-GRAPPLE: out of reach of the one it holds."""
    laid = table(tamsin={"at": 0}, thug={"at": 1, "conditions": {"grappled": Condition(by="tamsin")}})
    laid.do(f"move tamsin {to}")
    assert ("grappled" in laid.one("thug").conditions) is held


def test_words_are_told_as_they_are_said(table):
    """RBF-ACT-9: without quotes too."""
    [said] = (laid := table()).events(laid.do("speak ada get down --allies"), "says")
    assert said.facts["text"] == "get down"


@pytest.mark.parametrize(("condition", "refused"), [("dead", True), ("dying", False)])
def test_nothing_is_used_on_the_dead(table, condition, refused):
    """RBF-DIE-1, RBF-ACT-2: not even an item that heals no one."""
    laid = table(ada={"items": ("rope",)}, joss={"hp": 0, "max_hp": 15, "conditions": {condition: Condition()}})
    if refused:
        laid.refused("use ada rope joss", "RBF-DIE-1")
    else:
        laid.do("use ada rope joss")


@pytest.mark.parametrize(("hp", "left", "down"), [(6, 1, ()), (5, 0, ("out",)), (3, 0, ("out",))])
def test_a_boss_may_be_forced_to_shake_off_its_last_points(table, hp, left, down):
    """RBF-TEC-3, RBF-HP-1: and then it is out."""
    laid = table(boss={"hp": hp, "max_hp": 140, "conditions": {"stunned": Condition()}})
    laid.do("shake-off boss stunned --force")
    assert (laid.one("boss").hp, (*laid.one("boss").conditions,)) == (left, down)


def test_an_enemy_is_sprinkled_beside_a_count_of_none(table):
    """RBF-INI-2: 0 is a result like any other."""
    laid = table(joss=None, tamsin=None, other=None, boss=None)
    laid.do("init --set ada=0")
    assert laid.one("thug").initiative == 0


def test_only_an_enemy_does_what_its_tn_says(table):
    """RBF-DEF-7: neither a player with empty hands nor a thing does."""
    laid = table(ada={"weapons": ()}, thug={"tn": 12, "damage": None, "weapons": (), "object": True})
    assert [(laid.one(who).damage, laid.one(who).damage_max) for who in ("ada", "thug")] == [(None, None), (None, 20)]


def test_who_leaves_its_cover_lets_go_before_it_is_seen(table):
    """RBF-TEC-GRAPPLE, RBF-STL-3: both come of the move, in this order."""
    hidden = {"at": 0, "cover": "heavy", "conditions": {"hidden": Condition()}}
    laid = table(tamsin=hidden, thug={"at": 1, "conditions": {"grappled": Condition(by="tamsin")}})
    ended = [each for each in laid.do("move tamsin 6").events if isinstance(each, ConditionLost)]
    assert [(each.who, each.name) for each in ended] == [("thug", "grappled"), ("tamsin", "hidden")]


@pytest.mark.parametrize(("bleeds", "lies"), [("thug", "out"), ("ada", "dying")])
def test_a_wound_that_bleeds_kills(table, bleeds, lies):
    """RBF-TEC-LACERATE, RBF-DIE-1: it does not knock anyone out."""
    laid = table(**{bleeds: {"hp": 1, "conditions": {"bleeding": Condition()}}})
    laid.do(f"init --set ada=3 --set joss=2 --set tamsin=1 --set other=4 --set boss=4 --set thug=5 --set {bleeds}=9")
    assert lies in laid.one(bleeds).conditions


def test_a_spell_kills(table):
    """RBF-ACT-6, RBF-HP-1: it does not knock anyone out."""
    laid = table(ada={"skills": {"metaphysics": 2}}, thug={"hp": 1})
    laid.do("cast ada 'say fire' thug --damage 5 --dice 7,7")
    assert (*laid.one("thug").conditions,) == ("out",)


def test_what_lies_on_a_thing_lasts_for_rounds(table):
    """RBF-INI-3, RBF-TEC-2: it has no turns, so a new round is a turn to it."""
    laid = table(thug={"object": True, "conditions": {"blinded": Condition(rounds=2, whose="thug")}})
    laid.do("init --set ada=3 --set joss=2 --set tamsin=1 --set other=4 --set boss=4")
    ended = []
    for _ in range(10):
        ended += [each for each in laid.do("turn next").events if getattr(each, "who", "") == "thug"]
    assert [type(each).__name__ for each in ended] == ["FieldChanged", "ConditionLost"]
    assert {each.rule for each in ended} == {"RBF-INI-3"}


# Small things that a GM would notice: who is named, what is knocked out, what a refusal counts.


def test_a_silent_blow_may_only_knock_out(table):
    """RBF-ATK-2, RBF-DIE-1: targets that would survive the hit."""
    for said, lies in (("", "out"), (" --nonlethal", "unconscious")):
        laid = table(thug={"hp": 90})
        laid.do(f"attack ada thug --critical silent{said} --dice 8,8")
        assert lies in laid.one("thug").conditions
        laid = table(thug={"hp": 90})
        assert "goes down silently" in laid.tell(f"attack ada thug --critical silent{said} --dice 8,8")


def test_whose_effect_it_is(table):
    """RBF-ATK-2: in your own words, reported with attacker and target."""
    laid = table(thug={"hp": 90})
    played = laid.do("attack ada thug --critical 'say the lamp goes out' --dice 8,8")
    [effect] = laid.events(played, "critical-effect")
    assert (effect.who, effect.target, effect.facts) == ("ada", "thug", {"effect": "the lamp goes out"})


def test_how_many_targets_an_attack_takes(table):
    """RBF-ATK-1: one, or two of a sweep."""
    laid = table(ada={"weapons": ("claymore",)})
    assert "this attack takes 1 target;" in laid.refused("attack ada thug other", "RBF-ATK-1")
    sweep = "attack ada thug other boss --technique cleave"
    assert "this attack takes 2 targets;" in laid.refused(sweep, "RBF-ATK-1")


def test_the_least_of_falls(table):
    """RBF-TEC-THROW: a throw of one metre deals no damage, and the target is prone there."""
    laid = table()
    played = laid.do("fall ada 1")
    assert not laid.rolls(played)
    assert (laid.one("ada").hp, "prone" in laid.one("ada").conditions) == (15, True)


def test_nothing_to_hold_before_the_fight(table):
    """RBF-INI-4: the hint begins it."""
    assert table().refused("hold ada", "RBF-INI-4").endswith("it is not Ada's turn; try: init")


def test_prone_behind_a_low_wall_in_a_blast(table):
    """RBF-ATK-7, RBF-PRN-5: heavy cover, there too."""
    places = {"wall": Place(at=10, cover="light", low=True)}
    caught = {"place": "wall", "conditions": {"prone": Condition()}}
    grenadier = {"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}
    laid = table(joss=grenadier, thug={"at": 10, "hp": 90}, tamsin=caught, board={"places": places})
    roll = laid.rolls(laid.do("attack joss thug --dice 6,5"))[-1]
    assert [(each.value, each.why) for each in roll.modifiers if each.value] == [(4, "Dodge"), (3, "heavy cover")]


def test_what_is_said_for_a_defense_is_named(table):
    """RBF-DEF-1, RBF-ACT-6: against a blow and against a spell."""
    for line in ("attack thug ada --mod 2", "cast thug 'say hex' ada --mod 2"):
        roll = table().rolls(table().do(line))[0]
        assert [each.why for each in roll.modifiers if each.value == 2] == ["modifier"]


def test_a_stun_shaken_off_before_its_turn_gives_nothing(table):
    """RBF-TEC-3, RBF-TEC-STUN: there is no action to give back."""
    laid = table(thug=None, other=None, joss=None, tamsin=None)
    laid.do_all("init --set ada=9 --set boss=3", "attack ada boss --critical stunned --dice 8,8")
    before = laid.one("boss").actions_left
    laid.do("shake-off boss stunned")
    assert laid.one("boss").actions_left == before


def test_an_answer_to_what_is_never_asked_is_refused():
    """RBF-ATK-1, RBF-DEF-1, RBF-STB-1: from numbers alone too."""
    said = {"answer": ("xyzzy=1",)}
    for stand_in in (
        offers.attack(commands.AttackNumbers(tn=12, damage="3", **said)),
        offers.damage_save(commands.DamageSaveNumbers(tn=12, damage="3", **said)),
        offers.stabilize(commands.StabilizeNumbers(**said)),
    ):
        with pytest.raises(RbfError):
            execute(RULES, *stand_in)


# Rounding, reach of hands, two weapons in a burst, and damage without an attacker.


@pytest.mark.parametrize(("halves", "hp"), [("down", 15 - (5 // 2)), ("up", 15 - 3)])
def test_half_of_a_defense_is_rounded_as_the_option_says(table, halves, hp):
    """RBF-ATK-8, RBF-DEF-3: of 5."""
    laid = table(options={"halves": halves})
    laid.do("damage-save joss --tn 8 --damage 5 --dice 4,4")
    assert laid.one("joss").hp == hp


@pytest.mark.parametrize(("halves", "normal", "most"), [("down", 5, 8), ("up", 6, 9)])
def test_half_of_a_disarmed_enemys_damage(table, halves, normal, most):
    """RBF-ATK-8, RBF-TEC-DISARM: normal and most alike."""
    laid = table(
        options={"halves": halves}, thug={"damage": 11, "damage_max": 17, "weapons": ("hook",)}, joss={"hp": 60}
    )
    laid.do_all("holster thug", "attack thug joss --dice 4,3")
    assert laid.one("joss").hp == 60 - normal
    laid.do_all("heal joss 60", "attack thug joss --condition none --dice 1,1")
    assert laid.one("joss").hp == 60 - most


@pytest.mark.parametrize(("halves", "far"), [("down", 4), ("up", 5)])
def test_half_a_speed(table, halves, far):
    """RBF-ATK-8, RBF-PRN-2: crawling with a speed of nine."""
    laid = table(options={"halves": halves}, ada={"at": 0, "speed": 9})
    laid.do("condition add ada prone")
    laid.refused(f"move ada {far + 1}", "RBF-ACT-2")
    laid.do(f"move ada {far}")


def test_a_danger_that_is_nobodys_places_no_condition(table):
    """RBF-DEF-5: there is no enemy to choose one; the GM may state it."""
    laid = table(ada={"hp": 60})
    laid.do("damage-save ada --tn 12 --damage 12 --dice 1,1")
    assert not laid.fight.questions
    laid.do("damage-save ada --tn 12 --damage 12 --condition blinded --dice 1,1")
    assert "blinded" in laid.one("ada").conditions


@pytest.mark.parametrize(("at", "reached"), [(2, True), (3, False), (-2, True), (-3, False)])
@pytest.mark.parametrize("line", ["stabilize tamsin --by ada --dice 8,8", "use ada 'medical kit' tamsin --dice 8,8,3"])
def test_hands_reach_two_metres(table, line, at, reached):
    """RBF-ACT-2, RBF-STB-1: treating needs reach; the refusal says how to get nearer."""
    laid = table(ada={"at": 10, "items": ("medical kit",)}, tamsin={"at": 10 + at})
    laid.do("condition add tamsin dying" if line.startswith("stab") else "damage tamsin 5")
    if reached:
        laid.do(line)
    else:
        said = laid.refused(line, "RBF-STB-1" if line.startswith("stab") else "RBF-ACT-2")
        assert f"move ada {11 if at > 0 else 9}" in said


def test_an_item_used_on_oneself_needs_no_reach(table):
    """RBF-ACT-2: nor does one where the ground does not say."""
    laid = table(ada={"at": 10, "items": ("medical kit",)})
    laid.do_all(
        "damage ada 5", "use ada 'medical kit' --dice 8,8,3", "damage joss 3", "use ada 'medical kit' joss --dice 8,8,3"
    )
    assert laid.one("joss").hp == 15


MACHINE_PISTOL = {"weapons": ("uzi", "pistol"), "off_hand": "pistol"}


def test_a_burst_with_two_weapons_empties_only_what_burst(table):
    """RBF-ACT-7, RBF-DUAL-1: the other takes a single shot."""
    from rbfcli.systems.rbf.sheet import Weapon

    uzi = Weapon(name="uzi", skill="shoot", damage=7, range=30, ammo=12, autofire=True)
    laid = table(weapons={"uzi": uzi}, joss=MACHINE_PISTOL)
    laid.do("attack joss thug --autofire --dual --dice 5,6")
    assert laid.one("joss").ammo == {"uzi": 0, "pistol": 5}
    laid = table(weapons={"uzi": uzi}, joss=MACHINE_PISTOL)
    laid.do("attack joss thug --autofire --dice 5,6")
    assert laid.one("joss").ammo == {"uzi": 0, "pistol": 6}


def test_a_blade_and_a_pistol(table):
    """RBF-DUAL-1, RBF-ACT-3: the pistol fires a round, and has to have one; the blade has none to lose."""
    laid = table(joss={"weapons": ("knife", "pistol"), "off_hand": "pistol", "skills": {"melee": 3}})
    laid.do("attack joss thug --dual --dice 5,6")
    assert laid.one("joss").ammo == {"pistol": 5}
    laid.do("set joss ammo.pistol=0")
    laid.refused("attack joss thug --dual", "RBF-ACT-3")


def test_a_club_fires_nothing(table):
    """RBF-RNG-1: a rifle that is swung keeps its rounds."""
    laid = table(joss={"weapons": ("rifle",)})
    laid.do("attack joss thug --club --dice 5,6,4")
    assert laid.one("joss").ammo == {"rifle": 4}


def test_what_does_not_reach_is_refused_to_an_expert_too(table):
    """RBF-ACT-2: --force overrules it."""
    laid = table(ada={"at": 0, "items": ("medical kit",)}, joss={"at": 9})
    laid.do("damage joss 5")
    with pytest.raises(RbfError):
        laid.do("use ada 'medical kit' joss")
    laid.do("use ada 'medical kit' joss --force --dice 8,8,3")
    assert laid.one("joss").hp == 13


@pytest.mark.parametrize(
    "line",
    [
        "attack ada thug --only",
        "attack ada thug --to 3",
        "attack ada thug --metres 3",
        "attack ada thug --technique trip --metres 3",
        "attack ada thug --condition prone",
        "attack ada thug --kind resilience",
        "attack thug ada --complication prone",
    ],
)
def test_what_means_nothing_for_an_attack_is_refused(table, line):
    """RBF-ATK-1: rather than taken and forgotten."""
    assert "does not apply to this attack" in table().refused(line, "RBF-ATK-1")


def test_who_goes_down_watches_and_aims_no_more(table):
    """RBF-ACT-8, RBF-ACT-5: not even once it is up again."""
    laid = table()
    laid.do_all("overwatch joss", "aim tamsin", "damage joss tamsin 99", "heal joss tamsin 9")
    assert "watching" not in laid.one("joss").conditions
    assert laid.one("tamsin").aim == 0


def test_who_is_driven_back_is_pinned_no_more(table):
    """RBF-TEC-PIN, RBF-TEC-SHOVE: torn off the surface."""
    laid = table(ada={"at": 0}, thug={"at": 1})
    laid.do_all("condition add thug pinned", "attack ada thug --technique shove --dice 5,5")
    assert "pinned" not in laid.one("thug").conditions


def test_the_outcome_is_that_of_the_attack_whomever_its_blast_catches(table):
    """RBF-ATK-7: what is printed and in JSON."""
    laid = table(joss={"weapons": ("grenade",), "skills": {"heavy": 2}, "at": 0}, thug={"at": 10}, tamsin={"at": 9})
    assert laid.do("attack joss thug --dice 5,5,8,8").outcome == "success"


# Cover, two weapons, immunity, shooting in melee, lying prone.


@pytest.mark.parametrize(("cover", "bonus"), [("none", 0), ("light", 1), ("medium", 2), ("heavy", 3)])
def test_cover_helps_the_defense_against_projectiles(table, cover, bonus):
    """RBF-COV-1: not against blows."""
    laid = table(ada={"cover": cover}, thug={"weapons": ("pistol", "hook")})
    assert laid.rolls(laid.do("attack thug ada --dice 6,5"))[0].total == 14 + bonus
    laid.do("draw thug hook")
    assert laid.rolls(laid.do("attack thug ada --dice 6,5"))[0].total == 14


def test_cover_helps_against_a_stated_projectile(table):
    """RBF-COV-1: `--ranged` says that it is one."""
    laid = table(ada={"cover": "medium"})
    assert laid.rolls(laid.do("damage-save ada --tn 12 --damage 4 --ranged --dice 6,5"))[0].total == 16
    assert laid.rolls(laid.do("damage-save ada --tn 12 --damage 4 --dice 6,5"))[0].total == 14


def test_nobody_is_shot_behind_full_cover(table):
    """RBF-COV-2: until the barrier is destroyed or circumvented; a blow gets around it."""
    laid = table(thug={"cover": "full"})
    assert "set thug cover=heavy" in laid.refused("attack joss thug", "RBF-COV-2")
    laid.do("attack ada thug --dice 5,5")
    laid.do_all("set thug cover=light", "attack joss thug --dice 6,6")
    assert laid.one("thug").hp == 0


def test_an_enemy_in_cover_is_harder_to_shoot(table):
    """RBF-COV-3: its TN is higher by the same number, unless the option says no."""
    assert (
        table(thug={"cover": "heavy"})
        .rolls(table(thug={"cover": "heavy"}).do("attack joss thug --dice 6,6"))[0]
        .against
        == 15
    )
    loose = table(thug={"cover": "heavy"}, options={"enemy_cover": False})
    assert loose.rolls(loose.do("attack joss thug --dice 6,6"))[0].against == 12
    assert loose.rolls(loose.do("attack ada thug --dice 6,6"))[0].against == 12


def test_a_barrier_hides_nobody_from_those_within_reach(table):
    """RBF-COV-1, RBF-COV-3: at arm's length there is nothing in between."""
    laid = table(joss={"at": 0, "cover": "heavy"}, thug={"at": 1, "cover": "heavy", "weapons": ("pistol",)})
    assert laid.rolls(laid.do("attack joss thug --dice 6,6,6"))[0].against == 12
    assert laid.rolls(laid.do("attack thug joss --dice 6,6,6"))[0].total == 14


def test_two_weapons_trade_accuracy_for_damage(table):
    """RBF-DUAL-1: worked check 8, sword 8 and skill 3 on 5,5 against 12."""
    laid = table(ada={"weapons": ("sword", "knife"), "off_hand": "knife"})
    played = laid.do("attack ada thug --dual --dice 5,5")
    assert laid.rolls(played)[0].total == 11
    assert played.outcome == "struggle"
    laid.do("attack ada other --dual --dice 7,8")
    assert laid.one("other").hp == 60 - 13


def test_two_pistols_fire_a_round_each(table):
    """RBF-DUAL-1, RBF-ACT-3: both have to be loaded."""
    laid = table(joss={"weapons": ("pistol", "second"), "off_hand": "second", "ammo": {"second": 1}})
    laid.do("attack joss thug --dual --dice 6,6")
    assert dict(laid.one("joss").ammo) == {"pistol": 5, "second": 0}
    assert laid.one("thug").hp == 20 - 11
    assert "reload joss --with second" in laid.refused("attack joss other --dual", "RBF-ACT-3")
    laid.do_all("reload joss second", "attack joss other --dual --dice 6,6")


def test_two_weapons_need_two_hands_free_for_them(table):
    """RBF-DUAL-1: both one-handed, both in hand; drawing the second is an action."""
    laid = table(ada={"weapons": ("sword", "knife", "claymore")})
    assert "draw ada WEAPON --off-hand" in laid.refused("attack ada thug --dual --force", "RBF-DUAL-1")
    laid.do_all("draw ada knife --off-hand", "attack ada thug --dual --dice 6,6", "draw ada claymore")
    assert laid.one("ada").off_hand == ""
    laid.refused("attack ada thug --dual", "RBF-DUAL-1")


def test_immunity_to_a_kind_of_damage_is_said(table):
    """RBF-IMM-1: no damage, on either side."""
    laid = table(joss={"weapons": ("flamer",), "skills": {"heavy": 3}}, thug={"immune": ("fire",)})
    assert "Thug is immune to fire damage: no effect" in laid.tell("attack joss thug --dice 6,6")
    assert laid.one("thug").hp == 20
    laid.do("set ada immune=poison")
    laid.do("damage-save ada --tn 12 --damage 9 --kind resilience --of poison --condition none --dice 1,1")
    assert laid.one("ada").hp == 15


def test_large_weapons_are_not_fired_in_melee(table):
    """RBF-RNG-1: a rifle in arm's reach is a club for 1d6 that may break."""
    laid = table(joss={"weapons": ("rifle",), "at": 0, "skills": {"melee": 1}}, thug={"at": 1}, other={"at": 9})
    assert "--club" in laid.refused("attack joss thug", "RBF-RNG-1")
    laid.do("attack joss thug --club --dice 6,6,4")
    assert laid.one("thug").hp == 20 - (4 + 1)
    assert laid.one("joss").ammo["rifle"] == 4
    laid.do("attack joss thug --club --dice 1,1")
    assert laid.one("joss").weapons == ()


def test_only_large_ranged_weapons_are_clubs(table):
    """RBF-RNG-1: a pistol and a sword are not."""
    laid = table()
    laid.refused("attack joss thug --club --force", "RBF-RNG-1")
    laid.refused("attack ada thug --club", "RBF-RNG-1")


def test_an_enemy_swings_its_rifle_too(table):
    """RBF-RNG-1: for the club's damage."""
    laid = table(thug={"weapons": ("rifle",), "at": 0}, joss={"at": 1})
    laid.refused("attack thug joss", "RBF-RNG-1")
    laid.do("attack thug joss --club --dice 5,3,6")
    assert laid.one("joss").hp == 15 - 6


def test_a_pistol_in_melee_is_hindered(table):
    """RBF-RNG-2: one die more, the lowest two."""
    laid = table(joss={"at": 0}, thug={"at": 2}, other={"at": 9})
    rolled = laid.rolls(laid.do("attack joss thug --dice 8,4,6"))[0]
    assert (rolled.total, rolled.edges[0].rule) == (10 + 3, "RBF-RNG-2")
    assert len(laid.rolls(laid.do("attack joss other --dice 6,6"))[0].dice) == 2


def test_going_prone_and_standing_up_are_moves(table):
    """RBF-PRN-1: or one drops for free and is bruised."""
    laid = table()
    laid.do_all(BY_HAND, "prone ada", "stand ada")
    assert laid.one("ada").actions_left == 0
    laid.do("prone ada --drop --dice 3")
    assert laid.one("ada").hp == 12
    laid.refused("prone ada --drop", "RBF-PRN-1")
    laid.refused("stand joss", "RBF-PRN-1")
    laid.refused("prone thug --drop", "RBF-INI-3")


def test_crawling_is_half_speed(table):
    """RBF-PRN-2: 5 m instead of 10."""
    laid = table(ada={"at": 0, "speed": 10})
    laid.do("prone ada")
    laid.refused("move ada 6", "RBF-ACT-2")
    assert "crawls 5 m" in laid.tell("move ada 5")


def test_the_prone_strike_badly_at_the_upright(table):
    """RBF-PRN-3: not at those who lie there too, and not with a gun."""
    laid = table(joss={"weapons": ("pistol",)})
    laid.do_all("prone ada", "prone joss", "prone thug")
    assert len(laid.rolls(laid.do("attack ada other --dice 6,6,6"))[0].dice) == 3
    assert laid.rolls(laid.do("attack ada thug --dice 6,6,1"))[0].total == 12 + 3
    assert len(laid.rolls(laid.do("attack joss other --dice 6,6"))[0].dice) == 2
    edges = laid.rolls(laid.do("attack thug tamsin --dice 1,6,6"))[0].edges
    assert [(each.value, each.rule) for each in edges] == [(1, "RBF-PRN-3")]


def test_the_prone_are_easy_to_strike_and_hard_to_shoot(table):
    """RBF-PRN-4: one die more for blows, one more and the lowest two for shots; seen from the defense, reversed."""
    laid = table(other={"weapons": ("pistol",)})
    laid.do_all("prone thug", "prone joss")
    assert laid.rolls(laid.do("attack ada thug --dice 6,6,1"))[0].total == 15
    assert laid.rolls(laid.do("attack tamsin thug --dice 6,1,6"))[0].total == 17
    laid.do("heal thug 20")
    assert [each.value for each in laid.rolls(laid.do("attack boss joss --dice 8,8,8"))[0].edges] == [-1]
    assert [each.value for each in laid.rolls(laid.do("attack other joss --dice 8,8,8"))[0].edges] == [1]


def test_a_rage_and_a_prone_enemy_make_four_dice(table):
    """RBF-PRN-4, RBF-TAL-1: the sources stack, the highest two of four."""
    laid = table(tamsin={"talents": ("Berserker",)})
    laid.do_all("prone thug", "use tamsin rage")
    rolled = laid.rolls(laid.do("attack tamsin thug --dice 1,5,1,5"))[0]
    assert len(rolled.dice) == 4
    assert rolled.total == 15


def test_prone_behind_a_low_barrier_is_heavy_cover(table):
    """RBF-PRN-5: thick and low, says the ground."""
    wall = Place(at=0, cover="light", low=True)
    laid = table(ada={"place": "wall"}, thug={"weapons": ("pistol",)}, board={"places": {"wall": wall}})
    assert laid.rolls(laid.do("attack thug ada --dice 6,5"))[0].total == 14 + 1
    laid.do("prone ada")
    assert laid.rolls(laid.do("attack thug ada --dice 6,5,1"))[0].total == 14 + 3


def test_moves_are_as_long_as_ones_speed(table):
    """RBF-ACT-2: to a place or a metre; where the ground says nothing, anywhere."""
    laid = table(ada={"at": 0, "speed": 13}, board={"places": {"crates": Place(at=13, cover="medium")}})
    laid.refused("move ada 14", "RBF-ACT-2")
    assert "moves 13 m to crates" in laid.tell("move ada crates")
    assert laid.one("ada").cover == "medium"
    laid.do("move joss 400 --cover light")
    assert laid.one("joss").cover == "light"
    assert "unknown place 'nowhere'" in laid.refused("move joss nowhere", "RBF-ACT-2")
    assert "unknown place '5x'" in laid.refused("move joss 5x", "RBF-ACT-2")


def test_a_fall_does_a_die_for_each_three_metres(table):
    """RBF-TEC-THROW: for pits and ledges too; the dice are options."""
    laid = table(options={"fall_metres": 2, "fall_damage": "1d8"})
    laid.do("fall thug 5 --dice 3,7")
    assert (laid.one("thug").hp, [*laid.one("thug").conditions]) == (10, ["prone"])
    laid.refused("fall thug 0", "RBF-TEC-THROW")
    laid.refused("fall thug 301 --force", "RBF-TEC-THROW")
