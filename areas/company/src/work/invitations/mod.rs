//! Use cases of invitations (ONL-06): an administrator invites and takes back, the invited person accepts.
//!
//! Every step of the person asks again whether the invitation is open and the administrator still administers the
//! company: what was taken away a moment ago lets nobody in.

pub mod accept;
pub mod choose_password;
pub mod confirm_factor;
pub mod invite;

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
