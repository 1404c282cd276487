//! The messages for people: line, column, path and reason.

use iso20022::{Limits, Reader};

use crate::messages::{notification, read, reader, reasons};

/// Replaces one text of the notification, and returns the violations.
fn after(from: &str, to: &str) -> Vec<String> {
    let text = notification();
    assert!(text.contains(from), "{from}");
    reasons(&text.replacen(from, to, 1))
}

const CERTIFICATE: &str = "/Document/PmtRgltryInfNtfctn/TxNtfctn[1]/TxCert[1]";

#[test]
fn ctc_02_a_violation_names_line_column_path_and_reason() {
    assert_eq!(
        after("<MsgId>MSG-2026-0001</MsgId>", &format!("<MsgId>{}</MsgId>", "Щ".repeat(36))),
        [
            "line 5, column 14, /Document/PmtRgltryInfNtfctn/GrpHdr/MsgId: 36 characters long, at most 35 are allowed"
        ]
    );
    assert_eq!(
        after("<MsgId>MSG-2026-0001</MsgId>", "<MsgId/>"),
        ["line 5, column 7, /Document/PmtRgltryInfNtfctn/GrpHdr/MsgId: the value is empty"]
    );
    assert_eq!(
        after("<TxId>T-1</TxId>", ""),
        [format!("line 26, column 9, {CERTIFICATE}: the element TxId is missing before Cert")]
    );
}

#[test]
fn ctc_02_values_are_explained() {
    let record = format!("{CERTIFICATE}/CertRcrd[1]");
    assert_eq!(
        after("2026-01-28</TxDt>", "2026-02-30</TxDt>"),
        [format!(
            "line 33, column 19, {record}/Tx/TxDt: \"2026-02-30\" is not a date that exists, written 2026-01-31"
        )]
    );
    assert_eq!(
        after("1500.25", "1500.253456"),
        [format!(
            "line 36, column 28, {record}/Tx/Amt: the number has 6 digits after the point, at most 5 are allowed"
        )]
    );
    assert_eq!(
        after("1500.25", "-1"),
        [format!("line 36, column 28, {record}/Tx/Amt: \"-1\" is not at least 0")]
    );
    assert_eq!(
        after("Ccy=\"USD\">1500.25", "Ccy=\"usd\">1500.25"),
        [format!("line 36, column 18, {record}/Tx/Amt/@Ccy: \"usd\" does not have the form [A-Z]{{3,3}}")]
    );
    assert_eq!(
        after(" Ccy=\"USD\">1500.25", ">1500.25"),
        [format!("line 36, column 13, {record}/Tx/Amt/@Ccy: the attribute is missing")]
    );
    assert_eq!(
        after("<Nm>Банк</Nm>", "<PstlAdr><AdrTp><Cd>HOUSE</Cd></AdrTp></PstlAdr>"),
        [
            "line 22, column 29, /Document/PmtRgltryInfNtfctn/TxNtfctn[1]/AcctSvcr/FinInstnId/PstlAdr/AdrTp/Cd: \
          \"HOUSE\" is none of ADDR, PBOX, HOME, BIZZ, MLTO, DLVY"
        ]
    );
}

#[test]
fn ctc_02_elements_are_explained() {
    let header = "/Document/PmtRgltryInfNtfctn/GrpHdr";
    assert_eq!(
        after("<NbOfItms>1</NbOfItms>", "<NbOfItems>1</NbOfItems>"),
        [
            format!(
                "line 7, column 7, {header}: the element NbOfItems is not allowed here; expected: NbOfItms"
            ),
            format!("line 8, column 7, {header}: the element NbOfItms is missing before InitgPty"),
        ]
    );
    assert_eq!(
        after("<NbOfItms>1</NbOfItms>", "<NbOfItms>1</NbOfItms><MsgId>2</MsgId>"),
        [format!("line 7, column 29, {header}: the element MsgId must come before NbOfItms")]
    );
    assert_eq!(
        after("<NbOfItms>1</NbOfItms>", "<NbOfItms>1</NbOfItms><NbOfItms>1</NbOfItms>"),
        [format!("line 7, column 29, {header}: the element NbOfItms may occur here once only")]
    );
    assert_eq!(
        after("<NbOfItms>1</NbOfItms>", "<NbOfItms xmlns=''>1</NbOfItms>").len(),
        2,
        "the wrong namespace, and the element that is missing then"
    );
    assert_eq!(
        after("<NbOfItms>1</NbOfItms>", "<NbOfItms>1<b/></NbOfItms>"),
        [format!("line 7, column 18, {header}/NbOfItms: only text is allowed here, no element b")]
    );
    assert_eq!(
        after("<GrpHdr>", "<GrpHdr>да"),
        [format!("line 4, column 13, {header}: text is not allowed here, only elements are")]
    );
    assert_eq!(
        after("<GrpHdr>", "<GrpHdr id='1'>"),
        [format!("line 4, column 13, {header}/@id: the attribute is not allowed here")]
    );
    let account = after("</Othr></Id><Ccy>USD", "</Othr><IBAN>RU12A</IBAN></Id><Ccy>USD");
    assert_eq!(
        account,
        [format!(
            "line 27, column 61, {CERTIFICATE}/Acct/Id: only one element may occur here: Othr or IBAN, not both"
        )]
    );
}

#[test]
fn ctc_02_every_violation_is_listed_in_the_order_of_the_document() {
    let text = notification()
        .replace("MSG-2026-0001", "")
        .replace("<NbOfItms>1<", "<NbOfItms>one<")
        .replace("11100", "111")
        .replace("<TxId>T-1</TxId>", "<TxId>T-1</TxId><TxId>T-2</TxId>");
    let reasons = reasons(&text);
    let order: Vec<bool> = ["GrpHdr/MsgId", "NbOfItms", "TxId", "LclInstrm"]
        .iter()
        .zip(&reasons)
        .map(|(path, reason)| reason.contains(path))
        .collect();
    assert_eq!(order, [true; 4], "{reasons:#?}");
}

#[test]
fn ctc_02_repeated_elements_are_numbered() {
    let text = notification();
    let start = text.find("<CertRcrd>").unwrap();
    let end = text.find("</TxCert>").unwrap();
    let record = &text[start..end];
    let doubled = text.replace(record, &format!("{record}{}", record.replace("11100", "x")));
    let violations = read(&doubled).unwrap_err();
    assert_eq!(violations.list().len(), 1);
    assert_eq!(violations.list()[0].path, format!("{CERTIFICATE}/CertRcrd[2]/Tx/LclInstrm"));
}

#[test]
fn ctc_02_reading_stops_at_fifty_violations() {
    let owner = "<Nm>ООО «Ромашка»</Nm>";
    let text = notification().replacen(owner, &format!("{owner}{}", "<x/>".repeat(100_000)), 1);
    let violations = read(&text).unwrap_err();
    assert_eq!(violations.list().len(), 50);
    assert!(violations.more());
    assert!(violations.to_string().ends_with("only the first 50 faults are shown, there may be more\n"));
}

#[test]
fn ctc_02_a_document_that_breaks_off_says_so_last() {
    let text = notification().replace("MSG-2026-0001", "");
    let cut = &text[..text.find("</TxCert>").unwrap()];
    let violations = read(cut).unwrap_err();
    assert_eq!(violations.list().len(), 2, "{violations}");
    assert!(violations.list()[1].reason.contains("ends before the element TxCert is closed"));
    assert!(!violations.more());
}

#[test]
fn ctc_02_columns_count_characters_and_lines_every_end_of_line() {
    let head = "<Document\rxmlns=\"urn:iso:std:iso:20022:tech:xsd:auth.024.001.04\">\r\n\n";
    let violations = read(&format!("{head}  <!-- Ёлка 𝄞 --><Other/>")).unwrap_err();
    assert_eq!((violations.list()[0].line, violations.list()[0].column), (4, 18), "{violations}");
    for end in ["\n", "\r", "\r\n"] {
        let head = "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:auth.024.001.04\">";
        let violations = read(&format!("{head}{end}  <Other/>")).unwrap_err();
        assert_eq!((violations.list()[0].line, violations.list()[0].column), (2, 3), "{end:?}: {violations}");
    }
}

#[test]
fn ctc_01_a_hint_at_a_schema_is_allowed_and_no_attribute_beside_it() {
    let instance = "http://www.w3.org/2001/XMLSchema-instance";
    let with = |namespace: &str, name: &str| {
        let hint = format!("<Document xmlns:x=\"{namespace}\" x:{name}=\"urn:x any.xsd\" ");
        notification().replacen("<Document ", &hint, 1)
    };
    for name in ["schemaLocation", "noNamespaceSchemaLocation"] {
        assert!(read(&with(instance, name)).is_ok(), "{name}");
        let reasons = reasons(&with("urn:other", name));
        assert!(
            reasons.len() == 1 && reasons[0].ends_with("the attribute is not allowed here"),
            "{reasons:?}"
        );
    }
}

#[test]
fn ctc_02_a_wrong_message_is_told_what_is_accepted() {
    let intake = reader().only("auth.024");
    let text = notification().replace("auth.024.001.04", "auth.024.001.05");
    let violations = intake.read(text.as_bytes(), None).unwrap_err();
    let reason = &violations.list()[0].reason;
    assert!(
        reason.starts_with("the namespace urn:iso:std:iso:20022:tech:xsd:auth.024.001.05 is not accepted")
    );
    assert!(reason.contains("auth.024.001.01") && !reason.contains("auth.027"), "{reason}");
    assert_eq!(intake.namespaces().len(), 4);
    assert!(intake.namespaces().iter().all(|name| name.contains("auth.024")), "{:?}", intake.namespaces());
    let advice = "<Document xmlns='urn:iso:std:iso:20022:tech:xsd:auth.027.001.04'/>";
    assert!(intake.read(advice.as_bytes(), None).unwrap_err().to_string().contains("is not accepted"));
}

#[test]
fn ctc_02_the_limit_of_violations_is_a_setting() {
    let reader = Reader::new(Limits { violations_max: 2, ..Limits::default() }).unwrap();
    let text =
        notification().replace("<NbOfItms>1<", "<NbOfItms>one<").replace("11100", "1").replace("C-17", "");
    let text = text.replace("MSG-2026-0001", "");
    let violations = reader.read(text.as_bytes(), None).unwrap_err();
    assert_eq!((violations.list().len(), violations.more()), (2, true));
}

#[test]
fn ctc_02_supplementary_data_is_checked_where_the_schema_knows_it() {
    let with = |inside: &str| {
        let supplement = format!("</TxNtfctn><SplmtryData><Envlp>{inside}</Envlp></SplmtryData>");
        notification().replace("</TxNtfctn>", &supplement)
    };
    assert!(read(&with("<a xmlns='urn:a' b='c'>any <d/> thing</a>")).is_ok());
    let nested = "<a xmlns='urn:a'><Document xmlns='urn:iso:std:iso:20022:tech:xsd:auth.024.001.04'/></a>";
    let found = reasons(&with(nested));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].ends_with(
        "/Document/PmtRgltryInfNtfctn/SplmtryData[1]/Envlp/a/Document: the element PmtRgltryInfNtfctn is missing"
    ));
    assert!(reasons(&with("<a xmlns='urn:a'/><a xmlns='urn:a'/>"))[0].contains("may occur here once only"));
    assert!(reasons(&with(""))[0].ends_with("/Envlp: the element (any of another schema) is missing"));
}

#[test]
fn ctc_02_a_signature_of_an_attachment_is_of_a_schema_that_is_not_known() {
    let attachment = "</Ctrct><Attchmnt><DocTp>CNTR</DocTp><DocNb>7</DocNb><LkFileHash>\
        <s:Signature xmlns:s='http://www.w3.org/2000/09/xmldsig#'/></LkFileHash><AttchdBinryFile/></Attchmnt></CertRcrd>";
    let text = notification();
    let (before, rest) = text.rsplit_once("</Ctrct>").unwrap();
    let behind = rest.split_once("</CertRcrd>").unwrap().1;
    let found = reasons(&format!("{before}{attachment}{behind}"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("LkFileHash: the element Signature is of a schema that is not known here"));
}
