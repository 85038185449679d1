"""The papers of a house: what is printed and filed, made from its rules and the exact odds.

Each paper is one typed document. A template in `templates` sets it; no figure and no rule is typed there.
"""
