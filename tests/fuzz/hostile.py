"""A fight with a payload in the place of one of its texts, past every check, and all the ways to print it."""

import re
from functools import cache

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import fields, replace

from rbfcli.cli import completion
from rbfcli.commands.service import CommandService
from rbfcli.core.errors import RbfError
from rbfcli.model import commands
from rbfcli.render.narration import narrate
from rbfcli.render.sentences import Style
from rbfcli.render.terminal import error_text
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import MemoryStorage
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter
from tests.watch.looking import in_every_form
from tools.fuzz.oracle import Wrong, can_be_printed, is_json

HONEST = "Honest"
NOTES, OWN_WORDS, TITLE = "watchful", "made up", "A fight"
STYLES = (
    Style(),
    Style(colour=True, explain=True),
    Style(tables=True, width=80),
    Style(colour=True, tables=True, width=60),
)
CODE = re.compile(r"\x1b\[[\d;]*m")
LINES = (
    *(["show"], ["show", "--json"], ["show", "-q"], ["log", "--json"]),
    *(["log", "--script"], ["log", "--script", "--json"], ["log"], ["undo", "--json"], ["redo"], ["turn", "next"]),
    *(["restore", "--list"], ["restore", "--list", "--json"], ["where"], ["odds", "turn", "next"]),
)
TABS = (
    "",
    "attack",
    "attack ada --with",
    "condition add",
    "condition remove",
    "set",
    "init --set",
    "choose",
    "move ada",
)


@cache
def fight_of(name):
    """The start of a fight with a text in each field that takes any."""
    session = from_encounter(find_encounter(name), "hostile", source=name)
    people = {who: replace(one, notes=NOTES) for who, one in session.fight.combatants.items()}
    return session.rules, replace(session.fight, combatants=people, title=TITLE)


@cache
def texts_of(name):
    """Return every text in it: names, ids, titles, notes, weapons, places, words of options; and that of a line."""
    rules, fight = fight_of(name)
    return [*(text for text in dict.fromkeys(_texts(fight)) if text and text != rules.name), OWN_WORDS]


def outputs(name, text, payload):
    """What is printed with a payload in the place of a text; nothing where the rules need that text, or any."""
    try:
        return [*printed(name, text, payload)]
    except Exception:
        if payload and _works(name, text):
            raise
        return []


@cache
def _works(name, text):
    """Whether a text can be another, such as `Honest`."""
    try:
        return bool([*printed(name, text, HONEST)])
    except Exception:  # noqa: BLE001 - the rules need this word unchanged
        return False


def printed(name, text, payload):
    """All that is printed of a fight with a payload in the place of a text. Raises what goes wrong."""
    rules, fight = fight_of(name)
    session = Session(rules, renamed(fight, text, payload), source=renamed(name, text, payload))
    words = renamed(OWN_WORDS, text, payload)
    first = next(iter(session.fight.combatants))
    for command in (
        commands.Init(),
        commands.ChangeCondition(step="add", who=(first,), name=words),
        commands.Damage(who=(first,), amount=1),
        commands.Note(text=(words,)),
    ):
        yield from _told(session, command)
    storage = MemoryStorage()
    storage.begin(session, replace=True)
    storage.begin(session.twin(), replace=True)
    lines = [*LINES, ["actions", first, "--all"], ["show", "--json", "--", first], ["show", f"{payload}x"]]
    for style, typed_in in ((STYLES[0], lines), *((each, [["show"], ["show", first]]) for each in STYLES[1:])):
        for line in typed_in:
            yield from _answer(CommandService(storage, style), line)
    try:
        forms = in_every_form(session.fight, rules, session.fight.combatants[first].side)
    except RbfError as no:  # for a side such as @foes, which means others
        forms = {"error": error_text(no)}
    yield from ((form == "json", told) for form, told in forms.items())


def _told(session, command):
    before = session.fight
    try:
        played = session.perform(command)
    except RbfError as no:
        yield False, error_text(no)
        return
    for style in STYLES[:2]:
        yield False, "\n".join(narrate(played.events, before, played.fight, session.rules, style))


def typed(payload):
    """Lines with the payload where a word is typed."""
    yield from (["show", payload], ["attack", payload, payload], ["note", payload], [payload], ["check", payload])
    yield from (["add", payload], ["set", payload, f"name={payload}"], ["help", payload], ["rules", payload])
    yield from (["damage", payload, payload], ["roll", "1d6", "--label", payload], ["start", payload])


def completed(folder, name, text, payload):
    """What a shell gets to complete in a save with the payload."""
    rules, fight = fight_of(name)
    tables = msgspec.to_builtins(renamed(fight, text, payload))
    written = []
    path = folder / "encounter.toml"
    path.write_bytes(_as_save(rules, tables))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(completion, "saved_fight", cache(completion.saved_fight))  # the save is read once for all lines
        for line in TABS:
            completion.complete([":", "-e", str(path), *line.split()], written.append)
    return "".join(written)


def _as_save(rules, tables):
    from rbfcli.storage.toml import write_toml

    try:
        return write_toml({"system": rules.name, "journal": "", "fight": tables})
    except RbfError:
        return b""


def _answer(talk, words):
    try:
        reply = talk.perform(words)
    except RbfError as no:
        yield False, error_text(no)
        return
    yield "--json" in words, reply.text
    yield False, reply.notice


def is_harmless(shown, payload, *, as_json=False):
    """Nothing in an output is obeyed but the codes of colour. Raises Wrong."""
    if as_json:
        is_json(shown)
        return
    bare = CODE.sub("", shown)
    can_be_printed(bare.replace("\t", ""))
    codes = CODE.findall(payload)
    if any(payload in shown and code != "\x1b[0m" for code in codes):
        raise Wrong(f"a terminal would obey the output: {payload!r}")


def renamed(value, old, new):
    """Return a value in which one text is replaced by another, as key or value, everywhere."""
    if isinstance(value, str):
        return new if value == old else value
    if isinstance(value, Struct):
        changed = {each.name: renamed(getattr(value, each.name), old, new) for each in fields(value)}
        return replace(value, **changed)
    if isinstance(value, dict):
        return {renamed(key, old, new): renamed(each, old, new) for key, each in value.items()}
    if isinstance(value, tuple):
        return tuple(renamed(each, old, new) for each in value)
    return value


def _texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, Struct):
        for each in fields(value):
            yield from _texts(getattr(value, each.name))
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (*_texts(key), *_texts(each))
    elif isinstance(value, tuple):
        for each in value:
            yield from _texts(each)
