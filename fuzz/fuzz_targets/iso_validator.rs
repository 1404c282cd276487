//! Any bytes as a message.

#![no_main]

mod processor_time;

use std::sync::LazyLock;

use iso20022::{Document, Element, Limits, Notification, Reader};
use libfuzzer_sys::fuzz_target;
use processor_time::processor_time_ns;

/// Far more processor time than the longest input takes, also with the fuzzer's instrumentation, in nanoseconds.
const TIME_NS_MAX: u64 = 1_000_000_000;

static READER: LazyLock<Reader> =
    LazyLock::new(|| Reader::new(Limits::default()).expect("the definitions of the crate are understood"));

fuzz_target!(|bytes: &[u8]| {
    // The definitions are read once, with the first input.
    LazyLock::force(&READER);
    let start = processor_time_ns();
    let read = READER.read(bytes, None);
    assert!(processor_time_ns() - start < TIME_NS_MAX, "it takes too long");
    match read {
        Ok(document) => accepted(&document),
        Err(violations) => {
            let count = violations.list().len();
            assert!((1..=50).contains(&count), "{count} violations");
            let lines = bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count() + 1;
            for violation in violations.list() {
                assert!(
                    violation.line as usize <= lines && violation.line > 0 && violation.column > 0,
                    "{violation}"
                );
                assert!(violation.column as usize <= bytes.len() + 1, "{violation}");
                assert!(violation.path.starts_with('/') && !violation.reason.is_empty(), "{violation}");
            }
        }
    }
});

fn accepted(document: &Document) {
    let other = roxmltree::Document::parse(document.text()).expect("a valid document is well-formed");
    assert!(other.descendants().filter(roxmltree::Node::is_element).count() >= document.elements());
    assert_eq!(walk(document.root()), document.elements());
    if document.message().starts_with("auth.024") {
        let notification =
            Notification::read(document).expect("a valid notification has what the view needs");
        let mut certificates = notification.items.iter().flat_map(|item| &item.certificates);
        assert!(certificates.all(|certificate| certificate.dates().next().is_some()));
    }
}

fn walk(element: Element<'_>) -> usize {
    assert!(element.path().ends_with(element.name()) || element.path().ends_with(']'));
    let _ = (element.text(), element.value(), element.attribute("Ccy"), element.line(), element.column());
    element.children().map(walk).sum::<usize>() + 1
}
