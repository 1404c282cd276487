"""standardwebhooks (PyPI), unmodified, against a running demo: it verifies a delivery and refuses 1,000 changed ones.

CLIENTBANK_ISSUER and CLIENTBANK_API say where the demo is, CLIENTBANK_PROGRAM what logs in.
"""

import http.server
import os
import queue
import threading
import unittest

import requests
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
        for number in range(CHANGED):
            with self.assertRaises((WebhookVerificationError, UnicodeDecodeError), msg=str(number)):
                library.verify(*changed(body, headers, number))
        self.assertEqual(session.delete(path).status_code, 204)
        server.shutdown()


if __name__ == "__main__":
    unittest.main()
