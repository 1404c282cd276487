//! Statements that have not ended, as operators count them.

use kernel::Instant;

/// The states that are counted: what the program does next or people still have to sign. Drafts and statements with
/// errors wait for their company for as long as it likes.
pub const UNDER_WAY_STATES: [&str; 8] = [
    "CHECKING",
    "AWAITING_SIGN",
    "AWAITING_SIGN_WITH_WARNINGS",
    "SIGNING",
    "PARTLY_SIGNED",
    "AWAITING_SEND",
    "SCHEDULED",
    "PROCESSING",
];

/// The statements of one state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnderWay {
    pub state: String,
    pub statements: i64,
    /// The moment since when the oldest has been in it.
    pub since: Instant,
}
