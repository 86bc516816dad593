"""What might be done, what it costs and by which rule, before anything of it is tried (FP-ECO-4)."""

import pytest

from rbfcli.language.writer import line_for


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
