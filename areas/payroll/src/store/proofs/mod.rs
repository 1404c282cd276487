//! Queries that find statements which do not tell the truth about their money.
//!
//! As in the ledger's part, no sum can leave its range and no value makes a query fail. `money` compares statements
//! with their transfers, the rail and the journal, `steps` with their history, signatures, jobs, events and holds.

pub(crate) mod money;
pub(crate) mod steps;

use accounts::ledger::{FINDINGS_MAX, Finding, Keeper, keeper, minted_from};
use jiff::tz::TimeZone;
use kernel::{Instant, Money};
use store::{FromRow, Query, Result, Row, StoreError, Tx, params};

use self::money as m;
use self::steps as s;
use crate::execution::HOLD_PREFIX;
use crate::identifier::StatementId;

store::queries! {
    CHECK_STATEMENTS = "select count(1) as statements from payroll_statements where changed_at_us >= $1";

    /// When the first statement of those that have changed since a moment began to move money.
    CHECK_BEGAN = "select min(h.at_us) as began_us from payroll_statements s
        join payroll_history h on h.statement_id = s.statement_id
        where s.changed_at_us >= $1 and h.to_state = 'PROCESSING'";

    /// Holds that are not released, by name after $1: those of statements begin with the same letters.
    HELD_AFTER = "select hold_id, amount_minor from holds
        where released_at_us is null and hold_id > $1 and substr(hold_id, 1, 8) = $2 order by hold_id limit $3";

    STATE_OF = "select state from payroll_statements where statement_id = $1";
}

/// A rule: the query that finds what breaks it, and its words.
type Rule = (&'static Query, &'static str);

/// Rules of statements that have changed since a moment, $2.
static OF_CHANGED: [Rule; 9] = [
    (&m::CHECK_OPEN_PAYMENTS, "payments are on the rail although the statement is not being executed"),
    (&m::CHECK_ANSWERS, "payments on the rail and outcomes of transfers differ"),
    (&m::CHECK_PAYMENT_AMOUNTS, "payments on the rail have another amount than their transfers"),
    (&m::CHECK_PAYMENT_ACCOUNTS, "payments on the rail go to another account than their transfers"),
    (&m::CHECK_DECLINED, "the number of declined transfers differs from their outcomes"),
    (&m::CHECK_EARLY_OUTCOMES, "transfers have an outcome before execution came to them"),
    (&s::CHECK_ENDS, "the state does not follow from the outcomes of the transfers"),
    (&s::CHECK_HISTORY, "the state is not that of the last step"),
    (&s::CHECK_SIGNATURES, "signatures are missing"),
];

/// Rules of the few statements that are at work.
static AT_WORK: [Rule; 3] = [
    (&s::CHECK_EXECUTING, "the bank executes the statement, and no order asks for it"),
    (&s::CHECK_JOBS, "no job works at the statement"),
    (&s::CHECK_PART_HELD, "the sum on hold differs from what is left to be paid"),
];

/// Rules of everything, which tell their subject as a text.
static OF_ALL: [Rule; 5] = [
    (&s::CHECK_ORDERS, "the order waits for an answer that its payment or statement has"),
    (&m::CHECK_ON_THE_WAY, "the balance differs from the payments on the rail"),
    (&m::CHECK_KEYS, "the entry pays salaries without a statement"),
    (&s::CHECK_PLACED, "the hold has another amount than it was placed with"),
    (&s::CHECK_EVENTS, "the number of events differs from that of the steps"),
];

const EXECUTED: &str = "the executed sum differs from that of the transfers that were executed";
const TOTAL: &str = "the total or the number of transfers differs from the transfers";
const JOURNAL: &str = "the entries in the journal pay others, or other sums, than the transfers";
const STRAYS: &str = "transfers are of a statement that does not exist";
const SALES: &str = "the sales of the day differ from the entries in the journal";

pub(crate) fn statements_count(tx: &mut Tx, since_us: i64) -> Result<i64> {
    tx.select_one(&CHECK_STATEMENTS, params![since_us])
}

/// Returns what is wrong with statements by each of the rules, at most [`FINDINGS_MAX`] of each.
pub(crate) fn findings(tx: &mut Tx, since_us: i64, archived: Option<Instant>) -> Result<Vec<Finding>> {
    let limit = i64::try_from(FINDINGS_MAX).unwrap_or(i64::MAX);
    let mut findings = executed(tx, limit, since_us)?;
    let mut tell = |rows: Vec<Row>, rule, subject: fn(&Row) -> Result<String>| {
        for row in &rows {
            findings.push(Finding { rule, subject: subject(row)?, found: FromRow::read_at(row, 1)? });
        }
        Ok::<_, StoreError>(())
    };
    for (query, rule) in OF_CHANGED {
        tell(tx.query(query, params![limit, since_us])?, rule, name)?;
    }
    for (query, rule) in AT_WORK {
        tell(tx.query(query, params![limit])?, rule, name)?;
    }
    let first = first_entry(tx, since_us)?;
    // Where the core keeps the accounts, it books what it has executed.
    let of_journal: &[_] = match keeper(tx)? {
        Keeper::Ledger => &[&m::CHECK_JOURNAL, &m::CHECK_BANK_EXECUTED],
        Keeper::Core => &[],
    };
    for query in of_journal {
        tell(tx.query(query, params![limit, since_us, first.clone(), archived])?, JOURNAL, name)?;
    }
    if since_us > i64::MIN {
        return Ok(findings);
    }
    tell(tx.query(&m::CHECK_STRAYS, params![limit])?, STRAYS, name)?;
    for (query, rule) in OF_ALL {
        tell(tx.query(query, params![limit])?, rule, text)?;
    }
    // A day of the bank may begin before that of Greenwich.
    let kept =
        archived.map(|before| before.plus_seconds(86_400).to_timestamp().to_zoned(TimeZone::UTC).date());
    let kept = kept.map_or(String::new(), |day| day.to_string());
    tell(tx.query(&m::CHECK_SALES, params![limit, kept])?, SALES, text)?;
    Ok(findings)
}

/// Compares what statements say of their transfers as a whole with the transfers.
fn executed(tx: &mut Tx, limit: i64, since_us: i64) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let found: Vec<((Vec<u8>, i128), i128, bool)> =
        tx.select(&m::CHECK_EXECUTED, params![limit, since_us])?;
    for ((subject, off), total, is_off) in found {
        let subject = name_of(&subject);
        if off != 0 {
            findings.push(Finding { rule: EXECUTED, subject: subject.clone(), found: off });
        }
        if total != 0 || is_off {
            findings.push(Finding { rule: TOTAL, subject, found: total });
        }
    }
    Ok(findings)
}

fn name(row: &Row) -> Result<String> {
    row.read().map(name_of)
}

fn text(row: &Row) -> Result<String> {
    row.read()
}

/// Returns the first bytes of the entries that may be of the statements which have changed since a moment.
fn first_entry(tx: &mut Tx, since_us: i64) -> Result<Vec<u8>> {
    if since_us == i64::MIN {
        return Ok(Vec::new());
    }
    let began: Option<Instant> = tx.select_one(&CHECK_BEGAN, params![since_us])?;
    let began = began.unwrap_or(Instant::from_microseconds(since_us));
    // Processes have clocks of their own.
    Ok(minted_from(began.plus_seconds(-3_600)).to_vec())
}

/// Returns the statement's name; what is no identifier is told as it is.
fn name_of(bytes: &[u8]) -> String {
    StatementId::from_bytes(bytes).map_or_else(|_| format!("statement {bytes:02x?}"), |id| id.to_string())
}

/// Returns the names and sums of unreleased holds that may be of statements, by name after `after`, at most `limit`.
pub(crate) fn held_after(tx: &mut Tx, after: &str, limit: usize) -> Result<Vec<(String, Money)>> {
    let limit = i64::try_from(limit).unwrap_or(i64::MAX);
    tx.select(&HELD_AFTER, params![after, HOLD_PREFIX, limit])
}

/// Returns the text of a statement's state as it stands in the table, whatever it is.
pub(crate) fn state_of(tx: &mut Tx, id: StatementId) -> Result<Option<String>> {
    tx.select_optional(&STATE_OF, params![id.bytes()])
}
