"""A whole fight of each system made by words alone: its first round played, saved as an encounter, begun again."""

import json
import shlex
from pathlib import Path

import pytest

from rbfcli.cli.main import run
from rbfcli.cli.output import Output
from rbfcli.cli.process import run_guarded
from rbfcli.systems.catalogue import SHIPPED

# What makes a fight, and what is then said in its first round with dice given; `turn` ends each turn.
FIGHTS = {
    "rbf": (
        """
        add weapon lance damage=9 skill=melee
        add weapon sling damage=1d6 skill=shoot ammo=5
        add weapon spare damage=1 skill=melee
        remove weapon spare
        add place quay cover=light
        add place pier at=6
        add Vex side=crew hp=14 skills.melee=3 skills.dodge=2 weapons=lance place=pier
        add Joss side=crew hp=12 skills.shoot=3 skills.dodge=1 weapons=sling place=quay
        add block thug tn=11 hp=9 damage=4 side=gang place=pier
        add thug --from thug --count 2
        """,
        """
        init --dice 8,8,7,7
        attack vex thug1 --dice 6,6
        turn
        attack joss thug2 --dice 6,6,3
        turn
        attack thug2 vex --dice 1,2
        turn
        """,
    ),
    "threat": (
        """
        add weapon saw damage=4
        add weapon claws damage=3
        add Mira side=crew pc=true hp=20 eyes=2 limbs=3 weapons=saw
        add Bolt side=crew pc=true hp=18 nerves=2 weapons=saw
        add block drone hp=6 traits=drone weapons=claws side=mine
        add drone --from drone --count 3
        set fight options.threat=4
        """,
        """
        init
        attack mira drone1 --dice 6,5
        attack bolt drone2 --dice 6,4
        attack drone3 mira --dice 6,5
        attack drone2 bolt --dice 6,5
        """,
    ),
    "rpj": (
        """
        add link gate yard
        add link yard hall
        add link hall roof
        remove link hall roof
        add region yard cover.wall=+2/1f
        add weapon rifle skill=guns damage=3 range=2
        add Kim side=crew region=gate skills.guns=3 melee-defense=12 ranged-defense=12 weapons=rifle
        add Lou side=crew region=yard skills.guns=2 melee-defense=12 ranged-defense=12 weapons=rifle
        add block guard skills.guns=2 weapons=rifle side=guards region=hall melee-defense=11 ranged-defense=11
        add guard --from guard --count 2
        """,
        """
        init
        turn next
        turn next
        turn next
        turn next
        """,
    ),
    "futurepath": (
        """
        set fight board.columns=10 board.rows=6
        add weapon pistol ranged=true damage=1d8 range=40 ammo=6
        add weapon axe damage=1d8
        add object crate square=C3 blocks=true
        add trap mine square=E3 damage=2d6
        add terrain mud mark=~ ground=difficult
        remove terrain mud
        add Ria side=crew hp=14 ac=14 weapons=pistol square=A3
        add Tom side=crew hp=18 ac=15 strength=16 weapons=axe square=B2
        add block raider hp=9 ac=12 weapons=axe side=raiders
        add raider1 --from raider square=H3
        add raider2 --from raider square=H4
        """,
        """
        init
        turn next
        turn next
        """,
    ),
    "bgc": (
        """
        add weapon pistol skill=handguns damage=3 penetration=40
        add weapon knife skill=blades damage=2 penetration=20
        add Ann side=crew tough=50 speed=50 will=60 skills.handguns=60 skills.defend=40 weapons=pistol
        add Bo side=crew tough=60 speed=45 will=50 skills.blades=55 skills.defend=50 weapons=knife
        add block cop tough=45 speed=40 will=50 skills.handguns=45 skills.defend=30 weapons=pistol side=law
        add cop --from cop --count 2
        """,
        """
        init --dice 50,51,52,53
        declare ann attack 1
        attack ann cop1 --dice 20,30
        turn next
        turn next
        turn next
        turn next
        """,
    ),
}


@pytest.fixture
def shell(tmp_path, monkeypatch, capfd):
    """Type lines in an empty folder; what each printed and complained of, with its status."""
    monkeypatch.chdir(tmp_path)

    def typed(line):
        status = run_guarded(run, shlex.split(line), Output())
        return status, *capfd.readouterr()

    return typed


def said(shell, lines):
    """Each line is done; all that was printed."""
    printed = ""
    for line in filter(None, map(str.strip, lines.splitlines())):
        status, out, wrong = shell(line)
        assert (line, status) == (line, 0), wrong
        printed += out
    return printed


@pytest.mark.parametrize("system", SHIPPED)
def test_a_fight_of_words_alone_is_played_saved_and_begun_again(shell, system):
    made, played = FIGHTS[system]

    said(shell, f"new {system} --seed nothing\n{made}")
    told = said(shell, played)
    assert "round 2" in told
    said(shell, "undo\nredo\nsave-as yard.toml")
    status, out, _ = shell("check yard.toml")
    assert (status, "a sound encounter" in out) == (0, True)
    said(shell, "start yard.toml -e again.toml\ninit -e again.toml")
    people = [[*_people(shell, path)] for path in ("encounter.toml", "again.toml")]
    assert people[0] == people[1]
    assert Path("yard.toml").read_text().startswith("# The fight as it stood in round 2.\n")


def _people(shell, path):
    return json.loads(shell(f"show --json -e {path}")[1])["fight"]["combatants"]
