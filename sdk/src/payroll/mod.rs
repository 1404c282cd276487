//! Payroll statements (spec sections 2.5 and 4.5): the request with its digest and signatures, and the answers.

mod calls;
mod request;
mod wait;

pub use calls::{Finding, StatementState, StatementStatus, TransferState, TransferStatus, TransfersPage};
pub use request::{StatementRequest, StatementRequestError};
pub use wait::{POLLING_PACE, Patience, WaitError};
