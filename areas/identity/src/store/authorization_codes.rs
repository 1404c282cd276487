//! Authorization codes in their table.

use kernel::Instant;
use store::{FromRow as _, Result, Selected as _, Tx, Written as _, params};

use crate::person::origin::Origin;
use crate::sealing::sha256;
use crate::token::authorization_code::{AuthorizationCode, NewAuthorizationCode};
use crate::token::session::Holder;

store::selected! {
    AuthorizationCode as "a" {
        grant: NewAuthorizationCode, session: "session_id", expires_at: "expires_at_us", redeemed_at: "redeemed_at_us",
    }
    NewAuthorizationCode as "a" => own (address => own.origin.address, browser => own.origin.browser) {
        client: "client_id", user: "user_id", company: "cnum", redirect_uri, code_challenge, nonce, scope, max_age_s,
        authenticated_at: "authenticated_at_us";
        origin: Origin { address, browser },
    }
}

store::queries! {
    pub AUTHORIZATION_CODE_INSERT = store::text!("insert into authorization_codes (code_hash, session_id,
            expires_at_us, ", NewAuthorizationCode::LIST, ")
        values (", store::parameters(NewAuthorizationCode::COLUMNS + 3), ")");

    pub AUTHORIZATION_CODE_BY_HASH = store::text!("select ", AuthorizationCode::LIST, "
        from authorization_codes where code_hash = $1");

    pub AUTHORIZATION_CODE_REDEEM = "update authorization_codes set redeemed_at_us = $2
        where code_hash = $1 and redeemed_at_us is null";

    pub AUTHORIZATION_CODES_WITHDRAW = "delete from authorization_codes where user_id = $1 and redeemed_at_us is null";

    pub AUTHORIZATION_CODES_WITHDRAW_OF_CLIENT = "delete from authorization_codes
        where client_id = $1 and redeemed_at_us is null";

    /// Forgets codes that have been of no use for long.
    pub AUTHORIZATION_CODES_PRUNE = "delete from authorization_codes where code_hash in (
            select code_hash from authorization_codes where expires_at_us < $1 order by expires_at_us limit $2)";
}

/// Writes the code whose text is `text`; its exchange begins the session `session`.
pub fn insert(
    tx: &mut Tx,
    text: &str,
    session: uuid::Uuid,
    grant: &NewAuthorizationCode,
    expires_at: Instant,
) -> Result<()> {
    let mut values = params![sha256(text.as_bytes()), session, expires_at];
    grant.write(&mut values);
    tx.execute_one(&AUTHORIZATION_CODE_INSERT, values)
}

pub fn find(tx: &mut Tx, text: &str) -> Result<Option<AuthorizationCode>> {
    tx.select_optional(&AUTHORIZATION_CODE_BY_HASH, params![sha256(text.as_bytes())])
}

/// Marks the code as exchanged. False when somebody else was first.
pub fn redeem(tx: &mut Tx, text: &str, now: Instant) -> Result<bool> {
    Ok(tx.execute(&AUTHORIZATION_CODE_REDEEM, params![sha256(text.as_bytes()), now])? == 1)
}

/// Takes back the codes of a user or client that nobody has exchanged.
pub fn withdraw_of(tx: &mut Tx, holder: Holder<'_>) -> Result<()> {
    let query = holder.pick(&AUTHORIZATION_CODES_WITHDRAW, &AUTHORIZATION_CODES_WITHDRAW_OF_CLIENT);
    tx.execute(query, params![holder.object().1]).map(drop)
}
