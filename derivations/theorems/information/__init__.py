"""How much a response tells: ceilings, sizes, merged and split responses."""
