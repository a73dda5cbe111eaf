"""Names of sections 5 and 6 and appendices E to G: RAPPOR, mean estimation, experiments, estimated frequencies."""

from __future__ import annotations

from checks.reading import function, operator, set_name, symbol

ESTIMATION = (
    # RAPPOR: the bit, the stored bit, the reports.
    symbol("alpha", r"\alpha"),
    symbol("beta", r"\beta"),
    symbol("p"),
    symbol("q"),
    symbol("N"),
    symbol("K"),
    symbol("k"),
    symbol("B"),
    symbol("B_stored", "B'"),
    symbol("S"),
    symbol("N_ones", "N_{S=1}"),
    symbol("ones", r"\mathbf{S}"),
    symbol("ones_if_one", "Y"),
    symbol("ones_if_zero", "Z"),
    symbol("lambda_S", r"\lambda_S"),
    symbol("B_stored_hat", r"\hat{B'}"),
    symbol("B_stored_hat_i", r"\hat{B'}_i"),
    symbol("B_hat", r"\hat{B}"),
    set_name("clients", "[N]"),
    symbol("eps_alpha", r"\epsilon_\alpha"),
    symbol("eps_beta", r"\epsilon_\beta"),
    symbol("eps_ns", r"\epsilon_{ns}(K)"),
    symbol("eps_last", r"\epsilon_{ns}(10)"),
    function("combinations", "C", arities=(2,), scripted=True),
    # Estimated frequencies.
    symbol("pi_hat_b", r"\hat{\pi}_b"),
    symbol("lambda_b", r"\lambda_b"),
    operator("Var"),
    operator("Cov"),
    operator("E"),
    # Means of numbers.
    symbol("f_X", "f(X)"),
    symbol("l"),
    symbol("h"),
    symbol("rounded", "z"),
    symbol("f_hat", r"\hat{f}"),
    symbol("lambda_h", r"\lambda_h"),
    # Histograms.
    symbol("label_x", "x"),
    symbol("label_v", "v"),
    symbol("label_w", "w"),
    symbol("j"),
    symbol("Y_x"),
    symbol("Y_v"),
    symbol("Y_w"),
    symbol("Y_i"),
    symbol("Y_j"),
    symbol("Y_vector", r"\mathbf{Y}"),
    symbol("X_i"),
    symbol("H"),
    symbol("P"),
    set_name("objects", "[n]"),
)
