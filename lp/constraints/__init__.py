"""What can be asked of a design, as rows of a linear program, in any mixture."""
