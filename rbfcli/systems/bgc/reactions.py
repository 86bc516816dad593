"""What others may do at once in BGC: strike where a botch gave them an opening (BGC-BOT-1)."""

from rbfcli.kernel.carrying import fire
from rbfcli.kernel.reactions import Occasion, Reaction
from rbfcli.systems.bgc.attack import botch, can_strike, land, what_strikes
from rbfcli.systems.bgc.check import BgcScene, passes, test, wounds
from rbfcli.systems.bgc.defense import blow_with
from rbfcli.systems.bgc.sheet import UNARMED
from rbfcli.systems.bgc.verdict import BOTCH, CRITICAL

RULE = "BGC-BOT-1"


def may_strike_back(scene: BgcScene, who: str, opening: Occasion) -> bool:
    """Whether somebody is the opponent, can still strike, and there is still somebody alive to strike at."""
    target = scene.fight.combatants.get(opening.who)
    is_opponent = who == opening.facts["opponent"]
    return is_opponent and target is not None and "dead" not in target.conditions and can_strike(scene, who)


def strike_back(scene: BgcScene, who: str, opening: Occasion) -> None:
    """One strike back that cannot be blocked or dodged; armour still counts (BGC-BOT-1)."""
    target = opening.who
    weapon_id, weapon, score = what_strikes(scene, who)
    fire(scene, who, weapon_id)
    modifiers = (wounds(scene, scene.one(who)),)
    rolled = test(scene, who, "strike back", RULE, score=score, modifiers=modifiers, target=target)
    if passes(rolled):
        critical = rolled.outcome == CRITICAL
        land(scene, who, target, blow_with(weapon, critical=critical, unarmed=weapon_id == UNARMED))
    elif rolled.outcome == BOTCH:
        botch(scene, who, target, weapon_id, "")


REACTIONS = (
    Reaction(
        kind="opening",
        on="opening",
        rule=RULE,
        may=may_strike_back,
        react=strike_back,
        answers=("strike", "let go"),
        lapses=True,
    ),
)
