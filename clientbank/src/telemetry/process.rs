//! Metrics that the operating system knows of this process, under the names that Prometheus' own libraries use.
//! Without `/proc`, the metrics read from it are absent.

use std::fs;

use super::{Metric, float};

/// Bytes of a KiB, as `/proc` counts memory.
const KIB: f64 = 1024.0;

/// Tells which program this is, once.
pub(super) fn tell_build() {
    let labels = [
        ("version", env!("CARGO_PKG_VERSION")),
        ("os", std::env::consts::OS),
        ("arch", std::env::consts::ARCH),
        ("build", if cfg!(debug_assertions) { "debug" } else { "release" }),
    ];
    metrics::gauge!("clientbank_build_info", &labels).set(1.0);
}

pub(super) fn measure() {
    if let Ok(status) = fs::read_to_string("/proc/self/status") {
        measure_status(&status);
    }
    if let (Ok(own), Ok(system)) = (fs::read_to_string("/proc/self/stat"), fs::read_to_string("/proc/stat")) {
        measure_start(&own, &system);
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        // Without the one by which they are counted.
        metrics::gauge!("process_open_fds").set(float(open.count().saturating_sub(1)));
    }
    if let Some(most) = crate::descriptors::allowed() {
        metrics::gauge!("process_max_fds").set(float(most));
    }
}

fn measure_status(status: &str) {
    let number = |name: &str| -> Option<f64> {
        let line = status.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
        line.split_whitespace().next()?.parse().ok()
    };
    if let Some(resident) = number("VmRSS") {
        metrics::gauge!("process_resident_memory_bytes").set(scaled(resident, KIB));
    }
    if let Some(virtual_size) = number("VmSize") {
        metrics::gauge!("process_virtual_memory_bytes").set(scaled(virtual_size, KIB));
    }
    if let Some(threads) = number("Threads") {
        metrics::gauge!("process_threads").set(threads);
    }
}

/// The processor time of all threads, as exact as the kernel keeps it, as Prometheus reads a counter. It is written
/// here because counters of the library count whole numbers.
pub(super) fn cpu_seconds(metric: &Metric) -> String {
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let Metric { name, kind, help } = metric;
    format!(
        "# HELP {name} {help}\n# TYPE {name} {}\n{name} {}.{:09}\n\n",
        kind.name(),
        used.tv_sec,
        used.tv_nsec
    )
}

/// Field 22 of `/proc/PID/stat` (proc(5)), in ticks of the clock.
fn measure_start(own: &str, system: &str) {
    // The name of the program, in parentheses, may have spaces.
    let Some((_, fields)) = own.rsplit_once(") ") else { return };
    let field = |number: usize| -> Option<u64> { fields.split_whitespace().nth(number - 3)?.parse().ok() };
    let ticks_per_s = rustix::param::clock_ticks_per_second();
    let boot = system.lines().find_map(|line| line.strip_prefix("btime ")?.trim().parse::<u64>().ok());
    if let (Some(boot), Some(started)) = (boot, field(22).and_then(|ticks| ticks.checked_div(ticks_per_s))) {
        metrics::gauge!("process_start_time_seconds").set(float(boot.saturating_add(started)));
    }
}

#[expect(clippy::float_arithmetic, reason = "a gauge is floating point, and this is no money")]
fn scaled(number: f64, unit: f64) -> f64 {
    number * unit
}
