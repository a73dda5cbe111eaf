(** Derivatives: what is differentiated, quotients and logarithms, and its slope. *)

From rrproof Require Import Logic.
From Coquelicot Require Export Coquelicot.

(** The function f has the slope s at x. *)
Definition slope (f : R -> R) (x s : R) : Prop := is_derive f x s.

Lemma slope_of_quotient (n d : R -> R) (n' d' x : R) :
  slope n x n' -> slope d x d' -> d x <> 0 -> slope (fun v => n v / d v) x ((n' * d x - n x * d') / d x ^ 2).
Proof. intros N D H. now apply is_derive_div. Qed.

Lemma slope_of_logarithm (c : R) (u : R -> R) (u' x : R) :
  slope u x u' -> 0 < u x -> slope (fun v => c * ln (u v)) x (c * (u' / u x)).
Proof.
  intros U H. apply (is_derive_scal (fun v => ln (u v))).
  replace (u' / u x) with (scal u' (/ u x)) by reflexivity.
  apply (is_derive_comp ln u); [now apply is_derive_Reals, derivable_pt_lim_ln | exact U].
Qed.

Lemma slope_of_sum (f g : R -> R) (f' g' x : R) :
  slope f x f' -> slope g x g' -> slope (fun v => f v + g v) x (f' + g').
Proof. intros F G. now apply (is_derive_plus f g). Qed.

Lemma slope_is (f : R -> R) (x a b : R) : slope f x a -> a = b -> slope f x b.
Proof. now intros F []. Qed.

(** The slope of a polynomial. *)
Ltac polynomial_slope := unfold slope; first [ exact (is_derive_const _ _) | auto_derive; first [exact I | ring] ].

(** A quotient that is positive has no part that is zero. *)
Lemma numerator_of_positive (n d : R) : 0 < n / d -> n <> 0.
Proof. intros H z. rewrite z in H. unfold Rdiv in H. lra. Qed.
