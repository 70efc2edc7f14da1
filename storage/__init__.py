"""The checkpoint store: what is kept, and the engines that keep it. All SQL lives here."""
