"""Systems that cannot be used say why, and are in nobody's way."""

import json
import os
import shutil
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from rbfcli import __version__
from rbfcli.core.errors import PluginBug, UsageError
from rbfcli.language.grammar import split_words
from rbfcli.systems import registry
from tests.help.topics import without_examples
from tests.program import run_rbf

CHANGED = """from msgspec.structs import replace
from rbfcli_skirmish import RULES as SKIRMISH
RULES = replace(SKIRMISH, name="broken", {})"""
BROKEN = [
    ("import sys\nimport no_such_package", "{0}.py:2: ModuleNotFoundError: No module named 'no_such_package'"),
    ("raise ZeroDivisionError('at once')", "{0}.py:1: ZeroDivisionError: at once"),
    ("raise SystemExit(3)", "{0}.py:1: SystemExit: 3"),
    ("import sys\nsys.exit()", "{0}.py:2: SystemExit"),
    ("def deeper():\n    deeper()\ndeeper()", "{0}.py:2: RecursionError: maximum recursion depth exceeded"),
    ("\nRULES = = 7", "{0}.py:2: SyntaxError: invalid syntax"),
    ("", "{0}:RULES: AttributeError: module '{0}' has no attribute 'RULES'"),
    ("RULES = 7", "{0}.py:1: expected Rules named 'broken'"),
    ("from rbfcli.systems.rbf import RULES", "{0}:RULES: expected Rules named 'broken'"),
    (CHANGED.format("words={'a': 7}"), "{0}.py:3: words: Expected `str`, got `int`"),
    (CHANGED.format("health=7"), "{0}.py:3: health: expected a function"),
    (CHANGED.format("sheet=int"), "{0}.py:3: sheet is not a Combatant"),
    (CHANGED.format("verbs={int: print}"), "{0}.py:3: verbs is not a Command"),
    (CHANGED.format("hooks=None"), "{0}.py:3: hooks: expected Hooks, got NoneType"),
]


def test_the_one_from_outside_stands_behind_the_shipped_ones():
    assert registry.names() == (*registry.SHIPPED, "skirmish")
    assert registry.package("skirmish") == "rbfcli_skirmish"
    assert registry.package("rbf") == "rbfcli.systems.rbf"


@pytest.mark.parametrize(("text", "why"), BROKEN)
def test_a_system_that_cannot_be_used_says_why_and_where(another, text, why):
    name = f"broken_module_{BROKEN.index((text, why))}"
    another("broken", f"{name}:RULES", text)
    with pytest.raises(PluginBug) as caught:
        registry.load("broken")
    place, _, what = why.format(name).partition(": ")
    assert caught.value.message.startswith(f"broken ({place}): {what}")
    found, wrong = registry.every()
    assert [rules.name for rules in found] == [*registry.SHIPPED, "skirmish"]
    assert [each.message for each in wrong] == [caught.value.message]


def test_what_fails_is_imported_once(another):
    text = "import os\nos.environ['TIMES'] = os.environ.get('TIMES', '') + '|'\nraise KeyError('no')"
    another("broken", "broken_once:RULES", text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TIMES", "")
        assert [each.system for each in registry.every()[1] * 2] == ["broken"] * 2
        assert [each.system for each in registry.every()[1]] == ["broken"]
        assert os.environ["TIMES"] == "|"


@pytest.mark.parametrize(
    ("entries", "why"),
    [
        ("broken = nowhere", "cannot be used: 'nowhere' must say where the rules are: MODULE:NAME"),
        ("broken = a b:c", "cannot be used: 'a b:c' must say where the rules are: MODULE:NAME"),
        (
            "broken = no_such_module:RULES",
            "(no_such_module:RULES): ModuleNotFoundError: No module named 'no_such_module'",
        ),
        ("two words = m:RULES", "cannot be used: 'two words' is not a name for a system: use letters, digits, - and _"),
        ("rbf = m:RULES", "cannot be used: rbf already includes a system 'rbf': this one is not used"),
    ],
)
def test_metadata_that_lead_nowhere_are_told(another, entries, why):
    another("broken", "empty_module:RULES", "", entries=entries)
    found, wrong = registry.every()
    assert [rules.name for rules in found] == [*registry.SHIPPED, "skirmish"]
    assert [why in each.message for each in wrong] == [True], wrong
    assert "broken" in wrong[0].message
    assert "broken 1.0" in wrong[0].message + wrong[0].hint


@pytest.mark.parametrize("entries", ["what is this", "broken = \xff:RULES"])
def test_metadata_that_cannot_be_read_are_skipped(another, entries):
    another("broken", "empty_module:RULES", "", entries=entries)
    found, wrong = registry.every()
    assert [rules.name for rules in found] == [*registry.SHIPPED, "skirmish"]
    assert wrong == []


def test_metadata_without_a_name_are_no_reason_to_fail(another):
    another("broken", "nameless:RULES", "RULES = 7", about="")
    (wrong,) = registry.every()[1]
    assert wrong.message == "broken (nameless.py:1): expected Rules named 'broken'"


def test_two_packages_with_one_system_are_in_each_others_way(another):
    another("one", "one_module:RULES", "RULES = 7", entries="twin = one_module:RULES")
    another("two", "two_module:RULES", "RULES = 7", entries="twin = two_module:RULES")
    assert registry.names() == (*registry.SHIPPED, "skirmish", "twin")
    with pytest.raises(PluginBug, match=r"two 1\.0 and one 1\.0 both provide this system: uninstall one of them"):
        registry.load("twin")


def test_a_package_that_is_on_the_path_twice_is_used_once(site):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(shutil.copytree(site, site.parent / "again", dirs_exist_ok=True)))
        registry.forget()
        assert registry.load("skirmish").name == "skirmish"


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
    assert registry.load("rbf").title == "RBF: Combat and Crises"
    assert registry.names().count("rbf") == 1


def test_a_system_without_a_verdict_judges_no_rolls(another):
    another("mute", "mute_module:RULES", "RULES = 7")
    done = run_rbf("roll", "2d6", "--vs", "7", "--system", "mute", cwd=".")
    assert (done.returncode, "has no outcomes for plain rolls" in done.stderr) == (2, True)
    with pytest.raises(UsageError, match="unknown rule system 'nope'"):
        registry.verdict("nope")


def test_a_verdict_that_fails_is_the_fault_of_its_plug_in(another):
    another(
        "judge", "judging:RULES", "", package={"__init__": "", "outcome": "def verdict(*given):\n    return 1 // 0"}
    )
    judge, under = registry.verdict("judge")
    assert not under
    with pytest.raises(PluginBug, match=r"judge \(judging/outcome\.py:2\): ZeroDivisionError"):
        judge(1, 2, (1,))
    another("rash", "rash:RULES", "", package={"__init__": "", "outcome": "\nimport nothing_at_all"})
    with pytest.raises(PluginBug, match=r"rash \(rash/outcome\.py:2\): ModuleNotFoundError"):
        registry.verdict("rash")


def test_a_system_knows_the_package_it_is_installed_with():
    assert registry.package_of("rbf") == ("rbfcli", __version__)
    assert registry.package_of("skirmish") == ("rbfcli-skirmish", "1.0")
    with pytest.raises(UsageError, match="unknown rule system 'nope'"):
        registry.package_of("nope")


def test_whose_system_is_not_installed_is_told_what_to_install():
    wrong = registry.needs("nope", "rbfcli-nope")
    assert wrong.message == "this save needs the system 'nope', which is not installed"
    assert wrong.hint == "install the package rbfcli-nope"
    assert registry.needs("nope", "").hint == "systems: rbf, threat, rpj, futurepath, bgc, generic, skirmish"


def rbf(*words):
    """Return what `rbf` prints."""
    done = run_rbf(*words, cwd=".")
    assert done.returncode == 0, done.stderr
    return done.stdout


# A system from outside is found through its entry point, and everything a user does works with it.


YARD = Path(__file__).parent / "skirmish" / "yard.toml"


@pytest.fixture
def installed_rbf(tmp_path):
    """Run `rbf` in an empty folder; what it printed, or what it complained of."""

    def run(*words, status=0):
        done = run_rbf(*words, cwd=tmp_path)
        assert done.returncode == status, done.stderr
        return done.stderr if status else done.stdout

    return run


def test_it_is_listed(installed_rbf):
    assert "skirmish     d6     Skirmish in the yard" in installed_rbf("systems")
    assert '"name":"skirmish"' in installed_rbf("systems", "--json")


def test_its_rules_are_told(installed_rbf):
    assert "SKI-ATK-2        A six is a clean hit: it takes 2, or 1 and rattles the foe." in installed_rbf(
        "rules", "skirmish"
    )
    assert "option: hit_on" in installed_rbf("rules", "SKI-ATK-1")


def test_a_fight_is_fought(installed_rbf):
    assert "In the yard (skirmish), not started (next: init)" in installed_rbf("start", str(YARD), "--seed", "yard")
    assert "initiative: 4 Olaf, 2 Ines, 1 Bully 1, 1 Bully 2" in installed_rbf("init")
    assert "choose" not in installed_rbf("actions")
    assert installed_rbf("taunt", "olaf", "bully1", "--dice", "1,2,3,5").splitlines() == [
        "Olaf rattles Bully 1: 5 vs 4 (+1)  [(1) (2) (3) 5]",
        "  Bully 1 is rattled",
        "next: turn next",
    ]
    installed_rbf("turn")
    assert "Does Bully 2 step in front of Bully 1?" in installed_rbf("attack", "ines", "bully1", "--dice", "6,6,6")
    assert "Ines has a clean hit on Bully 1: what does it do?" in installed_rbf("choose", "2")
    assert installed_rbf("choose", "hurt").splitlines()[:2] == ["Ines chooses hurt", "  Bully 1: stamina 3 -> 1"]
    installed_rbf("turn")
    assert "  Ines: stamina 3 -> 2" in installed_rbf("attack", "bully1", "ines", "--dice", "4")
    assert "round 1, Bully 1's turn" in installed_rbf("show")
    assert "SKI-ATK-1" in installed_rbf("log", "--json")
    assert "undone: attack bully1 ines --dice 4" in installed_rbf("undo")
    assert "Ines" in installed_rbf("show", "ines")
    assert "odds of attack bully1 ines" in installed_rbf("odds", "attack", "bully1", "ines")
    installed_rbf("check", "encounter.toml")


def test_its_sheets_are_in_the_schema_of_the_protocol(installed_rbf):
    schema = json.loads(installed_rbf("schema", "json"))
    installed_rbf("start", str(YARD))
    shown = json.loads(installed_rbf("show", "--json"))
    Draft202012Validator(schema).validate(shown)
    assert "rbfcli_skirmish.sheet.Fighter" in schema["$defs"]
    del shown["fight"]["combatants"]["ines"]["stamina"]
    assert not Draft202012Validator(schema).is_valid(shown)


def test_a_tab_offers_its_verbs_words_and_people(installed_rbf):
    installed_rbf("start", str(YARD))
    assert {"taunt", "attack", "show"} <= offered(installed_rbf("__complete", ":"))
    assert {"ines", "olaf"} <= offered(installed_rbf("__complete", ":", "taunt"))
    assert "--dice" in offered(installed_rbf("__complete", ":--", "taunt", "ines", "bully1"))
    assert offered(installed_rbf("__complete", ":--color=a", "taunt")) == {"--color=auto", "--color=always"}


def test_its_verbs_are_explained_in_every_state(installed_rbf):
    installed_rbf("start", str(YARD), "--seed", "yard")

    def told():
        return (
            installed_rbf("--help"),
            without_examples(installed_rbf("taunt", "--help")),
            without_examples(installed_rbf("attack", "--help")),
            offered(installed_rbf("__complete", ":")),
        )

    expected = told()
    assert "taunt" in expected[0]
    for lines in (
        ("init", 'note "[fight]"', "taunt olaf bully1 --dice 1,2,3,5", "turn"),
        ("attack ines bully1 --dice 6,6,6",),
        ("undo", "end"),
    ):
        for line in lines:
            installed_rbf(*split_words(line))
        assert told() == expected


def offered(text):
    """The words of an answer to TAB."""
    return {line.partition("\t")[0] for line in text.splitlines()}


def test_a_misspelt_verb_of_it_is_known(installed_rbf):
    installed_rbf("start", str(YARD))
    assert "did you mean taunt" in installed_rbf("tuant", "olaf", "bully1", status=2)
    assert "Rattle a foe" in installed_rbf("help", "taunt")
    assert "Rattle a foe" in installed_rbf("taunt", "--help")


def test_one_liners_and_reasons(installed_rbf):
    assert "The attacker hits the target: 4 vs 4 (+0)" in installed_rbf(
        "attack", "--system", "skirmish", "--might", "3", "--dice", "1,4,2"
    )
    assert "nobody dies in a skirmish" in installed_rbf("stabilize", "--system", "skirmish", status=1)
    assert ": clean" in installed_rbf("roll", "3d6kh1", "--vs", "4", "--system", "skirmish", "--dice", "6,1,2")


def test_a_script_and_a_new_fight(installed_rbf, tmp_path):
    shutil.copy(YARD, tmp_path)
    script = "start yard.toml\nattack ines bully1 --dice 1,5,2 --answer step-in=stay\nexpect bully1.stamina == 2\n"
    (tmp_path / "yard.rbf").write_text(script)
    installed_rbf("run", "yard.rbf")
    installed_rbf("new", "skirmish")
    assert "Nia joins the fight" in installed_rbf("add", "Nia", "might=2", "wits=2")


def test_a_mistake_in_its_encounter_is_told_with_its_line(installed_rbf, tmp_path):
    (tmp_path / "wrong.toml").write_text(YARD.read_text().replace("might = 3", "might = 7"))
    assert "wrong.toml:9" in installed_rbf("start", "wrong.toml", status=3)


def test_rbf_has_no_example_of_it(installed_rbf):
    assert "rbf has no example of skirmish; try: schema skirmish" in installed_rbf("example", "skirmish", status=2)


def test_stat_blocks_are_added_and_people_go_out_and_come_back(installed_rbf, tmp_path):
    """Whatever all systems have, this one has too."""
    installed_rbf("start", str(YARD), "--seed", "yard")
    installed_rbf("add", "block", "lout", "might=2", "wits=1")
    installed_rbf("add", "Lout", "--from", "lout", "--count", "2")
    text = installed_rbf("export", "people")
    (tmp_path / "people.csv").write_text(text)
    installed_rbf("save-as", "next.toml")
    installed_rbf("start", "next.toml", "--force")
    assert installed_rbf("export", "people") == text
    installed_rbf("remove", "*")
    installed_rbf("import", "people.csv")
    assert installed_rbf("export", "people") == text
