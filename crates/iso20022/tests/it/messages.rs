//! Documents for the tests, written by hand.

use iso20022::{Document, Limits, Reader, Violations};

/// A reader of everything, with the limits of the bank.
pub(crate) fn reader() -> Reader {
    Reader::new(Limits::default()).unwrap()
}

/// Reads a text in UTF-8.
pub(crate) fn read(text: &str) -> Result<Document, Violations> {
    reader().read(text.as_bytes(), None)
}

/// The reasons why a text is refused.
pub(crate) fn reasons(text: &str) -> Vec<String> {
    let violations = read(text).expect_err("the document is not valid");
    violations.list().iter().map(ToString::to_string).collect()
}

/// As many pieces, each with its number.
pub(crate) fn numbered(count: usize, piece: impl Fn(usize) -> String) -> String {
    (0..count).map(piece).collect::<Vec<_>>().concat()
}

/// A valid notification of version 4 with one certificate.
pub(crate) fn notification() -> String {
    of_version("04")
}

/// The same in another version.
pub(crate) fn of_version(version: &str) -> String {
    NOTIFICATION.replace("VERSION", version)
}

const NOTIFICATION: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:auth.024.001.VERSION">
  <PmtRgltryInfNtfctn>
    <GrpHdr>
      <MsgId>MSG-2026-0001</MsgId>
      <CreDtTm>2026-01-30T09:30:00+03:00</CreDtTm>
      <NbOfItms>1</NbOfItms>
      <InitgPty><Pty><Nm>ООО «Ромашка»</Nm></Pty></InitgPty>
    </GrpHdr>
    <TxNtfctn>
      <TxNtfctnId>N-1</TxNtfctnId>
      <AcctOwnr>
        <Nm>ООО «Ромашка»</Nm>
        <Id><OrgId>
          <Othr><Id>1027700000000</Id><SchmeNm><Prtry>OGRN</Prtry></SchmeNm></Othr>
          <Othr><Id>7707123458</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr>
        </OrgId></Id>
        <CtryOfRes>RU</CtryOfRes>
      </AcctOwnr>
      <AcctSvcr><FinInstnId>
        <ClrSysMmbId><ClrSysId><Cd>RUCBC</Cd></ClrSysId><MmbId>044525974</MmbId></ClrSysMmbId>
        <Nm>Банк</Nm>
      </FinInstnId></AcctSvcr>
      <TxCert>
        <TxId>T-1</TxId>
        <Cert><Id>С-17</Id><DtOfIsse>2026-01-29</DtOfIsse></Cert>
        <Acct><Id><Othr><Id>40702840100000000001</Id></Othr></Id><Ccy>USD</Ccy></Acct>
        <Amdmnt><CrrctnId>1</CrrctnId><OrgnlDocId>С-16</OrgnlDocId></Amdmnt>
        <CertRcrd>
          <CertRcrdId>1</CertRcrdId>
          <Tx>
            <RfrdDoc><Id><EndToEndId>E-5</EndToEndId></Id><Dt>2026-01-28</Dt></RfrdDoc>
            <TxDt>2026-01-28</TxDt>
            <TxTp>2</TxTp>
            <LclInstrm>11100</LclInstrm>
            <Amt Ccy="USD">1500.25</Amt>
          </Tx>
          <Ctrct>
            <CtrctRef><Ctrct><Id>К&amp;7</Id><DtOfIsse>2025-12-01</DtOfIsse></Ctrct></CtrctRef>
            <TxAmtInCtrctCcy Ccy="EUR">1400</TxAmtInCtrctCcy>
            <XpctdShipmntDt>2027-03-01</XpctdShipmntDt>
            <AddtlInf>оплата<!-- часть --> по договору</AddtlInf>
          </Ctrct>
        </CertRcrd>
      </TxCert>
    </TxNtfctn>
  </PmtRgltryInfNtfctn>
</Document>
"#;
