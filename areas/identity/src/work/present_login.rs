//! Finds a login under way, and the stage that its next page is for.

use clients::Company;
use store::Result;

use super::finish_login::offered_companies;
use crate::login::interaction::{Interaction, Stage};
use crate::state::IdentityState;
use crate::store::interactions;

/// Stage of a login, with what its page shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presented {
    /// Login and password are asked for.
    Password,
    /// The one-time code is asked for.
    SecondFactor,
    /// One of these companies is to be picked.
    Company(Vec<Company>),
    /// A one-time password is to be replaced.
    NewPassword,
    Finished,
}

/// Returns the login named by the secret whose hash is `hash`. It has a row from the moment on when the password was
/// right.
pub async fn find_login(state: &IdentityState, hash: String) -> Result<Option<Interaction>> {
    state.store.read("login.find", move |tx| interactions::find(tx, &hash)).await
}

/// Returns the stage that the login is at now.
pub async fn present_login(state: &IdentityState, hash: String) -> Result<Presented> {
    state
        .store
        .read("login.present", move |tx| {
            let Some(found) = interactions::find(tx, &hash)? else { return Ok(Presented::Password) };
            Ok(match &found.stage {
                Stage::Password => Presented::Password,
                Stage::SecondFactor { .. } => Presented::SecondFactor,
                Stage::Company(known) => Presented::Company(offered_companies(tx, &found, &known.user)?),
                Stage::NewPassword(_) => Presented::NewPassword,
                Stage::Finished => Presented::Finished,
            })
        })
        .await
}
