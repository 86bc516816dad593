"""An encounter may be made of several files of one folder, and of no other."""

import os

import pytest

from rbfcli.checking.locations import placed
from rbfcli.core.errors import InvalidFile, LimitReached
from rbfcli.core.limits import FILE_BYTES, Budget
from rbfcli.storage.includes import load_with_includes


@pytest.fixture
def folder(tmp_path, monkeypatch):
    inside = tmp_path / "fights"
    (inside / "sub").mkdir(parents=True)
    monkeypatch.chdir(inside)
    return inside


def write(folder, **texts):
    for name, text in texts.items():
        (folder / f"{name}.toml").write_text(text)


def refused(path="dock.toml", kind=InvalidFile):
    """What is wrong with the includes of a file, or what nothing of it can be read for."""
    try:
        reading = load_with_includes(path, Budget())
    except kind as wrong:
        return wrong.message
    return "\n".join(each.line for each in placed(reading.wrong, reading.sources))


def test_tables_of_several_files_are_joined_what_is_included_first(folder):
    write(
        folder,
        dock='format = 1\nsystem = "rbf"\ninclude = ["party.toml", "sub/foes.toml"]\n[combatants.zed]\nhp = 1\n',
        party='system = "rbf"\n[combatants.vex]\nhp = 2\n[weapons.rifle]\ndamage = 3\n',
    )
    (folder / "sub" / "foes.toml").write_text('include = ["more.toml", "../party.toml"]\n[combatants.thug]\nhp = 4\n')
    (folder / "sub" / "more.toml").write_text("[combatants.dog]\nhp = 5\n")
    reading = load_with_includes("dock.toml", Budget())
    tables, sources = reading.tables, reading.sources
    assert tables == {
        "format": 1,
        "system": "rbf",
        "combatants": {"vex": {"hp": 2}, "dog": {"hp": 5}, "thug": {"hp": 4}, "zed": {"hp": 1}},
        "weapons": {"rifle": {"damage": 3}},
    }
    assert list(tables["combatants"]) == ["vex", "dog", "thug", "zed"]
    assert [name for name, _ in sources] == ["dock.toml", "party.toml", "sub/foes.toml", "sub/more.toml"]
    assert dict(sources)["sub/more.toml"] == "[combatants.dog]\nhp = 5\n"


def test_a_file_without_includes_is_read_from_any_folder(folder):
    write(folder, dock="format = 1")
    assert load_with_includes(str(folder / "dock.toml"), Budget()).tables == {"format": 1}


def test_all_keys_given_twice_are_named_with_both_files(folder):
    write(
        folder,
        dock='title = "a"\ninclude = ["party.toml"]\n[combatants.vex]\nhp = 1\n[options]\nfast = true\n',
        party='title = "a"\noptions = 3\n[combatants.vex]\nhp = 1\n[combatants.bo]\n',
    )
    assert refused().split("\n") == [
        "dock.toml:1: title is also in party.toml; keep one of them",
        "dock.toml:3: combatants.vex is also in party.toml; keep one of them",
        "dock.toml:5: options is also in party.toml; keep one of them",
    ]


def test_a_party_of_another_system_is_a_clash(folder):
    write(folder, dock='system = "rbf"\ninclude = ["party.toml"]', party='system = "bgc"')
    assert refused() == "dock.toml:1: system is also in party.toml; keep one of them"


@pytest.mark.parametrize(
    "target", ["../secret.toml", "/etc/passwd", "sub/../../secret.toml", "link.toml", "out/x.toml", "."]
)
def test_an_include_stays_inside_the_folder(folder, target):
    (folder.parent / "secret.toml").write_text("x = 1")
    (folder / "link.toml").symlink_to("../secret.toml")
    (folder / "out").symlink_to(folder.parent)
    write(folder, dock=f'x = 1\ninclude = ["{target}"]')
    assert refused().startswith(f"dock.toml:2: include[1]: {target} is outside the folder")


def test_a_link_inside_the_folder_is_followed(folder):
    (folder / "sub" / "party.toml").write_text("x = 1")
    (folder / "party.toml").symlink_to("sub/party.toml")
    write(folder, dock='include = ["party.toml", "sub/party.toml"]')
    assert load_with_includes("dock.toml", Budget()).tables == {"x": 1}


def test_an_include_that_is_not_there_or_no_file_is_named(folder):
    os.mkfifo(folder / "pipe.toml")
    for target in ("nobody.toml", "sub/dock.toml"):
        write(folder, dock=f'include = ["{target}"]')
        assert refused().startswith(f"dock.toml:1: include[1]: no such file: {target}")
    for target in ("sub", "pipe.toml"):
        write(folder, dock=f'include = ["{target}"]')
        assert refused().startswith(f"dock.toml:1: include[1]: {target} is not a file")


@pytest.mark.parametrize("wrong", ['"party.toml"', "[1]", "3", '{a = "b"}', "[[]]"])
def test_include_is_a_list_of_files(folder, wrong):
    write(folder, dock=f"\ninclude = {wrong}")
    assert refused() == 'dock.toml:2: include must be a list of files: include = ["party.toml"]'


def test_a_name_that_no_file_can_have_is_refused(folder):
    write(folder, dock='include = ["a\\u0000b"]')
    assert refused().endswith("'a\\x00b' is not a file name")


def test_a_circle_is_named(folder):
    write(folder, dock='include = ["a.toml"]', a='include = ["b.toml"]', b='\ninclude = ["sub/../a.toml"]')
    assert refused() == ("b.toml:2: include[1]: circular include: dock.toml -> a.toml -> b.toml -> sub/../a.toml")
    write(folder, dock='include = ["dock.toml"]')
    assert refused().endswith("circular include: dock.toml -> dock.toml")


def test_includes_end_somewhere(folder):
    for number in range(18):
        write(folder, **{f"f{number}": f'include = ["f{number + 1}.toml"]'})
    write(folder, f18="x = 1")
    assert refused("f0.toml", LimitReached) == "f16.toml:1: includes can have at most 16 levels"
    assert load_with_includes("f2.toml", Budget()).tables == {"x": 1}


def test_what_is_included_is_bounded_as_a_whole(folder):
    for name in "ab":
        write(folder, **{name: f"#{'-' * 98}\n" * (FILE_BYTES // 200 + 1)})
    write(folder, dock='include = ["a.toml", "b.toml"]')
    assert refused(kind=LimitReached).startswith("b.toml: the included files together can have at most ")


def test_a_mistake_in_an_included_file_names_that_file(folder):
    write(folder, dock='include = ["a.toml"]', a="x = 1\nx = 2\n")
    assert refused() == "a.toml:2: x is defined twice, first on line 1; rename one of them"
