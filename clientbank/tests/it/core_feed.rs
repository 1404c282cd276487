//! The bank's core keeps the accounts and tells what it books (BNK-05).

use std::path::Path;
use std::sync::Arc;

use clientbank::application::{BuildError, areas};
use clientbank::configuration::Configuration;
use kernel::{BankZone, Clock as _, SystemClock, SystemRandomness};
use serde_json::{Value, json};
use store::{Store, params};
use testkit::{Answer, Bench, on_both_engines};

use crate::commands::{Installation, on_database};
use crate::orders::{System, orders};
use crate::triggers::{Line, Stage};
use crate::wired::{ORDERS, configuration, sandbox_with};

store::queries! {
    HELD_FOR_STATEMENTS = "select hold_id from holds where hold_id >= 'payroll:' and hold_id < 'payroll;' \
        and released_at_us is null";
}

const DAY_S: i64 = 86_400;
const ACCOUNT: &str = "40702810600000000001";

pub(crate) fn of_core() -> Configuration {
    let orders = "payroll.execute=bank,payment.send=none,unclaimed.settle=bank".to_owned();
    Configuration { orders, keeper: accounts::ledger::Keeper::Core, ..configuration() }
}

async fn staged(bench: &Bench) -> (Stage<'_>, System) {
    let stage = Stage::of(bench, sandbox_with(bench, &of_core()).await);
    let core = System::added(bench, "core", orders::Role::Core).await;
    (stage, core)
}

/// The same, with a token of the core.
pub(crate) async fn with_token(bench: &Bench) -> (Stage<'_>, String) {
    let (stage, core) = staged(bench).await;
    let token = core.token(&stage).await;
    (stage, token)
}

async fn send(stage: &Stage<'_>, token: &str, first: i64, facts: &[Value]) -> Answer {
    let body = json!({ "first": first, "facts": facts });
    stage.bank.post("/bank/v1/feed").bearer(token).json(&body).send().await
}

/// Sends facts that are taken: next, taken, repeated, and the codes of what differs.
pub(crate) async fn taken(
    stage: &Stage<'_>,
    token: &str,
    first: i64,
    facts: &[Value],
) -> (i64, i64, i64, Vec<String>) {
    let answer = send(stage, token, first, facts).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let told = answer.json();
    let number = |name: &str| told[name].as_i64().expect("a number");
    let differences = told["differences"].as_array().expect("differences").iter();
    let codes = differences.map(|one| format!("{} {}", one["number"], one["code"].as_str().expect("a code")));
    (number("next"), number("taken"), number("repeated"), codes.collect())
}

pub(crate) async fn feed(stage: &Stage<'_>, token: &str) -> Value {
    let answer = stage.bank.get("/bank/v1/feed").bearer(token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    answer.json()
}

pub(crate) fn at(bench: &Bench, seconds: i64) -> String {
    bench.clock.now().plus_seconds(seconds).to_timestamp().to_string()
}

pub(crate) fn day(bench: &Bench, seconds: i64) -> String {
    let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
    zone.date_of(bench.clock.now().plus_seconds(seconds)).to_string()
}

fn operation(bench: &Bench, id: &str, amount: &str, seconds: i64) -> Value {
    json!({ "operation": {
        "id": id, "account": ACCOUNT, "amount": amount, "postedAt": at(bench, seconds),
        "valueDate": day(bench, seconds), "purpose": format!("Оплата {id}"), "documentNumber": "12",
        "counterparty": { "name": "ООО «Лютик»", "bic": "044525225" },
    } })
}

fn balance(amount: &str) -> Value {
    json!({ "balance": { "account": ACCOUNT, "balance": amount } })
}

/// The sums of the account as the company reads them.
async fn account(stage: &Stage<'_>) -> Value {
    let fields = "?fields=Balance&fields=RestDate&fields=Rest";
    let answer = stage.get(&format!("/v1/accounts/{ACCOUNT}{fields}")).await;
    if answer.status == 200 { answer.json() } else { panic!("{}", answer.text()) }
}

/// An amount of the API as it is read here.
fn shown(minor: i64) -> String {
    let amount: Value =
        serde_json::from_str(&kernel::Money::from_minor(minor).to_string()).expect("a number");
    amount.to_string()
}

async fn minor(bench: &Bench) -> (i64, i64) {
    let id = kernel::AccountNumber::try_from(ACCOUNT.to_owned()).expect("a number");
    let read = move |tx: &mut store::Tx| accounts::ledger::account_state(tx, &(&id).into());
    let state =
        bench.store.read::<_, store::StoreError>("test.account", read).await.expect("read").expect("it is");
    (state.balance.minor(), state.held.minor())
}

pub(crate) async fn assert_green(bench: &Bench) {
    let ledger = accounts::check_ledger(&bench.store).await.expect("checked");
    let statements = payroll::check(&bench.store).await.expect("checked");
    assert!(ledger.findings.is_empty() && statements.findings.is_empty(), "{ledger:?} {statements:?}");
}

on_both_engines! {
    async fn bnk_05_facts_are_taken_once_in_their_order(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        assert_eq!(feed(&stage, &token).await, json!({ "differences": [] }));
        let (before, _) = minor(&bench).await;
        // A core begins where it is, and goes on without a gap.
        let first = [operation(&bench, "A-1", "150.00", -30), operation(&bench, "A-2", "-50.00", -20)];
        assert_eq!(taken(&stage, &token, 500, &first).await, (502, 2, 0, vec![]));
        assert_eq!(minor(&bench).await.0, before + 10_000);
        let gap = send(&stage, &token, 503, &[operation(&bench, "A-4", "1.00", -5)]).await;
        assert_eq!((gap.status.as_u16(), &gap.json()["code"]), (409, &json!("GAP")));
        assert!(gap.text().contains("502"), "{}", gap.text());
        assert_eq!(feed(&stage, &token).await["next"], json!(502));
        // The same bunch again, and one that begins in the middle of it.
        assert_eq!(taken(&stage, &token, 500, &first).await, (502, 0, 2, vec![]));
        let across = [first[1].clone(), operation(&bench, "A-3", "0.07", -10)];
        assert_eq!(taken(&stage, &token, 501, &across).await, (503, 1, 1, vec![]));
        // The name of an operation is one for ever: under another number it is the same, with another sum it is told.
        let again = [first[0].clone(), operation(&bench, "A-2", "-50.01", -20)];
        assert_eq!(taken(&stage, &token, 503, &again).await, (505, 0, 1, vec!["504 CONTRADICTS".to_owned()]));
        assert_eq!(minor(&bench).await.0, before + 10_007);
        // A number that is repeated with another content is told as well.
        let other = [operation(&bench, "A-1", "151.00", -30)];
        assert_eq!(taken(&stage, &token, 500, &other).await, (505, 0, 0, vec!["500 CONTRADICTS".to_owned()]));
        assert_eq!(minor(&bench).await.0, before + 10_007);
        // The company reads them as operations.
        let listed = stage.get(&format!("/v1/accounts/{ACCOUNT}/operations?from={0}&to={0}", day(&bench, 0))).await;
        assert!(listed.text().contains("Оплата A-3") && listed.text().contains("ООО «Лютик»"), "{}", listed.text());
        let sums = account(&stage).await;
        assert_eq!(sums["balance"].to_string(), shown(before + 10_007), "{sums}");
        // Another system has a sequence of its own.
        let cards = System::added(&bench, "cards", orders::Role::Core).await.token(&stage).await;
        assert_eq!(taken(&stage, &cards, 1, &[operation(&bench, "C-1", "1.00", -1)]).await, (2, 1, 0, vec![]));
        assert_green(&bench).await;
    }

    async fn bnk_05_numbers_of_facts_end_far_below_the_end_of_the_integers(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let facts = [operation(&bench, "A-1", "150.00", -30), operation(&bench, "A-2", "-50.00", -20)];
        let last = accounts::FACT_NUMBER_MAX;
        for first in [i64::MAX, i64::MAX - 1, i64::MAX - 2, last + 1, last] {
            let answer = send(&stage, &token, first, &facts).await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("MALFORMED")), "{first}");
            assert!(answer.text().contains(&last.to_string()), "{}", answer.text());
        }
        assert_eq!(feed(&stage, &token).await, json!({ "differences": [] }), "nothing has begun");
        assert_eq!(taken(&stage, &token, last - 1, &facts).await, (last + 1, 2, 0, vec![]));
        assert_eq!(feed(&stage, &token).await["next"], json!(last + 1));
        assert_eq!(taken(&stage, &token, last - 1, &facts).await, (last + 1, 0, 2, vec![]));
    }

    async fn bnk_05_one_fact_that_cannot_be_taken_holds_up_no_other(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let (before, _) = minor(&bench).await;
        let mut unknown = operation(&bench, "B-2", "5.00", -10);
        unknown["operation"]["account"] = json!("40702810900000000099");
        let mut wrong = operation(&bench, "B-3", "5.00", -10);
        wrong["operation"]["account"] = json!("4070281090000000009");
        let mut fraction = operation(&bench, "B-4", "5.001", -10);
        fraction["operation"]["purpose"] = json!("x");
        let huge = operation(&bench, "B-5", "92233720368547758.07", -10);
        let spaced = operation(&bench, "B 6", "1.00", -10);
        let (zero, future) = (operation(&bench, "B-7", "0.00", -10), operation(&bench, "B-8", "1.00", 3_600));
        let old = operation(&bench, "B-9", "1.00", -DAY_S * 4_000);
        let release = json!({ "release": { "id": "NONE", "at": at(&bench, 0) } });
        let tomorrow = json!({ "closedDay": { "date": day(&bench, 0) } });
        let hold = json!({ "hold": { "id": "payroll:1", "account": ACCOUNT, "amount": "1.00", "placedAt": at(&bench, 0),
            "description": "x" } });
        let good = operation(&bench, "B-1", "7.00", -10);
        let facts = [unknown.clone(), wrong, fraction, huge, spaced, zero, future, old, release, tomorrow, hold, good];
        let codes = ["1 UNKNOWN_ACCOUNT", "2 WRONG", "3 WRONG", "4 WRONG", "5 WRONG", "6 WRONG", "7 WRONG", "8 WRONG",
            "9 UNKNOWN_HOLD", "10 WRONG", "11 WRONG"];
        let (next, new, repeated, mut differences) = taken(&stage, &token, 1, &facts).await;
        differences.sort_by_key(|one| one.split_once(' ').map(|(number, _)| number.parse::<i64>().expect("a number")));
        assert_eq!((next, new, repeated, differences), (13, 1, 0, codes.map(str::to_owned).to_vec()));
        assert_eq!(minor(&bench).await.0, before + 700);
        assert_eq!(feed(&stage, &token).await["differences"].as_array().expect("a list").len(), 11);
        // What was refused is taken when it comes again as it should have been, under its number, and once.
        let mended = operation(&bench, "B-2", "5.00", -10);
        for (new, repeated) in [(1, 0), (0, 1)] {
            assert_eq!(taken(&stage, &token, 1, std::slice::from_ref(&mended)).await, (13, new, repeated, vec![]));
        }
        assert_eq!(minor(&bench).await.0, before + 1_200);
        assert_eq!(feed(&stage, &token).await["differences"].as_array().expect("a list").len(), 10);
        // Bodies that are none are refused as a whole and change nothing.
        for body in ["{}", "[]", r#"{"first":0,"facts":[{"closedDay":{"date":"2026-01-01"}}]}"#,
            r#"{"first":13,"facts":[]}"#, r#"{"first":13,"facts":[{"payment":{}}]}"#,
            r#"{"first":9223372036854775807,"facts":[{"closedDay":{"date":"2026-01-01"}}]}"#,
            r#"{"first":13,"facts":[{"closedDay":{"date":"2026-01-01","x":1}}]}"#]
        {
            let answer = stage.bank.post("/bank/v1/feed").bearer(&token).header("content-type", "application/json");
            let answer = answer.body(body.to_owned()).send().await;
            assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("MALFORMED")), "{body}");
        }
        let many = vec![json!({ "closedDay": { "date": "2026-01-01" } }); 10_001];
        let answer = send(&stage, &token, 13, &many).await;
        assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (400, &json!("TOO_MANY")));
        assert_eq!(feed(&stage, &token).await["next"], json!(13));
        assert_green(&bench).await;
    }

    async fn bnk_05_holds_limits_and_balances_are_the_cores(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let (before, _) = minor(&bench).await;
        // A core holds, lends and debits as it decides, beyond what is free here.
        let more = format!("{}.{:02}", before / 100 + 5, before % 100);
        let limit = |amount: &str| json!({ "limit": { "id": "L-1", "account": ACCOUNT, "kind": "OVERDRAFT",
            "amount": amount, "grantedAt": at(&bench, -5) } });
        let facts = [
            json!({ "hold": { "id": "H-1", "account": ACCOUNT, "amount": more, "placedAt": at(&bench, -9),
                "description": "Карта" } }),
            limit("100.00"), operation(&bench, "D-1", &format!("-{more}"), -3), limit("0.00"), balance("-5.00"),
        ];
        assert_eq!(taken(&stage, &token, 1, &facts).await, (6, 5, 0, vec![]));
        assert_eq!(minor(&bench).await, (-500, before + 500));
        let release = json!({ "release": { "id": "H-1", "at": at(&bench, -1) } });
        assert_eq!(taken(&stage, &token, 6, std::slice::from_ref(&release)).await, (7, 1, 0, vec![]));
        assert_eq!(minor(&bench).await, (-500, 0));
        assert_eq!(taken(&stage, &token, 6, &[release]).await, (7, 0, 1, vec![]), "again");
        // A balance that is another here is told until one agrees.
        assert_eq!(taken(&stage, &token, 7, &[balance("1.00")]).await, (8, 1, 0, vec!["7 OTHER_BALANCE".to_owned()]));
        let told = feed(&stage, &token).await["differences"][0].clone();
        assert_eq!((&told["core"], &told["here"]), (&json!("1.00"), &json!("-5.00")));
        let healed = [operation(&bench, "D-2", "6.00", -1), balance("1.00")];
        assert_eq!(taken(&stage, &token, 8, &healed).await, (10, 2, 0, vec![]));
        assert_eq!(feed(&stage, &token).await["differences"], json!([]));
        assert_green(&bench).await;
    }

    async fn bnk_05_a_balance_that_agrees_ends_the_difference_of_its_own_bunch(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let (before, _) = minor(&bench).await;
        let more = |minor: i64| kernel::Money::from_minor(before + minor).to_string();
        // Of two in one bunch the last one counts.
        let other = [operation(&bench, "D-1", "1.00", -1), balance(&more(200)), balance(&more(300))];
        let codes = [2, 3].map(|number| format!("{number} OTHER_BALANCE"));
        assert_eq!(taken(&stage, &token, 1, &other).await, (4, 3, 0, codes.to_vec()));
        let told = feed(&stage, &token).await["differences"].clone();
        assert_eq!((told.as_array().map(Vec::len), &told[0]["core"]), (Some(1), &json!(more(300))));
        let healed = [balance(&more(400)), operation(&bench, "D-2", "1.00", -1), balance(&more(200))];
        assert_eq!(taken(&stage, &token, 4, &healed).await, (7, 3, 0, vec!["4 OTHER_BALANCE".to_owned()]));
        assert_eq!(feed(&stage, &token).await["differences"], json!([]));
        assert_green(&bench).await;
    }

    async fn bnk_05_a_day_is_closed_when_the_core_has_closed_it(bench: Bench) {
        let (stage, core) = staged(&bench).await;
        let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
        let close = async || accounts::close_due_day(&bench.store, bench.clock.now(), &zone).await.expect("closed");
        let token = core.token(&stage).await;
        let (before, first) = (minor(&bench).await.0, day(&bench, 0));
        assert_eq!(taken(&stage, &token, 1, &[operation(&bench, "E-1", "10.00", -1)]).await.1, 1);
        close().await;
        bench.clock.advance_seconds(DAY_S);
        close().await;
        let token = core.token(&stage).await;
        // The day is over and the core still tells of it: after an operation of today, one of yesterday is of today.
        let facts = [operation(&bench, "E-2", "20.00", -DAY_S), operation(&bench, "E-3", "40.00", -1),
            operation(&bench, "E-4", "80.00", -DAY_S)];
        assert_eq!(taken(&stage, &token, 2, &facts).await, (5, 3, 0, vec![]));
        assert_eq!(close().await, 0, "nothing is closed before the core says so");
        assert_eq!(accounts::unclosed(&bench.store, bench.clock.now(), &zone).await, Ok(None));
        let closed = json!({ "closedDay": { "date": first } });
        assert_eq!(taken(&stage, &token, 5, std::slice::from_ref(&closed)).await.1, 1);
        assert!(close().await > 0);
        let rest = account(&stage).await;
        assert_eq!(rest["rest"].to_string(), shown(before + 3_000), "{rest}");
        // What comes late for the closed day is of the open one, and the closed day stays.
        assert_eq!(taken(&stage, &token, 6, &[operation(&bench, "E-5", "160.00", -DAY_S)]).await.1, 1);
        assert_eq!(minor(&bench).await.0, before + 31_000);
        let of_first = stage.get(&format!("/v1/accounts/{ACCOUNT}/operations?from={first}&to={first}")).await;
        let of_second = stage.get(&format!("/v1/accounts/{ACCOUNT}/operations?from={0}&to={0}", day(&bench, 0))).await;
        for (id, is_first) in [("E-1", true), ("E-2", true), ("E-3", false), ("E-4", false), ("E-5", false)] {
            assert_eq!(of_first.text().contains(&format!("Оплата {id}")), is_first, "{id}: {}", of_first.text());
            assert_eq!(of_second.text().contains(&format!("Оплата {id}")), !is_first, "{id}");
        }
        assert_eq!(taken(&stage, &token, 5, &[closed]).await, (7, 0, 1, vec![]));
        // A day that has ended and that the core has not closed yet is no finding.
        bench.clock.advance_seconds(DAY_S);
        taken(&stage, &core.token(&stage).await, 7, &[operation(&bench, "E-6", "1.00", -1)]).await;
        assert_green(&bench).await;
    }

    async fn bnk_05_a_statement_is_booked_by_the_core_alone(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let (before, _) = minor(&bench).await;
        let lines = vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998"), Line::own("5.00", 102)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        assert_eq!(minor(&bench).await, (before, 3_500), "the sum is held");
        assert_green(&bench).await;
        let order = orders(&stage, &token, "?wait=1").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let path = format!("/bank/v1/orders/{order}/parts");
        let some = json!({ "parts": [{ "part": 2, "outcome": "DONE" },
            { "part": 3, "outcome": "REFUSED", "reason": { "ru": "нет", "en": "no" } }] });
        for _ in 0..2 {
            assert_eq!(stage.bank.post(&path).bearer(&token).json(&some).send().await.status, 200);
            assert_eq!(minor(&bench).await, (before, 1_500), "the paid part is no longer held, and not booked");
        }
        assert_green(&bench).await;
        let done = json!({ "outcome": "DONE", "reference": "ABS-1" });
        let end = format!("/bank/v1/orders/{order}/answer");
        let answer = stage.bank.post(&end).bearer(&token).json(&done).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(stage.get("/v1/statements/salary-1").await.json()["status"], "PARTLY_EXECUTED");
        assert_eq!(minor(&bench).await, (before, 0));
        // The core tells its bookings, and a return the same way.
        assert_eq!(taken(&stage, &token, 1, &[operation(&bench, "S-1", "-30.00", -1)]).await.1, 1);
        let back = json!({ "return": "R-1", "part": 2, "reason": { "ru": "Счёт закрыт", "en": "Closed" } });
        let path = format!("/bank/v1/orders/{order}/returns");
        let returned = stage.bank.post(&path).bearer(&token).json(&back).send().await;
        assert_eq!(returned.status, 200, "{}", returned.text());
        assert_eq!(minor(&bench).await.0, before - 3_000, "the core books the return");
        let told = stage.get("/v1/statements/salary-1/transfers").await.json();
        assert_eq!(told["transfers"][1]["warnings"][0]["code"], "D27", "{told}");
        assert_green(&bench).await;
    }

    async fn bnk_05_the_feed_does_not_release_what_is_held_for_a_statement(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let lines = vec![Line::own("10.00", 101)];
        assert_eq!(stage.salary("salary-1", lines).await, "PROCESSING");
        let held = bench.store.query(&HELD_FOR_STATEMENTS, params![]).await.expect("read");
        let [held] = held.as_slice() else { panic!("{held:?}") };
        let id = held.text("hold_id").expect("a name");
        let release = json!({ "release": { "id": id, "at": at(&bench, 0) } });
        assert_eq!(taken(&stage, &token, 1, &[release]).await, (2, 0, 0, vec!["1 WRONG".to_owned()]));
        assert_eq!(minor(&bench).await.1, 1_000, "the sum is held");
        let order = orders(&stage, &token, "?wait=1").await["orders"][0]["id"].as_str().expect("a name").to_owned();
        let answer = stage.bank.post(&format!("/bank/v1/orders/{order}/answer")).bearer(&token);
        let answer = answer.json(&json!({ "outcome": "DONE", "reference": "ABS-1" })).send().await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert_eq!(stage.get("/v1/statements/salary-1").await.json()["status"], "EXECUTED");
        assert_eq!(minor(&bench).await.1, 0);
        assert_green(&bench).await;
    }

    async fn bnk_05_each_mode_refuses_what_it_does_not_have(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let refused = async |stage: &Stage<'_>, token: &str, path: &str| {
            let answer = stage.bank.get(path).bearer(token).send().await;
            (answer.status.as_u16(), answer.json()["code"].as_str().expect("a code").to_owned())
        };
        for path in ["/bank/v1/journal", "/bank/v1/trial-balance?date=2026-01-01"] {
            assert_eq!(refused(&stage, &token, path).await, (409, "KEPT_BY_CORE".to_owned()), "{path}");
        }
        let hub = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        assert_eq!(refused(&stage, &hub, "/bank/v1/feed").await, (403, "FOR_THE_CORE".to_owned()));
        let told = send(&stage, &hub, 1, &[operation(&bench, "F-1", "1.00", -1)]).await;
        assert_eq!((told.status.as_u16(), &told.json()["code"]), (403, &json!("FOR_THE_CORE")));
        // The database keeps its keeper.
        let settled = accounts::settle_keeper(&bench.store, accounts::ledger::Keeper::Ledger).await;
        assert_eq!(settled, Ok(accounts::ledger::Keeper::Core));
    }

    async fn bnk_05_a_ledger_takes_no_feed(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        let told = send(&stage, &token, 1, &[operation(&bench, "G-1", "1.00", -1)]).await;
        assert_eq!((told.status.as_u16(), &told.json()["code"]), (409, &json!("KEPT_HERE")));
        let asked = stage.bank.get("/bank/v1/feed").bearer(&token).send().await;
        assert_eq!((asked.status.as_u16(), &asked.json()["code"]), (409, &json!("KEPT_HERE")));
    }
}

#[test]
fn bnk_05_the_program_plays_nothing_that_a_core_books() {
    let refused = |orders: &str| {
        let configuration = Configuration { orders: orders.to_owned(), ..of_core() };
        areas::players(&configuration, false).expect_err("it is refused").to_string()
    };
    assert!(refused("").contains("is booked by the core"));
    assert!(refused("payroll.execute=bank,payment.send=none").contains("unclaimed.settle"));
    assert!(
        refused("payroll.execute=embedded,payment.send=none,unclaimed.settle=bank")
            .contains("payroll.execute")
    );
    // Whoever follows a refusal is not refused again.
    let unclaimed =
        |player| refused(&format!("payroll.execute=bank,payment.send=none,unclaimed.settle={player}"));
    assert!(unclaimed("embedded").contains("it takes `bank` and never `embedded`"));
    assert!(
        unclaimed("none")
            .contains("it takes `bank`, or `embedded` where the program keeps the accounts, and not")
    );
    areas::players(&of_core(), false).expect("the core books");
    assert!(BuildError::OtherKeeper("core").to_string().contains("kept by the core"));
}

fn bunch(first: i64, facts: Vec<Result<accounts::CoreFact, String>>) -> accounts::Bunch {
    let by = area::Author::outside_of_requests(audit::Actor::BankSystem("core".to_owned()));
    accounts::Bunch { by, first, facts }
}

/// Has the core close the day before today, and closes it here; returns it.
async fn close_yesterday(store: &Store, zone: &BankZone) -> String {
    let now = SystemClock.now();
    let day = zone.date_of(now.plus_seconds(-DAY_S - accounts::CLOSING_GRACE_S));
    let facts = vec![Ok(accounts::CoreFact::ClosedDay(day))];
    let told = accounts::take_facts(store, bunch(8, facts), now, (zone, Arc::new(SystemRandomness))).await;
    assert_eq!(told.expect("it is taken").taken, 1);
    accounts::close_due_day(store, now, zone).await.expect("it is closed");
    day.to_string()
}

/// Compares a file that names an account with two balances, one of them twice.
fn an_account_with_two_balances_differs_once(installation: &Installation, file: &Path, day: &str) {
    let rows = format!("account,balance\n{ACCOUNT},1.00\n{ACCOUNT},5000000000.00\n{ACCOUNT},5000000000.00\n");
    std::fs::write(file, rows).expect("the file");
    let path = file.to_str().expect("UTF-8");
    let (good, out, err) = installation.run(&["reconcile", path, "--day", day], "");
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let of_account: Vec<&Value> = lines.iter().filter(|line| line["account"] == ACCOUNT).collect();
    assert_eq!(of_account, [&json!({ "account": ACCOUNT, "difference": "TWICE" })], "{out}{err}");
    assert!(!good && err.contains(&format!("0 accounts agree, {} differ", lines.len())), "{err}");
    let entry = &installation.trail("books.reconciled")[0]["detail"];
    assert_eq!((&entry["rows"], &entry["agree"]), (&json!(1), &json!(0)), "{entry}");
    assert_eq!(entry["differ"], json!(lines.len()), "{entry}");
    std::fs::write(file, format!("account,balance\n{ACCOUNT},1.00\n{ACCOUNT},1.00\n")).expect("the file");
    let (_, out, err) = installation.run(&["reconcile", path, "--day", day], "");
    assert!(out.contains(ACCOUNT) && !out.contains("TWICE"), "one balance, told twice: {out}{err}");
}

/// Has a core tell a fact that is refused, and what an operator does then.
fn an_operator_settles_a_difference(installation: &Installation) {
    let files = installation.files.to_str().expect("UTF-8");
    installation.says(&["import", files]);
    let day = on_database(installation, async |store| {
        let keeper = accounts::settle_keeper(store, accounts::ledger::Keeper::Core).await;
        assert_eq!(keeper, Ok(accounts::ledger::Keeper::Core));
        let fact = accounts::CoreFact::Release { hold_id: "NONE".to_owned(), at: SystemClock.now() };
        let bunch = bunch(7, vec![Ok(fact)]);
        let zone: BankZone = "Europe/Moscow".parse().expect("a zone");
        let told =
            accounts::take_facts(store, bunch, SystemClock.now(), (&zone, Arc::new(SystemRandomness))).await;
        assert_eq!(told.expect("it is kept").differences.len(), 1);
        close_yesterday(store, &zone).await
    });
    let listed: Value = serde_json::from_str(installation.says(&["feed", "list"]).trim()).expect("JSON");
    assert_eq!((&listed["code"], &listed["number"]), (&json!("UNKNOWN_HOLD"), &json!(7)));
    let forget = ["feed", "forget", "core", "7", "--reason", "released on paper"];
    assert!(installation.refuses(&["feed", "forget", "core", "7", "--reason", ""]).contains("the reason"));
    installation.says(&forget);
    assert_eq!(installation.says(&["feed", "list"]), "");
    assert!(installation.refuses(&forget).contains("no such difference"));
    let entries = installation.trail("bank_feed.difference_forgotten");
    assert_eq!(entries[0]["detail"]["reason"], json!("released on paper"), "{entries:?}");
    // What the core tells from now on is not brought by files as well.
    let refused = installation.refuses(&["import", files]);
    assert!(refused.contains("ledger_openings.csv: the core tells this by its feed"), "{refused}");
    // Balances of a file are compared with a closed day, with one exit status for differences.
    let file = installation.files.join("balances.csv");
    let compare = |text: &str, day: &str| {
        std::fs::write(&file, text).expect("the file");
        installation.refuses(&["reconcile", file.to_str().expect("UTF-8"), "--day", day])
    };
    assert!(compare("account,balance\n", "2020-01-01").contains("is not closed"));
    assert!(compare("number,balance\n", "2020-01-01").contains("balances.csv:1: must be account,balance"));
    assert!(
        compare("account,balance\n4070281060000000000,1.00\n", "2020-01-01")
            .contains("balances.csv:2: account:")
    );
    assert!(compare("account,balance\n40702810600000000001,1.001\n", "2020-01-01").contains(":2: balance:"));
    an_account_with_two_balances_differs_once(installation, &file, &day);
    // Another keeper than that of the database is refused.
    let refused = installation.refuses(&[
        "orders",
        "answer",
        "x-1",
        "--outcome",
        "done",
        "--reason",
        "x",
        "--set",
        ORDERS,
    ]);
    assert!(refused.contains("kept by the core"), "{refused}");
}

crate::commands::on_both_databases! {
    fn bnk_05_an_operator_settles_a_difference(bank: "feed") { an_operator_settles_a_difference(&bank); }
}
