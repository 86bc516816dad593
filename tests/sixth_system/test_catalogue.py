"""Systems that cannot be used say why, and are in nobody's way."""

import subprocess
import sys

import pytest

from rbfcli import __version__
from rbfcli.kernel.errors import UsageError
from rbfcli.rolls.verdicts import verdict_of
from rbfcli.systems import catalogue

BROKEN = [
    ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
    ("raise ZeroDivisionError('at once')", "ZeroDivisionError: at once"),
    ("", "AttributeError"),
    ("RULES = 7", "is no Rules named 'broken'"),
    ("from rbfcli.systems.rbf import RULES", "is no Rules named 'broken'"),
]


def test_the_one_from_outside_stands_behind_the_shipped_ones():
    assert catalogue.names() == (*catalogue.SHIPPED, "skirmish")
    assert catalogue.package("skirmish") == "rbfcli_skirmish"
    assert catalogue.package("rbf") == "rbfcli.systems.rbf"


@pytest.mark.parametrize(("text", "why"), BROKEN)
def test_a_system_that_cannot_be_used_says_why(another, text, why):
    name = f"broken_module_{BROKEN.index((text, why))}"
    another("broken", f"{name}:RULES", text)
    with pytest.raises(UsageError, match=why):
        catalogue.load("broken")
    found, wrong = catalogue.every()
    assert [rules.name for rules in found] == [*catalogue.SHIPPED, "skirmish"]
    assert [why in each.message for each in wrong] == [True]


def test_the_others_go_on_working(another):
    another("broken", "broken_module:RULES", "import no_such_package")
    listed = rbf("systems")
    assert "skirmish" in listed
    assert "'broken' cannot be loaded from broken_module:RULES: ModuleNotFoundError" in listed
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
