"""All mistakes of a file are told at once, where they are written; names are composed (NFC) on the way in."""

import unicodedata

import pytest

from rbfcli.kernel.errors import InvalidFile
from rbfcli.session.begin import from_encounter
from rbfcli.session.misplaced import LATER
from rbfcli.session.saves import from_bytes, to_bytes

HEAD = 'format = 1\nsystem = "rbf"\n'
CAFE, DECOMPOSED = "café", "cafe\u0301"


@pytest.fixture
def start(tmp_path):
    def begin(text, name="f.toml"):
        path = tmp_path / name
        path.write_text(HEAD + text, encoding="utf-8")
        return from_encounter(str(path), "x", source=name)

    begin.folder = tmp_path
    return begin


@pytest.fixture
def mistakes(start):
    def of(text):
        with pytest.raises(InvalidFile) as wrong:
            start(text)
        return wrong.value.message.replace(f"{start.folder}/", "").split("\n")

    return of


def test_mistakes_of_all_kinds_are_told_at_once(mistakes):
    assert mistakes(
        """\
active = "bob"
[combatants.ann]
name = "Ann"
weapons = ["swrd", "sword"]
held = "knif"
talents = ["Snipr"]
[combatants.ann.conditions.prone]
by = "bob"
[items.salve]
name = "Salve"
cures = ["blidned"]
heals = "1d"
"""
    ) == [
        "f.toml:3: active: only a save has this key; leave it out",
        "f.toml:6: combatants.ann.weapons[1]: there is no weapon 'swrd'; did you mean sword?",
        "f.toml:7: combatants.ann.held: there is no weapon 'knif'; did you mean knife?",
        "f.toml:8: combatants.ann.talents[1]: there is no talent 'Snipr'; did you mean Sniper?",
        "f.toml:10: combatants.ann.conditions.prone.by: there is no combatant 'bob'; known: ann",
        "f.toml:13: items.salve.cures[1]: there is no condition 'blidned'; did you mean blinded?",
        "f.toml:14: items.salve.heals: a die needs its sides: d6, d%, dF or d(expression)",
    ]


def test_the_only_mistake_keeps_its_hint_and_its_suggestions(start):
    with pytest.raises(InvalidFile) as wrong:
        start('[combatants.ann]\nname = "Ann"\nweapons = ["swrd"]\n')
    assert wrong.value.message.endswith("f.toml:5: combatants.ann.weapons[1]: there is no weapon 'swrd'")
    assert (wrong.value.hint, wrong.value.suggestions[0]) == ("did you mean sword?", "sword")


def test_a_table_that_there_is_not_says_what_there_is_instead(mistakes):
    assert mistakes("[waves.two]\nround = 3\n[loot.gold]\nmuch = 3\n[wepons.axe]\nname = 'axe'\n") == [
        f"f.toml:3: waves: unknown key; {LATER}",
        "f.toml:5: loot: unknown key; help rbf lists all tables",
        "f.toml:7: wepons: unknown key; did you mean weapons?",
    ]


def test_what_a_stat_block_says_is_wrong_there_and_told_once(mistakes):
    text = """\
[blocks.thug]
from = "person"
weapons = ["swrd"]
[blocks.person]
talents = ["Snipr"]
[combatants.thug]
from = "thug"
count = 3
place = "roof"
"""
    assert mistakes(text) == [
        "f.toml:5: blocks.thug.weapons[1]: there is no weapon 'swrd'; did you mean sword?",
        "f.toml:7: blocks.person.talents[1]: there is no talent 'Snipr'; did you mean Sniper?",
        "f.toml:11: combatants.thug.place: there is no place 'roof'",
    ]


def test_mistakes_of_included_files_are_told_with_their_names(start, mistakes):
    (start.folder / "party.toml").write_text(HEAD + '[combatants.ann]\nname = "Ann"\nheld = "knif"\n')
    found = mistakes('include = ["party.toml"]\n[combatants.bob]\nname = "Bob"\nheld = "knif"\n')
    assert [each.partition(": ")[0] for each in found] == ["f.toml:6", "party.toml:5"]


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("count = 0", "f.toml:5: combatants.ann.count must be a whole number from 1 to 1000"),
        ("count = true", "f.toml:5: combatants.ann.count must be a whole number from 1 to 1000"),
        ('from = "nobody"', "f.toml:5: combatants.ann.from: there is no stat block 'nobody'"),
        ('from = ["x"]', "f.toml:5: combatants.ann.from: from must be the name of one stat block"),
    ],
)
def test_what_cannot_be_copied_is_told_with_every_id_that_is_wrong(mistakes, table, said):
    found = mistakes(f'[combatants.ann]\nname = "Ann"\n{table}\n[combatants.-x]\nname = "X"\n')
    assert found[0].startswith(said)
    assert found[1].startswith("f.toml:6: combatants.-x: an id cannot begin with a hyphen")


def test_blocks_that_are_no_tables_and_names_that_are_no_texts(mistakes):
    assert mistakes('[combatants.ann]\nname="A"\nfrom = "thug"\n[blocks]\nthug = 3\n') == [
        "f.toml:7: blocks.thug must be a table, not 3"
    ]
    assert mistakes("[combatants.ann]\nname = 5\n") == [
        "f.toml:4: combatants.ann.name must be text of 1 to 64 characters, not 5"
    ]


def test_decomposed_names_are_composed(start):
    assert unicodedata.normalize("NFC", DECOMPOSED) == CAFE != DECOMPOSED
    begun = start(
        f"[board.places.{quoted(DECOMPOSED)}]\nat = 3\n[combatants.{quoted(DECOMPOSED)}]\n"
        f'name = "{DECOMPOSED}"\nplace = "{DECOMPOSED}"\n[combatants.ann]\nname = "Ann"\nplace = "{CAFE}"\n'
    )
    assert list(begun.fight.combatants) == [CAFE, "ann"]
    assert {one.place for one in begun.fight.combatants.values()} == {CAFE}
    assert begun.fight.combatants[CAFE].name == CAFE
    assert not from_bytes(to_bytes(begun), "save").edited


def test_mistakes_in_decomposed_tables_have_their_line(mistakes):
    found = mistakes(f'[combatants.{quoted(DECOMPOSED)}]\nname = "X"\nheld = "knif"\n')
    assert found[0].startswith(f"f.toml:5: combatants.{CAFE}.held: there is no weapon 'knif'")


def test_two_ids_that_are_one_when_composed_are_a_clash(mistakes):
    text = f'[combatants.{quoted(CAFE)}]\nname = "X"\n[combatants.{quoted(DECOMPOSED)}]\nname = "Y"\n'
    (found,) = mistakes(text)
    assert found.endswith("this name is there already, written with other characters")


def test_a_save_edited_with_decomposed_names_is_composed(start):
    begun = start('[combatants.ann]\nname = "Ann"\n')
    edited = to_bytes(begun).decode().replace('name = "Ann"', f'name = "{DECOMPOSED}"')
    loaded = from_bytes(edited.encode(), "f.toml")
    assert (loaded.edited, loaded.session.fight.combatants["ann"].name) == (True, CAFE)


def test_all_mistakes_of_an_edited_save_are_told_at_once(start):
    begun = start('[combatants.ann]\nname = "Ann"\nweapons = ["sword"]\nplace = "roof"\n[board.places.roof]\nat = 3\n')
    head, mid, fight = to_bytes(begun).decode().partition("\n[fight]\n")
    edited = head + mid + fight.replace('"sword"', '"swrd"').replace('place = "roof"', 'place = "rof"')
    with pytest.raises(InvalidFile) as wrong:
        from_bytes(edited.encode(), "f.toml")
    told = [each.partition(": ")[2] for each in wrong.value.message.split("\n")]
    assert told == [
        "fight.combatants.ann.weapons[1]: there is no weapon 'swrd'; did you mean sword?",
        "fight.combatants.ann.held: there is no weapon 'swrd'; did you mean sword?",
        "fight.combatants.ann.place: there is no place 'rof'; did you mean roof?",
    ]


def test_own_words_for_a_condition_are_written_behind_say(start, mistakes):
    begun = start('[combatants.ann]\nname = "Ann"\n[combatants.ann.conditions]\n"say stuned" = {}\n"say dizzy" = {}\n')
    assert list(begun.fight.combatants["ann"].conditions) == ["stuned", "dizzy"]
    found = mistakes('[combatants.ann]\nname = "Ann"\n[combatants.ann.conditions]\nstuned = {}\n')
    assert "there is no condition 'stuned'" in found[0]
    found = mistakes('[combatants.ann]\nname = "Ann"\n[combatants.ann.conditions]\ndizzy = {}\n')
    assert "there is no condition 'dizzy'" in found[0]
    loaded = to_bytes(begun).decode().replace('name = "Ann"', 'name = "Anna"')
    assert list(from_bytes(loaded.encode(), "f").session.fight.combatants["ann"].conditions) == ["stuned", "dizzy"]


def quoted(text):
    return f'"{text}"'
