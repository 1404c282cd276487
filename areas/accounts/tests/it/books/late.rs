//! Payments of days that have ended, and of no time at all.

use accounts::ledger::{self, Draft, EntryHeader, InternalAccount, LedgerError};
use kernel::{Clock, Currency, Money};
use store::{StoreError, Tx, params};
use testkit::{Bench, on_both_engines};

use super::{DAY_S, account, at, balance, camt, close, entry, go_to, order, pay, row};
use crate::bank::{ABSENT, Bank, CLOSED, KOLOS, SETTLEMENT, VASILEK, faults, sidorov};
use crate::ledger::{header, id};

store::queries! {
    /// An entry that is written past the ledger's code.
    FORGE_ENTRY = "insert into journal_entries (entry_id, idempotency_key, fingerprint, kind, posted_at_us, \
        value_date, description, postings_count) values ($1, $2, $1, 'TRANSFER', $3, '2026-11-20', 'x', 2)";
    /// Adds a posting to it.
    FORGE_POSTING = "insert into postings (entry_id, line, ledger_account_id, currency, amount_minor, posted_at_us) \
        values ($1, $2, $3, 'RUR', $4, $5)";
    /// Begins the closing of a day.
    BEGIN_CLOSING = "update closing_days set through_account = '0' where closing_date = $1";
}

fn cash(header: EntryHeader, account: &str) -> ledger::Entry {
    let (rur, amount) = (Currency::RUR, Money::from_minor(700));
    let draft = Draft::new(header).credit(id(account), rur, amount);
    draft.debit(InternalAccount::Cash.in_currency(rur), rur, amount).balanced().unwrap()
}

async fn rest(bank: &Bank, session: &str) -> String {
    bank.account_text(&sidorov().with_session(session), KOLOS, "Rest,RestDate").await
}

on_both_engines! {
    async fn money_h01_a_late_payment_changes_no_day_that_was_told(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        pay(&bank, &row("IN-1", KOLOS, "250.00", "2026-11-20T10:00:00+03:00")).await.unwrap();
        let (posted_at, told_at, shown_at, _) = entry(&bank, "payment:IN-1").await;
        let moment = at("2026-11-20T10:00:00+03:00");
        assert_eq!((posted_at, told_at, shown_at), (moment, None, Some(moment)), "its day is open");
        bank.bench.clock.advance_seconds(DAY_S);
        close(&bank).await;
        let told = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        assert_eq!(balance(&told, "CLBD"), Some(("750250.00".to_owned(), "2026-11-20".to_owned())));
        let told_rest = rest(&bank, "before").await;
        assert!(told_rest.contains(r#""rest":750250.00,"restDate":"2026-11-21"#), "{told_rest}");
        // The core's file brings a payment and a fee of the day before.
        let late = row("IN-2", KOLOS, "70.00", "2026-11-20T15:00:00+03:00")
            + &row("OUT-2", KOLOS, "-0.07", "2026-11-20T23:59:59.999999+03:00")
            + &row("IN-3", KOLOS, "1.00", "2026-11-19T00:00:00+03:00");
        pay(&bank, &late).await.unwrap();
        let now = bank.bench.clock.now();
        for (key, told_at, day) in [
            ("payment:IN-2", "2026-11-20T15:00:00+03:00", "2026-11-20"),
            ("payment:OUT-2", "2026-11-20T23:59:59.999999+03:00", "2026-11-20"),
            ("payment:IN-3", "2026-11-19T00:00:00+03:00", "2026-11-19"),
        ] {
            let found = entry(&bank, key).await;
            assert_eq!(found, (now, Some(at(told_at)), Some(now), day.to_owned()), "{key}");
        }
        let again = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        assert_eq!(balance(&again, "CLBD"), balance(&told, "CLBD"));
        assert_eq!(again.matches("<Ntry>").count(), 1);
        assert_eq!(rest(&bank, "after").await, told_rest);
        // The next day's statement goes on where the last one ended.
        bank.bench.clock.advance_seconds(DAY_S);
        close(&bank).await;
        let next = camt(&bank, KOLOS, "2026-11-21", "2026-11-21").await;
        assert_eq!(balance(&next, "OPBD").unwrap().0, "750250.00");
        assert_eq!(balance(&next, "CLBD").unwrap().0, "750320.93");
        assert!(rest(&bank, "later").await.contains(r#""rest":750320.93"#));
        // The same file once more, days later, changes nothing; another amount is refused.
        let report = pay(&bank, &late).await.unwrap();
        assert_eq!((report.tables[0].created, report.tables[0].unchanged), (0, 3));
        assert_eq!(entry(&bank, "payment:IN-2").await.0, now);
        let other = row("IN-2", KOLOS, "70.01", "2026-11-20T15:00:00+03:00");
        assert!(faults(pay(&bank, &other).await)[0].contains("used before with another content"));
        bank.assert_sound().await;
    }

    async fn money_h01_ledger_and_statement_have_one_day_before_the_closing_too(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        go_to(&bank, "2026-11-21T00:01:00+03:00");
        // The day has ended, its closing has not begun, and the account was used since.
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        pay(&bank, &row("IN-1", KOLOS, "70.00", "2026-11-20T23:58:00+03:00")).await.unwrap();
        let (posted_at, told_at, shown_at, _) = entry(&bank, "payment:IN-1").await;
        assert_eq!((posted_at, Some(posted_at)), (bank.bench.clock.now(), shown_at));
        assert_eq!(told_at, Some(at("2026-11-20T23:58:00+03:00")));
        // At the very beginning of the day it is of this day, a moment before it is not.
        for (id, moment, is_kept) in [
            ("IN-2", "2026-11-21T00:00:00+03:00", true), ("IN-3", "2026-11-20T23:59:59.999999+03:00", false),
        ] {
            pay(&bank, &row(id, VASILEK, "1.00", moment)).await.unwrap();
            assert_eq!(entry(&bank, &format!("payment:{id}")).await.1.is_none(), is_kept, "{id}");
        }
        bank.assert_sound().await;
    }

    async fn money_h01_history_is_taken_as_told_before_the_first_day_is_closed(bench: Bench) {
        let bank = Bank::demo(bench).await;
        pay(&bank, &row("OLD", KOLOS, "1.00", "2026-11-10T10:00:00+03:00")).await.unwrap();
        assert_eq!(entry(&bank, "payment:OLD").await.0, at("2026-11-10T10:00:00+03:00"));
        bank.assert_sound().await;
    }

    async fn money_h01_an_opening_after_a_closing_is_booked_on_the_open_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        let head = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n";
        bank.add("accounts", &format!("{head}{ABSENT},D-23,1,1,3,N,N,C00001,001\n")).await.unwrap();
        let opening = format!("account,amount,posted_at,value_date\n{ABSENT},9.00,2026-11-19T10:00:00+03:00,2026-11-19\n");
        bank.add("ledger_openings", &opening).await.unwrap();
        let (posted_at, told_at, _, _) = entry(&bank, &format!("opening:{ABSENT}")).await;
        assert_eq!((posted_at, told_at), (bank.bench.clock.now(), Some(at("2026-11-19T10:00:00+03:00"))));
        let report = bank.add("ledger_openings", &opening).await.unwrap();
        assert_eq!(report.tables[0].unchanged, 1);
        bank.assert_sound().await;
    }

    async fn money_h01_a_moment_before_all_books_is_a_fault_of_its_row(bench: Bench) {
        let bank = Bank::demo(bench).await;
        for moment in [
            "0000-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "2016-11-19T08:59:59Z", "-000001-01-01T00:00:00Z",
        ] {
            let told = faults(pay(&bank, &row("IN", KOLOS, "1.00", moment)
                .replace(&format!(",{},", &moment[..10]), ",2026-11-20,")).await);
            let words = "payments.csv:2:posted_at: must not be before 2016-11-19T09:00:00Z";
            assert!(told[0].starts_with(words), "{told:?}");
            let opening = format!("account,amount,posted_at,value_date\n{CLOSED},1.00,{moment},2026-01-01\n");
            assert!(faults(bank.add("ledger_openings", &opening).await)[0].contains("must not be before"));
        }
        pay(&bank, &row("IN", KOLOS, "1.00", "2016-11-19T09:00:00Z")).await.unwrap();
        let future = faults(pay(&bank, &row("IN-2", KOLOS, "1.00", "2026-11-20T12:00:01+03:00")).await);
        assert!(future[0].contains("must not be in the future"));
    }

    async fn money_h01_nobody_posts_into_a_closed_day(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        let end = at("2026-11-20T00:00:00+03:00");
        let post = async |key: &str, posted_at| {
            bank.post(cash(EntryHeader { posted_at, ..header(&bank, key) }, SETTLEMENT)).await
        };
        let before = account(&bank, SETTLEMENT).await;
        for posted_at in [end.plus_seconds(-1), end.plus_seconds(-800 * DAY_S)] {
            let refused = post("late", posted_at).await;
            assert!(matches!(refused, Err(LedgerError::Store(StoreError::Clock(_)))), "{refused:?}");
        }
        assert_eq!(account(&bank, SETTLEMENT).await, before);
        post("in-time", end).await.unwrap();
        // The database refuses it from anybody.
        let forge = async |name: &'static str, posted_at: kernel::Instant| {
            let forge = move |tx: &mut Tx| {
                tx.execute(&FORGE_ENTRY, params![name.as_bytes(), name, posted_at])?;
                for (line, account, minor) in [(1, SETTLEMENT, 1), (2, VASILEK, -1)] {
                    tx.execute(&FORGE_POSTING, params![name.as_bytes(), line, account, minor, posted_at])?;
                }
                Ok(())
            };
            bank.bench.store.write::<_, StoreError>("test.forge", forge).await
        };
        let refused = forge("forged", kernel::Instant::from_microseconds(end.microseconds() - 1)).await;
        assert!(matches!(refused, Err(StoreError::Constraint { .. })), "{refused:?}");
        forge("open", end).await.unwrap();
        // A day whose closing has begun takes nothing either.
        bank.bench.clock.advance_seconds(DAY_S);
        close(&bank).await;
        bank.bench.clock.advance_seconds(DAY_S);
        let begin = |tx: &mut Tx| tx.execute_one(&BEGIN_CLOSING, params!["2026-11-21"]);
        bank.bench.store.write::<_, StoreError>("test.begin", begin).await.unwrap();
        assert!(post("begun", at("2026-11-21T12:00:00+03:00")).await.is_err());
        assert!(forge("begun", at("2026-11-21T23:59:59+03:00")).await.is_err());
        forge("next", at("2026-11-22T00:00:00+03:00")).await.unwrap();
    }

    async fn money_h02_a_file_does_not_overwrite_a_day_that_was_closed_here(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        bank.bench.clock.advance_seconds(DAY_S);
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        close(&bank).await;
        let told = rest(&bank, "before").await;
        let file = async |date: &str, balance: &str| {
            let content = format!("account,closing_date,balance,closed_at\n{KOLOS},{date},{balance},2026-11-21T00:00:00+03:00\n");
            bank.add("closing_balances", &content).await
        };
        // Days with a row and without one.
        for day in ["2026-11-19", "2026-11-20"] {
            let refused = faults(file(day, "999.00").await);
            let words = "closing_balances.csv:2:balance: must be 750000.00: this day is closed with it and does not \
                change";
            assert_eq!(refused, [words], "{day}");
            let same = file(day, "750000.00").await.unwrap();
            assert_eq!((same.tables[0].unchanged, same.tables[0].changed), (1, 0), "{day}");
        }
        // A day of before may be corrected, and moves none of those here.
        assert_eq!(file("2026-11-18", "1.00").await.unwrap().tables[0].created, 1);
        assert_eq!(file("2026-11-18", "2.00").await.unwrap().tables[0].changed, 1);
        assert_eq!(rest(&bank, "after").await, told);
        assert_eq!(super::closings(&bank, KOLOS, "2026-11-19").await, [("2026-11-19".to_owned(), 75_000_000)]);
        assert!(faults(file("2026-11-20", "2.00").await)[0].contains("must be 750000.00"));
        // An account that was not there then was told nothing.
        let head = "number,document_id,type,status,mode,name,international_name,cnum,branch_id\n";
        bank.add("accounts", &format!("{head}{ABSENT},D-23,1,1,3,N,N,C00001,001\n")).await.unwrap();
        let row = format!("account,closing_date,balance,closed_at\n{ABSENT},2026-11-19,5.00,2026-11-20T00:00:00+03:00\n");
        assert_eq!(bank.add("closing_balances", &row).await.unwrap().tables[0].created, 1);
        bank.assert_sound().await;
    }

    async fn money_m06_the_names_of_holds_of_orders_are_reserved(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let row = |id: &str| format!("hold_id,account,amount,placed_at,description\n{id},{KOLOS},1,2026-01-01T00:00:00Z,x\n");
        for id in ["payroll:", "payroll:00000000-0000-7000-8000-000000000001"] {
            let refused = faults(bank.add("holds", &row(id)).await);
            assert_eq!(refused, ["holds.csv:2:hold_id: must not begin with payroll:: orders keep their money so"]);
        }
        bank.add("holds", &row("payroll-1")).await.unwrap();
        bank.assert_sound().await;
    }

    async fn money_m03_a_clock_that_goes_back_posts_nothing(bench: Bench) {
        let bank = Bank::demo(bench).await;
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        let store = &bank.bench.store;
        let fault = async || accounts::clock_fault(store, bank.bench.clock.now()).await.unwrap();
        assert_eq!(fault().await, None);
        bank.bench.clock.advance_seconds(-120);
        order(&bank, "t-2", KOLOS, VASILEK, 100).await.unwrap();
        assert_eq!(fault().await, None);
        for seconds in [-1, -5 * DAY_S] {
            bank.bench.clock.advance_seconds(seconds);
            let refused = order(&bank, "t-3", KOLOS, VASILEK, 100).await;
            assert!(matches!(refused, Err(LedgerError::Store(StoreError::Clock(_)))), "{refused:?}");
            assert!(fault().await.unwrap().contains("2026-11-20T09:00:00Z"));
            let file = pay(&bank, &row("IN", KOLOS, "1.00", "2026-11-14T10:00:00+03:00")).await;
            assert!(matches!(file, Err(import::ImportError::Store(StoreError::Clock(_)))), "{file:?}");
        }
        // It is not lost: when the clock is right again, the same order is posted.
        bank.bench.clock.advance_seconds(5 * DAY_S + 121);
        order(&bank, "t-3", KOLOS, VASILEK, 100).await.unwrap();
        bank.assert_sound().await;
    }

    async fn money_m03_a_clock_that_is_behind_midnight_shows_no_operation_on_two_days(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        go_to(&bank, "2026-11-21T00:00:30+03:00");
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        go_to(&bank, "2026-11-20T23:59:59+03:00");
        let refused = order(&bank, "t-2", KOLOS, SETTLEMENT, 100).await;
        assert!(matches!(refused, Err(LedgerError::Store(StoreError::Clock(_)))), "{refused:?}");
        bank.bench.clock.advance_seconds(1);
        order(&bank, "t-2", KOLOS, SETTLEMENT, 100).await.unwrap();
        bank.assert_sound().await;
    }

    async fn money_m04_the_zone_of_the_days_is_settled_once(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let settle = async |zone: &str| accounts::settle_zone(&bank.bench.store, &zone.parse().unwrap()).await.unwrap();
        assert_eq!(settle("Europe/Moscow").await, None);
        assert_eq!(settle("Asia/Vladivostok").await.as_deref(), Some("Europe/Moscow"));
        assert_eq!(settle("Europe/Moscow").await, None);
    }
}
