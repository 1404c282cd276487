//! A login under way: its beginning, the stage that its next page is for, its language, the choice of the company, and
//! its end without a code.

use clients::{Company, OauthClient};
use edge::EdgeError;
use kernel::{ClientId, Language};
use store::{Result, Tx};

use super::finish_login::{Arrival, hold_active_user, offered_companies, refuse, succeed};
use super::trail::Step;
use crate::login::authorize_request::AuthorizeError;
use crate::login::interaction::{Destination, INTERACTION_S, Interaction, Known, Secret, Stage};
use crate::state::IdentityState;
use crate::store::interactions;

/// A login that has begun, with the secrets that its first page carries. Nothing of it is stored.
#[derive(Debug)]
pub struct BegunLogin {
    pub interaction: Interaction,
    pub secret: Secret,
    pub browser: Secret,
}

/// Begins a login in the browser whose secret is `browser`, unless too many were begun from the address. A browser
/// keeps its secret, so that logins in two tabs do not disturb each other.
pub fn begin_login(
    state: &IdentityState,
    destination: Destination,
    language: Language,
    browser: Option<Secret>,
) -> Result<BegunLogin, EdgeError> {
    state.guards.check_begun()?;
    let randomness = state.randomness.as_ref();
    let secret = Secret::mint(randomness);
    let browser = browser.unwrap_or_else(|| Secret::mint(randomness));
    let interaction = Interaction {
        hash: secret.hash(),
        browser_hash: browser.hash(),
        destination,
        language,
        stage: Stage::Password,
        expires_at: state.clock.now().plus_seconds(INTERACTION_S),
    };
    Ok(BegunLogin { interaction, secret, browser })
}

pub async fn find_client(state: &IdentityState, id: ClientId) -> Result<Option<OauthClient>> {
    state.store.read("login.client", move |tx| clients::find_client(tx, &id)).await
}

/// Returns the login named by the secret whose hash is `hash`. It has a row from the moment on when the password was
/// right.
pub async fn find_login(state: &IdentityState, hash: String) -> Result<Option<Interaction>> {
    state.store.read("login.find", move |tx| interactions::find(tx, &hash)).await
}

/// Returns the stage that the login is at now, with the companies of which one is to be picked there.
pub async fn present_login(state: &IdentityState, hash: String) -> Result<(Stage, Vec<Company>)> {
    state
        .store
        .read("login.present", move |tx| {
            let Some(found) = interactions::find(tx, &hash)? else {
                return Ok((Stage::Password, Vec::new()));
            };
            let companies = match &found.stage {
                Stage::Company(known) => offered_companies(tx, &found, &known.user)?,
                _ => Vec::new(),
            };
            Ok((found.stage, companies))
        })
        .await
}

/// Keeps the language of a login that has a row; before the password was right its forms alone carry it.
pub async fn switch_language(
    state: &IdentityState,
    interaction: &Interaction,
    language: Language,
) -> Result<()> {
    if interaction.stage == Stage::Password {
        return Ok(());
    }
    let hash = interaction.hash.clone();
    let set = move |tx: &mut Tx| interactions::set_language(tx, &hash, language);
    state.store.write_guarded("login.language", set).await
}

pub async fn cancel_login(state: &IdentityState, interaction: &Interaction) -> Result<Arrival> {
    let cancelled = AuthorizeError::Cancelled;
    // Nobody has proved anything yet: there is nothing to end and nobody to tell of.
    if interaction.stage == Stage::Password {
        return Ok(Arrival::Refused(cancelled));
    }
    let interaction = interaction.clone();
    let step = Step::of_request(state);
    state
        .store
        .write_guarded("login.cancel", move |tx| {
            refuse(tx, &interaction, interaction.stage.user(), cancelled, &step)
        })
        .await
}

/// Finishes the login for the company whose number was `picked`. Another number than the offered ones leads to the
/// choice again.
pub async fn choose_company(
    state: &IdentityState,
    interaction: &Interaction,
    known: Known,
    picked: String,
) -> Result<Arrival> {
    let interaction = interaction.clone();
    let step = Step::of_request(state);
    let choose = move |tx: &mut Tx| {
        // The offer is looked up again: the page may have been open for a quarter of an hour.
        let user = &known.user;
        let companies = match hold_active_user(tx, user)? {
            Some(_) => offered_companies(tx, &interaction, user)?,
            None => Vec::new(),
        };
        match companies.iter().find(|company| company.cnum.as_str() == picked) {
            Some(company) => succeed(tx, &interaction, &known, &company.cnum, &step),
            None if companies.is_empty() => {
                refuse(tx, &interaction, Some(user), AuthorizeError::NoCompany, &step)
            }
            None => Ok(Arrival::Choose(companies)),
        }
    };
    state.store.write_guarded("login.company", choose).await
}
