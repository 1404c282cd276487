"""Plays the bank's systems: takes orders of one role and answers them. Python 3.9 and openssl, no packages.

python3 bank.py NAME KEY.pem [ADDRESS]     NAME and KEY.pem as `clientbank systems add` knows them
"""
import base64
import json
import os
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import date, timedelta

NAME, KEY = sys.argv[1], sys.argv[2]
ADDRESS = sys.argv[3] if len(sys.argv) > 3 else "http://127.0.0.1:8083"
CURSOR = f"{NAME}.cursor"  # the last number that was answered: the next start goes on after it
BOOKS = f"{NAME}.books"  # what this bank has done, one JSON object a line, by the name of the order


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def signed(text):
    """Signs with ES256: openssl answers in DER, a JWT has both numbers with 32 bytes each."""
    der = subprocess.run(["openssl", "dgst", "-sha256", "-sign", KEY], input=text.encode(), capture_output=True, check=True).stdout
    numbers, at = [], 2
    for _ in range(2):
        length = der[at + 1]
        numbers.append(int.from_bytes(der[at + 2 : at + 2 + length], "big").to_bytes(32, "big"))
        at += 2 + length
    return b"".join(numbers)


def token():
    """Proves with an assertion that this system has its key (RFC 7523). Each works once and ends soon."""
    now = int(time.time())
    claims = {"iss": NAME, "sub": NAME, "aud": ADDRESS, "iat": now, "exp": now + 60, "jti": str(uuid.uuid4())}
    parts = [json.dumps(part).encode() for part in ({"alg": "ES256", "typ": "JWT"}, claims)]
    text = ".".join(map(base64url, parts))
    form = {
        "grant_type": "client_credentials",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": f"{text}.{base64url(signed(text))}",
    }
    body = urllib.parse.urlencode(form).encode()
    with urllib.request.urlopen(f"{ADDRESS}/bank/v1/token", body, timeout=10) as answer:
        return json.load(answer)["access_token"]


def call(path, body=None):
    """Calls the bank API, with a new token when the old one has ended. Silence is no answer: it calls again."""
    while True:
        request = urllib.request.Request(ADDRESS + path, body and json.dumps(body).encode())
        request.add_header("Authorization", f"Bearer {call.token}")
        request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code == 401:
                call.token = token()
            elif error.code in (429, 503):
                time.sleep(int(error.headers.get("Retry-After", "1")))
            else:
                return json.load(error)
        except OSError as error:
            print("no answer, again:", error, flush=True)
            time.sleep(1)


call.token = ""


def decide(order):
    """What this bank says. A real one books the payment, asks its tariff system, has people look."""
    kind, payload = order["kind"], order["payload"]
    if kind == "payment.send":
        return {"outcome": "DONE", "reference": f"HUB-{payload['endToEndId']}"}
    if kind == "payroll.execute":  # a core pays each part of /bank/v1/orders/ID/parts; one answer may speak for all
        return {"outcome": "DONE", "reference": f"CORE-{payload['name']}"}
    if kind == "tariff_request.decide":
        first = (date.fromisoformat(order["openedAt"][:10]).replace(day=28) + timedelta(days=4)).replace(day=1)
        return {"outcome": "DONE", "details": {"effectiveFrom": first.isoformat()}}
    if kind == "currency_certificate.decide":
        accepted = [{"position": one["position"], "status": "ACCEPTED"} for one in payload["certificates"]]
        return {"outcome": "DONE", "details": {"certificates": accepted}}
    if kind == "letter.answer":
        return {"outcome": "DONE", "details": {"text": f"Мы получили ваше письмо «{payload['subject']}»."}}
    return {"outcome": "REFUSED", "reason": {"ru": "Банк этого не делает", "en": "The bank does not do this"}}


def books():
    if not os.path.exists(BOOKS):
        return {}
    with open(BOOKS, "rb+") as file:
        lines = file.read()
        lines = lines[: lines.rfind(b"\n") + 1]  # a line that a power loss tore was told to nobody
        file.truncate(len(lines))
    return {line["order"]: line["answer"] for line in map(json.loads, lines.splitlines())}


def main():
    done = books()
    after = int(open(CURSOR).read()) if os.path.exists(CURSOR) else 0
    while True:
        page = call(f"/bank/v1/orders?after={after}&wait=30")
        for order in page["orders"]:
            # Written down before it is told, and found again when the channel asks again under the same name.
            if order["id"] not in done:
                done[order["id"]] = decide(order)
                with open(BOOKS, "a", encoding="utf-8") as file:
                    file.write(json.dumps({"order": order["id"], "answer": done[order["id"]]}) + "\n")
                    file.flush()
                    os.fsync(file.fileno())
            if order["state"] in ("OPEN", "TAKEN"):
                told = call(f"/bank/v1/orders/{order['id']}/answer", done[order["id"]])
                print(order["kind"], order["id"], done[order["id"]]["outcome"], told.get("verdict") or told, flush=True)
        after = page["nextAfter"]
        with open(f"{CURSOR}.new", "w") as file:
            file.write(str(after))
        os.replace(f"{CURSOR}.new", CURSOR)


if __name__ == "__main__":
    main()
