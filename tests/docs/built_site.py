# SPDX-License-Identifier: Apache-2.0
"""Every link, picture, style and script of the built site leads to a file of the site, and to a place on its page.

usage: built_site.py SITE
"""
import html
import pathlib
import re
import sys
import urllib.parse

SITE = pathlib.Path(sys.argv[1]).resolve()
places = {}


def places_of(page):
    if page not in places:
        places[page] = set(re.findall(r'\s(?:id|name)="([^"]+)"', page.read_text(encoding="utf-8")))
    return places[page]


failures, count = [], 0
for page in SITE.rglob("*.html"):
    for link in re.findall(r'\s(?:href|src)="([^"]+)"', page.read_text(encoding="utf-8")):
        link = html.unescape(link)
        if re.match(r"[a-z]+:|//", link):
            continue
        count += 1
        path, _, place = link.partition("#")
        path, place = urllib.parse.unquote(path.split("?")[0]), urllib.parse.unquote(place)
        file = SITE / path.lstrip("/") if path.startswith("/") else page.parent / path if path else page
        file = file / "index.html" if file.is_dir() else file
        if not file.exists():
            failures.append(f"{page.relative_to(SITE)}: {link} leads nowhere")
        elif place and file.suffix == ".html" and not place.startswith("__") and place not in places_of(file.resolve()):
            failures.append(f"{page.relative_to(SITE)}: {link}: there is no such place")
if count < 10000:
    failures.append(f"only {count} links")
print("\n".join(failures[:50]) or f"{count} links")
sys.exit(1 if failures else 0)
