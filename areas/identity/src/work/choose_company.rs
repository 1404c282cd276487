//! Chooses the company that the person acts for; the tokens carry it (IDN-03).

use store::{Result, Tx};

use super::finish_login::{Arrival, hold_active_user, offered_companies, refuse, succeed};
use super::step::Step;
use crate::login::authorize_request::AuthorizeError;
use crate::login::interaction::{Interaction, Known};
use crate::state::IdentityState;

/// Finishes the login for the company whose number was `picked`. Another number than the offered ones leads to the
/// choice again.
pub async fn choose_company(
    state: &IdentityState,
    interaction: &Interaction,
    known: Known,
    picked: String,
) -> Result<Arrival> {
    let interaction = interaction.clone();
    let step = Step::of_request(state);
    let choose = move |tx: &mut Tx| {
        // The offer is looked up again: the page may have been open for a quarter of an hour.
        let user = &known.user;
        let companies = match hold_active_user(tx, user)? {
            Some(_) => offered_companies(tx, &interaction, user)?,
            None => Vec::new(),
        };
        match companies.iter().find(|company| company.cnum.as_str() == picked) {
            Some(company) => succeed(tx, &interaction, &known, &company.cnum, &step),
            None if companies.is_empty() => {
                refuse(tx, &interaction, Some(user), AuthorizeError::NoCompany, &step)
            }
            None => Ok(Arrival::Choose(companies)),
        }
    };
    state.store.write_guarded("login.company", choose).await
}
