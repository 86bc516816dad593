"""Systems that cannot be used say why, and are in nobody's way."""

import os
import shutil
import subprocess
import sys

import pytest

from rbfcli import __version__
from rbfcli.kernel.errors import PluginFault, UsageError
from rbfcli.rolls.verdicts import verdict_of
from rbfcli.systems import catalogue

CHANGED = """from msgspec.structs import replace
from rbfcli_skirmish import RULES as SKIRMISH
RULES = replace(SKIRMISH, name="broken", {})"""
BROKEN = [
    ("import sys\nimport no_such_package", "{0}.py:2: ModuleNotFoundError: No module named 'no_such_package'"),
    ("raise ZeroDivisionError('at once')", "{0}.py:1: ZeroDivisionError: at once"),
    ("raise SystemExit(3)", "{0}.py:1: SystemExit: 3"),
    ("import sys\nsys.exit()", "{0}.py:2: SystemExit"),
    ("raise KeyboardInterrupt", "{0}.py:1: KeyboardInterrupt"),
    ("def deeper():\n    deeper()\ndeeper()", "{0}.py:2: RecursionError: maximum recursion depth exceeded"),
    ("\nRULES = = 7", "{0}.py:2: SyntaxError: invalid syntax"),
    ("", "{0}:RULES: AttributeError: module '{0}' has no attribute 'RULES'"),
    ("RULES = 7", "{0}.py:1: it is no Rules named 'broken'"),
    ("from rbfcli.systems.rbf import RULES", "{0}:RULES: it is no Rules named 'broken'"),
    (CHANGED.format("words={'a': 7}"), "{0}.py:3: words: Expected `str`, got `int`"),
    (CHANGED.format("health=7"), "{0}.py:3: health: expected a function"),
    (CHANGED.format("sheet=int"), "{0}.py:3: sheet is no Combatant"),
    (CHANGED.format("verbs={int: print}"), "{0}.py:3: verbs[<class 'int'>]: expected a function"),
    (CHANGED.format("hooks=None"), "{0}.py:3: hooks: Expected `object`, got `null`"),
]


def test_the_one_from_outside_stands_behind_the_shipped_ones():
    assert catalogue.names() == (*catalogue.SHIPPED, "skirmish")
    assert catalogue.package("skirmish") == "rbfcli_skirmish"
    assert catalogue.package("rbf") == "rbfcli.systems.rbf"


@pytest.mark.parametrize(("text", "why"), BROKEN)
def test_a_system_that_cannot_be_used_says_why_and_where(another, text, why):
    name = f"broken_module_{BROKEN.index((text, why))}"
    another("broken", f"{name}:RULES", text)
    with pytest.raises(PluginFault) as caught:
        catalogue.load("broken")
    place, _, what = why.format(name).partition(": ")
    assert caught.value.message.startswith(f"broken ({place}): {what}")
    found, wrong = catalogue.every()
    assert [rules.name for rules in found] == [*catalogue.SHIPPED, "skirmish"]
    assert [each.message for each in wrong] == [caught.value.message]


def test_what_fails_is_imported_once(another):
    text = "import os\nos.environ['TIMES'] = os.environ.get('TIMES', '') + '|'\nraise KeyError('no')"
    another("broken", "broken_once:RULES", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMES", "")
        assert [each.system for each in catalogue.every()[1] * 2] == ["broken"] * 2
        assert [each.system for each in catalogue.every()[1]] == ["broken"]
        assert os.environ["TIMES"] == "|"


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ("broken = nowhere", "cannot be used: 'nowhere' does not say where the rules are: MODULE:NAME"),
        ("broken = a b:c", "cannot be used: 'a b:c' does not say where the rules are: MODULE:NAME"),
        (
            "broken = no_such_module:RULES",
            "(no_such_module:RULES): ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("two words = m:RULES", "cannot be used: 'two words' is no name for a system: letters, digits, - and _"),
        ("rbf = m:RULES", "cannot be used: rbf has a system 'rbf' of its own: this one is not used"),
        ("what is this", "cannot be used: its entry_points.txt cannot be read: TypeError"),
        ("broken = \xff:RULES", "cannot be used: its entry_points.txt cannot be read: UnicodeDecodeError"),
    ],
)
def test_metadata_that_lead_nowhere_are_told(another, entries, why):
    another("broken", "empty_module:RULES", "", entries=entries)
    found, wrong = catalogue.every()
    assert [rules.name for rules in found] == [*catalogue.SHIPPED, "skirmish"]
    assert [why in each.message for each in wrong] == [True], wrong
    assert "broken" in wrong[0].message
    assert "broken 1.0" in wrong[0].message + wrong[0].hint


def test_metadata_without_a_name_are_no_reason_to_fail(another):
    another("broken", "nameless:RULES", "RULES = 7", about="")
    (wrong,) = catalogue.every()[1]
    assert wrong.message == "broken (nameless.py:1): it is no Rules named 'broken'"


def test_two_packages_with_one_system_are_in_each_others_way(another):
    another("one", "one_module:RULES", "RULES = 7", entries="twin = one_module:RULES")
    another("two", "two_module:RULES", "RULES = 7", entries="twin = two_module:RULES")
    assert catalogue.names() == (*catalogue.SHIPPED, "skirmish", "twin")
    with pytest.raises(PluginFault, match=r"two 1\.0 and one 1\.0 both bring this system: uninstall one of them"):
        catalogue.load("twin")


def test_a_package_that_is_on_the_path_twice_is_used_once(site):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(shutil.copytree(site, site.parent / "again", dirs_exist_ok=True)))
        catalogue.forget()
        assert catalogue.load("skirmish").name == "skirmish"


def test_the_others_go_on_working(another):
    another("broken", "broken_module:RULES", "import no_such_package")
    listed = rbf("systems")
    assert "skirmish" in listed
    reason = "broken (broken_module.py:1): ModuleNotFoundError: No module"
    assert reason in listed
    assert f'"broken":[{{"name":"broken","reason":"{reason}' in rbf("systems", "--json")
    assert "SKI-ATK-1" in rbf("rules", "SKI-ATK-1")


def test_nobody_takes_the_name_of_a_shipped_system(another):
    another("rbf", "false_rbf:RULES", "RULES = 7")
    assert catalogue.load("rbf").title == "RBF: Combat and Crises"
    assert catalogue.names().count("rbf") == 1


def test_a_system_without_a_verdict_judges_no_rolls(another):
    another("mute", "mute_module:RULES", "RULES = 7")
    with pytest.raises(UsageError, match="has no outcomes for plain rolls"):
        verdict_of("mute")
    with pytest.raises(UsageError, match="there is no rule system 'nope'"):
        verdict_of("nope")


def test_a_verdict_that_fails_is_the_fault_of_its_plug_in(another):
    another(
        "judge", "judging:RULES", "", package={"__init__": "", "verdict": "def verdict(*given):\n    return 1 // 0"}
    )
    judge, under = verdict_of("judge")
    assert not under
    with pytest.raises(PluginFault, match=r"judge \(judging/verdict\.py:2\): ZeroDivisionError"):
        judge(1, 2, (1,))
    another("rash", "rash:RULES", "", package={"__init__": "", "verdict": "\nimport nothing_at_all"})
    with pytest.raises(PluginFault, match=r"rash \(rash/verdict\.py:2\): ModuleNotFoundError"):
        verdict_of("rash")


def test_a_system_knows_the_package_it_is_installed_with():
    assert catalogue.package_of("rbf") == ("rbfcli", __version__)
    assert catalogue.package_of("skirmish") == ("rbfcli-skirmish", "1.0")
    with pytest.raises(UsageError, match="there is no rule system 'nope'"):
        catalogue.package_of("nope")


def test_whose_system_is_not_installed_is_told_what_to_install():
    wrong = catalogue.needs("nope", "rbfcli-nope")
    assert wrong.message == "this save needs the system 'nope', which is not installed"
    assert wrong.hint == "install the package rbfcli-nope"
    assert catalogue.needs("nope", "").hint == "known: rbf, threat, rpj, futurepath, bgc, skirmish"


def rbf(*words):
    """What `rbf` prints."""
    done = subprocess.run([sys.executable, "-m", "rbfcli", *words], capture_output=True, text=True, check=True)
    return done.stdout
