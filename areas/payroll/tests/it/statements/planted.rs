//! `check` names what is wrong: each fault is written into a bank in which all is well, as a lost or doubled unit of
//! work would leave it, looked at, and undone.

use std::sync::Arc;

use futures_util::FutureExt as _;
use jobs::{Runner, RunnerSettings, Wake};
use kernel::{Clock, Instant, SeededRandomness, Translated};
use payroll::rail::{OutgoingRail, RailAnswer, RailPayment, Submitted};
use serde_json::{Value, json};
use store::{Migration, MigrationTree, Query, StoreError, Tx};
use testkit::{Bench, UNGUARDED_LEDGER, on_both_engines};

use super::house::{ACCOUNT, House, OTHER_BIC, changed, employee, stranger};
use super::planted_faults::faults;

/// Lets a test write what the tables would refuse, and names what it writes about.
static PREPARED: MigrationTree = MigrationTree {
    area: "planted",
    migrations: &[Migration {
        version: 1,
        note: "no guards, and names for the test",
        sql: "create view s as select s.external_id, s.statement_id, n.name from payroll_statements s
                join payroll_statement_names n on n.statement_id = s.statement_id;
            create view e as select s.external_id, j.entry_id, j.idempotency_key from journal_entries j
                join s on j.idempotency_key = 'payroll:' || s.name || ':0';
            --@ sqlite
            pragma ignore_check_constraints = on;
            drop trigger payroll_transfers_refuse_update;
            drop trigger payroll_transfers_refuse_delete;
            drop trigger payroll_history_refuse_update;
            --@ postgres
            alter table payroll_transfers disable trigger user;
            alter table payroll_history disable trigger user;
            alter table ledger_accounts drop constraint ledger_accounts_closed_empty;
            alter table ledger_accounts drop constraint ledger_accounts_available;
            alter table holds drop constraint holds_placed;
            --@ both
            ",
    }],
};

/// Answers by the amount: 13.00 never, 14.00 with a return, others with a settlement.
struct Rail;

impl OutgoingRail for Rail {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        let answer = |payment: &RailPayment| match payment.amount.minor() {
            1_300 => None,
            1_400 => Some(RailAnswer::Returned {
                reason: Translated {
                    russian: "нет счёта".to_owned(), english: "no account".to_owned()
                },
            }),
            _ => Some(RailAnswer::Settled),
        };
        let answers = payments.iter().map(answer).collect();
        async move { Ok(answers) }.boxed()
    }
}

fn to(order: u32, account: &str, amount: f64) -> Value {
    json!({"lastName": "Смирнова", "firstName": "Анна", "orderNumber": order, "amount": amount, "account": account,
        "currency": "RUR"})
}

fn to_other(order: u32, amount: f64) -> Value {
    let mut transfer = to(order, &stranger(order), amount);
    transfer["bic"] = json!(OTHER_BIC);
    transfer
}

/// Sends a statement with both signatures, and works off what is due.
async fn send(house: &House, external_id: &str, date: &str, transfers: Vec<Value>) {
    let total: f64 = transfers.iter().map(|transfer| transfer["amount"].as_f64().unwrap()).sum();
    let payload = changed(external_id, |payload| {
        payload["date"] = json!(date);
        payload["transfersCount"] = json!(transfers.len());
        payload["totalAmount"] = json!(total);
        if transfers[0]["conversion"].is_array() {
            payload["conversionRates"] = json!([{"rate": 80.85, "currency": "USD"}]);
        }
        payload["transfers"] = json!(transfers);
    });
    house.create_signed(&payload).await;
    work(house).await;
}

async fn work(house: &House) {
    let runner = Runner::new(
        house.bench.store.clone(),
        house.bench.clock.clone(),
        Arc::new(SeededRandomness::new(11)),
        Wake::default(),
        RunnerSettings::default(),
    );
    runner.with_workers(payroll::workers_over(&house.state, Arc::new(Rail))).drain().await.unwrap();
    let (now, randomness) = (house.bench.clock.now(), Arc::clone(&house.bench.randomness));
    let number = move |tx: &mut Tx| events::number(tx, now, &*randomness);
    while !house.bench.store.write_guarded("test.number", number.clone()).await.unwrap().is_empty() {}
}

async fn close_day(house: &House) {
    let zone = "Europe/Moscow".parse().unwrap();
    accounts::close_due_day(&house.bench.store, house.bench.clock.now(), &zone).await.unwrap();
}

/// The dollar account of an employee.
fn dollars(serial: u32) -> String {
    let number: kernel::AccountNumber = format!("40817840000000{serial:06}").parse().unwrap();
    number.with_control_key(&super::house::OWN_BIC.parse::<kernel::Bic>().unwrap()).to_string()
}

/// A bank with a statement in each state that matters, holds, closed days and numbered events.
async fn bank(bench: Bench) -> House {
    let house = House::new(bench).await;
    close_day(&house).await;
    let head = "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum,rouble_account";
    let text = format!("{head}\n{},1,001,Смирнова,Анна,,,{}\n", dollars(101), employee(101));
    house.add("employees_accounts.csv", &text).await.unwrap();
    let text = format!(
        "hold_id,account,amount,placed_at,released_at,description\nCARD,{ACCOUNT},9.00,2026-11-20T10:00:00+03:00,,Taxi\n"
    );
    house.add("holds.csv", &text).await.unwrap();
    let text = format!(
        "payment_id,account,amount,posted_at,value_date,purpose\n1,{ACCOUNT},500.00,2026-11-20T11:00:00+03:00,2026-11-20,Goods\n"
    );
    house.add("payments.csv", &text).await.unwrap();
    let two = |first: u32| vec![to(1, &employee(first), 20.0), to(2, &employee(first + 1), 30.0)];
    send(&house, "old", "2026-11-20", two(102)).await;
    send(
        &house,
        "processing",
        "2026-11-21",
        vec![to(1, &employee(104), 10.0), to_other(2, 13.0), to(3, &employee(120), 5.0)],
    )
    .await;
    let text = format!("{head}\n{},0,001,Смирнова,Анна,,,\n", employee(120));
    house.add("employees_accounts.csv", &text).await.unwrap();
    house.bench.clock.advance_seconds(86_400);
    close_day(&house).await;
    work(&house).await;
    let mut converted = to(1, &employee(101), 1_000.0);
    converted["conversion"] = json!([{"percent": 50, "currency": "USD"}]);
    send(
        &house,
        "mixed",
        "2026-11-21",
        vec![converted, to_other(2, 15.0), to_other(3, 14.0), to(4, &employee(105), 12.0)],
    )
    .await;
    send(
        &house,
        "declined",
        "2026-11-21",
        vec![to(1, &employee(106), 40_000_000_000.0), to(2, &employee(108), 40_000_000_000.0)],
    )
    .await;
    send(&house, "scheduled", "2026-11-30", two(109)).await;
    send(&house, "plain", "2026-11-21", two(111)).await;
    for (name, status) in [
        ("old", "EXECUTED"),
        ("processing", "PROCESSING"),
        ("mixed", "PARTLY_EXECUTED"),
        ("declined", "DECLINED"),
        ("scheduled", "SCHEDULED"),
        ("plain", "EXECUTED"),
    ] {
        assert_eq!(house.status(name).await["status"], status, "{name}");
    }
    house
}

/// Ends a unit of work with what was found in it, so that nothing of it stays.
enum Undone {
    Found(Vec<String>),
    Failed(StoreError),
}

impl From<StoreError> for Undone {
    fn from(error: StoreError) -> Self {
        Self::Failed(error)
    }
}

/// Returns what is found when these statements were run, and undoes them.
async fn found(house: &House, planted: &[&'static Query]) -> Vec<String> {
    found_since(house, planted, None).await
}

async fn found_since(house: &House, planted: &[&'static Query], since: Option<Instant>) -> Vec<String> {
    let planted = planted.to_vec();
    let texts: Vec<&str> = planted.iter().map(|query| query.sql()).collect();
    let unit = move |tx: &mut Tx| -> Result<(), Undone> {
        for query in &planted {
            assert!(tx.execute(query, vec![])? > 0, "{} changes nothing: {}", query.name(), query.sql());
        }
        let mut findings = accounts::ledger::check_since(tx, since)?.findings;
        findings.extend(payroll::check_in(tx, since)?.findings);
        Err(Undone::Found(findings.iter().map(ToString::to_string).collect()))
    };
    match house.bench.store.write("test.plant", unit).await {
        Err(Undone::Found(found)) => found,
        Err(Undone::Failed(error)) => panic!("{error}: {texts:?}"),
        Ok(()) => Vec::new(),
    }
}

fn query(text: &str) -> &'static Query {
    Box::leak(Box::new(Query::new("PLANT", text.to_owned().leak())))
}

/// The faults of what was written on the second day that need no posting of the first.
const SINCE: [u32; 29] = [
    2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 17, 18, 19, 20, 21, 22, 24, 32, 33, 34, 35, 37, 38, 39, 40, 44, 47,
    50,
];

on_both_engines! {
    async fn money_h03_the_database_refuses_what_it_can(bench: Bench) {
        let house = bank(bench).await;
        let id = |name: &str| format!("(select statement_id from payroll_statements where external_id = '{name}')");
        for text in [
            format!("update payroll_transfers set amount_minor = amount_minor + 1 where statement_id = {}",
                id("plain")),
            format!("update payroll_transfers set account = '1' where statement_id = {}", id("processing")),
            format!("delete from payroll_transfers where statement_id = {}", id("processing")),
            format!("update payroll_history set to_state = 'SCHEDULED' where statement_id = {} and version = 2",
                id("plain")),
            "insert into payroll_outcomes (statement_id, line, outcome, changed_at_us)
                select payload_digest, 1, 'PENDING', 1 from payroll_statements where external_id = 'plain'".to_owned(),
            "insert into payroll_rail_payments (statement_id, line, bic, account, amount_minor, state, handed_at_us)
                select payload_digest, 1, '1', '1', 1, 'HANDED', 1 from payroll_statements
                where external_id = 'plain'".to_owned(),
        ] {
            let query = query(&text);
            let tried = house.bench.store.write("test.try", move |tx: &mut Tx| tx.execute(query, vec![])).await;
            assert!(matches!(tried, Err(StoreError::Constraint { .. })), "{text}: {tried:?}");
        }
        assert_eq!(found(&house, &[]).await, Vec::<String>::new());
    }

    async fn money_h03_check_names_every_planted_fault(bench: Bench) {
        let engine = bench.engine;
        let house = bank(bench).await;
        house.bench.migrate(&[&UNGUARDED_LEDGER, &PREPARED]).await;
        assert_eq!(found(&house, &[]).await, Vec::<String>::new());
        let mut missed = Vec::new();
        // The morning of the second day.
        let since = Some(Instant::from_microseconds(1_795_165_200_000_000 + 43_200_000_000));
        assert_eq!(found_since(&house, &[], since).await, Vec::<String>::new());
        let faults = faults(engine);
        assert_eq!(faults.len(), 53);
        for (number, texts, subject) in faults {
            let mut subject = subject;
            for name in ["old", "processing", "mixed", "declined", "scheduled", "plain"] {
                subject = subject.replace(&format!("{{{name}}}"), &house.id("C00001", name).await.to_string());
            }
            let queries: Vec<&'static Query> = texts.iter().map(|text| query(text)).collect();
            let told = found(&house, &queries).await;
            let names = |line: &String| line.split(": ").next().is_some_and(|named| named.contains(&subject));
            if !told.iter().any(names) {
                missed.push(format!("{number} ({subject}): {told:?}"));
            }
            let told = found_since(&house, &queries, since).await;
            if SINCE.contains(&number) && !told.iter().any(names) {
                missed.push(format!("{number} since ({subject}): {told:?}"));
            }
        }
        assert!(missed.is_empty(), "{} missed:\n{}", missed.len(), missed.join("\n"));
        assert_eq!(found(&house, &[]).await, Vec::<String>::new());
    }
}
