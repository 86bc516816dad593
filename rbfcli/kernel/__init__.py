"""The engine: commands, events, fights, dice and the shape of a rule system; no input, output, clock or chance."""
