"""One matcher for every word of a closed vocabulary."""

import pytest

from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.kernel.matching import match, match_named

ARMOURY = {"lance": ("shock lance", "zapper"), "rifle": ("assault rifle",), "ripper": ()}


@pytest.mark.parametrize(
    ("word", "meant"),
    [("lance", "lance"), ("LAN", "lance"), ("Shock Lance", "lance"), ("zap", "lance"), ("rip", "ripper")],
)
def test_a_word_is_typed_by_any_of_its_names_or_a_unique_beginning(word, meant):
    assert match_named(word, ARMOURY, "weapon") == meant


def test_a_beginning_of_two_words_is_refused_with_both():
    with pytest.raises(UsageError, match="could mean rifle, ripper"):
        match_named("ri", ARMOURY, "weapon")


def test_two_names_of_one_word_do_not_make_it_ambiguous():
    assert match_named("half", {"half-damage": ("half damage", "\u00bd damage"), "trade": ()}, "complication") == (
        "half-damage"
    )


def test_what_is_not_known_is_refused_with_the_nearest_by_the_rule_given():
    with pytest.raises(Refusal) as caught:
        match("lence", ("lance", "rifle"), "weapon", Refusal, "GATE-1")
    assert (caught.value.rule, caught.value.suggestions) == ("GATE-1", ("lance",))
