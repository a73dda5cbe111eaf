(** Answers that are numbers, with a density or integers, as one who works with mathcomp and Coquelicot writes them:
    limits, derivatives, integrals and series are those of Coquelicot. For each definition the theorem [..._agrees] says
    that the one of rrproof, made from the text that its proofs use, says the same. *)

Set Warnings "-notation-overridden,-ambiguous-paths".
From rrproof Require Import Logic.
From Coquelicot Require Import Coquelicot.
From mathcomp Require Import all_ssreflect.
From rrproof Require Import Definitions FiniteTypes.
Require Import FunctionalExtensionality.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Open Scope R_scope.

(** The definitions of the field. *)
Module Numeric.

(** Truths between two numbers. *)
Definition between a b := {t : R | a <= t <= b}.
Definition integers_between a b := {t : Z | a <= IZR t <= b}.

(** The density or the chance of an answer that is one of [Y] or one of [Z]. *)
Definition either (T Y Z : Type) (f : T -> Y -> R) (P : T -> Z -> R) := fun t (answer : Y + Z) =>
  match answer with inl y => f t y | inr z => P t z end.

(** The integral of f over all numbers is v. *)
Definition integral_everywhere (f : R -> R) v := is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) v.

(** A density; the mean of g(Z) is v, for an answer Z with this density. *)
Definition density f := (forall z, 0 <= f z) /\ integral_everywhere f 1.
Definition density_mean f g v := integral_everywhere (fun z => g z * f z) v.

(** The variance of g(Z) is v, where E says what the mean of a function of Z is. *)
Definition variance (Z : Type) (E : (Z -> R) -> R -> Prop) g v := exists e, E g e /\ E (fun z => (g z - e) ^ 2) v.

(** The density that is h(i) from c(i) to c(i + 1); the mean of g(Z) is v, for an answer Z with this density. *)
Definition step_at m (c h : nat -> R) z := \sum_(i < m) if Rle_dec (c i) z && Rlt_dec z (c i.+1) then h i else 0.
Definition step_mean m c h g v := is_RInt (fun z => g z * step_at m c h z) (c 0%N) (c m) v.
Definition step_density m (c h : nat -> R) :=
  (forall i, (i < m)%N -> c i <= c i.+1 /\ 0 <= h i) /\ is_RInt (step_at m c h) (c 0%N) (c m) 1.

(** The mean of g of the answer u(j) + s(j) Z is v, where j is drawn with the chances [w], and Z has this density. *)
Definition mixed_mean k (w u s : 'I_k -> R) m c h g v := step_mean m c h (fun z => \sum_j w j * g (u j + s j * z)) v.

(** The sum of f over all integers is v. *)
Definition sum_of_integers (f : Z -> R) v :=
  exists u w, is_series (fun n => f (- Z.of_nat n.+1)%Z) u /\ is_series (fun n => f (Z.of_nat n)) w /\ u + w = v.

(** A law of integers; the mean of g(Z) is v, for an integer Z with this law; two-sided geometric noise. *)
Definition integer_law (p : Z -> R) := (forall z, 0 <= p z) /\ sum_of_integers p 1.
Definition integer_mean (p g : Z -> R) v := sum_of_integers (fun z => g z * p z) v.
Definition geometric a (z : Z) := (1 - a) / (1 + a) * a ^ Z.abs_nat z.

(** The density of staircase noise, whose i-th step goes from [staircase_start] i to that of i + 1; its height there. *)
Definition staircase_height a g d (i : nat) := (1 - a) / (2 * d * (g + a * (1 - g))) * a ^ i.
Definition staircase_start g d (i : nat) := Rmax 0 ((INR i - 1 + g) * d).
Definition staircase a g d z := staircase_height a g d (Z.to_nat (up (Rabs z / d - g))).

(** The mean of f(Z) is v, for staircase noise Z: the integrals over the steps on both sides of 0 have the sum v. *)
Definition staircase_mean a g d (f : R -> R) v := exists w : nat -> R,
  (forall i, is_RInt (fun z => (f z + f (- z)) * staircase a g d z)
    (staircase_start g d i) (staircase_start g d i.+1) (w i)) /\ is_series w v.

End Numeric.

Implicit Types (a b c e r u v w x y : R).

(** * Derivatives and limits *)

Lemma near a (P : R -> Prop) : (exists r, 0 < r /\ forall x, abs (x + (-1) * a) < r -> P x) <-> locally a P.
Proof.
split=> [[r [r0 H]]|[r H]]; first exists (mkposreal r r0) => x.
  by move=> xr; apply: H; rewrite abs_agrees as_difference.
by exists r; split=> [|x]; [apply: cond_pos | rewrite abs_agrees as_difference => xr; apply: H].
Qed.

Theorem tangent_within_agrees f a d e r : tangent_within f a d e r <->
  forall x, Rabs (x - a) < r -> Rabs (f x - f a - d * (x - a)) <= e * Rabs (x - a).
Proof. by split=> H x; have := H x; rewrite !abs_agrees !as_difference. Qed.

Lemma derivative_is_derive f a d : derivative f a d <-> is_derive f a d.
Proof. by rewrite derivative_agrees is_derive_Reals. Qed.

Theorem second_derivative_agrees f a d :
  second_derivative f a d <-> locally a (ex_derive f) /\ is_derive (Derive f) a d.
Proof.
split=> [[g [/derivative_is_derive gd /near gf]]|[/near [r [r0 H]] fd]].
  split; first by move: gf; apply: filter_imp => x /derivative_is_derive; exists (g x).
  apply: is_derive_ext_loc gd; move: gf; apply: filter_imp => x /derivative_is_derive xg.
  by rewrite (is_derive_unique _ _ _ xg).
exists (Derive f); split; first exact/derivative_is_derive.
by exists r; split=> // x /H ex; apply/derivative_is_derive/Derive_correct.
Qed.

Theorem extremum_agrees f a :
  extremum f a <-> locally a (fun x => f a <= f x) \/ locally a (fun x => f x <= f a).
Proof.
rewrite -!near; split=> [[r [r0 [H|H]]]|[[r [r0 H]]|[r [r0 H]]]].
- by left; exists r.
- by right; exists r.
- by exists r; split=> //; left.
- by exists r; split=> //; right.
Qed.

Theorem tends_to_agrees F v : tends_to F v <-> is_lim F p_infty v.
Proof.
rewrite -is_lim_spec; split=> [H e|H e e0].
  have [|r near_v] := H (e / 2); first by have := cond_pos e; lra.
  exists r => x /Rlt_le /near_v; rewrite abs_agrees as_difference.
  by have := cond_pos e; lra.
have [r near_v] := H (mkposreal e e0); exists (r + 1) => x rx; rewrite abs_agrees as_difference.
by apply/Rlt_le/near_v; lra.
Qed.

(** * Integrals *)

(** The number in the interval next to x. *)
Definition clip a b x := Rmin b (Rmax a x).

Lemma clip_in a b x : a <= b -> a <= clip a b x <= b.
Proof. by move=> ab; split; [apply: Rmin_glb => //; apply: Rmax_l | apply: Rmin_l]. Qed.

Lemma clip_id a b x : a <= x <= b -> clip a b x = x.
Proof. by move=> [ax xb]; rewrite /clip Rmax_right // Rmin_right. Qed.

Lemma clipped_continuous (D : R -> Prop) (f c : R -> R) : continuous_on D f -> (forall x, D (c x)) ->
  (forall x y, Rabs (c y - c x) <= Rabs (y - x)) -> forall x, continuous (fun x => f (c x)) x.
Proof.
move=> cf Dc lipschitz x P Pf; have [r near_x] := cf _ (Dc x) P Pf.
exists r => y yr; apply: near_x => //.
exact: Rle_lt_trans (lipschitz x y) yr.
Qed.

Lemma max_near a x y : Rabs (Rmax a y - Rmax a x) <= Rabs (y - x).
Proof. by rewrite /Rmax; do 2!case: Rle_dec => [?|/Rnot_le_lt ?]; split_Rabs; lra. Qed.

Lemma min_near a x y : Rabs (Rmin a y - Rmin a x) <= Rabs (y - x).
Proof. by rewrite /Rmin; do 2!case: Rle_dec => [?|/Rnot_le_lt ?]; split_Rabs; lra. Qed.

Lemma clip_continuous a b (f : R -> R) : a <= b -> continuous_on (fun x => a <= x <= b) f ->
  forall x, continuous (fun x => f (clip a b x)) x.
Proof.
move=> ab cf; apply: clipped_continuous cf _ _ => [x|x y]; first exact: clip_in.
exact: Rle_trans (min_near _ _ _) (max_near _ _ _).
Qed.

Lemma max_continuous a (f : R -> R) : continuous_on (fun x => a <= x) f ->
  forall x, continuous (fun x => f (Rmax a x)) x.
Proof.
by move=> cf; apply: clipped_continuous cf _ _ => [x|x y]; [apply: Rmax_l | apply: max_near].
Qed.

(** An antiderivative gives the integral of a continuous function, and there is one. *)
Lemma integral_of_antiderivative (F f : R -> R) a b : a <= b -> continuous_on (fun x => a <= x <= b) f ->
  (forall x, a <= x <= b -> derivative F x (f x)) -> is_RInt f a b (F b - F a).
Proof.
move=> ab cf H; apply: (is_RInt_ext (fun x => f (clip a b x))).
  by rewrite Rmin_left // Rmax_right // => x [ax xb]; rewrite clip_id //; lra.
apply: is_RInt_derive; rewrite Rmin_left // Rmax_right // => x xab; last exact: clip_continuous.
by rewrite clip_id //; apply/derivative_is_derive/H.
Qed.

Lemma antiderivative (g : R -> R) a x : (forall y, continuous g y) -> derivative (RInt g a) x (g x).
Proof.
move=> cg; apply/derivative_is_derive/(is_derive_RInt _ _ a) => //.
apply: filter_forall => y; apply: RInt_correct.
by apply: ex_RInt_continuous => z _; apply: cg.
Qed.

Lemma integral_between_ordered (f : R -> R) a b v : a <= b -> continuous_on (fun x => a <= x <= b) f ->
  integral_over f a b v <-> is_RInt f a b v.
Proof.
move=> ab cf; split=> [[F [H <-]]|fv].
  by rewrite as_difference; apply: integral_of_antiderivative => // x xab; apply: H; left.
have cg := clip_continuous ab cf; exists (RInt (fun x => f (clip a b x)) a); split.
  move=> x xab; have {}xab : a <= x <= b by case: xab => //; lra.
  by rewrite -[in f x](clip_id xab); apply: antiderivative.
rewrite RInt_point as_difference Rminus_0_r; apply: is_RInt_unique; move: fv; apply: is_RInt_ext.
by rewrite Rmin_left // Rmax_right // => x [ax xb]; rewrite clip_id //; lra.
Qed.

Lemma integral_back (f : R -> R) a b v : integral_over f a b v -> integral_over f b a (- v).
Proof.
move=> [F [H Fv]]; exists F; split=> [x [xab|xab]|]; [apply: H; right|apply: H; left|] => //.
by rewrite -Fv; ring.
Qed.

(** The function is continuous: not each other one that has an integral has an antiderivative. *)
Theorem integral_over_agrees (f : R -> R) a b v : continuous_on (fun x => Rmin a b <= x <= Rmax a b) f ->
  integral_over f a b v <-> is_RInt f a b v.
Proof.
have [ab|/Rnot_le_lt /Rlt_le ba] := Rle_dec a b.
  by rewrite Rmin_left // Rmax_right // => cf; apply: integral_between_ordered.
rewrite Rmin_right // Rmax_left // => cf; have ordered w := integral_between_ordered w ba cf.
split=> [/integral_back /ordered /is_RInt_swap|/is_RInt_swap /ordered /integral_back].
  by rewrite /opp /= Ropp_involutive.
by rewrite /opp /= Ropp_involutive.
Qed.

(** What the limits of integrals say. *)
Lemma above (f : R -> R) a w : is_RInt_gen f (at_point a) (Rbar_locally p_infty) w <->
  forall d : posreal, exists r, forall b, r < b -> exists y, is_RInt f a b y /\ Rabs (y - w) < d.
Proof.
rewrite /is_RInt_gen filterlimi_locally; split=> H d.
  by have [Q S Qa [r Sr] both] := H d; exists r => b /Sr /(both a b Qa).
have [r near_w] := H d; apply: (Filter_prod _ _ _ (fun x => x = a) (fun b => r < b)) => //; first by exists r.
by move=> _ b -> /near_w.
Qed.

Lemma below (f : R -> R) b w : is_RInt_gen f (Rbar_locally m_infty) (at_point b) w <->
  forall d : posreal, exists r, forall a, a < r -> exists y, is_RInt f a b y /\ Rabs (y - w) < d.
Proof.
rewrite /is_RInt_gen filterlimi_locally; split=> H d.
  by have [Q S [r Qr] Sb both] := H d; exists r => a /Qr Qa; apply: (both a b Qa Sb).
have [r near_w] := H d; apply: (Filter_prod _ _ _ (fun a => a < r) (fun x => x = b)) => //; first by exists r.
by move=> a _ ar ->; apply: near_w.
Qed.

Lemma everywhere (f : R -> R) v :
  is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) v -> forall d : posreal,
  exists l r, forall a b, a < l -> r < b -> exists y, is_RInt f a b y /\ Rabs (y - v) < d.
Proof.
rewrite /is_RInt_gen filterlimi_locally => H d.
by have [Q S [l Ql] [r Sr] both] := H d; exists l, r => a b /Ql Qa /Sr; apply: both.
Qed.

Lemma mirrored (f : R -> R) a b y : is_RInt f a b y -> is_RInt (fun x => f ((-1) * x)) (- b) (- a) y.
Proof.
rewrite -{1}[a]Ropp_involutive -{1}[b]Ropp_involutive => /is_RInt_comp_opp /is_RInt_swap /is_RInt_opp.
rewrite /opp /= Ropp_involutive; apply: is_RInt_ext => x _.
by rewrite /opp /= Ropp_involutive; congr f; ring.
Qed.

Theorem integral_above_agrees (f : R -> R) a v : continuous_on (fun x => a <= x) f ->
  integral_above f a v <-> is_RInt_gen f (at_point a) (Rbar_locally p_infty) v.
Proof.
move=> cf; rewrite above; split=> [[F [H /tends_to_agrees /is_lim_spec lim]] d|lim].
  have [r near_v] := lim d; exists (Rmax a r) => b rb.
  have ab := Rle_lt_trans _ _ _ (Rmax_l a r) rb; exists (F b - F a); split.
    apply: integral_of_antiderivative => [|x [ax xb] P Pf|x [ax _]]; [lra | | exact: H].
    by have [e near_x] := cf x ax P Pf; exists e => y yx [ay _]; apply: near_x.
  by have := near_v b (Rle_lt_trans _ _ _ (Rmax_r a r) rb); congr (Rabs _ < _); ring.
pose g x := f (Rmax a x); have cg : forall x, continuous g x by apply: max_continuous.
exists (RInt g a); split.
  by move=> x ax; have <- : g x = f x by [rewrite /g Rmax_right]; apply: antiderivative.
apply/tends_to_agrees/is_lim_spec => d; rewrite RInt_point Rplus_0_l.
have [r near_v] := lim d; exists (Rmax a r) => b rb.
have [y [fy yv]] := near_v b (Rle_lt_trans _ _ _ (Rmax_r a r) rb).
have -> : RInt g a b = y; last exact: yv.
have ab := Rle_lt_trans _ _ _ (Rmax_l a r) rb.
apply: is_RInt_unique; move: fy; apply: is_RInt_ext => x; rewrite Rmin_left; last lra.
by move=> [ax _]; rewrite /g Rmax_right //; lra.
Qed.

(** The function is continuous. *)
Section Everywhere.
Variables (f : R -> R).
Hypothesis cf : forall x, continuous f x.

Lemma parts v : integral_everywhere f v <-> exists a u w,
  is_RInt_gen f (Rbar_locally m_infty) (at_point a) u /\
  is_RInt_gen f (at_point a) (Rbar_locally p_infty) w /\ u + w = v.
Proof.
have mirror x : continuous (fun x => f ((-1) * x)) x.
  apply: (continuous_comp (fun x => (-1) * x) f); last exact: cf.
  exact: (continuous_scal_r (-1) (fun x => x) x (continuous_id x)).
have on (D : R -> Prop) (g : R -> R) : (forall x, continuous g x) -> continuous_on D g.
  by move=> cg; apply: continuous_on_forall => x _; apply: cg.
split=> -[a [u [w [fu [fw vE]]]]]; exists a, u, w; split; try split=> //.
- move: fu => /(integral_above_agrees _ (on _ _ mirror)) /above lim; apply/below => d.
  have [r near_u] := lim d; exists (- r) => b br; have [|y [fy yu]] := near_u (- b); first lra.
  exists y; split=> //; move: (mirrored fy).
  have -> : - ((-1) * a) = a by ring.
  by rewrite Ropp_involutive; apply: is_RInt_ext => x _; congr f; ring.
- exact/(integral_above_agrees _ (on _ _ cf)).
- apply/(integral_above_agrees _ (on _ _ mirror))/above => d.
  have [r near_u] := proj1 (below _ _ _) fu d; exists (- r) => b br.
  have [|y [fy yu]] := near_u (- b); first lra.
  by exists y; split=> //; move: (mirrored fy); rewrite Ropp_involutive; have -> : - a = (-1) * a by ring.
- exact/(integral_above_agrees _ (on _ _ cf)).
Qed.

Theorem integral_everywhere_agrees v : integral_everywhere f v <-> Numeric.integral_everywhere f v.
Proof.
rewrite parts; split=> [[a [u [w [fu [fw <-]]]]]|fv]; first exact: is_RInt_gen_Chasles fu fw.
pose F := RInt f 0.
have part a b : is_RInt f a b (F b - F a).
  by apply: is_RInt_derive => x _; [apply/derivative_is_derive/antiderivative | apply: cf].
have lim := everywhere fv.
have same a b y : is_RInt f a b y -> y = F b - F a.
  by move=> fy; rewrite -(is_RInt_unique _ _ _ _ fy) (is_RInt_unique _ _ _ _ (part a b)).
have [w Fw] : exists w, is_lim F p_infty w.
  apply/filterlim_locally_cauchy => d; have [l [r near_v]] := lim (pos_div_2 d).
  exists (fun b => r < b); split=> [|b c rb rc]; first by exists r.
  have [|y [/same -> yv]] := near_v (l - 1) b _ rb; first lra.
  have [|z [/same -> zv]] := near_v (l - 1) c _ rc; first lra.
  apply: (Rle_lt_trans _ (Rabs (F c - F (l - 1) - v) + Rabs (F b - F (l - 1) - v))).
    rewrite -[Rabs (F b - _ - v)]Rabs_Ropp; apply: Rle_trans (Rabs_triang _ _).
    by apply: Req_le; congr Rabs; rewrite /minus /plus /opp /=; ring.
  by have := Rplus_lt_compat _ _ _ _ zv yv; rewrite /=; lra.
have [u Fu] : exists u, is_lim F m_infty u.
  apply/filterlim_locally_cauchy => d; have [l [r near_v]] := lim (pos_div_2 d).
  exists (fun a => a < l); split=> [|a c al cl]; first by exists l.
  have [|y [/same -> yv]] := near_v a (r + 1) al; first lra.
  have [|z [/same -> zv]] := near_v c (r + 1) cl; first lra.
  apply: (Rle_lt_trans _ (Rabs (F (r + 1) - F a - v) + Rabs (F (r + 1) - F c - v))).
    rewrite -[Rabs (_ - F c - v)]Rabs_Ropp; apply: Rle_trans (Rabs_triang _ _).
    by apply: Req_le; congr Rabs; rewrite /minus /plus /opp /=; ring.
  by have := Rplus_lt_compat _ _ _ _ zv yv; rewrite /=; lra.
have fu : is_RInt_gen f (Rbar_locally m_infty) (at_point 0) (F 0 - u).
  apply/below => d; have [r near_u] := proj2 (is_lim_spec _ _ _) Fu d; exists r => a ar.
  exists (F 0 - F a); split; first exact: part.
  by have := near_u a ar; rewrite -Rabs_Ropp; congr (Rabs _ < _); ring.
have fw : is_RInt_gen f (at_point 0) (Rbar_locally p_infty) (w - F 0).
  apply/above => d; have [r near_w] := proj2 (is_lim_spec _ _ _) Fw d; exists r => b rb.
  exists (F b - F 0); split; first exact: part.
  by have := near_w b rb; congr (Rabs _ < _); ring.
exists 0, (F 0 - u), (w - F 0); split=> //; split=> //.
have both : Numeric.integral_everywhere f (F 0 - u + (w - F 0)) by exact: is_RInt_gen_Chasles fu fw.
by rewrite -(is_RInt_gen_unique _ _ fv) -(is_RInt_gen_unique _ _ both).
Qed.

End Everywhere.

(** * Answers with a density *)

Lemma as_deviation (g : R -> R) e : (fun z => (g z + (-1) * e) ^^ 2) = fun z => (g z - e) ^ 2.
Proof. by apply: functional_extensionality => z; rewrite as_square as_difference. Qed.

Lemma deviation_continuous e x : continuous (fun x => (x - e) ^ 2) x.
Proof. by apply: ex_derive_continuous; auto_derive. Qed.

(** The density and what is taken of the answer are continuous. *)
Section Densities.
Variables (f g : R -> R).
Hypotheses (cf : forall z, continuous f z) (cg : forall z, continuous g z).

Theorem density_agrees : density f <-> Numeric.density f.
Proof. by rewrite /density integral_everywhere_agrees. Qed.

Lemma density_mean_of (h : R -> R) v : (forall z, continuous h z) ->
  density_mean f h v <-> Numeric.density_mean f h v.
Proof. by move=> ch; apply: integral_everywhere_agrees => z; apply: continuous_mult. Qed.

Theorem density_mean_agrees v : density_mean f g v <-> Numeric.density_mean f g v.
Proof. exact: density_mean_of. Qed.

Theorem density_variance_agrees v : density_variance f g v <-> Numeric.variance (Numeric.density_mean f) g v.
Proof.
have cd e z : continuous (fun z => (g z - e) ^ 2) z.
  by apply: (continuous_comp g (fun x => (x - e) ^ 2)) => //; apply: deviation_continuous.
by split=> -[e [mean_e var_e]]; exists e; move: mean_e var_e; rewrite as_deviation !density_mean_of.
Qed.

End Densities.

Lemma middles_of_parts (f : R -> R) (p : nat -> R) n :
  Riemann_sum f (SF_seq_f2 (fun x y => (x + y) / 2) (mkseq p n.+1)) =
  \sum_(i < n) (p i.+1 - p i) * f ((p i + p i.+1) / 2).
Proof.
elim: n p => [|n IH] p; first by rewrite big_ord0.
have -> : mkseq p n.+2 = p 0%N :: mkseq (fun i => p i.+1) n.+1.
  by rewrite /mkseq -[iota 0 n.+2]/(0%N :: iota (1 + 0) n.+1) map_cons iotaDl -map_comp.
rewrite SF_cons_f2; last by apply/ltP; rewrite size_mkseq.
by rewrite Riemann_sum_cons IH big_ord_recl.
Qed.

Lemma unbounded x : exists N, x < INR N.
Proof.
exists (Z.to_nat (up x)); have [above _] := archimed x; apply: Rlt_le_trans above _.
by rewrite INR_IZR_INZ; apply: IZR_le; lia.
Qed.

Lemma means_of_middles (f : R -> R) v : is_RInt f (-1) 1 v ->
  is_lim_seq (fun n => sum (INR n) (fun i => f ((2 * i + (-1)) / INR n + (-1))) / INR n) (v / 2).
Proof.
move=> fv; apply/is_lim_seq_spec => d; have [e near_v] := fv (ball v d) (locally_ball v d).
have [N large] := unbounded (2 / e); exists N.+1 => -[|n] /leP // Nn.
have n0 : 0 < INR n + 1 by have := pos_INR n; lra.
have two : 1 - -1 = 2 by ring.
have ne : (1 - -1) / (INR n + 1) < e.
  have e0 := cond_pos e; rewrite two; apply: (Rmult_lt_reg_r (INR n + 1)) => //.
  have : INR N <= INR n by apply: le_INR; apply/leP.
  have -> : 2 / (INR n + 1) * (INR n + 1) = 2 by field; lra.
  have : 2 / e * e = 2 by field; lra.
  by nra.
have middle x y : x <= y -> x <= (x + y) / 2 <= y by lra.
have unit_ends : -1 <= 1 by lra.
have [fine ends] := Riemann_fine_unif_part _ _ _ n middle unit_ends.
have := near_v _ (Rle_lt_trans _ _ _ fine ne); rewrite Rmin_left // Rmax_right // two => /(_ ends).
rewrite /unif_part middles_of_parts sign_eq_1; last lra.
rewrite (eq_bigr (fun i : 'I_n.+1 => 2 / (INR n + 1) * f ((2 * value i + (-1)) / INR n.+1 + (-1)))) => [|i _].
  rewrite -big_distrr sum_agrees S_INR /ball /= /AbsRing_ball /= /Hierarchy.abs /minus /plus /opp /scal /= /mult /=.
  set s := \big[_/_]_i _.
  have -> : s / (INR n + 1) - v / 2 = (1 * (2 / (INR n + 1) * s) + - v) / 2 by field; lra.
  by rewrite /Rdiv Rabs_mult (Rabs_pos_eq (/ 2)); have := Rabs_pos (1 * (2 / (INR n + 1) * s) + - v); lra.
by rewrite /value !S_INR; congr (_ * f _); field; lra.
Qed.

Theorem uniform_mean_agrees (f : R -> R) v : continuous_on (fun x => -1 <= x <= 1) f ->
  uniform_mean f v <-> is_RInt (fun x => f x / 2) (-1) 1 v.
Proof.
move=> cf; rewrite /uniform_mean converges_agrees -is_lim_seq_Reals.
have half y : is_RInt f (-1) 1 y -> is_RInt (fun x => f x / 2) (-1) 1 (y / 2).
  move=> /(is_RInt_scal _ _ _ (/ 2)); rewrite /scal /= /mult /= Rmult_comm.
  by apply: is_RInt_ext => x _; rewrite Rmult_comm.
have [y fy] : ex_RInt f (-1) 1.
  apply: (ex_RInt_ext (fun x => f (clip (-1) 1 x))).
    by rewrite Rmin_left ?Rmax_right; [move=> x [? ?]; rewrite clip_id //; lra | lra | lra].
  by apply: ex_RInt_continuous => x _; apply: clip_continuous => //; lra.
have lim := means_of_middles fy; split=> [lim_v|fv].
  have [->] : Finite v = Finite (y / 2) by rewrite -(is_lim_seq_unique _ _ lim_v) -(is_lim_seq_unique _ _ lim).
  exact: half.
by rewrite -(is_RInt_unique _ _ _ _ fv) (is_RInt_unique _ _ _ _ (half y fy)).
Qed.

(** * Densities of several heights *)

Theorem step_at_agrees m (c h : R -> R) z : step_at (INR m) c h z = Numeric.step_at m (from_one c) (from_one h) z.
Proof.
rewrite /step_at sum_agrees; apply: eq_bigr => i _; rewrite /from_one /value -S_INR.
case: Rle_dec => cz /=; last by rewrite Law.if_false ?Rmult_0_r // => -[].
by case: Rlt_dec => zc /=; [rewrite Law.if_true ?Rmult_1_r | rewrite Law.if_false ?Rmult_0_r // => -[]].
Qed.

(** The ends are ordered, and what is taken of the answer is continuous. *)
Section Steps.
Variables (c h : R -> R).
Implicit Types (m : nat) (g : R -> R).

Definition ordered m := forall i, (i < m)%N -> from_one c i <= from_one c i.+1.
Definition smooth m g := continuous_on (fun z => from_one c 0 <= z <= from_one c m) g.

Lemma ends m i : ordered m -> (i <= m)%N -> from_one c 0 <= from_one c i /\ from_one c i <= from_one c m.
Proof.
elim: m i => [|m IH] i le; first by rewrite leqn0 => /eqP ->; split; apply: Rle_refl.
have {}IH j := IH j (fun j jm => le j (ltnW jm)); have le_m := le m (leqnn _).
rewrite leq_eqVlt => /orP [/eqP ->|/IH [first last]]; last by split=> //; apply: Rle_trans last le_m.
by split; [apply: Rle_trans (proj1 (IH m (leqnn _))) le_m | apply: Rle_refl].
Qed.

Lemma step_within m i : ordered m -> (i < m)%N -> forall g, smooth m g ->
  continuous_on (fun z => from_one c i <= z <= from_one c i.+1) (fun z => g z * from_one h i).
Proof.
move=> le im g cg z [iz zi]; have [first _] := ends le (ltnW im); have [_ last] := ends le im.
apply: (filterlim_comp _ _ _ g (fun x => x * from_one h i) _ (locally (g z))).
  move=> P Pg; have [e near_z] := cg z (conj (Rle_trans _ _ _ first iz) (Rle_trans _ _ _ zi last)) P Pg.
  by exists e => y yz [iy yi]; apply: near_z => //; lra.
by apply: (continuous_scal_l (fun x : R => x) (from_one h i) (g z)); apply: continuous_id.
Qed.

(** Between two ends the density has one height. *)
Lemma pieces m g (w : nat -> R) :
  ordered m -> (forall i, (i < m)%N -> is_RInt (fun z => g z * from_one h i) (from_one c i) (from_one c i.+1) (w i)) ->
  Numeric.step_mean m (from_one c) (from_one h) g (\sum_(i < m) w i).
Proof.
elim: m => [|m IH] le gw; first by rewrite big_ord0; apply: is_RInt_point.
have {}IH := IH (fun i im => le i (ltnW im)) (fun i im => gw i (ltnW im)).
have le_m := le m (leqnn _).
have [first _] := ends (i := m) le (leqnSn m).
rewrite big_ord_recr; apply: is_RInt_Chasles.
  move: IH; apply: is_RInt_ext => z; rewrite Rmin_left ?Rmax_right //.
  move=> [_ zm]; rewrite /Numeric.step_at big_ord_recr /=.
  by case: Rle_dec => [|_] /=; [lra | rewrite Rplus_0_r].
move: (gw m (leqnn _)); apply: is_RInt_ext => z; rewrite Rmin_left ?Rmax_right // => -[mz zm].
rewrite /Numeric.step_at big_ord_recr big1 /= => [|i _].
  by case: Rle_dec => [_|] /=; [case: Rlt_dec => [_|] /=; [rewrite Rplus_0_l | lra] | lra].
have [_ im] := ends (fun j jm => le j (ltnW jm)) (ltn_ord i).
by case: Rle_dec => //= _; case: Rlt_dec => //=; lra.
Qed.

Lemma piece_over m g i v : ordered m -> smooth m g -> (i < m)%N ->
  integral_over (fun z => g z * from_one h i) (from_one c i) (from_one c i.+1) v <->
  is_RInt (fun z => g z * from_one h i) (from_one c i) (from_one c i.+1) v.
Proof. by move=> le cg im; apply: integral_between_ordered; [apply: le | apply: step_within cg]. Qed.

Lemma piece_has_integral m g i : ordered m -> smooth m g -> (i < m)%N ->
  ex_RInt (fun z => g z * from_one h i) (from_one c i) (from_one c i.+1).
Proof.
move=> le cg im; have le_i := le i im.
apply: (ex_RInt_ext (fun z => g (clip (from_one c i) (from_one c i.+1) z) * from_one h i)).
  by rewrite Rmin_left // Rmax_right // => z [iz zi]; rewrite clip_id //; lra.
apply: ex_RInt_continuous => z _.
exact: (clip_continuous (f := fun z => g z * from_one h i) le_i (step_within le im cg)).
Qed.

Definition piece g i := RInt (fun z => g z * from_one h i) (from_one c i) (from_one c i.+1).

Lemma step_mean_exists m g : ordered m -> smooth m g ->
  Numeric.step_mean m (from_one c) (from_one h) g (\sum_(i < m) piece g i).
Proof.
by move=> le cg; apply: (pieces (w := piece g) le) => i im; apply/RInt_correct/(piece_has_integral le cg im).
Qed.

Theorem step_mean_agrees m g v : ordered m -> smooth m g ->
  step_mean (INR m) c h g v <-> Numeric.step_mean m (from_one c) (from_one h) g v.
Proof.
move=> le cg; rewrite /step_mean; split=> [[w [parts_w <-]]|mean_v].
  rewrite sum_agrees; apply: (pieces (w := fun i => w (INR i.+1)) le) => i im; apply/(piece_over _ le cg im).
  by have := parts_w _ (value_range (Ordinal im)); rewrite /value -S_INR.
exists (spread (fun i : 'I_m => piece g i)); split.
  apply/in_range => i; have im := ltn_ord i; rewrite spread_value /value -S_INR.
  by apply/(piece_over _ le cg im)/RInt_correct/(piece_has_integral le cg im).
rewrite sum_agrees (eq_bigr (fun i : 'I_m => piece g i)) => [|i _]; last by rewrite spread_value.
by rewrite -(is_RInt_unique _ _ _ _ (step_mean_exists le cg)); apply: is_RInt_unique.
Qed.

Theorem step_density_agrees m : step_density (INR m) c h <-> Numeric.step_density m (from_one c) (from_one h).
Proof.
have stepsE : (forall i : 'I_m, c (value i) <= c (value i + 1) /\ 0 <= h (value i)) <->
    forall i, (i < m)%N -> from_one c i <= from_one c i.+1 /\ 0 <= from_one h i.
  split=> [H i im|H i]; first by have := H (Ordinal im); rewrite /value -S_INR.
  by rewrite /value -S_INR; apply: (H i (ltn_ord i)).
have oneE : (fun z => 1 * Numeric.step_at m (from_one c) (from_one h) z) = Numeric.step_at m (from_one c) (from_one h).
  by apply: functional_extensionality => z; rewrite Rmult_1_l.
have constant : smooth m (fun=> 1) by apply: continuous_on_forall => z _; apply: continuous_const.
rewrite /step_density in_range stepsE /Numeric.step_density -oneE.
by split=> -[H one]; split=> //; move: one; rewrite step_mean_agrees // => i /H [].
Qed.

Theorem step_variance_agrees m g v : ordered m -> smooth m g ->
  step_variance (INR m) c h g v <-> Numeric.variance (Numeric.step_mean m (from_one c) (from_one h)) g v.
Proof.
move=> le cg; have cd e : smooth m (fun z => (g z - e) ^ 2).
  move=> z zm; apply: (filterlim_comp _ _ _ g (fun x => (x - e) ^ 2) _ (locally (g z))); first exact: cg.
  exact: deviation_continuous.
by split=> -[e [mean_e var_e]]; exists e; move: mean_e var_e; rewrite as_deviation !step_mean_agrees.
Qed.

Lemma sum_of_means k (w e : 'I_k -> R) (g : 'I_k -> R -> R) m :
  (forall j, Numeric.step_mean m (from_one c) (from_one h) (g j) (e j)) ->
  Numeric.step_mean m (from_one c) (from_one h) (fun z => \sum_j w j * g j z) (\sum_j w j * e j).
Proof.
move=> means; elim: (index_enum _) => [|j s IH].
  rewrite big_nil; apply: (is_RInt_ext (fun=> 0)) => [z _|]; first by rewrite big_nil Rmult_0_l.
  by have := is_RInt_const (from_one c 0) (from_one c m) 0; rewrite scal_zero_r.
rewrite big_cons; have := is_RInt_plus _ _ _ _ _ _ (is_RInt_scal _ _ _ (w j) _ (means j)) IH.
by apply: is_RInt_ext => z _; rewrite big_cons /plus /scal /= /mult /=; ring.
Qed.

(** What is taken of the answer is continuous everywhere. *)
Theorem mixed_mean_agrees k m (w u s : R -> R) g v : ordered m -> (forall y, continuous g y) ->
  mixed_mean (INR k) w u s (INR m) c h g v <->
  Numeric.mixed_mean (@on1 k w) (on1 u) (on1 s) m (from_one c) (from_one h) g v.
Proof.
move=> le cg; have cj j : smooth m (fun z => g (u j + s j * z)).
  apply: continuous_on_forall => z _; apply: (continuous_comp (fun z => u j + s j * z) g); last exact: cg.
  by apply: ex_derive_continuous; auto_derive.
split=> [[e [/in_range means <-]]|mean_v].
  rewrite sum_agrees; apply: (sum_of_means (w := on1 w) (e := on1 e)) => j.
  by apply/(step_mean_agrees _ le (cj (value j)))/means.
have means (j : 'I_k) := step_mean_exists le (cj (value j)).
exists (spread (fun j : 'I_k => \sum_(i < m) piece (fun z => g (u (value j) + s (value j) * z)) i)); split.
  by apply/in_range => j; rewrite spread_value; apply/(step_mean_agrees _ le (cj _)).
rewrite sum_agrees; under eq_bigr do rewrite spread_value.
by rewrite -(is_RInt_unique _ _ _ _ mean_v); apply/esym/is_RInt_unique/(sum_of_means (w := on1 w) means).
Qed.

Theorem mixed_variance_agrees k m (w u s : R -> R) v : ordered m ->
  mixed_variance (INR k) w u s (INR m) c h v <->
  Numeric.variance (Numeric.mixed_mean (@on1 k w) (on1 u) (on1 s) m (from_one c) (from_one h)) id v.
Proof.
have ci x : continuous (fun y : R => y) x := continuous_id x.
have cd e := @deviation_continuous e.
by move=> le; split=> -[e [mean_e var_e]]; exists e; move: mean_e var_e; rewrite (as_deviation id) !mixed_mean_agrees.
Qed.

End Steps.

(** * Integers *)

Lemma sum_n_big (f : nat -> R) n : sum_n f n = \sum_(i < n.+1) f i.
Proof. by elim: n => [|n IH]; rewrite big_ord_recr ?big_ord0 ?sum_O ?sum_Sn ?IH //= Rplus_0_l. Qed.

Theorem series_agrees f v : series f v <-> is_series (fun n => f (INR n.+1)) v.
Proof.
have -> : is_series (fun n => f (INR n.+1)) v <-> is_lim_seq (fun n => sum (INR n.+1) f) v.
  by split; apply: filterlim_ext => n; rewrite sum_n_big sum_agrees.
split=> [[T [sums /tends_to_agrees lim]]|lim].
  apply: (is_lim_seq_ext (fun n => v - T (INR n.+1))) => [n|].
    by rewrite sums ?as_difference //; apply: count_INR.
  have T0 : is_lim_seq (fun n => T (INR n.+1)) 0.
    apply: is_lim_comp_seq lim _ _; first by exists 0%N.
    exact/(is_lim_seq_incr_1 INR)/is_lim_seq_INR.
  by have := is_lim_seq_minus' _ _ v 0 (is_lim_seq_const v) T0; rewrite Rminus_0_r.
exists (fun x => v - sum (INR (Logic.index x)) f); split.
  by move=> n /natural [i ->]; rewrite index_INR as_difference; ring.
apply/tends_to_agrees/is_lim_spec => d; have [N near_v] := proj2 (is_lim_seq_spec _ v) lim d.
exists (INR N + 2) => x Nx; have [_ whole] := base_Int_part x.
have : (Z.of_nat N.+1 <= Int_part x)%Z.
  by apply/Zlt_succ_le/lt_IZR; rewrite succ_IZR -INR_IZR_INZ S_INR; lra.
rewrite /Logic.index; case: (Z.to_nat _) (Z2Nat.id (Int_part x)) => [|i] iE Ni; first lia.
have /near_v : (N <= i)%coq_nat by lia.
by rewrite -Rabs_Ropp; congr (Rabs _ < _); ring.
Qed.

(** A function of numbers as one of integers. *)
Definition on_integers (f : R -> R) : Z -> R := fun z => f (IZR z).
Arguments on_integers f z /.

Theorem sum_of_integers_agrees f v : sum_of_integers f v <-> Numeric.sum_of_integers (on_integers f) v.
Proof.
have below u : series (fun i => f ((-1) * i)) u <-> is_series (fun n => on_integers f (- Z.of_nat n.+1)%Z) u.
  rewrite series_agrees; have same n : f ((-1) * INR n.+1) = on_integers f (- Z.of_nat n.+1)%Z.
    by rewrite INR_IZR_INZ /on_integers opp_IZR; congr f; ring.
  by split; apply: is_series_ext => n; rewrite same.
have from_zero w : series f w <-> is_series (fun n => on_integers f (Z.of_nat n)) (f 0 + w).
  rewrite series_agrees; have same n : f (INR n) = on_integers f (Z.of_nat n) by rewrite INR_IZR_INZ.
  split=> sum_w.
    apply: is_series_decr_1; have -> : plus (f 0 + w) (opp (on_integers f (Z.of_nat 0))) = w.
      by rewrite /plus /opp /=; ring.
    by apply: is_series_ext sum_w => n; apply: same.
  apply: (is_series_ext (fun n => on_integers f (Z.of_nat n.+1))) => [n|]; first by rewrite same.
  apply: (is_series_incr_1 (fun n => on_integers f (Z.of_nat n))).
  by have -> : plus w (on_integers f (Z.of_nat 0)) = f 0 + w by rewrite /plus /=; ring.
split=> -[u [w [/below sum_u [sum_w <-]]]]; exists u.
  by exists (f 0 + w); split=> //; split; [apply/from_zero | ring].
exists (w - f 0); split=> //; split; last ring.
by apply/from_zero; have -> : f 0 + (w - f 0) = w by ring.
Qed.

Theorem integer_law_agrees f : integer_law f <-> Numeric.integer_law (on_integers f).
Proof.
rewrite /integer_law sum_of_integers_agrees; split=> -[positive one]; split=> //.
  by move=> z; apply: positive; exists z.
by move=> _ [z ->]; apply: positive.
Qed.

Theorem integer_mean_agrees f g v :
  integer_mean f g v <-> Numeric.integer_mean (on_integers f) (on_integers g) v.
Proof. exact: sum_of_integers_agrees. Qed.

Theorem integer_variance_agrees f g v :
  integer_variance f g v <-> Numeric.variance (Numeric.integer_mean (on_integers f)) (on_integers g) v.
Proof. by split=> -[e [mean_e var_e]]; exists e; move: mean_e var_e; rewrite as_deviation !integer_mean_agrees. Qed.

Theorem geometric_agrees a z : geometric a (IZR z) = Numeric.geometric a z.
Proof.
by rewrite /geometric abs_agrees -abs_IZR -Zabs2Nat.id_abs -INR_IZR_INZ /power index_INR as_difference.
Qed.

(** * Staircase noise *)

Theorem staircase_height_agrees a g d i : staircase_height a g d (INR i) = Numeric.staircase_height a g d i.
Proof. by rewrite /staircase_height /power index_INR !as_difference. Qed.

Section Staircase.
Variables (a g d : R).
Hypotheses (g0 : 0 <= g) (g1 : g <= 1) (d0 : 0 < d).

Lemma on_step n z : (INR n + (-1) + g) * d <= Rabs z -> Rabs z < (INR n + g) * d ->
  Numeric.staircase a g d z = Numeric.staircase_height a g d n.
Proof.
have zd : Rabs z = Rabs z / d * d by field; lra.
rewrite {1 2}zd => /(Rmult_le_reg_r _ _ _ d0) start /(Rmult_lt_reg_r _ _ _ d0) end_.
rewrite /Numeric.staircase -(tech_up (Rabs z / d - g) (Z.of_nat n)) ?Nat2Z.id // -INR_IZR_INZ; lra.
Qed.

Lemma some_step z : exists n, (INR n + (-1) + g) * d <= Rabs z /\ Rabs z < (INR n + g) * d.
Proof.
have zd : Rabs z = Rabs z / d * d by field; lra.
have z0 : 0 <= Rabs z / d by apply: Rdiv_le_0_compat => //; apply: Rabs_pos.
have [above close] := archimed (Rabs z / d - g).
have up0 : (0 <= up (Rabs z / d - g))%Z by apply/Zlt_succ_le/lt_IZR; rewrite succ_IZR; lra.
exists (Z.to_nat (up (Rabs z / d - g))); rewrite INR_IZR_INZ Z2Nat.id // {2 3}zd.
by split; [apply: Rmult_le_compat_r; lra | apply: Rmult_lt_compat_r; lra].
Qed.

Theorem staircase_agrees f : staircase a g d f <-> forall z, f z = Numeric.staircase a g d z.
Proof.
split=> [H z|H i [whole i0] z].
  have [n [start end_]] := some_step z; rewrite (on_step start end_) -staircase_height_agrees.
  by apply: H; rewrite ?abs_agrees //; apply: count_INR.
have [n ->] := natural _ (conj whole i0).
by rewrite abs_agrees => -[start end_]; rewrite H (on_step start end_) staircase_height_agrees.
Qed.

Lemma first_start : Numeric.staircase_start g d 0 = 0.
Proof. by rewrite /Numeric.staircase_start Rmax_left //=; nra. Qed.

Lemma next_start i : Numeric.staircase_start g d i.+1 = (INR i + g) * d.
Proof. by rewrite /Numeric.staircase_start S_INR Rmax_right; [ring | have := pos_INR i; nra]. Qed.

(** What is taken of the noise is continuous. *)
Lemma step_integral (f : R -> R) i v : (forall z, continuous f z) ->
  integral_over (fun z => (f z + f ((-1) * z)) * staircase_height a g d (INR i))
    (Numeric.staircase_start g d i) (Numeric.staircase_start g d i.+1) v <->
  is_RInt (fun z => (f z + f (- z)) * Numeric.staircase a g d z)
    (Numeric.staircase_start g d i) (Numeric.staircase_start g d i.+1) v.
Proof.
move=> cf; have order : Numeric.staircase_start g d i <= Numeric.staircase_start g d i.+1.
  by rewrite next_start; apply: Rmax_lub; have := pos_INR i; nra.
rewrite integral_over_agrees //; last first.
  apply: continuous_on_forall => z _; apply: (continuous_scal_l (fun z => f z + f ((-1) * z))).
  apply: (continuous_plus f (fun z => f ((-1) * z))) => //; apply: (continuous_comp (fun z => (-1) * z) f) => //.
  exact: (continuous_scal_r (-1) (fun z => z) z (continuous_id z)).
have same z : Numeric.staircase_start g d i < z < Numeric.staircase_start g d i.+1 ->
    (f z + f ((-1) * z)) * staircase_height a g d (INR i) = (f z + f (- z)) * Numeric.staircase a g d z.
  move=> [start end_]; have z0 : 0 <= z.
    by have := Rmax_l 0 ((INR i - 1 + g) * d); rewrite -/(Numeric.staircase_start _ _ _); lra.
  have -> : (-1) * z = - z by ring.
  rewrite staircase_height_agrees (on_step (n := i)) // Rabs_pos_eq //; last by rewrite -next_start.
  by have := Rmax_r 0 ((INR i - 1 + g) * d); rewrite -/(Numeric.staircase_start g d i); lra.
by split; apply: is_RInt_ext => z; rewrite Rmin_left // Rmax_right // => /same.
Qed.

Theorem staircase_mean_agrees (f : R -> R) v : (forall z, continuous f z) ->
  staircase_mean a g d f v <-> Numeric.staircase_mean a g d f v.
Proof.
move=> cf; split=> [[u [w [first [steps /series_agrees sum_w]]]]|[w [steps sum_w]]].
  exists (fun i => if i is j.+1 then w (INR j.+1) else u); split=> [[|i]|].
  - by apply/step_integral => //; rewrite first_start next_start Rplus_0_l.
  - apply/step_integral => //; rewrite !next_start.
    have [] := count_INR i.+1 => whole _; have := steps (INR i.+1) (conj whole _).
    rewrite S_INR; have -> : INR i + 1 + -1 + g = INR i + g by ring.
    by apply; have := pos_INR i; lra.
  apply: is_series_decr_1; have -> : plus v (opp u) = v + (-1) * u by rewrite /plus /opp /=; ring.
  exact: sum_w.
exists (w 0%N), (fun x => w (Logic.index x)); split.
  by move: (steps 0%N) => /(step_integral _ _ cf); rewrite first_start next_start Rplus_0_l.
split=> [i [whole i1]|].
  have i0 : 0 <= i by lra.
  have [[|n] iE] := natural _ (conj whole i0); first by rewrite iE /= in i1; lra.
  move: (steps n.+1) => /(step_integral _ _ cf); rewrite !next_start iE index_INR S_INR.
  by have -> : INR n + 1 + -1 + g = INR n + g by ring.
apply/series_agrees; apply: (is_series_ext (fun n => w n.+1)) => [n|]; first by rewrite index_INR.
apply: (is_series_incr_1 w); have -> : plus (v + (-1) * w 0%N) (w 0%N) = v by rewrite /plus /=; ring.
exact: sum_w.
Qed.

Theorem staircase_law_agrees : staircase_law a g d <->
  (forall i, 0 <= Numeric.staircase_height a g d i) /\ Numeric.staircase_mean a g d (fun=> 1) 1.
Proof.
have one (z : R) : continuous (fun _ : R => 1) z by apply: continuous_const.
rewrite /staircase_law -(staircase_mean_agrees _ one); split=> [[H [_ [_ [_ mass]]]]|[H mass]].
  by split=> // i; rewrite -staircase_height_agrees; apply: H; apply: count_INR.
by split=> // i /natural [n ->]; rewrite staircase_height_agrees.
Qed.

Theorem staircase_variance_agrees (f : R -> R) v : (forall z, continuous f z) ->
  staircase_variance a g d f v <-> Numeric.variance (Numeric.staircase_mean a g d) f v.
Proof.
move=> cf; have cd e z : continuous (fun z => (f z - e) ^ 2) z.
  by apply: (continuous_comp f (fun x => (x - e) ^ 2)) => //; apply: deviation_continuous.
by split=> -[e [mean_e var_e]]; exists e; move: mean_e var_e; rewrite as_deviation !staircase_mean_agrees.
Qed.

End Staircase.

(** * Privacy of numbers *)

Lemma least_of (A B : R -> Prop) x : (forall z, A z <-> B z) ->
  A x /\ (forall z, A z -> x <= z) <-> B x /\ (forall z, B z -> x <= z).
Proof. by move=> AB; rewrite AB; split=> -[Bx least]; split=> // z /AB; apply: least. Qed.

Section Privacy.
Variables (a b : R) (m : nat) (f P : R -> R -> R).

Definition of_truths (f : R -> R -> R) : Numeric.between a b -> R -> R := fun t => f (sval t).
Definition of_values : Numeric.between a b -> 'I_m -> R := fun t i => P (sval t) (value i).
Definition of_integers : Numeric.integers_between a b -> Z -> R := fun t z => f (IZR (sval t)) (IZR z).

Theorem densities_between_agrees x : densities_between a b f x <-> Finite.private (of_truths f) x.
Proof.
split=> [H [s sab] [t tab] z|H s sab t tab z]; first exact: H.
exact: (H (exist _ s sab) (exist _ t tab)).
Qed.

Theorem least_level_of_densities_agrees x :
  least_level_of_densities a b f x <-> Finite.least_level (of_truths f) x.
Proof. exact: least_of densities_between_agrees. Qed.

Theorem private_between_agrees x : private_between a b (INR m) P x <-> Finite.private of_values x.
Proof.
split=> [H [s sab] [t tab] y|H s sab t tab]; first exact: (H s sab t tab _ (value_range y)).
by apply/in_range => y; apply: (H (exist _ s sab) (exist _ t tab)).
Qed.

Theorem least_level_between_agrees x : least_level_between a b (INR m) P x <-> Finite.least_level of_values x.
Proof. exact: least_of private_between_agrees. Qed.

(** An answer is a number with the density f or one of m values. *)
Theorem private_mixture_agrees x :
  private_mixture a b f (INR m) P x <-> Finite.private (Numeric.either (of_truths f) of_values) x.
Proof.
rewrite /private_mixture densities_between_agrees private_between_agrees.
split=> [[one two] s t [z|y]|H]; [exact: one | exact: two | split=> s t z].
  exact: (H s t (inl z)).
exact: (H s t (inr z)).
Qed.

Theorem least_level_of_mixture_agrees x :
  least_level_of_mixture a b f (INR m) P x <-> Finite.least_level (Numeric.either (of_truths f) of_values) x.
Proof. exact: least_of private_mixture_agrees. Qed.

Theorem private_of_integers_agrees x : private_of_integers a b f x <-> Finite.private of_integers x.
Proof.
split=> [H [s sab] [t tab] z|H _ [[s ->] sab] _ [[t ->] tab] _ [z ->]].
  by apply: H; [split=> //; exists s | split=> //; exists t | exists z].
exact: (H (exist _ s sab) (exist _ t tab)).
Qed.

Theorem least_level_of_integers_agrees x : least_level_of_integers a b f x <-> Finite.least_level of_integers x.
Proof. exact: least_of private_of_integers_agrees. Qed.

End Privacy.
