//! Every metric by name, with its help text: the one source for `/metrics` and for the table in docs/OPERATIONS.md. A
//! test compares it with the metrics that the code counts.

/// A metric as a person looks it up.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// Its name in `/metrics`.
    pub name: &'static str,
    pub kind: MetricKind,
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Only rises.
    Counter,
    /// Rises and falls.
    Gauge,
    /// Counts measurements by size.
    Histogram,
}

impl MetricKind {
    /// As Prometheus writes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

const fn counter(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Counter, help }
}

const fn gauge(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Gauge, help }
}

const fn histogram(name: &'static str, help: &'static str) -> Metric {
    Metric { name, kind: MetricKind::Histogram, help }
}

/// The one counter of fractions.
pub(super) const CPU_SECONDS: Metric =
    counter("process_cpu_seconds_total", "Seconds of processor time that the process has used");

/// Every metric, in the order of the documentation.
pub const METRICS: &[Metric] = &[
    counter("clientbank_http_requests_total", "Requests answered, by area, route, method and status"),
    histogram(
        "clientbank_http_request_duration_seconds",
        "Seconds from a request's head to its answer, by the same",
    ),
    gauge("clientbank_http_connections", "Connections that are open"),
    counter(
        "clientbank_http_connections_refused_total",
        "Connections closed at once because their address held connections_per_address_max",
    ),
    histogram(
        "clientbank_store_unit_duration_seconds",
        "Seconds that a unit of work took, waits included, by unit and kind",
    ),
    counter("clientbank_store_commits_total", "Commits; on SQLite one commit keeps many units of work"),
    counter(
        "clientbank_store_retries_total",
        "Units of work run again on PostgreSQL because another disturbed them",
    ),
    gauge("clientbank_store_queue_depth", "Units of work that wait for the database"),
    counter("clientbank_store_query_failures_total", "Reads that failed, by query and kind of fault"),
    gauge("clientbank_store_connections", "Connections to the database by state: open, or idle among them"),
    gauge(
        "clientbank_store_connections_max",
        "The most connections to the database, without those that short reads share",
    ),
    counter(
        "clientbank_jobs_attempts_total",
        "Attempts at jobs by kind and outcome: completed, again, failed, disturbed (by the database), lost, stopped \
         (by a switch), given_up, quarantined, and died: found by whoever came after",
    ),
    gauge(
        "clientbank_clock_correction_seconds",
        "Seconds added to the machine's clock to get the database server's; 0 below 0.1",
    ),
    gauge(
        "clientbank_accounts_unclosed_day_age_seconds",
        "Seconds since the end of the oldest day that should be closed and is not; 0 when all are",
    ),
    gauge("clientbank_accounts_core_differences", "Facts of the core that these books do not have so"),
    gauge("clientbank_accounts_core_differences_oldest_seconds", "Age of the oldest of them"),
    gauge(
        "clientbank_accounts_core_feed_silent_seconds",
        "Seconds since the last bunch of the core's feed that is silent longest",
    ),
    gauge(
        "clientbank_accounts_breaks",
        "Accounts that the core has with another balance at the end of a day",
    ),
    gauge(
        "clientbank_accounts_breaks_oldest_seconds",
        "Seconds since the end of the first day of the oldest of them",
    ),
    gauge(
        "clientbank_accounts_positions_without_rate",
        "Positions in foreign currencies that the last closed day has not revalued for want of a rate",
    ),
    gauge("clientbank_accounts_overdrawn", "Accounts of which the core has debited more than was free here"),
    gauge(
        "clientbank_database_stands_still",
        "1 while a restored database waits for `clientbank restored --go-on`, else 0",
    ),
    gauge("clientbank_switch_on", "Things for which a switch is on, by name; 0 when it is off"),
    gauge("clientbank_ready", "1 while requests should be sent to this process, else 0"),
    gauge(
        "clientbank_unready",
        "1 for each reason not to be ready: ending, revocations_unknown, database_gone_back, database, clock",
    ),
    gauge(
        "clientbank_settings_info",
        "Always 1; the label is the SHA-256 of the settings that all processes share",
    ),
    gauge(
        "clientbank_trail_uncovered_seconds",
        "Age of the oldest entry of the trail that may have no place in its log; about 1 when all is well",
    ),
    gauge("clientbank_trail_log_entries", "Entries of the trail in the folder of its log"),
    gauge(
        "clientbank_trail_log_behind",
        "Entries that have a place and are not in the folder, or in no checkpoint at the address, by place",
    ),
    gauge("clientbank_trail_log_broken", "1 when the folder has another log than the database, else 0"),
    gauge("clientbank_database_bytes", "Bytes of the database; counted every 30 seconds, as the next ones"),
    gauge("clientbank_database_standbys", "Servers of PostgreSQL that follow the leading one"),
    gauge(
        "clientbank_database_standby_late_seconds",
        "Seconds by which the last of them is behind; with the role pg_read_all_stats",
    ),
    gauge(
        "clientbank_database_standby_behind_bytes",
        "Bytes of the log that the last of them has not applied; with the role pg_read_all_stats",
    ),
    gauge(
        "clientbank_database_archive_fails",
        "1 while PostgreSQL cannot put its log away for restores, else 0",
    ),
    gauge(
        "clientbank_backup_timestamp_seconds",
        "When the last backup was begun and when a good one had ended, in seconds since 1970, by step: BEGUN, DONE; \
         0 for none",
    ),
    gauge("clientbank_proposals_unreviewed", "What operators did alone and nobody else has looked at"),
    gauge("clientbank_import_open", "1 while an import in chunks has not ended, else 0"),
    gauge("clientbank_import_rows_left", "Rows of a decided import that are not applied"),
    gauge(
        "clientbank_import_silent_seconds",
        "Seconds for which nobody has been at work at a decided import",
    ),
    gauge(
        "clientbank_revocation_list_end_timestamp_seconds",
        "When the first revocation list is out of date, in seconds since 1970; infinite without any",
    ),
    gauge(
        "clientbank_calendar_last_day_timestamp_seconds",
        "The last day that the calendar of business days names, in seconds since 1970",
    ),
    gauge(
        "clientbank_signing_key_timestamp_seconds",
        "When the oldest key that signs tokens was made, in seconds since 1970",
    ),
    gauge("clientbank_jobs_open", "Jobs that wait or are at work, by kind; counted every 30 seconds"),
    gauge("clientbank_jobs_oldest_late_seconds", "Seconds since the oldest of them was due, by kind"),
    gauge("clientbank_jobs_given_up", "Jobs that wait for an operator, by kind; counted every 30 seconds"),
    histogram(
        "clientbank_jobs_wait_seconds",
        "Seconds that jobs waited after the moment they were due, by kind",
    ),
    histogram("clientbank_jobs_attempt_duration_seconds", "Seconds that an attempt at a job took, by kind"),
    gauge("clientbank_jobs_at_work", "Jobs at work in this process, by kind"),
    gauge(
        "clientbank_payroll_statements",
        "Payroll statements that have not ended, by state, without drafts and errors; counted every 30 seconds",
    ),
    gauge(
        "clientbank_payroll_statements_oldest_seconds",
        "Seconds since the oldest of them came into its state, by state; 0 without any",
    ),
    gauge(
        "clientbank_payroll_payments_unanswered",
        "Payments to which the rail owes an answer; counted every 30 seconds",
    ),
    gauge(
        "clientbank_payroll_payments_oldest_seconds",
        "Seconds since the first of them was handed over; 0 without any",
    ),
    gauge(
        "clientbank_payroll_payments_unclaimed",
        "Returned payments whose money no account took; counted every 30 seconds",
    ),
    gauge("clientbank_payroll_unclaimed_roubles", "Their money in whole roubles"),
    gauge(
        "clientbank_orders_open",
        "Orders without an answer of the bank, by kind; counted every 30 seconds",
    ),
    gauge("clientbank_orders_overdue", "Those of them that are past their deadline, by kind"),
    gauge(
        "clientbank_orders_oldest_seconds",
        "Seconds since the oldest of them was placed, by kind; 0 without any",
    ),
    counter(
        "clientbank_orders_pushes_total",
        "Messages with orders that were sent to systems, by outcome as that of webhooks",
    ),
    gauge(
        "clientbank_orders_push_failing_seconds",
        "Seconds since a system has taken none of the orders that are sent to it, by system; 0 while it takes them",
    ),
    counter("clientbank_webhooks_events_total", "Events numbered by this process"),
    counter(
        "clientbank_webhooks_attempts_total",
        "Attempts to deliver an event, by outcome: DELIVERED, REFUSED, REDIRECTED, TIMED_OUT, NAME_UNKNOWN, \
         FORBIDDEN_ADDRESS, UNREACHABLE, TLS_FAILED, CONNECTION_BROKEN, NOT_SENT, REHEARSED (sandboxes)",
    ),
    histogram(
        "clientbank_webhooks_attempt_duration_seconds",
        "Seconds that an attempt to deliver an event took",
    ),
    counter("clientbank_identity_logins_total", "Attempts to log in, by outcome"),
    counter("clientbank_identity_password_verifications_total", "Passwords that were looked at"),
    counter("clientbank_token_grants_total", "Tokens issued, by grant"),
    counter(
        "clientbank_client_refusals_total",
        "Clients that were refused, by reason: UNKNOWN_CLIENT, WRONG_SECRET, CLIENT_DISABLED, TOO_EARLY",
    ),
    gauge(
        "clientbank_build_info",
        "Always 1; the labels tell the program's version and the system it was built for",
    ),
    gauge(
        "clientbank_check_green_timestamp_seconds",
        "When the last check of the books that found nothing began, in seconds since 1970, by scope: WHOLE, SINCE; \
         0 for none",
    ),
    counter(
        "clientbank_spans_total",
        "Steps of traces by what became of them: SENT, QUEUE_FULL, NOT_TAKEN (by the collector); with otlp_endpoint",
    ),
    counter("clientbank_log_lines_lost_total", "Log lines that could not be written"),
    CPU_SECONDS,
    gauge("process_resident_memory_bytes", "Bytes of memory that the process holds"),
    gauge("process_virtual_memory_bytes", "Bytes of address space that the process has"),
    gauge("process_threads", "Threads of the process"),
    gauge("process_open_fds", "Descriptors that are open: connections and files"),
    gauge("process_max_fds", "Descriptors that may be open"),
    gauge("process_start_time_seconds", "When the process started, in seconds since 1970"),
];

/// Gives every metric its help text.
pub(super) fn describe() {
    for metric in METRICS {
        match metric.kind {
            MetricKind::Counter => metrics::describe_counter!(metric.name, metric.help),
            MetricKind::Gauge => metrics::describe_gauge!(metric.name, metric.help),
            MetricKind::Histogram => metrics::describe_histogram!(metric.name, metric.help),
        }
    }
}
