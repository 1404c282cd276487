"""docs/examples/payroll.py, as it stands, against a running demo: a statement signed with OpenSSL is executed, and one that is
signed wrongly is not.

CLIENTBANK_ISSUER and CLIENTBANK_API say where the demo is, CLIENTBANK_DATA where its keys are, CLIENTBANK_PROGRAM what makes statements.
"""

import base64
import json
import os
import secrets
import subprocess
import sys
import unittest
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import requests

E2E = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(E2E.parent / "docs" / "examples"), str(E2E / "person")]
import login
import payroll

ISSUER = os.environ["CLIENTBANK_ISSUER"].rstrip("/")
API = os.environ["CLIENTBANK_API"].rstrip("/")
KEYS = Path(os.environ["CLIENTBANK_DATA"], "demo-keys")
PROGRAM = os.environ["CLIENTBANK_PROGRAM"]
CLIENT = ("demo-erp", "demo-erp-secret")
REDIRECT_URI = "http://127.0.0.1:9090/callback"
IVANOVA, PETROV = str(KEYS / "ivanova-C00001-FIRST"), str(KEYS / "petrov-C00001-SECOND")


def code_of_login(parameters, user="ivanova"):
    """Logs in as this user, acting for C00001; the code that the last page sends the browser away with."""
    url = login.log_in(f"{ISSUER}/authorize?{urlencode(parameters)}", user)
    return parse_qs(urlsplit(url).query)["code"][0]


def login_parameters():
    """Of an authorization request, and the verifier that belongs to it."""
    verifier = secrets.token_urlsafe(48)
    challenge = base64.urlsafe_b64encode(sha256(verifier.encode()).digest()).rstrip(b"=").decode()
    parameters = {
        "scope": "openid profile email phone", "client_id": CLIENT[0], "response_type": "code", "redirect_uri": REDIRECT_URI,
        "state": secrets.token_urlsafe(16), "nonce": secrets.token_urlsafe(16), "code_challenge": challenge,
        "code_challenge_method": "S256",
    }
    return parameters, verifier


def tokens_of(user):
    """The access token and the identity token of this user."""
    parameters, verifier = login_parameters()
    code = code_of_login(parameters, user)
    form = {"grant_type": "authorization_code", "client_id": CLIENT[0], "code": code, "redirect_uri": REDIRECT_URI,
            "code_verifier": verifier}
    tokens = requests.post(f"{ISSUER}/token", data=form, auth=CLIENT, timeout=60).json()
    return tokens["access_token"], tokens["id_token"]


def log_in():
    return payroll.Bank(API, *tokens_of("ivanova"))


def sample(*arguments):
    made = subprocess.run([PROGRAM, "payroll", "sample", "--payload", *arguments], check=True, capture_output=True, text=True)
    return made.stdout.strip()


class Payroll(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.bank = log_in()

    def submit(self, payload, signers=()):
        answer = self.bank.submit(payload, signers)
        self.assertEqual(answer.status_code, 202, answer.text)
        return self.bank.wait(answer.json()["externalId"])

    def test_a_statement_with_both_signatures_is_executed(self):
        status = self.submit(sample("--transfers", "25"), [IVANOVA, PETROV])
        self.assertEqual(status["status"], "EXECUTED", status)
        page = self.bank.transfers(status["externalId"]).json()
        self.assertEqual(page["totalCount"], 25)
        self.assertEqual({transfer["status"] for transfer in page["transfers"]}, {"EXECUTED"})

    def test_a_statement_without_a_needed_signature_is_not(self):
        status = self.submit(sample(), [IVANOVA])
        self.assertEqual(status["status"], "ERROR_SIGN", status)

    def test_certificates_that_do_not_count_are_named(self):
        for name in ("expired", "revoked", "unregistered"):
            status = self.submit(sample(), [PETROV, f"{IVANOVA}-{name}"])
            self.assertEqual(status["status"], "ERROR_SIGN", status)
            self.assertIn("2", json.dumps(status, ensure_ascii=False), status)

    def test_a_statement_that_was_changed_after_its_signature_is_not_executed(self):
        payload = sample()
        request = payroll.body(payload, [IVANOVA, PETROV])
        changed = request.replace(b'"incomeCode": 1', b'"incomeCode": 2')
        self.assertNotEqual(request, changed)
        headers = {"Content-Type": "application/json"}
        answer = self.bank.session.post(f"{API}/v1/statements", data=changed, headers=headers, timeout=60)
        self.assertEqual(answer.status_code, 202, answer.text)
        self.assertEqual(self.bank.wait(answer.json()["externalId"])["status"], "ERROR_SIGN")

    def test_a_statement_without_signatures_waits_for_people(self):
        status = self.submit(sample())
        self.assertEqual(status["status"], "AWAITING_SIGN", status)

    def test_both_programs_compute_the_same_digest(self):
        for payload in (sample(), '{"externalId":"a","b":1.50,"a\\u0301":"\\u0401\\/\\n","\\ud83d\\ude00":[1e2,-0],"\\ufb33":null}'):
            made = subprocess.run([PROGRAM, "payroll", "digest", "-"], check=True, capture_output=True, text=True, input=payload)
            self.assertEqual(made.stdout.strip(), base64.b64encode(payroll.digest(payload)).decode())


if __name__ == "__main__":
    unittest.main()
