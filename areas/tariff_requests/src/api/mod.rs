//! The operations of spec section 4.4 over HTTP. What they refuse is in `error`, what they answer in
//! `wire`, what their paths name in `path`, real answers in `examples`.

mod caller;
mod download;
mod error;
mod examples;
mod list;
mod making;
mod path;
mod request;
mod sandbox;
mod wire;

pub(crate) use sandbox::{SANDBOX_PREFIXES, sandbox_routes};

use axum::http::HeaderValue;
use axum::response::{IntoResponse, Response};
use edge::{About, AreaLimits, OperationList, Operations, operation};
use http::header;
use serde::Serialize;

use crate::state::TariffRequestsState;
use error::TariffError;

pub(crate) const PREFIXES: &[&str] = &["/v1/ctcm"];

/// The most bytes of a body: two short texts with room for what later versions add.
const BODY_BYTES_MAX: usize = 16 * 1024;

const LIMITS: AreaLimits = AreaLimits {
    going_on: &["/v1/ctcm/request/generate"],
    ..AreaLimits::new("tariff_requests", BODY_BYTES_MAX)
};

const ABOUT: About = About {
    title: "Tariff plan change requests",
    version: "1.0.0",
    description: "Make, view, sign elsewhere, download and delete requests to change a client's tariff plan; cancel a \
        future change.",
    tags: &[(
        "Tariff requests",
        "Requests to change a client's tariff plan (spec sections 2.4, 3.3 and 4.4).",
    )],
};

pub static OPERATIONS: Operations<TariffRequestsState> =
    Operations::new::<TariffError>(LIMITS, ABOUT, operations);

fn operations() -> OperationList<TariffRequestsState> {
    use TariffError as E;
    OperationList::new()
        .routes(operation!(
            making::generate_tariff_request,
            E::FIELD_MISSING,
            E::CLIENT_NOT_FOUND,
            E::PLAN_NOT_FOUND
        ))
        .routes(operation!(
            making::create_tariff_request,
            E::FIELD_MISSING,
            E::CLIENT_NOT_FOUND,
            E::PLAN_NOT_FOUND,
            E::REQUEST_ALREADY_EXISTS
        ))
        .routes(operation!(making::correspond_about_future_tariff, E::CANCEL_ALREADY_REQUESTED))
        .routes(operation!(request::get_tariff_request_history))
        .routes(operation!(request::get_tariff_request_pre_sign))
        .routes(operation!(download::download_tariff_request))
        .routes(operation!(request::get_tariff_request_body))
        .routes(operation!(request::get_tariff_request_body_by_document))
        .routes(operation!(list::list_tariff_requests))
        .routes(operation!(request::delete_tariff_request, E::REQUEST_NOT_UNSIGNED))
}

/// An answer. What a client has agreed with its bank belongs into no cache.
fn json(body: &impl Serialize) -> Response {
    let no_store = (header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    ([no_store], axum::Json(body)).into_response()
}
