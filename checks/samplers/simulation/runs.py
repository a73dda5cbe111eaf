"""Sampled runs: the counts of the responses, a chunk at a time, each with a stream of random numbers of its own.

The stream of a chunk is a function of the seed, of what is sampled (design, shares, respondents) and of the chunk's
number, and of nothing else: whoever computes it, and when, it is the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from checks.samplers.simulation.problem import Problem
from mechanisms.design import Design
from mechanisms.protocols.sampling import sample

CHUNK = 1000  # runs
BATCH = 2**21  # respondents who are sampled one by one at a time

Counts = NDArray[np.int64]


def chunks_of(runs: int) -> range:
    """The numbers of the chunks."""
    return range(-(-runs // CHUNK))


def stream(problem: Problem, seed: int, chunk: int) -> np.random.Generator:
    """The random numbers of a chunk."""
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed, spawn_key=(*problem.words, chunk))))


def sampled_counts(problem: Problem, runs: int, seed: int, chunk: int) -> Counts:
    """The counts of a chunk, an array (runs of the chunk) x (responses); the last chunk has what is left of `runs`."""
    size = min(CHUNK, runs - chunk * CHUNK)
    rng = stream(problem, seed, chunk)
    found = np.zeros((size, len(problem.law)), dtype=np.int64)
    for number, responses in enumerate(problem.survey.samples):
        columns = list(responses)
        if problem.one_by_one:
            _count_one_by_one(problem, number, rng, found)
        else:
            law = [float(p) for p in problem.sample_laws[number]]
            found[:, columns] = rng.multinomial(problem.sizes[number], law, size=size)
    return found


def _count_one_by_one(problem: Problem, number: int, rng: np.random.Generator, found: Counts) -> None:
    """Let everybody in a sample draw a truth by the prior, then a response by the design; count in place."""
    prior, design = Design([list(problem.prior)]), problem.sample_designs[number]
    columns = np.array(problem.survey.samples[number])
    responses, people = len(columns), problem.sizes[number]
    together = max(BATCH // people, 1)
    for first in range(0, len(found), together):
        runs = min(together, len(found) - first)
        for start in range(0, people, BATCH):
            here = min(BATCH, people - start)
            drawn = sample(design, sample(prior, np.zeros((runs, here), dtype=np.uint8), rng), rng).astype(np.int64)
            drawn += responses * np.arange(runs)[:, None]
            counted = np.bincount(drawn.reshape(-1), minlength=runs * responses).reshape(runs, responses)
            found[first : first + runs, columns] += counted


def distinct(counts: Counts) -> tuple[Counts, NDArray[np.intp]]:
    """The different rows, and which of them each row is."""
    rows, inverse = np.unique(counts, axis=0, return_inverse=True)
    return rows, inverse.reshape(-1)


def blocks(chunks: range, size: int) -> Iterator[range]:
    """The chunks in runs of at most `size`."""
    for start in range(chunks.start, chunks.stop, size):
        yield range(start, min(start + size, chunks.stop))
