"""Each law of what lasts, both sides, interruptions and telling finds the system that breaks it."""

import ast
from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from rbfcli.core.errors import Refusal, refuse, to_try
from rbfcli.core.mistakes import Mistake
from rbfcli.engine.play import Played, execute
from rbfcli.language.parser import read_line
from rbfcli.model import commands, conditions
from rbfcli.model.events import Die, FieldChanged, Modifier, Rolled
from rbfcli.model.fight import Condition
from rbfcli.model.rules import CandidateAction, Example, Reaction, RuleEntry, Trigger
from rbfcli.session.encounter import from_encounter
from rbfcli.session.session import Session
from rbfcli.storage.paths import find_encounter
from rbfcli.systems.rbf import commands as acting
from rbfcli.systems.rbf import commands as fighting
from rbfcli.testing import fights, laws, offers, output, source, state
from rbfcli.testing.laws import nothing_is_left_to_settle, stays_sound
from rbfcli.testing.support import LawViolation
from tests.engine import asker
from tests.laws import answers, moments, outcomes, paths, reach, reactions, results, sheets
from tests.laws import conditions as both_sides
from tests.laws import offers as accepted
from tests.systems.rbf import overwatch

DUEL, DOCK, RIDGE = map(find_encounter, ("duel", "dock-ambush", "bear-ridge"))
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

        for module in (state, moments, outcomes):
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
    state.what_lasts_has_its_cause(GATE, fight, fight, "x")
    for gone in (without(fight, "ann"), with_condition(fight, "ann", down=Condition())):
        with pytest.raises(LawViolation, match="bob is still held by ann, who is gone"):
            state.what_lasts_has_its_cause(GATE, fight, gone, "x")


def test_an_aim_at_somebody_who_is_gone():
    rules = replace(GATE, references={"notes": "combatant"})
    fight = asker.at_the_gate()
    bob = replace(fight.combatants["bob"], notes="ann")
    fight = replace(fight, combatants={**fight.combatants, "bob": bob})
    state.what_lasts_has_its_cause(rules, fight, fight, "x")
    with pytest.raises(LawViolation, match="notes of bob is still ann, who is gone"):
        state.what_lasts_has_its_cause(rules, fight, without(fight, "ann"), "x")


def test_the_fallen_who_still_wait_or_aim():
    before = asker.at_the_gate()
    bob = replace(before.combatants["bob"], notes="the door")
    fallen = with_condition(
        replace(before, combatants={**before.combatants, "bob": bob}), "bob", down=Condition(), held=Condition()
    )
    waits = Reaction(kind="x", on="x", rule="", may=lambda *_: True, react=lambda *_: None, answers=(), bearing="held")
    for rules, told in ((replace(GATE, reactions=(waits,)), "bob has fallen, and is still held"),):
        with pytest.raises(LawViolation, match=told):
            state.what_lasts_has_its_cause(rules, before, fallen, "x")
        state.what_lasts_has_its_cause(rules, fallen, fallen, "x")


def test_turns_that_are_never_counted(monkeypatch):
    monkeypatch.setattr("rbfcli.engine.turns._count_down", lambda *_: None)
    with pytest.raises(LawViolation, match="for 2 rounds in round 1, and is so in round"):
        state.conditions_that_count_turns_end(DUEL)


def test_time_that_does_not_pass(rbf):
    def stays(scene, _command):
        scene.happen("nothing", "RBF-INI-3")

    rbf(verbs={**rules_of_rbf().verbs, commands.Turn: stays})
    with pytest.raises(LawViolation, match="no condition could be watched"):
        state.conditions_that_count_turns_end(DUEL)


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
    with pytest.raises(LawViolation, match=told):
        law([DUEL])


def test_a_condition_that_counts_for_players_alone(rbf, monkeypatch):
    """What hinders a player's blow has to raise, or lower, what an enemy demands."""
    hinders = conditions.ConditionRow(
        name="sulking",
        rule="RBF-PRN-1",
        begins="sulks",
        effects=(conditions.Effect(roll="defense", amount=-1, why="sulking", rule="RBF-PRN-1"),),
    )
    rbf(conditions=conditions.table(hinders))
    monkeypatch.setattr("rbfcli.systems.rbf.conditions.CONDITIONS", conditions.table(hinders))
    both_sides.every_effect_counts([DUEL])
    counted = conditions.effects
    monkeypatch.setattr(conditions, "effects", lambda *given: [] if is_an_enemy(given) else counted(*given))
    with pytest.raises(LawViolation, match=r"defense, own. for another side$"):
        both_sides.every_effect_counts([DUEL])


def is_an_enemy(given):
    _rows, fight, _roll, bearer, _target = given
    return fight.combatants[bearer].tn is not None


def test_a_verb_that_costs_an_action_and_sets_off_nobody(rbf):
    """Paid for by hand, past the one function that takes actions."""

    def aims(scene, command):
        scene.change(command.who, "actions_left", scene.one(command.who).actions_left - 1, "RBF-ACT-5")

    rbf(verbs={**rules_of_rbf().verbs, fighting.Aim: aims})
    with pytest.raises(LawViolation, match=r"aim .*: .* has acted, and .* could come before that .overwatch."):
        overwatch.waiting_reactions_interrupt_every_action([DOCK])


def test_a_reaction_that_comes_too_late(rbf):
    known = rules_of_rbf()
    late = tuple(row if row.on != "acts" else replace(row, on="never") for row in known.reactions)

    def acts_first(scene, command):
        scene.change(command.who, "actions_left", scene.one(command.who).actions_left - 1, "RBF-ACT-4")
        scene.trigger("acts", command.who)

    rbf(verbs={**known.verbs, acting.Hide: acts_first})
    with pytest.raises(LawViolation, match=r"hide .* has acted, and"):
        overwatch.waiting_reactions_interrupt_every_action([DOCK])
    rbf(reactions=late)
    with pytest.raises(LawViolation, match=r"has acted|no overwatch ever interrupts anything"):
        overwatch.waiting_reactions_interrupt_every_action([DOCK])


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
        strikes(scene, "bob", Trigger("goes", command.who))


def test_an_action_that_goes_on_in_the_middle_of_a_reaction(monkeypatch):
    reaction = Reaction(
        kind="pass", on="goes", rule="GATE-4", may=lambda _scene, who, _occasion: who == "bob", react=strikes,
        answers=("strike", "let"),
    )  # fmt: skip
    command = asker.Walk(who="ann")

    def judged(walk):
        rules = replace(GATE, reactions=(reaction,), verbs={**GATE.verbs, asker.Walk: walk})
        session = Session(rules, asker.at_the_gate())
        monkeypatch.setattr(reactions, "asking", lambda _path: [("walk ann", session, command)])
        reactions.reactions_end_before_the_action_goes_on(["gate"])

    judged(walks)
    with pytest.raises(LawViolation, match=r"walk ann: the action goes on, and only then comes what bob does .pass."):
        judged(walks_too_soon)
    with pytest.raises(LawViolation, match="these reactions never happen: pass"):
        judged(asker.nag)


def test_an_answer_lets_the_deed_go_on():
    """Everyone who was asked and waits is heard, also if the answer came after a pause."""
    session = from_encounter(DUEL, "asks", source=DUEL)
    for line in ("set bosun at=1", "init --set ada=9 --set bosun=1", "overwatch ada --ask", "turn", "aim bosun"):
        session.perform(read_line(line, session.rules, session.fight))
    paused = session.fight
    played = session.perform(read_line("choose wait", session.rules, session.fight))
    assert overwatch.comes_before_what_it_interrupts(session.rules, paused, played, "choose wait") == 1


def test_a_verb_that_goes_by_a_reach_of_its_own(rbf, monkeypatch):
    """The law finds treatment from afar, or not even up close, and guns that shoot through everything."""
    known = rules_of_rbf()
    paths = [find_encounter(name) for name in ("dock-ambush", "losing-air")]

    def treats_from_afar(scene, command):
        scene.relieve(command.who, "dying", "RBF-STB-1")

    def treats_nobody(scene, command):
        if scene.one(command.who).at != scene.one(command.by).at:
            raise refuse("not here", "RBF-STB-1")
        scene.relieve(command.who, "dying", "RBF-STB-1")

    reach.every_verb_uses_the_same_reach(paths)
    for treats, told in (
        (treats_from_afar, "accepted with .* out of reach"),
        (treats_nobody, "refused with .* in reach"),
    ):
        rbf(verbs={**known.verbs, fighting.Stabilize: treats})
        with pytest.raises(LawViolation, match=told):
            reach.every_verb_uses_the_same_reach(paths)
    rbf(verbs={**known.verbs, fighting.Stabilize: treats_from_afar})
    monkeypatch.setitem(reach.BEYOND_REACH, "rbf", (*reach.BEYOND_REACH["rbf"], "stabilize"))
    reach.every_verb_uses_the_same_reach(paths)


@pytest.mark.parametrize(
    ("field", "told"), [("weapons", "(accepted|refused) with"), ("distance", "`distance` differ from")]
)
def test_a_look_between_two_that_attacks_do_not_agree_with(rbf, field, told):
    known = rules_of_rbf()

    def wrong(scene, actor, other):
        found = known.between(scene, actor, other)
        return (
            replace(found, **{field: tuple(replace(each, reaches=not each.reaches) for each in found.weapons)})
            if (field == "weapons")
            else replace(found, distance=None)
        )

    rbf(between=wrong)
    with pytest.raises(LawViolation, match=told):
        reach.every_verb_uses_the_same_reach([DUEL])


def test_distances_without_a_reach(rbf):
    rbf(between=None)
    with pytest.raises(LawViolation, match="are at a distance, and `between` does not say what that means"):
        reach.every_verb_uses_the_same_reach([DUEL])
    rbf(between=None, distance=lambda *_: None)
    reach.every_verb_uses_the_same_reach([DUEL])


def test_a_reach_that_nothing_was_tried_at(rbf):
    rbf(candidates=lambda *_: ())
    with pytest.raises(LawViolation, match="nothing that is aimed at somebody went in and out of reach"):
        reach.every_verb_uses_the_same_reach([DUEL])


def test_who_is_said_to_be_unable_to_attack_and_can(monkeypatch):
    session = from_encounter(DUEL, "x", source=DUEL)
    near = {who: replace(one, at=0) for who, one in session.fight.combatants.items()}
    found = Session(
        replace(session.rules, can_attack=lambda _fight, _who: False), replace(session.fight, combatants=near)
    )
    monkeypatch.setattr(offers, "fights", lambda _path: (found,))
    with pytest.raises(LawViolation, match="attack ada bosun is accepted, and can_attack says that ada cannot"):
        offers.can_attack_agrees_with_the_rules(DUEL)


def rolled(**fields):
    known = {"who": "ann", "label": "attack", "dice": (Die(6, 4, given=True),), "total": 4, "outcome": "six"}
    return Rolled(**{**known, **fields})


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (rolled(total=5), "the dice add up to 4, not to the total shown"),
        (rolled(modifiers=(Modifier(2, "luck"),)), "the dice add up to 6, not to the total shown"),
        (rolled(against=3, margin=2), r"margin \+2 for 4 against 3"),
        (rolled(against=3, margin=1, under=True), r"margin \+1 for 4 against 3"),
    ],
)
def test_a_roll_that_does_not_add_up(event, told):
    with pytest.raises(LawViolation, match=told):
        results.adds_up(event, "x")


def told_of(*events, outcome="six", **changes):
    """What comes of a strike at the gate, doctored."""
    fight = asker.at_the_gate()
    command = asker.Strike(who="ann", targets=("bob",))
    bob = replace(fight.combatants["bob"], **changes)
    after = replace(fight, combatants={**fight.combatants, "bob": bob})
    output.tells_what_was_applied(GATE, fight, Played(after, events, outcome, command), "attack ann bob")


def test_an_outcome_that_nobody_rolled():
    told_of(rolled())
    with pytest.raises(LawViolation, match=r"the outcome is less, but no roll has it .attack: six."):
        told_of(rolled(), outcome="less")


def test_a_change_that_is_not_told():
    told_of(rolled(), FieldChanged(who="bob", field="hp", path=("hp",), before=10, after=3), hp=3)
    quiet = replace(GATE, words={**GATE.words, "field.hp": ""})
    fight = asker.at_the_gate()
    bob = replace(fight.combatants["bob"], hp=3)
    after = replace(fight, combatants={**fight.combatants, "bob": bob})
    played = Played(
        after,
        (FieldChanged(who="bob", field="hp", path=("hp",), before=10, after=3),),
        "",
        asker.Strike(who="ann", targets=()),
    )
    with pytest.raises(LawViolation, match="bob's health has changed, but no line says so"):
        output.tells_what_was_applied(quiet, fight, played, "x")


def test_an_outcome_that_is_not_what_is_applied(rbf):
    """A system that prints a critical hit where it misses, and the other way round."""
    known = rules_of_rbf()
    roles = {"critical": "bad", "success": "good", "struggle": "mixed", "failure": "great"}
    rbf(outcomes=roles)
    with pytest.raises(LawViolation, match="do not follow the outcomes"):
        outcomes.outcomes_are_applied(DUEL)
    attack = known.verbs[fighting.Attack]

    def does_nothing(scene, command):
        attack(scene, command)
        scene.change("bosun", "hp", 1, "RBF-ATK-1")
        scene.change("ada", "hp", 1, "RBF-ATK-1")

    rbf(verbs={**known.verbs, fighting.Attack: does_nothing})
    with pytest.raises(LawViolation, match="best and worst take the same"):
        outcomes.outcomes_are_applied(DUEL)


def test_the_right_rules_keep_them():
    session = from_encounter(DUEL, "right", source=DUEL)
    command = read_line("attack ada bosun --force", session.rules, session.fight)
    output.tells_what_was_applied(session.rules, session.fight, execute(session.rules, session.fight, command), "x")


# The laws of soundness find the system that lets a fight name what it does not have.


DUEL_OF_BROKEN_SOUNDNESS = find_encounter("duel")


def begun(**fields):
    session = from_encounter(DUEL_OF_BROKEN_SOUNDNESS, "x", source=DUEL_OF_BROKEN_SOUNDNESS)
    session.rules = replace(session.rules, **fields)
    return session


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        (
            {
                "kinds": dict.fromkeys(
                    ("weapon", "place"), lambda *_: (state.NOBODY, "sword", "knife", "boathook", "planks", "bollards")
                ),
            },
            "weapons names",
        ),
        ({"phases": (state.NOBODY,)}, "phase names"),
        ({"members": lambda *_: ("ada",)}, "active names"),
        ({"mistakes": lambda _fight, who: (Mistake((who or "board",), "is not to my taste"),)}, "not to my taste"),
    ],
)
def test_a_reference_that_is_not_checked(monkeypatch, fields, said):
    monkeypatch.setattr(state, "from_encounter", lambda *_, **__: begun(**fields))
    with pytest.raises(LawViolation, match=said):
        state.every_reference_is_checked(DUEL_OF_BROKEN_SOUNDNESS)


def test_a_reference_to_a_field_that_is_not_there(monkeypatch):
    doctored = begun(references={"hand": "weapon"})
    monkeypatch.setattr(state, "from_encounter", lambda *_, **__: doctored)
    with pytest.raises(AttributeError, match="hand"):
        state.every_reference_is_checked(DUEL_OF_BROKEN_SOUNDNESS)


def test_a_rule_that_leaves_a_fight_unsound():
    session = begun()
    stays_sound(session, "attack")
    ada = replace(session.fight.combatants["ada"], held="spoon")
    session.fight = replace(session.fight, combatants={**session.fight.combatants, "ada": ada})
    with pytest.raises(LawViolation, match=r"attack: combatants\.ada\.held: unknown weapon 'spoon'"):
        stays_sound(session, "attack")


def test_a_line_that_leaves_the_hooks_something_to_do():
    session = from_encounter(DOCK, "x", source=DOCK)
    nothing_is_left_to_settle(session, "switch")
    ada = replace(session.fight.combatants["ada"], at=9)
    session.fight = replace(session.fight, combatants={**session.fight.combatants, "ada": ada})
    with pytest.raises(LawViolation, match="switch: the sheet of ada is not settled"):
        nothing_is_left_to_settle(session, "switch")


def test_a_hook_that_is_not_run():
    session = from_encounter(RIDGE, "x", source=RIDGE)
    hale = replace(session.fight.combatants["hale"], flies=True, height=6, conditions={"unconscious": Condition()})
    session.fight = replace(session.fight, combatants={**session.fight.combatants, "hale": hale})
    with pytest.raises(LawViolation, match="switch: the hook after it has more to do"):
        nothing_is_left_to_settle(session, "switch")


# Each law of questions, offers and sources finds the system that breaks it.


ATTACK = asker.Strike(who="ann", targets=("bob",))
FORGETFUL = []


def session(**changes):
    """A fight at the gate, by rules that were changed."""
    return Session(replace(asker.RULES, **changes), asker.at_the_gate())


def broken_systems_acting(one):
    """The same with Ann's turn running."""
    one.fight = replace(one.fight, active="ann", round=1)
    return one


@pytest.fixture
def of_offers(monkeypatch):
    def broken(law, one):
        for module in (offers, accepted):
            monkeypatch.setattr(module, "fights", lambda _path: [one])
        with pytest.raises(LawViolation) as wrong:
            law("gate")
        return str(wrong.value)

    return broken


def test_an_offer_that_is_refused_once_its_dice_fell(of_offers):
    def unlucky(scene, _command):
        if asker.d6(scene, "ann", "luck").total < 6:
            raise Refusal("bad luck", rule="GATE-1")

    one = session(
        verbs={**asker.RULES.verbs, asker.Strike: unlucky},
        candidates=lambda _fight, _who: (CandidateAction(ATTACK, "free", "GATE-1"),),
    )
    assert ", offered to ann, is refused: bad luck" in of_offers(
        lambda _path: offers.offers_are_accepted(one, ["ann"]), one
    )


def test_a_next_step_that_is_refused(of_offers):
    one = session(next_steps=lambda _fight: ("choose double",))
    assert "next: choose double is refused" in of_offers(lambda _path: offers.steps_are_accepted(one), one)


def test_a_hint_that_is_refused(of_offers, monkeypatch):
    def hints(_scene, _command):
        raise Refusal("not now", rule="GATE-1", hint=to_try("walk nobody"))

    monkeypatch.setattr(offers, "lines_to_try", lambda _session: ["attack ann bob"])
    one = session(verbs={**asker.RULES.verbs, asker.Strike: hints})
    assert "the hint 'walk nobody' is refused" in of_offers(offers.no_hint_is_refused, one)


def test_what_is_accepted_and_not_offered(of_offers):
    assert "is accepted from ann and not offered" in of_offers(
        accepted.what_is_accepted_is_offered, broken_systems_acting(session())
    )


def test_what_is_documented_as_not_listed_is_let_be(monkeypatch):
    known = ("attack", "walk", "nag", "note", "end", "add", "remove", "set")
    one = broken_systems_acting(session())
    monkeypatch.setitem(accepted.UNLISTED, one.rules.name, known)
    monkeypatch.setattr(accepted, "fights", lambda _path: [one])
    accepted.what_is_accepted_is_offered("gate")


def test_a_rule_that_remembers_outside_its_scene(monkeypatch):
    def forgetful(scene, command):
        FORGETFUL.append(command)
        answer = scene.ask("effect", "ann", ("double", "push"), "GATE-2")
        scene.happen("effect", "GATE-2", who="ann", effect=f"{answer} {len(FORGETFUL)}")

    one = session(verbs={**asker.RULES.verbs, asker.Strike: forgetful})
    monkeypatch.setattr(answers, "asking", lambda _path: [("attack ann bob", one, ATTACK)])
    with pytest.raises(LawViolation, match="with answers in advance, the events are different"):
        answers.answers_in_advance_change_no_result("gate")


def test_something_accepted_that_comes_to_nothing():
    one = session()
    with pytest.raises(LawViolation, match="it was accepted, and says nothing"):
        laws.says_what_it_does(one, one.fight, Played(replace(one.fight, drawn=7), ()), "nag ann")


@pytest.fixture
def of_sources(monkeypatch):
    def broken(law, text, **changes):
        rules = replace(asker.RULES, **changes)
        for module in (source, paths):
            monkeypatch.setattr(module, "load", lambda _system: rules)
        for module in (source, sheets, paths):
            monkeypatch.setattr(module, "trees", lambda _system: [("gate.py", ast.parse(text))])
        with pytest.raises(LawViolation) as wrong:
            law("gate")
        return str(wrong.value)

    return broken


@pytest.mark.parametrize(
    "text",
    [
        'scene.afflict(who, "prnoe", "X-1")',
        'scene.relieve(who, "prnoe", "X-1")',
        '"prnoe" in one.conditions',
        '"prnoe" not in one.conditions',
        'one.conditions["prnoe"].by',
        'one.conditions.get("prnoe")',
    ],
)
def test_a_condition_that_is_no_row(of_sources, text):
    rows = conditions.table(conditions.ConditionRow(name="prone", rule="X-1", begins="is prone"))
    said = of_sources(source.every_condition_is_a_row, text, conditions=rows)
    assert "gate (gate.py:1): unknown condition 'prnoe'" in said


class Deck(asker.GateFight, frozen=True, kw_only=True):
    """A fight of another system."""


def row(**functions):
    """A reaction of functions that say nothing of their types, but for some."""
    silent = {name: lambda _scene, _who, _occasion: "" for name in ("may", "react", "decided")}
    return Reaction(kind="parry", on="struck", rule="GATE-1", answers=("parry", "let"), **{**silent, **functions})


class Deep(asker.Guard, frozen=True, kw_only=True):
    """A sheet with something in it."""

    ammo: Mapping[str, int] = {}


@pytest.mark.parametrize(
    "text",
    [
        'scene.change(who, "hitpoints", 3, "X-1")',
        'scene.change("", "hp", 3, "X-1")',
        'scene.change("", ("board", "walls"), 3, "X-1")',
        'scene.change(who, ("amo", weapon), 3, "X-1")',
        'scene.change(who, ("ammo", weapon, "left"), 3, "X-1")',
        'scene.change(who, ("name", "first"), 3, "X-1")',
    ],
)
def test_a_path_that_leads_nowhere(of_sources, text):
    assert "has no" in of_sources(paths.every_path_leads_somewhere, text, sheet=Deep)


@pytest.mark.parametrize("text", ['scene.change(who, ("ammo", weapon), 3, "X")', 'scene.change("", "turn", 3, "X")'])
def test_a_path_that_leads_somewhere(of_sources, text):
    with pytest.raises(pytest.fail.Exception):
        of_sources(paths.every_path_leads_somewhere, text, sheet=Deep)


STALE = """
def rule(scene, command):
    one = scene.one(command.who)
    helper(scene)
    scene.change(command.who, "hp", one.hp - 1, "X-1")

def helper(scene):
    scene.ask("effect", "ann", ("yes", "no"), "X-1")
"""


def test_a_sheet_that_is_stale_after_a_question(of_sources):
    law = sheets.no_sheet_is_read_before_a_question_and_used_after_it
    assert "gate (gate.py:5): one was read before a question" in of_sources(law, STALE)


def test_an_example_that_comes_out_otherwise(monkeypatch):
    entry = RuleEntry("X-1", "A rule.", "page", "done", examples=(Example(line="init", told="nothing like it"),))
    monkeypatch.setattr(fights, "load", lambda _system: replace(asker.RULES, ledger=lambda: (entry,)))
    monkeypatch.setattr(fights, "played", lambda _system, _example: "order: nobody")
    with pytest.raises(LawViolation, match="X-1: init: the result was not 'nothing like it'"):
        fights.every_example_gives_its_result("gate")
