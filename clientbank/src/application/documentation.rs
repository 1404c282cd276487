//! Serves the descriptions as files, and the page that shows them where the build has it.

use axum::Router;
use axum::body::Bytes;
use axum::response::IntoResponse;
use axum::routing::get;
use edge::{AreaLimits, REQUEST_TIME_MAX, area_router};
use http::header;
use utoipa::openapi::OpenApi;

#[cfg(feature = "documentation")]
use super::documentation_page;
use super::documents::Documents;
use super::root_error::RootError;

/// The paths of the descriptions.
pub(super) const PREFIXES: &[&str] = &["/openapi.json", "/openapi", "/docs"];

/// The area of the descriptions; it reads nothing and takes no body.
const DOCUMENTATION: AreaLimits =
    AreaLimits { name: "documentation", body_bytes_max: 1024, request_time_max: REQUEST_TIME_MAX };
/// The description of all areas.
const MERGED: &str = "/openapi.json";

/// Routes `/openapi.json`, `/openapi/AREA.json` and `/docs`.
pub(super) fn routes(documents: &Documents) -> Router {
    let each = documents.areas().map(|(name, description)| (format!("/openapi/{name}.json"), description));
    let all: Vec<(String, &OpenApi)> =
        std::iter::once((MERGED.to_owned(), documents.merged())).chain(each).collect();
    let router = all
        .iter()
        .fold(Router::new(), |router, (path, description)| router.route(path, document(description)));
    #[cfg(feature = "documentation")]
    let router = router.merge(documentation_page::routes(all.into_iter().map(|(path, _)| path).collect()));
    area_router::<RootError>(DOCUMENTATION, router)
}

/// A description never changes while the program runs, so it is rendered once.
fn document(description: &OpenApi) -> axum::routing::MethodRouter {
    let body = Bytes::from(description.to_json().unwrap_or_default());
    get(move || async move { ([(header::CONTENT_TYPE, "application/json")], body).into_response() })
}
