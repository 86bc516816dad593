"""The laws that hold for a rule system by itself, by its name."""

from rbfcli.conformance.law_broken import hold
from rbfcli.conformance.laws import perform
from rbfcli.conformance.places import broken, place_of_rules
from rbfcli.kernel import verbs
from rbfcli.kernel.command import verb_of
from rbfcli.language.fights import fight_verbs
from rbfcli.language.grammar import grammar_of
from rbfcli.session.begin import empty
from rbfcli.systems.catalogue import load

SHARED = (verbs.Init, verbs.Turn, verbs.Attack, verbs.DamageSave, verbs.Stabilize)


def shared_verbs_are_there(system: str) -> None:
    """The verbs that every system has, or its reason why it has one not. Raises LawBroken."""
    rules = load(system)
    for verb in [verb_of(each) for each in SHARED]:
        there = verb in fight_verbs(rules)
        if there == (verb in rules.no_verbs):
            broken(system, place_of_rules(system), f"{verb} has to be a verb or have its reason in `no_verbs`")


def every_verb_has_help_and_an_example(system: str) -> None:
    """Help and completion follow from the structs: each says what it is and how it is typed. Raises LawBroken."""
    rules = load(system)
    for verb, kind in fight_verbs(rules).items():
        hold(kind.__doc__, f"{system}: {verb} has no docstring")
        hold(kind.examples, f"{system}: {verb} has no example")
        hold(
            all(each.split()[0] == verb for each in kind.examples), f"{system}: an example of {verb} is of another verb"
        )
        grammar = grammar_of(kind)
        for slot in (*grammar.positionals, *grammar.options.values()):
            hold(slot.spec.help, f"{system}: {verb} has an argument or option without help")


def an_empty_fight_refuses_without_a_trace(system: str) -> None:
    """No verb breaks where nobody is in the fight. Raises LawBroken."""
    session = empty(system, "", "seed")
    for verb in fight_verbs(session.rules):
        perform(session, verb)


def the_ledger_is_whole(system: str) -> None:
    """Every rule has one id, a summary, a source and a state, and the options it names exist. Raises LawBroken."""
    rules = load(system)
    entries = rules.ledger()
    hold(entries, f"{system}: the ledger is empty")
    hold(len({each.id for each in entries}) == len(entries), f"{system}: two rules of the ledger have one id")
    fight = rules.fight(system=system)
    for each in entries:
        hold(each.summary and each.source, f"{each.id}: no summary or no source")
        hold(each.state in ("done", "gm"), f"{each.id}: the state is {each.state!r}, neither done nor gm")
        for option in filter(None, each.option.split(", ")):
            owner, _, name = option.rpartition(".")
            known = getattr(fight, owner or "options").__struct_fields__
            hold(name in known, f"{each.id}: there is no option {option}")


def what_verbs_ask_is_known(system: str) -> None:
    """What `asks` says of a verb, it says of verbs and questions that there are. Raises LawBroken."""
    rules = load(system)
    for verb, kinds in rules.asks.items():
        hold(verb in fight_verbs(rules), f"{system}: asks has {verb}, which is no verb")
        hold(set(kinds) <= set(rules.question_kinds), f"{system}: {verb} asks {kinds}, which are not all questions")


LAWS_OF_SYSTEMS = (
    shared_verbs_are_there,
    what_verbs_ask_is_known,
    every_verb_has_help_and_an_example,
    an_empty_fight_refuses_without_a_trace,
    the_ledger_is_whole,
)
