//! Signatures of statements, as rows.

use clients::SignatureType;
use clients::signatures::CertificateId;
use kernel::{Instant, UserId};
use store::{Row, StoreError, Tx, params};

use crate::identifier::StatementId;

store::queries! {
    /// A signature as it came with the request, not verified yet.
    INSERT_SENT_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, signed_at_us)
        values ($1, $2, 'REQUEST', $3, $4)";

    /// A signature that a user gave in the online bank. A second one of the same person meets a unique key, unless it is said
    /// to be a repetition; a second one of the same type always does.
    INSERT_GIVEN_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, user_id,
            signature_type, certificate_id, signed_at_us, is_repeat)
        values ($1, (select coalesce(max(p.position), 0) + 1 from payroll_signatures p where p.statement_id = $1),
            'ONLINE_BANK', $2, $3, $4, $5, $6, $7)
        on conflict do nothing";

    /// Who gave a signature, once it is verified.
    NAME_SIGNER = "update payroll_signatures set user_id = $3, signature_type = $4, certificate_id = $5, is_repeat = $6
        where statement_id = $1 and position = $2";

    /// The signatures of a statement.
    SIGNATURES = "select position, origin, signature, user_id, signature_type, certificate_id, signed_at_us
        from payroll_signatures where statement_id = $1 order by position";
}

/// A signature as it came with a request.
#[derive(Clone, Debug)]
pub(crate) struct SentSignature {
    pub(crate) position: i64,
    /// Base64 of a detached CMS.
    pub(crate) signature: String,
}

/// A signature whose signer is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenSignature {
    /// Who signed.
    pub user: UserId,
    /// Which signature of the scheme it is.
    pub signature_type: SignatureType,
    /// With which certificate; none when the user confirmed with a second factor.
    pub certificate_id: Option<String>,
    /// When.
    pub at: Instant,
}

pub(crate) fn insert_sent(
    tx: &mut Tx,
    id: StatementId,
    signatures: &[String],
    at: Instant,
) -> Result<(), StoreError> {
    let rows = (1_i64..)
        .zip(signatures)
        .map(|(position, signature)| params![id.bytes(), position, signature.as_str(), at])
        .collect();
    tx.execute_many(&INSERT_SENT_SIGNATURE, rows)?;
    Ok(())
}

/// How somebody signed, as far as it can change what the signature is worth later.
#[derive(Clone, Debug)]
pub(crate) enum Signed {
    /// A CMS that came with the request; it may have several signers.
    Sent(String),
    /// With a certificate in the online bank.
    WithCertificate(CertificateId),
    /// By a confirmation in the online bank.
    Confirmed(UserId, SignatureType),
}

/// A signature that is looked at again.
#[derive(Clone, Debug)]
pub(crate) struct LookAgain {
    /// Its number in the statement, from 1.
    pub(crate) position: i64,
    pub(crate) how: Signed,
}

/// Writes a signature given in the online bank; `false` when the user has signed already. `is_repeat` says that the company's
/// scheme takes a further signature of this person.
pub(crate) fn insert_given(
    tx: &mut Tx,
    id: StatementId,
    signature: Option<&str>,
    given: &GivenSignature,
    is_repeat: bool,
) -> Result<bool, StoreError> {
    let values = params![
        id.bytes(),
        signature,
        &given.user,
        given.signature_type.as_str(),
        given.certificate_id.as_deref(),
        given.at,
        is_repeat,
    ];
    Ok(tx.execute(&INSERT_GIVEN_SIGNATURE, values)? == 1)
}

/// Writes who gave a signature of the request that counts. `is_repeat` as for [`insert_given`].
pub(crate) fn name_signer(
    tx: &mut Tx,
    id: StatementId,
    position: i64,
    given: &GivenSignature,
    is_repeat: bool,
) -> Result<(), StoreError> {
    let certificate = given.certificate_id.as_deref();
    let kind = given.signature_type.as_str();
    let values = params![id.bytes(), position, &given.user, kind, certificate, is_repeat];
    tx.execute_one(&NAME_SIGNER, values)
}

/// The signatures of a statement for a second look. Of a CMS with several signers the row names one, so all are found in it.
pub(crate) fn to_look_at_again(tx: &mut Tx, id: StatementId) -> Result<Vec<LookAgain>, StoreError> {
    let one = |row: &Row| {
        let how = if row.text("origin")? == "REQUEST" {
            Signed::Sent(row.text("signature")?.to_owned())
        } else {
            match row.optional_parse("certificate_id")? {
                Some(certificate) => Signed::WithCertificate(certificate),
                None => Signed::Confirmed(row.parse("user_id")?, row.parse("signature_type")?),
            }
        };
        Ok(LookAgain { position: row.integer("position")?, how })
    };
    tx.query(&SIGNATURES, params![id.bytes()])?.iter().map(one).collect()
}

/// The signatures of a signed statement, as they were sent.
pub(crate) fn sent(tx: &mut Tx, id: StatementId) -> Result<Vec<SentSignature>, StoreError> {
    let sent = |row: &Row| {
        Ok(SentSignature { position: row.integer("position")?, signature: row.text("signature")?.to_owned() })
    };
    tx.query(&SIGNATURES, params![id.bytes()])?.iter().map(sent).collect()
}

/// The signatures whose signers are known.
pub(crate) fn given(tx: &mut Tx, id: StatementId) -> Result<Vec<GivenSignature>, StoreError> {
    let rows = tx.query(&SIGNATURES, params![id.bytes()])?;
    let known = |row: &&Row| !matches!(row.optional_text("user_id"), Ok(None));
    rows.iter()
        .filter(known)
        .map(|row| {
            Ok(GivenSignature {
                user: row.parse("user_id")?,
                signature_type: row.parse("signature_type")?,
                certificate_id: row.optional_text("certificate_id")?.map(str::to_owned),
                at: row.instant("signed_at_us")?,
            })
        })
        .collect()
}
