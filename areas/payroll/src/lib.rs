//! Payroll statements, from the request to the money (spec sections 2.5, 3.1, 3.2, 4.5).
//!
//! A request is read in `api::intake` and stored with the job that checks it (`store::intake`); the job looks at it
//! ([`checks`], `store::checking`) and takes it along the arrows of its [`lifecycle`]. A signed statement then executes by
//! itself, an unsigned one is signed in the online bank ([`office`]).
//!
//! To add a check, add its code to the [`catalogue`], its rule to `checks` and its line to docs/ERRORS.md. To add a field of a
//! statement, add it to [`statement`] or [`transfer`], a migration, `store` and `api::intake`.

mod api;
pub mod catalogue;
pub mod checks;
pub mod conversion_terms;
pub mod execution;
mod identifier;
mod import;
pub mod lifecycle;
mod pages;
pub mod rail;
mod readers;
mod room;
pub mod sent_transfers;
mod state;
pub mod statement;
mod store;
pub mod submission;
pub mod text_enum;
pub mod transfer;
pub mod transfer_status;
mod turns;

pub use self::pages::{PayrollPages, routes as pages};
pub use api::{PREFIXES, openapi, routes};
pub use identifier::{ExternalId, ExternalIdError, StatementId, StatementIdError};
pub use import::importers;
pub use state::{
    CHECK, EXECUTE, IntakeLimits, LAPSE, PayrollSettings, PayrollState, RAIL, SIGNING_DAYS_DEFAULT,
};
pub use store::check::{CheckReport, check};
pub use store::execution::{EmbeddedRail, Execution, RailAnswers};
pub use store::office;
pub use store::{MIGRATIONS, dynamic_queries, queries};

use std::sync::Arc;

use jobs::Runner;

/// How many statements one process checks at once.
const CHECK_WORKERS: usize = 2;
/// How many statements one process ends at once whose signatures do not come.
const LAPSE_WORKERS: usize = 1;

/// Has the jobs of this area done by `runner`, with the rail that comes with the program.
#[must_use]
pub fn jobs(state: &PayrollState, runner: Runner) -> Runner {
    jobs_over(state, Arc::new(EmbeddedRail::new(state.store.clone())), runner)
}

/// Has the jobs of this area done by `runner`, with the bank's own way to other banks.
#[must_use]
pub fn jobs_over(state: &PayrollState, rail: Arc<dyn rail::OutgoingRail>, runner: Runner) -> Runner {
    let runner = runner.with(CHECK, CHECK_WORKERS, store::checking::CheckHandler(state.clone()));
    let runner = runner.with(LAPSE, LAPSE_WORKERS, store::lapse::LapseHandler(state.clone()));
    store::execution::jobs(state.clone(), rail, runner)
}
