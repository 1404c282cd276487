//! Rows of statements that leave for an archive.

use retention::ColumnType::{Boolean, Bytes, Integer, Text};
use retention::{Due, Key, Table};
use store::{Row, params};

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

    /// Rows of a statement in `payroll_statements`.
    KEPT_STATEMENTS_ROWS = "select statement_id, cnum, external_id, kind, state, version, reason_code,
            reason_parameters, created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default,
            statement_date, account, transfers_count, total_minor, lines_count, enrollment_code,
            income_code, purpose, responsible_name, responsible_phone, period_year, period_month,
            conversion_rates, payload_digest, claimed_digest, done_through_line, executed_minor,
            declined_count, content_digest, rows_digest
        from payroll_statements where statement_id = $1";

    /// Deletes them.
    KEPT_STATEMENTS_DELETE = "delete from payroll_statements where statement_id = $1";

    /// Rows of a statement in `payroll_history`.
    KEPT_HISTORY_ROWS = "select statement_id, version, kind, from_state, to_state, at_us, user_id, reason_code,
            reason_parameters
        from payroll_history where statement_id = $1";

    /// Deletes them.
    KEPT_HISTORY_DELETE = "delete from payroll_history where statement_id = $1";

    /// Rows of a statement in `payroll_signatures`.
    KEPT_SIGNATURES_ROWS = "select statement_id, position, origin, signature, user_id, signature_type, certificate_id,
            signed_at_us, is_repeat
        from payroll_signatures where statement_id = $1";

    /// Deletes them.
    KEPT_SIGNATURES_DELETE = "delete from payroll_signatures where statement_id = $1";

    /// Rows of a statement in `payroll_findings`.
    KEPT_FINDINGS_ROWS = "select statement_id, line, position, code, severity, parameters
        from payroll_findings where statement_id = $1";

    /// Deletes them.
    KEPT_FINDINGS_DELETE = "delete from payroll_findings where statement_id = $1";

    /// Rows of a statement in `payroll_signing_terms`.
    KEPT_SIGNING_TERMS_ROWS = "select statement_id, days_left
        from payroll_signing_terms where statement_id = $1";

    /// Deletes them.
    KEPT_SIGNING_TERMS_DELETE = "delete from payroll_signing_terms where statement_id = $1";

    /// Rows of a statement in `payroll_transfers`.
    KEPT_TRANSFERS_ROWS = "select statement_id, line, order_number, last_name, first_name, middle_name, amount_minor,
            amount_text, account, currency, personnel_number, birth_date, bic, card_number, conversion,
            deduction_minor, deduction_text, version
        from payroll_transfers where statement_id = $1";

    /// Deletes them.
    KEPT_TRANSFERS_DELETE = "delete from payroll_transfers where statement_id = $1";

    /// Rows of a statement in `payroll_outcomes`.
    KEPT_OUTCOMES_ROWS = "select statement_id, line, outcome, reason_code, reason_parameters, changed_at_us
        from payroll_outcomes where statement_id = $1";

    /// Deletes them.
    KEPT_OUTCOMES_DELETE = "delete from payroll_outcomes where statement_id = $1";

    /// Rows of a statement in `payroll_rail_payments`.
    KEPT_RAIL_PAYMENTS_ROWS = "select statement_id, line, bic, account, amount_minor, state, handed_at_us,
            answered_at_us, return_reason, decided_by, rail_answer
        from payroll_rail_payments where statement_id = $1";

    /// Deletes them.
    KEPT_RAIL_PAYMENTS_DELETE = "delete from payroll_rail_payments where statement_id = $1";

    /// Rows of a statement in `payroll_unclaimed`.
    KEPT_UNCLAIMED_ROWS = "select statement_id, line, amount_minor, since_us, claimed_at_us, claimed_to
        from payroll_unclaimed where statement_id = $1";

    /// Deletes them.
    KEPT_UNCLAIMED_DELETE = "delete from payroll_unclaimed where statement_id = $1";
}

/// Statements that have ended, the first to end before the others.
pub(crate) static DUE: Due = Due {
    query: &KEPT_STATEMENTS_DUE,
    table: "payroll_statements",
    key: |row: &Row| Ok(Key(params![row.bytes("statement_id")?])),
};

/// Every table with rows of a statement, that of the statement first.
pub(crate) static TABLES: &[Table] = &[
    Table {
        name: "payroll_statements",
        columns: &[
            ("statement_id", Bytes),
            ("cnum", Text),
            ("external_id", Text),
            ("kind", Text),
            ("state", Text),
            ("version", Integer),
            ("reason_code", Text),
            ("reason_parameters", Text),
            ("created_at_us", Integer),
            ("changed_at_us", Integer),
            ("created_by", Text),
            ("client_id", Text),
            ("year", Integer),
            ("number", Integer),
            ("number_is_default", Boolean),
            ("statement_date", Text),
            ("account", Text),
            ("transfers_count", Integer),
            ("total_minor", Integer),
            ("lines_count", Integer),
            ("enrollment_code", Text),
            ("income_code", Integer),
            ("purpose", Text),
            ("responsible_name", Text),
            ("responsible_phone", Text),
            ("period_year", Integer),
            ("period_month", Integer),
            ("conversion_rates", Text),
            ("payload_digest", Bytes),
            ("claimed_digest", Text),
            ("done_through_line", Integer),
            ("executed_minor", Integer),
            ("declined_count", Integer),
            ("content_digest", Bytes),
            ("rows_digest", Bytes),
        ],
        primary: &["statement_id"],
        rows: &KEPT_STATEMENTS_ROWS,
        delete: &KEPT_STATEMENTS_DELETE,
    },
    Table {
        name: "payroll_history",
        columns: &[
            ("statement_id", Bytes),
            ("version", Integer),
            ("kind", Text),
            ("from_state", Text),
            ("to_state", Text),
            ("at_us", Integer),
            ("user_id", Text),
            ("reason_code", Text),
            ("reason_parameters", Text),
        ],
        primary: &["statement_id", "version"],
        rows: &KEPT_HISTORY_ROWS,
        delete: &KEPT_HISTORY_DELETE,
    },
    Table {
        name: "payroll_signatures",
        columns: &[
            ("statement_id", Bytes),
            ("position", Integer),
            ("origin", Text),
            ("signature", Text),
            ("user_id", Text),
            ("signature_type", Text),
            ("certificate_id", Text),
            ("signed_at_us", Integer),
            ("is_repeat", Boolean),
        ],
        primary: &["statement_id", "position"],
        rows: &KEPT_SIGNATURES_ROWS,
        delete: &KEPT_SIGNATURES_DELETE,
    },
    Table {
        name: "payroll_findings",
        columns: &[
            ("statement_id", Bytes),
            ("line", Integer),
            ("position", Integer),
            ("code", Text),
            ("severity", Text),
            ("parameters", Text),
        ],
        primary: &["statement_id", "line", "position"],
        rows: &KEPT_FINDINGS_ROWS,
        delete: &KEPT_FINDINGS_DELETE,
    },
    Table {
        name: "payroll_signing_terms",
        columns: &[("statement_id", Bytes), ("days_left", Integer)],
        primary: &["statement_id"],
        rows: &KEPT_SIGNING_TERMS_ROWS,
        delete: &KEPT_SIGNING_TERMS_DELETE,
    },
    Table {
        name: "payroll_transfers",
        columns: &[
            ("statement_id", Bytes),
            ("line", Integer),
            ("order_number", Integer),
            ("last_name", Text),
            ("first_name", Text),
            ("middle_name", Text),
            ("amount_minor", Integer),
            ("amount_text", Text),
            ("account", Text),
            ("currency", Text),
            ("personnel_number", Text),
            ("birth_date", Text),
            ("bic", Text),
            ("card_number", Text),
            ("conversion", Text),
            ("deduction_minor", Integer),
            ("deduction_text", Text),
            ("version", Integer),
        ],
        primary: &["statement_id", "line"],
        rows: &KEPT_TRANSFERS_ROWS,
        delete: &KEPT_TRANSFERS_DELETE,
    },
    Table {
        name: "payroll_outcomes",
        columns: &[
            ("statement_id", Bytes),
            ("line", Integer),
            ("outcome", Text),
            ("reason_code", Text),
            ("reason_parameters", Text),
            ("changed_at_us", Integer),
        ],
        primary: &["statement_id", "line"],
        rows: &KEPT_OUTCOMES_ROWS,
        delete: &KEPT_OUTCOMES_DELETE,
    },
    Table {
        name: "payroll_rail_payments",
        columns: &[
            ("statement_id", Bytes),
            ("line", Integer),
            ("bic", Text),
            ("account", Text),
            ("amount_minor", Integer),
            ("state", Text),
            ("handed_at_us", Integer),
            ("answered_at_us", Integer),
            ("return_reason", Text),
            ("decided_by", Text),
            ("rail_answer", Text),
        ],
        primary: &["statement_id", "line"],
        rows: &KEPT_RAIL_PAYMENTS_ROWS,
        delete: &KEPT_RAIL_PAYMENTS_DELETE,
    },
    Table {
        name: "payroll_unclaimed",
        columns: &[
            ("statement_id", Bytes),
            ("line", Integer),
            ("amount_minor", Integer),
            ("since_us", Integer),
            ("claimed_at_us", Integer),
            ("claimed_to", Text),
        ],
        primary: &["statement_id", "line"],
        rows: &KEPT_UNCLAIMED_ROWS,
        delete: &KEPT_UNCLAIMED_DELETE,
    },
];
