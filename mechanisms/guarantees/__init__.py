"""What a design guarantees: levels of privacy, their curves, composition and criteria."""
