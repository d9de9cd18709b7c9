#!/usr/bin/env python3
"""A second checker of certificates, which shares no code with the program `wythoff`.

    python3 crates/wythoff-prove/certificates/check.py FILE ...  [--limit STATES] [--time SECONDS]

prints a line for each file and exits as `wythoff check` does: 0 if all claims are true, 1 if one is false, 2 if a file
cannot be read or was not decided. It was written from docs/certificates.md and the README's table of the rule language, for beams also
from the induction in the documentation of `check::beams`, and never from code; it uses the standard library only, and
is slow.

What has to be trusted: Python; this file and those of the folder `checker` that the claim needs; and that the rules in
the certificate are those of the game that is meant. Nothing else in a certificate is believed, and no number is
rounded.
It is complete for all kinds of certificates but for some rules (memory, real numbers that are not quadratic, tails of
games whose columns may hold infinitely many P-positions) and numerations (of Pisot numbers like the plastic one, whose
weights are not the numbers of words of the base): these are "not shown", and so is what exceeds the limits. Of tails on
both sides the proof is that of the other tails, but whoever wrote this part had written that of `wythoff` before.

This file reads certificates. The proofs are in `checker`, and are told where they are carried out: `automata` has
automata and Grundy values, and rests on `numeration` and `rules`; so do `tails` and `beams`, which use it to compare
moves.
"""

import argparse
import json
import sys
import time

from checker import Budget, NotShown, Refuted, Unreadable, automata, beams, need, spelling as rules_spelling, tails

PARTS = {kind: part for part in (automata, tails, beams) for kind in part.SHAPES}
SENTENCE = {kind: part.SENTENCES[kind] for kind, part in PARTS.items()}


def fit(value, shape, name):
    """Whether a value has a shape: str, a range of integers, [shape of the members of a list], a tuple (shapes of the
    members of a list), a dictionary (shapes of the fields of an object, in this order)."""
    if isinstance(shape, range):
        need(type(value) is int and value in shape, f"{name} is not an integer from {shape[0]} to {shape[-1]}")
    elif isinstance(shape, dict):
        need(isinstance(value, dict) and list(value) == list(shape), f"{name} has not the fields {', '.join(shape)}")
        for field in shape:
            fit(value[field], shape[field], field)
    elif isinstance(shape, (list, tuple)):
        need(isinstance(value, list), f"{name} is not a list")
        need(isinstance(shape, list) or len(shape) == len(value), f"{name} has not {len(shape)} members")
        for i, part in enumerate(value):
            fit(part, shape[i] if isinstance(shape, tuple) else shape[0], name)
    else:
        need(type(value) is shape, f"{name} is not a text")


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % 2 ** 64
    return f"{value:016x}"


def spelling(fields, indent=""):
    """The one text that a certificate may have, without the line feed at its end."""
    compact = lambda value: json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    members = lambda beam: "{" + ", ".join(f'"{key}": {compact(part)}' for key, part in beam.items()) + "}"
    inside, lines = indent + "    ", []
    spell = {"states": compact, "language": compact, "beams": members, "below": members, "outer": members,
             "levels": lambda level: spelling(level, inside)}
    for name, value in fields.items():
        if name in spell:  # a list with one member to a line, or ten
            parts, row = [spell[name](part) for part in value], 10 if name == "language" else 1
            parts = [",".join(parts[i:i + row]) for i in range(0, len(parts), row)]
            text = f"[\n{inside}" + f",\n{inside}".join(parts) + f"\n{indent}  ]" if parts else "[]"
        else:
            text = members(value) if name in ("inner", "slips") else compact(value)
        lines.append(f'{indent}  "{name}": {text}')
    return "{\n" + ",\n".join(lines) + f"\n{indent}}}"


def read(data):
    """The kind of a certificate and its fields, which are in the documented order, in range, and spelled in the one
    way."""
    try:
        text = data.decode()
        fields = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"not JSON: {error}") from None
    need(isinstance(fields, dict), "not an object")
    need(fields.get("kind", "beams") in ("beams", "grundy"), f"kind not known: {fields.get('kind')}")
    kind = fields.get("kind", "tail" if "beams" in fields else "automaton")
    if kind == "beams" and "slips" in fields or kind == "tail" and fields.keys() & {"blocks", "below"}:
        kind = {"beams": "slips", "tail": "sides"}[kind]
    shape = {"format": str, "version": range(1, 2), "rules": str, **PARTS[kind].SHAPES[kind], "digest": str}
    if kind == "sides":  # one of these may be missing
        shape = {name: part for name, part in shape.items() if name in fields or name not in ("blocks", "below")}
    fit(fields, shape, "the certificate")
    need(fields["format"] == "wythoff certificate", "not a wythoff certificate")
    need(fields["claim"] == SENTENCE["tail" if kind == "sides" and "below" not in fields else kind],
         "the claim is not the sentence of its kind")
    need(spelling(fields) + "\n" == text, "the text differs from its canonical spelling")
    need(rules_spelling.respelled(fields["rules"]) == fields["rules"], "the rules differ from their canonical spelling")
    need(fnv1a(data[data.index(b"\n") + 1:data.rindex(b'  "digest"')]) == fields["digest"], "the digest differs")
    return kind, fields


def check(data, states=300000, seconds=3600.0):
    """(verdict, remark) of the text of a certificate: True, False, or None if it was not decided."""
    kind, fields = read(data)
    try:
        return True, PARTS[kind].check(fields, Budget(states, seconds))
    except NotShown as reason:
        return None, str(reason)
    except Refuted as reason:
        return False, str(reason)


def main():
    parser = argparse.ArgumentParser(description="Decide whether the claims of certificates are true.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--limit", type=int, default=300000, help="the most states of any automaton (300000)")
    parser.add_argument("--time", type=float, default=3600, help="the most seconds for a file (3600)")
    arguments = parser.parse_args()
    worst = 0
    for name in arguments.files:
        began = time.process_time()
        try:
            with open(name, "rb") as file:
                verdict, remark = check(file.read(), arguments.limit, arguments.time)
            word, code = {True: ("true", 0), False: ("false", 1), None: ("not shown", 2)}[verdict]
        except (Unreadable, OSError) as reason:
            word, remark, code = "not read", str(reason), 2
        print(f"{name}: {word}: {remark} ({time.process_time() - began:.1f} s)", flush=True)
        worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main())
