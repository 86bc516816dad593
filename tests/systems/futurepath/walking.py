"""Every way a line can come out, for exact chances of what no outcome tells."""

from rbfcli.engine.play import execute
from rbfcli.language.parser import read_line
from rbfcli.testing.odds import every_way


def ways(table, line):
    """The chance of each way that exact odds walk, and what is played on it."""
    rules, fight = table.session.rules, table.session.fight
    command = read_line(line, rules, fight)
    return list(every_way(lambda dice: execute(rules, fight, command, dice)))
