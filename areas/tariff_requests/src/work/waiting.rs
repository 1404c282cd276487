//! Tells a person how many requests and letters wait for the person.

use clients::{Right, Rights};
use kernel::{Cnum, UserId};
use store::{Result, Tx};

use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::{letters, requests};

/// The states in which a request waits for signatures.
const UNSIGNED: [RequestState; 2] = [RequestState::Unsigned, RequestState::PartiallySigned];

/// Counts the company's requests that the user can sign and has not, by state; states without any are left out.
pub(crate) async fn requests_to_sign(
    area: &TariffRequestsState,
    user: &UserId,
    cnum: &Cnum,
) -> Result<Vec<(RequestState, u32)>> {
    let (user, cnum) = (user.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let mut found = Vec::new();
        if !signs(clients::rights(tx, &user, &cnum)?) {
            return Ok(found);
        }
        for state in UNSIGNED {
            let count = requests::count_to_sign(tx, &user, &cnum, state)?;
            if count > 0 {
                found.push((state, count));
            }
        }
        Ok(found)
    };
    area.store.read("tariff requests, to sign", work).await
}

/// Counts the company's letters with an answer of the bank that nobody has opened.
pub(crate) async fn unread_letters(area: &TariffRequestsState, cnum: &Cnum) -> Result<u32> {
    let cnum = cnum.clone();
    area.store.read("letters, unread", move |tx| letters::count_unread(tx, &cnum)).await
}

/// Tells whether these rights allow any signature.
fn signs(rights: Rights) -> bool {
    let can_sign = rights.contains(Right::SignFirst) || rights.contains(Right::SignSecond);
    rights.contains(Right::Act) && can_sign
}
