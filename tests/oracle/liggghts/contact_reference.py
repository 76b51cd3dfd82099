# SPDX-License-Identifier: Apache-2.0
"""The laws of docs/theory once more, in plain Python: a second path for the decks of this folder.

usage: contact_reference.py FOLDER_OF_DECKS NAME=FILE,LEAST,MOST...
FILE is a dump of a run of the deck in.NAME, or NAME.ref. One to three spheres, a plane or a cylinder; velocity Verlet as docs/theory/surface_default.md has it. Written from the equations
there, not from the code of the program: roots by bisection, no vectors by lanes, no energy accounts."""
import math
import sys


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def plus(a, b, f=1.0):
    return [x + f * y for x, y in zip(a, b)]


def times(f, a):
    return [f * x for x in a]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def norm(a):
    return math.sqrt(dot(a, a))


# ---- the deck --------------------------------------------------------------------------------------------------------------

class Body:
    pass


class Deck:
    def __init__(self, path):
        self.bodies, self.property, self.gravity, self.wall = [], {}, [0.0] * 3, None
        for line in open(path):
            w = line.split()
            if not w or w[0].startswith("#"):
                continue
            if w[0] == "create_atoms":
                b = Body()
                b.type, b.x, b.v, b.w = int(w[1]) - 1, [float(x) for x in w[3:6]], [0.0] * 3, [0.0] * 3
                self.bodies.append(b)
            elif w[0] == "set":
                self.set(self.bodies[int(w[2]) - 1], w[3:])
            elif w[0] == "timestep":
                self.dt = float(w[1])
            elif w[0] == "run":
                self.steps = int(w[1])
            elif w[0] == "dump":
                self.every = int(w[4])
            elif w[0] == "pair_style":
                self.laws = w[2:]
            elif w[0] == "fix":
                self.fix(w[3:])

    def set(self, b, w):
        for key, value in zip(w[::2], map(float, w[1::2])):
            if key == "diameter":
                b.radius = 0.5 * value
            elif key == "density":
                b.mass = 4.0 / 3.0 * math.pi * b.radius ** 3 * value
            elif key.startswith("omega"):
                b.w["xyz".index(key[5])] = value
            else:
                b.v["xyz".index(key[1])] = value

    def fix(self, w):
        if w[0] == "property/global":
            self.property[w[1]] = [float(x) for x in w[3 + (w[2] == "peratomtypepair"):]]
        elif w[0] == "gravity":
            self.gravity = times(float(w[1]), [float(x) for x in w[3:6]])
        elif w[0] == "wall/gran":
            at = w.index("primitive")
            numbers = 3 if "cylinder" in w[at + 3] else 1
            self.wall, self.place, self.wall_words = w[at + 3], [float(x) for x in w[at + 4:at + 4 + numbers]], w[1:]
            self.turning = float(w[w.index("shear") + 2]) if "shear" in w else 0.0

    def of_type(self, name, t):
        return self.property[name][t]

    def of_pair(self, name, a, b):
        return self.property[name][2 * a + b]

    def scalar(self, name):
        return self.property[name][0]


# ---- one contact -------------------------------------------------------------------------------------------------------------

class Contact:
    """Of bodies i and j; j None: the wall. State of the laws in h, empty when the contact opens."""

    def __init__(self, deck, words, i, j):
        self.deck, self.i, self.j, self.h = deck, i, j, {}
        self.words = dict(zip(words[::2], words[1::2]))
        self.a, self.b = i.type, j.type if j else 1
        self.ri, self.rj = i.radius, j.radius if j else i.radius
        self.r_eff = i.radius * j.radius / (i.radius + j.radius) if j else i.radius
        self.m_eff = i.mass * j.mass / (i.mass + j.mass) if j else i.mass
        self.bridge = None

    def pair(self, name):
        return self.deck.of_pair(name, self.a, self.b)

    def beta(self):
        e = self.pair("coefficientRestitution")
        return -math.log(e) / math.sqrt(math.log(e) ** 2 + math.pi ** 2)

    def moduli(self):
        young = [self.deck.of_type("youngsModulus", t) for t in (self.a, self.b)]
        nu = [self.deck.of_type("poissonsRatio", t) for t in (self.a, self.b)]
        e_eff = 1.0 / sum((1 - n * n) / y for n, y in zip(nu, young))
        g_eff = 1.0 / sum(2 * (2 - n) * (1 + n) / y for n, y in zip(nu, young))
        return e_eff, g_eff

    def disc2(self, d):
        if not self.j:
            return d * (2 * self.ri - d)
        ri, rj = self.ri, self.rj
        return d * (2 * ri - d) * (2 * rj - d) * (2 * ri + 2 * rj - d) / (4 * (ri + rj - d) ** 2)

    # -- normal laws: set fn (with dashpot), kn, kt, gamma_t, adhesion; return whether there is a contact

    def hertz(self, d, vn):
        if d <= 0:
            return False
        e_eff, g_eff = self.moduli()
        s = math.sqrt(self.r_eff * d)
        damp = 2 * math.sqrt(5 / 6) * self.beta()
        self.kn, self.kt = 4 / 3 * e_eff * s, 8 * g_eff * s
        self.gamma_t = damp * math.sqrt(self.kt * self.m_eff)
        self.fn = self.kn * d - damp * math.sqrt(2 * e_eff * s * self.m_eff) * vn
        return True

    def edinburgh(self, d, vn):
        if d <= 0:
            return False
        k1, ratio, n = self.pair("LoadingStiffness"), self.pair("UnloadingStiffness"), self.deck.scalar("overlapExponent")
        c, f0, k2 = self.deck.scalar("adhesionExponent"), self.pair("pullOffForce"), k1 * ratio
        dp, kc = self.h.get("dp", 0.0), self.h.get("kc", 0.0)
        lam = (1 - 1 / ratio) ** (1 / n)
        virgin, dp = lam * d > dp, max(dp, lam * d)
        if self.words.get("fixKc") == "on":
            kc = k1 * self.pair("coefficientAdhesionStiffness")
        elif virgin:
            tension, limit = 1.5 * math.pi * self.pair("surfaceEnergy") * math.sqrt(self.disc2(dp)), 0.5 * k2 * dp ** n
            f_min = min(tension, limit)
            d_min = 0.5 * dp if tension > limit else (dp ** n - f_min / k2) ** (1 / n)
            kc = f_min / d_min ** c
        f = min(k2 * (d ** n - dp ** n), k1 * d ** n)
        if f < -kc * d ** c:
            f = -kc * d ** c
            dp = (d ** n + kc / k2 * d ** c) ** (1 / n)
        self.h["dp"], self.h["kc"] = dp, kc
        self.kn = self.kt = k1
        self.gamma_t = 2 * self.beta() * math.sqrt(self.m_eff * k1)
        self.fn = f - self.gamma_t * vn + f0
        self.adhesion = kc * d ** c - f0
        return True

    def luding(self, d, vn):
        if d <= 0:
            return False
        k1 = self.pair("LoadingStiffness")
        k2m, kc = k1 * self.pair("UnloadingStiffness"), k1 * self.pair("coefficientAdhesionStiffness")
        f0, deep = self.pair("pullOffForce"), max(self.h.get("D", 0.0), d)
        dl = 2 * self.pair("coefficientPlasticityDepth") * self.r_eff * k2m / (k2m - k1)
        least = min(deep, dl)
        f = (k1 + (k2m - k1) * least / dl) * (d - least) + k1 * least
        if f < -kc * d:
            f = -kc * d
            deep = 0.5 * (d + math.sqrt(d * d + 4 * (k1 + kc) / (k2m - k1) * dl * d))
        self.h["D"] = deep
        self.kn = self.kt = k1
        self.gamma_t = 2 * self.beta() * math.sqrt(self.m_eff * k1)
        self.fn = f - self.gamma_t * vn + f0
        self.adhesion = kc * d - f0
        return True

    def thornton(self, d, vn):
        e_eff, g_eff = self.moduli()
        w, r = self.pair("surfaceEnergy"), self.r_eff
        ratios = [self.deck.of_type("coefficientYieldRatio", t) for t in (self.a, self.b)]
        ay = min(ratios) * min(self.ri, self.rj)
        py = max(0.0, 2 * e_eff * ay / (math.pi * r) - math.sqrt(2 * w * e_eff / (math.pi * ay)))

        def force(a, curve):
            return 4 * e_eff * a ** 3 / (3 * curve) - math.sqrt(8 * math.pi * w * e_eff * a ** 3)

        def virgin(a):
            if a <= ay:
                return force(a, r)
            return force(ay, r) + math.pi * py * (a * a - ay * ay) - 2 * ay * math.sqrt(2 * math.pi * w * e_eff) * (math.sqrt(a) - math.sqrt(ay))

        def radius(depth, curve):
            # the larger root of depth = a^2/R - sqrt(2 pi w a/E)
            lo = (math.pi * w * curve * curve / (8 * e_eff)) ** (1 / 3)
            hi = 2 * math.sqrt(max(depth, 0) * curve) + 8 * lo + 1e-12
            for _ in range(200):
                mid = 0.5 * (lo + hi)
                if mid * mid / curve - math.sqrt(2 * math.pi * w * mid / e_eff) < depth:
                    lo = mid
                else:
                    hi = mid
            return 0.5 * (lo + hi)

        if not self.h and d <= 0:
            return False
        opened, am = self.h.get("open", True), max(self.h.get("am", 0.0), ay)
        a = radius(d, r)
        if a > am:
            am, self.fn, opened = a, virgin(a), False
        else:
            curve, rest = r, 0.0
            if am > ay:
                curve = 4 * e_eff * am ** 3 / (3 * (virgin(am) + math.sqrt(8 * math.pi * w * e_eff * am ** 3)))
                rest = am * am * (1 / r - 1 / curve)
            far = -0.75 * (math.pi ** 2 * w * w * curve / e_eff ** 2) ** (1 / 3)
            opened = d - rest <= (0.0 if opened else far)
            if opened and d <= 0:
                return False # flattened surfaces may meet again as long as the spheres overlap
            a = 0.0 if opened else radius(d - rest, curve)
            self.fn = force(a, curve)
        self.h["am"], self.h["open"] = am, opened
        self.kn, self.kt = 4 / 3 * e_eff * a, 8 * g_eff * a
        self.gamma_t = 2 * math.sqrt(5 / 6) * self.beta() * math.sqrt(self.kt * self.m_eff)
        return True

    # -- cohesion: what it adds to the normal force, and the force across it

    def bridge_volume(self, easo):
        full = [4 / 3 * math.pi * R ** 3 * self.deck.scalar("surfaceLiquidContentInitial") for R in (self.ri, self.rj)]
        if not easo:
            return 0.05 * (full[0] + (full[1] if self.j else 0.0))
        if not self.j:
            return 0.5 * full[0]
        total = self.ri + self.rj
        return sum(v * 0.5 * (1 - math.sqrt(1 - (other / total) ** 2)) for v, other in zip(full, (self.rj, self.ri)))

    def liquid(self, d, vn, vt, easo):
        s, r = max(-d, 0.0), self.ri * self.rj / (self.ri + self.rj)
        volume, gamma = self.bridge_volume(easo), self.deck.scalar("surfaceTension")
        theta = math.radians(0.5 * (self.deck.of_type("contactAngle", self.a) + self.deck.of_type("contactAngle", self.b)))
        far = min((1 + 0.5 * theta) * volume ** (1 / 3), (self.deck.scalar("maxSeparationDistanceRatio") - 1) * (self.ri + self.rj if self.j else self.ri))
        if easo and d > 0:
            self.bridge = True
        if not easo:
            self.bridge = True
        if -d > far:
            self.bridge = None
        if not self.bridge:
            return None
        if easo:
            big = max(self.ri, self.rj)
            v = volume / big ** 3
            f = -math.pi * gamma * math.sqrt(self.ri * self.rj) * (
                math.exp(-1.1 * v ** -0.53 * s / big + (-0.148 * math.log(v) - 0.96) * theta ** 2 - 0.0082 * math.log(v) + 0.48)
                + 0.0018 * math.log(v) + 0.078)
        else:
            c = 2 * volume / (math.pi * r)
            root = math.sqrt(s * s + c)
            alpha = math.sqrt((root - s) / r)
            f = -2 * math.pi * gamma * r * (math.cos(theta) * (1 - s / root) + math.sin(alpha) * math.sin(alpha + theta))
            if d > 0:
                f = -2 * math.pi * gamma * r * math.cos(theta) * (1 + d / math.sqrt(c))
        eps, eta = max(s / r, self.deck.scalar("minSeparationDistanceRatio")), self.deck.scalar("fluidViscosity")
        f -= 6 * math.pi * eta * r * vn / eps
        return f, times(-6 * math.pi * eta * r * (8 / 15 * math.log(1 / eps) + 0.9588), vt)

    # -- friction and rolling

    def history(self, n, vt, dt):
        s = plus(self.h.get("s", [0.0] * 3), vt, dt)
        s = plus(s, n, -dot(s, n))
        limit, pull = self.pair("coefficientFriction") * abs(self.fn), self.kt * norm(s)
        if pull > limit:
            self.h["s"] = times(limit / pull, s)
            return times(-self.kt, self.h["s"])
        self.h["s"] = s
        return plus(times(-self.kt, s), vt, -self.gamma_t)

    def rolling(self, law, n, wr, dt):
        torsion = "on" in (self.words.get("torsionTorque"), self.words.get("torsion"))
        m = self.h.get("M", [0.0] * 3)
        if not torsion:
            wr, m = plus(wr, n, -dot(wr, n)), plus(m, n, -dot(m, n))
        mu, r, load = self.pair("coefficientRollingFriction"), self.r_eff, abs(self.fn)
        inertia = [1.4 * b.mass * b.radius ** 2 for b in (self.i, self.j) if b]
        i_r, eta = 1 / sum(1 / x for x in inertia), 0.0
        if law in ("epsd", "epsd3"):
            eta = self.pair("coefficientRollingViscousDamping")
            k = (2.25 if law == "epsd" else self.deck.scalar("rollingStiffness")) * self.kn * mu ** 2 * r ** 2
        elif law == "epsd2":
            k = self.kt * r * r
        else:
            k = self.pair("coeffRollingStiffness") * self.kt * r * r
            eta, load = self.pair("coefficientRollingViscousDamping") * self.gamma_t, abs(self.fn + self.adhesion)
        m = plus(m, wr, k * dt)
        most = mu * load * r
        if norm(m) > most:
            self.h["M"] = times(most / norm(m), m)
            return self.h["M"]
        self.h["M"] = m
        return plus(m, wr, 2 * eta * math.sqrt(i_r * k))

    # -- all of it

    def geometry(self):
        i, j, deck = self.i, self.j, self.deck
        if j:
            delta = plus(i.x, j.x, -1)
            r = norm(delta)
            return times(1 / r, delta), self.ri + self.rj - r, j.v, j.w
        if deck.wall == "zplane":
            return [0.0, 0.0, 1.0], self.ri - (i.x[2] - deck.place[0]), [0.0] * 3, [0.0] * 3
        out = [i.x[0] - deck.place[1], i.x[1] - deck.place[2], 0.0] # a cylinder along z
        away = norm(out)
        n = times(-1 / away, out)
        surface = times(deck.turning * deck.place[0] / away, [-out[1], out[0], 0.0]) # at the wall, [rad/s] about z
        return n, self.ri - (deck.place[0] - away), surface, [0.0] * 3

    def apply(self, dt):
        i, j = self.i, self.j
        n, d, vj, wj = self.geometry()
        ci, cj = self.ri - 0.5 * d, self.rj - 0.5 * d if j else 0.0
        vr = plus(i.v, vj, -1)
        vn = dot(vr, n)
        spin = plus(times(ci, i.w), wj, cj)
        vt = plus(plus(vr, n, -vn), cross(n, spin))
        model = {"hertz": self.hertz, "edinburgh/stiffness": self.edinburgh, "luding": self.luding, "thornton_ning": self.thornton}
        on = model[self.words["model"]](d, vn)
        f, ft, m = 0.0, [0.0] * 3, [0.0] * 3
        if not on:
            self.h = {}
        cohesion, pull, drag = self.words.get("cohesion", "off"), 0.0, [0.0] * 3
        if cohesion == "sjkr" and on:
            pull = -self.pair("cohesionEnergyDensity") * math.pi * self.disc2(d)
        if "viscous" in cohesion:
            pull, drag = self.liquid(d, vn, vt, cohesion.startswith("easo")) or (pull, drag)
        if on:
            f = self.fn + pull
            if self.words.get("tangential_reduce") == "on":
                self.fn += pull
            ft = self.history(n, vt, dt)
            if "rolling_friction" in self.words:
                m = self.rolling(self.words["rolling_friction"], n, plus(i.w, wj, -1), dt)
        else:
            f = pull
        ft = plus(ft, drag)
        total, turn = plus(times(f, n), ft), cross(n, ft)
        i.f, i.t = plus(i.f, total), plus(plus(i.t, turn, -ci), m, -1)
        if j:
            j.f, j.t = plus(j.f, total, -1), plus(plus(j.t, turn, -cj), m)


def simulate(deck):
    b = deck.bodies
    contacts = [Contact(deck, deck.laws, b[p], b[q]) for p in range(len(b)) for q in range(p + 1, len(b))]
    if deck.wall:
        words = deck.wall_words
        at = words.index("primitive")
        tail = words[at + 4 + len(deck.place):]
        if "shear" in tail:
            k = tail.index("shear")
            tail = tail[:k] + tail[k + 3:]
        contacts += [Contact(deck, words[:at] + tail, x, None) for x in b]

    def forces(dt):
        for x in b:
            x.f, x.t = times(x.mass, deck.gravity), [0.0] * 3
        for c in contacts:
            c.apply(dt)

    def kick():
        for x in b:
            x.v = plus(x.v, x.f, 0.5 * deck.dt / x.mass)
            x.w = plus(x.w, x.t, 0.5 * deck.dt / (0.4 * x.mass * x.radius ** 2))

    rows = []
    forces(0.0)
    for step in range(deck.steps + 1):
        if step % deck.every == 0:
            rows += [(step, k + 1, *x.x, *x.v, *x.w) for k, x in enumerate(b)]
        kick()
        for x in b:
            x.x = plus(x.x, x.v, deck.dt)
        forces(deck.dt)
        kick()
    return rows


# ---- comparison --------------------------------------------------------------------------------------------------------------

def read_rows(path):
    rows, step, atoms = [], 0, False
    for line in open(path):
        w = line.split()
        if line.startswith("#"):
            continue
        if line.startswith("ITEM:"):
            kind, atoms = line, line.startswith("ITEM: ATOMS")
        elif atoms:
            rows.append((step, *map(float, w)))
        elif len(w) == 11:
            rows.append(tuple(map(float, w)))
        elif kind.startswith("ITEM: TIMESTEP"):
            step = int(w[0])
    return rows


def difference(a, b):
    """As README.md says: over the largest position, velocity and spin."""
    if [r[:2] for r in a] != [r[:2] for r in b]:
        return math.inf
    scale = [max(abs(r[2 + 3 * k + q]) for r in a for q in range(3)) for k in range(3)]
    scale[2] = max(scale[2], scale[1] / scale[0])
    return max(abs(p[2 + c] - q[2 + c]) / scale[c // 3] for p, q in zip(a, b) for c in range(9))


def main():
    """Each argument is NAME=FILE,LEAST,MOST: the difference of the case to the rows of the file lies between these."""
    wrong = 0
    for argument in sys.argv[2:]:
        name, rest = argument.split("=", 1)
        path, least, most = rest.rsplit(",", 2)
        got = difference(simulate(Deck(f"{sys.argv[1]}/in.{name}")), read_rows(path))
        good = float(least) <= got <= float(most)
        wrong += not good
        print(f"{'ok' if good else 'WRONG':5s} {name:34s} {got:.1e} to {path.split('/')[-1]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
