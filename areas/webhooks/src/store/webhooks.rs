//! Webhooks and their secrets.

use std::fmt::Display;

use area::SealedPlace;
use kernel::{Cnum, Instant, UserId};
use sealing::Purpose;
use store::{Result, Selected as _, Store, Tx, params};

use crate::webhook::{Wanted, Webhook, WebhookId, WebhookState};
use outgoing::address::{Address, Reach};

store::text_columns! { WebhookState }

/// Asks whether the client of the webhook `w` is registered for its company. It is looked up for each webhook, because
/// a client may be registered for every company of the bank.
macro_rules! is_registered {
    () => {
        "(select k.cnum from oauth_client_companies k where k.client_id = w.client_id and k.cnum = w.cnum) is not null"
    };
}

store::selected! {
    Webhook as "w" {
        id: "webhook_id" via str::parse, company: "cnum", client: "client_id", address via address,
        wanted: "types" via wanted, state, version, failing_since: "failing_since_us",
        previous_until: "previous_until_us", created_at: "created_at_us",
    }
    Served {
        webhook: Webhook, failures: "w.failures", retry_at: "w.retry_at_us", secret: "w.secret",
        previous: "w.previous_secret",
        // A client that is gone from the registry, or no longer registered for the company, is not served.
        has_client: (concat!("coalesce(c.status, '') = 'ACTIVE' and ", is_registered!(), " as is_served")),
    }
    Subscribed as "w" { id: "webhook_id", wanted: "types" via wanted, retry_at: "retry_at_us" }
}

store::queries! {
    WEBHOOKS_OF_COMPANY = store::text!("select ", Webhook::ALIASED,
        " from webhooks w where w.cnum = $1 and w.state <> 'DELETED' order by w.webhook_id");

    WEBHOOK_OF_COMPANY = store::text!("select ", Webhook::ALIASED,
        " from webhooks w where w.webhook_id = $1 and w.cnum = $2 and w.state <> 'DELETED'");

    /// A webhook of a company that is deleted, and whose log is not gone yet.
    WEBHOOK_DELETED = "select webhook_id from webhooks where webhook_id = $1 and cnum = $2 and state = 'DELETED'";

    /// A webhook with its secrets, and whether its software is in service for the company.
    WEBHOOK_TO_SERVE = store::text!("select ", Served::LIST, "
        from webhooks w left join oauth_clients c on c.client_id = w.client_id where w.webhook_id = $1");

    SEALED_SECRETS = "select webhook_id as owner, secret as sealed from webhooks
        where webhook_id > $1 order by webhook_id limit $2";

    /// Seals a secret anew, unless somebody did or it is another one.
    SEALED_SECRET_REPLACE = "update webhooks set secret = $3 where webhook_id = $1 and secret = $2";

    /// Reads secrets that were replaced and still sign, after one.
    SEALED_PREVIOUS_SECRETS = "select webhook_id as owner, previous_secret as sealed from webhooks
        where webhook_id > $1 and previous_secret is not null order by webhook_id limit $2";

    /// Seals a replaced secret anew, unless somebody did or it is another one.
    SEALED_PREVIOUS_SECRET_REPLACE = "update webhooks set previous_secret = $3
        where webhook_id = $1 and previous_secret = $2";

    /// The number of webhooks of a company that were found unreachable.
    WEBHOOKS_UNREACHABLE = "select count(1) as webhooks from webhooks
        where cnum = $1 and state <> 'DELETED' and state = 'UNREACHABLE'";

    /// A webhook, unless there is or was one with its identifier.
    WEBHOOK_INSERT = "insert into webhooks (webhook_id, cnum, client_id, address, types, state, version, secret,
            created_at_us, created_by)
        values ($1, $2, $3, $4, $5, 'ON', 1, $6, $7, $8) on conflict (webhook_id) do nothing";

    /// Other terms of a webhook that nobody has changed meanwhile. How deliveries fared is of an address.
    WEBHOOK_CHANGE = "update webhooks set address = $3, types = $4, version = version + 1,
            failing_since_us = case when address = $3 then failing_since_us end,
            failures = case when address = $3 then failures else 0 end,
            retry_at_us = case when address = $3 then retry_at_us end
        where webhook_id = $1 and version = $2 and state <> 'DELETED'";

    /// Another state, which forgets how deliveries fared.
    WEBHOOK_MOVE = "update webhooks set state = $3, version = version + 1, failing_since_us = null, failures = 0,
            retry_at_us = null
        where webhook_id = $1 and state = $2";

    /// Another secret; the present one signs until then too.
    WEBHOOK_ROTATE = "update webhooks set previous_secret = secret, previous_until_us = $3, secret = $4,
            version = version + 1
        where webhook_id = $1 and version = $2 and state <> 'DELETED'";

    WEBHOOK_FORGET_FAILURES = "update webhooks set failing_since_us = null, failures = 0, retry_at_us = null
        where webhook_id = $1 and (failing_since_us is not null or failures > 0)";

    /// Nothing arrived, but the receiver answers.
    WEBHOOK_REFUSES = "update webhooks set failing_since_us = coalesce(failing_since_us, $2), failures = 0,
            retry_at_us = null
        where webhook_id = $1";

    /// The receiver does not even answer.
    WEBHOOK_IS_SILENT = "update webhooks set failing_since_us = coalesce(failing_since_us, $2), failures = failures + 1,
            retry_at_us = $3
        where webhook_id = $1";

    /// Ends the pause after which a silent receiver is asked again.
    WEBHOOK_ASK_NOW = "update webhooks set retry_at_us = $2 where webhook_id = $1 and retry_at_us > $2";

    /// Webhooks that are served for a company, with the types that they want.
    SUBSCRIBED = store::text!("select ", Subscribed::ALIASED, " from webhooks w
        join oauth_clients c on c.client_id = w.client_id
        where w.cnum = $1 and w.state <> 'DELETED' and w.state = 'ON' and c.status = 'ACTIVE' and ", is_registered!());

    /// The same of all companies, from one identifier on.
    SUBSCRIBED_ANYWHERE = store::text!("select ", Subscribed::ALIASED, " from webhooks w
        join oauth_clients c on c.client_id = w.client_id
        where w.state = 'ON' and w.webhook_id > $1 and c.status = 'ACTIVE' and ", is_registered!(),
        " order by w.webhook_id limit $2");

    /// A deleted webhook whose deliveries are to go too.
    DELETED_FIRST = "select webhook_id from webhooks where state = 'DELETED'
            and webhook_id > $1 order by webhook_id limit 1";

    /// The end of a deleted webhook.
    DELETED_REMOVE = "delete from webhooks where webhook_id = $1 and state = 'DELETED'";
}

/// The columns with secrets that the master key seals.
pub(crate) const SEALED: &[SealedPlace] = &[
    SealedPlace {
        name: "webhooks",
        purpose: Purpose::Webhooks,
        behind: &SEALED_SECRETS,
        replace: &SEALED_SECRET_REPLACE,
    },
    SealedPlace {
        name: "webhooks (previous)",
        purpose: Purpose::Webhooks,
        behind: &SEALED_PREVIOUS_SECRETS,
        replace: &SEALED_PREVIOUS_SECRET_REPLACE,
    },
];

/// A webhook as deliveries need it.
#[derive(Clone, Debug)]
pub(crate) struct Served {
    pub(crate) webhook: Webhook,
    /// True while its software is in service and registered for the company.
    pub(crate) has_client: bool,
    /// Rounds in a row without any answer.
    pub(crate) failures: i64,
    /// The moment of the next.
    pub(crate) retry_at: Option<Instant>,
    pub(crate) secret: Vec<u8>,
    /// The sealed secret before it.
    pub(crate) previous: Option<Vec<u8>>,
}

#[derive(Clone, Debug)]
pub(crate) struct Subscribed {
    pub(crate) id: String,
    pub(crate) wanted: Wanted,
    /// Not before this moment: the receiver does not answer.
    pub(crate) retry_at: Option<Instant>,
}

pub(crate) fn of_company(tx: &mut Tx, cnum: &Cnum) -> Result<Vec<Webhook>> {
    tx.select(&WEBHOOKS_OF_COMPANY, params![cnum])
}

pub(crate) fn find(tx: &mut Tx, cnum: &Cnum, id: WebhookId) -> Result<Option<Webhook>> {
    tx.select_optional(&WEBHOOK_OF_COMPANY, params![id.to_string(), cnum])
}

/// Tells whether a company has deleted a webhook, as long as that is known.
pub(crate) fn is_deleted(tx: &mut Tx, cnum: &Cnum, id: WebhookId) -> Result<bool> {
    Ok(tx.query_optional(&WEBHOOK_DELETED, params![id.to_string(), cnum])?.is_some())
}

/// Counts the webhooks of a company that were switched off because nothing arrived.
pub(crate) async fn count_unreachable(store: &Store, cnum: &Cnum) -> Result<u32> {
    Ok(store.select_optional(&WEBHOOKS_UNREACHABLE, params![cnum]).await?.unwrap_or(0))
}

/// Reads a webhook as deliveries need it, deleted or not.
pub(crate) fn to_serve(tx: &mut Tx, id: &str) -> Result<Option<Served>> {
    tx.select_optional(&WEBHOOK_TO_SERVE, params![id])
}

/// Adds a webhook; `false` when its identifier is taken.
pub(crate) fn insert(tx: &mut Tx, webhook: &Webhook, secret: Vec<u8>, by: &UserId) -> Result<bool> {
    let Webhook { id, company, client, address, wanted, created_at, .. } = webhook;
    let types = wanted.names().join(" ");
    let values = params![id.to_string(), company, client, address.as_str(), types, secret, *created_at, by];
    Ok(tx.execute(&WEBHOOK_INSERT, values)? == 1)
}

/// Writes other terms; `false` when the webhook has changed meanwhile.
pub(crate) fn change(
    tx: &mut Tx,
    id: WebhookId,
    version: i64,
    address: &Address,
    wanted: &Wanted,
) -> Result<bool> {
    let values = params![id.to_string(), version, address.as_str(), wanted.names().join(" ")];
    Ok(tx.execute(&WEBHOOK_CHANGE, values)? == 1)
}

/// Takes an arrow of the states; `false` when the webhook is in another state.
pub(crate) fn move_state(tx: &mut Tx, id: &str, from: WebhookState, to: WebhookState) -> Result<bool> {
    Ok(tx.execute(&WEBHOOK_MOVE, params![id, from.as_str(), to.as_str()])? == 1)
}

/// Writes another secret; `false` when the webhook has changed meanwhile.
pub(crate) fn rotate(
    tx: &mut Tx,
    id: WebhookId,
    version: i64,
    until: Instant,
    secret: Vec<u8>,
) -> Result<bool> {
    Ok(tx.execute(&WEBHOOK_ROTATE, params![id.to_string(), version, until, secret])? == 1)
}

/// Forgets how deliveries fared: one arrived, or nobody tries any.
pub(crate) fn forget_failures(tx: &mut Tx, id: &str) -> Result<()> {
    tx.execute(&WEBHOOK_FORGET_FAILURES, params![id]).map(|_| ())
}

/// Notes that nothing arrived at `now`, although the receiver answers.
pub(crate) fn refuses(tx: &mut Tx, id: &str, now: Instant) -> Result<()> {
    tx.execute(&WEBHOOK_REFUSES, params![id, now]).map(|_| ())
}

/// Notes that the receiver did not even answer at `now`, and when it is tried again.
pub(crate) fn is_silent(tx: &mut Tx, id: &str, now: Instant, retry_at: Instant) -> Result<()> {
    tx.execute(&WEBHOOK_IS_SILENT, params![id, now, retry_at]).map(|_| ())
}

/// Has a receiver that is silent asked again at `now`.
pub(crate) fn ask_now(tx: &mut Tx, id: WebhookId, now: Instant) -> Result<()> {
    tx.execute(&WEBHOOK_ASK_NOW, params![id.to_string(), now]).map(|_| ())
}

/// Lists the webhooks of a company that are served.
pub(crate) fn subscribed(tx: &mut Tx, cnum: &Cnum) -> Result<Vec<Subscribed>> {
    tx.select(&SUBSCRIBED, params![cnum])
}

/// Lists the webhooks of all companies that are served, up to `limit` after `after`.
pub(crate) fn subscribed_anywhere(tx: &mut Tx, after: &str, limit: i64) -> Result<Vec<Subscribed>> {
    tx.select(&SUBSCRIBED_ANYWHERE, params![after, limit])
}

pub(crate) fn first_deleted(tx: &mut Tx) -> Result<Option<String>> {
    tx.select_optional(&DELETED_FIRST, params![""])
}

/// Removes a deleted webhook, unless another process was faster.
pub(crate) fn remove_deleted(tx: &mut Tx, id: &str) -> Result<()> {
    tx.execute(&DELETED_REMOVE, params![id]).map(drop)
}

fn wanted(types: &str) -> Result<Wanted, impl Display + use<>> {
    Wanted::from_names(types.split(' '))
}

/// It was checked when it was written, and is checked again before each connection.
fn address(text: &str) -> Result<Address, impl Display + use<>> {
    Address::parse(text, Reach::Local)
}
