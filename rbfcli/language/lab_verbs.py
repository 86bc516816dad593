"""The verbs of the lab: a fight played many times."""

from __future__ import annotations

from typing import Annotated, ClassVar

from rbfcli.kernel.command import Arg, Command, Opt
from rbfcli.kernel.limits import FIGHTS, JOBS, ROUNDS_OF_A_FIGHT, SECONDS_OF_FIGHTS

USUAL_FIGHTS, USUAL_ROUNDS = 1_000, 100


class Simulate(Command, frozen=True, kw_only=True, tag="simulate"):
    """Play a fight to its end many times, both sides by policies, and tell who wins how often."""

    group: ClassVar[str] = "fights"
    examples: ClassVar[tuple[str, ...]] = (
        "simulate dock-ambush",
        "simulate -n 200 --policy best",
        "simulate duel --until-ci 0.02 --seed lab",
        "simulate dock-ambush --sweep thug.count=1..4",
        "simulate dock-ambush -n 200 --what-matters",
        "simulate dock-ambush --seed lab --replay 7",
        "simulate rpj/duel --exact --rounds 1",
    )

    source: Annotated[
        str, Arg("encounter", "an encounter, or a save (default: the fight as it stands)", reach="reads")
    ] = ""
    fights: Annotated[
        int,
        Opt(
            "number",
            f"how many fights; if nobody says, as many as {SECONDS_OF_FIGHTS} s take at a terminal, {USUAL_FIGHTS:,} "
            "elsewhere and with --seed",
            short="n",
            low=1,
            high=FIGHTS,
        ),
    ] = 0
    until_ci: Annotated[
        str, Opt("text", "play on until every chance to win is known this well, such as 0.01; -n is the most then")
    ] = ""
    jobs: Annotated[
        int,
        Opt(
            "number",
            "how many processes play (default: one a processor, in scripts one); results are the same",
            low=1,
            high=JOBS,
            reach="users",
        ),
    ] = 0
    policy: Annotated[
        tuple[str, ...],
        Opt("text", "how all play, or SIDE=NAME: random, weakest, nearest, best (may be repeated; default: weakest)"),
    ] = ()
    rounds: Annotated[int, Opt("number", "a fight of more rounds is a draw", low=1, high=ROUNDS_OF_A_FIGHT)] = (
        USUAL_ROUNDS
    )
    seed: Annotated[str, Opt("text", "seed of all fights: the same one, the same result (default: random)")] = ""
    exact: Annotated[
        bool, Opt("flag", "follow a small fight over all dice instead of playing it: exact chances of who wins")
    ] = False
    compare: Annotated[
        str, Opt("encounter", "another encounter or save, played as often, beside it", reach="reads")
    ] = ""
    sweep: Annotated[
        str, Opt("text", "ID.KEY=LOW..HIGH: once for each number of a key, such as thug.count or ada.skills.melee")
    ] = ""
    what_matters: Annotated[
        bool,
        Opt("flag", "how much one more, one fewer, half the ammunition, every number would change: a run for each"),
    ] = False
    scheduler: Annotated[
        str,
        Opt(
            "text",
            "play on your own Dask cluster, tcp://HOST:PORT (needs rbfcli[dask]); each side can run code on the other",
            reach="users",
        ),
    ] = ""
    replay: Annotated[int, Opt("number", "print the fight of this number as a script", low=1, high=FIGHTS)] = 0
    csv: Annotated[
        str,
        Opt(
            "file",
            "write a row for each fight, or with --what-matters each change; --force replaces a file",
            reach="writes",
        ),
    ] = ""
    svg: Annotated[str, Opt("file", "write a chart; --force replaces a file", reach="writes")] = ""
