//! Any bytes before they are parsed.

#![no_main]

mod processor_time;

use iso20022::{Limits, fuzzing};
use libfuzzer_sys::fuzz_target;
use processor_time::processor_time_ns;

/// Far more processor time than the longest input takes, also with the fuzzer's instrumentation, in nanoseconds.
const TIME_NS_MAX: u64 = 500_000_000;

fuzz_target!(|bytes: &[u8]| {
    let start = processor_time_ns();
    for charset in [None, Some("utf-8"), Some("windows-1251"), Some("UTF-16")] {
        let Some((text, body)) = fuzzing::admitted(bytes, charset, &Limits::default()) else { continue };
        assert!(text.get(body..).is_some(), "the body begins inside of the text");
        assert!(!text.chars().any(forbidden), "only characters of XML");
        if let Ok(sent) = std::str::from_utf8(bytes) {
            let same = text == sent.strip_prefix('\u{FEFF}').unwrap_or(sent);
            assert!(same || charset == Some("windows-1251") || text.contains("1251"), "UTF-8 stays as it is");
        }
    }
    assert!(processor_time_ns() - start < TIME_NS_MAX, "it takes too long");
});

fn forbidden(letter: char) -> bool {
    (letter < ' ' && !matches!(letter, '\t' | '\n' | '\r')) || matches!(letter, '\u{FFFE}' | '\u{FFFF}')
}
