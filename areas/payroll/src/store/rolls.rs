//! Rolls, as rows.

use kernel::{Cnum, Instant, Money};
use store::{Row, StoreError, Tx, params};

use crate::roll::{
    Column, Keeping, KeptRoll, ROLLS_MAX, Roll, RollHead, RollId, RollRow, RollTerms, TEMPLATES_MAX,
};
use crate::statement::ReportingPeriod;

/// The columns of a head.
macro_rules! head_columns {
    () => {
        "r.roll_id, r.cnum, r.kind, r.name, r.created_by, r.created_at_us, r.expires_at_us, r.rows_count, \
            r.total_minor, \
         r.account, r.enrollment_code, r.income_code, r.purpose, r.statement_date, r.period_year, r.period_month"
    };
}

store::queries! {
    /// A new roll.
    INSERT_ROLL = "insert into payroll_rolls (roll_id, cnum, kind, name, created_by, created_at_us, expires_at_us,
            rows_count, total_minor, roll, account, enrollment_code, income_code, purpose, statement_date, period_year,
            period_month)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";

    /// A roll of a company that is not forgotten at the moment $3.
    ROLL = concat!("select ", head_columns!(), ", r.roll from payroll_rolls r
        where r.roll_id = $1 and r.cnum = $2 and (r.expires_at_us is null or r.expires_at_us > $3)");

    /// The rolls of a company of one kind that are not forgotten at the moment $3, the newest first.
    ROLLS = concat!("select ", head_columns!(), " from payroll_rolls r
        where r.cnum = $1 and r.kind = $2 and (r.expires_at_us is null or r.expires_at_us > $3)
        order by r.created_at_us desc, r.roll_id limit $4");

    /// Takes a roll of a company away.
    DELETE_ROLL = "delete from payroll_rolls where roll_id = $1 and cnum = $2";

    /// Takes a roll away that is forgotten at the moment $2.
    FORGET_ROLL = "delete from payroll_rolls where roll_id = $1 and expires_at_us <= $2";
}

/// Writes a new roll.
pub(crate) fn insert(tx: &mut Tx, kept: &KeptRoll) -> Result<(), StoreError> {
    let KeptRoll { head, roll } = kept;
    let RollTerms { account, enrollment_code, income_code, purpose, date, period } = &head.terms;
    let values = params![
        head.id.bytes(),
        &head.cnum,
        head.keeping.as_str(),
        head.name.as_str(),
        &head.created_by,
        head.created_at,
        head.keeping.until(),
        head.rows_count,
        head.total,
        text_of(roll),
        account.as_ref(),
        enrollment_code.as_deref(),
        *income_code,
        purpose.as_deref(),
        *date,
        period.map(|period| period.year),
        period.map(|period| period.month),
    ];
    tx.execute_one(&INSERT_ROLL, values)
}

/// Returns the company's roll.
pub(crate) fn roll(
    tx: &mut Tx,
    cnum: &Cnum,
    id: RollId,
    now: Instant,
) -> Result<Option<KeptRoll>, StoreError> {
    let row = tx.query_optional(&ROLL, params![id.bytes(), cnum, now])?;
    row.map(|row| Ok(KeptRoll { head: head(&row)?, roll: roll_of(&row)? })).transpose()
}

/// Returns the rolls of the company that wait for becoming statements, the newest first.
pub(crate) fn prepared(tx: &mut Tx, cnum: &Cnum, now: Instant) -> Result<Vec<RollHead>, StoreError> {
    let kind = Keeping::Prepared { until: now }.as_str();
    tx.query(&ROLLS, params![cnum, kind, now, ROLLS_MAX])?.iter().map(head).collect()
}

/// Returns the templates of the company, the newest first.
pub(crate) fn templates(tx: &mut Tx, cnum: &Cnum, now: Instant) -> Result<Vec<RollHead>, StoreError> {
    let kind = Keeping::Template.as_str();
    tx.query(&ROLLS, params![cnum, kind, now, TEMPLATES_MAX])?.iter().map(head).collect()
}

/// Takes the company's roll away; `false` when there is none.
pub(crate) fn delete(tx: &mut Tx, cnum: &Cnum, id: RollId) -> Result<bool, StoreError> {
    Ok(tx.execute(&DELETE_ROLL, params![id.bytes(), cnum])? == 1)
}

/// Takes a roll away whose time has come.
pub(crate) fn forget(tx: &mut Tx, id: RollId, now: Instant) -> Result<(), StoreError> {
    tx.execute(&FORGET_ROLL, params![id.bytes(), now]).map(drop)
}

fn head(row: &Row) -> Result<RollHead, StoreError> {
    let id = RollId::from_bytes(row.bytes("roll_id")?);
    let keeping = match row.optional_instant("expires_at_us")? {
        Some(until) => Keeping::Prepared { until },
        None => Keeping::Template,
    };
    let period = match (row.optional_integer("period_year")?, row.optional_integer("period_month")?) {
        (Some(year), Some(month)) => Some(ReportingPeriod { year, month }),
        _ => None,
    };
    let text = |column: &str| Ok::<_, StoreError>(row.optional_text(column)?.map(str::to_owned));
    Ok(RollHead {
        id: id.ok_or_else(|| row.inconsistency("roll_id", "is no identifier"))?,
        cnum: row.parse("cnum")?,
        keeping,
        name: row.text("name")?.to_owned(),
        created_by: row.parse("created_by")?,
        created_at: row.instant("created_at_us")?,
        rows_count: row.integer("rows_count")?,
        total: row.optional_integer("total_minor")?.map(Money::from_minor),
        terms: RollTerms {
            account: row.optional_parse("account")?,
            enrollment_code: text("enrollment_code")?,
            income_code: row.optional_integer("income_code")?,
            purpose: text("purpose")?,
            date: row.optional_parse("statement_date")?,
            period,
        },
    })
}

/// Names of columns, heads that are not read, and rows with their numbers: a roll as JSON.
type Parts = (Vec<String>, Vec<String>, Vec<(i64, Vec<String>)>);

fn text_of(roll: &Roll) -> String {
    let columns: Vec<&str> = roll.columns.iter().map(|column| column.wire()).collect();
    let rows: Vec<(i64, &[String])> =
        roll.rows.iter().map(|row| (row.number, row.cells.as_slice())).collect();
    serde_json::json!([columns, roll.ignored, rows]).to_string()
}

fn roll_of(row: &Row) -> Result<Roll, StoreError> {
    let wrong = |why: String| row.inconsistency("roll", why);
    let (columns, ignored, rows): Parts =
        serde_json::from_str(row.text("roll")?).map_err(|error| wrong(error.to_string()))?;
    let column = |name: &String| Column::of_wire(name).ok_or_else(|| wrong(format!("{name} is no column")));
    Ok(Roll {
        columns: columns.iter().map(column).collect::<Result<_, _>>()?,
        ignored,
        rows: rows.into_iter().map(|(number, cells)| RollRow { number, cells }).collect(),
    })
}
