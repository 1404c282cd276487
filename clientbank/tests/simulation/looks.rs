//! Invariants: what must hold after every step, and what a whole check of the database finds.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Instant;
use store::{Query, Row, Store, StoreError, params};

use crate::archive::SeenArchive;
use crate::cards;
use crate::certificates::SeenMessages;
use crate::imports;
use crate::letters;
use crate::model::Model;
use crate::switches::SeenNumbers;
use crate::tariffs::SeenRequests;

store::queries! {
    /// Statements as they are.
    STATEMENTS = "select s.external_id, n.name, s.state, s.version
        from payroll_statements s join payroll_statement_names n on n.statement_id = s.statement_id
        order by n.name";
    /// Outcomes of transfers. Like all that stays, they are one text with a line for each: its name, a tab, itself.
    OUTCOMES = "select group_concat(n.name || ' line ' || o.line || char(9) || o.outcome || char(10), ''
            order by n.name, o.line) as lines
        from payroll_outcomes o join payroll_statement_names n on n.statement_id = o.statement_id
        where o.outcome = 'DECLINED'";
    /// Orders that have ended.
    ORDERS = "select group_concat(order_id || char(9) || state || ' ' || coalesce(answer, '') || char(10), ''
            order by ended_at_us, order_id) as lines
        from bank_orders where ended_at_us is not null";
    /// Holds that were released.
    RELEASED = "select group_concat(hold_id || char(9) || amount_minor || ' ' || released_at_us || char(10), ''
            order by released_at_us, hold_id) as lines
        from holds where released_at_us is not null";
    /// Balances of closed days.
    CLOSINGS = "select group_concat(ledger_account_id || ' ' || closing_date || char(9) || balance_minor || char(10),
            '' order by closing_date, ledger_account_id) as lines
        from closing_balances";
    /// Numbered events.
    EVENTS = "select group_concat(seq || char(9) || event_id || ' ' || object_id || ' ' || data || char(10), ''
            order by seq) as lines
        from events";
    /// Steps of statements as they were told, and as they were taken.
    TOLD = "select object_id, replace(event_type, 'payroll.statement.', '') as step from events
        where object_kind = 'payroll_statement' and substr(event_type, 1, 18) = 'payroll.statement.' order by seq";
    TAKEN = "select n.name, lower(h.to_state) as step from payroll_history h
        join payroll_statement_names n on n.statement_id = h.statement_id order by n.name, h.version";
    /// Events of a company.
    SUBSCRIBED = "select event_id, object_id from events where audience = $1 order by seq";
    /// Statements that the core has executed.
    EXECUTED = "select o.order_id, s.declined_count from bank_orders o
        join payroll_statement_names n on n.name = o.object_id
        join payroll_statements s on s.statement_id = n.statement_id where o.kind = $1 order by o.order_id";
    /// Events that wait for their number.
    OUTBOX = "select count(1) as waiting from event_outbox where due_at_us <= $1";
    BALANCE = "select balance_minor from ledger_accounts where ledger_account_id = $1";
}

/// Everything that stays, with its kind.
static STAYING: [(&str, &Query); 5] = [
    ("outcome", &OUTCOMES),
    ("order", &ORDERS),
    ("hold", &RELEASED),
    ("balance", &CLOSINGS),
    (EVENT, &EVENTS),
];
const EVENT: &str = "event";

/// States of statements, messages and tariff requests that nothing leaves.
pub(crate) const ENDS: [&str; 11] = [
    "EXECUTED",
    "PARTLY_EXECUTED",
    "DECLINED",
    "DELETED",
    "ERROR",
    "ERROR_SIGN",
    "ACCEPTED",
    "PARTLY_ACCEPTED",
    "REJECTED",
    "DONE",
    "CANCELLED",
];

/// The rule that a day breaks as long as its closing has not begun.
const UNCLOSED: &str = "this day has ended and is not closed";

/// States in which people are waited for.
const WAITING: [&str; 3] = ["AWAITING_SIGN", "AWAITING_SIGN_WITH_WARNINGS", "PARTLY_SIGNED"];

/// A rule that was broken, in words: those before the first colon are the same whatever broke it.
#[derive(Debug)]
pub(crate) struct Broken(pub(crate) String);

/// The outcome of a look.
pub(crate) type Kept = Result<(), Broken>;

impl From<StoreError> for Broken {
    fn from(error: StoreError) -> Self {
        Self(format!("the database does not answer: {error}"))
    }
}

/// Tells of a rule that does not hold in these words.
pub(crate) fn rule(holds: bool, words: impl FnOnce() -> String) -> Kept {
    if holds { Ok(()) } else { Err(Broken(words())) }
}

/// Texts of things, by the name of the thing and in their order.
pub(crate) type Grouped = BTreeMap<String, Vec<String>>;

/// Groups the texts of a column by those of another.
pub(crate) fn grouped(rows: &[Row], name: &str, column: &str) -> Result<Grouped, StoreError> {
    let mut found = Grouped::new();
    for row in rows {
        found.entry(row.text(name)?.to_owned()).or_default().push(row.text(column)?.to_owned());
    }
    Ok(found)
}

/// Everything that was seen before and has to stay.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    statements: BTreeMap<String, (String, i64)>,
    /// Everything that stays, by kind and name, and the texts in which it was read last.
    staying: BTreeMap<String, String>,
    texts: BTreeMap<&'static str, String>,
    /// The number of the last event.
    events: i64,
    messages: SeenMessages,
    pub(crate) requests: SeenRequests,
    pub(crate) archive: SeenArchive,
    numbers: SeenNumbers,
}

impl Seen {
    /// Compares the database with what was seen before.
    pub(crate) async fn look(&mut self, store: &Store, model: &Model) -> Kept {
        if let Some(broken) = model.broken.first() {
            return Err(Broken(broken.clone()));
        }
        self.statements(&store.query(&STATEMENTS, params![]).await?, model)?;
        for (kind, query) in STAYING {
            let row = store.query_optional(query, params![]).await?;
            let text = row.as_ref().map(|row| row.optional_text("lines")).transpose()?.flatten();
            self.stays(kind, text.unwrap_or_default())?;
        }
        self.messages.look(store, model).await?;
        self.requests.look(store, model).await?;
        self.numbers.look(store, model).await?;
        cards::look(store, model).await?;
        imports::look(store).await?;
        letters::look(store, model, false).await
    }

    /// Statements go forward, end once, and are there when the company was told so.
    fn statements(&mut self, rows: &[Row], model: &Model) -> Kept {
        let (mut named, mut there) = (BTreeMap::new(), BTreeSet::new());
        for row in rows {
            let (name, state) = (row.text("name")?, row.text("state")?);
            let version = row.integer("version")?;
            *named.entry(row.text("external_id")?.to_owned()).or_insert(0) += 1;
            there.insert(name);
            self.archive.name(name, row.text("external_id")?);
            let before = self.statements.insert(name.to_owned(), (state.to_owned(), version));
            let Some((before, version_before)) = before else { continue };
            let is_same = state == before;
            rule(version >= version_before && is_same == (version == version_before), || {
                format!("a step without a version: {name}, {before} {version_before} to {state} {version}")
            })?;
            let stays = is_same || !ENDS.contains(&before.as_str());
            rule(stays, || format!("an end that was left: statement {name}, {before} for {state}"))?;
        }
        let gone = self.statements.iter().filter(|(name, _)| !there.contains(name.as_str()));
        self.archive.look(gone.map(|(name, (state, _))| (name, state.as_str())))?;
        let is_there = |name: &String| named.contains_key(name) || self.archive.has_left(name);
        let lost = model.sent.iter().find(|sent| sent.is_acknowledged && !is_there(&sent.name));
        rule(lost.is_none(), || format!("acknowledged and lost: {lost:?}"))?;
        let twice = named.iter().find(|(_, count)| **count > 1);
        rule(twice.is_none(), || format!("more than once: {twice:?}"))
    }

    /// Looks whether things stay as they were, and events have numbers without gaps. A text that only grows says so by
    /// its beginning.
    fn stays(&mut self, kind: &'static str, text: &str) -> Kept {
        let known = self.texts.entry(kind).or_default();
        for line in text.strip_prefix(known.as_str()).unwrap_or(text).lines() {
            let (name, value) = line.split_once('\t').expect("a name");
            let before = self.staying.insert(format!("{kind} {name}"), value.to_owned());
            let is_same = before.as_ref().is_none_or(|before| before == value);
            rule(is_same, || format!("what stays has changed: {kind} {name} was {before:?} and is {value}"))?;
            if kind == EVENT && before.is_none() {
                self.events += 1;
                let is_next = name.parse() == Ok(self.events);
                rule(is_next, || format!("a gap in the events: {name} in the place of {}", self.events))?;
            }
        }
        text.clone_into(known);
        Ok(())
    }
}

/// Everything that `clientbank check` looks at.
pub(crate) async fn check(store: &Store, is_last: bool) -> Kept {
    let ledger = accounts::check_ledger_since(store, None).await?;
    let payroll = payroll::check_since(store, None).await?;
    let findings = ledger.findings.into_iter().chain(payroll.findings);
    // Closings are begun like everything else, and until then a day waits.
    let mut findings = findings.filter(|finding| is_last || finding.rule != UNCLOSED);
    if let Some(finding) = findings.next() {
        return Err(Broken(format!("check, {}: {finding}", finding.rule)));
    }
    if let Some(finding) = audit::check(store).await?.findings.into_iter().next() {
        return Err(Broken(format!("check: {finding}")));
    }
    told(store).await
}

/// Looks whether the steps of statements were told in the order in which they were taken.
async fn told(store: &Store) -> Kept {
    let taken = grouped(&store.query(&TAKEN, params![]).await?, "name", "step")?;
    for (name, told) in grouped(&store.query(&TOLD, params![]).await?, "object_id", "step")? {
        let steps = taken.get(&name).map(Vec::as_slice).unwrap_or_default();
        let told: Vec<_> = told.into_iter().filter(|step| steps.contains(step)).collect();
        let mut rest = steps.iter();
        let is_in_order = told.iter().all(|step| rest.any(|taken| taken == step));
        rule(is_in_order, || format!("told in another order: statement {name}, {told:?} of {steps:?}"))?;
    }
    Ok(())
}

/// Looks for what waits for its number although everything was numbered.
pub(crate) async fn numbered(store: &Store, now: Instant) -> Kept {
    let row = store.query_optional(&OUTBOX, params![now]).await?;
    let waiting = row.map_or(Ok(0), |row| row.integer("waiting"))?;
    rule(waiting == 0, || format!("events without a number in the end: {waiting}"))
}

/// Returns the events of a company, by object and in their order, which its webhook has to bring.
pub(crate) async fn subscribed(store: &Store, cnum: &str) -> Result<Grouped, StoreError> {
    grouped(&store.query(&SUBSCRIBED, params![cnum]).await?, "object_id", "event_id")
}

/// Compares the parts that the core refused with what statements count as declined.
pub(crate) async fn refused_parts(store: &Store, model: &Model) -> Kept {
    for row in store.query(&EXECUTED, params!["payroll.execute"]).await? {
        let (id, declined) = (row.text("order_id")?, row.integer("declined_count")?);
        let Some(order) = model.orders.iter().find(|order| order.id == id) else { continue };
        let refused = order.parts.values().filter(|(is_done, _)| !is_done).count();
        let is_same = !order.is_answered_by_parts() || usize::try_from(declined) == Ok(refused);
        rule(is_same, || format!("refused parts that differ: order {id}, {refused} and here {declined}"))?;
    }
    Ok(())
}

/// Reads a balance of the bank's own.
pub(crate) async fn balance(store: &Store, account: &'static str) -> Result<i64, StoreError> {
    let row = store.query_optional(&BALANCE, params![account]).await?;
    row.map_or(Ok(0), |row| row.integer("balance_minor"))
}

/// Looks for what has not ended although everything was done and answered.
pub(crate) fn finished(seen: &Seen, model: &Model) -> Kept {
    let rests = |state: &str| ENDS.contains(&state) || WAITING.contains(&state);
    let open = seen.statements.iter().find(|(_, (state, _))| !rests(state));
    rule(open.is_none(), || format!("unfinished in the end: statement {open:?}"))?;
    seen.messages.finished(model)
}
