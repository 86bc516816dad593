"""Files of other programs that `import` reads: a module for each format, and one table of them (`recognize`)."""
