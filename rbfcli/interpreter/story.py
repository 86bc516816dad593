"""The story of a fight in one of its formats: what `log --format` answers."""

from rbfcli.interpreter.reply import Reply
from rbfcli.interpreter.report import place
from rbfcli.kernel.errors import UsageError
from rbfcli.language.common_options import CommonOptions
from rbfcli.language.session_verbs import Log
from rbfcli.render.json_lines import faults_facts, judged_line
from rbfcli.render.safe import safe
from rbfcli.render.style import Style
from rbfcli.session.session import Session
from rbfcli.story.telling import Story, story_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from rbfcli.render.shapes import story as shapes

FOR_FILES = Style(width=1_000_000)


def story_reply(session: Session, command: Log, style: Style, common: CommonOptions) -> Reply:
    """Tell the whole fight, in the format asked for. Raises UsageError for options that do not go together."""
    for word, is_there in (("--script", command.script), ("--last", command.last)):
        if is_there:
            raise UsageError(f"--format tells the whole story: it does not go with {word}", hint=f"leave {word} out")
    if common.json and command.format != "json":
        raise UsageError(f"--json is the format json, not {command.format}", hint="log --format json")
    story = story_of(session, style if command.format == "text" else FOR_FILES)
    notice = "".join(f"{safe(each)}\n" for each in story.faults)
    return Reply(text=_written(story, session, command, style), notice=notice, status=int(bool(story.faults)))


def _written(story: Story, session: Session, command: Log, style: Style) -> str:
    match command.format:
        case "json":
            from rbfcli.story.as_json import facts_of

            facts: shapes.Story = {
                **place(session),
                "story": facts_of(story),
                "error": faults_facts(story.faults),
            }
            return judged_line("log --format json", **facts)
        case "html":
            from rbfcli.story.as_html import html_lines

            lines = html_lines(story)
        case "markdown":
            from rbfcli.story.as_markdown import markdown_lines

            lines = markdown_lines(story)
        case _:
            from rbfcli.story.as_text import text_lines

            lines = text_lines(story, style)
    return "".join(f"{line}\n" for line in lines)
