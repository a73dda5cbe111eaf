"""Papers of one's own: a TOML file declares symbols, a mechanism, what the printed names mean, and the claims."""
