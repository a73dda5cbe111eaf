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
Notation "\sum_ ( i : T | P ) F" := (\big[Rplus/0]_(i : T | P%B) F) : R_scope.
Notation "\sum_ ( i < n ) F" := (\big[Rplus/0]_(i < n) F) : R_scope.
Notation "\sum_ ( i 'in' A ) F" := (\big[Rplus/0]_(i in A) F) : R_scope.
Notation "\prod_ i F" := (\big[Rmult/1]_i F) : R_scope.
Notation "\prod_ ( i < n ) F" := (\big[Rmult/1]_(i < n) F) : R_scope.

(** The definitions of the field. *)
Module Finite.

(** eps-local differential privacy, x = e^eps, and the smallest level; truths and responses are of any type. *)
Definition private (X Y : Type) (P : X -> Y -> R) x := forall a b y, P a y <= x * P b y.
Definition least_level (X Y : Type) (P : X -> Y -> R) x := private P x /\ forall z, private P z -> x <= z.

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

(** (eps, delta)-local differential privacy: for each event, a set of responses. *)
Definition private_within P x delta :=
  forall a b (A : {set Y}), \sum_(y in A) P a y <= x * (\sum_(y in A) P b y) + delta.

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

(** Numbers, also negative ones, that add up to 1 and under which the responses have a law; those under which [w] is
    likeliest. *)
Definition signed_shares P pi := \sum_a pi a = 1 /\ forall y, 0 <= response pi P y.
Definition most_likely_signed P w pi :=
  signed_shares P pi /\ forall rho, signed_shares P rho -> chance (response rho P) w <= chance (response pi P) w.

(** The logarithm of the likelihood of [q], where the response y was given [c y] times. *)
Definition log_likelihood (c q : Y -> R) := \sum_y c y * ln (q y).

(** Independent responses, each with its own law. *)
Definition independent (q : 'I_n -> Y -> R) T := \sum_(w : {ffun 'I_n -> Y}) (\prod_t q t (w t)) * T w.
Definition independent_variance (q : 'I_n -> Y -> R) T := independent q (fun w => (T w - independent q T) ^ 2).
Definition independent_covariance (q : 'I_n -> Y -> R) S T :=
  independent q (fun w => (S w - independent q S) * (T w - independent q T)).

(** Random variables are independent where the chance of any values is the product of their chances. *)
Definition independent_variables q (V : 'I_n -> Y -> R) := forall v : 'I_n -> R,
  \sum_(y | [forall t, Req_EM_T (V t y) (v t)]) q y = \prod_t \sum_(y | Req_EM_T (V t y) (v t)) q y.

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

(** A real eigenvalue of a square matrix. *)
Definition eigenvalue (X : finType) (P : X -> X -> R) z :=
  exists v : X -> R, (exists a, v a <> 0) /\ forall a, \sum_b P a b * v b = z * v a.

(** A pure protocol: the response [y] supports the values in [S y]. *)
Definition pure (X Y : finType) (P : X -> Y -> R) (S : Y -> {set X}) p q :=
  forall a i, \sum_(y | i \in S y) P a y = if a == i then p else q.

(** How many of n responses support the value i; the estimates of how many have it, and of its share. *)
Definition supporting (n : nat) (X Y : finType) (S : Y -> {set X}) i (w : {ffun 'I_n -> Y}) :=
  INR #|[set t | i \in S (w t)]|.
Definition estimated_count (n : nat) (X Y : finType) (S : Y -> {set X}) p q i (w : {ffun 'I_n -> Y}) :=
  (supporting S i w - INR n * q) / (p - q).
Definition estimated_share (n : nat) (X Y : finType) (S : Y -> {set X}) p q i (w : {ffun 'I_n -> Y}) :=
  estimated_count S p q i w / INR n.

(** A response that is a value supports this value only. *)
Definition itself (X : finType) := fun y : X => [set y].

(** Unary encoding: each bit of a response, the set of those that are 1, is drawn by itself. *)
Definition unary_encoding (X : finType) p q := fun (a : X) (B : {set X}) =>
  \prod_i if i == a then (if i \in B then p else 1 - p) else (if i \in B then q else 1 - q).

(** Hash functions, two values have the same hash under one in #|G| of them; columns of a Hadamard matrix as sets. *)
Definition universal (A X G : finType) (H : A -> X -> G) :=
  forall i j, i <> j -> (#|G| * #|[set a | H a i == H a j]|)%N = #|A|.
Definition hadamard (X Y : finType) (S : Y -> {set X}) :=
  (forall i, (2 * #|[set y | i \in S y]|)%N = #|Y|) /\
  forall i j, i <> j -> (4 * #|[set y | (i \in S y) && (j \in S y)]|)%N = #|Y|.

(** Local hashing with the hash functions [H]: one of them is drawn, and of its hash of the truth [v] a randomized
    response; the response supports the values whose hash it reports. *)
Definition local_hashing (A X G : finType) (H : A -> X -> G) x := fun v (y : A * G) =>
  randomized_response x (H y.1 v) y.2 / INR #|A|.
Definition hashed (A X G : finType) (H : A -> X -> G) := fun y : A * G => [set i | H y.1 i == y.2].

(** Subset selection: of the sets of l values those with the truth [v] are x times as likely as the others. *)
Definition subset_selection (X : finType) (l : nat) x := fun v (B : {set X}) =>
  (if v \in B then x else 1) / \sum_(C : {set X} | #|C| == l) if v \in C then x else 1.

(** Hadamard response: the half of the responses that support the truth is x times as likely as the other. *)
Definition hadamard_response (X Y : finType) (S : Y -> {set X}) x := fun v y =>
  (if v \in S y then x / (x + 1) else 1 / (x + 1)) / (INR #|Y| / 2).

(** The density at z of Laplace noise of scale b; of a histogram of the truth [a] where each entry gets noise of its
    own. *)
Definition laplace b z := exp (- (Rabs z / b)) / (2 * b).
Definition noisy_histogram (X : finType) b (a : X) (z : X -> R) := \prod_i laplace b (z i - if i == a then 1 else 0).

(** A response [o] is relaxed to [z], where the truth is [a]; n times, from level to level. *)
Definition relaxing (X : finType) p q r := fun o a z : X =>
  if o == a then (if z == a then p else (1 - p) / (INR #|X| - 1))
  else if z == a then q else if z == o then r else (1 - q - r) / (INR #|X| - 2).

(** The chances with which, from level x to level y on m values, the truth is kept, a wrong response becomes the truth,
    and a wrong response is kept. *)
Definition relaxed_truth m x y := y / (y - 1) - y * (x + m - 1) / (x * (y - 1) * (y + m - 1)).
Definition relaxed_to_truth m x y := y * (y - x) / ((y - 1) * (y + m - 1)).
Definition relaxed_same m x y := x / (y - 1) - (x + m - 1) / ((y - 1) * (y + m - 1)).
Definition relaxation (X : finType) x y :=
  let m := INR #|X| in @relaxing X (relaxed_truth m x y) (relaxed_to_truth m x y) (relaxed_same m x y).

(** What level y of two responses [o] and [z] asks of a randomized response of level x that is relaxed. *)
Definition asked (X : finType) x y p q r (a b o z : X) :=
  randomized_response x a o * relaxing p q r o a z <= y * (randomized_response x b o * relaxing p q r o b z).

(** Levels that do not fall, and are above 1 from the second on; levels that rise. *)
Definition rising n (level : nat -> R) :=
  1 <= level 0%N /\ forall t, (t < n)%N -> level t <= level t.+1 /\ 1 < level t.+1.
Definition strictly_rising n (level : nat -> R) :=
  1 <= level 0%N /\ forall s t, (s < t <= n)%N -> level s < level t.

(** The chance of n + 1 responses to the truth [a], of which each relaxes the one before it; of the last of them, of the
    last two, whatever those before are. *)
Definition relaxed (n : nat) (X : finType) (level : nat -> R) (a : X) (w : {ffun 'I_n.+1 -> X}) :=
  randomized_response (level 0%N) a (w ord0) *
  \prod_(t < n) relaxation (level t) (level t.+1) (w (inord t)) a (w (inord t.+1)).
Definition relaxed_response (n : nat) (X : finType) (level : nat -> R) (a y : X) :=
  \sum_(w : {ffun 'I_n.+1 -> X} | w (inord n) == y) relaxed level a w.
Definition relaxed_pair (n : nat) (X : finType) (level : nat -> R) (a o z : X) :=
  \sum_(w : {ffun 'I_n.+2 -> X} | (w (inord n) == o) && (w (inord n.+1) == z)) relaxed level a w.

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
Proof. by rewrite /spread /value index_INR /= valK Law.if_true. Qed.

Lemma spread_out n (f : 'I_n -> R) x : (forall i : 'I_n, x <> value i) -> spread f x = 0.
Proof. by move=> out; rewrite /spread; case: insub => // i; rewrite Law.if_false. Qed.

Theorem size_agrees x : Definitions.size x <-> exists n, (0 < n)%N /\ x = INR n.
Proof.
split=> [[x_int x1]|[n [/ltP n0 ->]]]; last by split; [apply: integer_INR | apply: (le_INR 1)].
have [|[|n] xE] := natural x; first by split=> //; lra.
  by move: x1; rewrite xE /=; lra.
by exists n.+1.
Qed.

Lemma count_INR n : integer (INR n) /\ 0 <= INR n.
Proof. by split; [apply: integer_INR | apply: pos_INR]. Qed.

Theorem sum_agrees n f : sum (INR n) f = \sum_(i < n) f (value i).
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 /sum Law.recursion_0.
rewrite big_ord_recr S_INR /sum (Law.recursion_next _ _ _ (count_INR n)) -/(sum (INR n) f) IH /=.
by rewrite [value ord_max]S_INR.
Qed.

Theorem prod_agrees n f : prod (INR n) f = \prod_(i < n) f (value i).
Proof.
elim: n => [|n IH]; first by rewrite big_ord0 /prod Law.recursion_0.
rewrite big_ord_recr S_INR /prod (Law.recursion_next _ _ _ (count_INR n)) -/(prod (INR n) f) IH /=.
by rewrite [value ord_max]S_INR.
Qed.

(** * Binomial coefficients *)

Lemma binomial_next i x : Definitions.binomial (INR i + 1) x =
  Definitions.binomial (INR i) x + Definitions.binomial (INR i) (x + (-1)).
Proof. by rewrite /Definitions.binomial (Law.recursion_next _ _ _ (count_INR i)). Qed.

Lemma binomial_below n r : Definitions.binomial (INR n) (- INR r.+1) = 0.
Proof.
elim: n r => [|n IH] r.
  rewrite /Definitions.binomial Law.recursion_0 Law.if_false // => r0.
  by have := lt_0_INR r.+1 (Nat.lt_0_succ r); lra.
by rewrite S_INR binomial_next IH -[_ + -1]Ropp_plus_distr -S_INR IH Rplus_0_l.
Qed.

Theorem binomial_agrees n r : Definitions.binomial (INR n) (INR r) = INR 'C(n, r).
Proof.
elim: n r => [|n IH] r.
  rewrite /Definitions.binomial Law.recursion_0; case: r => [|r]; first by rewrite Law.if_true.
  by rewrite Law.if_false // => /(INR_eq _ 0).
rewrite S_INR binomial_next IH; case: r => [|r].
  by have -> : INR 0 + -1 = - INR 1 by [rewrite /=; lra]; rewrite binomial_below !bin0 Rplus_0_r.
have -> : INR r.+1 + -1 = INR r by rewrite S_INR; lra.
by rewrite IH binS plus_INR.
Qed.

(** * Words *)

Theorem word_agrees n m w :
  word (INR n) (INR m) w <-> exists v : {ffun 'I_n -> 'I_m}, forall t, w (value t) = value (v t).
Proof.
rewrite /word in_range; split=> [H|[v H] t]; last by rewrite H; apply: value_range.
have [v wv] := fin_all_exists (fun t => range_value (H t)).
by exists (finfun v) => t; rewrite ffunE.
Qed.

Lemma spread_next n (f : 'I_n.+1 -> R) x :
  spread f x = If x = INR n + 1 Then f ord_max Else spread (fun i => f (lift ord_max i)) x.
Proof.
rewrite -S_INR; have [->|other] := classic (x = INR n.+1).
  by rewrite Law.if_true // (spread_value _ ord_max).
rewrite Law.if_false //.
have [[i ->]|out] := classic (exists i : 'I_n, x = value i).
  by rewrite spread_value -(spread_value f) /value lift_max.
rewrite !spread_out // => [i iE|i iE]; first by apply: out; exists i.
case: (unliftP ord_max i) => [j|] ij; last by apply: other; rewrite iE ij.
by apply: out; exists j; rewrite iE ij /value lift_max.
Qed.

Theorem extended_agrees n m (w : {ffun 'I_n -> 'I_m}) (y : 'I_m) :
  extended (letters w) (INR n + 1) (value y) =
  letters [ffun i : 'I_n.+1 => oapp w y (unlift ord_max i)].
Proof.
apply: functional_extensionality => t; rewrite /extended /letters spread_next ffunE unlift_none.
congr (If _ Then _ Else _).
by congr spread; apply: functional_extensionality => i; rewrite ffunE liftK.
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
  rewrite /words Law.recursion_0 /letters; congr F; apply: functional_extensionality => t.
  by rewrite spread_out // => -[].
rewrite sum_of_next S_INR /words (Law.recursion_next _ _ _ (count_INR n)).
rewrite -/(words (INR n) (INR m) _) IH; apply: eq_bigr => w _.
by rewrite sum_agrees; apply: eq_bigr => y _; rewrite extended_agrees.
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
rewrite /abs; have [le|lt] := Rle_or_lt 0 a; first by rewrite Law.if_true ?Rabs_pos_eq.
by rewrite Law.if_false ?Rabs_left //; lra.
Qed.

Theorem max_agrees a b : Definitions.max a b = Rmax a b.
Proof.
rewrite /Definitions.max; have [le|lt] := Rle_or_lt a b; first by rewrite Law.if_true ?Rmax_right.
by rewrite Law.if_false ?Rmax_left //; lra.
Qed.

Theorem min_agrees a b : Definitions.min a b = Rmin a b.
Proof.
rewrite /Definitions.min; have [le|lt] := Rle_or_lt a b; first by rewrite Law.if_true ?Rmin_left.
by rewrite Law.if_false ?Rmin_right //; lra.
Qed.

Theorem indicator_agrees (A : Prop) (b : bool) : reflect A b -> indicator A = if b then 1 else 0.
Proof. by rewrite /indicator; case=> H; [rewrite Law.if_true | rewrite Law.if_false]. Qed.

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

Theorem channel_agrees m l C : channel (INR m) (INR l) C <-> Finite.design (@on2 m l C).
Proof. exact: design_agrees. Qed.

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

Lemma chance_of_response P w pi : chance (INR n) (response (INR k) pi P) (letters w) =
  Finite.chance (Finite.response (on1 pi) (@on2 k m P)) w.
Proof. by rewrite chance_agrees; apply: eq_bigr => t _ /=; rewrite response_agrees. Qed.

Lemma on_spread l (f : 'I_l -> R) : on1 (spread f) = f.
Proof. by apply: functional_extensionality => i; rewrite /= spread_value. Qed.

Theorem most_likely_agrees P w pi :
  most_likely (INR n) (INR k) (INR m) P (letters w) pi <-> Finite.most_likely (@on2 k m P) w (on1 pi).
Proof.
split=> -[/law_agrees law_pi most]; split=> // rho.
  by rewrite -[rho]on_spread -!chance_of_response => /law_agrees; apply: most.
by move=> /law_agrees; rewrite !chance_of_response; apply: most.
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

Theorem signed_shares_agrees P pi :
  signed_shares (INR k) (INR m) P pi <-> Finite.signed_shares (@on2 k m P) (on1 pi).
Proof.
rewrite /signed_shares sum_agrees; split=> -[one positive]; split=> //.
  by move=> y; rewrite -response_agrees; apply/positive/value_range.
by apply/in_range => y; rewrite response_agrees.
Qed.

Theorem most_likely_signed_agrees P w pi :
  most_likely_signed (INR n) (INR k) (INR m) P (letters w) pi <->
  Finite.most_likely_signed (@on2 k m P) w (on1 pi).
Proof.
split=> -[/signed_shares_agrees shares most]; split=> // rho.
  by rewrite -[rho]on_spread -!chance_of_response => /signed_shares_agrees; apply: most.
by move=> /signed_shares_agrees; rewrite !chance_of_response; apply: most.
Qed.

Theorem log_likelihood_agrees c q : log_likelihood (INR m) c q = Finite.log_likelihood (@on1 m c) (on1 q).
Proof. by rewrite /log_likelihood sum_agrees. Qed.

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

(** * Independent variables *)

Lemma sum_where (I : finType) (P : pred I) (f : I -> R) :
  \sum_i f i * (if P i then 1 else 0) = \sum_(i | P i) f i.
Proof. by rewrite [RHS]big_mkcond; apply: eq_bigr => i _; case: ifP => _; ring. Qed.

Lemma prod_of_ones (I : finType) (P : pred I) :
  \big[Rmult/1]_i (if P i then 1 else 0) = if [forall i, P i] then 1 else 0.
Proof.
case: forallP => [all|some]; first by rewrite big1 // => i _; rewrite all.
have [i Pi] : exists i, ~~ P i by apply/existsP; rewrite -negb_forall; apply/forallP.
by rewrite (bigD1 i) //= (negbTE Pi) Rmult_0_l.
Qed.

Lemma value_seen x y : reflect (x = y :> R) (Req_EM_T x y).
Proof. by case: Req_EM_T => H; constructor. Qed.

(** Of all numbers with the same value the first. *)
Lemma first_of (Y : finType) (V : Y -> R) : exists f : Y -> Y, forall y z, V (f y) = V y /\ (V y = V z -> f y = f z).
Proof.
exists (fun y => odflt y [pick z | Req_EM_T (V z) (V y)]) => y z; split.
  by case: pickP => [u /value_seen|].
move=> yz; rewrite yz; case: pickP => // none.
by have := none z; case: value_seen.
Qed.

Theorem independent_variables_agrees n m q V :
  independent_variables (INR n) (INR m) q V <-> Finite.independent_variables (@on1 m q) (@on2 n m V).
Proof.
have meanE f : mean (INR m) q (fun y => prod (INR n) (fun i => f i (V i y))) =
    \sum_(y < m) q (value y) * \prod_(t < n) f (value t) (V (value t) (value y)).
  by rewrite mean_agrees; apply: eq_bigr => y _ /=; rewrite prod_agrees.
have prodE f : prod (INR n) (fun i => mean (INR m) q (fun y => f i (V i y))) =
    \prod_(t < n) \sum_(y < m) q (value y) * f (value t) (V (value t) (value y)).
  by rewrite prod_agrees; apply: eq_bigr => t _; rewrite mean_agrees.
split=> [H v|H f].
  pose f i x := if Req_EM_T x (spread v i) then 1 else 0.
  have := H f; rewrite meanE prodE => same.
  rewrite -sum_where (eq_bigr _ (fun t _ => esym (sum_where _ _))) /=.
  rewrite (eq_bigr _ (fun y _ => congr1 (Rmult (q (value y))) (esym (prod_of_ones _)))).
  have -> : v = @on1 n (spread v) by rewrite on_spread.
  exact: same.
rewrite meanE prodE.
have [first firstP] := fin_all_exists (fun t => first_of (@on2 n m V t)).
pose same (t : 'I_n) (z y : 'I_m) : bool := Req_EM_T (on2 V t y) (on2 V t z).
pose part (t : 'I_n) (z : 'I_m) :=
  if first t z == z then f (value t) (on2 V t z) * \sum_(y | same t z y) q (value y) else 0.
have firstE t y z : first t z = z -> (first t y == z) = same t z y.
  move=> zz; apply/eqP/value_seen => [<-|yz]; first by case: (firstP t y y).
  by rewrite -[RHS]zz; apply: (proj2 (firstP t y z)).
have -> : \prod_(t < n) (\sum_(y < m) q (value y) * f (value t) (V (value t) (value y))) =
    \prod_(t < n) (\sum_(z < m) part t z).
  apply: eq_bigr => t _; rewrite (partition_big (first t) xpredT) //=; apply: eq_bigr => z _.
  rewrite /part; case: eqP => [zz|other].
    rewrite big_distrr; apply: eq_big => y; first exact: firstE.
    by rewrite firstE // => /value_seen /= ->; apply: Rmult_comm.
  rewrite big_pred0 // => y; apply/eqP => yz; apply: other; rewrite -yz.
  by case: (firstP t (first t y) y) => _; apply; case: (firstP t y y).
rewrite bigA_distr_bigA (partition_big (fun y => [ffun t => first t y]) xpredT) //=; apply: eq_bigr => g _.
have [/forallP all|] := boolP [forall t, first t (g t) == g t].
  have firsts y : ([ffun t => first t y] == g) = [forall t, same t (g t) y].
    apply/eqP/forallP => [gE t|H' ].
      by rewrite -firstE; [rewrite -gE ffunE | apply/eqP].
    by apply/ffunP => t; rewrite ffunE; apply/eqP; rewrite firstE ?H' //; apply/eqP.
  transitivity ((\prod_(t < n) f (value t) (on2 V t (g t))) * \sum_(y | [forall t, same t (g t) y]) q (value y)).
    rewrite big_distrr; apply: eq_big => y; first exact: firsts.
    rewrite firsts => /forallP yg; rewrite Rmult_comm; congr (_ * _); apply: eq_bigr => t _.
    by have /value_seen /= -> := yg t.
  have -> := H (fun t => on2 V t (g t)); rewrite -big_split; apply: eq_bigr => t _.
  by rewrite /part (eqP (all t)) eqxx.
rewrite negb_forall => /existsP [t other].
rewrite [RHS](bigD1 t) //= {1}/part (negbTE other) Rmult_0_l big_pred0 // => y.
apply/eqP => gE; case/eqP: other; rewrite -gE ffunE.
by case: (firstP t (first t y) y) => _; apply; case: (firstP t y y).
Qed.

(** The words of the respondents are any of a finite type, and E takes expectations with these chances. *)
Theorem separate_agrees n (Y : finType) (q : 'I_n -> Y -> R) (word : Y -> R -> R) E T :
  (forall t F, E (value t) F = \sum_y q t y * F (word y)) ->
  separate (INR n) E T = Finite.independent q (fun v => T (fun t i => spread (fun s => word (v s) i) t)).
Proof.
have step (i : nat) : separate (INR i + 1) E = fun T => separate (INR i) E (fun s =>
    E (INR i + 1) (fun w => T (fun j => If j = INR i + 1 Then w Else s j))).
  by apply: functional_extensionality => F; rewrite /separate (Law.recursion_next _ _ _ (count_INR i)).
elim: n q T => [|n IH] q T Eq.
  have none (i : 'I_0) : Y by case: i.
  rewrite /Finite.independent (big_pred1 (finfun none)) => [|w]; last by apply/esym/eqP/ffunP => -[].
  rewrite big_ord0 Rmult_1_l /separate Law.recursion_0; congr T; apply: functional_extensionality => t.
  by apply: functional_extensionality => i; rewrite spread_out // => -[].
rewrite /Finite.independent sum_of_next S_INR step.
rewrite (IH (fun t => q (lift ord_max t))) => [|t F]; last by rewrite -Eq /value lift_max.
apply: eq_bigr => v _; rewrite -S_INR (Eq ord_max) big_distrr; apply: eq_bigr => y _.
rewrite big_ord_recr -[LHS]Rmult_assoc ffunE unlift_none; congr (_ * _ * _).
  apply: eq_bigr => t _; have -> : widen_ord (leqnSn n) t = lift ord_max t by apply: ord_inj; rewrite lift_max.
  by rewrite ffunE liftK.
congr T; apply: functional_extensionality => j; apply: functional_extensionality => i.
rewrite spread_next ffunE unlift_none -S_INR.
have [->|other] := classic (j = INR n.+1); first by rewrite !Law.if_true.
rewrite !Law.if_false //; congr spread; apply: functional_extensionality => s.
by rewrite ffunE liftK.
Qed.

(** * Families of designs *)

Theorem randomized_response_agrees k x (a y : 'I_k) :
  randomized_response (INR k) x (value a) (value y) = Finite.randomized_response x a y.
Proof.
rewrite /randomized_response /Finite.randomized_response card_ord.
by case: (value_reflect y a) => H; [rewrite Law.if_true | rewrite Law.if_false].
Qed.

Theorem symmetric_agrees k a b (u v : 'I_k) :
  Definitions.symmetric a b (value u) (value v) = Finite.symmetric a b u v.
Proof.
rewrite /Definitions.symmetric (indicator_agrees (value_reflect u v)) /Finite.symmetric.
by case: ifP => _; ring.
Qed.

Theorem eigenvalue_agrees k P z : eigenvalue (INR k) P z <-> Finite.eigenvalue (@on2 k k P) z.
Proof.
split=> [[v [[x [inside nonzero]] multiple]]|[v [[a nonzero] multiple]]].
  exists (@on1 k v); split; first by have [a xE] := range_value inside; exists a; rewrite /= -xE.
  by move=> a; rewrite -(multiple _ (value_range a)) sum_agrees.
exists (spread v); split; first by exists (value a); rewrite spread_value; split; [apply: value_range|].
by apply/in_range => u; rewrite sum_agrees spread_value -multiple; apply: eq_bigr => w _; rewrite spread_value.
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
  by case: (value_reflect a i) => H; [rewrite Law.if_true | rewrite Law.if_false].
split=> [[_ H] a i|H].
  by rewrite -meanE (H _ (value_range a) _ (value_range i)) ifE.
split=> [_ /range_value [y ->] _ /range_value [i ->]|]; first by rewrite zS; apply: bit_of.
by move=> _ /range_value [a ->] _ /range_value [i ->]; rewrite meanE H ifE.
Qed.

Theorem itself_agrees k : supports itself (fun y : 'I_k => Finite.itself y).
Proof.
by move=> y i; rewrite /itself (indicator_agrees (value_reflect y i)) in_set1 eq_sym.
Qed.

Section Supporting.
Variables (n k m : nat) (z : R -> R -> R) (S : 'I_m -> {set 'I_k}).
Hypothesis zS : supports z S.
Implicit Types (i : 'I_k) (w : {ffun 'I_n -> 'I_m}).

Theorem supporting_agrees i w : supporting (INR n) z (value i) (letters w) = Finite.supporting S i w.
Proof.
by rewrite /supporting /Finite.supporting total_agrees -sum_of_ones; apply: eq_bigr => t _ /=; rewrite zS inE.
Qed.

Theorem estimated_count_agrees p q i w :
  estimated_count (INR n) z p q (value i) (letters w) = Finite.estimated_count S p q i w.
Proof. by rewrite /estimated_count supporting_agrees !as_difference. Qed.

Theorem estimated_share_agrees p q i w :
  estimated_share (INR n) z p q (value i) (letters w) = Finite.estimated_share S p q i w.
Proof. by rewrite /estimated_share estimated_count_agrees. Qed.

End Supporting.

Theorem unary_encoding_agrees k m z (S : 'I_m -> {set 'I_k}) p q (a : 'I_k) y : supports z S ->
  unary_encoding (INR k) z p q (value a) (value y) = Finite.unary_encoding p q a (S y).
Proof.
move=> zS; rewrite /unary_encoding prod_agrees; apply: eq_bigr => i _; rewrite zS.
case: (value_reflect i a) => [->|other]; case: ifP => _ /=.
- by rewrite !Law.if_true.
- by rewrite Law.if_false ?Law.if_true ?as_difference //; lra.
- by rewrite Law.if_true ?Law.if_false.
- by rewrite !Law.if_false ?as_difference //; lra.
Qed.

(** The vectors of k bits stand for the sets of elements. *)
Lemma some_set k (v : R -> R) : (forall i : 'I_k, v (value i) = 0 \/ v (value i) = 1) ->
  exists A : {set 'I_k}, forall i, v (value i) = if i \in A then 1 else 0.
Proof.
move=> v01; exists [set i : 'I_k | Req_EM_T (v (value i)) 1] => i; rewrite inE.
by case: value_seen => //= other; case: (v01 i).
Qed.

Lemma same_set k (A B : {set 'I_k}) (u v : R -> R) :
  (forall i, u (value i) = if i \in A then 1 else 0) -> (forall i, v (value i) = if i \in B then 1 else 0) ->
  (forall i, integer i /\ 1 <= i /\ i <= INR k -> u i = v i) <-> A = B.
Proof.
move=> uA vB; rewrite in_range; split=> [H|AB i]; last by rewrite uA vB AB.
by apply/setP => i; have := H i; rewrite uA vB; do 2!case: ifP => _ //; lra.
Qed.

Theorem bits_agrees k l v : bits (INR k) (INR l) v <->
  exists A : {set 'I_k}, #|A| = l /\ forall i, v (value i) = if i \in A then 1 else 0.
Proof.
rewrite /bits in_range sum_agrees; split=> [[/some_set [A vA] vl]|[A [Al vA]]].
  by exists A; split=> //; apply: INR_eq; rewrite -vl -sum_of_ones; apply: eq_bigr => i _; rewrite vA.
split=> [i|]; first by rewrite vA; apply: bit_of.
by rewrite -Al -sum_of_ones; apply: eq_bigr => i _; rewrite vA.
Qed.

Theorem bit_vectors_agrees k m z :
  bit_vectors (INR k) (INR m) z <-> exists S : 'I_m -> {set 'I_k}, bijective S /\ supports z S.
Proof.
rewrite /bit_vectors in_range; split=> [[z01 [once all]]|[S [[T ST TS] zS]]].
  have [S zS] := fin_all_exists (fun y => some_set (proj1 (in_range _ _) (z01 y))).
  have [T TS] : exists T : {set 'I_k} -> 'I_m, forall A, S (T A) = A.
    apply: (fin_all_exists (P := fun A y => S y = A)) => A; pose v := spread (fun i : 'I_k => if i \in A then 1 else 0).
    have vA i : v (value i) = if i \in A then 1 else 0 by apply: spread_value.
    have [|_ [/range_value [y ->] yv]] := all v; first by apply/in_range => i; rewrite vA; apply: bit_of.
    by exists y; apply/(same_set (zS y) vA).
  exists S; split=> //; exists T => // y; apply/value_inj/once; try exact: value_range.
  exact/(same_set (zS _) (zS _)).
split; first by move=> y; apply/in_range => i; rewrite zS; apply: bit_of.
split; first by apply/in_range => y; apply/in_range => u /(same_set (zS y) (zS u)) /(can_inj ST) ->.
move=> v /in_range /some_set [A vA]; exists (value (T A)); split; first exact: value_range.
by apply/(same_set (zS _) vA).
Qed.

Theorem subsets_agrees k l m z : subsets (INR k) (INR l) (INR m) z <->
  exists S : 'I_m -> {set 'I_k},
    injective S /\ (forall A : {set 'I_k}, #|A| = l <-> exists y, S y = A) /\ supports z S.
Proof.
rewrite /subsets in_range; split=> [[small [once all]]|[S [once [all zS]]]].
  have [S smallS] := fin_all_exists (fun y => proj1 (bits_agrees _ _ _) (small y)).
  have zS y := proj2 (smallS y).
  exists S; split; first by move=> y u /(same_set (zS y) (zS u)) yu; apply/value_inj/once => //; apply: value_range.
  split=> // A; split=> [Al|[y <-]]; last exact: (proj1 (smallS y)).
  pose v := spread (fun i : 'I_k => if i \in A then 1 else 0).
  have vA i : v (value i) = if i \in A then 1 else 0 by apply: spread_value.
  have [|_ [/range_value [y ->] yv]] := all v; first by apply/bits_agrees; exists A.
  by exists y; apply/(same_set (zS y) vA).
split; first by move=> y; apply/bits_agrees; exists (S y); split; [apply/all; exists y | apply: zS].
split; first by apply/in_range => y; apply/in_range => u /(same_set (zS y) (zS u)) /once ->.
move=> v /bits_agrees [A [/all [y yA] vA]]; exists (value y); split; first exact: value_range.
by apply/(same_set (zS y) vA).
Qed.

Theorem subset_selection_agrees k l m z (S : 'I_m -> {set 'I_k}) x (v : 'I_k) y : supports z S ->
  subset_selection (INR k) (INR l) z x (value v) (value y) = Finite.subset_selection l x v (S y).
Proof.
move=> zS; rewrite /subset_selection /Finite.subset_selection zS; congr (_ / _).
  by case: ifP => _; [rewrite Law.if_true | rewrite Law.if_false //; lra].
pose sets := [set C : {set 'I_k} | #|C| == l].
pose without := [set C : {set 'I_k} | (C \subset [set~ v]) && (#|C| == l)].
transitivity (x * INR #|sets| + (1 - x) * INR #|without|); last first.
  rewrite -!sum_of_ones !big_distrr -big_split [RHS]big_mkcond; apply: eq_bigr => C _ /=.
  by rewrite !inE subsetC sub1set inE; case: ifP => _; case: (v \in C) => /=; ring.
rewrite card_draws cards_draws cardsC1 card_ord; case: k v y z S zS sets without => [[]|k] // v y z S zS _ _.
rewrite [INR k.+1]S_INR [_ + 1 + -1]Rplus_assoc Rplus_opp_r Rplus_0_r binomial_agrees.
case: l => [|l]; first by rewrite Rplus_0_l -[-1]/(- INR 1) binomial_below !bin0 /=; ring.
rewrite S_INR [_ + 1 + -1]Rplus_assoc Rplus_opp_r Rplus_0_r binomial_agrees binS plus_INR /=; ring.
Qed.

(** H of numbers is a family of functions of elements; the numbers h(y) and r(y) are a pair of elements. *)
Definition hashes s k g (H : R -> R -> R) (F : 'I_s -> 'I_k -> 'I_g) :=
  forall a i, H (value a) (value i) = value (F a i).
Definition paired m s g (h r : R -> R) (p : 'I_m -> 'I_s * 'I_g) :=
  forall y, h (value y) = value (p y).1 /\ r (value y) = value (p y).2.

Theorem all_pairs_agrees s g m h r :
  all_pairs (INR s) (INR g) (INR m) h r <-> exists p : 'I_m -> 'I_s * 'I_g, bijective p /\ paired h r p.
Proof.
rewrite /all_pairs !in_range; split=> [[pairs [once all]]|[p [[f pf fp] hr]]].
  have [p hr] : exists p : 'I_m -> 'I_s * 'I_g, paired h r p.
    apply: (fin_all_exists (P := fun y (ab : 'I_s * 'I_g) => h (value y) = value ab.1 /\ r (value y) = value ab.2)).
    move=> y; have [h_int [h_in r_in]] := pairs y.
    have [a ha] := range_value (conj h_int h_in); have [b rb] := range_value r_in.
    by exists (a, b).
  have [f fp] : exists f : 'I_s * 'I_g -> 'I_m, forall ab, p (f ab) = ab.
    apply: (fin_all_exists (P := fun ab y => p y = ab)) => -[a b].
    have [_ [/range_value [y ->] [ha rb]]] := all a _ (value_range b).
    by exists y; case: (p y) (hr y) => c d /= []; rewrite ha rb => /value_inj -> /value_inj ->.
  exists p; split=> //; exists f => // y; apply/value_inj/(once (f (p y)) _ (value_range y)).
  by rewrite !(proj1 (hr _)) !(proj2 (hr _)) fp.
split=> [y|].
  by have [-> ->] := hr y; have := value_range (p y).1; have := value_range (p y).2; tauto.
split=> [y|].
  apply/in_range => u; have [-> ->] := hr y; have [-> ->] := hr u => -[/value_inj one /value_inj two].
  by congr value; apply: (can_inj pf); case: (p y) (p u) one two => a b [c d] /= -> ->.
move=> a; apply/in_range => b; exists (value (f (a, b))); split; first exact: value_range.
by have := hr (f (a, b)); rewrite fp.
Qed.

Theorem local_hashing_agrees s k g m H (F : 'I_s -> 'I_k -> 'I_g) h r (p : 'I_m -> _) x v y :
  hashes H F -> paired h r p ->
  local_hashing (INR s) (INR g) H h r x (value v) (value y) = Finite.local_hashing F x v (p y).
Proof.
move=> HF hr; have [hE rE] := hr y.
by rewrite /local_hashing hE rE HF randomized_response_agrees /Finite.local_hashing card_ord.
Qed.

Theorem hashed_agrees s k g m H (F : 'I_s -> 'I_k -> 'I_g) h r (p : 'I_m -> _) :
  hashes H F -> paired h r p -> supports (hashed H h r) (fun y => Finite.hashed F (p y)).
Proof.
move=> HF hr y i; have [hE rE] := hr y.
by rewrite /hashed hE rE HF (indicator_agrees (value_reflect _ _)) inE eq_sym.
Qed.

Theorem universal_agrees s k g H (F : 'I_s -> 'I_k -> 'I_g) : hashes H F ->
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

Theorem hadamard_response_agrees k m z (S : 'I_m -> {set 'I_k}) x (v : 'I_k) y : supports z S ->
  hadamard_response (INR m) z x (value v) (value y) = Finite.hadamard_response S x v y.
Proof.
move=> zS; rewrite /hadamard_response /Finite.hadamard_response zS card_ord /Rdiv !Rinv_mult Rinv_inv.
by case: ifP => _; [rewrite Law.if_true | rewrite Law.if_false; [|lra]]; ring.
Qed.

(** * Histograms *)

Theorem laplace_agrees b z : laplace b z = Finite.laplace b z.
Proof. by rewrite /laplace abs_agrees /Finite.laplace; congr (exp _ / _); ring. Qed.

Theorem noisy_histogram_agrees k b (a : 'I_k) z :
  noisy_histogram (INR k) b (value a) z = Finite.noisy_histogram b a (on1 z).
Proof.
rewrite /noisy_histogram prod_agrees; apply: eq_bigr => i _; rewrite laplace_agrees as_difference.
by case: (value_reflect i a) => H; [rewrite Law.if_true | rewrite Law.if_false].
Qed.

(** A density of histograms sees of a function z the numbers z(1), ..., z(k) only. *)
Definition of_histograms k (f : R -> (R -> R) -> R) : 'I_k -> ('I_k -> R) -> R := fun a z => f (value a) (spread z).
Definition local k (f : R -> (R -> R) -> R) := forall a z u, @on1 k z =1 on1 u -> f a z = f a u.

Theorem private_histogram_agrees k f x : local k f ->
  private_histogram (INR k) f x <-> Finite.private (@of_histograms k f) x.
Proof.
move=> local_f; rewrite /private_histogram in_range.
split=> [H a b z|H a]; first exact: (H a _ (value_range b) (spread z)).
apply/in_range => b z; have same c : f c z = f c (spread (@on1 k z)) by apply: local_f => i; rewrite on_spread.
by rewrite !same; apply: H.
Qed.

Theorem least_level_of_histogram_agrees k f x : local k f ->
  least_level_of_histogram (INR k) f x <-> Finite.least_level (@of_histograms k f) x.
Proof.
move=> local_f; rewrite /least_level_of_histogram private_histogram_agrees //.
by split=> -[px least]; split=> // z /(private_histogram_agrees _ local_f); apply: least.
Qed.

(** An integral over the last number of r, of integrals over the others; the same of lists of k numbers. *)
Fixpoint noise_moment_of r f (T : (R -> R) -> R) v : Prop :=
  if r is r'.+1 then
    exists g, density_mean f g v /\ forall z, noise_moment_of r' f (fun w => T (extended w (INR r) z)) (g z)
  else T (fun _ => 0) = v.
Fixpoint noise_moments_of n k f (T : (R -> R -> R) -> R) v : Prop :=
  if n is n'.+1 then
    exists g, noise_moment_of k f g v /\
    forall z : R -> R, noise_moments_of n' k f (fun w => T (fun s => If s = INR n Then z Else w s)) (g z)
  else T (fun _ _ => 0) = v.

Theorem noise_moment_agrees r f T v : noise_moment (INR r) f T v <-> noise_moment_of r f T v.
Proof.
elim: r T v => [|r IH] T v; first by rewrite /noise_moment Law.recursion_0.
rewrite S_INR /noise_moment (Law.recursion_next _ _ _ (count_INR r)) -S_INR.
by split=> -[g [mean rest]]; exists g; split=> // z; apply/IH; apply: rest.
Qed.

Theorem noise_moments_agrees n k f T v : noise_moments (INR n) (INR k) f T v <-> noise_moments_of n k f T v.
Proof.
elim: n T v => [|n IH] T v; first by rewrite /noise_moments Law.recursion_0.
rewrite S_INR /noise_moments (Law.recursion_next _ _ _ (count_INR n)) -S_INR.
by split=> -[g [/noise_moment_agrees mean rest]]; exists g; split=> // z; apply/IH; apply: rest.
Qed.

(** How many of n respondents have the category [i], and the sum of the noise that these add to it. *)
Definition noisy_count_of n k (v : {ffun 'I_n -> 'I_k}) (i : 'I_k) (w : R -> R -> R) :=
  INR #|[set t | v t == i]| + \sum_(t < n) w (value t) (value i).

Theorem noisy_count_agrees n k (v : {ffun 'I_n -> 'I_k}) i w :
  noisy_count (INR n) (letters v) (value i) w = noisy_count_of v i w.
Proof.
rewrite /noisy_count /noisy_count_of sum_agrees -sum_of_ones -big_split; apply: eq_bigr => t _ /=; congr (_ + _).
by rewrite letter inE; apply: indicator_agrees; apply: value_reflect.
Qed.

Theorem noisy_count_mean_agrees n k b (v : {ffun 'I_n -> 'I_k}) i e :
  noisy_count_mean (INR n) (INR k) b (letters v) (value i) e <->
  noise_moments_of n k (laplace b) (noisy_count_of v i) e.
Proof.
rewrite /noisy_count_mean noise_moments_agrees.
by have -> : noisy_count (INR n) (letters v) (value i) = noisy_count_of v i
  by apply: functional_extensionality => w; apply: noisy_count_agrees.
Qed.

Theorem noisy_count_covariance_agrees n k b (v : {ffun 'I_n -> 'I_k}) i j c :
  noisy_count_covariance (INR n) (INR k) b (letters v) (value i) (value j) c <->
  let error i w := noisy_count_of v i w - Finite.frequency i v in
  [/\ noise_moments_of n k (laplace b) (noisy_count_of v i) (Finite.frequency i v),
      noise_moments_of n k (laplace b) (noisy_count_of v j) (Finite.frequency j v) &
      noise_moments_of n k (laplace b) (fun w => error i w * error j w) c].
Proof.
rewrite /noisy_count_covariance !frequency_agrees !noisy_count_mean_agrees noise_moments_agrees /=.
have -> : (fun w => (noisy_count (INR n) (letters v) (value i) w + (-1) * Finite.frequency i v) *
    (noisy_count (INR n) (letters v) (value j) w + (-1) * Finite.frequency j v)) =
    fun w => (noisy_count_of v i w - Finite.frequency i v) * (noisy_count_of v j w - Finite.frequency j v).
  by apply: functional_extensionality => w; rewrite !noisy_count_agrees !as_difference.
by split=> [[mi [mj cov]]|[mi mj cov]].
Qed.

(** * Relaxation *)

Lemma if_same m (i j : 'I_m) (x y : R) : (If value i = value j Then x Else y) = if i == j then x else y.
Proof. by case: (value_reflect i j) => H; [rewrite Law.if_true | rewrite Law.if_false]. Qed.

Theorem relaxing_agrees m p q r (o a z : 'I_m) :
  relaxing (INR m) p q r (value o) (value a) (value z) = Finite.relaxing p q r o a z.
Proof. by rewrite /relaxing /Finite.relaxing !if_same card_ord !as_difference. Qed.

Lemma less_one a : a + -1 = a - 1.
Proof. by []. Qed.

Theorem relaxed_truth_agrees m x y : relaxed_truth m x y = Finite.relaxed_truth m x y.
Proof. by rewrite /relaxed_truth !less_one /Finite.relaxed_truth /Rdiv !Rinv_mult; ring. Qed.

Theorem relaxed_to_truth_agrees m x y : relaxed_to_truth m x y = Finite.relaxed_to_truth m x y.
Proof. by rewrite /relaxed_to_truth as_square !less_one; congr (_ / _); ring. Qed.

Theorem relaxed_same_agrees m x y : relaxed_same m x y = Finite.relaxed_same m x y.
Proof. by rewrite /relaxed_same !less_one as_difference. Qed.

Theorem relaxation_agrees m x y (o a z : 'I_m) :
  relaxation (INR m) x y (value o) (value a) (value z) = Finite.relaxation x y o a z.
Proof.
rewrite /relaxation relaxing_agrees relaxed_truth_agrees relaxed_to_truth_agrees relaxed_same_agrees.
by rewrite /Finite.relaxation card_ord.
Qed.

Theorem asked_agrees m x y p q r (a b o z : 'I_m) :
  asked (INR m) x y p q r (value a) (value b) (value o) (value z) <-> Finite.asked x y p q r a b o z.
Proof. by rewrite /asked !randomized_response_agrees !relaxing_agrees. Qed.

(** The numbers x(1), x(2), ... counted from 0 on. *)
Definition from_one (x : R -> R) (t : nat) : R := x (INR t.+1).

Theorem rising_agrees n x : rising (INR n) x <-> Finite.rising n (from_one x).
Proof.
rewrite /rising in_range; split=> -[first H]; split=> // t.
  by move=> tn; have := H (Ordinal tn); rewrite /value -S_INR.
by rewrite /value -S_INR; apply: (H t (ltn_ord t)).
Qed.

Theorem strictly_rising_agrees n x : strictly_rising (INR n) x <-> Finite.strictly_rising n (from_one x).
Proof.
rewrite /strictly_rising in_range; split=> -[first H]; split=> //; last first.
  by move=> t; rewrite /value -S_INR; apply: (H t t.+1); rewrite leqnn ltn_ord.
move=> s t /andP [st tn]; elim: t st tn => // t IH; rewrite ltnS leq_eqVlt => st tn.
have next : from_one x t < from_one x t.+1 by have := H (Ordinal tn); rewrite /value -S_INR.
case/orP: st => [/eqP -> //|st].
by apply: Rlt_trans next; apply: IH => //; apply: ltnW.
Qed.

Theorem relaxed_agrees n m x (a : 'I_m) (w : {ffun 'I_n.+1 -> 'I_m}) :
  relaxed (INR n) (INR m) x (value a) (letters w) = Finite.relaxed (from_one x) a w.
Proof.
rewrite /relaxed /Finite.relaxed prod_agrees.
rewrite -[1]/(value (ord0 : 'I_n.+1)) letter randomized_response_agrees; congr (_ * _).
apply: eq_bigr => t _; rewrite -S_INR.
have nowE : value t = value (inord t : 'I_n.+1) by rewrite /value inordK // ltnS ltnW.
have nextE : INR (nat_of_ord t).+2 = value (inord t.+1 : 'I_n.+1) by rewrite /value inordK // ltnS.
by rewrite nowE [in letters w (INR _)]nextE !letter relaxation_agrees -nowE.
Qed.

Lemma last_letter n m (v : {ffun 'I_n -> 'I_m}) y :
  [ffun i : 'I_n.+1 => oapp v y (unlift ord_max i)] (inord n) = y.
Proof.
have -> : inord n = ord_max :> 'I_n.+1 by apply: val_inj; rewrite /= inordK.
by rewrite ffunE unlift_none.
Qed.

Theorem relaxed_response_agrees n m x (a y : 'I_m) :
  relaxed_response (INR n) (INR m) x (value a) (value y) = Finite.relaxed_response n (from_one x) a y.
Proof.
rewrite /relaxed_response words_agrees /Finite.relaxed_response [RHS]big_mkcond sum_of_next; apply: eq_bigr => v _.
rewrite extended_agrees relaxed_agrees (bigD1 y) //= last_letter eqxx big1 ?Rplus_0_r // => u /negbTE other.
by rewrite last_letter other.
Qed.

Theorem relaxed_pair_agrees n m x (a o z : 'I_m) :
  relaxed_pair (INR n) (INR m) x (value a) (value o) (value z) = Finite.relaxed_pair n (from_one x) a o z.
Proof.
rewrite /relaxed_pair words_agrees /Finite.relaxed_pair [RHS]big_mkcond !sum_of_next; apply: eq_bigr => v _.
have before (w : {ffun 'I_n.+1 -> 'I_m}) y :
    [ffun i : 'I_n.+2 => oapp w y (unlift ord_max i)] (inord n) = w (inord n).
  have -> : inord n = lift ord_max (inord n) :> 'I_n.+2 by apply: ord_inj; rewrite lift_max !inordK // ltnW.
  by rewrite ffunE liftK.
rewrite extended_agrees -!S_INR extended_agrees relaxed_agrees (bigD1 o) //= (bigD1 z) //=.
rewrite before !last_letter !eqxx /= !big1 ?Rplus_0_r // => u /negbTE other.
  by rewrite big1 // => y _; rewrite before last_letter other.
by rewrite before !last_letter other andbF.
Qed.

(** * Cards *)

Theorem dealt_agrees n m c T : dealt (INR n) (INR m) c T = Finite.dealt (on1 c) (@on_words n m T).
Proof.
have step (i : nat) : dealt (INR i + 1) (INR m) c =
    fun T => dealt (INR i) (INR m) c (fun w => sum (INR m) (fun y =>
      (c y + (-1) * frequency (INR i) y w) / (sum (INR m) c + (-1) * INR i) * T (extended w (INR i + 1) y))).
  by apply: functional_extensionality => F; rewrite /dealt (Law.recursion_next _ _ _ (count_INR i)).
elim: n T => [|n IH] T.
  have none (i : 'I_0) : 'I_m by case: i.
  rewrite /Finite.dealt (big_pred1 (finfun none)) => [|w]; last by apply/esym/eqP/ffunP => -[].
  rewrite big_ord0 Rmult_1_l /dealt Law.recursion_0; congr T; apply: functional_extensionality => t.
  by rewrite /letters spread_out // => -[].
rewrite /Finite.dealt sum_of_next S_INR step IH; apply: eq_bigr => w _.
rewrite {1}/on_words sum_agrees big_distrr; apply: eq_bigr => y _ /=.
rewrite extended_agrees -Rmult_assoc; congr (_ * _).
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

(** * Derivatives, limits *)

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
