# SPDX-License-Identifier: Apache-2.0
"""Every source that is named by author and year, "Name (year)" or "Name et al. year", is in docs/bibliography.md, and what is there is
named in both languages. CITATION.cff and the pages have the version of the program.

usage: bibliography.py SOURCE_TREE
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
NAME = r"(?:[Vv]an (?:de )?|[Vv]on |de )?[A-ZÉÖÄÜ][\w'’éöüä-]+"
NAMED = re.compile(rf"({NAME}(?:(?:, {NAME})*,? (?:and|&) {NAME}| et al\.?|(?:・{NAME})+| ほか)?)(?:,? [(（]|,? |、)((?:18|19|20)\d\d)\b(?! [\d:]|-\d)")
FOLDERS = ("src", "cli", "include", "docs", "examples", "bench", "tests/law", "tests/oracle")
KINDS = {".c", ".h", ".md", ".txt", ".py", ".cpp"}
# Words with a capital before a year that name nobody: months, journals, products.
PLAIN = {"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "January", "June", "July", "Communications", "SC",
         "Debian", "Windows", "Unicode", "Technology", "LAMMPS", "Version", "Copyright", "ISO", "In", "Since", "Of", "Gems"}


def key(name, year):
    """The first name and the year."""
    return re.sub(r"^([Vv]an (de )?|[Vv]on |de )", "", re.split(r",| and | & | et al|・| ほか", name)[0]).strip() + " " + year


def files():
    yield from (p for p in ROOT.glob("*.md"))
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in KINDS and path.is_file() and not path.name.startswith("bibliography"):
                yield path


def main():
    failures, listed = [], {}
    for page in ("bibliography.md", "bibliography.ja.md"):
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        listed[page] = {key(m[1].replace("Open DEM ", ""), m[2]) for m in re.finditer(r"^\| (.+?) \((\d{4})\) \|", text, re.M)}
        for doi in re.findall(r"\[`([^`]+)`\]\(https://doi\.org/", text):
            if not re.fullmatch(r"10\.\d{4,9}/\S+", doi):
                failures.append(f"{page}: '{doi}' is not a DOI")
    if listed["bibliography.md"] != listed["bibliography.ja.md"]:
        failures.append("the two pages list other sources")
    sources = [(m[0], m[1]) for m in re.finditer(r"^\| .*? \((\d{4})\) \|.*$", (ROOT / "docs/bibliography.md").read_text(encoding="utf-8"), re.M)]
    count = 0
    for path in files():
        for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
            for m in NAMED.finditer(line):
                if re.split(r"[ ,・]", m[1])[0] in PLAIN:
                    continue
                count += 1
                name = key(m[1], m[2]).rsplit(" ", 1)[0]
                if not any(year == m[2] and name in row for row, year in sources):
                    failures.append(f"{path.relative_to(ROOT)}:{number}: '{m[0]}' is not in docs/bibliography.md")
    if count < 60:
        failures.append(f"only {count} sources were found named")
    version = re.search(r"^project\(tsubu VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text():
        failures.append(f"CITATION.cff does not say version {version}")
    for page in listed:
        text = (ROOT / "docs" / page).read_text(encoding="utf-8")
        if f"version {version}," not in text or f"version = {{{version}}}" not in text:
            failures.append(f"{page} does not say version {version}")
    print("\n".join(failures) or f"{count} mentions of {len(listed['bibliography.md'])} sources")
    return 1 if failures else 0


sys.exit(main())
