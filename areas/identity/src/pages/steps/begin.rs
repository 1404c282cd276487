//! First page of a login, which asks for login and password.

use ::pages::{Cookies, Language, Page};
use http::HeaderMap;

use super::error::Result;
use super::sealed;
use super::view::{Notices, View, login_page};
use crate::login::interaction::{Destination, Secret, csrf_token};
use crate::pages::FormKeys;
use crate::state::IdentityState;
use crate::work::login_under_way::{BegunLogin, begin_login};

#[derive(Debug)]
pub(crate) struct Beginning<'a> {
    pub(crate) destination: Destination,
    /// The name of the software that will get access; none for the online bank.
    pub(crate) client_name: Option<&'a str>,
    pub(crate) language: Language,
    pub(crate) username: &'a str,
    /// The other sentences of the first page.
    pub(crate) told: Notices<'a>,
}

/// Begins a login, unless too many were begun from the address.
pub(crate) fn begin(state: &IdentityState, headers: &HeaderMap, beginning: Beginning<'_>) -> Result<Page> {
    let Beginning { destination, client_name, language, username, told } = beginning;
    let cookies = Cookies::at(&state.settings.issuer);
    let known = cookies.browser(headers).and_then(Secret::read);
    let BegunLogin { interaction, secret, browser } = begin_login(state, destination, language, known)?;
    let sealed = sealed::seal(&state.guards.forms.present, &secret, &interaction)?;
    let csrf = csrf_token(&secret, &browser);
    let view = View {
        state,
        language,
        keys: FormKeys { interaction: &sealed, csrf: &csrf },
        destination: &interaction.destination,
    };
    let mut page = login_page(&view, client_name, username, told)?;
    page.cookies.push(cookies.set_browser(browser.as_str()));
    Ok(page)
}
