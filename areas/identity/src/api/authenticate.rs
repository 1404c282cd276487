//! Which client is calling (IDN-05).

use std::net::IpAddr;
use std::sync::Arc;

use audit::Actor;
use clients::{ClientStatus, SecretHash};
use edge::Fault;
use http::{HeaderMap, header};
use kernel::{ClientId, Instant};
use store::{StoreError, Tx};

use super::error::IdentityError;
use super::form::Form;
use crate::client_authentication::{Credentials, read};
use crate::state::IdentityState;
use crate::store::people::{self, TokenClient};
use crate::store::trail::Author;
use crate::wrong_secrets::SecretSubject;

/// The client that the request comes from: authenticated with HTTP Basic, in service, and not contradicted by the form.
///
/// # Errors
/// Also [`Fault::Unavailable`] while this process does not know what others have changed, see [`crate::freshness`].
pub(super) async fn authenticate(
    state: &IdentityState,
    headers: &HeaderMap,
    form: &Form,
) -> Result<TokenClient, IdentityError> {
    if !state.freshness.is_fresh(state.clock.now()) {
        return Err(Fault::Unavailable.into());
    }
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let header = values.next().ok_or(IdentityError::InvalidClient)?;
    if values.next().is_some() {
        return Err(IdentityError::InvalidRequest("the Authorization header was sent more than once"));
    }
    if form.optional("client_secret")?.is_some() {
        return Err(IdentityError::InvalidRequest(
            "client_secret belongs into the Authorization header only",
        ));
    }
    let header = header.to_str().map_err(|_| IdentityError::InvalidClient)?;
    let readings = read(header).map_err(|_| IdentityError::InvalidClient)?;
    let client = by_secret(state, &readings).await?;
    // Hardly any client library repeats its identifier next to HTTP Basic; one that does must not contradict itself.
    match form.optional("client_id")? {
        Some(named) if named != client.id.as_str() => {
            Err(IdentityError::InvalidRequest("client_id names another client than the Authorization header"))
        }
        Some(_) | None => Ok(client),
    }
}

/// Why a client was refused, for the trail and the metrics. The answer is the same for all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refused {
    UnknownClient,
    WrongSecret,
    ClientDisabled,
}

impl Refused {
    const fn name(self) -> &'static str {
        match self {
            Self::UnknownClient => "UNKNOWN_CLIENT",
            Self::WrongSecret => "WRONG_SECRET",
            Self::ClientDisabled => "CLIENT_DISABLED",
        }
    }
}

/// The client in service whose secret one of the readings holds.
async fn by_secret(state: &IdentityState, readings: &[Credentials]) -> Result<TokenClient, IdentityError> {
    let address = edge::RequestContext::current().and_then(|context| context.remote_address());
    let now = state.clock.now();
    // The readings of a header differ in escapes alone: the first client that exists is the one who asks.
    let mut named = None;
    let mut right = None;
    for reading in readings {
        let client = match &reading.client {
            Some(id) => people::client(&state.store, id).await?,
            None => None,
        };
        match client {
            Some(client) => {
                if named.is_none() {
                    refuse_early(state, Some(&client.id), address, now)?;
                    named = Some(client.id.clone());
                }
                if client.secret_hash.matches(&client.id, &reading.secret) {
                    right = Some(client);
                    break;
                }
            }
            None => hash_for_nobody(&reading.secret),
        }
    }
    let subject = SecretSubject::new(named.as_ref(), address);
    let refused = match (&named, right) {
        (_, Some(client)) if client.status == ClientStatus::Active => {
            state.desk.wrong_secrets.forget(&subject);
            return Ok(client);
        }
        (_, Some(_)) => Refused::ClientDisabled,
        (Some(_), None) => Refused::WrongSecret,
        (None, None) => {
            refuse_early(state, None, address, now)?;
            Refused::UnknownClient
        }
    };
    state.desk.wrong_secrets.count(subject, now);
    leave_trace(state, named, refused).await?;
    Err(IdentityError::InvalidClient)
}

/// Turns away, unseen, whoever has shown wrong secrets and does not wait.
fn refuse_early(
    state: &IdentityState,
    client: Option<&ClientId>,
    address: Option<IpAddr>,
    now: Instant,
) -> Result<(), IdentityError> {
    let Some(wait_s) = state.desk.wrong_secrets.wait_s(&SecretSubject::new(client, address), now) else {
        return Ok(());
    };
    count_refusal("TOO_EARLY");
    let retry_after_s = u64::try_from(wait_s).unwrap_or(1);
    Err(Fault::TooManyRequests { retry_after_s }.into())
}

fn count_refusal(reason: &'static str) {
    metrics::counter!("clientbank_client_refusals_total", "reason" => reason).increment(1);
}

/// In the trail with the name of a client that exists: what else stands there may be a secret in the wrong place.
async fn leave_trace(
    state: &IdentityState,
    client: Option<ClientId>,
    refused: Refused,
) -> Result<(), IdentityError> {
    count_refusal(refused.name());
    let (author, now) = (Author::of_request(Actor::System), state.clock.now());
    let randomness = Arc::clone(&state.randomness);
    let record = move |tx: &mut Tx| -> Result<(), StoreError> {
        let object = ("client", client.as_ref().map_or("-", ClientId::as_str));
        let entry = author.entry(now, &*randomness, "client.refused", object);
        audit::record(tx, entry.detail(serde_json::json!({ "reason": refused.name() })))
    };
    Ok(state.store.write_guarded("client.refused", record).await?)
}

/// The work that a known client would have cost, so that the time tells nothing about which clients exist.
fn hash_for_nobody(secret: &str) {
    if let Ok(nobody) = "nobody".parse::<ClientId>() {
        std::hint::black_box(SecretHash::of(&nobody, secret));
    }
}
