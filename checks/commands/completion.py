"""What the shell completes: claims, designs and files."""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem


def complete_target(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of papers and claims that begin like this, or else files."""
    from checks.papers.collection import load_paper, paper_keys

    papers = [load_paper(key) for key in paper_keys()]
    names = (name for paper in papers for name in (paper.key, *(claim.id for claim in paper.claims)))
    return _or_files([name for name in names if name.startswith(incomplete.upper())], incomplete)


def complete_design(_: click.Context, __: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The designs of the catalogue whose names begin like this, or else files."""
    from checks.inputs.catalogue import all_names

    return _or_files([name for name in all_names() if name.startswith(incomplete)], incomplete)


def complete_subject(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Papers, claims and designs that begin like this, or else files."""
    found = complete_target(context, parameter, incomplete) + complete_design(context, parameter, incomplete)
    return [item for item in found if item.type == "plain"] or [CompletionItem(incomplete, type="file")]


def _or_files(names: list[str], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names] or [CompletionItem(incomplete, type="file")]
