//! Parameters of the paths: a client, and a request, a document or a change of it.

use axum::extract::FromRequestParts;
use edge::{AreaPath, Described, Description};
use http::request::Parts;
use kernel::Cnum;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use utoipa::IntoParams;
use utoipa::openapi::path::ParameterIn;
use uuid::Uuid;

use super::caller::{client, integer};
use super::error::TariffError;
use crate::broken_rule::BrokenRule;
use crate::request::RequestId;
use crate::state::TariffRequestsState;

/// A client.
#[derive(Debug, Deserialize, IntoParams)]
struct ClientPath {
    /// Client identifier.
    #[param(min_length = 1, max_length = 20, pattern = "^[A-Z0-9]{1,20}$", example = "C00001")]
    cnum: String,
}

/// A request of a client.
#[derive(Debug, Deserialize, IntoParams)]
struct RequestPath {
    /// Request id.
    #[param(value_type = i64, minimum = 1, example = 1_795_165_200_000_042_i64)]
    id: String,
}

/// A change that lies ahead of a client.
#[derive(Debug, Deserialize, IntoParams)]
struct ChangePath {
    /// Id of the future tariff plan change.
    #[param(value_type = i64, minimum = 1, example = 1)]
    id: String,
}

/// A document of a client.
#[derive(Debug, Deserialize, IntoParams)]
struct DocumentPath {
    /// `documentUID` of the pre-sign view.
    #[param(min_length = 1, max_length = 64, example = "019e0b1e-5a80-7c3a-9d1b-2f6f0b9a7c10")]
    uid: String,
}

pub(super) struct NamedClient(pub(super) Cnum);

/// The request of a path, and its client.
pub(super) struct NamedRequest {
    pub(super) id: RequestId,
    pub(super) cnum: Cnum,
}

pub(super) struct NamedChange(pub(super) i64);

pub(super) struct NamedDocument(pub(super) Uuid);

async fn read<T: DeserializeOwned + Send>(parts: &mut Parts) -> Result<T, TariffError> {
    AreaPath::<TariffError, T>::from_request_parts(parts, &()).await.map(|AreaPath(path, _)| path)
}

impl FromRequestParts<TariffRequestsState> for NamedClient {
    type Rejection = TariffError;

    async fn from_request_parts(parts: &mut Parts, _: &TariffRequestsState) -> Result<Self, TariffError> {
        Ok(Self(client(&read::<ClientPath>(parts).await?.cnum)?))
    }
}

impl FromRequestParts<TariffRequestsState> for NamedRequest {
    type Rejection = TariffError;

    async fn from_request_parts(parts: &mut Parts, state: &TariffRequestsState) -> Result<Self, TariffError> {
        let number = integer("id", &read::<RequestPath>(parts).await?.id)?;
        // A number that no request can have names none.
        let id = RequestId::try_from(number).map_err(|_| BrokenRule::RequestNotFound)?;
        let NamedClient(cnum) = NamedClient::from_request_parts(parts, state).await?;
        Ok(Self { id, cnum })
    }
}

impl FromRequestParts<TariffRequestsState> for NamedChange {
    type Rejection = TariffError;

    async fn from_request_parts(parts: &mut Parts, _: &TariffRequestsState) -> Result<Self, TariffError> {
        Ok(Self(integer("id", &read::<ChangePath>(parts).await?.id)?))
    }
}

impl FromRequestParts<TariffRequestsState> for NamedDocument {
    type Rejection = TariffError;

    async fn from_request_parts(parts: &mut Parts, _: &TariffRequestsState) -> Result<Self, TariffError> {
        // A text that is no UID names no document.
        let uid = read::<DocumentPath>(parts).await?.uid.parse().map_err(|_| BrokenRule::RequestNotFound)?;
        Ok(Self(uid))
    }
}

impl Described for NamedClient {
    fn describe(description: &mut Description<'_>) {
        description.parameters(ClientPath::into_params(|| Some(ParameterIn::Path)));
        description.error(TariffError::CLIENT_NOT_FOUND);
    }
}

impl Described for NamedRequest {
    fn describe(description: &mut Description<'_>) {
        description.parameters(RequestPath::into_params(|| Some(ParameterIn::Path)));
        description.error(TariffError::ID_MALFORMED);
        NamedClient::describe(description);
        description.error(TariffError::REQUEST_NOT_FOUND);
    }
}

impl Described for NamedChange {
    fn describe(description: &mut Description<'_>) {
        description.parameters(ChangePath::into_params(|| Some(ParameterIn::Path)));
        description.error(TariffError::ID_MALFORMED);
        description.error(TariffError::FUTURE_CHANGE_NOT_FOUND);
    }
}

impl Described for NamedDocument {
    fn describe(description: &mut Description<'_>) {
        description.parameters(DocumentPath::into_params(|| Some(ParameterIn::Path)));
        description.error(TariffError::REQUEST_NOT_FOUND);
    }
}
