//! Finishes a login whose person has proved who that is: the choice of the company, then the code or the session.

use audit::Actor;
use clients::{ClientStatus, Company, User, UserStatus};
use kernel::{Cnum, Instant, Randomness, SessionId, UserId};
use serde_json::json;
use store::{Result, StoreError, Tx};

use super::count_attempt::note_login;
use super::trail::Step;
use crate::login::authorize_request::AuthorizeError;
use crate::login::interaction::{Destination, Interaction, Known, Secret, Stage};
use crate::login::login_attempt::LoginSubjects;
use crate::login::login_history::{LoginOutcome, LoginWay};
use crate::person::credential::StoredCredential;
use crate::store::{authorization_codes, credentials, interactions, sessions, user_access};
use crate::token::authorization_code::NewAuthorizationCode;
use crate::token::online_bank::ONLINE_BANK_CLIENT;
use crate::token::refresh::RefreshState;
use crate::token::session::Session;

/// Outcome of a step of a login.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Another request of the same login was quicker; nothing was changed.
    Overtaken,
    /// The one-time code is asked for.
    SecondFactor,
    /// The person replaces a one-time password.
    NewPassword,
    /// The person picks one of these companies.
    Choose(Vec<Company>),
    /// The login is finished: the code for the client.
    Code(String),
    OnlineBank(Box<Session>),
    /// The login is finished without a code.
    Refused(AuthorizeError),
}

/// Outcome of an attempt to log in with a password or a passkey.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Checked {
    /// The attempt was refused unseen.
    TooEarly {
        /// Seconds until the next attempt is looked at.
        retry_after_s: i64,
    },
    Wrong,
    Right(Arrival),
}

/// Goes on with a person who is known. A one-time password is used up now, and replaced before anything else.
pub(super) fn go_on(
    tx: &mut Tx,
    interaction: &Interaction,
    user: &UserId,
    way: LoginWay,
    step: &Step,
) -> Result<Arrival> {
    let known = Known { user: user.clone(), authenticated_at: step.now, way: Some(way) };
    if credentials::find(tx, user)?.is_none_or(|credential| credential.one_time_until.is_none()) {
        return offer(tx, interaction, known, step);
    }
    if !interactions::advance(tx, interaction, &Stage::NewPassword(known))? {
        return Ok(Arrival::Overtaken);
    }
    credentials::end_one_time(tx, user)?;
    Ok(Arrival::NewPassword)
}

/// Offers the companies of a person whose password is the own one. One: the code. Several: the choice. None: the client
/// is told.
pub(super) fn offer(tx: &mut Tx, interaction: &Interaction, known: Known, step: &Step) -> Result<Arrival> {
    let companies = offered_companies(tx, interaction, &known.user)?;
    match companies.as_slice() {
        [] => {
            let error = nothing_to_offer(tx, interaction)?;
            refuse(tx, interaction, Some(&known.user), error, step)
        }
        [only] => succeed(tx, interaction, &known, &only.cnum, step),
        [_, _, ..] => {
            let advanced = interactions::advance(tx, interaction, &Stage::Company(known))?;
            Ok(if advanced { Arrival::Choose(companies) } else { Arrival::Overtaken })
        }
    }
}

/// Tells why no company is offered: the client may have been stopped since its login began.
fn nothing_to_offer(tx: &mut Tx, interaction: &Interaction) -> Result<AuthorizeError> {
    let Destination::Client { client, .. } = &interaction.destination else {
        return Ok(AuthorizeError::NoCompany);
    };
    let client = clients::find_client(tx, client)?;
    let is_active = client.is_some_and(|client| client.status == ClientStatus::Active);
    Ok(if is_active { AuthorizeError::NoCompany } else { AuthorizeError::ClientDisabled })
}

/// Returns the companies that the person may act for and the client is registered for, ordered by number; none when the
/// client is no longer in service.
pub(super) fn offered_companies(
    tx: &mut Tx,
    interaction: &Interaction,
    user: &UserId,
) -> Result<Vec<Company>> {
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

/// Returns the user while in service, as of this statement.
pub(super) fn find_active_user(tx: &mut Tx, user: &UserId) -> Result<Option<User>> {
    Ok(clients::find_user(tx, user)?.filter(|user| user.status == UserStatus::Active))
}

/// Returns the user while in service, who stays so until the unit of work ends.
pub fn hold_active_user(tx: &mut Tx, user: &UserId) -> Result<Option<User>> {
    user_access::hold(tx, user)?;
    find_active_user(tx, user)
}

/// Tells that the user is in service and still has the credential that something was compared with. A lock or another
/// credential comes before this unit of work or after it, never into it.
pub(super) fn still_holds(tx: &mut Tx, user: &UserId, compared: &StoredCredential) -> Result<bool> {
    Ok(hold_active_user(tx, user)?.is_some() && credentials::find(tx, user)?.as_ref() == Some(compared))
}

/// Tells that the user's session has not ended: one that was ended while a request of it was under way leaves no way in
/// behind. The caller holds the access of the user.
pub(super) fn is_session_open(tx: &mut Tx, id: &SessionId, user: &UserId, now: Instant) -> Result<bool> {
    let session = sessions::find_in(tx, id)?;
    Ok(session.is_some_and(|session| session.user == *user && session.is_alive(now)))
}

/// Ends a login with a code for `company`, or with a session of the online bank.
pub(super) fn succeed(
    tx: &mut Tx,
    interaction: &Interaction,
    known: &Known,
    company: &Cnum,
    step: &Step,
) -> Result<Arrival> {
    let Known { user, authenticated_at, way } = known;
    let authenticated_at = *authenticated_at;
    if !interactions::advance(tx, interaction, &Stage::Finished)? {
        return Ok(Arrival::Overtaken);
    }
    let asked_by = interaction.destination.client_name();
    let entry = step.entry(Actor::User(user.clone()), "login.succeeded", asked_by);
    audit::record(tx, entry.company(company.clone()))?;
    if let Some(user) = clients::find_user(tx, user)? {
        let login = LoginSubjects::new(user.login.as_str(), None).login;
        note_login(tx, &login, LoginOutcome::succeeded(*way), asked_by, step)?;
    }
    let (client, redirect_uri, request) = match &interaction.destination {
        Destination::Client { client, redirect_uri, request } => (client, redirect_uri, request),
        Destination::OnlineBank { .. } => {
            let expires_at = step.now.plus_seconds(i64::from(step.session_s));
            let session = begin_session(tx, user, company, authenticated_at, expires_at, step)?;
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
        origin: step.origin,
    };
    let code = issue_code(tx, step.randomness.as_ref(), step.now, step.code_lifetime_s, &grant)?;
    Ok(Arrival::Code(code))
}

pub(super) fn refuse(
    tx: &mut Tx,
    interaction: &Interaction,
    user: Option<&UserId>,
    error: AuthorizeError,
    step: &Step,
) -> Result<Arrival> {
    if !interactions::advance(tx, interaction, &Stage::Finished)? {
        return Ok(Arrival::Overtaken);
    }
    let actor = user.map_or(Actor::System, |user| Actor::User(user.clone()));
    let entry = step.entry(actor, "login.refused", interaction.destination.client_name());
    audit::record(tx, entry.detail(json!({ "error": error.code(), "reason": error.description() })))?;
    Ok(Arrival::Refused(error))
}

/// Mints a code for `grant`, writes it in the unit of work `tx`, and returns its text: the `code` that the
/// redirect carries. Nothing but this text can find it again. `lifetime_s` is the setting `code_lifetime_s`.
///
/// The unit may run several times: each run mints a code of its own and only that of the last run is kept, so
/// the text to send is the one that the unit returns.
pub fn issue_code(
    tx: &mut Tx,
    randomness: &dyn Randomness,
    now: Instant,
    lifetime_s: u32,
    grant: &NewAuthorizationCode,
) -> Result<String> {
    let text = Secret::mint(randomness).as_str().to_owned();
    let expires_at = now.plus_seconds(i64::from(lifetime_s));
    authorization_codes::insert(tx, &text, randomness.uuid(now), grant, expires_at)?;
    Ok(text)
}

/// Begins a session that lives until `expires_at`.
pub(super) fn begin_session(
    tx: &mut Tx,
    user: &UserId,
    company: &Cnum,
    authenticated_at: Instant,
    expires_at: Instant,
    step: &Step,
) -> Result<Session> {
    let randomness: &dyn Randomness = step.randomness.as_ref();
    let unlikely = |error: kernel::IdentifierError| StoreError::Inconsistency {
        query: "SESSION_INSERT",
        column: "session_id, client_id".to_owned(),
        reason: error.to_string(),
    };
    let id: SessionId = randomness.uuid(step.now).to_string().parse().map_err(unlikely)?;
    // There is no refresh token: this is the hash of a text that nobody has.
    let mut hash = [0_u8; 32];
    randomness.fill(&mut hash);
    let session = Session {
        id,
        client: ONLINE_BANK_CLIENT.parse().map_err(unlikely)?,
        user: user.clone(),
        company: company.clone(),
        scope: ONLINE_BANK_CLIENT.to_owned(),
        max_age_s: None,
        authenticated_at,
        expires_at,
        refresh: RefreshState { hash, previous: None, generation: 0 },
        ended: None,
    };
    sessions::insert(tx, &session, step.origin, step.now)?;
    Ok(session)
}
