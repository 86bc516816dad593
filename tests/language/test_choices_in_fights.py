"""In a fight of each system, at each place of each verb: what can be done first, what it means, and nothing unknown."""

from __future__ import annotations

import pytest

from rbfcli.kernel.errors import RbfError, Refusal
from rbfcli.kernel.visible import quoted
from rbfcli.language.cursor import place_at
from rbfcli.language.fights import fight_verbs, read_line
from rbfcli.language.grammar import grammar_of, takes_value
from rbfcli.language.kinds import read_many, read_one
from rbfcli.language.names import NameContext, able_now
from rbfcli.language.suggest import suggest
from rbfcli.language.suggest_offers import offered_values
from rbfcli.language.suggest_values import KnownNames
from rbfcli.language.words import split_words
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import SHIPPED

FIGHTS = {
    "rbf": ("dock-ambush", "init", "turn next"),
    "threat": ("mine-raid", "init --threat 3"),
    "rpj": ("hangar-seven", "init"),
    "futurepath": ("depot-raid", "init"),
    "bgc": ("hangar-breach", "init"),
}
WITHOUT_TEXT = {"system", "dice", "number"}  # their words are names and numbers, and say all there is
# Skills and scores that the one who acts has not.
MAY_BE_SILENT = {("bgc", "skill", "medicine")}


@pytest.fixture(scope="module", params=SHIPPED)
def context(request):
    encounter, *lines = FIGHTS[request.param]
    session = from_encounter(find_encounter(encounter), "choices", encounter)
    for line in lines:
        session.perform(read_line(line, session.rules, session.fight))
    who = session.fight.active or next(iter(session.fight.combatants))
    who = able_now(NameContext(session.rules, session.fight))[:1] or (who,)
    return NameContext(session.rules, session.fight, who[0])


def places(context):
    """Each place where a verb takes a word: the line before it, and the parameter."""
    for verb, kind in fight_verbs(context.rules).items():
        grammar = grammar_of(kind)
        words = [verb]
        for parameter in grammar.positionals:
            yield line_of(words), parameter
            words.append(example(parameter, words, context))
        least = [verb, *words[1 : 1 + grammar.least]]
        for name, parameter in grammar.options.items():
            if name.startswith("--") and takes_value(parameter):
                yield line_of([*least, name]), parameter


def line_of(words):
    return "".join(f"{quoted(each)} " for each in words)


def example(parameter, words, context):
    """A word that goes at a place: the one who acts first, then what is offered."""
    if parameter.spec.kind == "combatant" and len(words) == 1:
        return context.who
    found = offered(line_of(words), context)
    return split_words(found[0].word)[-1].rstrip("=") if found else "1"


def offered(line, context):
    found = suggest(line, len(line), context, KnownNames())
    return [each for each in found if not each.word.startswith("-")]


def values(line, context):
    return [split_words(each.word)[-1] for each in offered(line, context)]


def test_what_can_be_done_comes_first(context):
    differing, legal = {}, 0
    for line, parameter in places(context):
        place = place_at(line, len(line), lambda verb, _: fight_verbs(context.rules).get(verb))
        if place.grammar.actor and not place.positionals:
            continue  # whoever acts may be left out: two kinds of words may stand there
        wanted = offered_values(parameter, place, context)
        found = [each in wanted for each in values(line, context)]
        legal += sum(found)
        if sorted(found, reverse=True) != found:
            differing[line] = wanted

    assert differing == {}
    assert legal > 4


def test_each_has_a_text_where_there_is_something_to_say(context):
    silent = {
        (line, each.word)
        for line, parameter in places(context)
        if parameter.spec.kind not in WITHOUT_TEXT
        for each in offered(line, context)
        if not each.what and (context.rules.name, parameter.spec.kind, each.word) not in MAY_BE_SILENT
    }

    assert silent == set()


def test_none_is_refused_as_unknown(context):
    refused = {}
    for line, parameter in places(context):
        if parameter.spec.kind in ("pairs", "settings", "answer", "removable"):
            continue
        for word in values(line, context):
            place = place_at(line, len(line), lambda verb, _: fight_verbs(context.rules).get(verb))
            meant = [parameter, *place.parameters, *place.grammar.positionals]
            if not any(is_known(each, word, context) for each in meant):
                refused[line] = word

    assert refused == {}


def is_known(parameter, word, context):
    """Whether a place takes a word; a selector that means nobody now is no unknown word."""
    try:
        (read_many if parameter.many else read_one)(parameter, word, context)
    except Refusal:
        return word.startswith("@")
    except RbfError:
        return False
    return True
