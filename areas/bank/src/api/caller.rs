//! The system that calls.

use axum::extract::FromRequestParts;
use edge::{ACCESS_TOKEN_SCHEME, Described, Description, EdgeError, TokenError, WANTED_BEARER};
use http::header;
use http::request::Parts;

use super::error::BankError;
use crate::state::BankState;
use crate::system::System;
use crate::work::log_in::of_token;

/// The open system of the token in `Authorization: Bearer`.
#[derive(Debug)]
pub(super) struct CallingSystem(pub(super) System);

impl FromRequestParts<BankState> for CallingSystem {
    type Rejection = BankError;

    async fn from_request_parts(parts: &mut Parts, state: &BankState) -> Result<Self, BankError> {
        let mut values = parts.headers.get_all(header::AUTHORIZATION).iter();
        let missing = || EdgeError::MissingCredentials { wanted: WANTED_BEARER };
        let (Some(value), None) = (values.next(), values.next()) else { return Err(missing().into()) };
        let bearer = value.to_str().ok().and_then(|value| value.split_once(' '));
        let token =
            bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, token)| token);
        let token = token.ok_or_else(missing)?;
        let system = of_token(state, token.trim_matches(' ')).await?;
        let refused = || EdgeError::InvalidToken(TokenError::Revoked);
        Ok(Self(system.ok_or_else(refused)?))
    }
}

impl Described for CallingSystem {
    fn describe(description: &mut Description<'_>) {
        description.authentication(&[ACCESS_TOKEN_SCHEME]);
        description.error(BankError::TOKEN_REFUSED);
    }
}
