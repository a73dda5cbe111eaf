"""`rrproof sample-size`: how many respondents a margin of error needs.

Nothing heavy is imported before a command runs.
"""

from __future__ import annotations

from fractions import Fraction

import click
from rich import box
from rich.table import Table

from checks.commands.completion import complete_design
from checks.commands.options import (
    DESIGN_HELP,
    LAW_METAVAR,
    LAW_NAMES,
    MARGIN_HELP,
    as_bad_input,
    as_json_option,
    level_option,
    margin_of_error,
    numeric_design,
    print_json,
    print_sentence,
    print_table,
    values_option,
)
from checks.inputs.design import DesignArgumentError, key_of
from checks.inputs.prior import PriorError, read_prior
from checks.system.digits import short


@click.command(
    "sample-size",
    epilog=DESIGN_HELP
    + """
\b
Examples:
  rrproof sample-size 'warner(p_w=2/3)' --margin 0.03
  rrproof sample-size 'moors(p=3/4, s=1/2)' --margin 0.05 --pi '0:0=0.7,0:1=0.2,1:0=0.06,1:1=0.04'
""",
)
@click.argument("design", shell_complete=complete_design)
@click.option("--margin", callback=margin_of_error, required=True, metavar="M", help=MARGIN_HELP)
@level_option
@click.option(
    *LAW_NAMES,
    "prior",
    metavar=LAW_METAVAR,
    help="The law of the truths: 1/2,1/4,1/4, or yes=1/3,no=2/3, or zipf.  [default: the worst]",
)
@values_option
@as_json_option
def sample_size(
    design: str, margin: Fraction, level: float, prior: str | None, at: tuple[str, ...], as_json: bool
) -> None:
    """The least number of respondents at which each share is estimated to within a margin of error.

    The margin is z times the standard error of the unbiased estimate, at the law of --pi or at the worst of all laws;
    that of truthful answers stands beside it. Designs that ask two samples need --pi.
    """
    from derivations.surveys.sizes import respondents_for, variance_of_one, worst_variance
    from derivations.surveys.survey import Survey, SurveyError

    rows = []
    with as_bad_input(PriorError, DesignArgumentError, SurveyError):
        survey = Survey.of(numeric_design(design, at=at), key_of(design))
        shares = None if prior is None else read_prior(prior, survey.design.truths, "--pi")
        for name in survey.estimands:
            if shares is None:
                worst = worst_variance(survey, name)
                variance, share = worst.variance, worst.share
            else:
                share = sum((s * i for s, i in zip(shares, survey.indicator(name), strict=True)), Fraction(0))
                variance = variance_of_one(survey, name, shares)
            plain = share * (1 - share)
            needed = respondents_for(variance, margin, level)
            rows.append((name, share, variance, needed, respondents_for(plain, margin, level)))
    if as_json:
        keys = ("name", "share", "variance_of_one", "respondents", "truthful_respondents")
        print_json([dict(zip(keys, (n, str(s), str(v), r, t), strict=True)) for n, s, v, r, t in rows])
        return

    name, share, _, needed, truthful = max(rows, key=lambda row: row[3])
    what = name if len(rows) == 1 else f"each of the {len(rows)} shares"
    where = f"at the share {short(share)}" + ("" if shares is not None else ", the worst")
    print_sentence(
        f"{needed} respondents estimate {what} to within {short(margin)} at confidence {100 * level:g} %, {where}; "
        f"{truthful} would do if all told the truth."
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in ("", "at the share", "n Var", "respondents", "if all told the truth"):
        table.add_column(heading, justify="left" if heading == "" else "right")
    for name, share, variance, needed, truthful in rows:
        table.add_row(name, short(share), short(variance), str(needed), str(truthful))
    print_table(table)
