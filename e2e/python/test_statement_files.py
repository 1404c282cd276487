"""The statement of an account as the online bank hands it out for 1C, read by client-bank-exchange-1c, unmodified.

CLIENTBANK_ISSUER says where the demo is.
"""

import os
import sys
import unittest
from datetime import date
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlencode

from client_bank_exchange_1c.client_bank_exchange_1c import Statement

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "person"))
import login

ISSUER = os.environ["CLIENTBANK_ISSUER"].rstrip("/")
ACCOUNT = "40702810600000000001"
STATEMENT = f"{ISSUER}/bank/accounts/{ACCOUNT}/operations/export"
PERIOD = {"from": "2024-01-01", "to": "2024-01-31"}


class StatementFiles(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.browser, _ = login.visit(f"{ISSUER}/bank")

    def read(self, kind, encoding):
        with self.browser.open(f"{STATEMENT}?{urlencode(PERIOD | {'format': kind})}", timeout=60) as answer:
            content = answer.read()
        # As a file that is opened in text mode.
        return Statement.from_text(content.decode(encoding).replace("\r\n", "\n"))

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
