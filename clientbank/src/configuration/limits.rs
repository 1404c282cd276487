//! Limits of listeners, of the database, of requests and of jobs, from the settings.

use std::num::NonZeroU32;
use std::time::Duration;

use edge::{RateLimit, ServeLimits};
use jobs::RunnerSettings;
use store::StoreLimits;

use super::setting;

pub(super) fn serve_limits(given: &setting::Given) -> ServeLimits {
    ServeLimits {
        connections_max: count(given.connections_max),
        connections_per_address_max: count(given.connections_per_address_max),
        head_time_max: Duration::from_secs(given.head_time_s_max),
        idle_time_max: Duration::from_secs(given.idle_time_s_max),
        body_stall_max: Duration::from_secs(given.body_stall_s_max),
        body_time_max: Duration::from_secs(given.body_time_s_max),
        farewell_time: Duration::from_secs(given.farewell_s),
        drain_time_max: Duration::from_secs(given.drain_s_max),
        ..ServeLimits::default()
    }
}

pub(super) fn store_limits(given: &setting::Given) -> StoreLimits {
    StoreLimits {
        queue_length_max: count(given.database_queue_max),
        wait_max: Duration::from_secs(given.database_wait_s_max),
        sqlite_readers_max: count(given.database_readers_max),
        postgres_connections_max: count(given.database_connections_max),
        statement_max: Duration::from_secs(given.database_statement_s_max),
        lock_max: Duration::from_secs(given.database_lock_s_max),
        ..StoreLimits::default()
    }
}

pub(super) fn count(value: u64) -> usize {
    usize::try_from(value).unwrap_or(usize::MAX)
}

pub(super) fn at_least_one(value: u64) -> NonZeroU32 {
    NonZeroU32::new(super::number(value)).unwrap_or(NonZeroU32::MIN)
}

pub(super) fn rate(per_second: u64, burst: u64) -> RateLimit {
    RateLimit { per_second: at_least_one(per_second), burst: at_least_one(burst) }
}

pub(super) fn runner(given: &setting::Given) -> RunnerSettings {
    RunnerSettings {
        lease: Duration::from_millis(given.job_lease_ms),
        poll: Duration::from_millis(given.job_poll_ms),
        ..RunnerSettings::default()
    }
}
