//! `GET /assets/{file}`: style sheet, script and icon. Their names change with their contents.

use ::pages::assets;
use axum::body::Body;
use axum::extract::State;
use axum::response::Response;
use http::{HeaderMap, HeaderValue, StatusCode, Uri, header};

use super::error::LoginPageError;
use crate::pages::notice::Notice;
use crate::state::IdentityState;

pub(super) async fn get(State(state): State<IdentityState>, uri: Uri, headers: HeaderMap) -> Response {
    let Some(asset) = assets::find(uri.path()) else {
        return LoginPageError::notice(Notice::Start, StatusCode::NOT_FOUND).into_response(&state, &headers);
    };
    let mut response = Response::new(Body::from(asset.content.as_str()));
    let fixed = [
        (header::CONTENT_TYPE, asset.content_type),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    for (name, value) in fixed {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
