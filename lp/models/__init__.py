"""The linear and convex programs of local differential privacy in the language of cvxpy, and their exact optima."""
