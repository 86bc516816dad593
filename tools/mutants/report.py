"""What a run found: a table with a row a file, the mutants that survived, and what is not as it should be."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

import tomli_w

from tools.mutants.changes import Change, change_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tools.mutants.changes import Mutant

BAR = 95
COLUMNS = ("mutants", "killed", "timeout", "survived", "share")
ALIVE = ("survived", "untested")


class Result(NamedTuple):
    """A mutant and its outcome: killed, timeout, survived, or untested where no test calls the function."""

    mutant: Mutant
    outcome: str

    @property
    def survived(self) -> bool:
        """Whether no test noticed it."""
        return self.outcome in ALIVE


class Tally(NamedTuple):
    """Mutants counted by their outcomes; who runs out of time has been noticed."""

    mutants: int
    killed: int
    timeout: int
    survived: int

    @property
    def share(self) -> float:
        """Noticed mutants in per cent; 100 where there are none."""
        return 100 * (self.killed + self.timeout) / self.mutants if self.mutants else 100.0

    @property
    def cells(self) -> tuple[str, ...]:
        """The columns of the table, empty where there are no mutants."""
        return (*map(str, self), in_per_cent(self.share)) if self.mutants else ("",) * len(COLUMNS)


def in_per_cent(share: float) -> str:
    """A share in words, rounded down: 100 means all."""
    return f"{int(share * 10) / 10:.1f} %"


def tally(results: Iterable[Result]) -> Tally:
    """Count results."""
    outcomes = [result.outcome for result in results]
    alive = sum(map(outcomes.count, ALIVE))
    return Tally(len(outcomes), outcomes.count("killed"), outcomes.count("timeout"), alive)


def citing(results: Iterable[Result]) -> list[Result]:
    """The results for functions whose docstring cites a rule."""
    return [result for result in results if result.mutant.cites_rule]


def table(results: Sequence[Result]) -> Iterator[str]:
    """Lines of the table: a file each, and all together."""
    by_file = {file: list(found) for file, found in groupby(results, key=lambda result: result.mutant.file)}
    width = max(map(len, [*by_file, "file"]))
    heads = "".join(f"{name:>9}" for name in COLUMNS)
    yield f"{'':{width}}{'functions that cite a rule':^{len(heads)}}  {'the rest':^{len(heads)}}".rstrip()
    yield f"{'file':{width}}{heads}  {heads}"
    for file, found in [*by_file.items(), ("all", list(results))]:
        rest = [result for result in found if not result.mutant.cites_rule]
        cited, others = ("".join(f"{cell:>9}" for cell in tally(part).cells) for part in (citing(found), rest))
        yield f"{file:{width}}{cited}  {others}".rstrip()


def survivors(results: Iterable[Result], reasons: Mapping[Change, str]) -> Iterator[str]:
    """The mutants that survived as entries of the file that lists them; without a reason where it has none."""
    for change in dict.fromkeys(change_of(result.mutant) for result in results if result.survived):
        entry = {**change._asdict(), "reason": reasons.get(change, "")}
        yield "\n".join(["[[survivor]]", *(f"{key} = {_quoted(value)}" for key, value in entry.items()), ""])


def complaints(results: Iterable[Result], reasons: Mapping[Change, str]) -> Iterator[str]:
    """Survivors that are not listed, of functions that cite a rule."""
    alive = {change_of(result.mutant) for result in citing(results) if result.survived}
    if alive - set(reasons):
        yield f"{len(alive - set(reasons))} survive in functions that cite a rule and are not listed with a reason"


def complaints_of_all(results: Sequence[Result], listed: Iterable[Change], files: Iterable[str]) -> Iterator[str]:
    """What can be wrong with all mutants of files besides: too few killed, and listings that do not hold.

    A sample is not held to the bar: how many of the listed survivors it happens to hold is chance.
    """
    share = tally(citing(results)).share
    if share < BAR:
        yield f"{in_per_cent(share)} are killed in functions that cite a rule, and {BAR} % have to be"
    not_killed = {change_of(result.mutant) for result in results if result.outcome != "killed"}
    for change in listed:
        if change.file in files and change not in not_killed:
            yield f"listed, and does not survive: {change.file} {change.function}: {change.before} -> {change.after}"


def _quoted(text: str) -> str:
    """A TOML string, without escapes where it can do without."""
    if "'" in text or "\n" in text or not text:
        return tomli_w.dumps({"": text}).partition(" = ")[2].strip()
    return f"'{text}'"
