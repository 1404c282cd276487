//! The pictures of the demo's webinars, drawn by the program, and a word about the files that a demo does not have.

use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use edge::{EdgeError, REQUEST_TIME_MAX, area_router};
use http::header;

use super::root_error::{RootError, limits};
use crate::demo::picture;

pub(super) const PREFIXES: &[&str] = &["/webinars"];

const NAME_CHARACTERS_MAX: usize = 128;
/// A picture from elsewhere than a page of the bank runs no script.
const POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
const ABSENT: &str = "Этого файла в демонстрации нет: у настоящего банка он лежит на сервере материалов.\n\
     The demo does not have this file: a real bank keeps it on its media server.\n";

pub(super) fn routes() -> Router {
    area_router::<RootError>(
        limits("demo-media", REQUEST_TIME_MAX),
        Router::new().route("/webinars/{file}", get(file)),
    )
}

async fn file(Path(name): Path<String>) -> Result<Response, RootError> {
    if name.chars().count() > NAME_CHARACTERS_MAX {
        return Err(EdgeError::NotFound.into());
    }
    let common = [(header::CONTENT_SECURITY_POLICY, POLICY), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok(match name.strip_suffix(".svg") {
        Some(stem) => (common, [(header::CONTENT_TYPE, "image/svg+xml")], picture(stem)).into_response(),
        None => (common, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], ABSENT).into_response(),
    })
}
