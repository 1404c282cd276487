//! Changes the company of the online bank without another login.

use audit::Actor;
use kernel::{Cnum, SessionId};
use serde_json::json;
use store::{Result, Tx};

use super::end_own_sessions::end_of_user;
use super::finish_login::hold_active_user;
use super::grant_access::begin_session;
use super::step::Step;
use crate::state::IdentityState;
use crate::store::{login_attempts, sessions};
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::token::session::{EndReason, Session};

/// Ends the session `id` and begins one for another company, which lives as long as the first would have. `None` when
/// the session is over, or the user may not act for the company.
pub async fn change_company(state: &IdentityState, id: SessionId, company: Cnum) -> Result<Option<Session>> {
    let step = Step::of_request(state);
    let change = move |tx: &mut Tx| change(tx, &id, &company, &step);
    state.store.write("online_bank.change_company", change).await
}

fn change(tx: &mut Tx, id: &SessionId, company: &Cnum, step: &Step) -> Result<Option<Session>> {
    let Some(old) = sessions::find_in(tx, id)? else { return Ok(None) };
    // Held before anything ends: a new password beside this finds the session that begins here, or this finds it ended.
    let user = hold_active_user(tx, &old.user)?;
    let companies = clients::companies_user_may_act_for(tx, &old.user)?;
    let may = companies.iter().any(|offered| offered.cnum == *company);
    if user.is_none() || !may || !old.is_alive(step.now) {
        return Ok(None);
    }
    end_of_user(tx, &old.user, id, EndReason::Logout, step)?;
    let session = begin_session(tx, &old.user, company, old.authenticated_at, old.expires_at, step)?;
    login_attempts::carry_over(tx, &old.id, &session.id)?;
    let actor = Actor::User(old.user.clone());
    let entry = step.entry(actor, "online_bank.company_changed", ONLINE_BANK_CLIENT);
    audit::record(tx, entry.company(company.clone()).detail(json!({ "from": old.company.as_str() })))?;
    Ok(Some(session))
}
