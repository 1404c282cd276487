//! The time that an input takes.

use std::fs;

/// Reads the processor time of this thread: the clock on the wall would measure the rest of the machine as well.
pub fn processor_time_ns() -> u64 {
    let status = fs::read_to_string("/proc/thread-self/schedstat").expect("the fuzzer runs on Linux");
    status.split(' ').next().and_then(|time| time.parse().ok()).expect("a number of nanoseconds")
}
