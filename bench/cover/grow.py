#!/usr/bin/env python3
"""Writes the two growing families of Boolean programs in this folder.

grow.py locals K      to standard output: a lock program whose threads have K local predicates
grow.py locations K   to standard output: a lock program of K blocks of code
grow.py all           the files that are committed (grow-locals-K-safe.bp, grow-locations-K-safe.bp)

The seed is the family's name: the same K gives the same text, and a larger K extends the program of a smaller one.
"""
import os
import random
import sys

LOCALS = (2, 3, 4, 5, 6, 8, 10, 14)
LOCATIONS = (3, 4, 6, 8, 16, 30)
MOST_LOCALS = 24

SPAWN = ["  Spawn: start_thread goto Work;", "  if * then goto Spawn; fi;"]


def locals_program(k):
    """All K predicates are chosen before the lock and folded into one shared bit under it, one per statement."""
    choice = random.Random("locals")
    places = list(range(MOST_LOCALS))
    choice.shuffle(places)
    operators = [choice.choice("^^&|") for _ in places]
    names = [f"b{i}" for i in range(k)]
    order = [f"b{i}" for i in places if i < k]
    operators = ["^" if i == 0 else operators[int(name[1:])] for i, name in enumerate(order)]
    formula = "F"
    for name, operator in zip(order, operators):
        formula = f"({formula} {operator} {name})"
    lines = [
        f"// A lock program whose threads fold {k} nondeterministic local predicates into one shared bit; all are live in the section.",
        "// answer: TRUE",
        "// options: --init single",
        "decl lock := 0, acc := 0, low := 0;",
        "decl thread_local " + ", ".join(f"{n} := 0" for n in names) + ", old := 0;",
        "",
        "void main() begin",
        *SPAWN,
        "  Work: " + ", ".join(names) + " := " + ", ".join("*" for _ in names) + ";",
        "  lock := T constrain !lock;",
        "  acc := F;",
    ]
    lines += [f"  acc := acc {operator} {name};" for name, operator in zip(order, operators)]
    lines += [
        f"  assert(acc = {formula});",
        "  old := low;",
        f"  low := low ^ ({names[0]} | {names[-1]});",
        f"  assert((old = low) | {names[0]} | {names[-1]});",
        "  if acc then acc := F; fi;",
        "  assert(!acc);",
        "  lock := F;",
        "  old := F;",
        "  if * then goto Work; fi;",
        "  end_thread;",
        "end",
    ]
    return "\n".join(lines) + "\n"


def locations_program(k):
    """K blocks; each takes the lock, does one of four things to the shared bits, checks it, and gives the lock back."""
    choice = random.Random("locations")
    lines = [
        f"// A lock program of {k} blocks of code, each a section of its own with another use of the shared bits.",
        "// answer: TRUE",
        "// options: --init single",
        "decl lock := 0, x := 0, y := 0;",
        "decl thread_local a := 0, b := 0;",
        "",
        "void main() begin",
        *SPAWN,
        "  Work: a, b := *, *;",
    ]
    for i in range(k):
        kind = choice.randrange(4)
        lines.append(f"  B{i}: lock := T constrain !lock;")
        if kind == 0:
            lines += ["  a := x;", "  x := !a;", "  assert(x != a);"]
        elif kind == 1:
            lines += ["  x, y := y, x;", "  a, b := x, y;", "  assert((a = x) & (b = y));"]
        elif kind == 2:
            lines += ["  y := a;", "  if b then y := x; fi;", "  assert((y = a) | (y = x));"]
        else:
            lines += ["  b := x ^ y;", "  if b then x := y; fi;", "  assert(x = y);"]
        lines.append("  lock := F;")
        if choice.randrange(3) == 0:
            lines.append(f"  if a & * then goto B{choice.randrange(i + 1)}; fi;")
    lines += ["  if * then goto Work; fi;", "  end_thread;", "end"]
    return "\n".join(lines) + "\n"


def main(arguments):
    if arguments == ["all"]:
        folder = os.path.dirname(os.path.abspath(__file__))
        for name, write, sizes in (("locals", locals_program, LOCALS), ("locations", locations_program, LOCATIONS)):
            for k in sizes:
                with open(os.path.join(folder, f"grow-{name}-{k}-safe.bp"), "w", encoding="utf-8") as file:
                    file.write(write(k))
    elif len(arguments) == 2 and arguments[0] in ("locals", "locations") and arguments[1].isdigit() and 0 < int(arguments[1]) <= (MOST_LOCALS if arguments[0] == "locals" else 1000):
        write = locals_program if arguments[0] == "locals" else locations_program
        sys.stdout.write(write(int(arguments[1])))
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
