"""An external command as a sampler: any program that reads truths and writes responses, line by line.

The command gets the truths of a batch on standard input, one a line, and writes one response a line; it is started
anew for each batch. With {truth} among its words it is started for each call, and {seed} is a new seed each time.
No shell reads the words.
"""

from __future__ import annotations

import random
import shlex
import subprocess
from collections.abc import Hashable, Sequence

from checks.samplers.audit.calling import Answers, Failure
from checks.samplers.audit.labels import value_of
from checks.samplers.audit.settings import AuditError
from checks.system.process_limits import limit_process

SEED_BITS = 32
LONGEST_COMPLAINT = 200


class CommandSampler:
    """A sampler behind a command, with limits on memory and time. Raises AuditError for words that are none."""

    def __init__(
        self, command: str, truths: Sequence[Hashable], responses: Sequence[Hashable], seed: int, *,
        patience: float = 30.0, megabytes: int = 4096, seconds: float = 600.0,
    ) -> None:  # fmt: skip
        self.name = command
        self.taken: dict[str, object] = {}
        self._words = words_of(command)
        self._truths = [str(truth) for truth in truths]
        self._labels = {str(label): label for label in responses}
        self._seeds = random.Random(seed)
        self._seed = seed
        self._patience, self._megabytes, self._seconds = patience, megabytes, seconds

    def ask(self, truths: Sequence[int]) -> Answers:
        """Run the command on the truths of a batch, or on each."""
        if not any("{truth}" in word for word in self._words):
            return self._run([self._truths[i] for i in truths], "")
        found: list[Hashable] = []
        for i in truths:
            answer = self._run([self._truths[i]], self._truths[i])
            found += answer.responses
            if answer.failure is not None:
                return Answers(found, answer.failure)
        return Answers(found)

    def again(self) -> CommandSampler:
        """The same command with other seeds."""
        return CommandSampler(
            self.name, self._truths, list(self._labels.values()), self._seed + 1,
            patience=self._patience, megabytes=self._megabytes, seconds=self._seconds,
        )  # fmt: skip

    def close(self) -> None:
        """Hold nothing: each run has ended."""

    def _run(self, truths: Sequence[str], one: str) -> Answers:
        seed = str(self._seeds.getrandbits(SEED_BITS))
        words = [word.replace("{truth}", one).replace("{seed}", seed) for word in self._words]
        try:
            done = subprocess.run(
                words, input="\n".join(truths) + "\n", capture_output=True, text=True, errors="replace", check=False,
                timeout=self._patience * min(10, len(truths)), preexec_fn=self._limit,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return Answers([], Failure("hang", f"it gave no answer within {self._patience:g} s a call"))
        except OSError as error:
            raise AuditError(f"{words[0]} cannot be run: {error.strerror}") from error
        lines = [line.strip() for line in done.stdout.splitlines() if line.strip()]
        if done.returncode:
            complaint = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "")
            said = f": {complaint.strip()[:LONGEST_COMPLAINT]}" if complaint else ""
            return Answers([], Failure("died", f"it ended with exit status {done.returncode}{said}"))
        if len(lines) != len(truths):
            return Answers([], Failure("shape", f"it wrote {len(lines)} lines for {len(truths)} truths"))
        return Answers([self._labels.get(line, value_of(line)) for line in lines])

    def _limit(self) -> None:
        limit_process(self._megabytes, int(self._seconds) + 60)


def words_of(command: str) -> list[str]:
    """The words of a command line. Raises AuditError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise AuditError(f"--command: {error}") from error
    if not words:
        raise AuditError("--command: the words of a command are needed, as in './sampler --k 5'")
    return words
