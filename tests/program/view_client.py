# SPDX-License-Identifier: Apache-2.0
"""A client of the live page over plain sockets, and the questions that test_view.sh asks with it: view_client.py QUESTION ADDRESS ..."""
import json
import math
import random
import re
import socket
import struct
import sys
import threading
import time


class Client:
    def __init__(self, address):
        port, self.token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", address).groups()
        self.port = int(port)

    def connect(self):
        s = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        return s

    def raw(self, data):
        """Sends bytes as they are; what comes back until the connection closes (or nothing more comes)."""
        with self.connect() as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            got = b""
            try:
                while True:
                    more = s.recv(1 << 16)
                    if not more:
                        break
                    got += more
            except OSError:
                pass
            return got

    def ask(self, path, method="GET", body=b"", host=None, headers=(), token=None):
        host = host or "127.0.0.1:%d" % self.port
        token = self.token if token is None else token
        lines = ["%s /%s/%s HTTP/1.1" % (method, token, path), "Host: " + host, "Connection: close"] + list(headers)
        if body:
            lines.append("Content-Length: %d" % len(body))
        with self.connect() as s:
            s.sendall("\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body)
            got = b""
            while True:
                more = s.recv(1 << 20)
                if not more:
                    break
                got += more
        head, _, rest = got.partition(b"\r\n\r\n")
        return int(head.split()[1]), head.decode("latin-1"), rest

    def json(self, path):
        status, _, body = self.ask(path)
        assert status == 200, (path, status, body[:200])
        return json.loads(body)

    def frame(self, query):
        status, _, body = self.ask("frame?" + query)
        if status == 204:
            return None, {}
        assert status == 200, (query, status, body[:200])
        assert body[:4] == b"TSF1"
        length = struct.unpack("<I", body[4:8])[0]
        assert length % 8 == 0
        head, arrays = json.loads(body[8:8 + length]), {}
        for a in head["arrays"]:
            assert a["offset"] % 8 == 0
            form = {"f32": "f", "u32": "I", "u8": "B"}[a["type"]]
            n = a["count"] * a["width"]
            arrays[a["name"]] = struct.unpack_from("<%d%s" % (n, form), body, a["offset"])
            if n and not a["name"].startswith("mesh:"):
                assert a["min"] <= min(arrays[a["name"]]) and a["max"] >= max(arrays[a["name"]]), a
        return head, arrays

    def control(self, **order):
        status, _, body = self.ask("control", "POST", json.dumps(order).encode())
        return status, body


def alive(c):
    assert c.json("info")["mode"] == "live"


def over(c, how="done"):
    """A run that has ended, and is shown all the same."""
    for _ in range(600):
        info = c.json("info")
        if info["status"] == how:
            break
        time.sleep(0.1)
    assert info["status"] == how, info
    head, arrays = c.frame("after=0&fields=speed")
    assert head["status"] == how and head["n"] == len(arrays["speed"]) > 0
    assert c.json("series")["tables"][0]["rows"]
    assert all(c.control(do=word)[0] == 400 for word in ("pause", "resume", "step", "stop"))


def late(c):
    """A reader that is slow to come back still learns how the run ended."""
    head, _ = c.frame("after=0")
    assert c.control(do="stop")[0] == 200
    time.sleep(1.5)
    head, arrays = c.frame("after=%d" % head["frame"])
    assert head["status"] == "stopped" and head["n"] > 0, head


def peaks(c):
    """Two equal spheres without losses meet head on at 0.5 m/s each: for a moment all of their energy of motion is elastic."""
    over(c)
    table = c.json("series")["tables"][0]
    kinetic, elastic = ([row[table["columns"].index(name)] for row in table["rows"]] for name in ("kinetic", "elastic"))
    all_of_it = 2 * 0.5 * (4 / 3 * math.pi * 0.005**3 * 2500) * 0.5**2
    assert abs(max(elastic) / all_of_it - 1) < 1e-3, (max(elastic), all_of_it)
    assert min(kinetic) < 1e-3 * all_of_it and abs(kinetic[0] / all_of_it - 1) < 1e-9, (min(kinetic), kinetic[0])
    assert len(table["rows"]) <= 4096 and table["rows"][-1][0] == 30000, table["rows"][-1]


def strangers(c):
    """Requests that must be refused, and that the server must survive."""
    refused = [(dict(path="info", host="evil.example:%d" % c.port), 403), (dict(path="info", host="127.0.0.1"), 403),
               (dict(path="info", headers=["Origin: http://evil.example"]), 403), (dict(path="info", headers=["Origin: null"]), 403),
               (dict(path="", token="0" * 32), 404), (dict(path="info", token="x"), 404), (dict(path="info", token=".."), 404),
               (dict(path="../info"), 404), (dict(path="..%2f..%2fetc/passwd"), 404), (dict(path="info%00"), 404), (dict(path="nothing"), 404),
               (dict(path="info", method="POST", body=b"x"), 405), (dict(path="control"), 405), (dict(path="info", method="BREW"), 405),
               (dict(path="frame?after=x"), 400), (dict(path="series?meshes=x"), 400), (dict(path="series?meshes=-1"), 400), (dict(path="frame?fields=" + "surface%3Awear," * 17), 400), (dict(path="frame?" + "a" * 3000), 414),
               (dict(path="control", method="POST", body=b"{" * 200), 400), (dict(path="control", method="POST", body=b" " * 5000), 413),
               (dict(path="control", method="POST", body=b'{"do":"start","name":"x"}'), 400), (dict(path="files"), 404), (dict(path="picture?name=x"), 404)]
    for how, wanted in refused:
        status, head, body = c.ask(**how)
        assert status == wanted, (how, status)
        assert c.token.encode() not in body and c.token not in head, how
    bodies = {c.ask(path="nothing")[2], c.ask(path="info", token="0" * 32)[2], c.ask(path="x", token="x")[2]}
    assert len(bodies) == 1, "a wrong token and a wrong path must look the same"
    status, head, _ = c.ask("info", headers=["Origin: http://localhost:%d" % c.port])
    assert status == 200 and "Access-Control-Allow-Origin" not in head and "no-store" in head
    garbage = [b"", b"\0" * 1000, b"GET / HTTP/1.1\r\n\r\n", b"GET\r\n\r\n", b"\xff" * 5000, b"GET /" + b"a" * 100000 + b" HTTP/1.1\r\n\r\n",
               b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: " + b"y" * 100000 + b"\r\n\r\n",
               b"GET / HTTP/1.1\r\n" + b"".join(b"X%d: y\r\n" % k for k in range(20000)) + b"\r\n",
               ("POST /%s/control HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 99999999999999999999\r\n\r\n" % (c.token, c.port)).encode(),
               ("POST /%s/control HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" % (c.token, c.port)).encode(),
               ("POST /%s/control HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: 10\r\n\r\n{}" % (c.token, c.port)).encode()]
    for data in garbage:
        got = c.raw(data)
        assert not got.startswith(b"HTTP/1.1 200"), data[:60]
    head, arrays = c.frame("after=0&fields=surface%3Awear,surface%3Anonsense")  # no mesh keeps any
    assert not [a for a in arrays if a.startswith("surface:")], arrays.keys()
    assert [t["table"] for t in c.json("series?meshes=12345")["tables"]] == ["energy", "thermo"]
    alive(c)


def routes(c, source, *there):
    """Every path of the server: who may ask, how, and that nothing that is sent breaks it. `there`: the paths that this mode answers."""
    with open(source + "/src/view/request.c") as file:
        paths = re.findall(r'"(\w*)"', re.search(r"tsu_request_paths\[\] = \{(.*?)\}", file.read(), re.S).group(1))
    queries = {"particle": "?id=1", "contact": "?i=1&j=2", "frame": "?after=0&max=3", "picture": "?name=drawn", "deck": "?name=few", "check": "?name=nobody",
               "run": "?name=nobody&keep=a"}
    wanted = set(there) | {"", "icon"}
    assert len(paths) == 14 and wanted <= set(paths), (paths, wanted)
    random.seed(5)
    for path in paths:
        posted = path in ("control", "check", "run")
        good, body = ("POST", b"x") if posted else ("GET", b"")
        whole = path + queries.get(path, "")
        status = c.ask(whole, good, body)[0]
        assert status in (((400, 404) if posted else (200,)) if path in wanted else (404,)), (path, status)
        assert c.ask(whole, "GET" if posted else "POST", b"" if posted else b"x")[0] == 405, path
        assert c.ask(whole, "DELETE")[0] == 405, path
        assert c.ask(whole, good, body, token="0" * 32)[0] == 404, path
        assert c.ask(whole, good, body, host="evil.example:%d" % c.port)[0] == 403, path
        assert c.ask(whole, good, body, headers=["Origin: http://evil.example"])[0] == 403, path
        assert c.ask(path + "?x=" + "a" * 2100, good, body)[0] == 414, path
        assert c.ask(whole + ("&" if "?" in whole else "?") + "after=%zz", good, body)[0] == 400, path
        assert c.ask(whole, good, b"x" * 70000)[0] == 413, path
        for _ in range(12):  # broken in one place
            line = bytearray(("%s /%s/%s HTTP/1.1" % (good, c.token, whole)).encode())
            line[random.randrange(len(line))] = random.choice(b"\0%&=/.?\xff9 ")
            got = c.raw(bytes(line) + ("\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nContent-Length: %d\r\n\r\n" % (c.port, len(body))).encode() + body)
            assert not got or (got.startswith(b"HTTP/1.") and int(got.split()[1]) in (200, 204, 400, 403, 404, 405, 414, 501, 505)), (bytes(line), got[:80])
    c.json("info")


def pair(c, own, other):
    """Two recorded runs at once: the second is looked at with run=1, and only that."""
    first, second = c.json("info"), c.json("info?run=1")
    assert first["beside"] is True and "beside" not in second and (first["file"], second["file"]) == (own, other), (first, second)
    for k in (0, second["frames"]["count"] - 1):
        head, arrays = c.frame("run=1&index=%d&fields=speed" % k)
        assert head["step"] == second["frames"]["steps"][k] and len(arrays["speed"]) == head["n"] > 0
    assert c.json("particle?run=1&id=%d&index=0" % arrays["id"][0])["id"] == arrays["id"][0]
    assert c.json("series?run=1")["tables"][0]["table"] == "energy"
    assert c.ask("frame?run=1&index=%d" % second["frames"]["count"])[0] == 404
    assert c.ask("info?run=2")[0] == 400 and c.ask("contact?run=1&i=1&j=2")[0] == 404 and c.ask("files?run=1")[0] == 404
    assert c.ask("control?run=1", "POST", b'{"do":"pause"}')[0] == 404


def crowds(c):
    """Half-open connections, and a thousand quick ones."""
    half = []
    for k in range(60):
        s = c.connect()
        s.sendall(b"GET /" + c.token.encode()[: k % 30])
        half.append(s)
    alive(c)
    for k in range(1000):
        try:
            s = c.connect()
            if k % 2:
                s.sendall(b"GET / HTTP/1.1\r\n")
            s.close()
        except OSError:
            pass
    alive(c)
    for s in half:
        s.close()
    alive(c)


def watch(c):
    """Many clients look at everything and steer; returns when the run is over."""
    fields = "speed,velocity,spin,force,overlap,coordination,pressure,rank,chain,nonsense"
    stop = threading.Event()
    failures = []

    def look(query):
        after = 0
        try:
            while not stop.is_set():
                head, arrays = c.frame("after=%d&%s" % (after, query))
                if head is None:
                    continue
                assert head["frame"] > after
                after = head["frame"]
                if head["status"] in ("done", "stopped"):
                    return
        except OSError:
            pass
        except Exception as e:
            failures.append(repr(e))

    threads = [threading.Thread(target=look, args=(q,)) for q in ("fields=" + fields, "fields=speed&max=10", "")]
    assert c.control(do="pause")[0] == 200  # first of all: a quick machine would be done before one has looked
    for t in threads:
        t.start()
    try:
        head, arrays = c.frame("after=0&fields=" + fields)
        assert head["n"] == len(arrays["id"]) == len(arrays["speed"]) and len(arrays["velocity"]) == 3 * head["n"]
        speed = [sum(v * v for v in arrays["velocity"][3 * i:3 * i + 3]) ** 0.5 for i in range(head["n"])]
        assert all(abs(a - b) <= 1e-5 * (a + b) + 1e-30 for a, b in zip(speed, arrays["speed"]))
        some = c.json("particle?id=%d" % arrays["id"][0])
        assert some["id"] == arrays["id"][0] and some["mass"] > 0
        assert c.ask("particle?id=123456789")[0] == 404
        c.json("contact?i=%d&j=wall:floor" % arrays["id"][0])
        while c.json("info")["status"] != "paused":  # it obeys at the end of the steps it is at
            time.sleep(0.05)
        held = c.json("info")["step"]
        assert c.control(do="step", steps=7)[0] == 200
        while head["step"] != held + 7 or head["status"] != "paused":
            assert head["step"] <= held + 7, head
            head = c.frame("after=%d" % head["frame"])[0] or head
        series = {t["table"]: t for t in c.json("series")["tables"]}
        assert series["energy"]["rows"] and series["thermo"]["columns"][:2] == ["step", "time"]
        assert len(series["energy"]["rows"][0]) == len(series["energy"]["columns"])
        assert c.control(do="resume")[0] == 200
    finally:
        for t in threads:
            t.join(300)
        stop.set()
    assert not failures, failures


def recorded(c, least):
    info = c.json("info")
    n = info["frames"]["count"]
    assert info["mode"] == "recorded" and n >= int(least), n
    assert info["frames"]["steps"] == sorted(info["frames"]["steps"])
    for k in (0, n - 1, n // 2):
        head, arrays = c.frame("index=%d&fields=speed,chain" % k)
        assert head["step"] == info["frames"]["steps"][k] and head["frame"] == k + 1
        assert head["n"] == len(arrays["id"]) == len(arrays["speed"])
        assert any(a.startswith("mesh:") for a in arrays) == bool(info["meshes"])
    assert c.ask("frame?index=%d" % n)[0] == 404
    assert c.json("particle?id=%d&index=0" % arrays["id"][0])["id"] == arrays["id"][0]
    assert c.ask("control", "POST", b'{"do":"pause"}')[0] == 404


def opened(c, count):
    """A dump, files of VTK or a restart file, as if they were a recorded run."""
    info = c.json("info")
    steps = info["frames"]["steps"]
    assert info["mode"] == "recorded" and len(steps) == int(count) and steps == sorted(set(steps)) and steps[-1] == 2000, steps
    names = [f["name"] for f in info["fields"]]
    assert "speed" in names, names
    heights = []
    for k in range(len(steps)):
        head, arrays = c.frame("index=%d&fields=speed" % k)
        assert head["step"] == steps[k] and head["n"] == len(arrays["id"]) == len(arrays["speed"]) > 50
        assert all(abs(r - 0.005) < 1e-8 for r in arrays["radius"])
        heights.append(sum(arrays["position"][2::3]))
    assert heights == sorted(heights, reverse=True), "they fall"
    assert c.json("particle?id=%d&index=0" % arrays["id"][0])["id"] == arrays["id"][0]


def contacts(c, path):
    over(c)
    ids = c.frame("after=0")[1]["id"]
    with open(path, "w") as file:
        json.dump({k: c.json("particle?id=%d" % k)["contacts"] for k in ids}, file)


def same_contacts(c, path):
    """The last frame against what the live run has told of its last step, to single precision."""
    def by_partner(particle):
        return sorted(particle, key=lambda k: (k["kind"], k.get("id", 0), k.get("wall", ""), k["overlap"]))

    with open(path) as file:
        live = {int(k): by_partner(v) for k, v in json.load(file).items()}
    last = c.json("info")["frames"]["count"] - 1
    kinds = set()
    for id, wanted in live.items():
        got = by_partner(c.json("particle?id=%d&index=%d" % (id, last))["contacts"])
        assert [(k["kind"], k.get("id"), k.get("wall")) for k in got] == [(k["kind"], k.get("id"), k.get("wall")) for k in wanted], (id, got, wanted)
        for a, b in zip(got, wanted):
            kinds.add(a["kind"])
            for key in ("overlap", "fn", "ft", "torque"):
                assert abs(a[key] - b[key]) <= 1e-6 * abs(b[key]) + 1e-30, (id, key, a, b)
            for key in ("normal", "point"):
                assert all(abs(p - q) <= 1e-6 for p, q in zip(a[key], b[key])), (id, key, a, b)
    assert kinds == {"wall", "particle"}, kinds
    across = [abs(k["point"][0]) > 0.049 for v in live.values() for k in v]
    assert any(across), "nothing touches across a face"


def gallery(c, drawn):
    files = c.json("files")
    assert [f["name"] for f in files] == ["drawn", "fake", "few", "large", "linked", "pipe", "several_one", "several_two", "short"], files
    assert [f["name"] for f in files if f["picture"]] == ["drawn", "several_two"], files
    assert all(f["title"] == ("A deck: one of several" if f["folder"] == "several" else "A few grains") for f in files), files
    assert {f["name"]: f["title_ja"] for f in files if "title_ja" in f} == {"few": "少しの粒子", "several_two": '二つ目: "例" <b>'}, files
    with open(drawn, "rb") as file:
        wanted = file.read()
    status, head, body = c.ask("picture?name=drawn")
    assert status == 200 and body == wanted and "content-type: image/png" in head.lower() and "nosniff" in head, head
    assert c.ask("picture?name=dra%77n")[2] == wanted and c.ask("picture?name=several_two")[2] == wanted and c.ask("picture?name=several_one")[0] == 404
    assert re.search("img-src 'self'[;\r]", head), head
    tricks = ["few", "fake", "linked", "large", "pipe", "", "nobody", ".", "..", "../drawn", "drawn/", "./drawn", "drawn/.", "drawn/../drawn", "drawn/picture.png",
              "%2e%2e%2fexamples%2fdrawn", "..%5cdrawn", "%252e%252e%252fdrawn", "drawn%20", "Drawn", "draw", "%c0%ae%c0%ae/drawn", "/etc/passwd",
              "drawn&name=..", "x" * 79, "x" * 80, "drawn" + "/" * 1000, "few/../../examples/drawn", "*", "drawn%2fpicture.png", "file:///etc/passwd"]
    for name in tricks:
        status, head, body = c.ask("picture?name=" + name)
        assert status == 404 and body == b"there is nothing here\n", (name, status, body[:60])
    assert c.ask("picture")[0] == 404 and c.ask("picture/drawn")[0] == 404 and c.ask("picture.png")[0] == 404
    for name in ("drawn%00", "drawn%0d%0aX-Evil:1", "%", "drawn%2"):
        assert c.ask("picture?name=" + name)[0] == 400, name
    assert c.ask("picture?name=drawn", host="evil.example:%d" % c.port)[0] == 403
    assert c.ask("picture?name=drawn", headers=["Origin: http://evil.example"])[0] == 403
    assert c.ask("picture?name=drawn", token="0" * 32)[0] == 404
    assert c.ask("picture?name=drawn", method="POST", body=b"x")[0] == 405
    status, head, body = c.ask("icon")
    assert status == 200 and "image/svg+xml" in head and body.startswith(b"<svg"), head
    status, body = c.control(do="start", name="few")
    assert status == 200, body
    alive(Client(json.loads(body)["url"]))
    status, body = c.control(do="start", name="several_two")
    assert status == 200, body
    assert Client(json.loads(body)["url"]).json("info")["title"] == "in.two"
    status, body = c.control(do="start", name="short")
    assert status == 200, body
    short = Client(json.loads(body)["url"])
    over(short)
    time.sleep(1)  # what it prints at its end must not end it
    over(short)
    assert c.control(do="start", name="../few")[0] == 400 and c.control(do="start", name="several")[0] == 400


def order(c, word):
    assert c.control(do=word)[0] == 200


def gone(c):
    for _ in range(400):
        try:
            c.connect().close()
        except OSError:
            return
        time.sleep(0.1)
    raise AssertionError("the server is still there")


if __name__ == "__main__":
    globals()[sys.argv[1]](Client(sys.argv[2]), *sys.argv[3:])
