"""Every line of the tracker keeps the engine's laws, with options, choices and dice drawn at random."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rbfcli.conformance import laws
from rbfcli.kernel.answers import open_now
from rbfcli.session.begin import from_encounter

PIT = str(Path(__file__).with_name("pit.toml"))
OPTIONS = (
    "sheet=seven",
    "first_phase=defence",
    "tag_ultra=false",
    "tag_damage=both",
    "complications=ask",
    "ultras=ask",
    "ultra_again=false",
    "factor_first=false",
    "accessory=ask",
    "at_zero=last-stand",
    "edge_dice=0",
    "offense_spaces=2,1",
)
CREW, FOES = ("rill", "bram", "odile"), ("guard1", "guard2", "worm")
STATED = (
    "",
    "--complication trade",
    "--ultra escape",
    "--ultra free-attack",
    "--complication durability",
    "--last-stand",
)


@st.composite
def lines(draw):
    """A line of this system's own, sensible more often than not."""
    crew, other, foe = draw(st.sampled_from(CREW)), draw(st.sampled_from(CREW)), draw(st.sampled_from(FOES))
    line = draw(
        st.sampled_from(
            (
                f"attack {crew} {foe}",
                f"attack {foe} {crew}",
                f"tag {crew} {other} {foe}",
                f"act {crew} hide --partner {other}",
                f"act {crew} hide",
                f"damage-save {crew} --damage 1d6",
                f"damage-save {crew} --by {foe}",
                f"boss worm {crew} {other}",
                f"damage {crew} 5",
                f"damage {foe} 5",
                f"set {foe} accessories=hat",
                f"set {crew} accessories=helmet",
                f"heal {foe} 3",
                "add Guard --from guard",
                "threat +1",
                "threat -1",
                "turn",
                "end --escaped",
                f"remove {foe}",
                f"remove {crew}",
            )
        )
    )
    stated = draw(st.sampled_from(STATED)) if line.split()[0] in ("attack", "tag") else ""
    force = draw(st.sampled_from(("", "", "--force")))
    return f"{line} {stated} {force}".strip()


@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_the_laws_hold_for_its_own_lines(data):
    session = from_encounter(PIT, data.draw(st.text("abc", min_size=1, max_size=3)), source=PIT)
    for option in data.draw(st.lists(st.sampled_from(OPTIONS), max_size=4)):
        laws.perform(session, f"set fight options.{option}")
    laws.perform(session, "init")
    for _ in range(data.draw(st.integers(1, 10))):
        laws.perform(session, data.draw(lines()))
        while session.fight.paused and data.draw(st.booleans()):
            question = data.draw(st.sampled_from(open_now(session.fight)))
            answers = [f"choose {question.who} {each}" for each in question.answers]
            edits = [f"damage {question.who} 9", f"heal {question.who} 3", f"set {question.who} accessories="]
            laws.perform(session, data.draw(st.sampled_from([*answers, *answers, *edits])))


@pytest.mark.parametrize("line", ["attack rill guard1", "tag rill bram guard1", "act rill hide", "boss worm rill"])
def test_odds_of_every_verb_that_rolls_sum_to_one(offense, line):
    odds = offense.odds(line)
    assert sum(odds.outcomes.values()) == 1
    assert all(sum(losses.values()) == 1 for losses in odds.losses.values())
