(** The logic of rrproof in Coq: what its constants mean, and a lemma for each rule and each axiom, named like it.

    The logic is simple type theory over the real numbers. Here its types are [R], [Prop] and functions, its terms are
    Coq's, and a step of a proof is an application of a lemma of this file. Everything below is proved from Coq's
    standard library, whose axioms are those of the reals, excluded middle, functional and propositional
    extensionality, and description. *)

Require Export Reals Lra Lia Psatz Classical.
Require Import ClassicalEpsilon FunctionalExtensionality PropExtensionality.
Global Open Scope R_scope.
Global Set Printing Width 120.

(** * Constants *)

(** x is one of ..., -1, 0, 1, ... *)
Definition integer (x : R) : Prop := exists z : Z, x = IZR z.

(** Constants of the logic as functions; a formula shows Coq's own notation wherever one is applied. *)
Definition implies (A B : Prop) : Prop := A -> B.
Definition all {A : Type} (P : A -> Prop) : Prop := forall x, P x.

(** The value that the condition selects. *)
Definition choice {A : Type} (c : Prop) (a b : A) : A := if excluded_middle_informative c then a else b.
Notation "'If' c 'Then' a 'Else' b" := (choice c a b) (at level 200, right associativity).

(** The number of a real that is a natural number; what it is elsewhere does not matter. *)
Definition index (x : R) : nat := Z.to_nat (Int_part x).

(** f(n), where f(0) = base and f(i + 1) = step i (f(i)). *)
Definition rec {A : Type} (base : A) (step : R -> A -> A) (n : R) : A :=
  nat_rect (fun _ => A) base (fun i value => step (INR i) value) (index n).

(** a to the power n, for n = 0, 1, 2, ...; what it is for other n does not matter. *)
Definition power (a n : R) : R := pow a (index n).
Infix "^^" := power (at level 30, right associativity) : R_scope.

(** Lemmas about these meanings. *)

Lemma index_IZR (z : Z) : index (IZR z) = Z.to_nat z.
Proof.
  unfold index, Int_part. rewrite <- (tech_up (IZR z) (z + 1)); try (rewrite plus_IZR; lra).
  f_equal. lia.
Qed.

Lemma natural (n : R) : integer n /\ 0 <= n -> exists i : nat, n = INR i.
Proof.
  intros [[z ->] H]. exists (Z.to_nat z). rewrite INR_IZR_INZ, Z2Nat.id; [reflexivity | now apply le_IZR].
Qed.

Lemma index_INR (i : nat) : index (INR i) = i.
Proof. now rewrite INR_IZR_INZ, index_IZR, Nat2Z.id. Qed.

Lemma power_literal (a : R) (z : Z) : a ^^ IZR z = pow a (Z.to_nat z).
Proof. unfold power. now rewrite index_IZR. Qed.

Module Rule.

(** * Rules: and, or, not, implies *)

Lemma assume {F : Prop} : F -> F.
Proof. trivial. Qed.

Lemma discharge {F C : Prop} : (F -> C) -> implies F C.
Proof. trivial. Qed.

Lemma detach {A C : Prop} : implies A C -> A -> C.
Proof. trivial. Qed.

Lemma conjoin {A B : Prop} : A -> B -> A /\ B.
Proof. split; trivial. Qed.

Lemma part_0 {A B : Prop} : A /\ B -> A.
Proof. now intros []. Qed.

Lemma part_1 {A B : Prop} : A /\ B -> B.
Proof. now intros []. Qed.

Lemma cases {A B C : Prop} : A \/ B -> (A -> C) -> (B -> C) -> C.
Proof. intros []; auto. Qed.

(** * Rules: for all, there is *)

Lemma generalise {A : Type} {P : A -> Prop} : (forall v, P v) -> all P.
Proof. trivial. Qed.

Lemma specialise {A : Type} {P : A -> Prop} : all P -> forall value, P value.
Proof. trivial. Qed.

Lemma witness {A : Type} (P : A -> Prop) (value : A) : P value -> exists v, P v.
Proof. now exists value. Qed.

Lemma unpack {A : Type} {P : A -> Prop} {C : Prop} : (exists v, P v) -> (forall v, P v -> C) -> C.
Proof. intros [v H]; eauto. Qed.

Lemma instantiate {A : Type} {P : A -> Prop} : (forall v, P v) -> forall value, P value.
Proof. trivial. Qed.

(** * Rules: equality, functions *)

Lemma reflexive {A : Type} (t : A) : t = t.
Proof. reflexivity. Qed.

Lemma beta {A B : Type} (f : A -> B) (a : A) : (fun x => f x) a = f a.
Proof. reflexivity. Qed.

Lemma replace {A : Type} {a b : A} (P : A -> Prop) : a = b -> P a -> P b.
Proof. now intros []. Qed.

Lemma congruent {A B : Type} {f g : A -> B} {a b : A} : f = g -> a = b -> f a = g b.
Proof. now intros [] []. Qed.

Lemma transitive {A : Type} {a b c : A} : b = c -> a = b -> a = c.
Proof. now intros [] []. Qed.

Lemma abstracted {A B : Type} {f g : A -> B} : (forall v, f v = g v) -> (fun v => f v) = (fun v => g v).
Proof. apply functional_extensionality. Qed.

Lemma follow {A B : Prop} : A = B -> A -> B.
Proof. now intros []. Qed.

(** A defined constant is a definition of Coq, so that its equation holds by computation. *)
Lemma define {A : Type} (meaning : A) : meaning = meaning.
Proof. reflexivity. Qed.

(** * Rules: integers *)

Lemma induction (P : R -> Prop) :
  P 0 -> (forall n, integer n /\ 0 <= n -> P n -> P (n + 1)) -> forall n, integer n /\ 0 <= n -> P n.
Proof.
  intros base step n Hn. destruct (natural n Hn) as [i ->]. clear Hn.
  induction i as [|i IH]; [exact base|]. rewrite S_INR. apply step; [|exact IH].
  split; [|apply pos_INR]. exists (Z.of_nat i). apply INR_IZR_INZ.
Qed.

Lemma literal (z : Z) : integer (IZR z).
Proof. now exists z. Qed.

End Rule.

Module Law.

(** * Axioms of the logic, which are theorems here *)

Lemma truth : True.
Proof. trivial. Qed.

Lemma choose_left (p q : Prop) : p -> p \/ q.
Proof. now left. Qed.

Lemma choose_right (p q : Prop) : q -> p \/ q.
Proof. now right. Qed.

Lemma reject (p : Prop) : (p -> False) -> ~ p.
Proof. trivial. Qed.

Lemma clash (p : Prop) : ~ p -> p -> False.
Proof. trivial. Qed.

Lemma absurd (p : Prop) : (~ p -> False) -> p.
Proof. apply NNPP. Qed.

Lemma equivalent (p q : Prop) : (p -> q) -> (q -> p) -> p = q.
Proof. intros; now apply propositional_extensionality. Qed.

Lemma eta {A B : Type} (f : A -> B) : (fun x => f x) = f.
Proof. reflexivity. Qed.

Lemma if_true {A : Type} (p : Prop) (u v : A) : p -> (If p Then u Else v) = u.
Proof. intros H. unfold choice. now destruct excluded_middle_informative. Qed.

Lemma if_false {A : Type} (p : Prop) (u v : A) : ~ p -> (If p Then u Else v) = v.
Proof. intros H. unfold choice. now destruct excluded_middle_informative. Qed.

Lemma recursion_0 {A : Type} (step : R -> A -> A) (u : A) : rec u step 0 = u.
Proof. unfold rec. now rewrite (index_IZR 0). Qed.

Lemma recursion_next {A : Type} (n : R) (step : R -> A -> A) (u : A) :
  integer n /\ 0 <= n -> rec u step (n + 1) = step n (rec u step n).
Proof.
  intros Hn. destruct (natural n Hn) as [i ->]. unfold rec. now rewrite <- S_INR, !index_INR.
Qed.

Lemma integer_plus (a b : R) : integer a /\ integer b -> integer (a + b).
Proof. intros [[x ->] [y ->]]. exists (x + y)%Z. symmetry. apply plus_IZR. Qed.

Lemma integer_times (a b : R) : integer a /\ integer b -> integer (a * b).
Proof. intros [[x ->] [y ->]]. exists (x * y)%Z. symmetry. apply mult_IZR. Qed.

Lemma quotient (a b : R) : ~ b = 0 -> a / b * b = a.
Proof. intros. now field. Qed.

Lemma quotient_times (a b : R) : a / b = a * (1 / b).
Proof. unfold Rdiv. ring. Qed.

Lemma power_0 (a : R) : a ^^ 0 = 1.
Proof. now rewrite power_literal. Qed.

Lemma power_next (a n : R) : integer n /\ 0 <= n -> a ^^ (n + 1) = a ^^ n * a.
Proof.
  intros Hn. destruct (natural n Hn) as [i ->]. unfold power. rewrite <- S_INR, !index_INR. simpl. ring.
Qed.

Lemma exp_plus (a b : R) : exp (a + b) = exp a * exp b.
Proof. apply Exp_prop.exp_plus. Qed.

Lemma exp_above (a : R) : ~ a = 0 -> 1 + a < exp a.
Proof. apply exp_ineq1. Qed.

Lemma exp_0 : exp 0 = 1.
Proof. apply Rtrigo_def.exp_0. Qed.

Lemma exp_log (a : R) : 0 < a -> exp (ln a) = a.
Proof. apply exp_ln. Qed.

Lemma archimedes (a : R) : exists n, integer n /\ a < n.
Proof. exists (IZR (up a)). split; [now exists (up a) | apply archimed]. Qed.

Lemma sqrt (a : R) : 0 <= a -> 0 <= R_sqrt.sqrt a /\ R_sqrt.sqrt a * R_sqrt.sqrt a = a.
Proof. intros H. split; [apply sqrt_pos | now apply sqrt_sqrt]. Qed.

End Law.

(** * Arithmetic *)

Module Arithmetic.

(** Positivstellensatz: a positive number, one that is not negative and one that is zero do not add up to zero. *)
Lemma contradiction (positive cone zero : R) : 0 < positive -> 0 <= cone -> zero = 0 -> positive + cone + zero = 0 -> False.
Proof. lra. Qed.

Lemma even_power (p : R) (k : nat) : p <> 0 -> 0 < p ^ (2 * k).
Proof. intros. rewrite pow_mult. apply pow_lt. assert (0 < Rsqr p) by now apply Rsqr_pos_lt. unfold Rsqr in *. lra. Qed.

Lemma sum_of_zeros (a b : R) : a = 0 -> b = 0 -> a + b = 0.
Proof. lra. Qed.

(** What a comparison of quotients says of polynomials, and back: the difference of its sides is n / d. *)
Section Quotients.
Variables l r n d s : R.
Hypothesis difference : l - r = n / d.

Lemma to_equal : n = 0 -> l = r.
Proof. intros z. rewrite z in difference. unfold Rdiv in difference. lra. Qed.

Lemma to_different : d <> 0 -> n <> 0 -> l <> r.
Proof. intros D N e. apply N. replace n with (n / d * d) by now field. rewrite <- difference. rewrite e. ring. Qed.

Lemma scaled : d <> 0 -> n * s = (l - r) * (s * d).
Proof. intros. rewrite difference. now field. Qed.

Lemma to_more : d <> 0 -> 0 < s * d -> 0 < n * s -> l > r.
Proof. intros D S N. rewrite scaled in N by exact D. nra. Qed.

Lemma to_at_least : d <> 0 -> 0 < s * d -> 0 <= n * s -> l >= r.
Proof. intros D S N. rewrite scaled in N by exact D. nra. Qed.

Lemma of_equal : d <> 0 -> l = r -> n = 0.
Proof. intros D e. replace n with (n / d * d) by now field. rewrite <- difference. rewrite e. ring. Qed.

Lemma of_different : l <> r -> n <> 0.
Proof. intros N z. apply N. now apply to_equal. Qed.

Lemma of_more : d <> 0 -> 0 < s * d -> l > r -> 0 < n * s.
Proof. intros D S N. rewrite scaled by exact D. nra. Qed.

Lemma of_at_least : d <> 0 -> 0 < s * d -> l >= r -> 0 <= n * s.
Proof. intros D S N. rewrite scaled by exact D. nra. Qed.
End Quotients.

Lemma square (p : R) : p <> 0 -> 0 < p * p.
Proof. intros. now apply Rsqr_pos_lt. Qed.

End Arithmetic.

(** Powers with a literal exponent as products. *)
Ltac literal_powers := rewrite ?power_literal in *; cbv [Z.to_nat Pos.to_nat Pos.iter_op Init.Nat.add] in *.

Ltac taken_apart := repeat match goal with H : _ /\ _ |- _ => destruct H end.

(** A formula whose parts are known. *)
Ltac gathered :=
  first
    [ assumption
    | exact I
    | lazymatch goal with
      | |- _ /\ _ => split; gathered
      | |- _ \/ _ => first [left; gathered | right; gathered]
      end
    | match goal with H : _ \/ _ |- _ => destruct H; gathered end
    | contradiction ].

(** A formula from one that says the same of the same polynomials, as the logic or as the kernel of arithmetic writes it. *)
Ltac resaid :=
  first
    [ assumption
    | exact I
    | lra
    | lazymatch goal with
      | |- _ -> _ => intro; resaid
      | |- ~ _ => intro; resaid
      | |- _ /\ _ => split; resaid
      | H : _ /\ _ |- _ => destruct H; resaid
      | H : _ \/ _ |- _ => destruct H; resaid
      | H : ~ (_ /\ _) |- _ => apply not_and_or in H; resaid
      | H : ~ (_ \/ _) |- _ => apply not_or_and in H; resaid
      | H : ~ ~ _ |- _ => apply NNPP in H; resaid
      | H : ~ True |- _ => destruct (H I)
      | H : ~ (_ -> _) |- _ => apply imply_to_and in H; resaid
      | H : ~ (_ < _) |- _ => apply Rnot_lt_le in H; resaid
      | H : ~ (_ <= _) |- _ => apply Rnot_le_lt in H; resaid
      end
    | match goal with
      | H : _ <> _ |- False => solve [ apply H; lra ]
      | H : _ <> _ |- _ => solve [ exfalso; apply H; lra ]
      | H : ~ ?A, a : ?A |- _ => destruct (H a)
      end
    | match goal with H : _ -> _ |- _ => apply imply_to_or in H; resaid end
    | solve [ left; resaid | right; resaid ] ].

(** The same terms, in which polynomials are written in another order. *)
Ltac alike := lazymatch goal with |- @eq R _ _ => first [ring | progress f_equal; alike] | |- _ => progress f_equal; alike end.
Ltac reordered H :=
  lazymatch type of H with
  | ?said => lazymatch goal with |- ?goal => let e := fresh in assert (e : said = goal) by alike; rewrite <- e; exact H end
  end.
Ltac restate H :=
  let h := fresh in
  generalize H; clear; intro h; intros; unfold implies in *; literal_powers; first [resaid | reordered h].

(** A formula from one of the same form, part by part. *)
Ltac part_by_part H :=
  lazymatch type of H with
  | _ /\ _ =>
      lazymatch goal with
      | |- _ /\ _ =>
          let a := fresh in let b := fresh in
          destruct H as [a b]; split; [clear b; part_by_part a | clear a; part_by_part b]
      | |- _ => restate H
      end
  | _ \/ _ =>
      lazymatch goal with
      | |- _ \/ _ => destruct H as [H | H]; [left | right]; part_by_part H
      | |- _ => restate H
      end
  | _ => restate H
  end.
Ltac likewise H := first [part_by_part H | restate H].

(** The parts of a certificate. *)
Ltac positive :=
  lazymatch goal with
  | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive
  | |- 0 < ?p ^ ?k =>
      first [ apply pow_lt; assumption
            | let h := eval compute in (Nat.div2 k) in apply (Arithmetic.even_power p h); assumption ]
  | _ => lra
  end.
Ltac not_negative :=
  first
    [ assumption
    | apply Rlt_le; assumption
    | lazymatch goal with
      | |- 0 <= _ + _ => apply Rplus_le_le_0_compat; not_negative
      | |- 0 <= ?r * ?r => apply Rle_0_sqr
      | |- 0 <= _ * _ => apply Rmult_le_pos; not_negative
      end
    | lra ].
Ltac vanishing :=
  lazymatch goal with
  | |- _ + _ = 0 => apply Arithmetic.sum_of_zeros; vanishing
  | |- _ * _ = 0 => apply Rmult_eq_0_compat_l; assumption
  | _ => reflexivity
  end.
Ltac identity := first [ ring | field | lra ].

(** A sum of products of what is positive; a product with a factor that is zero. *)
Ltac positive_sum :=
  first
    [ assumption
    | lazymatch goal with
      | |- 0 < _ + _ => apply Rplus_lt_0_compat; positive_sum
      | |- 0 < _ * _ => apply Rmult_lt_0_compat; positive_sum
      | |- 0 < _ ^ _ => apply pow_lt; positive_sum
      end
    | lra ].
Ltac vanishing_product := match goal with s : _ = 0 |- _ => rewrite s; ring end.

Ltac one_variable := taken_apart; first [ lra | resaid ].

(** An integer above the integer z is at least the next one. *)
Ltac rounded_up n z :=
  match goal with
  | H : integer n |- _ =>
      let i := fresh in
      destruct H as [i ->];
      assert (z < i)%Z by (apply lt_IZR; lra);
      assert (IZR (z + 1) <= IZR i) by (apply IZR_le; lia);
      rewrite plus_IZR in *; lra
  end.

(** An integer between two integers is one of those there. *)
Ltac one_of n low high :=
  match goal with
  | H : integer n |- _ =>
      let i := fresh in
      destruct H as [i ->];
      assert (low <= i <= high)%Z by (split; apply le_IZR; lra);
      let rec walk z := first [ assert (i = z) as -> by lia; repeat first [left; lra | lra | right]
                              | destruct (Z.eq_dec i z) as [-> | ?]; [repeat first [left; lra | lra | right] |
                                  let next := eval compute in (z + 1)%Z in walk next] ] in
      walk low
  end.

(** A divisor that is not zero, since its factors or a multiple are known not to be. *)
Ltac nonzero :=
  first
    [ assumption
    | lazymatch goal with
      | |- _ * _ <> 0 => apply Rmult_integral_contrapositive_currified; nonzero
      | |- _ ^ _ <> 0 => apply pow_nonzero; nonzero
      | |- _ / _ <> 0 => apply Rmult_integral_contrapositive_currified; [nonzero | apply Rinv_neq_0_compat; nonzero]
      end
    | clear; lra
    | match goal with H : ?p <> 0 |- ?q <> 0 => solve [ let z := fresh in intro z; apply H; clear - z; lra ] end
    | lra
    | match goal with H : ?p * ?q <> 0 |- _ => solve [ let z := fresh in intro z; apply H; rewrite z; ring ] end ].
