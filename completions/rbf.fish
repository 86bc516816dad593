# fish completion for rbf(1) and rbfcli(1), generated from the commands themselves by `make generate`.
# Names come from `rbf __complete` as candidate lines, which fish quotes; nothing of them is expanded or run.

function __rbf_verbs
    printf '%s\n' \
        'roll'\t'Roll dice.' \
        'odds'\t'Show the exact odds of a roll, or of a command before you type it.' \
        'start'\t'Start a fight from an encounter file, in a save of its own.' \
        'new'\t'Start an empty fight with a rule system.' \
        'show'\t'Show the fight, or everything about one combatant.' \
        'actions'\t'List what a combatant can do now, with numbers to choose by.' \
        'log'\t'Show what happened, or print the journal as a script that replays it.' \
        'undo'\t'Take back the last command, including its dice.' \
        'redo'\t'Redo what was undone.' \
        'restore'\t'Bring back a fight that another took the place of, or one whose undone commands can no longer be redone.' \
        'check'\t'Check files: encounters for mistakes, saves by replaying their journals.' \
        'add'\t'Bring a combatant into the fight, new or from a stat block.' \
        'remove'\t'Take combatants out of the fight.' \
        'set'\t'Change what stands on a sheet, or an option of the fight (`set fight options.KEY=VALUE`).' \
        'edit'\t'Change the fight as a hand changed its save; `log` shows such lines, and people have `set` for it.' \
        'choose'\t'Answer the question the fight is waiting for.' \
        'end'\t'End the fight.' \
        'init'\t'Settle the order of turns and begin the first round.' \
        'turn'\t'End the turn and go on to the next, go back one, or hold it until a later count.' \
        'attack'\t'Attack one target or more.' \
        'damage-save'\t'Roll how much of a stated damage sticks.' \
        'stabilize'\t'Keep a dying combatant alive.' \
        'damage'\t'Take health from combatants, as the GM says.' \
        'heal'\t'Give health back to combatants, up to their maximum.' \
        'condition'\t'Put a condition on combatants, or take it off.' \
        'move'\t'Move a combatant.' \
        'draw'\t'Take a weapon in hand, or pick it up.' \
        'holster'\t'Put a weapon away.' \
        'reload'\t'Fill the magazine of a weapon in hand.' \
        'note'\t'Write a line into the log of the fight.' \
        'push'\t'Push oneself: the attack that just fell short hits, at a cost.' \
        'aim'\t'Aim: +1 on the next attack, as often as one likes.' \
        'spot'\t'Point out a hidden target that one sees oneself, so that allies can target it.' \
        'hide'\t'Hide in medium or better cover: the next attack comes from stealth.' \
        'overwatch'\t'Prepare an attack on the first enemy that moves or acts in range, made just before it does.' \
        'cast'\t'Cast a spell of the encounter\'s list, or one improvised with the GM.' \
        'speak'\t'Say something: an action towards enemies, free towards allies unless it is leadership.' \
        'use'\t'Use an item, on oneself or somebody else; or a talent such as rage.' \
        'hold'\t'Hold a turn until a later count of the round; a boss may do so between two of its actions.' \
        'stand'\t'Stand up from prone.' \
        'prone'\t'Go prone as a move, or drop for free at the price of a bruise.' \
        'free'\t'Free oneself from what pins one to the spot, or strike at the one who grapples one.' \
        'fall'\t'Let somebody fall: a die of damage for each three metres.' \
        'shake-off'\t'A boss ends a condition that lies on it, for 5 HP.' \
        'intent'\t'Declare what one means to do with the turn, in a crisis.' \
        'threat'\t'Set the combat threat, or raise or lower it; the next phase feels it.' \
        'tag'\t'Act as a tag team: two attack a foe in Offense, or meet its attack on the first of them in Defence.' \
        'act'\t'Do something other than attack in Offense; it uses the tracker like any action.' \
        'boss'\t'Make a boss\'s move: at any time, once a mission, without moving the tracker.' \
        'cautious'\t'Spend the whole turn on a cautious move of up to one region.' \
        'cover'\t'Take cover where one is, or give it up (`none`).' \
        'reorient'\t'Turn to the other side of one\'s cover, towards those within its flanking distance; or back.' \
        'suppress'\t'Suppressive fire: two actions, a ranged attack past cover that does no damage and suppresses.' \
        'grapple'\t'Enter a grapple by a touch check; in a grapple, the grapple check that is the turn.' \
        'full-attack'\t'Attack with all Extra Attacks and Extra Damage (Full Round).' \
        'off-hand'\t'Make the Bonus Attack with the off-hand weapon, after an attack (Simple).' \
        'coup-de-grace'\t'Finish off a helpless target: a sure critical hit, then its save or death (Full Round).' \
        'throw'\t'Throw a grenade, or anything small, at somebody or at a square (Full Round).' \
        'technique'\t'Try a Combat Technique: bull-rush, grapple, trip, disarm, charge, overrun (Full Round).' \
        'object'\t'Attack an object (Standard); what cannot move is simply hit.' \
        'sprint'\t'Run up to three times one\'s speed (Full Round).' \
        'withdraw'\t'Move away without giving Tactical Opportunities (Full Round).' \
        'step'\t'Take a 5-foot step (Simple); it ends the turn.' \
        'drag'\t'Move an object to a square, at half speed where it is not light (Standard).' \
        'open'\t'Open something slowly, or close it (Standard).' \
        'ready'\t'Give up the turn for a trigger; when it comes, act at once with --now.' \
        'trap'\t'Look for traps, or disable one.' \
        'wake'\t'Bring somebody back to its senses by first aid or medicine.' \
        'declare'\t'Say what each action of the round will be, before the first; a number repeats the word before it.' \
        'defend'\t'Make ready to defend against the next attack, as an extra action where none is declared.' \
        'risk'\t'Take an extra action at a growing penalty.' \
        'other'\t'Spend an Other action: hotwire a lift, clear a weapon that failed, or whatever else.' \
        'skip-phase'\t'Let somebody miss its next phases, as the GM says.' \
        'run'\t'Run a script: a file, a shipped script, or standard input.' \
        'repl'\t'Open a prompt with completion and history.' \
        'rules'\t'Print rules in our words: one by its id, or all that mention certain words.' \
        'systems'\t'List the rule systems, the encounters and the scripts.' \
        'where'\t'Print which save file a command would use.' \
        'doctor'\t'Check the installation: versions, paths, colour, locks, plug-ins.' \
        'completion'\t'Print the completion script for a shell.' \
        'help'\t'Show help for a verb or topic.'
end

function __rbf_options -a verb
    switch $verb
        case roll
            printf '%s\n' \
                '--vs'\t'-'\t'target number' \
                '--system'\t':rbf,threat,rpj,futurepath,bgc'\t'name the outcome as this rule system does' \
                '--times'\t'-'\t'how many times' \
                '-n'\t'-'\t'how many times' \
                '--seed'\t'-'\t'seed for the dice (default: random)' \
                '--label'\t'-'\t'what the roll is for' \
                '--dialect'\t':avrae,roll20,foundry'\t'how to read ambiguous notation' \
                '--dice'\t'-'\t'faces rolled by hand, in order: 5,7'
        case odds
            printf '%s\n' \
                '--vs'\t'-'\t'target number' \
                '--plot'\t''\t'draw a bar for every total' \
                '--at-least'\t''\t'show the chance of each total or more' \
                '--at-most'\t''\t'show the chance of each total or less' \
                '--dialect'\t':avrae,roll20,foundry'\t'how to read ambiguous notation'
        case start
            printf '%s\n' \
                '--seed'\t'-'\t'seed for the dice (default: random)'
        case new
            printf '%s\n' \
                '--seed'\t'-'\t'seed for the dice (default: random)' \
                '--title'\t'-'\t'title of the fight'
        case show
            printf '%s\n' \
                '--reach'\t'combatant'\t'draw the ground with what this combatant gets to'
        case actions
            printf '%s\n' \
                '--all'\t''\t'also show what is refused now, with the reason' \
                '--odds'\t''\t'also show the exact odds of what rolls dice'
        case log
            printf '%s\n' \
                '--script'\t''\t'print the journal as a script' \
                '--last'\t'-'\t'only the last N commands'
        case restore
            printf '%s\n' \
                '--list'\t''\t'list the kept fights'
        case check
            printf '%s\n' \
                '--repair'\t''\t'write what can be saved of damaged saves into new files; the old ones stay as they are' \
                '--tn'\t'-'\t'the target number' \
                '--free'\t''\t'no action, whoever\'s turn it is' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case add
            printf '%s\n' \
                '--from'\t'block'\t'the stat block it builds on' \
                '--count'\t'-'\t'how many: a number or dice' \
                '--object'\t''\t'a thing: a TN and HP, no turns and no side' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case remove
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case set
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case edit
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case choose
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case end
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--escaped'\t''\t'the crew retreats or escapes'
        case init
            printf '%s\n' \
                '--set'\t'settings'\t'WHO=N: an initiative by hand; may stand often' \
                '--surprised'\t'targets+:@active,@foes,@allies,@weakest,@nearest,@random'\t'who did not see it coming; may stand often' \
                '--sneaking'\t'combatant'\t'the enemy that sneaks up: the best Perception rolls against it' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--threat'\t'-'\t'how the fight stands: 1 for the crew, 3 even, 5 against it' \
                '--phase'\t':offense,defence'\t'the phase it starts on'
        case turn
            printf '%s\n' \
                '--until'\t'-'\t'with hold or delay: the count to act on' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case attack
            printf '%s\n' \
                '--with'\t'weapon'\t'with what; otherwise what it holds' \
                '--technique'\t'technique'\t'a technique applied on a hit' \
                '--to'\t'place'\t'strafe: where the metre leads' \
                '--metres'\t'-'\t'throw: how far; otherwise as far as it goes' \
                '--autofire'\t''\t'a burst: +2 damage, or two targets; then reload' \
                '--only'\t''\t'a blast: it hits nobody but those named' \
                '--dual'\t''\t'with both one-handed weapons: -2 to hit, +2 damage' \
                '--club'\t''\t'swing a two-handed ranged weapon as a club' \
                '--nonlethal'\t''\t'knock out instead of killing' \
                '--reaction'\t''\t'as a reaction, where a feature grants it' \
                '--critical'\t'critical'\t'beforehand: what a critical success brings, or "say …"' \
                '--complication'\t'complication'\t'beforehand: what a failure brings, or "say …"' \
                '--condition'\t'-'\t'beforehand: the condition an enemy places, or "say …"' \
                '--kind'\t':dodge,resilience,meditation'\t'the defence skill rolled' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--attribute'\t':eyes,jaws,limbs,nerves'\t'the attribute of the action' \
                '--ultra'\t'-'\t'beforehand: an ultra result, roll, ask, or "say" and your own words' \
                '--worn'\t'-'\t'what durability loss wears: a weapon, or armour' \
                '--accessory'\t':spend,keep'\t'beforehand: whether an accessory takes the damage' \
                '--last-stand'\t''\t'beforehand: a PC at 0 HP makes a last stand' \
                '--knocked-out'\t''\t'beforehand: a PC at 0 HP is knocked out' \
                '--aimed'\t''\t'aimed fire: two actions, +1 to hit' \
                '--react'\t'combatants+:@active,@foes,@allies,@weakest,@nearest'\t'beforehand: who uses a free attack or overwatch against this' \
                '--no-react'\t''\t'beforehand: nobody reacts to this' \
                '--cover'\t':none,partial,heavy,full'\t'the target\'s cover as the GM sees it' \
                '--weak'\t''\t'the barrier in front of the target can be shot through' \
                '--fumble'\t'-'\t'beforehand: what a critical failure brings' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--called'\t'-'\t'a called shot: the penalty it is taken at, 30 as a rule' \
                '--gap'\t''\t'strike where a partial suit does not cover' \
                '--risk'\t''\t'an extra action if no attack is left' \
                '--defend'\t''\t'the target defends, as an extra action if it has to' \
                '--no-defend'\t''\t'the target lets it come' \
                '--botch'\t':failure,explosion,opening'\t'beforehand: what a botch brings' \
                '--tn'\t'-'\t'the target number' \
                '--damage'\t'-'\t'damage of a hit: a number or dice' \
                '--skill'\t':melee,brawl,shoot,heavy'\t'what a struggle does' \
                '--armour'\t'-'\t'what armour takes off' \
                '--defense'\t'-'\t'the melee or ranged defense value' \
                '--range'\t'-'\t'how many regions away the target is' \
                '--adjacent'\t''\t'attacker and target are in one adjacency group' \
                '--reoriented'\t''\t'the target is reoriented in its cover' \
                '--level'\t'-'\t'the level, which names the advantage die' \
                '--multiplier'\t'-'\t'how often a critical rolls the dice' \
                '--extra'\t'-'\t'Extra Damage of a full attack' \
                '--score'\t'-'\t'the attacker\'s score' \
                '--penetration'\t'-'\t'its penetration' \
                '--quality'\t':normal,good,amazing'\t'how well the weapon is made' \
                '--armour-quality'\t':normal,good,amazing'\t'how well the armour is made' \
                '--system'\t':rbf,threat,rpj,futurepath,bgc'\t'the rules, where there is no fight'
        case damage-save
            printf '%s\n' \
                '--tn'\t'-'\t'the danger\'s target number' \
                '--damage'\t'-'\t'its normal damage: a number or dice' \
                '--max'\t'-'\t'its maximum damage' \
                '--kind'\t':dodge,resilience,meditation+:blast,coup-de-grace'\t'the defence skill rolled' \
                '--of'\t'-'\t'what kind of damage, for those immune to it' \
                '--condition'\t'-'\t'beforehand: the condition a failure brings, or "say …"' \
                '--ranged'\t''\t'a projectile: cover helps' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--by'\t'combatant'\t'the enemy that attacks, with the first weapon it can use' \
                '--attribute'\t':eyes,jaws,limbs,nerves'\t'the attribute of the action' \
                '--complication'\t'complication'\t'beforehand: a complication, roll, ask, or "say" and your own words' \
                '--ultra'\t'-'\t'beforehand: an ultra result, roll, ask, or "say" and your own words' \
                '--worn'\t'-'\t'what durability loss wears: a weapon, or armour' \
                '--accessory'\t':spend,keep'\t'beforehand: whether an accessory takes the damage' \
                '--last-stand'\t''\t'beforehand: a PC at 0 HP makes a last stand' \
                '--knocked-out'\t''\t'beforehand: a PC at 0 HP is knocked out' \
                '--base'\t''\t'straight against the base layer' \
                '--dc'\t'-'\t'the number to reach; otherwise the damage dealt' \
                '--save'\t':strength,dexterity,constitution,wisdom'\t'the ability' \
                '--penetration'\t'-'\t'what comes through in percent' \
                '--quality'\t':normal,good,amazing'\t'how well the weapon is made' \
                '--critical'\t''\t'it came from a critical success' \
                '--armour'\t'-'\t'damage reduction' \
                '--saves'\t'-'\t'target numbers still standing; layers by /, the outermost first' \
                '--level'\t'-'\t'the level, which names the advantage die' \
                '--armour-quality'\t':normal,good,amazing'\t'how well the armour is made' \
                '--system'\t':rbf,threat,rpj,futurepath,bgc'\t'the rules, where there is no fight'
        case stabilize
            printf '%s\n' \
                '--by'\t'combatant'\t'who treats; otherwise whose turn it is' \
                '--bad'\t'-'\t'bad conditions the GM names, +2 TN each' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--skill'\t':first aid,medicine'\t'the skill used' \
                '--failures'\t'-'\t'failures in a row so far' \
                '--level'\t'-'\t'the level, which names the advantage die' \
                '--score'\t'-'\t'the score of first aid or medicine' \
                '--system'\t':rbf,threat,rpj,futurepath,bgc'\t'the rules, where there is no fight'
        case damage
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--last-stand'\t''\t'beforehand: a PC at 0 HP makes a last stand' \
                '--knocked-out'\t''\t'beforehand: a PC at 0 HP is knocked out'
        case heal
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case condition
            printf '%s\n' \
                '--rounds'\t'-'\t'for how many rounds; without it until removed' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case move
            printf '%s\n' \
                '--cover'\t':none,light,medium,heavy,full+:none,partial,heavy,full'\t'the cover there' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--join'\t'combatant'\t'next to whom: into its group, or into a new one with it' \
                '--group'\t'-'\t'into which adjacency group; otherwise none' \
                '--react'\t'combatants+:@active,@foes,@allies,@weakest,@nearest'\t'beforehand: who uses a free attack or overwatch against this' \
                '--no-react'\t''\t'beforehand: nobody reacts to this' \
                '--how'\t':run,walk,climb,crawl,swim'\t'how' \
                '--full-round'\t''\t'as a Full Round action: twice as far' \
                '--stealthy'\t''\t'quietly; not with --full-round' \
                '--height'\t'-'\t'for a flier: squares above the floor' \
                '--via'\t'place'\t'a square to pass through; may stand often' \
                '--opportunities'\t':strike,pass'\t'beforehand: what threatening enemies do' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--skill'\t'-'\t'the skill it needs, as an extra action has to'
        case draw
            printf '%s\n' \
                '--off-hand'\t''\t'into the other hand' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--skill'\t'-'\t'the skill it needs, as an extra action has to' \
                '--mod'\t'-'\t'a modifier for this roll'
        case holster
            printf '%s\n' \
                '--off-hand'\t''\t'the weapon in the other hand' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--skill'\t'-'\t'the skill it needs, as an extra action has to' \
                '--mod'\t'-'\t'a modifier for this roll'
        case reload
            printf '%s\n' \
                '--with'\t'weapon'\t'the weapon (default: the one in hand)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--skill'\t'-'\t'the skill it needs, as an extra action has to' \
                '--mod'\t'-'\t'a modifier for this roll'
        case note
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case push
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case aim
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case spot
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case hide
            printf '%s\n' \
                '--bonus'\t''\t'as a bonus action (Stalker)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case overwatch
            printf '%s\n' \
                '--technique'\t'technique'\t'the technique prepared; otherwise a plain attack' \
                '--ask'\t''\t'ask before firing, rather than fire at the first enemy' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case cast
            printf '%s\n' \
                '--skill'\t'-'\t'the arcane focus skill; otherwise the spell\'s, or the best' \
                '--damage'\t'-'\t'its damage: a number or dice' \
                '--condition'\t'-'\t'the condition it lays' \
                '--tn'\t'-'\t'the target number, where a test is asked for' \
                '--bonus'\t''\t'as a bonus action (Expert Telekinetic)' \
                '--countered-by'\t'combatant'\t'beforehand: who counters it as a reaction' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case speak
            printf '%s\n' \
                '--allies'\t''\t'to allies: free' \
                '--lead'\t''\t'leadership: an action even towards allies' \
                '--skill'\t'-'\t'the skill of the test, or "say …"' \
                '--tn'\t'-'\t'the target number, where a test is asked for' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--gesture'\t''\t'by a sign of one hand: once a round, no words'
        case use
            printf '%s\n' \
                '--tn'\t'-'\t'the target number, where a test is asked for' \
                '--advantage'\t'-'\t'more d8, the highest two count' \
                '--disadvantage'\t'-'\t'more d8, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--dc'\t'-'\t'the number to reach' \
                '--as'\t':free,simple,standard,full-round'\t'what it takes' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)'
        case hold
            printf '%s\n' \
                '--until'\t'-'\t'the count to act on; otherwise last' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case stand
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)'
        case prone
            printf '%s\n' \
                '--drop'\t''\t'free, but it hurts' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll' \
                '--to'\t':prone,sitting,kneeling'\t'which posture' \
                '--during'\t''\t'while a Full Round action goes on' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)'
        case free
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--drop'\t':held,off-hand,both'\t'let go of what is in hand' \
                '--release'\t'combatant'\t'let go of somebody it holds fast' \
                '--during'\t''\t'while a Full Round action goes on' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)'
        case fall
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case shake-off
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case intent
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case threat
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case tag
            printf '%s\n' \
                '--with'\t'weapon'\t'the leader\'s weapon; otherwise the first it can use' \
                '--attribute'\t':eyes,jaws,limbs,nerves'\t'the attribute of the action' \
                '--partner-attribute'\t':eyes,jaws,limbs,nerves'\t'the partner\'s attribute' \
                '--complication'\t'complication'\t'beforehand: a complication, roll, ask, or "say" and your own words' \
                '--ultra'\t'-'\t'beforehand: an ultra result, roll, ask, or "say" and your own words' \
                '--worn'\t'-'\t'what durability loss wears: a weapon, or armour' \
                '--accessory'\t':spend,keep'\t'beforehand: whether an accessory takes the damage' \
                '--last-stand'\t''\t'beforehand: a PC at 0 HP makes a last stand' \
                '--knocked-out'\t''\t'beforehand: a PC at 0 HP is knocked out' \
                '--advantage'\t'-'\t'one die more, the highest two count' \
                '--disadvantage'\t'-'\t'one die more, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case act
            printf '%s\n' \
                '--partner'\t'combatant'\t'who helps: a tag team' \
                '--no-roll'\t''\t'it needs no roll' \
                '--attribute'\t':eyes,jaws,limbs,nerves'\t'the attribute of the action' \
                '--partner-attribute'\t':eyes,jaws,limbs,nerves'\t'the partner\'s attribute' \
                '--complication'\t'complication'\t'beforehand: a complication, roll, ask, or "say" and your own words' \
                '--ultra'\t'-'\t'beforehand: an ultra result, roll, ask, or "say" and your own words' \
                '--worn'\t'-'\t'what durability loss wears: a weapon, or armour' \
                '--advantage'\t'-'\t'one die more, the highest two count' \
                '--disadvantage'\t'-'\t'one die more, the lowest two count' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case boss
            printf '%s\n' \
                '--damage'\t'-'\t'its damage; otherwise the boss\'s own' \
                '--last-stand'\t''\t'beforehand: a PC at 0 HP makes a last stand' \
                '--knocked-out'\t''\t'beforehand: a PC at 0 HP is knocked out' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case cautious
            printf '%s\n' \
                '--join'\t'combatant'\t'next to whom: into its group, or into a new one with it' \
                '--group'\t'-'\t'into which adjacency group; otherwise none' \
                '--cover'\t'-'\t'a piece of cover there, or cover as in +3/1f' \
                '--react'\t'combatants+:@active,@foes,@allies,@weakest,@nearest'\t'beforehand: who uses a free attack or overwatch against this' \
                '--no-react'\t''\t'beforehand: nobody reacts to this' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case cover
            printf '%s\n' \
                '--react'\t'combatants+:@active,@foes,@allies,@weakest,@nearest'\t'beforehand: who uses a free attack or overwatch against this' \
                '--no-react'\t''\t'beforehand: nobody reacts to this' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7'
        case reorient
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case suppress
            printf '%s\n' \
                '--with'\t'weapon'\t'with what; otherwise the first weapon carried that reaches' \
                '--react'\t'combatants+:@active,@foes,@allies,@weakest,@nearest'\t'beforehand: who uses a free attack or overwatch against this' \
                '--no-react'\t''\t'beforehand: nobody reacts to this' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case grapple
            printf '%s\n' \
                '--then'\t':leave,hurt,neither'\t'beforehand: what to do on a win' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case full-attack
            printf '%s\n' \
                '--with'\t'weapon'\t'with what; otherwise what is in hand' \
                '--advantage'\t'-'\t'advantages, an advantage die each' \
                '--disadvantage'\t'-'\t'disadvantages, an advantage die less each' \
                '--cover'\t':none,partial,heavy,full'\t'the target\'s cover as the GM sees it' \
                '--weak'\t''\t'the barrier in front of the target can be shot through' \
                '--fumble'\t'-'\t'beforehand: what a critical failure brings' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case off-hand
            printf '%s\n' \
                '--with'\t'weapon'\t'with what; otherwise what is in hand' \
                '--advantage'\t'-'\t'advantages, an advantage die each' \
                '--disadvantage'\t'-'\t'disadvantages, an advantage die less each' \
                '--cover'\t':none,partial,heavy,full'\t'the target\'s cover as the GM sees it' \
                '--weak'\t''\t'the barrier in front of the target can be shot through' \
                '--fumble'\t'-'\t'beforehand: what a critical failure brings' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case coup-de-grace
            printf '%s\n' \
                '--with'\t'weapon'\t'with what; otherwise what is in hand' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case throw
            printf '%s\n' \
                '--at'\t'place'\t'the square to hit, if not the target\'s' \
                '--cook'\t''\t'let it go off at the start of that turn: a Wisdom check' \
                '--misc'\t'-'\t'what the GM adds to the number to reach' \
                '--advantage'\t'-'\t'advantages, an advantage die each' \
                '--disadvantage'\t'-'\t'disadvantages, an advantage die less each' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case technique
            printf '%s\n' \
                '--to'\t'place'\t'overrun: the square beyond' \
                '--with'\t'weapon'\t'with what; otherwise what is in hand' \
                '--misc'\t'-'\t'what the GM adds to the number to reach' \
                '--advantage'\t'-'\t'advantages, an advantage die each' \
                '--disadvantage'\t'-'\t'disadvantages, an advantage die less each' \
                '--fumble'\t'-'\t'beforehand: what a critical failure brings' \
                '--opportunities'\t':strike,pass'\t'beforehand: what threatening enemies do' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case object
            printf '%s\n' \
                '--with'\t'weapon'\t'with what; otherwise what is in hand' \
                '--advantage'\t'-'\t'advantages, an advantage die each' \
                '--disadvantage'\t'-'\t'disadvantages, an advantage die less each' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case sprint
            printf '%s\n' \
                '--via'\t'place'\t'a square to pass through; may stand often' \
                '--misc'\t'-'\t'what the GM adds to the number to reach' \
                '--opportunities'\t':strike,pass'\t'beforehand: what threatening enemies do' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case withdraw
            printf '%s\n' \
                '--via'\t'place'\t'a square to pass through; may stand often' \
                '--misc'\t'-'\t'what the GM adds to the number to reach' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case step
            printf '%s\n' \
                '--opportunities'\t':strike,pass'\t'beforehand: what threatening enemies do' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case drag
            printf '%s\n' \
                '--full-round'\t''\t'as a Full Round action: twice as far' \
                '--opportunities'\t':strike,pass'\t'beforehand: what threatening enemies do' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case open
            printf '%s\n' \
                '--close'\t''\t'close it instead' \
                '--full-round'\t''\t'as a Full Round action' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)'
        case ready
            printf '%s\n' \
                '--now'\t''\t'the trigger has come: one action at once' \
                '--against'\t'combatant'\t'with --now: whose rolled action it would affect; both roll' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case trap
            printf '%s\n' \
                '--misc'\t'-'\t'what the GM adds to the number to reach' \
                '--advantage'\t'-'\t'advantages, an advantage die each' \
                '--disadvantage'\t'-'\t'disadvantages, an advantage die less each' \
                '--after'\t'combatant'\t'only if this teammate succeeded; else the turn is lost' \
                '--after-deed'\t':attack,full-attack,off-hand,throw,technique,object,coup-de-grace,stabilize,move,sprint,withdraw,step,drag,open,trap,use'\t'with --after: which of its deeds (default: the last that was rolled for)' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case wake
            printf '%s\n' \
                '--by'\t'combatant'\t'who treats; otherwise whose turn it is' \
                '--skill'\t':first aid,medicine'\t'the skill used' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case declare
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case defend
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case risk
            printf '%s\n' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case other
            printf '%s\n' \
                '--skill'\t'-'\t'the skill it needs, if any' \
                '--reload'\t''\t'change the clip, as `reload` does' \
                '--draw'\t'weapon'\t'take a weapon in hand, as `draw` does' \
                '--repair'\t'weapon'\t'clear a weapon that failed; needs --skill' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)' \
                '--dice'\t'-'\t'faces rolled by hand, in draw order: 5,7' \
                '--mod'\t'-'\t'a modifier for this roll'
        case skip-phase
            printf '%s\n' \
                '--count'\t'-'\t'how many' \
                '--answer'\t'-'\t'KIND=ANSWER: answer a question in advance (may be repeated)'
        case run
            printf '%s\n' \
                '--check'\t''\t'replay a transcript and stop at the first difference' \
                '--each'\t''\t'with -e: save after every line' \
                '--fail-fast'\t''\t'stop at the first failed expectation' \
                '--keep-going'\t''\t'continue after a line that fails' \
                '--junit'\t'/'\t'write a JUnit XML report of the expectations' \
                '--max-steps'\t'-'\t'how many statements may run'
        case repl
            printf '%s\n' \
                '--enter'\t':ask,next,off'\t'on an empty line: ask says whose turn it is and the next Enter goes on, next goes on at once'
    end
    printf '%s\n' \
        '--encounter'\t'/'\t'save file to use' \
        '-e'\t'/'\t'save file to use' \
        '--json'\t''\t'print one line of JSON per command' \
        '--quiet'\t''\t'print only the result' \
        '-q'\t''\t'print only the result' \
        '--explain'\t''\t'show every modifier with its source and rule' \
        '--dry-run'\t''\t'show what would happen, save nothing' \
        '-n'\t''\t'show what would happen, save nothing' \
        '--lock-timeout'\t'-'\t'seconds to wait while another command uses the save' \
        '--color'\t':auto,always,never'\t'when to use colour' \
        '--plain'\t''\t'no colour, no drawn tables, no cursor movement' \
        '--debug'\t''\t'print a traceback if rbf has a bug' \
        '--help'\t''\t'show help for this command' \
        '-h'\t''\t'show help for this command' \
        '--force'\t''\t'do what the rules refuse; the journal says so'
end

function __rbf_places -a verb
    switch $verb
        case odds
            printf '%s\n' \
                '@verbs'
        case start
            printf '%s\n' \
                'encounter+/' \
                ''
        case new
            printf '%s\n' \
                ':rbf,threat,rpj,futurepath,bgc' \
                ''
        case show
            printf '%s\n' \
                'combatant' \
                ''
        case actions
            printf '%s\n' \
                'combatant' \
                ''
        case check
            printf '%s\n' \
                '/+combatant' \
                '/'
        case add
            printf '%s\n' \
                '' \
                'pairs'
        case remove
            printf '%s\n' \
                'combatants+:@active,@foes,@allies,@weakest,@nearest'
        case set
            printf '%s\n' \
                'sheet' \
                'pairs'
        case choose
            printf '%s\n' \
                'answer'
        case turn
            printf '%s\n' \
                ':next,back,hold,delay+:next' \
                ''
        case attack
            printf '%s\n' \
                'combatant' \
                'targets+:@active,@foes,@allies,@weakest,@nearest,@random'
        case damage-save
            printf '%s\n' \
                'combatant' \
                ''
        case stabilize
            printf '%s\n' \
                'combatant' \
                ''
        case damage
            printf '%s\n' \
                'combatants+:@active,@foes,@allies,@weakest,@nearest'
        case heal
            printf '%s\n' \
                'combatants+:@active,@foes,@allies,@weakest,@nearest'
        case condition
            printf '%s\n' \
                ':add,remove' \
                'combatants+:@active,@foes,@allies,@weakest,@nearest' \
                'combatants+:@active,@foes,@allies,@weakest,@nearest+condition'
        case move
            printf '%s\n' \
                'combatant' \
                'place' \
                ''
        case draw
            printf '%s\n' \
                'combatant' \
                'weapon' \
                ''
        case holster
            printf '%s\n' \
                'combatant' \
                ''
        case reload
            printf '%s\n' \
                'combatant' \
                'weapon' \
                ''
        case push
            printf '%s\n' \
                'combatant' \
                ''
        case aim
            printf '%s\n' \
                'combatant' \
                ''
        case spot
            printf '%s\n' \
                'combatant' \
                'combatant' \
                ''
        case hide
            printf '%s\n' \
                'combatant' \
                ''
        case overwatch
            printf '%s\n' \
                'combatant' \
                'place' \
                ''
        case cast
            printf '%s\n' \
                'combatant' \
                '' \
                'targets+:@active,@foes,@allies,@weakest,@nearest,@random'
        case speak
            printf '%s\n' \
                'combatant' \
                ''
        case use
            printf '%s\n' \
                'combatant' \
                '' \
                'combatant' \
                ''
        case hold
            printf '%s\n' \
                'combatant' \
                ''
        case stand
            printf '%s\n' \
                'combatant' \
                ''
        case prone
            printf '%s\n' \
                'combatant' \
                ''
        case free
            printf '%s\n' \
                'combatant' \
                ''
        case fall
            printf '%s\n' \
                'combatant' \
                ''
        case shake-off
            printf '%s\n' \
                'combatant' \
                'condition' \
                ''
        case intent
            printf '%s\n' \
                'combatant' \
                ''
        case tag
            printf '%s\n' \
                'combatant' \
                'combatant' \
                'combatant' \
                ''
        case act
            printf '%s\n' \
                'combatant' \
                ''
        case boss
            printf '%s\n' \
                'combatant' \
                'targets+:@active,@foes,@allies,@weakest,@nearest,@random'
        case cautious
            printf '%s\n' \
                'combatant' \
                'place' \
                ''
        case cover
            printf '%s\n' \
                'combatant' \
                ''
        case reorient
            printf '%s\n' \
                'combatant' \
                ''
        case suppress
            printf '%s\n' \
                'combatant' \
                'combatant' \
                ''
        case grapple
            printf '%s\n' \
                'combatant' \
                'combatant' \
                ''
        case full-attack
            printf '%s\n' \
                'combatant' \
                'targets+:@active,@foes,@allies,@weakest,@nearest,@random'
        case off-hand
            printf '%s\n' \
                'combatant' \
                'combatant' \
                ''
        case coup-de-grace
            printf '%s\n' \
                'combatant' \
                'combatant' \
                ''
        case throw
            printf '%s\n' \
                'combatant' \
                '' \
                'combatant' \
                ''
        case technique
            printf '%s\n' \
                'combatant' \
                'technique' \
                'combatant' \
                ''
        case object
            printf '%s\n' \
                'combatant' \
                ''
        case sprint
            printf '%s\n' \
                'combatant' \
                'place' \
                ''
        case withdraw
            printf '%s\n' \
                'combatant' \
                'place' \
                ''
        case step
            printf '%s\n' \
                'combatant' \
                'place' \
                ''
        case drag
            printf '%s\n' \
                'combatant' \
                '' \
                'place' \
                ''
        case open
            printf '%s\n' \
                'combatant' \
                ''
        case ready
            printf '%s\n' \
                'combatant' \
                ''
        case trap
            printf '%s\n' \
                'combatant' \
                ':search,disable' \
                ''
        case wake
            printf '%s\n' \
                'combatant' \
                ''
        case declare
            printf '%s\n' \
                'combatant' \
                ''
        case defend
            printf '%s\n' \
                'combatant' \
                ''
        case risk
            printf '%s\n' \
                'combatant' \
                ':attack,defend,movement,other' \
                ''
        case other
            printf '%s\n' \
                'combatant' \
                ''
        case skip-phase
            printf '%s\n' \
                'combatant' \
                ''
        case run
            printf '%s\n' \
                'script+/' \
                ''
        case repl
            printf '%s\n' \
                '/' \
                ''
        case rules
            printf '%s\n' \
                'rule'
        case completion
            printf '%s\n' \
                ':bash,zsh,fish' \
                ''
        case help
            printf '%s\n' \
                '@verbs+:dice,targets,typing,scripts,exit-codes,environment,files,limits' \
                ''
    end
end


# Print the source of an option's value; false if the verb has no such option, or it takes none.
function __rbf_source -a verb name
    for line in (__rbf_options $verb)
        set -l parts (string split \t -- $line)
        if test $parts[1] = $name
            test -n "$parts[2]"; and echo $parts[2]
            return
        end
    end
    return 1
end

# Print candidate lines of a source; the first word of the rest is the verb.
function __rbf_offer -a source save
    for part in (string split + -- $source)
        switch $part
            case - ''
            case /
                __fish_complete_path (commandline -ct | string replace -r '^--[^=]*=' '')
            case @verbs
                __rbf_verbs
            case ':*'
                string sub -s 2 -- $part | string split ,
            case '*'
                if test -n "$save"
                    command rbf __complete $part -e $save $argv[3..] 2>/dev/null
                else
                    command rbf __complete $part $argv[3..] 2>/dev/null
                end
        end
    end
end

# Whether a word is an option, not a word of a verb or a number.
function __rbf_is_option -a word
    string match -qr '^-[^0-9.]' -- $word
end

# Print candidate lines for the word at the cursor, by the words before it.
function __rbf
    set -l verb ''
    set -l rest
    set -l save ''
    set -l next ''
    set -l ended ''
    for each in (commandline -opc)[2..]
        if test -n "$next"
            contains -- $next -e --encounter; and set save $each
            set next ''
        else if test -n "$ended"; or not __rbf_is_option $each
            if test -z "$verb"; or test $verb = odds -a (count $rest) -eq 0 && contains -- $each (__rbf_verbs | string split -f 1 \t)
                set verb $each
            else
                set -a rest $each
            end
        else if test $each = --
            set ended 1
        else if string match -q -- '--encounter=*' $each
            set save (string replace -- --encounter= '' $each)
        else if not string match -q -- '*=*' $each; and __rbf_source "$verb" $each >/dev/null
            set next $each
        end
    end
    set save (string replace -r '^~/' $HOME/ -- $save)
    set -l word (commandline -ct)
    if test -n "$next"
        __rbf_offer (__rbf_source "$verb" $next) "$save" "$verb" $rest
    else if test -z "$ended"; and string match -q -- '--*=*' $word
        set -l name (string replace -r '=.*' '' -- $word)
        for line in (__rbf_offer (__rbf_source "$verb" $name) "$save" "$verb" $rest)
            printf '%s=%s\n' $name $line
        end
    else if test -z "$ended"; and string match -q -- '-*' $word
        __rbf_options "$verb" | string replace -r '\t[^\t]*' ''
    else if test -z "$verb"
        __rbf_verbs
    else
        set -l places (__rbf_places $verb)
        set -l at (math min (count $rest) + 1, (count $places))
        test $at -gt 0; or return
        for line in (__rbf_offer "$places[$at]" "$save" "$verb" $rest)
            test -n "$ended"; or not string match -q -- '-*' $line; and printf '%s\n' $line
        end
    end
end

complete -c rbf -f -a '(__rbf)'
complete -c rbfcli -f -a '(__rbf)'
