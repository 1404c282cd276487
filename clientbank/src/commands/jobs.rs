//! `clientbank jobs`: the kinds of work that outlives a request, and the jobs that the program has given up, for the
//! operator in search of the reason.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use clap::{Args, Subcommand};
use jobs::{GIVEN_UP_MAX, GivenUp, JobKind, given_up, revive};
use serde_json::json;
use store::{StoreError, Tx};

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::{Surroundings, areas};
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say};

/// The arguments of `jobs`.
#[derive(Args)]
pub(super) struct JobsArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// The kinds of jobs, one JSON object per line: what a job of the kind is named by, and what it does.
    Kinds,
    /// The jobs that were given up, one JSON object per line.
    List,
    /// Have a job done again, with every count at zero. A thing that has ended stays as it is.
    Retry {
        /// The kind, for example payroll.rail.
        #[arg(value_parser = clap::builder::PossibleValuesParser::new(areas::job_kinds().map(JobKind::name)))]
        kind: String,
        /// The key, for example the statement's identifier.
        key: String,
    },
}

/// Runs the command.
pub(super) fn run(arguments: JobsArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    match arguments.action {
        Action::Kinds => {
            kinds();
            Ok(())
        }
        Action::List => on_runtime(list(&configuration)),
        Action::Retry { kind, key } => on_runtime(retry(&configuration, kind, key)),
    }
}

fn kinds() {
    for kind in areas::job_kinds() {
        let line = json!({ "kind": kind.name(), "key": kind.key(), "does": kind.does() });
        say(&line.to_string());
    }
}

async fn list(configuration: &Configuration) -> Result<(), Failure> {
    let store = open_current(configuration).await?.store;
    let jobs = given_up(&store).await.map_err(|error| told(&error))?;
    for job in &jobs {
        say(&line(job));
    }
    if i64::try_from(jobs.len()) == Ok(GIVEN_UP_MAX) {
        remark(&format!("there may be more than these {GIVEN_UP_MAX}"));
    }
    let waiting = payroll::stuck_sums(&store).await.map_err(|error| told(&error))?.unanswered;
    if waiting > 0 {
        remark(&format!(
            "{waiting} payments wait for an answer of the rail: clientbank payments list --unanswered"
        ));
    }
    store.close().await;
    Ok(())
}

fn line(job: &GivenUp) -> String {
    let GivenUp { kind, key, failures, deaths, reason } = job;
    json!({ "kind": kind, "key": key, "failures": failures, "deaths": deaths, "reason": reason }).to_string()
}

async fn retry(configuration: &Configuration, kind: String, key: String) -> Result<(), Failure> {
    let Surroundings { store, clock, randomness, .. } = open_current(configuration).await?;
    let (now, randomness, operator) = (clock.now(), Arc::clone(&randomness), operator());
    let name = format!("{kind} {key}");
    let work = move |tx: &mut Tx| {
        let is_revived = revive(tx, &kind, &key, now)?;
        if is_revived {
            let author = Author::outside_of_requests(Actor::Operator(operator.clone()));
            let entry = author.entry(now, &*randomness, "job.retried", ("job", &*key));
            audit::record(tx, entry.detail(json!({ "kind": kind })))?;
        }
        Ok::<_, StoreError>(is_revived)
    };
    let is_revived = store.write("jobs.retry_given_up", work).await.map_err(|error| told(&error))?;
    store.close().await;
    if !is_revived {
        return Err(format!("no job {name} was given up").into());
    }
    remark(&format!("{name}: is done again"));
    Ok(())
}
