//! `clientbank restored`: says of a database that it was put back from a copy, tells what companies know that it does
//! not, and lets it go on.

use std::fs::File;
use std::io::{BufRead, BufReader, Read as _};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde_json::{Value, json};
use store::{Result, Store, Tx};

use super::database::{WithRemedy as _, on_current};
use super::operator::author;
use super::{Failure, at, check_reason};
use crate::application::Surroundings;
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The most bytes of a line of a log; a longer one is none of an event.
const LINE_BYTES_MAX: u64 = 65_536;

/// Without options: the database stands still from now on.
#[derive(Args)]
pub(super) struct RestoredArguments {
    /// Logs of the servers on the database that was lost: prints the events they told that are not in this one.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "go_on")]
    told: Vec<PathBuf>,
    /// This database is the one that goes on: jobs are executed and statements are taken again.
    #[arg(long, requires = "reason")]
    go_on: bool,
    /// The reason for the trail; at most 250 characters.
    #[arg(long, value_name = "TEXT", requires = "go_on")]
    reason: Option<String>,
}

pub(super) fn run(arguments: RestoredArguments, settings: &Sources) -> Result<(), Failure> {
    if let Some(reason) = &arguments.reason {
        check_reason(reason)?;
    }
    on_current(settings, async |_, opened| match arguments.reason {
        Some(reason) => go_on(&opened, reason).await,
        None if arguments.told.is_empty() => stand_still(&opened).await,
        None => tell_what_is_gone(&opened.store, &arguments.told).await,
    })
}

async fn stand_still(surroundings: &Surroundings) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = surroundings;
    let (now, randomness, author) = (clock.now(), Arc::clone(randomness), author());
    let work = move |tx: &mut Tx| -> Result<()> {
        if jobs::stand_still(tx, now)? {
            let entry = author.entry(now, &*randomness, "database.stands_still", ("database", "restored"));
            audit::record(tx, entry)?;
        }
        Ok(())
    };
    store.write("database.stand_still", work).await.told()?;
    let last = events::last_number(store).await.told()?;
    say(&format!("the database stands still; its last event is {last}"));
    remark(
        "`clientbank restored --told LOG…` prints what companies know of that is not in it, and `clientbank restored \
         --go-on --reason TEXT` lets it go on",
    );
    Ok(())
}

async fn go_on(surroundings: &Surroundings, reason: String) -> Result<(), Failure> {
    let Surroundings { store, clock, common_clock, randomness, .. } = surroundings;
    let (now, randomness, author) = (clock.now(), Arc::clone(randomness), author());
    // Numbers grow with the machine's time; the clock of a sandbox may stand.
    let machine_now = common_clock.as_ref().map_or(now, |clock| kernel::Clock::now(&**clock));
    let work = move |tx: &mut Tx| -> Result<_> {
        if !jobs::go_on(tx)? {
            return Ok(None);
        }
        let epoch = events::begin_epoch(tx, machine_now)?;
        // The bank may have answered to the database that was lost: it is asked again, and answers the same.
        let reopened = orders::begin_epoch(tx, machine_now)?;
        let first_entry = accounts::ledger::begin_journal_epoch(tx, machine_now)?;
        let entry = author.entry(now, &*randomness, "database.goes_on", ("database", "restored"));
        let (through, first) = (epoch.through, epoch.first);
        let detail = json!({
            "reason": reason, "through_seq": through, "first_seq": first, "orders": reopened,
            "first_journal_number": first_entry
        });
        audit::record(tx, entry.detail(detail))?;
        Ok(Some(epoch))
    };
    let epoch = store.write("database.go_on", work).await.told()?;
    let epoch =
        epoch.ok_or("the database does not stand still: `clientbank restored` says that it was restored")?;
    say(&format!("the database goes on; events after {} have numbers from {}", epoch.through, epoch.first));
    Ok(())
}

/// Prints the events that were told and are not in the database, one JSON object per line.
async fn tell_what_is_gone(store: &Store, logs: &[PathBuf]) -> Result<(), Failure> {
    let given = events::given(store).await.told()?;
    let (mut known, mut gone) = (0_u64, 0_u64);
    for log in logs {
        let mut lines = BufReader::new(File::open(log).map_err(at(log))?);
        while let Some(line) = next_line(&mut lines).map_err(at(log))? {
            let Some((seq, event)) = told_in(&line) else { continue };
            if !given.is_gone(seq) {
                known += 1;
                continue;
            }
            gone += 1;
            say(&with_its_state(store, event).await?.to_string());
        }
    }
    remark(&format!("{gone} events were told and are gone; {known} are here"));
    if gone + known == 0 {
        remark("no line is one of an event: logs are read as `log_format = \"json\"` writes them");
    }
    Ok(())
}

/// Reads a line, or as much of it as a line of an event may have; `None` after the last.
fn next_line(lines: &mut BufReader<File>) -> std::io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let read = lines.by_ref().take(LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    Ok((read > 0).then_some(line))
}

/// Reads an event out of a line of the log, behind what a journal of the machine has put in front of it.
fn told_in(line: &[u8]) -> Option<(i64, Value)> {
    let begin = line.iter().position(|byte| *byte == b'{')?;
    let line: Value = serde_json::from_slice(line.get(begin..)?).ok()?;
    let data: Value = serde_json::from_str(line["event.data"].as_str()?).ok()?;
    let seq = line["event.seq"].as_i64()?;
    let event = json!({
        "seq": seq,
        "id": line["event.id"],
        "at": line["timestamp"],
        "company": line["event.company"],
        "type": line["event.kind"],
        "data": data,
    });
    Some((seq, event))
}

/// Adds to an event of a statement the state that the statement has here, null when there is none.
async fn with_its_state(store: &Store, mut event: Value) -> Result<Value, Failure> {
    let names = (event["company"].as_str(), event["data"]["externalId"].as_str());
    if let (Some(company), Some(name)) = names {
        let (company, name) = (company.parse()?, name.parse()?);
        let state = payroll::status_of(store, company, name).await.told()?;
        event["now"] = json!(state.map(|state| state.to_string()));
    }
    Ok(event)
}
