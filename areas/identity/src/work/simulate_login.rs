//! Logs a person of a sandbox in without a browser, so that software in a build gets tokens (SBX-03).
//!
//! The person proves nothing; everything after the proof is the way of every login: the choice of the company, the
//! code, its exchange, the session and the trail. Who calls this holds the sandbox that the program is, so a live
//! program cannot.

use audit::Actor;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clients::OauthClient;
use kernel::{ClientId, Cnum, Language, SessionId};
use sandbox::Sandbox;
use serde::Deserialize;
use store::{Result, StoreError, Tx};

use super::WorkError;
use super::end_access::end_session;
use super::exchange_code::{CodeRequest, Exchanged, exchange_code};
use super::finish_login::{Arrival, find_active_user};
use super::issue_tokens::Tokens;
use super::login_under_way::choose_company;
use super::trail::Step;
use crate::login::authorize_request::{AuthorizeRequest, ReturnedState, SCOPES, ordered_scope};
use crate::login::interaction::{Destination, INTERACTION_S, Interaction, Known, Secret, Stage};
use crate::sealing::sha256;
use crate::state::IdentityState;
use crate::store::{interactions, people};
use crate::token::session::EndReason;

/// A login that is asked for, as the operation of a sandbox takes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AskedLogin {
    pub login: String,
    /// The company to act for; the first of the person's when absent.
    pub company: Option<Cnum>,
    /// The software; the first that is registered for the company when absent.
    pub client: Option<ClientId>,
    /// The scopes, divided by spaces; all of them when absent.
    pub scope: Option<String>,
}

#[derive(Debug)]
pub struct SimulatedLogin {
    pub tokens: Tokens,
    pub client: ClientId,
    pub company: Cnum,
}

#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// Nobody in service has this login, or the person may not act for the company.
    #[error("nobody in service has this login and may act for the company")]
    NoPerson,
    /// No software in service has this identifier and is registered for the company.
    #[error("no software in service has this identifier and is registered for the company")]
    NoClient,
    /// The software may not ask for these scopes.
    #[error("the software may not ask for these scopes")]
    Scope,
    /// The login was refused or overtaken, by a lock for example.
    #[error("the login was refused")]
    Refused,
    #[error(transparent)]
    Work(#[from] WorkError),
}

impl From<StoreError> for SimulationError {
    fn from(error: StoreError) -> Self {
        Self::Work(error.into())
    }
}

/// The parts of a login that are known before it begins.
struct Found {
    user: kernel::UserId,
    company: Cnum,
    client: OauthClient,
}

/// Logs the person in and exchanges the code.
pub async fn simulate_login(
    state: &IdentityState,
    _sandbox: &Sandbox,
    asked: AskedLogin,
) -> Result<SimulatedLogin, SimulationError> {
    let scope = asked.scope.clone().unwrap_or_else(|| SCOPES.join(" "));
    let Found { user, company, client } = find(state, asked).await?;
    let verifier = Secret::mint(&*state.randomness);
    let redirect_uri = client.redirect_uris.first().ok_or(SimulationError::NoClient)?.as_str().to_owned();
    let interaction = begin(state, &client, &redirect_uri, &scope, &verifier)?;
    let step = Step::of_request(state);
    let known = Known { user: user.clone(), authenticated_at: step.now, way: None };
    let proved = Interaction { stage: Stage::Company(known.clone()), ..interaction.clone() };
    let next = proved.stage.clone();
    let begun = move |tx: &mut Tx| {
        let entry = step.entry(Actor::System, "login.simulated", interaction.destination.client_name());
        let detail = serde_json::json!({ "user": user.as_str() });
        audit::record(tx, entry.detail(detail))?;
        interactions::advance(tx, &interaction, &next)
    };
    state.store.write::<_, StoreError>("login.simulate", begun).await?;
    let Arrival::Code(code) = choose_company(state, &proved, known, company.to_string()).await? else {
        return Err(SimulationError::Refused);
    };
    let token_client = people::client(&state.store, &client.id).await?.ok_or(SimulationError::NoClient)?;
    let request = CodeRequest { code, redirect_uri, code_verifier: verifier.as_str().to_owned() };
    let Exchanged::Granted(tokens) = exchange_code(state, &token_client, request).await? else {
        return Err(SimulationError::Refused);
    };
    Ok(SimulatedLogin { tokens, client: client.id, company })
}

/// Finds the person, the company and the software.
async fn find(state: &IdentityState, asked: AskedLogin) -> Result<Found, SimulationError> {
    let read = move |tx: &mut Tx| {
        let user = clients::find_user_by_login(tx, &asked.login)?.ok_or(SimulationError::NoPerson)?;
        let user = find_active_user(tx, &user.id)?.ok_or(SimulationError::NoPerson)?;
        let companies = clients::companies_user_may_act_for(tx, &user.id)?;
        let is_asked = |cnum: &Cnum| asked.company.as_ref().is_none_or(|company| company == cnum);
        let company = companies.into_iter().find(|company| is_asked(&company.cnum));
        let company = company.ok_or(SimulationError::NoPerson)?.cnum;
        let client = match &asked.client {
            Some(client) => Some(client.clone()),
            None => people::first_client_of(tx, &company)?,
        };
        let client = client.map(|client| clients::find_client(tx, &client)).transpose()?.flatten();
        let client = client.filter(|client| client.serves(&company)).ok_or(SimulationError::NoClient)?;
        Ok(Found { user: user.id, company, client })
    };
    state.store.read("login.simulation", read).await
}

/// Makes the login as it stands when its first page is shown, out of the request that the software would send.
fn begin(
    state: &IdentityState,
    client: &OauthClient,
    redirect_uri: &str,
    scope: &str,
    verifier: &Secret,
) -> Result<Interaction, SimulationError> {
    let request = AuthorizeRequest {
        scope: ordered_scope(scope, client.profile).ok_or(SimulationError::Scope)?,
        state: Some(ReturnedState::from_stored("simulated".to_owned())),
        nonce: None,
        code_challenge: URL_SAFE_NO_PAD.encode(sha256(verifier.as_str().as_bytes())),
        max_age_s: None,
    };
    Ok(Interaction {
        hash: Secret::mint(&*state.randomness).hash(),
        browser_hash: Secret::mint(&*state.randomness).hash(),
        destination: Destination::Client {
            client: client.id.clone(),
            redirect_uri: redirect_uri.to_owned(),
            request: Box::new(request),
        },
        language: Language::English,
        stage: Stage::Password,
        expires_at: state.clock.now().plus_seconds(INTERACTION_S),
    })
}

/// Ends a session because a trigger asks for it: its tokens are revoked, as by an operator.
pub async fn revoke_on_demand(state: &IdentityState, session: SessionId) -> Result<bool> {
    let step = Step::of_request(state);
    let end = move |tx: &mut Tx| end_session(tx, &session, EndReason::Operator, &step.occasion(&step.author));
    state.store.write_guarded("session.revoke_on_demand", end).await
}
