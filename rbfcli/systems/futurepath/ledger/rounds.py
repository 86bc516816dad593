"""Rounds, teams and what a turn holds (FP-TIME, FP-INI, FP-ECO)."""

from rbfcli.systems.futurepath.ledger.entry import (
    BESIDE,
    BOSS,
    CREW,
    FREE,
    OURS,
    ROUNDS,
    TABLE,
    entry,
    plays,
    refuses,
)

ENTRIES = (
    entry(
        "FP-TIME-1",
        ROUNDS,
        "A round stands for about three seconds; `status` tells how many have gone by.",
        plays("turn next", "-- round 2 --", CREW, "turn next"),
        refuses("turn next", "there is no order of turns yet"),
        option="round_seconds",
    ),
    entry(
        "FP-INI-1",
        ROUNDS,
        "Teams take turns, the highest initiative first, in the same order every round. A team is a side, or what "
        "`team` on a sheet says; one without members has no turn.",
        plays("turn next", "-- toughs' turn --", CREW),
        refuses("attack boss hale", "it is the turn of crew, not of The yard boss's team toughs", CREW),
    ),
    entry(
        "FP-INI-2",
        BESIDE + OURS,
        "A member scores its Dexterity and Wisdom modifiers and what else it has; a team the average, rounded up. "
        "Ties: the highest Dexterity, then the top members' d20 and score. `init --set TEAM=N` overrules.",
        plays("init", "order: crew (count 2), toughs (count 1)"),
        plays("init --set toughs=3", "order: toughs (count 3), crew (count 2)"),
        option="initiative",
        origin="sibling",
    ),
    entry(
        "FP-INI-3",
        ROUNDS + OURS,
        "The members of a team act in any order in its turn. With `--after NAME` an action hangs on what a teammate "
        "did last, or with `--after-deed` on what it did by that verb: if that failed, the turn ends without action.",
        plays(
            "attack gort boss --after hale --dice 15,3",
            "The yard boss: HP 23 -> 20",
            CREW,
            BOSS,
            "attack hale boss --dice 15,2",
        ),
        plays(
            "attack gort boss --after hale",
            "Hale Brannock failed, and Gort Ilesh's turn ends without action",
            CREW,
            BOSS,
            "attack hale boss --dice 2",
        ),
    ),
    entry(
        "FP-ECO-1",
        TABLE,
        "A turn holds a Standard, a Simple and a Free action; or one Full Round action, which ends it.",
        plays("sprint hale B8", "Hale Brannock moves", CREW),
        refuses(
            "sprint hale B8", "no Full Round action for this; left this turn: Standard, Free", CREW, "holster hale"
        ),
    ),
    entry(
        "FP-ECO-2",
        FREE,
        "A second Free action takes the Simple one, a third the Standard one, a fourth the whole round. Beside a Full "
        "Round action they come during it (`--during`), not before or after.",
        plays('free hale "nods"', "Hale Brannock: nods", CREW, 'free hale "waves"'),
        refuses(
            "holster hale",
            "no Simple action for this; left this turn: Standard",
            CREW,
            'free hale "waves"',
            'free hale "nods"',
        ),
        refuses("sprint hale B8", "Free actions come during a Full Round action", CREW, 'free hale "waves"'),
    ),
    entry(
        "FP-ECO-3",
        TABLE,
        "What a turn no longer holds is refused, and the refusal says what is left.",
        refuses("move hale B8", "left this turn: Simple, Free", CREW, BOSS, "attack hale boss --dice 2"),
        refuses("holster yara", "left this turn: nothing", CREW, "step yara C4"),
    ),
    entry(
        "FP-ECO-4",
        ROUNDS,
        "Every action has its type, and `actions` lists what can still be done.",
        plays("prone hale", "Hale Brannock falls prone", CREW, BOSS, "attack hale boss --dice 2"),
        refuses("stand hale", "no Simple action for this", CREW, "prone hale", "stand hale", "prone hale --force"),
    ),
)
