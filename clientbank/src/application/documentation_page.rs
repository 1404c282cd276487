//! Shows the descriptions as a page on which operations are tried, bundled in the program.

use axum::Router;
use http::{HeaderValue, header};
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa_swagger_ui::{Config, SwaggerUi};

/// The page runs its own scripts, talks to its own origin and is shown in no frame. Its styles are written into the
/// page by its scripts, hence `unsafe-inline` for styles alone.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// Routes `/docs`, which offers the descriptions at these paths.
pub(super) fn routes(descriptions: Vec<String>) -> Router {
    let config = Config::new(descriptions)
        .try_it_out_enabled(true)
        .persist_authorization(false)
        .display_request_duration(true);
    let page: Router = SwaggerUi::new("/docs").config(config).into();
    let policy = SetResponseHeaderLayer::overriding(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    );
    page.layer(ServiceBuilder::new().layer(policy))
}
