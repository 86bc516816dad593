"""Stealth, cover, two weapons, shooting in melee, lying prone."""

from rbfcli.systems.rbf.ledger.entry import COVER, OURS, PRONE, RANGED, STEALTH, done

ENTRIES = (
    done(
        "RBF-STL-1",
        STEALTH,
        "`init --surprised`: until the end of their first turn they react but do not act; players have +1 to "
        "hit and damage on them.",
        "stealth_bonus",
    ),
    done(
        "RBF-STL-2",
        STEALTH,
        "`init --sneaking WHO`: the most perceptive player rolls against that enemy's TN; failing, the "
        "players are surprised.",
    ),
    done(
        "RBF-STL-3",
        STEALTH,
        "`hide`: an action in medium or better cover; the next attack has +1 to hit and damage and loses stealth, "
        "unless the weapon is silenced. Nobody targets the hidden who does not see them.",
        "hide_cover, stealth_bonus",
    ),
    done(
        "RBF-COV-1",
        COVER,
        "Cover adds to the defense against projectiles: light 1, medium 2, heavy 3; none within reach.",
    ),
    done("RBF-COV-2", COVER, "Behind full cover nobody is shot until the barrier is gone or got around."),
    done("RBF-COV-3", OURS, "An enemy in cover adds the same to its TN against shooting.", "enemy_cover"),
    done(
        "RBF-FIRE-1",
        "Prepared firing positions",
        "A place that is `prepared`: +1 to hit and damage on all shots, and its cover; `disguised`: whoever "
        "begins there is hidden.",
        "position_bonus",
    ),
    done("RBF-DUAL-1", "Dual wielding", "--dual, a one-handed weapon in each hand: -2 to hit, +2 damage."),
    done(
        "RBF-RNG-1",
        RANGED,
        "Two-handed ranged weapons are not fired at somebody in melee range; --club swings them for 1d6, and "
        "a failure breaks them.",
        "club_damage, melee_reach",
    ),
    done("RBF-RNG-2", RANGED, "A one-handed ranged weapon at somebody in melee range: disadvantage 1.", "melee_reach"),
    done("RBF-PRN-1", PRONE, "Going prone and standing up are moves; --drop is free and costs 1d4.", "prone_damage"),
    done("RBF-PRN-2", PRONE, "Crawling is half speed."),
    done("RBF-PRN-3", PRONE, "From the ground one strikes the upright with disadvantage 1."),
    done(
        "RBF-PRN-4",
        PRONE,
        "The prone are struck with advantage 1 and shot at with disadvantage 1, with all other sources.",
    ),
    done("RBF-PRN-5", PRONE, "Prone behind a thick, low barrier is heavy cover."),
)
