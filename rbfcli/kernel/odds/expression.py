"""Tree → distribution: the exact odds of a whole line."""

from __future__ import annotations

from rbfcli.kernel.budget import Budget
from rbfcli.kernel.errors import LimitReached, UsageError
from rbfcli.kernel.notation.exact import decimal
from rbfcli.kernel.notation.tree import Binary, Call, Group, Labelled, Modified, Negative, Number, Pool
from rbfcli.kernel.odds.convolution import convolve
from rbfcli.kernel.odds.distribution import Distribution, certain, mapped
from rbfcli.kernel.odds.effort import Effort
from rbfcli.kernel.odds.uniform import dice_sum

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.kernel.notation.tree import Node, RollLine

# An explosion leaves out about one chance in so many: the first that can be counted is taken.
_PRECISIONS = (10**12, 10**6, 10**3)


def odds(line: RollLine, budget: Budget | None = None) -> Distribution:
    """How often each exact value of a line comes, of its margin where it says `vs`.

    Raises LimitReached where the budget does not reach, UsageError for a repeat and for outcomes without a value.
    """
    if line.times is not None:
        raise UsageError("odds are of one roll, not of a repeat: leave out the N#")
    budget = budget or Budget()
    for precision in _PRECISIONS:
        effort = Effort(budget, precision)
        try:
            return _line_odds(line, effort)
        except LimitReached:
            if not effort.cut_short or precision == _PRECISIONS[-1]:
                raise
        finally:
            effort.release()
    raise AssertionError(line)


def _line_odds(line: RollLine, effort: Effort) -> Distribution:
    chances = node_odds(line.expression, effort)
    if line.against is None:
        return chances
    against = mapped(int, node_odds(line.against, effort), effort)
    margin = mapped(int, chances, effort), mapped(lambda value: -value, against, effort)
    return convolve(*margin, effort)


def node_odds(node: Node, effort: Effort) -> Distribution:
    """How often each exact value of a node comes; an explosion may leave out a little."""
    match node:
        case Number(digits, places):
            return certain(decimal(digits, places))
        case Pool(Number(count), Number(sides), fudge):
            return dice_sum(sides, count, -1 if fudge else 1, effort)
        case Labelled(part):
            return node_odds(part, effort)
        case Negative(part):
            return mapped(lambda value: -value, node_odds(part, effort), effort)
        case Binary("+", left, right):
            return convolve(node_odds(left, effort), node_odds(right, effort), effort)
        case Binary(operator, left, right):
            from rbfcli.kernel.odds.arithmetic import combined

            return combined(operator, node_odds(left, effort), node_odds(right, effort), effort)
        case Call(name, arguments):
            from rbfcli.kernel.odds.arithmetic import called

            return called(name, [node_odds(argument, effort) for argument in arguments], effort)
        case Pool() | Modified() | Group():
            from rbfcli.kernel.odds.pools import Counting, pool_odds

            return pool_odds(node, Counting(effort, lambda part: node_odds(part, effort)))
