//! Keeps the tables small; a worker calls it from time to time.

use identity::IdentityState;
use identity::work::keep_house::prune;
use store::Result;

use crate::invitation::INVITATION_KEPT_S;
use crate::store::invitations::INVITATIONS_PRUNE;

/// Deletes invitations that no question can be about any more. To be called every minute or so, by any number of
/// processes.
pub async fn tidy_up(state: &IdentityState) -> Result<()> {
    let before = state.clock.now().plus_seconds(-INVITATION_KEPT_S);
    prune(state, &INVITATIONS_PRUNE, before).await
}
