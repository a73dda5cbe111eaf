"""Spellings of sections 4 and 5 and of the proof of Theorem 4.1, beyond those that all sections share."""

from __future__ import annotations

from checks.reading import function, operator, set_name, symbol
from checks.reading.symbols import Declaration

_MECHANISM = (
    symbol("a_l"),
    symbol("z_vec", r"\vec{z}"),
    symbol("Z_vec", r"\vec{Z}"),
    set_name("E_i", "E_{[i]}"),
    set_name("B_z", r"B_{\vec{z}}"),
    symbol("alpha_i", r"\alpha_i"),
    symbol("alpha_B", r"P_\alpha(B_{\vec{z}})", r"P_{\alpha}(B_{\vec{z}})"),
    symbol("p"),
    symbol("not_available", "NA"),
)
_ESTIMATION = (
    symbol("V_i"),
    symbol("V_j"),
    symbol("Z_i"),
    symbol("Z_j"),
    symbol("zeta_i", r"\zeta_i"),
    symbol("zeta_j", r"\zeta_j"),
    symbol("zeta_ij", r"\zeta_{ij}"),
    symbol("sigma_ii", r"\sigma_{ii}"),
    symbol("sigma_ij", r"\sigma_{ij}"),
    symbol("Sigma", r"\Sigma"),
    symbol("pi_hat_i", r"\hat{\pi}_{i*}", r"\hat\pi_{i*}"),
    symbol("pi_hat_star", r"\hat{\pi}_*", r"\hat\pi_*"),
    operator("E", "E"),
    operator("V", "V"),
    operator("tr", r"\operatorname{tr}", "tr"),
    symbol("risk_star", r"R(P_{k,l},\hat{\pi}_*;\pi)"),
    symbol("V_plus", "V_{+}^{*}", "V_+^*"),
)
_PROOF = (
    symbol("P_kl", "P_{k,l}"),
    symbol("P_kl_T", "P'_{k,l}", "P_{k,l}'"),
    symbol("L"),
    symbol("L_T", "L'"),
    symbol("L_u", "L_u", "L_{u}"),
    symbol("L_u_T", "L'_u", "L_u'"),
    function("L_star", "L_*", arities=(0, 1)),
    symbol("D_lambda", r"D_\lambda", r"D_{\lambda}"),
    symbol("lam_T", r"\lambda'"),
    symbol("lam_i", r"\lambda_i"),
    operator("covariance", r"V_{P_{k,l},\pi}"),
    symbol("pi_u", r"\pi_u"),
    symbol("I_k"),
    symbol("I_k_T", "I'_k"),
    symbol("ones_k", "1_k", "1_{k}", r"\mathbf{1}_k"),
    symbol("ones_k_T", "1'_k", "1'_{k}"),
    symbol("ones_m", "1_m"),
    symbol("ones_m_T", "1'_m"),
    symbol("G"),
    symbol("g_0"),
    symbol("g_ii", "g_{ii}"),
    symbol("risk_of_L", r"R(P_{k,l}, L; \pi)"),
    symbol("risk_of_L_at_uniform", r"R(P_{k,l}, L; \pi_u)"),
    symbol("risk_of_L_u", r"R(P_{k,l}, L_u; \pi)"),
    symbol("risk_of_L_u_at_uniform", r"R(P_{k,l}, L_u; \pi_u)"),
    symbol("p_B", r"P_\pi(B_{\vec{z}})"),
)
DIVERSITY: tuple[Declaration, ...] = (*_MECHANISM, *_ESTIMATION, *_PROOF)
