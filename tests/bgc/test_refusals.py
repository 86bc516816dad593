"""Every refusal of BGC in its words, with its rule and what would have been right."""

import pytest

ROUND = "init --dice 46,99,99,99"
PLAN = "declare rin attack other"


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ((), "declare rin attack", "BGC-ACT-1", "actions are declared once the round has begun", "init"),
        ((), "risk rin attack", "BGC-RSK-1", "extra actions are taken once the round has begun", "init"),
        ((ROUND,), "declare rin sing", "BGC-ACT-1", "there is no category of action 'sing'",
         "known: attack, defend, movement, other"),
        ((ROUND, PLAN, "attack rin mako --dice 61"), "declare rin attack", "BGC-ACT-1",
         "Rin has acted already this round", "--force does it all the same"),
        ((ROUND,), "declare rin attack attack attack attack attack", "BGC-INI-2", "Rin has 4 actions, not 5",
         "--force does it all the same"),
        ((ROUND,), "declare rin movement movement movement", "BGC-ACT-3", "at most 2 of 4 actions may be movement",
         "--force does it all the same"),
        ((ROUND,), "attack mako rin", "BGC-INI-5", "it is not Mako's turn", "turn next, or --force"),
        (("condition add rin dead",), "attack rin mako", "BGC-WND-7", "Rin is dead", "--force does it all the same"),
        (("condition add rin unconscious",), "other rin", "BGC-WND-2", "Rin is unconscious",
         "--force does it all the same"),
        (("condition add rin incapacitated",), "attack rin mako", "BGC-WND-5",
         "Rin is incapacitated and can only speak or crawl", "--force does it all the same"),
        (("condition add rin unconscious",), "move rin", "BGC-WND-2", "Rin is unconscious",
         "--force does it all the same"),
        ((ROUND,), "attack rin mako", "BGC-ACT-1", "Rin has no attack action left; declared: nothing",
         "declare rin attack …, or --force"),
        ((ROUND, PLAN), "move rin", "BGC-ACT-1", "Rin has no movement action left; declared: attack, other",
         "risk rin movement, or --force"),
        ((ROUND, PLAN, *["risk rin other"] * 5), "move rin", "BGC-ACT-1",
         "Rin has no movement action left; declared: attack, other", "--force does it all the same"),
        ((ROUND, PLAN, "attack rin mako --dice 61", "other rin"), "attack rin mako", "BGC-ACT-1",
         "Rin has no attack action left; declared: nothing", "risk rin attack, or --force"),
        ((ROUND, PLAN, "risk rin movement"), "move rin", "BGC-RSK-2", "an extra movement action needs a skill roll",
         "--skill NAME, or --force"),
        ((), "move rin --mod 5", "BGC-ACT-2", "nothing is rolled that could be modified", "--skill NAME"),
        ((ROUND, *["risk rin attack"] * 5), "risk rin attack", "BGC-RSK-3",
         "an extra action at -60 leaves Rin 0: only a critical success would do", "--force does it all the same"),
        ((ROUND, *["risk rin attack"] * 2, "risk rin other"), 'other rin climb --skill "first aid" --mod -10',
         "BGC-RSK-3", "an extra action at -30 leaves Rin 0: only a critical success would do",
         "--force does it all the same"),
        ((ROUND, "set rin levels=9", *["risk rin attack"] * 4), "risk rin attack", "BGC-RSK-3",
         "an extra action at -50 leaves Rin 0: only a critical success would do", "--force does it all the same"),
        ((ROUND,), "risk giant defend", "BGC-RSK-3",
         "an extra action at -10 leaves Giant 0: only a critical success would do", "--force does it all the same"),
        ((ROUND, "add Crate side=gang speed=10 tough=10"), "risk crate attack", "BGC-RSK-3",
         "an extra action at -10 leaves Crate 0: only a critical success would do", "--force does it all the same"),
        ((ROUND, "set mako levels=6", "condition add mako bleeding", *["risk rin attack"] * 2, "risk rin other"),
         "stabilize mako --by rin", "BGC-RSK-3",
         "an extra action at -30 leaves Rin 0: only a critical success would do", "--force does it all the same"),
        ((), "attack rin mako thug", "BGC-ATK-1", "one attack has one target", ""),
        ((), "attack rin rin", "BGC-ATK-1", "Rin cannot attack themself", ""),
        (("condition add mako dead",), "attack rin mako", "BGC-WND-7", "Mako is dead", "--force does it all the same"),
        ((), "attack rin thug --gap", "BGC-ARM-1", "Thug wears no partial armour", ""),
        (("set mako armour.partial=false",), "attack rin mako --gap", "BGC-ARM-1", "Mako wears no partial armour", ""),
        ((), "attack rin mako --called 24", "BGC-CAL-1", "a called shot is taken at -25 to -50, not at -24",
         "--called 30, or --force"),
        ((), "attack rin mako --with lance", "BGC-ACT-2", "Rin has to draw the good lance first",
         "draw rin lance, or --force"),
        (("set rin failed=rifle",), "attack rin mako", "BGC-BOT-1", "the rifle of Rin has failed",
         "other rin --repair rifle --skill NAME, or --force"),
        (("set rin ammo.rifle=0",), "attack rin mako", "BGC-ACT-2", "the rifle of Rin is empty",
         "reload rin, or --force"),
        (("set mako held=",), "attack mako rin", "BGC-TST-2", "Mako has no skill 'brawl'", "known: rifles, defend"),
        ((), "attack rin giant --defend", "BGC-ACT-2", "Giant has no skill 'defend'", "set giant skills.defend=30"),
        ((), "defend giant", "BGC-ACT-2", "Giant has no skill 'defend'", "set giant skills.defend=30"),
        ((), "attack rin mako --defend --no-defend", "BGC-ACT-2", "it either defends or lets it come",
         "--defend or --no-defend"),
        (("condition add mako incapacitated",), "attack rin mako --defend", "BGC-WND-5",
         "Mako is incapacitated and can only speak or crawl", "--force does it all the same"),
        ((), "wake mako --by rin", "BGC-WND-2", "Mako is not unconscious", ""),
        (("set mako levels=-1", "condition add mako unconscious"), "wake mako --by rin", "BGC-WND-6",
         "Mako is too badly hurt to be woken", "stabilize mako --by WHO, then heal, or --force"),
        ((), "stabilize mako --by rin", "BGC-STB-1", "Mako is not bleeding", ""),
        (("set fight options.treat-above-zero=false", "condition add mako bleeding"), "stabilize mako --by rin",
         "BGC-STB-1", "Mako bleeds until it is healed", "heal mako N, or --force"),
        (("condition add mako bleeding",), "stabilize mako", "BGC-STB-1", "another character has to treat the wound",
         "--by WHO"),
        (("condition add mako unconscious",), "wake mako --by mako", "BGC-WND-2",
         "another character has to treat the wound", "--by WHO"),
        (("condition add mako bleeding",), "stabilize mako --by thug", "BGC-TST-2", "Thug has no skill 'first aid'",
         "known: martial arts, defend"),
        ((), "other rin --repair rifle", "BGC-BOT-1", "a repair needs a skill", "--skill NAME"),
        ((), "other rin --repair rifle --skill rifles", "BGC-BOT-1", "rifle of Rin has not failed", ""),
        (("condition add rin dead",), "heal rin 3", "BGC-WND-7", "Rin is dead", "condition remove rin dead"),
        (("condition add mako dead",), "init --set mako=3", "BGC-INI-1", "Mako has no turn", ""),
        ((ROUND,), "init", "BGC-INI-4", "the fight has begun: this is round 1", "turn next, or --force"),
        ((ROUND,), "turn delay --until 50", "BGC-INI-5", "count 50 is not later than 17", "a number below 17"),
        ((ROUND,), "turn back", "BGC-INI-4", "this is the first turn of the round", "`undo` goes back further"),
        (("remove rin mako thug giant",), "init", "BGC-INI-4", "nobody is in the fight yet", "add NAME"),
    ],
)  # fmt: skip
def test_a_refusal_says_why_and_what_would_be_right(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    if before:
        table.type(*before)
    wrong = table.refused(line)
    assert (wrong.message, wrong.rule, wrong.hint) == (message, rule, hint)


@pytest.mark.parametrize("called", [25, 30, 50])
def test_a_called_shot_within_the_band(table, called):
    """BGC-CAL-1: both ends are in it."""
    assert table.type(f"attack rin giant --called {called} --dice 90").outcome == "fail"


def test_the_gm_overrules(table):
    """BGC-ACT-1, BGC-WND-7: what is refused by a rule is done, and costs what there is to pay with."""
    table.type(ROUND, "condition add rin incapacitated", "attack rin mako --force --dice 61")
    assert (table.one("rin").acted, table.one("rin").declared) == (1, ())
    assert [event.message for event in table.played.events if hasattr(event, "message")] == [
        "Rin is incapacitated and can only speak or crawl",
        "Rin has no attack action left; declared: nothing",
    ]
