"""The GM's own hand on a fight."""

import pytest
from msgspec.structs import replace

from rbfcli.checking.integrity import mistakes_in
from rbfcli.core.errors import RbfError, Refusal, UsageError
from rbfcli.core.text import quoted
from rbfcli.engine.edits import things_of
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.names import NameContext
from rbfcli.language.parser import read_line
from rbfcli.model.conditions import addable_conditions
from rbfcli.model.evolve import field_at
from rbfcli.model.fight import Condition
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import empty, from_encounter
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.futurepath.sheet import Charge
from rbfcli.systems.registry import SHIPPED, load


def play(session, line):
    """Play a line on a session."""
    return session.perform(read_line(line, session.rules, session.fight))


@pytest.mark.parametrize(("amount", "count"), [("party", 4), ("party+1", 5), ("2*party-1", 7), ("party*(party-1)", 12)])
def test_as_many_are_added_as_the_party_has(amount, count):
    """Ada, Joss, Tamsin and Pell are the party; a foe who is added is not."""
    session = from_encounter(find_encounter("dock-ambush"), "docks", "dock-ambush")
    before = session.fight
    played = play(session, f"add rat hp=3 tn=9 side=rats --count {amount}")
    party = sum(not one.tn for one in before.combatants.values())
    assert (party, len(session.fight.combatants) - len(before.combatants)) == (4, count)
    told = [*narrate(played.events, before, session.fight, session.rules, Style())]
    assert "[]" not in told[0]


def test_a_fight_without_players_has_no_party():
    with pytest.raises(Refusal, match="no combatants of the players"):
        play(empty("rbf", "", "x"), "add rat hp=3 tn=9 side=rats --count party")


def test_nobody_is_set_where_no_file_may_put_anybody():
    """A wall is refused as `add` and `move` refuse it, unless forced; a square off the map always is."""
    session = from_encounter(find_encounter("pump-station"), "walls", "pump-station")
    for square, why, hint in (
        ("K3", "K3: it is a wall", "--force"),
        ("O6", "O6: the steel hatch is there", "--force"),
        ("ZZ99", "off the map", "squares: A1 to X11"),
    ):
        with pytest.raises(Refusal, match=why) as wrong:
            play(session, f"set hale square={square}")
        assert hint in wrong.value.hint
    play(session, "set hale square=K3 --force")
    assert session.fight.combatants["hale"].square == "K3"


def test_what_follows_from_a_field_set_by_hand_is_set_too(pier):
    """By `set` and by an edit alike; a place that is moved takes along who is there."""
    play(pier, "set fight board.places.roof.at=5 board.places.roof.height=4")
    play(pier, "set ada place=roof")
    assert (pier.fight.combatants["ada"].at, pier.fight.combatants["ada"].height) == (5, 4)
    play(pier, """edit '[["set",["combatants","ada","at"],7]]'""")
    assert (pier.fight.combatants["ada"].place, pier.fight.combatants["ada"].height) == ("", 0)
    play(pier, "set ada place=roof")
    play(pier, "set fight board.places.roof.at=6")
    assert pier.fight.combatants["ada"].at == 6
    with pytest.raises(UsageError, match="roof is at 6 m, not 9 m"):
        play(pier, """edit '[["set",["combatants","bosun","place"],"roof"],["set",["combatants","bosun","at"],9]]'""")


@pytest.mark.parametrize(
    ("steps", "said"),
    [
        ('["set",["combatants","vex","hp"],12]', "this fight has no combatants.vex.hp"),
        ('["set",["combatants","ada","hp","x"],12]', "this fight has no combatants.ada.hp.x"),
        ('["gone",["combatants","vex"]]', "this fight has no combatants.vex"),
        ('["gone",["title","a"]]', "this fight has no title.a"),
        ('["order",["title"],["a"]]', "this fight has no title"),
        ('["set",[],12]', "this fight has no empty path"),
    ],
)
def test_an_edit_of_what_a_fight_does_not_hold_names_the_path(pier, steps, said):
    with pytest.raises(UsageError, match=f"^invalid edit: {said}$"):
        play(pier, f"edit '[{steps}]'")


def test_what_a_fight_does_not_hold_yet_is_set_whole(pier):
    """A place that is new gets all its fields at once."""
    play(pier, 'set fight "board.places.roof.name=the roof" board.places.roof.height=4')
    roof = pier.fight.board.places["roof"]
    assert (roof.name, roof.height) == ("the roof", 4)
    play(pier, "set fight board.places.roof.height=3")
    assert pier.fight.board.places["roof"].height == 3


def test_hyphens_stand_for_underscores_in_fields_and_for_themselves_in_keys(pier):
    """Both in `set` and in `add`."""
    play(pier, "set ada max-hp=20 ammo.auto-rifle=3")
    assert (pier.fight.combatants["ada"].max_hp, pier.fight.combatants["ada"].ammo) == (20, {"auto-rifle": 3})
    play(pier, "add Rat hp=3 max-hp=5 ammo.auto-rifle=2")
    assert (pier.fight.combatants["rat"].max_hp, pier.fight.combatants["rat"].ammo) == (5, {"auto-rifle": 2})
    play(pier, "set fight options.melee-reach=3")
    assert pier.fight.options.melee_reach == 3


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("set ada hpp=3", "unknown key 'hpp'", "did you mean hp?"),
        ("set ada hp=abc", "hp must be a whole number from -1000000 to 1000000, not 'abc'", ""),
        ("set ada max_hp=abc", "max_hp must be a whole number from 0 to 1000000, not 'abc'", ""),
        ("set ada max-hp=abc", "max-hp must be a whole number from 0 to 1000000, not 'abc'", ""),
        ("set ada max-hpp=3", "unknown key 'max-hpp'", "did you mean max-hp?"),
        ("set fight options.melee_reach=x", "options.melee_reach must be a whole number from 0 to 1000, not 'x'", ""),
        ("set fight options.melee-reach=x", "options.melee-reach must be a whole number from 0 to 1000, not 'x'", ""),
        ("set ada skills.melee=x", "skills.melee must be a whole number from -6 to 20, not 'x'", ""),
        (
            "set ada cover=heavyy",
            "cover must be one of 'full', 'heavy', 'light', 'medium', 'none', not 'heavyy'",
            "did you mean heavy?",
        ),
        ("set ada name=", "name cannot be empty", ""),
        ("set ada reactions=99999999", "reactions must be a whole number from 0 to 1000000, not '99999999'", ""),
        ("set fight options.critcal=ask", "unknown key 'options.critcal'", "did you mean critical"),
        ("set fight options.critical=often", "options.critical must be one of 'ask', 'double', not 'often'", ""),
        ("set ada weapons=swrd", "ada.weapons[1]: unknown weapon 'swrd'", "did you mean sword?"),
    ],
)
def test_a_key_or_value_that_does_not_fit_is_refused_in_plain_words(pier, line, message, hint):
    with pytest.raises(UsageError) as wrong:
        play(pier, line)
    assert wrong.value.message == message
    assert wrong.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("typed", "items"),
    [
        ("sword", ("sword",)),
        ("sword,knife", ("sword", "knife")),
        ('\'["sword", "knife"]\'', ("sword", "knife")),
        ("[sword,knife]", ("sword", "knife")),
        ("", ()),
        ("[]", ()),
        ("none", ()),
    ],
)
def test_a_list_is_typed_with_commas_as_a_file_has_it_or_as_none(pier, typed, items):
    play(pier, f"set ada held= weapons={typed}")
    assert pier.fight.combatants["ada"].weapons == items


CLEARED = [
    ("dock-ambush", "thug1", "tn"),
    ("dock-ambush", "thug1", "damage"),
    ("hangar-seven", "warframe", "melee_defense"),
    ("hangar-breach", "combat", "armour"),
    ("flooded-crypt", "drowned1", "hp_dice"),
]


@pytest.mark.parametrize(("encounter", "who", "key"), CLEARED)
def test_none_clears_a_value_that_can_be_missing(encounter, who, key):
    session = from_encounter(find_encounter(encounter), "x", encounter)
    if key == "hp_dice":
        play(session, f"set {who} {key}=1d6")
    assert getattr(session.fight.combatants[who], key) is not None
    play(session, f"set {who} {key}=none")
    assert getattr(session.fight.combatants[who], key) is None


def test_none_is_a_word_where_one_of_the_choices_or_any_text_is_meant_and_no_number(pier):
    play(pier, "set ada cover=none notes=none")
    assert (pier.fight.combatants["ada"].cover, pier.fight.combatants["ada"].notes) == ("none", "none")
    with pytest.raises(UsageError, match="hp must be a whole number"):
        play(pier, "set ada hp=none")


def test_half_a_list_is_refused(pier):
    with pytest.raises(UsageError, match=r"unmatched bracket in '\[sword'"):
        play(pier, "set ada weapons=[sword")


def mistakes(session, line):
    with pytest.raises(UsageError) as wrong:
        play(session, line)
    return wrong.value.message.split("\n")


def test_all_mistakes_of_a_sheet_are_told_at_once(pier):
    """Of those who enter, and of those who are there; first what does not fit, then what names nothing."""
    assert mistakes(pier, "add Rat hp=x tn=y covr=none side=foes") == [
        "hp must be a whole number from -1000000 to 1000000, not 'x'",
        "tn must be a whole number from 0 to 1000000, not 'y'",
        "unknown key 'covr'; did you mean cover?",
    ]
    assert mistakes(pier, "add Rat hp=3 weapons=swrd held=knif talents=Snipr") == [
        "rat.weapons[1]: unknown weapon 'swrd'; did you mean sword?",
        "rat.held: unknown weapon 'knif'; did you mean knife?",
        "rat.talents[1]: unknown talent 'Snipr'; did you mean Sniper?",
    ]
    assert mistakes(pier, "set ada hp=3 weapons=swrd held=knif") == [
        "ada.weapons[1]: unknown weapon 'swrd'; did you mean sword?",
        "ada.held: unknown weapon 'knif'; did you mean knife?",
    ]


def test_all_mistakes_of_the_fight_are_told_at_once(pier):
    said = mistakes(pier, "set fight board.places.-roof.at=3 options.push_damage=lots")
    assert [each.partition(": ")[0] for each in said] == ["board.places.-roof", "options.push_damage"]


def test_what_was_wrong_before_keeps_nobody_from_setting_something_else(pier):
    """Own words for a condition may be almost a known one: they were said."""
    play(pier, 'condition add ada "say stuned"')
    play(pier, "set ada hp=3")
    assert "unknown condition 'sunned'" in mistakes(pier, "set ada conditions.sunned.rounds=2")[0]
    play(pier, "set ada conditions.stuned.rounds=2")
    assert pier.fight.combatants["ada"].conditions["stuned"].rounds == 2


def test_own_words_for_a_condition_of_who_enters_stand_behind_say(pier):
    play(pier, 'add Rat hp=3 "conditions.say stuned.rounds=2"')
    assert list(pier.fight.combatants["rat"].conditions) == ["stuned"]


# Who is removed is named nowhere any more, and a team that is empty has no turn.


@pytest.fixture
def leaving_begun():
    def begin(encounter):
        session = from_encounter(find_encounter(encounter), "leaving", source=encounter)
        leaving_play(session, "init")
        return session

    return begin


def leaving_play(session, line):
    return session.perform(read_line(line, session.rules, session.fight))


def change(session, who, **fields):
    one = replace(session.fight.combatants[who], **fields)
    session.fight = replace(session.fight, combatants={**session.fight.combatants, who: one})


def sound(session):
    return not [*mistakes_in(session.rules, session.fight)]


def test_who_leaves_is_taken_out_of_conditions_and_lists(leaving_begun):
    session = leaving_begun("dock-ambush")
    laid = {"prone": Condition(by="joss"), "dazed": Condition(rounds=2, whose="joss", by="ada")}
    change(session, "ada", conditions=laid, seen_by=("joss", "pell"))
    assert sound(session)
    told = leaving_play(session, "remove joss")
    ada = session.fight.combatants["ada"]
    assert ada.conditions == {"prone": Condition(), "dazed": Condition(rounds=2, by="ada")}
    assert ada.seen_by == ("pell",)
    assert sound(session)
    assert {event.rule for event in told.events if type(event).__name__ == "FieldChanged"} == {"GM"}


def test_who_leaves_is_taken_out_of_keys_of_the_board(leaving_begun):
    session = leaving_begun("mine-raid")
    board = replace(session.fight.board, acted={"rill": "attacked", "bram": "attacked"})
    session.fight = replace(session.fight, board=board)
    leaving_play(session, "remove rill")
    assert session.fight.board.acted == {"bram": "attacked"}
    assert sound(session)


def test_a_team_that_is_empty_leaves_the_order(leaving_begun):
    session = leaving_begun("bear-ridge")
    first, *others = (slot.who for slot in session.fight.order)
    people = [who for who in session.fight.combatants if who in session.rules.members(session.fight, first)]
    leaving_play(session, f"remove {' '.join(people)}")
    assert [slot.who for slot in session.fight.order] == others
    assert (session.fight.active, sound(session)) == ("", True)


def test_a_team_that_everybody_changed_sides_from_leaves_the_order(leaving_begun):
    session = leaving_begun("bear-ridge")
    first, *others = (slot.who for slot in session.fight.order)
    for who in session.rules.members(session.fight, first):
        leaving_play(session, f"set {who} side={others[0]}")
    assert [slot.who for slot in session.fight.order] == others
    assert sound(session)


def test_who_leaves_is_taken_out_of_stat_blocks_that_name_it(leaving_begun):
    session = leaving_begun("dock-ambush")
    laid = {"prone": {"by": "joss"}, "grappled": {"by": "ada"}}
    block = {"from": "recruit", "seen_by": ["joss", "ada"], "conditions": laid}
    session.fight = replace(session.fight, blocks={**session.fight.blocks, "late": block})
    assert sound(session)
    leaving_play(session, "remove joss")
    late = session.fight.blocks["late"]
    assert late == {
        "from": "recruit",
        "seen_by": ["ada"],
        "conditions": {"prone": {"by": ""}, "grappled": {"by": "ada"}},
    }
    assert sound(session)
    assert not from_bytes(to_bytes(session), "save").edited


@pytest.mark.parametrize("line", ["remove {}", "set {} side=moon", "set {} team=moon"])
def test_a_grenade_that_waits_for_a_team_waits_for_the_round_when_nobody_is_in_it(leaving_begun, line):
    session = leaving_begun("depot-raid")
    waiting = {"frag": Charge(weapon="frag", team="toughs", square="A1")}
    session.fight = replace(session.fight, board=replace(session.fight.board, charges=waiting))
    for who in ("lookout", "guard", "loader", "boss"):
        assert session.fight.board.charges["frag"].team == "toughs"
        leaving_play(session, line.format(who))
        assert sound(session)
    assert session.fight.board.charges["frag"].team == ""
    leaving_play(session, "turn next")
    assert not session.fight.board.charges


# Weapons, places, links and stat blocks are added by words, in every system, and checked as a file is.


LINES = {
    "rbf": [
        ("add weapon lance damage=9 skill=melee traits=long,thrust", ("weapons", "lance"), "damage", "9"),
        ("add place quay at=16 cover=light", ("board", "places", "quay"), "cover", "light"),
        ('add item "medical kit" heals=1d6 used-up=true', ("items", "medical kit"), "used_up", True),
        ("add spell spark damage=2d6 condition=prone", ("spells", "spark"), "condition", "prone"),
    ],
    "threat": [("add weapon lance damage=1d6+1", ("weapons", "lance"), "damage", "1d6+1")],
    "rpj": [
        ("add weapon lance skill=polearms damage=3 melee=true", ("weapons", "lance"), "melee", True),
        ("add region 2 name=Quay cover.crates=+3/1f", ("board", "regions", "2"), "cover", {"crates": "+3/1f"}),
    ],
    "futurepath": [
        ("add weapon lance level=3 reach=5", ("weapons", "lance"), "reach", 5),
        ("add terrain glass mark=g weak=true", ("board", "terrain", "glass"), "mark", "g"),
        ("add object door blocks=true square=B4", ("board", "objects", "door"), "name", "door"),
        ("add trap wire square=C5", ("board", "traps", "wire"), "square", "C5"),
        ("add zone haze kind=fog square=D6", ("board", "zones", "haze"), "kind", "fog"),
    ],
    "generic": [],
    "bgc": [("add weapon lance skill=melee damage=3 penetration=20", ("weapons", "lance"), "penetration", 20)],
}
ALL = [(system, *each) for system, lines in LINES.items() for each in lines]


def begun(system):
    return empty(system, "", "seed")


def things_play(session, line):
    return session.perform(read_line(line, session.rules, session.fight))


@pytest.mark.parametrize(("system", "line", "path", "field", "value"), ALL)
def test_a_thing_is_added_saved_replaced_only_by_force_and_taken_back(system, line, path, field, value):
    session = begun(system)
    start = session.fight
    things_play(session, line)
    assert getattr(field_at(session.fight, path), field) == value
    assert from_bytes(to_bytes(session), "save").session.fight == session.fight
    assert not [*session.faults(played=True)]
    with pytest.raises(Refusal, match=f"^{line.split()[1]} .* already exists$"):
        things_play(session, line)
    things_play(session, f"{line} --force")
    session.undo(2)
    assert session.fight == start


def test_every_kind_of_thing_of_every_system_is_tried():
    """Each table of a fight and of its board."""
    for system in SHIPPED:
        tried = {line.split()[1] for line, *_ in LINES[system]} | {"block"} | ({"link"} if system == "rpj" else set())
        assert tried == set(things_of(load(system)))


@pytest.mark.parametrize("system", SHIPPED)
def test_a_stat_block_is_added_and_built_on(system):
    """What it says is there even where that is so by default, and what it builds on comes behind it."""
    session = begun(system)
    numbers = {"rbf": "hp=4 tn=9", "threat": "hp=4", "rpj": "dexterity=2", "futurepath": "hp=4", "bgc": "speed=30"}
    numbers["generic"] = "hp=4"
    needs = "tough=40" if system == "bgc" else "side=foes"
    things_play(session, f"add block rat {numbers[system]} {needs} side=vermin")
    things_play(session, "add block king --from rat side=foes notes=crowned")
    assert session.fight.blocks["king"] == {"from": "rat", "side": "foes", "notes": "crowned"}
    things_play(session, "add Rat --from king --count 2")
    assert [one.side for one in session.fight.combatants.values()] == ["foes", "foes"]
    assert session.fight.combatants["rat1"].notes == "crowned"
    with pytest.raises(UsageError, match="unknown key 'hpp'"):
        things_play(session, "add block owl hpp=3")


def test_what_changes_a_thing_can_be_typed_where_its_id_has_a_space():
    session = begun("rbf")
    things_play(session, 'add weapon "long lance" skill=melee damage=9')
    with pytest.raises(Refusal) as wrong:
        things_play(session, 'add weapon "long lance" skill=melee')
    line = wrong.value.hint.removeprefix("try: ").removesuffix(", or --force")
    assert line == 'set fight "weapons.long lance.KEY=VALUE"'
    things_play(session, line.replace("KEY=VALUE", "damage=7"))
    assert session.fight.weapons["long lance"].damage == "7"


def test_links_make_a_graph():
    """RPJ-FIELD-2: they are pairs, in either order, and somebody's region may not be lost by them."""
    session = begun("rpj")
    things_play(session, "add link dock quay")
    things_play(session, "add link quay pier")
    assert session.fight.board.links == (("dock", "quay"), ("quay", "pier"))
    for line, message in (
        ("add link quay dock", "a link between quay and dock already exists"),
        ("add link quay", "a link needs two different names"),
        ("add link quay quay", "a link needs two different names"),
        ("add link a b c", "a link needs two different names"),
    ):
        with pytest.raises(UsageError, match=message):
            things_play(session, line)
    session.undo(2)
    things_play(session, "add Sela")
    with pytest.raises(UsageError, match="unknown place '0'"):
        things_play(session, "add link dock quay")


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("add weapon lance damage=9", "missing skill", "include skill=VALUE"),
        ("add weapon lance dmage=9 skill=melee", "unknown key 'dmage'", "did you mean damage?"),
        (
            "add weapon lance skill=mele",
            "skill must be one of 'brawl', 'heavy', 'melee', 'shoot', not 'mele'",
            "did you mean melee?",
        ),
        ("add weapon lance damage=9d skill=melee", "weapons.lance.damage: ", ""),
        ("add weapn lance skill=melee", "unknown kind 'weapn'", "did you mean `add weapon lance skill"),
        (
            'add weapn "long lance" skill=melee',
            "unknown kind 'weapn'",
            'did you mean `add weapon "long lance" skill=melee`?',
        ),
        ('add goblin "the boss"', "unexpected 'the boss'", 'for one combatant: `add "goblin the boss"`'),
        (
            "add weapon",
            "missing ID skill=VALUE after weapon",
            "for example: add weapon lance damage=9 skill=melee; for a combatant of that name: `add weapon",
        ),
        ("add goblin hp 7", "'hp' must be KEY=VALUE", "use hp=7"),
        ("add goblin boss", "unexpected 'boss'", 'for one combatant: `add "goblin boss"`'),
        ("add weapon lance skill=melee --count 2", "--count does not apply to a weapon", "remove it"),
        ("add weapon lance skill=melee --from rat", "--from does not apply to a weapon", "remove it"),
        (
            "add weapon lance skill=melee --object",
            "missing name and KEY=VALUE after --object",
            "for example: add tank --object tn=8",
        ),
        ("add place quay hidden", "'hidden' must be KEY=VALUE", ""),
        ("add place '' at=3", "board.places.'': a name cannot be empty", ""),
        ("add spell spark condition=burnng", "spells.spark.condition: unknown condition 'burnng'", ""),
    ],
)
def test_what_does_not_fit_is_refused_and_leaves_no_trace(line, message, hint):
    session = begun("rbf")
    things_play(session, "add block rat hp=4")
    before = session.fight
    with pytest.raises(RbfError) as wrong:
        things_play(session, line)
    assert wrong.value.message.startswith(message)
    assert wrong.value.hint.startswith(hint)
    assert session.fight is before


def test_a_weapon_is_changed_by_set_and_what_the_fight_has_not_is_not():
    session = begun("rbf")
    things_play(session, "add weapon lance damage=9 skill=melee")
    things_play(session, "set fight weapons.lance.damage=12")
    assert session.fight.weapons["lance"].damage == "12"
    with pytest.raises(UsageError, match="unknown key 'blocks'") as wrong:
        things_play(session, "set fight blocks.rat.hp=12")
    assert wrong.value.hint.startswith("keys: options, board, title, seed, weapons")


def test_completion_knows_the_kinds_of_things_and_their_keys():
    """The id is new: nothing is offered for it."""
    session = begun("rbf")

    def offered(text):
        found = suggest(text, len(text), NameContext(session.rules, session.fight), KnownNames())
        return [each.word for each in found if not each.word.startswith("--")]

    assert offered("add ") == ["weapon", "spell", "item", "place", "block"]
    assert offered("add weapon ") == []
    assert {"damage=", "skill="} <= set(offered("add weapon lance "))
    assert offered("add place quay cover=h")[0] == "cover=heavy"
    assert "weapons=" in offered("add goblin ")


@pytest.mark.parametrize(
    ("system", "lines"),
    [
        ("rbf", {"add goblin": "a-player", "add goblin tn=12": "an-enemy", "add tank --object": None}),
        ("threat", {"add g hp=4": "an-enemy", "add g hp=4 side=crew": "an-ally", "add g hp=4 pc=true": "a-pc"}),
        ("bgc", {"add g speed=9 tough=9": "a-machine", "add g speed=9 tough=9 will=9": "no-player"}),
        ("rpj", {"add goblin": None}),
        ("futurepath", {"add goblin hp=4": None}),
    ],
)
def test_it_is_said_which_kind_of_sheet_was_made(system, lines):
    """RBF-DEF-1, THR-OFF-1, BGC-WND-2, BGC-WND-5: where a system has several, once for all that come in."""
    for line, kind in lines.items():
        played = things_play(begun(system), f"{line} --count 2")
        told = [each.what for each in played.events if hasattr(each, "what")]
        assert told == ([kind] if kind else [])
        assert kind is None or kind in load(system).words


def test_somebody_may_be_called_like_a_thing():
    session = begun("rbf")
    things_play(session, "add weapon name=weapon")
    assert session.fight.combatants["weapon"].name == "weapon"


@pytest.mark.parametrize(
    "path", [find_encounter(name) for name in ("duel", "mine-raid", "hangar-seven", "depot-raid", "street-arrest")]
)
def test_a_condition_taken_off_by_hand_is_told(path):
    """Also where the rules that end it say nothing of it."""
    session = from_encounter(path, "by hand", source=path)
    who = next(iter(session.fight.combatants))
    for name in addable_conditions(session.rules.conditions, session.fight.combatants):
        session = from_encounter(path, "by hand", source=path)
        session.perform(read_line(f"condition add {who} {quoted(name)}", session.rules, session.fight))
        if name in session.fight.combatants[who].conditions:
            before = session.fight
            played = session.perform(read_line(f"condition remove {who} {quoted(name)}", session.rules, before))
            assert narrate(played.events, before, session.fight, session.rules, Style()), name


def test_who_is_put_down_by_an_edit_lets_go_of_everything():
    """An edit of the conditions does what `condition add` does: aim and overwatch end (RBF-ACT-5, RBF-ACT-8)."""
    session = from_encounter(find_encounter("duel"), "edited", "duel")
    for line in ("init", "set ada aim=2", "condition add ada watching"):
        play(session, line)
    play(session, 'edit \'[["set",["combatants","ada","conditions","dead"],{}]]\'')
    ada = session.fight.combatants["ada"]
    assert (ada.aim, [*ada.conditions]) == (0, ["dead"])


def test_a_condition_added_again_says_that_nothing_changes():
    session = from_encounter(find_encounter("duel"), "again", "duel")
    for line in ("init", "condition add ada unconscious", "condition add ada watching"):
        play(session, line)
    played = play(session, "condition add ada unconscious")
    assert [*session.fight.combatants["ada"].conditions] == ["unconscious", "watching"]
    assert narrate(played.events, session.fight, session.fight, session.rules, Style()) == ["Nothing changes"]


@pytest.mark.parametrize("system", SHIPPED)
def test_an_empty_fight_says_how_to_add_the_first_combatant(system):
    """`next:` and every refusal name one line, which is accepted and after which `init` is next."""
    session = empty(system, "empty", "empty")
    (step,) = session.rules.next_steps(session.fight)
    assert step.startswith("add NAME")
    for line in ("init", "turn next"):
        with pytest.raises(RbfError) as wrong:
            play(session, line)
        assert wrong.value.hint == f"try: {step}"
    play(session, step.replace("NAME", "goblin"))
    assert session.rules.next_steps(session.fight)[0].startswith("init")
