# SPDX-License-Identifier: Apache-2.0
"""Prints docs/python/reference.md: every class and function of the Python package, from its docstrings.

usage: PYTHONPATH=build/python python3 tools/python_reference.py > docs/python/reference.md"""
import inspect
import re
import sys

import tsubu
import tsubu.calibrate

BUILT_IN = ("count", "index")  # of named tuples


def sentence(thing):
    """A docstring as one paragraph."""
    text = inspect.getdoc(thing)
    if not text:
        sys.exit(f"{thing} has no docstring")
    return "\n\n".join(" ".join(p.split()) for p in text.split("\n\n")).replace("|", "\\|")


class Plain(str):
    """An annotation as it is written: without quotes, which defaults keep."""

    __repr__ = str.__str__


def signature(function):
    found = inspect.signature(function)
    plain = [p.replace(annotation=Plain(p.annotation)) if isinstance(p.annotation, str) else p for p in found.parameters.values()]
    back = found.return_annotation
    found = found.replace(parameters=plain, return_annotation=Plain(back) if isinstance(back, str) else back)
    return re.sub(r"^\(self(, )?", "(", str(found)).replace("NoneType", "None")


def members(kind):
    """Own methods, properties and fields, in the order of the source."""
    for name, member in vars(kind).items():
        if name.startswith("_") and name not in ("__getitem__", "__len__") or name in BUILT_IN:
            continue
        if isinstance(member, property):
            yield f"`{name}`" + (" (can be set)" if member.fset else ""), sentence(member)
        elif isinstance(member, (staticmethod, classmethod)):
            yield f"`{name}{signature(member.__func__)}`", sentence(member.__func__)
        elif inspect.isfunction(member):
            shown = {"__getitem__": "[...]", "__len__": "len()"}.get(name, name)
            if name == "__len__":
                yield "`len()`", "Number of particles or rows."
            else:
                yield f"`{shown}{signature(member)}`", sentence(member)


def describe(name, kind):
    print(f"\n## {name}\n")
    if not inspect.isclass(kind):
        print(f"`{name}{signature(kind)}`\n\n{sentence(kind)}")
        return
    bases = [b.__name__ for b in kind.__bases__ if b.__module__.startswith("tsubu") and b.__name__ in (*tsubu.__all__, *tsubu.calibrate.__all__, "Engine")]
    if "__init__" in vars(kind) and name not in ("Moment", "View", "Page", "Model"):
        print(f"`{name}{signature(kind.__init__).replace(' -> None', '')}`\n")
    print(sentence(kind))
    if issubclass(kind, tuple):
        print("\nFields: " + ", ".join(f"`{f}`" for f in kind._fields) + ".")
    inherited = [b for b in bases if b != "Engine"]
    if inherited:
        print("\nHas all that " + " and ".join(f"[{b}](#{b.lower()})" for b in inherited) + " has.")
    rows = list(members(kind))
    for base in kind.__bases__:  # what is public by its heirs only
        if base.__name__ == "Engine":
            rows += [r for r in members(base) if r[0].split("(")[0].strip("` ") not in {q[0].split("(")[0].strip("` ") for q in rows}]
    if rows:
        print("\n| | |\n|---|---|")
        for head, text in rows:
            print(f"| {head.replace('|', chr(92) + '|')} | {text} |")


print("# Reference of the Python package\n\nWritten by `tools/python_reference.py` from the docstrings.")
for public in sorted(tsubu.__all__, key=str.lower):
    describe(public, getattr(tsubu, public))
print("\n## tsubu.calibrate\n\nIs imported by itself: `import tsubu.calibrate`. What a study holds is in [calibration](../calibration.md).")
for public in sorted(tsubu.calibrate.__all__, key=str.lower):
    describe(f"calibrate.{public}", getattr(tsubu.calibrate, public))
