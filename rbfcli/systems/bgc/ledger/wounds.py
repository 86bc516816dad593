"""What lost levels do, and what helps."""

from rbfcli.systems.bgc.ledger.entry import BEGUN, entry, plays, refuses

BLEEDING = "Knocking Characters Out and Bleeding"
MAKO_BLEEDS = "damage mako 17 --dice 55"
ENTRIES = (
    entry(
        "EFF-1",
        "Effects of Damage",
        "Every five levels lost take 5 off all actions, for those who are not hardened; tests of Speed and Willpower "
        "are no actions.",
        plays("attack rin mako --dice 56", "Rin Caldera misses Mako Ferris: 56 against 55", "damage rin 5"),
        plays("attack rin mako --dice 60,99,1", "Rin Caldera hits Mako Ferris: 60 against 60", "damage rin 4"),
        option="wound_penalty, wound_step, wound_cost",
    ),
    entry(
        "WND-1",
        BLEEDING,
        "With half the levels or more nothing further happens.",
        plays("damage mako 11", "Mako Ferris: levels 22 -> 11"),
        plays("damage mako 12 --dice 70", "Mako Ferris stays conscious: 70 against 70"),
    ),
    entry(
        "WND-2",
        BLEEDING,
        "Below half, Willpower at +15 or out of the fight; first aid or medicine of another wakes. What has no will "
        "feels no shock.",
        plays("damage mako 12 --dice 70", "Mako Ferris stays conscious: 70 against 70"),
        plays("damage mako 12 --dice 71", "Mako Ferris loses consciousness"),
        option="will_half",
    ),
    entry(
        "WND-3",
        BLEEDING,
        "At a quarter, rounded up, Willpower as it stands; waking and treating are at -10.",
        plays("damage mako 16 --dice 55", "Mako Ferris stays conscious: 55 against 55"),
        plays(
            "wake mako --by rin --dice 31",
            "Rin Caldera treats Mako Ferris in vain: 31 against 30",
            "damage mako 16 --dice 56",
        ),
        option="quarter_mark, will_quarter, wake_quarter",
    ),
    entry(
        "WND-4",
        BLEEDING,
        "Below a quarter one bleeds: a level every five rounds, and half the time one more for those who fight. What "
        "has no will does not bleed.",
        plays(MAKO_BLEEDS, "Mako Ferris is bleeding"),
        plays(
            "turn --dice 51,99,99,99,99",
            "Mako Ferris: levels 5 -> 4",
            MAKO_BLEEDS,
            "set mako conditions.bleeding.amount=1",
            BEGUN,
            *["turn"] * 3,
        ),
        option="bleed_rounds, bleed_levels, bleed_chance",
    ),
    entry(
        "WND-5",
        BLEEDING,
        "At 0 one can speak and crawl, no more, and tests Willpower at -15; an NPC at 0 or below is dead.",
        plays("damage rin 19 --dice 35", "Rin Caldera stays conscious: 35 against 35"),
        plays("damage mako 22", "Mako Ferris is dead"),
        option="will_zero, npc_dies_at_zero",
    ),
    entry(
        "WND-6",
        BLEEDING,
        "Below 0 one is unconscious and loses three levels every five rounds until treated.",
        plays("damage rin 20", "Rin Caldera loses consciousness"),
        refuses("wake rin --by tove", "Rin Caldera is too badly hurt to be woken", "damage rin 20"),
        option="bleed_below_zero",
    ),
    entry(
        "WND-7",
        BLEEDING,
        "Below -10 there is only death.",
        plays("damage rin 29", "Rin Caldera: levels 19 -> -10"),
        plays("damage rin 30", "Rin Caldera is dead"),
        option="death_below",
    ),
    entry(
        "WND-8",
        BLEEDING,
        "A blow that crosses several lines calls for the test of the worst alone.",
        plays("damage rin 14 --dice 50", "Rin Caldera stays conscious: 50 against 50"),
        plays(
            "damage rin 14 --dice 65,51",
            "Rin Caldera gives way to the shock: 51 against 50",
            "set fight options.every-shock=true",
        ),
        option="every_shock",
        origin="reading",
    ),
    entry(
        "STB-1",
        f"{BLEEDING}; in part our reading",
        "Another character's first aid or medicine stops the bleeding.",
        plays("stabilize mako --by rin --dice 30", "Mako Ferris bleeds no more", MAKO_BLEEDS),
        plays(
            "stabilize mako --by rin --dice 31", "Rin Caldera treats Mako Ferris in vain: 31 against 30", MAKO_BLEEDS
        ),
        option="treat_above_zero",
    ),
)
