"""Free attacks in another combatant's turn: saved questions, or answers in advance."""

import pytest

from rbfcli.model.evolve import evolve
from rbfcli.session.saves import from_bytes, to_bytes
from rbfcli.systems.rpj.sheet import saves_left

HIT, MISS = (6, 6, 6, 6), (1, 1, 1, 1)


def test_leaving_a_group_offers_a_free_attack(field):
    """RPJ-ACT-5: the question waits in the fight; the attack is melee, out of reach or not."""
    field.turn_of("bob")
    field.do("move bob 0")
    assert field.offers() == [("rook", "leaving")]
    assert field.fight.questions[0].lapses
    assert (field.bob.region, field.bob.group) == ("1", "A")
    assert field.do("choose attack", *MISS) == ""
    rolled = field.rolls("free attack")[0]
    assert (rolled.who, rolled.target, rolled.rule, rolled.against) == ("rook", "bob", "RPJ-ACT-5", 17)
    assert field.offers() == []
    assert field.bob.region == "0"


def test_an_offer_may_be_let_go_or_lapse(field):
    """RPJ-ACT-5: `choose pass`, or the next command of the mover."""
    field.turn_of("bob")
    field.do("move bob 0")
    field.do("choose pass")
    assert not field.rook.free_attack_spent
    field.do("move bob 1 --group A")
    field.do("move bob 1")
    assert field.offers() == [("rook", "leaving")]
    field.do("note a shout")
    assert field.offers() == [("rook", "leaving")]
    field.do("turn next")
    assert field.offers() == []
    assert not field.rook.free_attack_spent


def test_a_free_attack_answered_beforehand(field):
    """RPJ-ACT-5: --react names who attacks, --no-react makes everyone pass."""
    field.turn_of("bob")
    field.do("move bob 0 --react rook", *HIT, *HIT)
    assert [each.label for each in field.rolls()] == ["free attack", "damage save"]
    assert field.rook.free_attack_spent
    field.do("move bob 1 --group A")
    field.do("move bob 0")
    assert field.offers() == []


def test_beforehand_only_who_is_entitled_can_be_named(field):
    """RPJ-ACT-4: a stranger's free attack is refused before any die is cast."""
    field.turn_of("bob")
    wrong = field.refused("move bob 0 --react pike")
    assert wrong.rule == "RPJ-ACT-4"
    assert wrong.hint == "able to react: rook"
    assert field.refused("move bob 0 --react rook --no-react").status == 2
    assert field.refused("reorient bob --react rook").status == 2


def test_an_answer_nobody_asked_for_is_refused(field):
    """RPJ-ACT-5: there is no question, or not of this one."""
    assert "no question to answer" in field.refused("choose attack").message
    field.turn_of("bob")
    field.do("move bob 0")
    assert field.refused("choose parry").status == 2
    assert field.refused("choose pike attack").status == 2


def test_one_free_attack_a_round(field):
    """RPJ-ACT-4: spent once, it is not offered again until the next round begins."""
    field.turn_of("bob")
    field.do("move bob 0 --react rook", *MISS)
    field.do("move bob 1 --group A")
    assert field.refused("move bob 0 --react rook").rule == "RPJ-ACT-4"
    field.turn_of("ann")
    assert field.fight.round == 2
    assert not field.rook.free_attack_spent
    assert field.cited()["RPJ-ACT-4"] == "rook free_attack_spent"


def test_no_free_attack_on_ones_own_turn(field):
    """RPJ-ACT-4: a combatant moved by force on Rook's turn gives Rook no free attack."""
    field.turn_of("rook")
    field.do("move bob 0 --force")
    assert field.offers() == []


def test_before_the_first_round_nobody_reacts(start):
    """RPJ-ACT-4: places are taken without a fight."""
    field = start("move bob 0")
    assert field.offers() == []


def test_friends_are_not_offered_an_attack(begin):
    """RPJ-ACT-5: only foes in the group."""
    field = begin("set rook side=crew")
    field.turn_of("bob")
    field.do("move bob 0")
    assert field.offers() == []


def test_a_shot_beside_a_foe_offers_a_free_attack(field):
    """RPJ-ACT-6: after the shot, to adjacent foes; a melee attack offers none."""
    field.turn_of("rook")
    field.do("attack rook pike --with pistol", *MISS)
    assert field.offers() == [("bob", "shooting")]
    field.do("choose bob attack", *MISS)
    assert (field.rolls()[0].rule, field.rolls()[0].against) == ("RPJ-ACT-6", 16)
    field.do("attack rook bob --with sword", *MISS)
    assert field.offers() == []


def test_a_shot_answered_beforehand(field):
    """RPJ-ACT-6: the shot's dice come first, then the free attack's."""
    field.turn_of("rook")
    field.do("attack rook bob --with pistol --react bob", *MISS, *MISS)
    assert [(each.who, each.label) for each in field.rolls()] == [("rook", "attack"), ("bob", "free attack")]


def test_a_shot_at_a_mover_beside_a_foe_provokes_in_turn(field):
    """RPJ-SUP-4, RPJ-ACT-6: Rook fires at Ann next to Bob; the mover's words limit the reactions."""
    field.do('condition add ann "suppressed by rook"')
    field.do("move ann 1")
    field.do("choose rook attack", *MISS)
    assert field.offers() == [("bob", "shooting")]
    field.do("choose attack", *MISS)
    assert (field.rolls()[0].target, field.rolls()[0].rule) == ("rook", "RPJ-ACT-6")
    field.session.undo(3)
    field.do("move ann 1 --react rook", *MISS)
    assert field.offers() == []


def test_a_target_that_falls_strikes_no_more(field):
    """RPJ-ACT-6: a shot that incapacitates the neighbour withdraws its answer."""
    field.do("damage bob 4")
    field.turn_of("rook")
    field.do("attack rook bob --with pistol --react bob", *HIT, *MISS)
    assert "incapacitated" in field.bob.conditions
    assert not field.bob.free_attack_spent


def test_who_is_cut_down_leaving_falls_where_it_stood(field):
    """RPJ-ACT-5: it never gets away, and keeps its cover; who watches where it was going is not asked."""
    field.do("damage bob 4")
    field.do("overwatch ann 0 --force")
    field.do("set pike region=0 overwatch=0")
    field.do("set bob cover=+1/0f")
    field.turn_of("bob")
    field.do("move bob 0")
    assert field.offers() == [("rook", "leaving")]
    field.do("choose rook attack", *HIT, *MISS)
    assert "incapacitated" in field.bob.conditions
    assert (field.bob.region, field.bob.group) == ("1", "A")
    assert field.rule("cut-down") == "RPJ-ACT-5"
    assert field.whom("cut-down") == ("bob", "rook")
    assert field.lines()[-1] == "Bob goes down in region 1, group A before getting away"
    assert field.told("moves") is None
    assert field.bob.cover == "+1/0f"
    assert field.offers() == []
    assert field.pike.overwatch == ("0",)


def test_an_offer_whose_maker_left_is_withdrawn(field):
    """RPJ-ACT-5: the GM takes Rook out of the fight; no question of its stays."""
    field.turn_of("bob")
    field.do("move bob 0")
    field.do("remove rook")
    assert field.offers() == []


def test_an_answer_that_came_too_late_is_refused(field):
    """RPJ-ACT-5: Rook's free attack is taken by the GM's hand while the question is open."""
    field.turn_of("bob")
    field.do("move bob 0")
    field.do("set rook free_attack_spent=true")
    assert field.offers() == []
    wrong = field.refused("choose attack")
    assert wrong.rule == "RPJ-ACT-5"
    assert wrong.message == "no question to answer"


def test_a_shooter_out_of_range_has_lost_its_aim(field):
    """RPJ-SUP-4: the GM moves Pike beyond a pistol's range while the question is open."""
    field.turn_of("bob")
    field.do('condition add bob "suppressed by pike"')
    field.do("move bob 1 --force")
    field.do("choose rook pass")
    assert field.offers() == [("pike", "moving")]
    field.do("set pike region=3")
    assert field.offers() == []
    assert field.bob.group == ""


def test_who_leaves_is_struck_before_it_gets_away(begin):
    """RPJ-ACT-5, RPJ-OVR-2: the free attack first, then the move, then the shot of who watches its end."""
    field = begin("set rook overwatch=0", "set pike region=1 group=A")
    field.turn_of("bob")
    field.do("move bob 0")
    assert field.offers() == [("rook", "leaving"), ("pike", "leaving")]
    field.do("choose rook pass")
    field.do("choose pike attack", *MISS)
    assert (field.offers(), field.bob.region) == ([("rook", "entering")], "0")
    assert field.told("moves") == {"place": "the ditch"}
    field.do("choose attack", *MISS)
    assert field.rook.overwatch == ()


def test_beforehand_who_strikes_and_who_shoots_may_be_named_together(begin):
    """RPJ-ACT-4: those who are left and those who watch the end of the move."""
    field = begin("set rook overwatch=0")
    field.turn_of("bob")
    assert field.refused("move bob 0 --react pike").hint == "able to react: rook"
    field.do("set pike overwatch=0 region=0")
    field.do("move bob 0 --react rook --react pike", *MISS, *MISS, *MISS)
    assert [(each.who, each.label) for each in field.rolls()] == [
        ("rook", "free attack"),
        ("rook", "overwatch"),
        ("pike", "overwatch"),
    ]


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ("set bob region=3 group=", "region 3 is not linked to the ditch"),
        ("set bob region=0 group=", "Bob is already there"),
        ("set bob grapple=rook", "Bob is in a grapple and cannot move"),
    ],
)
def test_a_move_that_the_gm_makes_impossible_stops(field, edit, why):
    """RPJ-ACT-2: what the free attack interrupted looks at the ground again."""
    field.turn_of("bob")
    field.do("move bob 0")
    field.do(edit)
    if field.offers():
        field.do("choose pass")
    assert field.told("stopped") == {"why": why}
    assert field.rule("stopped") == "RPJ-ACT-2"
    assert f"Bob is stopped: {why}" in field.lines()
    assert field.bob.actions_left == 2


def test_who_the_gm_takes_out_on_its_way_stays(field):
    """RPJ-DMG-7: an incapacitated combatant does not continue."""
    field.turn_of("bob")
    field.do("move bob 0")
    field.do("damage bob 9")
    assert field.offers() == []
    assert field.bob.region == "1"


def test_the_fallen_are_moved_by_force(field):
    """RPJ-DMG-7: the GM drags a body; it takes no action by itself."""
    field.do("damage bob 9")
    field.turn_of("bob")
    field.do("move bob 0 --force --no-react")
    assert field.bob.region == "0"


# Commands that wait for an answer: reactions inside reactions, edits in between, undo, saves, answers ahead.


@pytest.fixture
def crossfire(begin):
    """Ann has entered region 1, which Rook (adjacent to Bob) and Pike are watching; both are asked."""
    field = begin("set rook overwatch=1", "set pike overwatch=1")
    field.do("move ann 1")
    assert field.offers() == [("rook", "entering"), ("pike", "entering")]
    return field


def test_a_reaction_to_a_reaction_is_asked_first(crossfire):
    """RPJ-OVR-2, RPJ-ACT-6: Bob answers Rook's shot before Pike must decide; Pike's offer waits."""
    crossfire.do("choose rook attack", *MISS)
    assert crossfire.offers() == [("pike", "entering"), ("bob", "shooting")]
    crossfire.do("choose bob attack", *HIT, *MISS)
    assert "incapacitated" in crossfire.rook.conditions
    assert crossfire.offers() == [("pike", "entering")]
    crossfire.do("choose attack", *MISS)
    assert (crossfire.offers(), crossfire.pike.overwatch) == ([], ())
    assert crossfire.fight.paused is None


def test_the_last_to_be_asked_may_be_passed_over(crossfire):
    """RPJ-ACT-6: Pike answers first; Bob's offer was the later one and lapses."""
    crossfire.do("choose rook attack", *MISS)
    crossfire.do("choose pike attack", *MISS)
    assert crossfire.offers() == []
    assert not crossfire.bob.free_attack_spent


def test_who_falls_to_the_first_shot_is_not_shot_again(crossfire):
    """RPJ-OVR-2: Pike keeps the watch."""
    crossfire.do("damage ann 4")
    crossfire.do("choose rook attack", *HIT, *MISS)
    assert "incapacitated" in crossfire.ann.conditions
    assert crossfire.offers() == [("bob", "shooting")]
    assert crossfire.pike.overwatch == ("1",)


@pytest.mark.parametrize(
    ("edit", "left"),
    [
        ("damage ann 5", []),
        ("damage rook 3", [("pike", "entering")]),
        ("set pike overwatch=3", [("rook", "entering")]),
        ("set ann region=0", []),
        ("set rook side=crew", [("pike", "entering")]),
        ("condition add pike dead", [("rook", "entering")]),
        ("condition add ann suppressed", [("rook", "entering"), ("pike", "entering")]),
        ("note thunder", [("rook", "entering"), ("pike", "entering")]),
    ],
)
def test_an_edit_withdraws_what_it_makes_impossible(crossfire, edit, left):
    """RPJ-OVR-2: who is down, looks elsewhere or is no foe is asked no longer; the rest waits on."""
    crossfire.do(edit)
    assert crossfire.offers() == left
    assert (crossfire.fight.paused is not None) == bool(left)


def test_what_the_gm_does_in_between_stays_done(crossfire):
    """RPJ-DMG-1: damage, healing and a changed defense value count when the shot falls."""
    crossfire.do("damage ann 2")
    crossfire.do("heal ann 1")
    crossfire.do("set ann ranged_defense=30")
    assert saves_left(crossfire.ann, "vest") == (9,)
    crossfire.do("choose rook attack --force", *HIT)
    assert crossfire.rolls("overwatch")[0].against == 30
    assert saves_left(crossfire.ann, "vest") == (9,)


def test_undo_and_redo_inside_a_pause(crossfire):
    """RPJ-OVR-2: each answer is taken back by itself, and comes out the same again."""
    asked = crossfire.fight
    crossfire.do("choose rook attack", *MISS)
    nested = crossfire.fight
    crossfire.do("choose bob attack", *MISS)
    crossfire.do("choose pike attack", *MISS)
    ended = crossfire.fight
    crossfire.session.undo(3)
    assert crossfire.fight == asked
    crossfire.session.redo(1)
    assert crossfire.fight == nested
    crossfire.session.redo(2)
    assert crossfire.fight == ended


def test_a_save_with_an_open_question_goes_on(crossfire):
    """RPJ-OVR-2: written, read back and answered, the fight is the same."""
    crossfire.do("choose rook attack")
    loaded = from_bytes(to_bytes(crossfire.session), "save")
    again = loaded.session
    assert not loaded.edited
    assert again.fight == crossfire.fight
    crossfire.do("choose bob attack")
    there, crossfire.session = crossfire.session, again
    crossfire.do("choose bob attack")
    assert crossfire.fight == there.fight
    assert [each.played for each in crossfire.session.replay()][-1].fight == there.fight


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("move ann 1 --answer entering=attack --answer shooting=attack", ("rook attack", "bob attack", "pike attack")),
        ("move ann 1 --answer entering=pass", ("rook pass", "pike pass")),
        ("move ann 1 --react rook --react pike", ("rook attack", "bob pass", "pike attack")),
        ("move ann 1 --no-react", ("rook pass", "pike pass")),
    ],
)
def test_answers_given_in_advance_come_to_the_same(begin, line, answers):
    """RPJ-ACT-5, RPJ-OVR-2: by --answer, --react or --no-react, with the same dice of the seed."""
    asked, told = (begin("set rook overwatch=1", "set pike overwatch=1") for _ in range(2))
    asked.do("move ann 1")
    for answer in answers:
        asked.do(f"choose {answer}")
    told.do(line)
    assert told.fight == asked.fight


def test_the_events_of_a_pause_joined_are_those_of_one_run(crossfire):
    """RPJ-OVR-2: the events before and after an answer make up the whole fight."""
    fight = crossfire.fight
    for answer in ("rook attack", "bob pass", "pike attack"):
        crossfire.do(f"choose {answer}")
        for event in crossfire.last.events:
            fight = evolve(fight, event)
        assert fight == crossfire.fight


@pytest.mark.parametrize("line", ["choose bob attack", "choose rook parry", "choose 3", "choose rook attack --dice 9"])
def test_a_refused_answer_leaves_the_pause(crossfire, line):
    """RPJ-OVR-2: no other combatant, answer or impossible die; the save stays the same, byte for byte."""
    assert crossfire.refused(line).status == 2
    assert crossfire.offers() == [("rook", "entering"), ("pike", "entering")]


def test_the_next_command_lets_all_offers_go(crossfire):
    """RPJ-ACT-5: unspent offers lapse when the mover goes on."""
    crossfire.do("attack ann rook", *MISS)
    assert crossfire.offers() == []
    assert (crossfire.rook.overwatch, crossfire.pike.overwatch) == (("1",), ("1",))


def test_removing_who_is_asked_lets_the_offers_go(crossfire):
    """RPJ-OVR-2: the move is through, and Rook is gone."""
    crossfire.do("remove rook")
    assert crossfire.offers() == []
    assert "rook" not in crossfire.fight.combatants


def test_the_winner_of_a_grapple_may_be_told_in_advance(field):
    """RPJ-GRP-5: --answer does as the answer does."""
    field.turn_of("bob")
    field.do("grapple bob rook", *HIT)
    field.turn_of("rook")
    field.do("grapple rook --answer grapple-won=hurt", *HIT, *MISS, 1, 1, 2, 2)
    assert saves_left(field.bob, "base") == (12, 14)
    assert field.offers() == []


@pytest.mark.parametrize(("weapon", "told", "damage"), [("sword", "the sword", 4), ("unarmed", "bare hands", 1)])
def test_a_free_attack_is_made_with_the_weapon_chosen(field, weapon, told, damage):
    """RPJ-ACT-5: the sword is offered first, and the line names what is used."""
    field.turn_of("rook")
    field.do("move rook 2")
    (asked,) = field.fight.questions
    assert asked.answers == ("attack with sword", "attack with unarmed", "pass")
    field.do(f"choose attack with {weapon}", 6, 6, 6, 6, 6, 6, 6, 6)
    assert field.told("strikes-at") == {"weapon": told}
    assert field.told("struck")["damage"] == damage
