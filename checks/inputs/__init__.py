"""What users hand to commands: designs, counts and matrices, by name or in files, read by small strict parsers."""
