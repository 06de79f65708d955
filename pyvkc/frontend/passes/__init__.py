"""Passes over the typed tree. Each is a module of its own with one function, kernel → kernel.

A pass gets a tree that means what the user's text means and gives one that means the same. It rebuilds only what it
changes; :mod:`.rewrite` knows the children of every node. To add one, write ``passes/<verb>.py`` and name it where
the kernel is compiled; no pass knows of another.
"""
