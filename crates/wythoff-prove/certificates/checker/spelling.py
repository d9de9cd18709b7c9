"""The one spelling of rules in certificates: docs/certificates.md, "Spelling of rules".

A text is read, brought into normal form, and written again; what comes out differently is refused. A term is (constant,
parts), where parts are ascending pairs (atom, coefficient); an atom is (0, number of the variable), (1, term) for an
absolute value or (2, term, modulus) for a remainder, so that Python's order of tuples is the documented one. A formula
is True, False, ("compare", term, sign), ("beatty", term, text), ("set", name, terms), ("move", name), ("not", formula),
("and", formulas) or ("or", formulas).
"""

import ast
import re

from . import need
from .rules import WORDS, parse, split_comply

VARIABLES = "xyst"
SIGNS = {ast.Eq: "=", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
TAKEN = WORDS | {"mod", "of", "within", "irrational", "floor", "cbrt", "ln", "gcd", "pi", "e", "game", "param", "let",
                 "load", "move", "position", "block", "comply", "imitation", "play"}
LARGEST, PILE, WORD = 2 ** 40, 2 ** 31, 2 ** 63 - 1


def refuse(message):
    need(False, f"the rules are not spelled in the one way: {message}")


def expect(condition, message):
    if not condition:
        refuse(message)


# --- terms -----------------------------------------------------------------------------------------------------------


def plus(a, b, factor=1):
    parts = dict(a[1])
    for atom, c in b[1]:
        parts[atom] = parts.get(atom, 0) + factor * c
    return a[0] + factor * b[0], tuple(sorted((atom, c) for atom, c in parts.items() if c))


def bound(term):
    """No value of the term with piles up to 2^31 is greater."""
    size = {0: lambda atom: PILE, 1: lambda atom: bound(atom[1]), 2: lambda atom: max(bound(atom[1]), atom[2])}
    return abs(term[0]) + sum(abs(c) * size[atom[0]](atom) for atom, c in term[1])


def ordered(term):
    """What terms are compared by: the constant, then coefficient and atom of each part."""
    return term[0], [(c, rank(atom)) for atom, c in term[1]]


def rank(atom):
    return (atom[0], atom[1]) if atom[0] == 0 else (atom[0], ordered(atom[1]), *atom[2:])


def term_of(node, names):
    if isinstance(node, ast.Constant):
        expect(type(node.value) is int and abs(node.value) <= LARGEST, "a number in a term")
        return node.value, ()
    if isinstance(node, ast.Name):
        expect(node.id in names, f"{node.id!r} cannot stand here")
        return 0, (((0, VARIABLES.index(node.id)), 1),)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return plus((0, ()), term_of(node.operand, names), -1)
    if isinstance(node, ast.Call) and node.func.id == "abs":
        inner = term_of(node.args[0], names)
        expect(len(node.args) == 1 and inner[1], "an absolute value of a number")
        return 0, (((1, inner), 1),)
    expect(isinstance(node, ast.BinOp), "a term of another kind")
    if isinstance(node.op, ast.LShift):
        inner, m = term_of(node.left, names), node.right
        expect(isinstance(m, ast.Constant) and type(m.value) is int and 1 < m.value <= LARGEST, "a modulus")
        expect(inner[1], "a remainder of a number")
        return 0, (((2, inner, m.value), 1),)
    left, right = term_of(node.left, names), term_of(node.right, names)
    if isinstance(node.op, ast.Mult):
        expect(not left[1] and left[0] and right[1], "a product that is not a number times a term")
        return plus((0, ()), right, left[0])
    expect(isinstance(node.op, (ast.Add, ast.Sub)), "a term of another kind")
    return plus(left, right, 1 if isinstance(node.op, ast.Add) else -1)


def side(parts, constant):
    """Parts of a term, with their constant."""
    if len(parts) == 1 and parts[0][1] == 1 and parts[0][0][0] == 2 and constant == 0:
        return remainder(parts[0][0])
    text = ""
    for atom, c in parts:
        text += ("-" if c < 0 else "") if not text else " - " if c < 0 else " + "
        text += f"{abs(c)}*" if abs(c) != 1 else ""
        text += VARIABLES[atom[1]] if atom[0] == 0 else f"|{whole(atom[1])}|" if atom[0] == 1 else f"({remainder(atom)})"
    if not text:
        return str(constant)
    return text + (f" + {constant}" if constant > 0 else f" - {-constant}" if constant else "")


def in_order(term):
    return sorted(term[1], key=lambda part: rank(part[0]))


def whole(term):
    return side(in_order(term), term[0])


def remainder(atom):
    _, term, m = atom
    bare = term[0] == 0 and len(term[1]) == 1 and term[1][0][1] == 1 and term[1][0][0][0] == 0
    return f"{VARIABLES[term[1][0][0][1]]} mod {m}" if bare else f"({whole(term)}) mod {m}"


def sides(term):
    """What is positive on the left, what is negative on the right."""
    left = [part for part in in_order(term) if part[1] > 0]
    right = [(atom, -c) for atom, c in in_order(term) if c < 0]
    if not right:
        return side(left, 0), str(-term[0])
    if term[0] > 0:
        return side(left, term[0]), side(right, 0)
    return side(left, 0), side(right, -term[0])


# --- formulas --------------------------------------------------------------------------------------------------------


def compare(term, sign):
    """A comparison, or what it is if the variables cannot change it, being natural numbers."""
    constant, parts = term
    order = (constant > 0) - (constant < 0)
    values = {"=": order == 0, "!=": order != 0, "<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}
    up = constant >= 0 and all(c > 0 for _, c in parts)
    down = constant <= 0 and all(c < 0 for _, c in parts)
    certain = up if sign in (">=", "<") else down if sign in ("<=", ">") else False
    if not parts or certain or order and (up or down):
        return values[sign]
    return "compare", term, sign


def joined(kind, parts):
    decisive, flat = kind == "or", []
    for part in parts:
        if part is decisive:
            return decisive
        if not isinstance(part, bool):
            flat += part[1] if part[0] == kind else [part]
    return not decisive if not flat else flat[0] if len(flat) == 1 else (kind, flat)


def negated(f):
    if isinstance(f, bool):
        return not f
    if f[0] == "compare":
        return "compare", f[1], OPPOSITE[f[2]]
    if f[0] in ("and", "or"):
        return joined("or" if f[0] == "and" else "and", map(negated, f[1]))
    return f[1] if f[0] == "not" else ("not", f)


def formula_of(node, names, moves, loads):
    again = lambda inner: formula_of(inner, names, moves, loads)
    if isinstance(node, ast.BoolOp):
        return joined("and" if isinstance(node.op, ast.And) else "or", map(again, node.values))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return negated(again(node.operand))
    if isinstance(node, ast.Name):
        expect(node.id in moves, f"unknown name {node.id!r}")
        return "move", node.id[1:]
    if isinstance(node, ast.Call):
        expect(node.func.id in loads, f"unknown set {node.func.id!r}")
        terms = [term_of(argument, names) for argument in node.args]
        expect(any(parts for _, parts in terms), "a set of numbers")
        return "set", node.func.id[1:], terms
    expect(isinstance(node, ast.Compare) and len(node.ops) == 1, "no formula, or a chain of comparisons")
    op, right = node.ops[0], node.comparators[0]
    left = term_of(node.left, names)
    if isinstance(op, ast.NotIn):
        return negated(again(ast.Compare(node.left, [ast.In()], [right])))
    if isinstance(op, ast.In) and isinstance(right, ast.Set):
        found = []
        for element in right.elts:
            one = compare(small(plus(left, term_of(element, names), -1)), "=")
            found += [one] if one not in found else []
        return joined("or", found)
    if isinstance(op, ast.In):
        expect(isinstance(right, ast.Call) and right.func.id == "beatty" and len(right.args) == 1, "no set")
        expect(left[1], "a number in a set")
        return "beatty", small(left), real_text(real_of(right.args[0]))[0]
    expect(type(op) in SIGNS, "no comparison")
    return compare(small(plus(left, term_of(right, names), -1)), SIGNS[type(op)])


def small(term):
    expect(bound(term) <= WORD, "numbers that are too large")
    return term


def set_length(parts, sign):
    """How many of the formulas, from the first on, compare one term with different numbers: 0 if fewer than three."""
    if parts[0][0] != "compare" or not parts[0][1][1] or in_order(parts[0][1])[0][1] < 0:
        return 0
    count = 0
    while count < len(parts) and parts[count][0] == "compare" and parts[count][1:] == ((parts[count][1][0], parts[0][1][1]), sign):
        count += 1
    return count if count >= 3 and len({part[1][0] for part in parts[:count]}) == count else 0


def with_sets(parts, sign, text):
    texts, rest = [], parts
    while rest:
        count = set_length(rest, sign)
        if count:
            numbers = ", ".join(str(-part[1][0]) for part in rest[:count])
            texts.append(f"{side(in_order(rest[0][1]), 0)} {'in' if sign == '=' else 'not in'} {{{numbers}}}")
        else:
            texts.append(text(rest[0]))
        rest = rest[count or 1:]
    return texts


def written(f):
    if isinstance(f, bool):
        return "0 = 0" if f else "0 = 1"
    if f[0] == "compare":
        return f" {f[2]} ".join(sides(f[1]))
    if f[0] == "beatty":
        return f"{whole(f[1])} in beatty({f[2]})"
    if f[0] == "set":
        return f"{f[1]}({', '.join(map(whole, f[2]))})"
    if f[0] == "move":
        return f[1]
    if f[0] == "not":
        return f"not {written(f[1])}"
    if f[0] == "or":
        return " or ".join(with_sets(f[1], "=", written))
    inside = lambda g: f"({written(g)})" if g[0] == "or" and set_length(g[1], "=") < len(g[1]) else written(g)
    return " and ".join(with_sets(f[1], "!=", inside))


def sets_in(f):
    if isinstance(f, bool) or f[0] in ("compare", "beatty", "move"):
        return []
    return [f[1]] if f[0] == "set" else sets_in(f[1]) if f[0] == "not" else [name for g in f[1] for name in sets_in(g)]


# --- real numbers ----------------------------------------------------------------------------------------------------


def real_of(node):
    """An integer, or a tree (operation, parts)."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    if isinstance(node, ast.Name) and node.id.lstrip("_") in ("phi", "pi", "e"):
        return (node.id.lstrip("_"),)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = real_of(node.operand)
        return -inner if isinstance(inner, int) else ("neg", inner)
    if isinstance(node, ast.Call) and node.func.id.lstrip("_") in ("sqrt", "ln") and len(node.args) == 1:
        return node.func.id.lstrip("_"), real_of(node.args[0])
    expect(isinstance(node, ast.BinOp), "a real number of another kind")
    if isinstance(node.op, ast.Pow):
        degree = node.right
        expect(isinstance(degree, ast.BinOp) and isinstance(degree.op, ast.Div), "a power that is no root")
        expect(real_of(degree.left) == 1 and isinstance(real_of(degree.right), int), "a power that is no root")
        expect(real_of(degree.right) > 2, "a root of another spelling")
        return "root", real_of(node.left), real_of(degree.right)
    left, right = real_of(node.left), real_of(node.right)
    kind = {ast.Add: " + ", ast.Sub: " - ", ast.Mult: "*", ast.Div: "/"}.get(type(node.op))
    expect(kind, "a real number of another kind")
    expect(kind == "/" or not (isinstance(left, int) and isinstance(right, int)), "a number that is not worked out")
    return kind, left, right


def real_text(real):
    """The text, and how tightly its outermost operation binds: 0 sums, 1 negatives, 2 products, 3 roots, 4 all else."""
    bare = lambda inner, least: inner[0] if inner[1] in least else f"({inner[0]})"
    if isinstance(real, int):
        return str(real), 4 if real >= 0 else 1
    if real[0] in ("phi", "pi", "e"):
        return real[0], 4
    first = real_text(real[1])
    if real[0] in ("sqrt", "ln"):
        return f"{real[0]}({first[0]})", 4
    if real[0] == "root":
        return f"{bare(first, [4])}^(1/{real[2]})", 3
    if real[0] == "neg":
        return "-" + bare(first, [3, 4]), 1
    second = real_text(real[2])
    if real[0] in (" + ", " - "):
        return bare(first, range(5)) + real[0] + bare(second, [2, 3, 4]), 0
    return bare(first, [2, 3, 4]) + real[0] + bare(second, [3, 4]), 2


# --- texts -----------------------------------------------------------------------------------------------------------


def respelled(text):
    """The rules once more, in the one spelling."""
    lines = text.split("\n")
    expect(lines.pop() == "", "no line feed at the end")
    expect(lines and re.fullmatch(r'game "(?:[^"\\]|\\["\\])*"', lines[0]), "no title in the first line")
    out, loads, mentioned, moves, rank_ = [lines.pop(0)], [], [], {}, 0
    order = ["load", "move", "position:", "block", "comply", "imitation", "play"]
    texts = {}  # the loaded sets are written where they are
    while lines and (match := re.fullmatch(r'load ([A-Za-z_]\w*) = "[^"\\]*"', lines[0])):
        texts["_" + match[1]] = lines.pop(0)
        loads.append(match[1])
    after, formulas = [], []
    statements = [line.partition(" ") for line in lines]
    for word, _, rest in statements:
        if word == "move":
            name = rest.partition(": ")[0]
            expect(re.fullmatch(r"[A-Za-z_]\w*", name) and name not in TAKEN and name not in loads, "a name of a move")
            expect("_" + name not in moves, "a move with two lines")
            moves["_" + name] = None
    for word, _, rest in statements:
        expect(word in order and order.index(word) >= rank_, f"the statement {word!r} here")
        repeats, rank_ = order.index(word) == rank_ and rank_ != 0, order.index(word)
        expect(word in ("move", "block") or not repeats, f"another line {word!r}")
        if word == "move":
            name, _, formula = rest.partition(": ")
            formulas.append(formula_of(parse(formula), VARIABLES, (), texts))
            after.append(f"move {name}: {written(formulas[-1])}")
        elif word == "position:":
            formulas.append(formula_of(parse(rest), "xy", (), texts))
            expect(formulas[-1] is not True, "a position that says nothing")
            after.append(f"position: {written(formulas[-1])}")
        elif word in ("block", "comply"):
            expect(word == "block" or not any(line.startswith("block ") for line in after), "block and comply")
            parts = [rest] if word == "block" else split_comply(rest)
            after.append(f"{word} " + " or ".join(quota(part, moves, texts, formulas) for part in parts))
        elif word == "imitation":
            match = re.fullmatch(r"([1-9]\d*) within ([1-9]\d*)", rest)
            expect(match and max(map(int, match.groups())) <= LARGEST, "a line imitation")
            after.append(f"imitation {rest}")
        else:
            expect(word == "play" and rest == "misere", "a line play")
            after.append("play misere")
    expect(moves, "there are no moves")
    for f in formulas:
        mentioned += [name for name in sets_in(f) if name not in mentioned]
    expect(mentioned == loads, "sets that are loaded in another order, or not used")
    return "\n".join(out + [texts["_" + name] for name in loads] + after) + "\n"


def quota(text, moves, texts, formulas):
    number, of, class_ = text.partition(" of ")
    expect(re.fullmatch(r"0|[1-9]\d*", number.strip()) and int(number) <= LARGEST, "a number in block or comply")
    if not of:
        return number.strip()
    formulas.append(formula_of(parse(class_), "st", moves, texts))
    f = formulas[-1]
    expect(not isinstance(f, bool), "a class of all moves, or of none")
    return f"{int(number)} of " + (f"({written(f)})" if f[0] == "or" else written(f))
