"""Verbs about a fight as a whole: begin, show, tell, take back, check."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from rbfcli.interpreter.begin import begun
from rbfcli.interpreter.reply import Reply, lines_reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.answers import open_now
from rbfcli.kernel.errors import InvalidFile, PluginFailed, PluginFault, Refusal
from rbfcli.kernel.events import without_pauses
from rbfcli.kernel.rules import alone
from rbfcli.language import verbs
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.names import NameContext, find_combatant
from rbfcli.language.writer import line_for
from rbfcli.render.json_lines import json_line
from rbfcli.render.narration import narrate
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.render.tables import fight_lines, moment, sheet_lines, table, waiting_lines
from rbfcli.session.session import Session
from rbfcli.session.storage import Storage
from rbfcli.store.paths import find_encounter
from rbfcli.systems.catalogue import complain

if TYPE_CHECKING:
    from rbfcli.kernel.offers import Offer


def start(storage: Storage, command: verbs.Start, style: Style, common: CommonOptions) -> Reply:
    """Begin a fight from an encounter."""
    from rbfcli.session.begin import from_encounter

    try:
        session = from_encounter(find_encounter(command.source), command.seed, source=command.source)
    except InvalidFile as wrong:
        from rbfcli.interpreter.wrong_file import ENCOUNTER, explained

        raise explained(wrong, command.source, ENCOUNTER) from None
    return begun(storage, session, command, style, common)


def new(storage: Storage, command: verbs.New, style: Style, common: CommonOptions) -> Reply:
    """Begin an empty fight."""
    from rbfcli.session.begin import empty

    return begun(storage, empty(command.system, command.title, command.seed), command, style, common)


def show(session: Session, command: verbs.Show, style: Style, common: CommonOptions) -> Reply:
    """Show the fight, or one combatant."""
    who = find_combatant(command.who, NameContext(session.rules, session.fight)) if command.who else ""
    if common.json:
        shown = session.fight.combatants[who] if who else replace(session.fight, paused=None)
        facts = {**place(session), "combatant" if who else "fight": shown}
        return Reply(text=json_line(f"show {who}".strip(), **facts))
    if common.quiet:
        return lines_reply([safe(session.fight.active)] if session.fight.active else [])
    if who:
        return lines_reply(sheet_lines(session.fight, session.rules, who))
    try:
        return lines_reply(fight_lines(session.fight, session.rules, style))
    except PluginFault as fault:  # whoever belongs to a team is shown without it
        complain(fault)
        return lines_reply(fight_lines(session.fight, replace(session.rules, members=alone), style))


def actions(session: Session, command: verbs.Actions, style: Style, common: CommonOptions) -> Reply:
    """List what somebody can do now; with `--all` also what is refused, and why."""
    from rbfcli.kernel.offers import rehearsed

    people = _whose_actions(session, command.who)
    who = " ".join(people)
    every = _each_once(each for one in people for each in rehearsed(session.rules, session.fight, one))
    for each in every:
        if isinstance(each.refusal, PluginFailed):
            complain(each.refusal)
    listed = [each for each in every if command.all or each.refusal is None]
    if common.json:
        return Reply(text=json_line(f"actions {who}", **place(session), actions=[_action(each) for each in listed]))
    if not listed:
        names = ", ".join(safe(session.fight.combatants[each].name) for each in people)
        return lines_reply([f"{names} can do nothing now"])
    rows = [
        {"type": line_for(each.command), "costs": each.cost, "rule": each.rule, "refused": _why(each)}
        for each in listed
    ]
    columns = ("type", "costs", "rule", *(("refused",) if command.all else ()))
    return lines_reply(table(columns, rows, style))


def _each_once(found: Iterable["Offer"]) -> list["Offer"]:
    """What several of a team can do, such as end its turn, stands behind what only one of them can."""
    by_line = {line_for(each.command): each for each in reversed(tuple(found))}
    return [*reversed(by_line.values())]


def _action(offer: "Offer") -> dict[str, object]:
    """An offer as JSON; what is refused has its reason."""
    facts = {"line": line_for(offer.command), "cost": offer.cost, "rule": offer.rule}
    if offer.refusal is None:
        return {**facts, "allowed": True, "refusal": None}
    refused = {"message": offer.refusal.message, "rule": offer.refusal.rule}
    return {**facts, "allowed": False, "refusal": refused}


def _why(offer: "Offer") -> str:
    if offer.refusal is None:
        return ""
    return f"{offer.refusal.message} ({offer.refusal.rule})" if offer.refusal.rule else offer.refusal.message


def _whose_actions(session: Session, wanted: str) -> tuple[str, ...]:
    """The one named, else who has to choose or whose turn it is, else (where no turn runs) everybody who can act."""
    fight, rules = session.fight, session.rules
    if wanted:
        return (find_combatant(wanted, NameContext(rules, fight)),)
    asked = tuple(dict.fromkeys(each.who for each in open_now(fight) if each.who in fight.combatants))
    if asked:
        return asked
    if fight.active:
        return rules.members(fight, fight.active)
    from rbfcli.kernel.offers import offers

    able = tuple(who for who in fight.combatants if fight.round and offers(rules, fight, who))
    if not able:
        raise Refusal("nobody can act now", hint=", or ".join((*rules.next_steps(fight), "actions WHO")))
    return able


def log(session: Session, command: verbs.Log, style: Style, common: CommonOptions) -> Reply:
    """Tell the journal, line by line, with what each did; or print it as a script. What is wrong with it is said."""
    if command.script:
        wrong = list(session.faults(played=True))
        lines = [*session.opening(), *session.journal]
        text = json_line("log --script", lines=lines) if common.json else _lines(lines)
        return Reply(text=text, notice=_lines(wrong), status=int(bool(wrong)))
    wrong, found = list(session.faults(played=False)), []
    skip = len(session.entries) - command.last if command.last else 0
    for number, each in enumerate(session.replay(), 1):
        line, played = each.entry.line, each.played
        if not each.as_then:
            wrong.append(session.differs(number))
        if number <= skip:
            continue
        if common.json:
            found.append(json_line(line, outcome=played.outcome, events=without_pauses(played.events)))
        else:
            told = narrate(played.events, each.before, played.fight, session.rules, style)
            found += [f"{one}\n" for one in (f"> {safe(line)}", *told)]
    return Reply(text="".join(found), notice=_lines(wrong), status=int(bool(wrong)))


def _lines(sentences: Iterable[str]) -> str:
    return "".join(f"{safe(each)}\n" for each in sentences)


def undo(storage: Storage, command: verbs.Undo, common: CommonOptions) -> Reply:
    """Take commands back; what redo would not bring again is said."""

    def work(session: Session) -> Step:
        if common.dry_run:
            return Step(session, session.undoable(command.count))
        lines = session.undo(command.count, force=command.force)
        return Step(session, lines, tuple(session.doubts(command.count)))

    return _stepped(storage.change(work), "undo", common)


def redo(storage: Storage, command: verbs.Redo, common: CommonOptions) -> Reply:
    """Do undone commands again."""

    def work(session: Session) -> Step:
        if common.dry_run:
            return Step(session, session.redoable(command.count))
        return Step(session, session.redo(command.count, force=command.force))

    return _stepped(storage.change(work), "redo", common)


class Step(Struct, frozen=True):
    """Lines that were undone or redone, the session after it, and what there is to say."""

    session: Session
    lines: list[str]
    doubts: tuple[str, ...] = ()


def _stepped(step: Step, word: str, common: CommonOptions) -> Reply:
    notice = _lines(step.doubts)
    if common.json:
        return Reply(text=json_line(word, **place(step.session), lines=step.lines), line=word, notice=notice)
    if common.quiet:
        return Reply(line=word, notice=notice)
    fight = step.session.fight
    told = [f"{'undone' if word == 'undo' else 'redone'}: {safe(line)}" for line in step.lines]
    now = [] if common.dry_run else [f"now: {moment(fight)}", *waiting_lines(fight)]
    return Reply(text="".join(f"{each}\n" for each in (*told, *now)), line=word, notice=notice)
