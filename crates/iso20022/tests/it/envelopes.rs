//! The root: the message itself, or an envelope with a header.

use std::path::Path;

use crate::messages::{notification, read, reasons};
use crate::xmllint;

const HEADER: &str =
    "<AppHdr xmlns='urn:iso:std:iso:20022:tech:xsd:head.001.001.02'><Fr>any <b>thing</b></Fr></AppHdr>";

/// The message without its XML declaration.
fn message() -> String {
    notification().split_once("?>").unwrap().1.to_owned()
}

fn envelope(inside: &str) -> String {
    format!("<Envelope xmlns='urn:bank:envelope' version='1'>\n{inside}\n</Envelope>")
}

#[test]
fn ctc_01_a_message_may_stand_in_an_envelope() {
    let document = read(&envelope(&format!("{HEADER}{}", message()))).unwrap();
    assert_eq!(document.message(), "auth.024.001.04");
    assert_eq!(document.root().path(), "/Document");
    assert_eq!(document.root().at("PmtRgltryInfNtfctn/GrpHdr/MsgId").unwrap().text(), "MSG-2026-0001");
    for version in ["01", "03", "04"] {
        let header = HEADER.replace("001.02", &format!("001.{version}"));
        assert!(read(&envelope(&format!("{header}{}", message()))).is_ok());
    }
    // An envelope without a namespace of its own, and with a prefix.
    assert!(read(&format!("<e:Msg xmlns:e='urn:e'>{HEADER}{}</e:Msg>", message())).is_ok());
    assert!(read(&format!("<Msg>{HEADER}{}</Msg>", message())).is_ok());
}

#[test]
fn ctc_01_an_envelope_has_a_header_and_one_document() {
    for (inside, expected) in [
        (message(), "/Envelope: the element AppHdr is missing before Document"),
        (HEADER.to_owned(), "/Envelope: the element Document is missing"),
        (String::new(), "/Envelope: the root has to be Document, or an envelope with AppHdr of head.001"),
        (format!("{}{HEADER}", message()), "/Envelope: the element AppHdr must come before Document"),
        (format!("{HEADER}{HEADER}{}", message()), "/Envelope: the element AppHdr may occur here once only"),
        (format!("{HEADER}{0}{0}", message()), "/Envelope: the element Document may occur here once only"),
        (
            format!("{HEADER}<Other/>{}", message()),
            "/Envelope: the element Other is not allowed here; expected: Document",
        ),
        (format!("{HEADER}text{}", message()), "/Envelope: text is not allowed here"),
        (
            format!("{}{}", HEADER.replace("head.001", "head.002"), message()),
            "/Envelope: the element AppHdr is not allowed here; expected: AppHdr of head.001",
        ),
    ] {
        let found = reasons(&envelope(&inside));
        assert!(found.iter().any(|reason| reason.contains(expected)), "{expected}: {found:#?}");
    }
}

#[test]
fn ctc_02_a_message_in_an_envelope_is_checked_like_any_other() {
    let wrong = message().replace("11100", "abc");
    let found = reasons(&envelope(&format!("{HEADER}{wrong}")));
    assert_eq!(found.len(), 1);
    assert!(
        found[0]
            .contains("/Envelope/Document/PmtRgltryInfNtfctn/TxNtfctn[1]/TxCert[1]/CertRcrd[1]/Tx/LclInstrm")
    );
}

#[test]
fn ctc_02_verdicts_on_envelopes_are_those_of_libxml2() {
    let folder = tempfile::tempdir().unwrap();
    let schema = folder.path().join("envelope.xsd");
    let message_schema = format!("{}/schemas/auth.024.001.04.xsd", env!("CARGO_MANIFEST_DIR"));
    std::fs::write(&schema, SCHEMA.replace("MESSAGE", &message_schema)).unwrap();
    let good = message();
    let texts = [
        format!("{HEADER}{good}"),
        good.clone(),
        HEADER.to_owned(),
        format!("{HEADER}{good}{good}"),
        format!("{good}{HEADER}"),
        format!("{HEADER}<x/>{good}"),
        format!("{HEADER}{}", good.replace("11100", "1110")),
        format!("{HEADER}{}", good.replace("<TxDt>", "<TxDt> ")),
    ]
    .map(|inside| envelope(&inside));
    let documents: Vec<Vec<u8>> = texts.iter().map(|text| text.clone().into_bytes()).collect();
    let verdicts = xmllint::verdicts(Path::new(&schema), &documents);
    assert!(verdicts[0].valid, "{}", verdicts[0].words);
    for (text, verdict) in texts.iter().zip(&verdicts).take(7) {
        assert_eq!(read(text).is_ok(), verdict.valid, "{}\n{text}", verdict.words);
    }
}

const SCHEMA: &str = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' targetNamespace='urn:bank:envelope' \
    xmlns:m='urn:iso:std:iso:20022:tech:xsd:auth.024.001.04'>\
    <xs:import namespace='urn:iso:std:iso:20022:tech:xsd:auth.024.001.04' schemaLocation='MESSAGE'/>\
    <xs:element name='Envelope'><xs:complexType><xs:sequence>\
    <xs:any namespace='urn:iso:std:iso:20022:tech:xsd:head.001.001.02' processContents='skip'/>\
    <xs:element ref='m:Document'/></xs:sequence><xs:attribute name='version' type='xs:string'/></xs:complexType>\
    </xs:element></xs:schema>";
