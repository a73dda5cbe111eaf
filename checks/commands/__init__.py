"""The commands of `rrproof`, one module each; nothing heavy is imported before a command runs."""
