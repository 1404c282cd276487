"""The statement of an account as the online bank hands it out for 1C, read by client-bank-exchange-1c, unmodified.

CLIENTBANK_ISSUER says where the demo is.
"""

import os
import sys
import unittest
from datetime import date
from decimal import Decimal
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import requests
from client_bank_exchange_1c.client_bank_exchange_1c import Statement

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oidc-clients"))
from test_authlib import ISSUER, form_with

ACCOUNT = "40702810600000000001"
STATEMENT = f"{ISSUER}/bank/accounts/{ACCOUNT}/operations/export"
PERIOD = {"from": "2024-01-01", "to": "2024-01-31"}
PAGES_MAX = 10


def online_bank():
    """A browser in which ivanova has logged in, acting for C00001."""
    browser = requests.Session()
    url = f"{ISSUER}/bank"
    answer = browser.get(url, allow_redirects=False)
    for _ in range(PAGES_MAX):
        if answer.status_code in (302, 303):
            url = urljoin(url, answer.headers["location"])
            answer = browser.get(url, allow_redirects=False)
            continue
        if form := form_with(answer.text, "username"):
            action, values = form
            values |= {"username": "ivanova", "password": "demo-ivanova"}
        elif form := form_with(answer.text, "cnum"):
            action, values = form
            values["cnum"] = "C00001"
        else:
            return browser
        url = urljoin(url, action or "")
        parts = urlsplit(url)
        answer = browser.post(url, data=values, allow_redirects=False, headers={"origin": f"{parts.scheme}://{parts.netloc}"})
    raise AssertionError("no page at the end of the login")


class StatementFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser = online_bank()

    def read(self, kind, encoding):
        answer = self.browser.get(STATEMENT, params=PERIOD | {"format": kind}, allow_redirects=False)
        self.assertEqual(answer.status_code, 200)
        # As a file that is opened in text mode.
        return Statement.from_text(answer.content.decode(encoding).replace("\r\n", "\n"))

    def test_both_encodings_are_one_statement(self):
        for kind, encoding, name in [("1c", "cp1251", "Windows"), ("1c-utf-8", "utf-8", "UTF-8")]:
            statement = self.read(kind, encoding)
            head, balance = statement.header, statement.balance
            self.assertEqual((head.format_version, head.encoding), ("1.03", name))
            self.assertEqual((head.filter_date_since, head.filter_date_till), (date(2024, 1, 1), date(2024, 1, 31)))
            self.assertEqual(balance.account_number, ACCOUNT)
            self.assertEqual(balance.final_balance, balance.initial_balance + balance.total_income - balance.total_expense)
            document = statement.documents[0]
            self.assertEqual((document.amount, document.receiver.account), (Decimal("5000000000.00"), ACCOUNT))
            self.assertEqual(statement.total_amount(), balance.total_income + balance.total_expense)


if __name__ == "__main__":
    unittest.main()
