//! The history of a statement, as people see it.

use kernel::Instant;

use crate::catalogue::Reason;
use crate::lifecycle::StatementStatus;

/// A step that a statement has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryLine {
    /// The status before; none at the creation.
    pub from: Option<StatementStatus>,
    pub to: StatementStatus,
    pub at: Instant,
    /// The user who took it; none for the program itself.
    pub user_name: Option<String>,
    /// The reason, where the statement itself does not say it.
    pub reason: Option<Reason>,
}
