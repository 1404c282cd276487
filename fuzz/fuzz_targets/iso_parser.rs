//! Any text as XML, beside another parser.

#![no_main]

mod processor_time;

use iso20022::Limits;
use iso20022::fuzzing::{self, Parsed};
use libfuzzer_sys::fuzz_target;
use processor_time::processor_time_ns;
use roxmltree::{Document, NodeType};

/// Far more processor time than the longest input takes, also with the fuzzer's instrumentation, in nanoseconds.
const TIME_NS_MAX: u64 = 500_000_000;

/// The reasons for which a text may be refused that the other parser accepts.
const STRICTER: [&str; 10] = [
    "nested deeper than",
    "more than 64",
    "the name is longer than",
    "XInclude is not accepted",
    // A document type and what it declares.
    "DOCTYPE",
    // The other parser reads an XML declaration and a byte order mark, which are the guard's here.
    "may not be called xml",
    "text is not allowed outside",
    // Errors of "Namespaces in XML" that the other parser lets pass.
    "the namespace declaration is not allowed",
    "white space is expected here",
    "a name is expected here",
];

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    // The guard has seen to that.
    if text.chars().any(|letter| {
        (letter < ' ' && !matches!(letter, '\t' | '\n' | '\r')) || matches!(letter, '\u{FFFE}' | '\u{FFFF}')
    }) {
        return;
    }
    let start = processor_time_ns();
    let ours = fuzzing::parsed(text, &Limits::default());
    assert!(processor_time_ns() - start < TIME_NS_MAX, "it takes too long");
    match (ours, Document::parse(text)) {
        (Ok(ours), Ok(theirs)) => {
            let mut theirs = content(&theirs);
            if text.contains('\r') {
                // The other parser keeps a CR before a reference, where XML 1.0 (section 2.11) makes it LF.
                theirs.text = ours.text.clone();
            }
            assert_eq!(ours, theirs);
        }
        (Ok(_), Err(error)) => panic!("accepted here, but: {error}"),
        (Err(reason), Ok(_)) => {
            assert!(STRICTER.iter().any(|words| reason.contains(words)), "refused here: {reason}")
        }
        (Err(_), Err(_)) => {}
    }
});

fn content(document: &Document<'_>) -> Parsed {
    let mut parsed = Parsed::default();
    for node in document.descendants() {
        match node.node_type() {
            NodeType::Element => {
                parsed.elements += 1;
                parsed.attributes += node.attributes().len();
                parsed.text.extend(node.attributes().map(|one| one.value()));
            }
            NodeType::Text => parsed.text.push_str(node.text().unwrap_or_default()),
            NodeType::Root | NodeType::Comment | NodeType::PI => {}
        }
    }
    parsed
}
