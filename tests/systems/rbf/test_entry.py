"""Misspelt words in a fight: their location, the error, and the suggestion."""

import pytest
from msgspec.structs import replace

from rbfcli.core.limits import Budget
from rbfcli.engine.play import dry_run, offers
from rbfcli.language.grammar import line_for
from rbfcli.model.fight import Condition, DroppedItem
from rbfcli.systems.rbf import RULES
from rbfcli.systems.rbf.entry import with_damage
from rbfcli.systems.rbf.sheet import Item, Place, Spell, Struggle, Weapon
from tests.showing import cited


@pytest.mark.parametrize(
    ("field", "value", "lines"),
    [
        (
            "talents",
            ("Juggler", "Spedy", "brute"),
            ["combatants.ada.talents[2]: unknown talent 'Spedy'; did you mean Speedy?"],
        ),
        (
            "skills",
            {"mele": 3, "cooking": 2, "metaphysiks": 1, "Dodge": 2},
            [
                "combatants.ada.skills.mele: unknown skill 'mele'; did you mean melee?",
                "combatants.ada.skills.metaphysiks: unknown skill 'metaphysiks'; did you mean metaphysics?",
            ],
        ),
        (
            "items",
            ("rope", "medcal kit", "lantren", "lantern"),
            [
                "combatants.ada.items[2]: unknown item 'medcal kit'; did you mean medical kit?",
            ],
        ),
    ],
)
def test_words_of_a_sheet(table, field, value, lines):
    """RBF-TAL-1: what is almost known is a mistake, what is of its own kind a note."""
    laid = table(ada={field: value}, more={"items": {"lantern": Item(name="lantern")}})
    assert [each.line for each in RULES.mistakes(laid.fight, "ada")] == lines


def test_words_of_the_tables(table):
    """RBF-TAL-1, RBF-REA-1: skills of spells, items and the counterspell, outside of sheets."""
    spells = {"spark": Spell(name="spark", skill="telekinetic"), "glow": Spell(name="glow", skill="")}
    items = {"pick": Item(name="lock pick", skill="craftin", tn=11), "flute": Item(name="flute", skill="music", tn=9)}
    options = {"counterspell_skill": "metaphysiks"}
    laid = table(ada={"talents": ("Spedy",)}, more={"spells": spells, "items": items}, options=options)
    assert [each.line for each in RULES.mistakes(laid.fight, "")] == [
        "options.counterspell_skill: unknown skill 'metaphysiks'; did you mean metaphysics?",
        "spells.spark.skill: unknown skill 'telekinetic'; did you mean telekinetics?",
        "items.pick.skill: unknown skill 'craftin'; did you mean crafting?",
    ]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("wall", None),
        ("3 m", None),
        ("-3", None),
        ("", None),
        ("walk", ("unknown place 'walk'", "did you mean wall?", ("wall",))),
        ("5000000 m", ("a metre must be from -1000000 to 1000000, not 5000000", "", ())),
    ],
)
def test_spots_that_are_not_there(table, where, said):
    """RBF-ACT-2: the place of a dropped weapon is a place or a metre; the path leads to the mistake."""
    swords = (DroppedItem(weapon="sword"), DroppedItem(weapon="sword", where=where))
    places = {"wall": Place(name="the low wall", at=5)}
    laid = table(board={"lying": swords, "places": places})
    found = list(RULES.mistakes(laid.fight, ""))
    paths = [("board", "lying", 1, "where")] if said else []
    assert [each.path for each in found] == paths
    assert all((each.message, each.hint, each.suggestions) == said for each in found)
    assert all(each.left_to_rules and each.rule == "RBF-ACT-2" for each in found)


@pytest.mark.parametrize(("to", "paths"), [("wall", []), ("", []), ("walk", [("board", "struggle", "to")])])
def test_a_leap_that_fell_short_of_a_place_that_is_not_there(table, to, paths):
    """RBF-ATK-9, RBF-ACT-2: pushed, it would lead there; the path leads to the mistake."""
    struggle = Struggle(who="ada", targets=("thug",), weapon="sword", technique="leap", to=to)
    laid = table(board={"struggle": struggle, "places": {"wall": Place(name="the low wall", at=5)}})
    assert [each.path for each in RULES.mistakes(laid.fight, "")] == paths


# Valid but probably unintended values in RBF: the key, the words, the rule, and no warning if all is right.


NEVER = "no rule uses it"
SHOOT = (
    "Ada does not have the weapon's skill 'shoot', so rolls with -2; "
    "add skills.shoot, or use another weapon (RBF-TST-1)"
)
ZERO = "every attack beats a defense of 0; use a higher number (RBF-ATK-1)"
SPELLS = {"spells": {"spark": Spell(name="spark", skill="telekinetics")}}


def test_the_usual_table_has_nothing_odd(table):
    """RBF-MODE-1, RBF-ATK-1: foes on both sides, skills for all weapons."""
    fight = table().fight
    assert [cited(RULES.warnings(fight, who)) for who in ("", *fight.combatants)] == [[]] * 7


@pytest.mark.parametrize(
    ("who", "sheet", "told"),
    [
        (
            "ada",
            {"damage": 3},
            [f"damage: {NEVER}: without a tn, it is a player, and its weapon counts; remove it (RBF-DEF-7)"],
        ),
        (
            "ada",
            {"weapons": ("sword", "pistol", "bow")},
            [
                f"weapons[2]: {SHOOT}",
                f"weapons[3]: {SHOOT}",
            ],
        ),
        ("thug", {"tn": 0}, [f"tn: {ZERO}"]),
        (
            "thug",
            {"defense_tn": 0},
            [f"defense_tn: {ZERO}"],
        ),
        ("thug", {"defense_tn": 1}, []),
        (
            "thug",
            {"damage": None},
            [f"damage_max: {NEVER}: without damage, its weapon counts; remove it (RBF-DEF-5)"],
        ),
        ("thug", {"damage": None, "damage_max": None}, []),
    ],
)
def test_a_sheet(table, who, sheet, told):
    """RBF-DEF-7, RBF-DEF-5, RBF-TST-1, RBF-ATK-1: what no rule reads, a weapon without its skill, a defense of 0."""
    fight = table(**{who: sheet}).fight
    assert cited(RULES.warnings(fight, who)) == [f"combatants.{who}.{each}" for each in told]
    assert cited(RULES.warnings(table(**{who: sheet}, more=SPELLS).fight, who)) == [
        f"combatants.{who}.{each}" for each in told if "RBF-DEF" not in each
    ]


def test_tables_of_the_fight(table):
    """RBF-MODE-1, RBF-ACT-3, RBF-ACT-2: no enemies outside a crisis, rounds for a blade, a TN without a roll."""
    gear = {
        "weapons": {
            "axe": Weapon(name="axe", skill="melee", ammo=2),
            "gun": Weapon(name="gun", skill="shoot", ammo=2),
            "tube": Weapon(name="tube", skill="heavy", ammo=1),
        },
        "more": {
            "items": {
                "pick": Item(name="pick", tn=9),
                "map": Item(name="map"),
                "kit": Item(name="kit", skill="medicine", tn=9),
            }
        },
    }
    odd = [
        f"weapons.axe.ammo: {NEVER}: melee weapons are never empty; remove it (RBF-ACT-3)",
        f"items.pick.tn: {NEVER}: without a skill, using it needs no roll; remove it (RBF-ACT-2)",
    ]
    alone = 'combatants: all combatants are on side crew; give the enemies another side = "..." ()'
    gone = {"thug": None, "other": None, "boss": None}
    assert cited(RULES.warnings(table(**gear).fight, "")) == odd
    assert cited(RULES.warnings(table(**gone, **gear).fight, "")) == [alone, *odd]
    assert cited(RULES.warnings(table(**gone, **gear, board={"mode": "crisis"}).fight, "")) == odd


@pytest.mark.parametrize(
    ("sheet", "told"),
    [
        ({"at": 5, "height": 2}, []),
        ({"at": 4, "height": 2}, ["wall is at 5 m, not 4 m"]),
        ({"at": 5, "height": 0}, ["wall is 2 m up, not 0 m"]),
    ],
)
def test_a_metre_that_is_not_that_of_its_place(table, sheet, told):
    """RBF-COV-1: of the metre and the height of one who is at a place, and a place only."""
    fight = table(board={"places": {"wall": Place(name="the low wall", at=5, height=2)}}).fight
    one = replace(fight.combatants["ada"], place="wall", **sheet)
    fight = replace(fight, combatants={**fight.combatants, "ada": one})
    assert cited(RULES.warnings(fight, "ada")) == [
        f"combatants.ada.place: {each}; remove one of them (RBF-COV-1)" for each in told
    ]


def test_one_who_joins_at_a_place_has_no_other_metre(table):
    """RBF-COV-1: it is refused as for one who is there; what agrees may be stated."""
    laid = table(board={"places": {"roof": Place(name="the roof", at=8, height=3, cover="light")}})
    assert "roof is at 8 m, not 9 m" in laid.refused("add eve place=roof at=9", "RBF-COV-1")
    assert "roof is 3 m up, not 2 m" in laid.refused("add eve place=roof height=2", "RBF-COV-1")
    laid.do("add eve place=roof at=8 height=3")
    eve = laid.one("eve")
    assert (eve.place, eve.at, eve.height, eve.cover) == ("roof", 8, 3, "light")


@pytest.mark.parametrize(("hp", "most"), [(-4, 0), (1, 1), (9, 9)])
def test_the_most_of_one_who_joins_with_hp_alone(table, hp, most):
    """RBF-HP-1: as many as at the start, and never fewer than none."""
    joined = table(tamsin={"hp": hp}).one("tamsin")
    assert (joined.hp, joined.max_hp) == (hp, most)


def test_an_item_that_is_nearly_one_of_the_table(table):
    """RBF-ACT-2: it may be meant as one of its own."""
    fight = table(
        ada={"items": ("rope", "lantren", "lantern")}, more={"items": {"lantern": Item(name="lantern")}}
    ).fight
    assert cited(RULES.warnings(fight, "ada")) == [
        "combatants.ada.items[2]: custom item 'lantren' resembles 'lantern'; did you mean lantern? ()"
    ]


# A fight from an older save is read in today's form.


ROLL = {"who": "ada", "weapon": "sword", "dealt": 5, "bonus": [[1, "aim", "RBF-ACT-5"]], "drop": 4, "margin": -1}
SAID = {"technique": "trip", "to": "crates", "metres": 3, "club": False, "nonlethal": True}
LINE = {"verb": "attack", "who": "ada", "targets": ["thug"], "force": True, "mod": 0, "weapon": "", **SAID}


THEN = {"options": {"climb_cost": 0, "free_acts_end_aim": False}}


def test_a_struggle_that_may_be_pushed():
    """RBF-ATK-9: the roll and what was said of it, from a save that kept the whole command."""
    old = {"system": "rbf", "board": {"mode": "combat", "missed": {**ROLL, "command": LINE}}, "round": 2}
    kept = {key: value for key, value in ROLL.items() if key != "margin"}
    assert RULES.migrate(1, old) == {
        "system": "rbf",
        "board": {"mode": "combat", "struggle": {**kept, **SAID, "targets": ["thug"]}},
        "round": 2,
        **THEN,
    }
    assert "missed" in old["board"]


def test_what_the_line_did_not_say_is_left_out():
    """RBF-ATK-9: today's defaults replace it."""
    line = {"targets": ["thug"], "club": True}
    migrated = RULES.migrate(1, {"board": {"missed": {**ROLL, "command": line}}})
    assert migrated["board"]["struggle"].keys() == {"who", "weapon", "dealt", "bonus", "drop", "club", "targets"}


def test_a_fight_in_which_nothing_fell_short():
    """RBF-ATK-9: unchanged, with a board or without."""
    for old in ({"board": {"mode": "crisis"}, "round": 1}, {"board": {"missed": {}, "mode": "crisis"}, "round": 1}):
        assert RULES.migrate(1, old) == {"board": {"mode": "crisis"}, "round": 1, **THEN}
    assert RULES.migrate(1, {"round": 1}) == {"round": 1, "board": {}, **THEN}


def test_what_older_fights_keep_of_their_options():
    """RBF-ACT-2, RBF-ACT-5: what was played without a price for heights goes on so, unless it names an option."""
    named = {"options": {"climb_cost": 2, "shove_points": 3}}
    assert RULES.migrate(4, named)["options"] == {"climb_cost": 2, "free_acts_end_aim": False, "shove_points": 3}
    assert RULES.migrate(5, named)["options"] == named["options"]


# What `actions` lists: everything worth typing that the rules accept, with its cost and its rule.


PLACES = {"crates": Place(name="the crates", at=4, cover="medium"), "roof": Place(at=5, height=4)}


def listed(laid, who):
    """The lines offered, with costs and rules."""
    return {line_for(each.command): (each.cost, each.rule) for each in offers(RULES, laid.fight, who)}


def turn_of(laid, who):
    """Begin with a given combatant's turn."""
    counts = (f"--set {each}={20 if each == who else 1}" for each in laid.fight.combatants)
    laid.do(f"init {' '.join(counts)}")
    assert laid.fight.active == who
    return laid


def actions(*lines, rule, cost="1 action"):
    """Lines that cost an action by one rule."""
    return dict.fromkeys(lines, (cost, rule))


WAITING = {
    **actions("hold joss", rule="RBF-INI-4", cost="free"),
    **actions("turn next", rule="RBF-INI-3", cost="free"),
}


def test_a_rifleman_with_a_foe_beside_it(table):
    """RBF-ACT-2: blows at the one in reach, shots and techniques at the nearest whom the rifle may be fired at."""
    laid = turn_of(
        table(
            joss={"at": 0, "weapons": ("auto", "pistol")},
            ada=None,
            tamsin=None,
            thug={"at": 1},
            other={"at": 30},
            boss={"at": 3},
            board={"places": PLACES},
        ),
        "joss",
    )
    techniques = ("blind", "strafe", "cripple", "pierce", "shove", "sunder", "trip")
    shots = {f"attack joss boss --technique {name}": ("1 action", f"RBF-TEC-{name.upper()}") for name in techniques}
    assert listed(laid, "joss") == {
        **actions("attack joss boss", "attack joss other", "attack joss thug --with unarmed", rule="RBF-ATK-1"),
        **actions("attack joss boss --nonlethal", rule="RBF-DIE-1"),
        **actions("attack joss boss --autofire", "attack joss other --autofire", rule="RBF-ACT-7"),
        **actions("attack joss thug --club", rule="RBF-RNG-1"),
        **actions("attack joss thug --with unarmed --technique grapple", rule="RBF-TEC-GRAPPLE"),
        **shots,
        **actions("aim joss", rule="RBF-ACT-5"),
        **actions("draw joss pistol", "holster joss", rule="RBF-ACT-2"),
        **actions("move joss crates", "move joss roof", "move joss 1", "move joss 10", rule="RBF-ACT-2"),
        **actions("prone joss", rule="RBF-PRN-1"),
        **actions("overwatch joss", rule="RBF-ACT-8"),
        **WAITING,
    }


def test_two_pistols_and_what_lies_about(table):
    """RBF-DUAL-1, RBF-ACT-3, RBF-ACT-2: both may be fired, put away and reloaded, and a sword picked up."""
    held = {"weapons": ("pistol", "second"), "held": "pistol", "off_hand": "second", "at": 20}
    laid = table(
        joss={**held, "ammo": {"pistol": 1, "second": 2}},
        ada={"at": 20},
        tamsin=None,
        thug={"at": 30},
        boss=None,
        other=None,
    )
    laid.do("set ada weapons=sword")
    laid.do("attack ada thug --complication dropped --force --dice 1,1")
    lines = listed(turn_of(laid, "joss"), "joss")
    assert lines["attack joss thug --dual"] == ("1 action", "RBF-DUAL-1")
    assert lines["holster joss --off-hand"] == ("1 action", "RBF-ACT-2")
    assert lines["reload joss"] == lines["reload joss --with second"] == ("1 action", "RBF-ACT-3")
    assert lines["draw joss sword"] == ("1 action", "RBF-ACT-2")
    assert "attack joss thug --autofire" not in lines


def test_an_enemy_has_no_techniques_and_a_boss_shakes_off(table):
    """RBF-TEC-1, RBF-TEC-3: targets under any condition, but not those who are down."""
    laid = table(
        boss={"weapons": ("sword",), "conditions": {"crippled": Condition(rounds=1)}},
        joss={"hp": 0, "max_hp": 15, "conditions": {"dying": Condition()}},
        thug=None,
        other=None,
    )
    lines = listed(turn_of(laid, "boss"), "boss")
    attacks = {line for line in lines if line.startswith("attack")}
    with_each = {f"attack boss {who}{weapon}" for who in ("ada", "tamsin") for weapon in ("", " --with unarmed")}
    assert attacks - with_each == {next(line for line in attacks if line.endswith(" --nonlethal"))}
    assert with_each < attacks
    assert lines["shake-off boss crippled"] == ("free", "RBF-TEC-3")
    assert not any("--technique" in line or "push" in line or "rage" in line for line in lines)


def test_spells_are_cast_at_the_nearest(table):
    """RBF-ACT-6, RBF-BON-1: at four foes, or without a target if harmless; as a bonus action too."""
    mage = {"skills": {"telekinetics": 1}, "talents": ("Expert Telekinetic",), "at": 0}
    more = {f"thug{number}": {"name": "T", "tn": 12, "hp": 9, "at": 20 + number} for number in range(1, 4)}
    spells = {"push": Spell(name="p"), "spark": Spell(name="s", damage=6), "fog": Spell(name="f", condition="blinded")}
    laid = table(ada=mage, thug={"at": 9}, other={"at": 3}, boss={"at": 30}, more={"spells": spells})
    for who, sheet in more.items():
        laid.do(f"add {who} tn=12 hp=9 at={sheet['at']}")
    lines = listed(turn_of(laid, "ada"), "ada")
    cast = {line: lines[line] for line in lines if line.startswith("cast")}
    near = [f"cast ada {name} {foe}" for name in spells for foe in ("other", "thug", "thug1", "thug2")]
    assert cast == {
        **actions("cast ada push", *near, rule="RBF-ACT-6"),
        **actions(
            "cast ada push --bonus", *(f"{each} --bonus" for each in near), rule="RBF-BON-1", cost="bonus action"
        ),
    }


def test_kits_help_those_who_need_them(table):
    """RBF-STB-1, RBF-ACT-2, RBF-DEF-6: dying or wounded allies, and broken armour."""
    laid = table(
        ada={"items": ("medical kit", "repair kit", "rope")},
        joss={"hp": 0, "max_hp": 15, "conditions": {"dying": Condition(amount=3)}},
        tamsin={"hp": 9, "max_hp": 19, "armour": 1, "armour_broken": True},
        thug={"hp": 3, "max_hp": 20},
    )
    lines = listed(turn_of(laid, "ada"), "ada")
    helps = {line: lines[line] for line in lines if line.startswith(("use", "stabilize"))}
    assert helps == {
        **actions("stabilize joss --by ada", rule="RBF-STB-1"),
        **actions("use ada rope", 'use ada "medical kit" tamsin', rule="RBF-ACT-2"),
        **actions('use ada "repair kit" tamsin', rule="RBF-DEF-6"),
    }
    bare = table(tamsin={"hp": 9, "max_hp": 19, "armour_broken": True})
    assert not [line for line in listed(turn_of(bare, "ada"), "ada") if line.startswith("use")]


def test_a_struggle_may_be_pushed(table):
    """RBF-ATK-9: once it has fallen short, at its price."""
    laid = turn_of(table(options={"push_damage": "1d4"}), "ada")
    assert "push ada" not in listed(laid, "ada")
    laid.do("attack ada thug --dice 4,4")
    assert listed(laid, "ada")["push ada"] == ("experience, or 1d4 HP", "RBF-ATK-9")


def test_the_hidden_are_pointed_out_and_not_attacked(table):
    """RBF-ACT-4: by an observer."""
    laid = table(thug={"at": 9, "conditions": {"hidden": Condition()}}, joss={"at": 0}, other={"at": 20}, ada={"at": 0})
    laid.do("set thug seen-by=joss")
    lines = listed(turn_of(laid, "joss"), "joss")
    assert lines["spot joss thug"] == ("1 action", "RBF-ACT-4")
    assert "attack joss thug" in lines
    laid.do("turn next")
    assert [line for line in listed(laid, "ada") if "thug" in line] == ["check ada perception --see thug"]


@pytest.mark.parametrize(
    ("at", "height", "foe", "to"),
    [
        (0, 0, 30, "10"),
        (0, 0, 5, "3"),
        (9, 0, 5, "7"),
        (40, 0, 5, "30"),
        (4, 0, 5, ""),
        (5, 6, 5, "5"),
        (None, 0, 5, ""),
    ],
)
def test_how_far_it_goes_towards_a_foe(table, at, height, foe, to):
    """RBF-ACT-2: into reach or as near as a move leads; down from a height if the foe is below."""
    laid = table(ada={"at": at, "height": height}, thug={"at": foe}, other=None, boss=None)
    every = [line_for(each.command) for each in dry_run(RULES, turn_of(laid, "ada").fight, "ada", Budget())]
    assert [line for line in every if line.startswith("move")] == ([f"move ada {to}"] if to else [])
    hint = laid.refused("attack ada thug", "RBF-ACT-2") if to else ""
    assert (f"; try: move ada {to}, or --force" in hint) is bool(to)


def test_who_cannot_move_is_offered_how_to_get_free(table):
    """RBF-TEC-PIN, RBF-ACT-2: and no way to anywhere."""
    laid = table(ada={"at": 0, "conditions": {"pinned": Condition()}}, thug={"at": 30}, board={"places": PLACES})
    lines = listed(turn_of(laid, "ada"), "ada")
    assert lines["free ada"] == ("1 action", "RBF-TEC-PIN")
    assert not [line for line in lines if line.startswith("move")]
    assert "move" not in laid.refused("attack ada thug", "RBF-ACT-2")


# Refusals name the rule, say what is allowed, and change nothing.


BY_HAND = "init --set ada=18 --set joss=16 --set tamsin=14 --set thug=12 --set other=8 --set boss=6"


@pytest.mark.parametrize(
    ("before", "line", "rule", "allowed"),
    [
        ((), "attack ada thug --technique grapple", "RBF-TEC-GRAPPLE", "possible now: blind"),
        ((), "attack ada thug --reaction", "RBF-REA-1", "it needs Expert Duelist"),
        (("hide ada --bonus", "condition remove ada hidden"), "hide ada --bonus", "RBF-BON-1", "this turn"),
        (("turn next", "set joss ammo.pistol=0"), "attack joss thug", "RBF-ACT-3", "reload joss"),
        (("turn next", "set thug cover=full"), "attack joss thug", "RBF-COV-2", "set thug cover=heavy"),
        (("turn next", "draw joss rifle", "set joss at=1"), "attack joss thug", "RBF-RNG-1", "--club"),
        (("condition add ada surprised",), "attack ada thug", "RBF-STL-1", "reactions"),
        (("aim ada", "aim ada"), "move ada 3", "RBF-ACT-1", "turn next"),
        ((), "attack tamsin thug", "RBF-INI-3", "turn next"),
        (("set thug at=40",), "attack ada thug", "RBF-ACT-2", "move ada 10"),
        (("condition add thug hidden",), "attack ada thug", "RBF-ACT-4", "spot WHO thug"),
        (("condition add ada pinned",), "move ada 3", "RBF-TEC-PIN", "free ada"),
        (("condition add ada pinned", "condition add ada surprised"), "move ada 3", "RBF-STL-1", "turn next"),
    ],
)
def test_refused_with_its_rule_and_what_would_be_allowed(table, before, line, rule, allowed):
    """RBF-ACT-1, RBF-ACT-3, RBF-BON-1, RBF-REA-1, RBF-COV-2, RBF-RNG-1, RBF-STL-1, RBF-TEC-4: the save is untouched."""
    ada = {"talents": ("Stalker",), "cover": "heavy", "at": 0}
    laid = table(ada=ada, joss={"at": 5}, thug={"at": 1})
    laid.do_all(BY_HAND, *before)
    assert allowed in laid.refused(line, rule)


def test_forcing_is_written_into_the_journal(table):
    """RBF-ACT-1: the GM outranks the program."""
    laid = table(joss={"ammo": {"pistol": 0}})
    told = laid.tell("attack joss thug --force --dice 6,6")
    assert "forced: Joss's pistol is empty" in told
    assert "--force" in laid.session.journal[-1]
    assert laid.one("thug").hp == 20 - 9


@pytest.mark.parametrize("tn", ["tn", "attack-tn", "defense-tn"])
def test_a_player_who_gets_a_tn_deals_typical_damage(table, tn):
    """RBF-DEF-7: without a weapon, as an enemy does who enters with that TN; of another field, nothing follows."""
    laid = table(tamsin={"weapons": ()})
    laid.do("set tamsin speed=9")
    assert laid.one("tamsin").damage is None
    laid.do(f"set tamsin {tn}=14")
    enemy = laid.one("tamsin")
    entered = with_damage(laid.fight.options, replace(enemy, damage=None, damage_max=None))
    assert (enemy.damage, enemy.damage_max) == (entered.damage, entered.damage_max) == (18, 30)


def test_a_player_with_a_weapon_who_gets_a_tn_keeps_to_it(table):
    """RBF-DEF-7: typical damage is for enemies without a weapon."""
    laid = table(tamsin={"weapons": ("sword",)})
    laid.do("set tamsin tn=14")
    assert laid.one("tamsin").damage is None
