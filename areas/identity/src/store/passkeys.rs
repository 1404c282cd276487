//! Passkeys and the challenges for them in their tables.

use kernel::{Instant, UserId};
use store::{FromRow as _, Result, Row, Selected as _, Store, Tx, Written as _, params};
use uuid::Uuid;
use webauthn::{Asserted, Challenge, PublicKey};

use crate::person::passkey::{ChallengeUse, PASSKEYS_MAX, Passkey, PasskeyName};

store::selected! {
    Passkey as "p" => own {
        credential_id, id: "passkey_id", user: "user_id", user_handle, name,
        public_key via PublicKey::from_cose => own.public_key.cose(), sign_count,
        is_backup_eligible: "backup_eligible", is_backed_up: "backed_up", created_at: "created_at_us",
        used_at: "used_at_us",
    }
}

store::queries! {
    /// Writes a new passkey; changes nothing when somebody has it already.
    pub PASSKEY_INSERT = store::text!("insert into passkeys (", Passkey::LIST, ") \
        values (", store::parameters(Passkey::COLUMNS), ") on conflict (credential_id) do nothing");
    pub PASSKEYS_OF_USER = store::text!("select ", Passkey::LIST, " from passkeys where user_id = $1 \
        order by passkey_id limit $2");
    pub PASSKEYS_COUNT = "select count(*) as passkeys from passkeys where user_id = $1";
    pub PASSKEY_BY_CREDENTIAL = store::text!("select ", Passkey::LIST, " from passkeys where credential_id = $1");
    /// Notes a use, unless another one was noted since the counter was read.
    pub PASSKEY_USE = "update passkeys set sign_count = $3, backed_up = $4, used_at_us = $5 \
        where credential_id = $1 and sign_count = $2";
    pub PASSKEY_RENAME = "update passkeys set name = $3 where user_id = $1 and passkey_id = $2";
    pub PASSKEY_REMOVE = "delete from passkeys where user_id = $1 and passkey_id = $2";
    pub PASSKEYS_FORGET = "delete from passkeys where user_id = $1";
    /// Writes a challenge in the place of an older one of the same login or session.
    pub CHALLENGE_KEEP = "insert into passkey_challenges (use_kind, holder, challenge, user_handle, expires_at_us) \
        values ($1, $2, $3, $4, $5) on conflict (use_kind, holder) do update set challenge = excluded.challenge, \
        user_handle = excluded.user_handle, expires_at_us = excluded.expires_at_us";
    /// Reads a challenge that waits for its answer.
    pub CHALLENGE = "select challenge, user_handle from passkey_challenges \
        where use_kind = $1 and holder = $2 and expires_at_us > $3";
    pub CHALLENGE_TAKE = "delete from passkey_challenges \
        where use_kind = $1 and holder = $2 and expires_at_us > $3 returning challenge, user_handle";
    /// Forgets challenges that nobody answered.
    pub CHALLENGES_PRUNE = "delete from passkey_challenges where expires_at_us < $1 and (use_kind, holder) in \
        (select use_kind, holder from passkey_challenges where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Writes a new passkey. False when somebody has it already.
pub fn insert(tx: &mut Tx, passkey: &Passkey) -> Result<bool> {
    let mut values = Vec::new();
    passkey.write(&mut values);
    Ok(tx.execute(&PASSKEY_INSERT, values)? == 1)
}

/// Returns the passkeys of the user, the oldest first.
pub async fn list(store: &Store, user: &UserId) -> Result<Vec<Passkey>> {
    store.select(&PASSKEYS_OF_USER, params![user, PASSKEYS_MAX]).await
}

pub fn list_in(tx: &mut Tx, user: &UserId) -> Result<Vec<Passkey>> {
    tx.select(&PASSKEYS_OF_USER, params![user, PASSKEYS_MAX])
}

pub fn count(tx: &mut Tx, user: &UserId) -> Result<i64> {
    tx.select_one(&PASSKEYS_COUNT, params![user])
}

/// Returns the passkey with this identifier on its device, whosever it is.
pub fn find(tx: &mut Tx, credential_id: &[u8]) -> Result<Option<Passkey>> {
    tx.select_optional(&PASSKEY_BY_CREDENTIAL, params![credential_id.to_vec()])
}

/// Notes a use of a passkey whose counter was `before`. False when it was removed, or used meanwhile.
pub fn note_use(
    tx: &mut Tx,
    credential_id: &[u8],
    before: u32,
    asserted: Asserted,
    now: Instant,
) -> Result<bool> {
    let (count, is_backed_up) = (i64::from(asserted.sign_count), asserted.is_backed_up);
    let values = params![credential_id.to_vec(), i64::from(before), count, is_backed_up, now];
    Ok(tx.execute(&PASSKEY_USE, values)? == 1)
}

/// Gives a passkey another name. False when the user has none with this identifier.
pub fn rename(tx: &mut Tx, user: &UserId, id: Uuid, name: &PasskeyName) -> Result<bool> {
    Ok(tx.execute(&PASSKEY_RENAME, params![user, id, name.as_str()])? == 1)
}

/// Removes a passkey. False when the user has none with this identifier.
pub fn remove(tx: &mut Tx, user: &UserId, id: Uuid) -> Result<bool> {
    Ok(tx.execute(&PASSKEY_REMOVE, params![user, id])? == 1)
}

/// Removes all passkeys of the user and tells how many.
pub fn forget(tx: &mut Tx, user: &UserId) -> Result<u64> {
    tx.execute(&PASSKEYS_FORGET, params![user])
}

/// A challenge that waits for a new passkey, and the handle of the user that the device is told.
pub type Offer = (Challenge, Vec<u8>);

/// Keeps a challenge until `expires_at`; the one for a new passkey with the handle of its user.
pub fn keep_challenge(
    tx: &mut Tx,
    usage: &ChallengeUse,
    (challenge, user_handle): (&Challenge, Option<&[u8]>),
    expires_at: Instant,
) -> Result<()> {
    let (kind, holder) = usage.parts();
    let user_handle = user_handle.map(<[u8]>::to_vec);
    tx.execute_one(
        &CHALLENGE_KEEP,
        params![kind, holder, challenge.bytes().to_vec(), user_handle, expires_at],
    )
}

pub fn find_offer(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Offer>> {
    let (kind, holder) = usage.parts();
    tx.query_optional(&CHALLENGE, params![kind, holder, now])?.as_ref().map(offer).transpose()
}

/// Takes the challenge that waits: whatever becomes of the answer, there is no second one.
pub fn take_challenge(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Challenge>> {
    let (kind, holder) = usage.parts();
    let taken = tx.query_optional(&CHALLENGE_TAKE, params![kind, holder, now])?;
    taken.as_ref().map(|row| Ok(kept(row)?.0)).transpose()
}

/// Takes the challenge that waits for a new passkey, as [`take_challenge`] does.
pub fn take_offer(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Offer>> {
    let (kind, holder) = usage.parts();
    tx.query_optional(&CHALLENGE_TAKE, params![kind, holder, now])?.as_ref().map(offer).transpose()
}

fn offer(row: &Row) -> Result<Offer> {
    let (challenge, user_handle) = kept(row)?;
    Ok((challenge, user_handle.ok_or_else(|| row.inconsistency_at(1, "none of a new passkey"))?))
}

fn kept(row: &Row) -> Result<(Challenge, Option<Vec<u8>>)> {
    let (bytes, user_handle): (&[u8], Option<Vec<u8>>) = row.read()?;
    let challenge = Challenge::from_bytes(bytes).ok_or_else(|| row.inconsistency_at(0, "not 32 bytes"))?;
    Ok((challenge, user_handle))
}
