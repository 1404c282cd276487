//! Queries that find statements which do not tell the truth about their money.
//!
//! As in the ledger's part, no sum can leave its range and no value makes a query fail.

use accounts::ledger::{FINDINGS_MAX, Finding};
use kernel::Money;
use store::{Query, StoreError, Tx, params, wide_high, wide_is_not_zero, wide_low, wide_sum};

use crate::execution::HOLD_PREFIX;
use crate::identifier::StatementId;

store::queries! {
    /// The number of statements.
    CHECK_STATEMENTS = "select count(1) as statements from payroll_statements";

    /// Statements that are not executed at the moment and have a payment without an answer on the rail.
    CHECK_OPEN_PAYMENTS = "select p.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_rail_payments p left join payroll_statements s on s.statement_id = p.statement_id
        where p.state = 'HANDED' and (s.state is null or s.state <> 'PROCESSING')
        group by p.statement_id order by p.statement_id limit $1";

    /// Payments whose transfer has another outcome than the rail gave, and outcomes of the rail without a payment.
    CHECK_ANSWERS = "select a.statement_id as subject, cast(0 as bigint) as high, count(1) as low from (
            select p.statement_id from payroll_rail_payments p
            left join payroll_outcomes o on o.statement_id = p.statement_id and o.line = p.line
            where o.outcome is null or o.outcome <> case p.state when 'HANDED' then 'PENDING' when 'SETTLED' then \
            'SETTLED'
                else 'DECLINED' end
            union all
            select o.statement_id from payroll_outcomes o
            left join payroll_rail_payments p on p.statement_id = o.statement_id and p.line = o.line
            where o.outcome <> 'DECLINED' and p.state is null) a
        group by a.statement_id order by a.statement_id limit $1";

    /// Payments of another amount than their transfers.
    CHECK_PAYMENT_AMOUNTS = "select p.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_rail_payments p
        left join payroll_transfers t on t.statement_id = p.statement_id and t.line = p.line
        where t.amount_minor is null or t.amount_minor <> p.amount_minor
        group by p.statement_id order by p.statement_id limit $1";

    /// Statements that count another number of declined transfers than have been declined.
    CHECK_DECLINED = "select s.statement_id as subject, cast(0 as bigint) as high,
            s.declined_count as low
        from payroll_statements s left join (select statement_id, count(1) as declined from payroll_outcomes
            where outcome = 'DECLINED' group by statement_id) o on o.statement_id = s.statement_id
        where s.declined_count <> coalesce(o.declined, 0) order by s.statement_id limit $1";

    /// Transfers with an outcome that execution has not come to yet, or of no statement.
    CHECK_EARLY_OUTCOMES = "select o.statement_id as subject, cast(0 as bigint) as high, count(1) as low
        from payroll_outcomes o left join payroll_statements s on s.statement_id = o.statement_id
        where s.statement_id is null or o.line > s.done_through_line
        group by o.statement_id order by o.statement_id limit $1";

    /// Statements that tell of another executed sum than the transfers that are done and reached their accounts.
    CHECK_EXECUTED = concat!(
        "select x.subject, x.high, x.low from (select s.statement_id as subject, ",
        wide_high!("s.executed_minor"), " - coalesce(d.high, 0) as high, ",
        wide_low!("s.executed_minor"), " - coalesce(d.low, 0) as low from payroll_statements s
            left join (select t.statement_id, ", wide_sum!("t.amount_minor"), " from payroll_transfers t
                join payroll_statements b on b.statement_id = t.statement_id and t.line <= b.done_through_line
                left join payroll_outcomes o on o.statement_id = t.statement_id and o.line = t.line
                where o.outcome is null or o.outcome = 'SETTLED' group by t.statement_id) d
            on d.statement_id = s.statement_id) x where ",
        wide_is_not_zero!("x.high", "x.low"), " order by x.subject limit $1"
    );

    /// Statements whose state does not follow from what was done: executed to the end without a refusal, to the end
    /// with some, not at all or with nothing but refusals; and nothing is done before PROCESSING.
    CHECK_ENDS = "select statement_id as subject, cast(0 as bigint) as high, declined_count as low from \
        payroll_statements
        where case
            when state = 'PROCESSING' then 0
            when state = 'EXECUTED' and done_through_line = lines_count and declined_count = 0 then 0
            when state = 'PARTLY_EXECUTED' and done_through_line = lines_count and declined_count > 0
                and declined_count < lines_count then 0
            when state = 'DECLINED' and done_through_line = lines_count and declined_count = lines_count then 0
            when state <> 'EXECUTED' and state <> 'PARTLY_EXECUTED' and done_through_line = 0 and declined_count = 0 \
            then 0
            else 1 end = 1 order by statement_id limit $1";

    /// Holds that are not released, by name after $1: those of statements begin with the same letters.
    HELD_AFTER = "select hold_id, amount_minor from holds
        where released_at_us is null and hold_id > $1 and substr(hold_id, 1, 8) = $2 order by hold_id limit $3";

    /// The state of a statement.
    STATE_OF = "select state from payroll_statements where statement_id = $1";
}

static RULES: [(&Query, &str); 7] = [
    (&CHECK_OPEN_PAYMENTS, "payments are on the rail although the statement is not being executed"),
    (&CHECK_ANSWERS, "payments on the rail and outcomes of transfers differ"),
    (&CHECK_PAYMENT_AMOUNTS, "payments on the rail have another amount than their transfers"),
    (&CHECK_DECLINED, "the number of declined transfers differs from their outcomes"),
    (&CHECK_EARLY_OUTCOMES, "transfers have an outcome before execution came to them"),
    (&CHECK_EXECUTED, "the executed sum differs from that of the transfers that were executed"),
    (&CHECK_ENDS, "the state does not follow from the outcomes of the transfers"),
];

/// Counts the statements of all states.
pub(crate) fn statements_count(tx: &mut Tx) -> Result<i64, StoreError> {
    tx.query_one(&CHECK_STATEMENTS, params![])?.integer("statements")
}

/// Returns what is wrong with statements by each of the rules, at most [`FINDINGS_MAX`] of each.
pub(crate) fn findings(tx: &mut Tx) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    for (query, rule) in RULES {
        for row in tx.query(query, params![i64::try_from(FINDINGS_MAX).unwrap_or(i64::MAX)])? {
            let subject = name_of(row.bytes("subject")?);
            findings.push(Finding { rule, subject, found: row.wide()? });
        }
    }
    Ok(findings)
}

/// Returns the statement's name; what is no identifier is told as it is.
fn name_of(bytes: &[u8]) -> String {
    StatementId::from_bytes(bytes).map_or_else(|| format!("statement {bytes:02x?}"), |id| id.to_string())
}

/// Returns the names and sums of unreleased holds that may be of statements, by name after `after`, at most `limit`.
pub(crate) fn held_after(tx: &mut Tx, after: &str, limit: usize) -> Result<Vec<(String, Money)>, StoreError> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    let rows = tx.query(&HELD_AFTER, params![after, HOLD_PREFIX, limit])?;
    let hold = |row: &store::Row| {
        Ok((row.text("hold_id")?.to_owned(), Money::from_minor(row.integer("amount_minor")?)))
    };
    rows.iter().map(hold).collect()
}

/// Returns the text of a statement's state as it stands in the table, whatever it is.
pub(crate) fn state_of(tx: &mut Tx, id: StatementId) -> Result<Option<String>, StoreError> {
    let row = tx.query_optional(&STATE_OF, params![id.bytes()])?;
    row.map(|row| row.text("state").map(str::to_owned)).transpose()
}
