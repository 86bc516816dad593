"""Fuzzing by coverage: inputs that reach new paths are kept and edited further, with atheris where it is installed."""

import sys
from pathlib import Path

SEED_FOLDER = "corpus"
LONGEST = 20_000


def fuzz(name: str, seconds: float) -> int:
    """Fuzz one target for so long; what fails is left in a file `crash-…`, which `--input` tries again."""
    try:
        import atheris
    except ImportError:
        print("atheris is not installed: pip install atheris, into a virtual environment of its own", file=sys.stderr)
        return 2
    with atheris.instrument_imports(include=["rbfcli"]):
        from tools.fuzz.running import TARGETS
    from tools.fuzz.edits import mutated
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
