//! Invariants: what must hold after every step, and what a whole check of the database finds.

use std::collections::BTreeMap;

use store::{Row, Store, StoreError, params};

use crate::model::Model;

store::queries! {
    /// Statements as they are.
    STATEMENTS = "select s.external_id, n.name, s.state, s.version, s.done_through_line, s.executed_minor
        from payroll_statements s join payroll_statement_names n on n.statement_id = s.statement_id
        order by n.name";
    /// Outcomes of transfers.
    OUTCOMES = "select n.name, o.line, o.outcome from payroll_outcomes o
        join payroll_statement_names n on n.statement_id = o.statement_id
        where o.outcome = 'DECLINED' order by n.name, o.line";
    /// Balances of closed days.
    CLOSINGS = "select ledger_account_id as account, closing_date as day, balance_minor from closing_balances
        order by closing_date, ledger_account_id";
    /// Orders that have ended.
    ORDERS = "select order_id, state, answer from bank_orders where ended_at_us is not null order by order_id";
    /// Numbered events.
    EVENTS = "select seq, event_id, object_id, data from events order by seq";
    /// A balance.
    BALANCE = "select balance_minor from ledger_accounts where ledger_account_id = $1";
}

/// States that nothing leaves.
const FINAL: [&str; 6] = ["EXECUTED", "PARTLY_EXECUTED", "DECLINED", "DELETED", "ERROR", "ERROR_SIGN"];

/// The rule that a day breaks as long as its closing has not begun.
const UNCLOSED: &str = "this day has ended and is not closed";

/// What was seen before, and has to stay.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    statements: BTreeMap<String, (String, i64)>,
    kept: BTreeMap<String, String>,
    events: i64,
}

impl Seen {
    /// Compares the database with what was seen before.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Result<Option<String>, StoreError> {
        if let Some(broken) = model.broken.first() {
            return Ok(Some(broken.clone()));
        }
        if let Some(broken) = self.statements(&store.query(&STATEMENTS, params![]).await?, model)? {
            return Ok(Some(broken));
        }
        let mut kept = Vec::new();
        for row in store.query(&OUTCOMES, params![]).await? {
            let key = format!("outcome of {} line {}", row.text("name")?, row.integer("line")?);
            kept.push((key, row.text("outcome")?.to_owned()));
        }
        for row in store.query(&ORDERS, params![]).await? {
            let answer = row.optional_text("answer")?.unwrap_or_default().to_owned();
            kept.push((
                format!("order {}", row.text("order_id")?),
                format!("{} {answer}", row.text("state")?),
            ));
        }
        for row in store.query(&CLOSINGS, params![]).await? {
            let key = format!("balance of {} on day {}", row.text("account")?, row.text("day")?);
            kept.push((key, row.integer("balance_minor")?.to_string()));
        }
        if let Some(broken) = self.stays(kept) {
            return Ok(Some(broken));
        }
        self.events(&store.query(&EVENTS, params![]).await?)
    }

    /// Statements go forward, end once, and are there when the company was told so.
    fn statements(&mut self, rows: &[Row], model: &Model) -> Result<Option<String>, StoreError> {
        let mut named = BTreeMap::new();
        for row in rows {
            let (name, state) = (row.text("name")?.to_owned(), row.text("state")?.to_owned());
            let version = row.integer("version")?;
            *named.entry(row.text("external_id")?.to_owned()).or_insert(0) += 1;
            let before = self.statements.insert(name.clone(), (state.clone(), version));
            let Some((before, version_before)) = before else { continue };
            if version < version_before || (state != before) != (version != version_before) {
                return Ok(Some(format!(
                    "a step without a version: statement {name}, {before} {version_before} to {state} {version}"
                )));
            }
            if state != before && FINAL.contains(&before.as_str()) {
                return Ok(Some(format!("an end that was left: statement {name}, {before} for {state}")));
            }
        }
        let lost = model.sent.iter().find(|sent| sent.is_acknowledged && !named.contains_key(&sent.name));
        if let Some(lost) = lost {
            return Ok(Some(format!("acknowledged and lost: {}", lost.name)));
        }
        let twice = named.iter().find(|(_, count)| **count > 1);
        Ok(twice.map(|(name, count)| format!("more than once: {name}, {count} times")))
    }

    fn stays(&mut self, kept: Vec<(String, String)>) -> Option<String> {
        for (key, value) in kept {
            let before = self.kept.insert(key.clone(), value.clone());
            if let Some(before) = before.filter(|before| *before != value) {
                return Some(format!("what stays has changed: {key} was {before} and is {value}"));
            }
        }
        None
    }

    /// Events have numbers without gaps and stay as they are.
    fn events(&mut self, rows: &[Row]) -> Result<Option<String>, StoreError> {
        let mut kept = Vec::new();
        for row in rows {
            let seq = row.integer("seq")?;
            if seq > self.events {
                if seq != self.events + 1 {
                    return Ok(Some(format!("a gap in the events: {seq} after {}", self.events)));
                }
                self.events = seq;
            }
            let told = format!("{} {} {}", row.text("event_id")?, row.text("object_id")?, row.text("data")?);
            kept.push((format!("event {seq}"), told));
        }
        Ok(self.stays(kept))
    }
}

/// Everything that `clientbank check` looks at.
pub(crate) async fn check(store: &Store, is_last: bool) -> Result<Option<String>, StoreError> {
    let ledger = accounts::check_ledger_since(store, None).await?;
    let payroll = payroll::check_since(store, None).await?;
    let findings = ledger.findings.into_iter().chain(payroll.findings);
    // Closings are begun like everything else, and until then a day waits.
    let mut findings = findings.filter(|finding| is_last || finding.rule != UNCLOSED);
    if let Some(finding) = findings.next() {
        return Ok(Some(format!("check, {}: {finding}", finding.rule)));
    }
    Ok(audit::check(store).await?.findings.into_iter().next().map(|finding| format!("check: {finding}")))
}

/// Reads a balance of the bank's own.
pub(crate) async fn balance(store: &Store, account: &'static str) -> Result<i64, StoreError> {
    let row = store.query_optional(&BALANCE, params![account]).await?;
    row.map_or(Ok(0), |row| row.integer("balance_minor"))
}

/// Tells what has not ended although everything was done and answered.
pub(crate) fn unfinished(seen: &Seen) -> Option<String> {
    let open = seen.statements.iter().find(|(_, (state, _))| !FINAL.contains(&state.as_str()));
    open.map(|(name, (state, _))| format!("unfinished in the end: statement {name}, {state}"))
}
