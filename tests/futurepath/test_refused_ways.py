"""What refuses a way, a push, a small deed or a technique, in its words."""

import pytest

from rbfcli.kernel.errors import Refusal
from rbfcli.systems.futurepath.commands.fighting import Technique
from rbfcli.systems.futurepath.techniques import technique

LANE = 'set fight "board.map=....#.."'
SHORT = 'set fight "board.map=..."'


@pytest.mark.parametrize(
    ("before", "line", "rule", "message", "hint"),
    [
        ("set hale square=", "sprint hale C1", "FP-FLD-1", "Hale is on no square yet", "set hale square=A1"),
        (f"{SHORT}; set tough square=A1; set hale square=C1; set yara square=B1", "move hale tough", "FP-FLD-2",
         "every square next to tough is taken", ""),
        ("set hale square=A9", "drag hale crate B9", "FP-MOV-11", "the crate is on no other square", ""),
        ("", "free hale", "FP-ECO-2", "what it does has to be said", 'free hale "kicks the lamp", or --drop held'),
        ("", "free hale --drop off-hand", "FP-ECO-2", "Hale holds nothing there", ""),
        ("set hale square=P5; set fight board.objects.door.open=true", "open hale door", "FP-MOV-12",
         "the hatch is open already", ""),
        ("set tough square=D1 flies=true height=2", "technique hale overrun tough", "FP-TEC-1",
         "Tough is 10 ft above Hale there", "attack hale …, or --force"),
        ("set hale flies=true height=3; set tough square=D1 flies=true height=1", "technique hale overrun tough",
         "FP-TEC-1", "Tough is 10 ft below Hale there", "attack hale …, or --force"),
        (f"{LANE}; set tough square=C1; set hale square=A1; set yara square=", "technique hale overrun tough --to F1",
         "FP-FLD-2", "no way leads on from there", "--to a square beyond the target"),
    ],
)  # fmt: skip
def test_it_says_why_and_what_would_be_right(table, before, line, rule, message, hint):  # noqa: PLR0917 - a table
    """FP-FLD-1, FP-FLD-2, FP-MOV-11, FP-MOV-12, FP-ECO-2, FP-TEC-1."""
    for each in filter(None, before.split("; ")):
        table.do(each)
    wrong = table.refused(line)
    assert (wrong.message, wrong.rule, wrong.hint) == (message, rule, hint)


def test_a_technique_that_nobody_knows_is_refused_by_the_rule_too(scene):
    """FP-TEC-1: whoever asks without a line."""
    with pytest.raises(Refusal, match="there is no technique 'juggle'") as wrong:
        technique(scene, Technique(who="hale", technique="juggle", target="tough"))
    assert wrong.value.rule == "FP-TEC-1"
