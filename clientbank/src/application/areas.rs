//! The areas of the program, listed once, and what is below them. To add an area, add its row to [`AREAS`].

use std::sync::Arc;

use accounts::ledger::Keeper;
use area::{Area, Given, Listener, Opened, SealedPlace};
use edge::RequestLog;
use identity::IdentityState;
use identity::person::credential::PasswordSettings;
use identity::sealing::MasterKey;
use identity::sealing::Purpose;
use import::TableImporter;
use iso20022::{Limits, Reader};
use jiff::civil::Date;
use jobs::JobKind;
use kernel::Cnum;
use orders::{OrderKind, Players, PlayersError};
use pages::Section;
use retention::Kind;
use sandbox::triggers::{FAULTS, Trigger};
use store::{DynamicQuery, MigrationTree, Query, Result, Rights, Tx};
use switches::{READ_ONLY, Switch};
use webhooks::WebhookSettings;

use super::trail_worker::log_key;
use super::{BuildError, settings};
use crate::actions;
use crate::backups;
use crate::configuration::{Configuration, ConfigurationError};
use crate::imports;
use crate::shared_settings;

/// Every area, each after those that its tables refer to, with what opens it.
pub static AREAS: &[Wired] = &[
    wired(&identity::AREA, |start| Ok(identity::open(start.identity.clone(), start.given.sandbox.clone()))),
    wired(&company::AREA, |start| Ok(company::open(start.identity.clone(), start.log.cloned()))),
    wired(&accounts::AREA, |start| Ok(accounts::open(start.given))),
    wired(&currency_certificates::AREA, |start| {
        let (reader, bank) = settings::certificates(start.configuration)?;
        Ok(currency_certificates::open(start.given, reader, bank))
    }),
    wired(&payroll::AREA, |start| Ok(payroll::open(start.given, settings::payroll(start.configuration)))),
    wired(&tariff_requests::AREA, |start| {
        Ok(tariff_requests::open(start.given, settings::tariff_requests(start.configuration)?))
    }),
    wired(&webinars::AREA, |start| Ok(webinars::open(start.given, start.configuration.media_host.clone()))),
    wired(&treasury::AREA, |start| Ok(treasury::open(start.given))),
    wired(&agreements::AREA, |start| Ok(agreements::open(start.given))),
    wired(&webhooks::AREA, |start| Ok(webhooks::open(start.given, start.webhooks.clone()))),
    wired(&signing_certificates::AREA, |start| {
        let issuer = settings::issuer(start.configuration, start.given);
        Ok(signing_certificates::open(start.given, start.configuration.missing_list, issuer))
    }),
    wired(&bank::AREA, |start| {
        let messages = Reader::of_payments(Limits::default())?;
        let zone = start.configuration.bank.zone.clone();
        let Given { clock, randomness, desk, sandbox, .. } = start.given;
        let (desk, is_live) = (Ok(desk.clone()), sandbox.is_none());
        let means = actions::Means::of(start.configuration, clock, randomness, desk, is_live);
        let administration = actions::served(means, start.configuration);
        let (sender, directory) = (settings::sender(&start.webhooks), start.configuration.directory.clone());
        let Configuration { bank, master_key, .. } = start.configuration;
        let trail_key = master_key.as_ref().map(|key| log_key(&bank.bic, key)).transpose();
        let trail_key = trail_key.map_err(BuildError::TrailLog)?;
        Ok(bank::open(
            start.given,
            start.bank_address.to_owned(),
            messages,
            zone,
            administration,
            (sender, directory, trail_key),
        ))
    }),
];

#[derive(Clone, Copy, Debug)]
pub struct Wired {
    pub area: &'static Area,
    pub(super) open: Open,
}

type Open = fn(&Start<'_>) -> Result<Opened, BuildError>;

const fn wired(area: &'static Area, open: Open) -> Wired {
    Wired { area, open }
}

/// Everything that an area is opened with.
pub(super) struct Start<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) given: &'a Given,
    /// The address by which the bank's systems reach their API.
    pub(super) bank_address: &'a str,
    /// Opened before the areas: the frame of all pages asks it for confirmations, and workers for keys.
    pub(super) identity: &'a IdentityState,
    /// The log of calls, when the bank keeps one.
    pub(super) log: Option<&'a RequestLog>,
    /// Read before the areas: a worker beside the jobs needs them too.
    pub(super) webhooks: WebhookSettings,
}

store::migrations! {
    /// The views through which one area asks another (docs/adr/0007); they are after the tables that they read.
    "ports": 1 "the views through which one area asks another" "../../migrations/0001_baseline.sql"
}

fn areas() -> impl Iterator<Item = &'static Area> {
    AREAS.iter().map(|wired| wired.area)
}

/// The areas with operations for customers, which alone are described to them.
pub(super) fn described() -> impl Iterator<Item = &'static Area> {
    areas().filter(|area| area.describe.is_some() && area.listener != Listener::Bank)
}

/// The names of the areas with operations, as the addresses of their descriptions have them.
pub fn names() -> impl Iterator<Item = &'static str> {
    described().map(|area| area.name)
}

/// The tables of the whole program, each tree after those that it refers to.
pub fn migrations() -> Vec<&'static MigrationTree> {
    let below = [
        &sandbox::MIGRATIONS,
        &switches::MIGRATIONS,
        &shared_settings::MIGRATIONS,
        &backups::MIGRATIONS,
        &retention::MIGRATIONS,
        &audit::MIGRATIONS,
        &audit::ARCHIVE_MIGRATIONS,
        &import::MIGRATIONS,
        &events::MIGRATIONS,
        &jobs::MIGRATIONS,
        &idempotency::MIGRATIONS,
        &orders::MIGRATIONS,
        &proposals::MIGRATIONS,
        &clients::MIGRATIONS,
    ];
    below.into_iter().chain(areas().map(|area| area.migrations)).chain([&MIGRATIONS]).collect()
}

/// The answers that are kept for requests that come again.
const KEPT_ANSWERS: SealedPlace = SealedPlace {
    name: "idempotency_keys",
    purpose: Purpose::KeptAnswers,
    behind: &idempotency::SEALED_BEHIND,
    replace: &idempotency::SEALED_REPLACE,
};

pub fn sealed_places() -> Vec<SealedPlace> {
    areas().flat_map(|area| area.sealed.iter().copied()).chain([KEPT_ANSWERS]).collect()
}

/// Every SQL text of the program, for the tests that prepare them all on both engines and read their plans.
pub fn queries() -> Vec<&'static Query> {
    let below = [
        sandbox::QUERIES.as_slice(),
        switches::QUERIES,
        shared_settings::QUERIES,
        backups::QUERIES,
        retention::QUERIES,
        &audit::queries(),
        &import::queries(),
        &events::queries(),
        &jobs::queries(),
        idempotency::QUERIES,
        orders::QUERIES,
        proposals::QUERIES,
        clients::QUERIES.as_slice(),
    ];
    let below = below.concat();
    below.into_iter().chain(areas().flat_map(Area::queries)).collect()
}

/// The rights of the account that serves: those of every text but the archive's, by which rows leave for ever.
pub fn rights() -> Rights {
    let of_archive: Vec<&str> = kept().iter().flat_map(|kind| kind.queries()).map(Query::name).collect();
    let mut texts = queries();
    texts.retain(|query| !of_archive.contains(&query.name()));
    Rights::of(&migrations(), texts.into_iter().map(Query::sql), import::STAGING_TABLES)
}

/// The texts that are put together while the program runs, as for one company and day, in the shapes that they take:
/// for the test that reads the plans of all texts.
pub fn dynamic_queries(cnum: &Cnum, day: Date) -> Result<Vec<DynamicQuery>, String> {
    let of_areas: Result<Vec<_>, _> = areas().map(|area| (area.dynamic_queries)(cnum, day)).collect();
    Ok(of_areas?.into_iter().flatten().collect())
}

/// The files that the bank can import, in the order in which they are applied: people before what is theirs. Passwords
/// are hashed and second factors sealed on the way in, so costs and master key belong to it.
pub fn importers(passwords: PasswordSettings, master_key: MasterKey) -> Vec<Arc<dyn TableImporter>> {
    let endings: Arc<dyn clients::AccessEndings> = Arc::new(identity::Endings);
    let people =
        clients::importers_ending(&endings).into_iter().chain(identity::importers(passwords, master_key));
    imports::with_own_authorities(people.chain(areas().flat_map(|area| (area.importers)())).collect())
}

/// Those of them that a database takes, which is a bank's own or a sandbox.
pub(crate) fn live_importers(
    configuration: &Configuration,
    is_live: bool,
) -> Result<Vec<Arc<dyn TableImporter>>, ConfigurationError> {
    let importers = importers(configuration.passwords, configuration.needed_master_key()?);
    Ok(if is_live { imports::without_demo_passwords(importers) } else { importers })
}

/// The kinds of things that are kept for a time, in the order in which they are archived: statements before the
/// postings that paid them, and requests, as their area has it, before their letters.
pub fn kept() -> Vec<&'static Kind> {
    let mut kinds: Vec<&'static Kind> = areas().flat_map(|area| area.kept).copied().collect();
    kinds.push(&audit::TRAIL);
    kinds.sort_unstable_by_key(|kind| kind.name != "statements");
    kinds
}

/// Things that are removed without an archive, each with the time for which it is kept and with what removes it.
pub fn pruned(configuration: &Configuration) -> [(&'static str, String); 3] {
    [
        (
            "events, deliveries of webhooks and the log of them",
            format!(
                "{} days (events_kept_days); `serve` removes them with each `prune_interval_s`",
                configuration.events_kept_days
            ),
        ),
        (
            "login history, sessions, challenges, kept forms, answers of repeated requests",
            "hours to months; `serve` removes them with each `prune_interval_s`".to_owned(),
        ),
        (
            "the last calls of clients (`request_log`)",
            "in the memory of a process, which keeps the last 1,000 of each client".to_owned(),
        ),
    ]
}

/// The triggers of a sandbox: those of every operation, and area by area.
pub fn triggers() -> impl Iterator<Item = &'static Trigger> {
    FAULTS.iter().chain(areas().flat_map(|area| area.triggers))
}

pub fn order_kinds() -> impl Iterator<Item = &'static OrderKind> + Clone {
    AREAS.iter().flat_map(|wired| wired.area.orders).copied()
}

/// Reads who answers the orders of a database, which is a bank's own or a sandbox.
pub fn players(configuration: &Configuration, is_live: bool) -> Result<Players, PlayersError> {
    let players = Players::read(&configuration.orders, order_kinds(), is_live)?;
    match configuration.keeper {
        Keeper::Ledger => Ok(players),
        Keeper::Core => players.of_core(order_kinds()),
    }
}

/// Stops one customer.
pub(super) static COMPANY: Switch = Switch {
    name: "company",
    subject: Some(("company", company)),
    stops: "Every request that changes something of one company; reading goes on",
};

fn company(tx: &mut Tx, text: &str) -> Result<Option<String>> {
    let Ok(cnum) = text.parse::<Cnum>() else { return Ok(None) };
    Ok(clients::find_company(tx, &cnum)?.map(|company| company.cnum.to_string()))
}

/// The switches: of everything, of one customer, and area by area.
pub fn switches() -> impl Iterator<Item = &'static Switch> {
    [&READ_ONLY, &COMPANY].into_iter().chain(areas().flat_map(|area| area.switches).copied())
}

/// The kinds of jobs, area by area, and that of no area.
pub fn job_kinds() -> impl Iterator<Item = JobKind> {
    areas().flat_map(|area| area.job_kinds).copied().chain([imports::RUN])
}

/// The entries of the online bank's menu that lead to pages, in its order.
pub fn sections() -> Vec<Section> {
    let has_pages = |section: &Section| areas().any(|area| area.sections.contains(section));
    Section::ALL.into_iter().filter(has_pages).collect()
}
