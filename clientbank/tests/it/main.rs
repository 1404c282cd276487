//! Tests of the whole program: wired as it is served, and as the binary that a user starts.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test stops at the first surprise"
)]

mod administration;
mod alarms;
mod authorization_matrix;
mod backups;
mod bank_matrix;
mod bank_system;
mod books;
mod browser;
mod calendar;
mod certificate_commands;
mod certificate_fixture;
mod collection;
mod commands;
mod configuration;
mod core_feed;
mod crowd;
mod declared_tables;
mod demo;
mod described_answers;
mod described_examples;
mod described_once;
mod described_schemas;
mod descriptions;
mod documents;
mod events;
mod far_database;
mod first_day;
mod first_hour;
mod foreign_master_key;
mod four_eyes;
mod general;
mod headers;
mod help;
mod idempotency;
mod import_killed;
mod imported_trail;
mod job_kinds;
mod journal;
mod languages;
mod life;
mod login_command;
mod long_proofs;
mod lost_output;
mod maintenance;
mod markdown;
mod messages;
mod mistakes;
mod moved_clock;
mod online_bank;
mod operations;
mod order_documents;
mod orders;
mod other_database;
mod outcomes;
mod own_certificates;
mod owners;
mod payroll_commands;
mod plans;
mod program;
mod published;
mod readiness;
mod readme;
mod rehearsals;
mod request_log;
mod restoring;
mod retention;
mod roles;
mod samples;
mod sandbox_commands;
mod sandbox_guarded;
mod sandbox_keys;
mod sandbox_refused;
mod sandbox_starts;
mod sandbox_wired;
mod sandboxes;
mod secrets_in_logs;
mod shared_settings;
mod software;
mod switches;
mod tariff_commands;
mod tariff_fixture;
mod telemetry;
mod terminal;
mod trail_log;
mod treasury_port;
mod triggers;
mod two_processes;
mod waiting;
mod wired;
