//! Log lines, metrics and spans of this process.

use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tracing_subscriber::EnvFilter;

use crate::configuration::LogFormat;

mod catalogue;
mod log_lines;
mod otlp;
mod process;

pub use catalogue::{METRICS, Metric, MetricKind};
use log_lines::LogLines;
pub(crate) use log_lines::log_lines_are_lost;
pub use otlp::{Endpoint, start_spans};

/// Upper bounds of the histograms, in seconds: from a cached read to a request that should have been given up.
const DURATION_BOUNDS_S: [f64; 16] = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0,
];

/// Sends log lines to the standard error stream, so that the standard output stays the command's own. A second call in
/// the same process changes nothing.
pub fn start_logging(format: LogFormat, filter: &str) -> Result<(), String> {
    let filter = EnvFilter::try_new(filter).map_err(|error| format!("log_filter: {error}"))?;
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| LogLines)
        // Errors of this subscriber would go to the same stream, with a panic when that fails too.
        .log_internal_errors(false);
    let started = match format {
        LogFormat::Json => subscriber.json().flatten_event(true).with_current_span(false).try_init(),
        LogFormat::Text => subscriber.with_target(false).try_init(),
    };
    // Only tests that run several servers in one process come here twice.
    drop(started);
    Ok(())
}

/// A count as a gauge takes it: exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "a metric is a float, and these numbers are far below 2^53")]
pub(crate) fn float(count: impl TryInto<i64>) -> f64 {
    count.try_into().unwrap_or(i64::MAX) as f64
}

/// Collects metrics from now on and returns the handle that renders them; without the recorder (a second server in
/// one process) it renders those of the first.
pub fn start_metrics() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let builder = PrometheusBuilder::new();
            let builder =
                builder.set_buckets(&DURATION_BOUNDS_S).unwrap_or_else(|_| PrometheusBuilder::new());
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            drop(metrics::set_global_recorder(recorder));
            catalogue::describe();
            process::tell_build();
            log_lines::begin_counting();
            handle
        })
        .clone()
}

/// Shows the SHA-256 of the settings that all processes of a bank share.
pub fn tell_settings(digest: &str) {
    metrics::gauge!("clientbank_settings_info", "sha256" => digest.to_owned()).set(1.0);
}

/// Renders all metrics as Prometheus reads them. The operating system is asked for the process's own now.
pub fn rendered(handle: &PrometheusHandle) -> String {
    process::measure();
    handle.run_upkeep();
    let cpu_seconds = METRICS.iter().filter(|metric| metric.name == catalogue::CPU_SECONDS);
    handle.render() + &cpu_seconds.map(process::cpu_seconds).collect::<String>()
}
