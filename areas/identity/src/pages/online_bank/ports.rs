//! Ports of the crate `pages` that identity answers: the people in front of every page, what they confirm with, and
//! forms that outlive their session.

use ::pages::{
    Confirmation, ConfirmationKind, FormOwner, KeptForm, KeptForms, PageError, People, Proof, Reply,
    SignatureConfirmation, Visit, Visitor,
};
use edge::EdgeError;
use kernel::{SessionId, UserId};

use crate::login::interaction::Secret;
use crate::state::IdentityState;
use crate::work::WorkError;
use crate::work::online_bank::{find_kept_form, keep_form, take_kept_form, visit};
use crate::work::passkeys::ask::has_passkeys;
use crate::work::prove::{confirm, confirmation_kind, lacks_factor};

/// The people of the bank's tables, in sessions that are alive.
impl People for IdentityState {
    fn visitor<'a>(&'a self, visited: Visit<'a>) -> Reply<'a, Option<Visitor>> {
        Box::pin(async move {
            let names = visit(self, visited).await?;
            Ok(names.map(|names| Visitor {
                user_name: names.user_name,
                company_name_ru: names.company_name_ru,
                company_name_en: names.company_name_en,
                roles: names.roles,
                is_administrator: names.is_administrator,
                session_ends_at: names.session.ends_at(self.settings.online_bank),
            }))
        })
    }
}

/// The second factor, or the password again, where something is signed: the credentials of the login.
impl SignatureConfirmation for IdentityState {
    fn kind<'a>(&'a self, user: &'a UserId) -> Reply<'a, ConfirmationKind> {
        Box::pin(async move { Ok(confirmation_kind(self, user).await?) })
    }

    fn takes_passkeys<'a>(&'a self, user: &'a UserId) -> Reply<'a, bool> {
        Box::pin(async move { Ok(has_passkeys(self, user).await?) })
    }

    fn lacks_factor<'a>(&'a self, user: &'a UserId) -> Reply<'a, bool> {
        Box::pin(async move { Ok(lacks_factor(self, user).await?) })
    }

    fn confirm<'a>(&'a self, proof: Proof<'a>) -> Reply<'a, Confirmation> {
        Box::pin(async move { confirm(self, proof).await?.ok_or(PageError::Forbidden) })
    }
}

/// Forms that are kept in the bank's tables.
impl KeptForms for IdentityState {
    fn keep<'a>(
        &'a self,
        owner: FormOwner<'a>,
        session: &'a SessionId,
        form: KeptForm,
    ) -> Reply<'a, Option<String>> {
        Box::pin(async move {
            let key = keep_form(self, owner, session, form).await?;
            Ok(key.map(|key| key.as_str().to_owned()))
        })
    }

    fn find<'a>(&'a self, owner: FormOwner<'a>, key: &'a str) -> Reply<'a, Option<KeptForm>> {
        Box::pin(async move {
            let Some(key) = Secret::read(key) else { return Ok(None) };
            Ok(find_kept_form(self, owner, &key).await?)
        })
    }

    fn take<'a>(&'a self, owner: FormOwner<'a>, key: &'a str) -> Reply<'a, bool> {
        Box::pin(async move {
            let Some(key) = Secret::read(key) else { return Ok(false) };
            Ok(take_kept_form(self, owner, &key).await?)
        })
    }
}

impl From<WorkError> for PageError {
    fn from(error: WorkError) -> Self {
        EdgeError::from(error).into()
    }
}
