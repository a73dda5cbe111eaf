"""Claims verified side by side, their records kept, progress shown."""
