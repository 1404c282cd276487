//! Checks every form of a login before its own fields are looked at: it comes from a page of this server, in the
//! browser that began the login, and the login is still going on.

use std::pin::Pin;

use ::pages::{Cookies, Language, comes_from_here};
use axum::body::Body;
use axum::response::Response;
use edge::{EdgeError, read_form};
use http::{HeaderMap, Request, StatusCode};

use super::error::{LoginPageError, Result};
use super::sealed;
use super::view::View;
use crate::login::interaction::{Interaction, Secret, Stage, csrf_matches, csrf_token};
use crate::login::parameters::{BYTES_MAX, Parameters};
use crate::pages::FormKeys;
use crate::pages::notice::Notice;
use crate::state::IdentityState;
use crate::work::login_under_way::find_login;

/// The answer to a form, which is being made.
pub(super) type Taking<'a> = Pin<Box<dyn Future<Output = Result<Response>> + Send + 'a>>;

/// Answers a form as `take` does, or with the page about its error.
pub(super) async fn taken(
    state: &IdentityState,
    request: Request<Body>,
    take: impl for<'a> FnOnce(&'a IdentityState, &'a mut Submission) -> Taking<'a>,
) -> Response {
    let headers = request.headers().clone();
    let answer = match Submission::read(state, &headers, request).await {
        Ok(mut submission) => take(state, &mut submission).await,
        Err(error) => Err(error),
    };
    answer.unwrap_or_else(|error| error.into_response(state, &headers))
}

/// A form that may be taken.
#[derive(Debug)]
pub(super) struct Submission {
    pub(super) parameters: Parameters,
    secret: Secret,
    /// The login as the next form carries it.
    sealed: String,
    csrf: String,
    pub(super) interaction: Interaction,
}

impl Submission {
    /// Reads and checks the form of `request`.
    async fn read(state: &IdentityState, headers: &HeaderMap, request: Request<Body>) -> Result<Self> {
        if !comes_from_here(headers, &state.settings.issuer) {
            return Err(LoginPageError::notice(Notice::Foreign, StatusCode::FORBIDDEN));
        }
        let parameters = form(request).await?;
        let expired = || LoginPageError::notice(Notice::Expired, StatusCode::BAD_REQUEST);
        let sealed = parameters.single("interaction").ok_or_else(expired)?;
        let (secret, begun) = sealed::open(&state.guards.forms, &sealed).ok_or_else(expired)?;
        let browser = Cookies::at(&state.settings.issuer).browser(headers);
        let browser = browser.and_then(Secret::read).ok_or_else(expired)?;
        if !parameters.single("csrf").is_some_and(|sent| csrf_matches(&sent, &secret, &browser)) {
            return Err(LoginPageError::notice(Notice::Foreign, StatusCode::FORBIDDEN));
        }
        if begun.browser_hash != browser.hash() || begun.expires_at <= state.clock.now() {
            return Err(expired());
        }
        let interaction = find_login(state, secret.hash()).await?.unwrap_or(begun);
        if interaction.stage == Stage::Finished {
            return Err(LoginPageError::notice(Notice::Used, StatusCode::CONFLICT));
        }
        let csrf = csrf_token(&secret, &browser);
        Ok(Self { parameters, secret, sealed, csrf, interaction })
    }

    /// Goes on with the same login in another language.
    pub(super) fn switch_to(&mut self, state: &IdentityState, language: Language) -> Result<()> {
        self.interaction.language = language;
        self.sealed = sealed::seal(&state.guards.forms.present, &self.secret, &self.interaction)?;
        Ok(())
    }

    /// Returns what the next page of the same login is made with.
    pub(super) fn view<'a>(&'a self, state: &'a IdentityState) -> View<'a> {
        View {
            state,
            language: self.interaction.language,
            keys: FormKeys { interaction: &self.sealed, csrf: &self.csrf },
            destination: &self.interaction.destination,
        }
    }

    /// Returns a field of the form; empty when it is absent, sent twice or no text.
    pub(super) fn field(&self, name: &str) -> String {
        self.parameters.single(name).unwrap_or_default()
    }
}

/// Reads the form of `request`, whose content type it checks.
pub async fn form(request: Request<Body>) -> Result<Parameters, EdgeError> {
    let body = read_form(request, BYTES_MAX).await?;
    Parameters::parse(&body).map_err(|error| EdgeError::malformed(error.to_string()))
}
