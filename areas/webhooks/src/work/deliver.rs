//! Delivers what waits for a webhook, round by round.
//!
//! | Step | Unit of work | After a crash |
//! |---|---|---|
//! | load | none, nothing is changed | done again |
//! | send | none; the first delivery of each object, several objects at once | sent again under the same identifier |
//! | settle | the log, the fate of each delivery, how the webhook fares | all of it or nothing |
//! | rest | the next moment of the job, or its end when nothing waits | all of it or nothing |
//!
//! A receiver that does not answer costs one connection at a time until it does, so that it holds nothing that others
//! need. Deliveries of one object follow one another: the next is sent after the one before was taken.

use std::time::Duration;

use bytes::Bytes;
use futures_util::StreamExt as _;
use futures_util::stream::FuturesUnordered;
use jobs::{JobError, Lease, Next};
use kernel::Instant;
use sandbox::Sandbox;
use sandbox::triggers::WebhookAct;
use spans::{Begun, Kind};
use store::Tx;

use super::administration::{WebhookError, open};
use super::settle::{Round, settle};
use crate::delivery::{Due, PutOff, pick};
use crate::state::WebhooksState;
use crate::store::deliveries;
use crate::store::webhooks::{self, Served};
use crate::webhook::{Webhook, WebhookState};
use outgoing::attempt::{Attempt, Outcome};
use outgoing::secret::Secret;
use outgoing::transport::{Message, unsent};

/// Deliveries that are looked at in one round: what a process that dies sends again at the most.
const ROUND_MAX: i64 = 16;
/// Rounds of one attempt at the job, after which others may be served first.
const ROUNDS_MAX: usize = 400;

/// Seconds between two looks whether software that is switched off or not registered for the company is served again,
/// while deliveries wait for it.
const CLIENT_OFF_PAUSE_S: i64 = 600;

/// The work of a round.
struct Load {
    served: Served,
    /// One delivery of each object at most.
    to_send: Vec<Due>,
    put_off: Vec<PutOff>,
}

/// Delivers what is due, and ends the job or says when it goes on.
pub(crate) async fn deliver(state: &WebhooksState, lease: &Lease) -> Result<Next, JobError> {
    for _ in 0..ROUNDS_MAX {
        let Some(load) = load(state, lease).await? else {
            return end(state, lease).await;
        };
        let now = state.clock.now();
        let is_paused = load.served.retry_at.is_some_and(|retry_at| retry_at > now);
        if is_paused || (load.to_send.is_empty() && load.put_off.is_empty()) {
            let fails = load.served.webhook.failing_since.is_some();
            match rest(state, lease, fails).await? {
                Next::Again(_) => continue,
                Next::Completed => return Ok(Next::Completed),
            }
        }
        let webhook = load.served.webhook.clone();
        let attempts = lease.keep(&state.store, &*state.clock, send(state, &load)).await?;
        let round = Round { webhook, failures: load.served.failures, attempts, put_off: load.put_off };
        settle(state, lease, round).await?;
    }
    Ok(Next::Again(state.clock.now()))
}

/// Reads the webhook and what is due; nothing when it is not served.
async fn load(state: &WebhooksState, lease: &Lease) -> Result<Option<Load>, JobError> {
    let (lease, now) = (lease.clone(), state.clock.now());
    let work = move |tx: &mut Tx| {
        lease.check_switches(tx)?;
        let key = lease.key();
        let served = webhooks::to_serve(tx, key)?;
        let served = served.filter(|served| served.webhook.state == WebhookState::On && served.has_client);
        let Some(served) = served else { return Ok(None) };
        let (mut to_send, put_off) = pick(deliveries::due(tx, key, now, ROUND_MAX)?);
        if served.failures > 0 {
            // One delivery asks whether it answers again: the one that has had the fewest tries.
            to_send.sort_by_key(|due| (due.tries, due.next_at, due.event.seq));
            to_send.truncate(1);
        }
        Ok(Some(Load { served, to_send, put_off }))
    };
    state.store.read("webhooks.load", work).await
}

/// Sends each delivery, a few at once. When one gets no answer, those that have not been begun are left for later.
async fn send(state: &WebhooksState, load: &Load) -> Vec<(Due, Attempt)> {
    let webhook = &load.served.webhook;
    let secrets = match secrets(state, &load.served) {
        Ok(secrets) => secrets,
        Err(error) => {
            tracing::error!(webhook.id = %webhook.id, "webhook {} cannot be signed for: {error}", webhook.id);
            let at = state.clock.now();
            return load.to_send.iter().take(1).map(|due| (due.clone(), unsent(at))).collect();
        }
    };
    let mut is_silent = false;
    let mut begun = FuturesUnordered::new();
    let mut left = load.to_send.iter();
    let mut attempts = Vec::with_capacity(load.to_send.len());
    loop {
        while begun.len() < state.connections_max && !is_silent {
            let Some(due) = left.next() else { break };
            begun.push(send_one(state, webhook, &secrets, due));
        }
        let Some((due, attempt)) = begun.next().await else { return attempts };
        if !attempt.outcome.is_answer() {
            is_silent = true;
        }
        attempts.push((due, attempt));
    }
}

/// Opens the secrets that sign now: the present one, and the one before while it lasts.
fn secrets(state: &WebhooksState, served: &Served) -> Result<Vec<Secret>, WebhookError> {
    let webhook = &served.webhook;
    let lasts = webhook.previous_until.is_some_and(|until| state.clock.now() < until);
    let previous = served.previous.as_deref().filter(|_| lasts);
    std::iter::once(served.secret.as_slice())
        .chain(previous)
        .map(|sealed| open(&state.master_key, webhook.id, sealed))
        .collect()
}

async fn send_one(state: &WebhooksState, webhook: &Webhook, secrets: &[Secret], due: &Due) -> (Due, Attempt) {
    let at = state.clock.now();
    let rehearsed = rehearsed(state, webhook, due);
    if rehearsed == Some(WebhookAct::NotSent) {
        return (due.clone(), Attempt { outcome: Outcome::Rehearsed, ..unsent(at) });
    }
    let message = match message(secrets, due, at) {
        Ok(message) => message,
        Err(reason) => {
            tracing::error!(event.id = %due.event.id, "event {} cannot be sent: {reason}", due.event.id);
            return (due.clone(), unsent(at));
        }
    };
    let span = Begun::below(due.trace);
    let in_move = || state.sandbox.as_ref().and_then(Sandbox::move_under_way);
    let mut attempt = state.transport.send(&webhook.address, &message, &*state.clock, in_move).await;
    if rehearsed == Some(WebhookAct::AnswerLost) {
        attempt = Attempt { outcome: Outcome::Rehearsed, status: None, answer: String::new(), ..attempt };
    }
    if let Some(span) = span {
        tell(span, due, &attempt);
    }
    metrics::counter!("clientbank_webhooks_attempts_total", "outcome" => attempt.outcome.as_str())
        .increment(1);
    metrics::histogram!("clientbank_webhooks_attempt_duration_seconds").record(attempt.took);
    if state.sandbox.is_some() {
        // The log has the sandbox's time, of which nothing goes by while its clock stands.
        let took_us = state.clock.now().microseconds_since(attempt.at);
        attempt.took = Duration::from_micros(u64::try_from(took_us).unwrap_or(0));
    }
    (due.clone(), attempt)
}

/// Tells of the attempt in the trace of the change. The receiver is not told of the trace: its header would be no part
/// of what is signed, and a trace of the bank's own people or of another company is nothing for it. The identifier of
/// the event, which both know, leads from the one to the other.
fn tell(span: Begun, due: &Due, attempt: &Attempt) {
    let mut attributes = vec![
        ("clientbank.event.id", due.event.id.to_string().into()),
        ("clientbank.event.type", due.event.event_type.as_str().into()),
        ("clientbank.webhook.outcome", attempt.outcome.as_str().into()),
    ];
    attributes.extend(attempt.status.map(|status| ("http.response.status_code", status.into())));
    span.end(Kind::Client, "webhooks.send", attempt.outcome != Outcome::Delivered, attributes);
}

/// The failure of the first attempt that the address asks for; only in a sandbox.
fn rehearsed(state: &WebhooksState, webhook: &Webhook, due: &Due) -> Option<WebhookAct> {
    let is_first = state.sandbox.is_some() && due.attempts == 0;
    crate::triggers::webhook_act(webhook.address.url().query().filter(|_| is_first)?)
}

/// Signs the event with every secret. A repeat has the same identifier and body; only time and signatures differ.
fn message(secrets: &[Secret], due: &Due, at: Instant) -> Result<Message, String> {
    let (id, unix_s) = (due.event.id.to_string(), at.unix_seconds());
    let body = due.event.body().map_err(|error| error.to_string())?;
    let signatures: Result<Vec<String>, _> =
        secrets.iter().map(|secret| secret.sign(&id, unix_s, &body)).collect();
    let signature = signatures.map_err(|error| error.to_string())?.join(" ");
    Ok(Message { id, unix_s, signature, body: Bytes::from(body) })
}

/// Rests the job until the next delivery is due, where the webhook `fails` not before its pause is over; ends it when
/// nothing waits, and then the time without deliveries is none of the 72 hours. Answers [`Next::Again`] when something
/// is due already. Whoever adds a delivery at the same moment writes the row of the job too, so that one of the two
/// units starts anew.
async fn rest(state: &WebhooksState, lease: &Lease, fails: bool) -> Result<Next, JobError> {
    let (now, lease) = (state.clock.now(), lease.clone());
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        let key = lease.key();
        let Some(next) = deliveries::next(tx, key)? else {
            if fails {
                webhooks::forget_failures(tx, key)?;
            }
            lease.complete(tx)?;
            return Ok(Next::Completed);
        };
        // Read anew: whoever asks for a delivery ends the pause.
        let retry_at =
            if fails { webhooks::to_serve(tx, key)?.and_then(|served| served.retry_at) } else { None };
        let run_at = retry_at.map_or(next, |retry_at| next.max(retry_at));
        if run_at <= now {
            return Ok(Next::Again(now));
        }
        // The row is as new, so that this attempt is over and the next one begins then.
        jobs::enqueue(tx, lease.kind(), key, run_at)?;
        Ok::<_, JobError>(Next::Completed)
    };
    state.store.write("webhooks.rest", work).await
}

/// Ends the job of a webhook that is not served. Where its software alone is switched off and deliveries wait, the job
/// looks again later: nobody calls it when the software is switched on. What waits has all the patience then, as after
/// the switch of the webhook itself: nobody has tried meanwhile. Decides in the unit that ends it, because the read
/// before may come from a server that led before.
async fn end(state: &WebhooksState, lease: &Lease) -> Result<Next, JobError> {
    let (now, lease) = (state.clock.now(), lease.clone());
    let work = move |tx: &mut Tx| {
        lease.check(tx, now)?;
        let key = lease.key();
        let served = webhooks::to_serve(tx, key)?.filter(|served| served.webhook.state == WebhookState::On);
        if served.as_ref().is_some_and(|served| served.has_client) {
            return Ok(Next::Again(now));
        }
        webhooks::forget_failures(tx, key)?;
        if served.is_some() && deliveries::next(tx, key)?.is_some() {
            deliveries::begin_afresh(tx, key, now)?;
            jobs::enqueue(tx, lease.kind(), key, now.plus_seconds(CLIENT_OFF_PAUSE_S))?;
        } else {
            lease.complete(tx)?;
        }
        Ok::<_, JobError>(Next::Completed)
    };
    state.store.write("webhooks.end", work).await
}
