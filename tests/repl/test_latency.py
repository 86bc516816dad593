"""What a user waits for, in processor time (L-02): far over what is usual, so that only a slip in growth fails."""

import resource
import time

from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from rbfcli.repl.completer import FightCompleter

FIRST_PROMPT, COMPLETION, COMMAND = 0.5, 0.03, 0.01


def of_children():
    """The processor time of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_first_prompt_comes_at_once(terminal):
    taken = []
    for _ in range(3):
        before = of_children()
        prompt = terminal()
        prompt.wait_for("rbf>")
        prompt.type("\x04")
        prompt.finish()
        taken.append(of_children() - before)
    assert min(taken) < FIRST_PROMPT


def test_five_hundred_combatants_are_offered_while_one_types(fight):
    fight.say("add orc --count 496 hp=9 tn=10")
    completer = FightCompleter(fight.watch.view)
    taken = []
    for _ in range(5):
        began = time.process_time()
        offered = [*completer.get_completions(Document("attack vex o"), CompleteEvent())]
        taken.append(time.process_time() - began)
    assert len(offered) > 496
    assert min(taken) < COMPLETION


def test_a_command_costs_little_besides_the_disk(fight):
    taken = []
    for _ in range(10):
        began = time.process_time()
        fight.enter("damage vex 1\nundo")
        taken.append((time.process_time() - began) / 2)
    assert min(taken) < COMMAND
