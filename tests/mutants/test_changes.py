"""The mutants of a file: which there are, what they are called, and that one takes the place of its function."""

import os
import signal
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from tools.mutants.changes import (
    TELL,
    Change,
    change_of,
    code_that_tells,
    function_of,
    lines_changed,
    mutants_of,
    put_in_place,
    read_survivors,
    sample_of,
)
from tools.mutants.report import Result, Tally, complaints, complaints_of_all, survivors, table, tally
from tools.mutants.trial import Ended, in_copies

FILE = "blows.py"
TEXT = '''
"""Blows."""


class Blow:
    """A blow (TOY-DMG-1)."""

    def __init__(self, power=2):
        """How hard it is."""
        self.power = power

    def wounds(self, armour):
        """What gets through the armour (TOY-DMG-2)."""
        return self.power - armour

    @staticmethod
    def wounds_bare():
        """Without armour, TOY-DMG-10."""
        return 7

    @property
    def hard(self):
        """A property is not changed (TOY-DMG-3)."""
        return self.power > 4


def hits(roll, target=4):
    """Whether a roll reaches the target (TOY-ATK-1)."""
    return roll >= target


def spell(number):
    """See TOY-ATK for the rules."""
    return [
        number + 1,
        "hit",
    ]
'''


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder from which the file can be imported, once."""
    (tmp_path / FILE).write_text(TEXT)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("blows", None)


@pytest.fixture
def mutants(root):
    """All mutants of the file."""
    return mutants_of(FILE, root)


def names(mutants):
    """What tells mutants of one file apart."""
    return [(mutant.function, mutant.number) for mutant in mutants]


def named(mutants, function):
    """The mutants of one function."""
    return [mutant for mutant in mutants if mutant.function == function]


def test_functions_and_methods_have_mutants_and_count_them_from_1(mutants):
    assert {mutant.function for mutant in mutants} == {
        "Blow.__init__",
        "Blow.wounds",
        "Blow.wounds_bare",
        "hits",
        "spell",
    }
    assert [mutant.number for mutant in named(mutants, "hits")] == [1, 2]


def test_a_rule_is_cited_in_the_docstring_of_the_function_itself_by_a_whole_id(mutants):
    assert {mutant.function for mutant in mutants if mutant.cites_rule} == {"Blow.wounds", "Blow.wounds_bare", "hits"}


def test_a_mutant_is_named_by_the_lines_it_changes(mutants):
    assert [lines_changed(mutant) for mutant in named(mutants, "hits")] == [
        ("def hits(roll, target=4):", "def hits(roll, target=5):"),
        ("return roll >= target", "return roll > target"),
    ]
    assert lines_changed(named(mutants, "spell")[0]) == ("number + 1,", "number - 1,")


def test_a_mutant_takes_the_place_of_its_function_for_everybody_who_holds_it(mutants):
    hits = import_module("blows").hits
    default, comparison = named(mutants, "hits")

    put_in_place(comparison)
    assert [hits(4), hits(5)] == [False, True]
    put_in_place(default)
    assert [hits(4), hits(5)] == [False, True]
    assert hits(4, 4)


def test_a_mutant_takes_the_place_of_a_method(mutants):
    blows = import_module("blows")
    blow = blows.Blow()

    put_in_place(named(mutants, "Blow.wounds")[0])
    assert blow.wounds(1) == 3
    put_in_place(named(mutants, "Blow.wounds_bare")[0])
    assert blow.wounds_bare() == blows.Blow.wounds_bare() == 8
    put_in_place(named(mutants, "Blow.__init__")[0])
    assert blows.Blow().power == 3


def test_a_function_tells_of_its_calls_and_does_what_it_did(mutants):
    blows, told = import_module("blows"), []
    blows.__dict__[TELL] = told.append
    for mutant in {mutant.function: mutant for mutant in mutants}.values():
        function_of(blows, mutant.function).__code__ = code_that_tells(mutant)

    assert (blows.Blow(5).wounds(1), blows.Blow.wounds_bare(), blows.hits(4), blows.hits(3)) == (4, 7, True, False)
    assert told == [(FILE, name) for name in ("Blow.__init__", "Blow.wounds", "Blow.wounds_bare", "hits", "hits")]


def test_a_sample_has_its_size_and_depends_on_the_seed(mutants):
    assert len(sample_of(mutants, 4, "1")) == 4
    assert names(sample_of(mutants, 4, "1")) == names(sample_of(mutants, 4, "1"))
    assert names(sample_of(mutants, 4, "1")) != names(sample_of(mutants, 4, "2"))
    assert names(sample_of(mutants, 99, "1")) == sorted(names(mutants))


def test_an_edit_changes_the_sample_in_its_own_function_only(mutants, root):
    chosen = names(sample_of(mutants, 6, "1"))
    (root / FILE).write_text("LIMIT = 3\n\n\n" + TEXT.replace("number + 1,\n", "number + 1,\n        number,\n"))

    changed = names(sample_of(mutants_of(FILE, root), 6, "1"))

    assert [name for name in changed if name[0] != "spell"] == [name for name in chosen if name[0] != "spell"]


# Work in copies of a process.


def test_every_work_is_done_in_a_copy_and_tells_what_it_returned():
    here = []
    works = [lambda number=number: here.append(number) or b"%d" % number for number in range(5)]

    assert sorted(in_copies(works, 2)) == [Ended(number, 0, b"%d" % number) for number in range(5)]
    assert here == []


def test_a_copy_can_end_early_or_by_a_signal():
    works = [lambda: os._exit(1), lambda: os.kill(os.getpid(), signal.SIGPROF)]

    assert sorted(in_copies(works, 1)) == [Ended(0, 1, b""), Ended(1, -signal.SIGPROF, b"")]


def test_a_copy_prints_nothing_and_keeps_its_files_to_itself(capfd):
    def work():
        os.write(1, b"to the output")
        os.write(2, b"to the errors")
        return os.environ["PYTEST_DEBUG_TEMPROOT"].encode()

    folders = [ended.returned.decode() for ended in in_copies([work, work], 2)]

    assert capfd.readouterr() == ("", "")
    assert len(set(folders)) == 2
    assert not any(Path(folder).exists() for folder in folders)


def test_memory_has_a_bound():
    def work():
        return b"%d" % len(bytearray(8 << 30))

    with pytest.raises(RuntimeError, match="MemoryError"):
        list(in_copies([work], 1))


def test_a_work_that_raises_breaks_the_whole_and_leaves_no_copy_behind():
    works = [signal.pause, lambda: b"" + None]

    with pytest.raises(RuntimeError, match="TypeError"):
        list(in_copies(works, 2))
    with pytest.raises(ChildProcessError):
        os.wait()


# What a run counts, prints and finds wrong.


TEXT_OF_REPORT = '''
def hits(roll):
    """A roll of 4 hits (TOY-ATK-1)."""
    return roll >= 4


def spell(number):
    """A number in words."""
    return "it's %s" % number
'''


@pytest.fixture
def report_mutants(tmp_path):
    """Two mutants of a function that cites a rule, then those of one that does not."""
    (tmp_path / "blows.py").write_text(TEXT_OF_REPORT)
    return mutants_of("blows.py", tmp_path)


def results(mutants, *outcomes):
    """The first mutants with these outcomes."""
    return [Result(mutant, outcome) for mutant, outcome in zip(mutants, outcomes, strict=False)]


def test_who_runs_out_of_time_is_noticed_and_who_is_never_called_is_not(report_mutants):
    counted = tally(results(report_mutants, "killed", "timeout", "survived", "untested"))

    assert counted == Tally(mutants=4, killed=1, timeout=1, survived=2)
    assert counted.share == 50


def test_nothing_to_kill_is_all_killed():
    assert tally([]).share == 100


def test_a_share_is_rounded_down():
    assert Tally(2000, 1999, 0, 1).cells[-1] == "99.9 %"
    assert Tally(2000, 1999, 1, 0).cells[-1] == "100.0 %"


def test_the_table_has_a_row_a_file_and_counts_functions_that_cite_a_rule_apart(report_mutants):
    lines = list(table(results(report_mutants, "killed", "survived", "timeout")))

    assert [line.split() for line in lines[2:]] == [
        [name, "2", "1", "0", "1", "50.0", "%", "1", "0", "1", "0", "100.0", "%"] for name in ("blows.py", "all")
    ]


def test_the_table_leaves_out_what_a_file_has_not(report_mutants):
    assert list(table(results(report_mutants, "killed")))[2].split() == ["blows.py", "1", "1", "0", "0", "100.0", "%"]


def test_survivors_are_printed_as_they_are_listed_with_the_reasons_there_are(report_mutants, tmp_path):
    found = results(report_mutants, "survived", "killed", "survived", "untested")
    reasons = {change_of(report_mutants[0]): "a die shows no 3.5"}

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


def test_a_survivor_has_to_be_listed_where_its_function_cites_a_rule(report_mutants):
    found = results(report_mutants, "survived", "untested", "survived", "untested")

    assert list(complaints(found, {})) == ["2 survive in functions that cite a rule and are not listed with a reason"]
    assert list(complaints(found, {change_of(mutant): "because" for mutant in report_mutants[:2]})) == []


def test_all_mutants_together_are_held_to_the_bar_however_well_they_are_listed(report_mutants):
    found = results(report_mutants, "killed", "survived", "survived")
    reasons = {change_of(report_mutants[1]): "because"}

    assert list(complaints_of_all(found, reasons, [])) == [
        "50.0 % are killed in functions that cite a rule, and 95 % have to be"
    ]
    assert list(complaints_of_all(found[:1] + found[2:], {}, [])) == []


def test_a_listing_has_to_hold_where_its_file_was_tried(report_mutants):
    killed, gone = change_of(report_mutants[0]), change_of(report_mutants[0])._replace(before="return roll > 4")
    reasons = {killed: "because", gone: "because", change_of(report_mutants[1]): "because"}
    found = results(report_mutants, "killed", "timeout")

    assert list(complaints_of_all(found, reasons, ["others.py"])) == []
    assert [line.partition(": ")[2] for line in complaints_of_all(found, reasons, ["blows.py"])] == [
        "blows.py hits: return roll >= 4 -> return roll > 4",
        "blows.py hits: return roll > 4 -> return roll > 4",
    ]


@pytest.mark.slow
def test_every_listed_survivor_is_a_mutant_of_the_code_as_it_is():
    root = Path(__file__).parents[2]
    listed = read_survivors(root / "tests/mutants/survivors.toml")
    made = {change_of(mutant) for file in {each.file for each in listed} for mutant in mutants_of(file, root)}
    assert not set(listed) - made
