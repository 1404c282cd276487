//! `/invitation/{token}`: the link, for whoever has no login yet: password, second factor, recovery codes.
//!
//! The link shows the second factor to nobody but the browser in which the password was chosen.

use ::pages::{
    Cookies, Language, Page, Shell, Switch, add_cookie, choose_language, comes_from_here, compressed,
    see_other,
};
use askama::Template;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, Request, State};
use axum::response::Response;
use axum::{Router, routing};
use edge::{AreaLimits, area_router};
use http::{HeaderMap, StatusCode};
use identity::IdentityState;
use identity::api::IdentityError;
use identity::login::interaction::Secret;
use identity::login::parameters::{BYTES_MAX, Parameters};
use identity::pages::notice::Notice;
use identity::pages::security::{QrPicture, rule_text};
use identity::pages::steps::error::LoginPageError;
use identity::pages::steps::submission::form;
use identity::person::password_rule::PASSWORD_CHARACTERS;
use identity::person::second_factor::TotpSecret;
use identity::work::WorkError;

use super::words::Words;
use crate::pages::administration::rights_text;
use crate::work::invitations::accept::{OpenInvitation, open_invitation};
use crate::work::invitations::choose_password::{PasswordChosen, choose_password};
use crate::work::invitations::confirm_factor::{FactorConfirmed, confirm_factor};

/// The area of the links, in metrics and answers.
const LIMITS: AreaLimits = AreaLimits::new("company", BYTES_MAX);

/// Routes the pages without a login.
pub fn routes(identity: IdentityState) -> Router {
    let links = Router::new()
        .route(
            "/invitation/{token}",
            routing::get(|state, token, request| answer(state, token, request, show_first))
                .post(|state, token, request| answer(state, token, request, take_password)),
        )
        .route(
            "/invitation/{token}/language",
            routing::post(|state, token, request| answer(state, token, request, switch_language)),
        )
        .route(
            "/invitation/{token}/second-factor",
            routing::post(|state, token, request| answer(state, token, request, take_code)),
        )
        .with_state(identity);
    area_router::<IdentityError>(LIMITS, compressed(links))
}

#[derive(Template)]
#[template(path = "invitation.html")]
struct Content<'a> {
    words: &'static Words,
    token: &'a str,
    company: &'a str,
    name: &'a str,
    login: &'a str,
    rights: String,
    characters_max: usize,
    fault: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "invitation_factor.html")]
struct FactorContent<'a> {
    words: &'static Words,
    token: &'a str,
    key: &'a str,
    picture: Option<QrPicture>,
    secret: String,
    fault: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "invitation_codes.html")]
struct CodesContent {
    words: &'static Words,
    codes: Vec<String>,
}

/// Request behind a link, after what every one has to pass.
struct Visit {
    state: IdentityState,
    headers: HeaderMap,
    language: Language,
    words: &'static Words,
    token: String,
}

impl Visit {
    fn new(state: IdentityState, headers: HeaderMap, token: String) -> Self {
        let language = choose_language(None, Cookies::at(&state.settings.issuer), &headers);
        Self { state, headers, language, words: Words::of(language), token }
    }

    /// Reads the form, when it comes from a page of this server.
    async fn form(&self, request: Request<Body>) -> Result<Parameters, LoginPageError> {
        if !comes_from_here(&self.headers, &self.state.settings.issuer) {
            return Err(LoginPageError::notice(Notice::Foreign, StatusCode::FORBIDDEN));
        }
        Ok(form(request).await?)
    }

    async fn open(&self) -> Result<OpenInvitation, LoginPageError> {
        open_invitation(&self.state, &self.token).await?.ok_or_else(gone)
    }

    fn page(
        &self,
        is_refused: bool,
        title: &str,
        switch: Switch<'_>,
        content: &impl Template,
    ) -> Result<Response, LoginPageError> {
        let status = if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        let brand = &self.state.settings.brand;
        let shell = Shell { brand, language: self.language, switch, menu: None };
        let html = shell.wrap(title, content).map_err(::pages::Unwritable::from)?;
        Ok(Page { status, ..Page::new(html, self.language) }.into_response())
    }
}

fn gone() -> LoginPageError {
    LoginPageError::notice(Notice::InvitationOver, StatusCode::NOT_FOUND)
}

async fn show_first(visit: &Visit, _request: Request<Body>) -> Result<Response, LoginPageError> {
    show(visit, None).await
}

async fn show(visit: &Visit, fault: Option<&str>) -> Result<Response, LoginPageError> {
    let open = visit.open().await?;
    let (invitee, words) = (&open.invitation.invitee, visit.words);
    let content = Content {
        words,
        token: &visit.token,
        company: open.company.name(visit.language),
        name: &invitee.full_name,
        login: invitee.login.as_str(),
        rights: rights_text(invitee.rights, visit.language),
        characters_max: *PASSWORD_CHARACTERS.end(),
        fault,
    };
    let path = format!("/invitation/{}/language", visit.token);
    visit.page(fault.is_some(), words.join_title, Switch::Form { path: &path, hidden: &[] }, &content)
}

/// Answers a request behind the link by `step`, unless its address has sent too many: nobody tries links. A path that
/// is no text is a link of nothing.
async fn answer(
    State(state): State<IdentityState>,
    token: Result<Path<String>, PathRejection>,
    request: Request<Body>,
    step: impl AsyncFnOnce(&Visit, Request<Body>) -> Result<Response, LoginPageError>,
) -> Response {
    let token = token.map(|Path(token)| token).unwrap_or_default();
    let visit = Visit::new(state, request.headers().clone(), token);
    let answer = match visit.state.guards.check_begun() {
        Ok(()) => step(&visit, request).await,
        Err(error) => Err(error.into()),
    };
    answer.unwrap_or_else(|error| error.into_response(&visit.state, &visit.headers))
}

/// Shows the first page again in another language, which the browser keeps.
async fn switch_language(visit: &Visit, request: Request<Body>) -> Result<Response, LoginPageError> {
    let form = visit.form(request).await?;
    visit.open().await?;
    let mut response = see_other(&format!("/invitation/{}", visit.token));
    if let Ok(language) = field(&form, "language").parse() {
        let cookies = Cookies::at(&visit.state.settings.issuer);
        add_cookie(response.headers_mut(), &cookies.set_language(language));
    }
    Ok(response)
}

async fn take_password(visit: &Visit, request: Request<Body>) -> Result<Response, LoginPageError> {
    let form = visit.form(request).await?;
    let (password, repeated) = (field(&form, "password"), field(&form, "repeated"));
    if password != repeated {
        return show(visit, Some(visit.words.repeated_wrong)).await;
    }
    match choose_password(&visit.state, &visit.token, &password).await? {
        PasswordChosen::Offered(offered) => {
            show_factor(visit, &offered.key, &offered.secret, &offered.login, None)
        }
        PasswordChosen::Gone => Err(gone()),
        PasswordChosen::Known => show(visit, Some(visit.words.known)).await,
        PasswordChosen::Rule(rule) => show(visit, Some(rule_text(visit.language, rule))).await,
    }
}

fn show_factor(
    visit: &Visit,
    key: &Secret,
    secret: &TotpSecret,
    login: &str,
    fault: Option<&str>,
) -> Result<Response, LoginPageError> {
    let bank = &visit.state.settings.brand.name_en;
    let address = secret.provisioning_uri(bank, login).map_err(WorkError::SecondFactor)?;
    let content = FactorContent {
        words: visit.words,
        token: &visit.token,
        key: key.as_str(),
        picture: QrPicture::encode(&address),
        secret: secret.base32(),
        fault,
    };
    visit.page(fault.is_some(), visit.words.factor_title, Switch::None, &content)
}

async fn take_code(visit: &Visit, request: Request<Body>) -> Result<Response, LoginPageError> {
    let form = visit.form(request).await?;
    let (key, code) = (field(&form, "key"), field(&form, "code"));
    match confirm_factor(&visit.state, &visit.token, &key, &code).await? {
        FactorConfirmed::Joined(codes) => {
            let codes = codes.iter().map(identity::person::recovery_code::RecoveryCode::text).collect();
            let content = CodesContent { words: visit.words, codes };
            visit.page(false, visit.words.codes_title, Switch::None, &content)
        }
        FactorConfirmed::WrongCode { secret, login } => {
            let key = Secret::read(&key).ok_or_else(gone)?;
            show_factor(visit, &key, &secret, login.as_str(), Some(visit.words.code_wrong))
        }
        FactorConfirmed::Gone => Err(gone()),
    }
}

/// Returns a field as it was typed; empty when it is absent or sent twice.
fn field(form: &Parameters, name: &str) -> String {
    form.single(name).unwrap_or_default()
}
