"""Every refusal says what is wrong, by which rule, and what would have been right."""

import pytest

LEFT = "now can attack: rill, bram, odile"
FOES = "now can attack: guard1, guard2, guard3, worm"

REFUSALS = [
    ("init", ("set rill in_zone=false",), "act rill hide", "THR-START-1", "Rill is not in the combat zone",
     "set rill in_zone=true"),
    ("init", ("set rill noticed=false",), "act rill hide", "THR-START-1", "Rill is not noticed by the enemy",
     "set rill noticed=true"),
    ("init", ("damage rill 9 --knocked-out",), "act rill hide", "THR-DMG-3", "Rill is knocked out",
     "--force does it all the same"),
    ("init", ("condition add guard1 out",), "attack rill guard1", "THR-DMG-3", "Guard 1 is out", "--force does it"),
    ("note x", (), "attack rill guard1", "THR-TRACK-1", "the fight has not begun", "init"),
    ("init", (), "attack guard1 rill", "THR-DEF-1", "Guard 1 acts in Defence; this is Offense", LEFT),
    ("init --phase defence", (), "attack rill guard1", "THR-OFF-1", "Rill acts in Offense; this is Defence", FOES),
    ("init", ("tag rill bram guard1 --dice 5,5,1",), "act rill hide", "THR-TAG-1",
     "Rill was in a tag team and acts no more this phase", "now can attack: odile"),
    ("init", ("attack bram guard1 --dice 5,5,1",), "attack bram guard2", "THR-ATK-1",
     "Bram has attacked in this phase", "now can attack: rill, odile"),
    ("init", ("set bram in_zone=false", "set odile in_zone=false", "attack rill guard1 --dice 5,5,1"),
     "attack rill guard2", "THR-ATK-1", "Rill has attacked in this phase", "turn next"),
    ("init", (), "attack rill bram", "THR-OFF-1", "Rill and Bram are on one side", "damage bram N"),
    ("init --phase defence", ("damage bram 8 --last-stand",), "attack guard1 bram", "THR-DMG-3",
     "Bram makes a last stand: only their last action is left", "--force does it"),
    ("init", (), "tag rill bram odile", "THR-OFF-1", "Rill and Odile are on one side", "damage odile N"),
    ("init", ("damage guard1 9",), "tag rill bram guard1", "THR-DMG-3", "Guard 1 is dead", "--force does it"),
    ("init --phase defence", ("damage bram 9 --knocked-out",), "tag rill bram guard1", "THR-DMG-3",
     "Bram is knocked out", "--force does it"),
    ("init", ("attack bram guard1 --dice 5,5,1",), "tag rill bram guard2", "THR-ATK-1",
     "Bram has attacked in this phase", "now can attack: rill, odile"),
    ("init --phase defence", (), "damage-save rill --by odile", "THR-OFF-1", "Odile and Rill are on one side",
     "damage rill N"),
    ("init --phase defence", ("damage rill 9 --last-stand",), "tag rill bram guard1", "THR-DMG-3",
     "Rill makes a last stand: only their last action is left", "--force does it"),
    ("init", ("condition add rill free-attack", "set rill in_zone=false"), "attack rill guard1", "THR-START-1",
     "Rill is not in the combat zone", "set rill in_zone=true"),
    ("init", (), "tag rill rill guard1", "THR-TAG-1", "a tag team is two characters", ""),
    ("init", (), "act rill hide --partner guard1", "THR-TAG-1",
     "Guard 1 is an enemy: a tag team is two of the crew", ""),
    ("init", (), "attack rill guard1 --last-stand --knocked-out", "",
     "a PC at 0 HP is knocked out or makes a last stand, not both", "give one of the two"),
    ("init", (), "attack rill guard1 --worn shotgun", "THR-CMP-2", "there is no thing on Rill that wears 'shotgun'",
     "known: rifle, lance, armour"),
    ("init", (), "attack rill guard1 --with 'say the boots'", "THR-DMG-1",
     "there is no weapon on Rill 'say the boots'", "known: rifle, lance, unarmed"),
    ("init", (), "attack rill guard1 guard2", "THR-ATK-1", "one attack has one target",
     "each target is attacked in an action of its own"),
    ("init", ("set rill wear.rifle=broken",), "attack rill guard1 --with rifle", "THR-CMP-2",
     "the rifle of Rill is broken", "--force does it"),
    ("init", ("damage guard1 9",), "heal guard1 3", "THR-DMG-3", "Guard 1 is dead", "condition remove guard1 dead"),
    ("init --phase defence", (), "damage-save rill", "", "say what strikes: an enemy or a damage",
     "--by WHO, or --damage 1d6"),
    ("init --phase defence", (), "damage-save guard1 --damage 3", "THR-DEF-1",
     "Guard 1 is an enemy: only the players roll", "damage guard1 N"),
    ("init", (), "damage-save rill --damage 3", "THR-DEF-1", "dangers strike in Defence; this is Offense", LEFT),
    ("init --phase defence", (), "tag rill bram guard1 --with rifle", "THR-TAG-1",
     "in Defence the foe's weapon is at stake, not the team's", "leave --with out"),
    ("note x", (), "init --threat 6", "THR-TRACK-1", "the threat goes from 1 to 5, not to 6", ""),
    ("init", (), "init", "THR-TRACK-1", "the fight has begun", "`threat N` changes the threat"),
    ("note x", (), "turn", "THR-TRACK-1", "the fight has not begun", "init"),
    ("init", (), "turn", "THR-TRACK-3", "3 actions are left in Offense, and rill, bram, odile can attack",
     "--force does it"),
    ("init --threat 5", (), "turn", "THR-TRACK-3", "1 action is left in Offense, and rill, bram, odile can attack",
     "--force does it"),
    ("note x", (), "threat 2", "THR-TRACK-1", "the fight has not begun", "init --threat N"),
    ("init", (), "threat 3", "THR-TRACK-4", "the threat is 3 already", ""),
    ("init", (), "threat high", "", "'high' is no threat", "threat N, threat +N or threat -N"),
    ("init", (), "threat 1000", "", "'1000' is no threat", "threat N, threat +N or threat -N"),
    ("init", (), "threat -1000", "", "'-1000' is no threat", "threat N, threat +N or threat -N"),
    ("init", (), "act guard1 hide", "THR-ACT-1", "only PCs and allies take offense actions",
     "note TEXT tells what enemies do"),
    ("init", (), "act rill hide --partner-attribute eyes", "", "--partner-attribute is of a partner", "--partner WHO"),
    ("init", (), "act rill hide --no-roll --mod 1", "", "a task without a roll takes no options of a roll",
     "leave --no-roll or the others out"),
    ("init", ("set worm in_zone=false",), "boss worm rill", "THR-START-1", "Worm is not in the combat zone",
     "set worm in_zone=true"),
    ("note x", ("remove rill bram odile guard1 guard2 guard3 worm",), "init", "THR-TRACK-1",
     "nobody is in the fight yet", "add NAME"),
    ("init", (), "boss guard1", "THR-BOSS-1", "Guard 1 is no boss", "set guard1 boss=true"),
    ("init", (), "boss worm --damage 3", "", "nobody is named to be hurt", "boss WHO TARGETS --damage 1d6"),
    ("init", ("boss worm",), "boss worm rill", "THR-BOSS-1", "Worm has made their boss move in this mission",
     "--force does it"),
    ("init", (), "attack rill guard1 --complication trade --worn rifle", "", "nothing wears by trade",
     "--complication durability --worn THING"),
    ("init", (), "attack rill guard1 --ultra free-attack", "THR-ULT-1", "a free attack comes up only during Defence",
     "double, threat, ally, structure, armour, escape"),
    ("init --phase defence", (), "attack guard1 rill --ultra double", "THR-ULT-1",
     "double damage comes up only with an attack",
     "threat, ally, structure, armour, escape, free-attack"),
    ("init", ("set guard1 armour=0",), "attack rill guard1 --ultra armour", "THR-ULT-1",
     "the enemy's armour or accessory is destroyed comes up only against a foe that has either", "double, threat"),
    ("init", (), "attack rill guard1 --ultra accessory", "THR-ULT-1",
     "the enemy's accessory is destroyed comes up only against a foe that has one", "double, threat"),
    ("init", (), "attack rill guard1 --complication blorp", "", "there is no complication 'blorp'",
     "known: durability"),
]  # fmt: skip


@pytest.mark.parametrize("case", REFUSALS, ids=[f"{case[2]} ({n})" for n, case in enumerate(REFUSALS)])
def test_a_refusal_says_what_is_wrong_by_which_rule_and_what_would_be_right(start, case):
    """THR-START-1, THR-OFF-1, THR-DEF-1, THR-ATK-1, THR-TAG-1, THR-TRACK-1, THR-BOSS-1: before any die is cast."""
    init, before, line, rule, message, hint = case
    table = start(init=init)
    for each in before:
        table.do(each)
    refusal = table.refused(line)
    assert (refusal.rule, refusal.message) == (rule, message)
    assert refusal.hint.startswith(hint)
    assert bool(refusal.hint) == bool(hint)
    assert refusal.kind == ("refused" if rule else "usage")
