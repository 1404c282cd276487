//! Proof that after a restore nothing is paid twice, and nothing that was told is unsaid without a word.
//!
//! Each round takes a backup while companies send statements, lets the bank go on, kills it, puts the backup back and
//! lets it go on once more. The companies keep their cursors and send every statement again. The rail outlives the
//! database: it is the log of what the processes handed to it, and a name stands for one payment.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use payroll::rail::PaymentId;
use serde_json::Value;
use store::StoreLocation;
use testkit::postgres::{Cluster, execute};

use super::client::{Answer, Caller, Signers};
use super::comparison::{self, Ledger};
use super::fleet::{Fleet, FleetPlan};
use super::journal::{self, COMPANY, Sent};
use super::senders::{Queue, Senders, repeat_what_is_unknown};
use super::{Dice, Ground};
use crate::outcome::Outcome;
use crate::outside::{User, pause};

/// Statements that are sent before and after a backup, at most.
const STATEMENTS_MAX: u64 = 6;
/// Programs that send them at once.
const SENDERS: usize = 3;
/// The latest moment of a backup, and of a death, in microseconds after the first statement is sent.
const AFTER_US_MAX: u64 = 400_000;
/// The time in which a process writes the log lines of what it has told.
const LOGGED_MAX: Duration = Duration::from_millis(100);
/// The log lines that the proof reads.
const LOG_FILTER: &str = "warn,webhooks::work::dispatch=info,payroll::work::execute::run_rail=debug";

/// The bank's database as the proof copies it and puts it back.
struct Bank<'a> {
    program: &'a Path,
    fleet: Fleet,
    /// The server of PostgreSQL; none for SQLite.
    server: Option<&'a str>,
}

#[derive(Default)]
struct Seen {
    gone: usize,
    cursors: usize,
}

pub(super) fn run(program: &Path, ground: &Ground) -> Outcome<()> {
    ground.each("restore", |_, cluster| {
        let server = cluster.map(Cluster::url);
        let database = match server {
            None => None,
            Some(server) => {
                on_server(server, &["create database bank"])?;
                let (address, _) = server.rsplit_once('/').ok_or("an address without a database")?;
                Some(format!("{address}/bank"))
            }
        };
        let plan = FleetPlan { log_filter: LOG_FILTER, ..FleetPlan::default() };
        // A copy that is put back has one process on it.
        let fleet = Fleet::start_as(program, 1, database.as_deref(), plan)?;
        prove(&mut Bank { program, fleet, server }, ground)
    })
}

fn prove(bank: &mut Bank<'_>, ground: &Ground) -> Outcome<()> {
    let (since, dice) = (Instant::now(), Dice::new(ground.seed));
    let signers = Signers::read(bank.fleet.data())?;
    let location = bank.fleet.location()?;
    let (before, mut journal, mut seen) = (Ledger::read(&location)?, Vec::new(), Seen::default());
    for _ in 0..ground.rounds {
        let first = journal::add(&mut journal, 2 + dice.below(STATEMENTS_MAX), &dice, &signers)?;
        round(bank, &dice, &mut journal[first..], &mut seen)?;
        comparison::wait_for_ends(&location, &journal)?;
    }
    comparison::compare(&mut bank.fleet, &journal, &before)?;
    let (payments, again) = rail(bank, &journal)?;
    bank.fleet.launch(0)?;
    let (Seen { gone, cursors }, s) = (seen, since.elapsed().as_secs());
    println!(
        "  {} statements, {gone} events unsaid and listed, {cursors} cursors told so, {payments} payments on the rail \
         of which {again} came again, none twice, every sum zero ({s} s)",
        journal.len(),
    );
    Ok(())
}

fn round(bank: &mut Bank<'_>, dice: &Dice, sent: &mut [Sent], seen: &mut Seen) -> Outcome<()> {
    let (early, late) = sent.split_at_mut(sent.len() / 2);
    let wait = |_: &Queue<'_>| {
        pause(Duration::from_micros(dice.below(AFTER_US_MAX)));
        Ok(())
    };
    Senders::of(&bank.fleet, SENDERS).send(early, wait)?;
    bank.back_up()?;
    Senders::of(&bank.fleet, SENDERS).send(late, wait)?;
    let told = events(bank, None)?.1;
    pause(LOGGED_MAX);
    bank.fleet.kill(0)?;
    bank.restore()?;
    let log = bank.log();
    let listed = bank.says(&["restored", "--told", &log])?;
    bank.fleet.launch(0)?;
    let caller = Caller::new(&bank.fleet.address(0), &bank.fleet.tokens);
    if caller.send(&sent[0].body) != Answer::Unknown {
        return Err("a database that stands still took a statement".into());
    }
    bank.says(&["restored", "--go-on", "--reason", "a proof"])?;
    let here: BTreeSet<_> = ids(&events(bank, None)?.1).collect();
    let gone: Vec<_> = ids(&told).filter(|id| !here.contains(id)).collect();
    if let Some(id) = gone.iter().find(|id| !listed.contains(id.as_str())) {
        return Err(format!("{id} was told and is gone, and nobody lists it").into());
    }
    let cursor = told["nextCursor"].as_str().ok_or("no cursor")?;
    let is_told = events(bank, Some(cursor))?.0 == 410;
    if is_told == gone.is_empty() {
        return Err(format!("{} events are gone, and the cursor is told: {is_told}", gone.len()).into());
    }
    seen.gone += gone.len();
    seen.cursors += usize::from(is_told);
    // Whoever sent a statement does so again, acknowledged or not.
    for one in sent.iter_mut() {
        one.is_acknowledged = false;
    }
    repeat_what_is_unknown(&bank.fleet, sent)
}

/// Reads the newest events as the company does, after a cursor or from the beginning: status and last page.
fn events(bank: &Bank<'_>, after: Option<&str>) -> Outcome<(u16, Value)> {
    let company = User::new(&bank.fleet.address(0), &bank.fleet.tokens, None);
    let (mut cursor, mut all) = (after.map(str::to_owned), Vec::new());
    loop {
        let place = cursor.as_ref().map(|cursor| format!("&after={cursor}")).unwrap_or_default();
        let mut answer = company.get(&format!("/v1/events?limit=1000{place}"))?;
        let mut page: Value = answer.body_mut().read_to_string()?.parse()?;
        all.extend(page["events"].as_array_mut().into_iter().flat_map(std::mem::take));
        if page["hasMore"] != Value::Bool(true) {
            page["events"] = Value::Array(all);
            return Ok((answer.status().as_u16(), page));
        }
        cursor = page["nextCursor"].as_str().map(str::to_owned);
    }
}

fn ids(page: &Value) -> impl Iterator<Item = String> {
    let ids = page["events"].as_array().into_iter().flatten().filter_map(|event| event["id"].as_str());
    ids.map(str::to_owned)
}

/// Looks at everything that was ever handed to the rail: the number of payments, and of those that came again.
fn rail(bank: &Bank<'_>, journal: &[Sent]) -> Outcome<(usize, usize)> {
    let mut wanted = BTreeMap::new();
    for sent in journal {
        for (line, minor) in sent.to_others() {
            let (company, statement) = (COMPANY.parse()?, sent.external_id.parse()?);
            wanted.insert(PaymentId { company, statement, line }.text(), minor);
        }
    }
    let (mut paid, mut again) = (BTreeSet::new(), 0);
    for line in std::fs::read_to_string(bank.log())?.lines() {
        let Ok(line) = line.parse::<Value>() else { continue };
        let Some(name) = line["payment.name"].as_str() else { continue };
        if wanted.get(name).copied() != line["payment.minor"].as_i64() {
            return Err(format!("nobody asked for this payment: {line}").into());
        }
        again += usize::from(!paid.insert(name.to_owned()));
    }
    Ok((paid.len(), again))
}

impl Bank<'_> {
    fn log(&self) -> String {
        self.fleet.data().join("server-0.log").display().to_string()
    }

    fn copy(&self) -> String {
        self.fleet.data().join("copy.db").display().to_string()
    }

    /// Copies the database beside the server. A template of PostgreSQL has no sessions, so its server dies meanwhile.
    fn back_up(&mut self) -> Outcome<()> {
        let Some(server) = self.server else {
            let copy = self.copy();
            drop(std::fs::remove_file(&copy));
            return self.says(&["backup", "--to", &copy]).map(drop);
        };
        self.fleet.kill(0)?;
        on_server(
            server,
            &["drop database if exists copy with (force)", "create database copy template bank"],
        )?;
        self.fleet.launch(0)
    }

    fn restore(&self) -> Outcome<()> {
        if let Some(server) = self.server {
            on_server(server, &["drop database bank with (force)", "create database bank template copy"])?;
            return self.says(&["restored"]).map(drop);
        }
        let StoreLocation::Sqlite { path } = self.fleet.location()? else { return Err("no file".into()) };
        for ending in ["db", "db-wal", "db-shm"] {
            drop(std::fs::remove_file(path.with_extension(ending)));
        }
        self.says(&["restore", "--from", &self.copy()]).map(drop)
    }

    fn says(&self, arguments: &[&str]) -> Outcome<String> {
        let database = format!("database={}", self.fleet.database());
        let output = Command::new(self.program).args(arguments).args(["--set", &database]).output()?;
        let (out, error) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if output.status.success() {
            Ok(out.into_owned())
        } else {
            Err(format!("{arguments:?}: {error}").into())
        }
    }
}

#[tokio::main(flavor = "current_thread")]
async fn on_server(server: &str, statements: &[&str]) -> Outcome<()> {
    for statement in statements {
        execute(server, statement).await;
    }
    Ok(())
}
