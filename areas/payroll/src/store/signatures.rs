//! Signatures of statements, as rows.

use clients::SignatureType;
use kernel::{Instant, UserId};
use store::{Row, StoreError, Tx, params};

use crate::identifier::StatementId;

store::queries! {
    /// A signature as it came with the request, not verified yet.
    INSERT_SENT_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, signed_at_us)
        values ($1, $2, 'REQUEST', $3, $4)";

    /// A signature that a user gave in the online bank.
    INSERT_GIVEN_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, user_id,
            signature_type, certificate_id, signed_at_us)
        values ($1, (select coalesce(max(p.position), 0) + 1 from payroll_signatures p where p.statement_id = $1),
            'ONLINE_BANK', $2, $3, $4, $5, $6)
        on conflict (statement_id, user_id, signature_type) where origin = 'ONLINE_BANK' do nothing";

    /// Who gave a signature, once it is verified.
    NAME_SIGNER = "update payroll_signatures set user_id = $3, signature_type = $4, certificate_id = $5
        where statement_id = $1 and position = $2";

    /// The signatures of a statement.
    SIGNATURES = "select position, signature, user_id, signature_type, certificate_id, signed_at_us
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

/// Writes a signature given in the online bank; `false` when the user has given it already.
pub(crate) fn insert_given(
    tx: &mut Tx,
    id: StatementId,
    signature: Option<&str>,
    given: &GivenSignature,
) -> Result<bool, StoreError> {
    let values = params![
        id.bytes(),
        signature,
        &given.user,
        given.signature_type.as_str(),
        given.certificate_id.as_deref(),
        given.at,
    ];
    Ok(tx.execute(&INSERT_GIVEN_SIGNATURE, values)? == 1)
}

pub(crate) fn name_signer(
    tx: &mut Tx,
    id: StatementId,
    position: i64,
    given: &GivenSignature,
) -> Result<(), StoreError> {
    let certificate = given.certificate_id.as_deref();
    let values = params![id.bytes(), position, &given.user, given.signature_type.as_str(), certificate];
    tx.execute_one(&NAME_SIGNER, values)
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
