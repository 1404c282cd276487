//! The JSON forms of webhooks and their logs.

use events::Envelope;
use kernel::Instant;
use outgoing::attempt::Outcome;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use crate::delivery::{DeliveryState, Logged, LoggedAttempt};
use crate::webhook::{Webhook, WebhookState};
use crate::work::administration::ShownSecret;

pub(super) const CURSOR_DIGITS: usize = 16;

/// Writes a number as a cursor, which callers hand back as it is.
pub(super) fn cursor_text(seq: i64) -> String {
    format!("{seq:0CURSOR_DIGITS$x}")
}

/// A moment as answers have it: RFC 3339, in UTC.
fn moment(at: Instant) -> String {
    at.to_timestamp().to_string()
}

fn webhook_state() -> RefOr<Schema> {
    // One that is deleted is shown to nobody.
    let shown = WebhookState::ALL.into_iter().filter(|state| *state != WebhookState::Deleted);
    let shown: Vec<&str> = shown.map(WebhookState::as_str).collect();
    let unreachable =
        "Its state: UNREACHABLE when nothing has arrived for 72 hours and the bank switched it off.";
    edge::text_enum(unreachable, &shown)
}

fn delivery_state() -> RefOr<Schema> {
    edge::text_enum("Its state: FAILED after 72 hours.", DeliveryState::TEXTS)
}

fn outcome() -> RefOr<Schema> {
    edge::text_enum("Its result; a receiver that answers 2xx has taken it (DELIVERED).", Outcome::TEXTS)
}

/// A page of events.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EventsPage<'a> {
    /// The events, the oldest first.
    pub(super) events: Vec<Envelope<'a>>,
    /// The `after` of the next page; it is there on every page, so that a program can keep it and go on from it.
    #[schema(pattern = "^[0-9a-f]{16}$", examples("000000000000002a"))]
    pub(super) next_cursor: String,
    /// True when there is more already. A page may have fewer events than asked for, or none, and more after it.
    pub(super) has_more: bool,
}

/// Terms of a webhook.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookTerms {
    /// The address that is told: https, with port 443 or one from 1024 on, without user name, password and fragment.
    #[schema(max_length = 500, examples("https://erp.romashka.example/hooks/bank"))]
    pub(super) url: String,
    /// The types of events, or `*` for all.
    #[schema(min_items = 1)]
    pub(super) types: Vec<String>,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookView {
    /// Its identifier.
    id: String,
    /// The software that it belongs to.
    client_id: String,
    /// The address that is told.
    url: String,
    /// The types of events, or `*` for all.
    types: Vec<&'static str>,
    #[schema(schema_with = webhook_state)]
    state: &'static str,
    /// Since when nothing has arrived; absent while deliveries arrive.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    failing_since: Option<String>,
    /// The moment until which the secret before the present one signs too; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    previous_secret_until: Option<String>,
    /// Time at which it was made.
    #[schema(format = DateTime)]
    created_at: String,
}

impl From<&Webhook> for WebhookView {
    fn from(webhook: &Webhook) -> Self {
        Self {
            id: webhook.id.to_string(),
            client_id: webhook.client.to_string(),
            url: webhook.address.as_str().to_owned(),
            types: webhook.wanted.names(),
            state: webhook.state.as_str(),
            failing_since: webhook.failing_since.map(moment),
            previous_secret_until: webhook.previous_until.map(moment),
            created_at: moment(webhook.created_at),
        }
    }
}

/// The webhooks of a software.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookList {
    /// All of them, 10 at most for each company.
    pub(super) webhooks: Vec<WebhookView>,
}

/// A webhook with its secret, which is shown this once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WebhookSecret {
    /// The webhook.
    webhook: WebhookView,
    /// The secret of the signatures `v1` (HMAC-SHA256). It is never shown again.
    secret: String,
    /// The public key of the signatures `v1a` (Ed25519).
    public_key: String,
}

impl From<&ShownSecret> for WebhookSecret {
    fn from(shown: &ShownSecret) -> Self {
        let ShownSecret { webhook, secret, public_key } = shown;
        Self { webhook: webhook.into(), secret: secret.clone(), public_key: public_key.clone() }
    }
}

/// A test event that is on its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TestSent {
    /// The identifier of the event, for the log; absent when other processes number it a moment later.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event_id: Option<String>,
}

/// Events to be delivered again: either one of them, or those of a period with both its ends.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Redelivery {
    /// One event; alone.
    #[schema(examples("evt_019ab1f0c6a07c3c8d2f0a5b1e3d4c5f"))]
    pub(super) event_id: Option<String>,
    /// The beginning of a period, by the moments of its changes.
    #[schema(format = DateTime, examples("2026-11-20T00:00:00Z"))]
    pub(super) from: Option<String>,
    /// The end of the period, later than `from` and not included.
    #[schema(format = DateTime, examples("2026-11-21T00:00:00Z"))]
    pub(super) to: Option<String>,
}

/// Events that are delivered again.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Redelivered {
    /// Their number, 10,000 at most.
    #[schema(format = Int32, minimum = 0)]
    pub(super) events: usize,
}

/// A delivery.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryView {
    /// The identifier of the event.
    event_id: String,
    /// The type of the event.
    #[serde(rename = "type")]
    event_type: String,
    #[schema(schema_with = delivery_state)]
    state: &'static str,
    /// The number of attempts.
    #[schema(format = Int32, minimum = 0)]
    attempts: i64,
    /// Time of the next attempt; absent when it does not wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = DateTime)]
    next_attempt_at: Option<String>,
}

impl From<&Logged> for DeliveryView {
    fn from(logged: &Logged) -> Self {
        Self {
            event_id: logged.event_id.clone(),
            event_type: logged.event_type.clone(),
            state: logged.state.as_str(),
            attempts: logged.attempts,
            next_attempt_at: logged.next_at.map(moment),
        }
    }
}

/// A page of the log.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveriesPage {
    /// The deliveries, the newest first.
    pub(super) deliveries: Vec<DeliveryView>,
    /// The `before` of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) next_cursor: Option<String>,
}

impl DeliveriesPage {
    /// Makes a page of up to `limit` deliveries; one more that was found tells that another page follows.
    pub(super) fn new(found: &[Logged], limit: u16) -> Self {
        let page = found.get(..usize::from(limit)).unwrap_or(found);
        let last = page.last().filter(|_| page.len() < found.len());
        Self {
            deliveries: page.iter().map(Into::into).collect(),
            next_cursor: last.map(|last| cursor_text(last.seq)),
        }
    }
}

/// A delivery with its attempts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeliveryDetail<'a> {
    /// The delivery.
    pub(super) delivery: DeliveryView,
    /// The body of each request; absent when the event is forgotten, or of payroll and the user may not see statements.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) event: Option<Envelope<'a>>,
    /// The attempts, the newest first; 50 at most.
    pub(super) attempts: Vec<AttemptView>,
}

/// An attempt.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AttemptView {
    /// Its number, from 1.
    #[schema(format = Int32, minimum = 1)]
    number: i64,
    /// Time of its beginning.
    #[schema(format = DateTime)]
    at: String,
    /// The milliseconds that it took.
    #[schema(format = Int32, minimum = 0)]
    took_ms: u64,
    /// The address that it went to.
    url: String,
    #[schema(schema_with = outcome)]
    outcome: &'static str,
    /// The status of the answer; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = Int32)]
    status: Option<u16>,
    /// The first 500 characters of the answer; absent when it is empty, or there was none.
    #[serde(skip_serializing_if = "String::is_empty")]
    answer: String,
}

impl From<&LoggedAttempt> for AttemptView {
    fn from(logged: &LoggedAttempt) -> Self {
        let LoggedAttempt { number, address, attempt } = logged;
        Self {
            number: *number,
            at: moment(attempt.at),
            took_ms: u64::try_from(attempt.took.as_millis()).unwrap_or(u64::MAX),
            url: address.clone(),
            outcome: attempt.outcome.as_str(),
            status: attempt.status,
            answer: attempt.answer.clone(),
        }
    }
}
