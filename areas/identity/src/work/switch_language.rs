//! Switches the language of a login.

use kernel::Language;
use store::{Result, Tx};

use crate::login::interaction::{Interaction, Stage};
use crate::state::IdentityState;
use crate::store::interactions;

/// Keeps the language of a login that has a row; before the password was right its forms alone carry it.
pub async fn switch_language(
    state: &IdentityState,
    interaction: &Interaction,
    language: Language,
) -> Result<()> {
    if interaction.stage == Stage::Password {
        return Ok(());
    }
    let hash = interaction.hash.clone();
    let set = move |tx: &mut Tx| interactions::set_language(tx, &hash, language);
    state.store.write_guarded("login.language", set).await
}
