"""Rule texts, and what they say as conditions on numbers. It rests on the README's table of the rule language.

A condition is True, False, ("and", set of conditions), ("or", set of conditions), or one of
    ("ge", form, c, w)                         form >= c
    ("mod", form, m, residues, w)              form modulo m is one of the residues
    ("in", automaton, tracks, wanted, q)       the automaton accepts the numbers on these tracks if wanted, not if not
The numbers stand on tracks 0, 1, ...; a form is a tuple of (track, coefficient), ascending, without zeros. w and q
belong to what has been read of the digits (see `automata.Reading`): () and the start, as long as nothing has been.
"""

import ast
import json
import re
from fractions import Fraction
from math import gcd

from . import NotShown, Unreadable, need, shown
from .quadratic import Quadratic

# --- rule texts ------------------------------------------------------------------------------------------------------

WORDS = {"and", "or", "not", "in", "abs", "min", "max", "sqrt", "beatty", "x", "y", "s", "t", "phi"}
OPERATORS = {"and", "or", "not", "in", "mod"}  # words after which an operand is expected
NODES = (ast.BoolOp, ast.boolop, ast.UnaryOp, ast.Not, ast.USub, ast.BinOp, ast.operator, ast.Compare, ast.cmpop,
         ast.Set, ast.Call, ast.Name, ast.Load, ast.Constant)


def parse(text):
    """A formula or term, read by Python's own parser: `mod` becomes <<, which binds as it does, and names that are no
    words of the language get a _ in front."""
    text = bars(text)
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text).replace("^", "**")
    text = re.sub(r"\d[\d_]*\.\d+", lambda number: f"({Fraction(number[0].replace('_', ''))})", text)
    name = lambda word: "<<" if word[0] == "mod" else word[0] if word[0] in WORDS else "_" + word[0]
    try:
        result = ast.parse(re.sub(r"[A-Za-z_]\w*", name, text).strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Unreadable(f"cannot read {text!r}") from None
    for node in ast.walk(result):
        need(isinstance(node, NODES), f"cannot read {text!r}")
        need(not isinstance(node, ast.Call) or isinstance(node.func, ast.Name) and not node.keywords and node.args,
             f"cannot read {text!r}")
    return result


def bars(text):
    """The text with abs(...) for |...|. A bar opens where an operand is expected, and closes one after an operand."""
    result, expected = "", True
    for token in re.findall(r"\w+|\s+|.", text, re.S):
        if token == "|":
            result, expected = result + ("abs(" if expected else ")"), expected
            continue
        result += token
        if not token.isspace():
            expected = token in OPERATORS or not (token[0].isalnum() or token[0] in "_)}\"")
    return result


def split_comply(text):
    """The alternatives of a `comply` line."""
    return [part.strip() for part in re.split(r"\bor (?=\d+ *(?:$|of |or ))", text)]


class Rules:
    """What a rule text says: moves (name -> formula), position, blocks [(number, class)], comply, misere, loaded sets
    (name -> text, which `automata.loaded` reads). Names have the _ of `parse`."""

    def __init__(self, text):
        self.moves, self.position, self.blocks, self.comply, self.misere, self.sets = {}, None, [], [], False, {}
        for line in text.split("\n"):
            if line.strip():
                self.statement(*re.fullmatch(r"\s*(\w*)\s*(.*)", line).groups())
        need(self.moves, "there are no moves")
        need(not (self.blocks and self.comply), "block and comply in one game")
        self.any_move = ast.BoolOp(ast.Or(), list(self.moves.values()))

    def statement(self, word, rest):
        if word == "move":
            name, _, formula = rest.partition(":")
            name = "_" + name.strip()
            self.moves[name] = join(ast.Or(), self.moves.get(name), parse(formula))
        elif word == "position":
            self.position = join(ast.And(), self.position, parse(rest.lstrip(": ")))
        elif word == "block":
            self.blocks.append(quota(rest))
        elif word == "comply":
            self.comply += map(quota, split_comply(rest))
        elif word == "play":
            need(rest in ("misere", "normal"), "play misere, or play normal")
            self.misere = rest == "misere"
        elif word == "load":
            match = re.fullmatch(r'(\w+) = ("[^"\\]*")', rest)
            need(match, "a loaded automaton is not in the documented form")
            self.sets["_" + match[1]] = json.loads(match[2])
        elif word != "game":
            raise NotShown(f"this checker does not know the statement {word!r}")


def join(how, old, new):
    return ast.BoolOp(how, [old, new]) if old else new


def quota(text):
    """`E` or `E of CLASS`."""
    number, _, class_ = text.partition(" of ")
    need(number.strip().isdecimal(), f"{number!r} is no number")
    return int(number), parse(class_) if class_ else None


def real(term):
    """A number in a quadratic field."""
    if isinstance(term, ast.Constant) and type(term.value) is int:
        return Quadratic(term.value)
    if isinstance(term, ast.Name) and term.id == "phi":
        return (Quadratic(1) + Quadratic.root(5)) / Quadratic(2)
    if isinstance(term, ast.Call) and term.func.id == "sqrt":
        inner = real(term.args[0])
        shown(not inner.b and inner.a > 0, "this checker knows roots of rational numbers only")
        return Quadratic.root(inner.a)
    if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.USub):
        return Quadratic(0) - real(term.operand)
    operations = {ast.Add: "__add__", ast.Sub: "__sub__", ast.Mult: "__mul__", ast.Div: "__truediv__"}
    if isinstance(term, ast.BinOp) and type(term.op) in operations:
        return getattr(real(term.left), operations[type(term.op)])(real(term.right))
    raise NotShown("a real number that this checker does not know")


# --- conditions ------------------------------------------------------------------------------------------------------


def joined(kind, parts):
    """("and", parts) or ("or", parts), simplified."""
    ends, members = kind == "or", set()  # a part that is true ends a disjunction, one that is false a conjunction
    for part in parts:
        if part is ends:
            return ends
        if not isinstance(part, bool):
            members |= part[1] if part[0] == kind else {part}
    return (kind, frozenset(members)) if len(members) > 1 else members.pop() if members else not ends


def conj(*parts):
    return joined("and", parts)


def disj(*parts):
    return joined("or", parts)


def neg(f):
    if isinstance(f, bool):
        return not f
    if f[0] in ("and", "or"):
        return joined("or" if f[0] == "and" else "and", map(neg, f[1]))
    if f[0] == "ge":
        return "ge", tuple((track, -c) for track, c in f[1]), 1 - f[2], tuple(-a for a in f[3])
    if f[0] == "mod":
        return *f[:3], frozenset(range(f[2])) - f[3], f[4]
    return *f[:3], not f[3], f[4]


def each(f, change):
    """A condition whose atoms, those that are not "and" or "or", are changed."""
    if isinstance(f, bool):
        return f
    return joined(f[0], [each(g, change) for g in f[1]]) if f[0] in ("and", "or") else change(f)


def atoms(f):
    return set() if isinstance(f, bool) else set().union(*map(atoms, f[1])) if f[0] in ("and", "or") else {f}


def at_least(coefficients, bound):
    """The form, given as {track: coefficient}, is at least a bound."""
    form = tuple(sorted((track, c) for track, c in coefficients.items() if c))
    divisor = gcd(*(c for _, c in form))
    return ("ge", tuple((track, c // divisor) for track, c in form), -(-bound // divisor), ()) if form else bound <= 0


def equals(coefficients, value):
    return conj(at_least(coefficients, value), neg(at_least(coefficients, value + 1)))


def congruent(coefficients, m, residues):
    form = tuple(sorted((track, c % m) for track, c in coefficients.items() if c % m))
    residues = frozenset(r % m for r in residues)
    if form and 0 < len(residues) < m:
        return "mod", form, m, residues, ()
    return len(residues) == m or not form and 0 in residues


def member(automaton, tracks):
    return "in", automaton, tracks, True, automaton.start


# --- what rules mean -------------------------------------------------------------------------------------------------


def plus(a, b, factor=1):
    sums = {track: a.get(track, 0) + factor * b.get(track, 0) for track in a.keys() | b.keys()}
    return {track: c for track, c in sums.items() if c}


class Translator:
    """Formulas of the rules, as conditions. A term is a list of cases (condition, coefficients, constant), exactly one
    of which holds. Terms in sets get tracks of their own, from `tracks` on; `meant` says what numbers are there.
    `sets` are the loaded automata, and `beatty(r)` makes that of a Beatty sequence."""

    def __init__(self, tracks, sets, beatty, moves=None):
        self.tracks, self.sets, self.beatty, self.moves, self.meant = tracks, sets, beatty, moves or {}, True

    def formula(self, f, names):
        """`names` are the variables, as {track: coefficient}."""
        if isinstance(f, ast.BoolOp):
            return (conj if isinstance(f.op, ast.And) else disj)(*(self.formula(part, names) for part in f.values))
        if isinstance(f, ast.UnaryOp) and isinstance(f.op, ast.Not):
            return neg(self.formula(f.operand, names))
        if isinstance(f, ast.Name):
            need(f.id in self.moves, f"unknown name {f.id!r}")
            return self.formula(self.moves[f.id], names)
        if isinstance(f, ast.Call):
            automaton = self.sets.get(f.func.id)
            need(automaton and automaton.tracks == len(f.args), f"{f.func.id!r} is no set, or has other arguments")
            return self.member(automaton, f.args, names)
        need(isinstance(f, ast.Compare), "a comparison was expected")
        terms = [f.left, *f.comparators]
        return conj(*(self.compare(left, type(op), right, names) for left, op, right in zip(terms, f.ops, terms[1:])))

    def compare(self, left, op, right, names):
        if op is ast.NotIn:
            return neg(self.compare(left, ast.In, right, names))
        if op is ast.In and isinstance(right, ast.Set):
            return disj(*(self.compare(left, ast.Eq, element, names) for element in right.elts))
        if op is ast.In:
            need(isinstance(right, ast.Call) and right.func.id == "beatty", "a set was expected")
            return self.member(self.beatty(real(right.args[0])), [left], names)
        result = False
        for guard, coefficients, constant in self.term(ast.BinOp(left, ast.Sub(), right), names):
            ge, gt = at_least(coefficients, -constant), at_least(coefficients, 1 - constant)
            holds = {ast.Eq: conj(ge, neg(gt)), ast.NotEq: disj(neg(ge), gt), ast.Lt: neg(ge), ast.LtE: neg(gt),
                     ast.Gt: gt, ast.GtE: ge}
            need(op in holds, "a comparison was expected")
            result = disj(result, conj(guard, holds[op]))
        return result

    def term(self, term, names):
        if isinstance(term, ast.Constant):
            need(type(term.value) is int, "a number in a term that is no integer")
            return [(True, {}, term.value)]
        if isinstance(term, ast.Name):
            need(term.id in names, f"{term.id!r} cannot stand here")
            return [(True, names[term.id], 0)]
        if isinstance(term, ast.UnaryOp) and isinstance(term.op, ast.USub):
            return self.term(ast.BinOp(ast.Constant(0), ast.Sub(), term.operand), names)
        if isinstance(term, ast.BinOp) and isinstance(term.op, (ast.Add, ast.Sub, ast.Mult)):
            pairs = [(one, two) for one in self.term(term.left, names) for two in self.term(term.right, names)]
            if isinstance(term.op, ast.Mult):
                need(not any(a and b for (_, a, _), (_, b, _) in pairs), "a product of two terms with variables")
                return [(conj(g, h), plus(plus({}, a, d), b, c), c * d) for (g, a, c), (h, b, d) in pairs]
            sign = 1 if isinstance(term.op, ast.Add) else -1
            return [(conj(g, h), plus(a, b, sign), c + sign * d) for (g, a, c), (h, b, d) in pairs]
        if isinstance(term, ast.BinOp) and isinstance(term.op, ast.LShift):
            m = term.right.value if isinstance(term.right, ast.Constant) else 0
            need(type(m) is int and m >= 1, "a modulus is at least 1")
            return [(conj(guard, congruent(a, m, [r - c])), {}, r)
                    for guard, a, c in self.term(term.left, names) for r in range(m)]
        if isinstance(term, ast.Call) and term.func.id == "abs":
            return self.greatest([term.args[0], ast.UnaryOp(ast.USub(), term.args[0])], ast.Gt, ast.GtE, names)
        if isinstance(term, ast.Call) and term.func.id in ("min", "max"):
            return self.greatest(term.args, *((ast.Gt, ast.GtE) if term.func.id == "max" else (ast.Lt, ast.LtE)), names)
        raise NotShown("a term of a kind that this checker does not know")

    def greatest(self, terms, before, behind, names):
        """The first of the terms that is greatest (or least): greater than those before, as great as those behind."""
        result = []
        for i, term in enumerate(terms):
            best = conj(*(self.compare(term, before, other, names) for other in terms[:i]),
                        *(self.compare(term, behind, other, names) for other in terms[i + 1:]))
            result += [(conj(best, guard), a, c) for guard, a, c in self.term(term, names)]
        return result

    def member(self, automaton, terms, names):
        """Terms that are no variables get tracks z, with z = term, or 0 if that is negative: then it is in no set."""
        tracks, nonnegative = [], True
        for term in terms:
            cases = self.term(term, names)
            if len(cases) == 1 and cases[0][2] == 0 and list(cases[0][1].values()) == [1]:
                tracks += cases[0][1]
                continue
            z, self.tracks = self.tracks, self.tracks + 1
            tracks.append(z)
            signs = [conj(guard, at_least(a, -c)) for guard, a, c in cases]
            self.meant = conj(self.meant, disj(conj(neg(disj(*signs)), equals({z: 1}, 0)), *(
                conj(sign, equals(plus({z: 1}, a, -1), c)) for sign, (_, a, c) in zip(signs, cases))))
            nonnegative = conj(nonnegative, disj(*signs))
        return conj(nonnegative, member(automaton, tuple(tracks)))
