"""One random value of an encounter or a save is broken: the answer is a fight, or status 3 with file and line."""

import copy
import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
import tomli_w

from rbfcli.conformance.drawing import Draw
from rbfcli.conformance.player import Player
from rbfcli.interpreter.interpreter import Interpreter
from rbfcli.kernel.errors import InvalidFile, LimitReached, Refusal, UsageError
from rbfcli.language.words import split_words
from rbfcli.render.style import Style
from rbfcli.session.saves import to_bytes
from rbfcli.session.storage import FileStorage
from tests.conftest import LONG

ENCOUNTERS = sorted(path.stem for path in Path("encounters").glob("*.toml"))
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
        self._draw = Draw(seed)

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
    return Interpreter(FileStorage(str(path), lambda _: None), Style()).perform(split_words(line))


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


@pytest.mark.parametrize("encounter", ENCOUNTERS)
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


@pytest.mark.parametrize("encounter", ENCOUNTERS)
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
