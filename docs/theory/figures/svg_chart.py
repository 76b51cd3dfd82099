# SPDX-License-Identifier: Apache-2.0
"""Line charts as SVG with nothing but the standard library: the same data give the same file, byte for byte."""
import math

COLOURS = ["#0b62a4", "#c8510b", "#1b8a5a", "#a8327d", "#a0740c", "#4a90c2"]


def ticks(low, high, log):
    if log:
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        step = max(1, (last - first + 5) // 6)
        return [10.0**e for e in range(first, last + 1, step) if low * 0.999 <= 10.0**e <= high * 1.001]
    raw = (high - low) / 5
    unit = 10 ** math.floor(math.log10(raw))
    step = min((s * unit for s in (1, 2, 5, 10)), key=lambda s: abs(s - raw))
    return [n * step for n in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def label(value, log):
    if log:
        power = str(round(math.log10(value)))
        return "10" + power.translate(str.maketrans("-0123456789", "\u207b\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079"))
    return f"{value:.6g}".replace("-", "\u2212") if abs(value) > 1e-12 else "0"


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;")


def thin(points):
    """Without those that lie within a pixel of the one before."""
    kept = points[:1]
    for x, y in points[1:]:
        if abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= 1:
            kept.append((x, y))
    return kept + points[-1:]


class Chart:
    """Series are (x, y, name, style); style is line, dashed, points; faint, for the background; again, a line in the last colour. Names in
    `fixed` have a colour of their own; `letter` is the width of a letter of the legend."""

    fixed = {}
    letter = 6.0

    def __init__(self, title, x_label, y_label, log_x=False, log_y=False, size=(460, 320)):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.log = (log_x, log_y)
        self.size = size
        self.series = []

    def add(self, x, y, name="", style="line"):
        points = [(a, b) for a, b in zip(x, y) if math.isfinite(a) and math.isfinite(b)]
        self.series.append((points, name, style))
        return self

    def bounds(self, axis):
        values = [p[axis] for points, _, _ in self.series for p in points]
        if self.log[axis]:
            values = [v for v in values if v > 0]
        low, high = min(values), max(values)
        if not self.log[axis]:
            margin = 0.04 * (high - low or 1)
            low, high = low - margin, high + margin
        return low, high

    def draw(self, left, top):
        w, h = self.size
        box = (left + 62, top + 28, w - 78, h - 100)
        scale = []
        for axis in (0, 1):
            low, high = self.bounds(axis)
            if self.log[axis]:
                low, high = low / 1.2, high * 1.2
            scale.append((low, high))

        def place(value, axis):
            low, high = scale[axis]
            share = (
                (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
                if self.log[axis]
                else (value - low) / (high - low)
            )
            return box[0] + share * box[2] if axis == 0 else box[1] + (1 - share) * box[3]

        out = [f'<text x="{left + w / 2:.1f}" y="{top + 16}" class="t">{escape(self.title)}</text>']
        out.append(f'<rect x="{box[0]}" y="{box[1]}" width="{box[2]}" height="{box[3]}" class="f"/>')
        for axis in (0, 1):
            for value in ticks(*scale[axis], self.log[axis]):
                at = place(value, axis)
                text = label(value, self.log[axis])
                if axis == 0:
                    out.append(f'<path d="M{at:.1f} {box[1]}v{box[3]}" class="g"/>')
                    out.append(f'<text x="{at:.1f}" y="{box[1] + box[3] + 15}" class="m">{text}</text>')
                else:
                    out.append(f'<path d="M{box[0]} {at:.1f}h{box[2]}" class="g"/>')
                    out.append(f'<text x="{box[0] - 5}" y="{at + 4:.1f}" class="e">{text}</text>')
        out.append(f'<text x="{box[0] + box[2] / 2:.1f}" y="{box[1] + box[3] + 32}" class="m">{escape(self.x_label)}</text>')
        y = box[1] + box[3] / 2
        out.append(f'<text transform="translate({left + 14} {y:.1f}) rotate(-90)" class="m">{escape(self.y_label)}</text>')
        self.draw_series(out, place, box)
        return "\n".join(out)

    def draw_series(self, out, place, box):
        at = box[0] - 40
        n = -1
        for points, name, style in self.series:
            if name in self.fixed:
                n = COLOURS.index(self.fixed[name])
            else:
                n += style not in ("faint", "again")
            colour = "#b4b4b4" if style == "faint" else COLOURS[n % len(COLOURS)]
            shown = [(place(x, 0), place(y, 1)) for x, y in points if not (self.log[0] and x <= 0 or self.log[1] and y <= 0)]
            dash = ' stroke-dasharray="5 4"' if style == "dashed" else ""
            if style == "points":
                out += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in shown]
            else:
                path = "L".join(f"{x:.1f} {y:.1f}" for x, y in thin(shown))
                width = "0.7" if style == "faint" else "1.6"
                out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dash}/>')
            if name:
                y = box[1] + box[3] + 54
                if style == "points":
                    out.append(f'<circle cx="{at + 8}" cy="{y - 4}" r="3" fill="{colour}"/>')
                else:
                    out.append(f'<path d="M{at} {y - 4}h16" stroke="{colour}" stroke-width="2"{dash}/>')
                out.append(f'<text x="{at + 20}" y="{y}">{escape(name)}</text>')
                at += 30 + self.letter * len(name)


STYLE = (
    "text{font-family:sans-serif;font-size:11.5px;fill:#333}.t{font-size:13px;font-weight:bold;text-anchor:middle}"
    ".m{text-anchor:middle}.e{text-anchor:end}.f{fill:#fff;stroke:#888}.g{stroke:#e4e4e4;fill:none}"
)


def write(path, charts, columns=2):
    w, h = charts[0].size
    rows = (len(charts) + columns - 1) // columns
    parts = [c.draw(w * (n % columns), h * (n // columns)) for n, c in enumerate(charts)]
    width, height = w * min(columns, len(charts)), h * rows
    with open(path, "w", encoding="utf-8") as f:
        f.write(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">\n'
            f'<style>{STYLE}</style>\n<rect width="{width}" height="{height}" fill="#fff"/>\n' + "\n".join(parts) + "\n</svg>\n"
        )
