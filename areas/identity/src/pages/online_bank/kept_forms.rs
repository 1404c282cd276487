//! Forms that outlive their session, kept in the bank's tables.

use ::pages::{FormOwner, KeptForm, KeptForms, Reply};
use kernel::SessionId;

use crate::login::interaction::Secret;
use crate::state::IdentityState;
use crate::work::keep_form::{find_kept_form, keep_form, take_kept_form};

#[derive(Clone)]
pub struct InTables(IdentityState);

impl IdentityState {
    /// Returns what keeps the forms of sessions that have ended.
    pub fn kept_forms(&self) -> InTables {
        InTables(self.clone())
    }
}

kernel::debug_shows!(InTables { .. });

impl KeptForms for InTables {
    fn keep<'a>(
        &'a self,
        owner: FormOwner<'a>,
        session: &'a SessionId,
        form: KeptForm,
    ) -> Reply<'a, Option<String>> {
        Box::pin(async move {
            let key = keep_form(&self.0, owner, session, form).await?;
            Ok(key.map(|key| key.as_str().to_owned()))
        })
    }

    fn find<'a>(&'a self, owner: FormOwner<'a>, key: &'a str) -> Reply<'a, Option<KeptForm>> {
        Box::pin(async move {
            let Some(key) = Secret::read(key) else { return Ok(None) };
            Ok(find_kept_form(&self.0, owner, &key).await?)
        })
    }

    fn take<'a>(&'a self, owner: FormOwner<'a>, key: &'a str) -> Reply<'a, bool> {
        Box::pin(async move {
            let Some(key) = Secret::read(key) else { return Ok(false) };
            Ok(take_kept_form(&self.0, owner, &key).await?)
        })
    }
}
