//! Seals every secret in the database with the present master key: the `keys reseal` command (LIF-09).
//!
//! It works in small units beside a live server. A secret that is sealed with the present key already is passed over,
//! so that a run that was cut off is finished by the next one.

use std::sync::Arc;

use area::SealedPlace;
use audit::Actor;
use serde_json::json;
use store::{Store, StoreError, Tx};

use super::mint_keys::Mint;
use super::trail::Author;
use crate::sealing::SealingError;
use crate::store::sealed::{self, Sealed};

/// The most secrets that one unit of work looks at.
const SECRETS_AT_ONCE_MAX: i64 = 200;

/// Outcome of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resealed {
    /// Secrets that this run sealed anew.
    pub sealed: usize,
    /// Secrets that the present key opens, those of this run included: counted behind everything else.
    pub present: usize,
    /// Secrets that another readable key opens: somebody sealed them meanwhile, and the next run takes them.
    pub left: usize,
    /// Owners of secrets that no readable key opens.
    pub unreadable: Vec<String>,
}

/// Seals everything in these places anew that the present key does not open, and then looks at everything once more.
///
/// # Errors
/// The database's.
pub async fn reseal(
    store: &Store,
    mint: &Mint,
    places: &[SealedPlace],
    operator: &str,
) -> Result<Resealed, StoreError> {
    let author = Author::outside_of_requests(Actor::Operator(operator.to_owned()));
    let mut outcome = Resealed::default();
    for place in places {
        let mut last = String::new();
        loop {
            let (place, mint, author, behind) = (*place, mint.clone(), author.clone(), last.clone());
            let work = move |tx: &mut Tx| unit(tx, &place, &behind, &mint, &author);
            let Some(unit) = store.write("reseal secrets", work).await? else { break };
            outcome.sealed += unit.sealed;
            last = unit.last;
        }
    }
    for place in places {
        let mut last = String::new();
        loop {
            let (place, behind) = (*place, last.clone());
            let read = move |tx: &mut Tx| sealed::behind(tx, &place, &behind, SECRETS_AT_ONCE_MAX);
            let secrets = store.read("look at sealed secrets", read).await?;
            let Some(end) = secrets.last() else { break };
            last.clone_from(&end.owner);
            for secret in &secrets {
                judge(&mut outcome, &place, secret, mint);
            }
        }
    }
    Ok(outcome)
}

struct Unit {
    last: String,
    sealed: usize,
}

/// Seals the secrets behind an owner anew; `None` when there are no more.
fn unit(
    tx: &mut Tx,
    place: &SealedPlace,
    behind: &str,
    mint: &Mint,
    author: &Author,
) -> Result<Option<Unit>, StoreError> {
    let secrets = sealed::behind(tx, place, behind, SECRETS_AT_ONCE_MAX)?;
    let Some(end) = secrets.last() else { return Ok(None) };
    let mut unit = Unit { last: end.owner.clone(), sealed: 0 };
    for secret in &secrets {
        let anew = mint.master_key.resealed(place.purpose, &secret.owner, &secret.bytes, &*mint.randomness);
        // One that does not open is named by the look at everything.
        if let Ok(Some(anew)) = anew
            && sealed::replace(tx, place, secret, &anew)?
        {
            unit.sealed += 1;
        }
    }
    if unit.sealed > 0 {
        let (now, randomness) = (mint.clock.now(), Arc::clone(&mint.randomness));
        let entry = author.entry(now, &*randomness, "master_key.resealed", ("secrets", place.name));
        audit::record(tx, entry.detail(json!({ "sealed": unit.sealed })))?;
    }
    Ok(Some(unit))
}

fn judge(outcome: &mut Resealed, place: &SealedPlace, secret: &Sealed, mint: &Mint) {
    match mint.master_key.is_sealed_by_present(place.purpose, &secret.owner, &secret.bytes) {
        Ok(true) => outcome.present += 1,
        Ok(false) => outcome.left += 1,
        Err(SealingError::Sealed | SealingError::MasterKey) => {
            outcome.unreadable.push(format!("{} {}", place.name, secret.owner));
        }
    }
}
