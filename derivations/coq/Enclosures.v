(** Numbers between two others, by coq-interval, and points at which a statement fails. What needs neither does not wait
    for coq-interval to be loaded. *)

From rrproof Require Export Logic.
From Interval Require Export Tactic.
From Coquelicot Require RInt.
Canonical Hierarchy.R_NormedModule.
Canonical Hierarchy.R_CompleteNormedModule.

(** The error function. *)
Definition erf (x : R) : R := 2 / sqrt PI * RInt.RInt (V := Hierarchy.R_CompleteNormedModule) (fun t => exp (- (t * t))) 0 x.

(** exp, log, sqrt, erf or pi between two numbers. *)
Ltac enclosed :=
  split;
  first [ interval with (i_prec 200) | unfold erf; integral with (i_prec 120, i_fuel 500, i_width (-85), i_degree 20) ].

(** A statement is false: at a point all that it assumes holds, and what it concludes fails. *)
Ltac fails_at H :=
  lazymatch type of H with
  | _ /\ _ => let a := fresh in let b := fresh in destruct H as [a b]; first [fails_at a | fails_at b]
  | _ \/ _ => destruct H as [H | H]; fails_at H
  | False => exact H
  | integer ?x => fail "an integer at a point"
  | ?l <> ?r => apply H; first [lra | field]
  | ?l = ?r => first [lra | assert (l < r) by interval; lra | assert (r < l) by interval; lra]
  | ?l < ?r => first [lra | assert (r <= l) by interval; lra]
  | ?l <= ?r => first [lra | assert (r < l) by interval; lra]
  | ?l > ?r => first [lra | assert (l <= r) by interval; lra]
  | ?l >= ?r => first [lra | assert (l < r) by interval; lra]
  end.
Ltac at_point :=
  first
    [ lra
    | exact I
    | lazymatch goal with |- integer (IZR ?z) => exists z; reflexivity end
    | lazymatch goal with |- _ /\ _ => split; at_point end
    | interval
    | solve [ field_simplify; lra | field ]
    | solve [ left; at_point | right; at_point ] ].
Ltac refute H :=
  lazymatch type of H with
  | ?A -> _ => let a := fresh "a" in assert (a : A) by at_point; specialize (H a); clear a; refute H
  | _ => fails_at H
  end.
