//! Grants what a finished login gives: the authorization code of the client, or a session of the online bank, which
//! is in the table of all sessions, so that whatever ends sessions ends it too.

use kernel::{Cnum, Instant, Randomness, SessionId, UserId};
use store::{Result, StoreError, Tx};

use super::trail::Step;
use crate::store::{authorization_codes, sessions};
use crate::token::authorization_code::{NewAuthorizationCode, mint};
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::token::refresh::RefreshState;
use crate::token::session::Session;

/// Mints a code for `grant`, writes it in the unit of work `tx`, and returns its text: the `code` that the
/// redirect carries. Nothing but this text can find it again. `lifetime_s` is the setting `code_lifetime_s`.
///
/// The unit may run several times: each run mints a code of its own and only that of the last run is kept, so
/// the text to send is the one that the unit returns.
pub fn issue_code(
    tx: &mut Tx,
    randomness: &dyn Randomness,
    now: Instant,
    lifetime_s: u32,
    grant: &NewAuthorizationCode,
) -> Result<String> {
    let text = mint(randomness);
    let expires_at = now.plus_seconds(i64::from(lifetime_s));
    authorization_codes::insert(tx, &text, randomness.uuid(now), grant, expires_at)?;
    Ok(text)
}

/// Begins a session that lives until `expires_at`.
pub(super) fn begin_session(
    tx: &mut Tx,
    user: &UserId,
    company: &Cnum,
    authenticated_at: Instant,
    expires_at: Instant,
    step: &Step,
) -> Result<Session> {
    let randomness: &dyn Randomness = step.randomness.as_ref();
    let unlikely = |error: kernel::IdentifierError| StoreError::Inconsistency {
        query: "SESSION_INSERT",
        column: "session_id, client_id".to_owned(),
        reason: error.to_string(),
    };
    let id: SessionId = randomness.uuid(step.now).to_string().parse().map_err(unlikely)?;
    // There is no refresh token: this is the hash of a text that nobody has.
    let mut hash = [0_u8; 32];
    randomness.fill(&mut hash);
    let session = Session {
        id,
        client: ONLINE_BANK_CLIENT.parse().map_err(unlikely)?,
        user: user.clone(),
        company: company.clone(),
        scope: ONLINE_BANK_CLIENT.to_owned(),
        max_age_s: None,
        authenticated_at,
        expires_at,
        refresh: RefreshState { hash, previous: None, generation: 0 },
        ended: None,
    };
    sessions::insert(tx, &session, step.origin, step.now)?;
    Ok(session)
}
