//! Any bytes as a message.

#![no_main]

use std::fs;
use std::sync::LazyLock;

use iso20022::{Document, Element, Limits, Notification, Reader};
use libfuzzer_sys::fuzz_target;

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
        let notification = Notification::of(document).expect("a valid notification has what the view needs");
        assert!(!notification.items.is_empty() && !notification.dates().is_empty());
    }
}

fn walk(element: Element<'_>) -> usize {
    assert!(element.path().ends_with(element.name()) || element.path().ends_with(']'));
    let _ = (element.text(), element.value(), element.attribute("Ccy"), element.line(), element.column());
    element.children().map(walk).sum::<usize>() + 1
}

/// Reads the processor time of this thread: the clock on the wall would measure the rest of the machine as well.
fn processor_time_ns() -> u64 {
    let status = fs::read_to_string("/proc/thread-self/schedstat").expect("the fuzzer runs on Linux");
    status.split(' ').next().and_then(|time| time.parse().ok()).expect("a number of nanoseconds")
}
