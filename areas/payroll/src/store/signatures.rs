//! Signatures of statements, and the days that those which are missing may still take, as rows.

use kernel::Instant;
use store::{Joined, Result, Row, Selected as _, StoreError, Tx, params};

use crate::identifier::StatementId;
use crate::signing::{GivenSignature, RecordedSignature, SentSignature, SigningMethod};

store::selected! {
    GivenSignature { user: "user_id", signature_type, certificate_id, at: "signed_at_us" }
}

/// A row: the number, whether it came with the request, the CMS, and the signer where that is known.
type Stored = ((i64, bool, Option<String>), Joined<GivenSignature>);

store::queries! {
    /// A signature as it came with the request, not verified yet.
    INSERT_SENT_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, signed_at_us)
        values ($1, $2, 'REQUEST', $3, $4)";

    /// A signature that a user gave in the online bank, or beside another signer in a CMS of the request, whose row has
    /// the CMS. In the online bank a second one of the same person meets a unique key, unless it is said to be a
    /// repetition; a second one of the same type always does.
    INSERT_GIVEN_SIGNATURE = "insert into payroll_signatures (statement_id, position, origin, signature, user_id,
            signature_type, certificate_id, signed_at_us, is_repeat)
        values ($1, (select coalesce(max(p.position), 0) + 1 from payroll_signatures p where p.statement_id = $1),
            $8, $2, $3, $4, $5, $6, $7)
        on conflict do nothing";

    /// The signer of a signature, once it is verified.
    NAME_SIGNER = "update payroll_signatures set user_id = $3, signature_type = $4, certificate_id = $5, is_repeat = $6
        where statement_id = $1 and position = $2 and user_id is null";

    SIGNATURES = store::text!("select position, origin = 'REQUEST', signature, ", GivenSignature::LIST, "
        from payroll_signatures where statement_id = $1 order by position");

    /// Those whose signers are known, without what was signed: a CMS has thousands of bytes.
    GIVEN_SIGNATURES = store::text!("select ", GivenSignature::LIST, " from payroll_signatures
        where statement_id = $1 and user_id is not null order by position");

    PUT_TERM = "insert into payroll_signing_terms (statement_id, days_left) values ($1, $2)
        on conflict (statement_id) do update set days_left = excluded.days_left";

    DAYS_LEFT = "select days_left from payroll_signing_terms where statement_id = $1";

    COUNT_DAY = "update payroll_signing_terms set days_left = days_left - 1 where statement_id = $1 and days_left = $2";

    TAKE_TERM_AWAY = "delete from payroll_signing_terms where statement_id = $1";
}

pub(crate) fn insert_sent(tx: &mut Tx, id: StatementId, signatures: &[String], at: Instant) -> Result<()> {
    let rows = (1_i64..)
        .zip(signatures)
        .map(|(position, signature)| params![id.bytes(), position, signature.as_str(), at])
        .collect();
    tx.execute_many(&INSERT_SENT_SIGNATURE, rows)?;
    Ok(())
}

/// Writes a signature given in the online bank; `false` when the user has signed already. `is_repeat` says that the
/// company's scheme takes a further signature of this person.
pub(crate) fn insert_given(
    tx: &mut Tx,
    id: StatementId,
    signature: Option<&str>,
    given: &GivenSignature,
    is_repeat: bool,
) -> Result<bool> {
    insert(tx, id, ("ONLINE_BANK", signature), given, is_repeat)
}

fn insert(
    tx: &mut Tx,
    id: StatementId,
    (origin, signature): (&str, Option<&str>),
    given: &GivenSignature,
    is_repeat: bool,
) -> Result<bool> {
    let values = params![
        id.bytes(),
        signature,
        &given.user,
        given.signature_type.as_str(),
        given.certificate_id.as_deref(),
        given.at,
        is_repeat,
        origin,
    ];
    Ok(tx.execute(&INSERT_GIVEN_SIGNATURE, values)? == 1)
}

/// Writes who gave a signature of the request that counts: the first signer of a CMS into its row, others after all
/// rows. `is_repeat` as for [`insert_given`].
pub(crate) fn name_signer(
    tx: &mut Tx,
    id: StatementId,
    position: i64,
    given: &GivenSignature,
    is_repeat: bool,
) -> Result<()> {
    let certificate = given.certificate_id.as_deref();
    let kind = given.signature_type.as_str();
    let values = params![id.bytes(), position, &given.user, kind, certificate, is_repeat];
    if tx.execute(&NAME_SIGNER, values)? == 0 && !insert(tx, id, ("REQUEST", None), given, is_repeat)? {
        return Err(StoreError::RowsChanged { query: INSERT_GIVEN_SIGNATURE.name(), changed: 0 });
    }
    Ok(())
}

/// Returns the signatures of a statement with the ways they were given. All signers of a CMS are found in the CMS.
pub(crate) fn recorded(tx: &mut Tx, id: StatementId) -> Result<Vec<RecordedSignature>> {
    let one = |row: &Row| {
        let ((position, is_of_request, signature), Joined(given)): Stored = row.read()?;
        let method = match given {
            _ if is_of_request => match signature {
                Some(cms) => SigningMethod::Sent(cms),
                None => return Ok(None),
            },
            Some(GivenSignature { certificate_id: Some(id), .. }) => SigningMethod::Certificate(
                id.parse().map_err(|error| row.inconsistency("certificate_id", error))?,
            ),
            Some(given) => SigningMethod::Confirmation(given.user, given.signature_type),
            None => return Err(row.inconsistency("user_id", "is NULL")),
        };
        Ok(Some(RecordedSignature { position, method }))
    };
    tx.query(&SIGNATURES, params![id.bytes()])?.iter().filter_map(|row| one(row).transpose()).collect()
}

pub(crate) fn sent(tx: &mut Tx, id: StatementId) -> Result<Vec<SentSignature>> {
    let sent = |(position, _, signature)| SentSignature { position, signature };
    Ok(files(tx, id)?.into_iter().map(sent).collect())
}

/// Returns each CMS with its number, whether it came with the request, and its Base64.
pub(crate) fn files(tx: &mut Tx, id: StatementId) -> Result<Vec<(i64, bool, String)>> {
    let stored = tx.select::<Stored>(&SIGNATURES, params![id.bytes()])?.into_iter();
    Ok(stored.filter_map(|((position, is_sent, cms), _)| Some((position, is_sent, cms?))).collect())
}

pub(crate) fn given(tx: &mut Tx, id: StatementId) -> Result<Vec<GivenSignature>> {
    tx.select(&GIVEN_SIGNATURES, params![id.bytes()])
}

pub(crate) fn put_term(tx: &mut Tx, id: StatementId, days: i64) -> Result<()> {
    tx.execute_one(&PUT_TERM, params![id.bytes(), days])
}

/// Returns the days that the signatures of a statement may still take; `None` when it awaits none.
pub(crate) fn days_left(tx: &mut Tx, id: StatementId) -> Result<Option<i64>> {
    tx.select_optional(&DAYS_LEFT, params![id.bytes()])
}

pub(crate) fn count_day(tx: &mut Tx, id: StatementId, days_left: i64) -> Result<()> {
    tx.execute_one(&COUNT_DAY, params![id.bytes(), days_left])
}

pub(crate) fn remove_term(tx: &mut Tx, id: StatementId) -> Result<()> {
    tx.execute(&TAKE_TERM_AWAY, params![id.bytes()]).map(drop)
}
