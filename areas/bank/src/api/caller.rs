//! The system or the person that calls.

use audit::Actor;
use axum::extract::FromRequestParts;
use edge::{ACCESS_TOKEN_SCHEME, Described, Description, EdgeError, TokenError, WANTED_BEARER, bearer};
use http::request::Parts;
use orders::Role;
use proposals::Operator;

use super::error::BankError;
use crate::state::{BankState, Call};
use crate::work::actions::PeopleError;
use crate::work::log_in::{Caller, actor, of_token};

/// The open system of the token in `Authorization: Bearer`.
#[derive(Debug)]
pub(super) struct CallingSystem(pub(super) Call);

/// The person of the bank whose token it is.
#[derive(Debug)]
pub(super) struct CallingPerson(pub(super) Call<Operator>);

/// A person of the bank with the role `audit` or `security`.
#[derive(Debug)]
pub(super) struct TrailReader;

/// A person of the bank who changes something or has the role `read`, or a system of the role `registry`, as the trail
/// names them.
#[derive(Debug)]
pub(super) struct RegistryReader(pub(super) Call<Actor>);

async fn caller(parts: &Parts, state: &BankState) -> Result<Caller, BankError> {
    let missing = EdgeError::MissingCredentials { wanted: WANTED_BEARER };
    let token = bearer(&parts.headers)?.ok_or(missing)?;
    let found = of_token(state, token).await?;
    Ok(found.ok_or(EdgeError::InvalidToken(TokenError::Revoked))?)
}

impl FromRequestParts<BankState> for CallingSystem {
    type Rejection = BankError;

    async fn from_request_parts(parts: &mut Parts, state: &BankState) -> Result<Self, BankError> {
        match caller(parts, state).await? {
            Caller::System(system) => Ok(Self(Call { state: state.clone(), by: system })),
            Caller::Person(_) => Err(BankError::ForSystems),
        }
    }
}

impl FromRequestParts<BankState> for CallingPerson {
    type Rejection = BankError;

    async fn from_request_parts(parts: &mut Parts, state: &BankState) -> Result<Self, BankError> {
        match caller(parts, state).await? {
            Caller::Person(operator) => Ok(Self(Call { state: state.clone(), by: operator })),
            Caller::System(_) => Err(BankError::ForPeople),
        }
    }
}

impl FromRequestParts<BankState> for RegistryReader {
    type Rejection = BankError;

    async fn from_request_parts(parts: &mut Parts, state: &BankState) -> Result<Self, BankError> {
        let by = match caller(parts, state).await? {
            Caller::System(system) if system.role != Role::Registry => return Err(BankError::ForPeople),
            Caller::System(system) => actor(&system),
            Caller::Person(operator) if operator.reads_registry() => {
                Actor::Operator(operator.name.to_string())
            }
            Caller::Person(_) => {
                return Err(PeopleError::NoRole("read, or one that changes something").into());
            }
        };
        Ok(Self(Call { state: state.clone(), by }))
    }
}

impl FromRequestParts<BankState> for TrailReader {
    type Rejection = BankError;

    async fn from_request_parts(parts: &mut Parts, state: &BankState) -> Result<Self, BankError> {
        let CallingPerson(call) = CallingPerson::from_request_parts(parts, state).await?;
        if call.by.reads_trail() { Ok(Self) } else { Err(PeopleError::NoRole("audit or security").into()) }
    }
}

impl Described for CallingSystem {
    fn describe(description: &mut Description<'_>) {
        describe(description);
        description.error(BankError::FOR_SYSTEMS);
        description.error(BankError::STANDS_STILL);
    }
}

impl Described for CallingPerson {
    fn describe(description: &mut Description<'_>) {
        describe(description);
        description.error(BankError::FOR_PEOPLE);
    }
}

impl Described for RegistryReader {
    fn describe(description: &mut Description<'_>) {
        CallingPerson::describe(description);
        description.error(BankError::ROLE_MISSING);
    }
}

impl Described for TrailReader {
    fn describe(description: &mut Description<'_>) {
        RegistryReader::describe(description);
    }
}

fn describe(description: &mut Description<'_>) {
    description.authentication(&[ACCESS_TOKEN_SCHEME]);
    description.error(BankError::TOKEN_REFUSED);
}
