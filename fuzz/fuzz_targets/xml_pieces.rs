//! Any text as XML of another vocabulary, such as a salary register: no panic, no endless work, and elements that end.

#![no_main]

mod processor_time;

use iso20022::{Limits, XmlPiece, XmlReader};
use libfuzzer_sys::fuzz_target;
use processor_time::processor_time_ns;

/// Far more processor time than the longest input takes, also with the fuzzer's instrumentation, in nanoseconds.
const TIME_NS_MAX: u64 = 500_000_000;

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let start = processor_time_ns();
    let limits = Limits { depth_max: 8, attributes_max: 8, namespaces_max: 4, ..Limits::default() };
    let Ok(mut reader) = XmlReader::new(text, &limits) else { return };
    let mut depth = 0_usize;
    let ends = loop {
        match reader.next_piece() {
            Ok(Some(XmlPiece::Start(name))) => {
                depth += 1;
                assert!(!name.is_empty() && depth <= limits.depth_max);
                let _ = (reader.namespace().len(), reader.attribute("a"));
            }
            Ok(Some(XmlPiece::Text(_))) => assert!(depth > 0),
            Ok(Some(XmlPiece::End)) => depth = depth.checked_sub(1).expect("an end has its beginning"),
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    match ends {
        Ok(()) => assert_eq!(depth, 0),
        Err(error) => assert!(error.offset <= text.len() && !error.reason.is_empty()),
    }
    assert!(processor_time_ns() - start < TIME_NS_MAX, "it takes too long");
});
