//! Which client is calling (IDN-05).

use clients::{ClientStatus, SecretHash};
use http::{HeaderMap, header};
use kernel::ClientId;

use super::error::IdentityError;
use super::form::Form;
use crate::client_authentication::{Credentials, read};
use crate::state::IdentityState;
use crate::store::people::{self, TokenClient};

/// The client that the request comes from: authenticated with HTTP Basic, in service, and not contradicted by the form.
pub(super) async fn authenticate(
    state: &IdentityState,
    headers: &HeaderMap,
    form: &Form,
) -> Result<TokenClient, IdentityError> {
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
    let client = first_right(state, &readings).await?;
    if client.status != ClientStatus::Active {
        return Err(IdentityError::InvalidClient);
    }
    // Hardly any client library repeats its identifier next to HTTP Basic; one that does must not contradict itself.
    match form.optional("client_id")? {
        Some(named) if named != client.id.as_str() => {
            Err(IdentityError::InvalidRequest("client_id names another client than the Authorization header"))
        }
        Some(_) | None => Ok(client),
    }
}

async fn first_right(state: &IdentityState, readings: &[Credentials]) -> Result<TokenClient, IdentityError> {
    for reading in readings {
        let client = match &reading.client {
            Some(id) => people::client(&state.store, id).await?,
            None => None,
        };
        match client {
            Some(client) if client.secret_hash.matches(&client.id, &reading.secret) => return Ok(client),
            Some(_) => {}
            None => hash_for_nobody(&reading.secret),
        }
    }
    Err(IdentityError::InvalidClient)
}

/// The work that a known client would have cost, so that the time tells nothing about which clients exist.
fn hash_for_nobody(secret: &str) {
    if let Ok(nobody) = "nobody".parse::<ClientId>() {
        std::hint::black_box(SecretHash::of(&nobody, secret));
    }
}
