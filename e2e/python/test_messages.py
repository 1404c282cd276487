"""The messages of docs/CONNECT.md as a library of somebody else reads them (pyiso20022)."""

import unittest
from decimal import Decimal
from pathlib import Path

from pyiso20022.pain.pain_001_001_09 import Document as Initiation
from pyiso20022.pain.pain_002_001_10 import Document as StatusReport
from xsdata.formats.dataclass.parsers import XmlParser
from xsdata.formats.dataclass.parsers.config import ParserConfig

EXAMPLES = Path(__file__).parents[2] / "areas" / "bank" / "examples"


def read(name, kind):
    parser = XmlParser(ParserConfig(fail_on_unknown_properties=True, fail_on_unknown_attributes=True, fail_on_converter_warnings=True))
    return parser.from_string((EXAMPLES / name).read_text(encoding="utf-8"), kind)


class Messages(unittest.TestCase):
    def test_bnk_04_a_payment(self):
        payments = read("initiation.xml", Initiation).cstmr_cdt_trf_initn.pmt_inf[0]
        transfer = payments.cdt_trf_tx_inf[0]
        self.assertEqual(payments.ctrl_sum, Decimal("50000.00"))
        self.assertEqual(payments.pmt_tp_inf.ctgy_purp.cd, "SALA")
        self.assertEqual(payments.dbtr_acct.id.othr.id, "40702810900000000001")
        self.assertEqual((transfer.amt.instd_amt.value, transfer.amt.instd_amt.ccy), (Decimal("50000.00"), "RUB"))
        self.assertEqual(transfer.cdtr.nm, "Иванов Иван Иванович")
        self.assertEqual(transfer.rmt_inf.ustrd, ["//ВЗС//1500-00//Заработная плата за ноябрь 2026"])

    def test_bnk_04_its_answer(self):
        report = read("status_report.xml", StatusReport).cstmr_pmt_sts_rpt
        self.assertEqual(report.orgnl_pmt_inf_and_sts[0].tx_inf_and_sts[0].tx_sts, "ACSC")


if __name__ == "__main__":
    unittest.main()
