//! Entries of the audit trail about rolls.

use kernel::Instant;
use serde_json::json;
use store::{Result, Tx};

use crate::roll::RollHead;
use crate::state::PayrollState;
use crate::work::Origin;

/// Writes that this user did `action` with a roll.
pub(super) fn record(
    tx: &mut Tx,
    state: &PayrollState,
    origin: &Origin,
    at: Instant,
    action: &'static str,
    head: &RollHead,
) -> Result<()> {
    let object = ("payroll_roll", head.id.to_string());
    let entry = origin
        .about(state, at, action, object)
        .company(head.cnum.clone())
        .detail(json!({ "kind": head.keeping.as_str(), "rows": head.rows_count }));
    audit::record(tx, entry)
}
