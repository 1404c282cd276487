//! Execution: from the last signature to the last posting (PAY-09, PAY-10).
//!
//! A statement of 10,000 transfers is no single unit of work, so execution is a chain of units, each whole or absent:
//!
//! 1. **Reserve.** On the statement's business day PROCESSING begins and the whole sum is put on hold on the debit
//!    account (`payroll:{id}`). When the money is not there, the account is closed, a signature counts no more, the
//!    company is no client any more, or a rate is not within the bank's tolerance any more, the statement is DECLINED
//!    in the same unit: nothing has moved.
//! 2. **Chunks** of [`CHUNK_LINES`] lines. One entry (`payroll:{id}:{line before}`) debits the account out of the hold
//!    and credits employees' accounts, their currency accounts through the bank's positions, and the account of
//!    outgoing payments. Who cannot be credited is left out, written down as declined, and stays held; so is whoever
//!    would take the bank beyond what it sells of a currency on one day, which the same unit counts, or would buy at a
//!    rate that is not within the bank's tolerance any more. The unit moves
//!    `done_through_line` from the line before to the last one, by compare-and-set.
//! 3. **Rail.** Payments to other banks were written down as handed in the unit of their chunk. The job of a statement
//!    that has some ends here, and enqueues another one of a kind with workers of its own, so that statements do not
//!    wait behind a rail that is slow. The rail is told of the payments until it has answered each: one that settled
//!    leaves for the correspondent account, one that came back returns to the debit account. Again a unit for each
//!    bunch of answers, with the row's state as compare-and-set. A call has a time limit, and keeps the lease.
//! 4. **Finish**, in the unit of the last chunk or of the last answers. The statement becomes EXECUTED,
//!    `PARTLY_EXECUTED` or DECLINED. Like every arrow into a final state, this one releases what is still held, in the
//!    one place that writes states.
//!
//! **Who runs it** is a job with a lease. Each unit proves the lease before it writes, so that a worker that slept too
//! long changes nothing; `done_through_line`, the key of the entry and the states of rows are a second and a third line
//! after it. **After a crash** the next worker reads `done_through_line` and the rows of the rail and goes on with the
//! unit that is missing. **What undoes it**: nothing needs to. Before the first chunk there is only the hold, and after
//! it every transfer goes its own way to executed or declined. A job that is given up declines the transfers that are
//! left, those of a statement that has not begun included, and leaves the rest to the job of the rail while payments
//! have no answer there.
//!
//! The money: what left the debit account is at every moment what reached employees, lies on the account of outgoing
//! payments or has left for other banks, because each entry adds up to zero and no unit writes anything else.

mod chunk;
mod conversion;

use accounts::{Calendar, CutOff};
use jiff::civil::{Date, DateTime};
use kernel::{AccountNumber, BankZone, Instant};

use crate::catalogue::{Code, Reason};
use crate::identifier::StatementId;
use crate::lifecycle::{Finish, StatementStatus};
use crate::statement::StatementHeader;

/// The first eight letters of the names of holds that keep the money of statements.
pub use accounts::ledger::ORDER_HOLD_PREFIX as HOLD_PREFIX;
pub use chunk::{
    Admitted, CurrencyAccounts, Declined, Outgoing, PayableLine, Payments, Purchases, bought_currencies,
    refused_by_ledger,
};
pub use conversion::{Bought, ConversionError, Split, split};

/// Lines that one unit of work executes. Larger ones hold the only writer of SQLite for longer than another request
/// should wait, smaller ones pay for more commits.
pub const CHUNK_LINES: i64 = 2_500;

/// Counts the parts of so many lines, each of which one unit of work executes.
pub const fn parts(lines: i64) -> i64 {
    (lines + CHUNK_LINES - 1) / CHUNK_LINES
}

/// Returns the moment from which a statement that has just been checked is executed; `None` when it is not.
pub fn first_run(header: &StatementHeader, zone: &BankZone, now: Instant) -> Option<Instant> {
    match header.state.status() {
        StatementStatus::Scheduled => Some(next_look(header.date, zone, now)),
        StatementStatus::Processing => Some(now),
        _ => None,
    }
}

/// Returns the moment at which a statement that is not executed today is looked at again: on its day, and then on every
/// day until its day of execution has come, so that it follows the bank's calendar as it is by then.
pub fn next_look(date: Date, zone: &BankZone, now: Instant) -> Instant {
    let today = zone.date_of(now);
    if date > today { zone.start_of_day(date) } else { zone.start_of_next_day(today) }
}

/// Returns the end of an execution in which `declined_count` of `lines_count` transfers were refused or came back. It
/// is DECLINED for what `reason` returns when nobody got anything.
pub fn finish_of<E>(
    lines_count: i64,
    declined_count: i64,
    reason: impl FnOnce() -> Result<Reason, E>,
) -> Result<Finish, E> {
    Ok(match declined_count {
        0 => Finish::Executed,
        declined if declined < lines_count => Finish::PartlyExecuted,
        _ => Finish::Declined(reason()?),
    })
}

/// Returns why nothing of a statement was paid, out of the codes of all its transfers. Where they differ, the
/// transfers tell the rest.
pub fn reason_of(codes: &[Code], account: &AccountNumber) -> Reason {
    let all = |some: &[Code]| !codes.is_empty() && codes.iter().all(|code| some.contains(code));
    if codes.contains(&Code::D17) {
        Reason::with(Code::D16, [account.as_str()])
    } else if all(&[Code::D04]) {
        Reason::with(Code::D15, [account.as_str()])
    } else if all(&[Code::D03, Code::D05, Code::D09]) {
        Reason::new(Code::D12)
    } else if all(&[Code::D22]) {
        Reason::new(Code::D13)
    } else if all(&[Code::D25]) {
        Reason::new(Code::D26)
    } else if all(&[Code::D07]) {
        Reason::new(Code::D14)
    } else {
        Reason::new(Code::D06)
    }
}

pub fn hold_id(id: StatementId) -> String {
    format!("{HOLD_PREFIX}{id}")
}

/// Returns the description that account histories show.
pub fn description(statement: &StatementHeader) -> String {
    let date = statement.date;
    format!("Ведомость № {} от {:02}.{:02}.{}", statement.number, date.day(), date.month(), date.year())
}

/// Returns the description of what pays a part of the statement: it names the part, where there are several.
pub fn part_description(statement: &StatementHeader, (part, parts): (i64, i64)) -> String {
    let whole = description(statement);
    if parts > 1 { format!("{whole}, часть {part} из {parts}") } else { whole }
}

/// Names the payees together, for the holder of the account that pays them.
pub fn payees(statement: &StatementHeader) -> String {
    format!("Получатели по ведомости № {}", statement.number)
}

/// Everything besides the date of a statement that decides when it is executed.
#[derive(Clone, Debug, Default)]
pub struct Timing {
    pub calendar: Calendar,
    pub cut_off: Option<CutOff>,
    /// The time at which the statement was ready: its last signature was there, or it came with all of them.
    pub ready: DateTime,
}

impl Timing {
    /// Returns the day on which a statement is executed that is wanted on a day, or as soon after it as can be.
    pub fn day(&self, wanted: Date) -> Date {
        self.calendar.day_of(wanted, self.ready, self.cut_off)
    }

    /// Returns the warning of a statement that is executed on another day than that on which it is wanted.
    pub fn moved(&self, wanted: Date) -> Option<Reason> {
        let day = self.day(wanted);
        match self.cut_off.filter(|_| self.calendar.is_business_day(wanted)) {
            _ if day == wanted => None,
            Some(cut_off) => Some(Reason::with(Code::P15, [cut_off.to_string(), day.to_string()])),
            None => Some(Reason::with(Code::P14, [wanted.to_string(), day.to_string()])),
        }
    }
}

#[cfg(test)]
mod tests;
