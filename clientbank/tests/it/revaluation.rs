//! Positions in foreign currencies are revalued when a day is closed, once, at the rate of that day (BNK-06).

use accounts::ledger::{
    Draft, EntryHeader, EntryKind, IdempotencyKey, InternalAccount, LedgerAccountId, LedgerError, post,
};
use kernel::{AccountNumber, Clock as _, Currency, Money, Randomness as _};
use serde_json::{Value, json};
use store::{Migration, MigrationTree, Tx};
use testkit::{Bench, on_both_engines};

use crate::core_balances::brought;
use crate::core_feed::of_core;
use crate::journal::{DAY_S, added_up, close_day, journal, read, today, told};
use crate::orders::System;
use crate::triggers::Stage;
use crate::wired::sandbox_with;

const USD: &str = "40702840200000000002";
const VASILEK: &str = "40702810700000000011";

/// A revaluation as the trial balance tells it: position, equivalent, result, rate.
type Told<'a> = [&'a str; 4];

fn id(number: &str) -> LedgerAccountId {
    LedgerAccountId::from(&number.parse::<AccountNumber>().expect("a number"))
}

/// A customer buys dollars for roubles, or sells them when both amounts are negative; in hundredths.
async fn exchange(bench: &Bench, name: &str, dollars: i64, roubles: i64) {
    let now = bench.clock.now();
    let header = EntryHeader {
        entry_id: bench.randomness.uuid(now),
        idempotency_key: IdempotencyKey::try_from(format!("exchange:{name}")).expect("a key"),
        kind: EntryKind::Exchange,
        posted_at: now,
        value_date: today(bench).parse().expect("a day"),
        description: name.to_owned(),
        document: None,
        authors: accounts::ledger::Authors::default(),
    };
    let mut draft = Draft::new(header);
    for (account, currency, minor, national) in [
        (id(VASILEK), Currency::RUR, -roubles, -roubles),
        (InternalAccount::Position.in_currency(Currency::RUR), Currency::RUR, roubles, roubles),
        (InternalAccount::Position.in_currency(Currency::USD), Currency::USD, -dollars, -roubles),
        (id(USD), Currency::USD, dollars, roubles),
    ] {
        let [amount, national] = [minor, national].map(|minor| Money::from_minor(minor.abs()));
        draft = if minor > 0 {
            draft.credit(account, currency, amount).valued(national)
        } else {
            draft.debit(account, currency, amount).valued(national)
        };
    }
    let entry = draft.balanced().expect("an entry");
    let unit = move |tx: &mut Tx| post(tx, &entry).map(drop);
    bench.store.write::<_, LedgerError>("test.exchange", unit).await.expect("it is posted");
}

async fn rate(bench: &Bench, day: &str, rate: &str) {
    let text = format!("currency,rate_date,units,rate\nUSD,{day},1,{rate}\n");
    brought(bench, "day_rates", &text).await.expect("it is taken");
}

/// A morning of the next day: the day before is closed.
async fn next_day(bench: &Bench) -> String {
    let day = today(bench);
    bench.clock.advance_seconds(DAY_S);
    close_day(bench).await;
    day
}

/// Proves that the trial balance of a day is the sum of the journal, and returns what it tells of dollars.
async fn told_of(stage: &Stage<'_>, core: &System, day: &str) -> Value {
    let token = core.token(stage).await;
    let balance = read(stage, &token, &format!("/bank/v1/trial-balance?date={day}")).await;
    assert_eq!(told(&balance), added_up(&journal(stage, &token, 0, 1_000).await, day));
    balance["revaluations"].clone()
}

fn dollars([position, national, result, rate]: Told<'_>) -> Value {
    let mut line = json!({ "currency": "USD", "position": position, "national": national, "result": result });
    if !rate.is_empty() {
        line["rate"] = json!(rate);
        line["units"] = json!(1);
    }
    json!([line])
}

async fn revaluations(stage: &Stage<'_>, core: &System) -> Vec<Value> {
    let entries = journal(stage, &core.token(stage).await, 0, 1_000).await;
    entries.into_iter().filter(|entry| entry["kind"] == "REVALUATION").collect()
}

async fn is_proved(bench: &Bench) {
    assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
}

on_both_engines! {
    async fn bnk_06_a_position_is_brought_to_the_rate_of_each_day(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        exchange(&bench, "buys", 10_000, 800_000).await;
        rate(&bench, &today(&bench), "92.5").await;
        let seen = async || {
            let operations = format!("/v1/accounts/{VASILEK}/operations?limit=100");
            let dollars = stage.get(&format!("/v1/accounts/{USD}")).await.json()["balance"].clone();
            (stage.get(&operations).await.text().to_owned(), dollars)
        };
        let before = seen().await;
        let first = next_day(&bench).await;
        assert_eq!(told_of(&stage, &core, &first).await, dollars(["-100.00", "-9250.00", "-1250.00", "92.500000"]));
        assert_eq!(seen().await, before, "customers read the same");
        let entries = revaluations(&stage, &core).await;
        let entry = &entries[0];
        assert_eq!((entries.len(), &entry["day"], &entry["valueDate"]), (1, &json!(first), &json!(first)));
        assert_eq!(entry["authors"], json!([{ "kind": "SYSTEM" }]));
        let line = |account: &str, amount: &str| json!({ "account": account, "currency": "RUB", "amount": amount });
        assert_eq!(entry["postings"], json!([
            line("REVALUATION-EXPENSE.RUR", "-1250.00"), line("POSITION.RUR", "1250.00")
        ]));
        // The next day has whatever happens after midnight, and a day is revalued once.
        exchange(&bench, "buys-more", 1, 93).await;
        close_day(&bench).await;
        rate(&bench, &today(&bench), "90").await;
        let second = next_day(&bench).await;
        assert_eq!(told_of(&stage, &core, &second).await, dollars(["-100.01", "-9000.90", "250.03", "90.000000"]));
        // A day without a rate is told, by a metric too, and not guessed: the position stays as it was.
        let without_rate = async || accounts::positions_without_rate(&bench.store).await.expect("counted");
        assert_eq!(without_rate().await, 0);
        let third = next_day(&bench).await;
        assert_eq!(without_rate().await, 1);
        assert_eq!(told_of(&stage, &core, &third).await, dollars(["-100.01", "-9000.90", "0.00", ""]));
        assert_eq!(revaluations(&stage, &core).await.len(), 2);
        // The next one brings it up; where everything is bought back, what is left needs no rate.
        rate(&bench, &today(&bench), "91").await;
        let fourth = next_day(&bench).await;
        assert_eq!(told_of(&stage, &core, &fourth).await, dollars(["-100.01", "-9100.91", "-100.01", "91.000000"]));
        assert_eq!(without_rate().await, 0);
        exchange(&bench, "sells", -10_001, -905_000).await;
        let fifth = next_day(&bench).await;
        assert_eq!(told_of(&stage, &core, &fifth).await, dollars(["0.00", "0.00", "50.91", ""]));
        assert_eq!(without_rate().await, 0, "nothing is left to revalue");
        let sixth = next_day(&bench).await;
        assert_eq!(told_of(&stage, &core, &sixth).await, json!([]));
        assert_eq!(told_of(&stage, &core, &first).await, dollars(["-100.00", "-9250.00", "-1250.00", "92.500000"]));
        is_proved(&bench).await;
    }

    async fn bnk_06_a_rate_counts_over_a_weekend_and_not_beyond(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        // Friday, 20 November; a calendar is kept, and the rate set on Friday counts from Saturday.
        brought(&bench, "business_days", "date,is_business_day\n2026-12-31,false\n").await.expect("it is taken");
        exchange(&bench, "buys", 10_000, 800_000).await;
        rate(&bench, "2026-11-20", "80").await;
        rate(&bench, "2026-11-21", "81").await;
        let mut results = Vec::new();
        for _ in 0..5 {
            let day = next_day(&bench).await;
            let told = told_of(&stage, &core, &day).await;
            results.push((day, told[0]["result"].clone(), told[0]["rate"].clone()));
        }
        let row = |day: &str, result: &str, rate: Value| (format!("2026-11-{day}"), json!(result), rate);
        assert_eq!(results, [
            row("20", "0.00", json!("80.000000")), row("21", "-100.00", json!("81.000000")),
            row("22", "0.00", json!("81.000000")), row("23", "0.00", json!("81.000000")),
            row("24", "0.00", Value::Null),
        ]);
        assert_eq!(revaluations(&stage, &core).await.len(), 1);
        is_proved(&bench).await;
    }

    async fn bnk_06_a_closing_that_dies_or_is_run_twice_revalues_once(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        exchange(&bench, "buys", 10_000, 800_000).await;
        rate(&bench, &today(&bench), "92.5").await;
        bench.migrate(&[&STOPPED]).await;
        let day = today(&bench);
        bench.clock.advance_seconds(DAY_S);
        let (zone, now) = ("Europe/Moscow".parse().expect("a zone"), bench.clock.now());
        let close = async || accounts::close_due_day(&bench.store, now, &zone).await;
        for _ in 0..3 {
            close().await.expect_err("it is stopped");
        }
        let died = revaluations(&stage, &core).await;
        assert_eq!(died.len(), 1);
        // A rate that comes late changes nothing of a day that was revalued.
        rate(&bench, &day, "99").await;
        bench.migrate(&[&MENDED]).await;
        let (one, two) = tokio::join!(close(), close());
        assert!(one.is_ok() || two.is_ok(), "{one:?} {two:?}");
        close().await.expect("closed");
        assert_eq!(revaluations(&stage, &core).await, died);
        // The identifier follows from what it says, so that a day which is closed anew after a restore tells it again.
        assert_eq!(died[0]["id"], "01a1fac2-4c7f-787c-a18a-a8b1cbbbe52b");
        is_proved(&bench).await;
    }

    async fn bnk_06_processes_at_once_revalue_a_day_once(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        exchange(&bench, "buys", 10_000, 800_000).await;
        rate(&bench, &today(&bench), "92.5").await;
        bench.clock.advance_seconds(DAY_S);
        let (zone, now) = ("Europe/Moscow".parse().expect("a zone"), bench.clock.now());
        let close = async || accounts::close_due_day(&bench.store, now, &zone).await;
        let outcomes = tokio::join!(close(), close(), close());
        assert!(outcomes.0.is_ok() || outcomes.1.is_ok() || outcomes.2.is_ok(), "{outcomes:?}");
        close().await.expect("closed");
        assert_eq!(revaluations(&stage, &core).await.len(), 1);
        is_proved(&bench).await;
    }

    async fn bnk_06_a_core_that_keeps_the_accounts_revalues_by_itself(bench: Bench) {
        drop(sandbox_with(&bench, &of_core()).await);
        let unit = |tx: &mut Tx| tx.query(&REVALUED, store::params![]);
        close_day(&bench).await;
        assert!(bench.store.read("test.revalued", unit).await.expect("read").is_empty());
    }
}

store::queries! {
    /// The currencies that were revalued.
    REVALUED = "select currency from revaluations";
}

const STOPPED: MigrationTree = MigrationTree {
    area: "test_stopped",
    migrations: &[Migration {
        version: 1,
        note: "the closing dies at its first chunk",
        sql: "--@ sqlite
create trigger test_stop before update on closing_days when new.through_account is not null
begin select raise(abort, 'stopped'); end;
--@ postgres
create function test_stop() returns trigger language plpgsql as $$
begin raise exception 'stopped'; end $$;
create trigger test_stop before update on closing_days for each row when (new.through_account is not null)
execute function test_stop();
--@ both
",
    }],
};

const MENDED: MigrationTree = MigrationTree {
    area: "test_mended",
    migrations: &[Migration {
        version: 1,
        note: "mended",
        sql: "--@ sqlite
drop trigger test_stop;
--@ postgres
drop trigger test_stop on closing_days;
--@ both
",
    }],
};
