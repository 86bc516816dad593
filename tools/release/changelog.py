"""The changelog by its releases: what is in it, what is wrong with it, and how a release is cut."""

from __future__ import annotations

import re
from datetime import date
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tools.release.version import Number, number_of

if TYPE_CHECKING:
    from collections.abc import Iterator

UNRELEASED = "## [Unreleased]"
HEADING = re.compile(r"^(## .*)$", re.MULTILINE)
OF_RELEASE = re.compile(r"## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)")
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
KIND = re.compile(r"^### (.*)$", re.MULTILINE)
ENTRY = re.compile(r"^- \S", re.MULTILINE)


class Section(NamedTuple):
    """What stands under one heading of the second rank."""

    heading: str
    text: str


def sections(text: str) -> list[Section]:
    """The sections in the order in which they stand."""
    first, *pieces = HEADING.split(text)
    return [Section(*each) for each in zip(pieces[::2], pieces[1::2], strict=True)] if first != text else []


def releases(text: str) -> list[Number]:
    """The versions that were released, as they stand; headings that say no version are passed over."""
    return [number_of(found[1]) for each in sections(text) if (found := OF_RELEASE.fullmatch(each.heading))]


def has_entries(text: str) -> bool:
    """Whether something waits to be released."""
    return any(each.heading == UNRELEASED and ENTRY.search(each.text) for each in sections(text))


def cut(text: str, version: str, day: date) -> str:
    """The changelog with what was unreleased under a version of its own, and room for what comes next."""
    return text.replace(f"{UNRELEASED}\n", f"{UNRELEASED}\n\n## [{version}] - {day.isoformat()}\n", 1)


def faults(text: str) -> Iterator[str]:
    """What is wrong with the form of a changelog."""
    found = sections(text)
    if not found or found[0].heading != UNRELEASED:
        yield f"the first section is not {UNRELEASED}"
    for each in found:
        if each is not found[0] and not _has_day(each.heading):
            yield f"not ## [x.y.z] - YYYY-MM-DD: {each.heading}"
        yield from (f"{each.heading}: {wrong}" for wrong in _faults_of(each))
    for later, earlier in pairwise(releases(text)):
        if later <= earlier:
            yield f"{'.'.join(map(str, later))} stands above {'.'.join(map(str, earlier))}"


def _has_day(heading: str) -> bool:
    found = OF_RELEASE.fullmatch(heading)
    try:
        return found is not None and bool(date.fromisoformat(found[2]))
    except ValueError:
        return False


def _faults_of(section: Section) -> Iterator[str]:
    kinds = KIND.findall(section.text)
    yield from (f"unknown kind of change {kind!r}" for kind in kinds if kind not in KINDS)
    yield from (f"{kind!r} stands there more than once" for kind in KINDS if kinds.count(kind) > 1)
    for part in KIND.split(section.text)[2::2]:
        if not ENTRY.search(part):
            yield "a kind of change without an entry"
    if section.heading != UNRELEASED and not kinds:
        yield "a release without a change"
