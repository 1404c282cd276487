//! A system or a person of the bank proves with an assertion who it is (RFC 7523), and gets a token.

use area::Author;
use audit::{Actor, Entry};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::{Algorithm, DecodingKey, decode, decode_header};
use kernel::Instant;
use proposals::Operator;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use store::{Result, StoreError, Tx};
use thiserror::Error;
use tokio::task::spawn_blocking;

use super::directory::{Audiences, NOT_UNDERSTOOD, NumericDate, signature_alone};
use crate::state::{BankState, Call};
use crate::store::{self as rows, Holder};
use crate::system::{System, SystemKey, SystemName};
use crate::work::actions::over;

/// The path at which tokens are given, which assertions may name after the address.
pub(crate) const TOKEN_PATH: &str = "/bank/v1/token";
/// The beginning of the issuer of a person's assertion, before the name.
const OPERATOR_PREFIX: &str = "operator:";
/// The beginning of the issuer of an identity token, as used assertions have it: no system and no person has it.
const DIRECTORY_PREFIX: &str = "directory:";
pub const TOKEN_LIFETIME_S: i64 = 900;
/// The most seconds until the end of an assertion: one that is stolen is of no use for longer.
const ASSERTION_LIFETIME_S_MAX: i64 = 300;
/// Seconds by which the clock of a system may be ahead.
const CLOCK_SKEW_S_MAX: i64 = 5;
/// The most bytes of an assertion.
const ASSERTION_BYTES_MAX: usize = 4_096;
/// The most characters of the identifier of an assertion.
const ASSERTION_ID_CHARACTERS_MAX: usize = 128;
const TOKEN_BYTES: usize = 32;

/// Reason for which no token is given. The caller learns of all but the database the same.
#[derive(Debug, Error)]
pub enum LogInError {
    /// The assertion proves nothing; why, for the log.
    #[error("the assertion is refused: {0}")]
    Refused(&'static str),
    #[error("the database failed: {0}")]
    Store(#[from] StoreError),
}

#[derive(Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    aud: Audiences,
    exp: NumericDate,
    iat: Option<NumericDate>,
    nbf: Option<NumericDate>,
    jti: String,
}

/// Gives a token for an assertion.
pub async fn log_in(state: &BankState, assertion: &str) -> Result<String, LogInError> {
    let issuer = issuer_in(assertion)?;
    let (holder, key) = holder_named(state, &issuer).await?;
    let claims = claims_in(assertion, &key.point(), &state.address, state.machine.now())?;
    let ends_at = claims.exp.instant().plus_seconds(CLOCK_SKEW_S_MAX);
    give(state, holder, Used { issuer: claims.iss, id: claims.jti, ends_at }, "key").await
}

/// Gives a token to a person whom the bank's directory has proved by an identity token.
pub async fn log_in_by_directory(state: &BankState, token: &str) -> Result<String, LogInError> {
    let refused = LogInError::Refused;
    let directory = state.directory.clone().ok_or(refused("no directory is set"))?;
    let (now, token) = (state.machine.now(), token.to_owned());
    let (proof, issuer) = spawn_blocking(move || (directory.prove(&token, now), directory.issuer))
        .await
        .map_err(|_| refused("it could not be looked at"))?;
    let proof = proof.map_err(refused)?;
    let found = proposals::operator_of_subject(&state.store, &proof.subject).await?;
    let operator = found.ok_or(refused("no open operator has this subject"))?;
    let used =
        Used { issuer: format!("{DIRECTORY_PREFIX}{issuer}"), id: proof.token_id, ends_at: proof.ends_at };
    give(state, Holder::Operator(operator.name.to_string()), used, "directory").await
}

/// A proof that works once.
struct Used {
    issuer: String,
    id: String,
    /// The moment from which it works no more anyway.
    ends_at: Instant,
}

/// Gives a token to whoever has proved who they are, by their key or by the directory.
async fn give(state: &BankState, holder: Holder, used: Used, by: &'static str) -> Result<String, LogInError> {
    let (now, told_at) = (state.machine.now(), state.clock.now());
    let mut secret = [0_u8; TOKEN_BYTES];
    state.randomness.fill(&mut secret);
    let token = URL_SAFE_NO_PAD.encode(secret);
    let (hash, randomness) = (hash_of(&token), state.randomness.clone());
    let (actor, object) = match &holder {
        Holder::System(system) => (actor(system), ("bank_system", system.name.to_string())),
        Holder::Operator(name) => (Actor::Operator(name.clone()), ("operator", name.clone())),
    };
    let author = Author::of_request(actor);
    let unit = move |tx: &mut Tx| {
        if !rows::use_assertion(tx, &used.issuer, &used.id, used.ends_at, now)? {
            return Err(LogInError::Refused("it was used before"));
        }
        // A new key ends the tokens that the system has, and none comes after it by the old one. A person has one key.
        if let Holder::System(system) = &holder
            && !rows::is_as_before(tx, system)?
        {
            return Err(LogInError::Refused("the system was closed or has another key meanwhile"));
        }
        rows::give_token(tx, &holder, hash, now.plus_seconds(TOKEN_LIFETIME_S), now)?;
        let action = match holder {
            Holder::System(_) => "bank_system.logged_in",
            Holder::Operator(_) => "operator.logged_in",
        };
        let entry = author.entry(told_at, &*randomness, action, object.clone()).detail(json!({ "by": by }));
        audit::operating_as(&over(), || audit::record(tx, entry))?;
        Ok(())
    };
    state.store.write("bank.log_in", unit).await?;
    Ok(token)
}

#[derive(Debug)]
pub(crate) enum Caller {
    System(System),
    Person(Operator),
}

/// Returns the open system, or the open operator, that has a token.
pub(crate) async fn of_token(state: &BankState, token: &str) -> Result<Option<Caller>> {
    Ok(match rows::of_token(&state.store, hash_of(token), state.machine.now()).await? {
        Some(Holder::System(system)) => Some(Caller::System(system)),
        Some(Holder::Operator(name)) => {
            proposals::open_operator(&state.store, &name).await?.map(Caller::Person)
        }
        None => None,
    })
}

/// Finds the open system or operator of an issuer, with the key.
async fn holder_named(state: &BankState, issuer: &str) -> Result<(Holder, SystemKey), LogInError> {
    if let Some(name) = issuer.strip_prefix(OPERATOR_PREFIX) {
        let operator = proposals::open_operator(&state.store, name).await?;
        let operator = operator.ok_or(LogInError::Refused("no open operator has this name"))?;
        return Ok((Holder::Operator(operator.name.to_string()), operator.key));
    }
    let refused = LogInError::Refused;
    let name: SystemName = issuer.parse().map_err(|_| refused("its issuer is no name of a system"))?;
    let system = rows::find(&state.store, &name).await?.ok_or(refused("no open system has this name"))?;
    let key = system.key.clone();
    Ok((Holder::System(system), key))
}

pub(crate) fn actor(system: &System) -> Actor {
    Actor::BankSystem(system.name.to_string())
}

/// Makes an entry of the trail about what the system that calls does.
pub(crate) fn entry_of(Call { state, by: system }: &Call, action: &'static str) -> Entry {
    let object = ("bank_system", system.name.to_string());
    Author::of_request(actor(system)).entry(state.clock.now(), &*state.randomness, action, object)
}

fn hash_of(token: &str) -> [u8; 32] {
    Sha256::digest(token).into()
}

/// Reads whom an assertion speaks of, before it is known whose signature it has.
fn issuer_in(assertion: &str) -> Result<String, LogInError> {
    #[derive(Deserialize)]
    struct Issuer {
        iss: String,
    }
    let refused = LogInError::Refused;
    if assertion.len() > ASSERTION_BYTES_MAX {
        return Err(refused("it is too long"));
    }
    let header = decode_header(assertion).map_err(|_| refused("it is no JWT"))?;
    if header.alg != Algorithm::ES256 {
        return Err(refused("it is not signed with ES256"));
    }
    if header.crit.is_some() {
        return Err(refused(NOT_UNDERSTOOD));
    }
    let body = assertion.split('.').nth(1).unwrap_or_default();
    let body = URL_SAFE_NO_PAD.decode(body).map_err(|_| refused("it is no JWT"))?;
    let issuer: Issuer = serde_json::from_slice(&body).map_err(|_| refused("it names no issuer"))?;
    Ok(issuer.iss)
}

fn claims_in(assertion: &str, point: &[u8], address: &str, now: Instant) -> Result<Claims, LogInError> {
    let refused = |why| Err(LogInError::Refused(why));
    let key = DecodingKey::from_ec_der(point);
    let decoded = decode::<Claims>(assertion, &key, &signature_alone(Algorithm::ES256));
    let Ok(decoded) = decoded else { return refused("its signature or its claims do not fit") };
    let claims = decoded.claims;
    let expires_at = claims.exp.instant();
    let latest = now.plus_seconds(CLOCK_SKEW_S_MAX);
    let begins = [claims.iat, claims.nbf].into_iter().flatten().max();
    if claims.iss != claims.sub {
        return refused("issuer and subject differ");
    }
    let is_here = |audience: &String| {
        audience.strip_prefix(address).is_some_and(|rest| ["", TOKEN_PATH].contains(&rest))
    };
    if !matches!(claims.aud.names(), [one] if is_here(one)) {
        return refused("its audience is another");
    }
    if expires_at <= now {
        return refused("it has ended");
    }
    if expires_at > latest.plus_seconds(ASSERTION_LIFETIME_S_MAX) {
        return refused("it ends too late");
    }
    if begins.is_some_and(|begins| begins.instant() > latest) {
        return refused("it begins later");
    }
    if claims.jti.is_empty()
        || claims.jti.chars().count() > ASSERTION_ID_CHARACTERS_MAX
        || claims.jti.contains('\0')
    {
        return refused("its jti has 1 to 128 characters");
    }
    Ok(claims)
}
