"""What every other package builds on: errors, limits, text, matching of words, paths, mistakes."""
