"""The shell: commands, the host, and everything that touches time, files or the network."""
