"""All mistakes of a file are said at once, each with its line, its path and what would be right."""

from collections.abc import Mapping
from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from rbfcli.kernel.errors import InvalidFile
from rbfcli.store.toml_text import read_toml
from rbfcli.store.validate import check_format, convert


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


def mistakes(text, kind=Encounter):
    with pytest.raises(InvalidFile) as wrong:
        convert(read_toml(text.encode(), "f"), kind, sources=[("f", text)])
    return wrong.value.message.split("\n")


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
    'tags = ["a",\n  "four"]': "f:4: combatants.vex.tags[2] must be text of at most 3 characters, not 'four'",
    "place = [1]": "f:3: combatants.vex.place must be a list of 2 entries, not a list of 1",
    'place = [1, "x"]': "f:3: combatants.vex.place[2] must be a whole number, not 'x'",
    'mark = "xy"': "f:3: combatants.vex.mark must be text of 1 character, not 'xy'",
    "target = true": "f:3: combatants.vex.target must be a whole number or text, not true",
    "arm = 3": "f:3: combatants.vex.arm must be a table, not 3",
    'arm = {type = "axe"}': "f:3: combatants.vex.arm.type must be one of 'bow', 'sword', not 'axe'",
    "arm = {reach = 3}": "f:3: combatants.vex.arm.type must be one of 'bow', 'sword'",
    'arm = {type = "bow", edge = 3}': "f:3: combatants.vex.arm.edge: unknown key; known: reach",
    "hpp = 3": "f:3: combatants.vex.hpp: unknown key; did you mean hp?",
    "zzzzz = 3": "f:3: combatants.vex.zzzzz: unknown key; known: "
    "name, hp, bonus, wound, side, able, tags, place, arm, target, mark",
    '"h\\u001bp\\n" = {}': "f:3: combatants.vex.h\x1bp\n: unknown key; known: "
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
        "f:3: order[1].name must be text of 1 to 9 characters, not ''",
        "f:6: order[2].nmae: unknown key; did you mean name?",
        "f:9: combatants.bo must be a table, not 3",
        "f:12: combatants.vex.hp must be a whole number from 0 to 100, not '[combatants.vex]'",
        "f:11: combatants.vex: name is missing (text of 1 to 9 characters)",
    ]


def test_text_that_looks_like_a_table_misleads_nobody():
    text = 'combatants.vex.name = """\n[combatants.vex]\nhp = 3\n"""\n# [combatants.vex]\n[combatants.bo]\nname = 3'
    assert mistakes(text)[1] == "f:7: combatants.bo.name must be text of 1 to 9 characters, not 3"


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


def test_what_only_the_type_itself_refuses_keeps_its_reason():
    class Even(Struct):
        number: int

        def __post_init__(self):
            if self.number % 2:
                raise ValueError("it is odd")

    assert mistakes("number = 3", Even) == ["f: it is odd"]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("", "f:1: the file is empty", "begin the file with the line: format = 1"),
        ("a = 1", "f:1: format is missing", "begin the file with the line: format = 1"),
        ("format = '1'", "f:1: format is '1'", "write format = 1"),
        ("format = true", "f:1: format is True", "write format = 1"),
        ("format = 0", "f:1: there is no format 0", "write format = 1"),
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
