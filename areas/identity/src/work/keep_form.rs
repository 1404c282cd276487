//! Keeps what a person typed into a form whose session had ended, and gives it back once, to the same person for the
//! same company. It leaves no line in the trail: nothing has happened at the bank yet.

use ::pages::{FormOwner, KEPT_S, KeptForm};
use kernel::SessionId;
use store::{Result, Tx};

use super::WorkError;
use crate::login::interaction::Secret;
use crate::sealing::Purpose;
use crate::state::IdentityState;
use crate::store::kept_forms::{self, NewKeptForm};
use crate::store::sessions;

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
        kept_forms::keep(tx, &kept)?;
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
    let read = move |tx: &mut Tx| kept_forms::find(tx, &hash, &user, &company, now);
    let Some(sealed) = state.store.read("online_bank.kept_form", read).await? else { return Ok(None) };
    let opened = state.settings.master_key.open(Purpose::KeptForms, &key.hash(), &sealed);
    let Ok(content) = opened else { return Ok(None) };
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
    let take = move |tx: &mut Tx| kept_forms::take(tx, &hash, &user, &company, now);
    Ok(state.store.write_guarded("online_bank.take_form", take).await?)
}
