//! Random histories: what an account is shown after every closing is what one row for each account and day would say.

use accounts::ledger::{self, Draft, EntryHeader, Funds, InternalAccount, LedgerAccountId};
use jiff::Span;
use kernel::{Clock, Currency, Instant, Money};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use store::{Tx, params};
use testkit::{Bench, on_both_engines};

use super::reference::{self, REFERENCE_LAST};
use crate::bank::{Bank, SETTLEMENT, VASILEK, ivanova, zone};
use crate::ledger::{header, id};

const EVENTS: usize = 250;
/// Accounts without a posting at first, beside two of the demo.
const FRESH: [&str; 4] =
    ["40702810400000000023", "40702810700000000024", "40702810000000000025", "40702810300000000026"];

fn accounts() -> Vec<&'static str> {
    [SETTLEMENT, VASILEK].into_iter().chain(FRESH).collect()
}

#[derive(Clone, Debug)]
enum Event {
    /// Money over the counter, in (above zero) or out, posted so many hours ago.
    Post { account: usize, minor: i64, hours_ago: i64 },
    /// A closing out of a file, of so many days ago.
    File { account: usize, minor: i64, days_ago: i64 },
    /// The account is emptied and closed, or opened again.
    Turn { account: usize },
    /// Hours pass.
    Pass { hours: i64 },
    /// A posting on a day that nobody has written down.
    Unknown { account: usize, minor: i64 },
}

fn event() -> impl Strategy<Value = Event> {
    let account = || 0..accounts().len();
    let hours_ago = prop_oneof![6 => Just(0_i64), 1 => 1..100_i64, 1 => 100..2_000_i64];
    prop_oneof![
        10 => (account(), prop_oneof![Just(500_i64), Just(-500), -900..900_i64], hours_ago)
            .prop_map(|(account, minor, hours_ago)| Event::Post { account, minor, hours_ago }),
        2 => (account(), -50..5_000_i64, 0..6_i64)
            .prop_map(|(account, minor, days_ago)| Event::File { account, minor, days_ago }),
        2 => account().prop_map(|account| Event::Turn { account }),
        5 => prop_oneof![5 => 1..30_i64, 1 => 30..90_i64].prop_map(|hours| Event::Pass { hours }),
        2 => (account(), 1..900_i64).prop_map(|(account, minor)| Event::Unknown { account, minor }),
    ]
}

fn ago(now: Instant, seconds: i64) -> Instant {
    now.plus_seconds(-seconds)
}

/// Posts to the account from the counter; what the ledger refuses did not happen.
async fn post(bank: &Bank, key: &str, account: LedgerAccountId, minor: i64, posted_at: Instant) {
    let header = EntryHeader { posted_at, ..header(bank, key) };
    let cash = InternalAccount::Cash.in_currency(Currency::RUR);
    let (from, to) = if minor > 0 { (cash, account) } else { (account, cash) };
    let amount = Money::from_minor(minor.abs());
    let draft = Draft::new(header).debit(from, Currency::RUR, amount).credit(to, Currency::RUR, amount);
    if let Ok(entry) = draft.balanced() {
        let now = bank.bench.clock.now();
        let post = move |tx: &mut Tx| ledger::post_fact(tx, entry.clone(), now, Funds::Needed);
        let _ = bank.bench.store.write("test.post", post).await;
    }
}

async fn turn(bank: &Bank, key: &str, number: &'static str) {
    let account = id(number);
    let read = account.clone();
    let state = bank.bench.store.read("test.state", move |tx| ledger::account_state(tx, &read)).await;
    let state = state.unwrap().unwrap();
    if state.is_open && state.balance != Money::ZERO {
        post(bank, key, account.clone(), -state.balance.minor(), bank.bench.clock.now()).await;
    }
    let turn = move |tx: &mut Tx| ledger::set_open(tx, &account, !state.is_open);
    let _ = bank.bench.store.write("test.turn", turn).await;
}

async fn file(bank: &Bank, number: &'static str, minor: i64, days_ago: i64) {
    let now = bank.bench.clock.now();
    let date = zone().date_of(now).saturating_sub(Span::new().days(days_ago));
    let take =
        move |tx: &mut Tx| match ledger::import_closing(tx, &id(number), date, Money::from_minor(minor), now)
        {
            Ok(_) => reference::put(tx, number, date, minor, now),
            Err(ledger::ClosingError::Told(_)) => Ok(()),
            Err(ledger::ClosingError::Store(error)) => Err(error),
        };
    // A day that the program has closed takes nothing.
    drop(bank.bench.store.write("test.file", take).await);
}

async fn close_both(bank: &Bank) {
    bank.close_days().await.unwrap();
    let now = bank.bench.clock.now();
    let today = zone().date_of(ago(now, accounts::CLOSING_GRACE_S));
    let (date, end) = (today.saturating_sub(Span::new().days(1)), zone().start_of_day(today));
    bank.bench.store.write("test.reference", move |tx| reference::close(tx, date, end)).await.unwrap();
}

/// Returns the answer of the reference, in the words of the API.
async fn wanted(bank: &Bank, number: &str) -> String {
    let last: Option<(i64, Instant)> =
        bank.bench.store.select_optional(&REFERENCE_LAST, params![number]).await.unwrap();
    let minor = last.map_or(0, |(minor, _)| minor.max(0));
    let at =
        last.map(|(_, at)| format!(r#","restDate":"{}""#, zone().date_time_text(at))).unwrap_or_default();
    format!(r#""rest":{}.{:02}{at}}}"#, minor / 100, minor % 100)
}

async fn happen(bank: &Bank, number: usize, event: Event) {
    // No two events of one moment: a name tells of whole milliseconds.
    bank.bench.clock.advance_seconds(1);
    let (key, now) = (format!("e-{number}"), bank.bench.clock.now());
    match event {
        Event::Post { account, minor, hours_ago } => {
            post(bank, &key, id(accounts()[account]), minor, ago(now, hours_ago * 3600)).await;
        }
        Event::File { account, minor, days_ago } => file(bank, accounts()[account], minor, days_ago).await,
        Event::Turn { account } => turn(bank, &key, accounts()[account]).await,
        Event::Pass { hours } => bank.bench.clock.advance_seconds(hours * 3600),
        Event::Unknown { account, minor } => {
            bank.forge(&FORGET_DAYS, params![]).await.unwrap();
            bank.bench.clock.advance_seconds(24 * 3600);
            post(bank, &key, id(accounts()[account]), minor, bank.bench.clock.now()).await;
        }
    }
}

/// Compares what is shown of every account.
async fn compare(bank: &Bank, number: usize, event: &Event) {
    for account in accounts() {
        let caller = ivanova().with_session(&format!("s-{number}"));
        let shown = bank.account_text(&caller, account, "Rest,RestDate").await;
        let wanted = wanted(bank, account).await;
        assert!(shown.ends_with(&wanted), "event {number} {event:?}, {account}: {shown} instead of {wanted}");
    }
}

on_both_engines! {
    async fn lif_03_a_rest_is_what_a_row_for_each_day_would_say(bench: Bench) {
        let bank = Bank::demo(bench).await;
        bank.bench.migrate(&[&reference::TABLE]).await;
        let line = |number| format!("{number},D-{number},1,1,3,N,N,C00001,001\n");
        let lines = FRESH.map(line).concat();
        let head = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n";
        bank.add("accounts", &format!("{head}{lines}")).await.unwrap();
        // The entries of the demo are in both tables.
        bank.forge(&COPY, params![]).await.unwrap();
        // The second value tells whether the worker looks before the next event.
        let (event, looks) = (event(), prop::bool::weighted(0.7));
        let mut runner = TestRunner::deterministic();
        for number in 0..EVENTS {
            let event = event.new_tree(&mut runner).unwrap().current();
            happen(&bank, number, event.clone()).await;
            if looks.new_tree(&mut runner).unwrap().current() {
                close_both(&bank).await;
                compare(&bank, number, &event).await;
            }
        }
        bank.assert_sound().await;
        let (few, many): (i64, i64) = bank.row(&ROWS, params![]).await;
        assert!(few < many, "{few} rows instead of {many}");
    }
}

store::queries! {
    /// Has the reference begin with the closings that are there.
    COPY = "insert into reference_closings (ledger_account_id, closing_date, balance_minor, closed_at_us) \
        select ledger_account_id, closing_date, balance_minor, closed_at_us from closing_balances";
    /// Forgets the days that nobody has begun to close.
    FORGET_DAYS = "delete from closing_days where through_account is null and finished_at_us is null";
    /// Counts the rows.
    ROWS = "select (select count(1) from closing_balances) as few, (select count(1) from reference_closings) as many";
}
