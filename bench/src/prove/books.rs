//! Proof that what the bank's core tells of its books is in the channel's (BNK-05): each fact once and in its order,
//! whatever is repeated, left out, sent in another order or killed.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use kernel::{Clock as _, SystemClock};
use serde_json::{Value, json};
use store::{Store, StoreLimits, StoreLocation, params};
use testkit::postgres::Cluster;
use tokio::runtime::Runtime;

use super::bank_caller::{BankCaller, add_system};
use super::fault::Fault;
use super::fleet::{Fleet, FleetPlan};
use super::{Dice, Engine};

store::queries! {
    /// The accounts of companies in roubles.
    ACCOUNTS = "select l.ledger_account_id, l.balance_minor, l.held_minor, l.operations_count from ledger_accounts l
        join accounts a on a.number = l.ledger_account_id where l.currency = 'RUR' and l.is_open
        order by l.ledger_account_id";
    /// The last operations of an account.
    LAST_OPERATIONS = "select o.number, e.description, p.amount_minor from operations o
        join journal_entries e on e.entry_id = o.entry_id
        join postings p on p.entry_id = o.entry_id and p.line = o.line
        where o.ledger_account_id = $1 order by o.number desc limit $2";
}

/// Facts of one round, at most.
const FACTS_OF_ROUND: u64 = 60;
/// Facts of one bunch, at most.
const BUNCH_MAX: u64 = 25;
/// The latest moment of a fault, in microseconds after the first bunch is sent.
const FAULT_AFTER_US_MAX: u64 = 60_000;
/// The name of what was on hold before.
const OLD_HOLDS: &str = "";
/// Facts of one bunch of the figure.
const LARGE_BUNCH: usize = 10_000;
/// Reads that are measured.
const READS: usize = 400;

/// The arguments of `bench prove books`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct BooksArguments {
    /// Deaths per engine.
    #[arg(long, default_value_t = 100)]
    rounds: u32,
    /// Operations that are told in large bunches afterwards, with reads beside them.
    #[arg(long, default_value_t = 50_000)]
    operations: usize,
    /// The moments and the facts follow from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Only this engine.
    #[arg(long, value_enum)]
    engine: Option<Engine>,
}

/// Runs the proof on the engines that are asked for.
///
/// # Errors
/// The books of both sides differ, or a process did not start.
#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
pub(super) fn run(program: &Path, arguments: &BooksArguments) -> Result<(), Box<dyn Error>> {
    let plan = || FleetPlan {
        orders: "payroll.execute=bank,payment.send=none,unclaimed.settle=bank",
        accounts: "core",
        ..FleetPlan::default()
    };
    let BooksArguments { rounds, seed, engine, .. } = arguments;
    if engine.is_none_or(|only| only == Engine::Sqlite) {
        println!("books on SQLite, one process: {rounds} deaths, seed {seed}");
        prove(&mut Fleet::start_as(program, 1, None, plan())?, program, arguments)?;
    }
    if engine.is_none_or(|only| only == Engine::Postgres) {
        let cluster = Cluster::start()?;
        println!("books on PostgreSQL, two processes: {rounds} deaths and stops, seed {seed}");
        prove(&mut Fleet::start_as(program, 2, Some(cluster.url()), plan())?, program, arguments)?;
    }
    Ok(())
}

#[expect(clippy::print_stdout, reason = "the outcome is what the program is for")]
fn prove(fleet: &mut Fleet, program: &Path, arguments: &BooksArguments) -> Result<(), Box<dyn Error>> {
    let (since, dice) = (Instant::now(), Dice::new(arguments.seed));
    let key = add_system(program, fleet, "core", "core")?;
    let audience = fleet.bank_address(0);
    let mut core = Core::of(&fleet.location()?)?;
    for _ in 0..arguments.rounds {
        let from = core.facts.len();
        for _ in 0..=dice.below(FACTS_OF_ROUND) {
            core.book(&dice);
        }
        let member = usize::try_from(dice.below(fleet.len() as u64))?;
        let mut caller = BankCaller::new(&fleet.bank_address(member), &audience, "core", &key);
        let fault = Fault::draw(&dice, fleet.len(), FAULT_AFTER_US_MAX)?;
        let moods = Dice::new(dice.below(u64::MAX));
        let facts = &core.facts;
        std::thread::scope(|scope| {
            let feeder = scope
                .spawn(move || feed(&mut caller, facts, from, &moods).map_err(|error| error.to_string()));
            fault.strike(fleet).map_err(|error| error.to_string())?;
            feeder.join().map_err(|_| "the feeder panicked".to_owned())?
        })?;
    }
    core.compare(&fleet.location()?)?;
    println!(
        "  {} facts are in the books once and in their order, both books agree ({} s)",
        core.facts.len(),
        since.elapsed().as_secs()
    );
    let mut caller = BankCaller::new(&audience, &audience, "core", &key);
    measure(fleet, &mut caller, &mut core, arguments.operations)?;
    core.compare(&fleet.location()?)
}

/// Tells everything up to the last fact: repeats some, leaves some out, and goes on at the number that it is told.
fn feed(
    caller: &mut BankCaller,
    facts: &[Value],
    from: usize,
    dice: &Dice,
) -> Result<(), Box<dyn Error + Send + Sync>> {
    let told = |error: Box<dyn Error>| error.to_string();
    let mut at = from;
    while at < facts.len() {
        // Sometimes a bunch is from before, sometimes the next ones are forgotten.
        let begin = match dice.below(4) {
            0 => at.saturating_sub(usize::try_from(dice.below(BUNCH_MAX))?),
            // The first bunch of all says where the feed begins.
            1 if at > 0 => (at + usize::try_from(dice.below(3))?).min(facts.len() - 1),
            _ => at,
        };
        let end = (begin + 1 + usize::try_from(dice.below(BUNCH_MAX))?).min(facts.len());
        let body = json!({ "first": begin + 1, "facts": facts[begin..end] });
        let answer = caller.call("/bank/v1/feed", Some(&body)).map_err(told)?;
        match answer {
            Some(answer) if answer["next"].is_u64() => {
                if answer["differences"] != json!([]) {
                    return Err(format!("a fact was refused: {answer}").into());
                }
                at = usize::try_from(answer["next"].as_u64().ok_or("no number")?)? - 1;
            }
            // A gap, or nobody knows what has arrived.
            _ => {
                let Some(place) = caller.call("/bank/v1/feed", None).map_err(told)? else { continue };
                // Nothing was told yet.
                at = usize::try_from(place["next"].as_u64().unwrap_or(1))? - 1;
            }
        }
    }
    Ok(())
}

/// An account in the core.
struct Account {
    balance_minor: i64,
    held: BTreeMap<String, i64>,
    operations: Vec<(String, i64)>,
    /// Operations that the channel had before.
    counted: i64,
}

/// The core's own books.
struct Core {
    accounts: BTreeMap<String, Account>,
    facts: Vec<Value>,
}

impl Core {
    /// Takes the accounts as they are at the beginning.
    fn of(location: &StoreLocation) -> Result<Self, Box<dyn Error>> {
        let account = |(number, [balance_minor, held_minor, counted]): Seen| {
            let held = BTreeMap::from([(OLD_HOLDS.to_owned(), held_minor)]);
            (number, Account { balance_minor, held, operations: Vec::new(), counted })
        };
        let accounts = read(location)?.into_iter().map(account).collect();
        Ok(Self { accounts, facts: Vec::new() })
    }

    /// Books something and writes down what it will tell.
    fn book(&mut self, dice: &Dice) {
        let place = dice.below(self.accounts.len() as u64);
        let number = self.facts.len() + 1;
        let Some((name, account)) = self.accounts.iter_mut().nth(usize::try_from(place).unwrap_or(0)) else {
            return;
        };
        let now = SystemClock.now().plus_seconds(-i64::try_from(dice.below(3)).unwrap_or(0));
        let at = now.to_timestamp().to_string();
        let fact = match dice.below(10) {
            0 => {
                let minor = 1 + i64::try_from(dice.below(10_000)).unwrap_or(0);
                account.held.insert(format!("H-{number}"), minor);
                json!({ "hold": { "id": format!("H-{number}"), "account": name, "amount": amount(minor),
                    "placedAt": at, "description": "Карта" } })
            }
            1 if account.held.len() > 1 => {
                let id = account.held.keys().find(|id| *id != OLD_HOLDS).cloned().unwrap_or_default();
                account.held.remove(&id);
                json!({ "release": { "id": id, "at": at } })
            }
            2 => json!({ "balance": { "account": name, "balance": amount(account.balance_minor) } }),
            _ => {
                let minor = 1 + i64::try_from(dice.below(1_000_000)).unwrap_or(0);
                account.operation(name, number, if dice.below(2) == 0 { minor } else { -minor }, &at)
            }
        };
        self.facts.push(fact);
    }

    /// Compares the books of both sides.
    fn compare(&self, location: &StoreLocation) -> Result<(), Box<dyn Error>> {
        for (name, [balance, held, counted]) in read(location)? {
            let own = self.accounts.get(&name).ok_or_else(|| format!("{name} is new"))?;
            let expected = [
                own.balance_minor,
                own.held.values().sum(),
                own.counted + i64::try_from(own.operations.len())?,
            ];
            if [balance, held, counted] != expected {
                return Err(
                    format!("{name}: {expected:?} in the core, {:?} here", [balance, held, counted]).into()
                );
            }
            if last_operations(location, &name, own.operations.len())? != own.operations {
                return Err(format!("{name}: the operations differ").into());
            }
        }
        let report = Runtime::new()?.block_on(async {
            let store = Store::open(location, StoreLimits::default()).await?;
            let report = accounts::check_ledger(&store).await?;
            store.close().await;
            Ok::<_, Box<dyn Error>>(report)
        })?;
        if report.findings.is_empty() { Ok(()) } else { Err(format!("{:?}", report.findings).into()) }
    }
}

impl Account {
    fn operation(&mut self, name: &str, number: usize, minor: i64, at: &str) -> Value {
        self.balance_minor += minor;
        let purpose = format!("Операция {number}");
        self.operations.push((purpose.clone(), minor));
        json!({ "operation": { "id": format!("ABS-{number}"), "account": name, "amount": amount(minor), "postedAt": at,
            "valueDate": at[..10], "purpose": purpose } })
    }
}

fn amount(minor: i64) -> String {
    kernel::Money::from_minor(minor).to_string()
}

/// Tells many operations in large bunches, and reads an account beside them.
#[expect(clippy::print_stdout, reason = "the figure is what this is for")]
fn measure(
    fleet: &Fleet,
    caller: &mut BankCaller,
    core: &mut Core,
    operations: usize,
) -> Result<(), Box<dyn Error>> {
    if operations == 0 {
        return Ok(());
    }
    let quiet = reads(fleet, || true)?;
    let (from, at) = (core.facts.len(), SystemClock.now().to_timestamp().to_string());
    let names: Vec<String> = core.accounts.keys().cloned().collect();
    for place in 0..operations {
        let (number, name) = (core.facts.len() + 1, &names[place % names.len()]);
        let minor = if place % 3 == 0 { -700 } else { 500 };
        let fact = core.accounts.get_mut(name).map(|account| account.operation(name, number, minor, &at));
        core.facts.extend(fact);
    }
    let (since, facts) = (Instant::now(), &core.facts);
    let told = std::sync::atomic::AtomicBool::new(false);
    let busy = std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            reads(fleet, || !told.load(std::sync::atomic::Ordering::Relaxed))
                .map_err(|error| error.to_string())
        });
        let mut at = from;
        while at < facts.len() {
            let end = (at + LARGE_BUNCH).min(facts.len());
            let body = json!({ "first": at + 1, "facts": facts[at..end] });
            match caller.call("/bank/v1/feed", Some(&body)).map_err(|error| error.to_string())? {
                Some(answer) if answer["differences"] == json!([]) => at = end,
                answer => return Err(format!("a bunch was not taken: {answer:?}")),
            }
        }
        told.store(true, std::sync::atomic::Ordering::Relaxed);
        reader.join().map_err(|_| "the reader panicked".to_owned())?
    })?;
    let took = since.elapsed();
    println!(
        "  {operations} operations in {took:.1?}; a read takes {quiet:.1?} quietly and {busy:.1?} beside (p99)"
    );
    Ok(())
}

/// Reads an account again and again, and returns the 99th percentile.
fn reads(fleet: &Fleet, goes_on: impl Fn() -> bool) -> Result<Duration, Box<dyn Error>> {
    let mut times = Vec::new();
    let url = format!("{}/v1/accounts?fields=Balance", fleet.address(0));
    while times.len() < READS && (goes_on() || times.len() < READS / 4) {
        let since = Instant::now();
        let bearer = format!("Bearer {}", fleet.tokens.access_token);
        let request =
            ureq::get(&url).header("authorization", &bearer).header("id-token", &fleet.tokens.id_token);
        drop(request.call()?.into_body().read_to_string()?);
        times.push(since.elapsed());
    }
    times.sort_unstable();
    Ok(times[(times.len() * 99 / 100).min(times.len() - 1)])
}

/// An account as the channel has it: its number, and balance, held money and operations.
type Seen = (String, [i64; 3]);

/// Reads the accounts.
fn read(location: &StoreLocation) -> Result<Vec<Seen>, Box<dyn Error>> {
    Runtime::new()?.block_on(async {
        let store = Store::open(location, StoreLimits::default()).await?;
        let rows = store.query(&ACCOUNTS, params![]).await?;
        let account = |row: &store::Row| {
            let number = |column| row.integer(column);
            Ok((
                row.text("ledger_account_id")?.to_owned(),
                [number("balance_minor")?, number("held_minor")?, number("operations_count")?],
            ))
        };
        let accounts = rows.iter().map(account).collect::<Result<_, store::StoreError>>()?;
        store.close().await;
        Ok(accounts)
    })
}

/// Reads the last operations of an account, in their order.
fn last_operations(
    location: &StoreLocation,
    account: &str,
    count: usize,
) -> Result<Vec<(String, i64)>, Box<dyn Error>> {
    let (account, limit) = (account.to_owned(), i64::try_from(count)?);
    Runtime::new()?.block_on(async {
        let limits = StoreLimits { rows_max: usize::MAX, ..StoreLimits::default() };
        let store = Store::open(location, limits).await?;
        let rows = store.query(&LAST_OPERATIONS, params![account, limit]).await?;
        let operation =
            |row: &store::Row| Ok((row.text("description")?.to_owned(), row.integer("amount_minor")?));
        let operations = rows.iter().rev().map(operation).collect::<Result<_, store::StoreError>>()?;
        store.close().await;
        Ok(operations)
    })
}
