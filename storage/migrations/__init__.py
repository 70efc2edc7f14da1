"""Numbered SQL files, applied in order when a store is opened."""
