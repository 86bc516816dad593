"""`check --json`: every key of every mistake is always there, with its place in the file."""

import json

from rbfcli.session.begin import from_encounter
from rbfcli.session.saves import to_bytes
from rbfcli.store.paths import find_encounter

FILE = {"file", "ok", "status", "finding", "errors", "warnings", "fixed"}
MISTAKE = {"path", "line", "column", "table", "key", "message", "hint", "suggestions", "rule", "fix"}
TEXT = """\
format = 1
system = "rbf"
[combatants.ann]
side = "a"
weapons = ["sword", "Axe"]
sped = 3
[[board.lying]]
weapon = "swrd"
"""


def found(checked, text, name="f.toml", *options):
    path = checked.folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    reply = checked(str(path), "--json", *options)
    (line,) = map(json.loads, reply.text.splitlines())
    (file,) = line["files"]
    assert set(file) == FILE
    assert line["ok"] == file["ok"] == (reply.status == 0)
    for each in (*file["errors"], *file["warnings"]):
        assert set(each) == MISTAKE
        each["path"] = each["path"].rpartition("/")[2]
    return file


def test_mistakes_have_their_places(checked):
    file = found(checked, TEXT)
    assert (file["status"], file["warnings"], file["fixed"]) == (3, [], [])
    places = [(each["path"], each["line"], each["column"], each["table"], each["key"]) for each in file["errors"]]
    assert places == [
        ("f.toml", 5, 21, "combatants.ann", "weapons[2]"),
        ("f.toml", 6, 1, "combatants.ann", "sped"),
        ("f.toml", 8, 1, "board.lying[1]", "weapon"),
    ]
    assert file["errors"][1] == {
        "path": "f.toml",
        "line": 6,
        "column": 1,
        "table": "combatants.ann",
        "key": "sped",
        "rule": "",
        "message": "unknown key",
        "hint": "did you mean speed?",
        "suggestions": ["speed"],
        "fix": {"of": "key", "new": "speed"},
    }
    assert [each["fix"] for each in file["errors"]] == [
        {"of": "value", "new": "axe"},
        {"of": "key", "new": "speed"},
        None,
    ]


def test_a_missing_key_is_of_the_table_that_lacks_it(checked):
    (wrong,) = found(checked, 'format = 1\nsystem = "threat"\n[combatants.ann]\nside = "a"\n')["errors"]
    assert (wrong["line"], wrong["table"], wrong["key"]) == (3, "combatants.ann", "hp")


def test_warnings_have_theirs_and_leave_the_file_sound(checked):
    file = found(checked, TEXT.partition("weapons")[0])
    assert (file["ok"], file["errors"]) == (True, [])
    assert [(each["line"], each["table"], each["key"]) for each in file["warnings"]] == [(3, "", "combatants")]


def test_what_is_no_toml_has_line_and_column(checked):
    (wrong,) = found(checked, "format = 1\nsystem = rbf\n")["errors"]
    assert (wrong["line"], wrong["column"], wrong["table"], wrong["key"]) == (2, 10, "", "")
    assert wrong["message"].startswith("not valid TOML: ")
    assert wrong["hint"].startswith("text stands in quotes")


def test_a_file_that_is_not_there_and_one_that_is_no_text(checked):
    reply = checked(str(checked.folder / "nowhere.toml"), "--json")
    (wrong,) = json.loads(reply.text)["files"][0]["errors"]
    assert (wrong["line"], wrong["column"]) == (0, 0)
    assert wrong["message"].startswith("there is no file")
    (wrong,) = found(checked, b"format = 1\n\xff\n")["errors"]
    assert (wrong["line"], wrong["message"]) == (2, "the byte 0xff is not UTF-8 text")


def test_a_save_that_is_wrong(checked):
    raw = to_bytes(from_encounter(find_encounter("duel"), "x", source="duel"))
    assert found(checked, raw)["errors"] == []
    start, mark, fight = raw.decode().partition("\n[fight]\n")
    (wrong,) = found(checked, start + mark + fight.replace('held = "sword"', 'held = "swrd"'))["errors"]
    assert (wrong["table"], wrong["key"], wrong["message"]) == (
        "fight.combatants.ada",
        "held",
        "there is no weapon 'swrd'",
    )
    (wrong,) = found(checked, start + mark + fight.replace('name = "Ada Quill"', 'name = "Ada"'))["errors"]
    assert (wrong["line"], wrong["message"]) == (0, "was edited by hand since the last command")


def test_many_mistakes_end_somewhere(checked):
    crowd = "".join(f"[combatants.c{number}]\nsped = 3\n" for number in range(150))
    file = found(checked, f'format = 1\nsystem = "rbf"\n{crowd}')
    assert len(file["errors"]) == 100
    assert file["finding"].endswith("and more: only the first 100 mistakes are listed")
