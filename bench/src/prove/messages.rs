//! Messages with currency certificates that the demo takes.

/// Builds a message with one certificate.
pub(super) fn message(id: &str, transaction: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:auth.024.001.04"><PmtRgltryInfNtfctn>
  <GrpHdr>
    <MsgId>{id}</MsgId><CreDtTm>2026-01-30T09:30:00+03:00</CreDtTm><NbOfItms>1</NbOfItms>
    <InitgPty><Pty><Nm>ООО «Ромашка»</Nm></Pty></InitgPty>
  </GrpHdr>
  <TxNtfctn>
    <TxNtfctnId>N-1</TxNtfctnId>
    <AcctOwnr><Nm>ООО «Ромашка»</Nm>
      <Id><OrgId><Othr><Id>7707123458</Id><SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId></Id></AcctOwnr>
    <AcctSvcr><FinInstnId><ClrSysMmbId>
      <ClrSysId><Cd>RUCBC</Cd></ClrSysId><MmbId>044525999</MmbId></ClrSysMmbId></FinInstnId></AcctSvcr>
    <TxCert>
      <TxId>{transaction}</TxId><Cert><Id>С-1</Id><DtOfIsse>2026-01-29</DtOfIsse></Cert>
      <Acct><Id><Othr><Id>40702840200000000002</Id></Othr></Id><Ccy>USD</Ccy></Acct>
      <CertRcrd>
        <CertRcrdId>1</CertRcrdId>
        <Tx><RfrdDoc><Id><EndToEndId>E-1</EndToEndId></Id><Dt>2026-01-28</Dt></RfrdDoc><TxDt>2026-01-28</TxDt>
          <TxTp>2</TxTp><LclInstrm>11100</LclInstrm><Amt Ccy="USD">1500.25</Amt></Tx>
        <Ctrct><CtrctRef><Ctrct><Id>К-7/2025</Id><DtOfIsse>2025-12-01</DtOfIsse></Ctrct></CtrctRef>
          <AddtlInf>Оплата оборудования по договору поставки</AddtlInf></Ctrct>
      </CertRcrd>
    </TxCert>
  </TxNtfctn>
</PmtRgltryInfNtfctn></Document>
"#
    )
}
