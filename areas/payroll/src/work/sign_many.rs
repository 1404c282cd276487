//! Several statements signed with one confirmation (ONL-03), or each with a certificate of its signer (ONL-05).
//!
//! Each is signed by itself, in a unit of work of its own: wages of one list do not wait because somebody has just
//! changed another list. So the answer says of each what became of it.

use std::collections::BTreeSet;

use kernel::{Cnum, UserId};

use super::detail::{Detail, detail};
use super::error::Result;
use super::sign::{HowSigned, sign};
use super::trail::Origin;
use crate::identifier::StatementId;
use crate::lifecycle::StatementStatus;
use crate::state::PayrollState;

/// The most statements that are signed with one confirmation.
pub const SIGNED_AT_ONCE_MAX: usize = 50;

#[derive(Debug)]
pub struct SignedOne {
    pub id: StatementId,
    /// Its status then, or why it was not signed.
    pub outcome: Result<StatementStatus>,
}

/// A statement that is to be signed.
#[derive(Clone, Debug)]
pub struct ChosenStatement {
    pub id: StatementId,
    /// Its version, as the user saw it.
    pub version: i64,
    /// The way in which the user signs it; a confirmation was checked by the caller.
    pub how: HowSigned,
}

/// Signs statements of the company, at most [`SIGNED_AT_ONCE_MAX`], each in the version that the user saw.
pub async fn sign_many(
    state: &PayrollState,
    origin: &Origin,
    cnum: &Cnum,
    chosen: Vec<ChosenStatement>,
) -> Vec<SignedOne> {
    let mut signed = Vec::with_capacity(chosen.len());
    for ChosenStatement { id, version, how } in chosen.into_iter().take(SIGNED_AT_ONCE_MAX) {
        let outcome = sign(state, origin, cnum, id, version, how).await;
        signed.push(SignedOne { id, outcome });
    }
    signed
}

/// Returns the statements among those chosen that the company has, at most [`SIGNED_AT_ONCE_MAX`], in their order and
/// each once.
pub async fn chosen_statements(
    state: &PayrollState,
    user: &UserId,
    cnum: &Cnum,
    chosen: &[StatementId],
) -> Result<Vec<Detail>> {
    let mut seen = BTreeSet::new();
    let each_once = chosen.iter().copied().filter(|id| seen.insert(*id)).take(SIGNED_AT_ONCE_MAX);
    let mut found: Vec<Detail> = Vec::new();
    for id in each_once {
        found.extend(detail(state, user, cnum, id).await?);
    }
    Ok(found)
}
