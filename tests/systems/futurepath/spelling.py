"""Events in a line of text each, with all that programs read of them: rule, people, dice, reasons and facts."""

from rbfcli.model import events


def spelled(happened):
    """Events in words, in their order."""
    return [_spelled(event) for event in happened]


def _spelled(event):
    match event:
        case events.Rolled():
            dice = ",".join(str(die.face) for die in (*event.dice, *event.edge_dice))
            why = "".join(f" {each.value:+d} {_why(each)}" for each in event.modifiers)
            edges = "".join(f" [{each.value:+d} {_why(each)}]" for each in event.edges)
            against = "" if event.against is None else f" against {event.against}"
            return (
                f"{_people(event)} {event.label}: {dice}{why}{edges} = {event.total}{against} {event.outcome}".strip()
            )
        case events.FieldChanged():
            return f"{event.rule} {'fight' if event.who == '' else event.who}.{event.field} = {_value(event.after)}"
        case events.CustomEvent():
            facts = "".join(f" {name}={_value(value)}" for name, value in event.facts.items())
            return f"{_people(event)} {event.what}{facts}"
        case events.ConditionGained():
            return f"{event.rule} {event.who} is {event.name}" + (
                f" by {event.condition.by}" * bool(event.condition.by)
            )
        case events.ConditionLost():
            return f"{event.rule} {event.who} is {event.name} no longer"
        case _:
            return type(event).__name__


def _people(event):
    people = event.who if event.target == "" else f"{event.who}>{event.target}"
    return event.rule if people == "" else f"{event.rule} {people}"


def _why(modifier):
    return f"{modifier.why} {modifier.rule}".strip()


def _value(value):
    words = ",".join(value) if isinstance(value, tuple) and all(isinstance(each, str) for each in value) else str(value)
    return words or "nothing"
