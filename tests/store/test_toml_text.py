"""TOML is bounded before it is parsed, and written in one form that no terminal obeys."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as some

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import InvalidFile, LimitReached, UsageError
from rbfcli.kernel.limits import FILE_BYTES
from rbfcli.store.toml_text import parse, read_toml
from rbfcli.store.toml_writing import write_toml
from tests.store.toml_pieces import PIECES

WORD = some.text(some.characters(exclude_categories=["Cs"]), max_size=12)
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
    with pytest.raises(LimitReached, match="the limit is"):
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
    "no TOML": (b"a = 1\nb == 2\n", "f.toml:2, column 4: not valid TOML: invalid value"),
    "an end too soon": (b"a = 1\nb =\n\n", "f.toml:2, column 4: not valid TOML"),
    "an open string": (b'a = 1\nb = "x', "f.toml:2: not valid TOML"),
    "NUL": (b"a = 1\nb\0", "f.toml:2"),
    "a key twice": (b"a = 1\nb = 2\na = 3\n", "f.toml:3: a is defined twice, first on line 1"),
    "a key twice after a long text": (
        b'a = 1\nb = """\na = 5\n[a]\n"""\na = 3',
        "f.toml:6: a is defined twice, first on line 1",
    ),
    "a combatant twice": (
        b"[combatants.vex]\nhp = 1\n[combatants.bo]\nhp = 1\n[combatants.vex]\nhp = 2\n",
        "f.toml:5: combatants.vex is defined twice, first on line 1; rename one of them",
    ),
    "a key twice in a list of tables": (b"[[a]]\nx = 1\n[[a]]\nx = 1\nx = 2\n", r"f.toml:5: a\[2\].x is defined twice"),
    "a quoted key twice": (b'a."b c" = 1\n[a]\n"b c" = 2\n', "f.toml:"),
    "a key twice in braces": (b"a = 1\nb = {c = 1, c = 2}\n", r"f.toml:2, column \d+: not valid TOML: duplicate"),
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
    "too big": (b"#" * (FILE_BYTES + 1), "f.toml is larger than"),
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
    "keys": (b"a=1\n" * LONG, "f.toml holds too much to read"),
    "empty lines": (b"\n" * LONG, "f.toml holds too much to read"),
    "entries": (b"a = [" + b"1," * LONG + b"]", "f.toml holds too much to read"),
    "dots": (b"a.b=1\n" * (LONG // 4), "f.toml holds too much to read"),
    "escapes": (b'a = "' + b"\\n" * LONG + b'"', "f.toml holds too much to read"),
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
    with pytest.raises(LimitReached, match=r"^the save holds too much"):
        write_toml({"list": [1] * 220_000})


@given(some.binary(max_size=60) | some.text("[]{}\"'.=,# \n\\ab1-:", max_size=60).map(str.encode))
def test_any_bytes_are_read_or_refused(raw):
    said = "f.toml"
    try:
        read_toml(raw, "f.toml")
    except InvalidFile as refused:
        said = refused.message
    assert said.startswith("f.toml")
