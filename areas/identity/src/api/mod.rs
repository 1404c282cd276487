//! Operations at `{auth_url}`: those that are part of the contract with clients.
//!
//! Browsers may read the discovery documents, the key set and the userinfo endpoint from pages of any origin: none
//! of them looks at cookies. The token, revocation and introspection endpoints take the client's secret, which no
//! page in a browser may hold, so they allow no other origin (CORS).

mod authenticate;
mod authorize;
mod discovery;
mod error;
mod examples;
mod form;
mod introspection;
mod logout;
mod open;
mod sandbox;
mod token;
mod userinfo;

use axum::Router;
use axum::routing::options;
use edge::{About, AreaLimits, OperationList, Operations, operation};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, OpenApi};

pub use error::IdentityError;
pub(crate) use sandbox::{SANDBOX_PREFIXES, sandbox_routes};

use crate::login::parameters::BYTES_MAX;
use crate::pages::steps;
use crate::pages::steps::error::LoginPageError;
use crate::state::IdentityState;

/// The area: it owns its whole listener.
const LIMITS: AreaLimits = AreaLimits { going_on: LOGIN, ..AreaLimits::new("identity", BYTES_MAX) };

/// The routes by which people and software log in, look and log out.
const LOGIN: &[&str] = &[
    "/authorize",
    "/introspect",
    "/login",
    "/login/cancel",
    "/login/code",
    "/login/company",
    "/login/language",
    "/login/new-password",
    "/login/passkey",
    "/login/passkey/challenge",
    "/logout",
    "/revoke",
    "/token",
    "/userinfo",
];

const ABOUT: About = About {
    title: "Business Banking Client API: identity",
    version: "1.0.0",
    description: "OpenID Connect 1.0 Authorization Code flow with PKCE. A browser brings the user to `/authorize`; the \
        client's server exchanges the code for tokens at `/token` and refreshes them there. Business operations \
        take the \
        access token in the Authorization header and, where listed, the identity token in the Id-Token header.",
    tags: &[
        ("Login", "Pages to which a browser is sent"),
        ("Tokens", "Operations for the client's server"),
        ("Discovery", "Documents that client libraries read first"),
    ],
};

/// Declares the parameters of a request that a browser sends in an address or in a form. They are read one by one, so
/// this only describes them, for both at once.
macro_rules! request_parameters {
    (
        $(#[$documentation:meta])*
        $name:ident { $($(#[$field_documentation:meta])+ $field:ident: $type:ty [$($rules:tt)+],)+ }
    ) => {
        $(#[$documentation])*
        #[derive(utoipa::IntoParams, utoipa::ToSchema)]
        #[into_params(parameter_in = Query)]
        #[expect(dead_code, reason = "describes the parameters, which are read one by one")]
        struct $name {
            $($(#[$field_documentation])+ #[param($($rules)+)] #[schema($($rules)+)] $field: $type,)+
        }
    };
}
use request_parameters;

pub static OPERATIONS: Operations<IdentityState> =
    Operations::new::<IdentityError>(LIMITS, ABOUT, operations);

/// The scheme by which clients authenticate.
fn head() -> OpenApi {
    let mut components = Components::new();
    let basic = Http::builder()
        .scheme(HttpAuthScheme::Basic)
        .description(Some("client_id and client_secret, percent-encoded (RFC 6749, 2.3.1) or as they are"))
        .build();
    components.add_security_scheme("client", SecurityScheme::Http(basic));
    let mut document = OpenApi::default();
    document.components = Some(components);
    document
}

fn operations() -> OperationList<IdentityState> {
    use IdentityError as E;
    use LoginPageError as Pages;
    OperationList::beginning_with(head)
        .routes(operation!(
            authorize::start_login,
            Pages::BAD_CLIENT,
            Pages::TOO_MANY,
            Pages::FAILED,
            Pages::UNAVAILABLE
        ))
        .routes(operation!(
            authorize::start_login_by_post,
            Pages::BAD_CLIENT,
            Pages::FORM_TOO_SLOW,
            Pages::FORM_TOO_LONG,
            Pages::NO_FORM,
            Pages::TOO_MANY,
            Pages::FAILED,
            Pages::UNAVAILABLE
        ))
        .untold(steps::router())
        .routes(operation!(token::issue_tokens, E::GRANT_REFUSED, E::GRANT_UNKNOWN, E::SCOPE_REFUSED))
        .routes(operation!(introspection::revoke_token))
        .routes(operation!(introspection::introspect_token))
        .routes(operation!(userinfo::get_user_info, E::TOKEN_REFUSED, E::INSUFFICIENT_SCOPE))
        .routes(operation!(userinfo::get_user_info_by_post, E::TOKEN_REFUSED, E::INSUFFICIENT_SCOPE))
        .untold(Router::new().route("/userinfo", options(open::preflight)))
        .routes(operation!(logout::end_session, Pages::BAD_CLIENT, Pages::FAILED, Pages::UNAVAILABLE))
        .routes(operation!(logout::end_session_by_post, Pages::BAD_CLIENT, Pages::FAILED, Pages::UNAVAILABLE))
        .routes(operation!(discovery::get_openid_configuration))
        .routes(operation!(discovery::get_authorization_server_metadata))
        .routes(operation!(discovery::get_key_set))
}
