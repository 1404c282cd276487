//! The operator's settings: read from a file, the environment and the command line, checked once, and typed from then
//! on.
//!
//! A later source wins over an earlier one: default, file (TOML, `--configuration FILE`), environment
//! (`CLIENTBANK_NAME`), command line (`--set NAME=VALUE`). To add a setting, add its line to the table in
//! `setting`, its typed form here and its row in docs/OPERATIONS.md, which a test compares.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use accounts::ledger::Keeper;
use bank::work::directory::Directory;
use clients::signatures::MissingList;
use edge::{RateLimit, ServeLimits, TrustedProxies};
use http::HeaderValue;
use identity::person::credential::PasswordSettings;
use identity::sealing::MasterKey;
use identity::token::online_bank::SessionLimits;
use jobs::RunnerSettings;
use kernel::{BankZone, Bic, Money};
use outgoing::address::{Address, Reach};
use pages::{ContactError, Contacts};
use payroll::conversion_terms::{ConversionSettings, RateBand};
use retention::Period;
use sandbox::DatabaseKind;
use store::{StoreLimits, StoreLocation};
use thiserror::Error;
use webinars::media::MediaHost;

use crate::telemetry::Endpoint;

mod directory;
mod limits;
mod read;
mod secrets;
mod setting;
mod shared;

pub use read::{InForce, SettingsFile, Sources, in_force, read};
pub use secrets::SANDBOX_KEY_MARK;
pub use setting::{SETTINGS, Setting};

/// Error of settings with which the program cannot run. Every message names the setting.
#[derive(Debug, Error)]
pub enum ConfigurationError {
    #[error("the settings cannot be read: {0}")]
    Source(String),
    #[error("{name} must be between {least} and {most}")]
    Range { name: &'static str, least: u64, most: u64 },
    /// A text is not a value of its setting; the reason repeats no secret.
    #[error("{name}: {reason}")]
    Value { name: &'static str, reason: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// One JSON object per line.
    Json,
    /// Words for a person at a terminal.
    Text,
}

/// The clock by which logins and tokens age in a sandbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenClock {
    /// The one that is moved.
    Sandbox,
    Machine,
}

/// The bank, by its names and numbers.
#[derive(Clone, Debug)]
pub struct Bank {
    /// On its pages, in Russian.
    pub name_ru: String,
    /// On its pages, in English.
    pub name_en: String,
    /// The ways in which people reach it.
    pub contacts: Contacts,
    pub bic: Bic,
    /// The time zone in which its days begin and end.
    pub zone: BankZone,
}

/// The lifetimes of tokens, in seconds.
#[derive(Clone, Copy, Debug)]
pub struct Lifetimes {
    /// Access and identity tokens.
    pub token_s: u32,
    /// From a login to the end of its last refresh token.
    pub login_s: u32,
    /// Authorization codes.
    pub code_s: u32,
}

/// The settings with their types; [`SETTINGS`] has the meaning of each by its name.
#[derive(Clone, Debug)]
pub struct Configuration {
    pub database: StoreLocation,
    /// The share of it that this process may use.
    pub store_limits: StoreLimits,
    pub api_listen: SocketAddr,
    pub identity_listen: SocketAddr,
    pub administration_listen: SocketAddr,
    pub bank_listen: Option<SocketAddr>,
    pub bank_address: Option<String>,
    pub directory: Option<Directory>,
    /// The things that need a second person, before the actions are known.
    pub two_people: String,
    /// The players of orders, before the kinds are known.
    pub orders: String,
    pub keeper: Keeper,
    pub api_address: Option<String>,
    pub identity_address: Option<String>,
    /// Lets the identity provider of a bank be reached by plain http.
    pub allows_plain_identity: bool,
    pub trusted_proxies: TrustedProxies,
    /// The key that seals secrets in the database; commands that do not need it run without.
    pub master_key: Option<MasterKey>,
    /// The kind of databases that the key is for.
    pub master_key_kind: DatabaseKind,
    pub bank: Bank,
    pub iso20022_profiles: Option<PathBuf>,
    pub tariff_templates: Option<PathBuf>,
    pub import_folder: Option<PathBuf>,
    /// The role that serves, if `clientbank migrate` gives one its rights.
    pub service_role: Option<String>,
    pub trail_log: Option<PathBuf>,
    pub trail_checkpoints: Option<Address>,
    pub trail_checkpoints_credentials: Option<HeaderValue>,
    /// The treatment of a signature when an authority above it has no revocation list here.
    pub missing_list: MissingList,
    pub webhook_reach: Reach,
    /// The ports on which the process listens, once it does.
    pub own_ports: Vec<u16>,
    pub media_host: MediaHost,
    #[cfg(feature = "demo")]
    /// Lets the program serve the pictures of the demo's webinars itself: set by the demo, no setting.
    pub serves_demo_media: bool,
    #[cfg(feature = "demo")]
    /// The folder with the key of a demo's authority, which issues certificates at once; not a setting.
    pub demo_authority: Option<PathBuf>,
    pub lifetimes: Lifetimes,
    pub online_bank: SessionLimits,
    /// Cost and bounds of password hashes.
    pub passwords: PasswordSettings,
    /// Requests of one login.
    pub request_rate: RateLimit,
    /// Questions about the status of one payroll statement.
    pub payroll_polling: RateLimit,
    /// On which terms payroll converts wages.
    pub conversion: ConversionSettings,
    pub payroll_signing_days: NonZeroU32,
    pub serve_limits: ServeLimits,
    pub feed_interval: Duration,
    pub prune_interval: Duration,
    /// The times for which things are kept before they are archived.
    pub retention: Vec<Period>,
    pub events_kept_days: u32,
    /// The settings of jobs: leases and looks for due ones.
    pub jobs: RunnerSettings,
    pub token_clock: TokenClock,
    pub sandboxes_max: usize,
    pub sandbox_idle_max: Duration,
    pub second_factor_required: bool,
    /// Keeps the last calls of each client, or not; a sandbox alone keeps them when nothing is set.
    pub request_log: Option<bool>,
    pub otlp_endpoint: Option<Endpoint>,
    /// Of 10,000 traces, those that the collector is told of.
    pub otlp_traces: u16,
    pub log_format: LogFormat,
    pub log_filter: String,
    /// The settings that all processes of a bank share, as they were given.
    pub shared: Vec<(&'static str, String)>,
    /// SHA-256 of them.
    pub shared_digest: String,
}

impl Configuration {
    /// Gives every setting its type.
    fn from_given(given: &setting::Given) -> Result<Self, ConfigurationError> {
        let refused = |(name, least, most)| Err(ConfigurationError::Range { name, least, most });
        given.out_of_range().map_or(Ok(()), refused)?;
        let (master_key, master_key_kind) = secrets::master_keys(given)?;
        let shared = shared::shared(given.values());
        Ok(Self {
            shared_digest: shared::digest(&shared),
            shared,
            database: database(given)?,
            store_limits: limits::store_limits(given),
            api_listen: parsed("api_listen", &given.api_listen)?,
            identity_listen: parsed("identity_listen", &given.identity_listen)?,
            administration_listen: parsed("administration_listen", &given.administration_listen)?,
            bank_listen: optional("bank_listen", &given.bank_listen)?,
            bank_address: address("bank_address", &given.bank_address)?,
            directory: directory::read(given)?,
            two_people: given.two_people.clone(),
            orders: given.orders.clone(),
            keeper: choice("accounts", &given.accounts, KEEPERS)?,
            api_address: address("api_address", &given.api_address)?,
            identity_address: address("identity_address", &given.identity_address)?,
            allows_plain_identity: choice("identity_without_tls", &given.identity_without_tls, PLAIN)?,
            trusted_proxies: parsed("trusted_proxies", &given.trusted_proxies)?,
            master_key,
            master_key_kind,
            bank: bank(given)?,
            iso20022_profiles: folder(&given.iso20022_profiles),
            tariff_templates: folder(&given.tariff_templates),
            import_folder: folder(&given.import_folder),
            service_role: Some(given.database_service_role.clone()).filter(|role| !role.is_empty()),
            trail_log: folder(&given.trail_log),
            trail_checkpoints: checkpoints(&given.trail_checkpoints)?,
            trail_checkpoints_credentials: secrets::credentials_of_checkpoints(given)?,
            missing_list: choice("missing_revocation_list", &given.missing_revocation_list, MISSING_LISTS)?,
            webhook_reach: parsed("webhook_reach", &given.webhook_reach)?,
            own_ports: Vec::new(),
            media_host: parsed("media_host", &given.media_host)?,
            #[cfg(feature = "demo")]
            serves_demo_media: false,
            #[cfg(feature = "demo")]
            demo_authority: None,
            lifetimes: Lifetimes {
                token_s: number(given.token_lifetime_s),
                login_s: number(given.login_lifetime_s),
                code_s: number(given.code_lifetime_s),
            },
            online_bank: session_limits(given),
            passwords: passwords(given),
            request_rate: limits::rate(given.request_rate_per_s, given.request_burst),
            payroll_polling: limits::rate(given.payroll_polling_per_s, given.payroll_polling_burst),
            conversion: conversion(given)?,
            payroll_signing_days: limits::at_least_one(given.payroll_signing_days),
            serve_limits: limits::serve_limits(given),
            feed_interval: Duration::from_millis(given.feed_interval_ms),
            prune_interval: Duration::from_secs(given.prune_interval_s),
            retention: retention(given),
            events_kept_days: number(given.events_kept_days),
            jobs: limits::runner(given),
            token_clock: choice("sandbox_token_clock", &given.sandbox_token_clock, TOKEN_CLOCKS)?,
            sandboxes_max: limits::count(given.sandboxes_max),
            sandbox_idle_max: Duration::from_secs(given.sandbox_idle_s_max),
            second_factor_required: on_or_off("second_factor_required", &given.second_factor_required)?
                .unwrap_or(false),
            request_log: on_or_off("request_log", &given.request_log)?,
            otlp_endpoint: optional("otlp_endpoint", &given.otlp_endpoint)?,
            otlp_traces: u16::try_from(given.otlp_traces_per_10000).unwrap_or(spans::TRACES),
            log_format: choice("log_format", &given.log_format, LOG_FORMATS)?,
            log_filter: given.log_filter.clone(),
        })
    }

    /// The master key, which some commands cannot do without.
    pub fn needed_master_key(&self) -> Result<MasterKey, ConfigurationError> {
        let reason = "is not set; `clientbank keys master-key` prints a new one";
        self.master_key.clone().ok_or_else(|| wrong("master_key", reason))
    }
}

fn checkpoints(given: &str) -> Result<Option<Address>, ConfigurationError> {
    let name = "trail_checkpoints";
    let parsed = |text: String| Address::parse(&text, Reach::BankNetwork).map_err(|error| wrong(name, error));
    address(name, given)?.map(parsed).transpose()
}

fn conversion(given: &setting::Given) -> Result<ConversionSettings, ConfigurationError> {
    Ok(ConversionSettings {
        band: RateBand {
            above: parsed("conversion_rate_tolerance_percent", &given.conversion_rate_tolerance_percent)?,
            below: parsed("conversion_rate_below_percent", &given.conversion_rate_below_percent)?,
        },
        day_limit: roubles(given.conversion_day_limit_roubles),
    })
}

fn session_limits(given: &setting::Given) -> SessionLimits {
    SessionLimits { session_s: number(given.online_bank_session_s), idle_s: number(given.online_bank_idle_s) }
}

fn retention(given: &setting::Given) -> Vec<Period> {
    let days = [
        ("retention_statements_days", given.retention_statements_days),
        ("retention_postings_days", given.retention_postings_days),
        ("retention_closings_days", given.retention_closings_days),
        ("retention_certificates_days", given.retention_certificates_days),
        ("retention_tariff_requests_days", given.retention_tariff_requests_days),
        ("retention_letters_days", given.retention_letters_days),
        ("retention_orders_days", given.retention_orders_days),
        ("retention_trail_days", given.retention_trail_days),
    ];
    days.map(|(setting, days)| Period { setting, days: number(days) }).to_vec()
}

fn database(given: &setting::Given) -> Result<StoreLocation, ConfigurationError> {
    let location: StoreLocation = parsed("database", &given.database)?;
    if given.database_password_file.is_empty() {
        return Ok(location);
    }
    let located = location.with_password_file(PathBuf::from(&given.database_password_file));
    located.map_err(|error| wrong("database_password_file", error))
}

fn parsed<T>(name: &'static str, text: &str) -> Result<T, ConfigurationError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    text.parse().map_err(|error: T::Err| wrong(name, error))
}

fn wrong(name: &'static str, reason: impl std::fmt::Display) -> ConfigurationError {
    ConfigurationError::Value { name, reason: reason.to_string() }
}

/// Ranges are checked before, so nothing is cut.
fn number(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// Ranges are checked before, so nothing is cut.
fn roubles(value: u64) -> Money {
    Money::from_minor(i64::try_from(value.saturating_mul(100)).unwrap_or(i64::MAX))
}

/// A value; none when nothing is set.
fn optional<T>(name: &'static str, text: &str) -> Result<Option<T>, ConfigurationError>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    if text.is_empty() { Ok(None) } else { parsed(name, text).map(Some) }
}

/// A public address: a web address without a slash at the end, because it is compared byte for byte in tokens.
fn address(name: &'static str, text: &str) -> Result<Option<String>, ConfigurationError> {
    if text.is_empty() {
        return Ok(None);
    }
    let web = text.starts_with("https://") || text.starts_with("http://");
    let clean = !text.ends_with('/') && !text.contains(['?', '#', ' ']);
    if web && clean {
        Ok(Some(text.to_owned()))
    } else {
        Err(wrong(name, "must be a web address without a slash at the end"))
    }
}

const PLAIN: [(&str, bool); 2] = [("refuse", false), ("allow", true)];
const MISSING_LISTS: [(&str, MissingList); 2] =
    [("accept", MissingList::Accepted), ("refuse", MissingList::Refused)];
const KEEPERS: [(&str, Keeper); 2] = [("ledger", Keeper::Ledger), ("core", Keeper::Core)];
const TOKEN_CLOCKS: [(&str, TokenClock); 2] =
    [("sandbox", TokenClock::Sandbox), ("machine", TokenClock::Machine)];
const LOG_FORMATS: [(&str, LogFormat); 2] = [("json", LogFormat::Json), ("text", LogFormat::Text)];

/// The meaning of a setting that is one of two words.
fn choice<T: Copy>(
    name: &'static str,
    text: &str,
    [one, other]: [(&str, T); 2],
) -> Result<T, ConfigurationError> {
    match [one, other].into_iter().find(|(word, _)| *word == text) {
        Some((_, meaning)) => Ok(meaning),
        None => Err(wrong(name, format!("must be {} or {}", one.0, other.0))),
    }
}

fn on_or_off(name: &'static str, text: &str) -> Result<Option<bool>, ConfigurationError> {
    match text {
        "" => Ok(None),
        "on" => Ok(Some(true)),
        "off" => Ok(Some(false)),
        _ => Err(wrong(name, "must be on, off or empty")),
    }
}

fn bank(given: &setting::Given) -> Result<Bank, ConfigurationError> {
    Ok(Bank {
        name_ru: given.bank_name_ru.clone(),
        name_en: given.bank_name_en.clone(),
        contacts: contacts(given)?,
        bic: parsed("bank_bic", &given.bank_bic)?,
        zone: parsed("time_zone", &given.time_zone)?,
    })
}

fn contacts(given: &setting::Given) -> Result<Contacts, ConfigurationError> {
    let hours = [given.support_hours_ru.as_str(), given.support_hours_en.as_str()];
    Contacts::new(&given.support_phone, &given.support_email, hours).map_err(|error| {
        let name = match error {
            ContactError::Phone => "support_phone",
            ContactError::Email => "support_email",
            ContactError::Text => "support_hours_ru and support_hours_en",
        };
        wrong(name, error)
    })
}

fn passwords(given: &setting::Given) -> PasswordSettings {
    PasswordSettings {
        memory_kib: number(given.password_memory_kib),
        passes: number(given.password_passes),
        hashes_at_once_max: limits::count(given.password_hashes_at_once_max),
        queue_max: limits::count(given.password_queue_max),
        ..PasswordSettings::default()
    }
}

/// The folder that a setting names, unless it is empty.
fn folder(setting: &str) -> Option<PathBuf> {
    Some(setting).filter(|path| !path.is_empty()).map(PathBuf::from)
}
