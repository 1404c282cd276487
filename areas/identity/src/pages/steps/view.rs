//! Pages of one login, made for its language, its keys and its destination.

use ::pages::{Page, PasskeyUse, Switch, passkey_button};
use askama::Template;
use clients::Company;
use http::StatusCode;

use super::error::Result;
use crate::login::interaction::Destination;
use crate::login::redirection::form_action_source;
use crate::pages::words::Words;
use crate::pages::{CompanyChoice, FormKeys, Language, Shell, Unwritable};
use crate::person::password_rule::PASSWORD_CHARACTERS;
use crate::state::IdentityState;
use crate::work::login_under_way::find_client;

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
pub(crate) struct Notices<'a> {
    /// Tells what has just been done.
    pub(crate) note: Option<&'a str>,
    /// Tells what went wrong with the last attempt.
    pub(crate) problem: Option<&'a str>,
}

impl View<'_> {
    /// Puts a page into the frame of a login.
    fn page(&self, title: &str, content: &impl Template) -> Result<Page> {
        let hidden = [("interaction", self.keys.interaction), ("csrf", self.keys.csrf)];
        let switch = Switch::Form { path: "/login/language", hidden: &hidden };
        let shell = Shell { brand: &self.state.settings.brand, language: self.language, switch, menu: None };
        let form_action = match self.destination {
            Destination::Client { redirect_uri, .. } => form_action_source(redirect_uri),
            Destination::OnlineBank { .. } => None,
        };
        let html = shell.wrap(title, content).map_err(Unwritable::from)?;
        Ok(Page { form_action, ..Page::new(html, self.language) })
    }
}

/// Returns the name of the software that asks for the login; none for the online bank.
pub(crate) async fn client_name(state: &IdentityState, destination: &Destination) -> Result<Option<String>> {
    let Destination::Client { client, .. } = destination else { return Ok(None) };
    let client = find_client(state, client.clone()).await?;
    Ok(Some(client.map(|client| client.name).unwrap_or_default()))
}

#[derive(Template)]
#[template(path = "login.html")]
struct LoginPage<'a> {
    words: &'static Words,
    keys: FormKeys<'a>,
    /// The name of the software that will get access; none for the online bank itself.
    client: Option<&'a str>,
    username: &'a str,
    /// The button for a passkey; none where the bank has no passkeys.
    passkey: Option<String>,
    note: Option<&'a str>,
    problem: Option<&'a str>,
}

pub(crate) fn login_page(
    view: &View<'_>,
    client: Option<&str>,
    username: &str,
    Notices { note, problem }: Notices<'_>,
) -> Result<Page> {
    let passkey = match view.state.relying_party {
        Some(_) => Some(passkey_button(view.language, PasskeyUse::LogIn(PASSKEY_CHALLENGE_PATH))?),
        None => None,
    };
    let (words, keys) = (Words::of(view.language), view.keys);
    view.page(words.login_title, &LoginPage { words, keys, client, username, passkey, note, problem })
}

#[derive(Template)]
#[template(path = "second_factor.html")]
struct SecondFactorPage<'a> {
    words: &'static Words,
    keys: FormKeys<'a>,
    is_online_bank: bool,
    /// True when the last attempt was one with a recovery code.
    by_recovery_code: bool,
    problem: Option<&'a str>,
}

pub(crate) fn second_factor_page(
    view: &View<'_>,
    by_recovery_code: bool,
    problem: Option<&str>,
) -> Result<Page> {
    let (words, keys, is_online_bank) =
        (Words::of(view.language), view.keys, view.destination.is_online_bank());
    let content = SecondFactorPage { words, keys, is_online_bank, by_recovery_code, problem };
    view.page(words.code_title, &content)
}

#[derive(Template)]
#[template(path = "new_password.html")]
struct NewPasswordPage<'a> {
    words: &'static Words,
    keys: FormKeys<'a>,
    is_online_bank: bool,
    characters_max: usize,
    problem: Option<&'a str>,
}

pub(crate) fn new_password_page(view: &View<'_>, problem: Option<&str>) -> Result<Page> {
    let words = Words::of(view.language);
    let content = NewPasswordPage {
        words,
        keys: view.keys,
        is_online_bank: view.destination.is_online_bank(),
        characters_max: *PASSWORD_CHARACTERS.end(),
        problem,
    };
    view.page(words.new_password_title, &content)
}

#[derive(Template)]
#[template(path = "company.html")]
struct CompanyPage<'a> {
    words: &'static Words,
    keys: FormKeys<'a>,
    is_online_bank: bool,
    /// Two or more.
    companies: Vec<CompanyChoice>,
    problem: Option<&'a str>,
}

pub(crate) fn company_page(view: &View<'_>, companies: &[Company], problem: Option<&str>) -> Result<Page> {
    let words = Words::of(view.language);
    let content = CompanyPage {
        words,
        keys: view.keys,
        is_online_bank: view.destination.is_online_bank(),
        companies: companies.iter().map(|company| CompanyChoice::of(company, view.language)).collect(),
        problem,
    };
    view.page(words.company_title, &content)
}

/// Gives a page the status 429, and the time to come again.
pub(super) fn too_early(page: Page, retry_after_s: i64) -> Page {
    Page { status: StatusCode::TOO_MANY_REQUESTS, retry_after_s: Some(retry_after_s), ..page }
}
