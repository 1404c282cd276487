//! Shows the descriptions as a page on which operations are tried, bundled in the program.

use axum::Router;
use http::{HeaderValue, header};
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The page runs its own scripts, talks to its own origin and the identity provider, and is shown in no frame. Its
/// styles are written into the page by its scripts, hence `unsafe-inline` for styles alone.
fn content_security_policy(identity: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         font-src 'self'; connect-src 'self' {identity}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// Routes `/docs`, which offers the descriptions at these paths; `identity` is the address of the identity provider.
pub(super) fn routes(descriptions: Vec<String>, identity: &str) -> Router {
    let config = Config::new(descriptions)
        .try_it_out_enabled(true)
        .persist_authorization(false)
        .display_request_duration(true);
    let page: Router = SwaggerUi::new("/docs").config(config).into();
    let policy = SetResponseHeaderLayer::overriding(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::try_from(content_security_policy(identity)).ok(),
    );
    page.layer(ServiceBuilder::new().layer(policy))
}
