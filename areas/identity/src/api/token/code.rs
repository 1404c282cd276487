//! The authorization code grant (IDN-06).

use audit::Actor;
use clients::{User, UserStatus};
use kernel::{ClientId, Instant};
use store::{StoreError, Tx};

use super::super::error::IdentityError;
use super::super::form::Form;
use super::TokenResponse;
use super::issue::{Issue, issue};
use crate::authorization_code::{AuthorizationCode, CODE_CHARACTERS, Exchange, Verdict};
use crate::refresh::{RefreshState, RefreshToken};
use crate::session::{EndReason, Session};
use crate::state::IdentityState;
use crate::store::people::{self, Person, TokenClient};
use crate::store::trail::Author;
use crate::store::{authorization_codes, revocations, sessions};

const UNKNOWN: &str = "the authorization code is unknown, expired or was used before";

/// What one attempt needs; owned, because its unit of work may run several times.
struct Attempt {
    state: IdentityState,
    client: ClientId,
    code: String,
    redirect_uri: String,
    code_verifier: String,
    author: Author,
    now: Instant,
}

/// What came out of an attempt.
enum Outcome {
    Granted { session: Box<Session>, refresh_token: RefreshToken, nonce: Option<String>, person: Person },
    Refused(&'static str),
}

/// Exchanges a code for tokens.
pub(super) async fn exchange(
    state: &IdentityState,
    client: &TokenClient,
    form: &Form,
) -> Result<TokenResponse, IdentityError> {
    let attempt = Attempt {
        state: state.clone(),
        client: client.id.clone(),
        code: form.required("code")?,
        redirect_uri: form.required("redirect_uri")?,
        code_verifier: form.required("code_verifier")?,
        author: Author::of_request(Actor::Client(client.id.clone())),
        now: state.clock.now(),
    };
    if attempt.code.len() != CODE_CHARACTERS {
        return Err(IdentityError::InvalidGrant(UNKNOWN));
    }
    let now = attempt.now;
    match state.store.write_guarded("exchange an authorization code", move |tx| attempt.run(tx)).await? {
        Outcome::Refused(reason) => Err(IdentityError::InvalidGrant(reason)),
        Outcome::Granted { session, refresh_token, nonce, person } => {
            metrics::counter!("clientbank_token_grants_total", "grant" => "authorization_code").increment(1);
            issue(
                state,
                Issue {
                    session: &session,
                    person: &person,
                    id_token_algorithm: client.id_token_algorithm,
                    scope: &session.scope,
                    nonce: nonce.as_deref(),
                    refresh_token: &refresh_token,
                    now,
                },
            )
        }
    }
}

impl Attempt {
    /// One unit of work. A refusal is an answer and no error, because what it leaves behind must be kept.
    fn run(&self, tx: &mut Tx) -> Result<Outcome, IdentityError> {
        let Some(code) = authorization_codes::find(tx, &self.code)? else {
            return Ok(Outcome::Refused(UNKNOWN));
        };
        let exchange = Exchange {
            client: &self.client,
            redirect_uri: &self.redirect_uri,
            code_verifier: &self.code_verifier,
        };
        match code.judge(exchange, self.now) {
            Verdict::Grant => self.grant(tx, code),
            Verdict::Replay => self.replayed(tx, &code),
            Verdict::WrongClient => self.refused(tx, &code, "WRONG_CLIENT", UNKNOWN),
            Verdict::Expired => self.refused(tx, &code, "EXPIRED", UNKNOWN),
            Verdict::WrongRedirectUri => {
                let reason = "redirect_uri is not the one that the authorization code was sent to";
                self.refused(tx, &code, "WRONG_REDIRECT_URI", reason)
            }
            Verdict::WrongVerifier => {
                let reason = "code_verifier does not fit the code_challenge";
                self.refused(tx, &code, "WRONG_VERIFIER", reason)
            }
        }
    }

    fn grant(&self, tx: &mut Tx, code: AuthorizationCode) -> Result<Outcome, IdentityError> {
        // A lock that comes in between takes the code back, so that it cannot be redeemed below.
        let user = clients::find_user(tx, &code.grant.user)?;
        let Some(user) = user.filter(|user| user.status == UserStatus::Active) else {
            return self.refused(tx, &code, "USER_STOPPED", UNKNOWN);
        };
        if !people::may_act_in(tx, &user.id, &self.client, &code.grant.company)? {
            return self.refused(tx, &code, "COMPANY_WITHDRAWN", UNKNOWN);
        }
        if !authorization_codes::redeem(tx, &self.code, self.now)? {
            return self.replayed(tx, &code);
        }
        let (session, refresh_token) = self.begin(&code)?;
        sessions::insert(tx, &session, self.now)?;
        let object = ("session", session.id.as_str());
        let randomness = &*self.state.randomness;
        let detail = serde_json::json!({ "user": session.user.as_str(), "scope": session.scope });
        let entry = self.author.entry(self.now, randomness, "token.issued", object).detail(detail);
        audit::record(tx, entry.company(session.company.clone()))?;
        let nonce = code.grant.nonce;
        Ok(Outcome::Granted { session: Box::new(session), refresh_token, nonce, person: person(user) })
    }

    fn begin(&self, code: &AuthorizationCode) -> Result<(Session, RefreshToken), IdentityError> {
        let id = code.session.as_str().parse().map_err(|_| StoreError::Inconsistency {
            query: "AUTHORIZATION_CODE_BY_HASH",
            column: "session_id".to_owned(),
            reason: "no UUID".to_owned(),
        })?;
        let state = &self.state;
        let refresh_token = RefreshToken::first(id, &state.refresh_keys, &*state.randomness);
        let grant = &code.grant;
        let lifetime_s = i64::from(state.settings.login_lifetime_s);
        let session = Session {
            id: code.session.clone(),
            client: grant.client.clone(),
            user: grant.user.clone(),
            company: grant.company.clone(),
            scope: grant.scope.clone(),
            max_age_s: grant.max_age_s,
            authenticated_at: grant.authenticated_at,
            expires_at: grant.authenticated_at.plus_seconds(lifetime_s),
            refresh: RefreshState { hash: refresh_token.hash(), previous: None, generation: 0 },
            ended: None,
        };
        Ok((session, refresh_token))
    }

    fn replayed(&self, tx: &mut Tx, code: &AuthorizationCode) -> Result<Outcome, IdentityError> {
        let randomness = &*self.state.randomness;
        let reason = EndReason::CodeReplayed;
        revocations::end_session(tx, &code.session, reason, &self.author, randomness, self.now)?;
        self.refused(tx, code, "REPLAYED", UNKNOWN)
    }

    fn refused(
        &self,
        tx: &mut Tx,
        code: &AuthorizationCode,
        why: &'static str,
        reason: &'static str,
    ) -> Result<Outcome, IdentityError> {
        let object = ("session", code.session.as_str());
        let entry =
            self.author.entry(self.now, &*self.state.randomness, "authorization_code.refused", object);
        audit::record(tx, entry.detail(serde_json::json!({ "reason": why })))?;
        Ok(Outcome::Refused(reason))
    }
}

fn person(user: User) -> Person {
    Person {
        full_name: user.full_name,
        email: user.email.map(|email| email.to_string()),
        phone_number: user.phone_number.map(|number| number.to_string()),
        roles: user.roles.iter().map(ToString::to_string).collect(),
        status: user.status,
    }
}
