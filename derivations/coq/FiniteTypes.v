(** The definitions of the field as one who works with mathcomp writes them: truths and responses are finite types,
    sums and products are big operators, events are sets, the answers of n respondents are a finite function. For each
    the theorem [..._agrees] says that the definition of rrproof, made from the text that its proofs use, says the same
    of the numbers 1, ..., n, which stand for the elements of ['I_n]. *)

Set Warnings "-notation-overridden".
From rrproof Require Import Logic Definitions.
From mathcomp Require Import all_ssreflect.
Require Import ClassicalEpsilon FunctionalExtensionality.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Open Scope R_scope.

(** * Sums and products of real numbers as big operators *)

Canonical plus_law := Monoid.Law (fun x y z => esym (Rplus_assoc x y z)) Rplus_0_l Rplus_0_r.
Canonical plus_comm_law := Monoid.ComLaw Rplus_comm.
Canonical times_law := Monoid.Law (fun x y z => esym (Rmult_assoc x y z)) Rmult_1_l Rmult_1_r.
Canonical times_comm_law := Monoid.ComLaw Rmult_comm.
Canonical times_zero_law := Monoid.MulLaw Rmult_0_l Rmult_0_r.
Canonical plus_times_law := Monoid.AddLaw Rmult_plus_distr_r (fun x y z => Rmult_plus_distr_l x y z).

Notation "\sum_ i F" := (\big[Rplus/0]_i F) : R_scope.
Notation "\sum_ ( i | P ) F" := (\big[Rplus/0]_(i | P%B) F) : R_scope.
Notation "\sum_ ( i : T ) F" := (\big[Rplus/0]_(i : T) F) : R_scope.
Notation "\sum_ ( i < n ) F" := (\big[Rplus/0]_(i < n) F) : R_scope.
Notation "\sum_ ( i 'in' A ) F" := (\big[Rplus/0]_(i in A) F) : R_scope.
Notation "\prod_ i F" := (\big[Rmult/1]_i F) : R_scope.
Notation "\prod_ ( i < n ) F" := (\big[Rmult/1]_(i < n) F) : R_scope.

(** The definitions of the field. *)
Module Finite.

Section TruthsAndResponses.
Variables X Y Z : finType.
Implicit Types (P : X -> Y -> R) (q p : Y -> R) (g h : Y -> R) (x delta : R).

(** A law on a finite type, a design matrix, and the law of a response where the truths have the shares [pi]. *)
Definition law q := (forall y, 0 <= q y) /\ \sum_y q y = 1.
Definition design P := forall a, law (P a).
Definition response (pi : X -> R) P : Y -> R := fun y => \sum_a pi a * P a y.

(** Moments of [g] under the law [q]. *)
Definition mean q g := \sum_y q y * g y.
Definition variance q g := mean q (fun y => (g y - mean q g) ^ 2).
Definition covariance q g h := mean q (fun y => (g y - mean q g) * (h y - mean q h)).

(** eps-local differential privacy, x = e^eps; (eps, delta) for each event, a set of responses; the smallest level. *)
Definition private P x := forall a b y, P a y <= x * P b y.
Definition private_within P x delta :=
  forall a b (A : {set Y}), \sum_(y in A) P a y <= x * (\sum_(y in A) P b y) + delta.
Definition least_level P x := private P x /\ forall z, private P z -> x <= z.

Definition total_variation p q := (\sum_y Rabs (p y - q y)) / 2.
Definition through P (C : Y -> Z -> R) : X -> Z -> R := fun a z => \sum_y P a y * C y z.

(** The belief in a truth that has the share [L a] before, where what is seen has the probability [Q a] under it. *)
Definition belief (Q L : X -> R) := fun a => L a * Q a / (\sum_b L b * Q b).

End TruthsAndResponses.

(** Blackwell's order: [Q] is [P] followed by a channel. *)
Definition informative (X Y Z : finType) (P : X -> Y -> R) (Q : X -> Z -> R) :=
  exists C : Y -> Z -> R, design C /\ forall a z, Q a z = through P C a z.

Section Respondents.
Variables (n : nat) (X Y : finType).
Implicit Types (w : {ffun 'I_n -> Y}) (q : Y -> R) (S T : {ffun 'I_n -> Y} -> R) (P : X -> Y -> R).

(** n responses with the law [q]: the chance of a word of responses, the moments of a statistic. *)
Definition chance q w := \prod_t q (w t).
Definition expectation q T := \sum_w chance q w * T w.
Definition dispersion q T := expectation q (fun w => (T w - expectation q T) ^ 2).
Definition codispersion q S T := expectation q (fun w => (S w - expectation q S) * (T w - expectation q T)).

Definition total (g : Y -> R) := fun w => \sum_t g (w t).
Definition weighted (a : 'I_n -> R) (g : Y -> R) := fun w => \sum_t a t * g (w t).
Definition frequency y := fun w => INR #|[set t | w t == y]|.
Definition empirical w := fun y => frequency y w / INR n.

(** The maximum-likelihood estimates from the responses [w]; unbiased estimates of [f] of the shares. *)
Definition most_likely P w pi :=
  law pi /\ forall rho, law rho -> chance (response rho P) w <= chance (response pi P) w.
Definition unbiased P T (f : (X -> R) -> R) := forall pi, law pi -> expectation (response pi P) T = f pi.

(** Independent responses, each with its own law. *)
Definition independent (q : 'I_n -> Y -> R) T := \sum_(w : {ffun 'I_n -> Y}) (\prod_t q t (w t)) * T w.
Definition independent_variance (q : 'I_n -> Y -> R) T := independent q (fun w => (T w - independent q T) ^ 2).
Definition independent_covariance (q : 'I_n -> Y -> R) S T :=
  independent q (fun w => (S w - independent q S) * (T w - independent q T)).

(** Cards dealt one after another from a deck with [c y] cards [y]: the chance of a word, by how many are left. *)
Definition dealt (c : Y -> R) T := \sum_(w : {ffun 'I_n -> Y})
  (\prod_t ((c (w t) - INR #|[set s : 'I_n | (s < t)%N && (w s == w t)]|) / (\sum_y c y - INR t))) * T w.

(** An adaptive mechanism: in round t the response [y] has the probability [M t w a y], after the responses in [w]. *)
Definition history (M : 'I_n -> {ffun 'I_n -> Y} -> X -> Y -> R) := fun a w => \prod_t M t w a (w t).

End Respondents.

(** Randomized response with level [x] on a finite type, and the matrix a I + b J. *)
Definition randomized_response (X : finType) x := fun a y : X =>
  if y == a then x / (x + INR #|X| - 1) else 1 / (x + INR #|X| - 1).
Definition symmetric (X : finType) a b := fun u v : X => if u == v then a + b else b.

(** A pure protocol: the response [y] supports the values in [S y]. *)
Definition pure (X Y : finType) (P : X -> Y -> R) (S : Y -> {set X}) p q :=
  forall a i, \sum_(y | i \in S y) P a y = if a == i then p else q.

(** Unary encoding: each bit of a response, the set of those that are 1, is drawn by itself. *)
Definition unary_encoding (X : finType) p q := fun (a : X) (B : {set X}) =>
  \prod_i if i == a then (if i \in B then p else 1 - p) else (if i \in B then q else 1 - q).

(** Hash functions, two values have the same hash under one in #|G| of them; columns of a Hadamard matrix as sets. *)
Definition universal (A X G : finType) (H : A -> X -> G) :=
  forall i j, i <> j -> (#|G| * #|[set a | H a i == H a j]|)%N = #|A|.
Definition hadamard (X Y : finType) (S : Y -> {set X}) :=
  (forall i, (2 * #|[set y | i \in S y]|)%N = #|Y|) /\
  forall i j, i <> j -> (4 * #|[set y | (i \in S y) && (j \in S y)]|)%N = #|Y|.

(** A response [o] is relaxed to [z], where the truth is [a]; n times, from level to level. *)
Definition relaxing (X : finType) p q r := fun o a z : X =>
  if o == a then (if z == a then p else (1 - p) / (INR #|X| - 1))
  else if z == a then q else if z == o then r else (1 - q - r) / (INR #|X| - 2).
Definition relaxed (n : nat) (X : finType) (level : nat -> R) (a : X) (w : {ffun 'I_n.+1 -> X}) :=
  let m := INR #|X| in
  randomized_response (level 0%N) a (w ord0) * \prod_(t < n)
    let x := level t in let y := level t.+1 in
    relaxing (relaxed_truth m x y) (relaxed_to_truth m x y) (relaxed_same m x y)
      (w (widen_ord (leqnSn n) t)) a (w (lift ord0 t)).

End Finite.

(** * The numbers 1, ..., n and the elements of ['I_n] *)

Definition value n (i : 'I_n) : R := INR i.+1.

(** The function of the numbers 1, ..., n with these values, 0 elsewhere; a word of responses as such a function. *)
Definition spread n (f : 'I_n -> R) (x : R) : R :=
  if insub (Logic.index x).-1 is Some i then If x = value i Then f i Else 0 else 0.
Definition letters n m (w : {ffun 'I_n -> 'I_m}) : R -> R := spread (fun t => value (w t)).

Lemma integer_INR (n : nat) : integer (INR n).
Proof. by exists (Z.of_nat n); apply: INR_IZR_INZ. Qed.

Lemma value_range n (i : 'I_n) : integer (value i) /\ 1 <= value i /\ value i <= INR n.
Proof.
split; first exact: integer_INR.
by split; [apply: (le_INR 1) | apply: le_INR]; apply/leP => //; apply: ltn_ord.
Qed.

Lemma range_value n y : integer y /\ 1 <= y /\ y <= INR n -> exists i : 'I_n, y = value i.
Proof.
move=> [iy [y1 yn]]; have [|[|j] yE] := natural y; first by split=> //; lra.
  by move: y1; rewrite yE /=; lra.
have lt : (j < n)%N by apply/leP/INR_le; rewrite -yE.
by exists (Ordinal lt).
Qed.

Lemma in_range n (Q : R -> Prop) :
  (forall y, integer y /\ 1 <= y /\ y <= INR n -> Q y) <-> forall i : 'I_n, Q (value i).
Proof.
split=> [H i|H y /range_value [i ->]]; [exact: H (value_range i) | exact: H].
Qed.

Lemma value_inj n : injective (@value n).
Proof. by move=> i j /INR_eq [] /val_inj. Qed.

Lemma value_eq n (i j : 'I_n) : value i = value j <-> i = j.
Proof. by split=> [/value_inj|->]. Qed.

Lemma spread_value n (f : 'I_n -> R) i : spread f (value i) = f i.
Proof. by rewrite /spread /value index_INR /= valK Rule.if_true. Qed.

Lemma spread_out n (f : 'I_n -> R) x : (forall i : 'I_n, x <> value i) -> spread f x = 0.
Proof. by move=> out; rewrite /spread; case: insub => // i; rewrite Rule.if_false. Qed.

Lemma count_INR n : integer (INR n) /\ 0 <= INR n.
Proof. by split; [apply: integer_INR | apply: pos_INR]. Qed.

Theorem sum_agrees n f : sum (INR n) f = \sum_(i < n) f (value i).
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 /sum Rule.recursion_0.
rewrite big_ord_recr S_INR /sum (Rule.recursion_next _ _ _ (count_INR n)) -/(sum (INR n) f) IH /=.
by rewrite [value ord_max]S_INR.
Qed.

Theorem prod_agrees n f : prod (INR n) f = \prod_(i < n) f (value i).
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 /prod Rule.recursion_0.
rewrite big_ord_recr S_INR /prod (Rule.recursion_next _ _ _ (count_INR n)) -/(prod (INR n) f) IH /=.
by rewrite [value ord_max]S_INR.
Qed.

(** * Words *)

Lemma letters_next n m (w : {ffun 'I_n -> 'I_m}) (y : 'I_m) :
  extended (letters w) (INR n + 1) (value y) =
  letters [ffun i : 'I_n.+1 => oapp w y (unlift ord_max i)].
Proof.
apply: functional_extensionality => t; rewrite /extended -S_INR.
have [->|other] := classic (t = INR n.+1).
  by rewrite Rule.if_true // /letters (spread_value _ ord_max) ffunE unlift_none.
rewrite Rule.if_false //.
have [[i ->]|out] := classic (exists i : 'I_n, t = value i).
  have -> : value i = value (lift ord_max i) by rewrite /value lift_max.
  rewrite /letters spread_value ffunE liftK /=.
  by have -> : value (lift ord_max i) = value i; rewrite ?spread_value // /value lift_max.
rewrite /letters !spread_out // => [i|i iE]; last by apply: out; exists i.
case: (unliftP ord_max i) => [j|] iE tE; last by apply: other; rewrite tE iE.
by apply: out; exists j; rewrite tE iE /value lift_max.
Qed.

Lemma sum_of_next (A : finType) n (F : {ffun 'I_n.+1 -> A} -> R) :
  \sum_(w : {ffun 'I_n.+1 -> A}) F w =
  \sum_(w : {ffun 'I_n -> A}) \sum_(y : A) F [ffun i => oapp w y (unlift ord_max i)].
Proof.
rewrite pair_big /=.
apply: (reindex (fun p : {ffun 'I_n -> A} * A => [ffun i => oapp p.1 p.2 (unlift ord_max i)])).
pose g (w : {ffun 'I_n.+1 -> A}) := ([ffun i => w (lift ord_max i)] : {ffun 'I_n -> A}, w ord_max).
apply/onW_bij/(Bijective (g := g)).
  by case=> w y; congr pair; [apply/ffunP => i|]; rewrite !ffunE ?liftK ?unlift_none.
by move=> w; apply/ffunP => i; rewrite ffunE /g; case: (unliftP ord_max i) => [j|] -> /=; rewrite ?ffunE.
Qed.

Theorem words_agrees n m F : words (INR n) (INR m) F = \sum_(w : {ffun 'I_n -> 'I_m}) F (letters w).
Proof.
elim: n F => [|n IH] F.
  have none (i : 'I_0) : 'I_m by case: i.
  rewrite (big_pred1 (finfun none)) => [|w]; last by apply/esym/eqP/ffunP => -[].
  rewrite /words Rule.recursion_0 /letters; congr F; apply: functional_extensionality => t.
  by rewrite spread_out // => -[].
rewrite sum_of_next S_INR /words (Rule.recursion_next _ _ _ (count_INR n)).
rewrite -/(words (INR n) (INR m) _) IH; apply: eq_bigr => w _.
by rewrite sum_agrees; apply: eq_bigr => y _; rewrite letters_next.
Qed.

(** * Laws, designs and privacy *)

(** Functions of numbers as functions of the elements for which these stand. *)
Definition on1 n (q : R -> R) : 'I_n -> R := fun i => q (value i).
Definition on2 k m (P : R -> R -> R) : 'I_k -> 'I_m -> R := fun a y => P (value a) (value y).
Arguments on1 n q i /.
Arguments on2 k m P a y /.

(** The function of two numbers with these values. *)
Definition spread2 k m (P : 'I_k -> 'I_m -> R) (x y : R) : R := spread (fun a => spread (P a) y) x.

Lemma spread2_value k m (P : 'I_k -> 'I_m -> R) a y : spread2 P (value a) (value y) = P a y.
Proof. by rewrite /spread2 !spread_value. Qed.

Lemma as_difference a b : a + (-1) * b = a - b.
Proof. ring. Qed.

Lemma as_square a : a ^^ 2 = a ^ 2.
Proof. exact: (power_literal a 2). Qed.

Theorem abs_agrees a : abs a = Rabs a.
Proof.
rewrite /abs; have [le|lt] := Rle_or_lt 0 a; first by rewrite Rule.if_true ?Rabs_pos_eq.
by rewrite Rule.if_false ?Rabs_left //; lra.
Qed.

Theorem max_agrees a b : Definitions.max a b = Rmax a b.
Proof.
rewrite /Definitions.max; have [le|lt] := Rle_or_lt a b; first by rewrite Rule.if_true ?Rmax_right.
by rewrite Rule.if_false ?Rmax_left //; lra.
Qed.

Theorem min_agrees a b : Definitions.min a b = Rmin a b.
Proof.
rewrite /Definitions.min; have [le|lt] := Rle_or_lt a b; first by rewrite Rule.if_true ?Rmin_left.
by rewrite Rule.if_false ?Rmin_right //; lra.
Qed.

Theorem indicator_agrees (A : Prop) (b : bool) : reflect A b -> indicator A = if b then 1 else 0.
Proof. by rewrite /indicator; case=> H; [rewrite Rule.if_true | rewrite Rule.if_false]. Qed.

Lemma value_reflect n (i j : 'I_n) : reflect (value i = value j) (i == j).
Proof. by apply: (iffP eqP) => [->|/value_inj]. Qed.

Theorem law_agrees m q : law (INR m) q <-> Finite.law (@on1 m q).
Proof.
rewrite /law sum_agrees; split=> -[positive one]; split=> //.
  by move=> y; apply: positive (value_range y).
exact/in_range.
Qed.

Theorem design_agrees k m P : design (INR k) (INR m) P <-> Finite.design (@on2 k m P).
Proof.
split=> [H a|H]; first exact/law_agrees/(H _ (value_range a)).
by apply/in_range => a; apply/law_agrees/(H a).
Qed.

Theorem response_agrees k m pi P (y : 'I_m) :
  response (INR k) pi P (value y) = Finite.response (@on1 k pi) (@on2 k m P) y.
Proof. by rewrite /response sum_agrees. Qed.

Theorem mean_agrees m q g : mean (INR m) q g = Finite.mean (@on1 m q) (on1 g).
Proof. by rewrite /mean sum_agrees. Qed.

Theorem variance_agrees m q g : variance (INR m) q g = Finite.variance (@on1 m q) (on1 g).
Proof. by rewrite /variance !mean_agrees; apply: eq_bigr => y _ /=; rewrite as_square as_difference. Qed.

Theorem covariance_agrees m q g h :
  covariance (INR m) q g h = Finite.covariance (@on1 m q) (on1 g) (on1 h).
Proof. by rewrite /covariance !mean_agrees; apply: eq_bigr => y _ /=; rewrite !as_difference. Qed.

Theorem private_agrees k m P x : private (INR k) (INR m) P x <-> Finite.private (@on2 k m P) x.
Proof.
split=> [H a b y|H]; first exact: (H _ (value_range a) _ (value_range b) _ (value_range y)).
by apply/in_range => a; apply/in_range => b; apply/in_range => y; apply: H.
Qed.

Lemma sum_event m (S : {set 'I_m}) (A f : R -> R) :
  (forall y : 'I_m, A (value y) = if y \in S then 1 else 0) ->
  sum (INR m) (fun y => f y * A y) = \sum_(y in S) f (value y).
Proof.
move=> inS; rewrite sum_agrees [RHS]big_mkcond; apply: eq_bigr => y _.
by rewrite inS; case: ifP => _; rewrite ?Rmult_1_r ?Rmult_0_r.
Qed.

Theorem private_within_agrees k m P x delta :
  private_within (INR k) (INR m) P x delta <-> Finite.private_within (@on2 k m P) x delta.
Proof.
split=> [H a b S|H].
  pose A := spread (fun y : 'I_m => if y \in S then 1 else 0).
  have inS (y : 'I_m) : A (value y) = if y \in S then 1 else 0 by apply: spread_value.
  have := H _ (value_range a) _ (value_range b) A; rewrite !(sum_event _ inS); apply.
  by move=> _ /range_value [y ->]; rewrite inS; case: ifP; [right | left].
move=> _ /range_value [a ->] _ /range_value [b ->] A A01.
pose S := [set y : 'I_m | if excluded_middle_informative (A (value y) = 1) then true else false].
have inS (y : 'I_m) : A (value y) = if y \in S then 1 else 0.
  rewrite inE; case: excluded_middle_informative => [one|other] /=; first exact: one.
  by case: (A01 _ (value_range y)) => [->|/other].
by rewrite !(sum_event _ inS); apply: H.
Qed.

Theorem least_level_agrees k m P x : least_level (INR k) (INR m) P x <-> Finite.least_level (@on2 k m P) x.
Proof.
by split=> -[/private_agrees px least]; split=> // z /private_agrees pz; apply: least.
Qed.

Theorem total_variation_agrees m p q : total_variation (INR m) p q = Finite.total_variation (@on1 m p) (on1 q).
Proof.
rewrite /total_variation sum_agrees; congr (_ / _).
by apply: eq_bigr => y _; rewrite abs_agrees as_difference.
Qed.

Theorem through_agrees k m l P C (a : 'I_k) (z : 'I_l) :
  through (INR m) P C (value a) (value z) = Finite.through (on2 P) (@on2 m l C) a z.
Proof. by rewrite /through sum_agrees. Qed.

Theorem informative_agrees k m l P Q :
  informative (INR k) (INR m) (INR l) P Q <-> Finite.informative (@on2 k m P) (@on2 k l Q).
Proof.
split=> [[C [channelC H]]|[C [channelC H]]].
  exists (on2 C); split; first exact/design_agrees.
  by move=> a z; rewrite -through_agrees; apply: H; apply: value_range.
exists (spread2 C).
have C_agrees (y : 'I_m) (z : 'I_l) : spread2 C (value y) (value z) = C y z by apply: spread2_value.
split.
  apply/design_agrees => y; have [positive one] := channelC y.
  by split=> [z|] /=; rewrite ?C_agrees // -one; apply: eq_bigr => z _ /=; rewrite C_agrees.
apply/in_range => a; apply/in_range => z; have /= -> := H a z.
by rewrite through_agrees; apply: eq_bigr => y _ /=; rewrite C_agrees.
Qed.

Theorem belief_agrees m Q L (a : 'I_m) :
  belief (INR m) Q L (value a) = Finite.belief (@on1 m Q) (on1 L) a.
Proof. by rewrite /belief sum_agrees. Qed.

(** * Respondents *)

Section Respondents.
Variables n k m : nat.
Implicit Types (w : {ffun 'I_n -> 'I_m}) (q g : R -> R) (P : R -> R -> R) (S T : (R -> R) -> R).

(** A statistic of words of numbers as one of words of responses. *)
Definition on_words T : {ffun 'I_n -> 'I_m} -> R := fun w => T (letters w).

Lemma letter w t : letters w (value t) = value (w t).
Proof. exact: spread_value. Qed.

Theorem chance_agrees q w : chance (INR n) q (letters w) = Finite.chance (on1 q) w.
Proof. by rewrite /chance prod_agrees; apply: eq_bigr => t _; rewrite letter. Qed.

Theorem expectation_agrees q T : expectation (INR n) (INR m) q T = Finite.expectation (on1 q) (on_words T).
Proof. by rewrite /expectation words_agrees; apply: eq_bigr => w _; rewrite chance_agrees. Qed.

Theorem dispersion_agrees q T : dispersion (INR n) (INR m) q T = Finite.dispersion (on1 q) (on_words T).
Proof.
rewrite /dispersion !expectation_agrees; apply: eq_bigr => w _.
by rewrite {1}/on_words as_square as_difference.
Qed.

Theorem codispersion_agrees q S T :
  codispersion (INR n) (INR m) q S T = Finite.codispersion (on1 q) (on_words S) (on_words T).
Proof.
rewrite /codispersion !expectation_agrees; apply: eq_bigr => w _.
by rewrite {1}/on_words !as_difference.
Qed.

Theorem total_agrees g w : Definitions.total (INR n) g (letters w) = Finite.total (on1 g) w.
Proof. by rewrite /Definitions.total sum_agrees; apply: eq_bigr => t _; rewrite letter. Qed.

Theorem weighted_agrees a g w : weighted (INR n) a g (letters w) = Finite.weighted (on1 a) (on1 g) w.
Proof. by rewrite /weighted sum_agrees; apply: eq_bigr => t _; rewrite letter. Qed.

Lemma sum_of_ones (I : finType) (A : {set I}) : \sum_i (if i \in A then 1 else 0) = INR #|A|.
Proof.
rewrite -big_mkcond big_const; elim: #|A| => [|i IH]; first by [].
by rewrite iterS IH S_INR Rplus_comm.
Qed.

Theorem frequency_agrees w y : frequency (INR n) (value y) (letters w) = Finite.frequency y w.
Proof.
rewrite /frequency /Finite.frequency sum_agrees -sum_of_ones; apply: eq_bigr => t _.
by rewrite letter inE; apply: indicator_agrees; apply: value_reflect.
Qed.

Theorem empirical_agrees w y : empirical (INR n) (letters w) (value y) = Finite.empirical w y.
Proof. by rewrite /empirical frequency_agrees. Qed.

Theorem most_likely_agrees P w pi :
  most_likely (INR n) (INR k) (INR m) P (letters w) pi <-> Finite.most_likely (@on2 k m P) w (on1 pi).
Proof.
have chanceE rho :
    chance (INR n) (response (INR k) rho P) (letters w) = Finite.chance (Finite.response (on1 rho) (@on2 k m P)) w.
  by rewrite chance_agrees; apply: eq_bigr => t _ /=; rewrite response_agrees.
split=> -[/law_agrees law_pi most]; split=> //.
  move=> rho law_rho; rewrite -chanceE.
  have same : Finite.response rho (on2 P) =1 Finite.response (on1 (spread rho)) (@on2 k m P).
    by move=> y; apply: eq_bigr => a _ /=; rewrite spread_value.
  have -> : Finite.chance (Finite.response rho (on2 P)) w =
      chance (INR n) (response (INR k) (spread rho) P) (letters w).
    by rewrite chanceE; apply: eq_bigr => t _.
  apply: most; apply/law_agrees; have [positive one] := law_rho.
  by split=> [a|] /=; rewrite ?spread_value // -one; apply: eq_bigr => a _ /=; rewrite spread_value.
by move=> rho /law_agrees law_rho; rewrite !chanceE; apply: most.
Qed.

Theorem unbiased_agrees P T f : (forall pi rho, @on1 k pi =1 on1 rho -> f pi = f rho) ->
  unbiased (INR n) (INR k) (INR m) P T f <->
  Finite.unbiased (@on2 k m P) (on_words T) (fun pi : 'I_k -> R => f (spread pi)).
Proof.
move=> local.
have meanE pi : expectation (INR n) (INR m) (response (INR k) pi P) T =
    Finite.expectation (Finite.response (on1 pi) (@on2 k m P)) (on_words T).
  rewrite expectation_agrees; apply: eq_bigr => w _; congr (_ * _).
  by apply: eq_bigr => t _ /=; rewrite response_agrees.
have expectationE (p q : 'I_m -> R) : p =1 q ->
    Finite.expectation p (on_words T) = Finite.expectation q (on_words T).
  by move=> pq; apply: eq_bigr => w _; congr (_ * _); apply: eq_bigr => t _; rewrite pq.
split=> H pi law_pi.
  rewrite -(H (spread pi)).
    by rewrite meanE; apply: expectationE => y; apply: eq_bigr => a _ /=; rewrite spread_value.
  apply/law_agrees; have [positive one] := law_pi.
  by split=> [a|] /=; rewrite ?spread_value // -one; apply: eq_bigr => a _ /=; rewrite spread_value.
by rewrite meanE (H (on1 pi)); [apply: local => a /=; rewrite spread_value | apply/law_agrees].
Qed.

Theorem independent_agrees P T : independent (INR n) (INR m) P T = Finite.independent (on2 P) (on_words T).
Proof.
rewrite /independent words_agrees; apply: eq_bigr => w _; rewrite prod_agrees; congr (_ * _).
by apply: eq_bigr => t _; rewrite letter.
Qed.

Theorem independent_variance_agrees P T :
  independent_variance (INR n) (INR m) P T = Finite.independent_variance (on2 P) (on_words T).
Proof.
rewrite /independent_variance !independent_agrees; apply: eq_bigr => w _.
by rewrite {1}/on_words as_square as_difference.
Qed.

Theorem independent_covariance_agrees P S T :
  independent_covariance (INR n) (INR m) P S T = Finite.independent_covariance (on2 P) (on_words S) (on_words T).
Proof.
rewrite /independent_covariance !independent_agrees; apply: eq_bigr => w _.
by rewrite {1}/on_words !as_difference.
Qed.

Theorem history_agrees M (a : 'I_k) w : history (INR n) M (value a) (letters w) =
  Finite.history (fun t v (b : 'I_k) y => M (value t) (letters v) (value b) (value y)) a w.
Proof. by rewrite /history prod_agrees; apply: eq_bigr => t _; rewrite letter. Qed.

End Respondents.

(** * Families of designs *)

Theorem randomized_response_agrees k x (a y : 'I_k) :
  randomized_response (INR k) x (value a) (value y) = Finite.randomized_response x a y.
Proof.
rewrite /randomized_response /Finite.randomized_response card_ord.
by case: (value_reflect y a) => H; [rewrite Rule.if_true | rewrite Rule.if_false].
Qed.

Theorem symmetric_agrees k a b (u v : 'I_k) :
  Definitions.symmetric a b (value u) (value v) = Finite.symmetric a b u v.
Proof.
rewrite /Definitions.symmetric (indicator_agrees (value_reflect u v)) /Finite.symmetric.
by case: ifP => _; ring.
Qed.

(** What supports the values in [S y]: a function that is 1 there and 0 elsewhere. *)
Definition supports k m (z : R -> R -> R) (S : 'I_m -> {set 'I_k}) :=
  forall y i, z (value y) (value i) = if i \in S y then 1 else 0.

Lemma bit_of (b : bool) : (if b then 1 else 0) = 0 \/ (if b then 1 else 0) = 1 :> R.
Proof. by case: b; [right | left]. Qed.

Theorem pure_agrees k m P z (S : 'I_m -> {set 'I_k}) p q : supports z S ->
  pure (INR k) (INR m) P z p q <-> Finite.pure (@on2 k m P) S p q.
Proof.
move=> zS.
have meanE (a i : 'I_k) :
    mean (INR m) (P (value a)) (fun y => z y (value i)) = \sum_(y | i \in S y) P (value a) (value y).
  rewrite mean_agrees [RHS]big_mkcond; apply: eq_bigr => y _ /=.
  by rewrite zS; case: ifP => _; rewrite ?Rmult_1_r ?Rmult_0_r.
have ifE (a i : 'I_k) : (If value a = value i Then p Else q) = if a == i then p else q.
  by case: (value_reflect a i) => H; [rewrite Rule.if_true | rewrite Rule.if_false].
split=> [[_ H] a i|H].
  by rewrite -meanE (H _ (value_range a) _ (value_range i)) ifE.
split=> [_ /range_value [y ->] _ /range_value [i ->]|]; first by rewrite zS; apply: bit_of.
by move=> _ /range_value [a ->] _ /range_value [i ->]; rewrite meanE H ifE.
Qed.

Theorem unary_encoding_agrees k m z (S : 'I_m -> {set 'I_k}) p q (a : 'I_k) y : supports z S ->
  unary_encoding (INR k) z p q (value a) (value y) = Finite.unary_encoding p q a (S y).
Proof.
move=> zS; rewrite /unary_encoding prod_agrees; apply: eq_bigr => i _; rewrite zS.
case: (value_reflect i a) => [->|other]; case: ifP => _ /=.
- by rewrite !Rule.if_true.
- by rewrite Rule.if_false ?Rule.if_true ?as_difference //; lra.
- by rewrite Rule.if_true ?Rule.if_false.
- by rewrite !Rule.if_false ?as_difference //; lra.
Qed.

Theorem subsets_agrees k l m z (S : 'I_m -> {set 'I_k}) : supports z S ->
  subsets (INR k) (INR l) (INR m) z <->
  injective S /\ forall A : {set 'I_k}, #|A| = l <-> exists y, S y = A.
Proof.
move=> zS.
have bitsE (v : R -> R) (A : {set 'I_k}) : (forall i, v (value i) = if i \in A then 1 else 0) ->
    bits (INR k) (INR l) v <-> #|A| = l.
  move=> vA; rewrite /bits sum_agrees (eq_bigr _ (fun i _ => vA i)) sum_of_ones.
  split=> [[_ /INR_eq]|->] //; split=> // _ /range_value [i ->]; rewrite vA; apply: bit_of.
have sameE y (A : {set 'I_k}) (v : R -> R) : (forall i, v (value i) = if i \in A then 1 else 0) ->
    (forall i, integer i /\ 1 <= i /\ i <= INR k -> z (value y) i = v i) <-> S y = A.
  move=> vA; split=> [H|SA _ /range_value [i ->]]; last by rewrite zS vA SA.
  apply/setP => i; have := H _ (value_range i); rewrite zS vA.
  by case: ifP => _; case: ifP => _ //; lra.
split=> [[small [once all]]|[once all]].
  split=> [y u yu|A].
    by apply/value_inj/(once _ (value_range y) _ (value_range u))/(sameE _ _ _ (zS u)).
  split=> [cardA|[y <-]]; last by apply/(bitsE _ _ (zS y))/small/value_range.
  pose v := spread (fun i : 'I_k => if i \in A then 1 else 0).
  have vA (i : 'I_k) : v (value i) = if i \in A then 1 else 0 by apply: spread_value.
  have [_ [/range_value [y ->] yv]] := all v (proj2 (bitsE v A vA) cardA).
  by exists y; apply/(sameE y A v vA).
split; first by move=> _ /range_value [y ->]; apply/(bitsE _ _ (zS y))/all; exists y.
split=> [_ /range_value [y ->] _ /range_value [u ->] yu|v v_bits].
  by congr value; apply: once; apply/(sameE y (S u) (z (value u)) (zS u)).
pose A := [set i : 'I_k | if excluded_middle_informative (v (value i) = 1) then true else false].
have vA i : v (value i) = if i \in A then 1 else 0.
  rewrite inE; case: excluded_middle_informative => [one|other] /=; first exact: one.
  by case: v_bits => v01 _; case: (v01 _ (value_range i)) => [->|/other].
have [y SA] := proj1 (all A) (proj1 (bitsE v A vA) v_bits).
by exists (value y); split; [apply: value_range | apply/(sameE y A v vA)].
Qed.

(** H of numbers is a family of functions of elements. *)
Theorem universal_agrees s k g H (F : 'I_s -> 'I_k -> 'I_g) :
  (forall a i, H (value a) (value i) = value (F a i)) ->
  universal (INR k) (INR s) (INR g) H <-> Finite.universal F.
Proof.
move=> HF.
have sumE (i j : 'I_k) : sum (INR s) (fun a => indicator (H a (value i) = H a (value j))) =
    INR #|[set a | F a i == F a j]|.
  rewrite sum_agrees -sum_of_ones; apply: eq_bigr => a _; rewrite inE !HF.
  exact/indicator_agrees/value_reflect.
split=> [[_ H'] i j ij|H'].
  apply: INR_eq; rewrite mult_INR -sumE card_ord card_ord; apply: H'; try exact: value_range.
  by move=> /value_inj.
split=> [_ /range_value [a ->] _ /range_value [i ->]|]; first by rewrite HF; apply: value_range.
move=> _ /range_value [i ->] _ /range_value [j ->] ij.
have := H' i j (fun same => ij (congr1 (@value k) same)); rewrite !card_ord => same.
by rewrite sumE -mult_INR; congr INR.
Qed.

(** The responses that support a value, where [z (y, i)] is 1 if y supports i, else 0. *)
Theorem hadamard_agrees k m z (S : 'I_m -> {set 'I_k}) : supports z S ->
  hadamard (INR k) (INR m) z <-> Finite.hadamard S.
Proof.
move=> zS.
have oneE (i : 'I_k) : sum (INR m) (fun y => z y (value i)) = INR #|[set y | i \in S y]|.
  by rewrite sum_agrees -sum_of_ones; apply: eq_bigr => y _; rewrite zS inE.
have twoE (i j : 'I_k) : sum (INR m) (fun y => z y (value i) * z y (value j)) =
    INR #|[set y | (i \in S y) && (j \in S y)]|.
  rewrite sum_agrees -sum_of_ones; apply: eq_bigr => y _; rewrite !zS inE.
  by case: (i \in S y); case: (j \in S y) => /=; ring.
have two : INR 2 = 2 by [].
have four : INR 4 = 4 by rewrite /=; ring.
split=> [[_ [half quarter]]|[half quarter]].
  split=> [i|i j ij]; apply: INR_eq; rewrite mult_INR card_ord ?two ?four.
    by rewrite -oneE; apply/half/value_range.
  by rewrite -twoE; apply: quarter; try exact: value_range; move=> /value_inj.
split=> [_ /range_value [y ->] _ /range_value [i ->]|]; first by rewrite zS; apply: bit_of.
split=> [_ /range_value [i ->]|_ /range_value [i ->] _ /range_value [j ->] ij].
  by have := half i; rewrite oneE -two -mult_INR card_ord => same; congr INR.
have := quarter i j (fun same => ij (congr1 (@value k) same)); rewrite card_ord => same.
by rewrite twoE -four -mult_INR; congr INR.
Qed.

(** * Relaxation *)

Theorem relaxing_agrees m p q r (o a z : 'I_m) :
  relaxing (INR m) p q r (value o) (value a) (value z) = Finite.relaxing p q r o a z.
Proof.
have ifE (i j : 'I_m) (x y : R) : (If value i = value j Then x Else y) = if i == j then x else y.
  by case: (value_reflect i j) => H; [rewrite Rule.if_true | rewrite Rule.if_false].
by rewrite /relaxing /Finite.relaxing !ifE card_ord !as_difference.
Qed.

Theorem relaxed_agrees n m x (a : 'I_m) (w : {ffun 'I_n.+1 -> 'I_m}) :
  relaxed (INR n) (INR m) x (value a) (letters w) = Finite.relaxed (fun t => x (INR t.+1)) a w.
Proof.
rewrite /relaxed /Finite.relaxed prod_agrees.
rewrite -[1]/(value (ord0 : 'I_n.+1)) letter randomized_response_agrees; congr (_ * _).
apply: eq_bigr => t _; rewrite -S_INR.
rewrite -[INR (nat_of_ord t).+2]/(value (lift ord0 t)) -[value t]/(value (widen_ord (leqnSn n) t)) !letter.
by rewrite /relaxation relaxing_agrees card_ord.
Qed.

(** * Cards *)

Theorem dealt_agrees n m c T : dealt (INR n) (INR m) c T = Finite.dealt (on1 c) (@on_words n m T).
Proof.
have step (i : nat) : dealt (INR i + 1) (INR m) c =
    fun T => dealt (INR i) (INR m) c (fun w => sum (INR m) (fun y =>
      (c y + (-1) * frequency (INR i) y w) / (sum (INR m) c + (-1) * INR i) * T (extended w (INR i + 1) y))).
  by apply: functional_extensionality => F; rewrite /dealt (Rule.recursion_next _ _ _ (count_INR i)).
elim: n T => [|n IH] T.
  have none (i : 'I_0) : 'I_m by case: i.
  rewrite /Finite.dealt (big_pred1 (finfun none)) => [|w]; last by apply/esym/eqP/ffunP => -[].
  rewrite big_ord0 Rmult_1_l /dealt Rule.recursion_0; congr T; apply: functional_extensionality => t.
  by rewrite /letters spread_out // => -[].
rewrite /Finite.dealt sum_of_next S_INR step IH; apply: eq_bigr => w _.
rewrite {1}/on_words sum_agrees big_distrr; apply: eq_bigr => y _ /=.
rewrite letters_next -Rmult_assoc; congr (_ * _).
rewrite big_ord_recr /=.
have widenE t : widen_ord (leqnSn n) t = lift ord_max t by apply: ord_inj; rewrite lift_max.
have countE (Q : pred 'I_n.+1) : ~~ Q ord_max -> INR #|[set s | Q s]| = INR #|[set s | Q (lift ord_max s)]|.
  move=> /negbTE none; rewrite -!sum_of_ones big_ord_recr /= inE none Rplus_0_r.
  by apply: eq_bigr => s _; rewrite !inE widenE.
congr (_ * _).
  apply: eq_bigr => t _; rewrite widenE ffunE liftK countE; last by rewrite ltnNge /= (ltnW (ltn_ord t)).
  by congr ((_ - INR _) / _); apply: eq_card => s; rewrite !inE lift_max ffunE liftK.
rewrite ffunE unlift_none countE; last by rewrite ltnn.
rewrite sum_agrees frequency_agrees !as_difference; cbv beta.
congr ((_ - INR _) / _); apply: eq_card => s.
by rewrite !inE lift_max ltn_ord ffunE liftK.
Qed.

(** * Binomial coefficients, derivatives, limits *)

Theorem binomial_agrees n r : Definitions.binomial (INR n) (INR r) = INR 'C(n, r).
Proof.
have next i x : Definitions.binomial (INR i + 1) x =
    Definitions.binomial (INR i) x + Definitions.binomial (INR i) (x + (-1)).
  by rewrite /Definitions.binomial (Rule.recursion_next _ _ _ (count_INR i)).
have below i j : Definitions.binomial (INR i) (- INR j.+1) = 0.
  elim: i j => [|i IH] j.
    rewrite /Definitions.binomial Rule.recursion_0 Rule.if_false // => j0.
    by have := lt_0_INR j.+1 (Nat.lt_0_succ j); lra.
  by rewrite S_INR next IH -[_ + -1]Ropp_plus_distr -S_INR IH Rplus_0_l.
elim: n r => [|n IH] r.
  rewrite /Definitions.binomial Rule.recursion_0; case: r => [|r]; first by rewrite Rule.if_true.
  by rewrite Rule.if_false // => /(INR_eq _ 0).
rewrite S_INR next IH; case: r => [|r].
  by have -> : INR 0 + -1 = - INR 1 by [rewrite /=; lra]; rewrite below !bin0 Rplus_0_r.
have -> : INR r.+1 + -1 = INR r by rewrite S_INR; lra.
by rewrite IH binS plus_INR.
Qed.

Theorem derivative_agrees f a d : derivative f a d <-> derivable_pt_lim f a d.
Proof.
split=> H e e0.
  have [r [r0 near]] := H (e / 2) ltac:(lra); exists (mkposreal r r0) => h h0 hr /=.
  have := near (a + h); rewrite !abs_agrees !as_difference; have -> : a + h - a = h by ring.
  move=> /(_ hr) le; have -> : (f (a + h) - f a) / h - d = (f (a + h) - f a - d * h) / h by field.
  rewrite Rabs_mult Rabs_inv; have h1 := Rabs_pos_lt h h0.
  apply: (Rle_lt_trans _ (e / 2 * Rabs h * / Rabs h)); last by field_simplify; lra.
  apply: Rmult_le_compat_r => //; exact/Rlt_le/Rinv_0_lt_compat.
have [r near] := H e e0; exists r; split; first exact: cond_pos.
move=> x; rewrite !abs_agrees !as_difference => xr.
have [->|other] := Req_dec x a.
  have -> : f a - f a - d * (a - a) = 0 by ring.
  by rewrite Rminus_diag_eq // Rabs_R0; lra.
have h0 : x - a <> 0 by lra.
have /Rlt_le := near (x - a) h0 xr; have -> : a + (x - a) = x by ring.
have -> : f x - f a - d * (x - a) = ((f x - f a) / (x - a) - d) * (x - a) by field.
by rewrite Rabs_mult => le; apply: Rmult_le_compat_r => //; apply: Rabs_pos.
Qed.

Theorem converges_agrees s v : converges s v <-> Un_cv (fun n => s (INR n)) v.
Proof.
split=> H e e0.
  have [m [[z mE] near]] := H (e / 2) ltac:(lra); exists (Z.to_nat z) => n zn.
  rewrite /R_dist -as_difference -abs_agrees; apply: (Rle_lt_trans _ (e / 2)); last lra.
  apply: near; split; first exact: integer_INR.
  by rewrite mE INR_IZR_INZ; apply: IZR_le; lia.
have [m near] := H e e0; exists (INR m); split=> [|n [n_int mn]]; first exact: integer_INR.
have [|i nE] := natural n; first by split=> //; have := pos_INR m; lra.
rewrite nE abs_agrees as_difference; apply/Rlt_le/near.
by apply/INR_le; rewrite -nE.
Qed.
