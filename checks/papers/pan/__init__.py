"""Pan: Randomized Response with Gradual Release of Privacy Budget."""
