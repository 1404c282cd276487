//! Authenticates the client that calls (IDN-05).

use std::net::IpAddr;
use std::sync::Arc;

use audit::Actor;
use clients::{ClientStatus, SecretHash};
use kernel::{ClientId, Instant};
use store::{Result, Tx};

use super::trail::Author;
use crate::login::wrong_secrets::SecretSubject;
use crate::state::IdentityState;
use crate::store::people;
use crate::token::client_authentication::Credentials;
use crate::token::people::TokenClient;

#[derive(Debug)]
pub enum Authenticated {
    /// The client is in service and its secret is right.
    Client(TokenClient),
    /// The client is refused. The answer is the same for all reasons.
    Refused,
    /// Wrong secrets were shown, and the wait after them is not over: nothing was looked at.
    TooEarly {
        /// Seconds until the next secret is looked at.
        retry_after_s: u64,
    },
}

kernel::text_enum! {
    /// Reason for which a client is refused, for the trail and the metrics.
    enum ClientError {
        UnknownClient = "UNKNOWN_CLIENT",
        WrongSecret = "WRONG_SECRET",
        ClientDisabled = "CLIENT_DISABLED",
    }
}

/// Returns the client in service whose secret one of the readings holds.
pub async fn authenticate_client(state: &IdentityState, readings: &[Credentials]) -> Result<Authenticated> {
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
                    if let Some(early) = too_early(state, Some(&client.id), address, now) {
                        return Ok(early);
                    }
                    named = Some(client.id.clone());
                }
                if client.secrets.accept(&client.id, &reading.secret, now) {
                    right = Some(client);
                    break;
                }
            }
            None => hash_for_nobody(&reading.secret),
        }
    }
    let subject = SecretSubject::new(named.as_ref(), address);
    let error = match (&named, right) {
        (_, Some(client)) if client.status == ClientStatus::Active => {
            state.guards.wrong_secrets.forget(&subject);
            return Ok(Authenticated::Client(client));
        }
        (_, Some(_)) => ClientError::ClientDisabled,
        (Some(_), None) => ClientError::WrongSecret,
        (None, None) => {
            if let Some(early) = too_early(state, None, address, now) {
                return Ok(early);
            }
            ClientError::UnknownClient
        }
    };
    state.guards.wrong_secrets.count(subject, now);
    record(state, named, error).await?;
    Ok(Authenticated::Refused)
}

/// Turns away, unseen, whoever has shown wrong secrets and does not wait.
fn too_early(
    state: &IdentityState,
    client: Option<&ClientId>,
    address: Option<IpAddr>,
    now: Instant,
) -> Option<Authenticated> {
    let wait_s = state.guards.wrong_secrets.wait_s(&SecretSubject::new(client, address), now)?;
    count_refused("TOO_EARLY");
    Some(Authenticated::TooEarly { retry_after_s: u64::try_from(wait_s).unwrap_or(1) })
}

fn count_refused(reason: &'static str) {
    metrics::counter!("clientbank_client_refusals_total", "reason" => reason).increment(1);
}

/// Leaves a trace with the name of a client that exists: what else is there may be a secret in the wrong place.
async fn record(state: &IdentityState, client: Option<ClientId>, error: ClientError) -> Result<()> {
    count_refused(error.as_str());
    let (author, now) = (Author::of_request(Actor::System), state.clock.now());
    let randomness = Arc::clone(&state.randomness);
    let record = move |tx: &mut Tx| -> Result<()> {
        let object = ("client", client.as_ref().map_or("-", ClientId::as_str));
        let entry = author.entry(now, &*randomness, "client.refused", object);
        audit::record(tx, entry.detail(serde_json::json!({ "reason": error.as_str() })))
    };
    state.store.write_guarded("client.refused", record).await
}

/// Does the work that a known client would have cost, so that the time tells nothing about which clients exist.
fn hash_for_nobody(secret: &str) {
    if let Ok(nobody) = "nobody".parse::<ClientId>() {
        std::hint::black_box(SecretHash::compute(&nobody, secret));
    }
}
