"""The responses of protocols exist for every number of values: vectors of bits, hash functions, columns of signs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from derivations.logic import derived, kernel
from derivations.logic.kernel import Proved
from derivations.logic.tactics import (
    Conversion,
    Goal,
    arithmetic,
    by,
    conjoined,
    conjuncts,
    decided,
    induct,
    instance,
    lemma,
    normal,
    reduced,
    rewritten,
    shown,
    sides,
    specialise,
    symmetric,
    term,
    unfolding,
    witnessed,
)
from derivations.logic.tactics import goal as goal_of
from derivations.logic.terms import FALSE, NOT, PLUS, Free, Number, Term, applied, closed, equal
from derivations.theory import sums
from derivations.theory.local_hashing import over_pairs
from derivations.theory.single_terms import (
    at,
    by_conditions,
    each,
    each_with_next,
    either,
    in_both,
    next_integer,
    sum_of_equals,
    sum_picked,
    summed,
)
from derivations.theory.subset_lists import MATRIX, sets_can_be_listed
from derivations.theory.sums import ONE, ZERO, in_range, in_sums
from derivations.theory.surveys import earlier_letter, last_letter
from derivations.theory.unary_encoding import (
    WORD,
    encoding_adds_up,
    encoding_supports,
    encoding_supports_both,
    unary_encoding_is_pure,
)

Facts = list[Term | Proved]
TWO = Number(2)
PAIRED = "exists m h r. integer(m) and 0 <= m and all_pairs(s, g, m, h, r)"
VECTORS = "exists m z. integer(m) and 0 <= m and bit_vectors(k, m, z)"
HASHES = "exists s H. integer(s) and 1 <= s and universal(k, s, g, H)"
COLUMNS = "exists m S. integer(m) and 1 <= m and hadamard(k, m, S)"


def supposed(existence: Proved, values: Sequence[Free]) -> Proved:
    """What is said of values that are said to exist, as an assumption that `without` takes away again."""
    return kernel.assume(instance(existence.conclusion, *values))


def without(existence: Proved, values: Sequence[Free], theorem: Proved) -> Proved:
    """H |- exists x y. A, G with A |- C  ==>  H, G |- C, where x and y are not free in G and C"""
    if not values:
        return theorem
    inner = kernel.assume(instance(existence.conclusion, values[0]))
    return kernel.unpack(existence, values[0], without(inner, values[1:], theorem))


def _listed(formula: Term, word: str, values: Sequence[Term], size: Proved, *parts: Proved) -> Proved:
    """exists x y. A and word(...) from values, the first of them a number, and the parts of what the word means."""
    said = applied(instance(formula, *values), "and", 2)
    assert said is not None
    meant = (applied(said[1], "and", 2) or said)[1]
    plain = normal(meant, unfolding(word))
    whole = derived.follow(symmetric(plain), rewritten(conjoined(*parts)))
    return witnessed(formula, rewritten(conjoined(*conjuncts(size), whole)), *values)


def _parts(formula: Term, word: str, values: Sequence[Term]) -> list[Goal]:
    """The parts of what the word means, as goals."""
    said = applied(instance(formula, *values), "and", 2)
    assert said is not None
    meant = sides(normal((applied(said[1], "and", 2) or said)[1], unfolding(word)).conclusion)[1]
    found = []
    while both := applied(meant, "and", 2):
        found.append(both[0])
        meant = both[1]
    return [goal_of(part) for part in (*found, meant)]


@lemma(f"forall s g. integer(s) and 0 <= s implies integer(g) and 0 <= g implies ({PAIRED})")
def pairs_can_be_listed(goal: Goal) -> Proved:
    """The pairs with a first number in 1..s + 1 are those with one in 1..s, and after them those with s + 1."""
    s, g = goal.variables
    m, h, r = Free("m #0"), Free("h #0", WORD), Free("r #0", WORD)
    p = Free("p #0")
    of_g = kernel.assume(goal.given[1])

    def with_size(size: Term) -> Term:
        return term(PAIRED, s=size, g=g)

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        there = supposed(assumed, (m, h, r))
        whole, not_negative, listed = conjuncts(there)
        members, once, all_there = conjuncts(rewritten(listed, unfolding("all_pairs")))
        names = {"m": m, "g": g, "h": h, "r": r, "j": j}
        sizes: Facts = [known, of_g, whole, not_negative]
        values = [term(text, **names) for text in (
            "m + g", "fun y. if y <= m then h(y) else j + 1", "fun y. if y <= m then r(y) else y - m")]  # fmt: skip
        formula = with_size(PLUS(j, ONE))
        first, second, third = _parts(formula, "all_pairs", values)

        def places(index: Term, inside: Proved) -> tuple[Facts, Facts]:
            """What is known of a place among the earlier ones, and of one after them."""
            low, high = (kernel.assume(case) for case in (term("y <= m", y=index, m=m),
                                                         NOT(term("y <= m", y=index, m=m))))  # fmt: skip
            early = [low, at(members, index, given=[shown(in_range(index, m), [low, inside])])]
            integer = shown(term("integer(y)", y=index), [inside])
            after = at(next_integer(), m, index, given=[whole, integer])
            bounds = [arithmetic(term(f"{text}", y=index, m=m, g=g), after, high, inside)
                      for text in ("1 <= y - m", "y - m <= g")]  # fmt: skip
            late = [high, shown(term("integer(y - m)", y=index, m=m), [inside, whole]), *bounds]
            return list(early), list(late)

        (of_y,) = first.variables
        found = []
        for facts in places(of_y, kernel.assume(first.given[0])):
            plain = normal(first.conclusion, decided(facts[:1]))
            found.append(derived.follow(symmetric(plain), shown(sides(plain.conclusion)[1], [*facts, *sizes])))
        are_pairs = first.qed(kernel.cases(either(term("y <= m", y=of_y, m=m)), *found))

        one, two = second.variables
        rows = []
        for of_one in places(one, kernel.assume(second.given[0])):
            row = []
            for of_two in places(two, kernel.assume(second.given[1])):
                same = rewritten(kernel.assume(second.given[2]), decided([of_one[0], of_two[0]]))
                met: Facts = []
                if len(of_one) == len(of_two) == 2:  # both are earlier ones
                    pair = zip((one, two), (of_one, of_two), second.given[:2], strict=True)
                    early = [shown(in_range(v, m), [facts[0], given]) for v, facts, given in pair]
                    met.append(at(at(once, one, given=early[:1]), two, given=[early[1], same], premises=2))
                row.append(arithmetic(second.conclusion, same, *met, *_no_integers([*of_one, *of_two])))
            rows.append(kernel.cases(either(term("y <= m", y=two, m=m)), *row))
        are_once = second.qed(kernel.cases(either(term("y <= m", y=one, m=m)), *rows))

        a, b = third.variables
        of_a, of_b = map(kernel.assume, third.given)
        which = at(next_integer(), j, a, given=[known, of_a])
        low, high = map(kernel.assume, applied(which.conclusion, "or", 2) or ())
        existing = at(at(all_there, a, given=[shown(in_range(a, j), [low, of_a])]), b, given=[of_b])
        there = supposed(existing, (p,))
        earlier = _placed(third.conclusion, p, in_range(p, values[0]), [*conjuncts(there), *sizes, low, of_a, of_b])
        earlier = without(existing, (p,), earlier)
        place = term("m + b", m=m, b=b)
        later = _placed(third.conclusion, place, in_range(place, values[0]), [of_b, *sizes, high, of_a])
        are_there = third.qed(kernel.cases(which, earlier, later))
        size = conjoined(shown(term("integer(m + g)", **names), sizes), arithmetic(term("0 <= m + g", **names), *sizes))
        return without(assumed, (m, h, r), _listed(formula, "all_pairs", values, size, are_pairs, are_once, are_there))

    none = term("fun y. 0")
    formula = with_size(ZERO)
    nothing = [part.qed(derived.absurd(part.conclusion, arithmetic(FALSE, part.given[0])))
               for part in _parts(formula, "all_pairs", (ZERO, none, none))]  # fmt: skip
    base = _listed(formula, "all_pairs", (ZERO, none, none), shown(term("integer(z) and 0 <= z", z=ZERO)), *nothing)
    return induct(s, with_size(s), base, step)


def _no_integers(facts: Sequence[Term | Proved]) -> Facts:
    """The facts that compare numbers: of what is said to be an integer, arithmetic takes no sum apart."""
    apart = [part for fact in facts for part in conjuncts(fact if isinstance(fact, Proved) else kernel.assume(fact))]
    return [part for part in apart if not applied(part.conclusion, "integer", 1)]


def _placed(formula: Term, place: Term, inside: Term, facts: Sequence[Term | Proved]) -> Proved:
    """exists y in 1..n. A at a place of which A is shown once its choices are decided."""
    body = applied(instance(formula, place), "and", 2)
    assert body is not None
    where = shown(inside, facts)
    said = sides(normal(instance(formula, place)).conclusion)[1]
    wanted = (applied(said, "and", 2) or (said, said))[1]
    found = reduced(normal(wanted, decided(_no_integers([*facts, where]))), lambda it: shown(it, facts))
    return witnessed(formula, kernel.conjoin(rewritten(where), found), place)


def _of_pairs(first: Term, second: Term, sizes: Facts) -> tuple[Proved, tuple[Free, Free, Free], list[Proved]]:
    """That the pairs are listed, what lists them, and what is known of that: sizes, members, each once, all there."""
    values = Free("n #0"), Free("h #1", WORD), Free("r #1", WORD)
    existence = at(pairs_can_be_listed(), first, second, given=sizes, premises=2)
    whole, not_negative, listed = conjuncts(supposed(existence, values))
    parts = conjuncts(rewritten(listed, unfolding("all_pairs")))
    return existence, values, [kernel.conjoin(whole, not_negative), *parts, listed]


@lemma(f"forall k. integer(k) and 0 <= k implies ({VECTORS})")
def vectors_can_be_listed(goal: Goal) -> Proved:
    """The vectors of k + 1 bits are the pairs of one of k bits and one more bit."""
    (k,) = goal.variables
    m, z = Free("m #0"), Free("z #0", MATRIX)
    i, u, y = Free("i #0"), Free("u #0"), Free("y #0")

    def step(j: Free, known: Proved, assumed: Proved) -> Proved:
        whole, not_negative, listed = conjuncts(supposed(assumed, (m, z)))
        bits, once, all_there = conjuncts(rewritten(listed, unfolding("bit_vectors")))
        size = kernel.conjoin(whole, not_negative)
        two: Facts = [kernel.literal(TWO), arithmetic(term("0 <= t", t=TWO)), size]
        existence, (n, h, r), (size_of_all, members, each_once, all_pairs, _) = _of_pairs(m, TWO, two)
        names = {"k": j, "z": z, "h": h, "r": r}
        end = PLUS(j, ONE)
        longer = term("fun y. extended(z(h(y)), k + 1, r(y) - 1)", **names)
        formula = term(VECTORS, k=end)
        first, second, third = _parts(formula, "bit_vectors", (n, longer))

        def letters(v: Term, index: Term) -> Proved:
            """The bit at a place of the first k."""
            return at(earlier_letter(), j, *_word(v), index, given=[kernel.assume(in_range(index, j))])

        def _word(v: Term) -> tuple[Term, Term]:
            return term("z(h(y))", y=v, **names), term("r(y) - 1", y=v, **names)

        in_i = kernel.assume(in_range(i, j))
        of_y, _ = first.variables
        member = at(members, of_y, given=first.given[:1])
        shorter = at(at(bits, term("h(y)", y=of_y, h=h), given=[member]), i, given=[in_i])
        early = _said_of(letters(of_y, i), "b = 0 or b = 1", shorter)
        last = specialise(last_letter(), end, *_word(of_y))
        second_letter = at(next_integer(), ONE, term("r(y)", y=of_y, r=r), given=[kernel.literal(ONE), member])
        own = arithmetic(term("r(y) - 1 = 0 or r(y) - 1 = 1", y=of_y, r=r), second_letter, member)
        late = _said_of(last, "b = 0 or b = 1", own)
        row = each_with_next(i, j, known, rewritten(early), rewritten(late))
        are_bits = each(of_y, n, row)

        one, other = second.variables
        agree = kernel.assume(second.given[2])
        longer_range = shown(in_range(i, end), [in_i, arithmetic(term("i <= k + 1", i=i, k=j), in_i)])
        at_i = rewritten(at(agree, i, given=[longer_range]), *(_by(letters(v, i)) for v in (one, other)))
        at_end = rewritten(at(agree, end, given=[known]), by(last_letter()))
        first_members = [at(members, v, given=[inside]) for v, inside in zip((one, other), second.given, strict=False)]
        rows = [term("h(y)", y=v, h=h) for v in (one, other)]
        met = at(at(once, rows[0], given=first_members[:1]), rows[1], given=first_members[1:])
        same_row = kernel.detach(met, each(i, j, at_i))
        same = kernel.conjoin(same_row, arithmetic(term("r(y) = r(u)", y=one, u=other, r=r), at_end))
        pair = at(at(each_once, one, given=second.given[:1]), other, given=[second.given[1]])
        are_once = second.qed(kernel.detach(pair, rewritten(same)))

        (v,) = third.variables
        word = kernel.assume(third.given[0])
        here = each(i, j, at(word, i, given=[longer_range]))
        ending = at(word, end, given=[known])
        existing = kernel.detach(specialise(all_there, v), here)
        there = supposed(existing, (u,))
        letter = term("v(k + 1) + 1", v=v, k=j)
        in_two = in_both(ending, lambda case: _letter(letter, kernel.assume(case)))
        in_m = kernel.part(there, 0)
        paired = at(at(all_pairs, u, given=[in_m]), letter, given=[in_two])
        found = supposed(paired, (y,))
        moved = rewritten(kernel.part(found, 1))
        of_u, of_r = conjuncts(moved)
        own = at(kernel.part(there, 1), i, given=[in_i])
        entry = closed(u, term("z(u, i)", z=z, u=u, i=i))
        early = derived.transitive(letters(y, i), rewritten(kernel.congruent(kernel.reflexive(entry), of_u)))
        early = derived.transitive(rewritten(early), own)
        late = derived.transitive(
            specialise(last_letter(), end, *_word(y)),
            arithmetic(term("r(y) - 1 = v(k + 1)", y=y, r=r, v=v, k=j), of_r),
        )
        everywhere = each_with_next(i, j, known, rewritten(early), rewritten(late))
        place = witnessed(third.conclusion, kernel.conjoin(rewritten(kernel.part(found, 0)), everywhere), y)
        are_there = third.qed(without(existing, (u,), without(paired, (y,), place)))
        whole_list = _listed(formula, "bit_vectors", (n, longer), size_of_all, are_bits, are_once, are_there)
        return without(assumed, (m, z), without(existence, (n, h, r), whole_list))

    empty = term("fun y i. 0")
    formula = term(VECTORS, k=ZERO)
    first, second, third = _parts(formula, "bit_vectors", (ONE, empty))
    bits = first.qed(arithmetic(first.conclusion))
    same = second.qed(arithmetic(second.conclusion, *second.given[:2]))
    (v,) = third.variables
    nowhere = derived.absurd(term("0 = v(i)", v=v, i=i), arithmetic(FALSE, in_range(i, ZERO)))
    there = third.qed(
        witnessed(third.conclusion, kernel.conjoin(shown(in_range(ONE, ONE)), each(i, ZERO, nowhere)), ONE)
    )
    base = _listed(formula, "bit_vectors", (ONE, empty), shown(term("integer(o) and 0 <= o", o=ONE)), bits, same, there)
    return induct(k, term(VECTORS, k=k), base, step)


def _by(equation: Proved) -> Conversion:
    """Rewriting by an equation of terms."""
    equation = rewritten(equation)
    left, _ = sides(equation.conclusion)
    return lambda part: equation if part == left else None


def _said_of(equation: Proved, text: str, theorem: Proved) -> Proved:
    """What is said of b of a = b, said of a."""
    here = Free("here #0")
    return kernel.replace(symmetric(rewritten(equation)), closed(here, term(text, b=here)), rewritten(theorem))


def _letter(letter: Term, bit: Proved) -> Proved:
    """That a bit and one more is 1 or 2, and an integer."""
    number = Number((sides(bit.conclusion)[1]).value + 1)  # type: ignore[attr-defined]
    same = arithmetic(equal(number, letter), bit)
    here = Free("here #0")
    integer = kernel.replace(same, closed(here, term("integer(h)", h=here)), kernel.literal(number))
    return conjoined(integer, *(arithmetic(term(text, b=letter, t=TWO), bit) for text in ("1 <= b", "b <= t")))


@lemma(f"forall k g. integer(k) and 0 <= k implies integer(g) and 1 <= g implies ({HASHES})")
def hashes_exist(goal: Goal) -> Proved:
    """The hash functions of k + 1 values are the pairs of one of k values and the hash of the last value."""
    k, g = goal.variables
    s, H = Free("s #0"), Free("H #0", MATRIX)
    i, j, y = Free("i #0"), Free("j #0"), Free("y #0")
    of_g = shown(term("integer(g) and 0 <= g", g=g), [goal.given[1], arithmetic(term("0 <= g", g=g), goal.given[1])])

    def step(before: Free, known: Proved, assumed: Proved) -> Proved:
        whole, at_least_one, family = conjuncts(supposed(assumed, (s, H)))
        hashes, collisions = conjuncts(rewritten(family, unfolding("universal")))
        size = kernel.conjoin(whole, arithmetic(term("0 <= s", s=s), at_least_one))
        existence, (m, h, r), (size_of_all, members, _, _, listed) = _of_pairs(s, g, [size, of_g])
        names = {"k": before, "g": g, "m": m, "H": H, "h": h, "r": r, "i": i, "j": j, "y": y}
        sizes: Facts = [size, of_g, size_of_all]
        end = PLUS(before, ONE)
        longer = term("fun y. extended(H(h(y)), k + 1, r(y))", **names)
        formula = term(HASHES, k=end, g=g)
        in_i, in_j, in_y = (kernel.assume(in_range(v, n)) for v, n in ((i, before), (j, before), (y, m)))
        letters = [by(last_letter()), by(earlier_letter(), [in_i, in_j])]
        counted = [in_sums(sizes), by(sums.sum_of_ones(), sizes), by(sum_of_equals(), sizes)]

        def over(text: str) -> Proved:
            """A sum over all pairs a, b of what the text says."""
            F = term(f"fun a b. {text}", **names)
            found = rewritten(at(over_pairs(), s, g, m, h, r, F, given=[*sizes, listed], premises=4))
            return derived.transitive(found, normal(sides(found.conclusion)[1], *counted))

        total = derived.transitive(symmetric(normal(sides(over("1").conclusion)[0], *counted)), over("1"))
        member = at(members, y, given=[in_y])
        own = at(at(hashes, term("h(y)", **names), given=[member]), i, given=[in_i])
        is_hash = "integer(L(y, i)) and 1 <= L(y, i) and L(y, i) <= g"

        def hash_at(index: Term, known_of_it: Facts) -> Proved:
            plain = normal(term(is_hash, L=longer, **{**names, "i": index}), *letters)
            return derived.follow(symmetric(plain), shown(sides(plain.conclusion)[1], known_of_it))

        are_hashes = each(y, m, each_with_next(i, before, known, hash_at(i, [own]), hash_at(end, [member])))

        def collision(one: Term, two: Term, text: str, *laws: Proved) -> Proved:
            """In how many functions the hashes of two values meet."""
            differ = kernel.assume(NOT(equal(one, two)))
            wanted = term("g * (sum y in 1..m. indicator(L(y, i) = L(y, j))) = m", L=longer,
                          **{**names, "i": one, "j": two})  # fmt: skip
            plain = normal(wanted, *letters, unfolding("indicator"))
            known_laws = [kernel.detach(law, differ) if applied(law.conclusion, "implies", 2) else law for law in laws]
            found = arithmetic(sides(plain.conclusion)[1], over(text), total, *known_laws)
            return kernel.discharge(differ.conclusion, derived.follow(symmetric(plain), found))

        def once(index: Term, inside: Proved, text: str) -> Proved:
            """Each function meets a hash in one way, which the text says of a and b."""
            a, b = Free("a #0"), Free("b #0")
            own = at(at(hashes, a, given=[kernel.assume(in_range(a, s))]), index, given=[inside])
            one = at(
                sum_picked(), g, term("H(a, i)", H=H, a=a, i=index), term("fun b. 1"), given=[of_g, own], premises=2
            )
            same = by_conditions(term(f"({text}) = (if b = H(a, i) then 1 else 0)", H=H, a=a, b=b, i=index, j=index))
            every = summed(a, s, derived.transitive(summed(b, g, same, [of_g]), one), [size])
            return derived.transitive(every, normal(sides(every.conclusion)[1], *counted))

        meet = rewritten(at(at(collisions, i, given=[in_i]), j, given=[in_j], premises=1), unfolding("indicator"))
        denied = kernel.discharge(NOT(equal(end, end)), derived.absurd(
            sides(normal(term("g * (sum y in 1..m. indicator(L(y, i) = L(y, i))) = m", L=longer, **{**names, "i": end})
                         ).conclusion)[1],
            derived.clash(kernel.assume(NOT(equal(end, end))), kernel.reflexive(end))))  # fmt: skip
        both, row, column = (f"if {said} then 1 else 0" for said in ("H(a, i) = H(a, j)", "H(a, i) = b", "b = H(a, j)"))
        pair, of_i, of_j = collision(i, j, both, meet), once(i, in_i, row), once(j, in_j, column)
        rows = each_with_next(j, before, known, rewritten(pair), rewritten(collision(i, end, row, of_i)))
        last = each_with_next(j, before, known, rewritten(collision(end, j, column, of_j)), rewritten(denied))
        meet_rarely = each_with_next(i, before, known, rows, last)
        some = arithmetic(term("1 <= m", m=m), total, at_least_one, goal.given[1])
        number = kernel.conjoin(kernel.part(size_of_all, 0), some)
        found = _listed(formula, "universal", (m, longer), number, are_hashes, meet_rarely)
        return without(assumed, (s, H), without(existence, (m, h, r), found))

    formula = term(HASHES, k=ZERO, g=g)
    none = term("fun a i. 1")
    first, second = _parts(formula, "universal", (ONE, none))
    nothing = [first.qed(shown(first.conclusion, goal.given)),
               second.qed(derived.absurd(second.conclusion, arithmetic(FALSE, second.given[0])))]  # fmt: skip
    base = _listed(formula, "universal", (ONE, none), shown(term("integer(o) and 1 <= o", o=ONE)), *nothing)
    return induct(k, term(HASHES, k=k, g=g), base, step)


@lemma(f"forall k. integer(k) and 1 <= k implies ({COLUMNS})")
def columns_exist(goal: Goal) -> Proved:
    """Among all vectors of bits each bit is 1 in half of them, and two bits are in a quarter."""
    (k,) = goal.variables
    m, z = Free("m #0"), Free("z #0", MATRIX)
    i, j, y = Free("i #0"), Free("j #0"), Free("y #0")
    size = kernel.conjoin(kernel.part(kernel.assume(goal.given[0]), 0), arithmetic(term("0 <= k", k=k), goal.given[0]))
    existence = at(vectors_can_be_listed(), k, given=[size])
    whole, not_negative, listed = conjuncts(supposed(existence, (m, z)))
    count = kernel.conjoin(whole, not_negative)
    half = Number(Fraction(1, 2))
    given: Facts = [goal.given[0], count, listed]
    names = {"k": k, "m": m, "z": z, "i": i, "j": j, "y": y}
    in_i, in_j = kernel.assume(in_range(i, k)), kernel.assume(in_range(j, k))
    differ = kernel.assume(NOT(equal(i, j)))

    other = by(arithmetic(equal(term("1 - h", h=half), half)))

    def alike(part: Term) -> Proved | None:
        """A bit is as likely to be 1 as to be 0."""
        choice = applied(part, "if", 3)
        return by_conditions(equal(part, half)) if choice and choice[1] == choice[2] == half else None

    def plain(equation: Proved) -> Proved:
        """An expectation over the vectors, each of which has the same probability."""
        found = rewritten(equation, unfolding("mean", "unary_encoding"), other, alike)
        return rewritten(found, in_sums([count]), by(sums.sum_of_ones(), [count]))

    def rates(*places: Term) -> list[Proved]:
        """Half of the vectors have a bit."""
        return [plain(at(encoding_supports(), k, m, z, half, half, i, place, given=[*given, in_i, in_j], premises=4))
                for place in places]  # fmt: skip

    total = plain(at(encoding_adds_up(), k, m, z, half, half, i, given=given, premises=3))
    met = [*given, in_i, in_j, differ]
    two = plain(at(encoding_supports_both(), k, m, z, half, half, i, i, j, given=met, premises=6))
    bits = next(conjuncts(rewritten(listed, unfolding("bit_vectors"))))
    in_half = each(i, k, arithmetic(term("2 * (sum y in 1..m. z(y, i)) = m", **names), total, *rates(i)))
    quarter = term("4 * (sum y in 1..m. z(y, i) * z(y, j)) = m", **names)
    pair = kernel.discharge(differ.conclusion, arithmetic(quarter, total, two, *rates(i, j)))
    formula = term(COLUMNS, k=k)
    unlike_zero = arithmetic(term("m != 0", m=m), total)
    some = at(next_integer(), ZERO, m, given=[kernel.literal(ZERO), whole])
    size = kernel.conjoin(whole, arithmetic(term("1 <= m", m=m), some, unlike_zero, not_negative))
    found = _listed(formula, "hadamard", (m, z), size, bits, in_half, each(i, k, each(j, k, pair)))
    return without(existence, (m, z), found)


@lemma("forall k p q. integer(k) and 1 <= k implies 0 <= p <= 1 and 0 <= q <= 1 implies "
       "exists m P S. integer(m) and 0 <= m and design(k, m, P) and pure(k, m, P, S, p, q)")  # fmt: skip
def pure_protocol_exists(goal: Goal) -> Proved:
    """Unary encoding is a pure protocol with any p* and q*."""
    k, p, q = goal.variables
    m, z = Free("m #0"), Free("z #0", MATRIX)
    size = shown(term("integer(k) and 0 <= k", k=k), [goal.given[0], arithmetic(term("0 <= k", k=k), goal.given[0])])
    existence = at(vectors_can_be_listed(), k, given=[size])
    there = supposed(existence, (m, z))
    whole, not_negative, listed = conjuncts(there)
    given: Facts = [*goal.given, kernel.conjoin(whole, not_negative), listed]
    found = at(unary_encoding_is_pure(), k, m, z, p, q, given=given, premises=4)
    encoding = term("unary_encoding(k, z, p, q)", k=k, z=z, p=p, q=q)
    protocol = witnessed(goal.conclusion, conjoined(whole, not_negative, *conjuncts(found)), m, encoding, z)
    return without(existence, (m, z), protocol)


LISTINGS: Mapping[str, tuple[int, tuple[int, ...], Callable[..., Proved]]] = {
    "bit_vectors": (3, (1, 2), lambda given, k, m, z: at(vectors_can_be_listed(), k, given=given)),
    "subsets": (4, (2, 3), lambda given, k, held, m, z: specialise(at(sets_can_be_listed(), k, given=given), held)),
    "universal": (4, (1, 3), lambda given, k, s, g, H: at(hashes_exist(), k, g, given=given, premises=2)),
    "all_pairs": (5, (2, 3, 4), lambda given, s, g, m, h, r: at(pairs_can_be_listed(), s, g, given=given, premises=2)),
    "hadamard": (3, (1, 2), lambda given, k, m, S: at(columns_exist(), k, given=given)),
    "pure": (
        6,
        (1, 2, 3),
        lambda given, k, m, P, S, p, q: at(pure_protocol_exists(), k, p, q, given=given, premises=2),
    ),
}
"""What lists the responses of a protocol: how many arguments the word has, which of them exist, and that they do."""
