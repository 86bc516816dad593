"""Where keys and values stand in a text: exactly, whatever the way they are written in."""

import tomllib
from pathlib import Path

import pytest

from rbfcli.store.places import Places
from rbfcli.store.toml_checks import walk
from rbfcli.store.toml_spots import spots

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
