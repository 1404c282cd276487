//! The bank's books in bulk: a million operations through the feed of a core, with a customer's reads beside them, and
//! the journal of as many entries read by a core. On SQLite and on PostgreSQL.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use store::params;
use testkit::postgres::Cluster;

use crate::memory::{self, RESIDENT, processor_time};
use crate::outcome::Outcome;
use crate::outside::{User, on_store, pause};
use crate::prove::bank_caller::{BankCaller, add_system};
use crate::prove::fleet::{Fleet, FleetPlan};
use crate::statistics::{at, met};

store::queries! {
    ACCOUNTS = "select ledger_account_id from ledger_accounts where class = 'CUSTOMER' and currency = 'RUR' and is_open
        order by ledger_account_id";
    /// Turns the keeper of the accounts, as nothing else does: the entries of both are the same.
    TURN = "update bank_books set keeper = 'LEDGER'";
}

/// Operations that are told, and those of one bunch.
const OPERATIONS: usize = 1_000_000;
const BUNCH: usize = 10_000;
/// Entries of one page, and the pages between two looks at the memory.
const PAGE: usize = 1_000;
const PAGES_BETWEEN_LOOKS: usize = 50;
/// Reads of a customer without anything beside them, and the pause before each.
const READS: usize = 400;
const READ_PAUSE: Duration = Duration::from_millis(10);
/// The goals: both take so long at most for a million, and a read becomes so many times slower.
const FEED_S_MAX: f64 = 60.0;
const JOURNAL_S_MAX: f64 = 30.0;
const SLOWER_MAX: f64 = 3.0;
/// The goals are those of so many operations.
const MILLION: f64 = 1_000_000.0;

pub(crate) fn run(program: &Path) -> Outcome<()> {
    measure("SQLite", program, None)?;
    measure("PostgreSQL (fsync off)", program, Some(Cluster::start()?.url()))
}

#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "times are no money, and counts are small"
)]
fn measure(engine: &str, program: &Path, database: Option<&str>) -> Outcome<()> {
    let plan = FleetPlan { lease_ms: 30_000, ..FleetPlan::of_core() };
    let mut fleet = Fleet::start_as(program, 1, database, plan)?;
    let key = add_system(program, &fleet, "core", "core")?;
    let quiet = reads(&fleet, |count| count < READS)?;
    let server = fleet.process(0)?.to_string();
    let before = processor_time(&server, false)?;
    let (took, busy) = fed(&fleet, &mut BankCaller::of(&fleet, 0, &key))?;
    let (took_s, slower) = (took.as_secs_f64(), busy.1.as_secs_f64() / quiet.1.as_secs_f64());
    println!(
        "books, {engine}: {OPERATIONS} operations told in bunches of {BUNCH} in {took_s:.1} s (goal {FEED_S_MAX} s \
            {}), {:.1} s of them at work in the server; a read takes {:.1?} and {:.1?} (99 of 100) quietly, {:.1?} and \
            {:.1?} beside ({slower:.1} times; goal {SLOWER_MAX} {})",
        met(took_s <= FEED_S_MAX),
        processor_time(&server, false)?.saturating_sub(before).as_secs_f64(),
        quiet.0,
        quiet.1,
        busy.0,
        busy.1,
        met(slower <= SLOWER_MAX),
    );
    turn(&mut fleet)?;
    let server = fleet.process(0)?.to_string();
    for what in ["numbered and read", "read again"] {
        let before = processor_time(&server, false)?;
        let Journal { entries, took, first_kib, last_kib } =
            journal(&fleet, &mut BankCaller::of(&fleet, 0, &key))?;
        let (took_s, share) = (took.as_secs_f64(), entries as f64 / MILLION);
        println!(
            "  a journal of {entries} entries {what} in {took_s:.1} s (goal {:.0} s {}), {:.1} s of them at work in \
                the server, which has {} MiB at first and {} MiB at last",
            JOURNAL_S_MAX * share,
            met(took_s <= JOURNAL_S_MAX * share),
            processor_time(&server, false)?.saturating_sub(before).as_secs_f64(),
            first_kib / 1024,
            last_kib / 1024,
        );
    }
    Ok(())
}

/// Median and 99th percentile.
type Percentiles = (Duration, Duration);

/// Tells operations of all accounts in turn, and reads one of them meanwhile.
fn fed(fleet: &Fleet, caller: &mut BankCaller) -> Outcome<(Duration, Percentiles)> {
    let (names, moment) = (accounts(fleet)?, fleet.now().plus_seconds(-1).to_timestamp().to_string());
    let fact = |number: usize| {
        let amount = if number.is_multiple_of(3) { "-7.00" } else { "5.00" };
        json!({ "operation": { "id": format!("ABS-{number}"), "account": names[number % names.len()],
            "amount": amount, "postedAt": moment, "valueDate": moment[..10],
            "purpose": format!("Оплата по счёту {number}"),
            "documentNumber": (number % 1_000_000).to_string(),
            "counterparty": { "name": "ООО «Лютик»", "bic": "044525225" } } })
    };
    let is_told = AtomicBool::new(false);
    let (mut took, mut first) = (Duration::ZERO, 1);
    let busy = std::thread::scope(|scope| -> Outcome<Percentiles> {
        let reader = scope
            .spawn(|| reads(fleet, |_| !is_told.load(Ordering::Relaxed)).map_err(|error| error.to_string()));
        while first <= OPERATIONS {
            let end = (first + BUNCH).min(OPERATIONS + 1);
            let facts: Vec<Value> = (first..end).map(fact).collect();
            let body = json!({ "first": first, "facts": facts });
            let since = Instant::now();
            let answer = caller.call("/bank/v1/feed", Some(&body))?;
            took += since.elapsed();
            if answer.as_ref().is_none_or(|answer| answer["taken"] != json!(end - first)) {
                return Err(format!("a bunch was not taken: {answer:?}").into());
            }
            first = end;
        }
        is_told.store(true, Ordering::Relaxed);
        Ok(reader.join().map_err(|_| "the reader panicked")??)
    })?;
    Ok((took, busy))
}

fn accounts(fleet: &Fleet) -> Outcome<Vec<String>> {
    on_store(&fleet.location()?, async |store| Ok(store.select(&ACCOUNTS, params![]).await?))
}

/// Reads an account again and again as a customer does.
fn reads(fleet: &Fleet, goes_on: impl Fn(usize) -> bool) -> Outcome<Percentiles> {
    let mut times = Vec::new();
    while goes_on(times.len()) {
        pause(READ_PAUSE);
        let since = Instant::now();
        User::new(&fleet.address(0), &fleet.tokens, None).read("/v1/accounts?fields=Balance")?;
        times.push(since.elapsed());
    }
    times.sort_unstable();
    Ok((at(&times, 50), at(&times, 99)))
}

/// Has the same process keep the accounts, so that it has a journal.
fn turn(fleet: &mut Fleet) -> Outcome<()> {
    fleet.kill(0)?;
    on_store(&fleet.location()?, async |store| {
        Ok(store.write("bench.turn", |tx| tx.execute_one(&TURN, params![])).await?)
    })?;
    (fleet.plan.orders, fleet.plan.accounts) = ("", "ledger");
    fleet.launch(0)
}

/// A reading of the whole journal.
struct Journal {
    entries: u64,
    took: Duration,
    /// Resident memory of the server after the first pages, and the most of the last ones.
    first_kib: u64,
    last_kib: u64,
}

fn journal(fleet: &Fleet, caller: &mut BankCaller) -> Outcome<Journal> {
    let mut read = Journal { entries: 0, took: Duration::ZERO, first_kib: 0, last_kib: 0 };
    let server = fleet.process(0)?.to_string();
    for page in 1.. {
        let since = Instant::now();
        let path = format!("/bank/v1/journal?after={}&limit={PAGE}", read.entries);
        let text = caller.text(&path, None)?.ok_or("the journal is not answered")?;
        read.took += since.elapsed();
        let (_, after) = text.rsplit_once("\"nextAfter\":").ok_or("no number")?;
        let after = after.trim_end_matches('}').parse()?;
        if after == read.entries {
            break;
        }
        read.entries = after;
        if page % PAGES_BETWEEN_LOOKS == 0 {
            read.last_kib = memory::kib(&server, RESIDENT)?;
            if read.first_kib == 0 {
                read.first_kib = read.last_kib;
            }
        }
    }
    Ok(read)
}
