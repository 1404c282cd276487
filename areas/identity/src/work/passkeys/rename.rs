//! Gives a passkey of the person who asks another name.

use kernel::UserId;
use serde_json::json;
use store::{Result, Tx};
use uuid::Uuid;

use crate::person::passkey::PasskeyName;
use crate::state::IdentityState;
use crate::store::passkeys;
use crate::work::finish_login::hold_active_user;
use crate::work::step::Step;

/// Renames a passkey of `user`. False when the user has no such passkey. A name opens nothing, so that no proof is
/// asked for and no session ends.
pub async fn rename_passkey(
    state: &IdentityState,
    user: UserId,
    passkey: Uuid,
    name: PasskeyName,
) -> Result<bool> {
    let step = Step::of_request(state);
    let rename = move |tx: &mut Tx| -> Result<bool> {
        if hold_active_user(tx, &user)?.is_none() || !passkeys::rename(tx, &user, passkey, &name)? {
            return Ok(false);
        }
        let entry = step.own_entry(&user, "user.passkey_renamed");
        audit::record(tx, entry.detail(json!({ "passkey": passkey })))?;
        Ok(true)
    };
    state.store.write_guarded("security.rename_passkey", rename).await
}
