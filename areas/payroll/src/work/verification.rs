//! The reading of what signatures are verified with.

use clients::signatures::{MissingList, trust};
use kernel::Cnum;
use store::{Result, Tx};

use crate::signing::{SentSignature, Verification};

/// Returns what the signatures of a company's statement are verified with; `None` when there is no such company.
pub(super) fn verification(
    tx: &mut Tx,
    cnum: &Cnum,
    sent: Vec<SentSignature>,
    missing_list: MissingList,
) -> Result<Option<Verification>> {
    let Some(company) = clients::find_company(tx, cnum)? else { return Ok(None) };
    let trust = trust(tx, cnum, missing_list)?;
    Ok(Some(Verification { trust, scheme: company.signature_scheme, sent }))
}
