"""One matcher for every word of a closed vocabulary."""

import pytest

from rbfcli.kernel.distance import distance
from rbfcli.kernel.errors import Refusal, UsageError
from rbfcli.kernel.matching import match, match_named, nearest, own_words

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


def test_a_beginning_of_two_words_is_refused_by_the_rule_given():
    with pytest.raises(UsageError, match="could mean rifle, ripper") as caught:
        match_named("ri", ARMOURY, "weapon", rule="GATE-1")
    assert (caught.value.rule, caught.value.hint) == ("GATE-1", "type more of it")
    assert caught.value.suggestions == ("rifle", "ripper")


MANY = tuple(f"plank{letter}" for letter in "abcdefghijklm")


@pytest.mark.parametrize(
    ("word", "known", "hint", "suggestions"),
    [
        ("", ("lance", "rifle"), "known: lance, rifle", ()),
        ("xyz", MANY[:12], f"known: {', '.join(MANY[:12])}", ()),
        ("zzz", (), "", ()),
        ("RIFFLE", ("lance", "rifle"), "did you mean rifle?", ("rifle",)),
        ("landes", ("lance", "lances", "lancer", "lanced", "x"), "did you mean lances or", None),
    ],
)
def test_the_hint_names_the_nearest_or_all_or_says_nothing(word, known, hint, suggestions):
    with pytest.raises(UsageError) as caught:
        match(word, known, "weapon")
    assert caught.value.message == f"there is no weapon {word!r}"
    assert caught.value.hint.startswith(hint)
    assert bool(caught.value.hint) is bool(hint)
    if suggestions is None:
        assert len(caught.value.suggestions) == 3
    else:
        assert caught.value.suggestions == suggestions
    assert caught.value.rule == ""


def test_of_many_words_the_five_nearest_are_named_those_most_alike_first():
    known = ("oak", "elm", "ash", "fir", "yew", "box", "bay", "fig", "nut", "may", "ivy", "rue", "sea-holly")
    with pytest.raises(UsageError) as caught:
        match("SHOLY-QRSTUVW", known, "tree")
    assert caught.value.hint.startswith("nearest of 13: sea-holly, ")
    assert caught.value.hint.count(",") == 4


@pytest.mark.parametrize(("word", "own"), [("say my own", "my own"), ("say", ""), ("sayings", ""), ("my own", "")])
def test_own_words_stand_behind_say(word, own):
    assert own_words(word) == own


def test_a_name_may_be_one_text_or_several():
    assert match_named("zap", {"lance": "zapper", "pez": "xap"}, "weapon") == "lance"


OPTIONS = ("--json", "--quiet", "--force", "--dry-run", "--color", "--reach", "--with")


@pytest.mark.parametrize(
    ("word", "near"),
    [
        ("--wdith", ("--with",)),
        ("--wdeht", ()),
        ("--foo", ()),
        ("--jsno", ("--json",)),
        ("--dryrun", ("--dry-run",)),
        ("--colour", ("--color",)),
        ("--j", ()),
        ("--forceful", ("--force",)),
        ("x" * 200, ()),
    ],
)
def test_a_wrong_guess_is_worse_than_none(word, near):
    assert nearest(word, OPTIONS) == near


@pytest.mark.parametrize(
    ("one", "other", "mistakes"),
    [
        ("", "", 0), ("oak", "oak", 0), ("oak", "aok", 1), ("oak", "oka", 1), ("oak", "oaks", 1), ("oak", "ok", 1),
        ("oak", "elk", 2), ("", "elm", 3), ("abcd", "badc", 2), ("ca", "abc", 3), ("kitten", "sitting", 3),
        ("oak", "willow", 4),
    ],
)  # fmt: skip
def test_how_far_two_words_are_apart(one, other, mistakes):
    assert distance(one, other, 3) == distance(other, one, 3) == mistakes
    assert distance(one, other, 1) == min(mistakes, 2)
