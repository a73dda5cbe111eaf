# ruff: noqa: E501
"""Printing a tree and reading it gives the same tree, in both notations; and the tools on trees."""

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checks.reading import (
    Kind,
    ReadingError,
    Symbols,
    constant,
    event_operator,
    function,
    operator,
    read_latex,
    read_plain,
    set_name,
    symbol,
    to_latex,
    to_plain,
)
from checks.reading.conditions import conditions_last
from checks.reading.syntax import (
    RELATIONS,
    Apply,
    ArgMax,
    ArgMin,
    BigProduct,
    BigSum,
    Branch,
    Cases,
    Chain,
    Conjunction,
    Connective,
    Constant,
    Derivative,
    Disjunction,
    Dots,
    EmptySet,
    EvaluatedAt,
    ExtremeValue,
    Interval,
    Listing,
    Mapping,
    Matrix,
    Name,
    Negate,
    Node,
    Number,
    Operate,
    Power,
    Product,
    Quotient,
    SetBuilder,
    SetDisplay,
    SetOperation,
    Sum,
    TupleNode,
    children,
    names_in,
    replace_at,
    subtree,
    walk,
    with_children,
)

SYMBOLS = Symbols(
    symbol("a"),
    symbol("b"),
    symbol("ab"),  # spelled like the product of the other two
    symbol("d"),
    symbol("p00", "p_{00}"),
    symbol("p00_star", "p_{00}^*"),
    symbol("p00_prime", "p_{00}'"),
    symbol("pi", r"\pi"),
    symbol("X_d", r"X_{\mathbf d}"),
    function("f", arities=(1, 2)),
    function("Pi_hat", r"\hat\Pi", arities=(0, 1, 2)),
    function("Pi_hat_w", r"\hat{\Pi}_w"),
    set_name("S"),
    set_name("R1", r"\mathcal R'"),
    event_operator("P", r"\mathbb P"),
    operator("E", r"\mathbb E", unbracketed=True),
    operator("Var", r"\operatorname{Var}", alone=True),
    operator("M", r"\mathbf E", whole_term=True),
    function("choose", "C", arities=(2,), scripted=True),
)

SYMBOL_NAMES = sorted(d.name for d in SYMBOLS if d.kind is Kind.SYMBOL)
names = st.sampled_from(SYMBOL_NAMES).map(Name)
leaves = st.one_of(
    names,
    st.sampled_from([Name("Pi_hat"), Name("Var"), Constant("e"), Constant("infinity"), Dots()]),
    st.integers(0, 999).map(lambda n: Number(str(n))),
    st.decimals(0, 9, places=3).map(lambda d: Number(str(d))),
)
set_leaves = st.sampled_from([Name("S"), Name("R1"), Name("Reals"), EmptySet()])


def several(strategy, least=2, most=3):
    return st.lists(strategy, min_size=least, max_size=most).map(tuple)


def relations_on(expressions):
    """Chains over expressions; no name of a set is near, so equality does not make intervals."""
    plain_relations = sorted(RELATIONS - {"in", "notin", "subset", "subseteq", "supset", "supseteq", "->"})
    return st.integers(1, 2).flatmap(
        lambda n: st.builds(
            Chain,
            st.lists(expressions, min_size=n + 1, max_size=n + 1).map(tuple),
            st.lists(st.sampled_from(plain_relations), min_size=n, max_size=n).map(tuple),
        )
    )


def sets_on(expressions):
    closed = st.builds(Interval, expressions, expressions, st.just(True), st.booleans())
    displays = st.builds(SetDisplay, several(expressions | st.builds(TupleNode, several(expressions)), 1))
    builders = st.builds(
        SetBuilder, st.builds(lambda x, s: Chain((x, s), ("in",)), names, set_leaves), relations_on(expressions)
    )
    # An open interval is seen to be one only where a set is required, so not as a factor of a product.
    base = set_leaves | closed | displays | builders
    opened = st.builds(Interval, expressions, expressions, st.just(False), st.booleans())
    return st.one_of(
        base,
        opened,
        st.builds(SetOperation, st.sampled_from(["cup", "cap", "setminus"]), several(base | opened)),
        st.builds(SetOperation, st.just("times"), several(base)),
        st.builds(Power, set_leaves, names),
    )


def extrema_on(expressions, kinds=(ArgMin, ArgMax, "min", "max", "inf", "sup")):
    pair = several(names)
    one = st.tuples(names)
    closed = st.builds(Interval, expressions, expressions, st.just(True), st.booleans())
    ranges = st.one_of(
        st.tuples(pair | one, sets_on(expressions), st.just(False)),
        st.tuples(pair, sets_on(expressions), st.just(True)),
        st.tuples(pair | one, st.none(), st.just(False)),
        st.tuples(st.just(()), set_leaves | closed, st.just(False)),
    )

    def build(kind, expression, domain):
        if kind in (ArgMin, ArgMax):
            return kind(expression, *domain)
        return ExtremeValue(expression, *domain, kind)

    return st.builds(build, st.sampled_from(kinds), expressions, ranges)


def expressions_on(inner):
    statements = relations_on(inner)
    conditions = st.none() | statements
    index = st.builds(
        lambda kind, body, index, low, high: kind(body, index, low, high if low else None),
        st.sampled_from([BigSum, BigProduct]),
        inner,
        names,
        st.none() | inner,
        st.none() | inner,
    )
    return st.one_of(
        st.builds(Sum, several(inner)),
        st.builds(Negate, inner),
        st.builds(Product, several(inner, 2, 4)),
        st.builds(Quotient, inner, inner),
        st.builds(Power, inner, names | st.integers(0, 99).map(lambda n: Number(str(n)))),
        st.builds(Power, inner, st.builds(Sum, st.tuples(names, inner))),
        st.builds(Apply, st.sampled_from(["exp", "log", "sqrt", "abs", "floor", "ceil", "factorial"]), st.tuples(inner)),
        st.builds(Apply, st.sampled_from(["log", "root", "binom", "min", "max", "f", "Pi_hat"]), st.tuples(inner, inner)),
        st.builds(Apply, st.just("choose"), st.tuples(inner, inner)),
        st.builds(Operate, st.just("M"), st.tuples(inner)),
        st.builds(Apply, st.sampled_from(["f", "Pi_hat_w"]), st.tuples(inner), st.integers(0, 2)),
        st.builds(Operate, st.sampled_from(["E", "Var"]), several(inner, 1, 2), several(inner | statements, 0, 2)),
        st.builds(Operate, st.just("P"), several(statements, 1, 2), several(inner | statements, 0, 2)),
        st.builds(Derivative, inner, names, st.integers(1, 3)),
        index,
        st.builds(lambda kind, body, c: kind(body, None, None, None, c), st.sampled_from([BigSum, BigProduct]), inner,
                  st.none() | st.builds(lambda x, y: Chain((Number("1"), x, y), ("<", "<")), names, inner)),
        st.builds(Cases, several(st.builds(Branch, inner, conditions), 1)),
        st.builds(EvaluatedAt, inner, statements),
        st.integers(1, 2).flatmap(
            lambda n: st.builds(Matrix, several(st.lists(inner, min_size=n, max_size=n).map(tuple), 1, 2))
        ),
        extrema_on(inner, ("min", "max", "inf", "sup")),
    )  # fmt: skip


expressions = st.recursive(leaves, expressions_on, max_leaves=8)
simple = st.recursive(leaves, expressions_on, max_leaves=5)
memberships = st.one_of(
    st.builds(lambda x, s, r: Chain((x, s), (r,)), simple, sets_on(simple), st.sampled_from(["in", "notin"])),
    st.builds(lambda x, s: Chain((TupleNode(x), s), ("in",)), several(simple), sets_on(simple)),
    st.builds(lambda x, s: Chain((s, x), ("subseteq",)), sets_on(simple), extrema_on(simple) | sets_on(simple)),
    st.builds(lambda x, y: Chain((Listing(x), y), ("<=",)), several(simple), simple),
    st.builds(lambda x, s: Chain((Listing(x), s), ("in",)), several(simple), sets_on(simple)),
)
relations = relations_on(simple) | memberships
conjunctions = st.builds(Conjunction, several(relations))
disjunctions = st.builds(Disjunction, several(relations | conjunctions))
connectives = st.builds(
    lambda members, signs: Connective(members, signs[: len(members) - 1]),
    several(relations | conjunctions | disjunctions),
    several(st.sampled_from(["implies", "iff", "if", "for all", "where"]), 2, 2),
)
mappings = st.builds(Mapping, st.sampled_from([Name("f"), Name("Pi_hat")]), sets_on(simple), sets_on(simple))
statements = st.one_of(relations, conjunctions, disjunctions, connectives, mappings)


@st.composite
def trees(draw):
    """Any tree; a function of its own so that a failure does not print the strategies above."""
    return draw(expressions | statements | extrema_on(simple))


@st.composite
def expression_trees(draw):
    return draw(expressions)


@given(trees())
@settings(max_examples=2 * settings.default.max_examples)
def test_latex_reads_back(tree):
    """What stands behind an arrow and its members as a condition is one of the whole."""
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == conditions_last(tree)


@given(trees())
@settings(max_examples=2 * settings.default.max_examples)
def test_plain_reads_back(tree):
    assert read_plain(to_plain(tree), SYMBOLS) == tree


def test_printing_an_undeclared_name_is_an_error():
    with pytest.raises(KeyError, match="p01' is not declared; did you mean p00"):
        to_latex(Name("p01"), SYMBOLS)


# Tools on trees.


@given(expression_trees(), st.data())
def test_walk_paths_lead_to_their_nodes_and_replacement_is_local(tree, data):
    found = list(walk(tree))
    assert len({path for path, _ in found}) == len(found)
    assert all(subtree(tree, path) is node for path, node in found)
    path = found[data.draw(st.integers(0, len(found) - 1))][0]
    marker = Name("marker")
    replaced = replace_at(tree, path, marker)
    assert subtree(replaced, path) == marker
    for other, node in walk(replaced):
        if not (other[: len(path)] == path or path[: len(other)] == other):
            assert node is subtree(tree, other)
    assert replace_at(tree, path, subtree(tree, path)) == tree


@given(expression_trees())
def test_nodes_are_values(tree):
    again = read_latex(to_latex(tree, SYMBOLS), SYMBOLS)
    assert again == tree
    assert hash(again) == hash(tree)
    assert with_children(tree, children(tree)) == tree
    assert all(isinstance(child, Node) for child in children(tree))
    assert names_in(tree) <= {declaration.name for declaration in SYMBOLS}


def test_nodes_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Name("a").name = "b"


def test_names_in_counts_functions_and_operators_but_not_built_ins():
    tree = read_plain("exp(a) + f(b)*E(Pi_hat) + e", SYMBOLS)
    assert names_in(tree) == {"a", "f", "b", "E", "Pi_hat", "e"}


def test_paths_that_lead_nowhere():
    tree = Sum((Name("a"), Name("b")))
    with pytest.raises(IndexError):
        subtree(tree, (2,))
    with pytest.raises(IndexError):
        replace_at(tree, (-1,), Name("a"))
    with pytest.raises(ValueError, match="Sum has 2 children, got 1"):
        with_children(tree, (Name("a"),))


@pytest.mark.parametrize(
    "build",
    [
        lambda: Number("-1"),
        lambda: Number("1."),
        lambda: Number("\u0663"),
        lambda: Sum((Name("a"),)),
        lambda: Product(()),
        lambda: Apply("exp", ()),
        lambda: Apply("exp", (Name("a"), Name("b"))),
        lambda: Operate("E", ()),
        lambda: Derivative(Name("a"), Name("b"), 0),
        lambda: Cases(()),
        lambda: Matrix(()),
        lambda: Matrix(((Name("a"),), (Name("a"), Name("b")))),
        lambda: TupleNode((Name("a"),)),
        lambda: Listing((Name("a"),)),
        lambda: SetDisplay(()),
        lambda: SetOperation("xor", (Name("S"), Name("S"))),
        lambda: SetOperation("cup", (Name("S"),)),
        lambda: ExtremeValue(Name("a")),
        lambda: ExtremeValue(None, (Name("a"),)),
        lambda: ExtremeValue(Name("a"), (Name("a"),), kind="median"),
        lambda: Chain((Name("a"),), ()),
        lambda: Chain((Name("a"), Name("b")), ("divides",)),
        lambda: Chain((Name("a"), Name("b")), ("<", "<")),
        lambda: Conjunction((Name("a"),)),
        lambda: Disjunction((Name("a"),)),
        lambda: Connective((Name("a"), Name("b")), ("xor",)),
        lambda: Connective((Name("a"),), ("iff",)),
    ],
)
def test_malformed_nodes_are_refused(build):
    with pytest.raises(ValueError, match=r"^[A-Za-z]+: "):
        build()


# The vocabulary.


@pytest.mark.parametrize(
    ("declare", "reason"),
    [
        (lambda: Symbols(symbol("a"), symbol("a", "b")), "declared twice"),
        (lambda: Symbols(symbol("a"), symbol("b", "a")), "'a' already spells 'a'"),
        (lambda: Symbols(symbol("a", r"\hat\Pi"), symbol("b", r"\hat{\Pi}")), "already spells 'a'"),
        (lambda: symbol("p'"), "ASCII identifier"),
        (lambda: symbol("\u03c0"), "ASCII identifier"),
        (lambda: symbol("_x"), "ASCII identifier"),
        (lambda: symbol("exp"), "part of the notation"),
        (lambda: symbol("and"), "part of the notation"),
        (lambda: function("f", arities=()), "states its arities"),
        (lambda: function("f", arities=(0,)), "a symbol"),
        (lambda: function("f", arities=(-1,)), "arities"),
        (lambda: function("f", arities=(1,), scripted=True), "two arguments"),
        (lambda: Symbols(symbol("a", r"\,")), "prints nothing"),
        (lambda: Symbols(symbol("a", "p_{")), "never closed"),
    ],
)
def test_bad_declarations_are_refused(declare, reason):
    with pytest.raises(ValueError, match=reason):
        declare()


def test_vocabulary_is_a_value_and_grows():
    small = Symbols(symbol("a"))
    large = small.extended(symbol("b"))
    assert "b" not in small
    assert large["b"].kind is Kind.SYMBOL
    assert large == Symbols(symbol("b"), symbol("a"))
    assert hash(large) == hash(Symbols(symbol("b"), symbol("a")))
    assert small != large
    assert Symbols(constant("euler", "e"))["euler"].kind is Kind.CONSTANT
    assert "e" not in Symbols(constant("euler", "e"))
    with pytest.raises(KeyError, match="'aa' is not declared"):
        small["aa"]


SETS = Symbols(*map(symbol, "abimnpxL"), symbol("k"), set_name("S", r"\mathcal S"))
CARDS = Symbols(*map(symbol, "Lk"), symbol("p1", "p_1"), symbol("p2", "p_2"), symbol("p_mirrored", "p_{L+1-k}"))


def test_a_member_of_a_family_is_the_name_with_its_spelling():
    """However its index is written: it would print as that name."""
    for written in ("p_{L+1-k}", "p_{L+1+-k}", "p_{ L + 1 - k }"):
        assert read_latex(written, CARDS) == Name("p_mirrored")
    assert read_latex("p_{L+2-k}", CARDS) != Name("p_mirrored")


def test_a_product_with_a_set_among_its_factors_is_one_of_numbers():
    assert read_latex(r"a \mathcal S\times{2}", SETS) == read_latex(r"a \mathcal S\cdot 2", SETS)
    assert isinstance(read_latex(r"\mathcal S\times\{0, 1\}", SETS), SetOperation)


@pytest.mark.parametrize(
    "text",
    [
        r"a = b[p+m(x-p\le{2})]",
        r"a (x = 1) b",
        r"\text{if } x > 1 \text{ then } a",
        r"\forall x \in \mathcal S: a b",
    ],
)
def test_a_statement_is_no_factor_and_a_value_follows_from_nothing(text):
    with pytest.raises(ReadingError, match=r"statement|condition"):
        read_latex(text, SETS)


def test_an_argument_that_begins_with_a_list_keeps_it_together():
    events = SETS.extended(event_operator("Pr", r"\mathbb P"))
    tree = read_latex(r"\mathbb P(\text{for all }a,b={1}=a,b=m|x=b)", events)
    assert read_latex(to_latex(tree, events), events) == tree
    assert read_plain(to_plain(tree), events) == tree


def test_a_list_that_shares_a_relation_stays_with_it_inside_of_brackets():
    symbols = Symbols(*map(symbol, "abknxy"))
    tree = read_latex(r"\begin{multline}a&=b,k & x &= y\quad (x \ne 1)\\ n = 1\end{multline}", symbols)
    assert to_latex(tree, symbols) == r"(a = b \text{ and } (k, x = y) \text{ if } x \ne 1) \text{ and } n = 1"
    assert read_latex(to_latex(tree, symbols), symbols) == tree
    assert read_plain(to_plain(tree), symbols) == tree


@pytest.mark.parametrize("text", [r"\{(a, a \le 2) : a < 1\}", r"\{(a, a \le 2), 3\}"])
def test_a_list_that_shares_a_relation_is_one_element(text):
    vocabulary = Symbols(symbol("a"))
    tree = read_latex(text, vocabulary)
    assert read_latex(to_latex(tree, vocabulary), vocabulary) == tree
    assert read_plain(to_plain(tree), vocabulary) == tree


def test_a_power_of_a_list_is_no_factor():
    with pytest.raises(ReadingError, match="braces around a list print nothing"):
        read_latex("a {0,1}^{2}", Symbols(symbol("a")))


def test_a_name_that_is_printed_as_a_prime_is_a_factor_of_its_own():
    vocabulary = Symbols(symbol("D", r"D_\lambda"), symbol("turned", "'"))
    tree = read_latex(r"D_{\lambda}*'", vocabulary)
    assert tree == Product((Name("D"), Name("turned")))
    assert read_latex(to_latex(tree, vocabulary), vocabulary) == tree


@pytest.mark.parametrize(("declared", "mark"), [([], r"\top"), ([r"\top"], r"\intercal")])
def test_a_transpose_is_printed_by_a_sign_that_is_no_name(declared, mark):
    symbols = Symbols(symbol("P"), symbol("x"), *(symbol("sign", spelling) for spelling in declared))
    tree = read_latex("P^T x", symbols)
    assert to_latex(tree, symbols) == rf"P^{{{mark}}} x"
    assert read_latex(to_latex(tree, symbols), symbols) == tree


def test_a_power_of_a_fraction_is_printed_with_brackets():
    symbols = Symbols(symbol("a"), symbol("b"))
    tree = read_latex(r"\left(\frac{a}{b}\right)^2", symbols)
    assert to_latex(tree, symbols) == r"\left(\frac{a}{b}\right)^{2}"
    assert read_latex(to_latex(tree, symbols), symbols) == tree


@pytest.mark.parametrize(
    "text",
    [
        r"(a, b = 1)/d",
        r"d^{(a, b = 1)}",
        r"\sqrt{(a, b = 1)}",
        r"\sqrt{(a, b = 1) \text{ and } d = 2}",
        r"\sqrt{((a, b = 1) \text{ and } d = 2)}",
        r"\sqrt{(a, b = 1) \text{ or } d = 2}",
        r"\sqrt{((a, b = 1) \implies d = 2)}",
        r"\sqrt{(d = 2 \implies (a, b = 1))}",
        r"(d = 1 \text{ if } (a, b = 1)) \text{ and } d > 0",
        r"\binom{(a, b = 1)}{d}",
        r"\lfloor (a, b = 1)\rfloor",
        r"|(a, b = 1)|",
        r"\sum_{i=1}^{(a, b = 1)} i",
        r"\lim_{d \to (a, b = 1)} d",
        r"\lim_{d \to 0^+} (a, b = 1)",
        r"\frac{\partial (a, b = 1)}{\partial d}",
        r"\begin{pmatrix} (a, b = 1) & d \\ d & d \end{pmatrix}",
        r"\left. (a, b = 1) \right|_{d = 1}",
        r"d = \begin{cases} (a, b = 1) & \text{if } d = 1 \\ d & \text{otherwise} \end{cases}",
    ],
)
def test_a_list_that_shares_a_relation_keeps_its_brackets_between_delimiters(text):
    tree = read_latex(text, SYMBOLS)
    assert read_latex(to_latex(tree, SYMBOLS), SYMBOLS) == tree
    assert read_plain(to_plain(tree), SYMBOLS.extended(symbol("i"))) == tree


def test_an_operator_without_argument_is_no_factor_beside_another():
    symbols = Symbols(symbol("Y"), operator("Var", r"\mathbf{Var}", alone=True, whole_term=True))
    tree = read_latex(r"\mathbf{Var} * Y", symbols)
    assert to_plain(tree) == "Var*Y"
    assert read_latex(to_latex(tree, symbols), symbols) == tree
