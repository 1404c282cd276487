//! Messages with currency certificates that the demo takes.

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:auth.024.001.04\">\n  <PmtRgltryInfNtfctn>\n    <GrpHdr>\n\
      <MsgId>MSG-2026-0001</MsgId>\n      <CreDtTm>2026-01-30T09:30:00+03:00</CreDtTm>\n      <NbOfItms>1</NbOfItms>\n\
      <InitgPty><Pty><Nm>ООО «Ромашка»</Nm></Pty></InitgPty>\n    </GrpHdr>\n    <TxNtfctn>\n\
      <TxNtfctnId>N-1</TxNtfctnId>\n      <AcctOwnr><Nm>ООО «Ромашка»</Nm><Id><OrgId><Othr><Id>7707123458</Id>\
<SchmeNm><Cd>TXID</Cd></SchmeNm></Othr></OrgId></Id></AcctOwnr>\n      <AcctSvcr><FinInstnId><ClrSysMmbId><ClrSysId>\
<Cd>RUCBC</Cd></ClrSysId><MmbId>044525974</MmbId></ClrSysMmbId></FinInstnId></AcctSvcr>\n";
const TAIL: &str = "    </TxNtfctn>\n  </PmtRgltryInfNtfctn>\n</Document>\n";

fn certificate(number: usize) -> String {
    format!(
        "      <TxCert>\n        <TxId>T-{number}</TxId>\n\
         \x20       <Cert><Id>С-{number}</Id><DtOfIsse>2026-01-29</DtOfIsse></Cert>\n\
        \x20       <Acct><Id><Othr><Id>40702840100000000001</Id></Othr></Id><Ccy>USD</Ccy></Acct>\n        <CertRcrd>\n\
        \x20         <CertRcrdId>1</CertRcrdId>\n          <Tx>\n\
         \x20           <RfrdDoc><Id><EndToEndId>E-{number}</EndToEndId></Id>\
<Dt>2026-01-28</Dt></RfrdDoc>\n            <TxDt>2026-01-28</TxDt>\n            <TxTp>2</TxTp>\n\
         \x20           <LclInstrm>11100</LclInstrm>\n\
        \x20           <Amt Ccy=\"USD\">1500.25</Amt>\n          </Tx>\n          <Ctrct>\n\
        \x20           <CtrctRef><Ctrct><Id>К-7/2025</Id><DtOfIsse>2025-12-01</DtOfIsse></Ctrct></CtrctRef>\n\
        \x20           <AddtlInf>Оплата оборудования по договору \
        поставки</AddtlInf>\n          </Ctrct>\n        </CertRcrd>\n      </TxCert>\n"
    )
}

/// Builds a valid notification of about this many bytes without filling; of one certificate at least.
fn notification(bytes: usize) -> String {
    let mut text = [HEAD, &certificate(1)].concat();
    let mut number = 2;
    while text.len() + TAIL.len() < bytes {
        text.push_str(&certificate(number));
        number += 1;
    }
    text.push_str(TAIL);
    text
}

/// Builds a right message of about this many bytes for the demo; `MSG-2026-0001` and `T-` stand for the parts that
/// differ in each.
pub(crate) fn message_of_demo(bytes: usize) -> String {
    notification(bytes)
        .replace("044525974", "044525999")
        .replace("40702840100000000001", "40702840200000000002")
}
