//! Challenges for passkeys in their table.

use kernel::Instant;
use store::{Result, Row, Tx, params};
use webauthn::Challenge;

use crate::person::passkey::ChallengeUse;

store::queries! {
    /// Writes a challenge in the place of an older one of the same login or session.
    pub CHALLENGE_KEEP = "insert into passkey_challenges (use_kind, holder, challenge, expires_at_us) \
        values ($1, $2, $3, $4) on conflict (use_kind, holder) do update set challenge = excluded.challenge, \
        expires_at_us = excluded.expires_at_us";
    /// Reads a challenge that waits for its answer.
    pub CHALLENGE = "select challenge from passkey_challenges \
        where use_kind = $1 and holder = $2 and expires_at_us > $3";
    /// Takes a challenge that waits for its answer.
    pub CHALLENGE_TAKE = "delete from passkey_challenges \
        where use_kind = $1 and holder = $2 and expires_at_us > $3 returning challenge";
    /// Forgets challenges that nobody answered.
    pub CHALLENGES_PRUNE = "delete from passkey_challenges where expires_at_us < $1 and (use_kind, holder) in \
        (select use_kind, holder from passkey_challenges where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Keeps a challenge until `expires_at`.
pub fn keep(tx: &mut Tx, usage: &ChallengeUse, challenge: &Challenge, expires_at: Instant) -> Result<()> {
    let (kind, holder) = usage.parts();
    tx.execute_one(&CHALLENGE_KEEP, params![kind, holder, challenge.bytes().to_vec(), expires_at])
}

pub fn find(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Challenge>> {
    let (kind, holder) = usage.parts();
    tx.query_optional(&CHALLENGE, params![kind, holder, now])?.as_ref().map(challenge).transpose()
}

/// Takes the challenge that waits: whatever becomes of the answer, there is no second one.
pub fn take(tx: &mut Tx, usage: &ChallengeUse, now: Instant) -> Result<Option<Challenge>> {
    let (kind, holder) = usage.parts();
    tx.query_optional(&CHALLENGE_TAKE, params![kind, holder, now])?.as_ref().map(challenge).transpose()
}

fn challenge(row: &Row) -> Result<Challenge> {
    Challenge::from_bytes(row.read()?).ok_or_else(|| row.inconsistency_at(0, "not 32 bytes"))
}
