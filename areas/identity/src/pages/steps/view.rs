//! Pages of one login, made for its language, its keys and its destination.

use ::pages::{Page, PasskeyUse, Switch, passkey_button};
use clients::Company;
use http::StatusCode;

use super::error::Result;
use crate::login::interaction::Destination;
use crate::login::redirection::form_action_source;
use crate::pages::company_choice::{CompanyChoice, CompanyPage};
use crate::pages::login::LoginPage;
use crate::pages::new_password::NewPasswordPage;
use crate::pages::second_factor::SecondFactorPage;
use crate::pages::{FormKeys, Language, Shell, Unwritable};
use crate::state::IdentityState;
use crate::work::begin_login::find_client;

pub(super) const PASSKEY_CHALLENGE_PATH: &str = "/login/passkey/challenge";

/// Parts that every page of one login is made with.
#[derive(Clone, Copy)]
pub(crate) struct View<'a> {
    pub(crate) state: &'a IdentityState,
    pub(crate) language: Language,
    pub(crate) keys: FormKeys<'a>,
    pub(crate) destination: &'a Destination,
}

/// Sentences of a page besides what it asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Told<'a> {
    /// Tells what has just been done.
    pub(crate) note: Option<&'a str>,
    /// Tells what went wrong with the last attempt.
    pub(crate) problem: Option<&'a str>,
}

impl View<'_> {
    /// Puts the page that `write` makes into the frame of a login.
    fn page(&self, write: impl FnOnce(&Shell<'_>) -> Result<String, Unwritable>) -> Result<Page> {
        let hidden = [("interaction", self.keys.interaction), ("csrf", self.keys.csrf)];
        let switch = Switch::Form { path: "/login/language", hidden: &hidden };
        let shell = Shell { brand: &self.state.settings.brand, language: self.language, switch, menu: None };
        let form_action = match self.destination {
            Destination::Client { redirect_uri, .. } => form_action_source(redirect_uri),
            Destination::OnlineBank { .. } => None,
        };
        Ok(Page { form_action, ..Page::new(write(&shell)?, self.language) })
    }
}

/// Returns the name of the software that asks for the login; none for the online bank.
pub(crate) async fn client_name(state: &IdentityState, destination: &Destination) -> Result<Option<String>> {
    let Destination::Client { client, .. } = destination else { return Ok(None) };
    let client = find_client(state, client.clone()).await?;
    Ok(Some(client.map(|client| client.name).unwrap_or_default()))
}

/// Makes the page that asks for login and password.
pub(crate) fn login_page(
    view: &View<'_>,
    client: Option<&str>,
    username: &str,
    told: Told<'_>,
) -> Result<Page> {
    let passkey = match view.state.relying_party {
        Some(_) => Some(passkey_button(view.language, PasskeyUse::LogIn(PASSKEY_CHALLENGE_PATH))?),
        None => None,
    };
    let (keys, passkey) = (view.keys, passkey.as_deref());
    let page = LoginPage { keys, client, username, passkey, note: told.note, problem: told.problem };
    view.page(|shell| page.html(shell))
}

/// Makes the page that asks for the one-time code.
pub(crate) fn second_factor_page(
    view: &View<'_>,
    by_recovery_code: bool,
    problem: Option<&str>,
) -> Result<Page> {
    let is_online_bank = view.destination.is_online_bank();
    let page = SecondFactorPage { keys: view.keys, is_online_bank, by_recovery_code, problem };
    view.page(|shell| page.html(shell))
}

/// Makes the page on which a one-time password is replaced.
pub(crate) fn new_password_page(view: &View<'_>, problem: Option<&str>) -> Result<Page> {
    let is_online_bank = view.destination.is_online_bank();
    let page = NewPasswordPage { keys: view.keys, is_online_bank, problem };
    view.page(|shell| page.html(shell))
}

/// Makes the page on which a company is picked.
pub(crate) fn company_page(view: &View<'_>, companies: &[Company], problem: Option<&str>) -> Result<Page> {
    let choice = |company: &Company| CompanyChoice {
        cnum: company.cnum.to_string(),
        name: match view.language {
            Language::Russian => company.name_ru.clone(),
            Language::English => company.name_en.clone(),
        },
        inn: company.inn.to_string(),
    };
    let companies: Vec<CompanyChoice> = companies.iter().map(choice).collect();
    let is_online_bank = view.destination.is_online_bank();
    let page = CompanyPage { keys: view.keys, is_online_bank, companies: &companies, problem };
    view.page(|shell| page.html(shell))
}

/// Gives a page the status 429, and the time to come again.
pub(super) fn too_early(page: Page, retry_after_s: i64) -> Page {
    Page { status: StatusCode::TOO_MANY_REQUESTS, retry_after_s: Some(retry_after_s), ..page }
}
