//! A told day does not change: what comes late, facts beyond the books here, days after an outage, clocks.

mod at_once;
mod currencies;
mod days;
mod facts;
mod journal;
mod late;
mod statements;

use import::{ImportError, Report};
use kernel::{Clock, Instant};
use store::params;

use crate::bank::{Bank, sidorov};
/// An order of a customer, now.
pub(crate) use crate::ledger::transfer as order;
use crate::online_bank::open;

pub(crate) const DAY_S: i64 = 24 * 3600;

store::queries! {
    /// The entry of a key.
    ENTRY = "select e.posted_at_us, e.core_posted_at_us, o.booked_at_us, e.value_date from journal_entries e \
        left join operations o on o.entry_id = e.entry_id where e.idempotency_key = $1";
    /// An account of the ledger.
    ACCOUNT = "select balance_minor, held_minor, limit_minor, overdrawn_minor from ledger_accounts \
        where ledger_account_id = $1";
    /// Closing balances.
    CLOSINGS = "select closing_date, balance_minor from closing_balances where ledger_account_id = $1 \
        and closing_date >= $2 order by closing_date";
    /// Closed days.
    CLOSED = "select closing_date from closing_days where finished_at_us is not null order by closing_date";
}

pub(crate) fn at(text: &str) -> Instant {
    text.parse::<jiff::Timestamp>().unwrap().into()
}

/// Puts the clock to a moment.
pub(crate) fn go_to(bank: &Bank, text: &str) {
    let seconds = at(text).unix_seconds() - bank.bench.clock.now().unix_seconds();
    bank.bench.clock.advance_seconds(seconds);
}

pub(crate) async fn close(bank: &Bank) -> u64 {
    bank.close_days().await.unwrap()
}

/// A row of `payments`.
pub(crate) fn row(id: &str, account: &str, amount: &str, posted_at: &str) -> String {
    format!("{id},{account},{amount},{posted_at},{},Payment {id}\n", &posted_at[..10])
}

pub(crate) async fn pay(bank: &Bank, rows: &str) -> Result<Report, ImportError> {
    bank.add("payments", &format!("payment_id,account,amount,posted_at,value_date,purpose\n{rows}")).await
}

/// The moments of an entry: of the ledger, of the core, of the operation; and its value date.
pub(crate) async fn entry(bank: &Bank, key: &str) -> (Instant, Option<Instant>, Option<Instant>, String) {
    let (posted_at, told_at, (booked_at, value_date)) = bank.row(&ENTRY, params![key]).await;
    (posted_at, told_at, booked_at, value_date)
}

/// Balance, held, limit and overdrawn amount of an account.
pub(crate) async fn account(bank: &Bank, number: &str) -> [i64; 4] {
    let ((balance, held), (limit, overdrawn)) = bank.row(&ACCOUNT, params![number]).await;
    [balance, held, limit, overdrawn]
}

pub(crate) async fn closings(bank: &Bank, number: &str, from: &str) -> Vec<(String, i64)> {
    bank.rows(&CLOSINGS, params![number, from]).await
}

pub(crate) async fn closed_days(bank: &Bank) -> Vec<String> {
    bank.rows(&CLOSED, params![]).await
}

/// The statement of an account as a message.
pub(crate) async fn camt(bank: &Bank, number: &str, from: &str, to: &str) -> String {
    let path = format!("/bank/accounts/{number}/operations/export?format=camt.053&from={from}&to={to}");
    let answer = open(bank, &sidorov(), &path).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.text().to_owned()
}

/// The balance of a code in a statement, with its day.
pub(crate) fn balance(message: &str, code: &str) -> Option<(String, String)> {
    let rest = message.split_once(&format!("<Cd>{code}</Cd></CdOrPrtry></Tp><Amt Ccy=\"RUB\">"))?.1;
    let (amount, rest) = rest.split_once("</Amt>")?;
    let side = rest.strip_prefix("<CdtDbtInd>")?.get(..4)?;
    let day = rest.split_once("<Dt><Dt>")?.1.get(..10)?;
    let sign = if side == "DBIT" { "-" } else { "" };
    Some((format!("{sign}{amount}"), day.to_owned()))
}
