"""How the tracker says what happened; names in braces are facts of the event, {who} and {target} its people."""

from rbfcli.kernel.words import damages, outcomes, pending, rolls, sources

WORDS = {
    "band.ultra": "two sixes",
    "band.success": "at least 10",
    "band.partial": "within 7-9",
    "band.failure": "below 7",
    "roll.attack": "{who} attacks {target}",
    "roll.attack.ultra": "{who} hits {target}, an ultra success",
    "roll.attack.success": "{who} hits {target}",
    "roll.attack.partial": "{who} hits {target}, with a complication",
    "roll.attack.failure": "{who} misses {target}",
    "roll.defence": "{who} defends against {target}",
    "roll.defence.ultra": "{who} evades {target}, an ultra success",
    "roll.defence.success": "{who} evades {target}",
    "roll.defence.partial": "{who} evades {target}, with a complication",
    "roll.defence.failure": "{target} hits {who}",
    "roll.*.ultra": "{who} succeeds at the {label}, an ultra success",
    "roll.*.success": "{who} succeeds at the {label}",
    "roll.*.partial": "{who} succeeds at the {label}, with a complication",
    "roll.*.failure": "{who} fails at the {label}",
    **outcomes(
        {
            "tagged": "{who} and {target} act as a tag team",
            "task": "{who}: {task}",
            "boss-move": "{who} makes the boss move: {move}",
            "goes-on": "enemies stand again: the fight goes on",
        }
    ),
    **sources(
        {
            "roll.complication": "the table of complications",
            "roll.ultra result": "the table of ultra results",
        }
    ),
    **rolls(
        {
            "complication": "complication for {who}: {effect}",
            "complication-noted": "complication for {who}: {effect} (noted, no effect on the numbers)",
            "ultra": "something amazing for {who}: {effect}",
            "ultra-noted": "something amazing for {who}: {effect} (noted, no effect on the numbers)",
            "again": "{effect} means nothing here: rolled again",
        }
    ),
    **damages(
        {
            "roll.damage": "{total} damage",
            "no-damage": "{target} is unhurt: damage {damage} against armour {armour}",
            "reckoned": "{target} takes {left}: {damage}, {how}",
        }
    ),
    "field.hp": "HP",
    "field.armour": "armour",
    "field.wear": "",
    "field.accessories": "",
    "field.boss_moves_made": "",
    "field.over": "",
    "field.board": "",
    "field.options.crew": "the crew's side",
    "destroyed": "{target's} {thing} is destroyed",
    "worn": "{who's} {thing} is {state}",
    "nothing-wears": "{who} has nothing left that wears",
    "negated": "{who's} {thing} takes all {amount} damage and is destroyed",
    "tracker-set": "combat threat {threat}, tracker at {spaces}",
    "threat-moved": "combat threat {before} -> {after}: the tracker of the next {phase} starts at {spaces}",
    "threat-stays": "the combat threat stays at {threat}: the sheet ends there",
    "tracker": "tracker {before} -> {after}",
    "tracker-extra": "one space more: tracker {before} -> {after}",
    "tracker-ends": "that was the last action of {phase}",
    "tracker-extra-ends": "one space more: {phase} is over",
    **pending(
        {
            "reinforcements": "enemy reinforcements: add NAME --from BLOCK --count N (blocks: {blocks})",
            "ally-arrives": "an ally of a PC arrives: add NAME side={side} hp=N",
            "structure-destroyed": "the table says which: if it is in the fight, damage WHO N or remove WHO",
            "suggest-threat": "the referee may lower the combat threat to {lower}: {why}",
            "crew-down": "nobody of the crew is left standing",
        }
    ),
    "question.complication": "{who} succeeds in part: which complication?",
    "question.ultra": "{who} scored an ultra success: what amazing thing happens?",
    "question.accessory": "does an accessory of {who} take all {amount} damage?",
    "question.down": "{who} is at 0 HP: knocked out, or one last stand?",
    "sign.|3|": "the column of the present combat threat",
    "sign.3 > [2] > 1": "the tracker of the phase that runs: it stands at 2",
    "answer.complication.durability": "a weapon or armour is damaged, then broken",
    "answer.complication.half-damage": "this action does half its damage",
    "answer.complication.disadvantage": "on the next combat action",
    "answer.complication.threat": "the combat threat rises by 1",
    "answer.complication.trade": "each side takes the other's damage",
    "answer.complication.reinforcements": "more enemies, to be added",
    "answer.complication.roll": "the dice choose one of these",
    "answer.ultra.double": "this action does double damage",
    "answer.ultra.threat": "the combat threat falls by 1",
    "answer.ultra.ally": "an ally arrives, to be added",
    "answer.ultra.structure": "a structure or vehicle is destroyed",
    "answer.ultra.armour": "the enemy's armour goes, else its accessory",
    "answer.ultra.accessory": "the enemy's accessory is destroyed",
    "answer.ultra.escape": "the crew escapes: the fight is over",
    "answer.ultra.free-attack": "an attack that moves no tracker",
    "answer.ultra.roll": "the dice choose one of these",
    "answer.accessory.spend": "it takes all the damage and is destroyed",
    "answer.accessory.keep": "the damage goes to the bearer",
    "answer.down.knocked-out": "out of the fight, alive",
    "answer.down.last-stand": "one action more, then death",
}
