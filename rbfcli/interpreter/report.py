"""What a played command came to, in the words or the JSON of its reply."""

from rbfcli.interpreter.reply import Reply
from rbfcli.kernel.events import Rolled, without_pauses
from rbfcli.kernel.fight import Fight
from rbfcli.kernel.play import Played
from rbfcli.language.common_options import CommonOptions
from rbfcli.render.json_lines import json_line
from rbfcli.render.narration import narrate
from rbfcli.render.style import Style
from rbfcli.session.session import Session


def played(
    session: Session,
    before: Fight,
    done: Played,
    *,
    line: str,
    style: Style,
    common: CommonOptions,
    alone: bool = False,
) -> Reply:
    """The reply to a line that was played; `alone` is one without a fight."""
    if common.json:
        facts = {} if alone else place(session)
        events = without_pauses(done.events)
        text = json_line(line, system=session.rules.name, **facts, outcome=done.outcome, events=events)
        return Reply(text=text, line=line, played=done)
    if common.quiet:
        bare = bare_answer(done)
        return Reply(text=f"{bare}\n" if bare else "", line=line, played=done)
    lines = narrate(done.events, before, done.fight, session.rules, style)
    if not alone and not done.fight.questions and not done.fight.over:
        known = () if before.questions else session.rules.next_steps(before)
        lines += [f"next: {step}" for step in session.rules.next_steps(done.fight) if step not in known]
    return Reply(text="".join(f"{each}\n" for each in lines), line=line, played=done)


def place(session: Session) -> dict[str, object]:
    """Where a session stands, for the envelope of a JSON line."""
    return {"revision": session.revision, "round": session.fight.round, "turn": session.fight.active}


def bare_answer(done: Played) -> str:
    """The outcome in a word, else the total of the last roll."""
    totals = [str(event.total) for event in done.events if isinstance(event, Rolled) and not event.hidden]
    return done.outcome or (totals[-1] if totals else "")
