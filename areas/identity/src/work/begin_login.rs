//! Begins a login: the client that asks for it, and the secrets of its forms.

use clients::OauthClient;
use edge::EdgeError;
use kernel::{ClientId, Language};
use store::Result;

use crate::login::interaction::{Destination, INTERACTION_S, Interaction, Secret, Stage};
use crate::login::lockout::counted_address;
use crate::state::IdentityState;

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
    let address = edge::RequestContext::current().and_then(|context| context.remote_address());
    state.guards.logins_begun.check(&counted_address(address))?;
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

/// Returns the client that asks for a login.
pub async fn find_client(state: &IdentityState, id: ClientId) -> Result<Option<OauthClient>> {
    state.store.read("login.client", move |tx| clients::find_client(tx, &id)).await
}
