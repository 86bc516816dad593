"""What a fight has besides combatants (weapons, places, links, stat blocks), and how one is added by words.

Each table of a system's fight or board is a kind of thing, named by the word for one of its entries.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from rbfcli.kernel import sheets, verbs
from rbfcli.kernel.blocks import BLOCKS, as_incomplete, in_order
from rbfcli.kernel.errors import UsageError
from rbfcli.kernel.evolve import field_at, with_field
from rbfcli.kernel.matching import match, nearest
from rbfcli.kernel.mistakes import Place, new_among, refuse_new
from rbfcli.kernel.paths import Path, dotted, in_words
from rbfcli.kernel.references import PEOPLE
from rbfcli.kernel.rules import Rules
from rbfcli.kernel.scene import Scene, impossible
from rbfcli.kernel.soundness import mistakes_in
from rbfcli.kernel.visible import quoted

RULE = "GM"
BLOCK = "block"
BOARD = "board"
MOST_NAMED = 5


class Thing(Struct, frozen=True):
    """A kind of thing: the word for one, where its table is, and the struct of an entry.

    Without a struct its entries are pairs of names, such as links.
    """

    word: str
    path: Path
    kind: type[Struct] | None

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of one, as they are typed."""
        return () if self.kind is None else tuple(each.name.replace("_", "-") for each in fields(self.kind))


def things_of(rules: Rules) -> dict[str, Thing]:
    """The kinds of things that a fight of a system can have, by the word for one."""
    board = type(rules.fight(system=rules.name).board)
    found = [*_tables(rules.fight, ()), *_tables(board, (BOARD,))]
    return {each.word: each for each in (*found, Thing(BLOCK, (BLOCKS,), as_incomplete(rules.sheet)))}


def _tables(kind: type[Any], at: Path) -> Iterator[Thing]:
    for name, hint in get_type_hints(kind).items():
        path = (*at, name)
        word = name.removesuffix("s")
        if path == (PEOPLE,) or name in kind.in_play:
            continue
        entry = (get_args(hint) or (None,))[-1]
        if get_origin(hint) is Mapping and isinstance(entry, type) and issubclass(entry, Struct):
            yield Thing(word, path, entry)
        elif get_origin(hint) is tuple and get_origin(get_args(hint)[0]) is tuple:
            yield Thing(word, path, None)


def add_thing(scene: Scene[Any, Any], command: verbs.Add) -> None:
    """Add a weapon, a place or whatever else a fight has: its kind, its id, and KEY=VALUE."""
    thing = _thing(scene.rules, command)
    _only_of_combatants(command, thing)
    if thing.kind is None:
        _add_pair(scene, thing, command.pairs)
        return
    name, *words = command.pairs
    whole = (*thing.path, name)
    pairs = sheets.read_pairs(words, thing.kind)
    raw = {"name": name} if _needs_name(thing.kind) else {}
    made = sheets.with_pairs(raw, pairs, thing.kind, f"{thing.word} {name}", partial(_check, scene, thing, whole))
    if field_at(scene.fight, thing.path).get(name) is not None:
        hint = f"set fight {quoted(f'{dotted(whole)}.KEY=VALUE')} changes it"
        scene.refuse(f"there is already a {thing.word} {name}", RULE, hint)
    if thing.word == BLOCK:
        block = {"from": command.block} if command.block else {}
        entry: Any = in_order({**block, **{path[0]: msgspec.to_builtins(getattr(made, path[0])) for path, _ in pairs}})
        _check_fight(scene, with_field(scene.fight, whole, entry))
    else:
        entry = made
    scene.change("", whole, entry, RULE)


def ids_of(fight: Any, thing: Thing) -> tuple[str, ...]:
    """The ids of what there is of a kind; of pairs the names in them."""
    found = field_at(fight, thing.path)
    return tuple(found) if thing.kind else tuple(dict.fromkeys(name for pair in found for name in pair))


def remove_things(scene: Scene[Any, Any], command: verbs.Remove) -> None:
    """Take away some of a kind, or a pair of names; what somebody holds, or where somebody stands, stays."""
    thing, names = things_of(scene.rules)[command.who[0]], command.who[1:]
    table = field_at(scene.fight, thing.path)
    if thing.kind is None:
        pair = next((each for each in table if set(each) == set(names)), None)
        if pair is None:
            raise impossible(f"there is no {thing.word} between {' and '.join(names)}", RULE)
        after = tuple(each for each in table if each != pair)
        _refuse_in_use(scene, with_field(scene.fight, thing.path, after), f"the {thing.word} {'-'.join(pair)}")
        scene.change("", thing.path, after, RULE)
        return
    gone = dict.fromkeys(match(name, table, thing.word) for name in names)
    without = {name: each for name, each in table.items() if name not in gone}
    _refuse_in_use(scene, with_field(scene.fight, thing.path, without), f"{thing.word} {', '.join(gone)}")
    for name in gone:
        scene.change("", (*thing.path, name), None, RULE)


def _refuse_in_use(scene: Scene[Any, Any], after: Any, what: str) -> None:
    """Raise Refusal where something would then name what is not there any more."""
    found = [*mistakes_in(scene.rules, after)]
    users = new_among([*mistakes_in(scene.rules, scene.fight)], found) if found else ()
    if users:
        named = list(dict.fromkeys(_user(each.path) for each in users))
        more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        hint = "set WHO KEY=VALUE changes what is on a sheet"
        raise impossible(f"{what} is in use: {', '.join(named[:MOST_NAMED])}{more}", RULE, hint)


def _user(path: Place) -> str:
    """Who or what names a thing, and in which field: `vex (weapons)`."""
    at = 1 if path[:1] in ((PEOPLE,), (BLOCKS,)) else 0
    rest = [str(each) for each in path[at + 1 :] if isinstance(each, str)]
    return f"{path[at]} ({'.'.join(rest)})" if rest else in_words(path)


def refuse_bare_kind(rules: Rules, word: str) -> None:
    """Raise UsageError where the word for a kind of thing stands alone: it is hardly somebody's name."""
    if word in things_of(rules):
        hint = f"add {word} ID KEY=VALUE; somebody of that name: `add {word} name={word}`"
        raise UsageError(f"which {word}?", hint=hint)


def _thing(rules: Rules, command: verbs.Add) -> Thing:
    """The kind of thing that a line names. Raises UsageError with what there is."""
    known = things_of(rules)
    word, second = command.name, command.pairs[0]
    if word in known:
        return known[word]
    near = nearest(word, known)
    if near:
        line = " ".join(("add", *map(quoted, (near[0], *command.pairs))))
        raise UsageError(f"there is no kind of thing {word!r} to add", hint=f"did you mean `{line}`?", suggestions=near)
    hint = f"`add {quoted(f'{word} {second}')}` adds somebody of that name; of things there are {', '.join(known)}"
    raise UsageError(f"{second!r} is not KEY=VALUE, and {word!r} is no kind of thing", hint=hint)


def _only_of_combatants(command: verbs.Add, thing: Thing) -> None:
    """Raise UsageError for options that mean nothing here."""
    given = {"--count": command.count != "1", "--dice": command.dice}
    given["--from"] = command.block and thing.word != BLOCK
    if wrong := [name for name, is_given in given.items() if is_given]:
        raise UsageError(f"{wrong[0]} is for combatants, not for a {thing.word}", hint="leave it out")


def _add_pair(scene: Scene[Any, Any], thing: Thing, names: Sequence[str]) -> None:
    """Add a pair of names, such as a link between two regions."""
    if len(set(names)) != len(names) or len(names) != 2:  # noqa: PLR2004 - a pair
        raise UsageError(f"a {thing.word} is between two", hint=f"add {thing.word} ONE OTHER")
    before = field_at(scene.fight, thing.path)
    if any(set(each) == set(names) for each in before):
        raise UsageError(f"there is already a {thing.word} between {names[0]} and {names[1]}")
    after = (*before, tuple(names))
    _check_fight(scene, with_field(scene.fight, thing.path, after))
    scene.change("", thing.path, after, RULE)


def _needs_name(kind: type[Struct]) -> bool:
    return any(each.name == "name" and each.required for each in fields(kind))


def _check(scene: Scene[Any, Any], thing: Thing, whole: Path, entry: Any) -> None:
    """Raise UsageError with every mistake that an entry brings; a stat block is looked at as it is written."""
    if thing.word != BLOCK:
        _check_fight(scene, with_field(scene.fight, whole, entry))


def _check_fight(scene: Scene[Any, Any], after: Any) -> None:
    found = [*mistakes_in(scene.rules, after)]
    if found:
        refuse_new([*mistakes_in(scene.rules, scene.fight)], found)
