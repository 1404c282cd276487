//! Payroll statements, from the request to the money (spec sections 2.5, 3.1, 3.2, 4.5).
//!
//! A request is read in `api::intake` and stored with the job that checks it; the job looks at it ([`checks`]) and
//! takes it along the arrows of its [`lifecycle`]. A signed statement then executes by itself ([`execution`]), an
//! unsigned one is signed in the online bank. Each verb is a use case of [`work`], which `api`, `pages` and the workers
//! call. `work` stands on the domain, which is every other file here, and on the rows in `store`; neither of these
//! knows the other's room.
//!
//! To add a check, add its code to the [`catalogue`], its rule to `checks` and its line to docs/ERRORS.md. To add a
//! field of a transfer, add it to the table in [`transfer`], which says what else there is to do. To add a field of a
//! statement as a whole, add it to [`statement`], a migration, `store` and `api::intake`; the codes of its money are in
//! [`income`].

mod api;
pub mod catalogue;
pub mod checks;
pub mod conversion_terms;
pub mod correction;
pub mod execution;
pub mod filter;
mod identifier;
mod import;
pub mod income;
pub mod lifecycle;
pub mod likeness;
mod pages;
pub mod rail;
mod readers;
pub mod rights;
pub mod roll;
mod room;
pub mod sent_transfers;
pub mod signing;
mod state;
pub mod statement;
mod store;
mod stuck;
pub mod submission;
pub mod transfer;
mod transfer_search;
pub mod transfer_status;
pub mod triggers;
mod turns;
mod typed;
mod waiting;
pub mod work;
mod worker;

use ::pages::Section;
use area::{Area, Given, Opened};

pub use self::pages::{PayrollGuide, PayrollPages, routes as pages};
pub use api::OPERATIONS;
pub use identifier::{ExternalId, ExternalIdError, StatementId, StatementIdError};
pub use import::importers;
pub use state::{IntakeLimits, PayrollSettings, PayrollState};
pub use store::MIGRATIONS;
pub use stuck::{STUCK_LISTED_MAX, StuckId, StuckPayment, StuckSums, UNDER_WAY_STATES, UnderWay};
pub use work::job_kind::{CHECK, EXECUTE, FORGET, LAPSE, PEOPLE, RAIL};
pub use work::payment_orders::SEND;
pub use work::prove::{CheckReport, check, check_in, check_since};
pub use work::statement_orders::EXECUTE_STATEMENT;
pub use work::stuck::{Operating, StuckError, claim, decide, stuck_sums, unanswered, unclaimed, under_way};
pub use work::unclaimed_orders::SETTLE_UNCLAIMED;
pub use work::{BankRail, EmbeddedRail, RehearsedRail, status_of};
pub use worker::{workers, workers_over};

/// The area as the program lists it.
pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Payroll],
    queries: store::QUERIES,
    dynamic_queries: |cnum, day| Ok(store::listing::dynamic_queries(cnum, day)),
    importers,
    job_kinds: work::job_kind::ALL,
    switches: work::switch::ALL,
    kept: &[&work::archive_statements::STATEMENTS],
    triggers: triggers::TRIGGERS,
    orders: &[
        &work::payment_orders::SEND,
        &work::statement_orders::EXECUTE_STATEMENT,
        &work::unclaimed_orders::SETTLE_UNCLAIMED,
    ],
    ..Area::new("payroll", &MIGRATIONS, || OPERATIONS.openapi())
};

/// Takes the answers that come to the desk of this state.
pub fn take_answers(state: &PayrollState) {
    let taking = |desk| state.clone().with_desk(desk);
    state.desk.register(|desk| work::payment_orders::PaymentAnswers(taking(desk)));
    state.desk.register(|desk| work::statement_orders::StatementAnswers(taking(desk)));
    state.desk.register(|desk| work::unclaimed_orders::UnclaimedAnswers(taking(desk)));
}

pub fn open(given: &Given, settings: PayrollSettings) -> Opened {
    let payroll = PayrollState::new(given, settings);
    take_answers(&payroll);
    let of_sandbox = payroll.clone();
    Opened::of(OPERATIONS.routes(payroll.clone()))
        .with_sandbox(given.sandbox.as_ref(), api::SANDBOX_PREFIXES, || api::sandbox_routes(of_sandbox))
        .with_workers(workers(&payroll))
        .with_guide(PayrollGuide(payroll.clone()))
        .with_pages(|site| pages::routes(PayrollPages { site, payroll }))
}
