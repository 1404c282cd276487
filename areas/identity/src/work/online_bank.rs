//! A person in the online bank: looks at its pages, which is a use of the session, and changes the company without
//! another login. What was typed into a form whose session had ended is kept, and given back once, to the same person
//! for the same company; it leaves no line in the trail, as nothing has happened at the bank yet.

use ::pages::{FormOwner, KEPT_S, KeptForm, Visit};
use audit::Actor;
use kernel::{Cnum, SessionId};
use serde_json::json;
use store::{Result, Tx};

use super::WorkError;
use super::end_access::end_of_user;
use super::finish_login::{begin_session, hold_active_user};
use super::trail::Step;
use crate::login::interaction::Secret;
use crate::sealing::Purpose;
use crate::state::IdentityState;
use crate::store::online_bank::{self, NewKeptForm};
use crate::store::{login_attempts, sessions};
use crate::token::online_bank::{ONLINE_BANK_CLIENT, UseVerdict, VisitorNames};
use crate::token::session::{EndReason, Session};

/// Returns the names and roles of the person, with the use of the session as it is now. `None` when the session has
/// ended, the user is not in service or may not act for the company.
pub async fn visit(state: &IdentityState, visit: Visit<'_>) -> Result<Option<VisitorNames>> {
    let found = online_bank::find_visitor(&state.store, visit.user, visit.company, visit.session).await?;
    let Some(mut names) = found else { return Ok(None) };
    let now = state.clock.now();
    match names.session.judge(state.settings.online_bank, now) {
        UseVerdict::Over => return Ok(None),
        UseVerdict::Known => {}
        UseVerdict::ToNote if visit.is_watching => {}
        UseVerdict::ToNote => {
            let id = visit.session.clone();
            let note = move |tx: &mut Tx| sessions::note_use(tx, &id, now);
            // A page can be read while nothing can be written: the session ends earlier then.
            match state.store.write_guarded("online_bank.use", note).await {
                Ok(()) => names.session.used_at = now,
                Err(error) => tracing::warn!("the use of a session cannot be noted: {error}"),
            }
        }
    }
    Ok(Some(names))
}

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

/// Keeps a form and returns its key. A session that somebody has ended keeps nothing, from the moment of its end on:
/// this process may not have heard of it yet.
pub async fn keep_form(
    state: &IdentityState,
    owner: FormOwner<'_>,
    session: &SessionId,
    form: KeptForm,
) -> Result<Option<Secret>, WorkError> {
    let key = Secret::mint(&*state.randomness);
    let created_at = state.clock.now();
    let content = serde_json::to_vec(&(form.action, form.fields))?;
    let key_hash = key.hash();
    let master_key = &state.settings.master_key;
    let sealed = master_key.seal(Purpose::KeptForms, &key_hash, &content, &*state.randomness)?;
    let kept = NewKeptForm {
        key_hash,
        user: owner.user.clone(),
        company: owner.company.clone(),
        sealed,
        created_at,
        expires_at: created_at.plus_seconds(i64::from(KEPT_S)),
    };
    let session = session.clone();
    let keep = move |tx: &mut Tx| -> Result<bool> {
        // One that is over its time may be forgotten by now; the end of one is known as long as its token could be.
        if sessions::find_in(tx, &session)?.is_some_and(|session| session.ended.is_some()) {
            return Ok(false);
        }
        online_bank::keep_form(tx, &kept)?;
        Ok(true)
    };
    let is_kept = state.store.write_guarded("online_bank.keep_form", keep).await?;
    Ok(is_kept.then_some(key))
}

/// Returns the form that is kept under a key for this person and this company; `None` also for one that no master key
/// opens any more: the page is shown without it.
pub async fn find_kept_form(
    state: &IdentityState,
    owner: FormOwner<'_>,
    key: &Secret,
) -> Result<Option<KeptForm>, WorkError> {
    let (hash, user, company, now) =
        (key.hash(), owner.user.clone(), owner.company.clone(), state.clock.now());
    let read = move |tx: &mut Tx| online_bank::find_form(tx, &hash, &user, &company, now);
    let Some(sealed) = state.store.read("online_bank.kept_form", read).await? else { return Ok(None) };
    let opened = state.settings.master_key.open(Purpose::KeptForms, &key.hash(), &sealed);
    let Ok(content) = opened else {
        tracing::warn!("a form that was kept over a login is lost: no master key opens it");
        return Ok(None);
    };
    let (action, fields) = serde_json::from_slice(&content)?;
    Ok(Some(KeptForm { action, fields }))
}

/// Takes the form that is kept under a key. False when it was taken already.
pub async fn take_kept_form(
    state: &IdentityState,
    owner: FormOwner<'_>,
    key: &Secret,
) -> Result<bool, WorkError> {
    let (hash, user, company, now) =
        (key.hash(), owner.user.clone(), owner.company.clone(), state.clock.now());
    let take = move |tx: &mut Tx| online_bank::take_form(tx, &hash, &user, &company, now);
    Ok(state.store.write_guarded("online_bank.take_form", take).await?)
}
