"""Every way a line can come out, for exact chances of what no outcome tells."""

from rbfcli.conformance.enumeration import every_way
from rbfcli.kernel.play import play
from rbfcli.language.fights import read_line


def ways(table, line):
    """The chance of each way that exact odds walk, and what is played on it."""
    rules, fight = table.session.rules, table.session.fight
    command = read_line(line, rules, fight)
    return list(every_way(lambda dice: play(rules, fight, command, dice), sort_pools=True))
