//! The table of keys.

use http::StatusCode;
use kernel::Instant;
use store::{Result, Selected as _, Tx, params};

use crate::Scope;
use crate::extract::KeyedRequest;

/// Seconds for which an answer is kept: a day.
pub const KEPT_S: i64 = 86_400;
/// Seconds for which whoever works at a request has its key: twice the time after which a request is given up.
pub const CLAIM_S: i64 = 120;
/// The most keys of one user of one company and software.
pub const KEYS_PER_CALLER_MAX: i64 = 1_000;
/// The most keys that one unit of work forgets.
pub(crate) const FORGOTTEN_AT_ONCE_MAX: u64 = 1_000;

store::migrations! { "idempotency": 1 "keys of repeated requests, and answers" "../migrations/0001_baseline.sql" }

store::selected! {
    Known (status via status, sealed) {
        kept_id, fingerprint, claim, expires_at: "expires_at_us"; answer: Option::zip(status, sealed),
    }
}

fn status(number: Option<i64>) -> Result<Option<StatusCode>, &'static str> {
    let status = |number| u16::try_from(number).ok().and_then(|number| StatusCode::from_u16(number).ok());
    number.map(|number| status(number).ok_or("it is no status")).transpose()
}

store::queries! {
    KEY_FIND = store::text!("select ", Known::LIST, " from idempotency_keys
        where client_id = $1 and cnum = $2 and user_id = $3 and operation = $4 and idempotency_key = $5");

    /// The end of the key that has to go before the caller may have another.
    KEY_IN_THE_WAY = "select expires_at_us from idempotency_keys
        where client_id = $1 and cnum = $2 and user_id = $3 and expires_at_us > $4
        order by expires_at_us desc limit 1 offset $5";

    KEY_INSERT = "insert into idempotency_keys
            (kept_id, client_id, cnum, user_id, operation, idempotency_key, fingerprint, claim, expires_at_us)
        values ($1, $2, $3, $4, $5, $6, $7, 1, $8)";

    /// A key whose time is over, claimed anew.
    KEY_CLAIM = "update idempotency_keys
        set claim = claim + 1, fingerprint = $3, status = null, sealed = null, expires_at_us = $4
        where kept_id = $1 and claim = $2";

    /// The answer of whoever has the key.
    KEY_KEEP = "update idempotency_keys set status = $3, sealed = $4, expires_at_us = $5
        where kept_id = $1 and claim = $2 and status is null";

    KEY_RELEASE = "delete from idempotency_keys where kept_id = $1 and claim = $2 and status is null";

    KEYS_FORGET = "delete from idempotency_keys where kept_id in (select kept_id from idempotency_keys
            where expires_at_us <= $1 order by expires_at_us limit $2)";

    /// Reads answers after one, for the replacement of the master key.
    pub SEALED_BEHIND = "select kept_id as owner, sealed from idempotency_keys
        where kept_id > $1 and sealed is not null order by kept_id limit $2";

    /// Seals an answer anew, unless it is another one by now.
    pub SEALED_REPLACE = "update idempotency_keys set sealed = $3 where kept_id = $1 and sealed = $2";
}

#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) kept_id: String,
    pub(crate) fingerprint: Vec<u8>,
    pub(crate) claim: i64,
    /// Status and sealed answer; none while somebody works at it.
    pub(crate) answer: Option<(StatusCode, Vec<u8>)>,
    pub(crate) expires_at: Instant,
}

pub(crate) fn find(tx: &mut Tx, scope: &Scope, asked: &KeyedRequest) -> Result<Option<Known>> {
    let Scope { client, company, user } = scope;
    let values = params![client, company, user, &asked.operation, asked.key.as_str()];
    tx.select_optional(&KEY_FIND, values)
}

/// Tells when the caller, who has as many keys as may be, can have another.
pub(crate) fn in_the_way(tx: &mut Tx, scope: &Scope, now: Instant) -> Result<Option<Instant>> {
    let Scope { client, company, user } = scope;
    let values = params![client, company, user, now, KEYS_PER_CALLER_MAX - 1];
    tx.select_optional(&KEY_IN_THE_WAY, values)
}

pub(crate) fn insert(
    tx: &mut Tx,
    kept_id: &str,
    scope: &Scope,
    asked: &KeyedRequest,
    until: Instant,
) -> Result<()> {
    let Scope { client, company, user } = scope;
    let KeyedRequest { key, operation, fingerprint } = asked;
    let values = params![kept_id, client, company, user, operation, key.as_str(), *fingerprint, until];
    tx.execute_one(&KEY_INSERT, values)
}

pub(crate) fn claim(tx: &mut Tx, known: &Known, asked: &KeyedRequest, until: Instant) -> Result<()> {
    let values = params![&known.kept_id, known.claim, asked.fingerprint, until];
    tx.execute_one(&KEY_CLAIM, values)
}

/// Keeps an answer; false when somebody else has the key by now.
pub(crate) fn keep(
    tx: &mut Tx,
    (kept_id, claim): (&str, i64),
    (status, sealed): (StatusCode, Vec<u8>),
    until: Instant,
) -> Result<bool> {
    Ok(tx.execute(&KEY_KEEP, params![kept_id, claim, i64::from(status.as_u16()), sealed, until])? == 1)
}

pub(crate) fn release(tx: &mut Tx, kept_id: &str, claim: i64) -> Result<()> {
    tx.execute(&KEY_RELEASE, params![kept_id, claim]).map(drop)
}

/// Forgets up to [`FORGOTTEN_AT_ONCE_MAX`] keys whose time is over, and returns how many.
pub(crate) fn forget(tx: &mut Tx, now: Instant) -> Result<u64> {
    tx.execute(&KEYS_FORGET, params![now, i64::try_from(FORGOTTEN_AT_ONCE_MAX).unwrap_or(1)])
}
