//! Clients that a person may act for (GEN-04), as use cases check it.

use kernel::Cnum;
use store::Tx;

use super::failure::Failure;
use crate::broken_rule::BrokenRule;
use crate::store::access::may_act;
use crate::viewer::Viewer;

/// Refuses a client that the viewer may not act for like one that does not exist.
pub(super) fn check_access(tx: &mut Tx, viewer: &Viewer, cnum: &Cnum) -> Result<(), Failure> {
    if may_act(tx, viewer, cnum)? { Ok(()) } else { Err(BrokenRule::ClientNotFound.into()) }
}
