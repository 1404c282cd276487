//! Names of users, and the people who may sign.

use clients::SignatureType;
use kernel::{Cnum, UserId};
use store::{Result, Tx, params};

store::queries! {
    NAME_OF_USER = "select full_name from users where user_id = $1";

    /// The people who may give a signature for a company.
    CANDIDATES = "select u.user_id, u.full_name from user_company_rights r join users u on u.user_id = r.user_id
        where r.cnum = $1 and r.right_code = $2 and u.status = 'ACTIVE' order by u.full_name, u.user_id limit 50";
}

/// Returns the name of a user; the identifier when the directory has no such user any more.
pub(crate) fn name_of(tx: &mut Tx, user: &UserId) -> Result<String> {
    Ok(tx.select_optional(&NAME_OF_USER, params![user])?.unwrap_or_else(|| user.to_string()))
}

/// Returns identifiers and names of those who have the right to give a signature of this type for the company, at most
/// 50.
pub(crate) fn signatories(
    tx: &mut Tx,
    cnum: &Cnum,
    signature_type: SignatureType,
) -> Result<Vec<(UserId, String)>> {
    tx.select(&CANDIDATES, params![cnum, signature_type.right().as_str()])
}
