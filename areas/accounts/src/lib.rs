//! Accounts with caller-chosen fields (spec sections 2.2 and 4.2), on a double-entry ledger.
//!
//! `account` is the domain of an account and of the amounts derived from the ledger's; the fields that software
//! chooses among are in `api`. `operation`, `period` and `search` are that of its operations: one posting as
//! the holder is shown it, the days that are asked for, and what is looked for; `export` writes them into files.
//! [`ledger`] keeps all money of the bank and is open to other areas, which post through it. `work` closes its days,
//! proves it and lists operations, `store` reads accounts, `api` answers software, `pages` people in the online bank,
//! `import` loads the bank's files.
//!
//! To add a field: declare it in `api/field.rs` in its place; the compiler and the test that reads every field back ask
//! for the rest.

mod account;
mod amount_in_words;
mod api;
mod calendar;
mod core_fact;
mod export;
mod import;
pub mod ledger;
mod operation;
mod pages;
mod period;
mod search;
mod store;
mod work;

pub use self::pages::{AccountsPages, routes as pages};
pub use account::{
    Account, AccountMode, AccountStatus, AccountType, Branch, Closing, Funds, Trust, shown_currency,
};
pub use api::{
    AccountResponse, AccountsError, AccountsState, CounterpartyResponse, ErrorBody, Field, Fields,
    FieldsError, OPERATIONS, OperationResponse, OperationsResponse, UNLIMITED_ROWS_MAX,
};
pub use calendar::{Calendar, CutOff, CutOffError, CutOffKind};
pub use core_fact::{CoreFact, CoreOperation, FactRefusal};
pub use import::{FED_FILES, importers};
pub use period::day;
pub use store::calendar::last_named_day;
pub use store::core_balances::OpenBreak;
pub use store::core_feed::{Difference, forget_difference};
pub use work::{
    BREAKS_LISTED_MAX, Break, Bunch, BunchTaken, CLOSING_GRACE_S, CalendarError, FACT_NUMBER_MAX,
    FACTS_AT_ONCE_MAX, FeedError, FeedSums, NotTold, Reconciled, TrialBalanceError, Unclosed, break_sums,
    breaks, calendar_from, check_ledger, check_ledger_since, clock_fault, close_due_day, compare_balances,
    core_differences, feed_sums, is_fed_in, journal_after, keeper, name_days, next_fact, not_told,
    note_proof, overdrawn_accounts, positions_without_rate, proofs, reconcile, set_cut_offs, settle_keeper,
    settle_zone, take_facts, trial_balance, unclosed, whole_calendar_from, write_off_break,
};

use ::area::{Area, Given, Opened};
use ::pages::Section;
use ::store::Query;

pub static AREA: Area = Area {
    prefixes: api::PREFIXES,
    sections: &[Section::Accounts],
    tables: &[
        <store::AccountRow<'_> as ::store::TableRow>::TABLE,
        <store::imported::EmployeeRow<'_> as ::store::TableRow>::TABLE,
    ],
    queries: QUERIES,
    importers,
    kept: &[&work::archive_entries::ENTRIES, &work::archive_closings::CLOSINGS],
    ..Area::new("accounts", &MIGRATIONS, || OPERATIONS.openapi())
};

pub fn open(given: &Given) -> Opened {
    let Given { store, edge, clock, zone, .. } = given.clone();
    let whole_list_max = UNLIMITED_ROWS_MAX;
    let state = AccountsState { store: store.clone(), edge, clock, zone, whole_list_max };
    Opened::of(OPERATIONS.routes(state)).with_pages(|site| pages::routes(AccountsPages { site, area: store }))
}

::store::migrations! {
    /// The tables of the ledger and of the accounts. They refer to companies by `cnum` without a foreign key, because
    /// the companies belong to crate `clients`.
    "accounts":
        1 "the ledger, which only grows, the accounts that it shows, and the journal that the bank's core reads"
            "../migrations/0001_baseline.sql" "../migrations/0001_journal.sql" "../migrations/0001_core.sql"
            "../migrations/0001_business_days.sql" "../migrations/0001_revaluations.sql"
}

static QUERIES: &[&[&Query]] = &[
    ledger::carried::QUERIES,
    ledger::check::QUERIES,
    ledger::check::closings::QUERIES,
    ledger::check::entries::QUERIES,
    ledger::check::operations::QUERIES,
    ledger::check::sums::QUERIES,
    ledger::check::told::QUERIES,
    ledger::closing::QUERIES,
    ledger::core::QUERIES,
    ledger::day::QUERIES,
    ledger::day_rate::QUERIES,
    ledger::fact::QUERIES,
    ledger::hold::QUERIES,
    ledger::journal::QUERIES,
    ledger::keeper::QUERIES,
    ledger::kept::QUERIES,
    ledger::kept_closings::QUERIES,
    ledger::open::QUERIES,
    ledger::operation::QUERIES,
    ledger::own_numbers::QUERIES,
    ledger::pay::QUERIES,
    ledger::post::QUERIES,
    ledger::refusal::QUERIES,
    ledger::revaluation::QUERIES,
    ledger::trial_balance::QUERIES,
    store::QUERIES,
    store::calendar::QUERIES,
    store::core_balances::QUERIES,
    store::core_feed::QUERIES,
    store::imported::QUERIES,
    store::operation::QUERIES,
];
