//! The log of attempts.

use std::time::Duration;

use store::{Column, Result, Selected as _, Store, Tx, Value, params};

use crate::delivery::LoggedAttempt;
use crate::webhook::WebhookId;
use outgoing::attempt::Attempt;

store::selected! {
    LoggedAttempt (
        at: "at_us", took: "took_ms" via |took: i64| u64::try_from(took).map(Duration::from_millis),
        outcome via str::parse, status via |status: Option<i64>| status.map(u16::try_from).transpose(), answer,
    ) { number, address; attempt: Attempt { at, took, outcome, status, answer } }
}

store::queries! {
    /// An attempt. Two workers cannot have made the same one.
    ATTEMPT_INSERT = "insert into webhook_attempts (seq, webhook_id, number, at_us, took_ms, address, outcome, status,
            answer)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)";

    ATTEMPTS = store::text!("select ", LoggedAttempt::LIST, " from webhook_attempts
        where seq = $1 and webhook_id = $2 order by number desc limit $3");

    ATTEMPTS_FORGET = "delete from webhook_attempts where seq <= $1";

    ATTEMPTS_REMOVE = "delete from webhook_attempts where webhook_id = $1 and seq <= $2";
}

/// The most attempts that the log shows of one delivery.
pub(crate) const ATTEMPTS_SHOWN_MAX: i64 = 50;

/// Writes attempts of a webhook, each under the number of its event and its own.
pub(crate) fn insert(
    tx: &mut Tx,
    (webhook, address): (&str, &str),
    attempts: &[(i64, i64, &Attempt)],
) -> Result<()> {
    if attempts.is_empty() {
        return Ok(());
    }
    let integers = |of: fn(&(i64, i64, &Attempt)) -> i64| -> Vec<i64> { attempts.iter().map(of).collect() };
    let took_ms =
        |(_, _, attempt): &(i64, i64, &Attempt)| i64::try_from(attempt.took.as_millis()).unwrap_or(i64::MAX);
    let statuses: Vec<Option<i64>> =
        attempts.iter().map(|(_, _, attempt)| attempt.status.map(i64::from)).collect();
    let columns = [
        Column::Integers(&integers(|(seq, _, _)| *seq)),
        Column::Same(Value::from(webhook)),
        Column::Integers(&integers(|(_, number, _)| *number)),
        Column::Integers(&integers(|(_, _, attempt)| attempt.at.microseconds())),
        Column::Integers(&integers(took_ms)),
        Column::Same(Value::from(address)),
        Column::Texts(&attempts.iter().map(|(_, _, attempt)| attempt.outcome.as_str()).collect::<Vec<_>>()),
        Column::OptionalIntegers(&statuses),
        Column::Texts(&attempts.iter().map(|(_, _, attempt)| attempt.answer.as_str()).collect::<Vec<_>>()),
    ];
    tx.insert_bulk(&ATTEMPT_INSERT, &columns).map(|_| ())
}

pub(crate) async fn list(store: &Store, id: WebhookId, seq: i64) -> Result<Vec<LoggedAttempt>> {
    let values = params![seq, id.to_string(), ATTEMPTS_SHOWN_MAX];
    store.select(&ATTEMPTS, values).await
}

pub(crate) fn forget(tx: &mut Tx, through: i64) -> Result<()> {
    tx.execute(&ATTEMPTS_FORGET, params![through]).map(|_| ())
}

pub(crate) fn remove(tx: &mut Tx, webhook: &str, through: i64) -> Result<()> {
    tx.execute(&ATTEMPTS_REMOVE, params![webhook, through]).map(|_| ())
}
