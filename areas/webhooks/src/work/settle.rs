//! Writes what came of a round of deliveries, in one unit of work.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use jobs::{JobError, Lease};
use kernel::{Instant, Randomness};
use serde_json::json;
use store::Tx;

use crate::backoff::{is_over, next_try};
use crate::delivery::{Due, PutOff};
use crate::state::WebhooksState;
use crate::store::deliveries::Fate;
use crate::store::{attempts, deliveries, webhooks};
use crate::webhook::{Webhook, WebhookState};
use outgoing::attempt::{Attempt, Outcome};

#[derive(Clone, Debug)]
pub(super) struct Round {
    pub(super) webhook: Webhook,
    /// Rounds in a row before this one without any answer.
    pub(super) failures: i64,
    pub(super) attempts: Vec<(Due, Attempt)>,
    pub(super) put_off: Vec<PutOff>,
}

/// Settles the round. The row of the job is held from the first statement on, so that one worker at a time settles.
pub(super) async fn settle(state: &WebhooksState, lease: &Lease, round: Round) -> Result<(), JobError> {
    let (now, lease, randomness) = (state.clock.now(), lease.clone(), Arc::clone(&state.randomness));
    let work = move |tx: &mut Tx| write(tx, &lease, &round, now, &*randomness);
    state.store.write_guarded("webhooks.settle", work).await
}

fn write(
    tx: &mut Tx,
    lease: &Lease,
    round: &Round,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<(), JobError> {
    lease.note(tx, now)?;
    let key = lease.key();
    deliveries::put_off(tx, key, &round.put_off)?;
    write_attempts(tx, key, round, now, randomness)?;
    if round.attempts.iter().any(|(_, attempt)| attempt.outcome == Outcome::Delivered) {
        webhooks::forget_failures(tx, key)?;
        return Ok(());
    }
    if round.attempts.is_empty() {
        return Ok(());
    }
    if round.attempts.iter().any(|(_, attempt)| attempt.outcome.is_answer()) {
        webhooks::refuses(tx, key, now)?;
    } else {
        webhooks::is_silent(tx, key, now, next_try(round.failures + 1, now, randomness))?;
    }
    if round.webhook.failing_since.is_some_and(|since| is_over(since, now)) {
        switch_off(tx, &round.webhook, now, randomness)?;
    }
    Ok(())
}

/// Writes the fate of each delivery and, where that was still open, its attempt into the log.
fn write_attempts(
    tx: &mut Tx,
    key: &str,
    round: &Round,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<(), JobError> {
    let (taken, others): (Vec<_>, Vec<_>) =
        round.attempts.iter().partition(|(_, attempt)| attempt.outcome == Outcome::Delivered);
    let arrived: Vec<(i64, Instant)> =
        taken.iter().map(|(due, attempt)| (due.event.seq, attempt.at)).collect();
    let settled_before = deliveries::arrived(tx, key, &arrived, now)?;
    let is_open = |(position, _): &(usize, _)| !settled_before.contains(position);
    let mut open: Vec<&(Due, Attempt)> =
        taken.into_iter().enumerate().filter(is_open).map(|(_, one)| one).collect();
    for one in others {
        let (due, attempt) = one;
        let fate = fate(due, now, randomness);
        if deliveries::settle(tx, key, due.event.seq, (attempt.at, now), fate)? {
            open.push(one);
        }
    }
    let log: Vec<(i64, i64, &Attempt)> =
        open.into_iter().map(|(due, attempt)| (due.event.seq, due.attempts + 1, attempt)).collect();
    Ok(attempts::insert(tx, (key, round.webhook.address.as_str()), &log)?)
}

/// Decides about a delivery that was not taken.
fn fate(due: &Due, now: Instant, randomness: &dyn Randomness) -> Fate {
    if due.first_at.is_some_and(|first_at| is_over(first_at, now)) {
        Fate::Failed
    } else {
        Fate::Again(next_try(due.tries + 1, now, randomness))
    }
}

/// Switches a webhook off at which nothing has arrived for so long, and tells the company's administrators: the number
/// of such webhooks stands on their first page.
fn switch_off(
    tx: &mut Tx,
    webhook: &Webhook,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<(), JobError> {
    let key = webhook.id.to_string();
    if !webhooks::move_state(tx, &key, WebhookState::On, WebhookState::Unreachable)? {
        return Ok(());
    }
    tracing::warn!(webhook.id = key, "webhook {key} is switched off: nothing has arrived for 72 hours");
    let author = Author::outside_of_requests(Actor::System);
    let entry = author.entry(now, randomness, "webhook.unreachable", ("webhook", key));
    let detail = json!({ "address": webhook.address.shown_in_trail() });
    Ok(audit::record(tx, entry.company(webhook.company.clone()).detail(detail))?)
}
