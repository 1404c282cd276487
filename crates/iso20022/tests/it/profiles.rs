//! Schema files that a bank adds, and those of the crate.

use iso20022::Reader;

use crate::messages::{notification, numbered, reader};

const AUTH_024: &str = include_str!("../../schemas/auth.024.001.04.xsd");

fn with_file(text: &str) -> Result<Reader, String> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("profile.xsd"), text).unwrap();
    std::fs::write(folder.path().join("readme.txt"), "not a schema").unwrap();
    reader().with_folder(folder.path()).map_err(|error| error.to_string())
}

#[test]
fn ctc_01_a_bank_narrows_a_message_by_a_file_of_its_own() {
    assert!(reader().read(notification().as_bytes(), None).is_ok());
    let narrower = AUTH_024.replace(
        r#"<xs:element name="CtryOfRes" type="CountryCode" minOccurs="0"/>"#,
        r#"<xs:element name="CtryOfRes" minOccurs="0"><xs:simpleType><xs:restriction base="CountryCode">
           <xs:enumeration value="BY"/></xs:restriction></xs:simpleType></xs:element>"#,
    );
    let reader = with_file(&narrower).unwrap();
    let violations = reader.read(notification().as_bytes(), None).unwrap_err();
    assert!(violations.list()[0].reason.contains("\"RU\" is none of BY"), "{violations}");
    assert!(reader.read(notification().replace("RU<", "BY<").as_bytes(), None).is_ok());
    let other = notification().replace("001.04", "001.03");
    assert!(reader.read(other.as_bytes(), None).is_ok(), "the other versions stay");
}

#[test]
fn ctc_01_a_bank_adds_a_message_by_a_file() {
    let reader = with_file(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:x' targetNamespace='urn:x' \
            elementFormDefault='qualified'>
         <xs:element name='Note'><xs:complexType><xs:choice>
         <xs:element name='Day' type='xs:date' maxOccurs='2'/><xs:element name='Flag' type='xs:boolean'/>
         </xs:choice><xs:attribute name='number' type='Number'/></xs:complexType></xs:element>
         <xs:simpleType name='Number'><xs:restriction base='xs:integer'><xs:maxExclusive \
         value='10'/></xs:restriction></xs:simpleType>
         </xs:schema>",
    )
    .unwrap();
    let read = |text: &str| reader.read(text.as_bytes(), None).map(|document| document.message().to_owned());
    assert_eq!(
        read("<Note xmlns='urn:x' number='9'><Day>2026-01-31</Day><Day>2026-02-01</Day></Note>").unwrap(),
        "urn:x"
    );
    for wrong in [
        "<Note xmlns='urn:x' number='10'><Flag>1</Flag></Note>",
        "<Note xmlns='urn:x' number='1.0'><Flag>1</Flag></Note>",
        "<Note xmlns='urn:x'><Flag>yes</Flag></Note>",
        "<Note xmlns='urn:x'><Day>2026-01-31</Day><Day>2026-01-31</Day><Day>2026-01-31</Day></Note>",
        "<Note xmlns='urn:x'><Day>2026-01-31</Day><Flag>1</Flag></Note>",
        "<Note xmlns='urn:x'/>",
    ] {
        assert!(read(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn ctc_02_the_elements_that_may_come_are_named_and_many_counted() {
    for (count, told) in
        [(8, "E0, E1, E2, E3, E4, E5, E6 or E7"), (10, "E0, E1, E2, E3, E4, E5, E6, E7 or 2 others")]
    {
        let elements = numbered(count, |number| format!("<xs:element name='E{number}' type='xs:date'/>"));
        let reader = with_file(&format!(
            "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:x' targetNamespace='urn:x' \
                elementFormDefault='qualified'>
             <xs:element name='Note'><xs:complexType><xs:choice>{elements}</xs:choice></xs:complexType></xs:element>
             </xs:schema>"
        ))
        .unwrap();
        let reasons = |inside: &str| -> Vec<String> {
            let text = format!("<Note xmlns='urn:x'>{inside}</Note>");
            let violations = reader.read(text.as_bytes(), None).unwrap_err();
            violations.list().iter().map(|violation| violation.reason.clone()).collect()
        };
        let missing = format!("one of these elements is missing: {told}");
        assert_eq!(reasons(""), [missing.as_str()]);
        let unexpected = format!("the element Other is not allowed here; expected: {told}");
        assert_eq!(reasons("<Other/>"), [unexpected, missing]);
        let behind = "the element Other is not allowed here, and no other one";
        assert_eq!(reasons("<E0>2026-01-31</E0><Other/>"), [behind]);
    }
}

#[test]
fn ctc_01_a_file_that_is_not_understood_is_refused_with_its_line() {
    for (from, to, reason) in [
        ("<xs:sequence>", "<xs:all>", "expected 'xs:all' tag"),
        ("type=\"Max35Text\"", "type=\"Max36Text\"", "the type Max36Text is not defined"),
        ("base=\"xs:decimal\"", "base=\"xs:double\"", "the type xs:double is not supported"),
        ("<xs:totalDigits", "<xs:assertion", "line "),
        (
            "name=\"Document\" type",
            "name=\"Document\" nillable=\"true\" type",
            "the attribute nillable is not supported",
        ),
        ("[A-Z]{3,3}", "[A-Z-[X]]{3}", "subtraction of classes is not supported"),
        ("[A-Z]{3,3}", "(?i)[A-Z]{3}", "(? is not of XML Schema"),
        ("[A-Z]{3,3}", "\\\\i\\\\c*", "is not supported"),
        ("elementFormDefault=\"qualified\"", "", "elementFormDefault has to be qualified"),
        ("maxOccurs=\"7\"", "maxOccurs=\"-1\"", "-1 is not a number"),
        ("base=\"ActiveCurrencyAndAmount_SimpleType\"", "base=\"ActiveCurrencyAndAmount\"", "is not defined"),
        ("<xs:element name=\"Document\" type=\"Document\"/>", "", "the schema declares no element"),
    ] {
        let changed = AUTH_024.replacen(from, &to.replace("\\\\", "\\"), 1);
        assert_ne!(changed, AUTH_024, "{from}");
        let error = with_file(&changed).unwrap_err();
        assert!(error.contains("profile.xsd") && error.contains(reason), "{reason}: {error}");
    }
    assert!(with_file("no xml").is_err());
    assert!(with_file("<a/>").unwrap_err().contains("not a schema"));
}

#[test]
fn ctc_01_types_that_derive_in_a_circle_are_refused() {
    let circle = AUTH_024.replacen(
        "<xs:simpleType name=\"Max35Text\">\n        <xs:restriction base=\"xs:string\">",
        "<xs:simpleType name=\"Max35Text\">\n        <xs:restriction base=\"Max35Text\">",
        1,
    );
    assert!(with_file(&circle).unwrap_err().contains("derive from each other"));
}

#[test]
fn ctc_01_an_absent_folder_is_an_error() {
    let error = reader().with_folder(std::path::Path::new("/nowhere/at/all")).unwrap_err();
    assert!(error.to_string().starts_with("/nowhere/at/all: "));
}
