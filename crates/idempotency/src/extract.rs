//! Requests with a key, and without.

use std::marker::PhantomData;

use axum::extract::{FromRequest, FromRequestParts, MatchedPath, Request};
use edge::{
    AreaError, Described, DescribedError, Description, EdgeError, ErrorExample, JSON_BYTES_MAX, check_json,
    parse_json, read_body,
};
use http::request::Parts;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use utoipa::openapi::Required;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use crate::key::{IdempotencyKey, KEY_CHARACTERS_MAX};

/// The key of a request, the operation that it is at, and what tells the request from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeyedRequest {
    pub(crate) key: IdempotencyKey,
    /// Method and path of the operation, such as `POST /v1/webhooks/{id}/test`.
    pub(crate) operation: String,
    /// SHA-256 of the address and the body.
    pub(crate) fingerprint: [u8; 32],
}

/// A request without a body, and its key if it has one.
#[derive(Debug)]
pub struct Keyed<E>(pub(crate) Option<KeyedRequest>, PhantomData<fn() -> E>);

/// A JSON body as [`edge::AreaJson`] reads it, with the key of the request if it has one.
#[derive(Debug)]
pub struct KeyedJson<E, T, const BYTES_MAX: usize = JSON_BYTES_MAX>(pub T, pub Keyed<E>);

impl<E> Keyed<E> {
    fn new(parts: &Parts, body: &[u8]) -> Result<Self, EdgeError> {
        let Some(key) = IdempotencyKey::read(&parts.headers)? else { return Ok(Self(None, PhantomData)) };
        let path = parts.extensions.get::<MatchedPath>().map_or(parts.uri.path(), MatchedPath::as_str);
        let address = parts.uri.path_and_query().map_or(parts.uri.path(), |address| address.as_str());
        let fingerprint =
            Sha256::new().chain_update(address).chain_update([0]).chain_update(body).finalize().into();
        let operation = format!("{} {path}", parts.method);
        Ok(Self(Some(KeyedRequest { key, operation, fingerprint }), PhantomData))
    }

    /// Stands for a request without a key.
    pub const fn without_key() -> Self {
        Self(None, PhantomData)
    }

    /// Adds the body, which the handler has read by itself, to what tells the request from others.
    pub fn with_body(mut self, body: &[u8]) -> Self {
        if let Some(asked) = &mut self.0 {
            asked.fingerprint =
                Sha256::new().chain_update(asked.fingerprint).chain_update(body).finalize().into();
        }
        self
    }
}

impl<E: AreaError, S: Send + Sync> FromRequestParts<S> for Keyed<E> {
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, E> {
        Ok(Self::new(parts, &[])?)
    }
}

impl<E, T, S, const BYTES_MAX: usize> FromRequest<S> for KeyedJson<E, T, BYTES_MAX>
where
    E: AreaError,
    T: DeserializeOwned,
    S: Send + Sync,
{
    type Rejection = E;

    async fn from_request(request: Request, _state: &S) -> Result<Self, E> {
        check_json(request.headers())?;
        let (parts, body) = request.into_parts();
        let headed = Request::from_parts(parts.clone(), body);
        let body = read_body(headed, BYTES_MAX).await?;
        let keyed = Keyed::new(&parts, &body)?;
        Ok(Self(parse_json(&body)?, keyed))
    }
}

impl<E: DescribedError> Described for Keyed<E> {
    fn describe(description: &mut Description<'_>) {
        description.parameters([parameter()]);
        description.error(ErrorExample::<E>::new(
            "keyInProgress",
            "The request with this key is being answered at this moment.",
            || EdgeError::KeyInProgress.into(),
        ));
        description.error(ErrorExample::<E>::new(
            "keyReused",
            "The key came with another request before.",
            || EdgeError::KeyReused.into(),
        ));
    }
}

impl<E: DescribedError, T: ToSchema, const BYTES_MAX: usize> Described for KeyedJson<E, T, BYTES_MAX> {
    fn describe(description: &mut Description<'_>) {
        description.body::<T>("application/json");
        Keyed::<E>::describe(description);
    }
}

/// The header as descriptions have it.
fn parameter() -> Parameter {
    let (quoted, plain) = (r#"[ !#-\[\]-~]|\\["\\]"#, r"[!#-+\--:<-~]");
    let pattern = format!(r#"^("({quoted}){{1,{KEY_CHARACTERS_MAX}}}"|{plain}{{1,{KEY_CHARACTERS_MAX}}})$"#);
    let schema = ObjectBuilder::new().schema_type(Type::String).pattern(Some(pattern));
    ParameterBuilder::new()
        .name("Idempotency-Key")
        .parameter_in(ParameterIn::Header)
        .description(Some(
            "A name for what is to be done once, such as a random UUID; one with blanks, quotes, commas or semicolons \
             stands in quotes. The same request with the same key is carried out once and answered as the first \
             time, for 24 hours. The key belongs to the software, the company, the user and the operation.",
        ))
        .required(Required::False)
        .schema(Some(schema))
        .example(Some(serde_json::json!("\"8e03978e-40d5-43dd-bc93-6894a57f9324\"")))
        .build()
}
