//! Famous attacks on readers of XML. Each is refused by a rule or a counter, before it could cost anything: what is
//! checked is the reason and how far reading went, never a clock.

use std::fmt::Write as _;
use std::time::Duration;

use iso20022::{Limits, XmlPiece, XmlReader};

use crate::messages::{notification, numbered, read, reader, reasons};

/// The only reason why a document is refused.
fn only_reason(text: &str) -> String {
    let mut reasons = reasons(text);
    assert_eq!(reasons.len(), 1, "{reasons:#?}");
    reasons.remove(0)
}

fn with_prolog(prolog: &str, content: &str) -> String {
    let text = notification().replace("MSG-2026-0001", content);
    text.replacen("?>\n", &format!("?>\n{prolog}\n"), 1)
}

#[test]
fn ctc_06_billion_laughs() {
    let mut entities = String::from("<!DOCTYPE lolz [<!ENTITY lol0 \"lol\">");
    for level in 1..10 {
        let inside = format!("&lol{};", level - 1).repeat(10);
        write!(entities, "<!ENTITY lol{level} \"{inside}\">").unwrap();
    }
    let text = with_prolog(&(entities + "]>"), "&lol9;");
    assert_eq!(
        only_reason(&text),
        "line 2, column 1, /: a document type declaration (DOCTYPE) is not accepted: leave it out"
    );
    // Without the declaration the reference is refused for itself.
    assert!(only_reason(&with_prolog("", "&lol9;")).contains("the entity &lol9; is not accepted"));
}

#[test]
fn ctc_06_quadratic_blowup() {
    let entity = format!("<!DOCTYPE a [<!ENTITY a \"{}\">]>", "a".repeat(100_000));
    let text = with_prolog(&entity, &"&a;".repeat(10_000));
    assert!(only_reason(&text).contains("DOCTYPE"));
}

#[test]
fn ctc_06_external_entity() {
    let entity = "<!DOCTYPE a [<!ENTITY xxe SYSTEM \"file:///etc/passwd\">]>";
    assert!(only_reason(&with_prolog(entity, "&xxe;")).contains("DOCTYPE"));
    let external = "<!DOCTYPE a SYSTEM \"http://127.0.0.1/evil.dtd\">";
    assert!(only_reason(&with_prolog(external, "a")).contains("DOCTYPE"));
    assert!(only_reason(&with_prolog("<!doctype html>", "a")).contains("DOCTYPE"));
}

#[test]
fn ctc_06_parameter_entity() {
    let entity = "<!DOCTYPE a [<!ENTITY % remote SYSTEM \"http://127.0.0.1/x\"> %remote;]>";
    assert!(only_reason(&with_prolog(entity, "a")).contains("DOCTYPE"));
    assert!(
        only_reason(&with_prolog("", "%remote; &remote;")).contains("the entity &remote; is not accepted")
    );
}

#[test]
fn ctc_06_xinclude() {
    let include =
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='file:///etc/passwd' parse='text'/>";
    assert!(
        reasons(&notification().replace("MSG-2026-0001", include))[0].contains("XInclude is not accepted")
    );
    // Also where anything else is allowed.
    let supplement = format!("</TxNtfctn><SplmtryData><Envlp>{include}</Envlp></SplmtryData>");
    assert!(only_reason(&notification().replace("</TxNtfctn>", &supplement)).contains("XInclude"));
}

#[test]
fn ctc_06_attribute_bomb() {
    let attributes = numbered(100_000, |number| format!(" a{number}='1'"));
    let text = notification().replacen("<GrpHdr>", &format!("<GrpHdr{attributes}>"), 1);
    let reason = only_reason(&text);
    assert!(reason.contains("the element has more than 64 attributes"), "{reason}");
    // Reading stopped at the 65th attribute, not at the last.
    let column: usize = reason.split(", column ").nth(1).unwrap().split(',').next().unwrap().parse().unwrap();
    assert!(column < 64 * 10, "{reason}");
    let declarations = numbered(65, |number| format!("<a{number} xmlns:n{number}='urn:{number}'>"));
    assert!(read(&declarations).is_err());
}

#[test]
fn ctc_06_namespace_bomb() {
    // Each prefix lookup goes through the declarations in force, so their number is bounded, not only that of one tag.
    let level = |name: char| -> String {
        let declarations = numbered(40, |number| format!(" xmlns:{name}{number}='urn:x'"));
        format!("<a{declarations}>")
    };
    let reason = &reasons(&format!("{}{}", level('a'), level('b')))[0];
    assert!(reason.contains("more than 64 namespace declarations"), "{reason}");
}

/// Two names of a megabyte that differ in their last letter are compared where they are declared, and not for each of
/// the tags that use both.
#[test]
fn security_01_long_namespaces_are_not_compared_for_every_tag() {
    let name = "u".repeat(1024 * 1024);
    let tags = "<c a:x='' b:x=''/>".repeat(100_000);
    let text = format!("<d xmlns:a='{name}1' xmlns:b='{name}2'>{tags}</d>");
    let begin = processor_time();
    let mut reader = XmlReader::new(&text, &Limits::default()).unwrap();
    let mut elements = 0;
    while let Some(piece) = reader.next_piece().unwrap() {
        elements += usize::from(matches!(piece, XmlPiece::Start(_)));
    }
    assert_eq!(elements, 100_001);
    let time = processor_time().saturating_sub(begin);
    println!("{} KiB: {} ms", text.len() / 1024, time.as_millis());
    assert!(time.as_secs() < 2, "{time:?}");
    // The same name under two prefixes is still the same namespace.
    let same = format!("<d xmlns:a='{name}' xmlns:b='{name}'><c a:x='' b:x=''/></d>");
    let mut reader = XmlReader::new(&same, &Limits::default()).unwrap();
    assert_eq!(reader.next_piece(), Ok(Some(XmlPiece::Start("d"))));
    assert_eq!(reader.next_piece().unwrap_err().reason, "the attribute b:x occurs twice in one tag");
}

fn processor_time() -> Duration {
    let status = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap();
    Duration::from_nanos(status.split(' ').next().unwrap().parse().unwrap())
}

#[test]
fn ctc_06_depth_bomb() {
    let text = notification().replacen("<GrpHdr>", &"<GrpHdr>".repeat(500_000), 1);
    let violations = read(&text).unwrap_err();
    let last = violations.list().last().unwrap();
    assert!(last.reason.contains("nested deeper than 64"), "{violations}");
    let supplement = format!("</TxNtfctn><SplmtryData><Envlp>{}", "<a>".repeat(1_000_000));
    let reason = only_reason(&notification().replace("</TxNtfctn>", &supplement));
    assert!(reason.contains("nested deeper than 64"), "{reason}");
}

#[test]
fn ctc_06_utf_7() {
    let declared = "<?xml version='1.0' encoding='UTF-7'?>+ADw-Document+AD4-";
    assert!(only_reason(declared).contains("the encoding \"UTF-7\" is not accepted"));
    assert!(only_reason("+ADw-Document+AD4-").contains("looks like UTF-7"));
    assert!(only_reason("+/v8-+ADw-Document").contains("looks like UTF-7"));
    let text = notification();
    for charset in ["utf-7", "UTF-32", "x-user-defined", "ibm037"] {
        let violations = reader().read(text.as_bytes(), Some(charset)).unwrap_err();
        assert!(violations.to_string().contains("is not accepted"), "{charset}: {violations}");
    }
}

#[test]
fn ctc_06_nul_and_control_characters() {
    let text = notification();
    for (planted, reason) in [
        ("\0", "the character U+0000 is not allowed in XML"),
        ("\u{1}", "U+0001"),
        ("\u{1b}", "U+001B"),
        ("\u{FFFE}", "U+FFFE"),
        ("\u{FFFF}", "U+FFFF"),
        ("&#0;", "the character reference does not name a character of XML"),
        ("&#x1;", "character reference"),
        ("&#xD800;", "character reference"),
        ("&#x110000;", "character reference"),
        ("&#99999999999999999999;", "character reference"),
        ("&#-1;", "character reference"),
    ] {
        let found = only_reason(&text.replace("MSG-2026-0001", &format!("a{planted}b")));
        assert!(found.starts_with("line 5, column 15,") && found.contains(reason), "{planted:?}: {found}");
    }
}

#[test]
fn ctc_06_namespace_confusion() {
    // The right names in the wrong namespace, the message's name for another namespace, a prefix bound twice.
    let other = notification()
        .replace("urn:iso:std:iso:20022:tech:xsd:auth.024", "URN:ISO:STD:ISO:20022:tech:xsd:auth.024");
    assert!(only_reason(&other).contains("is not accepted"));
    let rebound = notification().replace("<MsgId>", "<MsgId xmlns='urn:other'>");
    assert!(reasons(&rebound)[0].contains("the element MsgId is of the namespace urn:other"));
    let hidden =
        notification().replace("<TxId>T-1</TxId>", "<TxId>T-1</TxId><x:TxId xmlns:x='urn:x'>T-2</x:TxId>");
    assert!(only_reason(&hidden).contains("the element TxId is of the namespace urn:x"));
    for (planted, reason) in [
        ("<a:MsgId>1</a:MsgId>", "the prefix a is not bound to a namespace"),
        ("<MsgId xmlns:a=''/>", "a prefix may not be bound to an empty name"),
        ("<MsgId xmlns:xml='urn:x'/>", "the prefix xml has its own namespace"),
        ("<MsgId xmlns:xmlns='urn:x'/>", "the prefix xmlns may not be declared"),
        ("<MsgId xmlns='http://www.w3.org/2000/xmlns/'/>", "this namespace belongs to a prefix of its own"),
        ("<MsgId a='1' a='2'/>", "the attribute a occurs twice in one tag"),
        ("<MsgId xmlns:a='urn:x' xmlns:b='urn:x' a:c='1' b:c='2'/>", "the attribute b:c occurs twice"),
        ("<MsgId xmlns='urn:a' xmlns='urn:b'/>", "the attribute xmlns occurs twice"),
        ("<a:b:c/>", "white space is expected here"),
    ] {
        let text = notification().replace("<MsgId>MSG-2026-0001</MsgId>", planted);
        assert!(reasons(&text).iter().any(|one| one.contains(reason)), "{planted}: {:?}", reasons(&text));
    }
}

#[test]
fn ctc_06_types_are_not_chosen_by_the_document() {
    let planted = "<MsgId xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='Max2048Text'>1</MsgId>";
    let text = notification().replace("<MsgId>MSG-2026-0001</MsgId>", planted);
    assert!(only_reason(&text).contains("xsi:type is not accepted"));
    let supplement = "</TxNtfctn><SplmtryData><Envlp><a xmlns='urn:a' \
        xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='b'/></Envlp></SplmtryData>";
    let text = notification().replace("</TxNtfctn>", supplement);
    assert!(only_reason(&text).contains("xsi:type is not accepted"));
    let nil = "<MsgId xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>";
    let text = notification().replace("<MsgId>MSG-2026-0001</MsgId>", nil);
    assert!(reasons(&text).iter().any(|one| one.contains("/@nil: the attribute is not allowed here")));
}

#[test]
fn ctc_06_a_document_longer_than_five_mebibytes_is_not_read() {
    let max = Limits::default().bytes_max;
    let comment = |bytes: usize| notification() + &format!("<!--{}-->", " ".repeat(bytes));
    let short = comment(0).len();
    assert!(read(&comment(max - short)).is_ok());
    let violations = read(&comment(max - short + 1)).unwrap_err();
    assert_eq!(violations.list()[0].reason, "the document has 5242881 bytes, at most 5242880 are accepted");
}

#[test]
fn ctc_06_names_have_a_longest_length() {
    let text = notification().replace("<GrpHdr>", &format!("<{}>", "a".repeat(5_000_000)));
    assert!(only_reason(&text).contains("the name is longer than 128 bytes"));
    let text = notification().replace("<GrpHdr>", &format!("<GrpHdr {}='1'>", "ж".repeat(65)));
    assert!(only_reason(&text).contains("the name is longer than 128 bytes"));
}

#[test]
fn ctc_06_a_document_of_elements_alone_is_cut_at_their_number() {
    let supplement = format!("</TxNtfctn><SplmtryData><Envlp><b>{}", "<a/>".repeat(1_200_000));
    let reason = only_reason(&notification().replace("</TxNtfctn>", &supplement));
    assert!(reason.contains("the document has more than 500000 elements"), "{reason}");
}
