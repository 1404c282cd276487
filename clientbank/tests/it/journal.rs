//! The bank's core reads what the channel has booked: journal and trial balance (BNK-06).

use std::collections::BTreeMap;

use kernel::Clock as _;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::orders::System;
use crate::triggers::{BOTH_KEYS, Line, Sent, Stage};

pub(crate) const DAY_S: i64 = 86_400;

/// Reads a path as a system and expects what is asked for.
pub(crate) async fn read(stage: &Stage<'_>, token: &str, path: &str) -> Value {
    let answer = stage.bank.get(path).bearer(token).send().await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()
}

/// Refuses a path to a system, and returns status and code.
pub(crate) async fn refused(stage: &Stage<'_>, token: &str, path: &str) -> (u16, String) {
    let answer = stage.bank.get(path).bearer(token).send().await;
    (answer.status.as_u16(), answer.json()["code"].as_str().unwrap_or_default().to_owned())
}

/// The whole journal after a number, so many entries at a time.
pub(crate) async fn journal(stage: &Stage<'_>, token: &str, after: i64, limit: usize) -> Vec<Value> {
    let (mut entries, mut after) = (Vec::new(), after);
    loop {
        let page = read(stage, token, &format!("/bank/v1/journal?after={after}&limit={limit}")).await;
        let some = page["entries"].as_array().expect("entries").clone();
        assert!(some.len() <= limit);
        if some.is_empty() {
            assert_eq!(page["nextAfter"], json!(after), "the end is where one goes on");
            return entries;
        }
        after = page["nextAfter"].as_i64().expect("a number");
        entries.extend(some);
    }
}

fn minor(text: &Value) -> i128 {
    text.as_str().expect("an amount").replace('.', "").parse().expect("hundredths")
}

/// Opening, debit, credit and closing by currency and group.
pub(crate) type Sums = BTreeMap<(String, String), [i128; 4]>;

/// Adds the entries up for a day: the second program, which knows nothing but the journal.
pub(crate) fn added_up(entries: &[Value], day: &str) -> Sums {
    let mut sums = Sums::new();
    for entry in entries {
        let of_entry = entry["day"].as_str().expect("a day");
        let mut zero = BTreeMap::<&str, i128>::new();
        for posting in entry["postings"].as_array().expect("postings") {
            let (account, currency) = (
                posting["account"].as_str().expect("an account"),
                posting["currency"].as_str().expect("a code"),
            );
            let amount = minor(&posting["amount"]);
            *zero.entry(currency).or_default() += amount;
            let of_customer = account.starts_with(|first: char| first.is_ascii_digit());
            let group = if of_customer { &account[..5] } else { account };
            if of_entry > day {
                continue;
            }
            let [opening, debit, credit, closing] =
                sums.entry((currency.to_owned(), group.to_owned())).or_default();
            *closing += amount;
            match of_entry == day {
                true if amount < 0 => *debit -= amount,
                true => *credit += amount,
                false => *opening += amount,
            }
        }
        assert!(zero.values().all(|sum| *sum == 0), "{entry}");
    }
    sums.retain(|_, sums| *sums != [0; 4]);
    sums
}

/// The same of the program's own trial balance, whose digest and zeros are proved on the way.
pub(crate) fn told(balance: &Value) -> Sums {
    let (mut sums, mut hash) = (Sums::new(), Sha256::new());
    let mut zero = BTreeMap::<String, [i128; 3]>::new();
    for line in balance["lines"].as_array().expect("lines") {
        let names = ["account", "currency", "opening", "debit", "credit", "closing"];
        let texts = names.map(|name| line[name].as_str().expect("a text"));
        hash.update(texts.join(";") + "\n");
        let amounts = ["opening", "debit", "credit", "closing"].map(|name| minor(&line[name]));
        let [opening, debit, credit, closing] = amounts;
        assert_eq!(opening - debit + credit, closing, "{line}");
        let [open, turned, closed] = zero.entry(texts[1].to_owned()).or_default();
        *open += opening;
        *turned += debit - credit;
        *closed += closing;
        assert_eq!(sums.insert((texts[1].to_owned(), texts[0].to_owned()), amounts), None, "each once");
    }
    assert!(zero.values().all(|sums| *sums == [0; 3]), "{zero:?}");
    let digest = kernel::hexadecimal(&hash.finalize());
    assert_eq!(balance["digest"], json!(digest));
    sums
}

pub(crate) async fn close_day(bench: &Bench) {
    let zone = "Europe/Moscow".parse().expect("a zone");
    accounts::close_due_day(&bench.store, bench.clock.now(), &zone).await.expect("a closed day");
}

pub(crate) fn today(bench: &Bench) -> String {
    let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
    zone.date_of(bench.clock.now()).to_string()
}

pub(crate) fn salaries() -> Sent<'static> {
    Sent {
        lines: vec![Line::own("10.00", 101), Line::own("5.00", 102)],
        signers: BOTH_KEYS,
        ..Sent::default()
    }
}

on_both_engines! {
    async fn bnk_06_a_trial_balance_is_the_sum_of_the_journal(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let core = System::added(&bench, "core", orders::Role::Core).await;
        let token = core.token(&stage).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let (day, path) = (today(&bench), format!("/bank/v1/trial-balance?date={}", today(&bench)));
        // As long as something may be booked on the day, it has none.
        assert_eq!(refused(&stage, &token, &path).await, (409, "DAY_NOT_CLOSED".to_owned()));
        let entries = journal(&stage, &token, 0, 1_000).await;
        let paid = entries.iter().find(|entry| entry["kind"] == "PAYROLL").expect("the salaries");
        assert_eq!((&paid["postings"][0]["amount"], &paid["day"]), (&json!("-15.00"), &json!(day)));
        for (number, entry) in (1_i64..).zip(&entries) {
            assert_eq!(entry["number"], json!(number), "no gap");
        }
        assert_eq!(journal(&stage, &token, 0, 7).await, entries, "two readings are the same, however it is divided");
        bench.clock.advance_seconds(DAY_S);
        close_day(&bench).await;
        let token = core.token(&stage).await;
        let balance = stage.bank.get(&path).bearer(&token).send().await.text().to_owned();
        let balance_told = told(&serde_json::from_str(&balance).expect("JSON"));
        assert_eq!(balance_told, added_up(&entries, &day));
        assert!(balance_told.values().any(|[_, debit, ..]| *debit == 1_500), "{balance_told:?}");
        // The next day goes on where this one ended, and this one stays as it was told.
        assert_eq!(stage.statement("salary-2", &salaries()).await, "EXECUTED");
        let next_day = today(&bench);
        assert_eq!(stage.bank.get(&path).bearer(&token).send().await.text(), balance);
        bench.clock.advance_seconds(DAY_S);
        close_day(&bench).await;
        let token = core.token(&stage).await;
        let all = journal(&stage, &token, 0, 1_000).await;
        assert_eq!(all[..entries.len()], entries);
        let mut last_of_day = BTreeMap::<&str, i64>::new();
        for entry in &all {
            let last = last_of_day.entry(entry["day"].as_str().expect("a day")).or_default();
            *last += 1;
            assert_eq!(entry["dayNumber"], json!(*last), "{entry}");
        }
        assert!(last_of_day.len() > 2, "{last_of_day:?}");
        let next = told(&read(&stage, &token, &format!("/bank/v1/trial-balance?date={next_day}")).await);
        assert_eq!(next, added_up(&all, &next_day));
        for (group, [.., closing]) in &balance_told {
            assert_eq!(next.get(group).map_or(0, |[opening, ..]| *opening), *closing, "{group:?}");
        }
        assert_eq!(stage.bank.get(&path).bearer(&token).send().await.text(), balance);
        // Systems of other roles have no books to read, and nobody reads a day that is none.
        let hub = System::added(&bench, "hub", orders::Role::Payments).await.token(&stage).await;
        for path in [path.as_str(), "/bank/v1/journal"] {
            assert_eq!(refused(&stage, &hub, path).await, (403, "FOR_THE_CORE".to_owned()));
        }
        for query in ["trial-balance", "trial-balance?date=2026-02-30", "trial-balance?date=20261120",
            "trial-balance?date=-009999-01", "journal?after=-1", "journal?after=9223372036854775808",
            "journal?limit=0", "journal?limit=1001", "journal?after=1&after=2"]
        {
            assert_eq!(refused(&stage, &token, &format!("/bank/v1/{query}")).await.0, 400, "{query}");
        }
        for (date, code) in [("0001-01-01", "DAY_NOT_CLOSED"), ("9999-12-31", "DAY_NOT_CLOSED")] {
            let path = format!("/bank/v1/trial-balance?date={date}");
            assert_eq!(refused(&stage, &token, &path).await, (409, code.to_owned()));
        }
        assert_eq!(read(&stage, &token, "/bank/v1/journal?after=9223372036854775807").await["entries"], json!([]));
        // A day of which postings may have left is refused; the one after it, of which none has, is told as before.
        let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
        let before = zone.start_of_day(next_day.parse().expect("a day"));
        let leave = move |tx: &mut Tx| tx.execute_one(&POSTINGS_LEFT, store::params![before]);
        bench.store.write::<_, StoreError>("test.leave", leave).await.expect("an end of the archive");
        assert_eq!(refused(&stage, &token, &path).await, (410, "DAY_ARCHIVED".to_owned()));
        assert_eq!(told(&read(&stage, &token, &format!("/bank/v1/trial-balance?date={next_day}")).await), next);
    }

    async fn bnk_06_readers_at_once_and_a_restore_lose_no_entry(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let (one, two) = tokio::join!(journal(&stage, &token, 0, 3), journal(&stage, &token, 0, 1_000));
        assert_eq!(one, two);
        let last = one.last().expect("an entry")["number"].as_i64().expect("a number");
        assert_eq!(last, i64::try_from(one.len()).expect("few"));
        // Booked before the copy, but not numbered in it: another number after the restore, the same identifier.
        assert_eq!(stage.statement("salary-2", &salaries()).await, "EXECUTED");
        let now = bench.clock.now();
        let begin = move |tx: &mut Tx| accounts::ledger::begin_journal_epoch(tx, now);
        let first = bench.store.write::<_, StoreError>("test.epoch", begin).await.expect("an epoch");
        assert!(first > last + 1_000_000, "above all that was ever given");
        let since = journal(&stage, &token, last, 1_000).await;
        assert_eq!(since[0]["number"], json!(first));
        assert!(since.iter().any(|entry| entry["kind"] == "PAYROLL"));
        let whole = journal(&stage, &token, 0, 1_000).await;
        assert_eq!(whole, [one, since].concat(), "each entry once");
    }

    async fn bnk_06_a_number_of_the_journal_stays(bench: Bench) {
        let stage = Stage::new(&bench).await;
        let token = System::added(&bench, "core", orders::Role::Core).await.token(&stage).await;
        let before = journal(&stage, &token, 0, 1_000).await;
        assert!(!before.is_empty(), "the demo opens its accounts");
        for query in [&RENUMBER, &UNNUMBER] {
            let change = move |tx: &mut Tx| tx.execute(query, store::params![]);
            let refused = bench.store.write::<_, StoreError>("test.renumber", change).await;
            assert!(matches!(refused, Err(StoreError::Constraint { .. })), "{refused:?}");
        }
        assert_eq!(journal(&stage, &token, 0, 1_000).await, before);
    }
}

store::queries! {
    /// Notes that postings from before a moment may have left for the archive.
    POSTINGS_LEFT = "insert into archived_postings (alone, before_us) values (1, $1)";
    /// Numbers the journal otherwise.
    RENUMBER = "update journal_numbers set number = number + 1000";
    UNNUMBER = "update journal_numbers set number = null";
    /// Takes the places of all entries away.
    FORGET_PLACES = "delete from journal_numbers where number is null";
    /// A place of no entry.
    STRAY_PLACE = "insert into journal_numbers (entry_id, number) values ($1, 4000000)";
    /// Any customer's account with money, and the balance with which it ended.
    ACCOUNTS_OF_CUSTOMERS = "select ledger_account_id, balance_minor from ledger_accounts where class = 'CUSTOMER' \
        order by ledger_account_id limit 400";
}

on_both_engines! {
    async fn bnk_06_check_names_an_entry_without_its_place(bench: Bench) {
        let stage = Stage::new(&bench).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let findings = async || accounts::check_ledger(&bench.store).await.expect("checked").findings;
        assert_eq!(findings().await, []);
        let damage = |tx: &mut Tx| {
            tx.execute(&FORGET_PLACES, store::params![])?;
            tx.execute_one(&STRAY_PLACE, store::params![[7_u8; 16].as_slice()])
        };
        bench.store.write::<_, StoreError>("test.damage", damage).await.expect("damage");
        let found = findings().await;
        assert!(found.len() > 1 && found.iter().all(|one| one.rule.contains("its place in the journal")), "{found:?}");
        assert!(found.iter().any(|one| one.subject == "place 4000000"), "{found:?}");
    }

    async fn bnk_06_reconcile_names_twenty_planted_breaks(bench: Bench) {
        let stage = Stage::new(&bench).await;
        assert_eq!(stage.statement("salary-1", &salaries()).await, "EXECUTED");
        let zone: kernel::BankZone = "Europe/Moscow".parse().expect("a zone");
        let day: jiff::civil::Date = today(&bench).parse().expect("a day");
        let rows = bench.store.query(&ACCOUNTS_OF_CUSTOMERS, store::params![]).await.expect("accounts");
        let told: BTreeMap<kernel::AccountNumber, kernel::Money> = rows
            .iter()
            .map(|row| {
                let balance = kernel::Money::from_minor(row.integer("balance_minor").expect("a balance"));
                (row.parse("ledger_account_id").expect("a number"), balance)
            })
            .collect();
        let reconcile = async |told| accounts::reconcile(&bench.store, &zone, day, told).await;
        assert!(matches!(reconcile(told.clone()).await, Err(accounts::TrialBalanceError::NotClosed)));
        bench.clock.advance_seconds(DAY_S);
        close_day(&bench).await;
        // What is booked later is no difference of that day.
        assert_eq!(stage.statement("salary-2", &salaries()).await, "EXECUTED");
        let money = |number: &kernel::AccountNumber| told[number] != kernel::Money::ZERO;
        let done = reconcile(told.clone()).await.expect("compared");
        assert_eq!((done.agree, done.breaks.len()), (told.len(), done.breaks.len()));
        let elsewhere = done.breaks;
        assert!(elsewhere.values().all(|one| matches!(one, accounts::Break::MissingThere(_))), "{elsewhere:?}");
        let with_money: Vec<_> = told.keys().filter(|number| money(number)).cloned().collect();
        let without: Vec<_> = told.keys().filter(|number| !money(number)).cloned().collect();
        let (mut damaged, mut planted) = (told.clone(), BTreeMap::new());
        for (place, number) in with_money.iter().chain(&without).take(15).enumerate() {
            let (there, here) = (i64::try_from(place).expect("few") * 7 - 50, told[number]);
            let there = kernel::Money::from_minor(here.minor() + there);
            damaged.insert(number.clone(), there);
            planted.insert(number.to_string(), accounts::Break::OtherBalance(there, here));
        }
        for place in 1..=5_u32 {
            let bic = "044525999".parse().expect("a BIC");
            let number = clientbank::demo::employees::account_number(900_000 + place, &bic).expect("a number");
            damaged.insert(number.clone(), kernel::Money::from_minor(1));
            planted.insert(number.to_string(), accounts::Break::MissingHere(kernel::Money::from_minor(1)));
        }
        assert_eq!(planted.len(), 20);
        planted.extend(elsewhere);
        assert_eq!(reconcile(damaged).await.expect("compared").breaks, planted);
        // An account that the other books have lost.
        let lost = with_money.last().expect("an account").clone();
        let mut short = told.clone();
        short.remove(&lost);
        let breaks = reconcile(short).await.expect("compared").breaks;
        assert_eq!(breaks[lost.as_str()], accounts::Break::MissingThere(told[&lost]));
    }
}
