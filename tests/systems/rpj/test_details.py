"""`show WHO` for RPJ: each number a rule uses, with its parts."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from rbfcli.dice.sources import MaxDice
from rbfcli.engine.scene import Scene
from rbfcli.language.parser import fight_verbs
from rbfcli.model.fight import Condition
from rbfcli.session.encounter import from_encounter
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rpj import RULES
from rbfcli.systems.rpj.view import ground, picture
from rbfcli.testing.laws import perform
from tests.showing import armed, cited, explained, facts, on_sheet
from tests.systems.rpj.conftest import Table

UNUSUAL = {
    "melee_defense": None,
    "ranged_defense": None,
    "crossed": {"vest": (9, 10), "base": (12,)},
    "cover": "wall",
    "reoriented": True,
    "free_attack_spent": True,
    "weapons": ("grenade", "sword"),
}


def test_the_page_of_a_character(field):
    """RPJ-ACT-3, RPJ-DMG-1, RPJ-COV-1, RPJ-ACT-4: derived defenses, the layer struck next, cover, the free attack."""
    fight = on_sheet(field.fight, "ann", **UNUSUAL)
    assert explained(RULES, fight, "ann") == [
        "layers",
        "layer: vest: broken, crossed out 9 10 RPJ-DMG-1",
        "layer: base: 10 14 of 10 12 14, crossed out 12, struck next RPJ-DMG-1",
        "defense",
        "melee def.: 17 = base +15, half of Dexterity 4 +2 RPJ-ACT-3",
        "ranged def.: 18 = base +16, half of Dexterity 4 +2 RPJ-ACT-3",
        "attributes: strength 3, dexterity 4, charisma 0, intelligence 0, willpower 0",
        "actions: 2 left of 2 RPJ-ACT-1",
        "free: free attack spent RPJ-ACT-4",
        "weapon: grenade: 5 damage, range 1 region, blast, +2 to hit = throwing skill +0, dexterity bonus +2 RPJ-ACT-3",
        "weapon: sword: 4 damage, adjacent, +1 to hit = blades skill +0, strength bonus +1 RPJ-ACT-3",
        "weapon: unarmed (bare hands): 1 damage, adjacent, +1 to hit = unarmed skill +0, strength bonus +1 RPJ-ACT-3",
        "place: region 0 (the ditch)",
        "cover: wall +3/1f, reoriented RPJ-COV-1",
        "skills: guns 4",
        "grappling: 2",
    ]


def test_the_page_of_the_fallen(start):
    """RPJ-DMG-7, RPJ-STB-1: a roll for its life until it is stabilised, and no layer is struck next."""
    told = {}
    for state in ("incapacitated", "stabilized", "dead"):
        conditions = {each: Condition() for each in dict.fromkeys(("incapacitated", state))}
        page = explained(RULES, on_sheet(start().fight, "ann", conditions=conditions), "ann")
        told[state] = [line for line in page if line.startswith(("actions", "layer:"))]
    layers = ["layer: vest: 9 10 of 9 10 RPJ-DMG-1", "layer: base: 10 12 14 of 10 12 14 RPJ-DMG-1"]
    assert told == {
        "incapacitated": [*layers, "actions: none but the stabilize roll RPJ-DMG-7"],
        "stabilized": [*layers, "actions: none RPJ-DMG-7"],
        "dead": [*layers, "actions: none RPJ-DMG-7"],
    }


def test_the_page_tells_what_is_rolled(field):
    """RPJ-ACT-3: the parts of a shot and its TN come from the two pages."""
    shot = "weapon: rifle: 4 damage, range 5 regions, +6 to hit = guns skill +4, dexterity bonus +2 RPJ-ACT-3"
    assert shot in explained(RULES, field.fight, "ann")
    assert "ranged def.: 18 = on the sheet +18 RPJ-ACT-3" in explained(RULES, field.fight, "pike")
    field.do("attack ann pike --with rifle --no-react", 1, 1, 1, 1)
    (roll,) = field.rolls("attack")
    assert [(each.value, each.why) for each in roll.modifiers] == [(4, "guns skill"), (2, "dexterity bonus")]
    assert (roll.total, roll.against) == (4 + 6, 18)


# What players see of an RPJ fight (RPJ-TIME-1, RPJ-FIELD-1).


def test_players_are_told_the_minute_and_not_how_many_actions_are_spent():
    """RPJ-TIME-1: the seconds follow the actions, and the number of actions is secret."""
    table = Table()
    assert len(ground(table.fight)) == 1
    table.do("init")
    told = ground(table.fight)
    assert told[0] == "minute 1"
    assert told[1] == picture(table.fight)[1]


# Overwatch, and cautious movement, which passes it.


HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


@pytest.fixture
def watched(field):
    """Ann watches region 0, where the wall is; Rook is about to move."""
    field.do("overwatch ann 0")
    field.turn_of("rook")
    return field


def test_each_overwatch_is_an_action_on_one_region_and_all_of_them_stand(field):
    """RPJ-OVR-1: again on the same region is refused."""
    field.do("overwatch ann 2")
    assert (field.ann.overwatch, field.ann.actions_left) == (("2",), 1)
    assert field.refused("overwatch ann 2").rule == "RPJ-OVR-1"
    field.do("overwatch ann 1")
    assert (field.ann.overwatch, field.ann.actions_left) == (("2", "1"), 0)


def test_a_shot_ends_one_overwatch_and_the_other_stands(field):
    """RPJ-OVR-2, RPJ-OVR-3: each region is worth a shot; what is left ends with the watcher's next turn."""
    field.do("overwatch ann 2")
    field.do("overwatch ann 1")
    field.turn_of("pike")
    field.do("move pike 1 --react ann", *MISS)
    assert (field.ann.overwatch, field.told("watch-ends")) == (("2",), {"place": "region 1"})
    field.do("move pike 2 --react ann", *MISS)
    assert field.ann.overwatch == ()
    field.do("set ann overwatch=1,2")
    field.turn_of("ann")
    assert field.ann.overwatch == ()
    assert field.happened("watch-ends") == 2


def test_the_watcher_chooses_the_weapon(watched):
    """RPJ-OVR-2: of all that shoots that far; the rifle is offered before what may hit friends too."""
    watched.do("move rook 0")
    watched.do("choose bob pass")
    (answers,) = [each.answers for each in watched.fight.questions if each.kind == "entering"]
    assert answers == ("attack with rifle", "attack with grenade", "pass")
    watched.do("choose ann attack with rifle", *MISS)
    assert watched.told("shoots-at") == {"weapon": "the rifle"}


def test_a_blast_in_reaction_reaches_the_whole_group(watched):
    """RPJ-OVR-2, RPJ-FIELD-3: as in one's own attack."""
    watched.do("set rook region=1")
    watched.do("set bob region=0 group=A")
    watched.do("move rook 0 --join bob")
    watched.do("choose ann attack with grenade", *MISS, *MISS)
    assert {each.target for each in watched.rolls("overwatch")} == {"rook", "bob"}


@pytest.mark.parametrize("line", ["overwatch ann 9", "overwatch ann nothing", "overwatch pike 0 --force"])
def test_overwatch_on_nothing_is_refused(field, line):
    """RPJ-OVR-1: an unknown region, as typed; a region out of range only with force."""
    if line.endswith("--force"):
        field.turn_of("pike")
        assert field.refused("overwatch pike 0").rule == "RPJ-OVR-1"
        field.do(line)
        assert field.pike.overwatch == ("0",)
    else:
        assert field.refused(line).hint == "places: 0, 1, 2, 3"


def test_overwatch_needs_a_region_named(field):
    """RPJ-OVR-1: the verb alone is not enough."""
    assert field.refused("overwatch ann").status == 2


def test_who_enters_may_be_shot_past_cover(watched):
    """RPJ-OVR-2: the watch ends with the shot; the wall does not help."""
    watched.do("move rook 0 --cover wall --no-react --force")
    assert watched.ann.overwatch == ("0",)
    watched.do("set rook region=1")
    watched.do("move rook 0 --cover wall")
    assert ("ann", "entering") in watched.offers()
    watched.do("choose ann attack", *MISS)
    assert (watched.rolls()[0].rule, watched.rolls()[0].against) == ("RPJ-OVR-2", 18)
    assert watched.ann.overwatch == ()
    assert not watched.ann.free_attack_spent


def test_the_shot_may_be_answered_beforehand(watched):
    """RPJ-OVR-2: --react ann; Bob, whom Rook leaves, passes."""
    watched.do("move rook 0 --react ann", *HIT, *HIT)
    assert [(each.who, each.label) for each in watched.rolls()] == [("ann", "overwatch"), ("rook", "damage save")]
    assert not watched.bob.free_attack_spent


def test_a_friend_or_a_move_elsewhere_wakes_no_watch(watched):
    """RPJ-OVR-2: only foes, only that region."""
    watched.do("move rook 2 --no-react")
    assert watched.ann.overwatch == ("0",)
    watched.do("move bob 0 --force --no-react")
    watched.do("set bob region=1 group=A")
    watched.do("move bob 0 --force")
    assert ("ann", "entering") not in watched.offers()


def test_who_is_there_already_does_not_enter(begin):
    """RPJ-OVR-2: a move between the groups of the region watched."""
    field = begin("set ann overwatch=1")
    field.turn_of("rook")
    field.do("set ann overwatch=1")
    field.do("move rook 1")
    field.do("choose pass")
    assert (field.offers(), field.rook.group) == ([], "")


def test_whom_overwatch_may_shoot_is_an_option(watched):
    """RPJ-OVR-2: with `anyone`, a friend who enters can be shot too, but not the shooter."""
    watched.do("set fight options.overwatch_targets=anyone")
    watched.turn_of("bob")
    watched.do("overwatch ann 0 --force")
    watched.do("move bob 0 --no-react")
    watched.do("set bob region=1")
    watched.do("move bob 0 --force")
    assert ("ann", "entering") in watched.offers()
    watched.do("choose ann attack", *MISS)
    assert watched.rolls("overwatch")[0].target == "bob"
    watched.do("set ann overwatch=1")
    watched.do("move ann 1 --force")
    assert ("ann", "entering") not in watched.offers()


def test_a_shot_from_overwatch_beside_a_foe_provokes_in_turn(begin):
    """RPJ-OVR-2, RPJ-ACT-6: Bob is adjacent to Rook, who fires at Ann from overwatch."""
    field = begin("set rook overwatch=1")
    field.do("move ann 1")
    assert field.offers() == [("rook", "entering")]
    field.do("choose attack", *MISS)
    assert field.offers() == [("bob", "shooting")]
    field.do("choose attack", *MISS)
    assert field.bob.free_attack_spent


def test_overwatch_ends_with_the_watchers_next_turn(watched):
    """RPJ-OVR-3: at its start."""
    watched.turn_of("pike")
    assert watched.ann.overwatch == ("0",)
    watched.do("turn next")
    assert watched.ann.overwatch == ()
    assert watched.rule("watch-ends") == "RPJ-OVR-3"


def test_cautious_movement_is_the_whole_turn(field):
    """RPJ-CAU-1: nothing before it, nothing after it, one region at most."""
    assert field.refused("cautious ann 2").rule == "RPJ-ACT-2"
    field.do("cautious ann 1")
    assert (field.ann.region, field.ann.actions_left) == ("1", 0)
    assert field.refused("attack ann pike").rule == "RPJ-ACT-1"
    field.turn_of("bob")
    field.do("attack bob rook", *MISS)
    assert field.refused("cautious bob 0").rule == "RPJ-CAU-1"


def test_a_cautious_move_may_lead_into_a_group(field):
    """RPJ-CAU-1, RPJ-FIELD-3: within the same region too."""
    field.do("set pike region=1 group=B")
    field.turn_of("rook")
    field.do("cautious rook --group B")
    assert (field.rook.region, field.rook.group) == ("1", "B")
    field.turn_of("ann")
    field.do("cautious ann --join bob")
    assert (field.ann.region, field.ann.group) == ("1", "A")


def test_caution_passes_overwatch_and_neighbours(watched):
    """RPJ-CAU-2: neither Ann, who watches, nor Bob, whom Rook leaves, is asked."""
    watched.do("cautious rook 0")
    assert watched.rook.region == "0"
    assert watched.offers() == []
    assert watched.ann.overwatch == ("0",)


def test_suppressors_shoot_at_the_cautious_with_half(field):
    """RPJ-CAU-3: 4 guns + 2 for Dexterity 4 becomes 3; standing still is no move."""
    field.turn_of("rook")
    field.do('condition add rook "suppressed by ann"')
    field.do("cautious rook 2 --react ann", *MISS)
    assert field.rolls()[0].total == 4 + 3
    assert "RPJ-CAU-3" in {each.rule for each in field.rolls()[0].modifiers}
    field.do("set rook actions_left=2")
    field.do("set ann free_attack_spent=false")
    field.do("cautious rook")
    assert field.offers() == []


@pytest.mark.parametrize(
    ("rounding", "bonus", "halves"),
    [("up", 3, [-3, -2]), ("down", 3, [-4, -2]), ("up", 1, [-2, -1]), ("down", 1, [-3, -1])],
)
def test_both_halves_come_one_after_the_other(begin, rounding, bonus, halves):
    """RPJ-SUP-3, RPJ-CAU-3: 7 becomes 4, rounded up, for the suppressed shooter, and 2 against the cautious."""
    field = begin(
        f"set fight options.rounding={rounding}", f"set ann bonuses.dexterity={bonus}", "condition add ann suppressed"
    )
    field.turn_of("rook")
    field.do('condition add rook "suppressed by ann"')
    field.do("cautious rook 2 --react ann", *MISS)
    assert [(each.value, each.why, each.rule) for each in field.rolls()[0].modifiers] == [
        (4, "guns skill", "RPJ-ACT-3"),
        (bonus, "dexterity bonus", "RPJ-ACT-3"),
        (halves[0], "suppressed: half", "RPJ-SUP-3"),
        (halves[1], "cautious target: half", "RPJ-CAU-3"),
    ]
    assert field.rolls()[0].label == "free attack"


def test_a_cautious_turn_ends_with_a_little_cover(field):
    """RPJ-CAU-4: +1/0f until the mover's next turn, only if it is in no other cover, only once the turn is over."""
    field.do("cautious ann 1")
    assert facts(field.session.rules, field.fight, "ann")["cover"] == ""
    field.turn_of("pike")
    field.do("attack pike ann --with pistol", *MISS)
    assert field.rolls()[0].against == 18 + 1
    field.do("turn next")
    assert field.ended() == {("ann", "cautious"): "RPJ-CAU-4"}
    field.do("cautious ann 0 --cover wall")
    field.do("turn next")
    assert facts(field.session.rules, field.fight, "ann")["cover"] == "+3/1f"


# Mistakes that only RPJ finds: unknown regions and cover, unknown layers.


@pytest.fixture
def fight():
    return from_encounter(find_encounter("hangar-seven"), "x", "hangar-seven").fight


def mistakes_on_sheet(fight, who, **changes):
    there = replace(fight, combatants={**fight.combatants, who: replace(fight.combatants[who], **changes)})
    assert [*RULES.mistakes(there, "")] == []
    return [*RULES.mistakes(there, who)]


@pytest.mark.parametrize(
    ("who", "changes", "line"),
    [
        ("hunter", {}, ""),
        ("hunter", {"cover": "+3/1f"}, ""),
        ("hunter", {"cover": "bulkhead"}, "combatants.hunter.cover: unknown piece of cover 'bulkhead'"),
        ("sela", {"region": "", "cover": "bulkhead"}, ""),
        (
            "sela",
            {"region": "", "cover": "railing"},
            "combatants.sela.cover: unknown piece of cover 'railing'",
        ),
        ("sela", {"crossed": {"vest": (9,)}}, ""),
        (
            "sela",
            {"crossed": {"vest": (9, 2)}},
            "combatants.sela.crossed.vest[2]: layer vest has no save 2 left to cross out",
        ),
        ("sela", {"crossed": {"shell": (1,)}}, "combatants.sela.crossed.shell: unknown layer 'shell'"),
        ("sela", {"base": "vest"}, ""),
        ("sela", {"base": "core"}, "combatants.sela.base: unknown layer 'core'"),
        ("sela", {"layers": {}, "crossed": {"base": (1,)}, "base": "base"}, ""),
        ("sela", {"layers": {}, "base": "vest"}, "combatants.sela.base: unknown layer 'vest'"),
    ],
)
def test_what_a_sheet_names_is_there(fight, who, changes, line):
    """RPJ-FIELD-1, RPJ-FIELD-2, RPJ-COV-1, RPJ-DMG-1: cover of the region, or in numbers; layers that are worn."""
    found = mistakes_on_sheet(fight, who, **changes)
    assert [each.line.partition(";")[0].partition(" (")[0] for each in found] == ([line] if line else [])


def test_what_is_known_is_said_with_it(fight):
    """RPJ-COV-1, RPJ-DMG-1: the pieces of the region, the layers of the sheet; only cover is left to the rules."""
    cover, layer = mistakes_on_sheet(fight, "hunter", cover="bulkhead", base="vest")
    assert (cover.hint, cover.left_to_rules) == ("pieces of cover: railing", True)
    assert (layer.hint, layer.left_to_rules) == ("layers: shell, core", False)


def test_regions_of_a_line_are_within_its_length(fight):
    """RPJ-FIELD-2: a line of three has the regions 0, 1 and 2, even if the file names more."""
    region = fight.board.regions["bay"]
    board = replace(fight.board, links=(), length=3, regions={"1": region, "7": region})
    assert [each.line for each in RULES.mistakes(replace(fight, board=board), "")] == [
        "board.regions.7: unknown region '7'; regions: 0, 1, 2"
    ]


# Valid but probably unintended values in RPJ: the key, the words, the rule, and no warning if all is right.


NEVER = "no rule uses it"
ZERO = "every attack beats a defense of 0; use a higher number (RPJ-ACT-3)"
LINKS = (("0", "1"), ("1", "2"))


@pytest.fixture
def warnings_fight(start):
    return start().fight


def test_the_usual_field_has_nothing_odd_but_a_grenade(warnings_fight):
    """RPJ-ACT-3, RPJ-FIELD-5: two sides within reach of each other; one throws without the skill."""
    told = {who: cited(RULES.warnings(warnings_fight, who)) for who in ("", *warnings_fight.combatants)}
    lacks = "Ann does not have the weapon's skill 'throwing', so rolls with +0"
    thrown = f"{lacks}; add skills.throwing, or use another weapon (RPJ-ACT-3)"
    assert told == {"": [], "ann": [f"combatants.ann.weapons[2]: {thrown}"], "bob": [], "rook": [], "pike": []}


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ({"melee_defense": 0}, [f".melee_defense: {ZERO}"]),
        ({"ranged_defense": 0}, [f".ranged_defense: {ZERO}"]),
        (
            {"melee_defense": 0, "ranged_defense": None},
            [f".melee_defense: {ZERO}", ": no ranged defense value: derived, 0/19 (RPJ-ACT-3)"],
        ),
        ({"melee_defense": None}, [": no melee defense value: derived, 18/18 (RPJ-ACT-3)"]),
        (
            {"melee_defense": None, "ranged_defense": None},
            [": no melee and ranged defense values: derived, 18/19 (RPJ-ACT-3)"],
        ),
    ],
)
def test_defense_values(warnings_fight, sheet, told):
    """RPJ-ACT-3: a missing one is its base plus half of Dexterity 6, and one of 0 protects no one."""
    assert cited(RULES.warnings(on_sheet(warnings_fight, "bob", **sheet), "bob")) == [
        f"combatants.bob{each}" for each in told
    ]


def test_weapons_without_their_skill(warnings_fight):
    """RPJ-ACT-3: with what the option says; the second of three."""
    there = on_sheet(warnings_fight, "bob", weapons=("sword", "pistol", "sword"))
    there = replace(there, options=replace(there.options, untrained=-2))
    (told,) = cited(RULES.warnings(there, "bob"))
    lacks = "Bob does not have the weapon's skill 'guns', so rolls with -2"
    assert told == f"combatants.bob.weapons[2]: {lacks}; add skills.guns, or use another weapon (RPJ-ACT-3)"


def test_keys_of_the_field_that_no_rule_reads(warnings_fight):
    """RPJ-FIELD-2, RPJ-FIELD-4: a length with links, a range of a melee weapon."""
    board = replace(warnings_fight.board, links=LINKS)
    length = f"board.length: {NEVER}: the links replace the line of regions; remove it (RPJ-FIELD-2)"
    assert cited(RULES.warnings(replace(warnings_fight, board=board), "")) == [length]
    assert cited(RULES.warnings(replace(warnings_fight, board=replace(board, length=5)), "")) == []
    sword = warnings_fight.weapons["sword"]
    blades = armed(warnings_fight, saber=replace(sword, range=1), axe=replace(sword, range=0))
    assert cited(RULES.warnings(blades, "")) == [
        f"weapons.{name}.range: {NEVER}: a melee weapon strikes its own group; remove it (RPJ-FIELD-4)"
        for name in ("saber", "axe")
    ]


def test_nobody_to_fight(warnings_fight):
    """RPJ-FIELD-5: no region is reported if all are on one side."""
    people = {who: replace(one, side="crew") for who, one in warnings_fight.combatants.items()}
    alone = 'combatants: all combatants are on side crew; give the enemies another side = "..." ()'
    assert cited(RULES.warnings(replace(warnings_fight, combatants=people), "")) == [alone]


# Every line of the fights played here keeps the laws of the engine: cited rules, undo, saves, output.


TRANSCRIPTS = Path(__file__).parents[2] / "transcripts" / "rpj"


@pytest.mark.parametrize("name", ["relay-road", "hangar-seven", "explained", "explained-more"])
def test_a_fight_keeps_the_laws(name):
    lines = [line[2:] for line in (TRANSCRIPTS / f"{name}.txt").read_text().splitlines() if line.startswith("> ")]
    encounter = find_encounter(lines[0].split()[1])
    session = from_encounter(encounter, name, source=encounter)
    known = fight_verbs(session.rules)
    own = [line for line in lines if line.split()[0] in known and "--system" not in line]
    played = [line.replace(" --explain", "") for line in own]
    for line in played:
        perform(session, line)
    assert len(session.journal) == len(played)


def test_caution_kept_up_without_a_move_has_a_line(field):
    """RPJ-CAU-1: it spends the turn, and says so."""
    field.do("condition add ann cautious")
    field.do("cautious ann")
    assert field.told("stays-cautious") == {}
    assert field.whom("stays-cautious") == ("ann", "")
    assert field.rule("stays-cautious") == "RPJ-CAU-1"
    assert field.ann.actions_left == 0


# What is between two (RPJ-FIELD-5, RPJ-COV).


def look(table, one, other):
    """What is between two."""
    return RULES.between(Scene(table.session.fight, MaxDice(), RULES), one, other)


def test_what_is_between_two_in_other_regions(field):
    """RPJ-COV-2, RPJ-COV-3: the bonus is that against this attacker, at this range."""
    field.do("set ann cover=wall")
    found = look(field, "pike", "ann")
    assert (found.distance, found.unit, found.sight, found.cover) == (2, "regions", None, "+3/1f")
    assert [(each.what, each.where, each.effect, each.rule) for each in found.obstacles] == [
        ("wall", "the ditch", "+3 against shots of +3/1f", "RPJ-COV-4")
    ]
    assert [(each.weapon, each.reaches, each.range, each.reason) for each in found.weapons] == [
        ("pistol", False, 1, "Ann is at range 2; the pistol's range is 1"),
        ("sword", False, None, "Pike is in region 2 and Ann is in the ditch; a melee attack needs one adjacency group"),
        (
            "unarmed",
            False,
            None,
            "Pike is in region 2 and Ann is in the ditch; a melee attack needs one adjacency group",
        ),
    ]
    flanked = look(field, "rook", "ann")
    assert [(each.effect, each.rule) for each in flanked.obstacles] == [("+1 against shots of +3/1f", "RPJ-COV-3")]


def test_two_in_one_region_who_are_not_adjacent(field):
    """RPJ-FIELD-4: the region is named once."""
    field.do("set pike region=0 group=")
    field.do("set ann region=0 group=")
    reasons = {each.reason for each in look(field, "pike", "ann").weapons if not each.reaches}
    (reason,) = reasons
    assert reason.startswith("Pike and Ann are both in ")
    assert reason.endswith(", but not adjacent; a melee attack needs one adjacency group")


def test_what_is_between_two_in_one_group(field):
    """RPJ-FIELD-4."""
    found = look(field, "bob", "rook")
    assert (found.distance, found.cover, found.obstacles) == (0, "none", ())
    assert [(each.weapon, each.reaches) for each in found.weapons] == [("sword", True), ("unarmed", True)]


def test_cover_written_out_is_its_own(field):
    field.do("set pike cover=+2/*")
    assert [each.what for each in look(field, "ann", "pike").obstacles] == ["Pike's own cover"]
