//! Every secret that the master key seals, table by table.

use store::{Query, Row, StoreError, Tx, params};

store::queries! {
    /// Reads sealed signing keys behind one.
    pub SEALED_SIGNING_KEYS = "select kid as owner, sealed_private_key as sealed from signing_keys \
        where kid > $1 order by kid limit $2";
    /// Seals a signing key anew, unless somebody did.
    pub SEALED_SIGNING_KEY_REPLACE = "update signing_keys set sealed_private_key = $3 \
        where kid = $1 and sealed_private_key = $2";
    /// Reads sealed second factors behind one.
    pub SEALED_SECOND_FACTORS = "select user_id as owner, totp_secret_sealed as sealed from user_credentials \
        where user_id > $1 and totp_secret_sealed is not null order by user_id limit $2";
    /// Seals a second factor anew, unless somebody did or it is another one.
    pub SEALED_SECOND_FACTOR_REPLACE = "update user_credentials set totp_secret_sealed = $3 \
        where user_id = $1 and totp_secret_sealed = $2";
    /// Reads sealed second factors that wait for their first code, behind one.
    pub SEALED_OFFERS = "select user_id as owner, secret_sealed as sealed from second_factor_offers \
        where user_id > $1 order by user_id limit $2";
    /// Seals an offered second factor anew, unless somebody did or it is another one.
    pub SEALED_OFFER_REPLACE = "update second_factor_offers set secret_sealed = $3 \
        where user_id = $1 and secret_sealed = $2";
}

/// A table with sealed secrets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Private halves of signing keys.
    SigningKeys,
    /// Second factors of users.
    SecondFactors,
    /// Second factors that wait for their first code.
    OfferedSecondFactors,
}

/// A sealed secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealed {
    /// The key of its row, for which it is sealed.
    pub owner: String,
    /// The sealed bytes.
    pub bytes: Vec<u8>,
}

impl Place {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::SigningKeys, Self::SecondFactors, Self::OfferedSecondFactors];

    /// The table.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SigningKeys => "signing_keys",
            Self::SecondFactors => "user_credentials",
            Self::OfferedSecondFactors => "second_factor_offers",
        }
    }

    const fn queries(self) -> (&'static Query, &'static Query) {
        match self {
            Self::SigningKeys => (&SEALED_SIGNING_KEYS, &SEALED_SIGNING_KEY_REPLACE),
            Self::SecondFactors => (&SEALED_SECOND_FACTORS, &SEALED_SECOND_FACTOR_REPLACE),
            Self::OfferedSecondFactors => (&SEALED_OFFERS, &SEALED_OFFER_REPLACE),
        }
    }
}

/// Reads `count` secrets behind an owner, in the order of owners.
pub fn behind(tx: &mut Tx, place: Place, owner: &str, count: i64) -> Result<Vec<Sealed>, StoreError> {
    tx.query(place.queries().0, params![owner, count])?.iter().map(sealed).collect()
}

/// Puts `anew` in the place of a secret. False when it is another one by now.
pub fn replace(tx: &mut Tx, place: Place, secret: &Sealed, anew: &[u8]) -> Result<bool, StoreError> {
    let values = params![secret.owner.as_str(), secret.bytes.clone(), anew.to_vec()];
    Ok(tx.execute(place.queries().1, values)? == 1)
}

fn sealed(row: &Row) -> Result<Sealed, StoreError> {
    Ok(Sealed { owner: row.text("owner")?.to_owned(), bytes: row.bytes("sealed")?.to_vec() })
}
