//! Invariants: what must hold after every step, and what a whole check of the database finds.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use store::{Row, Store, StoreError, params};

use crate::archive::SeenArchive;
use crate::certificates::SeenMessages;
use crate::letters;
use crate::model::Model;
use crate::switches::SeenNumbers;
use crate::tariffs::SeenRequests;

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
    /// Steps of statements as they were told, and as they were taken.
    TOLD = "select object_id, event_type from events
        where object_kind = 'payroll_statement' and substr(event_type, 1, 18) = 'payroll.statement.' order by seq";
    TAKEN = "select n.name, h.to_state from payroll_history h
        join payroll_statement_names n on n.statement_id = h.statement_id order by n.name, h.version";
    /// Events of companies that take webhooks.
    SUBSCRIBED = "select event_id, object_id from events where audience in ('C00001', 'C00003') and seq > $1
        order by seq";
    /// Statements that the core has executed.
    EXECUTED = "select o.order_id, s.declined_count from bank_orders o
        join payroll_statement_names n on n.name = o.object_id
        join payroll_statements s on s.statement_id = n.statement_id where o.kind = $1 order by o.order_id";
    /// Events that wait for their number.
    OUTBOX = "select count(1) as waiting from event_outbox where due_at_us <= $1";
    /// A balance.
    BALANCE = "select balance_minor from ledger_accounts where ledger_account_id = $1";
}

/// States that nothing leaves.
pub(crate) const FINAL: [&str; 6] =
    ["EXECUTED", "PARTLY_EXECUTED", "DECLINED", "DELETED", "ERROR", "ERROR_SIGN"];

/// The rule that a day breaks as long as its closing has not begun.
const UNCLOSED: &str = "this day has ended and is not closed";

/// States in which people are waited for.
const WAITING: [&str; 3] = ["AWAITING_SIGN", "AWAITING_SIGN_WITH_WARNINGS", "PARTLY_SIGNED"];

/// Everything that was seen before and has to stay.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    statements: BTreeMap<String, (String, i64)>,
    kept: BTreeMap<String, String>,
    events: i64,
    pub(crate) messages: SeenMessages,
    pub(crate) requests: SeenRequests,
    pub(crate) archive: SeenArchive,
    numbers: SeenNumbers,
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
        if let Some(broken) = self.messages.look(store, model).await? {
            return Ok(Some(broken));
        }
        if let Some(broken) = self.requests.look(store, model).await? {
            return Ok(Some(broken));
        }
        if let Some(broken) = self.numbers.look(store, model).await? {
            return Ok(Some(broken));
        }
        if let Some(broken) = letters::look(store, model, false).await? {
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
            self.archive.name(&name, row.text("external_id")?);
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
        let there: BTreeSet<&str> = rows.iter().map(|row| row.text("name")).collect::<Result<_, _>>()?;
        let gone = self.statements.iter().filter(|(name, _)| !there.contains(name.as_str()));
        if let Some(broken) = self.archive.look(gone.map(|(name, (state, _))| (name, state.as_str()))) {
            return Ok(Some(broken));
        }
        let is_there = |name: &String| named.contains_key(name) || self.archive.has_left(name);
        let lost = model.sent.iter().find(|sent| sent.is_acknowledged && !is_there(&sent.name));
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
    if let Some(finding) = audit::check(store).await?.findings.into_iter().next() {
        return Ok(Some(format!("check: {finding}")));
    }
    told(store).await
}

/// Tells whether the steps of statements were told in another order than they were taken.
async fn told(store: &Store) -> Result<Option<String>, StoreError> {
    let mut steps: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in store.query(&TAKEN, params![]).await? {
        let state = row.text("to_state")?.to_ascii_lowercase();
        steps.entry(row.text("name")?.to_owned()).or_default().push(state);
    }
    let mut told: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in store.query(&TOLD, params![]).await? {
        let step = row.text("event_type")?.trim_start_matches("payroll.statement.").to_owned();
        told.entry(row.text("object_id")?.to_owned()).or_default().push(step);
    }
    for (name, told) in told {
        let steps = steps.get(&name).map(Vec::as_slice).unwrap_or_default();
        let told: Vec<_> = told.into_iter().filter(|step| steps.contains(step)).collect();
        let mut rest = steps.iter();
        if !told.iter().all(|step| rest.any(|taken| taken == step)) {
            return Ok(Some(format!("told in another order: statement {name}, {told:?} of {steps:?}")));
        }
    }
    Ok(None)
}

/// Tells what waits for its number although everything was numbered.
pub(crate) async fn unnumbered(store: &Store, now: Instant) -> Result<Option<String>, StoreError> {
    let rows = store.query(&OUTBOX, params![now]).await?;
    let waiting = rows.first().map_or(Ok(0), |row| row.integer("waiting"))?;
    Ok((waiting > 0).then(|| format!("events without a number in the end: {waiting}")))
}

/// Returns the events, by object and in their order, that webhooks have to bring after the first `before`.
pub(crate) async fn subscribed(
    store: &Store,
    before: i64,
) -> Result<BTreeMap<String, Vec<String>>, StoreError> {
    let mut events: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in store.query(&SUBSCRIBED, params![before]).await? {
        events.entry(row.text("object_id")?.to_owned()).or_default().push(row.text("event_id")?.to_owned());
    }
    Ok(events)
}

/// Compares the parts that the core refused with what statements count as declined.
pub(crate) async fn refused_parts(store: &Store, model: &Model) -> Result<Option<String>, StoreError> {
    for row in store.query(&EXECUTED, params!["payroll.execute"]).await? {
        let (id, declined) = (row.text("order_id")?, row.integer("declined_count")?);
        let Some(order) = model.orders.iter().find(|order| order.id == id) else { continue };
        let refused = order.parts.values().filter(|(is_done, _)| !is_done).count();
        if order.is_answered_by_parts() && usize::try_from(declined).ok() != Some(refused) {
            return Ok(Some(format!("refused parts that differ: order {id}, {refused} and here {declined}")));
        }
    }
    Ok(None)
}

/// Reads a balance of the bank's own.
pub(crate) async fn balance(store: &Store, account: &'static str) -> Result<i64, StoreError> {
    let row = store.query_optional(&BALANCE, params![account]).await?;
    row.map_or(Ok(0), |row| row.integer("balance_minor"))
}

/// Tells what has not ended although everything was done and answered.
pub(crate) fn unfinished(seen: &Seen, model: &Model) -> Option<String> {
    let rests = |state: &str| FINAL.contains(&state) || WAITING.contains(&state);
    let open = seen.statements.iter().find(|(_, (state, _))| !rests(state));
    open.map(|(name, (state, _))| format!("unfinished in the end: statement {name}, {state}"))
        .or_else(|| seen.messages.unfinished(model))
}
