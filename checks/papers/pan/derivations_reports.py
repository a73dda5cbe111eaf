"""Derivations to show with the claims about RAPPOR: guarantee, decoder, comparison with the relaxation, optimality."""

from __future__ import annotations

from checks.papers.pan.growth import comparisons, fact, growth_over_reports
from checks.papers.pan.notation.reports import reports
from derivations.arithmetic.kernel import Theorem
from derivations.arithmetic.statements import Sequent
from derivations.estimation.moment_law import variable
from derivations.prover.with_theorems import prove_from
from derivations.steps import Derivation, Step, Written
from derivations.theorems.oracles.rappor import standard_variance
from mechanisms.exact.formula import Formula, all_of

A, B, K, N = (variable(name) for name in ("e_alpha", "e_beta", "K", "N"))


def shown(conclusion: Formula, *hypotheses: Formula) -> Theorem:
    """The theorem that the hypotheses give the conclusion."""
    return prove_from(Sequent(frozenset(hypotheses), conclusion))


def guarantee() -> Derivation:
    """The smallest guarantee of K noisy samples of one stored bit."""
    odds, power = variable("r"), variable("t")
    ratio, largest = ((A * r + 1) / (A + r) for r in (odds, power))
    private = [fact(A, ">", 1), fact(odds, ">", 0)]
    first = shown(fact(ratio.derivative("r"), ">", 0), *private)
    above = shown(fact(ratio, "<=", largest), *private, fact(odds, "<=", power))
    below = shown(fact(1 / ratio, "<=", largest), *private, fact(power, ">=", 1), fact(odds * power, ">=", 1))
    strict = shown(fact(ratio, "<", largest), *private, fact(odds, "<", power))
    steps = (
        Step(
            Written(
                "P(s | B = 1) = alpha beta^k (1 - beta)^(K - k) + (1 - alpha) beta^(K - k) (1 - beta)^k",
                r"\Pr(s\mid B=1)=\alpha\beta^k(1-\beta)^{K-k}+(1-\alpha)\beta^{K-k}(1-\beta)^k",
            ),
            "a vector s with k ones: the reports are independent given the stored bit, which is summed over",
        ),
        Step(
            Written(
                "P(s | B = 1)/P(s | B = 0) = (A r + 1)/(A + r), r = b^(2k - K)",
                r"\frac{\Pr(s\mid B=1)}{\Pr(s\mid B=0)}=\frac{Ar+1}{A+r},\quad r=b^{2k-K}",
            ),
            "with A = alpha/(1 - alpha) = e^eps_alpha and b = beta/(1 - beta) = e^eps_beta",
        ),
        Step("The ratio grows with r, and so with k", "its derivative in r is positive", first),
        Step(
            Written(
                "(A r + 1)/(A + r) <= (A t + 1)/(A + t), t = b^K",
                r"\frac{Ar+1}{A+r}\leq\frac{At+1}{A+t},\quad t=b^K",
            ),
            "k <= K gives r <= t; reached by K ones",
            above,
        ),
        Step(
            Written("(A + r)/(A r + 1) <= (A t + 1)/(A + t)", r"\frac{A+r}{Ar+1}\leq\frac{At+1}{A+t}"),
            "k >= 0 gives r >= 1/t; reached by no ones, where the ratio is the reciprocal of the largest one",
            below,
        ),
        Step(
            "No other vector reaches the bound",
            "for k < K the first inequality is strict, for k > 0 the second",
            strict,
        ),
    )
    result = Written(
        "eps_ns(K) = log((A t + 1)/(A + t))",
        r"\epsilon_{ns}(K)=\ln\frac{e^{\epsilon_\alpha}e^{K\epsilon_\beta}+1}{e^{\epsilon_\alpha}+e^{K\epsilon_\beta}}",
    )
    return Derivation("Guarantee of K reports", steps, result)


def decoder_variance() -> Derivation:
    """The variance of the two-step decoder, from the law of total variance."""
    given = reports()
    mean, spread = given.ones(1)
    alpha, beta = A / (A + 1), B / (B + 1)
    formula = beta * (1 - beta) * K + K**2 * alpha * (1 - alpha) * (1 - 2 * beta) ** 2
    whole = beta * (1 - beta) / (N * K * ((1 - 2 * beta) * (1 - 2 * alpha)) ** 2)
    whole = whole + alpha * (1 - alpha) / (N * (1 - 2 * alpha) ** 2)
    inside = [fact(A, ">", 1), fact(B, ">", 1), fact(K, ">=", 1), fact(N, ">=", 1)]
    steps = (
        Step(
            Written(
                "E[S | B'] = K s, Var(S | B') = K s (1 - s)",
                r"E[S\mid B']=Ks,\quad \operatorname{Var}(S\mid B')=Ks(1-s)",
            ),
            "K independent reports; s = beta for B' = 1, else 1 - beta",
        ),
        Step(
            Written(
                "E[S] = K (alpha beta + (1 - alpha)(1 - beta)) for B = 1",
                r"E[S]=K(\alpha\beta+(1-\alpha)(1-\beta))",
            ),
            "total mean over the stored bit, for the original bit 1",
            shown(fact(mean, "=", K * (alpha * beta + (1 - alpha) * (1 - beta))), *inside),
        ),
        Step(
            Written(
                "Var(S) = K beta (1 - beta) + K^2 alpha (1 - alpha)(1 - 2 beta)^2",
                r"\operatorname{Var}(S)=K\beta(1-\beta)+K^2\alpha(1-\alpha)(1-2\beta)^2",
            ),
            "mean of the variances, and variance of the means K beta and K (1 - beta)",
            shown(fact(spread, "=", formula), *inside),
        ),
        Step(
            "Var(S) is the same for the original bit 0",
            "the stored bit is exchanged",
            shown(fact(given.ones(0)[1], "=", spread), *inside),
        ),
        Step(
            Written("B'_hat = (S/K - (1 - beta))/(2 beta - 1)", r"\hat{B'}=\frac{S/K-(1-\beta)}{2\beta-1}"),
            "(6) with e^eps = beta/(1 - beta)",
        ),
        Step(
            Written(
                "B_hat = (mean of B'_hat - (1 - alpha))/(2 alpha - 1)",
                r"\hat B=\frac{\frac1N\sum_i\hat{B'}_i-(1-\alpha)}{2\alpha-1}",
            ),
            "(6) with e^eps = alpha/(1 - alpha); the clients are independent",
        ),
    )
    result = Step(
        Written(
            "Var(B_hat) = beta (1 - beta)/(N K (1 - 2 beta)^2 (1 - 2 alpha)^2) + alpha (1 - alpha)/(N (1 - 2 alpha)^2)",
            r"\operatorname{Var}(\hat B)=\frac{\beta(1-\beta)}{NK(1-2\beta)^2(1-2\alpha)^2}"
            r"+\frac{\alpha(1-\alpha)}{N(1-2\alpha)^2}",
        ),
        "the sum of N variances over N^2 (1 - 2 alpha)^2 (1 - 2 beta)^2 K^2",
        shown(fact(given.estimate_variance(N, variable("members")), "=", whole), *inside),
    )
    assert isinstance(result.statement, Written)
    return Derivation("Variance of the two-step decoder", (*steps, result), result.statement)


def ordering() -> Derivation:
    """Relaxation against noisy sampling at one guarantee, for every K."""
    limit = A / (N * (A - 1) ** 2)
    t, level = variable("t"), variable("y")
    relaxed = standard_variance(level, N).substitute({"y": (A * t + 1) / (A + t)})
    form = limit + (A + 1) ** 2 * t / (N * (A - 1) ** 2 * (t - 1) ** 2)
    noisy = limit + (A + 1) ** 2 * B / (N * K * (A - 1) ** 2 * (B - 1) ** 2)
    inside = [fact(A, ">", 1), fact(N, ">=", 1)]
    known = growth_over_reports()
    smaller, faster = comparisons()
    steps = (
        Step(
            Written(
                "relaxation: (A + (A + 1)^2 t/(t - 1)^2)/(N (A - 1)^2), t = b^K",
                r"\text{relaxation: }\frac{1}{N(A-1)^2}\Big(A+(A+1)^2\frac{t}{(t-1)^2}\Big),\quad t=b^K",
            ),
            "(67) at the guarantee of K reports",
            shown(fact(relaxed, "=", form), *inside, fact(t, ">", 1)),
        ),
        Step(
            Written(
                "noisy sampling: (A + (A + 1)^2 b/(K (b - 1)^2))/(N (A - 1)^2)",
                r"\text{noisy sampling: }\frac{1}{N(A-1)^2}\Big(A+(A+1)^2\frac{b}{K(b-1)^2}\Big)",
            ),
            "(68) in A and b",
            shown(
                fact(reports().estimate_variance(N, variable("members")), "=", noisy),
                *inside,
                fact(B, ">", 1),
                fact(K, ">=", 1),
            ),
        ),
        Step(
            Written(
                "t = 1 + (b - 1) g, g = 1 + b + ... + b^(K - 1) >= K + K (K - 1)(b - 1)/2",
                r"t=1+(b-1)g,\quad g=\sum_{i<K}b^i\geq K+\tfrac{K(K-1)}{2}(b-1)",
            ),
            "induction over K",
            known[2].step,
        ),
        Step(
            Written("b g^2 >= K^2 t", r"b\,g^2\geq K^2t"),
            "induction over K; with b = e^(2s) this is sinh(K s) >= K sinh(s)",
            known[-1].step,
        ),
        Step("For K = 1 both are equal", "t = b: one noisy sample is a randomized response with this guarantee"),
        Step("For K >= 2 the relaxation has the smaller variance", "b g^2 > K t", smaller),
    )
    result = Written(
        "K (relaxation - limit) <= noisy sampling - limit, limit = A/(N (A - 1)^2)",
        r"K\,(\text{relaxation}-L)\leq\text{noisy sampling}-L,\quad L=\frac{A}{N(A-1)^2}",
    )
    return Derivation("Relaxation against noisy sampling", (*steps, Step(result, "b g^2 >= K^2 t", faster)), result)


def best_binary_report() -> Derivation:
    """No unbiased estimator from one private report a client has a smaller variance than (6)."""
    x, u, v = (variable(name) for name in ("x", "u", "v"))
    inside = [fact(x, ">", 1), *(fact(p, ">=", 0) for p in (u, v)), fact(u, "<=", x * v), fact(v, "<=", x * u)]
    one, zero = (x * u - v) / (x - 1), (x * v - u) / (x - 1)
    w1, w2, t1, t2 = (variable(name) for name in ("w1", "w2", "t1", "t2"))
    merged = (w1 * t1 + w2 * t2) ** 2 / (w1 + w2)
    steps = (
        Step(
            Written(
                "c1 = (x u - v)/(x - 1) >= 0, c0 = (x v - u)/(x - 1) >= 0",
                r"c_1=\frac{xu-v}{x-1}\geq0,\quad c_0=\frac{xv-u}{x-1}\geq0",
            ),
            "u, v: the chances of a report under the bits 1 and 0, at most e^eps = x times one another",
            shown(all_of([fact(one, ">=", 0), fact(zero, ">=", 0)]), *inside),
        ),
        Step(
            Written(
                "u = (x c1 + c0)/(x + 1), v = (c1 + x c0)/(x + 1)",
                r"u=\frac{xc_1+c_0}{x+1},\quad v=\frac{c_1+xc_0}{x+1}",
            ),
            "the report is drawn from a standard response, 1 or 0, with the chances c1 or c0",
            shown(
                all_of([fact((x * one + zero) / (x + 1), "=", u), fact((one + x * zero) / (x + 1), "=", v)]), *inside
            ),
        ),
        Step("c1 and c0 sum to one over all reports", "the chances of the reports do, under either bit"),
        Step(
            Written(
                "(w1 t1 + w2 t2)^2/(w1 + w2) <= w1 t1^2 + w2 t2^2",
                r"\frac{(w_1t_1+w_2t_2)^2}{w_1+w_2}\leq w_1t_1^2+w_2t_2^2",
            ),
            "an estimator averaged over the reports drawn from one response keeps its mean and varies no more",
            shown(fact(merged, "<=", w1 * t1**2 + w2 * t2**2), fact(w1, ">", 0), fact(w2, ">", 0)),
        ),
    )
    result = Written("Var(T) >= Var(pi_hat)", r"\operatorname{Var}(T)\geq \operatorname{Var}(\hat\pi)")
    last = Step(result, "only one function of the standard responses of all clients is unbiased, as P is invertible")
    return Derivation("Best unbiased estimate from private bits", (*steps, last), result)
