"""Verbs about a fight as a whole: show, log, undo, restore."""

from collections.abc import Callable, Iterable

from msgspec.structs import replace

from rbfcli.commands.reply import Reply, Request, lines_reply, narrate, place, screen_of, wrap_lines
from rbfcli.core.errors import MEANT, Hint, Refusal, conflict, misuse, refuse, shown, to_try, unknown
from rbfcli.core.lazy import LazyFunction
from rbfcli.core.matching import candidates, shortened
from rbfcli.core.text import natural, quoted, record, safe
from rbfcli.dice.sources import MaxDice
from rbfcli.engine.scene import Scene
from rbfcli.language import verbs
from rbfcli.language.grammar import CommonOptions
from rbfcli.language.names import NameContext, find_combatant
from rbfcli.model.events import without_pauses
from rbfcli.render.json import faults_facts, json_line
from rbfcli.render.layout import moment
from rbfcli.render.screen import between_lines, drawn, sheet_lines
from rbfcli.render.sentences import Style
from rbfcli.session.file_store import SessionStore, kept_names, loaded, number_of_kept
from rbfcli.session.session import Session

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.json_types.fights import (
        Entry,
        Kept,
        KeptFights,
        LogScript,
        Reach,
        ReplayedJournal,
        Restored,
        Shown,
        ShownBetween,
        ShownCombatant,
        Stepped,
        Summary,
    )


# Imported on first call: `show` does not need it.
menus: Callable[..., list[str]] = LazyFunction("rbfcli.render.narration", "menus")


def show(request: Request[verbs.Show]) -> Reply:
    """Show the fight, or one combatant."""
    session, command, style, common = request.session, request.command, request.style, request.common
    if command.between or command.other:
        return _between(session, command, style, common)
    if command.reach:
        return _reach(session, command, style, common)
    who = find_combatant(command.who, NameContext(session.rules, session.fight)) if command.who else ""
    if common.json:
        return Reply(text=_shown_in_json(session, who))
    if common.quiet:
        return lines_reply([safe(session.fight.active)] if session.fight.active else [])
    if who:
        return lines_reply(sheet_lines(session.fight, session.rules, who, style))
    return lines_reply(screen_of(session, style))


def _shown_in_json(session: Session, actor: str) -> str:
    if actor:
        one: ShownCombatant = {**place(session), "who": actor, "combatant": session.fight.combatants[actor]}
        return json_line(f"show {actor}", **one)
    from rbfcli.render.page import fight_facts  # noqa: PLC0415 - only in JSON

    whole: Shown = {**place(session), "fight": fight_facts(session.fight)}
    return json_line("show", **whole)


def _between(session: Session, command: verbs.Show, style: Style, common: CommonOptions) -> Reply:
    rules, fight = session.rules, session.fight
    line = f"show --between {quoted(command.who or 'WHO')} {quoted(command.other or 'OTHER')}"
    if not command.between:
        name = f"{command.who} {command.other}"
        known = any(name.casefold() == one.name.casefold() for one in fight.combatants.values())
        meant = f"show {quoted(name)}" if known else line
        raise misuse(f"unexpected {shown(command.other)}", hint=Hint(MEANT, meant))
    if command.reach:
        raise conflict("--between", "--reach")
    if not command.other:
        raise misuse("--between needs two combatants", line)
    context = NameContext(rules, fight)
    who, other = find_combatant(command.who, context), find_combatant(command.other, context)
    if who == other:
        raise misuse("nothing is between a combatant and itself", hint="name two combatants")
    if rules.between is None:
        message = f"{rules.name} measures no distances: the GM decides who is in range, in sight and in cover"
        raise refuse(message)
    found = rules.between(Scene(fight, MaxDice(), rules), who, other)
    if common.json:
        facts: ShownBetween = {**place(session), "who": who, "other": other, "between": found}
        return Reply(text=json_line(f"show --between {quoted(who)} {quoted(other)}", **facts))
    if common.quiet:
        return lines_reply([] if found.distance is None else [f"{found.distance} {found.unit}"])
    return lines_reply(between_lines(fight, who, other, found, style))


def _reach(session: Session, command: verbs.Show, style: Style, common: CommonOptions) -> Reply:
    if command.who:
        raise conflict("--reach", "a combatant", hint=to_try(f"show --reach {command.reach}"))
    who = find_combatant(command.reach, NameContext(session.rules, session.fight))
    picture = session.rules.reach(session.fight, who) if session.rules.reach else ()
    if not picture:
        raise refuse(f"{session.fight.combatants[who].name} is not on a map", hint=to_try("show", "actions --all"))
    lines = drawn(picture, style.width)
    if common.json:
        facts: Reach = {**place(session), "who": who, "picture": lines}
        return Reply(text=json_line(f"show --reach {who}", **facts))
    return lines_reply([] if common.quiet else lines)


def log(request: Request[verbs.Log]) -> Reply:
    """Print the journal line by line with the results, or as a script. Its errors are reported."""
    session, command, style, common = request.session, request.command, request.style, request.common
    if command.format:
        from rbfcli.commands.import_export import story_reply  # noqa: PLC0415 - only with --format

        return story_reply(session, command, style, common)
    if command.script:
        wrong = list(session.faults(played=True, budget=request.budget))
        lines = [*session.opening(), *session.journal]
        script: LogScript = {**place(session), "lines": lines, "faults": wrong, "error": faults_facts(wrong)}
        text = json_line("log --script", **script) if common.json else _lines(lines)
        return Reply(text=text, notice=_lines(wrong), status=int(bool(wrong)))
    wrong, told = list(session.faults(played=False)), list[str]()
    entries: list[Entry] = []
    skip = len(session.entries) - command.last if command.last else 0
    for number, each in enumerate(session.replay(request.budget), 1):
        line, played = each.entry.line, each.played
        if not each.as_then:
            wrong.append(session.differs(number, each.entry))
        if number <= skip:
            continue
        if common.json:
            entries.append({"line": line, "outcome": played.outcome, "events": without_pauses(played.events)})
        else:
            told += [f"> {safe(line)}", *narrate(played.events, each.before, played.fight, session.rules, style)]
    facts: ReplayedJournal = {**place(session), "entries": entries, "faults": wrong, "error": faults_facts(wrong)}
    text = json_line("log", **facts) if common.json else "".join(f"{each}\n" for each in told)
    return Reply(text=text, notice=_lines(wrong), status=int(bool(wrong)), at_end=True)


def _lines(sentences: Iterable[str]) -> str:
    return "".join(f"{safe(each)}\n" for each in sentences)


MOST_TOLD = 12


def step(request: Request[verbs.Undo | verbs.Redo]) -> Reply:
    """Undo or redo commands, or with --dry-run only list them; report undone ones that redo would not restore."""
    command, style, common = request.command, request.style, request.common
    undoes = isinstance(command, verbs.Undo)

    def work(session: Session) -> tuple[Session, list[str], str]:
        if common.dry_run:
            return session, (session.undoable if undoes else session.redoable)(command.count), ""
        lines = (session.undo if undoes else session.redo)(command.count, force=command.force)
        return session, lines, _lines(session.doubts(len(lines))) if undoes else ""

    session, lines, notice = request.storage.change(work)
    if common.json:
        facts: Stepped = {**place(session), "lines": lines}
        return Reply(text=json_line("undo" if undoes else "redo", **facts), notice=notice)
    if common.quiet:
        return Reply(notice=notice)
    told = [f"{'undone' if undoes else 'redone'}: {shortened(safe(line))}" for line in lines[:MOST_TOLD]]
    if len(lines) > MOST_TOLD:
        told.append(f"and {len(lines) - MOST_TOLD} more")
    now = [] if common.dry_run else [f"now: {moment(session.fight)}"]
    asked = [] if common.dry_run else menus(session.fight, session.rules, style)
    return replace(lines_reply([*wrap_lines([*told, *now], style), *asked]), notice=notice)


def restore(request: Request[verbs.Restore]) -> Reply:
    """Restore a kept fight, or list the kept fights."""
    storage, style, common = request.storage, request.style, request.common
    if request.command.list:
        return _listed(storage, style, common)
    left, number = loaded(storage), _number_meant(request.command.fight, storage)
    if common.dry_run:
        kept = storage.kept()
        session = kept[number_of_kept(number, [*kept])]
    else:
        session = storage.restore(number)
    if common.json:
        facts: Restored = {**place(session), **_facts(session)}
        return Reply(text=json_line("restore", **facts))
    back = [f"kept: {_said(left)}; switch goes back to it"] if left else []
    return lines_reply([] if common.quiet else wrap_lines([f"restored: {_said(session)}", *back], style))


def _number_meant(word: str, storage: SessionStore) -> int:
    """Return the number of the kept fight that a word means, by number or title; 0, the latest, without a word."""
    if not word or natural(word):
        return natural(word) or 0
    found, listed = candidates(word, kept_names(storage.kept())), Hint("{} lists them", "fights")
    if not found:
        raise unknown("saved fight", word, hint=listed, error=Refusal)
    if len(found) > 1:
        raise misuse(f"{shown(word)} could mean {' or '.join(found)}", hint=listed)
    return int(found[0])


def _listed(storage: SessionStore, style: Style, common: CommonOptions) -> Reply:
    kept, here = storage.kept(), loaded(storage)
    if common.json:
        rows: list[Kept] = [{"number": number, **place(each), **_facts(each)} for number, each in kept.items()]
        facts: KeptFights = {"kept": rows}
        return Reply(text=json_line("restore --list", **facts))
    if not kept:
        return lines_reply(wrap_lines(["no other fight is saved here"], style))
    fights = {**({"now": here} if here else {}), **{str(number): each for number, each in kept.items()}}
    told = [record(key, _said(each)) if style.spoken else f"{key}: {_said(each)}" for key, each in fights.items()]
    then = "" if common.quiet else f"switch {next(iter(kept))} goes to that fight, and keeps this one\n"
    return replace(lines_reply(wrap_lines(told, style)), notice=then)


def _facts(session: Session) -> "Summary":
    return {
        "title": session.fight.title,
        "commands": len(session.entries),
        "undone": len(session.undone_entries),
    }


def _said(session: Session) -> str:
    count, undone = len(session.entries), len(session.undone_entries)
    commands = f"{count} command" + ("" if count == 1 else "s") + (f", {undone} undone" if undone else "")
    title = safe(session.fight.title) or "a fight"
    return f"{title} ({session.rules.name}), {moment(session.fight)}, {commands}"
