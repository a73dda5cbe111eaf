"""Sun, Zhou, Yan: An Improved Christofides Mechanism for Local Differential Privacy Framework."""
