"""What the fuzzer found, each as small as it could make it; all of it is mended."""

import pytest

from tools.fuzz.oracle import verdict
from tools.fuzz.running import TARGETS

FOUND = [
    ("saves", b'system = "rpj"\n[fight]'),
    ("saves", b'[fight]\nsystem="rbf"\norder=[]\nactive="r"'),
    ("saves", b'[fight]\nsystem="rbf"\n[fight.blocks.' + b"x" * 99 + b"]"),
    ("lines", b"note x\nedit '" + b"[" * 1000 + b"'"),
    ("dice", "1[\u1160]".encode()),
    ("dice", b"d1000000" * 119 + b"d1"),
    ("dice", b"5 # --"),
    ("dice", b"d10!d1!"),
    ("dice", b"1 --label --json"),
    ("pipe", b"start depot-raid --seed s\ninit\nsuggest"),
    ("pipe", b"completion bash"),
    ("pipe", b"start \x00/"),
    ("pipe", b"help odds"),
    ("pipe", b"start duel --seed s\nlog --script"),
    ("scripts", b"start duel --seed p\nexpect @random.h"),
]


@pytest.mark.parametrize(
    ("target", "data"), FOUND, ids=[f"{target} {number}" for number, (target, _) in enumerate(FOUND)]
)
def test_it_is_mended(target, data):
    came = verdict(TARGETS[target], data)
    assert not came.how, came.told
