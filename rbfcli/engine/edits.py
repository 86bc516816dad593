"""The GM's edits: adding, removing and setting, and removing references to combatants who leave."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import fields, replace

from rbfcli.checking.integrity import (
    BLOCKS,
    COMBATANT,
    PEOPLE,
    NamedValues,
    as_incomplete,
    as_sheets,
    further_mistakes,
    kinds_of,
    mistakes_in,
    mistakes_on_sheet,
    named_elsewhere,
    named_on_sheet,
)
from rbfcli.core.errors import MEANT, Hint, for_example, listed, missing, misuse, refuse, shown, unknown
from rbfcli.core.limits import COMBATANTS, DIGITS_OF_AN_ORDER, MISTAKES_OF_A_COMMAND
from rbfcli.core.matching import match, nearest, unknown_word
from rbfcli.core.mistakes import Place, new_among, refuse_new
from rbfcli.core.paths import Path, dotted, in_words
from rbfcli.core.text import quoted, read_number, slug
from rbfcli.core.type_errors import type_mistakes
from rbfcli.engine.scene import Scene
from rbfcli.engine.turns import join_late, remove_from_order, replace_slots
from rbfcli.model import commands, sheets
from rbfcli.model.conditions import is_standing, row_of, with_own_words
from rbfcli.model.events import AnyEvent, CombatantJoined, CombatantLeft, FieldChanged
from rbfcli.model.evolve import Step, field_at, patched_tables, read_steps, steps_between, with_field
from rbfcli.model.fight import Combatant, everyone, in_order
from rbfcli.model.rules import Rules, acts_alone

RULE = "GM"
OF_THE_FIGHT = ("options", "board", "title", "seed")
# Pairs of KEY=VALUE words compared with each other per step.
PAIRS_A_STEP = 50
# In `--count`: the number of the players' combatants.
PARTY = "party"


def add(scene: Scene[Any, Any], command: commands.Add) -> None:
    """Add combatants from a stat block or from KEY=VALUE alone, or add a weapon, a place or another object."""
    fight = scene.fight
    _pay_for(scene, command.pairs)
    if is_of_a_thing(command):
        add_thing(scene, command)
        return
    if not command.block and not any(each.startswith("name=") for each in command.pairs):
        refuse_bare_kind(scene.rules, command.name, command.pairs)
    pairs = sheets.read_pairs(command.pairs, scene.rules.sheet)
    raw = _built_on(scene.rules, fight, command.block) if command.block else {}
    raw["name"] = command.name
    kind = scene.rules.sheet
    sheets.with_pairs(dict(raw), pairs, kind, command.name, partial(_check_sheet, scene, slug(command.name)))
    count = scene.roll_expression("", f"how many {command.name}", RULE, _with_party(scene, command.count))
    if not 0 < count <= COMBATANTS - len(fight.combatants):
        raise misuse(f"a fight can have at most {COMBATANTS} combatants")
    made = sheets.copies(slug(command.name), command.name, count, everyone(fight), command.first)
    for who, name in made:
        sheet = sheets.with_pairs({**raw, "name": name}, pairs, kind, name, partial(_check_sheet, scene, who))
        combatant = scene.rules.prepare(scene.fight, with_own_words(sheet))
        scene.emit(CombatantJoined(rule=RULE, who=who, combatant=combatant))
    _take_places(scene, command, dict(made), {each.path[0] for each in pairs})
    scene.rules.hooks.added(scene, made[0][0])


def _built_on(rules: Rules, fight: Any, source: str) -> dict[str, Any]:
    """Return what a new combatant takes from a stat block or, healthy and elsewhere, from a combatant."""
    if source in fight.blocks or source not in fight.combatants:
        return sheets.from_blocks({"from": source}, fight.blocks)
    one = msgspec.to_builtins(rules.rested(replace(fight.combatants[source], conditions={})))
    left = {*rules.sheet.in_play, *rules.whereabouts, "initiative", "counts"}
    return {key: value for key, value in one.items() if key not in left}


def _with_party(scene: Scene[Any, Any], amount: str) -> str:
    """Return an amount with the number of the players' combatants in place of the word `party`."""
    if PARTY not in amount:
        return amount
    sides = tuple(scene.rules.sight().players(scene.fight)) if scene.rules.sight else ()
    party = sum(one.side in sides for one in scene.fight.combatants.values())
    if not party:
        raise refuse("no combatants of the players in the fight", RULE, hint="use a number or dice")
    return amount.replace(PARTY, f"({party})")


def _take_places(scene: Scene[Any, Any], command: commands.Add, new: Collection[str], named: Collection[str]) -> None:
    """Give newcomers their places in the order of a running fight, by `--initiative` or the count on their sheet."""
    if command.initiative:
        given: dict[str, int] = {}
        if command.initiative != commands.ROLL:
            if scene.rules.order_of is None:
                raise misuse(f"{scene.rules.name} has no initiative", hint="remove --initiative")
            hint = "a number, or roll"
            count = read_number(command.initiative, "--initiative", most_digits=DIGITS_OF_AN_ORDER, hint=hint)
            given = dict.fromkeys(new, count)
        join_late(scene, new, 0, given, RULE)
    elif "initiative" in named:
        replace_slots(scene, new, RULE)


def is_of_a_thing(command: commands.Add) -> bool:
    """Return whether an `add` line adds an object: its second word is not KEY=VALUE."""
    return bool(command.pairs) and "=" not in command.pairs[0]


def settle(scene: Scene[Any, Any], actor: str, fields_set: tuple[str, ...]) -> None:
    """Change the values that follow from the fields set by hand (`Rules.settled`)."""
    combatant = scene.fight.combatants[actor]
    settled = scene.rules.settled(scene.fight, combatant, fields_set)
    for field in combatant.__struct_fields__:
        scene.change(actor, field, getattr(settled, field), RULE)


def _check_settled(scene: Scene[Any, Any], actor: str, fields_set: tuple[str, ...], sheet: Any) -> None:
    """Raise UsageError with all new mistakes on a sheet after it is settled."""
    _check_sheet(scene, actor, scene.rules.settled(scene.fight, sheet, fields_set))


def _refuse_whereabouts(scene: Scene[Any, Any], before: Any, actor: str) -> None:
    """Refuse a position that no move reaches and no file may use, such as inside a wall."""
    earlier = [*mistakes_on_sheet(NamedValues(scene.rules, before), actor, authored=True)]
    found = mistakes_on_sheet(NamedValues(scene.rules, scene.fight), actor, authored=True)
    for each in new_among(earlier, found):
        if each.left_to_rules and each.path[-1] in scene.rules.whereabouts:
            scene.refuse(each.message, each.rule or RULE, hint=each.hint)


def _check_sheet(scene: Scene[Any, Any], actor: str, sheet: Any) -> None:
    fight, rules = scene.fight, scene.rules
    before = [*mistakes_on_sheet(NamedValues(rules, fight), actor, authored=True)] if actor in fight.combatants else []
    changed = replace(fight, combatants={**fight.combatants, actor: sheet})
    refuse_new(before, mistakes_on_sheet(NamedValues(rules, changed), actor, authored=True), within=1)


def remove(scene: Scene[Any, Any], command: commands.Remove) -> None:
    """Remove combatants from the fight and the turn order, or remove weapons, places or other objects."""
    first, *others = command.who
    if others and first not in scene.fight.combatants and first in things_of(scene.rules):
        remove_things(scene, command)
        return
    for who in command.who:
        scene.one(who)
    remove_from_order(scene, command.who, RULE)
    for who in command.who:
        scene.release(who, RULE)
    drop_references(scene, command.who)
    for who in command.who:
        scene.one(who)
        scene.emit(CombatantLeft(rule=RULE, who=who))
    leave_empty_teams(scene)


def set_fields(scene: Scene[Any, Any], command: commands.Set) -> None:
    """Set fields of a sheet, or of the fight's options and board."""
    fight = scene.fight
    whole = command.who == "fight" and "fight" not in fight.combatants
    owner = fight if whole else scene.one(command.who)
    _pay_for(scene, command.pairs)
    pairs = sheets.read_pairs(command.pairs, owner)
    if whole and any(each.path[0] not in OF_THE_FIGHT for each in pairs):
        _require_tables(scene, pairs)
    named_fields = tuple(each.path[0] for each in pairs)
    check = partial(_check_fight, scene) if whole else partial(_check_settled, scene, command.who, named_fields)
    after = sheets.with_pairs(msgspec.to_builtins(owner), pairs, type(owner), command.who, check)
    for pair in pairs:
        present = _present_part(owner, pair.path)
        scene.change("" if whole else command.who, present, field_at(after, present), RULE)
    if whole:
        for who in scene.fight.combatants:
            settle(scene, who, ())
    else:
        settle(scene, command.who, named_fields)
        _refuse_whereabouts(scene, fight, command.who)
        scene.rules.hooks.set_by_hand(scene, command.who, named_fields)
        if "initiative" in named_fields:
            replace_slots(scene, (command.who,), RULE)
        leave_empty_teams(scene)
    if whole and any(each.path == ("seed",) for each in pairs):
        scene.change("", "drawn", 0, RULE)


def _require_tables(scene: Scene[Any, Any], pairs: Sequence[sheets.TypedPair]) -> None:
    """Raise UsageError if a field of the fight is set that the GM cannot set."""
    tables = {each.path[0]: None for each in things_of(scene.rules).values() if each.path != (BLOCKS,)}
    known = tuple(dict.fromkeys((*OF_THE_FIGHT, *tables)))
    if wrong := [each.path[0] for each in pairs if each.path[0] not in known]:
        raise unknown_word(wrong[0], known, "key")


def _pay_for(scene: Scene[Any, Any], pairs: Sequence[str]) -> None:
    """Spend the steps for setting fields, each of which may be compared with all others."""
    scene.spend(len(pairs) ** 2 // PAIRS_A_STEP)


def _check_fight(scene: Scene[Any, Any], fight: Any) -> None:
    if found := [*mistakes_in(scene.rules, fight)]:
        refuse_new([*mistakes_in(scene.rules, scene.fight)], found)


def _present_part(owner: Any, path: Path) -> Path:
    """Return the path up to the first missing key: a new table is set as a whole."""
    parts = (path[:length] for length in range(1, len(path)))
    return next((part for part in parts if field_at(owner, part) is None), path)


def edit(scene: Scene[Any, Any], command: commands.Edit) -> None:
    """Apply the changes made by hand to a save."""
    before = scene.fight
    try:
        tables = patched_tables(before, read_steps(command.steps))
    except (LookupError, msgspec.MsgspecError) as wrong:
        raise misuse(f"invalid edit: {wrong}", "set WHO KEY=VALUE") from None
    after = all_settled(scene.rules, before, _fight(tables, scene.rules, before))
    if found := [*mistakes_in(scene.rules, after)]:
        refuse_new([*mistakes_in(scene.rules, before)], found, every=True)
    for step in steps_between(before, after):
        scene.emit(_done(step, before, after))
    rows = scene.rules.conditions
    for who, one in after.combatants.items():
        if who in before.combatants and is_standing(rows, before.combatants[who]) and not is_standing(rows, one):
            scene.rules.hooks.fall(scene, who)
    if command.joining:
        new = [who for who in after.combatants if who not in before.combatants]
        _let_join(scene, new)


def _let_join(scene: Scene[Any, Any], new: Sequence[str]) -> None:
    """Give new combatants a place in the order of a running fight, and report on each as `add` does."""
    give_count = scene.rules.give_count
    if scene.fight.round and give_count is not None and acts_alone(scene.rules):
        for who in new:
            if scene.one(who).initiative is None:
                give_count(scene, who, None, 0)
        replace_slots(scene, new, RULE)
    for who in new:
        scene.rules.hooks.added(scene, who)


def all_settled(rules: Rules, before: Any, after: Any) -> Any:
    """Return the edited fight with every sheet settled."""
    people = {}
    for who, one in after.combatants.items():
        was = before.combatants.get(who)
        changed = (name for name in one.__struct_fields__ if was is None or getattr(one, name) != getattr(was, name))
        people[who] = rules.settled(after, one, tuple(changed))
    return replace(after, combatants=people)


def _fight(tables: dict[str, Any], rules: Rules, before: Any) -> Any:
    try:
        return msgspec.convert(tables, rules.fight)
    except msgspec.ValidationError as wrong:
        raw = msgspec.json.decode(msgspec.json.encode(tables))
        more = new_among([*mistakes_in(rules, before)], further_mistakes(rules, raw))
        misfits = islice(type_mistakes(raw, rules.fight), MISTAKES_OF_A_COMMAND + 1)
        refuse_new([], [*misfits, *more], every=True)
        raise misuse(f"invalid edit: {wrong}", "set WHO KEY=VALUE") from None


def _done(step: Step, before: Any, after: Any) -> AnyEvent:
    """Return the event for one step of an edit, on a sheet or on the fight."""
    match step.path:
        case ("combatants", who) if who not in after.combatants:
            return CombatantLeft(rule=RULE, who=who)
        case ("combatants", who) if who not in before.combatants:
            return CombatantJoined(rule=RULE, who=who, combatant=after.combatants[who])
        case ("combatants", who, *inner):
            path, was, now = tuple(inner), before.combatants[who], after.combatants[who]
        case path:
            who, was, now = "", before, after
    values = field_at(was, path), field_at(now, path)
    return FieldChanged(rule=RULE, who=who, field=dotted(path), path=path, before=values[0], after=values[1])


def drop_references(scene: Scene[Any, Any], gone: Collection[str]) -> None:
    """Remove all references to combatants who leave: on sheets, in conditions, in stat blocks and on the board."""
    fight, rules, left = scene.fight, scene.rules, frozenset(gone)
    for other, one in fight.combatants.items():
        if other not in left:
            _forget_on_sheet(scene, one, (PEOPLE, other), left, tuple(one.__struct_fields__))
    for block in as_sheets(rules.sheet, fight.blocks):
        _forget_on_sheet(scene, block.sheet, (BLOCKS, block.name), left, tuple(block.own))
    for path, value, kind in named_elsewhere(rules, fight):
        if COMBATANT in kinds_of(kind):
            _take_out(scene, path, value, left)


def _forget_on_sheet(
    scene: Scene[Any, Any], combatant: Combatant, at: Place, left: frozenset[str], fields: tuple[str, ...]
) -> None:
    for name, condition in combatant.conditions.items() if "conditions" in fields else ():
        row = row_of(scene.rules.conditions, name)
        if row is not None and row.of_somebody and name.removeprefix(f"{row.name} ") in left:
            _change(scene, (*at, "conditions", name), None)
            continue
        for field in ("whose", "by"):
            if getattr(condition, field) in left:
                _change(scene, (*at, "conditions", name, field), "")
    for path, value, kind in named_on_sheet(scene.rules, combatant, at):
        if COMBATANT in kinds_of(kind) and path[2] in fields:
            _take_out(scene, path, value, left)


def _take_out(scene: Scene[Any, Any], path: Place, value: Any, left: frozenset[str]) -> None:
    if isinstance(value, Mapping):
        for who in filter(left.__contains__, [*value]):
            _change(scene, (*path, who), None)
    elif isinstance(value, tuple):
        stay = [each for each in value if each not in left]
        if len(stay) < len(value):
            _change(scene, path, stay if path[0] == BLOCKS else tuple(stay))
    elif value in left:
        _change(scene, path, "")


def _change(scene: Scene[Any, Any], path: Place, after: Any) -> None:
    """Set the value at a path from the fight. A list is always set as a whole."""
    owner, inside = (str(path[1]), path[2:]) if path[0] == PEOPLE else ("", path)
    scene.change(owner, tuple(map(str, inside)), after, RULE)


def leave_empty_teams(scene: Scene[Any, Any]) -> None:
    """Remove teams without members from the turn order."""
    teams = dict.fromkeys(slot.who for slot in scene.fight.order)
    remove_from_order(scene, [team for team in teams if not scene.rules.members(scene.fight, team)], RULE)


BLOCK = "block"
BOARD = "board"
MOST_NAMED = 5


class BoardObjectKind(Struct, frozen=True):
    """A kind of object in a fight: its singular word, the path of its table, and the struct of an entry.

    Without a struct, its entries are pairs of names, such as links.
    """

    word: str
    path: Path
    kind: type[Struct] | None

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of an entry, as they are typed."""
        return () if self.kind is None else tuple(each.name.replace("_", "-") for each in fields(self.kind))

    @property
    def expects(self) -> str:
        """Return the rest of an `add` line after the word: an id and the required keys, or two names."""
        if self.kind is None:
            return "ONE OTHER"
        needed = [each.name for each in fields(self.kind) if each.required and each.name != "name"]
        return f"ID {' '.join(f'{name}=VALUE' for name in needed) or 'KEY=VALUE'}"


def things_of(rules: Rules) -> dict[str, BoardObjectKind]:
    """Return the kinds of objects that a system's fights can have, by their singular words."""
    board = type(rules.fight(system=rules.name).board)
    found = [*_tables(rules.fight, ()), *_tables(board, (BOARD,))]
    return {each.word: each for each in (*found, BoardObjectKind(BLOCK, (BLOCKS,), as_incomplete(rules.sheet)))}


def _tables(kind: type[Any], at: Path) -> Iterator[BoardObjectKind]:
    for name, hint in get_type_hints(kind).items():
        path = (*at, name)
        word = name.removesuffix("s")
        if path == (PEOPLE,) or name in kind.in_play:
            continue
        entry = (get_args(hint) or (None,))[-1]
        if get_origin(hint) is Mapping and isinstance(entry, type) and issubclass(entry, Struct):
            yield BoardObjectKind(word, path, entry)
        elif get_origin(hint) is tuple and get_origin(get_args(hint)[0]) is tuple:
            yield BoardObjectKind(word, path, None)


def add_thing(scene: Scene[Any, Any], command: commands.Add) -> None:
    """Add an object to the fight, such as a weapon or a place: its kind, its id, and KEY=VALUE."""
    thing = _thing(scene.rules, command)
    _only_of_combatants(command, thing)
    if thing.kind is None:
        _add_pair(scene, thing, command.pairs)
        return
    name, *words = command.pairs
    whole = (*thing.path, name)
    pairs = sheets.read_pairs(words, thing.kind)
    raw = {"name": name} if any(each.name == "name" and each.required for each in fields(thing.kind)) else {}
    entry: Any = sheets.with_pairs(raw, pairs, thing.kind, f"{thing.word} {name}")
    if field_at(scene.fight, thing.path).get(name) is not None:
        scene.refuse(f"{thing.word} {name} already exists", RULE, f"set fight {quoted(f'{dotted(whole)}.KEY=VALUE')}")
    if thing.word == BLOCK:
        block = {"from": command.block} if command.block else {}
        written = dict.fromkeys(each.path[0] for each in pairs)
        entry = in_order({**block, **{key: msgspec.to_builtins(getattr(entry, key)) for key in written}})
    _check_fight(scene, with_field(scene.fight, whole, entry))
    scene.change("", whole, entry, RULE)


def ids_of(fight: Any, thing: BoardObjectKind) -> tuple[str, ...]:
    """Return the ids of all objects of a kind; for pairs, the names in them."""
    found = field_at(fight, thing.path)
    return tuple(found) if thing.kind else tuple(dict.fromkeys(name for pair in found for name in pair))


def remove_things(scene: Scene[Any, Any], command: commands.Remove) -> None:
    """Remove objects of a kind, or a pair of names. Raises Refusal if they are in use."""
    thing, names = things_of(scene.rules)[command.who[0]], command.who[1:]
    table = field_at(scene.fight, thing.path)
    if thing.kind is None:
        pair = next((each for each in table if set(each) == set(names)), None)
        if pair is None:
            raise refuse(f"no {thing.word} between {' and '.join(names)}", RULE)
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
    found = [*mistakes_in(scene.rules, after)]
    users = new_among([*mistakes_in(scene.rules, scene.fight)], found) if found else ()
    if users:
        named = list(dict.fromkeys(_user(each.path) for each in users))
        more = f" and {len(named) - MOST_NAMED} more" if len(named) > MOST_NAMED else ""
        raise refuse(f"{what} is in use: {', '.join(named[:MOST_NAMED])}{more}", RULE, "set WHO KEY=VALUE")


def _user(path: Place) -> str:
    """Return who or what refers to an object, and in which field: `vex (weapons)`."""
    at = 1 if path[:1] in ((PEOPLE,), (BLOCKS,)) else 0
    rest = [str(each) for each in path[at + 1 :] if isinstance(each, str)]
    return f"{path[at]} ({'.'.join(rest)})" if rest else in_words(path)


def refuse_bare_kind(rules: Rules, word: str, pairs: Sequence[str]) -> None:
    """Raise UsageError for the word for a kind of object without an id: hardly the name of a combatant."""
    if thing := things_of(rules).get(word):
        own = Hint("for a combatant of that name: {}", " ".join(("add", word, f"name={word}", *map(quoted, pairs))))
        like = for_example(*(each for each in commands.Add.examples if each.startswith(f"add {word} ")))
        raise missing(f"{thing.expects} after {word}", hint=(like, own))


def _thing(rules: Rules, command: commands.Add) -> BoardObjectKind:
    """Return the kind of object that a line names. Raises UsageError with the known kinds."""
    known = things_of(rules)
    word, second = command.name, command.pairs[0]
    if word in known:
        return known[word]
    near = nearest(word, known)
    if near:
        line = " ".join(("add", *map(quoted, (near[0], *command.pairs))))
        raise unknown("kind", word, hint=Hint(MEANT, line, near=near))
    if second.replace("-", "_") in {each.name for each in fields(rules.sheet)}:
        sheets.read_pairs(command.pairs, rules.sheet)
    one = Hint("for one combatant: {}", f"add {quoted(f'{word} {second}')}")
    raise misuse(f"unexpected {shown(second)}", hint=(one, listed("kinds of objects", tuple(known))))


def _only_of_combatants(command: commands.Add, thing: BoardObjectKind) -> None:
    """Raise UsageError for options that apply only to combatants."""
    given = {"--count": command.count != "1", "--first": command.first, "--dice": command.dice}
    given["--initiative"] = command.initiative
    given["--from"] = command.block and thing.word != BLOCK
    if wrong := [name for name, is_given in given.items() if is_given]:
        raise misuse(f"{wrong[0]} does not apply to a {thing.word}", hint="remove it")


def _add_pair(scene: Scene[Any, Any], thing: BoardObjectKind, names: Sequence[str]) -> None:
    if len(set(names)) != len(names) or len(names) != 2:  # noqa: PLR2004 - a pair
        raise misuse(f"a {thing.word} needs two different names", f"add {thing.word} {thing.expects}")
    before = field_at(scene.fight, thing.path)
    if any(set(each) == set(names) for each in before):
        raise misuse(f"a {thing.word} between {names[0]} and {names[1]} already exists")
    after = (*before, tuple(names))
    _check_fight(scene, with_field(scene.fight, thing.path, after))
    scene.change("", thing.path, after, RULE)
