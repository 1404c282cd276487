//! The beginning of a login: a secret for its forms, and the page that asks for login and password.

use ::pages::{Cookies, Language, Page};
use http::HeaderMap;

use super::fault::PageFault;
use super::outcome::{Told, View, login_page};
use super::sealed;
use crate::interaction::{Destination, INTERACTION_S, Interaction, Secret, Stage, csrf_token};
use crate::lockout::counted_address;
use crate::pages::FormKeys;
use crate::state::IdentityState;

/// A login to begin.
#[derive(Debug)]
pub(in crate::api) struct Beginning<'a> {
    /// Where it leads.
    pub(in crate::api) destination: Destination,
    /// The name of the software that will get access; none for the online bank.
    pub(in crate::api) client_name: Option<&'a str>,
    /// The language of its pages.
    pub(in crate::api) language: Language,
    /// What is in the field of the login already.
    pub(in crate::api) username: &'a str,
    /// What the first page says besides.
    pub(in crate::api) told: Told<'a>,
}

/// Begins a login, unless too many were begun from the address.
pub(in crate::api) async fn begin(
    state: &IdentityState,
    headers: &HeaderMap,
    beginning: Beginning<'_>,
) -> Result<Page, PageFault> {
    let address = edge::RequestContext::current().and_then(|context| context.remote_address());
    state.desk.logins_begun.check(&counted_address(address))?;
    let cookies = Cookies::of(&state.settings.issuer);
    let randomness = state.randomness.as_ref();
    let secret = Secret::mint(randomness);
    // A browser keeps its secret, so that logins in two tabs do not disturb each other.
    let known = cookies.browser(headers).and_then(Secret::read);
    let browser = known.unwrap_or_else(|| Secret::mint(randomness));
    let interaction = Interaction {
        hash: secret.hash(),
        browser_hash: browser.hash(),
        destination: beginning.destination,
        language: beginning.language,
        stage: Stage::Password,
        expires_at: state.clock.now().plus_seconds(INTERACTION_S),
    };
    let sealed = sealed::seal(&state.desk.forms, &secret, &interaction)?;
    let csrf = csrf_token(&secret, &browser);
    let view = View {
        state,
        language: beginning.language,
        keys: FormKeys { interaction: &sealed, csrf: &csrf },
        destination: &interaction.destination,
    };
    let mut page = login_page(&view, beginning.client_name, beginning.username, beginning.told)?;
    page.cookies.push(cookies.set_browser(browser.as_str()));
    Ok(page)
}
