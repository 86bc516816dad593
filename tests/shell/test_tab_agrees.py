"""TAB in a shell offers what the prompt offers in the same place, whatever the words before the cursor."""

from __future__ import annotations

import pytest

from rbfcli.cli.completion import complete
from rbfcli.core.text import quoted
from rbfcli.language.completion import KnownNames, suggest
from rbfcli.language.grammar import grammar_of, split_words, takes_value
from rbfcli.language.names import NameContext
from rbfcli.language.parser import fight_verbs
from rbfcli.session.encounter import from_encounter
from rbfcli.session.file_store import FileStorage
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.registry import SHIPPED, load

NAMES = KnownNames(systems=lambda: SHIPPED, ledger=lambda system: load(system).ledger())


@pytest.fixture(params=SHIPPED)
def begun(request, tmp_path):
    """The encounter of a system's examples as it begins: the path of its save, and the session."""
    path, encounter = tmp_path / "encounter.toml", load(request.param).examples_on
    session = from_encounter(find_encounter(encounter), "seed", encounter)
    FileStorage(str(path), print).begin(session, replace=False)
    return path, session


def tabbed(path, words, typed=""):
    """What TAB offers after some words, with its meanings."""
    written = []
    assert complete([f":{typed}", "-e", str(path), *words], written.append) == 0
    lines = (line.partition("\t") for line in "".join(written).splitlines())
    return {word: what for word, _, what in lines if word}


def prompted(session, words, typed=""):
    """What the prompt suggests after some words, with its meanings."""
    text = "".join(f"{quoted(word)} " for word in words) + typed
    found = suggest(text, len(text), NameContext(session.rules, session.fight), NAMES)
    return {split_words(each.word)[-1]: each.what for each in found if typed or not each.word.startswith("--")}


def lines(session):
    """For each verb of the fight the words before each of its places."""
    for verb, kind in fight_verbs(session.rules).items():
        words = [verb]
        for parameter in grammar_of(kind).positionals:
            yield list(words)
            words.append(parameter.spec.choices[0] if parameter.spec.choices else next(iter(session.fight.combatants)))
        yield from ([*words, name] for name, each in grammar_of(kind).options.items() if takes_value(each))


def test_verbs_words_and_options_are_those_of_the_prompt(begun):
    path, session = begun
    options = [([verb], "--") for verb in session.rules.verb_types]

    for words, typed in [([], ""), *((words, "") for words in lines(session)), *options]:
        expected = prompted(session, words, typed)
        expected.pop("--encounter", None)  # which is given
        assert tabbed(path, words, typed) == expected, words
