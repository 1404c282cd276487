//! Measures the memory of the reader. Alone in its program, because the measure is the peak of the whole process.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]
#![cfg(target_os = "linux")]

use std::fmt::Write as _;

use iso20022::{Limits, Reader};

#[expect(dead_code, reason = "made for the tests in `it`, which need more of it")]
#[path = "it/messages.rs"]
mod messages;

/// The most that reading takes beside the document itself, in bytes for each byte that is accepted of a document. The
/// shortest elements, 4 bytes each, cost most until their number ends them.
const BYTES_PER_BYTE_MAX: usize = 12;
/// The most that the definitions of one hostile file of a bank take, in KiB.
const SCHEMA_KIB_MAX: usize = 128 * 1024;

/// The memory of this process in KiB, by the name that the kernel has for it.
fn memory_kib(name: &str) -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
    line.trim_start_matches(':').trim().trim_end_matches(" kB").parse().unwrap()
}

/// Measures the rise of the process above `begin` during the work, in KiB. Memory that was used before and not given
/// back counts too, so nothing hides in it.
fn rise_kib(begin: usize, work: impl FnOnce()) -> usize {
    // Sets the peak back to the present use.
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
    work();
    memory_kib("VmHWM").saturating_sub(begin)
}

/// A notification that is right so far, up to the position where anything may stand.
fn supplement() -> String {
    let notification = messages::notification();
    let (before, _) = notification.split_once("</TxNtfctn>").unwrap();
    format!("{before}</TxNtfctn><SplmtryData><Envlp><b>")
}

/// A document of exactly the greatest size: `before`, then as much as fits of `piece`, then blanks.
fn filled(before: &str, piece: &str) -> String {
    let bytes = Limits::default().bytes_max;
    let mut text = format!("{before}{}", piece.repeat((bytes - before.len()) / piece.len()));
    text.push_str(&" ".repeat(bytes - text.len()));
    text
}

/// As much of the text as fits into the greatest document in UTF-16.
fn wide(text: &str) -> Vec<u8> {
    let letters: String = text.chars().take(Limits::default().bytes_max / 2 - 1).collect();
    std::iter::once(0xFEFF).chain(letters.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

/// The text in windows-1251 with a letter of two bytes of UTF-8 for each `~`.
fn letters(text: &str) -> Vec<u8> {
    let text = text.replace("UTF-8", "windows-1251").replace(['«', '»'], "'");
    text.chars()
        .map(|letter| u8::try_from(letter).ok().filter(u8::is_ascii).unwrap_or(b'?'))
        .map(|byte| if byte == b'~' { 0xC6 } else { byte })
        .collect()
}

fn hostile_documents() -> Vec<(&'static str, Vec<u8>)> {
    let supplement = supplement();
    let unclosed = supplement.trim_end_matches("</TxNtfctn><SplmtryData><Envlp><b>").to_owned();
    let attributes = (0..300_000).fold(format!("{unclosed}<x"), |mut text, number| {
        write!(text, " a{number}='1'").unwrap();
        text
    });
    let utf_16 = supplement.replace("UTF-8", "UTF-16");
    vec![
        ("unknown elements", filled(&unclosed, "<x/>").into_bytes()),
        ("elements that may be anything", filled(&supplement, "<x/>").into_bytes()),
        ("elements with texts", filled(&supplement, "<x>1</x>").into_bytes()),
        ("elements with attributes", filled(&supplement, "<x a='1'/>").into_bytes()),
        ("depth", filled(&supplement, "<x>").into_bytes()),
        ("attributes", attributes.into_bytes()),
        ("an attribute of many references", filled(&format!("{supplement}<x a='"), "&amp;").into_bytes()),
        ("a text of many references", filled(&supplement, "&amp;").into_bytes()),
        ("a name", filled(&format!("{supplement}<"), "x").into_bytes()),
        ("sections", filled(&supplement, "<![CDATA[x]]>").into_bytes()),
        ("comments", filled(&supplement, "<!---->").into_bytes()),
        ("ends of lines", filled(&supplement, "\n").into_bytes()),
        ("UTF-16", wide(&filled(&utf_16, "<x>ж</x>"))),
        ("UTF-16 of three bytes of UTF-8", wide(&filled(&utf_16, "€"))),
        ("windows-1251", letters(&filled(&supplement, "~"))),
    ]
}

fn schema(inside: &str) -> String {
    format!(
        "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns='urn:x' targetNamespace='urn:x' \
         elementFormDefault='qualified'><xs:element name='Note' type='xs:string'/>{inside}</xs:schema>"
    )
}

/// Schema files of up to a mebibyte whose text asks for much more.
fn hostile_schemas() -> Vec<(&'static str, String)> {
    let restriction = |name: &str, base: &str, facets: &str| {
        format!(
            "<xs:simpleType name='{name}'><xs:restriction base='{base}'>{facets}</xs:restriction></xs:simpleType>"
        )
    };
    let list: String = (0..10_000)
        .map(|number| format!("<xs:enumeration value='{number:020}'/>"))
        .collect::<Vec<_>>()
        .concat();
    let derived: Vec<String> = (0..4_000)
        .map(|number| restriction(&format!("T{number}"), "Base", "<xs:maxLength value='9'/>"))
        .collect();
    let patterns = (0..4_000).map(|number| {
        let pattern = format!("<xs:pattern value='[A-Z]{{1,{}}}'/>", 300 + number % 100);
        restriction(&format!("T{number}"), "xs:string", &pattern)
    });
    let laughs: String = (1..20)
        .map(|level| format!("<!ENTITY a{level} '{}'>", format!("&a{};", level - 1).repeat(10)))
        .collect::<Vec<_>>()
        .concat();
    vec![
        ("copies of a long list", schema(&(restriction("Base", "xs:string", &list) + &derived.concat()))),
        ("patterns", schema(&patterns.collect::<Vec<_>>().concat())),
        (
            "a pattern that repeats itself",
            schema(&restriction("T", "xs:string", "<xs:pattern value='(([a-z]{99}){99}){99}'/>")),
        ),
        ("depth", schema(&"<xs:simpleType>".repeat(60_000))),
        ("entities", format!("<!DOCTYPE a [<!ENTITY a0 'a'>{laughs}]>{}", schema("&a19;"))),
    ]
}

#[test]
fn ctc_06_memory_is_bounded_whatever_is_read() {
    let reader = Reader::new(Limits::default()).unwrap();
    let bound = BYTES_PER_BYTE_MAX * Limits::default().bytes_max / 1024;
    let (mut measured, documents) = (Vec::new(), hostile_documents());
    let begin = memory_kib("VmRSS");
    // They stay to the end, so that no memory of the beginning is given back.
    for (name, document) in &documents {
        let rise = rise_kib(begin, || assert!(reader.read(document, None).is_err(), "{name}"));
        measured.push((*name, rise));
    }
    let over: Vec<_> = measured.iter().filter(|(_, rise)| *rise > bound).collect();
    assert!(over.is_empty(), "more than {bound} KiB: {over:?} of {measured:?}");
    println!("documents, KiB: {measured:?}");
    let mut measured = Vec::new();
    for (name, text) in hostile_schemas() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("profile.xsd"), text).unwrap();
        let rise = rise_kib(begin, || assert!(reader.clone().with_folder(folder.path()).is_err(), "{name}"));
        measured.push((name, rise));
    }
    let over: Vec<_> = measured.iter().filter(|(_, rise)| *rise > SCHEMA_KIB_MAX).collect();
    assert!(over.is_empty(), "more than {SCHEMA_KIB_MAX} KiB: {over:?} of {measured:?}");
    println!("schemas, KiB: {measured:?}");
    drop(documents);
}
