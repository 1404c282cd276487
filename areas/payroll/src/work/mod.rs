//! The use cases of payroll, one verb a file with its short kin. Only here a unit of work is opened.
//!
//! A use case takes domain values and the state of the area, asks the rows (`store`), decides by the domain, and writes
//! the audit trail and the jobs in the same unit of work. The API calls [`take_in`], [`validate`] and [`view`]; the
//! online bank [`list`], [`detail`], [`correct_terms`], [`sign`] and [`delete`] (PAY-15); the workers [`check`],
//! [`lapse`] and [`execute`].
//!
//! Everything that a user of the online bank changes names the version that the user saw, so that nobody signs or
//! corrects what has become something else meanwhile. The user's rights are read in the unit that changes. A statement
//! of another company is answered like one that does not exist.

mod access;
mod announce;
pub(crate) mod archive_statements;
mod awaited;
pub(crate) mod check;
mod conversions;
mod correct;
mod delete;
mod detail;
mod document;
mod error;
pub(crate) mod execute;
pub mod job_kind;
pub(crate) mod lapse;
mod list;
mod look_again;
mod order;
mod order_returns;
pub(crate) mod payment_orders;
pub(crate) mod people_act;
pub(crate) mod prove;
mod rails;
pub mod rolls;
mod sign;
pub(crate) mod statement_orders;
mod step;
pub(crate) mod stuck;
pub(crate) mod switch;
pub(crate) mod take_in;
mod timing;
mod trail;
mod transfers;
pub(crate) mod unclaimed_orders;
pub(crate) mod validate;
pub(crate) mod view;

pub use awaited::Candidate;
pub(crate) use correct::UNKNOWN_LINE;
pub use correct::{RowCorrection, TransferRow, correct_by_file, correct_rows, correct_terms, transfer_row};
pub use delete::delete;
pub use detail::{Detail, Payer, Signer, detail, payer, status_of};
pub(crate) use detail::{enrollment_kind, open_enrollment_kinds};
pub(crate) use document::document_for;
pub use document::{SigningDocument, signing_document};
pub use error::StatementError;
pub(crate) use list::waiting;
pub use list::{Signing, StatementPage, list};
pub use people_act::sign_wrongly;
pub use rails::{BankRail, EmbeddedRail, RehearsedRail};
pub(crate) use sign::complete;
pub use sign::{
    ChosenStatement, HowSigned, SIGNED_AT_ONCE_MAX, SignedOne, chosen_statements, sign, sign_many,
};
pub use trail::Origin;
pub(crate) use transfers::{FoundTransfers, Sought, search_transfers};
pub use transfers::{SentAndSeen, TRANSFERS_LIMIT_MAX, transfers};
