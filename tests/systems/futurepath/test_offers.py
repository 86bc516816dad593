"""What might be done, what it costs and by which rule, before anything of it is tried (FP-ECO-4)."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import NotationError
from rbfcli.engine.play import execute
from rbfcli.lab.odds import command_odds
from rbfcli.language.grammar import line_for
from rbfcli.language.parser import one_liner_verbs, parse_line, read
from rbfcli.model.events import FieldChanged, Rolled
from rbfcli.model.fight import Condition
from rbfcli.systems.futurepath import commands, offers
from rbfcli.systems.futurepath.offers import dice_and_added
from rbfcli.systems.futurepath.outcome import verdict
from rbfcli.systems.futurepath.sheet import Character, FuturePathFight, FuturePathOptions
from rbfcli.systems.registry import load


@pytest.fixture
def thought_of(table):
    """The lines, costs and rules of what somebody might do, of some verbs."""

    def find(who, *verbs):
        fight = table.session.fight
        found = [(line_for(each.command), each.cost, each.rule) for each in table.session.rules.candidates(fight, who)]
        return [each for each in found if each[0].split(maxsplit=1)[0] in verbs]

    return find


def test_what_is_in_hand_on_everybody(table, thought_of):
    """FP-ATK-1, FP-FUL-1, FP-OFF-1: a Full Attack where there is something extra, a Bonus Attack with an off hand."""
    table.set("gort", "off_hand=knife", "weapons=sword,knife").do("damage bully 30")
    assert thought_of("gort", "attack", "full-attack", "off-hand") == [
        ("attack gort tough", "Standard", "FP-ATK-1"),
        ("full-attack gort tough", "Full Round", "FP-FUL-1"),
        ("attack gort tough --with knife", "Standard", "FP-ATK-1"),
        ("off-hand gort tough", "Simple", "FP-OFF-1"),
    ]
    table.set("gort", "extra_damage=0", "extra_attacks=1", "off_hand=")
    assert [line for line, _, _ in thought_of("gort", "attack", "full-attack", "off-hand")] == [
        "attack gort tough",
        "full-attack gort tough",
    ]
    assert thought_of("yara", "attack", "full-attack", "off-hand") == [("attack yara tough", "Standard", "FP-ATK-1")]


@pytest.mark.parametrize(
    ("square", "names"),
    [
        ("C1", ["bull-rush", "grapple", "trip", "disarm", "charge", "overrun"]),
        ("D1", ["charge", "overrun"]),
        ("O1", ["charge", "overrun"]),
        ("P1", []),
        ("", ["bull-rush", "grapple", "trip", "disarm", "charge", "overrun"]),
    ],
)
def test_techniques_in_reach_and_those_that_run(table, thought_of, square, names):
    """FP-TEC-1: 60 ft are 12 squares to one beside it; where the map does not say, everything is in reach."""
    table.put(bully=square).set("hale", "technique_actions.trip=standard").do("set tough side=crew")
    costs = {"trip": "Standard"}
    assert thought_of("hale", "technique") == [
        (f"technique hale {name} bully", costs.get(name, "Full Round"), "FP-TEC-1") for name in names
    ]


def test_an_approach_runs_at_the_foe_before_it_walks(table):
    """FP-TEC-1, FP-MOV-1: charge and overrun, then the ways there; nothing that could be done at a distance."""
    table.put(bully="J1", hale="C1")
    found = [line_for(each) for each in offers.approach(table.session.fight, "hale", "bully")]
    assert found[:2] == ["technique hale charge bully", "technique hale overrun bully"]
    assert not any(name in line for line in found for name in ("bull-rush", "grapple", "trip", "disarm"))
    assert any(line.startswith("move hale") for line in found[2:])


def test_who_charges_once_its_speed_is_thought_to_run_as_far(table, thought_of):
    """FP-TEC-1: options.charge_factor."""
    table.do("set fight options.charge_factor=1")
    table.put(bully="J1", tough="I1")
    assert [line for line, _, _ in thought_of("hale", "technique")] == [
        "technique hale charge tough",
        "technique hale overrun tough",
    ]


def test_the_helpless_are_finished_off_and_the_dying_treated(table, thought_of):
    """FP-CDG-1, FP-STB-1: only enemies the one, everybody the other."""
    assert thought_of("yara", "coup-de-grace", "stabilize") == []
    for line in ("damage tough 30", "damage hale 20", "condition add bully helpless", "condition add gort helpless"):
        table.do(line)
    assert thought_of("yara", "coup-de-grace", "stabilize") == [
        ("coup-de-grace yara tough", "Full Round", "FP-CDG-1"),
        ("coup-de-grace yara bully", "Full Round", "FP-CDG-1"),
        ("stabilize hale --by yara", "Full Round", "FP-STB-1"),
        ("stabilize tough --by yara", "Full Round", "FP-STB-1"),
    ]


WEAPONS = ("draw", "reload", "holster", "free")


def test_what_is_done_with_weapons(table, thought_of):
    """FP-MOV-6, FP-MOV-7, FP-ECO-2: another than the one in hand costs more; each that shoots is filled by its name."""
    assert thought_of("hale", "reload") == []
    table.set("yara", "off_hand=pistol")
    assert thought_of("yara", *WEAPONS) == [
        ("reload yara", "Standard", "FP-MOV-7"),
        ("reload yara --with pistol", "Simple", "FP-MOV-7"),
        ("draw yara knife", "Standard", "FP-MOV-6"),
        ("holster yara", "Simple", "FP-MOV-6"),
        ("free yara --drop held", "Free", "FP-ECO-2"),
    ]
    table.set("yara", "held=")
    assert thought_of("yara", *WEAPONS) == [
        ("draw yara sidearm", "Simple", "FP-MOV-6"),
        ("reload yara --with pistol", "Simple", "FP-MOV-7"),
        ("draw yara knife", "Simple", "FP-MOV-6"),
    ]


def test_what_lies_there_is_picked_up_and_who_is_held_let_go(table, thought_of):
    """FP-MOV-12, FP-TEC-1: by who stands on it, and by who holds."""
    table.put(hale="C6", tough="D6").set("gort", "weapons=", "held=")
    table.do("free hale --drop held")
    table.do("set hale turn.free=0")
    table.do("technique hale grapple tough --with unarmed", 3, 2)
    table.put(gort="C5")
    assert thought_of("gort", *WEAPONS) == []
    table.put(gort="B5", hale="C5").put(gort="C6")
    assert thought_of("gort", *WEAPONS) == [("draw gort sword", "Standard", "FP-MOV-12")]
    table.set("hale", "weapons=")
    assert thought_of("hale", *WEAPONS) == [("free hale --release tough", "Free", "FP-TEC-1")]


AROUND = ("object", "open", "trap", "ready")


def test_objects_traps_and_waiting(table, thought_of):
    """FP-OBJ-1, FP-MOV-12, FP-TRP-1, FP-TRP-2, FP-RDY-1."""
    things = [
        ("object gort door", "Standard", "FP-OBJ-1"),
        ("open gort door", "Standard", "FP-MOV-12"),
        ("object gort crate", "Standard", "FP-OBJ-1"),
    ]
    search = ("trap gort search", "Full Round", "FP-TRP-1")
    wait = ('ready gort "an enemy comes near"', "Full Round", "FP-RDY-1")
    assert thought_of("gort", *AROUND) == [*things, search, wait]
    table.do("set fight board.traps.mine.found=true options.search=simple board.objects.door.open=true")
    opened = [(line.replace("open gort door", "open gort door --close"), cost, rule) for line, cost, rule in things]
    disable = ("trap gort disable mine", "Full Round", "FP-TRP-2")
    assert thought_of("gort", *AROUND) == [*opened, disable, ("trap gort search", "Simple", "FP-TRP-1"), wait]
    table.do("set fight board.traps.mine.armed=false")
    table.set("gort", "square=", "ready=something")
    assert thought_of("gort", *AROUND) == [*opened, ("ready gort --now", "Free", "FP-RDY-1")]


def test_before_the_first_round_nobody_waits(yard):
    """FP-RDY-1."""
    found = [line_for(each.command) for each in yard.session.rules.candidates(yard.session.fight, "gort")]
    assert not [line for line in found if line.startswith("ready")]
    assert "turn" not in found


# The fights that stand in for one-liners, down to the last field (FP-ATK-1, FP-CDG-1, FP-STB-1).


ROLL = {"mod": 2, "advantage": 1, "disadvantage": 3, "dice": (9,), "answer": ("fumble=none",), "force": True}


def test_an_attacker_and_a_target():
    """FP-ATK-1, FP-CRT-1: the dice and what is added once are the weapon's, the AC the target's."""
    typed = commands.AttackNumbers(tn=16, damage="1d8+3", level=9, critical=19, multiplier=3, **ROLL)
    weapon = offers.AnyWeapon(name="weapon", damage="1d8", bonus=3, critical=19, multiplier=3)
    attacker = Character(
        name="The attacker", side="attackers", hp=100, level=9, weapons=("weapon",), held="weapon"
    )  # fmt: skip
    target = Character(name="The target", side="targets", hp=100, ac=16)
    assert offers.attack(typed) == (
        FuturePathFight(
            system="futurepath", combatants={"attacker": attacker, "target": target}, weapons={"weapon": weapon}
        ),
        commands.Attack(who="attacker", targets=("target",), fumble="none", **ROLL),
    )


def test_extra_damage_takes_a_full_attack():
    """FP-XTR-1: and the target outlasts all of it; without dice there is none."""
    typed = commands.AttackNumbers(tn=10, damage="2d12", extra=4)
    fight, command = offers.attack(typed)
    assert command == commands.FullAttack(who="attacker", targets=("target",), fumble="none")
    assert (fight.combatants["attacker"].extra_damage, fight.combatants["target"].hp) == (4, 24 * 5 * 5 + 1)
    fight, command = offers.attack(replace(typed, damage="7"))
    assert command == commands.Attack(who="attacker", targets=("target",), fumble="none")
    assert (fight.combatants["attacker"].extra_damage, fight.combatants["target"].hp) == (0, 100)
    assert (fight.weapons["weapon"].damage, fight.weapons["weapon"].bonus) == ("0", 7)


def test_somebody_who_saves():
    """FP-GRN-3, FP-CDG-1: without modifiers of its own, and it outlasts the damage."""
    typed = commands.DamageSaveNumbers(damage="3d6", dc=15, kind="coup-de-grace", level=8, **ROLL)
    target = Character(name="The target", side="targets", hp=100, level=8)
    assert offers.damage_save(typed) == (
        FuturePathFight(system="futurepath", combatants={"target": target}),
        commands.DamageSave(who="target", damage="3d6", dc=15, kind="coup-de-grace", **ROLL),
    )
    assert offers.damage_save(replace(typed, damage="200"))[0].combatants["target"].hp == 201


def test_a_helper_and_a_patient():
    """FP-STB-1: as many ranks as were typed, one at least, and what that leaves of the modifier."""
    for mod, ranks in ((6, 6), (1, 1), (0, 1), (-3, 1)):
        roll = {**ROLL, "mod": mod}
        fight, command = offers.stabilize(commands.StabilizeNumbers(level=5, **roll))
        assert command == commands.Stabilize(who="patient", by="helper", **{**roll, "mod": mod - ranks})
        helper = Character(
            name="The helper",
            side="helpers",
            hp=100,
            level=5,
            items=("field medical kit",),
            skills={"treat-injury": ranks},
        )
        patient = Character(
            name="The patient",
            side="helpers",
            hp=0,
            max_hp=100,
            conditions={"unconscious": Condition(), "dying": Condition()},
        )
        assert fight == FuturePathFight(
            system="futurepath",
            combatants={"helper": helper, "patient": patient},
            options=FuturePathOptions(stabilize_slip="0"),
        )


# Rolls from numbers alone, and the names of outcomes.


def stand_ins(line):
    """The fight that stands in for a one-liner, and the real command."""
    rules = load("futurepath")
    command = read(parse_line(line.split()), one_liner_verbs(rules)).command
    return rules.one_liners[type(command)](command)


def alone(line, *faces):
    """Play a one-liner with faces by hand."""
    given = f" --dice {','.join(map(str, faces))}" if faces else ""
    return execute(load("futurepath"), *stand_ins(line + given))


def amount(played):
    """The health that a one-liner takes from the target."""
    lost = (each.before - each.after for each in played.events if isinstance(each, FieldChanged) and each.field == "hp")
    return sum(lost)


ATTACK = "attack --mod 5 --advantage 2 --level 9 --tn 16 --damage 1d8+3"


@pytest.mark.parametrize(
    ("faces", "outcome", "damage"),
    [
        ((6, 2, 3, 5), "success", 8),
        ((5, 2, 3), "failure", 0),
        ((20, 1, 1, 5, 6), "critical", 14),
        ((1, 6, 6), "critical-failure", 0),
    ],
)
def test_an_attack(faces, outcome, damage):
    """FP-ATK-1, FP-ADV-2, FP-CRT-1: worked check 6: d20 and 2d6 at level 9; what is added is added once."""
    played = alone(ATTACK, *faces)
    assert (played.outcome, amount(played)) == (outcome, damage)
    assert [die.sides for die in played.events[0].edge_dice] == [6, 6]


def test_extra_damage_from_numbers():
    """FP-XTR-2 to FP-XTR-5: worked check 7 comes to 34."""
    played = alone("attack --tn 15 --damage 1d8 --extra 2", 20, 5, 6, 19, 2, 7, 8, 15, 1, 1, 4)
    assert amount(played) == 34


def test_a_critical_range_and_a_multiplier():
    """FP-CRT-1."""
    assert amount(alone("attack --tn 30 --damage 1d6 --critical 18 --multiplier 3", 18, 1, 2, 3)) == 6


@pytest.mark.parametrize(
    ("damage", "parts"),
    [("1d8+3", ("1d8", 3)), ("1d8-1", ("1d8", -1)), ("7", ("", 7)), ("2d6+1d4", ("2d6+1d4", 0)), ("d6", ("d6", 0))],
)
def test_what_is_rolled_again_and_what_is_added_once(damage, parts):
    """FP-CRT-1."""
    assert dice_and_added(damage) == parts


def test_a_wrong_damage_draws_no_die():
    """FP-ATK-3."""
    with pytest.raises(NotationError):
        alone("attack --tn 10 --damage 1d8+", 20)


def test_the_odds_of_the_one_liner():
    """FP-ADV-1, FP-ATK-1: every outcome of d20 and 2d6 at +5 against 16."""
    odds = command_odds(load("futurepath"), *stand_ins(ATTACK.replace("1d8+3", "0"))).outcomes
    good = sum(die + one + two + 5 >= 16 for die in range(2, 20) for one in range(1, 7) for two in range(1, 7))
    assert odds["success"] == Fraction(good, 720)
    assert odds["critical"] == odds["critical-failure"] == Fraction(1, 20)
    assert sum(odds.values()) == 1


@pytest.mark.parametrize(
    ("line", "faces", "outcome", "told"),
    [
        ("damage-save --mod 2 --damage 3d6 --dc 15", (4, 5, 6, 13), "success", (7, False)),
        ("damage-save --mod 2 --damage 3d6 --dc 15", (4, 5, 6, 12), "failure", (15, False)),
        ("damage-save --mod 2 --damage 14 --kind coup-de-grace", (11,), "failure", (14, True)),
        ("damage-save --mod 2 --damage 14 --kind coup-de-grace", (12,), "success", (14, False)),
    ],
)
def test_a_save(line, faces, outcome, told):
    """FP-GRN-3, FP-CDG-1: what gets through, and whether it kills."""
    played = alone(line, *faces)
    assert (played.outcome, (amount(played), "dead" in played.fight.combatants["target"].conditions)) == (outcome, told)


@pytest.mark.parametrize(("die", "outcome"), [(14, "success"), (13, "failure"), (1, "critical-failure")])
def test_stabilising(die, outcome):
    """FP-STB-1: against 20."""
    assert alone("stabilize --mod 6", die).outcome == outcome


@pytest.mark.parametrize(("mod", "total"), [(6, 16), (0, 10), (-3, 7), (80, 90)])
def test_stabilising_has_the_modifier_that_was_typed(mod, total):
    """FP-STB-1: as ranks, and what ranks cannot be; one die, also where it slips."""
    rolled = [each for each in alone(f"stabilize --mod {mod}", 10).events if isinstance(each, Rolled)]
    assert [each.total for each in rolled] == [total]


@pytest.mark.parametrize(
    ("damage", "faces", "lost"),
    [("7", (), 7), ("0", (), 1), ("2d6+1d4", (1, 2, 3), 6), ("4d6kh3", (1, 2, 3, 4), 9), ("d6-2", (4,), 2)],
)
def test_any_dice_do_as_damage(damage, faces, lost):
    """FP-ATK-3: a hit does 1 at least."""
    assert amount(alone(f"attack --tn 10 --damage {damage}", 15, *faces)) == lost


def test_dice_of_any_kind_are_rolled_again_on_a_critical():
    """FP-CRT-1, FP-XTR-1: each time whole; what is added, once."""
    assert amount(alone("attack --tn 10 --damage 2d6kh1+1", 20, 1, 2, 3, 4)) == 2 + 4 + 1


def test_dice_of_any_kind_are_logged_as_the_attackers_damage():
    """FP-ATK-3, FP-CRT-1: each time they are rolled."""
    rolled = [
        each for each in alone("attack --tn 10 --damage 2d6kh1", 20, 1, 2, 3, 4).events if isinstance(each, Rolled)
    ]
    assert [(each.who, each.label, each.rule) for each in rolled[1:]] == [("attacker", "damage", "FP-CRT-1")] * 2


@pytest.mark.parametrize(
    ("total", "faces", "outcome"),
    [(16, (10,), "success"), (15, (10,), "failure"), (3, (20,), "critical"), (30, (1, 6, 6), "critical-failure")],
)
def test_roll_vs_names_the_outcome(total, faces, outcome):
    """FP-CRT-1, FP-CRT-2: for `roll --vs 16 --system futurepath`."""
    assert verdict(total, 16, faces) == outcome


# Refusals of FuturePath in their words, with their rule and what would have been right (FP-ECO-3).


FORCE = "use --force to do it anyway"
PIERCE = "use an AP weapon or a grenade; add --weak for a weak barrier; or use --force"
NO_FULL_ROUND = "remaining: Standard, Free; or use --force"
WITH_KNIFE = "set hale off_hand=knife square=G1"
BOTH = "set hale off_hand=knife square=G2 extra_attacks=1"
LIGHT = "set fight board.objects.crate.weight=light board.objects.crate.square"
MINE = "set fight board.traps.mine.found=true"


def play_and_refuse(table, before, line):
    """Rule, message and hint of a line that is refused after some others."""
    for each in before:
        table.do(each)
    wrong = table.refused(line)
    return wrong.rule, wrong.message, wrong.hint


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "attack hale tough bully", "FP-ATK-1", "an attack has one target", "try: full-attack hale tough bully"),
        (("move hale C1",), "attack hale tough", "FP-ATK-1", "Hale has no Standard action left",
         "remaining: Simple, Free; or use --force"),
        ((), "attack hale hale", "", "Hale cannot do that to themself", ""),
        (("damage tough 60",), "attack hale tough", "FP-DIE-1", "Tough is already dead", FORCE),
        (("set hale held=frag square=G1",), "attack hale tough", "FP-GRN-1", "the frag grenade must be thrown",
         "try: throw hale frag …"),
        (("set hale square=F1",), "attack hale tough", "FP-ATK-2", "Tough is 10 ft away; Hale's reach is 5 ft",
         "try: move hale …, or --force"),
        (("set hale square=G1",), "attack hale tough --cover full", "FP-COV-2", "Tough is behind full cover", PIERCE),
        (("set hale square=G1",), "attack hale tough --weak --cover full", "FP-COV-2", "Tough is behind full cover",
         PIERCE),
        ((), "attack yara tough --weak", "FP-COV-2", "--weak needs a barrier to shoot through",
         "use --cover full"),
        (("set yara ammo.sidearm=0",), "attack yara tough", "FP-MOV-7", "Yara's side arm is empty",
         "try: reload yara, or --force"),
        ((), "attack hale tough --fumble sings", "", "unknown fumble 'sings'", "fumbles: none, drop, prone"),
        ((), "full-attack hale tough", "FP-FUL-1", "Hale has neither Extra Attacks nor Extra Damage",
         "try: attack hale …, or --force"),
        ((), "full-attack gort tough bully", "FP-FUL-1", "this full attack can have at most 1 target", ""),
        (("holster gort",), "full-attack gort tough", "FP-FUL-1", "Gort has no Full Round action left",
         NO_FULL_ROUND),
        (("set hale square=G1",), "coup-de-grace hale tough", "FP-CDG-1", "Tough is not helpless",
         "try: attack hale …, or --force"),
        (("set hale square=G1", "damage tough 30", "holster hale"), "coup-de-grace hale tough", "FP-CDG-1",
         "Hale has no Full Round action left", NO_FULL_ROUND),
        ((), "damage-save hale --damage 3 --kind coup-de-grace --save wisdom", "FP-CDG-1",
         "--save cannot be used with a coup de grace, which is a Constitution save", ""),
    ],
)  # fmt: skip
def test_an_attack_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-ATK-1, FP-ATK-2, FP-COV-2, FP-FUL-1, FP-CDG-1: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "off-hand hale tough", "FP-OFF-1", "Hale is holding nothing in the off hand",
         "try: draw hale … --off-hand"),
        ((WITH_KNIFE,), "off-hand hale tough --with sword", "FP-OFF-1",
         "Hale is holding another weapon in the off hand", "try: draw hale sword --off-hand"),
        ((WITH_KNIFE,), "off-hand hale tough", "FP-OFF-1", "a Bonus Attack must follow an attack",
         "try: attack hale …, or --force"),
        ((WITH_KNIFE, "condition add hale helpless"), "off-hand hale tough", "FP-DIE-1",
         "Hale is helpless and cannot act", FORCE),
        ((WITH_KNIFE, "attack hale tough --dice 2", "holster hale"), "off-hand hale tough", "FP-OFF-1",
         "Hale has no Simple action left", "remaining: Free; or use --force"),
        ((BOTH, "full-attack hale tough --dice 2,2", "off-hand hale tough --dice 2"), "off-hand hale tough",
         "FP-OFF-1", "Hale has already made their Bonus Attack", FORCE),
        ((BOTH, "full-attack hale tough bully --dice 2,2"), "off-hand hale porter", "FP-OFF-1",
         "after a Full Attack, the Bonus Attack must have the same target", "targets: tough, bully; or use --force"),
        (("set gort off_hand=maul square=G1", "attack gort tough --dice 2"), "off-hand gort tough", "FP-OFF-2",
         "the maul is too heavy for the off hand", "use a weapon of level 0-2, or 3-5 if versatile; or use --force"),
        ((WITH_KNIFE, "set hale weapons=sword,needle", "set hale off_hand=needle", "attack hale tough --dice 2"),
         "off-hand hale tough", "FP-OFF-1", "Hale is not proficient with the needle", FORCE),
    ],
)  # fmt: skip
def test_a_bonus_attack_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-OFF-1, FP-OFF-2: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        (("set hale held=frag square=A9",), "object hale crate", "FP-GRN-1", "the frag grenade must be thrown",
         "try: throw hale frag …"),
        (
            (),
            "object hale door",
            "FP-ATK-2",
            "the hatch is 70 ft away; Hale's reach is 5 ft",
            "try: move hale …, or --force",
        ),
        ((), "object yara crate", "FP-COV-2", "the crate is behind full cover", PIERCE),
        (("set hale square=A9",), "object hale crate --disadvantage 1", "FP-OBJ-1",
         "the crate cannot move and is hit without a check", "remove --mod and other roll options"),
        (("set hale square=A9", "set hale turn.standard=true"), "object hale crate", "FP-OBJ-1",
         "Hale has no Standard action left", "remaining: Simple, Free; or use --force"),
        (("set yara ammo.sidearm=0 square=A9",), "object yara crate", "FP-MOV-7", "Yara's side arm is empty",
         "try: reload yara, or --force"),
        ((), "object hale moon", "", "unknown object 'moon'", "objects: door, crate"),
    ],
)  # fmt: skip
def test_an_attack_on_an_object_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-OBJ-1, FP-ATK-2, FP-COV-2: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "throw hale frag", "FP-GRN-1", "missing target or square",
         "name a target, or use --at C4"),
        ((), "throw hale frag tough --mod 1 --misc 2 --advantage 1 --disadvantage 1", "FP-GRN-4",
         "--mod, --misc, --advantage, --disadvantage cannot be used without --cook", ""),
        ((), "throw hale frag --at P10", "FP-GRN-1", "P10 is 70 ft away; Hale can throw 50 ft",
         "use a nearer square; or use --force"),
        ((WITH_KNIFE,), "throw hale frag tough", "FP-GRN-1", "Hale has no free hand", "try: holster hale, or --force"),
        (("holster hale",), "throw hale frag tough", "FP-GRN-1", "Hale has no Full Round action left",
         NO_FULL_ROUND),
        (("set hale ammo.frag=0",), "throw hale frag tough", "FP-GRN-1", "Hale has no frag grenade left", FORCE),
        ((), "throw hale sword tough", "FP-GRN-1", "the broad sword is too heavy to throw",
         "use a weapon of level 0 to 2"),
        ((), "throw hale knife tough --cook", "FP-GRN-4", "the knife is not a grenade", "remove --cook"),
        (("set fight board.objects.crate.square=B2",), "throw hale crate tough", "FP-GRN-1",
         "the crate is too heavy to throw", "try: drag hale crate …"),
        ((f"{LIGHT}=B2 board.objects.crate.blocks=true",), "throw hale crate tough", "FP-GRN-1",
         "the crate is too heavy to throw", "try: drag hale crate …"),
        ((f"{LIGHT}=B2",), "throw hale crate tough --cook", "FP-GRN-4", "the crate is not a grenade", "remove --cook"),
        ((f"{LIGHT}=B8",), "throw hale crate tough", "FP-GRN-1", "Hale is not adjacent to the crate",
         "try: move hale …, or --force"),
    ],
)  # fmt: skip
def test_a_throw_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-GRN-1, FP-GRN-4: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "trap yara search mine", "FP-TRP-1", "a search covers every trap", "try: trap yara search"),
        (("holster yara",), "trap yara search", "FP-TRP-1", "Yara has no Full Round action left", NO_FULL_ROUND),
        ((), "trap yara disable mine", "FP-TRP-1", "no armed trap 'mine' has been found", "try: trap yara search"),
        ((f"{MINE} board.traps.mine.armed=false",), "trap yara disable mine", "FP-TRP-1",
         "no armed trap 'mine' has been found", "try: trap yara search"),
        ((MINE, "set yara square=M10"), "trap yara disable mine", "FP-TRP-2", "Yara is not adjacent to the mine",
         "try: move yara …, or --force"),
        ((f"{MINE} board.traps.mine.wait=1", "set yara square=N10"), "trap yara disable mine", "FP-TRP-2",
         "the mine cannot be tried again before round 2", FORCE),
        ((MINE, "set yara square=N10", "holster yara"), "trap yara disable mine", "FP-TRP-2",
         "Yara has no Full Round action left", NO_FULL_ROUND),
    ],
)  # fmt: skip
def test_work_on_a_trap_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-TRP-1, FP-TRP-2: before any die."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        (("condition add hale helpless",), "move hale C1", "FP-DIE-1", "Hale is helpless and cannot act", FORCE),
        ((), "move tough G1", "FP-INI-1", "it is not Tough's turn (team toughs): team crew is acting",
         "try: turn next, or --force"),
        (("remove hale yara gort",), "move tough G1", "FP-INI-1", "it is not Tough's turn (team toughs)",
         "try: turn next, or --force"),
        (("free hale shouts",), "sprint hale H9", "FP-MOV-2",
         "Hale has taken a Free action, which cannot come before a Full Round action",
         "remaining: Standard, Simple, Free; or use --force"),
        (("move hale C1", "free hale shouts"), "sprint hale H9", "FP-MOV-2", "Hale has no Full Round action left",
         "remaining: Simple, Free; or use --force"),
        (("holster hale", "free hale shouts"), "sprint hale H9", "FP-MOV-2", "Hale has no Full Round action left",
         "remaining: Standard; or use --force"),
        (("sprint hale F1",), "free hale shouts", "FP-ECO-2", "Hale has ended the turn with a Full Round action",
         "use --during, or --force"),
        (("sprint hale F1",), "move hale G1", "FP-MOV-1", "Hale has no action left this turn", FORCE),
        (("step hale B2",), "free hale shouts", "FP-ECO-2", "Hale has no action left this turn", FORCE),
        (("holster hale",), "draw hale sword", "FP-MOV-6", "Hale has no Simple action left",
         "remaining: Standard, Free; or use --force"),
        ((), "free hale x --during", "FP-ECO-2", "Hale has not taken a Full Round action this turn",
         "remove --during; or use --force"),
        (("sprint hale F1", "free hale x --during"), "free hale y --during", "FP-ECO-2",
         "Hale has already taken their Free action", FORCE),
        ((), "attack hale tough --after-deed move", "FP-INI-3", "--after-deed needs a teammate to follow",
         "use --after WHO"),
        ((), "attack hale tough --after tough", "FP-INI-3", "--after must name another member of Hale's team", FORCE),
        ((), "attack hale tough --after hale", "FP-INI-3", "--after must name another member of Hale's team", FORCE),
        ((), "attack hale tough --after yara", "FP-INI-3", "Yara has not acted yet", FORCE),
        (("move yara C3",), "attack hale tough --after yara --after-deed attack", "FP-INI-3",
         "Yara has not used `attack` yet", FORCE),
        (("set hale square=G1", "attack hale tough --fumble drop --dice 1", "set hale flies=true height=3"),
         "draw hale sword", "FP-MOV-12", "the broad sword is on the ground, too far below Hale",
         "try: move hale G1 --height …, or --force"),
    ],
)  # fmt: skip
def test_what_a_turn_does_not_hold_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-ECO-1, FP-ECO-2, FP-ECO-3, FP-INI-1, FP-INI-3, FP-MOV-12: with what is left."""
    assert play_and_refuse(table, before, line) == (rule, message, hint)


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "stabilize yara --by gort", "FP-STB-1", "Yara is not dying", ""),
        ((), "stabilize hale --by hale", "FP-STB-1", "another character must treat the wound", "use --by WHO"),
        (("damage yara 32",), "stabilize hale", "FP-STB-1", "missing helper to treat the wound", "use --by WHO"),
        (("set gort skills.treat-injury=1 items='field medical kit'",), "stabilize hale", "FP-STB-1",
         "missing helper to treat the wound", "use --by yara or --by gort"),
        ((), "stabilize hale --by gort", "FP-STB-1", "Gort has no field medical kit",
         'try: set gort items="field medical kit", or --force'),
        (("set yara skills.treat-injury=0",), "stabilize hale --by yara", "FP-STB-1",
         "Yara has no ranks in Treat Injury", "try: set yara skills.treat-injury=1, or --force"),
        (("set yara square=B3",), "stabilize hale --by yara", "FP-STB-1", "Hale is 10 ft away from Yara",
         "try: move yara …, or --force"),
        (("set yara square=B2", "holster yara"), "stabilize hale --by yara", "FP-STB-1",
         "Yara has no Full Round action left", NO_FULL_ROUND),
        (("damage hale 60",), "heal hale 3", "FP-DIE-1", "Hale is dead", ""),
    ],
)  # fmt: skip
def test_treating_the_dying_is_refused(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-STB-1, FP-DIE-1: hale lies dying at B1."""
    table.do("damage hale 22")
    assert play_and_refuse(table, before, line) == (rule, message, hint)
