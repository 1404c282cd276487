//! Proof that each order to the bank ends once, whatever dies when (BNK-01): the books of a payment hub, or of a core
//! that executes statements, and those of the channel agree to the kopeck.

mod hub;

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use store::{StoreLocation, params};
use testkit::postgres::Cluster;

pub(crate) use hub::{HubArguments, run as run_hub};

use super::bank_caller::add_system;
use super::client::Signers;
use super::comparison::{self, Ledger};
use super::fault::Fault;
use super::fleet::{Fleet, FleetPlan};
use super::journal::{self, Sent};
use super::senders::{Senders, repeat_what_is_unknown};
use super::{Dice, Ground};
use crate::outcome::Outcome;
use crate::outside::on_store;
use hub::Books;

store::queries! {
    ORDERS = "select count(1) as orders, count(case when state = 'ANSWERED' then 1 end) as answered from bank_orders";
    /// Statements in PROCESSING for which nobody works: neither a job nor a system of the bank.
    FORGOTTEN = "select count(1) as statements from payroll_statements s
        join payroll_statement_names n on n.statement_id = s.statement_id
        where s.state = 'PROCESSING' and not exists (select 1 from jobs j where j.job_key = n.name)
            and not exists (select 1 from bank_orders o where o.ended_at_us is null
                and substr(o.object_id, 1, 36) = n.name)";
}

/// Statements that are sent in one round, at most.
const STATEMENTS_OF_ROUND: u64 = 4;
/// Programs that send them at once.
const SENDERS: usize = 2;
/// The latest moment of a fault, in microseconds after the first statement is sent.
const FAULT_AFTER_US_MAX: u64 = 150_000;
/// Rounds between two looks whether everything comes to its end.
const ROUNDS_BETWEEN_LOOKS: u32 = 50;

/// The way in which the bank is asked.
#[derive(Clone, Copy)]
struct Way {
    players: &'static str,
    role: &'static str,
}

const WAYS: [Way; 2] = [
    Way { players: "payment.send=bank", role: "payments" },
    Way { players: "payroll.execute=bank", role: "core" },
];

pub(super) fn run(program: &Path, ground: &Ground) -> Outcome<()> {
    WAYS.into_iter().try_for_each(|way| {
        ground.each(way.players, |processes, cluster| {
            let plan = FleetPlan { orders: way.players, ..FleetPlan::default() };
            let mut fleet = Fleet::start_as(program, processes, cluster.map(Cluster::url), plan)?;
            prove(&mut fleet, program, ground, way)
        })
    })
}

fn prove(fleet: &mut Fleet, program: &Path, ground: &Ground, way: Way) -> Outcome<()> {
    let (since, dice, signers) = (Instant::now(), Dice::new(ground.seed), Signers::read(fleet.data())?);
    let (location, mut hub) = (fleet.location()?, Hub::added(program, fleet, way)?);
    let (before, mut journal) = (Ledger::read(&location)?, Vec::<Sent>::new());
    for round in 1..=ground.rounds {
        let first = journal::add(&mut journal, 1 + dice.below(STATEMENTS_OF_ROUND), &dice, &signers)?;
        hub.begin(fleet, (ground.seed << 20) + u64::from(round), false)?;
        let fault = Fault::draw(&dice, fleet.len(), FAULT_AFTER_US_MAX)?;
        let dies = dice.below(3);
        Senders::of(fleet, SENDERS).send(&mut journal[first..], |_| match dies {
            0 => fault.strike(fleet),
            _ => fault.strike_and_look(fleet, |_| hub.kill()),
        })?;
        repeat_what_is_unknown(fleet, &mut journal[first..])?;
        if round % ROUNDS_BETWEEN_LOOKS == 0 || round == ground.rounds {
            let forgotten = count(&location, &FORGOTTEN, "statements")?;
            if forgotten > 0 {
                return Err(format!("{forgotten} statements in PROCESSING wait for nobody").into());
            }
            hub.begin(fleet, u64::from(round), true)?;
            comparison::wait_for_ends(&location, &journal)?;
        }
    }
    hub.kill()?;
    let after = comparison::compare(fleet, &journal, &before)?;
    // A hub pays other banks, a core pays everybody.
    let paid = match way.role {
        "payments" => after.correspondent - before.correspondent,
        _ => before.payer.0 - after.payer.0,
    };
    let (orders, done) = hub.compare(&location, paid)?;
    for member in 0..fleet.len() {
        fleet.launch(member)?;
    }
    println!(
        "  {} statements, {orders} orders ended once, {done} things done by the bank, both books agree ({} s)",
        journal.len(),
        since.elapsed().as_secs()
    );
    Ok(())
}

fn count(location: &StoreLocation, query: &'static store::Query, column: &str) -> Outcome<i64> {
    on_store(location, async |store| {
        Ok(store.query_optional(query, params![]).await?.ok_or("no count")?.integer(column)?)
    })
}

/// The hub as the proof starts and kills it.
struct Hub {
    way: Way,
    key: PathBuf,
    books: PathBuf,
    child: Option<Child>,
}

impl Hub {
    /// Adds the system, as an operator does.
    fn added(program: &Path, fleet: &Fleet, way: Way) -> Outcome<Self> {
        let key = add_system(program, fleet, hub::NAME, way.role)?;
        Ok(Self { way, key, books: fleet.data().join("hub.books"), child: None })
    }

    /// Kills the hub that runs, and starts one that knows no more than its books.
    fn begin(&mut self, fleet: &Fleet, seed: u64, is_willing: bool) -> Outcome<()> {
        self.kill()?;
        let member = usize::try_from(seed)? % fleet.len();
        let mut command = Command::new(std::env::current_exe()?);
        command.args(["hub", "--address", &fleet.bank_address(member), "--audience"]);
        command.args([&fleet.bank_address(0), "--seed", &seed.to_string(), "--key"]).arg(&self.key);
        command.arg("--books").arg(&self.books).stdin(Stdio::null()).stdout(Stdio::null());
        if is_willing {
            command.arg("--willing");
        }
        self.child = Some(command.spawn()?);
        Ok(())
    }

    /// Kills the hub; one that has ended by itself has seen something that may not be.
    fn kill(&mut self) -> Outcome<()> {
        let Some(mut child) = self.child.take() else { return Ok(()) };
        if let Some(status) = child.try_wait()? {
            return Err(format!("the hub has seen something that may not be ({status})").into());
        }
        child.kill()?;
        child.wait()?;
        Ok(())
    }

    /// Compares the orders with the books, and returns how many there are, and how many things the bank has done.
    fn compare(&self, location: &StoreLocation, expected_minor: i64) -> Outcome<(i64, usize)> {
        let books = Books::open(&self.books)?;
        let (orders, answered) = (count(location, &ORDERS, "orders")?, count(location, &ORDERS, "answered")?);
        let mut named: Vec<&str> = books.done.keys().map(|(order, _)| order.as_str()).collect();
        named.dedup();
        if orders != answered || i64::try_from(named.len()) != Ok(orders) {
            let (booked, role) = (named.len(), self.way.role);
            return Err(format!("{role}: {orders} orders, {answered} answered, {booked} in the books").into());
        }
        let done = books.done.values().filter(|(is_done, _)| *is_done);
        let (count, minor) = done.fold((0, 0), |(count, sum), (_, minor)| (count + 1, sum + minor));
        if minor != expected_minor {
            return Err(
                format!("the hub has paid {minor} hundredths, and the channel {expected_minor}").into()
            );
        }
        Ok((orders, count))
    }
}

impl Drop for Hub {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}
