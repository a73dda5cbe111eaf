"""How commands end: the exit codes, and the errors that have one of their own."""

from __future__ import annotations

import click

GIVEN = "rrproof.given"  # the key of the words of the whole command in its context
FAILED, BAD_INPUT, NO_WORKER, UNDECIDED, INTERRUPTED = 1, 2, 3, 4, 130


class NotProved(click.ClickException):
    """A proof object does not check."""

    exit_code = FAILED


class BadInput(click.ClickException):
    """What the user gave cannot be used; the sentence says why."""

    exit_code = BAD_INPUT


class NoWorker(click.ClickException):
    """Nothing can be verified on this machine as it is."""

    exit_code = NO_WORKER
