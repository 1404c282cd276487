//! Any bytes before they are parsed.

#![no_main]

use std::fs;

use iso20022::{Limits, fuzzing};
use libfuzzer_sys::fuzz_target;

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

/// Reads the processor time of this thread: the clock on the wall would measure the rest of the machine as well.
fn processor_time_ns() -> u64 {
    let status = fs::read_to_string("/proc/thread-self/schedstat").expect("the fuzzer runs on Linux");
    status.split(' ').next().and_then(|time| time.parse().ok()).expect("a number of nanoseconds")
}
