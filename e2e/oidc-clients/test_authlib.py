"""Authlib, unmodified, against a running demo: login, signature check, refresh, one account.

Addresses come from CLIENTBANK_ISSUER and CLIENTBANK_API, as for the other clients of this folder.
"""

import os
import sys
import unittest
from pathlib import Path

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # loopback http only

import requests
from authlib.integrations.requests_client import OAuth2Session
from authlib.oauth2.rfc7636 import create_s256_code_challenge
from authlib.common.security import generate_token
from joserfc import jwt
from joserfc.jwk import KeySet

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "person"))
from login import log_in

ISSUER = os.environ["CLIENTBANK_ISSUER"].rstrip("/")
API = os.environ["CLIENTBANK_API"].rstrip("/")
REDIRECT_URI = "http://127.0.0.1:9090/callback"
ACCOUNT = "40702810600000000001"


class Authlib(unittest.TestCase):
    def read_account(self, token):
        answer = requests.get(
            f"{API}/v1/accounts/{ACCOUNT}",
            params={"fields": ["Number", "Balance"]},
            headers={"Authorization": f"Bearer {token['access_token']}", "Id-Token": token["id_token"]},
        )
        self.assertEqual(answer.status_code, 200, answer.text)
        self.assertEqual(answer.json()["number"], ACCOUNT)

    def test_login_refresh_and_read(self):
        metadata = requests.get(f"{ISSUER}/.well-known/openid-configuration").json()
        session = OAuth2Session(
            "demo-erp", "demo-erp-secret",
            scope="openid profile email phone",
            redirect_uri=REDIRECT_URI,
            code_challenge_method="S256",
            token_endpoint_auth_method="client_secret_basic",
        )
        verifier = generate_token(48)
        url, state = session.create_authorization_url(metadata["authorization_endpoint"], code_verifier=verifier, nonce="n1")
        self.assertIn(create_s256_code_challenge(verifier), url)
        token = session.fetch_token(
            metadata["token_endpoint"], authorization_response=log_in(url), code_verifier=verifier, state=state,
        )
        keys = KeySet.import_key_set(requests.get(metadata["jwks_uri"]).json())
        claims = jwt.decode(token["id_token"], keys, algorithms=["RS256", "ES256"]).claims
        self.assertEqual((claims["iss"], claims["aud"], claims["nonce"]), (metadata["issuer"], "demo-erp", "n1"))
        self.read_account(token)
        before = token["refresh_token"]
        token = session.refresh_token(metadata["token_endpoint"], refresh_token=before)
        self.assertNotEqual(before, token["refresh_token"])
        self.read_account(token)


if __name__ == "__main__":
    unittest.main()
