"""How BGC says what happened; names in braces are facts of the event, {who} and {target} its people."""

from rbfcli.model.display import conclusions, damages, outcomes, pending, sources

WORDS = {
    "margin": "by",
    "roll.*.critical": "{who} passes the {label} test critically",
    "roll.*.pass": "{who} passes the {label} test",
    "roll.*.fail": "{who} fails the {label} test",
    "roll.*.botch": "{who} botches the {label} test",
    "a-player": "{who} is a player's, and does not die at 0 levels (others: add NAME player=false)",
    "a-machine": "{who} has no will, like a robot (a person has: add NAME will=50; a player's: player=true)",
    "no-player": "{who} is nobody's character, and dies at 0 levels (a player's: add NAME player=true)",
    "roll.attack": "{who} attacks {target}",
    "roll.attack.critical": "{who} hits {target} critically",
    "roll.attack.pass": "{who} hits {target}",
    "roll.attack.fail": "{who} misses {target}",
    "roll.attack.botch": "{who} botches the attack on {target}",
    "roll.defend": "{who} defends against {target}",
    "roll.penetration": "{who's} penetration against {target}",
    "roll.armour": "{who's} armour against {target}",
    "roll.through natural armour": "{who's} bare hands against {target}",
    "roll.botch": "{who} botches against {target}",
    "roll.botch.failure": "{who's} botch is a weapon failure: rolled {total}",
    "roll.botch.opening": "{who} leaves {target} an opening: rolled {total}",
    "roll.strike back": "{who} strikes back at {target}",
    "roll.strike back.critical": "{who} strikes back and hits {target} critically",
    "roll.strike back.pass": "{who} strikes back and hits {target}",
    "roll.strike back.fail": "{who} strikes back and misses {target}",
    "roll.strike back.botch": "{who} botches the strike back at {target}",
    "roll.speed.critical": "{who} passes the Speed test critically",
    "roll.speed.pass": "{who} passes the Speed test",
    "roll.speed.fail": "{who} fails the Speed test",
    "roll.speed.botch": "{who} botches the Speed test",
    "roll.willpower.critical": "{who} stays conscious",
    "roll.willpower.pass": "{who} stays conscious",
    "roll.willpower.fail": "{who} gives way to the shock",
    "roll.willpower.botch": "{who} gives way to the shock",
    "roll.strain.one more": "{who} loses one level more to the strain",
    "roll.strain.no more": "{who} bears the strain",
    "roll.first aid": "{who} gives {target} first aid",
    "roll.medicine": "{who} treats {target}",
    **{
        f"roll.{skill}.{outcome}": text
        for skill in ("first aid", "medicine")
        for outcome, text in (
            ("critical", "{who} treats {target} with success"),
            ("pass", "{who} treats {target} with success"),
            ("fail", "{who} treats {target} in vain"),
            ("botch", "{who} botches the treatment of {target}"),
        )
    },
    **sources(
        {
            "roll.quality": "quality of the weapon",
            "quality": "quality, {weapon} weapon against {armour} armour: {amount} damage",
            "doubled": "critical: {lost:level} doubled to {amount}",
        }
    ),
    **conclusions(
        {
            "gets-past": "{who} gets past {target's} defence",
            "gets-past-critically": "{who} gets past {target's} defence with a critical hit",
            "defended": "{who} turns {target's} attack aside",
            "armour-pierced": "{target's} armour is pierced",
            "killed-outright": "{who} kills {target} outright",
            "crushed": "{who} crushes {target} outright, being far larger",
            "armour-holds": "{target's} armour holds",
        }
    ),
    **outcomes(
        {
            "strikes-back": "{who} strikes back at {target} with {weapon}, unopposed",
            "on-guard": "{who} is on guard",
            "declares": "{who} declares {short}",
            "moves": "{who} moves {to}, about 5 seconds",
            "crawls": "{who} crawls {to}, a very short way",
            "stays": "{who} does not get there",
            "does": "{who}: {deed}",
            "fails-to": "{who} does not bring it off: {deed}",
            "repaired": "{who} clears the {thing}: it works again",
            "bleeds": "{who} loses blood",
        }
    ),
    **damages(
        {
            "damage": "{who} takes {amount}: {why}",
            "no-harm": "no damage is left: {why}",
        }
    ),
    "field.levels": "levels",
    "field.actions": "actions",
    "field.actions.down": "",
    "field.declared": "",
    "field.acted": "",
    "field.defended": "",
    "field.moved": "",
    "field.risks": "",
    "field.at_risk": "",
    "field.skips": "phases to miss",
    "field.initiative": "",
    "field.ammo": "rounds in the",
    "field.failed": "",
    "could-defend": "{who} could have defended at {penalty}: `--defend` takes the risk",
    "could-defend-freely": "{who} could have defended with an open action: `--defend` uses it",
    "misses-phases": "{who} loses: {plan}",
    "defends-for-nothing": "{who} has used up a Defend on it",
    "very-quick": "{who} is very quick: {extra} action",
    "very-slow": "{who} is very slow: {extra} action",
    "undeclared": "{who} leaves {count:action} open",
    "never-declared": "{who} leaves {count:action} undeclared, for Defend alone",
    "risks": "{who} takes an extra {action} action at {penalty}",
    "unused": "{who} leaves unused: {plan}",
    "stumbles": "{who} stumbles",
    "opening-unused": "{who} cannot use the opening",
    "weapon-fails": "{who's} {thing} fails",
    **pending(
        {
            "weapon-explodes": "{who's} {thing} explodes: the GM says what it does",
            "one-side-left": "the last side standing: {side}; `end` closes the fight",
        }
    ),
    "question.opening": "{who} has an opening for one unopposed strike at {target}",
    "answer.opening.strike": "it hits, and cannot be met; armour counts",
    "answer.opening.let go": "nothing comes of it",
}
