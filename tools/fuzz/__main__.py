"""`python -m tools.fuzz`: run targets, print figures, and what failed as tests."""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

SECONDS = 600.0
SEED_FOLDER = "corpus"
LONGEST = 20_000


def main(words: Sequence[str]) -> int:
    """Run what the words say; 1 if anything failed or was over its budget."""
    given = _parser().parse_args(words)
    replayed = Path(given.input).read_bytes() if given.input else None
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        if given.coverage:
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
    from tools.fuzz.oracle import shrunk, verdict
    from tools.fuzz.running import TARGETS, Failure

    target = TARGETS[name]
    came = verdict(target, data)
    print(f"{came.seconds:.2f} s {came.how or 'nothing wrong'}")
    if came.how:
        small = shrunk(data, lambda each: verdict(target, each).how == came.how)
        print(Failure(name, small, came.how, came.told).as_test())
    return int(bool(came.how))


def fuzz(name: str, seconds: float) -> int:
    """Fuzz one target for so long; what fails is left in a file `crash-…`, which `--input` tries again."""
    try:
        import atheris
    except ImportError:
        print("atheris is not installed: pip install atheris, into a virtual environment of its own", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["rbfcli"]):
        from tools.fuzz.running import TARGETS
    from tools.fuzz.files import mutated
    from tools.fuzz.oracle import verdict

    if name not in TARGETS:
        print(f"there is no target {name}: {', '.join(TARGETS)}", file=sys.stderr)
        return 2
    target = TARGETS[name]
    tokens = target.tokens()
    Path(SEED_FOLDER).mkdir()
    for number, data in enumerate(target.corpus()):
        (Path(SEED_FOLDER) / str(number)).write_bytes(data)

    def one(data: bytes) -> None:
        came = verdict(target, data)
        if came.how:
            raise AssertionError(f"{came.how}\n{came.told}")

    def edited(data: bytes, size: int, seed: int) -> bytes:
        found = mutated([data], tokens, str(seed)) if seed % 2 else atheris.Mutate(data, size)
        return found[:size]

    options = [f"-max_total_time={seconds:.0f}", f"-max_len={LONGEST}", f"-artifact_prefix={artifacts()}/"]
    atheris.Setup([name, *options, SEED_FOLDER], one, custom_mutator=edited)
    atheris.Fuzz()
    return 0


def artifacts() -> Path:
    """Where inputs are kept that fail."""
    return Path(__file__).parents[2]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
