//! An entry that a file of the bank has brought is reversed: whole, once, with a reason (BNK-06).

use accounts::ledger::{self, Hold, LedgerError, Refusal, Reversal, ReversalError};
use kernel::{Clock as _, Money};
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::commands::Installation;
use crate::core_balances::brought;
use crate::core_feed::of_core;
use crate::journal::{DAY_S, close_day, journal, read, salaries, today};
use crate::orders::System;
use crate::people::{Bank, EVERY, Person, is};
use crate::triggers::{BOTH_KEYS, Line, Sent, Stage};
use crate::wired::sandbox_with;

const USD: &str = "40702840200000000002";
const PAYER: &str = "40702810600000000001";
const VASILEK: &str = "40702810700000000011";

store::queries! {
    BALANCE = "select balance_minor from ledger_accounts where ledger_account_id = $1";
    /// Adds a second reversal of the entry that the last one reverses, under the same key.
    SECOND = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, value_date, \
        description, postings_count) select $1, idempotency_key, fingerprint, kind, posted_at_us, value_date, \
        description, postings_count from journal_entries where kind = 'CORRECTION'";
    REVERSALS = "select count(1) as reversals from journal_entries where kind = 'CORRECTION'";
}

/// Brings a payment of now.
async fn payment(bench: &Bench, id: &str, account: &str, amount: &str) {
    let (at, day) = (bench.clock.now().to_timestamp(), today(bench));
    let text = format!(
        "payment_id,account,amount,posted_at,value_date,purpose,document_number,counterparty_name\n\
         {id},{account},{amount},{at},{day},Payment {id},12,Buttercup LLC\n"
    );
    brought(bench, "payments", &text).await.expect("it is taken");
}

async fn reverse(bench: &Bench, number: i64, reason: &str) -> Result<(), ReversalError> {
    let (now, randomness, reason) = (bench.clock.now(), bench.randomness.clone(), reason.to_owned());
    let author = audit::Actor::Operator("petrova".to_owned());
    let unit =
        move |tx: &mut Tx| Reversal::of(tx, number, &reason, author.clone(), (now, &*randomness))?.post(tx);
    bench.store.write("test.reverse", unit).await
}

async fn balance(bench: &Bench, account: &str) -> i64 {
    let row =
        bench.store.query_optional(&BALANCE, params![account]).await.expect("read").expect("an account");
    row.integer("balance_minor").expect("a balance")
}

async fn reversals(bench: &Bench) -> i64 {
    let row = bench.store.query_optional(&REVERSALS, params![]).await.expect("read").expect("a row");
    row.integer("reversals").expect("a number")
}

/// The number of the entry with a description.
async fn number_of(stage: &Stage<'_>, token: &str, description: &str) -> i64 {
    let entries = journal(stage, token, 0, 1_000).await;
    let found = entries.iter().rfind(|entry| entry["description"] == description);
    found.unwrap_or_else(|| panic!("no {description}"))["number"].as_i64().expect("a number")
}

/// The accounts and amounts of an entry.
fn lines(entry: &Value) -> Vec<(Value, String)> {
    let postings = entry["postings"].as_array().expect("postings").iter();
    postings.map(|one| (one["account"].clone(), one["amount"].as_str().expect("a sum").to_owned())).collect()
}

fn is_short(outcome: &Result<(), ReversalError>) -> bool {
    matches!(
        outcome,
        Err(ReversalError::Ledger(LedgerError::Refused { refusal: Refusal::InsufficientFunds, .. }))
    )
}

on_both_engines! {
    async fn bnk_06_a_reversal_names_what_it_reverses_and_is_the_only_one(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let token = core.token(&stage).await;
        let before = [balance(&bench, VASILEK).await, balance(&bench, USD).await];
        payment(&bench, "IN-1", VASILEK, "70.00").await;
        payment(&bench, "OUT-1", USD, "-5.01").await;
        let (into, out) = (
            number_of(&stage, &token, "Payment IN-1").await, number_of(&stage, &token, "Payment OUT-1").await
        );
        let day = today(&bench);
        bench.clock.advance_seconds(DAY_S);
        close_day(&bench).await;
        let token = core.token(&stage).await;
        let path = format!("/bank/v1/trial-balance?date={day}");
        let told = read(&stage, &token, &path).await;
        for (number, name) in [(into, "IN-1"), (out, "OUT-1")] {
            reverse(&bench, number, &format!("Ошибка в {name}")).await.expect("it is reversed");
            let entries = journal(&stage, &token, 0, 1_000).await;
            let (first, last) = (&entries[usize::try_from(number - 1).expect("a place")], entries.last().expect("one"));
            assert_eq!(last["reverses"], json!({ "number": number, "id": first["id"] }));
            assert_eq!(last["kind"], "CORRECTION");
            assert_eq!(last["authors"], json!([{ "kind": "OPERATOR", "id": "petrova" }]));
            assert_eq!((&last["reason"], &last["description"]), (&json!(format!("Ошибка в {name}")), &last["reason"]));
            // It is booked on the open day with the value date of what it reverses, and a told day stays.
            assert_eq!((&last["day"], &last["valueDate"]), (&json!(today(&bench)), &json!(day)));
            let back: Vec<_> = lines(first).into_iter().map(|(account, amount)| {
                (account, amount.strip_prefix('-').map_or_else(|| format!("-{amount}"), str::to_owned))
            }).collect();
            assert_eq!(lines(last), back);
            assert!(first.get("reverses").is_none() && first.get("reason").is_none(), "{first}");
            // Once: not again, not the reversal itself.
            assert!(matches!(reverse(&bench, number, "again").await, Err(ReversalError::Reversed(at)) if at == number));
            let own = last["number"].as_i64().expect("a number");
            assert!(matches!(reverse(&bench, own, "again").await, Err(ReversalError::Kind(..))));
        }
        assert_eq!([balance(&bench, VASILEK).await, balance(&bench, USD).await], before);
        assert_eq!(read(&stage, &token, &path).await, told);
        assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
        let operations = stage.get(&format!("/v1/accounts/{USD}/operations?limit=1")).await.json();
        assert!(operations.to_string().contains("Ошибка в OUT-1") && operations.to_string().contains("CORRECTION"),
            "{operations}");
        // The same payment in the bank's next file is the one that was there.
        payment(&bench, "IN-9", VASILEK, "1.00").await;
        assert_eq!(balance(&bench, VASILEK).await, before[0] + 100);
    }

    async fn bnk_06_two_reversals_at_once_are_one(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        payment(&bench, "IN-1", VASILEK, "70.00").await;
        let before = balance(&bench, VASILEK).await;
        let number = number_of(&stage, &token, "Payment IN-1").await;
        let (one, two) = tokio::join!(reverse(&bench, number, "one"), reverse(&bench, number, "two"));
        assert!(one.is_ok() != two.is_ok(), "{one:?} {two:?}");
        assert_eq!((balance(&bench, VASILEK).await, reversals(&bench).await), (before - 7_000, 1));
        // The database refuses a second one, whoever writes it.
        let second = |tx: &mut Tx| tx.execute(&SECOND, params![[7_u8; 16].as_slice()]);
        let added = bench.store.write::<_, store::StoreError>("test.second", second).await;
        assert!(matches!(added, Ok(0) | Err(store::StoreError::Unique { .. })), "{added:?}");
        assert_eq!(reversals(&bench).await, 1);
    }

    async fn bnk_06_a_reversal_takes_nothing_that_is_spent_held_or_on_its_way(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        let free = balance(&bench, VASILEK).await;
        payment(&bench, "IN-1", VASILEK, "70.00").await;
        let number = number_of(&stage, &token, "Payment IN-1").await;
        let hold = Hold {
            hold_id: "CARD-1".to_owned(),
            account: VASILEK.parse().map(|number: kernel::AccountNumber| (&number).into()).expect("a number"),
            amount: Money::from_minor(free + 1),
            placed_at: bench.clock.now(),
            description: "card".to_owned(),
        };
        let place = move |tx: &mut Tx| ledger::place_hold(tx, &hold);
        bench.store.write::<_, LedgerError>("test.hold", place).await.expect("a hold");
        let refused = reverse(&bench, number, "too late").await;
        assert!(is_short(&refused), "{refused:?}");
        assert_eq!((balance(&bench, VASILEK).await, reversals(&bench).await), (free + 7_000, 0));
        let now = bench.clock.now();
        let release = move |tx: &mut Tx| ledger::release_hold(tx, "CARD-1", now);
        bench.store.write::<_, LedgerError>("test.release", release).await.expect("released");
        payment(&bench, "OUT-1", VASILEK, &format!("-{}", Money::from_minor(free + 1))).await;
        assert!(is_short(&reverse(&bench, number, "too late").await));
        payment(&bench, "IN-2", VASILEK, "0.01").await;
        reverse(&bench, number, "in time").await.expect("it is covered to the hundredth");
        assert_eq!(balance(&bench, VASILEK).await, 0);
        // Payroll takes its own payments back, and an entry that is not there has no reversal.
        let lines = vec![Line::own("10.00", 101), Line::other("20.00", 201, "044525998")];
        let sent = Sent { lines, signers: BOTH_KEYS, ..Sent::default() };
        stage.statement("salary-1", &sent).await;
        assert_eq!(stage.statement("salary-2", &salaries()).await, "EXECUTED");
        let entries = journal(&stage, &token, 0, 1_000).await;
        let paid = entries.iter().filter(|entry| {
            entry["kind"] == "PAYROLL" || entry.to_string().contains("OUTGOING-PAYMENTS")
        });
        let mut seen = 0;
        for entry in paid {
            let number = entry["number"].as_i64().expect("a number");
            let refused = reverse(&bench, number, "wages").await.expect_err("it is refused");
            let way = if entry["kind"] == "PAYROLL" { "the employees have" } else { "an answer about a payment stays" };
            assert!(matches!(refused, ReversalError::Kind(..)) && refused.to_string().contains(way), "{refused}");
            seen += 1;
        }
        assert!(seen >= 2, "{seen}");
        for number in [0, -1, i64::MIN, i64::MAX, 1_000_000] {
            assert!(matches!(reverse(&bench, number, "nothing").await, Err(ReversalError::Absent(_))), "{number}");
        }
        // An opening balance that was wrong is reversed too, down to the hundredth.
        let opening = entries.iter().find(|entry| entry.to_string().contains(USD)).expect("an opening");
        reverse(&bench, opening["number"].as_i64().expect("a number"), "of another bank").await.expect("reversed");
        assert_eq!(balance(&bench, USD).await, 0);
        assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
        assert_eq!(payroll::check(&bench.store).await.expect("checked").findings, []);
    }

    async fn bnk_06_wages_come_back_by_a_file_and_leave_their_statement_as_it_was(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let employee = Line::own("10.00", 101).account;
        let seen = async || {
            let told = stage.get("/v1/statements/salary-1").await.text().to_owned();
            (told, stage.transfers("salary-1").await)
        };
        let (before, told) = ([balance(&bench, PAYER).await, balance(&bench, &employee).await], seen().await);
        let entries = journal(&stage, &token, 0, 1_000).await;
        let paid = entries.iter().rfind(|entry| entry["kind"] == "PAYROLL").expect("the salaries");
        let number = paid["number"].as_i64().expect("a number");
        let refused = reverse(&bench, number, "paid twice").await.expect_err("it is refused").to_string();
        assert!(refused.contains("file `payments`"), "{refused}");
        assert_eq!([balance(&bench, PAYER).await, balance(&bench, &employee).await], before);
        // The way that it names: the statement, its transfers and holds stay as the company has read them.
        payment(&bench, "BACK-1", &employee, "-10.00").await;
        payment(&bench, "BACK-2", PAYER, "10.00").await;
        let after = [balance(&bench, PAYER).await, balance(&bench, &employee).await];
        assert_eq!(after, [before[0] + 1_000, before[1] - 1_000]);
        assert_eq!(seen().await, told);
        assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
        assert_eq!(payroll::check(&bench.store).await.expect("checked").findings, []);
        // An entry of the file is reversed in its turn.
        for name in ["BACK-2", "BACK-1"] {
            let number = number_of(&stage, &token, &format!("Payment {name}")).await;
            reverse(&bench, number, "they did not agree").await.expect("it is reversed");
        }
        assert_eq!([balance(&bench, PAYER).await, balance(&bench, &employee).await], before);
    }

    async fn bnk_06_nothing_is_reversed_while_a_restored_database_stands_still(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        payment(&bench, "IN-1", VASILEK, "70.00").await;
        let (number, before) =
            (number_of(&stage, &token, "Payment IN-1").await, balance(&bench, VASILEK).await);
        let bank = Bank::at(&bench, stage.bank.clone());
        let petrova = Person::added(&bench, "operator:petrova", &EVERY).await;
        let now = bench.clock.now();
        let stand_still = move |tx: &mut Tx| jobs::stand_still(tx, now);
        assert!(bench.store.write::<_, StoreError>("test.still", stand_still).await.expect("it is restored"));
        let arguments = json!({ "number": number.to_string() });
        let refused = bank.does(&petrova, "journal.reverse", arguments.clone()).await;
        is(&refused, 422, "REFUSED");
        assert!(refused.text().contains("the database was restored"), "{}", refused.text());
        assert_eq!((balance(&bench, VASILEK).await, reversals(&bench).await), (before, 0));
        bench.store.write::<_, StoreError>("test.on", jobs::go_on).await.expect("it goes on");
        let done = bank.does(&petrova, "journal.reverse", arguments).await;
        assert_eq!(done.status, 200, "{}", done.text());
        assert_eq!((balance(&bench, VASILEK).await, reversals(&bench).await), (before - 7_000, 1));
    }

    async fn bnk_06_a_core_that_keeps_the_accounts_reverses_by_itself(bench: Bench) {
        drop(sandbox_with(&bench, &of_core()).await);
        assert!(matches!(reverse(&bench, 1, "no").await, Err(ReversalError::KeptByCore)));
    }
}

fn an_operator_reverses_an_entry(installation: &Installation) {
    std::fs::remove_file(installation.files.join("employees_accounts.csv")).expect("the file");
    installation.import();
    let listed = installation.says(&["journal", "list"]);
    let entries: Vec<Value> = listed.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let opening = entries.iter().find(|entry| {
        entry["postings"][1]["account"] == VASILEK || entry["postings"][0]["account"] == VASILEK
    });
    let number = opening.expect("an opening")["number"].to_string();
    let reverse = ["journal", "reverse", &number, "--reason", "of another bank"];
    assert!(installation.refuses(&["journal", "reverse", &number, "--reason", ""]).contains("the reason"));
    assert!(
        installation.refuses(&["journal", "reverse", "0", "--reason", "x"]).contains("there is no entry 0")
    );
    installation.says(&reverse);
    assert!(installation.refuses(&reverse).contains("is reversed already"));
    let after = (entries.len()).to_string();
    let last: Value = serde_json::from_str(installation.says(&["journal", "list", "--after", &after]).trim())
        .expect("JSON");
    assert_eq!((&last["kind"], &last["description"]), (&json!("CORRECTION"), &json!("of another bank")));
    assert_eq!(last["authors"], json!([{ "kind": "OPERATOR", "id": "petrova" }]));
    let trail = installation.trail("books.entry_reversed");
    assert_eq!((trail.len(), &trail[0]["actor"]["id"]), (1, &json!("petrova")), "{trail:?}");
    assert_eq!(
        (&trail[0]["detail"]["by"], &trail[0]["detail"]["reason"]),
        (&last["id"], &last["description"])
    );
    assert_eq!(trail[0]["object"]["id"], last["reverses"]);
}

crate::commands::on_both_databases! {
    fn bnk_06_an_operator_reverses_an_entry_on(bank: "reversals") { an_operator_reverses_an_entry(&bank); }
}
