"""The language of commands: words become a Command, a Command becomes words, and half a line becomes suggestions."""
