"""`requests`, as every script uses it, against a running demo: a POST that is refused because its token has expired does not cost
the next request of the same session.

CLIENTBANK_ISSUER and CLIENTBANK_API say where the demo is. CLIENTBANK_ROUNDS says how often; 1,000 by default.
"""

import os
import unittest
from unittest.mock import patch
from urllib.parse import urlsplit

import requests
import urllib3.util.connection
from test_payroll import API, CLIENT, ISSUER, code_of_login, login_parameters

ROUNDS = int(os.environ.get("CLIENTBANK_ROUNDS", "1000"))
ACCOUNT = "40702810600000000001"
SIZES = (10, 1_000, 10_000, 100_000, 200_000)


class KeptConnections(unittest.TestCase):
    def setUp(self):
        parameters, verifier = login_parameters()
        form = {"grant_type": "authorization_code", "client_id": CLIENT[0], "redirect_uri": parameters["redirect_uri"],
                "code": code_of_login(parameters), "code_verifier": verifier}
        connect = patch("urllib3.util.connection.create_connection", wraps=urllib3.util.connection.create_connection)
        self.connect = connect.start()
        self.addCleanup(connect.stop)
        # Without an adapter that repeats: what is lost is lost.
        self.session = requests.Session()
        self.tokens = self.post_token(form)

    def post_token(self, form):
        answer = self.session.post(f"{ISSUER}/token", data=form, auth=CLIENT, timeout=60)
        self.assertEqual(answer.status_code, 200, answer.text)
        return answer.json()

    def refresh(self):
        form = {"grant_type": "refresh_token", "client_id": CLIENT[0], "refresh_token": self.tokens["refresh_token"]}
        self.tokens = self.post_token(form)

    def test_a_refused_post_a_refresh_and_a_read_on_the_same_session(self):
        expired = {"Authorization": "Bearer expired", "Id-Token": "expired", "Content-Type": "application/json"}
        for number in range(ROUNDS):
            body = b"x" * SIZES[number % len(SIZES)]
            refused = self.session.post(f"{API}/v1/statements", data=body, headers=expired, timeout=60)
            self.assertEqual(refused.status_code, 401, refused.text)
            self.assertNotEqual(refused.headers.get("Connection"), "close", len(body))
            self.refresh()
            good = {"Authorization": f"Bearer {self.tokens['access_token']}", "Id-Token": self.tokens["id_token"]}
            read = self.session.get(f"{API}/v1/accounts/{ACCOUNT}?fields=Number", headers=good, timeout=60)
            self.assertEqual(read.status_code, 200, read.text)
        # A connection that is closed without a word is opened anew without a word too, unless the next request is
        # faster.
        opened = [call.args[0][1] for call in self.connect.call_args_list]
        self.assertEqual(opened.count(urlsplit(API).port), 1)


if __name__ == "__main__":
    unittest.main()
