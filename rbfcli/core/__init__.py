"""Foundations for all other packages: errors, limits, text, matching of words, paths, mistakes."""
