//! What users of the online bank see of their company's statements and do to them (PAY-15).
//!
//! Everything that changes a statement names the version that the user saw, so that nobody signs or corrects what has become
//! something else meanwhile; and writes its entry of the audit trail in the same unit of work. Whether a user may do it is
//! asked in that unit too. A statement of another company is answered like one that does not exist.

mod change;
mod correct;
mod document;
mod list;
mod see;
mod sign;

pub use crate::store::intake::Origin;
pub use crate::store::signatures::GivenSignature;
pub use crate::store::viewing::{FoundAtTransfers, SeenTransfer};
pub use change::{OfficeError, delete};
pub use correct::{Correction, TermsCorrection, correct};
pub use document::{SigningDocument, signing_document};
pub(crate) use list::dynamic_queries;
pub use list::{Filter, LIST_LIMIT_MAX, StatementPage, list};
pub use see::{
    Candidate, Counts, Detail, HistoryLine, OfficeTransfer, Signer, TRANSFERS_LIMIT_MAX, Transfers, detail,
    transfers,
};
pub use sign::{HowSigned, sign};

use store::Query;

/// Every text of these modules.
pub(crate) fn queries() -> Vec<&'static Query> {
    [correct::QUERIES, see::QUERIES].concat()
}
