"""How many dockers can the crew face? Remove one after another, and play the rest of the fight many times.

Open this file as a notebook (Jupytext, VS Code), or run it: `python examples/balance.py [FIGHTS]`.
"""

# %%
import sys

import rbfcli

FIGHTS = int(sys.argv[1]) if sys.argv[1:] and sys.argv[1].isdigit() else 200
FAIR = 0.5

# %%
fight = rbfcli.Fight.start("dock-ambush", seed="balance")
fight  # a notebook shows the screen of the fight

# %%
chances: dict[int, float] = {}
for docker in ("gunner2", "thug4", "thug3", "gunner1"):
    fight.do(f"remove {docker}")
    simulation = rbfcli.simulate(fight, fights=FIGHTS, seed=7)
    crew = simulation.sides["crew"]
    foes = sum(one.side == "dockers" for one in fight.combatants.values())
    chances[foes] = crew.chance
    print(f"{foes} dockers: the crew wins {crew.chance:.0%} ({crew.low:.0%} to {crew.high:.0%})")

# %%
fairest = min(chances, key=lambda foes: abs(chances[foes] - FAIR))
print(f"closest to a fair fight: {fairest} dockers")

# %%
# What would one attack do? These odds are exact.
fight.do("init --set joss=30")
for name, chance in fight.odds("attack thug1").outcomes.items():
    print(f"{name}: {chance} = {float(chance):.1%}")
