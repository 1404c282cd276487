//! The accounts operations over HTTP (spec section 4.2). One file per operation; what they answer is in `wire`, what
//! they refuse in `error`, what is said about them in `document` and `schema`.

mod document;
mod error;
mod examples;
mod get_account;
mod list_accounts;
mod schema;
mod wire;

use std::sync::Arc;

use axum::Router;
use axum::extract::FromRef;
use axum::response::Response;
use edge::{Area, Caller, Edge, REQUEST_TIME_MAX, area_router, described, written_json};
use http::{HeaderValue, header};
use kernel::{BankZone, Clock};
use store::Store;
use utoipa::OpenApi as _;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::store::Viewer;

pub use error::{AccountsError, ErrorBody};
pub use schema::AccountResponse;

/// Bytes of a body: no operation takes one.
const BODY_BYTES_MAX: usize = 1_024;

/// What the operations lie below.
pub const PREFIXES: &[&str] = &["/v1/accounts"];

const AREA: Area =
    Area { name: "accounts", body_bytes_max: BODY_BYTES_MAX, request_time_max: REQUEST_TIME_MAX };

/// What the operations work with.
#[derive(Clone, Debug)]
pub struct AccountsState {
    /// Where accounts, rights and rates are.
    pub store: Store,
    /// Who verifies the tokens.
    pub edge: Edge,
    /// Tells which day it is.
    pub clock: Arc<dyn Clock>,
    /// Where the bank counts its days and shows its moments.
    pub zone: BankZone,
}

impl FromRef<AccountsState> for Edge {
    fn from_ref(state: &AccountsState) -> Self {
        state.edge.clone()
    }
}

impl AccountsState {
    fn viewer<'a>(&self, caller: &'a Caller) -> Viewer<'a> {
        let today = self.zone.date_of(self.clock.now());
        Viewer { user: &caller.user, company: &caller.company, client: &caller.client, today }
    }
}

/// The operations below `/v1/accounts` with everything they answer, and their description.
pub fn routes(state: AccountsState) -> (Router, OpenApi) {
    let (router, description) = operations().split_for_parts();
    (area_router::<AccountsError>(AREA, router.with_state(state)), description)
}

/// The description alone: OpenAPI 3.1, as the area publishes it.
#[must_use]
pub fn openapi() -> OpenApi {
    operations().into_openapi()
}

fn operations() -> OpenApiRouter<AccountsState> {
    let document = described(
        document::Document::openapi(),
        "Accounts",
        document::VERSION,
        "One or all accounts of a client with the fields the caller chooses.",
    );
    OpenApiRouter::with_openapi(document)
        .routes(routes!(get_account::get_account))
        .routes(routes!(list_accounts::list_accounts))
}

/// A finished answer. Balances are nobody else's business: no cache may keep them.
fn json(body: Vec<u8>) -> Response {
    let mut response = written_json(body);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
