"""TOML is bounded before it is parsed, and written in one form that no terminal obeys."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as some
from msgspec import Meta, Struct

from rbfcli.checking.locations import few, require_valid
from rbfcli.core.errors import InvalidFile, LimitReached, UsageError
from rbfcli.core.limits import FILE_BYTES, Budget
from rbfcli.core.type_errors import type_mistakes
from rbfcli.storage.toml import check_format, composed, parse, read_toml, walk, write_toml
from rbfcli.storage.toml_positions import Places, spots
from tests.storage.toml_pieces import PIECES

WORD = some.text(some.characters(exclude_categories=["Cs"]), max_size=12) | some.text("ab\n'\r\t\\\"#=[]", max_size=12)
WORD = WORD.map(composed)  # as rbf stores every text
VALUE = some.recursive(
    some.one_of(some.booleans(), some.integers(-(2**53), 2**53), WORD),
    lambda inner: some.one_of(some.lists(inner, max_size=4), some.dictionaries(WORD, inner, max_size=4)),
    max_leaves=12,
)


@given(some.dictionaries(WORD, VALUE, max_size=5))
def test_what_is_written_reads_back_and_is_written_the_same_again(tables):
    raw = write_toml(tables)
    assert read_toml(raw, "x") == tables
    assert write_toml(read_toml(raw, "x")) == raw


def test_the_written_form_is_for_people_and_version_control():
    journal = 'turn next\nattack "Vex of Os" thug\n'
    raw = write_toml({"format": 1, "journal": journal, "title": "x", "combatants": {"vex": {"hp": 3, "able": True}}})
    assert raw.decode().split("\n\n", 1)[1] == (
        "format = 1\ntitle = \"x\"\njournal = '''\nturn next\nattack \"Vex of Os\" thug\n'''\n"
        "\n[combatants.vex]\nhp = 3\nable = true\n"
    )
    assert raw.startswith(b"# Written by rbf")


def test_nothing_in_a_written_file_plays_with_a_terminal():
    hostile = "a\t\x00\x1b[31m\r\x7f\x85\x9b\xad\u061c\u200b\u200d\u202e\u2028\u2066\ufeff\U000e0041\nend"
    text = write_toml({"notes": hostile, hostile: {"x": 1}}).decode()
    assert set(text) <= set(map(chr, range(32, 127))) | {"\n"}
    assert tomllib.loads(text) == {"notes": hostile, hostile: {"x": 1}}


def test_a_carriage_return_survives_in_a_text_of_several_lines():
    assert read_toml(write_toml({"notes": "a\r\nb\nc"}), "x") == {"notes": "a\r\nb\nc"}


TEXTS = ("\n", "\n\n", "a\n'", "'''\n", "''\n''x", '"""\n\\', "a\tb\n", "\u2028\n", "é\n\x9b", "# no\n[x]\n", "a\r\n")


@pytest.mark.parametrize("text", TEXTS)
def test_every_text_of_several_lines_reads_back(text):
    for tables in ({"journal": text}, {"format": 1, "a b": text, "x": {"y": text}, "z": [text]}):
        assert read_toml(write_toml(tables), "x") == tables


def test_tuples_are_written_as_lists_and_true_is_not_one():
    assert read_toml(write_toml({"pair": (1, (True, "x"))}), "x") == {"pair": [1, [True, "x"]]}


def test_text_that_is_not_unicode_is_refused():
    with pytest.raises(UsageError, match="not UTF-8"):
        write_toml({"name": "\udc80"})


def test_a_save_too_big_to_read_is_not_written():
    line = "x" * 99 + "\n"
    with pytest.raises(LimitReached, match="a save can have at most"):
        write_toml({"journal": line * (FILE_BYTES // len(line) + 1)})


@given(some.lists(some.sampled_from(PIECES), max_size=12).map("\n".join))
def test_what_tomllib_reads_is_read_as_it_reads_it(text):
    try:
        wanted = tomllib.loads(text)
    except ValueError:
        return
    assert parse(text, "save", Budget()) == wanted


def test_byte_order_mark_and_windows_line_ends_are_read():
    assert read_toml(b'\xef\xbb\xbfa = 1\r\nb = """\r\nx\r\ny"""\r\n', "x") == {"a": 1, "b": "x\ny"}


NOT_READ = {
    "bad UTF-8": (b'a = 1\nb = "\xff"', "f.toml:2: the byte 0xff is not UTF-8"),
    "no TOML": (b"a = 1\nb == 2\n", "f.toml:2, column 4: invalid TOML: invalid value"),
    "an end too soon": (b"a = 1\nb =\n\n", "f.toml:2, column 4: invalid TOML"),
    "an open string": (b'a = 1\nb = "x', "f.toml:2: invalid TOML"),
    "NUL": (b"a = 1\nb\0", "f.toml:2"),
    "a key twice": (b"a = 1\nb = 2\na = 3\n", "f.toml:3: a is defined twice, first on line 1"),
    "a key twice after a long text": (
        b'a = 1\nb = """\na = 5\n[a]\n"""\na = 3',
        "f.toml:6: a is defined twice, first on line 1",
    ),
    "a key twice before a wrong one": (b'a = 1\na = 2\n"\\q" = 1', "f.toml:2: a is defined twice, first on line 1"),
    "a combatant twice": (
        b"[combatants.vex]\nhp = 1\n[combatants.bo]\nhp = 1\n[combatants.vex]\nhp = 2\n",
        "f.toml:5: combatants.vex is defined twice, first on line 1; rename one of them",
    ),
    "a key twice in a list of tables": (b"[[a]]\nx = 1\n[[a]]\nx = 1\nx = 2\n", r"f.toml:5: a\[2\].x is defined twice"),
    "a quoted key twice": (b'a."b c" = 1\n[a]\n"b c" = 2\n', "f.toml:"),
    "a key twice in braces": (b"a = 1\nb = {c = 1, c = 2}\n", "f.toml:2: b.c is defined twice, first on line 2"),
    "a fraction": (b"[vex]\nhp = 1.5\n", "f.toml:2: vex.hp is 1.5; write a whole number or text"),
    "infinity": (b"[vex]\nhp = -inf\n", "f.toml:2: vex.hp is -inf"),
    "a date": (b"[vex]\nborn = 2000-01-02\n", "f.toml:2: vex.born is 2000-01-02; write"),
    "a time": (b"[vex]\nborn = [1, 10:00:00]\n", r"f.toml:2: vex.born\[2\] is 10:00:00; write"),
    "a number too big": (
        b"a = 9007199254740993\n",
        r"f.toml:1: a is 9.007e\+15; write a whole number from -2\^53 to 2\^53",
    ),
    "a huge number": (b"b = 1\na = " + b"1" * 999, "f.toml:2: a is too big"),
    "a huge hexadecimal number": (b"a = 0x" + b"f" * 1_000_000, "f.toml:1: a is too big"),
    "too many digits": (b'b = """\n"""\na = ' + b"1" * 5000, "f.toml:3: a number has too many digits"),
    "too many digits in a list": (b"a = [1,\n " + b"1" * 5000, "f.toml:2: a number has too many digits"),
    "deep lists": (b"a = 1\nb = " + b"[" * 65 + b"]" * 65, "f.toml: tables are nested more than 64 deep"),
    "deep open lists": (b"a = " + b"[" * 50_000, "f.toml: tables are nested more than 64 deep"),
    "deep tables": (b"a = " + b"{a = " * 500, "f.toml: tables are nested more than 64 deep"),
    "a long dotted key": (b"a = 1\n" + b"b." * 64 + b"a = 1", "f.toml: tables are nested more than 64 deep"),
    "a very long dotted key": (b"a." * 20_000 + b"a = 1", "f.toml: tables are nested more than 64 deep"),
    "a long quoted key": (b'[ "a" ' + b". 'a' " * 70 + b"]", "f.toml: tables are nested more than 64 deep"),
    "deep by all means": (
        b"[" + b"a." * 31 + b"a]\n" + b"b." * 31 + b"b = {c.d = 1}",
        "f.toml: tables are nested more than 64",
    ),
    "too big": (b"#" * (FILE_BYTES + 1), "f.toml is too large"),
}


@pytest.mark.parametrize(("raw", "message"), NOT_READ.values(), ids=NOT_READ)
def test_what_is_not_read_is_named_with_its_line(raw, message):
    with pytest.raises(InvalidFile, match=f"^{message}"):
        read_toml(raw, "f.toml")


def test_as_deep_as_allowed_is_read():
    assert read_toml(b"a = " + b"[" * 32 + b"]" * 32 + b"\n" + b"b." * 31 + b"b = '[[[{{{' # [[[", "x")["a"]


LONG = 1_000_000


@pytest.mark.parametrize(
    "raw",
    [
        b'"""' * LONG,
        b'"\\"' * LONG,
        b'x = "' + b"\\\\" * LONG,
        b"'" * LONG,
        b"." * LONG,
        b"a" * LONG,
        b"a=1\n" * LONG,
        b'["' * LONG,
    ],
    ids=lambda raw: raw[:6].decode(),
)
def test_a_long_hostile_file_is_refused(raw):
    with pytest.raises((InvalidFile, LimitReached)):
        read_toml(raw, "x")


TOO_MUCH = {
    "keys": (b"a=1\n" * LONG, "f.toml is too long to read"),
    "empty lines": (b"\n" * LONG, "f.toml is too long to read"),
    "entries": (b"a = [" + b"1," * LONG + b"]", "f.toml is too long to read"),
    "dots": (b"a.b=1\n" * (LONG // 4), "f.toml is too long to read"),
    "escapes": (b'a = "' + b"\\n" * LONG + b'"', "f.toml is too long to read"),
}


@pytest.mark.parametrize(("raw", "message"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_what_is_too_much_is_not_read(raw, message):
    with pytest.raises(LimitReached, match=f"^{message}"):
        read_toml(raw, "f.toml")


def test_files_share_a_budget():
    budget = Budget(steps=100)
    read_toml(b"a = 1\nb = 1\n", "f.toml", budget)
    left = budget.steps
    assert left < 100
    with pytest.raises(LimitReached):
        read_toml(b"a = [" + b"1," * 100 + b"1]", "g.toml", budget)


def test_what_could_not_be_read_is_not_written():
    with pytest.raises(LimitReached, match=r"^the save is too long to read"):
        write_toml({"list": [1] * 220_000})


@given(some.binary(max_size=60) | some.text("[]{}\"'.=,# \n\\ab1-:", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(raw):
    said = "f.toml"
    try:
        read_toml(raw, "f.toml")
    except InvalidFile as refused:
        said = refused.message
    assert said.startswith("f.toml")


# Where keys and values stand in a text: exactly, whatever the way they are written in.


TEXT = '''\
# [no.table]
"a.b" = 1 # = 2
c . d."e f" = [ # one
  "x]", # [
  { g = """
two # lines""", 'h' = [1, [2]] },
]
[t."u v"]
w = 'it''s = "'
[[list]]
x = 1.5
[[list.in]]
y = 2025-01-01T00:00:00
[[list]]
x = true
[t]
z = -1_000
'''.replace("'it''s = \"'", "'it is = \"'")


@pytest.mark.parametrize(
    "text", [TEXT, TEXT.replace("\n", "\r\n"), *(p.read_text() for p in Path("encounters").glob("*.toml"))]
)
def test_every_value_of_a_file_is_found_where_it_stands(text):
    tables, found = tomllib.loads(text), spots(text)
    paths = {path: value for path, value in walk(tables) if path}
    assert set(paths) <= set(found)
    for path, value in paths.items():
        if span := found[path].value:
            assert tomllib.loads(f"v = {text[slice(*span)]}")["v"] == value
        for span in found[path].keys:
            assert path[-1] in tomllib.loads(f"{text[slice(*span)]} = 1") or isinstance(path[-1], int)


def test_lines_and_columns():
    places = Places([("f", TEXT)])
    at = {path: places.at(path)[2:] for path, _ in walk(tomllib.loads(TEXT)) if path}
    assert at[("a.b",)] == (2, 1)
    assert at[("c", "d", "e f")] == (3, 7)
    assert at[("c", "d", "e f", 0)] == (4, 3)
    assert at[("c", "d", "e f", 1, "g")] == (5, 5)
    assert at[("c", "d", "e f", 1, "h", 1, 0)] == (6, 28)
    assert at[("t",)] == (16, 2)
    assert at[("list", 1, "x")] == (15, 1)
    assert at[("list", 0, "in", 0, "y")] == (13, 1)
    assert places.at(("t", "nowhere"))[2:] == (16, 2)
    assert places.at(())[2:] == (1, 1)


def test_a_path_is_looked_for_in_the_file_that_names_most_of_it():
    places = Places([("f", "[a]\nb = 1\n"), ("g", "\n[a.c]\nd = 1\n")])
    assert places.at(("a", "c", "d")).line_text == "g:3"
    assert places.at(("a", "b")).line_text == "f:2"
    assert places.at(("a",)).line_text == "f:1"
    assert places.at(("a",), "g").line_text == "g:2"


@pytest.mark.parametrize("text", ["a = ", "[a", "= 3", "a = [1", 'a = "x', "a b = 3", "[a]]\nb = {c"])
def test_what_is_no_toml_is_read_as_far_as_it_goes(text):
    assert isinstance(spots(f"x = 1\n{text}"), dict)
    assert ("x",) in spots(f"x = 1\n{text}")


def test_a_long_file_takes_as_long_as_it_is():
    found = spots("[a]\n" + "".join(f"k{number} = [{'1, ' * 50}]\n" for number in range(200)))
    assert len(found) == 1 + 200 * 51


# All mistakes of a file are said at once, each with its line, its path and what would be right.


class Plain(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A type that knows all its keys."""


class Sword(Plain, frozen=True, kw_only=True, tag="sword"):
    """One of two kinds of arm."""

    edge: int


class Bow(Plain, frozen=True, kw_only=True, tag="bow"):
    """The other kind."""

    reach: int


class Combatant(Plain, frozen=True, kw_only=True):
    """A field of every sort."""

    name: Annotated[str, Meta(min_length=1, max_length=9)]
    hp: Annotated[int, Meta(ge=0, le=100)] = 10
    bonus: Annotated[int, Meta(gt=-3)] | None = None
    wound: Annotated[int, Meta(lt=4)] = 0
    side: Literal["foes", "friends"] = "foes"
    able: bool = True
    tags: tuple[Annotated[str, Meta(max_length=3)], ...] = ()
    place: tuple[int, int] = (0, 0)
    arm: Sword | Bow | None = None
    target: int | str = 0
    mark: Annotated[str, Meta(min_length=1, max_length=1)] = "x"


class Encounter(Plain, frozen=True, kw_only=True):
    """Tables by key, and a list of tables."""

    combatants: Mapping[str, Combatant] = {}
    order: tuple[Combatant, ...] = ()
    options: Annotated[dict[str, int], Meta(max_length=1)] = {}


def convert(tables, kind, sources):
    require_valid(few(type_mistakes(tables, kind)), sources)
    return msgspec.convert(tables, kind)


def mistakes(text, kind=Encounter):
    with pytest.raises(InvalidFile) as wrong:
        convert(read_toml(text.encode(), "f"), kind, sources=[("f", text)])
    found = wrong.value.found
    return wrong.value.message.split("\n") if len(found) > 1 else [each.line for each in found]


def test_a_right_file_becomes_its_type():
    text = '[combatants.vex]\nname = "Vex"\nplace = [1, 2]\ntags = ["a"]\narm = {type = "bow", reach = 3}'
    encounter = convert(read_toml(text.encode(), "f"), Encounter, sources=[("f", text)])
    assert encounter.combatants["vex"] == Combatant(name="Vex", place=(1, 2), tags=("a",), arm=Bow(reach=3))


WRONG = {
    'hp = "ten"': "f:3: combatants.vex.hp must be a whole number from 0 to 100, not 'ten'",
    "hp = true": "f:3: combatants.vex.hp must be a whole number from 0 to 100, not true",
    "hp = 101": "f:3: combatants.vex.hp must be a whole number from 0 to 100, not 101",
    "bonus = -3": "f:3: combatants.vex.bonus must be a whole number of at least -2, not -3",
    "wound = 4": "f:3: combatants.vex.wound must be a whole number of at most 3, not 4",
    'side = "foe"': "f:3: combatants.vex.side must be one of 'foes', 'friends', not 'foe'; did you mean foes?",
    "able = 1": "f:3: combatants.vex.able must be true or false, not 1",
    'tags = ["a",\n  "four"]': "f:4: combatants.vex.tags[2] must be a string of at most 3 characters, not 'four'",
    "place = [1]": "f:3: combatants.vex.place must be a list of 2 entries, not a list of 1",
    'place = [1, "x"]': "f:3: combatants.vex.place[2] must be a whole number, not 'x'",
    'mark = "xy"': "f:3: combatants.vex.mark must be a string of 1 character, not 'xy'",
    "target = true": "f:3: combatants.vex.target must be a whole number or a string, not true",
    "arm = 3": "f:3: combatants.vex.arm must be a table, not 3",
    'arm = {type = "axe"}': "f:3: combatants.vex.arm.type must be one of 'bow', 'sword', not 'axe'",
    "arm = {reach = 3}": "f:3: combatants.vex.arm.type must be one of 'bow', 'sword'",
    'arm = {type = "bow", edge = 3}': "f:3: combatants.vex.arm.edge: unknown key; keys: reach",
    "hpp = 3": "f:3: combatants.vex.hpp: unknown key; did you mean hp?",
    "zzzzz = 3": "f:3: combatants.vex.zzzzz: unknown key; keys: "
    "name, hp, bonus, wound, side, able, tags, place, arm, target, mark",
    '"h\\u001bp\\n" = {}': "f:3: combatants.vex.h\x1bp\n: unknown key; keys: "
    "name, hp, bonus, wound, side, able, tags, place, arm, target, mark",
}


@pytest.mark.parametrize(("line", "message"), WRONG.items())
def test_a_mistake_is_answered_with_line_path_and_what_was_expected(line, message):
    said = "\n".join(mistakes(f'[combatants.vex]\nname = "Vex"\n{line}\n'))
    assert said.split("\nf:")[0] == message


def test_all_mistakes_are_said_at_once():
    text = """
[[order]]
name = ""

[[order]]
nmae = "x"

[combatants]
bo = 3

[combatants.vex]
hp = "[combatants.vex]"
"""
    assert mistakes(text) == [
        "f:3: order[1].name must be a string of 1 to 9 characters, not ''",
        "f:6: order[2].nmae: unknown key; did you mean name?",
        "f:9: combatants.bo must be a table, not 3",
        "f:11: combatants.vex: missing key name (a string of 1 to 9 characters)",
        "f:12: combatants.vex.hp must be a whole number from 0 to 100, not '[combatants.vex]'",
    ]


def test_text_that_looks_like_a_table_misleads_nobody():
    text = 'combatants.vex.name = """\n[combatants.vex]\nhp = 3\n"""\n# [combatants.vex]\n[combatants.bo]\nname = 3'
    assert mistakes(text)[1] == "f:7: combatants.bo.name must be a string of 1 to 9 characters, not 3"


def test_sizes_of_tables_are_checked():
    assert mistakes("[options]\na = 1\nb = 2") == ["f:1: options must have at most 1 entries, not 2"]


def test_a_mistake_is_placed_in_the_file_that_holds_it():
    main, party = ("main", "[combatants.bo]\nname = 'Bo'"), ("party", "\n\n[combatants.vex]\nname = 3")
    raw = {"combatants": {"vex": {"name": 3}, "bo": {"name": "Bo"}}}
    with pytest.raises(InvalidFile, match=r"^party:4: combatants\.vex\.name must"):
        convert(raw, Encounter, sources=[main, party])


def test_the_list_of_mistakes_ends_somewhere():
    said = mistakes("".join(f"[combatants.c{number}]\nname = 3\n" for number in range(150)))
    assert len(said) == 101
    assert said[-1] == "and more: only the first 100 mistakes are listed"


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "f:1: the file is empty", "begin the file with the line: format = 1"),
        ("a = 1", "f:1: missing format", "begin the file with the line: format = 1"),
        ("format = '1'", "f:1: format must be the number 1, not '1'", "write format = 1"),
        ("format = true", "f:1: format must be the number 1, not True", "write format = 1"),
        ("format = 0", "f:1: format must be the number 1, not 0", "write format = 1"),
        ("format = 3", "f: made by a newer rbf (format 3); this one reads up to 1", ""),
    ],
)
def test_a_file_of_another_format_is_refused(text, message, hint):
    with pytest.raises(InvalidFile) as wrong:
        check_format(read_toml(text.encode(), "f"), "f")
    assert (wrong.value.message, wrong.value.hint) == (message, hint)


def test_this_format_is_read():
    assert check_format({"format": 1}, "f") == 1
    assert check_format({"format": 2}, "f", newest=3) == 2
