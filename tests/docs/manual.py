# SPDX-License-Identifier: Apache-2.0
"""Every command, style and contact model has an entry in cli/reference/: with a summary in Japanese, arguments of seven parts, an example, and
notes in both languages. Every keyword of its usage and of its tables is among its arguments; what it refers to is there. With `run` the
examples are run.

usage: manual.py PROGRAM SOURCE_TREE [run [NAME ...]]
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

PROGRAM, ROOT = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
KINDS = {"Commands": "", "Fixes": "fix ", "Computes": "compute ", "Dumps": "dump ", "Regions": "region "}
KEYS = {"as", "use", "ja", "text", "text-ja", "arg", "example", "ranks", "gpu", "audit", "audit-ja", "restart", "restart-ja", "clumps",
        "clumps-ja", "differs", "differs-ja", "differ", "differ-ja", "word", "see"}
JAPANESE = re.compile(r"[\u3040-\u30ff\u4e00-\u9fff]")
SAME = {"mesh/vtk", "mesh/stl"}  # usages that two styles share name the first
PLAIN = {"yes", "no", "on", "off"}  # words of switches


def ask(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=True, env={"LC_ALL": "C"}).stdout


def read_entries():
    entries, name, failures = {}, None, []
    for path in sorted((ROOT / "cli/reference").glob("*.txt")):
        within = False
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")[:-1], 1):
            key, _, rest = line.partition(" ")
            if within:
                within = line != "end"
                if within:
                    entries[name]["lines"].append(line)
            elif key == "entry":
                name = rest
                if name in entries:
                    failures.append(f"{path.name}:{number}: {name} is there twice")
                entries[name] = {"lines": [], "where": f"{path.name}:{number}"}
            elif key not in KEYS:
                failures.append(f"{path.name}:{number}: unknown key '{key}'")
            else:
                entries[name].setdefault(key, []).append(rest)
                within = key == "example"
    return entries, failures


def value(entries, entry, key):
    """What an entry says, or that which it is like."""
    if key in entry and (key != "lines" or entry["lines"]):
        return entry[key]
    like = entries.get((entry.get("as") or [""])[0])
    return value(entries, like, key) if like else []


def arguments(entries, entry):
    rows = list(value(entries, entry, "arg"))
    for shared in value(entries, entry, "use"):
        rows += entries["shared " + shared].get("arg", [])
    return rows


def documented():
    """Name -> usage, and name -> keywords of its tables, of what is done."""
    found, tables = {}, {}
    for part in re.split(r"^## ", ask("reference", "--markdown"), flags=re.M)[1:]:
        title, body = part.split("\n", 1)
        for entry in re.split(r"^### ", body, flags=re.M)[1:] if title in KINDS else []:
            usage = re.search(r"```text\n(.*?)\n```", entry, re.S)
            if entry.startswith("`") and usage:
                found[entry.split("`")[1]] = usage[1]
                tables[entry.split("`")[1]] = set(re.findall(r"`(\S+)`", " ".join(re.findall(r"^Keywords: (.*)", entry, re.M))))
    for entry in re.split(r"^### ", ask("laws", "--markdown"), flags=re.M)[1:]:
        found[entry.split("`")[1]] = ""
    return found, tables


def check_entry(entries, name, entry, usage, keywords):
    where, rows, failures = f"{entry['where']}: {name}", arguments(entries, entry), []
    if not any(JAPANESE.search(line) for line in entry.get("ja", [])):
        failures.append(f"{where}: no summary in Japanese")
    if not value(entries, entry, "lines"):
        failures.append(f"{where}: no example")
    elif usage and not any(name.split(" ")[-1] in line for line in value(entries, entry, "lines")):
        failures.append(f"{where}: its example does not use it")
    for key in ("text", "audit", "restart", "clumps", "differs", "differ"):
        if len(entry.get(key, [])) != len(entry.get(key + "-ja", [])):
            failures.append(f"{where}: {key} in one language only")
    for key in ("audit", "restart") if name.startswith("fix ") else ():
        if not value(entries, entry, key):
            failures.append(f"{where}: says nothing of {key}")
    for row in rows:
        parts = row.split(" | ")
        if len(parts) != 7 or not all(parts) or not JAPANESE.search(parts[6]):
            failures.append(f"{where}: an argument has seven parts, the last in Japanese: {row}")
    said = set(re.findall(r"[A-Za-z_][\w/]*", " ".join(row.split(" | ")[0] + " " + row.split(" | ")[4] for row in rows)))
    for word in set(re.findall(r"(?<![\w/])[a-z][a-z_0-9/]*[a-z0-9](?![\w/])", usage)) - set(name.split(" ")) - PLAIN - said - SAME:
        if f"{word}/" not in usage and word not in name.split(" ")[-1]:
            failures.append(f"{where}: its usage has '{word}', none of its arguments has")
    for word in sorted(keywords - said):
        failures.append(f"{where}: its table has the keyword '{word}', none of its arguments has")
    for item in ", ".join(value(entries, entry, "see")).split(", "):
        page = ROOT / "docs" / ("theory" if item.startswith("theory ") else ".") / f"{item.split(' ')[-1]}.md"
        if item.split(" ")[0] in ("theory", "page") and not page.exists() or item.split(" ")[0] not in ("theory", "page") and item and item not in entries:
            failures.append(f"{where}: see also '{item}', which is not there")
    return failures


def check_words(entries):
    """The columns of arguments in Japanese: what has two words that follow each other is a phrase, which has its line."""
    words = {line.split(" | ")[0] for line in entries["shared words"]["word"]}
    failures, used = [], set()
    for name, entry in entries.items():
        for row in entry.get("arg", []):
            for part in row.split(" | ")[1:5]:
                used.add(part)
                plain = not re.search(r"(?<![a-z/])(?!fix |compute |count )[a-z]+;? [a-z]{2,}", part)
                if part not in words and not plain:
                    failures.append(f"{entry['where']}: {name}: no Japanese of '{part}': add a line to `shared words`")
    return failures + [f"shared words: no column has '{word}'" for word in sorted(words - used)]


def run_example(name, lines, kind, gpu):
    setting = (ROOT / "cli/reference/setting.in").read_text()
    with tempfile.TemporaryDirectory() as folder:
        for mesh in (ROOT / "examples/starters").glob("*.stl"):
            shutil.copy(mesh, folder)
        pathlib.Path(folder, "in.example").write_text(("" if kind == "alone" else setting) + "\n".join(lines) + ("\n" if kind else "\nrun 2\n"))
        def run(*options, **more):
            return subprocess.run([PROGRAM, "in.example", "-threads", "1", *options], cwd=folder, capture_output=True, text=True, check=False, timeout=120,
                                  env={"LC_ALL": "C", "PATH": "/usr/bin:/bin", **more})
        done = run()
        if done.returncode != 0:
            return f"{name}: its example fails: {(done.stderr or done.stdout).strip()[-400:]}"
        return None if gpu is None else compare_gpu(name, gpu, run("-gpu", TSUBU_GPU="host"))


def compare_gpu(name, word, done):
    """What the entry says of the GPU is what its example meets there (the kernels are called on the processor)."""
    said = done.stdout + done.stderr
    refused, taken = re.findall(r"since (.*) is not on the GPU yet", said), [int(n) for n in re.findall(r"Steps on the GPU.*: (\d+) of \d+", said)]
    if done.returncode != 0 or not taken:
        return f"{name}: its example fails with -gpu: {said.strip()[-400:]}"
    if bool(refused) != (word == "no"):
        return f"{name}: its entry says 'gpu {word}', but the run says that {refused[0] if refused else 'nothing'} is not on the GPU"
    if word not in ("no", "between") and max(taken) == 0:
        return f"{name}: its entry says 'gpu {word}', but no step was taken there"
    return None


def run_all(entries, names):
    def gpu(n):
        words = value(entries, entries[n], "gpu") or value(entries, entries.get(f"shared {n.split(' ')[0]}", {}), "gpu")
        return words[0] if words and words[0] != "read" else None
    jobs = [(n, value(entries, entries[n], "lines"), value(entries, entries[n], "example")[0], gpu(n))
            for n in names if n in entries and value(entries, entries[n], "lines")]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return [line for line in pool.map(lambda job: run_example(*job), jobs) if line]


def main():
    entries, failures = read_entries()
    known, tables = documented()
    if len(sys.argv) > 3:
        failures = run_all(entries, sys.argv[4:] or sorted(known))
    else:
        failures += [f"{name}: no entry in cli/reference/" for name in sorted(set(known) - set(entries))]
        failures += [f"{entries[n]['where']}: {n} is not a command, style or contact model" for n in sorted(set(entries) - set(known)) if not n.startswith("shared ")]
        for name in sorted(set(known) & set(entries)):
            failures += check_entry(entries, name, entries[name], known[name], tables.get(name, set()))
        failures += check_words(entries)
        if sum(map(len, tables.values())) < 150:
            failures.append("the tables have hardly any keywords")
        if len(known) < 200:
            failures.append(f"only {len(known)} commands, styles and models were found")
    print("\n".join(failures) or f"{len(known)} entries")
    return 1 if failures else 0


sys.exit(main())
