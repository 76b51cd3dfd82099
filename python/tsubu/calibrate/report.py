# SPDX-License-Identifier: Apache-2.0
"""report.html: one file with the answer, its plots and pictures of the best runs."""
from __future__ import annotations

import base64
import html
import math
import os

import numpy as np

from .answer import Answer, Prediction
from .draw import pairs, tests
from .pool import Pool
from .store import Row

__all__ = ["write_report"]

_STYLE = """:root{color-scheme:light dark;--ink:#1b1f24;--paper:#fff;--faint:#8a94a0;--post:#1f6fb4;--run:#c2571a}
@media (prefers-color-scheme:dark){:root{--ink:#e4e7ea;--paper:#15181c;--faint:#7d8793;--post:#5aa9e6;--run:#f0975a}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:62rem;margin:2rem auto;padding:0 1rem}
table{border-collapse:collapse}td,th{padding:.25rem .8rem;text-align:right;border-bottom:1px solid color-mix(in srgb,var(--faint) 40%,transparent)}
td:first-child,th:first-child{text-align:left}.plot{max-width:100%;height:auto;overflow:visible}.plot text{font-size:12px;fill:currentColor}
.frame{fill:none;stroke:var(--faint)}.cell,.bars{fill:var(--post)}.bars{opacity:.45}.line{fill:none;stroke:currentColor;stroke-width:1}
.faint{stroke:var(--faint);fill:none}.interval{stroke:var(--post);stroke-width:5;fill:none}.measured{stroke:var(--run);stroke-width:2.5;fill:none}
.best{fill:none;stroke:currentColor;stroke-width:2}.mean{fill:var(--post)}.run{fill:var(--run);opacity:.75}.bad{border-left:4px solid #d33;padding:.5rem 1rem}.note{border-left:4px solid var(--run);padding:.3rem 1rem}
figure{display:inline-block;margin:0 1rem 1rem 0;vertical-align:top;max-width:28rem}figure img{max-width:100%;border-radius:4px}figcaption{font-size:.85rem}
code{font-size:.85em;overflow-wrap:anywhere}"""


def _row(cells: list[str], head: bool = False) -> str:
    kind = "th" if head else "td"
    return "<tr>" + "".join(f"<{kind}>{c}</{kind}>" for c in cells) + "</tr>"


def _parameters(answer: Answer) -> str:
    rows = [_row(["parameter", "range", "90 %, with all others", "median", "90 %, alone"], True)]
    for p in answer.parameters.values():
        free = answer.study.parameters[p.name]
        rows.append(_row([html.escape(p.name + ("" if p.label == p.name else f" ({p.label})")), f"{free.low:g} … {free.high:g}{' (log)' if free.log else ''}",
                          f"<b>{p.low:.4g} … {p.high:.4g}</b>", f"{p.median:.4g}", f"{p.alone_low:.4g} … {p.alone_high:.4g}"]))
    return f"<table>{''.join(rows)}</table>"


def _quantities(found: dict[str, Prediction]) -> str:
    rows = [_row(["quantity", "measured", "90 % of the posterior", "mean"], True)]
    for q in found.values():
        measured = f"{q.measured:.4g} ± {q.uncertainty:.3g}" if math.isfinite(q.measured) else "–"
        rows.append(_row([html.escape(q.name + (f" [{q.unit}]" if q.unit else "")), measured, f"{q.low:.4g} … {q.high:.4g}", f"{q.mean:.4g}"]))
    return f"<table>{''.join(rows)}</table>{tests(found.values())}"


def _best(answer: Answer) -> list[Row]:
    """Of each test the run whose parameters are the most probable ones; of tests that are predicted the first one."""
    free = answer.study.parameters
    found = []
    for test in answer.study.tests:
        rows = [r for r in answer.rows if r.test == test and r.state == "done"]
        places = np.full((len(rows), len(free)), 0.5)
        for k, p in enumerate(free.values()):
            if p.name in rows[0].parameters:
                places[:, k] = [p.unit(r.parameters[p.name]) for r in rows]
        found.append(rows[int(np.argmax(answer.surrogate.likelihood(places)))])
    for test in answer.study.predict:
        found += [r for r in answer.predicted_rows if r.test == test and r.state == "done"][:1]
    return found


def _figure(answer: Answer, row: Row, picture: str) -> str:
    told = ", ".join(f"{k} {v:.4g}" for k, v in row.results.items())
    given = ", ".join(f"{k} = {v:.3g}" for k, v in row.parameters.items())
    test = {**answer.study.tests, **answer.study.predict}[row.test]
    words = {**test.variables, **{k: repr(v) for k, v in row.parameters.items()}, **({test.seed: str(row.seed)} if test.seed else {})}
    command = f"tsubu {os.path.basename(test.deck)} " + " ".join(f"-var {k} {v}" for k, v in words.items())
    image = ""
    if os.path.exists(picture):
        with open(picture, "rb") as f:
            image = f'<img alt="{html.escape(row.test)}" src="data:image/png;base64,{base64.b64encode(f.read()).decode()}">'
    return (f"<figure>{image}<figcaption><b>{html.escape(row.test)}</b>, run {row.id}: {html.escape(told)}; {html.escape(given)}<br>"
            f"<code>{html.escape(command)}</code></figcaption></figure>")


def write_report(answer: Answer, pool: Pool, unreachable: str) -> None:
    """Writes the file as a whole; `unreachable` is what could not be met."""
    study, best = answer.study, _best(answer)
    parts = [f"<h1>{html.escape(study.title)}</h1>"]
    if unreachable:
        parts.append(f'<p class="bad"><b>Out of reach:</b> {html.escape(unreachable)}. What follows is what comes nearest, not an answer.</p>')
    parts.append(f"<p>{answer.runs} runs of {len(study.tests)} tests, {answer.seconds:.0f} s of one core in all. A Gaussian process for each quantity was fitted "
                 "to the runs, with what differs between seeds as its noise; the posterior is over the ranges, evenly before anything was measured.</p>")
    parts += [f'<p class="note">{html.escape(w)}</p>' for w in answer.warnings]
    parts += ["<h2>Parameters</h2>", _parameters(answer)]
    parts.append(f"<p>{html.escape(answer.one())}</p>")
    if answer.ridge():
        parts.append(f"<p>{html.escape(answer.ridge())}</p>")
    parts += [pairs(answer), "<p>Blue: the posterior; lines hold 50 and 90 % of it. Dots: runs. Cross: the one set.</p>", "<h2>Tests that were fitted</h2>", _quantities(answer.fitted)]
    if answer.predicted:
        parts += [f"<h2>Prediction of tests that were not used</h2><p>{study.predictions} runs of each, with parameters drawn from the posterior.</p>",
                  _quantities(answer.predicted)]
    parts += ["<p>Blue: 90 % of the posterior and its mean. Orange: measured, with two standard deviations.</p>", "<h2>The best runs</h2>",
              *(_figure(answer, r, p) for r, p in zip(best, pool.draw(best))),
              "<p>All runs are in <code>runs.sqlite</code> and <code>runs.csv</code>, samples of the posterior in <code>posterior.csv</code>.</p>"]
    page = (f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{html.escape(study.title)}'
            f"</title><style>{_STYLE}</style></head><body>{''.join(parts)}</body></html>")
    with open(answer.report + ".new", "w", encoding="utf-8") as f:
        f.write(page)
    os.replace(answer.report + ".new", answer.report)
