"""Techniques."""

from rbfcli.systems.rbf.ledger.entry import TECHNIQUES, done

ENTRIES = (
    done(
        "RBF-TEC-1",
        TECHNIQUES,
        "On a hit a player may apply one technique instead of damage; an Expert Fighter does both.",
    ),
    done(
        "RBF-TEC-2",
        TECHNIQUES,
        "Conditions last one round: until the end of the enemy's next turn.",
        "condition_rounds",
    ),
    done("RBF-TEC-3", TECHNIQUES, "`shake-off`: a boss ends a condition for 5 HP."),
    done(
        "RBF-TEC-4",
        TECHNIQUES,
        "Requirements are checked; what is missing is refused with the reason. --force is the GM's yes.",
    ),
    done(
        "RBF-TEC-BLIND",
        TECHNIQUES,
        "Blind, any weapon: it cannot see for a turn, so it attacks badly.",
        "blind_disadvantage",
    ),
    done(
        "RBF-TEC-CLEAVE",
        TECHNIQUES,
        "Cleave, long bladed melee weapon: a second enemy beside the first takes the same.",
        "adjacent",
    ),
    done("RBF-TEC-STRAFE", TECHNIQUES, "Strafe, any weapon: one metre of movement with the attack (--to)."),
    done("RBF-TEC-CRIPPLE", TECHNIQUES, "Cripple, any weapon: half speed on its next turn."),
    done(
        "RBF-TEC-DISARM",
        TECHNIQUES,
        "Disarm: it drops its weapon, does half damage without it, and picks it up with `draw`.",
        "disarmed_divisor",
    ),
    done(
        "RBF-TEC-GRAPPLE",
        TECHNIQUES,
        "Grapple, Brawl: no moving, and disadvantage on all but a brawl blow at the grappler; if that hits, "
        "it is free.",
        "hold_rounds",
    ),
    done(
        "RBF-TEC-LACERATE",
        TECHNIQUES,
        "Lacerate, bladed: 1d6 at the start of each of its turns until treated; a machine leaks instead.",
        "bleeding_damage, bleeding_rounds",
    ),
    done(
        "RBF-TEC-LEAP",
        TECHNIQUES,
        "Leap, from higher ground, melee or Brawl: 1d6 more for each 3 m dropped; on a miss it is the attacker's.",
        "fall_damage, fall_metres",
    ),
    done("RBF-TEC-LUNGE", TECHNIQUES, "Lunge, melee or Brawl: an enemy one metre out of reach.", "melee_reach"),
    done(
        "RBF-TEC-PIERCE",
        TECHNIQUES,
        "Pierce, projectile or long thrusting: one more behind takes the same.",
        "adjacent",
    ),
    done(
        "RBF-TEC-PIN",
        TECHNIQUES,
        "Pin, thrusting or large projectile: no moving and disadvantage to attack until `free` takes an action.",
        "hold_rounds",
    ),
    done(
        "RBF-TEC-SHOVE",
        TECHNIQUES,
        "Shove: back one metre for each 2 points of margin, at least one, by a shot just one; what is in the "
        "way is the GM's.",
        "shove_points, shove_by_shot",
    ),
    done("RBF-TEC-STUN", TECHNIQUES, "Stun, Hammer Expert and blunt: one action less on its next turn."),
    done(
        "RBF-TEC-SUNDER", TECHNIQUES, "Sunder: TN lower by 1, and 1 more for each 3 points of margin.", "sunder_points"
    ),
    done(
        "RBF-TEC-THROW",
        TECHNIQUES,
        "Throw, while grappling: up to 3 m a level of Brawl; it lies prone and takes a die for each 3 m.",
        "fall_damage, fall_metres",
    ),
    done("RBF-TEC-TRIP", TECHNIQUES, "Trip: prone."),
)
