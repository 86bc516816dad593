"""What a broken law raises."""


class LawBroken(AssertionError):
    """A rule system does what no rule system may do."""


def hold(kept: object, law: str) -> None:
    """Raise LawBroken where a law is not kept."""
    if not kept:
        raise LawBroken(law)
