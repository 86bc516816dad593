"""The numbered list of available actions, and error hints for incomplete lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from rbfcli.commands.reply import Listed, ListedAction, OfferOdds, Reply, Request, place
from rbfcli.core.errors import (
    MEANT,
    Hint,
    LimitReached,
    PluginBug,
    PluginError,
    RbfError,
    for_example,
    missing,
    must_be,
    refuse,
)
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.limits import Budget
from rbfcli.core.matching import MOST_NEAR
from rbfcli.core.text import quoted, safe
from rbfcli.engine.answers import answer_meaning, offered, open_now
from rbfcli.engine.play import Offer, dry_run, revalidate
from rbfcli.language import verbs
from rbfcli.language.grammar import grammar_of, line_for, split_words, usage
from rbfcli.language.line_errors import MissingArgument, MissingNumber, missing_argument
from rbfcli.language.names import NameContext, can_act, find_combatant
from rbfcli.language.parser import Line, bind, fight_verbs, parse_line, read
from rbfcli.model.commands import OWN_WORDS, Choose, Command, Opt, needs_words, verb_name
from rbfcli.model.fight import moment_of
from rbfcli.model.rules import Rules
from rbfcli.render.actions import ActionRow, action_lines, brief_lines, effect_of
from rbfcli.render.json import json_line
from rbfcli.render.narration import wrap_lines
from rbfcli.session.proposals import accepted_steps, fitting_examples
from rbfcli.session.session import Session
from rbfcli.systems.registry import complain

if TYPE_CHECKING:
    from rbfcli.render.json_types.odds import Action, AvailableActions

# Imported when called: only with --odds.
odds_of_offers = LazyFunction("rbfcli.commands.odds", "odds_of_offers")
NO_ODDS = OfferOdds()
ATTACK, CHOOSE = "attack", "choose"
FIRST = (CHOOSE, ATTACK)
TO_ATTACK = ("reload", "move")
NUMBERS = (
    Hint("{} shows lines to type", "actions"),
    "their numbers count at the same prompt or in the same script",
)


def actions(request: Request[verbs.Actions]) -> Reply:
    """List what a combatant can do now; with `--all`, also what is refused and why."""
    session, command, budget = request.session, request.command, request.budget
    people = whose_actions(session, command.who, budget)
    found = [(who, each) for who in people for each in tried(session, who, budget)]
    listed = listing(session, in_order(session, [row for row in found if row[1].refusal is None]))
    allowed = listed.actions
    refused = [row for row in in_order(session, found) if row.offer.refusal] if command.all else []
    odds = odds_of_offers(session, [row.offer for row in allowed], budget) if command.odds else {}
    if request.common.json:
        rows = [_facts(row, number, odds.get(number, NO_ODDS)) for number, row in enumerate(allowed, 1)]
        rows += map(_facts, refused)
        facts: AvailableActions = {**place(session), "actions": rows}
        return Reply(text=json_line(f"actions {' '.join(people)}", **facts), listed=listed)
    if not allowed and not refused:
        names = ", ".join(safe(session.fight.combatants[each].name) for each in people)
        return Reply(text=f"{names} can do nothing now\n", listed=listed)
    context = _names(session)
    shown = [_row(row, context, str(number), odds.get(number, NO_ODDS).short) for number, row in enumerate(allowed, 1)]
    shown += [_row(row, context) for row in refused]
    in_full = command.all or command.odds or not request.style.tables
    lines = action_lines(shown, request.style) if in_full else brief_lines(shown, request.style)
    able = any(session.rules.standing(session.fight.combatants[who]) for who in people)
    if able and all(row.verb != ATTACK for row in allowed):
        note = session.rules.words.get("actions.no-attack")
        lines += wrap_lines([note], request.style) if note else []
    return Reply(text="".join(f"{each}\n" for each in lines), listed=listed)


def _row(row: ListedAction, context: NameContext, number: str = "", odds: str = "") -> ActionRow:
    offer, why = row.offer, row.offer.refusal
    line = line_for(offer.command) if why else short_line(offer.command, row.who, context)
    effect = f"refused: {why.message}{f' ({why.rule})' if why.rule else ''}" if why else row.effect
    return ActionRow(number, line, offer.cost, effect, offer.rule, odds, row.section)


def listing(session: Session, rows: Iterable[ListedAction]) -> Listed:
    """Return accepted actions, in order, as the list from which a number chooses."""
    actions = (replace(row, effect=_effect(session, row.who, row.offer)) for row in rows)
    return Listed(tuple(actions), moment_of(session.fight))


def numbered(listed: Listed | None, number: int, chosen: Choose, session: Session) -> Command:
    """Return the command with this number in the list last shown, with its dice and answers. Raises Refusal."""
    if listed is None:
        raise refuse("no question to answer", hint=NUMBERS)
    if not listed.actions:
        raise refuse("the last list of actions was empty", "", "actions --all")
    if not 1 <= number <= len(listed.actions):
        raise must_be("the number", f"from 1 to {len(listed.actions)}", number, hint=Hint("see {}", "actions"))
    shown = listed.actions[number - 1]
    command, line = shown.offer.command, line_for(shown.offer.command)
    if needs_words(command):
        raise missing("your own words", f"{line.partition(OWN_WORDS)[0].strip()} WORDS")
    now = revalidate(session.rules, session.fight, shown.who, command)
    if listed.turn != moment_of(session.fight):
        raise refuse(f"{line!r} was listed in another turn", hint=Hint("see {}", "actions"))
    told = (shown.offer.cost, shown.effect)
    if now is None or now.refusal or (now.cost, _effect(session, shown.who, now)) != told:
        why = f": {now.refusal.message}" if now and now.refusal else ""
        raise refuse(f"{line!r} has changed since it was listed{why}", hint=Hint("see {}", "actions"))
    given = {field: value for field in ("dice", "answer", "force") if (value := getattr(chosen, field))}
    return replace(command, **{field: value for field, value in given.items() if hasattr(command, field)})


def short_line(command: Command, actor: str, context: NameContext) -> str:
    """Return the line of an action as a user would type it: without the actor, if it parses the same."""
    line = line_for(command)
    verb, *words = split_words(line)
    if can_act(context) != (actor,) or words[:1] != [actor]:
        return line
    try:
        same = read(parse_line([verb, *words[1:]]), fight_verbs(context.rules), context).command == command
    except RbfError:
        return line
    return " ".join(map(quoted, [verb, *words[1:]])) if same else line


def whose_actions(session: Session, wanted: str, budget: Budget) -> tuple[str, ...]:
    """Return the combatants whose actions to list.

    They are the combatant named, those who must choose, the current actor or team, or (outside turns) all who can
    act.
    """
    fight, rules = session.fight, session.rules
    if wanted:
        return (find_combatant(wanted, _names(session)),)
    asked = tuple(dict.fromkeys(each.who for each in open_now(fight) if each.who in fight.combatants))
    if asked:
        return asked
    if fight.active:
        return rules.members(fight, fight.active)
    people = fight.combatants if fight.round else ()
    able = tuple(who for who in people if any([each.refusal is None for each in tried(session, who, budget)]))  # noqa: C419
    if not able:
        raise refuse("no one can act right now", "", *accepted_steps(session), "actions WHO")
    return able


def tried(session: Session, actor: str, budget: Budget) -> Iterator[Offer]:
    """Yield all rehearsed offers of a combatant; plugin errors are reported separately."""
    for each in dry_run(session.rules, session.fight, actor, budget):
        if isinstance(each.refusal, PluginError):
            complain(each.refusal)
        yield each


def _effect(session: Session, actor: str, offer: Offer) -> str:
    effect = _of_answer(session, actor, offer.command)
    if not effect and offer.played:
        effect = effect_of(offer.played, session.fight, session.rules, actor)
    return "; ".join(filter(None, (effect, *_options(offer, session.rules))))


def _of_answer(session: Session, actor: str, command: Command) -> str:
    """Return what an answer does, in the words of the question's menu; empty for other commands."""
    if not isinstance(command, Choose):
        return ""
    fight, answer = session.fight, command.words[-1]
    names = {each: one.name for each, one in fight.combatants.items()}
    asked = (each for each in open_now(fight) if each.who == actor and answer in each.answers)
    return next((answer_meaning(session.rules, each, answer, names) for each in asked), "")


def _options(offer: Offer, rules: Rules) -> Iterator[str]:
    """Yield what the options of a line do: help texts for flags, the system's texts for words."""
    for field, parameter in grammar_of(type(offer.command)).fields.items():
        value = getattr(offer.command, field)
        if not isinstance(parameter.spec, Opt):
            continue
        if value is True:
            yield parameter.spec.help
        elif isinstance(value, str) and (text := rules.words.get(f"answer.{value}")):
            yield text


def in_order(session: Session, found: Sequence[tuple[str, Offer]]) -> list[ListedAction]:
    """Return each action once, in the order that numbers count in every list.

    A turn has a section for each combatant, a phase has one for each side. Sections with attacks come first. In each
    section attacks come first, then other verbs that can name an enemy and, without attacks, those that prepare one.
    Actions of several combatants come last.
    """
    fight = session.fight
    people, by_name = fight.combatants, bool(fight.active or fight.questions)
    times = Counter(line_for(each.command) for _, each in found)
    kept = dict[tuple[str, ...], ListedAction]()
    for who, each in found:
        line, one = line_for(each.command), people[who]
        words, shared = split_words(line), times[line] > 1
        section = "" if shared else safe(one.name if by_name else one.side)
        kept.setdefault(("" if shared else one.side, *sorted(words)), ListedAction(who, each, section, tuple(words)))
    rows = [*kept.values()]
    against = {
        row.verb
        for row in rows
        if any(people[word].side != people[row.who].side for word in row.words if word in people)
    }
    by_section = [*dict.fromkeys((row.section, row.verb) for row in rows)]
    attackers = {row.section: None for row in rows if row.verb == ATTACK}
    sections = [*filter(None, dict.fromkeys((*attackers, *(row.section for row in rows)))), ""]

    def position(row: ListedAction) -> tuple[int, ...]:
        leads = row.verb in against or (row.verb in TO_ATTACK and row.section not in attackers)
        rank = FIRST.index(row.verb) if row.verb in FIRST else len(FIRST) + (not leads)
        return sections.index(row.section), rank, by_section.index((row.section, row.verb))

    return sorted(rows, key=position)


def _facts(row: ListedAction, number: int | None = None, odds: OfferOdds = NO_ODDS) -> Action:
    """Return an offer as JSON; a refused offer has its reason, and no number."""
    offer, refused = row.offer, row.offer.refusal
    return {
        "number": number,
        "line": line_for(offer.command),
        "cost": offer.cost,
        "effect": row.effect,
        "rule": offer.rule,
        "odds": odds.facts,
        "allowed": refused is None,
        "refusal": {"message": refused.message, "rule": refused.rule} if refused else None,
    }


# Verbs that the GM can use at any time, so that no rules offer them.
BY_HAND = ("add", "condition", "damage", "edit", "heal", "note", "remove", "set")


def with_words_wanted(wrong: RbfError, line: Line, session: Session) -> RbfError:
    """Return the error of an incomplete line, with what can follow now; any other error unchanged."""
    if not isinstance(wrong, MissingArgument) or any(hint.text == MEANT for hint in wrong.hints):
        return wrong
    if better := _wrong_behind_choice(wrong, line, session):
        return better
    _with_fitting_example(wrong, session)
    return wrong if isinstance(wrong, MissingNumber) else _missing_argument_error(wrong, line, session)


def _wrong_behind_choice(wrong: MissingArgument, line: Line, session: Session) -> RbfError | None:
    """Return what is wrong with `condition ada dizzy` besides the `add` that it leaves out; None for other lines."""
    choices = wrong.grammar.positionals[0].spec.choices
    if not choices or not line.rest or line.rest[0] in choices or len(line.rest) < wrong.grammar.least - 1:
        return None
    try:
        bind(line.with_verb(line.verb, choices[0]), session.rules, session.fight)
    except RbfError as better:
        return better
    return None


def _with_fitting_example(wrong: MissingArgument, session: Session) -> None:
    """Replace the verb's example in a hint with an accepted one, or else with the usage line."""
    own, kind = for_example(wrong.grammar.example), fight_verbs(session.rules).get(wrong.grammar.verb)
    fitting = for_example(*fitting_examples(kind, session, 1)) if kind else Hint("")
    better = fitting or Hint(usage(wrong.grammar))
    wrong.hints = tuple(better if own and each.lines == own.lines else each for each in wrong.hints)


def _missing_argument_error(wrong: MissingArgument, line: Line, session: Session) -> RbfError:
    """Complete the error of an incomplete line with what the only current actor could type now."""
    if wrong.grammar.verb == CHOOSE:
        asked = open_now(session.fight)
        nothing = ("nothing is asked now", Hint("{} lists what can be done", "actions"))
        wrong.hint = f"choose {offered(asked)}" if asked else nothing
        return wrong
    people, verb = can_act(_names(session)), line.verb
    if len(people) != 1 or not session.fight.round:
        return wrong
    up = people[0]
    try:
        found = [*dry_run(session.rules, session.fight, up, Budget())]
    except (PluginBug, LimitReached):
        return wrong
    meant = [each for each in found if verb_name(each.command) == verb]
    able = [each.command for each in meant if not each.refusal]
    lines = [short_line(each, up, _names(session)) for each in able]
    if wrong.grammar.actor and wrong.parameter is wrong.grammar.positionals[0] and len(wrong.grammar.positionals) > 1:
        wrong = missing_argument(wrong.grammar, wrong.grammar.positionals[1])
        _with_fitting_example(wrong, session)
    if verb in BY_HAND:
        return wrong
    none = (f"no {verb} is possible now",) if meant else wrong.hints
    some = Hint(f"now possible{', among others' if len(lines) > MOST_NEAR else ''}: {{}}", *lines[:MOST_NEAR])
    wrong.hint = some if lines else (*none, Hint("{} lists what else you can do", "actions --all"))
    return wrong


def _names(session: Session) -> NameContext:
    return NameContext(session.rules, session.fight)
