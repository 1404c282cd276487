//! Issues the authorization code of a finished login.

use kernel::{Instant, Randomness};
use store::{Result, Tx};

use crate::store::authorization_codes;
use crate::token::authorization_code::{NewAuthorizationCode, mint};

/// Mints a code for `grant`, writes it in the unit of work `tx`, and returns its text: the `code` that the
/// redirect carries. Nothing but this text can find it again. `lifetime_s` is the setting `code_lifetime_s`.
///
/// The unit may run several times: each run mints a code of its own and only that of the last run is kept, so
/// the text to send is the one that the unit returns.
pub fn issue(
    tx: &mut Tx,
    randomness: &dyn Randomness,
    now: Instant,
    lifetime_s: u32,
    grant: &NewAuthorizationCode,
) -> Result<String> {
    let text = mint(randomness);
    let expires_at = now.plus_seconds(i64::from(lifetime_s));
    authorization_codes::insert(tx, &text, randomness.uuid(now), grant, expires_at)?;
    Ok(text)
}
