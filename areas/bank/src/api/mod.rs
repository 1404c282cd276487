//! The operations over HTTP, for the bank's own systems.

mod actions;
mod answers;
mod books;
mod calendar;
mod caller;
mod error;
mod examples;
pub mod files;
mod messages;
mod order;
mod token;
mod wire;

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::routing::get;
use edge::{About, AreaLimits, EdgeError, OperationList, Operations, QueryList, operation};
use utoipa::openapi::{OpenApi, Server};

use crate::state::BankState;
use error::BankError;
pub(crate) use order::orders_text;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/bank/v1", DESCRIPTION_PATH];
pub const DESCRIPTION_PATH: &str = "/openapi/bank.json";

/// The most bytes of a body: a bunch of facts.
const BODY_BYTES_MAX: usize = 8 * 1024 * 1024;

/// The deeds of people go on while the bank is read-only: it is they who end that.
const GOING_ON: &[&str] = &[
    "/bank/v1/token",
    "/bank/v1/actions/{action}",
    "/bank/v1/actions/{action}/rehearsal",
    "/bank/v1/proposals/{number}/decision",
    "/bank/v1/proposals/{number}/execution",
];

const LIMITS: AreaLimits = AreaLimits { going_on: GOING_ON, ..AreaLimits::new("bank", BODY_BYTES_MAX) };

const ABOUT: About = About {
    title: "Bank API",
    version: "0.1.0",
    description: "For the systems of the bank behind the channel, which take orders and answer them, and for the \
        bank's people. docs/CONNECT.md leads through it.",
    tags: &[
        ("Tokens", "How a system proves who it is (RFC 7523)."),
        ("Orders", "What the bank is to decide or book."),
        ("Books", "What the channel has booked, for the core."),
        ("Feed", "What the core has booked, where it keeps the accounts."),
        ("Calendar", "Business days and cut-off times, from the core."),
        ("People", "What people of the bank do, and approve."),
        ("Registry", "What people of the bank look up."),
    ],
};

pub static OPERATIONS: Operations<BankState> = Operations::new::<BankError>(LIMITS, ABOUT, operations);

/// Returns the description of the API at an address.
pub fn description(address: &str) -> OpenApi {
    let mut description = OPERATIONS.openapi();
    description.servers = Some(vec![Server::new(address)]);
    description
}

/// Routes them, with their description beside them, which is made when somebody asks for it.
pub(crate) fn routes(state: BankState) -> Router {
    let (address, made) = (state.address.clone(), Arc::<OnceLock<OpenApi>>::default());
    let described = move || async move { axum::Json(made.get_or_init(|| description(&address)).clone()) };
    OPERATIONS.routes(state).route(DESCRIPTION_PATH, get(described))
}

fn operations() -> OperationList<BankState> {
    use BankError as E;
    OperationList::new()
        .routes(operation!(token::create_token, E::ASSERTION_REFUSED))
        .routes(operation!(order::list_orders))
        .routes(operation!(order::get_order, E::NOT_FOUND))
        .routes(operation!(answers::answer_order, E::NOT_FOUND, E::CONTRADICTS, E::WITHDRAWN, E::IMPOSSIBLE))
        .routes(operation!(order::get_documents, E::NOT_FOUND))
        .routes(operation!(order::get_document, E::NOT_FOUND))
        .routes(operation!(order::get_parts, E::NOT_FOUND))
        .routes(operation!(
            answers::answer_parts_of_order,
            E::NOT_FOUND,
            E::CONTRADICTS,
            E::WITHDRAWN,
            E::IMPOSSIBLE,
            E::TOO_MANY
        ))
        .routes(operation!(answers::return_order, E::NOT_FOUND, E::CONTRADICTS, E::IMPOSSIBLE))
        .routes(operation!(books::get_journal, E::FOR_THE_CORE, E::KEPT_BY_CORE))
        .routes(operation!(
            books::get_trial_balance,
            E::FOR_THE_CORE,
            E::KEPT_BY_CORE,
            E::DAY_NOT_CLOSED,
            E::DAY_ARCHIVED
        ))
        .routes(operation!(books::get_breaks, E::FOR_THE_CORE, E::KEPT_BY_CORE))
        .routes(operation!(books::get_not_told, E::FOR_THE_CORE, E::KEPT_BY_CORE))
        .routes(operation!(books::get_feed, E::FOR_THE_CORE, E::KEPT_HERE))
        .routes(operation!(books::take_feed, E::FOR_THE_CORE, E::KEPT_HERE, E::GAP, E::TOO_MANY))
        .routes(operation!(calendar::get_calendar, E::FOR_THE_CORE))
        .routes(operation!(calendar::put_calendar, E::FOR_THE_CORE, E::DAY_HAS_PASSED))
        .merge(of_people())
        .routes(operation!(messages::post_message))
        .routes(operation!(answers::answer_orders, E::TOO_MANY))
}

fn of_people() -> OperationList<BankState> {
    use BankError as E;
    use actions as a;
    OperationList::new()
        .routes(operation!(a::calls::list_actions))
        .routes(operation!(a::calls::rehearse_action, E::ABSENT, E::ROLE_MISSING, E::REFUSED))
        .routes(operation!(
            a::calls::perform_action,
            E::ABSENT,
            E::ROLE_MISSING,
            E::NEEDS_TWO,
            E::SIGNATURE,
            E::REFUSED
        ))
        .routes(operation!(a::proposals::list_proposals))
        .routes(operation!(a::proposals::get_proposal, E::ABSENT))
        .routes(operation!(
            a::proposals::decide_proposal,
            E::ABSENT,
            E::ROLE_MISSING,
            E::OWN,
            E::STATE,
            E::SIGNATURE
        ))
        .routes(operation!(
            a::proposals::execute_proposal,
            E::ABSENT,
            E::ROLE_MISSING,
            E::STATE,
            E::COMMAND,
            E::LOOK_AGAIN,
            E::REFUSED
        ))
        .routes(operation!(a::registry::list_tables))
        .routes(operation!(a::registry::list_rows, E::ABSENT, E::REFUSED))
        .routes(operation!(a::registry::get_row, E::ABSENT, E::REFUSED))
        .routes(operation!(a::trail::list_trail))
        .routes(operation!(a::trail::get_receipt, E::ABSENT))
}

/// Reads the number after which a list begins; 0 when there is none.
fn after(query: &QueryList<BankError>) -> Result<i64, BankError> {
    let Some(text) = query.single("after")? else { return Ok(0) };
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    let wrong =
        || EdgeError::malformed("The query parameter `after` must be the `nextAfter` of an answer").into();
    text.parse::<i64>().ok().filter(|_| is_plain).ok_or_else(wrong)
}
