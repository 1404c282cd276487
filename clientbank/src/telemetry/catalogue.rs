//! Every metric by name, with its help text: the one source for `/metrics` and for the table in docs/OPERATIONS.md. A
//! test compares it with the metrics that the code counts.

#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub name: &'static str,
    pub kind: MetricKind,
    pub help: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    Counter,
    Gauge,
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

/// Writes the list of metrics from a table.
macro_rules! metrics {
    ($($kind:ident $name:ident = $help:literal;)+) => {
        /// Every metric, in the order of the documentation.
        pub const METRICS: &[Metric] =
            &[$(Metric { name: stringify!($name), kind: MetricKind::$kind, help: $help }),+];
    };
}

/// The one counter of fractions.
pub(super) const CPU_SECONDS: &str = "process_cpu_seconds_total";

metrics! {
    Counter clientbank_http_requests_total = "Requests answered, by area, route, method and status";
    Histogram clientbank_http_request_duration_seconds = "Seconds from a request's head to its answer, by the same";
    Gauge clientbank_http_connections = "Connections that are open";
    Counter clientbank_http_connections_refused_total = "Connections closed at once because their address held \
        connections_per_address_max";
    Histogram clientbank_store_unit_duration_seconds = "Seconds that a unit of work took, waits included, by unit and \
        kind";
    Counter clientbank_store_commits_total = "Commits; on SQLite one commit keeps many units of work";
    Counter clientbank_store_retries_total = "Units of work run again on PostgreSQL because another disturbed them";
    Gauge clientbank_store_queue_depth = "Units of work that wait for the database";
    Counter clientbank_store_query_failures_total = "Reads that failed, by query and kind of fault";
    Gauge clientbank_store_connections = "Connections to the database by state: open, or idle among them";
    Gauge clientbank_store_connections_max = "The most connections to the database, without those that short reads \
        share";
    Counter clientbank_jobs_attempts_total = "Attempts at jobs by kind and outcome: completed, again, failed, \
        disturbed (by the database), lost, stopped (by a switch), given_up, quarantined, and died: found by whoever \
        came after";
    Gauge clientbank_clock_correction_seconds = "Seconds added to the machine's clock to get the database server's; 0 \
        below 0.1";
    Gauge clientbank_accounts_unclosed_day_age_seconds = "Seconds since the end of the oldest day that should be \
        closed and is not; 0 when all are";
    Gauge clientbank_accounts_core_differences = "Facts of the core that these books do not have so";
    Gauge clientbank_accounts_core_differences_oldest_seconds = "Age of the oldest of them";
    Gauge clientbank_accounts_core_feed_silent_seconds = "Seconds since the last bunch of the core's feed that is \
        silent longest, closed systems left out; before the first bunch, since the core's first system was added";
    Gauge clientbank_accounts_breaks = "Accounts that the core has with another balance at the end of a day";
    Gauge clientbank_accounts_breaks_oldest_seconds = "Seconds since the end of the first day of the oldest of them";
    Gauge clientbank_accounts_positions_without_rate = "Positions in foreign currencies that the last closed day has \
        not revalued for want of a rate";
    Gauge clientbank_accounts_overdrawn = "Accounts of which the core has debited more than was free here";
    Gauge clientbank_database_stands_still = "1 while a restored database waits for `clientbank restored --go-on`, \
        else 0";
    Gauge clientbank_switch_on = "Things for which a switch is on, by name; 0 when it is off";
    Gauge clientbank_ready = "1 while requests should be sent to this process, else 0";
    Gauge clientbank_unready = "1 for each reason not to be ready: ending, revocations_unknown, database_gone_back, \
        database, clock";
    Gauge clientbank_settings_info = "Always 1; the label is the SHA-256 of the settings that all processes share";
    Gauge clientbank_trail_uncovered_seconds = "Age of the oldest entry of the trail that may have no place in its \
        log; about 1 when all is well";
    Gauge clientbank_trail_log_entries = "Entries of the trail in the folder of its log";
    Gauge clientbank_trail_log_behind = "Entries that have a place and are not known to be in the folder, or in no \
        checkpoint at the address, by place";
    Gauge clientbank_trail_log_broken = "1 when the folder has another log than the database, else 0";
    Gauge clientbank_database_bytes = "Bytes of the database; counted every 30 seconds, as the next ones";
    Gauge clientbank_database_standbys = "Servers of PostgreSQL that follow the leading one";
    Gauge clientbank_database_standby_late_seconds = "Seconds by which the last of them is behind; with the role \
        pg_read_all_stats";
    Gauge clientbank_database_standby_behind_bytes = "Bytes of the log that the last of them has not applied; with \
        the role pg_read_all_stats";
    Gauge clientbank_database_archive_fails = "1 while PostgreSQL cannot put its log away for restores, else 0";
    Gauge clientbank_backup_timestamp_seconds = "When the last backup was begun and when a good one had ended, in \
        seconds since 1970, by step: BEGUN, DONE; 0 for none";
    Gauge clientbank_proposals_unreviewed = "What operators did alone and nobody else has looked at";
    Gauge clientbank_import_open = "1 while an import in chunks has not ended, else 0";
    Gauge clientbank_import_rows_left = "Rows of a decided import that are not applied";
    Gauge clientbank_import_silent_seconds = "Seconds for which nobody has been at work at a decided import";
    Gauge clientbank_revocation_list_end_timestamp_seconds = "When the first revocation list is out of date, in \
        seconds since 1970; infinite without any";
    Gauge clientbank_calendar_last_day_timestamp_seconds = "The last day that the calendar of business days names, in \
        seconds since 1970";
    Gauge clientbank_signing_key_timestamp_seconds = "When the oldest key that signs tokens was made, in seconds \
        since 1970";
    Gauge clientbank_jobs_open = "Jobs that wait or are at work, by kind; counted every 30 seconds";
    Gauge clientbank_jobs_oldest_late_seconds = "Seconds since the oldest of them was due, by kind";
    Gauge clientbank_jobs_given_up = "Jobs that wait for an operator, by kind; counted every 30 seconds";
    Histogram clientbank_jobs_wait_seconds = "Seconds that jobs waited after the moment they were due, by kind";
    Histogram clientbank_jobs_attempt_duration_seconds = "Seconds that an attempt at a job took, by kind";
    Gauge clientbank_jobs_at_work = "Jobs at work in this process, by kind";
    Gauge clientbank_payroll_statements = "Payroll statements that have not ended, by state, without drafts and \
        errors; counted every 30 seconds";
    Gauge clientbank_payroll_statements_oldest_seconds = "Seconds since the oldest of them came into its state, by \
        state; 0 without any";
    Gauge clientbank_payroll_payments_unanswered = "Payments to which the rail owes an answer; counted every 30 \
        seconds";
    Gauge clientbank_payroll_payments_oldest_seconds = "Seconds since the first of them was handed over; 0 without any";
    Gauge clientbank_payroll_payments_unclaimed = "Returned payments whose money no account took; counted every 30 \
        seconds";
    Gauge clientbank_payroll_unclaimed_roubles = "Their money in whole roubles";
    Gauge clientbank_orders_open = "Orders without an answer of the bank, by kind; counted every 30 seconds";
    Gauge clientbank_orders_overdue = "Those of them that are past their deadline, by kind";
    Gauge clientbank_orders_oldest_seconds = "Seconds since the oldest of them was placed, by kind; 0 without any";
    Counter clientbank_orders_pushes_total = "Messages with orders that were sent to systems, by outcome as that of \
        webhooks";
    Gauge clientbank_orders_push_failing_seconds = "Seconds since a system has taken none of the orders that are sent \
        to it, by system; 0 while it takes them";
    Counter clientbank_webhooks_events_total = "Events numbered by this process";
    Counter clientbank_webhooks_attempts_total = "Attempts to deliver an event, by outcome: DELIVERED, REFUSED, \
        REDIRECTED, TIMED_OUT, NAME_UNKNOWN, FORBIDDEN_ADDRESS, UNREACHABLE, TLS_FAILED, CONNECTION_BROKEN, NOT_SENT, \
        REHEARSED (sandboxes)";
    Histogram clientbank_webhooks_attempt_duration_seconds = "Seconds that an attempt to deliver an event took";
    Counter clientbank_identity_logins_total = "Attempts to log in, by outcome";
    Counter clientbank_identity_password_verifications_total = "Passwords that were looked at";
    Counter clientbank_token_grants_total = "Tokens issued, by grant";
    Counter clientbank_client_refusals_total = "Clients that were refused, by reason: UNKNOWN_CLIENT, WRONG_SECRET, \
        CLIENT_DISABLED, TOO_EARLY";
    Gauge clientbank_build_info = "Always 1; the labels tell the program's version and the system it was built for";
    Gauge clientbank_check_green_timestamp_seconds = "When the last check of the books that found nothing began, in \
        seconds since 1970, by scope: WHOLE, SINCE; 0 for none";
    Counter clientbank_spans_total = "Steps of traces by what became of them: SENT, QUEUE_FULL, NOT_TAKEN (by the \
        collector); with otlp_endpoint";
    Counter clientbank_log_lines_lost_total = "Log lines that could not be written";
    Counter process_cpu_seconds_total = "Seconds of processor time that the process has used";
    Gauge process_resident_memory_bytes = "Bytes of memory that the process holds";
    Gauge process_virtual_memory_bytes = "Bytes of address space that the process has";
    Gauge process_threads = "Threads of the process";
    Gauge process_open_fds = "Descriptors that are open: connections and files";
    Gauge process_max_fds = "Descriptors that may be open";
    Gauge process_start_time_seconds = "When the process started, in seconds since 1970";
}

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
