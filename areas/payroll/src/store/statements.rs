//! Headers of statements, and the changes of their state.

use kernel::{ClientId, Cnum, Instant};
use store::{FromRow as _, Result, Row, Selected as _, Tx, Written as _, params};

use super::codec::{self, JoinedReason};
use crate::catalogue::{Code, Reason};
use crate::correction::TermsCorrection;
use crate::identifier::{ExternalId, StatementId};
use crate::income::Income;
use crate::lifecycle::{Change, StateFacts, StatementKind, StatementState, StatementStatus};
use crate::likeness::{ALIKE_MAX, Alike, UNPAID};
use crate::statement::{Digests, ReportingPeriod, ResponsiblePerson, StatementHeader, StatementTerms};
use crate::submission::ContentDigests;

store::text_columns! { ExternalId StatementKind StatementStatus }

store::selected! {
    ContentDigests as "s" { signed: "payload_digest", unsigned: "content_digest" }
    Alike as "s" (year: "period_year", month: "period_month") {
        number, date: "statement_date", status: "state"; period: period(year, month),
    }
    StatementHeader as "s" |row| => own (
        kind => own.state.kind(), status: "state" => own.state.status(),
        reason: JoinedReason => reason_columns(own.state.reason()), on: "statement_date" => own.date,
        computed: "payload_digest" => own.digests.as_ref().map(|digests| digests.computed),
        claimed: "claimed_digest" => own.digests.as_ref().map(|digests| digests.claimed.as_str()),
    ) {
        id: "statement_id" via StatementId::from_bytes => own.id.bytes(), cnum, terms: StatementTerms, version,
        created_at: "created_at_us", changed_at: "changed_at_us", created_by, year, number, number_is_default, purpose,
        lines_count, done_through_line, executed: "executed_minor", declined_count, rows_digest;
        state: state(row, kind, status, StateFacts { on: Some(on), reason: reason.0 })?, date: on,
        digests: Option::zip(computed, claimed).map(|(computed, claimed)| Digests { computed, claimed }),
    }
    StatementTerms as "s" => own (
        full_name: "responsible_name" => own.responsible.as_ref().map(|person| person.full_name.as_str()),
        phone: "responsible_phone" => own.responsible.as_ref().map(|person| person.phone.as_str()),
        year: "period_year" => own.period.map(|period| period.year),
        month: "period_month" => own.period.map(|period| period.month),
    ) {
        external_id, account, transfers_count, total: "total_minor",
        conversion_rates via codec::rates => codec::rates_text(&own.conversion_rates), income: Income;
        responsible: Option::zip(full_name, phone).map(|(full_name, phone)| ResponsiblePerson { full_name, phone }),
        period: period(year, month),
    }
    TermsCorrection as "s" => own {
        transfers_count, total: "total_minor", date: "statement_date", purpose,
        conversion_rates via codec::rates => codec::rates_text(&own.conversion_rates), income: Income,
    }
    Income as "s" => own { enrollment_code, code: "income_code" }
}

store::queries! {
    HEADER_BY_ID = store::text!("select ", StatementHeader::ALIASED,
        " from payroll_statements s where s.statement_id = $1");

    HEADER_BY_EXTERNAL_ID = store::text!("select ", StatementHeader::ALIASED,
        " from payroll_statements s where s.cnum = $1 and s.external_id = $2");

    /// The status under a company's name, if there is or was such a statement, and what its content is compared by.
    STATE_BY_EXTERNAL_ID = store::text!("select state, ", ContentDigests::LIST, " from payroll_statements
        where cnum = $1 and external_id = $2
        union all select ended_as, null, null from payroll_archived_names where cnum = $1 and external_id = $2");

    /// A new statement, unless the company has one of this name. It begins in the first state of its kind.
    INSERT_STATEMENT = store::text!("insert into payroll_statements (", StatementHeader::LIST, ", client_id,
            content_digest)
        values (", store::parameters(StatementHeader::COLUMNS + 2), ") on conflict (cnum, external_id) do nothing");

    /// One step of a statement that is still in the state and version it was read in.
    CHANGE_STATE = "update payroll_statements set state = $4, version = version + 1, changed_at_us = $5,
            reason_code = $6, reason_parameters = $7
        where statement_id = $1 and state = $2 and version = $3";

    TELL = "update payroll_statements set reason_code = $2, reason_parameters = $3
        where statement_id = $1 and state = 'DECLINED'";

    SET_ROWS_DIGEST = "update payroll_statements set rows_digest = $2 where statement_id = $1";

    /// The last other statements of a company with these rows, made since a moment and in none of these states.
    ALIKE = store::text!("select ", Alike::LIST, " from payroll_statements
        where cnum = $1 and rows_digest = $2 and created_at_us >= $3 and statement_id <> $4
            and state <> $6 and state <> $7 and state <> $8 and state <> $9
        order by created_at_us desc limit $5");

    /// Something about a statement has changed without a step.
    TOUCH = "update payroll_statements set version = version + 1, changed_at_us = $4
        where statement_id = $1 and state = $2 and version = $3";

    CORRECT_TERMS = store::text!("update payroll_statements set (", TermsCorrection::LIST,
        ") = (", store::parameters(TermsCorrection::COLUMNS), ") where statement_id = $8 and state = 'ERROR'");
}

pub(crate) fn header(tx: &mut Tx, id: StatementId) -> Result<Option<StatementHeader>> {
    tx.select_optional(&HEADER_BY_ID, params![id.bytes()])
}

pub(crate) fn header_by_external_id(
    tx: &mut Tx,
    cnum: &Cnum,
    external_id: &ExternalId,
) -> Result<Option<StatementHeader>> {
    tx.select_optional(&HEADER_BY_EXTERNAL_ID, params![cnum, external_id.as_str()])
}

/// Returns the status of the company's statement of this name, if there is one or was before it left for the archive,
/// and what its content is compared by.
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
    let mut values = Vec::new();
    header.write(&mut values);
    values.extend(params![client, content.unsigned]);
    Ok(tx.execute(&INSERT_STATEMENT, values)? == 1)
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
    let (from, to) = (change.from().status().as_str(), change.to().status().as_str());
    let mut values = params![header.id.bytes(), from, header.version, to, at];
    reason_columns(change.to().reason()).write(&mut values);
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

/// Returns the last statements of the company with these rows that were made since a moment and are not [`UNPAID`],
/// without `but`.
pub(crate) fn alike(
    tx: &mut Tx,
    cnum: &Cnum,
    rows: &[u8; 32],
    since: Instant,
    but: Option<StatementId>,
) -> Result<Vec<Alike>> {
    let but = but.map_or([0; 16], StatementId::bytes);
    let [error, error_sign, declined, deleted] = UNPAID.map(StatementStatus::as_str);
    let values = params![cnum, *rows, since, but, ALIKE_MAX, error, error_sign, declined, deleted];
    tx.select(&ALIKE, values)
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

pub(crate) fn correct_terms(tx: &mut Tx, id: StatementId, terms: &TermsCorrection) -> Result<()> {
    let mut values = Vec::new();
    terms.write(&mut values);
    values.extend(params![id.bytes()]);
    tx.execute_one(&CORRECT_TERMS, values)
}

pub(super) fn period(year: Option<i64>, month: Option<i64>) -> Option<ReportingPeriod> {
    year.zip(month).map(|(year, month)| ReportingPeriod { year, month })
}

fn reason_columns(reason: Option<&Reason>) -> (Option<Code>, Option<String>) {
    reason.map(|reason| (reason.code, codec::parameters_text(&reason.parameters))).unzip()
}

/// Returns the state with the facts that belong to it.
fn state(
    row: &Row,
    kind: StatementKind,
    status: StatementStatus,
    facts: StateFacts,
) -> Result<StatementState> {
    let state = StatementState::of(kind, status, facts);
    state.ok_or_else(|| row.inconsistency("state", "does not belong to the kind, or has no reason"))
}
