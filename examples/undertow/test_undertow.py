"""The laws that every system keeps, and each rule of Undertow with its dice given."""

from fractions import Fraction
from pathlib import Path

import pytest
from rbfcli.core.errors import InvalidFile, RbfError, Refusal
from rbfcli.lab.odds import command_odds
from rbfcli.language.parser import read_line
from rbfcli.session.encounter import from_encounter
from rbfcli.testing import laws_for

VAULT = str(Path(__file__).with_name("drowned-vault.toml"))


@pytest.mark.parametrize("law", laws_for("undertow", VAULT), ids=str)
def test_the_laws(law):
    law()


class Vault:
    """The job in the vault: lines are played, and what is there is read."""

    def __init__(self):
        """Begin it."""
        self.session = from_encounter(VAULT, "vault", source=VAULT)

    def play(self, *lines):
        """Play lines; the fight after them."""
        for line in lines:
            self.session.perform(read_line(line, self.session.rules, self.session.fight))
        return self.session.fight

    def one(self, who):
        """Return the current sheet of a combatant."""
        return self.session.fight.combatants[who]


@pytest.fixture
def vault():
    return Vault()


def test_turns_go_by_nerve_and_the_tide_rises(vault):
    """UND-TURN-1, UND-CLK-2: one segment as the round begins."""
    fight = vault.play("init")
    assert [slot.who for slot in fight.order] == ["keeper", "sil", "ono", "warden1", "warden2", "marrow"]
    assert fight.board.clocks["tide"].filled == 1


@pytest.mark.parametrize(("faces", "health"), [("4,4,4", 3), ("5,6,4", 2), ("5,6,6", 1)])
def test_each_success_above_the_guard_takes_one_more(vault, faces, health):
    """UND-ATK-1, UND-POOL-1: three dice against a guard of 2; 4 is no success."""
    vault.play(f"attack sil warden1 --dice {faces}")
    assert vault.one("warden1").health == health


@pytest.mark.parametrize(
    ("answer", "sign"),
    [
        ("stress", lambda vault: vault.one("sil").stress == 1),
        ("exposed", lambda vault: "exposed" in vault.one("sil").conditions),
        ("clock", lambda vault: vault.session.fight.board.clocks["tide"].filled == 1),
    ],
)
def test_one_short_is_a_hit_at_a_cost(vault, answer, sign):
    """UND-ATK-2, UND-CST-1: one success for a guard of 2."""
    vault.play("attack sil warden1 --dice 5,1,1")
    assert [each.answers for each in vault.session.fight.questions] == [("stress", "exposed", "clock")]
    vault.play(f"choose {answer}")
    assert vault.one("warden1").health == 2
    assert sign(vault)


def test_an_exposed_diver_is_attacked_with_one_extra_die_once(vault):
    """UND-CST-1: the warden rolls three dice, and then two again."""
    vault.play("condition add sil exposed", "attack warden1 sil --dice 1,1,1", "attack warden2 sil --dice 1,1")


def test_pushing_costs_stress_up_to_the_limit(vault):
    """UND-STR-1 and UND-STR-2: full of stress one is shaken, and rolls a die fewer."""
    vault.play("attack warden1 sil --push 3 --dice 1,1,1,1,1")
    assert "shaken" in vault.one("warden1").conditions
    with pytest.raises(Refusal, match="can take 0 stress more"):
        vault.play("attack warden1 sil --push 1")
    vault.play("attack warden1 sil --dice 1")


def test_a_breath_takes_stress_and_shaking_off(vault):
    """UND-STR-3: two of three."""
    vault.play("attack warden1 sil --push 3 --dice 1,1,1,1,1", "breathe warden1")
    assert (vault.one("warden1").stress, vault.one("warden1").conditions) == (1, {})
    with pytest.raises(Refusal, match="has no stress"):
        vault.play("breathe sil")


def test_work_fills_segments_and_a_full_clock_speaks(vault):
    """UND-CLK-1: one was filled; three and three more are one too many."""
    vault.play("work ono vault --dice 5,5,5", "work ono vault --dice 6,6,6")
    assert vault.session.fight.board.clocks["vault"].filled == 6
    with pytest.raises(Refusal, match="the lock is full"):
        vault.play("work ono vault")
    with pytest.raises(Refusal, match="serves wardens"):
        vault.play("work ono tide")


def test_a_clock_in_a_zone_is_worked_on_from_there(vault):
    """UND-CLK-3: the lock is at the door; the tide is everywhere."""
    with pytest.raises(Refusal, match="Sil cannot work on the lock from here") as wrong:
        vault.play("work sil vault")
    assert wrong.value.hint.startswith("it is at the vault door")
    vault.play("go sil door", "work sil vault --dice 5")
    assert vault.session.fight.board.clocks["vault"].filled == 2
    vault.play("work warden1 tide --dice 5,1")


def test_a_misspelt_clock_is_asked_back(vault):
    with pytest.raises(RbfError, match="unknown clock 'valt'") as wrong:
        vault.play("work ono valt")
    assert wrong.value.suggestions == ("vault",)


def test_a_clock_goes_by_its_name_too(vault):
    vault.play('work keeper "the tide" --dice 5,1')
    assert vault.session.fight.board.clocks["tide"].filled == 1


def test_a_move_leads_next_door_once_a_turn(vault):
    """UND-ZON-1, UND-TURN-2."""
    vault.play("init", "turn")
    vault.play("go sil door")
    assert vault.one("sil").zone == "door"
    with pytest.raises(Refusal, match="has no move now"):
        vault.play("go sil gallery")
    with pytest.raises(Refusal, match="is not adjacent to"):
        vault.play("go sil stairs")


def test_reach_is_the_own_zone_and_with_a_harpoon_the_next(vault):
    """UND-ZON-2."""
    vault.play("attack marrow warden1 --dice 1,1")
    for line in ("attack sil keeper", "attack marrow keeper"):
        with pytest.raises(Refusal, match="cannot reach"):
            vault.play(line)


def test_cover_takes_one_success_more(vault):
    """UND-ZON-3: Ono has a guard of 1, at the door it takes two."""
    vault.play("attack keeper ono --dice 5,1,1", "choose exposed")
    assert vault.one("ono").health == 3
    assert "exposed" in vault.one("keeper").conditions


@pytest.mark.parametrize(("faces", "health"), [("1,1,1", 1), ("5,1,1", 2), ("5,5,5", 4)])
def test_nerve_takes_damage_off(vault, faces, health):
    """UND-RES-1: three damage against nerve 3."""
    vault.play(f"damage-save sil --damage 3 --dice {faces}")
    assert vault.one("sil").health == health


def test_at_nothing_one_is_taken_out(vault):
    """UND-OUT-1."""
    vault.play("damage warden1 3")
    assert "out" in vault.one("warden1").conditions
    with pytest.raises(Refusal, match="is out of the fight"):
        vault.play("attack sil warden1")
    vault.play("heal warden1 1")
    assert not vault.one("warden1").conditions


def test_the_odds_are_exact(vault):
    """Three dice with 1 in 3 each against a guard of 2: binomial."""
    rules, fight = vault.session.rules, vault.session.fight
    found = command_odds(rules, fight, read_line("attack sil warden1", rules, fight))
    assert found.outcomes == {
        "miss": Fraction(8, 27),
        "cost": Fraction(12, 27),
        "hit": Fraction(7, 27),
    }


@pytest.mark.parametrize(
    ("right", "wrong", "why"),
    [
        ('beside = ["gallery"]', 'beside = ["galery"]', "unknown zone 'galery'; did you mean gallery"),
        ('lock"\nzone = "door"', 'lock"\nzone = "dor"', "unknown zone 'dor'; did you mean door"),
        ("filled = 1", "filled = 7", "must be at most its segments"),
        ('zone = "stairs"', 'zone = "stares"', "unknown zone 'stares'; did you mean stairs"),
        ("limit = 3", "limit = 3\nstress = 4", "must be at most its limit"),
    ],
)
def test_a_mistake_in_a_file_is_told_with_its_line(tmp_path, right, wrong, why):
    text = Path(VAULT).read_text()
    line = text[: text.index(right)].count("\n") + 1 + wrong.count("\n")
    path = tmp_path / "wrong.toml"
    path.write_text(text.replace(right, wrong, 1))
    with pytest.raises(InvalidFile) as caught:
        from_encounter(str(path), "x", source="wrong.toml")
    assert f":{line}: " in str(caught.value)
    assert why in f"{caught.value}; {caught.value.hint}"


@pytest.mark.parametrize("line", ["turn hold", "turn --until 3", "init --mod 2", "turn --mod 2"])
def test_what_would_have_no_effect_is_refused(vault, line):
    """UND-TURN-1: an option that is taken changes something."""
    with pytest.raises(RbfError):
        vault.play(line)
