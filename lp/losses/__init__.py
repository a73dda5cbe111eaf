"""The best private design for a linear loss, at any size."""
