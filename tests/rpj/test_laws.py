"""Every line of the fights played here keeps the laws of the engine: rules cited, undone, saved, told."""

from pathlib import Path

import pytest

from rbfcli.conformance.laws import perform
from rbfcli.language.fights import fight_verbs
from rbfcli.session.begin import from_encounter
from rbfcli.store.paths import find_encounter

TRANSCRIPTS = Path(__file__).parents[1] / "transcripts" / "rpj"


@pytest.mark.parametrize("name", ["relay-road", "hangar-seven", "explained", "explained-more"])
def test_a_fight_keeps_the_laws(name):
    lines = [line[2:] for line in (TRANSCRIPTS / f"{name}.txt").read_text().splitlines() if line.startswith("> ")]
    encounter = find_encounter(lines[0].split()[1])
    session = from_encounter(encounter, name, source=encounter)
    known = fight_verbs(session.rules)
    own = [line for line in lines if line.split()[0] in known and "--system" not in line]
    played = [line.replace(" --explain", "") for line in own]
    for line in played:
        perform(session, line)
    assert len(session.journal) == len(played)
