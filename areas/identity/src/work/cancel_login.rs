//! Cancels a login: the person gives up.

use store::Result;

use super::finish_login::{Arrival, refuse};
use super::step::Step;
use crate::login::authorize_request::AuthorizeError;
use crate::login::interaction::{Interaction, Stage};
use crate::state::IdentityState;

/// Ends a login without a code.
pub async fn cancel_login(state: &IdentityState, interaction: &Interaction) -> Result<Arrival> {
    let cancelled = AuthorizeError::Cancelled;
    // Nobody has proved anything yet: there is nothing to end and nobody to tell of.
    if interaction.stage == Stage::Password {
        return Ok(Arrival::Refused(cancelled));
    }
    let interaction = interaction.clone();
    let step = Step::of_request(state);
    state
        .store
        .write_guarded("login.cancel", move |tx| {
            refuse(tx, &interaction, interaction.stage.user(), cancelled, &step)
        })
        .await
}
