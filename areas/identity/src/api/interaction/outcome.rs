//! Where a step of a login has led: the next page, or the way back to the client.

use axum::response::Response;
use clients::Company;

use super::answer::{Page, see_other};
use super::authorize::refuse;
use super::fault::PageFault;
use super::submission::Submission;
use crate::interaction::Stage;
use crate::pages::company::{CompanyChoice, CompanyPage};
use crate::pages::login::LoginPage;
use crate::pages::notice::Notice;
use crate::pages::second_factor::SecondFactorPage;
use crate::pages::shell::Switch;
use crate::pages::{FormKeys, Language, Shell};
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
    pub(super) redirect_uri: &'a str,
}

impl<'a> View<'a> {
    pub(super) fn of(state: &'a IdentityState, submission: &'a Submission) -> Self {
        Self {
            state,
            language: submission.interaction.language,
            keys: submission.keys(),
            redirect_uri: &submission.interaction.redirect_uri,
        }
    }

    fn shell(&self) -> Shell<'a> {
        let switch = Switch::Form { path: "/login/language", keys: self.keys };
        Shell { brand: &self.state.desk.brand, language: self.language, switch }
    }

    fn page(&self, html: String) -> Page {
        Page { form_action: form_action_source(self.redirect_uri), ..Page::new(html, self.language) }
    }
}

/// The page that asks for login and password.
pub(super) fn login_page(
    view: &View<'_>,
    client: &str,
    username: &str,
    problem: Option<&str>,
) -> Result<Page, PageFault> {
    let page = LoginPage { keys: view.keys, client, username, problem };
    Ok(view.page(page.html(&view.shell())?))
}

/// The page that asks for the one-time code.
pub(super) fn second_factor_page(view: &View<'_>, problem: Option<&str>) -> Result<Page, PageFault> {
    let page = SecondFactorPage { keys: view.keys, problem };
    Ok(view.page(page.html(&view.shell())?))
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
    let page = CompanyPage { keys: view.keys, companies: &companies, problem };
    Ok(view.page(page.html(&view.shell())?))
}

/// What a step of a login is told about its request.
pub(super) fn circumstances(state: &IdentityState) -> Circumstances {
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
    let interaction = &submission.interaction;
    let returned = interaction.request.state.as_ref();
    match arrival {
        Arrival::Overtaken => present(state, submission).await,
        Arrival::SecondFactor => Ok(second_factor_page(&view, None)?.into_response()),
        Arrival::Choose(companies) => Ok(company_page(&view, &companies, None)?.into_response()),
        Arrival::Refused(fault) => refuse(state, &interaction.redirect_uri, fault, returned),
        Arrival::Code(code) => {
            metrics::counter!("identity_logins_total", "outcome" => "SUCCEEDED").increment(1);
            let mut parameters = vec![("code", Value::Plain(&code))];
            if let Some(returned) = returned {
                parameters.push(("state", Value::Encoded(returned.encoded())));
            }
            parameters.push(("iss", Value::Plain(&state.settings.issuer)));
            let location = location(&interaction.redirect_uri, &parameters);
            see_other(&location).ok_or_else(|| PageFault::internal("a redirect URI cannot stand in a header"))
        }
    }
}

/// The page of the stage that the login is at now, whatever form was sent.
pub(super) async fn present(state: &IdentityState, submission: &Submission) -> Result<Response, PageFault> {
    let hash = submission.interaction.hash.clone();
    let asking = submission.interaction.client.clone();
    let (reached, client, companies) = state
        .store
        .read("login.present", move |tx| {
            let found = interactions::find(tx, &hash)?;
            let reached = found.as_ref().map_or(Stage::Finished, |found| found.stage.clone());
            let client = clients::find_client(tx, &asking)?;
            let companies = match (&reached, &found) {
                (Stage::Company { user, .. }, Some(found)) => arrival::companies(tx, found, user)?,
                _ => Vec::new(),
            };
            Ok::<_, store::StoreError>((reached, client, companies))
        })
        .await?;
    let view = View::of(state, submission);
    let page = match reached {
        Stage::Password => login_page(&view, client.as_ref().map_or("", |client| &client.name), "", None)?,
        Stage::SecondFactor { .. } => second_factor_page(&view, None)?,
        Stage::Company { .. } => company_page(&view, &companies, None)?,
        Stage::Finished => {
            return Err(PageFault::notice(Notice::Used, http::StatusCode::CONFLICT));
        }
    };
    Ok(page.into_response())
}
