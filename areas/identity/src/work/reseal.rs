//! Seals every secret in the database with the present master key: the `keys reseal` command (LIF-09).
//!
//! It works in small units beside a live server. A secret that is sealed with the present key already is passed over,
//! so that a run that was cut off is finished by the next one. The trail keeps which key took the place of which, by
//! names that tell nothing of them: with the two settings exchanged, everything would be sealed with the old key again.

use area::SealedPlace;
use audit::{Actor, Filter};
use aws_lc_rs::hmac;
use kernel::hexadecimal;
use serde_json::{Value, json};
use store::{Result, Store, Tx};

use super::mint_keys::{KeyStanding, KeysError, Mint};
use super::trail::Author;
use crate::sealing::{Purpose, SealingError};
use crate::store::sealed::{self, Sealed};

/// The most secrets that one unit of work looks at.
const SECRETS_AT_ONCE_MAX: i64 = 200;
/// The action of an entry about secrets that were sealed anew.
const RESEALED: &str = "master_key.resealed";
/// The text whose HMAC names a master key. It has a space, so no user has it as an identifier.
const NAMED: &[u8] = b"the master key";
/// Bytes of a name: enough to tell a bank's keys apart.
const NAME_BYTES: usize = 8;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resealed {
    /// Secrets that this run sealed anew.
    pub sealed: usize,
    /// Secrets that the present key opens, those of this run included: counted after everything else.
    pub present: usize,
    /// Secrets that another readable key opens: somebody sealed them meanwhile, and the next run takes them.
    pub left: usize,
    /// Owners of secrets that no readable key opens.
    pub unreadable: Vec<String>,
}

/// Seals everything in these places anew that the present key does not open, and then looks at everything once more.
///
/// # Errors
/// [`KeysError::OldMasterKey`] when the present key is the one that the other shall take the place of; the database's.
pub async fn reseal(
    store: &Store,
    mint: &Mint,
    places: &[SealedPlace],
    operator: &str,
) -> Result<Resealed, KeysError> {
    refuse_old_key(store, mint).await?;
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

/// Refuses when the two keys have been exchanged in the settings: the trail or, before the first run, the active
/// signing key tells which of them is the old one.
async fn refuse_old_key(store: &Store, mint: &Mint) -> Result<(), KeysError> {
    let names = Names::derive(mint)?;
    let Some(other) = &names.other else { return Ok(()) };
    let filter = Filter { action: Some(RESEALED.to_owned()), ..Filter::default() };
    let entries = audit::list(store, &filter, 1).await?;
    let newest = entries.first().and_then(|entry| serde_json::from_str::<Value>(&entry.detail).ok());
    let way = newest.as_ref().and_then(|detail| Some((detail["from"].as_str()?, detail["to"].as_str()?)));
    if way == Some((other, &names.present)) {
        return Ok(());
    }
    if way == Some((&names.present, other)) {
        return Err(KeysError::OldMasterKey);
    }
    match mint.standing(store).await {
        Ok(KeyStanding::Present) => Err(KeysError::OldMasterKey),
        // Secrets that no key opens are named one by one later.
        Ok(KeyStanding::Other | KeyStanding::Unused) | Err(KeysError::OtherMasterKey { .. }) => Ok(()),
        Err(error) => Err(error),
    }
}

/// The names of the two master keys.
struct Names {
    present: String,
    other: Option<String>,
}

impl Names {
    fn derive(mint: &Mint) -> Result<Self, SealingError> {
        let name = |key: hmac::Key| hexadecimal(&hmac::sign(&key, NAMED).as_ref()[..NAME_BYTES]);
        // Names are made with this purpose, and shown to strangers: they are safe to keep.
        let purpose = Purpose::PasskeyUsers;
        let other = mint.master_key.other_authentication_key(purpose)?;
        Ok(Self { present: name(mint.master_key.authentication_key(purpose)?), other: other.map(name) })
    }
}

/// Leaves an entry about secrets that the present key has sealed in the place of the other one.
pub(super) fn record(tx: &mut Tx, author: &Author, mint: &Mint, place: &str, sealed: usize) -> Result<()> {
    let entry = author.entry(mint.clock.now(), &*mint.randomness, RESEALED, ("secrets", place));
    // Without names the entry still tells what was done.
    let names = Names::derive(mint).ok();
    let to = names.as_ref().map(|names| names.present.as_str());
    let from = names.as_ref().and_then(|names| names.other.as_deref());
    audit::record(tx, entry.detail(json!({ "sealed": sealed, "from": from, "to": to })))
}

struct Unit {
    last: String,
    sealed: usize,
}

/// Seals the secrets after an owner anew; `None` when there are no more.
fn unit(
    tx: &mut Tx,
    place: &SealedPlace,
    behind: &str,
    mint: &Mint,
    author: &Author,
) -> Result<Option<Unit>> {
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
        record(tx, author, mint, place.name, unit.sealed)?;
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
