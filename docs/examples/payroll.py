#!/usr/bin/env python3
"""Signs a payroll statement with OpenSSL and sends it to the bank: Python 3.9 or newer, `requests`, the program `openssl`.

    eval "$(clientbank login --export)"
    clientbank payroll sample --payload --transfers 100 > statement.json
    python3 payroll.py statement.json \\
        --sign clientbank-demo/demo-keys/ivanova-C00001-FIRST \\
        --sign clientbank-demo/demo-keys/petrov-C00001-SECOND

`--sign NAME` stands for NAME.key and NAME.crt. The tokens are those that `clientbank login --export` prints: API,
ACCESS_TOKEN and ID_TOKEN. What is computed here, and why, is told in docs/SIGNING.md.
"""

import argparse
import base64
import hashlib
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import requests

# Nothing changes any more in these states of a statement that was sent with signatures.
FINAL = {"EXECUTED", "PARTLY_EXECUTED", "DECLINED", "DELETED", "ERROR", "ERROR_SIGN"}
# A person in the online bank, or the day of the statement, comes next.
WAITING = {"AWAITING_SIGN", "AWAITING_SIGN_WITH_WARNINGS", "SCHEDULED"}
# The bank answers one question per second about one statement.
PACE_S = 1.05
LONGEST_WAIT_S = 600


class Number(str):
    """A number as it was written: 100.50 is not 100.5 here."""


def members(pairs):
    """An object's members, each name once."""
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice in an object")
    return found


def canonical(payload: str) -> bytes:
    """The canonical form of a JSON text: names sorted, no white space, numbers as written, strings as RFC 8785 writes them."""

    def write(value):
        if isinstance(value, dict):
            names = sorted(value, key=lambda name: name.encode("utf-16-be"))
            return "{" + ",".join(f"{write(name)}:{write(value[name])}" for name in names) + "}"
        if isinstance(value, list):
            return "[" + ",".join(write(item) for item in value) + "]"
        if isinstance(value, Number):
            return str(value)
        return json.dumps(value, ensure_ascii=False)

    return write(json.loads(payload, parse_int=Number, parse_float=Number, object_pairs_hook=members)).encode()


def digest(payload: str) -> bytes:
    """The 32 bytes that are signed."""
    return hashlib.sha256(canonical(payload)).digest()


def sign(message: bytes, name: str) -> str:
    """A detached CAdES-BES signature over `message` with NAME.key and NAME.crt, as Base64."""
    with tempfile.TemporaryDirectory() as folder:
        content, cms = Path(folder, "digest.bin"), Path(folder, "signature.der")
        content.write_bytes(message)
        subprocess.run(
            ["openssl", "cms", "-sign", "-binary", "-cades", "-md", "sha256", "-in", content, "-outform", "DER", "-out", cms,
             "-signer", f"{name}.crt", "-inkey", f"{name}.key"],
            check=True,
        )
        return base64.b64encode(cms.read_bytes()).decode()


def body(payload: str, signers) -> bytes:
    """The request. The payload goes in as it was written: reading and writing it again could change its numbers."""
    if not signers:
        return b'{"payload":' + payload.encode() + b"}"
    message = digest(payload)
    rest = {"signatures": [sign(message, name) for name in signers], "digest": base64.b64encode(message).decode()}
    return b'{"payload":' + payload.encode() + b"," + json.dumps(rest)[1:].encode()


class Bank:
    """The payroll calls with the tokens of a login."""

    def __init__(self, api: str, access_token: str, id_token: str):
        self.api = api.rstrip("/")
        self.session = requests.Session()
        self.session.headers.update({"Authorization": f"Bearer {access_token}", "Id-Token": id_token})

    def submit(self, payload: str, signers=()):
        """Sends a statement; the answer as it came. 202 means that the bank has it for good."""
        headers = {"Content-Type": "application/json"}
        return self.session.post(f"{self.api}/v1/statements", data=body(payload, signers), headers=headers, timeout=60)

    def status(self, external_id: str):
        return self.session.get(f"{self.api}/v1/statements/{external_id}", timeout=60)

    def transfers(self, external_id: str, offset: int = 0, limit: int = 100):
        address = f"{self.api}/v1/statements/{external_id}/transfers"
        return self.session.get(address, params={"offset": offset, "limit": limit}, timeout=60)

    def wait(self, external_id: str, seen=lambda status: None) -> dict:
        """Asks until the statement is done, or waits for somebody; the last status."""
        last = None
        end = time.monotonic() + LONGEST_WAIT_S
        while time.monotonic() < end:
            answer = self.status(external_id)
            if answer.status_code == 429:
                time.sleep(int(answer.headers.get("Retry-After", "1")))
                continue
            answer.raise_for_status()
            status = answer.json()
            if status["status"] != last:
                last = status["status"]
                seen(status)
            if last in FINAL or last in WAITING:
                return status
            time.sleep(PACE_S)
        raise TimeoutError(f"{external_id} is still {last}")


def main() -> int:
    arguments = argparse.ArgumentParser(description="Signs a payroll statement and sends it.")
    arguments.add_argument("statement", type=Path)
    arguments.add_argument("--sign", action="append", default=[], metavar="NAME", help="NAME.key and NAME.crt, PEM")
    arguments = arguments.parse_args()
    payload = arguments.statement.read_text(encoding="utf-8").strip()
    bank = Bank(os.environ["API"], os.environ["ACCESS_TOKEN"], os.environ["ID_TOKEN"])
    answer = bank.submit(payload, arguments.sign)
    if answer.status_code != 202:
        print(answer.status_code, answer.text, file=sys.stderr)
        return 1
    status = bank.wait(answer.json()["externalId"], seen=lambda status: print(status["status"], file=sys.stderr))
    print(json.dumps(status, ensure_ascii=False))
    return 0 if status["status"] in {"EXECUTED", "AWAITING_SIGN", "AWAITING_SIGN_WITH_WARNINGS", "SCHEDULED"} else 1


if __name__ == "__main__":
    sys.exit(main())
