//! The view of a notification, in all versions.

use iso20022::{Element, Notification};

use crate::messages::{notification, of_version, read};

fn text(element: Option<Element<'_>>) -> Option<&str> {
    element.map(|one| one.text())
}

#[test]
fn ctc_01_all_four_versions_are_told_by_their_namespace() {
    for version in ["01", "02", "03", "04"] {
        let document = read(&of_version(version)).unwrap();
        assert_eq!(document.message(), format!("auth.024.001.{version}"));
        let view = Notification::read(&document).unwrap();
        assert_eq!(view.message_id.text(), "MSG-2026-0001");
        assert_eq!(view.number_of_items.value(), "1");
        assert_eq!(text(view.initiating_party.unwrap().name), Some("ООО «Ромашка»"));
    }
}

#[test]
fn ctc_01_a_value_in_a_section_is_read_as_it_is() {
    let in_sections = notification()
        .replace("MSG-2026-0001", "<![CDATA[MSG-2026-0001]]>")
        .replace(
            "<AcctOwnr>\n        <Nm>ООО «Ромашка»</Nm>",
            "<AcctOwnr><Nm><![CDATA[ООО «Ромашка» & Ко]]></Nm>",
        )
        .replace("T-1", "<![CDATA[]]><![CDATA[]]>T-1")
        .replace("С-17", "С<![CDATA[-]]>17");
    let document = read(&in_sections).unwrap();
    let view = Notification::read(&document).unwrap();
    let certificate = &view.items[0].certificates[0];
    assert_eq!(view.message_id.text(), "MSG-2026-0001");
    assert_eq!(text(view.items[0].owner.name), Some("ООО «Ромашка» & Ко"));
    assert_eq!(certificate.transaction_id.text(), "T-1");
    assert_eq!(text(certificate.certificate.id), Some("С-17"));
}

#[test]
fn ctc_03_owner_and_bank_are_found_by_their_schemes() {
    let document = read(&notification()).unwrap();
    let view = Notification::read(&document).unwrap();
    let item = &view.items[0];
    assert_eq!(item.id.text(), "N-1");
    assert_eq!(text(item.owner.tax_id), Some("7707123458"), "the second identification has the scheme TXID");
    assert_eq!(text(item.owner.residence), Some("RU"));
    assert_eq!(text(item.servicer.bic), Some("044525974"));
    assert_eq!(text(item.servicer.bicfi), None);
    let other = notification().replace("<Prtry>OGRN</Prtry>", "<Cd>CUST</Cd>");
    let document = read(&other).unwrap();
    let owner = &Notification::read(&document).unwrap().items[0].owner;
    assert_eq!(text(owner.tax_id), Some("7707123458"), "another code of the same list is no tax number");
    let other = notification().replace("RUCBC", "GBDSC");
    let document = read(&other).unwrap();
    assert!(
        Notification::read(&document).unwrap().items[0].servicer.bic.is_none(),
        "a member of another system"
    );
    let person = notification().replace("OrgId>", "PrvtId>");
    let document = read(&person).unwrap();
    assert_eq!(text(Notification::read(&document).unwrap().items[0].owner.tax_id), Some("7707123458"));
}

#[test]
fn ctc_03_certificates_and_records_are_read() {
    let document = read(&notification()).unwrap();
    let view = Notification::read(&document).unwrap();
    let certificate = &view.items[0].certificates[0];
    assert_eq!(certificate.transaction_id.text(), "T-1");
    assert_eq!(text(certificate.certificate.id), Some("С-17"));
    assert_eq!(text(certificate.certificate.date), Some("2026-01-29"));
    let account = certificate.account.as_ref().unwrap();
    assert_eq!((text(account.number), text(account.currency)), (Some("40702840100000000001"), Some("USD")));
    let amendment = certificate.amendment.as_ref().unwrap();
    assert_eq!((amendment.correction.text(), text(amendment.original)), ("1", Some("С-16")));
    let record = &certificate.records[0];
    assert_eq!((record.amount.element.value(), record.amount.currency), ("1500.25", "USD"));
    assert_eq!(record.instrument.text(), "11100");
    assert_eq!(record.referred_ids[0].name(), "EndToEndId");
    let contract = record.contract.as_ref().unwrap();
    assert_eq!(text(contract.id), Some("К&7"));
    assert_eq!(contract.amount.as_ref().unwrap().currency, "EUR");
    assert_eq!(text(contract.information), Some("оплата по договору"), "a comment does not cut a text");
    assert_eq!(view.created.value(), "2026-01-30T09:30:00+03:00");
    let dates: Vec<&str> = certificate.dates().map(|date| date.value()).collect();
    assert_eq!(dates, ["2026-01-29", "2026-01-28", "2026-01-28", "2025-12-01"]);
}

#[test]
fn ctc_03_an_element_tells_its_place() {
    let document = read(&notification()).unwrap();
    let view = Notification::read(&document).unwrap();
    let violation = view.items[0].certificates[0].records[0].amount.element.violation("not today");
    assert_eq!(
        violation.to_string(),
        "line 36, column 13, /Document/PmtRgltryInfNtfctn/TxNtfctn[1]/TxCert[1]/CertRcrd[1]/Tx/Amt: not today"
    );
}

#[test]
fn ctc_03_other_messages_are_none() {
    let advice = "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:auth.027.001.04'/>";
    assert!(read(advice).is_err());
}
