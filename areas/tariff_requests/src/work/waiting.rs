//! Tells a person which requests and how many letters wait for the person.

use std::cmp::Reverse;

use kernel::Cnum;
use store::{Result, Tx};

use super::failure::Failure;
use super::sign::signing_in;
use crate::request::TariffRequest;
use crate::request_state::RequestState;
use crate::state::TariffRequestsState;
use crate::store::access::may_act;
use crate::store::{letters, requests};
use crate::viewer::Viewer;

/// The states in which a request waits for signatures.
pub(crate) const UNSIGNED: [RequestState; 2] = [RequestState::Unsigned, RequestState::PartiallySigned];

/// Lists the company's requests that lack a signature which the viewer can give, newest first.
pub(crate) async fn requests_to_sign(
    area: &TariffRequestsState,
    viewer: &Viewer,
    cnum: &Cnum,
) -> Result<Vec<TariffRequest>, Failure> {
    let (viewer, cnum) = (viewer.clone(), cnum.clone());
    let work = move |tx: &mut Tx| {
        let mut found = Vec::new();
        if !may_act(tx, &viewer, &cnum)? {
            return Ok(found);
        }
        for state in UNSIGNED {
            for request in requests::in_state(tx, &cnum, state)? {
                if signing_in(tx, &viewer, &request)?.own.is_ok() {
                    found.push(request);
                }
            }
        }
        found.sort_by_key(|request| Reverse((request.created_at, request.id.number())));
        Ok::<_, Failure>(found)
    };
    area.store.read("tariff requests, to sign", work).await
}

/// Counts the company's letters with an answer of the bank that nobody has opened, no further than one more than is
/// ever told.
pub(crate) async fn unread_letters(area: &TariffRequestsState, cnum: &Cnum) -> Result<u32> {
    let cnum = cnum.clone();
    let work = move |tx: &mut Tx| letters::unread(tx, &cnum, store::counted_rows_max!());
    let unread = area.store.read("letters, unread", work).await?;
    Ok(u32::try_from(unread.len()).unwrap_or(u32::MAX))
}
