"""What an author needs to know stands where it is defined: fields, hooks, kinds of words, and keys of the words."""

import re

import pytest

from rbfcli.kernel import (
    command,
    conditions,
    events,
    facts,
    handling,
    ledger,
    mistakes,
    picture,
    reactions,
    rules,
    sight,
    words,
)
from rbfcli.language.field_docs import field_doc
from rbfcli.systems.catalogue import SHIPPED, load
from tests.author.conftest import ROOT

KINDS = (
    *(rules.Rules, rules.Hooks, rules.Candidate, ledger.RuleEntry, ledger.Example, rules.Attempt),
    *(command.Arg, command.Opt, conditions.ConditionRow, conditions.Effect, reactions.Reaction, reactions.Occasion),
    *(
        facts.Fact,
        events.Modifier,
        events.Die,
        sight.Sight,
        picture.Strips,
        handling.Carrying,
        mistakes.Mistake,
        mistakes.Fix,
    ),
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_field_has_a_text_below_it(kind):
    assert [name for name in kind.__struct_fields__ if not field_doc(kind, Field(name)).text] == []


class Field:
    """A field of which nothing but its name is asked."""

    type = None

    def __init__(self, name):
        self.name = name


def test_every_function_of_the_rules_says_how_it_is_called():
    """A text on a function begins with its call, so that an author sees what it gets."""
    for field, hint in rules.Rules.__annotations__.items():
        text = field_doc(rules.Rules, Field(field)).text
        if str(hint).startswith("collections.abc.Callable") and field not in ("watch", "part"):
            assert text.startswith(f"`{field}("), field


def test_every_hook_says_how_it_is_called():
    for field in rules.Hooks.__struct_fields__:
        assert field_doc(rules.Hooks, Field(field)).text.startswith(f"`{field}(scene")


@pytest.mark.parametrize("system", SHIPPED)
def test_every_kind_of_word_is_explained_or_the_systems_own(system):
    found = load(system)
    assert not {*found.kinds} & {*command.KINDS} - {"condition", "combatant"}


def test_every_kind_that_the_language_reads_is_explained():
    sources = [(ROOT / "rbfcli" / "language" / f"{name}.py").read_text() for name in ("kinds", "suggest_values")]
    named = {kind for text in sources for kind in re.findall(r'kind (?:==|in) \(?"([a-z-]+)"', text)}
    assert named - {"team"} <= {*command.KINDS}


@pytest.mark.parametrize("system", SHIPPED)
def test_every_key_of_a_systems_words_has_an_explained_form(system):
    firsts = {key.partition(".")[0] for key in words.WORD_KEYS if "." in key}
    dotted = {key.partition(".")[0] for key in load(system).words if "." in key}
    assert dotted <= firsts
