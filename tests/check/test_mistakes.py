"""Every kind of mistake in every system that has it, one per file: reported once, on its line, in these words."""

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from rbfcli.session.encounter import from_encounter
from rbfcli.session.saves import to_bytes
from rbfcli.storage.paths import find_encounter
from rbfcli.storage.toml_positions import spots
from rbfcli.testing.support import SeededDraw
from tests.conftest import LONG

HEADS = {
    "rbf": """\
format = 1
system = "rbf"
[board.places.pier]
at = 3
[weapons.rifle]
name = "rifle"
skill = "shoot"
[blocks.gang]
side = "gang"
tn = 12
[combatants.thug]
from = "gang"
count = 10
[combatants.ann]
name = "Ann"
side = "crew"
""",
    "bgc": """\
format = 1
system = "bgc"
[weapons.pistol]
name = "pistol"
skill = "handguns"
damage = 3
penetration = 40
[blocks.gang]
side = "gang"
tough = 40
[combatants.thug]
from = "gang"
count = 10
speed = 30
[combatants.ann]
side = "crew"
tough = 50
speed = 50
""",
    "futurepath": """\
format = 1
system = "futurepath"
[board]
map = '''
....#
....#
'''
[weapons.bow]
name = "bow"
ranged = true
[weapons.axe]
name = "axe"
[blocks.gang]
side = "gang"
hp = 5
[combatants.thug]
from = "gang"
count = 3
[combatants.ann]
side = "crew"
hp = 9
weapons = ["bow"]
""",
    "rpj": """\
format = 1
system = "rpj"
[board]
length = 3
[board.regions.1]
cover = { wall = "+2/0f" }
[weapons.gun]
name = "gun"
skill = "guns"
[blocks.gang]
side = "gang"
[combatants.thug]
from = "gang"
count = 10
[combatants.ann]
side = "crew"
skills = { guns = 3 }
""",
    "threat": """\
format = 1
system = "threat"
[weapons.gun]
name = "gun"
damage = 2
[blocks.gang]
side = "gang"
hp = 3
[combatants.thug]
from = "gang"
count = 10
[combatants.ann]
side = "crew"
pc = true
hp = 5
""",
}
# Lines added to Ann, who is last in the file, and the report about the last of them.
ON_ANN = {
    "rbf": {
        "sped = 3": "sped: unknown key; did you mean speed?",
        "radius = 3": "radius: unknown key; it belongs to [weapons.ID]",
        'hp = "lots"': "hp must be a whole number from -1000000 to 1000000, not 'lots'",
        "hp = 1.5": "hp must be a whole number from -1000000 to 1000000, not 1.5",
        "hp = 2000000": "hp must be a whole number from -1000000 to 1000000, not 2000000",
        "machine = 1": "machine must be true or false, not 1",
        'cover = "hevy"': "cover must be one of 'full', 'heavy', 'light', 'medium', 'none', not 'hevy'",
        "speed = 2025-01-01": "speed must be a whole number from 0 to 1000000, not 2025-01-01",
        "skills = { shoot = 99 }": "skills.shoot must be a whole number from -6 to 20, not 99",
        "skills = { shot = 2 }": "skills.shot: unknown skill 'shot'; did you mean shoot?",
        'weapons = [\n  "rifle",\n  "rifel",\n]': "weapons[2]: unknown weapon 'rifel'; did you mean rifle?",
        'held = "rifel"': "held: unknown weapon 'rifel'; did you mean rifle?",
        'talents = ["Snipr"]': "talents[1]: unknown talent 'Snipr'; did you mean Sniper?",
        'items = ["medical kitt"]': "items[1]: unknown item 'medical kitt'; did you mean medical kit?",
        'place = "peir"': "place: unknown place 'peir'; did you mean pier?",
        'from = "gnag"': "from: unknown stat block 'gnag'; did you mean gang?",
        "count = 0": "count must be a whole number from 1 to 1000",
        "actions_left = 1": "actions_left: this key belongs only in a save; remove it",
        'notes = "a\\u202eb"': "notes: the text contains an invisible character: \\u202e; remove it",
        'damage = "1d"': "damage: missing number of sides, such as d6, d% or dF",
        "[combatants.ann.conditions.stuned]": "conditions.stuned: unknown condition 'stuned'; did you mean stunned",
        '[combatants.ann.conditions.prone]\nby = "nobody"': (
            "conditions.prone.by: unknown combatant 'nobody'; "
            f"combatants: {', '.join(f'thug{n}' for n in range(1, 11))}, ann"
        ),
    },
    "bgc": {
        "sped = 3": "sped: unknown key; did you mean speed?",
        "will = 151": "will must be a whole number from 1 to 150, not 151",
        'weapons = ["pistl"]': "weapons[1]: unknown weapon 'pistl'; did you mean pistol?",
        'failed = ["pistl"]': "failed[1]: unknown weapon 'pistl'; did you mean pistol?",
        "armour = { valu = 3, value = 3 }": "armour.valu: unknown key; did you mean value?",
        "armour = { }": "armour: missing key value (a whole number from 0 to 200)",
    },
    "futurepath": {
        "hpp = 3": "hpp: unknown key; did you mean hp?",
        "ac = 61": "ac must be a whole number from 0 to 60, not 61",
        'off_hand = "knif"': "off_hand: unknown weapon 'knif'; weapons: bow, axe, unarmed",
        'held = "axe"': "held: unknown weapon 'axe' on ann; weapons on ann: bow",
        "skills = { swimm = 1 }": "skills.swimm: unknown skill 'swimm'; did you mean swim?",
        'feats = ["Gun-Fo"]': "feats[1]: unknown feat 'Gun-Fo'; did you mean Gun-Fu?",
        'items = ["spade"]': "items[1]: unknown item 'spade'; items: field medical kit",
        "techniques = { trp = 1 }": "techniques.trp: unknown technique 'trp'; did you mean trip?",
        'square = "Z9"': "square: Z9 is off the map; squares: A1 to E2",
        'square = "E1"': "square: ann cannot be on E1: it is a wall; use another square",
    },
    "rpj": {
        "melee_defence = 3": "melee_defence: unknown key; did you mean melee_defense?",
        'region = "3"': "region: unknown place '3'; places: 0, 1, 2",
        'cover = "wall"': "cover: unknown piece of cover 'wall'",
        "layers = { vest = [9] }\ncrossed = { vest = [8] }": (
            "crossed.vest[1]: layer vest has no save 8 left to cross out"
        ),
        "layers = { vest = [9] }\nbase = 'coat'": "base: unknown layer 'coat'; layers: vest",
    },
    "threat": {
        "eys = 1": "eys: unknown key; did you mean eyes?",
        'weapons = ["gnu"]': "weapons[1]: unknown weapon 'gnu'; did you mean gun?",
        'wear = { gnu = "broken" }': "wear.gnu: unknown item 'gnu'; did you mean gun?",
        'boss_damage = "1d"': "boss_damage: missing number of sides, such as d6, d% or dF",
    },
}
# Mistakes outside of sheets: what to replace, and the report.
ELSEWHERE = [
    ("rbf", "at = 3", "att = 3", "board.places.pier.att: unknown key; did you mean at?"),
    (
        "rbf",
        "[board.places.pier]\nat = 3",
        "[board.place.pier]\nat = 3",
        "board.place: unknown key; did you mean places?",
    ),
    ("rbf", 'skill = "shoot"', 'skil = "shoot"', "weapons.rifle.skil: unknown key; did you mean skill?"),
    (
        "rbf",
        'skill = "shoot"',
        "hands = 2",
        "weapons.rifle: missing key skill (one of 'brawl', 'heavy', 'melee', 'shoot')",
    ),
    ("rbf", "[weapons.rifle]", '[weapons."-x"]', "weapons.-x: an id cannot begin with a hyphen"),
    ("rbf", "tn = 12", 'tn = "many"', "blocks.gang.tn must be a whole number from 0 to 1000000, not 'many'"),
    (
        "rbf",
        "tn = 12",
        'weapons = ["rifel"]',
        "blocks.gang.weapons[1]: unknown weapon 'rifel'; did you mean rifle?",
    ),
    ("rbf", "tn = 12", 'from = "mob"', "blocks.gang.from: unknown stat block 'mob'; stat blocks: gang"),
    (
        "rbf",
        "tn = 12",
        'from = "gang"',
        "blocks.gang.from: stat blocks refer to each other in a circle: gang -> gang",
    ),
    ("rbf", "format = 1", 'format = "1"', "format: format must be the number 1, not '1'; write format = 1"),
    ("rbf", "format = 1", "titel = 'x'\nformat = 1", "titel: unknown key; did you mean title?"),
    ("rbf", "format = 1", "format = 1\nround = 3", "round: this key belongs only in a save; remove it"),
    ("rbf", "format = 1", 'format = 1\ninclude = ["party.toml"]', "include[1]: no such file: party.toml"),
    ("rbf", "format = 1", "format = 1\ninclude = 3", "include must be a list of files"),
    ("rbf", 'system = "rbf"', 'system = "rpf"', "system: unknown rule system 'rpf'; did you mean rbf"),
    ("rbf", "format = 1", 'format = 1\noptions.fall_damage = "2x6"', "options.fall_damage: "),
    ("bgc", "penetration = 40", "penetraton = 40", "weapons.pistol.penetraton: unknown key; did you mean penetration?"),
    ("bgc", "tough = 40", "tuogh = 40", "blocks.gang.tuogh: unknown key; did you mean tough?"),
    ("futurepath", "....#\n....#", "....#\n..?.#", "board.map: "),
    (
        "futurepath",
        "[weapons.bow]",
        '[board.traps.mine]\nname = "mine"\nsquare = "Z9"\n[weapons.bow]',
        "board.traps.mine.square",
    ),
    (
        "futurepath",
        "[weapons.bow]",
        '[board.traps.mine]\nname = "mine"\nwait = 1\n[weapons.bow]',
        "board.traps.mine.wait: this key belongs only in a save; remove it",
    ),
    (
        "rpj",
        'wall = "+2/0f"',
        'wall = "high"',
        "board.regions.1.cover.wall must be a cover such as +3/1f or +2/*, not 'high'",
    ),
    ("rpj", "[board.regions.1]", "[board.regions.5]", "board.regions.5: unknown region '5'"),
    ("threat", "damage = 2", 'damage = "1d"', "weapons.gun.damage: missing number of sides, such as d6, d% or dF"),
]
CASES = [(system, line, told) for system, lines in ON_ANN.items() for line, told in lines.items()]


@pytest.mark.parametrize("system", HEADS)
def test_the_encounters_are_sound_without_a_mistake(look, system):
    assert look(HEADS[system]) == []


@pytest.mark.parametrize(("system", "line", "told"), CASES)
def test_a_mistake_on_a_sheet(look, system, line, told):
    text = HEADS[system] + line + "\n"
    if line.startswith("from"):
        text = text.replace('side = "crew"\n', "")
    (found,) = look(text)
    last = text.count("\n") - line.startswith("weapons = [\n")
    assert found.startswith(f"f.toml:{last}: combatants.ann.{told}")


@pytest.mark.parametrize(("system", "right", "wrong", "told"), ELSEWHERE)
def test_a_mistake_elsewhere(look, system, right, wrong, told):
    text = HEADS[system].replace(right, wrong, 1)
    (found,) = look(text)
    place, _, said = found.partition(": ")
    assert said.startswith(told)
    assert any(
        part in text.split("\n")[int(place.rpartition(":")[2]) - 1]
        for part in (*wrong.split("\n"), "map = ", "[weapons.")
    )


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("name = Ann", ":14, column 8: invalid TOML: invalid value"),
        ('name = "Ann', ":14, column 12: invalid TOML: illegal character"),
        ("name Ann", ":14, column 6: invalid TOML: expected '=' after a key"),
        ('name = "Ann" hp = 3', ":14, column 14: invalid TOML: expected newline"),
        ("[combatants.thug]", ":14: combatants.thug is defined twice, first on line 11; rename one of them"),
        (
            'weapons = ["x"',
            "f.toml:15, column 1: invalid TOML: unclosed array",
        ),
    ],
)
def test_what_is_no_toml_is_told_alone_with_its_column_and_what_is_right(checked, line, told):
    path = checked.folder / "f.toml"
    path.write_text(HEADS["rbf"].partition("[combatants.ann]")[0] + line + "\nsped = 3\n")
    reply = checked(str(path))
    assert reply.status == 3
    assert told in reply.notice
    assert reply.failure.hint or "rename" in told
    assert reply.notice.count("\n") == 1


def test_what_two_files_give_is_told_with_all_else(look):
    (look.folder / "party.toml").write_text('format = 1\nsystem = "rbf"\n[combatants.ann]\nsped = 2\n')
    text = HEADS["rbf"].replace("format = 1", 'format = 1\ninclude = ["party.toml"]') + 'held = "rifel"\n'
    assert look(text) == [
        "f.toml:15: combatants.ann is also in party.toml; keep one of them",
        "f.toml:18: combatants.ann.held: unknown weapon 'rifel'; did you mean rifle?",
        "party.toml:4: combatants.ann.sped: unknown key; did you mean speed?",
    ]


def test_an_include_that_is_not_there_hides_no_type_and_makes_no_reference_wrong(look):
    (look.folder / "partty.toml").write_text("")
    text = HEADS["rbf"].replace("format = 1", 'format = 1\ninclude = ["party.toml"]')
    assert look(f'{text}from = "hero"\nheld = "magic-sword"\nplace = "tower"\nhp = "lots"\ndamage = "1d"\n') == [
        "f.toml:2: include[1]: no such file: party.toml; did you mean partty.toml?",
        "f.toml:21: combatants.ann.hp must be a whole number from -1000000 to 1000000, not 'lots'",
        "f.toml:22: combatants.ann.damage: missing number of sides, such as d6, d% or dF",
    ]


# All mistakes in a file are reported together, each on its line: ten by hand, and many at random.


ENCOUNTERS = sorted(Path("encounters").glob("*.toml"))
DRAWS = 60 if LONG else 4

TEN = """\
format = 1
system = "rbf"
titel = "Ten mistakes"
[board.places.pier]
cver = "light"
at = "4"
[weapons.sword]
name = "sword"
skill = "Melee"
[blocks.tough]
hp = 3.5
sped = 4
weapns = ["swrd"]
[combatants.ann]
from = "tuogh"
[combatants.bob]
from = "tough"
count = 10
place = "peer"
range = 3
talents = ["Snipr"]
"""
TOLD = [
    "f.toml:3: titel: unknown key; did you mean title?",
    "f.toml:5: board.places.pier.cver: unknown key; did you mean cover?",
    "f.toml:6: board.places.pier.at must be a whole number from -1000000 to 1000000, not '4'",
    "f.toml:9: weapons.sword.skill must be one of 'brawl', 'heavy', 'melee', 'shoot', not 'Melee'; did you mean melee?",
    "f.toml:11: blocks.tough.hp must be a whole number from -1000000 to 1000000, not 3.5",
    "f.toml:12: blocks.tough.sped: unknown key; did you mean speed?",
    "f.toml:13: blocks.tough.weapns: unknown key; did you mean weapons?",
    "f.toml:13: blocks.tough.weapns[1]: unknown weapon 'swrd'; did you mean sword?",
    "f.toml:15: combatants.ann.from: unknown stat block 'tuogh'; did you mean tough?",
    "f.toml:19: combatants.bob.place: unknown place 'peer'; did you mean pier?",
    "f.toml:20: combatants.bob.range: unknown key; it belongs to [weapons.ID] or [spells.ID]",
    "f.toml:21: combatants.bob.talents[1]: unknown talent 'Snipr'; did you mean Sniper?",
]


def test_all_mistakes_of_one_file_in_one_pass(look):
    assert look(TEN) == TOLD


def test_start_refuses_with_the_same(checked):
    from rbfcli.core.errors import InvalidFile
    from rbfcli.session.encounter import from_encounter

    path = checked.folder / "f.toml"
    path.write_text(TEN)
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(path), "x", source="f")
    assert wrong.value.message.replace(f"{checked.folder}/", "").split("\n") == TOLD


class Spoiler:
    """Puts mistakes into the text of an encounter, at most one in a line and one in a table of weapons or blocks."""

    def __init__(self, text, seed):
        self.lines, self._draw = text.split("\n"), SeededDraw(seed)
        self._spots, self._tables = spots(text), tomllib.loads(text)
        self._text = text

    def spoil(self, many):
        """Return a text with a number of mistakes, and their lines."""
        free, used = [*self._candidates()], set()
        while len(used) < many and free:
            number, line = free.pop(self._draw.number(0, len(free) - 1))
            if number not in used:
                self.lines[number] = line
                used.add(number)
        return "\n".join(self.lines), sorted(number + 1 for number in used)

    def _candidates(self):
        """Each line that may be spoilt, and what may be put for it."""
        for path, spot in self._spots.items():
            if len(path) != 3 or path[0] not in ("combatants", "weapons", "blocks") or not spot.value:
                continue
            number = self._text.count("\n", 0, spot.start)
            line, key, value = self.lines[number], str(path[-1]), self._at(path)
            if "\n" in self._text[slice(*spot.value)]:
                continue
            if key not in NEEDED:
                yield number, line.replace(key, f"zz-{key}", 1)
            yield from ((number, f"{key} = {wrong}") for wrong in self._wrong(key, value))

    def _wrong(self, key, value):
        if type(value) is int:
            yield from ('"lots"', "-9999999", "1.5")
        elif isinstance(value, bool):
            yield "3"
        elif key in ("place", "region"):
            yield '"zz-nowhere"'
        elif key == "weapons":
            yield json.dumps([*value, "zz-weapon"])
        elif isinstance(value, str) and key not in ("name", "from", "side", "notes", "boss_move", "damage", "kind"):
            yield '["zz"]'

    def _at(self, path):
        value = self._tables
        for key in path:
            value = value[key]
        return value


NEEDED = {"name", "skill", "damage", "penetration", "hp", "speed", "tough", "from"}


@pytest.mark.parametrize("path", ENCOUNTERS, ids=lambda each: each.stem)
def test_of_k_mistakes_by_lot_k_are_told_at_their_lines(look, path):
    text = path.read_text(encoding="utf-8")
    for draw in range(DRAWS):
        many = Random(f"{path.stem} {draw}").randint(1, 12)  # noqa: S311
        spoilt, lines = Spoiler(text, f"{path.stem} {draw}").spoil(many)
        found = look(spoilt)
        assert [int(each.partition(": ")[0].rpartition(":")[2]) for each in found] == lines, (draw, found)


ROOM = """\
format = 1
system = "futurepath"
[board]
map = '''
..
.#
'''
[combatants.a]
side = "a"
hp = 3
square = "A1"
[combatants.b]
side = "b"
hp = 3
square = "A1"
count = 3
"""
NO_ROOM = "f.toml:12: combatants.b: no free square on the map for b 3; use a larger map"


@pytest.mark.parametrize(
    ("more", "line"),
    [
        ("hpp = 3", 17),
        ("speed = 'x'", 17),
        ("weapons = ['swrd']", 17),
        ("[options]\ncover = 3", 18),
        ("[board.traps.mine]\nname = 'm'\nsquare = 'Z9'", 19),
        ("[blocks.u]\nspede = 3", 18),
        ("[weapons.gun]\nname = 'gun'\ndamage = '1z'", 19),
    ],
)
def test_whoever_may_not_enter_is_told_beside_all_else(look, more, line):
    """There is no room on the map, regardless of other mistakes."""
    assert look(ROOM) == [NO_ROOM]
    first, second = look(f"{ROOM}{more}\n")
    assert (first, second.partition(": ")[0]) == (NO_ROOM, f"f.toml:{line}")


@pytest.mark.parametrize(
    "text",
    [
        ROOM.replace(".#", ".?"),
        ROOM.replace('square = "A1"\ncount', 'square = "Z9"\ncount'),
        ROOM + "from = 'smaller'\n",
        ROOM.replace("..\n.#", "..").replace("map = ", "map = [").replace("\n'''\n", "\n''']\n"),
    ],
)
def test_what_may_come_of_another_mistake_is_not_told(look, text):
    """Where the map is wrong, or a square, or a stat block is not there that may say another square."""
    assert [each for each in look(text) if "no room" not in each] == look(text) != []


# `check --json`: every key of every mistake is always there, with its place in the file.


FILE = {"file", "ok", "status", "finding", "errors", "warnings", "fixed"}
MISTAKE = {"path", "line", "column", "table", "key", "message", "hint", "suggestions", "rule", "fix"}
TEXT = """\
format = 1
system = "rbf"
[combatants.ann]
side = "a"
weapons = ["sword", "Axe"]
sped = 3
[[board.lying]]
weapon = "swrd"
"""


def found(checked, text, name="f.toml", *options):
    path = checked.folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    reply = checked(str(path), "--json", *options)
    (line,) = map(json.loads, reply.text.splitlines())
    (file,) = line["files"]
    assert set(file) == FILE
    assert line["ok"] == file["ok"] == (reply.status == 0)
    for each in (*file["errors"], *file["warnings"]):
        assert set(each) == MISTAKE
        each["path"] = each["path"].rpartition("/")[2]
    return file


def test_mistakes_have_their_places(checked):
    file = found(checked, TEXT)
    assert (file["status"], file["warnings"], file["fixed"]) == (3, [], [])
    places = [(each["path"], each["line"], each["column"], each["table"], each["key"]) for each in file["errors"]]
    assert places == [
        ("f.toml", 5, 21, "combatants.ann", "weapons[2]"),
        ("f.toml", 6, 1, "combatants.ann", "sped"),
        ("f.toml", 8, 1, "board.lying[1]", "weapon"),
    ]
    assert file["errors"][1] == {
        "path": "f.toml",
        "line": 6,
        "column": 1,
        "table": "combatants.ann",
        "key": "sped",
        "rule": "",
        "message": "unknown key",
        "hint": "did you mean speed?",
        "suggestions": ["speed"],
        "fix": {"of": "key", "new": "speed"},
    }
    assert [each["fix"] for each in file["errors"]] == [
        {"of": "value", "new": "axe"},
        {"of": "key", "new": "speed"},
        None,
    ]


def test_a_missing_key_is_of_the_table_that_lacks_it(checked):
    (wrong,) = found(checked, 'format = 1\nsystem = "threat"\n[combatants.ann]\nside = "a"\n')["errors"]
    assert (wrong["line"], wrong["table"], wrong["key"]) == (3, "combatants.ann", "hp")


def test_warnings_have_theirs_and_leave_the_file_sound(checked):
    file = found(checked, TEXT.partition("weapons")[0])
    assert (file["ok"], file["errors"]) == (True, [])
    assert [(each["line"], each["table"], each["key"]) for each in file["warnings"]] == [(3, "", "combatants")]


def test_what_is_no_toml_has_line_and_column(checked):
    (wrong,) = found(checked, "format = 1\nsystem = rbf\n")["errors"]
    assert (wrong["line"], wrong["column"], wrong["table"], wrong["key"]) == (2, 10, "", "")
    assert wrong["message"].startswith("invalid TOML: invalid value")
    assert wrong["hint"].startswith("strings need quotes")


def test_a_file_that_is_not_there_and_one_that_is_no_text(checked):
    reply = checked(str(checked.folder / "nowhere.toml"), "--json")
    (wrong,) = json.loads(reply.text)["files"][0]["errors"]
    assert (wrong["line"], wrong["column"]) == (0, 0)
    assert wrong["message"] == f"no such file: {checked.folder}/nowhere.toml"
    (wrong,) = found(checked, b"format = 1\n\xff\n")["errors"]
    assert (wrong["line"], wrong["message"]) == (2, "the byte 0xff is not UTF-8 text")


def test_a_save_that_is_wrong(checked):
    raw = to_bytes(from_encounter(find_encounter("duel"), "x", source="duel"))
    assert found(checked, raw)["errors"] == []
    start, mark, fight = raw.decode().partition("\n[fight]\n")
    (wrong,) = found(checked, start + mark + fight.replace('held = "sword"', 'held = "swrd"'))["errors"]
    assert (wrong["table"], wrong["key"], wrong["message"]) == (
        "fight.combatants.ada",
        "held",
        "unknown weapon 'swrd'",
    )
    (wrong,) = found(checked, start + mark + fight.replace('name = "Ada Quill"', 'name = "Ada"'))["errors"]
    assert (wrong["line"], wrong["message"]) == (0, "was edited by hand since the last command")


def test_many_mistakes_end_somewhere(checked):
    crowd = "".join(f"[combatants.c{number}]\nsped = 3\n" for number in range(150))
    file = found(checked, f'format = 1\nsystem = "rbf"\n{crowd}')
    assert len(file["errors"]) == 100
    assert file["finding"].endswith("and more: only the first 100 mistakes are listed")
