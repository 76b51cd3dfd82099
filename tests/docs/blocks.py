# SPDX-License-Identifier: Apache-2.0
"""Runs every example in the documentation. What a fenced block is, its language says:

  sh      commands: the blocks of a page run one after the other in one folder, with tsubu on the path. Those of README and of
          pages under docs/ that begin in the source tree (`build/tsubu ...`) find it there.
  deck    a deck: run as it is if it makes a box, else its laws are driven along a path by `tsubu contact`
  c, cpp  a program: compiled against the public header and library, and run
  python  a script that imports tsubu is run, where the package was built and numpy is installed
  text    output or a sketch: not run

A block that a test cannot run has the line `<!-- not run: why -->` above it.

usage: blocks.py PROGRAM SOURCE_TREE [PAGE ...]
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from markdown import blocks, pages

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
KNOWN = ("sh", "deck", "c", "cpp", "python", "text", "json", "toml", "yaml", "js")


def shell(command, folder, environment):
    """Runs commands where the block before them ended."""
    here = folder / ".here"
    where = here.read_text().strip() if here.exists() else folder
    return subprocess.run(["bash", "-e", "-c", f"{command}\npwd >{here}"], cwd=where, env=environment, capture_output=True, text=True,
                          timeout=300, check=False)


def run_deck(text, folder, environment):
    (folder / "in.block").write_text(text)
    if "create_box" in text or "read_restart" in text or "read_data" in text:
        return shell("tsubu in.block", folder, environment)
    (folder / "in.block").write_text("units si\n" + text + "timestep 1e-6\n")
    rows = "".join(f"{1e-6 * k:.9g},{1e-6 * k:.9g},{1e-4 * k:.9g}\n" for k in range(40))
    (folder / "path.csv").write_text("overlap,sx,ry\n" + rows)
    return shell("tsubu contact in.block --path path.csv --out answer.csv && test $(wc -l <answer.csv) = 41", folder, environment)


def run_program(text, language, folder, environment):
    source = folder / f"block.{language}"
    source.write_text(text)
    compiler = "cc -std=c17" if language == "c" else "c++ -std=c++17"
    flags = f"-I{ROOT}/include -L{PROGRAM.parent} -Wl,-rpath,{PROGRAM.parent} -ltsubu -lm"
    return shell(f"{compiler} -o block {source.name} {flags} && ./block", folder, environment)


def can_python():
    """The interpreter that the package was built for, if it can be used."""
    cache = (PROGRAM.parent / "CMakeCache.txt").read_text(encoding="utf-8")
    found = re.search(r"^TSU_PYTHON:FILEPATH=(.*)$", cache, re.M)
    if not found or not (PROGRAM.parent / "python/tsubu/_tsubu.abi3.so").exists() or re.search(r"^TSU_SANITIZE:STRING=.", cache, re.M):
        return None
    return found[1] if subprocess.run([found[1], "-c", "import numpy"], capture_output=True, check=False).returncode == 0 else None


PYTHON = can_python()


def run_python(text, folder, environment):
    (folder / "block.py").write_text(text)
    return shell(f"PYTHONPATH={PROGRAM.parent}/python {PYTHON} block.py", folder, environment)


def prepare(folder):
    """What a page may expect: the program on the path, and the tree it was built from."""
    bin_folder = folder / ".bin"
    bin_folder.mkdir()
    (bin_folder / "tsubu").symlink_to(PROGRAM)
    (folder / "build").mkdir()
    (folder / "build/tsubu").symlink_to(PROGRAM)
    shutil.copytree(ROOT / "examples", folder / "examples")
    return {**os.environ, "PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(folder)}


def run_page(page, failures):
    count = 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = prepare(folder)
        for info, text, line, above in blocks(page.read_text(encoding="utf-8")):
            where = f"{page.relative_to(ROOT)}:{line}"
            if info not in KNOWN:
                failures.append(f"{where}: the block says '{info}', not what it is; known: {', '.join(KNOWN)}")
            if info not in ("sh", "deck", "c", "cpp", "python") or above.startswith("<!-- not run: "):
                continue
            if info == "python" and ("import tsubu" not in text or not PYTHON):
                continue
            run = {"sh": shell, "deck": run_deck, "python": run_python}.get(info) or (lambda t, f, e, i=info: run_program(t, i, f, e))
            done = run(text, folder, environment)
            count += 1
            if done.returncode != 0:
                failures.append(f"{where}: exit code {done.returncode}\n{text}{done.stdout[-600:]}{done.stderr[-600:]}")
    return count


def main():
    chosen = [ROOT / p for p in sys.argv[3:]] or [p for p in pages(ROOT) if not p.name.endswith(".ja.md")]
    failures = []
    count = sum(run_page(page, failures) for page in chosen)
    print("\n".join(failures) or f"{count} blocks ran")
    return 1 if failures else 0


sys.exit(main())
