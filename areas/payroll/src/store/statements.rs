//! Headers of statements, and the changes of their state.

use jiff::civil::Date;
use kernel::{ClientId, Cnum, Instant, Money};
use store::{Row, StoreError, Tx, Value, params};

use super::codec;
use crate::catalogue::{Code, Reason};
use crate::correction::TermsCorrection;
use crate::identifier::{ExternalId, StatementId};
use crate::lifecycle::{Change, SignedState, StatementKind, StatementState, StatementStatus, UnsignedState};
use crate::likeness::{ALIKE_MAX, Alike};
use crate::statement::{Digests, ReportingPeriod, ResponsiblePerson, StatementHeader, StatementTerms};
use crate::submission::ContentDigests;

/// The columns of a header.
macro_rules! header_columns {
    () => {
        "s.statement_id, s.cnum, s.external_id, s.kind, s.state, s.version, s.reason_code, s.reason_parameters, \
         s.created_at_us, s.changed_at_us, s.created_by, s.year, s.number, s.number_is_default, s.statement_date, \
         s.account, s.transfers_count, s.total_minor, s.lines_count, s.enrollment_code, s.income_code, s.purpose, \
         s.responsible_name, s.responsible_phone, s.period_year, s.period_month, s.conversion_rates, \
         s.payload_digest, s.claimed_digest, s.done_through_line, s.executed_minor, s.declined_count, \
         s.rows_digest"
    };
}
pub(crate) use header_columns;

store::queries! {
    /// A statement by the bank's name of it.
    HEADER_BY_ID = concat!("select ", header_columns!(),
        " from payroll_statements s where s.statement_id = $1");

    /// A statement by its company's name of it.
    HEADER_BY_EXTERNAL_ID = concat!("select ", header_columns!(),
        " from payroll_statements s where s.cnum = $1 and s.external_id = $2");

    /// The status under a company's name, if there is such a statement, and what its content is compared by.
    STATE_BY_EXTERNAL_ID = "select state, payload_digest, content_digest from payroll_statements
        where cnum = $1 and external_id = $2";

    /// A new statement, unless the company has one of this name. It begins in the first state of its kind.
    INSERT_STATEMENT = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version,
            created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default,
            statement_date, account,
            transfers_count, total_minor, lines_count, enrollment_code, income_code, purpose, responsible_name,
            responsible_phone, period_year, period_month, conversion_rates, payload_digest, claimed_digest,
            content_digest, rows_digest)
        values ($1, $2, $3, $4, $5, 1, $6, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21, $22,
            $23, $24, $25, $26, $27, $28)
        on conflict (cnum, external_id) do nothing";

    /// One step of a statement that is still in the state and version it was read in.
    CHANGE_STATE = "update payroll_statements set state = $4, version = version + 1, changed_at_us = $5,
            reason_code = $6, reason_parameters = $7
        where statement_id = $1 and state = $2 and version = $3";

    /// Another reason of a statement that was declined.
    TELL = "update payroll_statements set reason_code = $2, reason_parameters = $3
        where statement_id = $1 and state = 'DECLINED'";

    /// The rows of a statement, as they were last checked.
    SET_ROWS_DIGEST = "update payroll_statements set rows_digest = $2 where statement_id = $1";

    /// The last other statements of a company with these rows, made since a moment.
    ALIKE = "select number, statement_date, state, period_year, period_month from payroll_statements
        where cnum = $1 and rows_digest = $2 and created_at_us >= $3 and statement_id <> $4
        order by created_at_us desc limit $5";

    /// Something about a statement has changed without a step.
    TOUCH = "update payroll_statements set version = version + 1, changed_at_us = $4
        where statement_id = $1 and state = $2 and version = $3";

    /// The correction of the statement itself.
    CORRECT_TERMS = "update payroll_statements set transfers_count = $2, total_minor = $3, statement_date = $4,
            enrollment_code = $5, income_code = $6, purpose = $7, conversion_rates = $8
        where statement_id = $1 and state = 'ERROR'";
}

/// Returns a statement by the bank's name of it.
pub(crate) fn header(tx: &mut Tx, id: StatementId) -> Result<Option<StatementHeader>, StoreError> {
    tx.query_optional(&HEADER_BY_ID, params![id.bytes()])?.as_ref().map(from_row).transpose()
}

/// Returns a statement by its company's name of it.
pub(crate) fn header_by_external_id(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<Option<StatementHeader>, StoreError> {
    let row = tx.query_optional(&HEADER_BY_EXTERNAL_ID, params![cnum, external_id.as_str()])?;
    row.as_ref().map(from_row).transpose()
}

/// Returns the status of the company's statement of this name, if there is one, and what its content is compared by.
pub(crate) fn existing(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<Option<(StatementStatus, ContentDigests)>, StoreError> {
    let row = tx.query_optional(&STATE_BY_EXTERNAL_ID, params![cnum, external_id.as_str()])?;
    let existing = |row: Row| {
        let digests = ContentDigests {
            signed: digest(&row, "payload_digest")?,
            unsigned: digest(&row, "content_digest")?,
        };
        Ok((row.parse("state")?, digests))
    };
    row.map(existing).transpose()
}

/// Writes a new statement; `false` when the company has one of this name.
pub(crate) fn insert(
    tx: &mut Tx,
    header: &StatementHeader,
    client: &ClientId,
    content: ContentDigests,
) -> Result<bool, StoreError> {
    Ok(tx.execute(&INSERT_STATEMENT, insert_values(header, client, content))? == 1)
}

/// Writes the state after a step: compare-and-set on identifier, state and version. Gives `header` the new state;
/// `false` when the statement is not as `header` has it any more, and then nothing was written.
pub(crate) fn change_state(
    tx: &mut Tx,
    header: &mut StatementHeader,
    change: &Change,
    at: Instant,
) -> Result<bool, StoreError> {
    if *change.from() != header.state {
        return Ok(false);
    }
    let reason = change.to().reason();
    let values = params![
        header.id.bytes(),
        change.from().status().as_str(),
        header.version,
        change.to().status().as_str(),
        at,
        reason.map(|reason| reason.code.as_str()),
        reason.map(|reason| codec::parameters_text(&reason.parameters)),
    ];
    if tx.execute(&CHANGE_STATE, values)? != 1 {
        return Ok(false);
    }
    header.state = change.to().clone();
    header.version += 1;
    header.changed_at = at;
    Ok(true)
}

/// Tells another reason for which a statement is DECLINED.
pub(crate) fn tell(tx: &mut Tx, header: &StatementHeader, reason: &Reason) -> Result<(), StoreError> {
    let parameters = codec::parameters_text(&reason.parameters);
    tx.execute_one(&TELL, params![header.id.bytes(), reason.code.as_str(), parameters])
}

/// Keeps what the statement's rows are compared by.
pub(crate) fn set_rows(tx: &mut Tx, id: StatementId, rows: &[u8; 32]) -> Result<(), StoreError> {
    tx.execute_one(&SET_ROWS_DIGEST, params![id.bytes(), *rows])
}

/// Returns the last statements of the company with these rows that were made since a moment, without `but`.
pub(crate) fn alike(
    tx: &mut Tx,
    cnum: &Cnum,
    rows: &[u8; 32],
    since: Instant,
    but: Option<StatementId>,
) -> Result<Vec<Alike>, StoreError> {
    let but = but.map_or([0; 16], StatementId::bytes);
    let alike = |row: &Row| {
        Ok(Alike {
            number: row.integer("number")?,
            date: row.parse("statement_date")?,
            status: row.parse("state")?,
            period: period(row)?,
        })
    };
    tx.query(&ALIKE, params![cnum, *rows, since, but, ALIKE_MAX])?.iter().map(alike).collect()
}

/// Gives the statement a new version in the same state; `false` when it is not as `header` has it any more.
pub(crate) fn touch(tx: &mut Tx, header: &mut StatementHeader, at: Instant) -> Result<bool, StoreError> {
    let values = params![header.id.bytes(), header.state.status().as_str(), header.version, at];
    if tx.execute(&TOUCH, values)? != 1 {
        return Ok(false);
    }
    header.version += 1;
    header.changed_at = at;
    Ok(true)
}

/// Writes corrected terms of a statement in ERROR.
pub(crate) fn correct_terms(tx: &mut Tx, id: StatementId, terms: &TermsCorrection) -> Result<(), StoreError> {
    let values = params![
        id.bytes(),
        terms.transfers_count,
        terms.total,
        terms.date,
        terms.enrollment_code.as_str(),
        terms.income_code,
        terms.purpose.as_str(),
        codec::rates_text(&terms.conversion_rates),
    ];
    tx.execute_one(&CORRECT_TERMS, values)
}

/// Reads the identifier of a statement.
pub(crate) fn id(row: &Row) -> Result<StatementId, StoreError> {
    StatementId::from_bytes(row.bytes("statement_id")?)
        .ok_or_else(|| row.inconsistency("statement_id", "is no identifier"))
}

/// Reads a header out of the columns of [`header_columns`].
pub(crate) fn from_row(row: &Row) -> Result<StatementHeader, StoreError> {
    let date: Date = row.parse("statement_date")?;
    Ok(StatementHeader {
        id: id(row)?,
        cnum: row.parse("cnum")?,
        terms: terms(row)?,
        state: state(row, date)?,
        version: row.integer("version")?,
        created_at: row.instant("created_at_us")?,
        changed_at: row.instant("changed_at_us")?,
        created_by: row.parse("created_by")?,
        year: row.integer("year")?,
        number: row.integer("number")?,
        number_is_default: row.boolean("number_is_default")?,
        date,
        purpose: row.text("purpose")?.to_owned(),
        lines_count: row.integer("lines_count")?,
        digests: digests(row)?,
        done_through_line: row.integer("done_through_line")?,
        executed: Money::from_minor(row.integer("executed_minor")?),
        declined_count: row.integer("declined_count")?,
        rows_digest: digest(row, "rows_digest")?,
    })
}

fn terms(row: &Row) -> Result<StatementTerms, StoreError> {
    let responsible = match (row.optional_text("responsible_name")?, row.optional_text("responsible_phone")?)
    {
        (Some(name), Some(phone)) => {
            Some(ResponsiblePerson { full_name: name.to_owned(), phone: phone.to_owned() })
        }
        _ => None,
    };
    Ok(StatementTerms {
        external_id: row.parse("external_id")?,
        account: row.parse("account")?,
        transfers_count: row.integer("transfers_count")?,
        total: Money::from_minor(row.integer("total_minor")?),
        conversion_rates: codec::rates(row, "conversion_rates")?,
        enrollment_code: row.text("enrollment_code")?.to_owned(),
        income_code: row.optional_integer("income_code")?,
        responsible,
        period: period(row)?,
    })
}

fn period(row: &Row) -> Result<Option<ReportingPeriod>, StoreError> {
    Ok(match (row.optional_integer("period_year")?, row.optional_integer("period_month")?) {
        (Some(year), Some(month)) => Some(ReportingPeriod { year, month }),
        _ => None,
    })
}

fn digests(row: &Row) -> Result<Option<Digests>, StoreError> {
    let (Some(computed), Some(claimed)) =
        (digest(row, "payload_digest")?, row.optional_text("claimed_digest")?)
    else {
        return Ok(None);
    };
    Ok(Some(Digests { computed, claimed: claimed.to_owned() }))
}

fn digest(row: &Row, column: &'static str) -> Result<Option<[u8; 32]>, StoreError> {
    let digest = row.optional_bytes(column)?.map(<[u8; 32]>::try_from).transpose();
    digest.map_err(|_| row.inconsistency(column, "is not of 32 bytes"))
}

/// Returns the state with the facts that belong to it.
fn state(row: &Row, date: Date) -> Result<StatementState, StoreError> {
    use StatementStatus as Status;
    let status: StatementStatus = row.parse("state")?;
    let reason = || {
        let code: Code = row.parse("reason_code")?;
        Ok::<_, StoreError>(Reason { code, parameters: codec::parameters(row, "reason_parameters")? })
    };
    let foreign = || row.inconsistency("state", "does not belong to the kind of the statement");
    match row.parse("kind")? {
        StatementKind::Signed => Ok(StatementState::Signed(match status {
            Status::Checking => SignedState::Checking,
            Status::Error => SignedState::Error,
            Status::ErrorSign => SignedState::ErrorSign { reason: reason()? },
            Status::Scheduled => SignedState::Scheduled { on: date },
            Status::Processing => SignedState::Processing,
            Status::Declined => SignedState::Declined { reason: reason()? },
            Status::Executed => SignedState::Executed,
            Status::PartlyExecuted => SignedState::PartlyExecuted,
            Status::Deleted => SignedState::Deleted,
            Status::Draft
            | Status::AwaitingSign
            | Status::AwaitingSignWithWarnings
            | Status::PartlySigned
            | Status::Signing
            | Status::AwaitingSend => return Err(foreign()),
        })),
        StatementKind::Unsigned => Ok(StatementState::Unsigned(match status {
            Status::Draft => UnsignedState::Draft,
            Status::Checking => UnsignedState::Checking,
            Status::AwaitingSign => UnsignedState::AwaitingSign,
            Status::AwaitingSignWithWarnings => UnsignedState::AwaitingSignWithWarnings,
            Status::Error => UnsignedState::Error,
            Status::Signing => UnsignedState::Signing,
            Status::PartlySigned => UnsignedState::PartlySigned,
            Status::AwaitingSend => UnsignedState::AwaitingSend,
            Status::Scheduled => UnsignedState::Scheduled { on: date },
            Status::ErrorSign => UnsignedState::ErrorSign { reason: reason()? },
            Status::Processing => UnsignedState::Processing,
            Status::Declined => UnsignedState::Declined { reason: reason()? },
            Status::Executed => UnsignedState::Executed,
            Status::PartlyExecuted => UnsignedState::PartlyExecuted,
            Status::Deleted => UnsignedState::Deleted,
        })),
    }
}

/// Returns the values of [`INSERT_STATEMENT`].
fn insert_values(header: &StatementHeader, client: &ClientId, content: ContentDigests) -> Vec<Value> {
    let terms = &header.terms;
    let responsible = terms.responsible.as_ref();
    params![
        header.id.bytes(),
        &header.cnum,
        terms.external_id.as_str(),
        header.state.kind().as_str(),
        header.state.status().as_str(),
        header.created_at,
        &header.created_by,
        client,
        header.year,
        header.number,
        header.number_is_default,
        header.date,
        &terms.account,
        terms.transfers_count,
        terms.total,
        header.lines_count,
        terms.enrollment_code.as_str(),
        terms.income_code,
        header.purpose.as_str(),
        responsible.map(|person| person.full_name.as_str()),
        responsible.map(|person| person.phone.as_str()),
        terms.period.map(|period| period.year),
        terms.period.map(|period| period.month),
        codec::rates_text(&terms.conversion_rates),
        header.digests.as_ref().map(|digests| digests.computed.to_vec()),
        header.digests.as_ref().map(|digests| digests.claimed.as_str()),
        content.unsigned.map(Vec::from),
        header.rows_digest.map(Vec::from),
    ]
}
