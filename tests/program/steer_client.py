# SPDX-License-Identifier: Apache-2.0
"""Changes a run that goes on over plain sockets, and sends what must be refused: steer_client.py ADDRESS."""
import json
import random
import sys
import time
import view_client


def refused(c):
    orders = [
        dict(do="gravity", value=[0, 0]), dict(do="gravity", value=[0, 0, 1e9]), dict(do="gravity", value=[0, 0, "1"]), dict(do="gravity", value=-9),
        dict(do="gravity"), dict(do="friction", i=1, j=9, value=[0.1]), dict(do="friction", i=0, j=1, value=[0.1]), dict(do="friction", i=1, j=1, value=[-0.1]),
        dict(do="friction", i=-1, j=1, value=[0.1]), dict(do="spin", name="nobody", value=[1]), dict(do="spin", value=[1]), dict(do="velocity", name="paddle", value=[1, 0, 0]),
        dict(do="move", name="paddle", value=[1, 0, 0], time=-1), dict(do="move", name="pad dle", value=[1, 0, 0]), dict(do="move", name="../../paddle", value=[1, 0, 0]),
        dict(do="move", name="paddle\n5 gravity 0 0 0", value=[1, 0, 0]), dict(do="move", name="x" * 70, value=[1, 0, 0]), dict(do="shell", value=[1]),
    ]
    for order in orders:
        status, body = c.control(**order)
        assert status == 400 and 0 < len(body) < 500, (order, status, body)
    status, body = c.control(do="spin", name="nobody", value=[1])
    assert b"there is no mesh nobody" in body
    assert c.ask("control", "GET")[0] == 405
    assert c.ask("control", "POST", b'{"do":"gravity","value":[0,0,1]}', token="0" * 32)[0] == 404
    assert c.ask("control", "POST", b'{"do":"gravity","value":[0,0,1]}', host="evil.example")[0] == 403
    assert c.ask("control", "POST", b'{"do":"gravity","value":[0,0,1]}', headers=["Origin: http://evil.example"])[0] == 403
    random.seed(1)
    seed = b'{"do":"move","name":"paddle","value":[0,0,0.001],"time":0.01,"i":1,"j":2}'
    for _ in range(150):  # broken in one place each; nothing may break, and what is taken must be a change
        body = bytearray(seed)
        body[random.randrange(len(body))] = random.randrange(256)
        assert c.ask("control", "POST", bytes(body[:random.randrange(len(body))]))[0] in (400, 413)


def step_of(c):
    return c.frame("after=0&max=1")[0]["step"]


def wait_steps(c, more):
    begin = step_of(c)
    while step_of(c) < begin + more:
        time.sleep(0.02)


def lift_of(c):
    return [m for m in c.frame("after=0")[0]["meshes"] if m["name"] == "paddle"][0]["pose"][14]


def main(address):
    c = view_client.Client(address)
    assert c.control(do="pause")[0] == 200
    refused(c)
    info = c.json("info")
    assert info["steer"]["changes"] == 0 and info["steer"]["friction"] == [0.5] * 4 and abs(info["steer"]["meshes"][0]["spin"] - 12.566370614359172) < 1e-12
    assert c.control(do="gravity", value=[1.5, 0, -7])[0] == 200
    assert c.control(do="resume")[0] == 200
    wait_steps(c, 300)
    assert c.control(do="friction", i=1, j=2, value=[0.05])[0] == 200
    wait_steps(c, 300)
    assert c.control(do="spin", name="paddle", value=[-20])[0] == 200
    assert c.control(do="move", name="paddle", value=[0, 0, 0.004], time=0.02)[0] == 200
    while c.json("info")["steer"]["changes"] < 5:  # the end of the move is a change of its own
        step_of(c)
        time.sleep(0.02)
    assert c.control(do="friction", i=0, j=0, value=[0.3])[0] == 200
    info = c.json("info")
    assert info["steer"]["gravity"] == [1.5, 0, -7] and info["steer"]["friction"] == [0.3] * 4 and abs(info["steer"]["meshes"][0]["spin"] + 20) < 1e-12
    assert info["steer"]["changes"] == 6
    lift, before = lift_of(c), None
    while lift != before:  # the newest picture may still be one of the move
        wait_steps(c, 300)
        lift, before = lift_of(c), lift
    wait_steps(c, 400)  # past the next line of thermo
    print(json.dumps(dict(lift=lift, step=info["step"])))
    assert c.control(do="stop")[0] == 200


main(sys.argv[1])
