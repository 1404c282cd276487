//! The bank's own accounts have numbers, and the core's balances are compared with those here (BNK-06).

use import::{ImportError, Report};
use jiff::civil::Date;
use kernel::{BankZone, Clock as _, SystemClock};
use serde_json::{Value, json};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use crate::commands::{Installation, on_database};
use crate::core_feed::of_core;
use crate::journal::{DAY_S, close_day, journal, read, refused, salaries, today};
use crate::orders::System;
use crate::triggers::Stage;
use crate::wired::sandbox_with;

const PAYER: &str = "40702810600000000001";
const USD: &str = "40702840200000000002";
const VASILEK: &str = "40702810700000000011";
const NOBODY: &str = "40702810999999999999";
const CORRESPONDENT: &str = "30102810400000000225";

store::queries! {
    BALANCE = "select balance_minor from ledger_accounts where ledger_account_id = $1";
    /// Makes an account as large as accounts become, as nothing but a fault does.
    GROW = "update ledger_accounts set balance_minor = $2, day_minor = null, day_started_at_us = null \
        where ledger_account_id = $1";
    /// Gives an account of the bank's own the number of a customer's, where no importer stands in the way.
    STEAL = "insert into internal_accounts (ledger_account_id, account_number) values ('CASH.RUR', $1)";
    /// Notes that postings from before a moment may have left for the archive.
    POSTINGS_LEFT = "insert into archived_postings (alone, before_us) values (1, $1)";
    /// The last change of a number.
    CHANGED = "select detail from audit_entries where action = 'import.changed' order by id desc limit 1";
}

/// Imports one file.
pub(crate) async fn brought(bench: &Bench, name: &str, text: &str) -> Result<Report, ImportError> {
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join(format!("{name}.csv")), text).expect("the file");
    testkit::import!(bench, folder.path(), accounts::importers())
}

/// Created, changed and unchanged rows of a file.
async fn counts(bench: &Bench, name: &str, text: &str) -> [u64; 3] {
    let report = brought(bench, name, text).await.expect("it is taken");
    [report.tables[0].created, report.tables[0].changed, report.tables[0].unchanged]
}

async fn fault(bench: &Bench, name: &str, text: &str) -> String {
    brought(bench, name, text).await.expect_err("it is refused").to_string()
}

/// Takes balances of a day.
pub(crate) async fn balances(bench: &Bench, day: &str, rows: &[(&str, &str)]) -> [u64; 3] {
    let rows: Vec<String> = rows.iter().map(|(account, sum)| format!("{account},{day},{sum}\n")).collect();
    counts(bench, "core_balances", &format!("account,day,balance\n{}", rows.concat())).await
}

async fn numbered(bench: &Bench, rows: &str) -> [u64; 3] {
    counts(bench, "internal_accounts", &format!("account,number\n{rows}\n")).await
}

/// The balance of an account, with hundredths added.
pub(crate) async fn balance(bench: &Bench, account: &str, more: i64) -> String {
    let row =
        bench.store.query_optional(&BALANCE, params![account]).await.expect("read").expect("an account");
    kernel::Money::from_minor(row.integer("balance_minor").expect("a balance") + more).to_string()
}

/// The breaks as the core reads them: account, first day, age, balances there and here.
async fn breaks(stage: &Stage<'_>, core: &System) -> Vec<Value> {
    let token = core.token(stage).await;
    let told = read(stage, &token, "/bank/v1/breaks").await;
    let breaks = told["breaks"].as_array().expect("breaks").clone();
    assert_eq!(told["count"], json!(breaks.len()));
    breaks
        .iter()
        .map(|one| json!([one["account"], one["since"], one["ageDays"], one["there"], one["here"]]))
        .collect()
}

fn array(value: &Value, name: &str) -> Vec<Value> {
    value[name].as_array().expect("an array").clone()
}

fn day_before(day: &str) -> String {
    day.parse::<Date>().expect("a day").yesterday().expect("a day").to_string()
}

async fn next_day(bench: &Bench) {
    bench.clock.advance_seconds(DAY_S);
    close_day(bench).await;
}

fn zone() -> BankZone {
    "Europe/Moscow".parse().expect("a zone")
}

on_both_engines! {
    async fn bnk_06_accounts_that_the_core_has_not_told_are_named(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let path = "/bank/v1/breaks/not-told";
        assert_eq!(read(&stage, &core.token(&stage).await, path).await, json!({ "accounts": [], "count": 0 }));
        assert_eq!(accounts::not_told(&bench.store).await.expect("looked"), None);
        let day = today(&bench);
        next_day(&bench).await;
        let (payer, usd) = (balance(&bench, PAYER, 0).await, balance(&bench, USD, 1).await);
        balances(&bench, &day, &[(PAYER, &payer), (USD, &usd)]).await;
        let named = async || {
            let found = accounts::not_told(&bench.store).await.expect("looked").expect("a day");
            assert_eq!((found.day.to_string(), found.count), (day.clone(), found.accounts.len()));
            let told = read(&stage, &core.token(&stage).await, path).await;
            let accounts: Vec<Value> = found
                .accounts
                .iter()
                .map(|(account, here)| json!({ "account": account, "here": here.to_string() }))
                .collect();
            assert_eq!(told, json!({ "day": day, "accounts": accounts, "count": found.count }));
            found.accounts.into_iter().collect::<std::collections::BTreeMap<_, _>>()
        };
        // One that differs is told and a break; one without money is told by nobody and lacks nothing.
        let first = named().await;
        assert!(!first.contains_key(PAYER) && !first.contains_key(USD), "{first:?}");
        assert_eq!(first[VASILEK].to_string(), balance(&bench, VASILEK, 0).await);
        assert!(first.values().all(|here| *here != kernel::Money::ZERO), "{first:?}");
        balances(&bench, &day, &[(VASILEK, &balance(&bench, VASILEK, 0).await)]).await;
        let rest = named().await;
        assert_eq!(rest.len(), first.len() - 1);
        // A balance that waits for the end of its day makes no day of comparison, and the trail tells who has read.
        balances(&bench, &today(&bench), &[(PAYER, "1.00")]).await;
        assert_eq!(named().await, rest);
        let filter = audit::Filter { action: Some("bank_breaks.not_told_read".to_owned()), ..audit::Filter::default() };
        let read = audit::list(&bench.store, &filter, 100).await.expect("the trail");
        assert_eq!(read.len(), 4);
        // What was told for the day before says nothing of the next one.
        next_day(&bench).await;
        let found = accounts::not_told(&bench.store).await.expect("looked").expect("a day").accounts;
        let lacks = |account: &str| found.iter().any(|(lacking, _)| lacking == account);
        assert!(lacks(USD) && lacks(VASILEK) && !lacks(PAYER), "{found:?}");
    }

    async fn bnk_06_accounts_of_the_banks_own_have_numbers_beside_their_names(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let day = today(&bench);
        next_day(&bench).await;
        let token = core.token(&stage).await;
        let path = format!("/bank/v1/trial-balance?date={day}");
        let before = read(&stage, &token, &path).await;
        let entries = journal(&stage, &token, 0, 1_000).await;
        // The bank gives numbers when days were told already: they are beside, and what was told stays.
        let rows = format!("CORRESPONDENT.RUR,{CORRESPONDENT}\nOPENING-EQUITY.USD,10207840000000000001");
        assert_eq!(numbered(&bench, &rows).await, [2, 0, 0]);
        assert_eq!(numbered(&bench, &rows).await, [0, 0, 2], "the same file changes nothing");
        let after = read(&stage, &token, &path).await;
        assert_eq!(after["digest"], before["digest"]);
        let mut numbers = Vec::new();
        for (mut line, old) in array(&after, "lines").into_iter().zip(array(&before, "lines")) {
            numbers.extend(line.as_object_mut().expect("a line").remove("accountNumber").map(|number| {
                format!("{} {number}", old["account"])
            }));
            assert_eq!(line, old);
        }
        assert!(numbers.contains(&"\"OPENING-EQUITY.USD\" \"10207840000000000001\"".to_owned()), "{numbers:?}");
        assert!(numbers.iter().all(|one| one.contains("EQUITY.USD") || one.contains("RRESPONDENT.RUR")), "{numbers:?}");
        for (entry, old) in journal(&stage, &token, 0, 1_000).await.iter().zip(&entries) {
            for (mut posting, old) in array(entry, "postings").into_iter().zip(array(old, "postings")) {
                let number = posting.as_object_mut().expect("a posting").remove("accountNumber");
                assert_eq!(number.is_some(), posting["account"] == "OPENING-EQUITY.USD", "{posting}");
                assert_eq!(posting, old);
            }
        }
        // Books of others are compared with them too, by their numbers.
        let day = day.parse().expect("a day");
        let told = accounts::reconcile(&bench.store, &zone(), day, [].into()).await.expect("compared");
        let here = balance(&bench, "OPENING-EQUITY.USD", 0).await;
        let equity = told.breaks["10207840000000000001"].clone();
        assert_eq!(equity, accounts::Break::MissingThere(here.parse().expect("a sum")));
        // Another number: the trail tells both.
        assert_eq!(numbered(&bench, "CORRESPONDENT.RUR,30102810700000000226").await, [0, 1, 0]);
        let trail = bench.store.query(&CHANGED, params![]).await.expect("the trail");
        let detail: Value = serde_json::from_str(trail[0].text("detail").expect("a text")).expect("JSON");
        assert_eq!((&detail["before"]["number"], &detail["after"]["number"]),
            (&json!(CORRESPONDENT), &json!("30102810700000000226")), "{detail}");
    }

    async fn bnk_06_a_number_is_given_once(bench: Bench) {
        let stage = Stage::new(&bench).await;
        assert_eq!(numbered(&bench, &format!("CORRESPONDENT.RUR,{CORRESPONDENT}")).await, [1, 0, 0]);
        for (row, words) in [
            (format!("CASH.RUR,{CORRESPONDENT}"), "internal_accounts.csv:2:number: is that of CORRESPONDENT.RUR"),
            (format!("CASH.RUR,{PAYER}"), ":2:number: is that of a customer's account"),
            ("CASH.RUR,30102840400000000225".to_owned(), "digits 6 to 8 (840) are not those of RUR"),
            ("CASH.USD,20202810400000000001".to_owned(), "digits 6 to 8 (810) are not those of USD"),
            ("CASH.RUR,20202999400000000001".to_owned(), "digits 6 to 8 (999) are not those of RUR"),
            ("CASH.RUR,2020281040000000001".to_owned(), ":2:number: an account number is exactly 20 digits"),
            ("CASH.RUB,20202810400000000001".to_owned(), ":2:account: must be one of CASH, CORRESPONDENT,"),
            ("CASH,20202810400000000001".to_owned(), ":2:account: must be one of"),
            ("TILL.RUR,20202810400000000001".to_owned(), ":2:account: must be one of"),
            (format!("{PAYER},20202810400000000001"), ":2:account: must be one of"),
            (
                "CASH.RUR,20202810400000000001\nPOSITION.RUR,20202810400000000001".to_owned(),
                ":3:number: is that of CASH.RUR",
            ),
            ("CASH.RUR,20202810400000000001\nCASH.RUR,20202810400000000002".to_owned(), ":3"),
        ] {
            let told = fault(&bench, "internal_accounts", &format!("account,number\n{row}\n")).await;
            assert!(told.contains(words), "{row}: {told}");
        }
        // Nor does a customer's account get a number of the bank's own afterwards.
        let own = "40702810400000000023";
        assert_eq!(numbered(&bench, &format!("UNCLAIMED.RUR,{own}")).await, [1, 0, 0]);
        let header = include_str!("../../demo-data/accounts.csv").lines().next().expect("a header");
        let row = format!("{header}\n{own},ACC-23,1,1,3,Счёт,Account,C00003,,,001,,,\n");
        let told = fault(&bench, "accounts", &row).await;
        assert!(told.contains("accounts.csv:2:number: is in internal_accounts already"), "{told}");
        let header = "number,status,branch_id,last_name,first_name,middle_name,salary_project_cnum,rouble_account";
        let row = format!("{header}\n{own},1,001,Живаго,Анна,,,\n");
        let told = fault(&bench, "employees_accounts", &row).await;
        assert!(told.contains("is in internal_accounts already"), "{told}");
        assert_eq!(accounts::check_ledger(&bench.store).await.expect("checked").findings, []);
        // Whoever passes by the importers is found.
        let steal = |tx: &mut Tx| tx.execute_one(&STEAL, params![VASILEK]);
        bench.store.write::<_, StoreError>("test.steal", steal).await.expect("a fault");
        let found = accounts::check_ledger(&bench.store).await.expect("checked").findings;
        assert_eq!((found.len(), found[0].subject.as_str()), (1, "CASH.RUR"), "{found:?}");
        drop(stage);
    }

    async fn bnk_06_a_break_is_told_with_its_age_until_a_later_day_agrees(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let first = today(&bench);
        numbered(&bench, &format!("OPENING-EQUITY.RUR,{CORRESPONDENT}")).await;
        let (payer, usd) = (balance(&bench, PAYER, 0).await, balance(&bench, USD, 0).await);
        let equity = balance(&bench, "OPENING-EQUITY.RUR", 0).await;
        assert!(equity.starts_with('-'));
        let other = balance(&bench, PAYER, 1).await;
        let rows = [
            (PAYER, other.as_str()), (USD, "-0.01"), (VASILEK, "-92233720368547758.08"),
            (NOBODY, "92233720368547758.07"), (CORRESPONDENT, &equity),
        ];
        // The day is not over: nothing is compared yet.
        assert_eq!(balances(&bench, &first, &rows).await, [5, 0, 0]);
        assert_eq!(breaks(&stage, &core).await, [] as [Value; 0]);
        next_day(&bench).await;
        let vasilek = balance(&bench, VASILEK, 0).await;
        let of_first = [
            json!([USD, first, 1, "-0.01", usd]),
            json!([PAYER, first, 1, other, payer]),
            json!([VASILEK, first, 1, "-92233720368547758.08", vasilek]),
            json!([NOBODY, first, 1, "92233720368547758.07", null]),
        ];
        let told = breaks(&stage, &core).await;
        assert_eq!(told.len(), of_first.len(), "{told:?}");
        for one in &of_first {
            assert!(told.contains(one), "{one} is not in {told:?}");
        }
        let (count, oldest) = accounts::break_sums(&bench.store, &zone()).await.expect("sums");
        assert_eq!((count, oldest), (4, Some(zone().start_of_next_day(first.parse().expect("a day")))));
        // The same file again changes nothing, and another sum of the same day is compared anew.
        assert_eq!(balances(&bench, &first, &rows).await, [0, 0, 5]);
        assert_eq!(breaks(&stage, &core).await, told);
        assert_eq!(balances(&bench, &first, &[(USD, &usd), (VASILEK, "7")]).await, [0, 2, 0]);
        let told = breaks(&stage, &core).await;
        assert!(told.contains(&json!([VASILEK, first, 1, "7.00", vasilek])), "{told:?}");
        assert_eq!(told.len(), 3, "{told:?}");
        // The next day's balance differs too: one break, as old as its first day.
        let second = today(&bench);
        let still = balance(&bench, PAYER, -500).await;
        balances(&bench, &second, &[(PAYER, &still), (VASILEK, &vasilek)]).await;
        next_day(&bench).await;
        let told = breaks(&stage, &core).await;
        let nobody = json!([NOBODY, first, 2, "92233720368547758.07", null]);
        assert_eq!(told, [json!([PAYER, first, 2, still, payer]), nobody]);
        // A balance that agrees ends the break, and an older difference that comes again is over.
        assert_eq!(balances(&bench, &first, &[(VASILEK, "7")]).await, [0, 0, 1]);
        assert_eq!(breaks(&stage, &core).await.len(), 2);
        let third = today(&bench);
        balances(&bench, &third, &[(PAYER, &payer)]).await;
        next_day(&bench).await;
        assert_eq!(breaks(&stage, &core).await, [json!([NOBODY, first, 3, "92233720368547758.07", null])]);
        // A balance that agreed is corrected by the core: it is a break of its day.
        assert_eq!(balances(&bench, &third, &[(PAYER, "0")]).await, [0, 1, 0]);
        assert!(breaks(&stage, &core).await.contains(&json!([PAYER, third, 1, "0.00", payer])));
    }

    async fn bnk_06_breaks_are_for_the_core_and_days_that_can_be_compared(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let hub = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        for path in ["/bank/v1/breaks", "/bank/v1/breaks/not-told"] {
            assert_eq!(refused(&stage, &hub, path).await, (403, "FOR_THE_CORE".to_owned()));
        }
        let day = today(&bench);
        next_day(&bench).await;
        for (row, words) in [
            (format!("{PAYER},{},1", day_before(&day)), "day: is from before the first day that was closed here"),
            (format!("{PAYER},2999-01-01,1"), "day: must not be to come"),
            (format!("{PAYER},{day},1.001"), "balance: must have at most 2 fraction digits"),
            (format!("{PAYER},{day},92233720368547758.08"), "balance: must be between"),
            (format!("4070281060000000000,{day},1"), "account: an account number is exactly 20 digits"),
            (format!("{PAYER},{day},1\n{PAYER},{day},2"), "core_balances.csv:3"),
            (format!("CASH.RUR,{day},1"), "account: an account number is exactly 20 digits"),
        ] {
            let told = fault(&bench, "core_balances", &format!("account,day,balance\n{row}\n")).await;
            assert!(told.contains(words), "{row}: {told}");
        }
        assert_eq!(breaks(&stage, &core).await, [] as [Value; 0]);
        // The largest balance that there is, and the core has one hundredth less.
        let grow = |tx: &mut Tx| tx.execute_one(&GROW, params![USD, 4_000_000_000_000_000_000_i64]);
        bench.store.write::<_, StoreError>("test.grow", grow).await.expect("a rich account");
        let second = today(&bench);
        next_day(&bench).await;
        balances(&bench, &second, &[(USD, "39999999999999999.99")]).await;
        let told = breaks(&stage, &core).await;
        assert_eq!(told.len(), 1, "{told:?}");
        // One of the bank's own of a day since which postings have left cannot be compared, and no other suffers.
        numbered(&bench, &format!("CASH.RUR,{CORRESPONDENT}")).await;
        let before = bench.clock.now();
        let leave = move |tx: &mut Tx| tx.execute_one(&POSTINGS_LEFT, params![before]);
        bench.store.write::<_, StoreError>("test.leave", leave).await.expect("an end of the archive");
        balances(&bench, &second, &[(CORRESPONDENT, "1"), (VASILEK, "1")]).await;
        let third = today(&bench);
        balances(&bench, &third, &[(CORRESPONDENT, "1")]).await;
        let told: Vec<Value> = breaks(&stage, &core).await.iter().map(|one| one[0].clone()).collect();
        assert_eq!(told, [VASILEK, USD]);
        let done = accounts::reconcile(&bench.store, &zone(), second.parse().expect("a day"), [].into()).await;
        assert!(matches!(done, Err(accounts::TrialBalanceError::Archived)), "{done:?}");
        // Of the day after it can: that balance was not forgotten with the other.
        next_day(&bench).await;
        let told = breaks(&stage, &core).await;
        assert!(told.iter().any(|one| one[0] == CORRESPONDENT && one[1] == json!(third)), "{told:?}");
    }

    async fn bnk_06_a_core_that_keeps_the_accounts_has_no_breaks_here(bench: Bench) {
        let stage = Stage::of(&bench, sandbox_with(&bench, &of_core()).await);
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        for path in ["/bank/v1/breaks", "/bank/v1/breaks/not-told"] {
            assert_eq!(refused(&stage, &token, path).await, (409, "KEPT_BY_CORE".to_owned()));
        }
        let told = fault(&bench, "core_balances", &format!("account,day,balance\n{PAYER},2026-11-20,1\n")).await;
        assert!(told.contains("the core keeps the accounts"), "{told}");
    }

    async fn bnk_06_the_break_of_one_account_is_written_off_and_no_other(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let (payer, vasilek) = (balance(&bench, PAYER, 0).await, balance(&bench, VASILEK, 0).await);
        let mut days = Vec::new();
        // The payer agrees, differs, and is not told on the last day.
        for of_payer in [Some(payer.as_str()), Some("2.00"), None] {
            let day = today(&bench);
            next_day(&bench).await;
            balances(&bench, &day, &[(VASILEK, "1.00")]).await;
            if let Some(of_payer) = of_payer {
                balances(&bench, &day, &[(PAYER, of_payer)]).await;
            }
            assert!(!breaks(&stage, &core).await.is_empty());
            days.push(day);
        }
        let write_off = async |account: &str| {
            let account = account.parse().expect("a number");
            let unit = move |tx: &mut Tx| accounts::write_off_break(tx, &account);
            bench.store.write::<_, StoreError>("test.write_off", unit).await.expect("a decision")
        };
        assert_eq!(write_off(USD).await, None);
        let found = write_off(PAYER).await.expect("a break");
        let facts = (found.account.as_str(), found.since.to_string(), found.day.to_string(), found.there.to_string());
        assert_eq!(facts, (PAYER, days[1].clone(), days[1].clone(), "2.00".to_owned()));
        assert_eq!(breaks(&stage, &core).await, [json!([VASILEK, days[0], 3, "1.00", vasilek])]);
    }

    async fn bnk_06_a_break_that_is_written_off_stays_so_while_the_difference_is_the_same(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let write_off = async || {
            let account = PAYER.parse().expect("a number");
            let unit = move |tx: &mut Tx| accounts::write_off_break(tx, &account);
            bench.store.write::<_, StoreError>("test.write_off", unit).await.expect("a decision")
        };
        assert_eq!(write_off().await, None);
        let first = today(&bench);
        next_day(&bench).await;
        let there = balance(&bench, PAYER, 250).await;
        balances(&bench, &first, &[(PAYER, &there)]).await;
        assert_eq!(breaks(&stage, &core).await.len(), 1);
        let found = write_off().await.expect("a break");
        assert_eq!((found.since.to_string(), found.there.to_string()), (first.clone(), there.clone()));
        assert_eq!(breaks(&stage, &core).await, [] as [Value; 0]);
        assert_eq!(write_off().await, None, "once");
        assert_eq!(balances(&bench, &first, &[(PAYER, &there)]).await, [0, 0, 1]);
        assert_eq!(breaks(&stage, &core).await, [] as [Value; 0]);
        // Money moves, and the difference stays what it was: nothing new.
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let second = today(&bench);
        next_day(&bench).await;
        let there = balance(&bench, PAYER, 250).await;
        balances(&bench, &second, &[(PAYER, &there)]).await;
        assert_eq!(breaks(&stage, &core).await, [] as [Value; 0]);
        // By a hundredth more it is another one.
        let third = today(&bench);
        next_day(&bench).await;
        let more = balance(&bench, PAYER, 251).await;
        balances(&bench, &third, &[(PAYER, &more)]).await;
        let told = breaks(&stage, &core).await;
        assert_eq!((told.len(), &told[0][1]), (1, &json!(third)), "{told:?}");
        // Once both sides have agreed, the old difference is a new one.
        balances(&bench, &third, &[(PAYER, &balance(&bench, PAYER, 0).await)]).await;
        assert_eq!(breaks(&stage, &core).await, [] as [Value; 0]);
        let fourth = today(&bench);
        next_day(&bench).await;
        balances(&bench, &fourth, &[(PAYER, &there)]).await;
        assert_eq!(breaks(&stage, &core).await.len(), 1);
    }
}

/// Closes the present day of an installation, as tomorrow does.
pub(crate) fn close_today(installation: &Installation) -> String {
    on_database(installation, async |store| {
        let now = SystemClock.now();
        accounts::close_due_day(store, now.plus_seconds(DAY_S + 600), &zone()).await.expect("a closed day");
        zone().date_of(now).to_string()
    })
}

fn an_operator_writes_a_break_off(installation: &Installation) {
    let files = installation.files.to_str().expect("UTF-8").to_owned();
    std::fs::remove_file(installation.files.join("employees_accounts.csv")).expect("the file");
    installation.says(&["import", &files]);
    let day = close_today(installation);
    let write_off = ["breaks", "write-off", PAYER, "--reason", "rounded in 2024"];
    assert!(installation.refuses(&write_off).contains("has no break"));
    let balance = |sum: &str| {
        let folder = installation.files.with_file_name("balances");
        std::fs::create_dir_all(&folder).expect("a folder");
        std::fs::write(
            folder.join("core_balances.csv"),
            format!("account,day,balance\n{PAYER},{day},{sum}\n"),
        )
        .expect("the file");
        installation.says(&["import", folder.to_str().expect("UTF-8")]);
    };
    balance("17.00");
    let listed: Value = serde_json::from_str(installation.says(&["breaks", "list"]).trim()).expect("JSON");
    assert_eq!(
        (&listed["account"], &listed["there"], &listed["since"]),
        (&json!(PAYER), &json!("17.00"), &json!(day))
    );
    assert!(installation.refuses(&["breaks", "write-off", PAYER, "--reason", ""]).contains("the reason"));
    installation.says(&write_off);
    assert_eq!(installation.says(&["breaks", "list"]), "");
    let entries = installation.trail("books.break_written_off");
    assert_eq!(
        (entries.len(), &entries[0]["detail"]["reason"]),
        (1, &json!("rounded in 2024")),
        "{entries:?}"
    );
    assert_eq!(
        (&entries[0]["actor"]["id"], &entries[0]["detail"]["there"]),
        (&json!("petrova"), &json!("17.00"))
    );
    // Another sum of the same day is another difference.
    balance("18.00");
    assert!(installation.says(&["breaks", "list"]).contains("18.00"));
}

crate::commands::on_both_databases! {
    fn bnk_06_an_operator_writes_a_break_off_on(bank: "breaks") { an_operator_writes_a_break_off(&bank); }
}
