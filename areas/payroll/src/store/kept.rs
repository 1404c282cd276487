//! Rows of statements that leave for an archive.

use retention::{Due, Key};
use store::{Column, Result, Row, Tx, params};

/// The states in which a statement has ended, as the index has them.
macro_rules! has_ended {
    () => {
        "(state = 'EXECUTED' or state = 'PARTLY_EXECUTED' or state = 'DECLINED' or state = 'DELETED' \
         or state = 'ERROR_SIGN' or (kind = 'SIGNED' and state = 'ERROR'))"
    };
}

store::queries! {
    /// The statements that ended first, before a moment.
    KEPT_STATEMENTS_DUE = concat!("select statement_id, changed_at_us as at_us, lines_count from payroll_statements
        where ", has_ended!(), " and changed_at_us < $1 and changed_at_us >= $2
            and not exists (select 1 from payroll_unclaimed u where u.statement_id = payroll_statements.statement_id
                and u.claimed_at_us is null)
        order by changed_at_us, statement_id limit $3");

    KEEP_NAMES = "insert into payroll_archived_names (cnum, external_id, ended_as) values ($1, $2, $3)";
}

/// Keeps the companies' names of statements that leave.
pub(crate) fn keep_names(tx: &mut Tx, statements: &[Row]) -> Result<()> {
    let of = |column: &'static str| statements.iter().map(|row| row.text(column)).collect::<Result<Vec<_>>>();
    let (companies, names, states) = (of("cnum")?, of("external_id")?, of("state")?);
    let columns = [Column::Texts(&companies), Column::Texts(&names), Column::Texts(&states)];
    tx.insert_bulk(&KEEP_NAMES, &columns).map(drop)
}

/// Statements that have ended, the first to end before the others.
pub(crate) static DUE: Due = Due {
    query: &KEPT_STATEMENTS_DUE,
    table: "payroll_statements",
    key: |row: &Row| Ok(Key(params![row.read::<&[u8]>()?])),
};

retention::tables! {
    /// Every table with rows of a statement, that of the statement first.
    pub(crate) by "statement_id = $1":
    payroll_statements(statement_id) {
        statement_id Bytes, cnum Text, external_id Text, kind Text, state Text, version Integer, reason_code Text,
        reason_parameters Text, created_at_us Integer, changed_at_us Integer, created_by Text, client_id Text,
        year Integer, number Integer, number_is_default Boolean, statement_date Text, account Text,
        transfers_count Integer, total_minor Integer, lines_count Integer, enrollment_code Text, income_code Integer,
        purpose Text, responsible_name Text, responsible_phone Text, period_year Integer, period_month Integer,
        conversion_rates Text, payload_digest Bytes, claimed_digest Text, done_through_line Integer,
        executed_minor Integer, declined_count Integer, content_digest Bytes, rows_digest Bytes,
    }
    payroll_history(statement_id, version) {
        statement_id Bytes, version Integer, kind Text, from_state Text, to_state Text, at_us Integer, user_id Text,
        reason_code Text, reason_parameters Text,
    }
    payroll_signatures(statement_id, position) {
        statement_id Bytes, position Integer, origin Text, signature Text, user_id Text, signature_type Text,
        certificate_id Text, signed_at_us Integer, is_repeat Boolean,
    }
    payroll_findings(statement_id, line, position) {
        statement_id Bytes, line Integer, position Integer, code Text, severity Text, parameters Text,
    }
    payroll_signing_terms(statement_id) {
        statement_id Bytes, days_left Integer,
    }
    payroll_transfers(statement_id, line) {
        statement_id Bytes, line Integer, order_number Integer, last_name Text, first_name Text, middle_name Text,
        amount_minor Integer, amount_text Text, account Text, currency Text, personnel_number Text, birth_date Text,
        bic Text, card_number Text, conversion Text, deduction_minor Integer, deduction_text Text, version Integer,
    }
    payroll_outcomes(statement_id, line) {
        statement_id Bytes, line Integer, outcome Text, reason_code Text, reason_parameters Text,
        changed_at_us Integer,
    }
    payroll_rail_payments(statement_id, line) {
        statement_id Bytes, line Integer, bic Text, account Text, amount_minor Integer, state Text,
        handed_at_us Integer, answered_at_us Integer, return_reason Text, decided_by Text, rail_answer Text,
    }
    payroll_bank_executions(statement_id) {
        statement_id Bytes, handed_at_us Integer,
    }
    payroll_returns(return_name) {
        return_name Text, statement_id Bytes, line Integer, amount_minor Integer, reason Text, booked_at_us Integer,
    }
    payroll_unclaimed(statement_id, line) {
        statement_id Bytes, line Integer, amount_minor Integer, since_us Integer, claimed_at_us Integer,
        claimed_to Text,
    }
}
