//! Headers of statements, and the changes of their state.

use jiff::civil::Date;
use kernel::{AccountNumber, ClientId, Cnum, Instant, Money, UserId};
use store::{Result, Row, Selected as _, StoreError, TableRow, Tx, params};
use uuid::Uuid;

use super::codec;
use crate::catalogue::{Code, Reason};
use crate::correction::TermsCorrection;
use crate::identifier::{ExternalId, StatementId};
use crate::income::Income;
use crate::lifecycle::{Change, StateFacts, StatementKind, StatementState, StatementStatus};
use crate::likeness::{ALIKE_MAX, Alike};
use crate::statement::{Digests, ReportingPeriod, ResponsiblePerson, StatementHeader, StatementTerms};
use crate::submission::ContentDigests;

store::text_columns! { ExternalId StatementKind StatementStatus }

/// Rows of `payroll_statements`.
#[derive(Debug, TableRow)]
#[table(name = "payroll_statements", key(statement_id), alias = "s")]
pub(crate) struct StatementRow<'a> {
    statement_id: [u8; 16],
    cnum: Cnum,
    external_id: ExternalId,
    kind: StatementKind,
    state: StatementStatus,
    version: i64,
    reason_code: Option<Code>,
    reason_parameters: Option<&'a str>,
    created_at_us: Instant,
    changed_at_us: Instant,
    created_by: UserId,
    client_id: ClientId,
    year: i64,
    number: i64,
    number_is_default: bool,
    statement_date: Date,
    account: AccountNumber,
    transfers_count: i64,
    total_minor: Money,
    lines_count: i64,
    enrollment_code: &'a str,
    income_code: Option<i64>,
    purpose: &'a str,
    responsible_name: Option<&'a str>,
    responsible_phone: Option<&'a str>,
    period_year: Option<i64>,
    period_month: Option<i64>,
    conversion_rates: Option<String>,
    payload_digest: Option<[u8; 32]>,
    claimed_digest: Option<&'a str>,
    done_through_line: i64,
    executed_minor: Money,
    declined_count: i64,
    content_digest: Option<[u8; 32]>,
    rows_digest: Option<[u8; 32]>,
}

store::selected! {
    ContentDigests as "s" { signed: "payload_digest", unsigned: "content_digest" }
    Alike as "s" (year: "period_year", month: "period_month") {
        number, date: "statement_date", status: "state"; period: period(year, month),
    }
}

store::queries! {
    HEADER_BY_ID = store::text!("select ", StatementRow::ALIASED,
        " from payroll_statements s where s.statement_id = $1");

    HEADER_BY_EXTERNAL_ID = store::text!("select ", StatementRow::ALIASED,
        " from payroll_statements s where s.cnum = $1 and s.external_id = $2");

    /// The status under a company's name, if there is such a statement, and what its content is compared by.
    STATE_BY_EXTERNAL_ID = store::text!("select state, ", ContentDigests::LIST, " from payroll_statements
        where cnum = $1 and external_id = $2");

    /// A new statement, unless the company has one of this name. It begins in the first state of its kind.
    INSERT_STATEMENT = store::text!(StatementRow::INSERT, " on conflict (cnum, external_id) do nothing");

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
    ALIKE = store::text!("select ", Alike::LIST, " from payroll_statements
        where cnum = $1 and rows_digest = $2 and created_at_us >= $3 and statement_id <> $4
        order by created_at_us desc limit $5");

    /// Something about a statement has changed without a step.
    TOUCH = "update payroll_statements set version = version + 1, changed_at_us = $4
        where statement_id = $1 and state = $2 and version = $3";

    CORRECT_TERMS = "update payroll_statements set transfers_count = $2, total_minor = $3, statement_date = $4,
            enrollment_code = $5, income_code = $6, purpose = $7, conversion_rates = $8
        where statement_id = $1 and state = 'ERROR'";
}

/// Returns a statement by the bank's name of it.
pub(crate) fn header(tx: &mut Tx, id: StatementId) -> Result<Option<StatementHeader>> {
    tx.query_optional(&HEADER_BY_ID, params![id.bytes()])?.as_ref().map(from_row).transpose()
}

/// Returns a statement by its company's name of it.
pub(crate) fn header_by_external_id(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<Option<StatementHeader>> {
    let row = tx.query_optional(&HEADER_BY_EXTERNAL_ID, params![cnum, external_id.as_str()])?;
    row.as_ref().map(from_row).transpose()
}

/// Returns the status of the company's statement of this name, if there is one, and what its content is compared by.
pub(crate) fn existing(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<Option<(StatementStatus, ContentDigests)>> {
    tx.select_optional(&STATE_BY_EXTERNAL_ID, params![cnum, external_id.as_str()])
}

/// Writes a new statement; `false` when the company has one of this name.
pub(crate) fn insert(
    tx: &mut Tx,
    header: &StatementHeader,
    client: &ClientId,
    content: ContentDigests,
) -> Result<bool> {
    Ok(tx.execute(&INSERT_STATEMENT, new_row(header, client, content).values())? == 1)
}

/// Writes the state after a step: compare-and-set on identifier, state and version. Gives `header` the new state;
/// `false` when the statement is not as `header` has it any more, and then nothing was written.
pub(crate) fn change_state(
    tx: &mut Tx,
    header: &mut StatementHeader,
    change: &Change,
    at: Instant,
) -> Result<bool> {
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
pub(crate) fn tell(tx: &mut Tx, header: &StatementHeader, reason: &Reason) -> Result<()> {
    let parameters = codec::parameters_text(&reason.parameters);
    tx.execute_one(&TELL, params![header.id.bytes(), reason.code.as_str(), parameters])
}

/// Keeps what the statement's rows are compared by.
pub(crate) fn set_rows(tx: &mut Tx, id: StatementId, rows: &[u8; 32]) -> Result<()> {
    tx.execute_one(&SET_ROWS_DIGEST, params![id.bytes(), *rows])
}

/// Returns the last statements of the company with these rows that were made since a moment, without `but`.
pub(crate) fn alike(
    tx: &mut Tx,
    cnum: &Cnum,
    rows: &[u8; 32],
    since: Instant,
    but: Option<StatementId>,
) -> Result<Vec<Alike>> {
    let but = but.map_or([0; 16], StatementId::bytes);
    tx.select(&ALIKE, params![cnum, *rows, since, but, ALIKE_MAX])
}

/// Gives the statement a new version in the same state; `false` when it is not as `header` has it any more.
pub(crate) fn touch(tx: &mut Tx, header: &mut StatementHeader, at: Instant) -> Result<bool> {
    let values = params![header.id.bytes(), header.state.status().as_str(), header.version, at];
    if tx.execute(&TOUCH, values)? != 1 {
        return Ok(false);
    }
    header.version += 1;
    header.changed_at = at;
    Ok(true)
}

/// Writes corrected terms of a statement in ERROR.
pub(crate) fn correct_terms(tx: &mut Tx, id: StatementId, terms: &TermsCorrection) -> Result<()> {
    let values = params![
        id.bytes(),
        terms.transfers_count,
        terms.total,
        terms.date,
        terms.income.enrollment_code.as_str(),
        terms.income.code,
        terms.purpose.as_str(),
        codec::rates_text(&terms.conversion_rates),
    ];
    tx.execute_one(&CORRECT_TERMS, values)
}

/// Reads a header out of the columns of [`StatementRow`], with which the row begins.
pub(crate) fn from_row(row: &Row) -> Result<StatementHeader> {
    let read: StatementRow<'_> = row.read()?;
    let responsible = read.responsible_name.zip(read.responsible_phone);
    let claimed = read.claimed_digest.map(str::to_owned);
    let digests = read.payload_digest.zip(claimed).map(|(computed, claimed)| Digests { computed, claimed });
    Ok(StatementHeader {
        id: StatementId::new(Uuid::from_bytes(read.statement_id)),
        state: state(row, &read)?,
        cnum: read.cnum,
        terms: StatementTerms {
            external_id: read.external_id,
            account: read.account,
            transfers_count: read.transfers_count,
            total: read.total_minor,
            conversion_rates: codec::rates(read.conversion_rates.as_deref())
                .map_err(|error| row.inconsistency("conversion_rates", error))?,
            income: Income { enrollment_code: read.enrollment_code.to_owned(), code: read.income_code },
            responsible: responsible.map(|(name, phone)| ResponsiblePerson {
                full_name: name.to_owned(),
                phone: phone.to_owned(),
            }),
            period: period(read.period_year, read.period_month),
        },
        version: read.version,
        created_at: read.created_at_us,
        changed_at: read.changed_at_us,
        created_by: read.created_by,
        year: read.year,
        number: read.number,
        number_is_default: read.number_is_default,
        date: read.statement_date,
        purpose: read.purpose.to_owned(),
        lines_count: read.lines_count,
        digests,
        done_through_line: read.done_through_line,
        executed: read.executed_minor,
        declined_count: read.declined_count,
        rows_digest: read.rows_digest,
    })
}

pub(super) fn period(year: Option<i64>, month: Option<i64>) -> Option<ReportingPeriod> {
    year.zip(month).map(|(year, month)| ReportingPeriod { year, month })
}

/// Returns the state with the facts that belong to it.
fn state(row: &Row, read: &StatementRow<'_>) -> Result<StatementState> {
    let reason = |code| {
        let parameters = codec::parameters(read.reason_parameters.unwrap_or_default());
        let parameters = parameters.map_err(|error| row.inconsistency("reason_parameters", error))?;
        Ok::<_, StoreError>(Reason { code, parameters })
    };
    let facts =
        StateFacts { on: Some(read.statement_date), reason: read.reason_code.map(reason).transpose()? };
    let state = StatementState::of(read.kind, read.state, facts);
    state.ok_or_else(|| row.inconsistency("state", "does not belong to the kind, or has no reason"))
}

/// Returns the row of a statement that begins.
fn new_row<'a>(header: &'a StatementHeader, client: &ClientId, content: ContentDigests) -> StatementRow<'a> {
    let terms = &header.terms;
    let responsible = terms.responsible.as_ref();
    StatementRow {
        statement_id: header.id.bytes(),
        cnum: header.cnum.clone(),
        external_id: terms.external_id.clone(),
        kind: header.state.kind(),
        state: header.state.status(),
        version: 1,
        reason_code: None,
        reason_parameters: None,
        created_at_us: header.created_at,
        changed_at_us: header.created_at,
        created_by: header.created_by.clone(),
        client_id: client.clone(),
        year: header.year,
        number: header.number,
        number_is_default: header.number_is_default,
        statement_date: header.date,
        account: terms.account.clone(),
        transfers_count: terms.transfers_count,
        total_minor: terms.total,
        lines_count: header.lines_count,
        enrollment_code: &terms.income.enrollment_code,
        income_code: terms.income.code,
        purpose: &header.purpose,
        responsible_name: responsible.map(|person| person.full_name.as_str()),
        responsible_phone: responsible.map(|person| person.phone.as_str()),
        period_year: terms.period.map(|period| period.year),
        period_month: terms.period.map(|period| period.month),
        conversion_rates: codec::rates_text(&terms.conversion_rates),
        payload_digest: header.digests.as_ref().map(|digests| digests.computed),
        claimed_digest: header.digests.as_ref().map(|digests| digests.claimed.as_str()),
        done_through_line: 0,
        executed_minor: Money::ZERO,
        declined_count: 0,
        content_digest: content.unsigned,
        rows_digest: header.rows_digest,
    }
}
