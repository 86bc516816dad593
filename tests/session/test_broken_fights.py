"""Whatever is wrong in an encounter or in an edited save is said at once, with file and line, and with status 3."""

import copy
import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
import tomli_w

from rbfcli.commands.service import CommandService
from rbfcli.core.errors import InvalidFile, LimitReached, Refusal, UsageError
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import load
from rbfcli.testing.fights import Player
from rbfcli.testing.support import SeededDraw
from tests.conftest import LONG, each_encounter

BROKEN = {
    "dock-ambush": [
        ("combatants.ada.weapons", ["swrd"], "combatants.ada.weapons[1]: unknown weapon 'swrd'"),
        ("combatants.ada.held", "clymore", "combatants.ada.held: unknown weapon 'clymore'"),
        ("combatants.ada.off_hand", "kinfe", "combatants.ada.off_hand: unknown weapon 'kinfe'"),
        ("combatants.ada.ammo", {"pistl": 3}, "combatants.ada.ammo.pistl: unknown weapon 'pistl'"),
        ("combatants.ada.place", "crate", "combatants.ada.place: unknown place 'crate'"),
        ("combatants.ada.overwatch", "swep", "combatants.ada.overwatch: unknown technique 'swep'"),
        ("combatants.ada.seen_by", ["joss", "jos"], "combatants.ada.seen_by[2]: unknown combatant 'jos'"),
        ("combatants.ada.talents", ["Snipr"], "combatants.ada.talents[1]: unknown talent 'Snipr'"),
        ("combatants.ada.skills", {"shot": 3}, "combatants.ada.skills.shot: unknown skill 'shot'"),
        ("combatants.ada.items", ["medical kitt"], "combatants.ada.items[1]: unknown item 'medical kitt'"),
        ("combatants.ada.cover", "hevy", "combatants.ada.cover must be one of 'full', 'heavy'"),
        ("combatants.ada.actions", -1, "combatants.ada.actions must be a whole number from 0 to 1000000, not -1"),
        ("combatants.ada.hp", 1_000_001, "combatants.ada.hp must be a whole number from -1000000 to 1000000"),
        ("combatants.ada.conditions", {"prone": {"by": "jos"}}, "conditions.prone.by: unknown combatant 'jos'"),
        (
            "combatants.ada.conditions",
            {"prone": {"rounds": 2, "whose": "jos"}},
            "combatants.ada.conditions.prone.whose: unknown combatant 'jos'",
        ),
        ("combatants.ada.name", "A\u202eda", "combatants.ada.name: the text contains an invisible character: \\u202e"),
        ("combatants.ada.notes", "a\x07b", "combatants.ada.notes: the text contains an invisible character: \\x07"),
        ("combatants.ada.side", "", "combatants.ada.side must be a string of 1 to 64 characters, not ''"),
        ("combatants.ada.immune", [""], "combatants.ada.immune[1] must be a string of 1 to 64 characters, not ''"),
        ("combatants.ada.side", "cr\new", "combatants.ada.side: the text contains an invisible character: \\x0a"),
        ("combatants.\u200b", {"name": "Nobody"}, "combatants.\u200b: a name contains an invisible character: \\u200b"),
        ("combatants. x", {"name": "Nobody"}, "combatants. x: an id cannot begin or end with a space"),
        ("combatants.ada.skills", {"": 1}, "combatants.ada.skills.'': a name cannot be empty"),
        ("weapons.-x", {"name": "X", "skill": "melee"}, "weapons.-x: an id cannot begin with a hyphen: '-x'"),
        ("weapons.sword", {"name": "S", "skill": "mele"}, "weapons.sword.skill must be one of 'brawl', 'heavy'"),
        ("weapons.sword", {"name": "S", "skill": "melee", "damage": "2x6"}, "weapons.sword.damage: "),
        ("options.push_damage", "lots", "options.push_damage: "),
        ("board.places.roof", {"at": 3, "cover": "hevy"}, "board.places.roof.cover must be one of"),
        ("board.lying", [{"weapon": "swrd"}], "board.lying[1].weapon: unknown weapon 'swrd'"),
        (
            "board.struggle",
            {"who": "nobody", "targets": ["ada", "adda"], "weapon": "sword"},
            "board.struggle.targets[2]: unknown combatant 'adda'",
        ),
        (
            "spells.bolt",
            {"name": "Bolt", "condition": "stuned"},
            "spells.bolt.condition: unknown condition 'stuned'",
        ),
        ("items.salve", {"name": "Salve", "cures": ["stuned"]}, "items.salve.cures[1]: unknown condition 'stuned'"),
        ("items.salve", {"name": "Salve", "skill": "medicin"}, "items.salve.skill: unknown skill 'medicin'"),
        ("order", [{"who": "nobody", "count": 3}], "order[1].who: unknown combatant 'nobody'"),
        ("order", [{"who": "ada", "count": 2_000_000}], "order[1].count must be a whole number from -1000000"),
        ("active", "nobody", "active: unknown combatant 'nobody'"),
        ("turn", 99, "turn must be from 0 to 0, not 99"),
        ("turn", -1, "turn must be a whole number from 0"),
        ("round", -1, "round must be a whole number from 0"),
        ("phase", "offense", "phase: unknown phase 'offense'"),
        ("blocks.odd", {"from": "odder"}, "blocks.odd.from: unknown stat block 'odder'"),
        ("blocks.odd", {"from": "odd"}, "blocks.odd.from: stat blocks refer to each other in a circle: odd -> odd"),
    ],
    "street-arrest": [
        ("combatants.rin.failed", ["handgn"], "combatants.rin.failed[1]: unknown weapon 'handgn'"),
        ("combatants.rin.held", "handgn", "combatants.rin.held: unknown weapon 'handgn'"),
        ("combatants.rin.declared", ["atack"], "combatants.rin.declared[1] must be one of 'attack'"),
        ("combatants.rin.speed", 151, "combatants.rin.speed must be a whole number from 1 to 150, not 151"),
        ("combatants.rin.levels", -1_000_001, "combatants.rin.levels must be a whole number from -1000000"),
        ("board.lying", [{"weapon": "kinfe", "rounds": 2}], "board.lying[1].weapon: unknown weapon 'kinfe'"),
        ("board.lying", [{"weapon": "knife", "rounds": -2}], "board.lying[1].rounds must be a whole number from 0"),
    ],
    "mine-raid": [
        ("combatants.rill.wear", {"rifel": "broken"}, "combatants.rill.wear.rifel: unknown item 'rifel'"),
        ("combatants.rill.boss_damage", "1d", "combatants.rill.boss_damage: "),
        ("board.acted", {"nobody": "attacked"}, "board.acted.nobody: unknown combatant 'nobody'"),
        ("board.tracker", 9, "board.tracker must be at most 0 (the spaces), not 9"),
        ("phase", "offence", "phase: unknown phase 'offence'"),
        ("options.unarmed_damage", "1d", "options.unarmed_damage: "),
    ],
    "relay-road": [
        ("combatants.sela.region", "9", "combatants.sela.region: unknown place '9'"),
        ("combatants.sela.overwatch", ["9"], "combatants.sela.overwatch[1]: unknown place '9'"),
        ("combatants.sela.grapple", "corinn", "combatants.sela.grapple: unknown combatant 'corinn'"),
        ("combatants.sela.cover", "no wall", "combatants.sela.cover: unknown piece of cover 'no wall'"),
        ("combatants.sela.crossed", {"vst": [9]}, "combatants.sela.crossed.vst: unknown layer 'vst'"),
        ("combatants.sela.base", "vst", "combatants.sela.base: unknown layer 'vst'"),
        ("board.regions.9", {"name": "nowhere"}, "board.regions.9: unknown region '9'"),
    ],
    "pump-station": [
        ("combatants.hale.square", "Z99", "combatants.hale.square: Z99 is off the map"),
        ("combatants.hale.square", "here", "combatants.hale.square: unknown square 'here'"),
        ("combatants.hale.square", "K4", "combatants.hale.square: "),
        ("combatants.hale.feats", ["Gun-Fo"], "combatants.hale.feats[1]: unknown feat 'Gun-Fo'"),
        ("combatants.hale.skills", {"swimm": 3}, "combatants.hale.skills.swimm: unknown skill 'swimm'"),
        ("combatants.hale.techniques", {"trp": 1}, "combatants.hale.techniques.trp: unknown technique 'trp'"),
        (
            "combatants.hale.turn",
            {"attacked": ["nobody"]},
            "combatants.hale.turn.attacked[1]: unknown combatant or object 'nobody'",
        ),
        ("combatants.hale.turn", {"free": 21}, "combatants.hale.turn.free must be a whole number from 0 to 20, not 21"),
        ("board.map", "..?..", "board.map: unknown mark '?' on row 1 of the map"),
        ("board.objects.hatch", {"name": "hatch", "square": "A99"}, "board.objects.hatch.square: A99 is off the map"),
        ("board.traps.mine", {"name": "mine", "square": "ZZ9"}, "board.traps.mine.square: ZZ9 is off the map"),
        ("board.traps.mine", {"name": "mine", "damage": "2x6"}, "board.traps.mine.damage: "),
        ("board.zones.fog", {"kind": "fog", "square": "Q99"}, "board.zones.fog.square: Q99 is off the map"),
        ("board.charges.one", {"weapon": "frg", "team": "crew"}, "board.charges.one.weapon: unknown weapon 'frg'"),
        ("board.charges.one", {"weapon": "frag", "team": "crw"}, "board.charges.one.team: unknown team 'crw'"),
        ("options.dying_damage", "lots", "options.dying_damage: "),
    ],
}
CASES = [(encounter, *case) for encounter, cases in BROKEN.items() for case in cases]
NAMES = [f"{encounter} {path} {number}" for number, (encounter, path, *_) in enumerate(CASES)]


def broken(tables, path, value):
    """Tables with another value at a dotted path."""
    keys = path.split(".")
    for key in keys[:-1]:
        tables = tables.setdefault(key, {})
    tables[keys[-1]] = value


def authored(encounter):
    return tomllib.loads(Path(find_encounter(encounter)).read_text(encoding="utf-8"))


def saved(encounter):
    return tomllib.loads(to_bytes(from_encounter(find_encounter(encounter), "x", source=encounter)).decode())


@pytest.mark.parametrize(("encounter", "path", "value", "said"), CASES, ids=NAMES)
def test_an_encounter_that_is_wrong_there(tmp_path, encounter, path, value, said):
    tables, file = authored(encounter), tmp_path / "f.toml"
    broken(tables, path, value)
    file.write_text(tomli_w.dumps(tables), encoding="utf-8")
    with pytest.raises(InvalidFile, match=r"f\.toml:\d+: ") as wrong:
        from_encounter(str(file), "x", source="f")
    refused = of_saves(encounter, path) and "this key belongs only in a save" in wrong.value.message
    assert refused or said in wrong.value.message


def of_saves(encounter, path):
    """Whether a path leads to what an encounter has not."""
    rules = load(authored(encounter)["system"])
    table, *rest = path.split(".")
    board = type(rules.fight(system=rules.name).board)
    kind, keys = {"combatants": (rules.sheet, rest[1:]), "board": (board, rest)}.get(table, (rules.fight, [table]))
    return keys[:1] != [] and keys[0] in kind.in_play


@pytest.mark.parametrize(("encounter", "path", "value", "said"), CASES, ids=NAMES)
def test_a_save_that_was_edited_to_be_wrong_there(encounter, path, value, said):
    tables = saved(encounter)
    broken(tables["fight"], path, value)
    with pytest.raises(InvalidFile, match=r"f\.toml:\d+: ") as wrong:
        from_bytes(tomli_w.dumps(tables).encode(), "f.toml")
    assert said in wrong.value.message
    assert "fight." in wrong.value.message


# One random value of an encounter or a save is broken: the answer is a fight, or status 3 with file and line.


BREAKS, FIGHTS, BREAKS_OF_A_SAVE = (400, 40, 25) if LONG else (8, 1, 8)
AT = re.compile(r"\S+\.toml:\d+: |\S+\.toml: made by|and more: ")
WORDS = (
    "",
    "nobody",
    "Z99",
    "A1",
    "-x",
    "a\u202eb",
    "e\u0301",
    "\x07",
    "1d6",
    "9d",
    "lots",
    "foes",
    "0",
    "say x",
    "stunned",
)
NUMBERS = (-1, 0, 1, 3, 7, 50, 100, 10_000, 999_999, 1_000_000, 1_000_001, 2**53, -(2**53))
OTHERS = (True, False, [], {}, ["x"], {"x": 1}, "", 0)
AFTERWARDS = ("note x", "actions", "turn next", "turn next", "log", "undo", "init --force")


class Breaker:
    """Breaks one value at a time, by the draws of a seed."""

    def __init__(self, seed):
        self._draw = SeededDraw(seed)

    def broken(self, tables):
        """A copy of some tables in which one value is another, gone, or under another key."""
        tables = copy.deepcopy(tables)
        owner, key = self._draw.of([*_values(tables)])
        value, how = owner[key], self._draw.number(0, 7)
        if how == 0:
            del owner[key]
        elif how == 1:
            owner[key] = copy.deepcopy(self._draw.of(OTHERS))
        elif how == 2 and isinstance(owner, dict):
            owner[self._draw.of(WORDS)] = owner.pop(key)
        else:
            owner[key] = self._other(value, tables)
        return tables

    def _other(self, value, tables):
        """Another value of the same type."""
        match value:
            case bool():
                return not value
            case int():
                return self._draw.of(NUMBERS)
            case str():
                names = [key for _, key in _values(tables) if isinstance(key, str)]
                return self._draw.of([*WORDS, f"{value}x", value[:-1], value.upper(), *names])
            case list():
                return [*value, *(value or ["x"])]
            case _:
                return {**value, "x": 1}


def _values(tables):
    """Every value: what holds it, and its key there."""
    for key, value in tables.items() if isinstance(tables, dict) else enumerate(tables):
        yield tables, key
        if isinstance(value, dict | list):
            yield from _values(value)


def perform(line, path):
    return CommandService(FileStorage(str(path), lambda _: None), Style()).perform(split_words(line))


def accepted(line, path):
    """Whether a file is taken; if not, each mistake has its file and line."""
    try:
        failure = perform(line, path).failure
    except InvalidFile as wrong:
        failure = wrong
    for told in failure.message.split("\n") if failure else ():
        assert AT.match(told)
    return failure is None


def goes_on(lines, path):
    """Commands are done or refused; a bug would be another error."""
    for line in lines:
        with suppress(Refusal, UsageError, LimitReached):
            perform(line, path)


def with_includes(tables, folder):
    for name in tables.get("include", ()):
        if isinstance(name, str) and (Path("encounters") / name).is_file():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes((Path("encounters") / name).read_bytes())


@pytest.mark.parametrize("encounter", each_encounter())
def test_an_encounter_with_one_value_broken(tmp_path, encounter):
    tables = tomllib.loads(Path(f"encounters/{encounter}.toml").read_text(encoding="utf-8"))
    with_includes(tables, tmp_path)
    started = 0
    for number in range(BREAKS):
        file, save = tmp_path / f"{encounter}.toml", tmp_path / f"save{number}.toml"
        file.write_text(tomli_w.dumps(Breaker(f"{encounter} {number}").broken(tables)), encoding="utf-8")
        sound = accepted(f'check "{file}"', save)
        assert accepted(f'start "{file}" --seed x', save) == sound
        if sound:
            started += 1
            goes_on(("init", "show", *AFTERWARDS), save)
    assert 0 < started < BREAKS


@pytest.mark.parametrize("encounter", each_encounter())
def test_a_save_with_one_value_of_its_fight_broken(tmp_path, encounter):
    save, loaded, tried = tmp_path / "save.toml", 0, 0
    for number in range(FIGHTS):
        player = Player(encounter, f"broken {number}")
        player.play(6)
        tables = tomllib.loads(to_bytes(player.session).decode())
        who = next(iter(player.session.fight.combatants), "nobody")
        for draw in range(BREAKS_OF_A_SAVE):
            broken = Breaker(f"{encounter} {number} {draw}").broken(tables["fight"])
            save.write_text(tomli_w.dumps({**tables, "fight": broken}), encoding="utf-8")
            tried += 1
            if accepted("show", save):
                loaded += 1
                goes_on((*AFTERWARDS, f"damage {who} 3", f"condition add {who} prone", f"remove {who}"), save)
    assert loaded < tried
    assert loaded or not LONG  # so few breaks may all be refused
