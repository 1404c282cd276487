//! Secrets that the master key seals: where this area keeps them, and how they are read and replaced anywhere.

use area::SealedPlace;
use store::{Result, Tx, params};

use crate::sealing::Purpose;

store::queries! {
    pub SEALED_SIGNING_KEYS = "select kid as owner, sealed_private_key as sealed from signing_keys \
        where kid > $1 order by kid limit $2";
    /// Seals a signing key anew, unless somebody did.
    pub SEALED_SIGNING_KEY_REPLACE = "update signing_keys set sealed_private_key = $3 \
        where kid = $1 and sealed_private_key = $2";
    pub SEALED_SECOND_FACTORS = "select user_id as owner, totp_secret_sealed as sealed from user_credentials \
        where user_id > $1 and totp_secret_sealed is not null order by user_id limit $2";
    /// Seals a second factor anew, unless somebody did or it is another one.
    pub SEALED_SECOND_FACTOR_REPLACE = "update user_credentials set totp_secret_sealed = $3 \
        where user_id = $1 and totp_secret_sealed = $2";
    /// Reads sealed second factors that wait for their first code, after one.
    pub SEALED_OFFERS = "select user_id as owner, secret_sealed as sealed from second_factor_offers \
        where user_id > $1 order by user_id limit $2";
    /// Seals an offered second factor anew, unless somebody did or it is another one.
    pub SEALED_OFFER_REPLACE = "update second_factor_offers set secret_sealed = $3 \
        where user_id = $1 and secret_sealed = $2";
}

pub const PLACES: &[SealedPlace] = &[
    SealedPlace {
        name: "signing_keys",
        purpose: Purpose::SigningKeys,
        behind: &SEALED_SIGNING_KEYS,
        replace: &SEALED_SIGNING_KEY_REPLACE,
    },
    SealedPlace {
        name: "user_credentials",
        purpose: Purpose::SecondFactors,
        behind: &SEALED_SECOND_FACTORS,
        replace: &SEALED_SECOND_FACTOR_REPLACE,
    },
    SealedPlace {
        name: "second_factor_offers",
        purpose: Purpose::SecondFactors,
        behind: &SEALED_OFFERS,
        replace: &SEALED_OFFER_REPLACE,
    },
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The key of its row, for which it is sealed.
    pub owner: String,
    pub bytes: Vec<u8>,
}

/// Reads `count` secrets after an owner, in the order of owners.
pub fn behind(tx: &mut Tx, place: &SealedPlace, owner: &str, count: i64) -> Result<Vec<Sealed>> {
    let found = tx.select(place.behind, params![owner, count])?;
    Ok(found.into_iter().map(|(owner, bytes)| Sealed { owner, bytes }).collect())
}

/// Puts `anew` in the place of a secret. False when it is another one by now.
pub fn replace(tx: &mut Tx, place: &SealedPlace, secret: &Sealed, anew: &[u8]) -> Result<bool> {
    let values = params![secret.owner.as_str(), secret.bytes.clone(), anew.to_vec()];
    Ok(tx.execute(place.replace, values)? == 1)
}
