"""A story as plain values with stable keys, for other programs."""

from rbfcli.story.chapters import Chapter
from rbfcli.story.luck import Successes, Sums, in_words
from rbfcli.story.statistics import Loss, Person, Statistics
from rbfcli.story.telling import Story

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes import story as shapes


def facts_of(story: Story) -> "shapes.Tale":
    """Everything that the other formats tell; numbers are whole, fractions exact with a decimal beside them."""
    statistics = story.statistics
    return {
        "title": story.title,
        "rules": story.system,
        "rounds": statistics.rounds,
        "people": [_person(each, statistics) for each in statistics.people],
        "damage": [_loss(each) for each in statistics.damage],
        "healing": [_loss(each) for each in statistics.healing],
        "falls": [{"round": each.round, "who": each.who, "by": each.by} for each in statistics.falls],
        "luck": [_successes(who, each) for who, each in statistics.successes.items()],
        "sums": [_sums(who, each) for who, each in statistics.sums.items()],
        "chapters": [_chapter(each) for each in story.chapters],
        "faults": list(story.faults),
    }


def _person(one: Person, statistics: Statistics) -> "shapes.Person":
    attempts = statistics.attempts.get(one.who)
    return {
        "who": one.who,
        "name": one.name,
        "side": one.side,
        "health": {"began": one.began, "ended": one.ended, "most": one.most},
        "standing": one.standing,
        "dealt": statistics.dealt(one.who),
        "taken": statistics.taken(one.who),
        "healed": statistics.healed(one.who),
        "hits": attempts.hits if attempts else 0,
        "partly": attempts.partly if attempts else 0,
        "attempts": attempts.attempts if attempts else 0,
    }


def _loss(loss: Loss) -> "shapes.Loss":
    return {"round": loss.round, "by": loss.by, "to": loss.to, "amount": loss.amount}


def _successes(who: str, each: Successes) -> "shapes.Luck":
    tails = each.tails()
    return {
        "who": who,
        "rolls": len(each.chances),
        "successes": each.succeeded,
        "expected": str(each.expected),
        "expected_float": float(each.expected),
        "deviation": round(each.deviation, 12),
        "as_many_or_more": round(tails.as_many, 12),
        "as_many_or_fewer": round(tails.as_few, 12),
        "percentile": round(tails.percentile, 10),
        "in_words": in_words(each),
        "given": each.given,
        "uncounted": each.uncounted,
    }


def _sums(who: str, each: Sums) -> "shapes.Sums":
    return {
        "who": who,
        "rolls": each.rolls,
        "total": each.total,
        "mean": str(each.mean),
        "mean_float": float(each.mean),
        "variance": str(each.variance),
        "deviations": round(each.deviations, 12),
        "given": each.given,
        "uncounted": each.uncounted,
    }


def _chapter(chapter: Chapter) -> "shapes.Chapter":
    deeds: list[shapes.Deed] = [
        {"command": each.line, "told": [_told(told.kind, told.text) for told in each.told]} for each in chapter.deeds
    ]
    return {"round": chapter.round, "heading": chapter.heading, "commands": deeds}


def _told(kind: str, text: str) -> "shapes.Told":
    return {"kind": kind, "text": text.strip()}
