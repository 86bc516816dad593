"""The command language: parsing a line into a Command, writing a Command as a line, completing a line."""
