//! Where a step of a login has led: the next page, or the way back to the client.

use ::pages::{Page, Switch, see_other};
use axum::response::Response;
use clients::Company;

use super::authorize::refuse;
use super::fault::PageFault;
use super::submission::Submission;
use crate::api::online_bank::session;
use crate::authorize_request::AuthorizeFault;
use crate::interaction::{Destination, Stage};
use crate::pages::company::{CompanyChoice, CompanyPage};
use crate::pages::login::LoginPage;
use crate::pages::notice::Notice;
use crate::pages::second_factor::SecondFactorPage;
use crate::pages::{FormKeys, Language, Shell, Unwritable};
use crate::redirection::{Value, form_action_source, location};
use crate::state::IdentityState;
use crate::store::arrival::{self, Arrival, Circumstances};
use crate::store::interactions;

/// What every page of one login is made with.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub(super) state: &'a IdentityState,
    pub(super) language: Language,
    pub(super) keys: FormKeys<'a>,
    pub(super) destination: &'a Destination,
}

/// What a page says besides what it asks for.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::api) struct Told<'a> {
    /// What has just been done.
    pub(in crate::api) note: Option<&'a str>,
    /// What went wrong with the last attempt.
    pub(in crate::api) problem: Option<&'a str>,
}

impl<'a> View<'a> {
    pub(super) fn of(state: &'a IdentityState, submission: &'a Submission) -> Self {
        Self {
            state,
            language: submission.interaction.language,
            keys: submission.keys(),
            destination: &submission.interaction.destination,
        }
    }

    /// The page that `write` makes in the frame of a login.
    fn page(&self, write: impl FnOnce(&Shell<'_>) -> Result<String, Unwritable>) -> Result<Page, PageFault> {
        let hidden = [("interaction", self.keys.interaction), ("csrf", self.keys.csrf)];
        let switch = Switch::Form { path: "/login/language", hidden: &hidden };
        let shell = Shell { brand: &self.state.desk.brand, language: self.language, switch, menu: None };
        let form_action = match self.destination {
            Destination::Client { redirect_uri, .. } => form_action_source(redirect_uri),
            Destination::OnlineBank { .. } => None,
        };
        Ok(Page { form_action, ..Page::new(write(&shell)?, self.language) })
    }
}

/// The name of the software that asks for the login; none for the online bank.
pub(super) async fn client_name(
    state: &IdentityState,
    destination: &Destination,
) -> Result<Option<String>, PageFault> {
    let Destination::Client { client, .. } = destination else { return Ok(None) };
    let id = client.clone();
    let client = state.store.read("login.client", move |tx| clients::find_client(tx, &id)).await?;
    Ok(Some(client.map(|client| client.name).unwrap_or_default()))
}

/// The page that asks for login and password.
pub(super) fn login_page(
    view: &View<'_>,
    client: Option<&str>,
    username: &str,
    told: Told<'_>,
) -> Result<Page, PageFault> {
    let page = LoginPage { keys: view.keys, client, username, note: told.note, problem: told.problem };
    view.page(|shell| page.html(shell))
}

/// The page that asks for the one-time code.
pub(super) fn second_factor_page(view: &View<'_>, problem: Option<&str>) -> Result<Page, PageFault> {
    let is_online_bank = view.destination.is_online_bank();
    let page = SecondFactorPage { keys: view.keys, is_online_bank, problem };
    view.page(|shell| page.html(shell))
}

/// The page on which a company is picked.
pub(super) fn company_page(
    view: &View<'_>,
    companies: &[Company],
    problem: Option<&str>,
) -> Result<Page, PageFault> {
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

/// What a step of a login is told about its request.
pub(in crate::api) fn circumstances(state: &IdentityState) -> Circumstances {
    Circumstances {
        now: state.clock.now(),
        randomness: state.randomness.clone(),
        address: edge::RequestContext::current().and_then(|context| context.remote_address()),
        trace_id: edge::trace_id(),
        code_lifetime_s: state.settings.code_lifetime_s,
    }
}

/// The answer to a step that was taken.
pub(super) async fn arrived(
    state: &IdentityState,
    submission: &Submission,
    arrival: Arrival,
) -> Result<Response, PageFault> {
    let view = View::of(state, submission);
    match (arrival, &submission.interaction.destination) {
        (Arrival::Overtaken, _) => present(state, submission).await,
        (Arrival::SecondFactor, _) => Ok(second_factor_page(&view, None)?.into_response()),
        (Arrival::Choose(companies), _) => Ok(company_page(&view, &companies, None)?.into_response()),
        (Arrival::Refused(fault), Destination::Client { redirect_uri, request, .. }) => {
            Ok(refuse(state, redirect_uri, fault, request.state.as_ref()))
        }
        (Arrival::Code(code), Destination::Client { redirect_uri, request, .. }) => {
            count_success();
            let mut parameters = vec![("code", Value::Plain(&code))];
            if let Some(returned) = request.state.as_ref() {
                parameters.push(("state", Value::Encoded(returned.encoded())));
            }
            parameters.push(("iss", Value::Plain(&state.settings.issuer)));
            Ok(see_other(&location(redirect_uri, &parameters)))
        }
        (Arrival::OnlineBank(session), Destination::OnlineBank { next }) => {
            count_success();
            session::opened(state, &session, next)
        }
        (Arrival::Refused(AuthorizeFault::NoCompany), Destination::OnlineBank { .. }) => {
            Err(PageFault::notice(Notice::NoCompany, http::StatusCode::FORBIDDEN))
        }
        (Arrival::Refused(_), Destination::OnlineBank { .. }) => Ok(see_other(::pages::LOGIN_PATH)),
        (Arrival::Code(_), Destination::OnlineBank { .. })
        | (Arrival::OnlineBank(_), Destination::Client { .. }) => {
            Err(PageFault::internal("a login has led elsewhere than it was begun for"))
        }
    }
}

fn count_success() {
    metrics::counter!("identity_logins_total", "outcome" => "SUCCEEDED").increment(1);
}

/// The page of the stage that the login is at now, whatever form was sent.
pub(super) async fn present(state: &IdentityState, submission: &Submission) -> Result<Response, PageFault> {
    let hash = submission.interaction.hash.clone();
    let (reached, companies) = state
        .store
        .read("login.present", move |tx| {
            let found = interactions::find(tx, &hash)?;
            let reached = found.as_ref().map_or(Stage::Password, |found| found.stage.clone());
            let companies = match (&reached, &found) {
                (Stage::Company { user, .. }, Some(found)) => arrival::companies(tx, found, user)?,
                _ => Vec::new(),
            };
            Ok::<_, store::StoreError>((reached, companies))
        })
        .await?;
    let view = View::of(state, submission);
    let page = match reached {
        Stage::Password => {
            let name = client_name(state, view.destination).await?;
            login_page(&view, name.as_deref(), "", Told::default())?
        }
        Stage::SecondFactor { .. } => second_factor_page(&view, None)?,
        Stage::Company { .. } => company_page(&view, &companies, None)?,
        Stage::Finished => {
            return Err(PageFault::notice(Notice::Used, http::StatusCode::CONFLICT));
        }
    };
    Ok(page.into_response())
}
