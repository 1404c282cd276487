//! The use cases of payroll, one verb a file. Only here a unit of work is opened.
//!
//! A use case takes domain values and the state of the area, asks the rows (`store`), decides by the domain, and writes
//! the audit trail and the jobs in the same unit of work. The API calls [`take_in`], [`validate`] and [`view`]; the
//! online bank [`list`], [`detail`], [`correct`], [`sign`] and [`delete`] (PAY-15); the workers [`check`], [`lapse`]
//! and [`execute`].
//!
//! Everything that a user of the online bank changes names the version that the user saw, so that nobody signs or
//! corrects what has become something else meanwhile. The user's rights are read in the unit that changes. A statement
//! of another company is answered like one that does not exist.

mod access;
pub(crate) mod check;
mod conversions;
mod correct;
mod delete;
mod detail;
mod document;
mod edit;
mod embedded_rail;
mod error;
pub(crate) mod execute;
pub mod job_kind;
pub(crate) mod lapse;
mod list;
pub(crate) mod prove;
mod sign;
mod step;
pub(crate) mod take_in;
mod trail;
pub(crate) mod validate;
mod verification;
pub(crate) mod view;
pub(crate) mod waiting;

pub use correct::correct;
pub use delete::delete;
pub(crate) use detail::enrollment_kind;
pub use detail::{Candidate, Detail, SentAndSeen, Signer, TRANSFERS_LIMIT_MAX, Transfers, detail, transfers};
pub use document::{SigningDocument, signing_document};
pub use embedded_rail::EmbeddedRail;
pub use error::StatementError;
pub use list::{StatementPage, list};
pub use sign::{HowSigned, sign};
pub use trail::Origin;
