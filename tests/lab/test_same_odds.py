"""`suggest`, `actions --odds` and `odds` on one save: the same numbers, at a shell, at a prompt and in a script."""

import json

import pytest

from rbfcli.commands.service import CommandService
from rbfcli.language.grammar import split_words
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import FileStorage
from rbfcli.systems.registry import SHIPPED
from tests.program import run_rbf
from tests.testing.test_systems import ENCOUNTERS

DUELS = [f"{system}/duel" for system in SHIPPED]
LINES = 3
SAVE = "fight.toml"
# What is typed until a duel of each system waits for an answer.
PAUSED = {
    "rbf": ("init", "attack mirel captain --force --dice 8,8"),
    "threat": ("init", "attack goran rider --force --dice 6,6"),
    "rpj": ("init", "overwatch duelist 1 --force", "move tamar 1 --force"),
    "futurepath": ("init", "attack corwin keeper --force --dice 1"),
    "bgc": ("init", "attack jun runner --force --dice 100"),
}


class OneSave:
    """A fight in a file, and what a line says of it at each of the three places, as JSON."""

    def __init__(self, folder, *begin):
        self.folder = folder
        self.storage = FileStorage(str(folder / SAVE), print)
        for line in begin:
            self.at_the_prompt(line)

    def at_the_prompt(self, line):
        """Type a line at a prompt."""
        return CommandService(self.storage, Style()).perform(split_words(line)).text

    def everywhere(self, line):
        """Return the one document that all three print for a line."""
        before = (self.folder / SAVE).read_bytes()
        prompt = json.loads(self.at_the_prompt(f"{line} --json"))
        shell = json.loads(run_rbf(*split_words(line), "--json", "-e", SAVE, cwd=self.folder).stdout)
        script = run_rbf("run", "-", "--json", "-e", SAVE, cwd=self.folder, stdin=f"{line}\n").stdout
        reply = json.loads(script.splitlines()[0])
        assert shell == prompt, line
        assert {key: reply[key] for key in prompt} == prompt, line
        assert (self.folder / SAVE).read_bytes() == before
        return prompt


def has_the_same_odds(save, whose=""):
    """Hold the numbers of all three verbs against one another, and each against itself at all three places."""
    ranked = save.everywhere(f"suggest{whose}")["ranked"]
    listed = {each["line"]: each["odds"] for each in save.everywhere(f"actions{whose} --odds")["actions"]}
    for each in ranked[:: max(1, len(ranked) // LINES)]:
        odds = save.everywhere(f"odds {each['line']}")
        assert (each["sampled"], each["n"]) == (odds["sampled"], odds["n"])
        assert each["drop"]["p"] == odds["downs"].get(each["drop"]["who"], {"p": "0"})["p"]
        if each["line"] in listed:
            told = listed[each["line"]]
            assert told == {key: odds[key] for key in told or ["outcomes"]}
    return ranked


def first_of(save):
    return next(iter(save.storage.load().fight.combatants))


@pytest.mark.parametrize("name", [*DUELS, *(pytest.param(name, marks=pytest.mark.slow) for name in ENCOUNTERS)])
def test_the_same_save_has_the_same_odds_everywhere(tmp_path, name):
    save = OneSave(tmp_path, f"start {name} --seed lab")
    has_the_same_odds(save, f" {first_of(save)}")
    save.at_the_prompt("init")
    has_the_same_odds(save)
    has_the_same_odds(save, f" {first_of(save)}")


@pytest.mark.parametrize("system", PAUSED)
def test_a_fight_that_waits_has_the_same_odds_everywhere(tmp_path, system):
    save = OneSave(tmp_path, f"start {system}/duel --seed lab", *PAUSED[system])
    assert has_the_same_odds(save)


@pytest.mark.parametrize("system", SHIPPED)
@pytest.mark.parametrize("line", ["damage {foe} 3", "heal {foe} 1", "set {foe} notes=watched", "turn next --force"])
def test_the_verbs_of_the_gm_have_odds_everywhere(tmp_path, system, line):
    save = OneSave(tmp_path, f"start {system}/duel --seed lab", "init")
    odds = save.everywhere(f"odds {line.format(foe=first_of(save))}")
    assert sum(each["p_float"] for each in odds["outcomes"].values()) == pytest.approx(1)
    assert not odds["sampled"]
