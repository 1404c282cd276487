//! Settings that all processes of a bank share.

use kernel::hexadecimal;
use sha2::{Digest as _, Sha256};

/// The settings that a process may have by itself: where it listens, what it may take of its machine and of the
/// database, where its files are, and how it logs. All others decide what customers see.
const OWN: &[&str] = &[
    "database",
    "database_password_file",
    "database_service_role",
    "api_listen",
    "identity_listen",
    "administration_listen",
    "bank_listen",
    "directory_keys",
    "trusted_proxies",
    "master_key",
    "master_key_file",
    "master_key_other",
    "master_key_other_file",
    "iso20022_profiles",
    "tariff_templates",
    "import_folder",
    "trail_log",
    "trail_checkpoints",
    "trail_checkpoints_credentials",
    "trail_checkpoints_credentials_file",
    "request_log",
    "otlp_endpoint",
    "otlp_traces_per_10000",
    "log_format",
    "log_filter",
    "password_hashes_at_once_max",
    "password_queue_max",
    "connections_max",
    "connections_per_address_max",
    "head_time_s_max",
    "idle_time_s_max",
    "body_stall_s_max",
    "body_time_s_max",
    "farewell_s",
    "drain_s_max",
    "database_connections_max",
    "database_readers_max",
    "database_queue_max",
    "database_wait_s_max",
    "database_statement_s_max",
    "database_lock_s_max",
    "sandboxes_max",
    "sandbox_idle_s_max",
    "feed_interval_ms",
    "job_poll_ms",
    "prune_interval_s",
];

/// Picks the settings that processes share. None of them is a secret.
pub(super) fn shared(mut values: Vec<(&'static str, String)>) -> Vec<(&'static str, String)> {
    values.retain(|(name, _)| !OWN.contains(name));
    values
}

/// SHA-256 of shared settings, in hexadecimal digits: two processes of one bank show the same, or one of them was not
/// told of a change.
pub(super) fn digest(shared: &[(&'static str, String)]) -> String {
    let mut hash = Sha256::new();
    for (name, value) in shared {
        hash.update(format!("{name}={value}\n"));
    }
    hexadecimal(&hash.finalize())
}

#[cfg(test)]
mod tests;
