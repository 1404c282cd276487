//! Challenges for passkeys in their table.

use kernel::Instant;
use store::{Result, Row, Tx, params};
use webauthn::Challenge;

use crate::person::passkey::ChallengeUse;

store::queries! {
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

/// A challenge that waits for a new passkey, and the handle of the user that the device is told.
pub type Offer = (Challenge, Vec<u8>);

/// Keeps a challenge until `expires_at`.
pub fn keep(tx: &mut Tx, usage: &ChallengeUse, challenge: &Challenge, expires_at: Instant) -> Result<()> {
    keep_with(tx, usage, (challenge, None), expires_at)
}

/// Keeps the challenge for a new passkey until `expires_at`.
pub fn keep_offer(tx: &mut Tx, usage: &ChallengeUse, offer: &Offer, expires_at: Instant) -> Result<()> {
    keep_with(tx, usage, (&offer.0, Some(offer.1.clone())), expires_at)
}

fn keep_with(
    tx: &mut Tx,
    usage: &ChallengeUse,
    (challenge, user_handle): (&Challenge, Option<Vec<u8>>),
    expires_at: Instant,
) -> Result<()> {
    let (kind, holder) = usage.parts();
    let values = params![kind, holder, challenge.bytes().to_vec(), user_handle, expires_at];
    tx.execute_one(&CHALLENGE_KEEP, values)
}

pub fn find_offer(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Offer>> {
    let (kind, holder) = usage.parts();
    tx.query_optional(&CHALLENGE, params![kind, holder, now])?.as_ref().map(offer).transpose()
}

/// Takes the challenge that waits: whatever becomes of the answer, there is no second one.
pub fn take(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Challenge>> {
    let (kind, holder) = usage.parts();
    let taken = tx.query_optional(&CHALLENGE_TAKE, params![kind, holder, now])?;
    taken.as_ref().map(|row| Ok(kept(row)?.0)).transpose()
}

/// Takes the challenge that waits for a new passkey, as [`take`] does.
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
