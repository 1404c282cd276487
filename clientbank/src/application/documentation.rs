//! The descriptions as files, and a page to read them and try their operations, bundled in the program.

use axum::Router;
use axum::response::IntoResponse;
use axum::routing::get;
use edge::{Area, REQUEST_TIME_MAX, area_router};
use http::{HeaderValue, header};
use tower::ServiceBuilder;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::documents::Documents;
use super::root_error::RootError;

/// What the descriptions lie below.
pub(super) const PREFIXES: &[&str] = &["/openapi.json", "/openapi", "/docs"];

/// The area of the descriptions; it reads nothing and takes no body.
const DOCUMENTATION: Area =
    Area { name: "documentation", body_bytes_max: 1024, request_time_max: REQUEST_TIME_MAX };

/// The page runs its own scripts, talks to its own origin and is shown in no frame. Its styles are written into the
/// page by its scripts, hence `unsafe-inline` for styles alone.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// `/openapi.json`, `/openapi/AREA.json` and `/docs`.
pub(super) fn routes(documents: &Documents) -> Router {
    let mut router = Router::new().route("/openapi.json", document(documents.merged()));
    let mut paths = vec!["/openapi.json".to_owned()];
    for (name, description) in documents.areas() {
        let path = format!("/openapi/{name}.json");
        router = router.route(&path, document(description));
        paths.push(path);
    }
    let config = Config::new(paths)
        .try_it_out_enabled(true)
        .persist_authorization(false)
        .display_request_duration(true);
    let page: Router = SwaggerUi::new("/docs").config(config).into();
    let policy = SetResponseHeaderLayer::overriding(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    );
    let page = page.layer(ServiceBuilder::new().layer(policy));
    area_router::<RootError>(DOCUMENTATION, router.merge(page))
}

/// A description never changes while the program runs, so it is rendered once.
fn document(description: &OpenApi) -> axum::routing::MethodRouter {
    let text = description.to_json().unwrap_or_default();
    let body: &'static str = Box::leak(text.into_boxed_str());
    get(move || async move { ([(header::CONTENT_TYPE, "application/json")], body).into_response() })
}
