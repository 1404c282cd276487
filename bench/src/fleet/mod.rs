//! Payroll by several processes on one PostgreSQL: statements that become due at one moment, executed by one process
//! and by several in turn.
//!
//! Where the database answers at once, its cores and those of the processes are the same few, and several processes
//! are no faster than one whatever they do. So everything is measured a second time with a database whose answers take
//! a while: then one process waits for round trips most of the time, and what is left of the waiting with several is
//! what they wait for each other.

use std::collections::{BTreeMap, VecDeque};
use std::error::Error;
use std::path::Path;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use jiff::Span;
use kernel::{BankZone, Clock as _, SystemClock};
use store::{Store, StoreError, StoreLimits, StoreLocation, Tx, params};
use testkit::postgres::Cluster;
use tokio::runtime::Runtime;

use self::bank::Bank;
use self::far::FarWays;
use crate::prove::client::{Answer, Caller, Signers};
use crate::prove::fleet::{Fleet, FleetPlan};
use crate::statistics::median;

mod bank;
mod far;

/// The arguments of `bench fleet`.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct FleetArguments {
    /// Statements of one measurement.
    #[arg(long, default_value_t = 60)]
    pub(crate) statements: usize,
    /// Transfers of each.
    #[arg(long, default_value_t = 1_000)]
    pub(crate) transfers: usize,
    /// One transfer in so many goes to another bank; 0 for none.
    #[arg(long, default_value_t = 10)]
    pub(crate) other_banks_one_of: usize,
    /// Processes that are measured in turn.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 3])]
    processes: Vec<usize>,
    /// Milliseconds by which the database's answers are late, one measurement for each.
    #[arg(long, value_delimiter = ',', default_values_t = [0, 3])]
    delay_ms: Vec<u64>,
    /// Turns of each measurement, of which the medians count.
    #[arg(long, default_value_t = 3)]
    turns: usize,
}

store::queries! {
    /// Counts the statements of a state.
    IN_STATE = "select count(1) as statements from payroll_statements where state = $1";
    /// Makes statements due that wait for their day.
    DUE_STATEMENTS = "update payroll_statements set statement_date = $1 where state = 'SCHEDULED'";
    /// Makes their jobs due.
    DUE_JOBS = "update jobs set run_at_us = 1 where kind = 'payroll.execute'";
    /// Reads when the first execution began and the last one ended, of the statements that were created since.
    EXECUTION = "select min(case when h.to_state = 'PROCESSING' then h.at_us end) as began_at_us, \
        max(case when h.to_state = 'EXECUTED' then h.at_us end) as ended_at_us from payroll_history h \
        join payroll_statements s on s.statement_id = h.statement_id where s.created_at_us > $1";
    /// Reads when the last statement was created.
    NEWEST = "select coalesce(max(created_at_us), 0) as created_at_us from payroll_statements";
}

/// The lease of a job as a bank has it, in milliseconds.
const LEASE_MS: u64 = 30_000;
/// Programs that send statements at once.
const SENDERS: usize = 4;
/// Times that a statement is sent when a busy machine does not answer.
const SENDS_MAX: usize = 10;
/// The longest wait for all statements of one measurement.
const FLIGHT_MAX: Duration = Duration::from_mins(5);
/// The wait between two looks.
const LOOK_PAUSE: Duration = Duration::from_millis(10);
/// The least that three processes have to be worth of one.
const GOAL: f64 = 2.0;

/// Measures and prints.
///
/// # Errors
/// A process does not start, or a statement is not executed.
pub(crate) fn run(program: &Path, arguments: &FleetArguments) -> Result<(), Box<dyn Error>> {
    let cluster = Cluster::start()?;
    let most = arguments.processes.iter().copied().max().ok_or("no number of processes")?;
    let ways = FarWays::open(cluster.url(), most)?;
    let plan = FleetPlan { ways: ways.urls.clone(), lease_ms: LEASE_MS, ..FleetPlan::default() };
    let fleet = Fleet::start_as(program, most, Some(cluster.url()), plan)?;
    let bank = Bank::new(arguments)?;
    bank.import(program, fleet.data(), cluster.url())?;
    let mut flights = Flights::new(fleet, ways, bank, cluster.url())?;
    for delay_ms in &arguments.delay_ms {
        measure(&mut flights, arguments, Duration::from_millis(*delay_ms))?;
    }
    Ok(())
}

/// Measures with one delay, in turn with each number of processes.
#[expect(clippy::float_arithmetic, reason = "ratios of measurements are no money")]
#[expect(clippy::print_stdout, reason = "the figures are what the program is for")]
fn measure(flights: &mut Flights, arguments: &FleetArguments, delay: Duration) -> Result<(), Box<dyn Error>> {
    let mut rates = BTreeMap::<usize, Vec<f64>>::new();
    for _ in 0..arguments.turns {
        for processes in &arguments.processes {
            let flown = flights.fly(arguments.statements, *processes, delay)?;
            let transfers = f64::from(u32::try_from(arguments.statements * arguments.transfers)?);
            let rate = transfers / flown.execution_s;
            println!("    {processes} processes, {delay:?}: {rate:.0}/s; run again: {}", flown.run_again);
            rates.entry(*processes).or_default().push(rate);
        }
    }
    let least = arguments.processes.iter().min().and_then(|processes| rates.get(processes));
    let least = median(least.map_or(&[], Vec::as_slice));
    for (processes, rates) in &rates {
        let rate = median(rates);
        println!(
            "fleet, answers {delay:?} late, {} statements of {}: {processes} processes {rate:.0} transfers/s, {:.2} x \
             (goal of 3: {GOAL:.1}; medians of {})",
            arguments.statements,
            arguments.transfers,
            rate / least,
            arguments.turns,
        );
    }
    Ok(())
}

/// The figures of one measurement.
struct Flown {
    /// From the first PROCESSING to the last EXECUTED.
    execution_s: f64,
    /// The units that were disturbed.
    run_again: String,
}

/// Measurements on one database.
struct Flights {
    runtime: Runtime,
    store: Store,
    signers: Signers,
    bank: Bank,
    fleet: Fleet,
    running: usize,
    ways: FarWays,
    sent: usize,
}

impl Flights {
    fn new(fleet: Fleet, ways: FarWays, bank: Bank, url: &str) -> Result<Self, Box<dyn Error>> {
        let runtime = Runtime::new()?;
        let location = StoreLocation::Postgres { url: url.to_owned(), password_file: None };
        let store = runtime.block_on(Store::open(&location, StoreLimits::default()))?;
        let (signers, running) = (Signers::read(fleet.data())?, fleet.len());
        Ok(Self { runtime, store, signers, bank, fleet, running, ways, sent: 0 })
    }

    /// Has so many statements executed by so many processes.
    fn fly(&mut self, count: usize, processes: usize, delay: Duration) -> Result<Flown, Box<dyn Error>> {
        let newest = self.number("created_at_us", &NEWEST, vec![])?;
        self.ways.delay(Duration::ZERO);
        let (scheduled, executed) = (self.in_state("SCHEDULED")?, self.in_state("EXECUTED")?);
        self.send(count)?;
        self.wait_for("SCHEDULED", scheduled + i64::try_from(count)?)?;
        self.keep(processes)?;
        let before = self.retries(processes)?;
        self.ways.delay(delay);
        self.make_due()?;
        self.wait_for("EXECUTED", executed + i64::try_from(count)?)?;
        self.ways.delay(Duration::ZERO);
        let run_again = run_again(&before, &self.retries(processes)?);
        let times = self.store.query_optional(&EXECUTION, params![newest]);
        let times = self.runtime.block_on(times)?.ok_or("no times")?;
        let took_us = times.integer("ended_at_us")? - times.integer("began_at_us")?;
        let execution_s = Duration::from_micros(u64::try_from(took_us)?).as_secs_f64();
        Ok(Flown { execution_s, run_again })
    }

    /// Sends statements for tomorrow.
    fn send(&mut self, count: usize) -> Result<(), Box<dyn Error>> {
        let date = day_from_today(2)?;
        let numbers: Mutex<VecDeque<usize>> = Mutex::new((self.sent..self.sent + count).collect());
        let (bank, signers, fleet, address) = (&self.bank, &self.signers, &self.fleet, self.fleet.address(0));
        let send_all = || -> Result<(), String> {
            let caller = Caller::new(&address, &fleet.tokens);
            loop {
                let next = numbers.lock().map_err(|error| error.to_string())?.pop_front();
                let Some(number) = next else { return Ok(()) };
                let body = bank.body(number, &date, signers).map_err(|error| error.to_string())?;
                let answers = (0..SENDS_MAX).map(|_| caller.send(&body));
                match answers.into_iter().find(|answer| *answer != Answer::Unknown) {
                    Some(Answer::Accepted | Answer::Exists) => {}
                    answer => return Err(format!("a statement was answered {answer:?}")),
                }
            }
        };
        std::thread::scope(|scope| -> Result<(), Box<dyn Error>> {
            let senders: Vec<_> = (0..SENDERS).map(|_| scope.spawn(send_all)).collect();
            for sender in senders {
                sender.join().map_err(|_| "a sender panicked")??;
            }
            Ok(())
        })?;
        self.sent += count;
        Ok(())
    }

    /// Keeps the first `processes` running, and no other.
    fn keep(&mut self, processes: usize) -> Result<(), Box<dyn Error>> {
        for member in processes..self.running {
            self.fleet.kill(member)?;
        }
        for member in self.running..processes {
            self.fleet.launch(member)?;
        }
        self.running = processes;
        Ok(())
    }

    /// Makes everything that is scheduled due at one moment.
    fn make_due(&self) -> Result<(), Box<dyn Error>> {
        let date = day_from_today(-1)?;
        let unit = move |tx: &mut Tx| {
            tx.survey()?;
            tx.execute(&DUE_STATEMENTS, params![date.as_str()])?;
            tx.execute(&DUE_JOBS, params![])
        };
        self.runtime.block_on(self.store.write::<_, StoreError>("due", unit))?;
        Ok(())
    }

    fn wait_for(&self, state: &'static str, count: i64) -> Result<(), Box<dyn Error>> {
        let (since, (_never, pause)) = (Instant::now(), channel::<()>());
        while self.in_state(state)? < count {
            if since.elapsed() > FLIGHT_MAX {
                return Err(format!("{} of {count} statements are {state}", self.in_state(state)?).into());
            }
            let _ = pause.recv_timeout(LOOK_PAUSE);
        }
        Ok(())
    }

    fn in_state(&self, state: &'static str) -> Result<i64, Box<dyn Error>> {
        self.number("statements", &IN_STATE, params![state])
    }

    fn number(
        &self,
        column: &str,
        query: &'static store::Query,
        values: Vec<store::Value>,
    ) -> Result<i64, Box<dyn Error>> {
        let row = self.runtime.block_on(self.store.query_optional(query, values))?;
        Ok(row.ok_or("no row")?.integer(column)?)
    }

    /// Reads how often units were run again because others disturbed them, by name.
    fn retries(&self, processes: usize) -> Result<BTreeMap<String, u64>, Box<dyn Error>> {
        let mut retries = BTreeMap::new();
        for member in 0..processes {
            let page = ureq::get(&format!("{}/metrics", self.fleet.administration(member))).call()?;
            for line in page.into_body().read_to_string()?.lines() {
                let Some(rest) = line.strip_prefix("store_retries_total{unit=\"") else { continue };
                let Some((unit, count)) = rest.split_once("\"} ") else { continue };
                *retries.entry(unit.to_owned()).or_default() += count.parse::<u64>()?;
            }
        }
        Ok(retries)
    }
}

/// A date that is before or after today by more than the hours between two zones.
fn day_from_today(days: i64) -> Result<String, Box<dyn Error>> {
    let zone: BankZone = "Europe/Moscow".parse()?;
    Ok(zone.date_of(SystemClock.now()).checked_add(Span::new().days(days))?.to_string())
}

/// The units that were disturbed meanwhile, with how often they were run again.
fn run_again(before: &BTreeMap<String, u64>, after: &BTreeMap<String, u64>) -> String {
    let more = after.iter().filter_map(|(unit, count)| {
        let more = count.saturating_sub(before.get(unit).copied().unwrap_or(0));
        (more > 0).then(|| format!("{unit} {more}"))
    });
    let more: Vec<String> = more.collect();
    if more.is_empty() { "nothing".to_owned() } else { more.join(", ") }
}
