//! Bookings of a bank, read from its notifications.

use iso20022::payments::{Booking, Status, bookings, statuses};
use iso20022::{Limits, Reader};

/// Reads a notification of one entry of 1000.00 with these details.
fn entry(details: &str) -> Vec<Booking> {
    let text = format!(
        "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.054.001.08\"><BkToCstmrDbtCdtNtfctn><GrpHdr>\
         <MsgId>1</MsgId><CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr><Ntfctn><Id>1</Id><Acct><Id><Othr>\
         <Id>30102810000000000001</Id></Othr></Id></Acct><Ntry><Amt Ccy=\"RUB\">1000.00</Amt>\
         <CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>B-1</AcctSvcrRef><BkTxCd/>{details}</Ntry>\
         </Ntfctn></BkToCstmrDbtCdtNtfctn></Document>"
    );
    let reader = Reader::of_payments(Limits::default()).unwrap();
    bookings(&reader.read(text.as_bytes(), None).unwrap())
}

fn details(payment: &str, amount: &str) -> String {
    format!("<TxDtls><Refs><EndToEndId>{payment}</EndToEndId></Refs>{amount}</TxDtls>")
}

fn names(found: &[Booking]) -> Vec<&str> {
    found.iter().map(|booking| booking.name.as_str()).collect()
}

fn amounts(found: &[Booking]) -> Vec<&str> {
    found.iter().map(|booking| booking.amount.as_str()).collect()
}

#[test]
fn bnk_04_a_payment_has_the_sum_of_its_entry_only_when_it_is_alone_there() {
    let own = "<Amt Ccy=\"RUB\">600.00</Amt><CdtDbtInd>DBIT</CdtDbtInd>";
    let (first, second) = (details("E-1", own), details("E-2", ""));
    assert_eq!(amounts(&entry(&format!("<NtryDtls>{second}</NtryDtls>"))), ["1000.00"]);
    assert_eq!(amounts(&entry(&format!("<NtryDtls>{first}{second}</NtryDtls>"))), ["600.00", ""]);
    let apart = format!("<NtryDtls>{second}</NtryDtls><NtryDtls>{second}</NtryDtls>");
    assert_eq!(amounts(&entry(&apart)), ["", ""]);
}

#[test]
fn bnk_04_an_amount_is_read_however_the_message_writes_it() {
    let written =
        [("+600.00", "600.00"), ("00600.00", "600.00"), (".50", "0.50"), ("600.", "600"), ("0.00", "0.00")];
    for (written, read) in written {
        let own = details("E-1", &format!("<Amt Ccy=\"RUB\">{written}</Amt>"));
        assert_eq!(amounts(&entry(&format!("<NtryDtls>{own}</NtryDtls>"))), [read], "{written}");
    }
    for (currency, read) in [("RUR", "600.00"), ("USD", "600.00 USD")] {
        let own = details("E-1", &format!("<Amt Ccy=\"{currency}\">600.00</Amt>"));
        assert_eq!(amounts(&entry(&format!("<NtryDtls>{own}</NtryDtls>"))), [read]);
    }
}

#[test]
fn bnk_04_each_payment_of_an_entry_has_a_name_of_its_own() {
    let (first, second) = (details("E-1", ""), details("E-2", ""));
    assert_eq!(names(&entry(&format!("<NtryDtls>{first}</NtryDtls>"))), ["B-1"]);
    let own = second.replace("<Refs>", "<Refs><AcctSvcrRef>B-1-2</AcctSvcrRef>");
    assert_eq!(names(&entry(&format!("<NtryDtls>{first}{second}</NtryDtls>"))), ["E-1", "E-2"]);
    assert_eq!(names(&entry(&format!("<NtryDtls>{first}{own}</NtryDtls>"))), ["E-1", "B-1-2"]);
}

#[test]
fn bnk_04_a_payment_without_a_status_has_that_of_the_payments_together() {
    let one =
        |status: &str| format!("<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId>{status}</TxInfAndSts>");
    let own = one("<TxSts>ACSC</TxSts>");
    let none = one("<StsRsnInf><Rsn><Cd>AC04</Cd></Rsn></StsRsnInf>");
    let read = |of_all: &str| -> Vec<(Status, String)> {
        let text = format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.10\"><CstmrPmtStsRpt><GrpHdr><MsgId>1</MsgId>\
             <CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>1</OrgnlMsgId>\
             <OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>\
             <OrgnlPmtInfId>1</OrgnlPmtInfId>{of_all}{own}{none}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>"
        );
        let reader = Reader::of_payments(Limits::default()).unwrap();
        let found = statuses(&reader.read(text.as_bytes(), None).unwrap());
        found.into_iter().map(|one| (one.status, one.reason)).collect()
    };
    let settled = (Status::Settled, String::new());
    let rejected = (Status::Rejected, "AC04".to_owned());
    let of_all = "<PmtInfSts>RJCT</PmtInfSts><StsRsnInf><Rsn><Cd>MS03</Cd></Rsn></StsRsnInf>";
    assert_eq!(read(of_all), [settled.clone(), rejected]);
    assert_eq!(read(""), [settled]);
}

#[test]
fn bnk_04_a_status_of_all_counts_where_no_payment_is_named() {
    let read = |of_group: &str, of_payments: &str| -> Vec<(String, Status, String, bool)> {
        let text = format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:pain.002.001.10\"><CstmrPmtStsRpt><GrpHdr>\
             <MsgId>1</MsgId><CreDtTm>2026-11-20T12:00:00Z</CreDtTm></GrpHdr><OrgnlGrpInfAndSts>\
             <OrgnlMsgId>M-1</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId>{of_group}</OrgnlGrpInfAndSts>{of_payments}</CstmrPmtStsRpt>\
             </Document>"
        );
        let reader = Reader::of_payments(Limits::default()).unwrap();
        let found = statuses(&reader.read(text.as_bytes(), None).unwrap());
        found.into_iter().map(|one| (one.payments, one.status, one.reason, one.is_of_one)).collect()
    };
    let payments = |inside: &str| {
        format!("<OrgnlPmtInfAndSts><OrgnlPmtInfId>P-1</OrgnlPmtInfId>{inside}</OrgnlPmtInfAndSts>")
    };
    let all = |name: &str, status, reason: &str| [(name.to_owned(), status, reason.to_owned(), false)];
    let refused = "<StsRsnInf><Rsn><Cd>MS03</Cd></Rsn><AddtlInf>closed</AddtlInf></StsRsnInf>";
    let rejected = payments(&format!("<PmtInfSts>RJCT</PmtInfSts>{refused}"));
    // The payments together say more than the whole message.
    assert_eq!(read("<GrpSts>ACSP</GrpSts>", &rejected), all("P-1", Status::Rejected, "MS03 closed"));
    let of_message = format!("<GrpSts>RJCT</GrpSts>{refused}");
    assert_eq!(read(&of_message, ""), all("M-1", Status::Rejected, "MS03 closed"));
    assert_eq!(read("<GrpSts>ACSC</GrpSts>", &payments("")), all("M-1", Status::Settled, ""));
    assert!(read("", &payments("")).is_empty());
    // A list of refusals alone says nothing of the others.
    let one = "<TxInfAndSts><OrgnlEndToEndId>E</OrgnlEndToEndId><TxSts>RJCT</TxSts></TxInfAndSts>";
    let found = read("<GrpSts>ACSC</GrpSts>", &payments(one));
    assert_eq!(found, [("P-1".to_owned(), Status::Rejected, String::new(), true)]);
}
