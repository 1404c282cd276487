//! The accounts operations over HTTP (spec section 4.2). What they answer is in `wire`, what they refuse in `error`,
//! what is said about them in `schema` and `examples`. `field` declares what an account shows.

mod accounts;
mod error;
mod examples;
mod field;
mod operations;
mod schema;
mod wire;

use std::sync::Arc;

use axum::body::Body;
use axum::extract::FromRef;
use axum::response::Response;
use edge::{About, AreaLimits, Caller, Edge, OperationList, Operations, operation, written_json};
use http::{HeaderValue, header};
use kernel::{BankZone, Clock};
use store::Store;

use crate::store::Reader;

pub use error::{AccountsError, ErrorBody};
pub use field::{AccountResponse, Field, Fields, FieldsError};
pub use schema::{CounterpartyResponse, OperationResponse, OperationsResponse};

/// The most accounts that an answer without `limit` holds, which is written as it is read; a group of companies has a
/// few hundred.
pub const UNLIMITED_ROWS_MAX: i32 = 1_000_000;

/// Bytes of a body: no operation takes one.
const BODY_BYTES_MAX: usize = 1_024;

pub(crate) const PREFIXES: &[&str] = &["/v1/accounts"];

const LIMITS: AreaLimits = AreaLimits::new("accounts", BODY_BYTES_MAX);

/// Spec section 9 names no version for accounts.
const ABOUT: About = About {
    title: "Accounts",
    version: "1.0.0",
    description: "One or all accounts of a client with the fields the caller chooses, and their operations.",
    tags: &[("Accounts", "Accounts with caller-chosen fields (spec sections 2.2 and 4.2).")],
};

#[derive(Clone, Debug)]
pub struct AccountsState {
    pub store: Store,
    pub edge: Edge,
    pub clock: Arc<dyn Clock>,
    /// The zone in which the bank counts its days and shows its moments.
    pub zone: BankZone,
    /// The most accounts of a list without `limit`, 1,000 at least: [`UNLIMITED_ROWS_MAX`]
    /// but in tests.
    pub whole_list_max: i32,
}

impl FromRef<AccountsState> for Edge {
    fn from_ref(state: &AccountsState) -> Self {
        state.edge.clone()
    }
}

impl AccountsState {
    fn reader(&self, caller: &Caller) -> Reader {
        let today = self.zone.date_of(self.clock.now());
        let client = Some(caller.client.clone());
        Reader { user: caller.user.clone(), company: caller.company.clone(), client, today }
    }
}

pub static OPERATIONS: Operations<AccountsState> =
    Operations::new::<AccountsError>(LIMITS, ABOUT, operations);

fn operations() -> OperationList<AccountsState> {
    OperationList::new()
        .routes(operation!(accounts::get_account, AccountsError::NOT_FOUND))
        .routes(operation!(accounts::list_accounts, AccountsError::LIST_TOO_LONG))
        .routes(operation!(operations::list_operations, AccountsError::NOT_FOUND))
}

/// A finished answer. Balances are nobody else's business: no cache may keep them.
fn json(body: impl Into<Body>) -> Response {
    let mut response = written_json(body);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
