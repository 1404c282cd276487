//! The caller of a request, by its tokens (GEN-01).

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::Arc;

use axum::extract::{FromRef, FromRequestParts};
use http::request::Parts;
use http::{HeaderMap, HeaderName, header};
use kernel::SessionId;

use crate::caller::{Caller, IdentityCaller};
use crate::context::RequestContext;
use crate::edge::Edge;
use crate::error::{AreaError, EdgeError};
use crate::played::revokes;
use crate::token::TokenError;

const ID_TOKEN: HeaderName = HeaderName::from_static("id-token");

/// Headers that a caller has to send, for the one who left them out.
const BOTH_TOKENS: &str = "`Authorization: Bearer <access_token>` and `Id-Token: <id_token>`";
const IDENTITY_TOKEN: &str = "`Id-Token: <id_token>`";
/// The header of an access token, for a caller who sent none or sent it otherwise.
pub const WANTED_BEARER: &str = "`Authorization: Bearer <access_token>`";

/// The caller by both tokens: `Authorization: Bearer` and `Id-Token`, both required, both verified, both of
/// the same user, client and session.
#[derive(Debug)]
pub struct Authenticated<E>(pub Arc<Caller>, pub PhantomData<fn() -> E>);

impl<E> Deref for Authenticated<E> {
    type Target = Arc<Caller>;
    fn deref(&self) -> &Arc<Caller> {
        &self.0
    }
}

impl<E: AreaError, S: Send + Sync> FromRequestParts<S> for Authenticated<E>
where
    Edge: FromRef<S>,
{
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, E> {
        let edge = Edge::from_ref(state);
        let caller = by_both_tokens(&edge, &parts.headers)?;
        check_session(&caller.session).await?;
        Ok(Self(caller, PhantomData))
    }
}

/// The caller by the identity token. An access token is not required, but verified when it is sent
/// (agreements, spec section 5, rule 4).
#[derive(Debug)]
pub struct IdentityAuthenticated<E>(pub IdentityCaller, pub PhantomData<fn() -> E>);

impl<E> Deref for IdentityAuthenticated<E> {
    type Target = IdentityCaller;
    fn deref(&self) -> &IdentityCaller {
        &self.0
    }
}

impl<E: AreaError, S: Send + Sync> FromRequestParts<S> for IdentityAuthenticated<E>
where
    Edge: FromRef<S>,
{
    type Rejection = E;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, E> {
        let edge = Edge::from_ref(state);
        let caller = by_identity_token(&edge, &parts.headers)?;
        check_session(&caller.session).await?;
        Ok(Self(caller, PhantomData))
    }
}

/// Refuses the tokens of a session that a caller of a sandbox has just asked to end.
async fn check_session(session: &SessionId) -> Result<(), EdgeError> {
    if revokes(session).await { Err(TokenError::Revoked.into()) } else { Ok(()) }
}

fn by_both_tokens(edge: &Edge, headers: &HeaderMap) -> Result<Arc<Caller>, EdgeError> {
    let (access, identity) = match (bearer(headers)?, only(headers, &ID_TOKEN)?) {
        (Some(access), Some(identity)) => (access, identity),
        (None, None) => return Err(EdgeError::MissingCredentials { wanted: BOTH_TOKENS }),
        (None, Some(_)) => return Err(EdgeError::MissingCredentials { wanted: WANTED_BEARER }),
        (Some(_), None) => return Err(EdgeError::MissingCredentials { wanted: IDENTITY_TOKEN }),
    };
    let caller = edge.verifier().verify_pair(access, identity)?;
    RequestContext::note_caller(&caller)?;
    edge.count_request(&caller.session)?;
    Ok(caller)
}

fn by_identity_token(edge: &Edge, headers: &HeaderMap) -> Result<IdentityCaller, EdgeError> {
    let access = match bearer(headers)? {
        Some(_) => Some(by_both_tokens(edge, headers)?),
        None => None,
    };
    let missing = EdgeError::MissingCredentials { wanted: IDENTITY_TOKEN };
    let header = only(headers, &ID_TOKEN)?.ok_or(missing)?;
    let token = edge.verifier().verify_identity(header)?;
    if access.is_none() {
        edge.count_request(&token.session)?;
    }
    Ok(IdentityCaller {
        user: token.user.clone(),
        client: token.client.clone(),
        session: token.session.clone(),
        access,
    })
}

/// The token of the one `Authorization` header, when there is one. Another scheme than `Bearer` is refused; the
/// scheme's case does not matter (RFC 9110 section 11.1).
pub fn bearer(headers: &HeaderMap) -> Result<Option<&str>, EdgeError> {
    let Some(value) = only(headers, &header::AUTHORIZATION)? else { return Ok(None) };
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(Some(token.trim_matches(' '))),
        _ => Err(EdgeError::MissingCredentials { wanted: WANTED_BEARER }),
    }
}

/// Returns the value of a header that may stand once. With two, a proxy may have looked at the other.
fn only<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Result<Option<&'h str>, EdgeError> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (None, _) => Ok(None),
        (Some(value), None) => match value.to_str() {
            Ok("") => Ok(None),
            Ok(text) => Ok(Some(text)),
            Err(_) => Err(EdgeError::InvalidToken(TokenError::Malformed)),
        },
        (Some(_), Some(_)) => Err(EdgeError::InvalidToken(TokenError::Malformed)),
    }
}
