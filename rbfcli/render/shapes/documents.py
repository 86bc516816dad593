"""Every document that `--json` prints: its name in the schema, its shape, and what prints it."""

from typing import NamedTuple

from rbfcli.render.shapes import about, dice, envelope, fights, files, odds, simulation, story


class Document(NamedTuple):
    """The shape of a document behind its envelope, and the lines that print it."""

    shape: type
    printed_by: str


DOCUMENTS = {
    "played": Document(fights.Played, "every verb of a fight, `--dry-run` and one-liners too"),
    "failure": Document(envelope.Failure, "whatever fails: a refusal, bad usage, a file, a limit"),
    "begun": Document(fights.Begun, "`start`, `new`"),
    "show": Document(fights.Shown, "`show`, `watch`"),
    "show-combatant": Document(fights.ShownCombatant, "`show WHO`"),
    "show-reach": Document(fights.Reach, "`show --reach WHO`"),
    "players": Document(fights.SeenFight, "`watch --players`, `watch --as NAME`"),
    "actions": Document(odds.Actions, "`actions`"),
    "suggest": Document(odds.Suggested, "`suggest`"),
    "simulate": Document(simulation.Simulated, "`simulate`"),
    "simulate-replay": Document(simulation.ReplayedFight, "`simulate --replay N`"),
    "simulate-exact": Document(simulation.ExactSimulation, "`simulate --exact`"),
    "log": Document(fights.Log, "`log`"),
    "log-script": Document(fights.LogScript, "`log --script`"),
    "story": Document(story.Story, "`log --format json`"),
    "stepped": Document(fights.Stepped, "`undo`, `redo`"),
    "restored": Document(fights.Restored, "`restore`"),
    "kept": Document(fights.KeptFights, "`restore --list`"),
    "checked": Document(files.Checked, "`check FILE`"),
    "saved-as": Document(files.SavedAs, "`save-as`"),
    "exported": Document(files.Exported, "`export`"),
    "imported": Document(files.Imported, "`import`"),
    "text": Document(about.Text, "`example`, `completion`"),
    "roll": Document(dice.Roll, "`roll`"),
    "odds-of-dice": Document(dice.DiceOdds, "`odds EXPR`"),
    "odds": Document(odds.CommandOdds, "`odds COMMAND`"),
    "odds-beside": Document(odds.OddsBeside, "`odds COMMAND --against COMMAND`"),
    "rules": Document(about.Found, "`rules`"),
    "systems": Document(about.Systems, "`systems`"),
    "schema": Document(about.Schema, "`schema`"),
    "where": Document(about.Where, "`where`"),
    "doctor": Document(about.Doctor, "`doctor`"),
    "create-system": Document(files.SystemMade, "`create-system`"),
    "help": Document(about.Lines, "`help`, `--help`"),
    "version": Document(about.Version, "`--version`"),
    "tour": Document(about.Tour, "`tour`"),
    "statement": Document(fights.Statement, "`run`: a statement that prints nothing, such as `expect` or `seed`"),
    "let": Document(fights.Value, "`run`: `let`"),
    "print": Document(fights.Printed, "`run`: `print`"),
    "replayed": Document(fights.Replayed, "`run --check`"),
    "script-run": Document(fights.ScriptRun, "`run FOLDER`, a line for each script"),
}
