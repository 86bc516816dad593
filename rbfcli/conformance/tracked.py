"""The law of the second gear: a step that was kept by what it read comes out as it is played."""

from typing import Any

from rbfcli.conformance.law_broken import hold, plain
from rbfcli.kernel.rules import Rules
from rbfcli.lab.playing import Fought, Playing
from rbfcli.lab.policies import USUAL, policy_named
from rbfcli.lab.tracked.gear import ENTRIES, Gear
from rbfcli.lab.tracked.playing import TrackedPlaying
from rbfcli.session.begin import from_encounter

FIGHTS, ROUNDS = 4, 3


def tracked_play_equals_plain(path: str) -> None:
    """Fights played by what their steps read end as those that are played: fight, lines, damage. Raises LawBroken.

    Of a fight the gist is the same, and the number of rounds.

    They are played three times: to see what changes, to keep what comes of it, and from what was kept.
    """
    session = from_encounter(path, "tracked", source=path)
    compare(session.rules, session.fight, path, fights=FIGHTS, rounds=ROUNDS)


def compare(rules: Rules, fight: Any, name: str, *, fights: int, rounds: int, most: int = ENTRIES) -> Gear:
    """Play some fights plainly and by what was kept, all by the usual policy. Raises LawBroken where they differ."""
    policies = dict.fromkeys((one.side for one in fight.combatants.values()), policy_named(USUAL))
    gear = Gear(rules, scouts=fights, most=most)
    seeds = [f"tracked {number}" for number in range(fights)]
    known = {seed: _played(Playing(rules, fight, policies, seed, told=True), rounds) for seed in seeds}
    for again in ("", " again", " once more"):
        for seed in seeds:
            tracked = TrackedPlaying(rules, fight, policies, seed, told=True, gear=gear)
            fought, after = _played(tracked, rounds)
            _are_the_same(rules, known[seed], (fought, after), f"{name}, fight of {seed!r}{again}")
    return gear


def _played(playing: Playing, rounds: int) -> tuple[Fought, Any]:
    fought = playing.to_the_end(rounds)
    return fought, playing.as_it_stands() if isinstance(playing, TrackedPlaying) else playing.fight


def _are_the_same(rules: Rules, plainly: tuple[Fought, Any], tracked: tuple[Fought, Any], what: str) -> None:
    for one, other in zip(plainly[0].lines, tracked[0].lines, strict=False):
        hold(one == other, f"{what}: kept by what was read it goes on with `{other}`, played with `{one}`")
    hold(
        plainly[0] == tracked[0], f"{what}: kept by what was read it comes out as {tracked[0]}, played as {plainly[0]}"
    )
    ends = [plain(rules.gist(fight)) for fight in (plainly[1], tracked[1])]
    hold(ends[0] == ends[1], f"{what}: kept by what was read, it ends as another fight")


LAWS_OF_TRACKED_PLAY = (tracked_play_equals_plain,)
