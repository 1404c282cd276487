//! The end of a login: who the person is has been proved; for which company, and then the code or the session.

use std::net::IpAddr;
use std::sync::Arc;

use audit::{Actor, Entry};
use clients::{ClientStatus, Company, User, UserStatus};
use kernel::{Cnum, Instant, Randomness, UserId};
use serde_json::json;
use store::{StoreError, Tx};

use super::{authorization_codes, interactions, online_bank};
use crate::authorization_code::NewAuthorizationCode;
use crate::authorize_request::AuthorizeFault;
use crate::interaction::{Destination, Interaction, Stage};
use crate::session::Session;

/// What every step of a login is told from outside.
#[derive(Clone, Debug)]
pub struct Circumstances {
    /// The moment of the request.
    pub now: Instant,
    /// Where identifiers come from.
    pub randomness: Arc<dyn Randomness>,
    /// Where the request came from.
    pub address: Option<IpAddr>,
    /// The trace of the request.
    pub trace_id: String,
    /// Seconds that the code may be exchanged.
    pub code_lifetime_s: u32,
}

/// Where a step of a login has led.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Another request of the same login was quicker; nothing was changed.
    Overtaken,
    /// The one-time code is asked for.
    SecondFactor,
    /// The person picks one of these companies.
    Choose(Vec<Company>),
    /// The login is finished: the code for the client.
    Code(String),
    /// The login is finished: the session of the online bank.
    OnlineBank(Box<Session>),
    /// The login is finished without a code.
    Refused(AuthorizeFault),
}

/// The person is known. One company: the code. Several: the choice. None: the client is told.
pub fn authenticated(
    tx: &mut Tx,
    interaction: &Interaction,
    user: &UserId,
    circumstances: &Circumstances,
) -> Result<Arrival, StoreError> {
    let authenticated_at = circumstances.now;
    let mut companies = companies(tx, interaction, user)?;
    match (companies.pop(), companies.is_empty()) {
        (None, _) => refuse(tx, interaction, Some(user), AuthorizeFault::NoCompany, circumstances),
        (Some(only), true) => issue(tx, interaction, user, &only.cnum, authenticated_at, circumstances),
        (Some(last), false) => {
            companies.push(last);
            let next = Stage::Company { user: user.clone(), authenticated_at };
            if interactions::advance(tx, interaction, &next)? {
                Ok(Arrival::Choose(companies))
            } else {
                Ok(Arrival::Overtaken)
            }
        }
    }
}

/// The companies that the person may act for and the client is registered for, ordered by number; none when the
/// client is no longer in service.
pub fn companies(tx: &mut Tx, interaction: &Interaction, user: &UserId) -> Result<Vec<Company>, StoreError> {
    let (client, redirect_uri) = match &interaction.destination {
        Destination::Client { client, redirect_uri, .. } => (client, redirect_uri),
        Destination::OnlineBank { .. } => return clients::companies_user_may_act_for(tx, user),
    };
    let client = clients::find_client(tx, client)?
        .filter(|client| client.status == ClientStatus::Active)
        .filter(|client| client.may_redirect_to(redirect_uri));
    let Some(client) = client else { return Ok(Vec::new()) };
    let mut companies = clients::companies_user_may_act_for(tx, user)?;
    companies.retain(|company| client.serves(&company.cnum));
    Ok(companies)
}

/// The user while in service.
pub fn active_user(tx: &mut Tx, user: &UserId) -> Result<Option<User>, StoreError> {
    Ok(clients::find_user(tx, user)?.filter(|user| user.status == UserStatus::Active))
}

/// Ends a login with a code for `company`, or with a session of the online bank.
pub fn issue(
    tx: &mut Tx,
    interaction: &Interaction,
    user: &UserId,
    company: &Cnum,
    authenticated_at: Instant,
    circumstances: &Circumstances,
) -> Result<Arrival, StoreError> {
    if !interactions::advance(tx, interaction, &Stage::Finished)? {
        return Ok(Arrival::Overtaken);
    }
    let entry = entry(
        circumstances,
        Actor::User(user.clone()),
        "login.succeeded",
        interaction.destination.client_name(),
    );
    audit::record(tx, entry.company(company.clone()))?;
    let (client, redirect_uri, request) = match &interaction.destination {
        Destination::Client { client, redirect_uri, request } => (client, redirect_uri, request),
        Destination::OnlineBank { .. } => {
            let session = online_bank::begin(tx, user, company, authenticated_at, circumstances)?;
            return Ok(Arrival::OnlineBank(Box::new(session)));
        }
    };
    let grant = NewAuthorizationCode {
        client: client.clone(),
        user: user.clone(),
        company: company.clone(),
        redirect_uri: redirect_uri.clone(),
        code_challenge: request.code_challenge.clone(),
        nonce: request.nonce.clone(),
        scope: request.scope.clone(),
        max_age_s: request.max_age_s,
        authenticated_at,
    };
    let code = authorization_codes::issue(
        tx,
        circumstances.randomness.as_ref(),
        circumstances.now,
        circumstances.code_lifetime_s,
        &grant,
    )?;
    Ok(Arrival::Code(code))
}

/// Ends a login without a code.
pub fn refuse(
    tx: &mut Tx,
    interaction: &Interaction,
    user: Option<&UserId>,
    fault: AuthorizeFault,
    circumstances: &Circumstances,
) -> Result<Arrival, StoreError> {
    if !interactions::advance(tx, interaction, &Stage::Finished)? {
        return Ok(Arrival::Overtaken);
    }
    let actor = user.map_or(Actor::System, |user| Actor::User(user.clone()));
    let entry = entry(circumstances, actor, "login.refused", interaction.destination.client_name());
    audit::record(tx, entry.detail(json!({ "error": fault.code(), "reason": fault.description() })))?;
    Ok(Arrival::Refused(fault))
}

/// An entry of the audit trail about a login through the client `asked_by`.
#[must_use]
pub fn entry(circumstances: &Circumstances, actor: Actor, action: &'static str, asked_by: &str) -> Entry {
    let object = ("client", asked_by);
    Entry::new(circumstances.now, circumstances.randomness.as_ref(), actor, action, object)
        .address(circumstances.address)
        .trace_id(Some(circumstances.trace_id.clone()))
}
