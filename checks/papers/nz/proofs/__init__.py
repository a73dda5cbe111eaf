"""Scripts that prove what the claims of the paper state in the logic, where that is not found by itself."""
