"""Names at the table: ids, names, prefixes, globs, selectors."""

import pytest
from msgspec.structs import replace

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached, RbfError, Refusal
from rbfcli.language.fights import read_line
from rbfcli.language.names import PEOPLE_A_STEP, NameContext, find_combatant, find_combatants
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter


@pytest.mark.parametrize(
    ("word", "who"),
    [
        ("ada", "ada"),
        ("Ada Quill", "ada"),
        ("ADA", "ada"),
        ("jo", "joss"),
        ("tamsin r", "tamsin"),
        ("gunner2", "gunner2"),
    ],
)
def test_an_id_a_name_and_a_unique_prefix_mean_one(context, word, who):
    assert find_combatant(word, context) == who


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("thug*", ("thug1", "thug2", "thug3", "thug4")),
        ("gunner?", ("gunner1", "gunner2")),
        ("@crew", ("ada", "joss", "tamsin", "pell")),
        ("@dockers", ("thug1", "thug2", "thug3", "thug4", "gunner1", "gunner2")),
        ("@random", ("@random",)),
    ],
)
def test_globs_and_sides_mean_several(context, word, found):
    assert find_combatants(word, context) == found


def test_selectors_look_from_the_one_who_acts(context):
    thug = NameContext(context.rules, context.fight, "thug1")
    assert find_combatants("@foes", thug) == ("ada", "joss", "tamsin", "pell")
    assert find_combatants("@allies", thug) == ("thug2", "thug3", "thug4", "gunner1", "gunner2")
    assert find_combatants("@weakest", thug) == ("joss",)


def test_one_of_a_team_that_acts_has_foes_of_its_own():
    """In FuturePath a slot of the order is a team; it is one of them who looks around."""
    session = from_encounter(find_encounter("depot-raid"), "names", source="depot-raid")
    hale = NameContext(session.rules, session.fight, "hale")
    assert find_combatants("@foes", hale) == ("lookout", "guard", "loader", "boss")
    assert find_combatants("@allies", hale) == ("yara", "gort")


@pytest.mark.parametrize(
    ("word", "status", "message", "hint"),
    [
        ("thug", 2, "could mean thug1, thug2, thug3, thug4", "type more of it"),
        ("thgu1", 1, "there is no combatant 'thgu1'", "did you mean thug1"),
        ("x*", 1, "nobody matches", ""),
        ("@active", 1, "it is nobody's turn", "init"),
        ("@croo", 1, "there is no selector '@croo'", "@crew"),
    ],
)
def test_what_is_nobody_or_several_is_an_error_with_candidates(context, word, status, message, hint):
    with pytest.raises(RbfError) as wrong:
        find_combatant(word, context)
    assert wrong.value.status == status
    assert message in wrong.value.message
    assert hint in wrong.value.hint


@pytest.mark.parametrize("word", ["@foes", "@allies", "@weakest", "@nearest"])
def test_a_selector_that_depends_on_who_acts_is_refused_while_nobody_does(context, word):
    assert not context.fight.active
    with pytest.raises(Refusal, match=f"{word} depends on who acts"):
        find_combatants(word, context)
    assert find_combatants("@dockers", context)


def test_with_nobody_acting_foes_are_the_side_of_that_name(context):
    people = {who: replace(one, side="foes") for who, one in context.fight.combatants.items()}
    fight = replace(context.fight, combatants=people)
    assert find_combatants("@foes", NameContext(context.rules, fight)) == tuple(people)


@pytest.mark.parametrize("encounter", ["street-arrest", "mine-raid"])
def test_the_nearest_is_refused_where_no_distance_is_known(encounter):
    session = from_encounter(find_encounter(encounter), "far", encounter)
    who = next(iter(session.fight.combatants))
    with pytest.raises(Refusal, match="@nearest needs distances, and none are known here"):
        find_combatants("@nearest", NameContext(session.rules, session.fight, who))


def test_the_nearest_is_refused_where_several_act():
    session = from_encounter(find_encounter("depot-raid"), "team", "depot-raid")
    fight = replace(session.fight, active="crew")
    rules = replace(session.rules, members=lambda now, _team: tuple(now.combatants)[:2])
    with pytest.raises(Refusal, match="@nearest depends on who acts, and several can"):
        find_combatants("@nearest", NameContext(rules, fight))


@pytest.mark.parametrize("line", ["heal @random 2", "remove @random", "init --surprised @random", "set @random hp=2"])
def test_only_an_attack_draws_at_random(context, line):
    with pytest.raises(Refusal, match="drawn only for the targets of an attack"):
        read_line(line, context.rules, context.fight)
    assert read_line("attack ada @random", context.rules, context.fight).targets == ("@random",)


def test_looking_for_names_has_a_budget(context):
    """Each word that is no id looks through everybody; those of one line share a budget."""
    few = NameContext(context.rules, context.fight, budget=Budget(steps=len(context.fight.combatants) // PEOPLE_A_STEP))
    find_combatants("*", few)
    with pytest.raises(LimitReached, match="too many names to look up"):
        find_combatants("*", few)


def test_a_pattern_of_brackets_is_paid_for(context):
    with pytest.raises(LimitReached, match="too many names to look up"):
        find_combatants("[" * 3_000, NameContext(context.rules, context.fight))
    assert find_combatants("[aj]*", context)[0] in context.fight.combatants
