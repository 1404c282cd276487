//! Rolls, as rows.

use kernel::{Cnum, Instant};
use store::{FromRow as _, Result, Selected as _, Tx, Written as _, params};

use super::statements::period;
use crate::income::Income;
use crate::roll::{
    Column, Keeping, KeptRoll, ROLLS_MAX, Roll, RollHead, RollId, RollRow, RollTerms, TEMPLATES_MAX,
};

store::selected! {
    KeptRoll as "r" => own { head: RollHead, roll via roll_of => text_of(&own.roll) }
    RollHead as "r" => own (until: "expires_at_us" => own.keeping.until()) {
        id: "roll_id" via RollId::from_bytes => own.id.bytes(), cnum, name, created_by, created_at: "created_at_us",
        rows_count, total: "total_minor", terms: RollTerms;
        keeping: Option::map_or(until, Keeping::Template, |until| Keeping::Prepared { until }),
    }
    RollTerms as "r" => own (
        year: "period_year" => own.period.map(|period| period.year),
        month: "period_month" => own.period.map(|period| period.month),
    ) {
        account, purpose, date: "statement_date", income: Income;
        period: period(year, month),
    }
}

store::queries! {
    INSERT_ROLL = store::text!("insert into payroll_rolls (", KeptRoll::LIST, ", kind)
        values (", store::parameters(KeptRoll::COLUMNS + 1), ")");

    ROLL = store::text!("select ", KeptRoll::LIST, " from payroll_rolls
        where roll_id = $1 and cnum = $2 and (expires_at_us is null or expires_at_us > $3)");

    ROLLS = store::text!("select ", RollHead::LIST, " from payroll_rolls
        where cnum = $1 and kind = $2 and (expires_at_us is null or expires_at_us > $3)
        order by created_at_us desc, roll_id limit $4");

    DELETE_ROLL = "delete from payroll_rolls where roll_id = $1 and cnum = $2";

    FORGET_ROLL = "delete from payroll_rolls where roll_id = $1 and expires_at_us <= $2";
}

pub(crate) fn insert(tx: &mut Tx, kept: &KeptRoll) -> Result<()> {
    let mut values = Vec::new();
    kept.write(&mut values);
    values.push(kept.head.keeping.as_str().into());
    tx.execute_one(&INSERT_ROLL, values)
}

pub(crate) fn roll(tx: &mut Tx, cnum: &Cnum, id: RollId, now: Instant) -> Result<Option<KeptRoll>> {
    tx.select_optional(&ROLL, params![id.bytes(), cnum, now])
}

/// Returns the rolls of the company that wait for becoming statements, the newest first.
pub(crate) fn prepared(tx: &mut Tx, cnum: &Cnum, now: Instant) -> Result<Vec<RollHead>> {
    let kind = Keeping::Prepared { until: now }.as_str();
    tx.select(&ROLLS, params![cnum, kind, now, ROLLS_MAX])
}

pub(crate) fn templates(tx: &mut Tx, cnum: &Cnum, now: Instant) -> Result<Vec<RollHead>> {
    let kind = Keeping::Template.as_str();
    tx.select(&ROLLS, params![cnum, kind, now, TEMPLATES_MAX])
}

/// Takes the company's roll away; `false` when there is none.
pub(crate) fn delete(tx: &mut Tx, cnum: &Cnum, id: RollId) -> Result<bool> {
    Ok(tx.execute(&DELETE_ROLL, params![id.bytes(), cnum])? == 1)
}

pub(crate) fn forget(tx: &mut Tx, id: RollId, now: Instant) -> Result<()> {
    tx.execute(&FORGET_ROLL, params![id.bytes(), now]).map(drop)
}

/// Names of columns, heads that are not read, and rows with their numbers: a roll as JSON.
type Parts = (Vec<String>, Vec<String>, Vec<(i64, Vec<String>)>);

fn text_of(roll: &Roll) -> String {
    let columns: Vec<&str> = roll.columns.iter().map(|column| column.wire()).collect();
    let rows: Vec<(i64, &[String])> =
        roll.rows.iter().map(|row| (row.number, row.cells.as_slice())).collect();
    serde_json::json!([columns, roll.ignored, rows]).to_string()
}

fn roll_of(text: &str) -> Result<Roll, String> {
    let parts = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let (columns, ignored, rows): Parts = parts;
    let column = |name: &String| Column::of_wire(name).ok_or_else(|| format!("{name} is no column"));
    Ok(Roll {
        columns: columns.iter().map(column).collect::<Result<_, _>>()?,
        ignored,
        rows: rows.into_iter().map(|(number, cells)| RollRow { number, cells }).collect(),
    })
}
