//! Sessions of the online bank. They stand in the table of all sessions, so that whatever ends sessions ends these too.

use audit::Actor;
use clients::UserStatus;
use edge::ONLINE_BANK_CLIENT;
use kernel::{Cnum, Instant, Randomness, SessionId, UserId};
use serde_json::json;
use store::{StoreError, Tx, params};

use super::arrival::{Circumstances, entry};
use super::sessions::{self, SESSION_BY_ID};
use super::{login_attempts, revocations, trail};
use crate::online_bank::SESSION_S;
use crate::refresh::RefreshState;
use crate::session::{EndReason, Session};

/// Begins a session of a person who has just proved who that is.
pub fn begin(
    tx: &mut Tx,
    user: &UserId,
    company: &Cnum,
    authenticated_at: Instant,
    circumstances: &Circumstances,
) -> Result<Session, StoreError> {
    let expires_at = circumstances.now.plus_seconds(SESSION_S);
    write(tx, user, company, authenticated_at, expires_at, circumstances)
}

fn write(
    tx: &mut Tx,
    user: &UserId,
    company: &Cnum,
    authenticated_at: Instant,
    expires_at: Instant,
    circumstances: &Circumstances,
) -> Result<Session, StoreError> {
    let randomness: &dyn Randomness = circumstances.randomness.as_ref();
    let unlikely = |error: kernel::IdentifierError| StoreError::Inconsistency {
        query: "SESSION_INSERT",
        column: "session_id, client_id".to_owned(),
        reason: error.to_string(),
    };
    let id: SessionId = randomness.uuid(circumstances.now).to_string().parse().map_err(unlikely)?;
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
    sessions::insert(tx, &session, circumstances.now)?;
    Ok(session)
}

/// Ends the session `id` and begins one for another company, which lives as long as the first would have. `None` when
/// the session is over, or the user may not act for the company.
pub fn change_company(
    tx: &mut Tx,
    id: &SessionId,
    company: &Cnum,
    circumstances: &Circumstances,
) -> Result<Option<Session>, StoreError> {
    let Some(row) = tx.query_optional(&SESSION_BY_ID, params![id])? else { return Ok(None) };
    let old = sessions::session(&row)?;
    let user = clients::find_user(tx, &old.user)?.filter(|user| user.status == UserStatus::Active);
    let companies = clients::companies_user_may_act_for(tx, &old.user)?;
    let may = companies.iter().any(|offered| offered.cnum == *company);
    if user.is_none() || !may || !old.is_alive(circumstances.now) {
        return Ok(None);
    }
    end(tx, &old.user, id, circumstances)?;
    let session = write(tx, &old.user, company, old.authenticated_at, old.expires_at, circumstances)?;
    login_attempts::carry_over(tx, &old.id, &session.id)?;
    let actor = Actor::User(old.user.clone());
    let entry = entry(circumstances, actor, "online_bank.company_changed", ONLINE_BANK_CLIENT);
    audit::record(tx, entry.company(company.clone()).detail(json!({ "from": old.company.as_str() })))?;
    Ok(Some(session))
}

/// Ends a session: the person logs out.
pub fn end(
    tx: &mut Tx,
    user: &UserId,
    id: &SessionId,
    circumstances: &Circumstances,
) -> Result<bool, StoreError> {
    let author = trail::Author {
        actor: Actor::User(user.clone()),
        address: circumstances.address,
        trace_id: Some(circumstances.trace_id.clone()),
    };
    let randomness = circumstances.randomness.as_ref();
    revocations::end_session(tx, id, EndReason::Logout, &author, randomness, circumstances.now)
}
