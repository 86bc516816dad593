"""BGC's messages; names in braces are facts of the event, {who} and {target} its combatants."""

from rbfcli.model.display import conclusions, damages, outcomes, pending, sources

WORDS = {
    "roll.*.critical": "{who} critically passes the {label} test",
    "roll.*.pass": "{who} passes the {label} test",
    "roll.*.fail": "{who} fails the {label} test",
    "roll.*.botch": "{who} botches the {label} test",
    "a-player": "{who} joins as a player's character, who survives 0 levels. For others: add NAME player=false",
    "a-machine": "{who} joins without Will, like a robot. For a person: add NAME will=50 (a player's: player=true)",
    "no-player": "{who} joins as an NPC, who dies at 0 levels. For a player's character: add NAME player=true",
    "roll.attack": "{who} attacks {target}",
    "roll.attack.critical": "{who} scores a critical hit on {target}",
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
    "roll.strike back.critical": "{who} strikes back and scores a critical hit on {target}",
    "roll.strike back.pass": "{who} strikes back and hits {target}",
    "roll.strike back.fail": "{who} strikes back and misses {target}",
    "roll.strike back.botch": "{who} botches the strike back at {target}",
    "roll.speed.critical": "{who} critically passes the Speed test",
    "roll.speed.pass": "{who} passes the Speed test",
    "roll.speed.fail": "{who} fails the Speed test",
    "roll.speed.botch": "{who} botches the Speed test",
    "roll.willpower.critical": "{who} stays conscious",
    "roll.willpower.pass": "{who} stays conscious",
    "roll.willpower.fail": "{who} fails the Willpower test",
    "roll.willpower.botch": "{who} botches the Willpower test",
    "roll.strain.one more": "{who} loses one more level to the strain",
    "roll.strain.no more": "{who} bears the strain",
    "roll.first aid": "{who} gives {target} first aid",
    "roll.medicine": "{who} treats {target}",
    **{
        f"roll.{skill}.{outcome}": text
        for skill in ("first aid", "medicine")
        for outcome, text in (
            ("critical", "{who} successfully treats {target}"),
            ("pass", "{who} successfully treats {target}"),
            ("fail", "{who} fails to treat {target}"),
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
            "gets-past": "{who} beats {target's} defence",
            "gets-past-critically": "{who} beats {target's} defence with a critical hit",
            "defended": "{who} defends against {target's} attack",
            "armour-pierced": "the attack penetrates {target's} armour",
            "killed-outright": "{who} kills {target} outright",
            "crushed": "{who} crushes {target} outright, being far larger",
            "armour-holds": "{target's} armour stops the attack",
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
            "fails-to": "{who} fails: {deed}",
            "repaired": "{who} clears the {thing}: it works again",
            "bleeds": "{who} loses blood",
        }
    ),
    **damages(
        {
            "damage": "{who} takes {amount} damage: {why}",
            "no-harm": "no damage: {why}",
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
    "field.ammo": "{thing} rounds",
    "field.failed": "",
    "could-defend": "{who} could have defended at {penalty}; use `--defend` to take the risk",
    "could-defend-freely": "{who} could have used an open action to defend; use `--defend` to do so",
    "misses-phases": "{who} loses: {plan}",
    "defends-for-nothing": "{who} has spent a Defend on it",
    "very-quick": "{who} is very quick: {extra} action",
    "very-slow": "{who} is very slow: {extra} action",
    "undeclared": "{who} has {count:undeclared action}",
    "never-declared": "{who} keeps {count:undeclared action} for Defend only",
    "risks": "{who} takes an extra {action} action at {penalty}",
    "unused": "{who} leaves unused: {plan}",
    "stumbles": "{who} stumbles",
    "opening-unused": "{who} cannot use the opening",
    "weapon-fails": "{who's} {thing} fails",
    **pending(
        {
            "weapon-explodes": "{who's} {thing} explodes. GM: what does it do?",
            "one-side-left": "last side standing: {side}. Type `end` to finish the fight",
        }
    ),
    "question.opening": "{who} has an opening for one unopposed attack on {target}. Use it?",
    "answer.opening.strike": "automatic hit; armour still counts",
    "answer.opening.let go": "pass",
}
