"""The papers of a house, for printing and filing, generated from its rules and the exact odds.

Each paper is one typed document, typeset by a template in `templates`. The templates contain no figures and no rules.
"""
