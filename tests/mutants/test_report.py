"""What a run counts, prints and finds wrong."""

import tomllib

import pytest

from tools.mutants.changes import Change, change_of, mutants_of, read_survivors
from tools.mutants.report import Result, Tally, complaints, complaints_of_all, survivors, table, tally

TEXT = '''
def hits(roll):
    """A roll of 4 hits (TOY-ATK-1)."""
    return roll >= 4


def spell(number):
    """A number in words."""
    return "it's %s" % number
'''


@pytest.fixture
def mutants(tmp_path):
    """Two mutants of a function that cites a rule, then those of one that does not."""
    (tmp_path / "blows.py").write_text(TEXT)
    return mutants_of("blows.py", tmp_path)


def results(mutants, *outcomes):
    """The first mutants with these outcomes."""
    return [Result(mutant, outcome) for mutant, outcome in zip(mutants, outcomes, strict=False)]


def test_who_runs_out_of_time_is_noticed_and_who_is_never_called_is_not(mutants):
    counted = tally(results(mutants, "killed", "timeout", "survived", "untested"))

    assert counted == Tally(mutants=4, killed=1, timeout=1, survived=2)
    assert counted.share == 50


def test_nothing_to_kill_is_all_killed():
    assert tally([]).share == 100


def test_a_share_is_rounded_down():
    assert Tally(2000, 1999, 0, 1).cells[-1] == "99.9 %"
    assert Tally(2000, 1999, 1, 0).cells[-1] == "100.0 %"


def test_the_table_has_a_row_a_file_and_counts_functions_that_cite_a_rule_apart(mutants):
    lines = list(table(results(mutants, "killed", "survived", "timeout")))

    assert [line.split() for line in lines[2:]] == [
        [name, "2", "1", "0", "1", "50.0", "%", "1", "0", "1", "0", "100.0", "%"] for name in ("blows.py", "all")
    ]


def test_the_table_leaves_out_what_a_file_has_not(mutants):
    assert list(table(results(mutants, "killed")))[2].split() == ["blows.py", "1", "1", "0", "0", "100.0", "%"]


def test_survivors_are_printed_as_they_are_listed_with_the_reasons_there_are(mutants, tmp_path):
    found = results(mutants, "survived", "killed", "survived", "untested")
    reasons = {change_of(mutants[0]): "a die shows no 3.5"}

    printed = "\n".join(survivors(found, reasons))

    entries = tomllib.loads(printed)["survivor"]
    assert [entry.pop("reason") for entry in entries] == ["a die shows no 3.5", "", ""]
    assert [Change(**entry) for entry in entries] == [change_of(found[place].mutant) for place in (0, 2, 3)]
    assert "before = 'return roll >= 4'" in printed
    (tmp_path / "survivors.toml").write_text("\n".join(survivors(found[:1], reasons)))
    assert read_survivors(tmp_path / "survivors.toml") == reasons


ENTRY = '[[survivor]]\nfile = "a.py"\nfunction = "hits"\nbefore = "a"\nafter = "b"\n'


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (ENTRY, "no reason given"),
        (f'{ENTRY}reason = " "\n', "no reason given"),
        (f'{ENTRY}reason = "because"\n' * 2, "given twice"),
    ],
)
def test_an_entry_gives_a_reason_and_stands_once(tmp_path, text, complaint):
    (tmp_path / "survivors.toml").write_text(text)

    with pytest.raises(ValueError, match=complaint):
        read_survivors(tmp_path / "survivors.toml")


def test_a_survivor_has_to_be_listed_where_its_function_cites_a_rule(mutants):
    found = results(mutants, "survived", "untested", "survived", "untested")

    assert list(complaints(found, {})) == ["2 survive in functions that cite a rule and are not listed with a reason"]
    assert list(complaints(found, {change_of(mutant): "because" for mutant in mutants[:2]})) == []


def test_all_mutants_together_are_held_to_the_bar_however_well_they_are_listed(mutants):
    found = results(mutants, "killed", "survived", "survived")
    reasons = {change_of(mutants[1]): "because"}

    assert list(complaints_of_all(found, reasons, [])) == [
        "50.0 % are killed in functions that cite a rule, and 95 % have to be"
    ]
    assert list(complaints_of_all(found[:1] + found[2:], {}, [])) == []


def test_a_listing_has_to_hold_where_its_file_was_tried(mutants):
    killed, gone = change_of(mutants[0]), change_of(mutants[0])._replace(before="return roll > 4")
    reasons = {killed: "because", gone: "because", change_of(mutants[1]): "because"}
    found = results(mutants, "killed", "timeout")

    assert list(complaints_of_all(found, reasons, ["others.py"])) == []
    assert [line.partition(": ")[2] for line in complaints_of_all(found, reasons, ["blows.py"])] == [
        "blows.py hits: return roll >= 4 -> return roll > 4",
        "blows.py hits: return roll > 4 -> return roll > 4",
    ]
