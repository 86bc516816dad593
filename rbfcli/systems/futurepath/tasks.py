"""Other actions: quick tasks, speech, doors, skills, feats and talents (FP-ECO-2, FP-MOV-12, FP-SPK-1, FP-SKL-1)."""

from rbfcli.core.errors import refuse
from rbfcli.core.matching import own_words
from rbfcli.core.text import quoted
from rbfcli.engine.weapons import drop
from rbfcli.systems.futurepath import commands, economy
from rbfcli.systems.futurepath.checks import FpScene, skill_check, stated
from rbfcli.systems.futurepath.conditions import held_by, hindrance
from rbfcli.systems.futurepath.economy import FREE, FULL_ROUND, STANDARD
from rbfcli.systems.futurepath.map import read_square, squares_of, within_reach
from rbfcli.systems.futurepath.sheet import FREE_SKILLS, SKILLS

HANDS = {"held": ("held",), "off-hand": ("off_hand",), "both": ("held", "off_hand")}


def free(scene: FpScene, command: commands.Free) -> None:
    """Take a Free action; dropping both weapons is still one (FP-ECO-2)."""
    one, who = scene.one(command.who), command.who
    if not command.during:
        economy.may_spend(scene, who, FREE, "FP-ECO-2")
    if not (command.what or command.drop or command.release):
        raise refuse(
            "missing description of the action", "FP-ECO-2", f'free {quoted(who)} "kicks the lamp"', "--drop held"
        )
    dropped = [getattr(one, hand) for hand in HANDS.get(command.drop, ()) if getattr(one, hand)]
    if command.drop and not dropped:
        where = " in the off hand" if command.drop == "off-hand" else ""
        raise refuse(f"{one.name} is not holding anything{where}", "FP-ECO-2")
    for weapon_id in dropped:
        economy.require_loose(scene, who, economy.weapon_of(scene.fight, weapon_id), "FP-ECO-2")
    if command.release and held_by(scene.one(command.release)) != who:
        raise refuse(f"{one.name} is not holding {scene.one(command.release).name}", "FP-TEC-1")
    economy.spend_free(scene, who, "FP-ECO-2", during=command.during)
    for weapon_id in dropped:
        drop(scene, who, weapon_id, "FP-ECO-2")
    if command.release:
        scene.relieve(command.release, "grappled", "FP-TEC-1")
    if command.what:
        scene.happen("does", "FP-ECO-2", who=who, action=" ".join(command.what))


def speak(scene: FpScene, command: commands.Speak) -> None:
    """Speak about three seconds a round, alongside any action and out of turn, or make one gesture (FP-SPK-1)."""
    one, options = scene.one(command.who), scene.fight.options
    if lies := hindrance(one):
        scene.refuse(f"{one.name} is {lies} and cannot speak", "FP-DIE-1")
    said = " ".join(command.words).split()
    if command.gesture:
        if one.turn.gesture:
            scene.refuse(f"{one.name} has already made a gesture this round", "FP-SPK-1", hint="use words")
        scene.change(command.who, ("turn", "gesture"), after=scene.fight.round > 0, rule="FP-SPK-1")
        scene.happen("gestures", "FP-SPK-1", who=command.who, words=" ".join(said))
        return
    spoken = one.turn.words + len(said)
    if scene.fight.round and spoken > options.speech_words:
        left = options.speech_words - one.turn.words
        more = f"{left} more word{'s' * (left != 1)}"
        scene.refuse(f"{one.name} can say {more} this round, not {len(said)}", "FP-SPK-1", hint="say less")
    scene.change(command.who, ("turn", "words"), spoken if scene.fight.round else 0, "FP-SPK-1")
    scene.happen("speaks", "FP-SPK-1", who=command.who, words=" ".join(said))


def use(scene: FpScene, command: commands.Use) -> None:
    """Use a skill (Free or Full Round) or a feat or talent (Full Round by default) (FP-SKL-1)."""
    if command.what not in SKILLS:
        economy.refuse_needless(command, ("dc", "mod", "advantage", "disadvantage"), "without a skill", "FP-SKL-1")
    economy.spend(
        scene, command.who, command.action or (FREE if command.what in FREE_SKILLS else FULL_ROUND), "FP-SKL-1"
    )
    if command.what not in SKILLS:
        own = own_words(command.what)
        scene.happen("uses-own" if own else "uses", "FP-SKL-1", who=command.who, action=own or command.what)
        return
    edges = stated(command.advantage, command.disadvantage)
    rolled = skill_check(scene, command.who, command.what, "FP-SKL-1", dc=command.dc, mod=command.mod, edges=edges)
    scene.conclude(rolled.outcome)


def open_thing(scene: FpScene, command: commands.Open) -> None:
    """Open or close a door or the like, as a Standard or Full Round action (FP-MOV-12)."""
    thing = within_reach(scene, command.who, command.thing, "FP-MOV-12")
    if not thing.opens:
        raise refuse(
            f"the {thing.name} does not open", "FP-MOV-12", f"object {quoted(command.who)} {quoted(command.thing)}"
        )
    if thing.open != command.close:
        state = "open" if thing.open else "closed"
        raise refuse(f"the {thing.name} is already {state}", "FP-MOV-12")
    square = read_square(thing.square)
    inside = [one.name for one in scene.fight.combatants.values() if square in squares_of(one)]
    if command.close and thing.blocks and inside:
        raise refuse(f"{inside[0]} blocks the {thing.name}", "FP-MOV-12")
    economy.spend(scene, command.who, FULL_ROUND if command.full_round else STANDARD, "FP-MOV-12")
    scene.change("", ("board", "objects", command.thing, "open"), after=not command.close, rule="FP-MOV-12")
    scene.happen("closes" if command.close else "opens", "FP-MOV-12", who=command.who, thing=thing.name)
