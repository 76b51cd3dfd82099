# SPDX-License-Identifier: Apache-2.0
"""Decks that are edited in the gallery, and what they must not reach: work_client.py ADDRESS WORK SECRET OUTSIDE."""
import json
import os
import sys
import time
import view_client


def post(c, path, deck):
    status, _, body = c.ask(path, "POST", deck.encode())
    return status, body


def main(address, work, secret, outside):
    c = view_client.Client(address)
    deck = c.json("deck?name=few")
    text = deck["text"]
    assert "A few grains" in text and deck["deck"] == "in.few" and deck["editable"] and deck["work"] == work, deck
    for name in ("../few", "few/..", "%2e%2e", "few%2Fin.few", "x" * 100, ""):
        assert c.ask("deck?name=" + name)[0] == 404, name
        assert post(c, "check?name=" + name, text)[0] == 404 and post(c, "run?name=%s&keep=a" % name, text)[0] == 404
    assert c.ask("deck?name=few", token="0" * 32)[0] == 404 and c.ask("run?name=few&keep=a", "POST", b"x", token="0" * 32)[0] == 404
    assert c.ask("run?name=few&keep=a", "POST", b"x", host="evil.example")[0] == 403
    assert c.ask("check?name=few", "POST", b"x", headers=["Origin: http://evil.example"])[0] == 403
    assert c.ask("check?name=few")[0] == 405 and c.ask("run?name=few&keep=a")[0] == 405 and c.ask("deck?name=few", "POST", b"x")[0] == 405
    assert post(c, "check?name=few", "#" * 70000)[0] == 413
    for keep in ("..", "../a", "a/b", "%2e%2e%2fa", ".a", "-a", "a%20b", "", "a" * 41, "a%00", "%2fetc"):
        assert post(c, "run?name=few&keep=" + keep, text)[0] == 400, keep
    assert not os.path.exists(work)  # nothing was made so far
    status, body = post(c, "check?name=few", text)
    found = json.loads(body)
    assert status == 200 and found["whole"] and found["deck"] == "in.few" and found["check"]["findings"] == [], found
    report = dict(found["check"]["report"])
    assert report["runs"].startswith("line ") and found["check"]["seconds"] > 0 and found["check"]["threads"] >= 1, found
    assert found["check"]["verdict"] == "0 errors, 0 warnings: the deck can be run", found
    found = json.loads(post(c, "check?name=few&language=ja", text)[1])
    assert found["check"]["verdict"] == "エラー 0 件、警告 0 件：この入力ファイルは計算できます" and "計算時間" in dict(found["check"]["report"]), found
    assert post(c, "check?name=few&language=fr", text)[0] == 400
    lines = text.split("\n")
    at = next(k for k, line in enumerate(lines) if line.startswith("fix g "))
    lines[at] = lines[at].replace("gravity", "gravit")
    found = json.loads(post(c, "check?name=few", "\n".join(lines))[1])
    told = found["check"]["findings"]
    assert [(m["file"], m["line"], m["kind"]) for m in told] == [("in.few", at + 1, "error")] and "did you mean `gravity`" in told[0]["text"], found
    lines[at] = lines[at].replace("gravit ", "gravity ").replace("vector", "vectr")
    told = json.loads(post(c, "check?name=few", "\n".join(lines))[1])["check"]["findings"]
    assert len(told) == 1 and told[0]["text"].endswith(")") and "(usage: fix ID" in told[0]["text"], told

    def run(keep, deck_text):
        status, body = post(c, "run?name=few&keep=" + keep, deck_text)
        assert status == 200, (keep, status, body)
        answer = json.loads(body)
        assert os.path.realpath(answer["folder"]) == os.path.join(os.path.realpath(work), keep)
        other = view_client.Client(answer["url"])
        for _ in range(600):
            info = other.json("info")
            if info["status"] in ("done", "failed"):
                return info, answer["folder"]
            other.frame("after=0&max=1")
            time.sleep(0.05)
        raise AssertionError("the run does not end")

    short = text.replace("index 150000", "index 300")
    assert c.json("kept") == []
    info, folder = run("first", short + "\nwrite_restart kept.restart\n")
    assert info["status"] == "done" and os.path.exists(folder + "/few/kept.restart") and os.path.exists(folder + "/few/log.tsubu"), info
    assert "index 300" in open(folder + "/few/in.few").read()
    assert post(c, "run?name=few&keep=first", short)[0] == 400  # it is there already
    run("second", short)
    kept = c.json("kept")
    assert sorted((k["name"], k["example"]) for k in kept) == [("first", "few"), ("second", "few")] and all(k["bytes"] > 1000 for k in kept), kept
    for beside in ("", "second"):
        status, body = c.control(do="open", name="first", beside=beside)
        assert status == 200, body
        viewer = view_client.Client(json.loads(body)["url"])
        info = viewer.json("info")
        assert info["mode"] == "recorded" and info["file"] == ("first" if beside else "run.tsubu") and info["frames"]["steps"][-1] == 300 and info.get("beside", False) == bool(beside), info
    os.makedirs(work + "/planted/few")
    os.symlink(work + "/first/few/run.tsubu", work + "/planted/few/run.tsubu")
    os.symlink(work + "/first", work + "/planted2")
    os.makedirs(work + "/planted3")
    os.symlink(work + "/first/few", work + "/planted3/few")
    assert len(c.json("kept")) == 2  # no link is followed
    for name in ("planted", "planted2", "planted3", "../first", "first/few", ".", "..", "", "nobody", "first\0", "/etc", "x" * 60):
        assert c.control(do="open", name=name)[0] in (400, 404) and c.control(do="open", name="first", beside=name)[0] in ((400, 404) if name else (200,)), name
    for name in ("planted/few/run.tsubu", "planted2", "planted3/few"):
        os.remove(os.path.join(work, name))
    os.rmdir(work + "/planted/few")
    os.rmdir(work + "/planted")
    os.rmdir(work + "/planted3")
    os.symlink(outside, os.path.join(work, "link"))
    assert post(c, "run?name=few&keep=link", short)[0] == 400 and os.listdir(outside) == []
    tricks = [
        "include %s" % secret, "include ../../../%s" % os.path.basename(secret), "variable s file %s" % secret, "read_restart %s" % secret,
        "write_restart %s/evil" % outside, "log %s/evil" % outside, "shell touch %s/evil" % outside, "shell cp %s stolen" % secret,
        "shell ln -s %s stolen\ninclude stolen" % secret, "print evil file %s/evil" % outside, "dump d all custom 1 %s/evil id\nrun 1" % outside,
        "shell mkdir %s/evil" % outside, "write_restart ../../evil", "log ../../../evil", "read_data %s" % secret, "shell cd %s" % outside,
    ]
    for k, trick in enumerate(tricks):
        _, folder = run("trick_%d" % k, short + "\n" + trick + "\n")
        assert os.listdir(outside) == [], (trick, os.listdir(outside))
        assert sorted(n for n in os.listdir(work) if n != "link") == sorted(["first", "second"] + ["trick_%d" % q for q in range(k + 1)]), trick
        assert not os.path.exists(os.path.join(os.path.dirname(os.path.realpath(work)), "evil")), trick
        told = ""
        for where, _, names in os.walk(folder, followlinks=False):
            for name in names:
                path = os.path.join(where, name)
                if not os.path.islink(path):
                    told += open(path, errors="replace").read()
        assert "the secret is 4711" not in told, trick
    found = json.loads(post(c, "check?name=few", short + "\ninclude %s\n" % secret)[1])
    assert "4711" not in json.dumps(found)


main(*sys.argv[1:])
