//! Rolls, as rows.

use jiff::civil::Date;
use kernel::{AccountNumber, Cnum, Instant, Money, UserId};
use store::{FromRow as _, Result, Row, TableRow, Tx, params};

use super::statements::period;
use crate::income::Income;
use crate::roll::{
    Column, Keeping, KeptRoll, ROLLS_MAX, Roll, RollHead, RollId, RollRow, RollTerms, TEMPLATES_MAX,
};

/// Rows of `payroll_rolls` but for the roll itself, which lists do not read.
#[derive(TableRow)]
#[table(name = "payroll_rolls", key(roll_id), alias = "r")]
struct HeadRow<'a> {
    roll_id: [u8; 16],
    cnum: Cnum,
    kind: &'a str,
    name: &'a str,
    created_by: UserId,
    created_at_us: Instant,
    expires_at_us: Option<Instant>,
    rows_count: i64,
    total_minor: Option<Money>,
    account: Option<AccountNumber>,
    enrollment_code: Option<&'a str>,
    income_code: Option<i64>,
    purpose: Option<&'a str>,
    statement_date: Option<Date>,
    period_year: Option<i64>,
    period_month: Option<i64>,
}

store::queries! {
    INSERT_ROLL = store::text!("insert into payroll_rolls (", HeadRow::LIST, ", roll)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)");

    /// A roll of a company that is not forgotten at the moment $3.
    ROLL = store::text!("select ", HeadRow::ALIASED, ", r.roll from payroll_rolls r
        where r.roll_id = $1 and r.cnum = $2 and (r.expires_at_us is null or r.expires_at_us > $3)");

    /// The rolls of a company of one kind that are not forgotten at the moment $3, the newest first.
    ROLLS = store::text!("select ", HeadRow::ALIASED, " from payroll_rolls r
        where r.cnum = $1 and r.kind = $2 and (r.expires_at_us is null or r.expires_at_us > $3)
        order by r.created_at_us desc, r.roll_id limit $4");

    /// Takes a roll of a company away.
    DELETE_ROLL = "delete from payroll_rolls where roll_id = $1 and cnum = $2";

    /// Takes a roll away that is forgotten at the moment $2.
    FORGET_ROLL = "delete from payroll_rolls where roll_id = $1 and expires_at_us <= $2";
}

pub(crate) fn insert(tx: &mut Tx, kept: &KeptRoll) -> Result<()> {
    let KeptRoll { head, roll } = kept;
    let terms = &head.terms;
    let row = HeadRow {
        roll_id: head.id.bytes(),
        cnum: head.cnum.clone(),
        kind: head.keeping.as_str(),
        name: &head.name,
        created_by: head.created_by.clone(),
        created_at_us: head.created_at,
        expires_at_us: head.keeping.until(),
        rows_count: head.rows_count,
        total_minor: head.total,
        account: terms.account.clone(),
        enrollment_code: Some(terms.income.enrollment_code.as_str()).filter(|code| !code.is_empty()),
        income_code: terms.income.code,
        purpose: terms.purpose.as_deref(),
        statement_date: terms.date,
        period_year: terms.period.map(|period| period.year),
        period_month: terms.period.map(|period| period.month),
    };
    let mut values = row.values();
    values.push(text_of(roll).into());
    tx.execute_one(&INSERT_ROLL, values)
}

pub(crate) fn roll(tx: &mut Tx, cnum: &Cnum, id: RollId, now: Instant) -> Result<Option<KeptRoll>> {
    let row = tx.query_optional(&ROLL, params![id.bytes(), cnum, now])?;
    row.map(|row| Ok(KeptRoll { head: head(&row)?, roll: roll_of(&row)? })).transpose()
}

/// Returns the rolls of the company that wait for becoming statements, the newest first.
pub(crate) fn prepared(tx: &mut Tx, cnum: &Cnum, now: Instant) -> Result<Vec<RollHead>> {
    let kind = Keeping::Prepared { until: now }.as_str();
    tx.query(&ROLLS, params![cnum, kind, now, ROLLS_MAX])?.iter().map(head).collect()
}

/// Returns the templates of the company, the newest first.
pub(crate) fn templates(tx: &mut Tx, cnum: &Cnum, now: Instant) -> Result<Vec<RollHead>> {
    let kind = Keeping::Template.as_str();
    tx.query(&ROLLS, params![cnum, kind, now, TEMPLATES_MAX])?.iter().map(head).collect()
}

/// Takes the company's roll away; `false` when there is none.
pub(crate) fn delete(tx: &mut Tx, cnum: &Cnum, id: RollId) -> Result<bool> {
    Ok(tx.execute(&DELETE_ROLL, params![id.bytes(), cnum])? == 1)
}

/// Takes a roll away whose time has come.
pub(crate) fn forget(tx: &mut Tx, id: RollId, now: Instant) -> Result<()> {
    tx.execute(&FORGET_ROLL, params![id.bytes(), now]).map(drop)
}

fn head(row: &Row) -> Result<RollHead> {
    let read: HeadRow<'_> = row.read()?;
    Ok(RollHead {
        id: RollId::from_bytes(&read.roll_id).map_err(|error| row.inconsistency("roll_id", error))?,
        cnum: read.cnum,
        keeping: read.expires_at_us.map_or(Keeping::Template, |until| Keeping::Prepared { until }),
        name: read.name.to_owned(),
        created_by: read.created_by,
        created_at: read.created_at_us,
        rows_count: read.rows_count,
        total: read.total_minor,
        terms: RollTerms {
            account: read.account,
            income: Income {
                enrollment_code: read.enrollment_code.unwrap_or_default().to_owned(),
                code: read.income_code,
            },
            purpose: read.purpose.map(str::to_owned),
            date: read.statement_date,
            period: period(read.period_year, read.period_month),
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

fn roll_of(row: &Row) -> Result<Roll> {
    let wrong = |why: String| row.inconsistency("roll", why);
    let (columns, ignored, rows): Parts = serde_json::from_str(<&str>::read_at(row, HeadRow::COLUMNS)?)
        .map_err(|error| wrong(error.to_string()))?;
    let column = |name: &String| Column::of_wire(name).ok_or_else(|| wrong(format!("{name} is no column")));
    Ok(Roll {
        columns: columns.iter().map(column).collect::<Result<_, _>>()?,
        ignored,
        rows: rows.into_iter().map(|(number, cells)| RollRow { number, cells }).collect(),
    })
}
