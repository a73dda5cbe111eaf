"""What surrounds the work: versions, limits of time and memory, compilers, plain data."""
