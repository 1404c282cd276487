//! The books: an entry is taken back, and a difference from the core's books may be.

use std::sync::Arc;

use accounts::OpenBreak;
use accounts::ledger::{JournalEntry, LedgerError, Reversal, ReversalError, amount_text};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, value};
use jiff::civil::Date;
use kernel::{AccountNumber, BankZone, Currency, Money};
use serde_json::{Value, json};

use super::{Means, note};

super::actions! {
    Money TWO_FROM_AMOUNT, "journal.reverse",
        [Argument::required("number", "The number of the entry in the journal, as a text")] => reverse,
        "Reverses an entry that one of the bank's files has brought: the whole of it, and once";
    Money TWO_FROM_AMOUNT, "breaks.write-off",
        [Argument::required("account", "The account, 20 digits")] => write_off,
        "Decides that the difference of an account from the core's books may be";
}

fn reverse(means: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let (number, zone): (i64, _) = (value(arguments, "number")?, means.zone.clone());
    Ok(Arc::new(move |tx, doer| {
        if jobs::stands_still(tx)? {
            return Err(ActionError::Refused("the database was restored and does not go on yet".to_owned()));
        }
        let refused = |error| match error {
            ReversalError::Ledger(LedgerError::Store(error)) => ActionError::Store(error),
            error => ActionError::Refused(error.to_string()),
        };
        let reversal =
            Reversal::of(tx, number, doer.reason, doer.author.actor.clone(), (doer.now, doer.randomness));
        let reversal = reversal.map_err(refused)?;
        let object = ("journal_entry", reversal.reversed.entry_id.to_string());
        let detail =
            json!({ "number": number, "by": reversal.entry_id().to_string(), "reason": doer.reason });
        note(tx, doer, "books.entry_reversed", object, detail)?;
        let told = format!("entry {number} is reversed: {}", entry_line(&reversal.reversed, &zone));
        let amount = roubles(&reversal.reversed);
        reversal.post(tx).map_err(refused)?;
        Ok(Done::told(told).moving(amount))
    }))
}

fn write_off(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let account: AccountNumber = value(arguments, "account")?;
    Ok(Arc::new(move |tx, doer| {
        let found = accounts::write_off_break(tx, &account)?;
        let found = found.ok_or_else(|| ActionError::Refused(format!("account {account} has no break")))?;
        let mut detail = break_line(&found, None);
        detail["reason"] = json!(doer.reason);
        let object = ("account", found.account.clone());
        note(tx, doer, "books.break_written_off", object, detail)?;
        let difference = found.there.checked_sub(found.here.unwrap_or_default());
        let amount =
            difference.and_then(size).filter(|_| account.currency().is_some_and(Currency::is_national));
        Ok(Done::told(format!("the break {} is written off", break_kept(&found))).moving(amount))
    }))
}

fn size(amount: Money) -> Option<Money> {
    if amount < Money::ZERO { amount.checked_neg() } else { Some(amount) }
}

/// The amount of an entry; none when it is not in roubles alone.
fn roubles(entry: &JournalEntry) -> Option<Money> {
    let credits = || entry.postings.iter().filter(|posting| posting.amount > Money::ZERO);
    let is_national = entry.postings.iter().all(|posting| posting.currency.is_national());
    Money::checked_sum(credits().map(|posting| posting.amount)).filter(|_| is_national)
}

pub(crate) fn entry_line(entry: &JournalEntry, zone: &BankZone) -> Value {
    let postings = entry.postings.iter().map(|posting| {
        json!({
            "account": posting.account, "number": posting.number, "currency": posting.currency.as_str(),
            "amount": posting.amount.to_string(),
        })
    });
    let authors = entry.authors.iter().map(|author| json!({ "kind": author.kind, "id": author.id }));
    json!({
        "number": entry.number, "dayNumber": entry.day_number, "id": entry.entry_id.to_string(),
        "kind": entry.kind.as_str(), "day": zone.date_of(entry.posted_at).to_string(),
        "valueDate": entry.value_date.to_string(),
        "description": entry.description, "reverses": entry.reverses.map(|reversed| reversed.entry_id.to_string()),
        "authors": authors.collect::<Value>(),
        "postings": postings.collect::<Value>(),
    })
}

pub(crate) fn break_line(found: &OpenBreak, today: Option<Date>) -> Value {
    let mut line = json!({
        "account": found.account, "since": found.since.to_string(), "day": found.day.to_string(),
        "there": found.there.to_string(), "here": found.here.map(|here| here.to_string()),
    });
    if let Some(today) = today {
        line["ageDays"] = json!(found.age_days(today));
    }
    line
}

/// The break as a decision about it has it: balances of each day follow, and the decision stays the same.
pub(crate) fn break_kept(found: &OpenBreak) -> Value {
    let minor = |money: Money| i128::from(money.minor());
    let difference = amount_text(minor(found.there) - found.here.map_or(0, minor));
    json!({ "account": found.account, "since": found.since.to_string(), "difference": difference })
}
