//! Tables of a company: one file for each, SQL and rows, nothing decided.

pub mod invitations;
pub mod scheme_changes;

use area::SealedPlace;
use sealing::Purpose;
use store::Query;

store::migrations! {
    "company":
        1 "invitations and changes of signature schemes" "../../migrations/0001_baseline.sql"
}

/// Every SQL text of the area, for the test that prepares them on both engines.
pub static QUERIES: &[&[&Query]] = &[invitations::QUERIES, scheme_changes::QUERIES];

/// The columns with secrets that the master key seals.
pub const SEALED: &[SealedPlace] = &[SealedPlace {
    name: "invitations",
    purpose: Purpose::SecondFactors,
    behind: &invitations::SEALED_INVITATIONS,
    replace: &invitations::SEALED_INVITATION_REPLACE,
}];
