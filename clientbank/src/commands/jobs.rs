//! `clientbank jobs`: the kinds of work that outlives a request, and the jobs that the program has given up, for the
//! operator in search of the reason.

use clap::Subcommand;
use jobs::{GIVEN_UP_MAX, JobKind};
use serde_json::json;

use super::database::{WithRemedy as _, on_current};
use super::perform::Call;
use super::{Failure, configured};
use crate::actions::lists;
use crate::application::{Surroundings, areas};
use crate::configuration::{Configuration, Sources};
use crate::terminal::{remark, say_all};

#[derive(Subcommand)]
pub(super) enum Action {
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

impl Action {
    pub(super) fn call(&self) -> Option<Call> {
        let Self::Retry { kind, key } = self else { return None };
        let arguments = [("kind", kind.as_str().into()), ("key", key.as_str().into())];
        Some(Call::new("jobs.retry", arguments, |done| {
            done.told.iter().for_each(|sentence| remark(sentence));
        }))
    }
}

pub(super) fn run(action: &Action, settings: &Sources) -> Result<(), Failure> {
    match action {
        Action::Kinds => {
            configured(settings)?;
            kinds();
            Ok(())
        }
        Action::List => on_current(settings, list),
        Action::Retry { .. } => Ok(()),
    }
}

fn kinds() {
    say_all(
        areas::job_kinds().map(|kind| json!({ "kind": kind.name(), "key": kind.key(), "does": kind.does() })),
    );
}

async fn list(_: Configuration, Surroundings { store, .. }: Surroundings) -> Result<(), Failure> {
    let jobs = lists::jobs(&store).await.told()?;
    say_all(&jobs);
    if i64::try_from(jobs.len()) == Ok(GIVEN_UP_MAX) {
        remark(&format!("there may be more than these {GIVEN_UP_MAX}"));
    }
    let waiting = payroll::stuck_sums(&store).await.told()?.unanswered;
    if waiting > 0 {
        remark(&format!(
            "{waiting} payments wait for an answer of the rail: clientbank payments list --unanswered"
        ));
    }
    Ok(())
}
