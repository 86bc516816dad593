"""Botches of BGC: what fails, what opens, and who may strike."""

from rbfcli.kernel.events import Forced, Rolled


def test_a_botch_breaks_the_weapon_or_gives_an_opening(table):
    """BGC-BOT-1: rolled, 1 the weapon, 2 the opening; a failed weapon needs repair."""
    table.type("attack rin mako --dice 96,1")
    assert table.one("rin").failed == ("rifle",)
    assert table.refused("attack rin mako").rule == "BGC-BOT-1"
    table.type('other rin --repair rifle --skill "first aid" --dice 41')
    assert table.one("rin").failed == ("rifle",)
    table.type('other rin --repair rifle --skill "first aid" --dice 40')
    assert table.one("rin").failed == ()
    table.type("attack rin mako --dice 97,2")
    assert (table.fight.questions[0].who, table.fight.questions[0].facts["target"]) == ("mako", "rin")


def test_the_strike_back_cannot_be_met_and_armour_counts(table):
    """BGC-BOT-1: it hits although a Defend is declared, then penetration; it costs a round of the clip."""
    table.type("init --dice 6,48,99,99", "declare rin attack defend", "attack rin mako --botch opening --dice 96")
    table.type("choose strike --dice 35,30")
    assert table.happened() == ["strikes-back", "armour-pierced", "damage"]
    assert [label for label, _, _ in table.rolls()] == ["penetration", "armour"]
    assert (table.one("rin").levels, table.one("mako").ammo["rifle"]) == (14, 8)
    assert table.one("rin").declared == ("defend",)


def test_the_strike_back_may_have_to_hit(table):
    """BGC-BOT-1: by a house option; wounds hinder it, and it may miss or be critical."""
    table.type(
        "set fight options.strike-back-rolls=true", "set mako levels=17", "attack rin mako --botch opening --dice 96"
    )
    table.type("choose strike --dice 61")
    assert (table.rolls(), table.one("rin").levels) == ([("strike back", 60, "fail")], 19)
    table.type("attack rin mako --botch opening --dice 96", "choose strike --dice 5,35,30")
    assert (table.rolls()[0], table.one("rin").levels) == (("strike back", 60, "critical"), 9)


def test_bare_hands_and_sizes_count_in_a_strike_back(table):
    """BGC-BOT-1, BGC-DRV-5, BGC-MEGA-1: one roll above a bare body's armour; something far larger crushes."""
    table.type("attack rin thug --botch opening --dice 96", "choose strike --dice 26")
    assert (table.rolls(), table.one("rin").levels) == ([("through natural armour", 26, "pass")], 18)
    table.type("attack rin giant --botch opening --dice 96", "choose strike")
    assert ("dead" in table.one("rin").conditions, table.rolls()) == (True, [])


def test_bare_hands_that_have_to_hit_are_bare_hands(table):
    """BGC-BOT-1, BGC-DRV-5: a hit, and one roll above a bare body's armour."""
    table.type("set fight options.strike-back-rolls=true", "attack rin thug --botch opening --dice 96")
    table.type("choose strike --dice 30,26")
    assert [(event.who, event.target, event.label) for event in table.played.events if isinstance(event, Rolled)] == [
        ("thug", "rin", "strike back"), ("thug", "rin", "through natural armour")
    ]  # fmt: skip
    assert table.one("rin").levels == 18


def test_an_opening_lapses_or_is_let_go(table):
    """BGC-BOT-1: it is there for one command."""
    table.type("attack rin mako --botch opening --dice 96", "choose let go")
    assert (table.rolls(), table.fight.questions) == ([], ())
    table.type("attack rin mako --botch opening --dice 96", "note later")
    assert table.fight.questions
    table.type("attack rin mako --dice 61")
    assert table.fight.questions == ()


def test_an_empty_weapon_strikes_nobody_back(table):
    """BGC-BOT-1: an opening is not offered to somebody who cannot strike, unless the GM insists."""
    table.type("set mako ammo.rifle=0", "attack rin mako --botch opening --dice 96")
    assert (table.happened(), table.fight.questions) == (["stumbles"], ())
    table.type(
        "set fight options.strike-back-rolls=true", "set mako held=", "attack rin mako --botch opening --dice 96"
    )
    assert (table.happened(), table.fight.questions) == (["stumbles"], ())
    table.type(
        "set fight options.strike-back-rolls=false", "attack rin mako --botch opening --dice 96", "choose strike"
    )
    assert table.happened()[0] == "strikes-back"
    table.type("set mako held=rifle ammo.rifle=0", "attack rin mako --botch opening --force --dice 96", "choose strike")
    assert "empty" in next(event.message for event in table.played.events if isinstance(event, Forced))


def test_a_botched_strike_back_is_a_botch_too(table):
    """BGC-BOT-1: any botch in combat, where it has to hit."""
    table.type("set fight options.strike-back-rolls=true", "attack rin mako --botch opening --dice 96")
    table.type("choose strike --dice 96,1")
    assert table.one("mako").failed == ("rifle",)


def test_a_botched_defend_opens_or_breaks(table):
    """BGC-BOT-1: any botch in combat; the blow lands, then the defender pays."""
    table.type("attack rin mako --defend --botch opening --dice 30,97,35,30")
    assert (table.one("mako").levels, table.fight.questions[0].who) == (17, "rin")
    table.type("choose let go", "attack rin mako --defend --dice 30,97,45,30,1")
    assert table.one("mako").failed == ("rifle",)


def test_who_falls_by_the_blow_botches_no_more(table):
    """BGC-BOT-1: a dead defender gives no opening."""
    table.type("set mako levels=1", "attack rin mako --defend --botch opening --dice 30,97,35,30")
    assert ("dead" in table.one("mako").conditions, table.fight.questions) == (True, ())


def test_bare_hands_stumble_and_the_fallen_do_not_strike(table):
    """BGC-BOT-1: no weapon to fail, nobody to take the opening."""
    table.type("attack thug rin --botch failure --dice 96")
    assert table.happened() == ["stumbles"]
    table.type("condition add rin unconscious", "attack thug rin --botch opening --dice 96")
    assert (table.happened(), table.fight.questions) == (["stumbles"], ())


def test_an_exploded_weapon_is_gone(table):
    """BGC-BOT-1: the GM tells what it does besides."""
    table.type("attack rin mako --botch explosion --dice 96")
    assert table.happened() == ["weapon-explodes"]
    assert (table.one("rin").weapons, table.one("rin").held) == (("lance",), "")
