"""`python -m tools.fuzz`: run targets, print figures, and what failed as tests."""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

SECONDS = 600.0


def main(words: Sequence[str]) -> int:
    """Run what the words say; 1 if anything failed or was over its budget."""
    given = _parser().parse_args(words)
    replayed = Path(given.input).read_bytes() if given.input else None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if given.coverage:
            from tools.fuzz.coverage import fuzz

            return fuzz(given.coverage, given.seconds or SECONDS)
        from tools.fuzz.running import TARGETS

        names = given.targets or [*TARGETS]
        if unknown := sorted({*names} - {*TARGETS}):
            print(f"there is no target {unknown[0]}: {', '.join(TARGETS)}", file=sys.stderr)
            return 2
        if replayed is not None:
            return _replay(names[0], replayed)
        return max(_ran(name, given) for name in names)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument(
        "targets", nargs="*", help="dice, lines, scripts, encounters, saves, pipe, imports; all if none is named"
    )
    parser.add_argument("--inputs", type=int, default=0, help="how many of each target")
    parser.add_argument(
        "--seconds", type=float, default=0.0, help=f"how long each target ({SECONDS:g} if nothing is said)"
    )
    parser.add_argument("--seed", default="1", help="another seed gives other inputs")
    parser.add_argument("--input", default="", help="a file with one input, to try and shrink")
    parser.add_argument(
        "--coverage", default="", metavar="TARGET", help="look for new paths, with atheris if it is there"
    )
    return parser


def _ran(name: str, given: argparse.Namespace) -> int:
    from tools.fuzz.running import TARGETS, run

    seconds = given.seconds or (0.0 if given.inputs else SECONDS)
    found = run(TARGETS[name], given.seed, inputs=given.inputs, seconds=seconds)
    print(found.line())
    if found.over_budget:
        print(f"  the worst: {found.worst_input[:2000]!r}")
    for each in found.failures.values():
        print(f"\n{each.as_test()}")
    sys.stdout.flush()
    return int(bool(found.failed or found.over_budget))


def _replay(name: str, data: bytes) -> int:
    from tools.fuzz.oracle import verdict
    from tools.fuzz.running import TARGETS, Failure
    from tools.fuzz.shrinking import shrunk

    target = TARGETS[name]
    came = verdict(target, data)
    print(f"{came.seconds:.2f} s {came.how or 'nothing wrong'}")
    if came.how:
        small = shrunk(data, lambda each: verdict(target, each).how == came.how)
        print(Failure(name, small, came.how, came.told).as_test())
    return int(bool(came.how))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
