//! Processor time, which does not count what the machine does beside a test.

use std::fs;
use std::time::Duration;

/// Does the work on this thread; returns its result and the processor time that it took here.
pub fn processor_time<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begin = of_this_thread();
    let result = work();
    (result, of_this_thread().saturating_sub(begin))
}

fn of_this_thread() -> Duration {
    let status = fs::read_to_string("/proc/thread-self/schedstat").expect("tests run on Linux");
    let time_ns = status.split(' ').next().and_then(|time| time.parse().ok());
    Duration::from_nanos(time_ns.expect("a number of nanoseconds"))
}
