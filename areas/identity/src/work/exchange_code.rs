//! Exchanges an authorization code for tokens (IDN-06).

use audit::Actor;
use clients::{User, UserStatus};
use kernel::{ClientId, Instant};
use store::{Result, StoreError, Tx};

use super::WorkError;
use super::end_access::end_session;
use super::issue_tokens::{Issue, Tokens, issue};
use super::trail::{Author, Occasion};
use crate::state::IdentityState;
use crate::store::{authorization_codes, people, sessions};
use crate::token::authorization_code::{AuthorizationCode, CODE_CHARACTERS, CodeError, Exchange};
use crate::token::people::TokenClient;
use crate::token::refresh::RefreshToken;
use crate::token::session::{EndReason, Session};

#[derive(Debug)]
pub struct CodeRequest {
    pub code: String,
    pub redirect_uri: String,
    pub code_verifier: String,
}

/// One attempt; owned, because its unit of work may run several times.
struct Attempt {
    state: IdentityState,
    client: ClientId,
    request: CodeRequest,
    author: Author,
    now: Instant,
}

#[derive(Debug)]
pub enum Exchanged<T> {
    Granted(T),
    Refused(CodeError),
}

/// Session that an exchange has begun.
struct Granted {
    session: Session,
    refresh_token: RefreshToken,
    nonce: Option<String>,
    person: User,
}

pub async fn exchange_code(
    state: &IdentityState,
    client: &TokenClient,
    request: CodeRequest,
) -> Result<Exchanged<Tokens>, WorkError> {
    if request.code.len() != CODE_CHARACTERS {
        return Ok(Exchanged::Refused(CodeError::Unknown));
    }
    let attempt = Attempt {
        state: state.clone(),
        client: client.id.clone(),
        request,
        author: Author::of_request(Actor::Client(client.id.clone())),
        now: state.clock.now(),
    };
    let now = attempt.now;
    let run = move |tx: &mut Tx| attempt.run(tx);
    let granted = match state.store.write_guarded("exchange an authorization code", run).await? {
        Exchanged::Refused(error) => return Ok(Exchanged::Refused(error)),
        Exchanged::Granted(granted) => granted,
    };
    metrics::counter!("clientbank_token_grants_total", "grant" => "authorization_code").increment(1);
    let Granted { session, refresh_token, nonce, person } = &granted;
    let issued = issue(
        state,
        Issue {
            session,
            person,
            id_token_algorithm: client.id_token_algorithm,
            scope: &session.scope,
            nonce: nonce.as_deref(),
            refresh_token,
            now,
        },
    )?;
    Ok(Exchanged::Granted(issued))
}

impl Attempt {
    /// Runs one unit of work. A refusal is an answer and no error, because what it leaves behind must be kept.
    fn run(&self, tx: &mut Tx) -> Result<Exchanged<Granted>> {
        let CodeRequest { code, redirect_uri, code_verifier } = &self.request;
        let Some(code) = authorization_codes::find(tx, code)? else {
            return Ok(Exchanged::Refused(CodeError::Unknown));
        };
        let exchange = Exchange { client: &self.client, redirect_uri, code_verifier };
        match code.judge(exchange, self.now) {
            Ok(()) => self.grant(tx, code),
            Err(CodeError::Replayed) => self.end_replayed(tx, &code),
            Err(error) => self.refuse(tx, &code, error),
        }
    }

    fn grant(&self, tx: &mut Tx, code: AuthorizationCode) -> Result<Exchanged<Granted>> {
        // A lock that comes in between takes the code back, so that it cannot be redeemed below.
        let user = clients::find_user(tx, &code.grant.user)?;
        let Some(user) = user.filter(|user| user.status == UserStatus::Active) else {
            return self.refuse(tx, &code, CodeError::UserStopped);
        };
        if !people::may_act(tx, &user.id, &self.client, &code.grant.company)? {
            return self.refuse(tx, &code, CodeError::CompanyWithdrawn);
        }
        if !authorization_codes::redeem(tx, &self.request.code, self.now)? {
            return self.end_replayed(tx, &code);
        }
        let (session, refresh_token) = self.begin(&code)?;
        sessions::insert(tx, &session, code.grant.origin, self.now)?;
        let detail = serde_json::json!({ "user": session.user.as_str(), "scope": session.scope });
        let entry = self.occasion().entry("token.issued", ("session", session.id.as_str())).detail(detail);
        audit::record(tx, entry.company(session.company.clone()))?;
        let nonce = code.grant.nonce;
        Ok(Exchanged::Granted(Granted { session, refresh_token, nonce, person: user }))
    }

    fn occasion(&self) -> Occasion<'_> {
        Occasion { author: &self.author, randomness: &*self.state.randomness, now: self.now }
    }

    fn begin(&self, code: &AuthorizationCode) -> Result<(Session, RefreshToken)> {
        let id = code.session.as_str().parse().map_err(|_| StoreError::Inconsistency {
            query: "AUTHORIZATION_CODE_BY_HASH",
            column: "session_id".to_owned(),
            reason: "no UUID".to_owned(),
        })?;
        let state = &self.state;
        let refresh_token = RefreshToken::first(id, &state.refresh_keys, &*state.randomness);
        Ok((code.session(refresh_token.hash(), state.settings.login_lifetime_s), refresh_token))
    }

    fn end_replayed(&self, tx: &mut Tx, code: &AuthorizationCode) -> Result<Exchanged<Granted>> {
        end_session(tx, &code.session, EndReason::CodeReplayed, &self.occasion())?;
        self.refuse(tx, code, CodeError::Replayed)
    }

    fn refuse(&self, tx: &mut Tx, code: &AuthorizationCode, error: CodeError) -> Result<Exchanged<Granted>> {
        let entry = self.occasion().entry("authorization_code.refused", ("session", code.session.as_str()));
        audit::record(tx, entry.detail(serde_json::json!({ "reason": error.as_str() })))?;
        Ok(Exchanged::Refused(error))
    }
}
