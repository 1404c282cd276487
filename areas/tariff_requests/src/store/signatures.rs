//! Signatures of requests.

use kernel::Instant;
use store::{Result, Selected as _, Tx, params};

use crate::request::RequestId;
use crate::signing::{GivenSignature, NewSignature};

store::selected! {
    GivenSignature {
        user: "s.user_id", user_name: "coalesce(u.full_name, s.user_id) as full_name",
        signature_type: "s.signature_type", certificate: "s.certificate_id",
        at: "s.signed_at_us",
    }
}

store::queries! {
    /// The signatures of a request, oldest first. A scheme asks for 18 at most.
    SIGNATURES = store::text!("select ", GivenSignature::LIST, "
        from tariff_request_signatures s left join users u on u.user_id = s.user_id
        where s.request_id = $1 order by s.signed_at_us, s.user_id, s.signature_type limit 100");

    /// A signature; nothing happens when the person has signed already, unless this is said to be a repetition, and
    /// never when the person has given one of this type.
    SIGNATURE_INSERT = "insert into tariff_request_signatures
            (request_id, user_id, signature_type, method, certificate_id, cms, signed_at_us, is_repeat)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict do nothing";

    /// The CMS of a request, each once, oldest first: one file may hold signatures of several people.
    SIGNATURE_FILES = "select cms, min(signed_at_us) as signed_at_us from tariff_request_signatures
        where request_id = $1 and cms is not null group by cms order by 2, cms limit 100";
}

pub(crate) fn given(tx: &mut Tx, id: RequestId) -> Result<Vec<GivenSignature>> {
    tx.select(&SIGNATURES, params![id.number()])
}

/// Lists the files of signatures of the request, each once as Base64, oldest first.
pub(crate) fn files(tx: &mut Tx, id: RequestId) -> Result<Vec<String>> {
    let files: Vec<(String, Instant)> = tx.select(&SIGNATURE_FILES, params![id.number()])?;
    Ok(files.into_iter().map(|(cms, _)| cms).collect())
}

/// Adds a signature and tells whether it did: not when the person has signed, unless `is_repeat`.
pub(crate) fn insert(
    tx: &mut Tx,
    id: RequestId,
    signature: &NewSignature,
    at: Instant,
    is_repeat: bool,
) -> Result<bool> {
    let (certificate_id, cms) = signature.certificate.clone().unzip();
    let (kind, method) = (signature.signature_type.as_str(), signature.method());
    let values = params![id.number(), &signature.user, kind, method, certificate_id, cms, at, is_repeat];
    Ok(tx.execute(&SIGNATURE_INSERT, values)? == 1)
}
