"""Each law of what lasts, both sides, interruptions and telling finds the system that breaks it."""

import pytest
from msgspec.structs import replace

from rbfcli.conformance import LawBroken, both_sides, interruptions, lasting, offers, people, reach, telling
from rbfcli.kernel import conditions, verbs
from rbfcli.kernel.events import Changed, Die, Modifier, Rolled
from rbfcli.kernel.fight import Condition
from rbfcli.kernel.play import play
from rbfcli.kernel.reactions import Occasion, Reaction
from rbfcli.kernel.run import Played
from rbfcli.kernel.scene import impossible
from rbfcli.language.fights import read_line
from rbfcli.session.begin import from_encounter
from rbfcli.session.session import Session
from rbfcli.store.paths import find_encounter
from rbfcli.systems.rbf.commands import acting, fighting
from tests.kernel import asker

DUEL, DOCK = find_encounter("duel"), find_encounter("dock-ambush")
HELD = conditions.ConditionRow(name="held", rule="GATE-1", begins="is held", tied=True)
DOWN = conditions.ConditionRow(name="down", rule="GATE-1", begins="is down", role="down")
GATE = replace(asker.RULES, conditions=conditions.table(HELD, DOWN))


@pytest.fixture
def rbf(monkeypatch):
    """Put RBF with other fields in the place of the right one, in every fight that a law begins."""

    def doctored(**fields):
        def begin(path, seed, source):
            session = from_encounter(path, seed, source=source)
            session.rules = replace(session.rules, **fields)
            return session

        for module in (lasting, people, interruptions, telling):
            monkeypatch.setattr(module, "from_encounter", begin)

    return doctored


def rules_of_rbf():
    return from_encounter(DUEL, "x", source=DUEL).rules


def with_condition(fight, who, **laid):
    one = replace(fight.combatants[who], conditions=laid)
    return replace(fight, combatants={**fight.combatants, who: one})


def without(fight, who):
    return replace(fight, combatants={key: one for key, one in fight.combatants.items() if key != who})


def test_a_hold_that_outlasts_its_holder():
    fight = with_condition(asker.at_the_gate(), "bob", held=Condition(by="ann"))
    lasting.what_lasts_has_its_cause(GATE, fight, fight, "x")
    for gone in (without(fight, "ann"), with_condition(fight, "ann", down=Condition())):
        with pytest.raises(LawBroken, match="bob is still held by ann, who is gone"):
            lasting.what_lasts_has_its_cause(GATE, fight, gone, "x")


def test_an_aim_at_somebody_who_is_gone():
    rules = replace(GATE, references={"notes": "combatant"})
    fight = asker.at_the_gate()
    bob = replace(fight.combatants["bob"], notes="ann")
    fight = replace(fight, combatants={**fight.combatants, "bob": bob})
    lasting.what_lasts_has_its_cause(rules, fight, fight, "x")
    with pytest.raises(LawBroken, match="notes of bob is still ann, who is gone"):
        lasting.what_lasts_has_its_cause(rules, fight, without(fight, "ann"), "x")


def test_the_fallen_who_still_wait_or_aim():
    before = asker.at_the_gate()
    bob = replace(before.combatants["bob"], notes="the door")
    fallen = with_condition(
        replace(before, combatants={**before.combatants, "bob": bob}), "bob", down=Condition(), held=Condition()
    )
    waits = Reaction(kind="x", on="x", rule="", may=lambda *_: True, react=lambda *_: None, answers=(), bearing="held")
    for rules, told in (
        (replace(GATE, reactions=(waits,)), "bob has fallen, and is still held"),
        (replace(GATE, until_down=("notes",)), "bob has fallen, and its notes is still the door"),
    ):
        with pytest.raises(LawBroken, match=told):
            lasting.what_lasts_has_its_cause(rules, before, fallen, "x")
        lasting.what_lasts_has_its_cause(rules, fallen, fallen, "x")


def test_turns_that_are_never_counted(monkeypatch):
    monkeypatch.setattr("rbfcli.kernel.turns._count_down", lambda *_: None)
    with pytest.raises(LawBroken, match="for 2 rounds in round 1, and is so in round"):
        lasting.what_counts_turns_ends(DUEL)


def test_time_that_does_not_pass(rbf):
    def stays(scene, _command):
        scene.happen("nothing", "RBF-INI-3")

    rbf(verbs={**rules_of_rbf().verbs, verbs.Turn: stays})
    with pytest.raises(LawBroken, match="no condition could be watched"):
        lasting.what_counts_turns_ends(DUEL)


def test_a_cost_that_nobody_pays(rbf):
    hooks = rules_of_rbf().hooks

    def forgives(scene, who):
        hooks.begin_turn(scene, who)
        scene.change(who, "actions_left", scene.one(who).actions, "RBF-ACT-1")

    rbf(hooks=replace(hooks, begin_turn=forgives))
    with pytest.raises(LawBroken, match="is stunned, and its next turn has actions_left 2, not 1"):
        lasting.a_cost_announced_is_paid(DUEL)


def test_a_cost_that_is_not_paid_when_a_held_turn_goes_on(rbf):
    rbf(hooks=replace(rules_of_rbf().hooks, resume_turn=lambda *_: None))
    with pytest.raises(LawBroken, match="is stunned, and its next turn has actions_left 2, not 1"):
        lasting.a_cost_announced_is_paid(DUEL)


@pytest.mark.parametrize(
    ("row", "law", "told"),
    [
        (
            conditions.ConditionRow(name="sulking", rule="RBF-PRN-1", begins="sulks"),
            both_sides.every_condition_counts,
            "sulking on ada .the first side.; sulking on bosun .another side.",
        ),
        (
            conditions.ConditionRow(
                name="sulking",
                rule="RBF-PRN-1",
                begins="sulks",
                effects=(conditions.Effect(roll="mele", amount=-1, why="sulking", rule="RBF-PRN-1"),),
            ),
            both_sides.every_effect_counts,
            "sulking: sulking .mele, own. for another side; sulking: sulking .mele, own. for the first side",
        ),
    ],
)
def test_a_condition_that_means_nothing(rbf, row, law, told):
    rbf(conditions=conditions.table(row))
    with pytest.raises(LawBroken, match=told):
        law([DUEL])


def test_a_condition_that_counts_for_players_alone(rbf, monkeypatch):
    """What hinders a player's blow has to raise, or lower, what an enemy demands."""
    hinders = conditions.ConditionRow(
        name="sulking",
        rule="RBF-PRN-1",
        begins="sulks",
        effects=(conditions.Effect(roll="defense", amount=-1, why="sulking", rule="RBF-PRN-1"),),
    )
    only = replace(hinders, effects=tuple(replace(each, unless=is_an_enemy) for each in hinders.effects))
    rbf(conditions=conditions.table(hinders))
    monkeypatch.setattr("rbfcli.systems.rbf.conditions.CONDITIONS", conditions.table(hinders))
    both_sides.every_effect_counts([DUEL])
    rbf(conditions=conditions.table(only))
    monkeypatch.setattr("rbfcli.systems.rbf.conditions.CONDITIONS", conditions.table(only))
    with pytest.raises(LawBroken, match=r"defense, own. for another side$"):
        both_sides.every_effect_counts([DUEL])


def is_an_enemy(fight, bearer, _other):
    return fight.combatants[bearer].tn is not None


def test_a_verb_that_costs_an_action_and_sets_off_nobody(rbf):
    """Paid for by hand, past the one function that takes actions."""

    def aims(scene, command):
        scene.change(command.who, "actions_left", scene.one(command.who).actions_left - 1, "RBF-ACT-5")

    rbf(verbs={**rules_of_rbf().verbs, fighting.Aim: aims})
    with pytest.raises(LawBroken, match=r"aim .*: .* has acted, and .* could come before that .overwatch."):
        interruptions.every_deed_sets_off_who_waits([DOCK])


def test_a_reaction_that_comes_too_late(rbf):
    known = rules_of_rbf()
    late = tuple(row if row.on != "acts" else replace(row, on="never") for row in known.reactions)

    def acts_first(scene, command):
        scene.change(command.who, "actions_left", scene.one(command.who).actions_left - 1, "RBF-ACT-4")
        scene.trigger("acts", command.who)

    rbf(verbs={**known.verbs, acting.Hide: acts_first})
    with pytest.raises(LawBroken, match=r"hide .* has acted, and"):
        interruptions.every_deed_sets_off_who_waits([DOCK])
    rbf(reactions=late)
    with pytest.raises(LawBroken, match=r"has acted|nothing that anybody does is ever interrupted by overwatch"):
        interruptions.every_deed_sets_off_who_waits([DOCK])


def strikes(scene, who, occasion):
    """A blow out of turn, which asks what it does."""
    if scene.ask("effect", who, ("double", "push"), "GATE-2") == "push":
        scene.happen("pushed", "GATE-2", who=who, target=occasion.who)


def walks(scene, command):
    scene.trigger("goes", command.who)
    asker.go(scene, command.who)


def walks_too_soon(scene, command):
    """The question comes in time, and what follows from it too late."""
    answer = scene.ask("pass", "bob", ("strike", "let"), "GATE-4")
    asker.go(scene, command.who)
    if answer == "strike":
        strikes(scene, "bob", Occasion("goes", command.who))


def test_a_deed_that_goes_on_in_the_middle_of_a_reaction(monkeypatch):
    reaction = Reaction(
        kind="pass", on="goes", rule="GATE-4", may=lambda _scene, who, _occasion: who == "bob", react=strikes,
        answers=("strike", "let"),
    )  # fmt: skip
    command = asker.Walk(who="ann")

    def judged(walk):
        rules = replace(GATE, reactions=(reaction,), verbs={**GATE.verbs, asker.Walk: walk})
        session = Session(rules, asker.at_the_gate())
        monkeypatch.setattr(interruptions, "asking", lambda _path: [("walk ann", session, command)])
        interruptions.a_reaction_is_over_before_the_deed_goes_on(["gate"])

    judged(walks)
    with pytest.raises(LawBroken, match=r"walk ann: the deed goes on, and only then comes what bob does .pass."):
        judged(walks_too_soon)
    with pytest.raises(LawBroken, match="nobody ever reacts: pass"):
        judged(asker.nag)


def test_an_answer_lets_the_deed_go_on():
    """Whoever was asked and waits has been heard, also where the answer came behind a pause."""
    session = from_encounter(DUEL, "asks", source=DUEL)
    for line in ("set bosun at=1", "init --set ada=9 --set bosun=1", "overwatch ada --ask", "turn", "aim bosun"):
        session.perform(read_line(line, session.rules, session.fight))
    paused = session.fight
    played = session.perform(read_line("choose wait", session.rules, session.fight))
    assert interruptions.comes_before_what_it_interrupts(session.rules, paused, played, "choose wait") == 1


def test_a_verb_that_goes_by_a_reach_of_its_own(rbf):
    """Whoever treats somebody from afar, or not even up close, is found; so is a gun that shoots through everything."""
    known = rules_of_rbf()
    paths = [find_encounter(name) for name in ("dock-ambush", "losing-air")]

    def treats_from_afar(scene, command):
        scene.relieve(command.who, "dying", "RBF-STB-1")

    def treats_nobody(scene, command):
        if scene.one(command.who).at != scene.one(command.by).at:
            raise impossible("not here", "RBF-STB-1")
        scene.relieve(command.who, "dying", "RBF-STB-1")

    reach.every_verb_goes_by_one_reach(paths)
    for treats, told in (
        (treats_from_afar, "accepted with .* out of reach"),
        (treats_nobody, "refused with .* in reach"),
    ):
        rbf(verbs={**known.verbs, fighting.Stabilize: treats})
        with pytest.raises(LawBroken, match=told):
            reach.every_verb_goes_by_one_reach(paths)
    rbf(verbs={**known.verbs, fighting.Stabilize: treats_from_afar}, beyond_reach={"stabilize": "by radio"})
    reach.every_verb_goes_by_one_reach(paths)


def test_distances_without_a_reach(rbf):
    rbf(reaches=None)
    with pytest.raises(LawBroken, match="are at a distance, and `reaches` does not say what that means"):
        reach.every_verb_goes_by_one_reach([DUEL])
    rbf(reaches=None, distance=lambda *_: None)
    reach.every_verb_goes_by_one_reach([DUEL])


def test_a_reach_that_nothing_was_tried_at(rbf):
    rbf(candidates=lambda *_: ())
    with pytest.raises(LawBroken, match="nothing that is aimed at somebody went in and out of reach"):
        reach.every_verb_goes_by_one_reach([DUEL])


def test_who_is_said_to_be_unable_to_attack_and_can(monkeypatch):
    session = from_encounter(DUEL, "x", source=DUEL)
    near = {who: replace(one, at=0) for who, one in session.fight.combatants.items()}
    found = Session(
        replace(session.rules, can_attack=lambda _fight, _who: False), replace(session.fight, combatants=near)
    )
    monkeypatch.setattr(offers, "fights", lambda _path: (found,))
    with pytest.raises(LawBroken, match="attack ada bosun is accepted, and can_attack says that ada cannot"):
        offers.who_cannot_attack_is_refused(DUEL)


def rolled(**fields):
    known = {"who": "ann", "label": "attack", "dice": (Die(6, 4, given=True),), "total": 4, "outcome": "six"}
    return Rolled(**{**known, **fields})


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (rolled(total=5), "the dice come to 4, not to the total told"),
        (rolled(modifiers=(Modifier(2, "luck"),)), "the dice come to 6, not to the total told"),
        (rolled(against=3, margin=2), r"told is \+2, for 4 against 3"),
        (rolled(against=3, margin=1, under=True), r"told is \+1, for 4 against 3"),
    ],
)
def test_a_roll_that_does_not_add_up(event, told):
    with pytest.raises(LawBroken, match=told):
        telling.adds_up(event, "x")


def told_of(*events, outcome="six", **changes):
    """What comes of a strike at the gate, doctored."""
    fight = asker.at_the_gate()
    command = asker.Strike(who="ann", targets=("bob",))
    bob = replace(fight.combatants["bob"], **changes)
    after = replace(fight, combatants={**fight.combatants, "bob": bob})
    telling.tells_what_was_applied(GATE, fight, Played(after, events, outcome, command), "attack ann bob")


def test_an_outcome_that_nobody_rolled():
    told_of(rolled())
    with pytest.raises(LawBroken, match=r"its outcome is less, and what was rolled came out otherwise .attack: six."):
        told_of(rolled(), outcome="less")


def test_a_change_that_is_not_told():
    told_of(rolled(), Changed(who="bob", field="hp", path=("hp",), before=10, after=3), hp=3)
    quiet = replace(GATE, words={**GATE.words, "field.hp": ""})
    fight = asker.at_the_gate()
    bob = replace(fight.combatants["bob"], hp=3)
    after = replace(fight, combatants={**fight.combatants, "bob": bob})
    played = Played(
        after,
        (Changed(who="bob", field="hp", path=("hp",), before=10, after=3),),
        "",
        asker.Strike(who="ann", targets=()),
    )
    with pytest.raises(LawBroken, match="the health of bob has changed, and nothing says so"):
        telling.tells_what_was_applied(quiet, fight, played, "x")


def test_a_change_that_the_json_does_not_have():
    with pytest.raises(LawBroken, match="what the JSON tells leads to another fight"):
        told_of(rolled(), side="in")


def test_an_outcome_that_is_not_what_is_applied(rbf):
    """A system that prints a critical hit where it misses, and the other way round."""
    known = rules_of_rbf()
    roles = {"critical": "bad", "success": "good", "struggle": "mixed", "failure": "great"}
    rbf(outcomes=roles)
    with pytest.raises(LawBroken, match="does not go by the outcome"):
        telling.outcomes_are_applied(DUEL)
    attack = known.verbs[fighting.Attack]

    def does_nothing(scene, command):
        attack(scene, command)
        scene.change("bosun", "hp", 1, "RBF-ATK-1")
        scene.change("ada", "hp", 1, "RBF-ATK-1")

    rbf(verbs={**known.verbs, fighting.Attack: does_nothing})
    with pytest.raises(LawBroken, match="best and worst take the same"):
        telling.outcomes_are_applied(DUEL)


def test_the_right_rules_keep_them():
    session = from_encounter(DUEL, "right", source=DUEL)
    command = read_line("attack ada bosun --force", session.rules, session.fight)
    telling.tells_what_was_applied(session.rules, session.fight, play(session.rules, session.fight, command), "x")
