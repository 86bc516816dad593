"""As many mistakes as there are in a file are told at once, each at its line: ten by hand, and many by lot."""

import json
import tomllib
from pathlib import Path
from random import Random

import pytest

from rbfcli.conformance.drawing import Draw
from rbfcli.store.toml_spots import spots
from tests.conftest import LONG

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
    "f.toml:13: blocks.tough.weapns[1]: there is no weapon 'swrd'; did you mean sword?",
    "f.toml:15: combatants.ann.from: there is no stat block 'tuogh'; known: tough",
    "f.toml:19: combatants.bob.place: there is no place 'peer'; did you mean pier?",
    "f.toml:20: combatants.bob.range: unknown key; it belongs to [weapons.ID] or [spells.ID]",
    "f.toml:21: combatants.bob.talents[1]: there is no talent 'Snipr'; did you mean Sniper?",
]


def test_all_mistakes_of_one_file_in_one_pass(look):
    assert look(TEN) == TOLD


def test_start_refuses_with_the_same(checked):
    from rbfcli.kernel.errors import InvalidFile
    from rbfcli.session.begin import from_encounter

    path = checked.folder / "f.toml"
    path.write_text(TEN)
    with pytest.raises(InvalidFile) as wrong:
        from_encounter(str(path), "x", source="f")
    assert wrong.value.message.replace(f"{checked.folder}/", "").split("\n") == TOLD


class Spoiler:
    """Puts mistakes into the text of an encounter, at most one in a line and one in a table of weapons or blocks."""

    def __init__(self, text, seed):
        self.lines, self._draw = text.split("\n"), Draw(seed)
        self._spots, self._tables = spots(text), tomllib.loads(text)
        self._text = text

    def spoil(self, many):
        """The text with so many mistakes, and the lines of them."""
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
NO_ROOM = "f.toml:12: combatants.b: there is no room on the map for b 3; a larger map"


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
    """There is no room on the map, whatever stood where something else is wrong."""
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
