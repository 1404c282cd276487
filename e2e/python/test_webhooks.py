"""standardwebhooks (PyPI), unmodified, against a running demo: it verifies a delivery and refuses 1,000 changed ones.

CLIENTBANK_ISSUER and CLIENTBANK_API say where the demo is, CLIENTBANK_PROGRAM what logs in.
"""

import base64
import http.server
import os
import queue
import threading
import unittest

import requests
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from standardwebhooks import Webhook, WebhookVerificationError

import test_payroll as demo

CHANGED = 1000


class Receiver(http.server.BaseHTTPRequestHandler):
    came = queue.Queue()

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.send_response(204)
        self.end_headers()
        self.came.put((body, {name.lower(): value for name, value in self.headers.items()}))

    def log_message(self, *_):
        pass


def changed(body, headers, number):
    """The delivery with one thing changed: the body, the identifier, or the moment by less than is tolerated."""
    headers = dict(headers)
    if number % 3 == 0:
        bytes_ = bytearray(body)
        bytes_[number % len(bytes_)] ^= 1
        body = bytes(bytes_)
    elif number % 3 == 1:
        headers["webhook-id"] = f"evt_{number:032x}"
    else:
        headers["webhook-timestamp"] = str(int(headers["webhook-timestamp"]) - 1 - number % 200)
    return body, headers


def verify_by_public_key(public_key, body, headers):
    """Verifies the signature v1a with the public key alone, as docs/WEBHOOKS.md says."""
    key = Ed25519PublicKey.from_public_bytes(base64.b64decode(public_key.removeprefix("whpk_")))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    signature = next(word[4:] for word in headers["webhook-signature"].split() if word.startswith("v1a,"))
    key.verify(base64.b64decode(signature), signed)


class WebhooksTest(unittest.TestCase):
    def test_the_library_verifies_and_refuses(self):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        access, identity = demo.tokens_of("petrov")
        session = requests.Session()
        session.headers = {"authorization": f"Bearer {access}", "id-token": identity, "content-type": "application/json"}
        terms = {"url": f"http://127.0.0.1:{server.server_port}/hook", "types": ["*"]}
        made = session.post(f"{demo.API}/v1/webhooks", json=terms)
        self.assertEqual(made.status_code, 201, made.text)
        made = made.json()
        path = f"{demo.API}/v1/webhooks/{made['webhook']['id']}"
        self.assertEqual(session.post(f"{path}/test").status_code, 202)
        body, headers = Receiver.came.get(timeout=30)
        library = Webhook(made["secret"])
        self.assertEqual(library.verify(body, headers)["type"], "webhook.test")
        verify_by_public_key(made["publicKey"], body, headers)
        for number in range(CHANGED):
            other = changed(body, headers, number)
            with self.assertRaises((WebhookVerificationError, UnicodeDecodeError), msg=str(number)):
                library.verify(*other)
            with self.assertRaises(InvalidSignature, msg=str(number)):
                verify_by_public_key(made["publicKey"], *other)
        self.assertEqual(session.delete(path).status_code, 204)
        server.shutdown()


if __name__ == "__main__":
    unittest.main()
