//! The payroll operations over HTTP (spec section 4.5). One file per operation; what a request says is described and
//! read in `intake`, what is refused is in `error`, what is shown of it all in `examples`.

mod create;
mod error;
mod examples;
mod follow;
mod intake;
mod receive;
mod sandbox;
mod validate;
mod wire;

use std::time::Duration;

pub(crate) use sandbox::{SANDBOX_PREFIXES, sandbox_routes};

use edge::{About, AreaLimits, OperationList, Operations, operation};

use crate::state::PayrollState;
use error::PayrollError;

/// The paths of this area, with everything below them.
pub(crate) const PREFIXES: &[&str] = &["/v1/statements", "/v1/statements:validate"];

/// The longest answer: a large body on a slow line takes its time.
const REQUEST_TIME_MAX: Duration = Duration::from_mins(2);

const LIMITS: AreaLimits = AreaLimits {
    name: "payroll",
    body_bytes_max: receive::BODY_BYTES_MAX,
    request_time_max: REQUEST_TIME_MAX,
    going_on: &["/v1/statements:validate"],
};

const ABOUT: About = About {
    title: "Payroll statements",
    version: "1.0.0",
    description: "Create payroll statements, follow their status, read the result of every transfer.",
    tags: &[("Payroll", "Payroll statements (spec sections 2.5, 3.1, 3.2 and 4.5).")],
};

pub static OPERATIONS: Operations<PayrollState> = Operations::new::<PayrollError>(LIMITS, ABOUT, operations);

fn operations() -> OperationList<PayrollState> {
    use PayrollError as E;
    OperationList::new()
        .routes(operation!(
            create::create_statement,
            E::FIELDS_WRONG,
            E::STATEMENT_EXISTS,
            E::EXTERNAL_ID_TAKEN,
            E::NO_RIGHT,
            E::ACCOUNT_NOT_FOUND
        ))
        .routes(operation!(follow::get_statement_status, E::STATEMENT_NOT_FOUND))
        .routes(operation!(follow::list_statement_transfers, E::STATEMENT_NOT_FOUND))
        .routes(operation!(validate::validate_statement, E::BODY_MALFORMED, E::NO_RIGHT))
}
