(** Linear programs over the rational numbers: that a point is optimal, or that there is none, by computation.

    A program is to minimise cost . z where rows . z >= bounds and equations . z = sides, for real z. A form lists the
    numbers of its variables with their coefficients. *)

From Coq Require Export List QArith Qreals.
From rrproof Require Import Logic.
Export ListNotations.

Definition form : Type := list (N * Q).

(** A program: its cost, its rows with their bounds, and its equations with their sides. *)
Record program : Type := Program { cost : form; rows : list (form * Q); equations : list (form * Q) }.

(** The value of a form at a point. *)
Fixpoint value (f : form) (z : N -> R) : R :=
  match f with [] => 0 | (j, c) :: rest => Q2R c * z j + value rest z end.

Definition feasible (p : program) (z : N -> R) : Prop :=
  Forall (fun row => Q2R (snd row) <= value (fst row) z) (rows p)
  /\ Forall (fun row => value (fst row) z = Q2R (snd row)) (equations p).

Definition infeasible (p : program) : Prop := forall z, ~ feasible p z.

(** The point is feasible, and attains the least value. *)
Definition optimal (p : program) (point : N -> R) (least : R) : Prop :=
  feasible p point /\ value (cost p) point = least /\ forall z, feasible p z -> least <= value (cost p) z.

(** The point with these coordinates, and 0 elsewhere. *)
Definition coordinates (values : form) (j : N) : Q :=
  match find (fun entry => N.eqb (fst entry) j) values with Some entry => snd entry | None => 0%Q end.
Definition at_rationals (values : form) (j : N) : R := Q2R (coordinates values j).

(** * Forms, computed *)

(** a + m b, variables in increasing order. *)
Fixpoint plus_times (m : Q) (a b : form) {struct a} : form :=
  let fix inner (b : form) : form :=
    match a, b with
    | [], _ => map (fun entry => (fst entry, Qred (m * snd entry))) b
    | _, [] => a
    | (i, c) :: a', (j, d) :: b' =>
        match N.compare i j with
        | Eq => (i, Qred (c + m * d)) :: plus_times m a' b'
        | Lt => (i, c) :: plus_times m a' b
        | Gt => (j, Qred (m * d)) :: inner b'
        end
    end in
  inner b.

Lemma value_map (m : Q) (b : form) (z : N -> R) :
  value (map (fun entry => (fst entry, Qred (m * snd entry))) b) z = Q2R m * value b z.
Proof.
  induction b as [|[j d] b IH]; cbn [map value fst snd]; [ring|].
  rewrite IH, (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult. ring.
Qed.

Lemma value_plus_times (m : Q) (z : N -> R) (a b : form) : value (plus_times m a b) z = value a z + Q2R m * value b z.
Proof.
  revert b. induction a as [|[i c] a IHa].
  - intros b. replace (plus_times m [] b) with (map (fun entry => (fst entry, Qred (m * snd entry))) b) by now destruct b.
    rewrite value_map. simpl. ring.
  - induction b as [|[j d] b IHb]; [simpl; ring|].
    cbn [plus_times]. destruct (N.compare_spec i j) as [->|_|_].
    + cbn [value]. rewrite IHa, (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult. ring.
    + cbn [value]. rewrite IHa. cbn [value]. ring.
    + cbn [value]. cbn [plus_times] in IHb. cbn [value] in IHb. rewrite IHb.
      rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_mult. ring.
Qed.

(** The sum of the rows, and of their sides, times the multipliers. *)
Fixpoint combined (multipliers : list Q) (some : list (form * Q)) : form * Q :=
  match multipliers, some with
  | m :: others, (row, side) :: rest =>
      let sum := combined others rest in
      if Qeq_bool m 0 then sum else (plus_times m (fst sum) row, Qred (snd sum + m * side))
  | _, _ => ([], 0%Q)
  end.

Definition vanishes (f : form) : bool := forallb (fun entry => Qeq_bool (snd entry) 0) f.

Lemma vanishing_form (f : form) (z : N -> R) : vanishes f = true -> value f z = 0.
Proof.
  induction f as [|[j c] f IH]; simpl; [reflexivity|]. intros H. apply andb_prop in H as [H H'].
  apply Qeq_bool_eq in H. simpl in H. rewrite (Qeq_eqR _ _ H), (IH H'). unfold Q2R. simpl. lra.
Qed.

Lemma Q2R_0 : Q2R 0 = 0.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma Q2R_1 : Q2R 1 = 1.
Proof. unfold Q2R. simpl. lra. Qed.

Lemma combined_rows (z : N -> R) (some : list (form * Q)) : forall multipliers,
  forallb (Qle_bool 0) multipliers = true ->
  Forall (fun row => Q2R (snd row) <= value (fst row) z) some ->
  Q2R (snd (combined multipliers some)) <= value (fst (combined multipliers some)) z.
Proof.
  induction some as [|[row side] some IH]; intros [|m others] H F; cbn [combined fst snd value]; rewrite ?Q2R_0;
    try apply Rle_refl.
  cbn [forallb] in H. apply andb_prop in H as [Hm H]. inversion F as [|x y Fr F' E]; subst. cbn [fst snd] in Fr.
  specialize (IH others H F'). destruct (Qeq_bool m 0); [exact IH|]. cbn [fst snd].
  rewrite value_plus_times, (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult.
  apply Qle_bool_imp_le, Qle_Rle in Hm. rewrite Q2R_0 in Hm.
  apply Rplus_le_compat; [exact IH | now apply Rmult_le_compat_l].
Qed.

Lemma combined_equations (z : N -> R) (some : list (form * Q)) : forall multipliers,
  Forall (fun row => value (fst row) z = Q2R (snd row)) some ->
  value (fst (combined multipliers some)) z = Q2R (snd (combined multipliers some)).
Proof.
  induction some as [|[row side] some IH]; intros [|m others] F; cbn [combined fst snd value]; rewrite ?Q2R_0;
    try reflexivity.
  inversion F as [|x y Fr F' E]; subst. cbn [fst snd] in Fr. specialize (IH others F').
  destruct (Qeq_bool m 0); [exact IH|]. cbn [fst snd].
  rewrite value_plus_times, (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, IH, Fr. reflexivity.
Qed.

(** * What computation shows *)

(** Multipliers of the rows and of the equations that combine them to a bound of the cost. *)
Definition bounds_cost (p : program) (y w : list Q) (least : Q) : bool :=
  let r := combined y (rows p) in
  let e := combined w (equations p) in
  forallb (Qle_bool 0) y
  && vanishes (plus_times (- (1)) (plus_times 1 (fst r) (fst e)) (cost p))
  && Qle_bool least (snd r + snd e).

Fixpoint rational_value (f : form) (point : N -> Q) : Q :=
  match f with [] => 0%Q | (j, c) :: rest => Qred (c * point j + rational_value rest point) end.

Lemma rational_value_correct (f : form) (point : N -> Q) :
  Q2R (rational_value f point) = value f (fun j => Q2R (point j)).
Proof.
  induction f as [|[j c] f IH]; cbn [rational_value value]; [apply Q2R_0|].
  now rewrite (Qeq_eqR _ _ (Qred_correct _)), Q2R_plus, Q2R_mult, IH.
Qed.

Definition admits (p : program) (point : N -> Q) : bool :=
  forallb (fun row => Qle_bool (snd row) (rational_value (fst row) point)) (rows p)
  && forallb (fun row => Qeq_bool (rational_value (fst row) point) (snd row)) (equations p).

Lemma bounded (p : program) (y w : list Q) (least : Q) :
  bounds_cost p y w least = true -> forall z, feasible p z -> Q2R least <= value (cost p) z.
Proof.
  unfold bounds_cost. intros H z [F G]. apply andb_prop in H as [H L]. apply andb_prop in H as [Y V].
  apply (vanishing_form _ z) in V. rewrite !value_plus_times, (combined_equations z _ w G) in V.
  pose proof (combined_rows z _ y Y F) as B. apply Qle_bool_imp_le, Qle_Rle in L. rewrite Q2R_plus in L.
  replace (Q2R (- (1))) with (-1) in V by (unfold Q2R; simpl; lra).
  rewrite ?Q2R_1 in V. lra.
Qed.

Theorem weak_duality (p : program) (point : form) (y w : list Q) (least : Q) :
  (admits p (coordinates point) && Qeq_bool (rational_value (cost p) (coordinates point)) least
   && bounds_cost p y w least)%bool = true ->
  optimal p (at_rationals point) (Q2R least).
Proof.
  intros H. apply andb_prop in H as [H B]. apply andb_prop in H as [A E]. apply andb_prop in A as [A A'].
  split; [split|split].
  - apply Forall_forall. intros row I. rewrite forallb_forall in A. specialize (A row I).
    apply Qle_bool_imp_le, Qle_Rle in A. now rewrite rational_value_correct in A.
  - apply Forall_forall. intros row I. rewrite forallb_forall in A'. specialize (A' row I).
    apply Qeq_bool_eq, Qeq_eqR in A'. now rewrite rational_value_correct in A'.
  - apply Qeq_bool_eq, Qeq_eqR in E. now rewrite rational_value_correct in E.
  - now apply bounded with y w.
Qed.

Theorem farkas (p : program) (y w : list Q) :
  (let r := combined y (rows p) in
   let e := combined w (equations p) in
   forallb (Qle_bool 0) y && vanishes (plus_times 1 (fst r) (fst e)) && negb (Qle_bool (snd r + snd e) 0))%bool = true ->
  infeasible p.
Proof.
  cbv zeta. intros H z [F G]. apply andb_prop in H as [H L]. apply andb_prop in H as [Y V].
  apply (vanishing_form _ z) in V. rewrite value_plus_times, (combined_equations z _ w G) in V.
  pose proof (combined_rows z _ y Y F) as B. apply negb_true_iff in L.
  assert (P : (0 < snd (combined y (rows p)) + snd (combined w (equations p)))%Q).
  { apply Qnot_le_lt. intros N. apply Qle_bool_iff in N. congruence. }
  apply Qlt_Rlt in P. rewrite Q2R_plus in P. rewrite Q2R_0 in P.
  rewrite ?Q2R_1 in V. lra.
Qed.
