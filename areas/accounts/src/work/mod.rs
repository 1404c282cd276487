//! Use cases: what the bank does with the ledger as a whole, and what its customers ask about their operations.
//!
//! Each file is one of them and opens its units of work; no other folder of the area opens one. Money itself moves
//! inside of the units of others (payroll's, the import's), through [`crate::ledger`].

pub(crate) mod archive_closings;
pub(crate) mod archive_entries;
mod calendar;
mod close_due_day;
mod core_balances;
mod core_feed;
mod export_operations;
mod journal;
mod list_operations;
mod look;
mod operation_detail;
mod reconcile;
mod revalue_day;

pub use calendar::{CalendarError, calendar_from, name_days, set_cut_offs, whole_calendar_from};
pub use close_due_day::{CLOSING_GRACE_S, close_due_day};
pub(crate) use core_balances::take_balance;
pub use core_balances::{
    BREAKS_LISTED_MAX, NotTold, break_sums, breaks, compare_balances, not_told, write_off_break,
};
pub use core_feed::{
    Bunch, BunchTaken, FACT_NUMBER_MAX, FACTS_AT_ONCE_MAX, FeedError, FeedSums, core_differences, feed_sums,
    is_fed_in, next_fact, take_facts,
};
pub(crate) use export_operations::{Exported, PART, begin_export, export_part};
pub use journal::{TrialBalanceError, journal_after, trial_balance};
pub(crate) use list_operations::{Listed, OperationsQuery, list_operations};
pub use look::{
    Unclosed, check_ledger, check_ledger_since, clock_fault, keeper, note_proof, overdrawn_accounts,
    positions_without_rate, proofs, settle_keeper, settle_zone, unclosed,
};
pub(crate) use operation_detail::{OperationDetail, operation_detail};
pub use reconcile::{Break, Reconciled, reconcile};
