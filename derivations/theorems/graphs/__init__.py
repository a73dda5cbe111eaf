"""Key-value reports about weighted graphs."""
