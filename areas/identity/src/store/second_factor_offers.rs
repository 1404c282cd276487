//! Second factors that wait for their first code, in their table.

use kernel::{Instant, SessionId, UserId};
use store::{Result, Tx, params};

store::queries! {
    /// Writes an offer in the place of an older one.
    pub OFFER_MAKE = "insert into second_factor_offers (user_id, session_id, secret_sealed, expires_at_us) \
        values ($1, $2, $3, $4) on conflict (user_id) do update set session_id = excluded.session_id, \
        secret_sealed = excluded.secret_sealed, expires_at_us = excluded.expires_at_us";
    pub OFFER = "select secret_sealed from second_factor_offers \
        where user_id = $1 and session_id = $2 and expires_at_us > $3";
    pub OFFER_TAKE = "delete from second_factor_offers \
        where user_id = $1 and session_id = $2 and secret_sealed = $3 and expires_at_us > $4";
    pub OFFER_FORGET = "delete from second_factor_offers where user_id = $1";
    /// Forgets offers that nobody took.
    pub OFFERS_PRUNE = "delete from second_factor_offers where user_id in (select user_id \
        from second_factor_offers where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Offers a sealed secret to the user in a session until `expires_at`.
pub fn make(
    tx: &mut Tx,
    user: &UserId,
    session: &SessionId,
    sealed: &[u8],
    expires_at: Instant,
) -> Result<()> {
    tx.execute_one(&OFFER_MAKE, params![user, session, sealed.to_vec(), expires_at])
}

/// Returns the sealed secret that is offered to the user in the session.
pub fn find(tx: &mut Tx, user: &UserId, session: &SessionId, now: Instant) -> Result<Option<Vec<u8>>> {
    tx.select_optional(&OFFER, params![user, session, now])
}

/// Takes the offer. False when it is over, or another one by now.
pub fn take(tx: &mut Tx, user: &UserId, session: &SessionId, sealed: &[u8], now: Instant) -> Result<bool> {
    Ok(tx.execute(&OFFER_TAKE, params![user, session, sealed.to_vec(), now])? == 1)
}

pub fn forget(tx: &mut Tx, user: &UserId) -> Result<()> {
    tx.execute(&OFFER_FORGET, params![user]).map(drop)
}
