//! The pages about a company: its integrations, its users and its invitations.

mod administration;
mod integrations;
pub(in crate::pages) mod invitations;
pub(in crate::pages) mod users;

use axum::Router;

use super::online_bank_state::OnlineBankPages;

/// Routes the pages behind a login.
pub(super) fn routes() -> Router<OnlineBankPages> {
    integrations::routes().merge(users::routes()).merge(invitations::routes())
}
