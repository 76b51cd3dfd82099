# SPDX-License-Identifier: Apache-2.0
"""Runs a notebook by a Jupyter server, as its page does: opens it, runs one cell after the other, says what each shows. Fails where a cell does.

usage: run_notebook.py ADDRESS NOTEBOOK   the address as the server prints it, with its token; needs tornado (Jupyter has it)"""
import asyncio
import json
import sys
import urllib.request
import uuid

import tornado.websocket

BASE, _, TOKEN = sys.argv[1].partition("?token=")


def ask(path, body=None):
    request = urllib.request.Request(f"{BASE}api/{path}?token={TOKEN}", None if body is None else json.dumps(body).encode(),
                                     {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def run_cell(socket, source):
    """What it shows: kinds of pictures and tables, and lines of text."""
    own, shown = uuid.uuid4().hex, []
    content = {"code": source, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
    await socket.write_message(json.dumps({"header": {"msg_id": own, "username": "", "session": own, "msg_type": "execute_request", "version": "5.3"},
                                           "parent_header": {}, "metadata": {}, "channel": "shell", "content": content}))
    while True:
        said = json.loads(await socket.read_message())
        if said.get("parent_header", {}).get("msg_id") != own:
            continue
        kind, content = said["msg_type"], said["content"]
        if kind in ("display_data", "execute_result"):
            shown.append("+".join(sorted(content["data"])))
        elif kind == "stream":
            shown.append(content["text"].strip())
        elif kind == "error":
            sys.exit(f"{content['ename']}: {content['evalue']}")
        elif kind == "status" and content["execution_state"] == "idle":
            return shown


async def main(notebook):
    cells = ask(f"contents/{notebook}")["content"]["cells"]
    kernel = ask("sessions", {"path": notebook, "name": notebook, "type": "notebook", "kernel": {"name": "python3"}})["kernel"]["id"]
    socket = await tornado.websocket.websocket_connect(f"ws{BASE[4:]}api/kernels/{kernel}/channels?token={TOKEN}", max_message_size=2**28)
    for cell in cells:
        if cell["cell_type"] == "code":
            print("; ".join(await run_cell(socket, cell["source"])), flush=True)


asyncio.run(main(sys.argv[2]))
