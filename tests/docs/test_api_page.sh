# SPDX-License-Identifier: Apache-2.0
# The page of the C interface names every function of the header, and its pieces of programs stand in the examples that are tests.
# usage: test_api_page.sh PROGRAM SOURCE_TREE
. "$2/tests/lib.sh"
python3 - "$source" <<'PYTHON' || failed=1
import pathlib, re, sys
root = pathlib.Path(sys.argv[1])
sys.path.insert(0, str(root / "tests/docs"))
from markdown import blocks
page = (root / "docs/api.md").read_text(encoding="utf-8")
header = "".join((root / f"include/tsubu/{n}.h").read_text(encoding="utf-8") for n in ("tsubu", "tsubu_contact"))
plain = lambda text: [" ".join(line.split()) for line in text.split("\n") if line.strip()]
wrong = []
functions = set(re.findall(r"^[a-z][a-z0-9_ *]*[ *](tsu_[a-z0-9_]+)\(", header, re.M))
assert len(functions) > 50, functions
wrong += [f"docs/api.md does not name {name}" for name in sorted(functions) if not re.search(rf"{name}\b", page)]
wrong += [f"docs/api.md names {name}, which the header has not" for name in sorted(set(re.findall(r"\btsu_[a-z0-9_]+\b", page)))
          if not re.search(rf"\b{name}\b", header)]
pieces = 0
for info, text, line, above in blocks(page):
    found = re.match(r"<!-- not run: part of (\S+) -->", above)
    if not found:
        continue
    pieces += 1
    whole, part = plain((root / found[1]).read_text(encoding="utf-8")), plain(text)
    if not any(whole[k:k + len(part)] == part for k in range(len(whole))):
        wrong.append(f"docs/api.md:{line}: this is not a part of {found[1]}")
if pieces < 6:
    wrong.append(f"docs/api.md has {pieces} pieces of examples only")
lines = len((root / "examples/api/hopper.c").read_text(encoding="utf-8").split("\n")) - 1
if lines >= 80:
    wrong.append(f"examples/api/hopper.c has {lines} lines; it is to show that 80 are enough")
print("\n".join(wrong) or f"{len(functions)} functions, {pieces} pieces")
sys.exit(bool(wrong))
PYTHON
exit $failed
