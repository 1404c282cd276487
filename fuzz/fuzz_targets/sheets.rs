//! Any bytes as a table that people make: no panic, no endless work, and nothing beyond the limits.

#![no_main]

mod processor_time;

use libfuzzer_sys::fuzz_target;
use processor_time::processor_time_ns;
use sheets::{Limits, csv_text, read};

/// Far more processor time than the longest input takes, also with the fuzzer's instrumentation, in nanoseconds.
const TIME_NS_MAX: u64 = 2_000_000_000;
const LIMITS: Limits = Limits { rows_max: 100, columns_max: 20, cell_characters_max: 200 };

fuzz_target!(|bytes: &[u8]| {
    let start = processor_time_ns();
    let found = read(bytes, LIMITS);
    assert!(processor_time_ns() - start < TIME_NS_MAX, "it takes too long");
    let Ok(rows) = found else { return };
    assert!(!rows.is_empty() && rows.len() <= LIMITS.rows_max);
    assert!(rows.windows(2).all(|pair| pair[0].number <= pair[1].number));
    for row in &rows {
        assert!(row.number > 0 && row.cells.len() <= LIMITS.columns_max);
        assert!(row.cells.iter().all(|cell| cell.chars().count() <= LIMITS.cell_characters_max));
    }
    let _ = csv_text(rows.iter().map(|row| &row.cells));
});
