//! Statements of ISO 20022: what is closed, what is not, and their names.

use accounts::ledger::{Reversal, ReversalError};
use iso20022::{Limits, Reader};
use kernel::Clock as _;
use std::collections::BTreeSet;
use store::Tx;
use testkit::{Bench, on_both_engines};

use super::{DAY_S, balance, camt, close, order, pay, row};
use crate::bank::{Bank, KOLOS, VASILEK, zone};

fn check(message: &str) {
    let reader = Reader::of_payments(Limits::default()).unwrap().only("camt.053");
    if let Err(violations) = reader.read(message.as_bytes(), None) {
        panic!("{:?}\n{message}", violations.list());
    }
}

/// The content of the first element of a name.
fn element<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    message.split_once(&format!("<{name}>"))?.1.split_once(&format!("</{name}>")).map(|parts| parts.0)
}

on_both_engines! {
    async fn money_m01_only_a_closed_period_has_a_closing_balance(bench: Bench) {
        let bank = Bank::demo(bench).await;
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        let unfinished = "The period is not closed: the balance is that of 2026-11-20T12:00:00+03:00";
        // Yesterday is over and not closed, today is not over, the others lie ahead.
        for (from, to, day, end) in [
            ("2026-11-19", "2026-11-19", "2026-11-19", "2026-11-19T23:59:59+03:00"),
            ("2026-11-01", "2026-11-20", "2026-11-20", "2026-11-20T12:00:00+03:00"),
            ("2026-11-20", "2026-12-31", "2026-11-20", "2026-11-20T12:00:00+03:00"),
            ("2027-01-01", "2027-01-31", "2027-01-01", "2027-01-01T00:00:00+03:00"),
            ("2026-11-20", "9999-12-31", "2026-11-20", "2026-11-20T12:00:00+03:00"),
        ] {
            let message = camt(&bank, KOLOS, from, to).await;
            check(&message);
            assert_eq!(balance(&message, "CLBD"), None, "{to}");
            assert_eq!(balance(&message, "ITBD").unwrap().1, day, "{to}");
            assert_eq!(element(&message, "AddtlStmtInf"), Some(unfinished), "{to}");
            assert_eq!(element(&message, "ToDtTm"), Some(end), "{to}");
        }
        close(&bank).await;
        let message = camt(&bank, KOLOS, "2026-11-01", "2026-11-19").await;
        check(&message);
        assert_eq!(balance(&message, "CLBD"), Some(("750000.00".to_owned(), "2026-11-19".to_owned())));
        assert_eq!(balance(&message, "ITBD"), None);
        assert_eq!(element(&message, "AddtlStmtInf"), None);
        let period = "<FrDtTm>2026-11-01T00:00:00+03:00</FrDtTm><ToDtTm>2026-11-19T23:59:59+03:00</ToDtTm>";
        assert_eq!(element(&message, "FrToDt"), Some(period));
        let today = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        assert_eq!(balance(&today, "ITBD"), Some(("749999.00".to_owned(), "2026-11-20".to_owned())));
    }

    async fn money_m01_statements_and_entries_have_names_of_their_own(bench: Bench) {
        let bank = Bank::demo(bench).await;
        pay(&bank, &row("IN-1", KOLOS, "1.00", "2026-11-20T10:00:00+03:00")).await.unwrap();
        close(&bank).await;
        let mut names = BTreeSet::new();
        // All of them are made in one second.
        for (from, to) in [
            ("2026-11-19", "2026-11-19"), ("2026-11-01", "2026-11-19"), ("2026-11-18", "2026-11-18"),
            ("2026-11-20", "2026-11-20"), ("2026-11-01", "2026-11-20"), ("2026-11-20", "2026-11-21"),
        ] {
            let message = camt(&bank, KOLOS, from, to).await;
            check(&message);
            let name = element(&message, "MsgId").unwrap().to_owned();
            assert!(message.contains(&format!("<Stmt><Id>{name}</Id>")));
            assert!(name.len() <= 35 && name.starts_with(KOLOS), "{name}");
            assert_eq!(camt(&bank, KOLOS, from, to).await, message, "the same statement is the same message");
            if (from, to) != ("2026-11-20", "2026-11-21") {
                assert!(names.insert(name), "{from} to {to}");
            }
        }
        // Another operation makes another statement, and so does the closing.
        let today = async || {
            element(&camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await, "MsgId").unwrap().to_owned()
        };
        order(&bank, "t-1", KOLOS, VASILEK, 100).await.unwrap();
        assert!(names.insert(today().await));
        bank.bench.clock.advance_seconds(DAY_S);
        close(&bank).await;
        assert!(names.insert(today().await));
        let message = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        check(&message);
        for operation in [2, 3] {
            assert!(message.contains(&format!("<AcctSvcrRef>{KOLOS}-{operation}</AcctSvcrRef>")), "{message}");
        }
    }

    async fn bnk_06_finished_statements_in_a_row_are_numbered_without_a_gap(bench: Bench) {
        let bank = Bank::demo(bench).await;
        close(&bank).await;
        for (days, numbers) in [
            ("2026-11-17 2026-11-17 2026-11-18 2026-11-18 2026-11-19 2026-11-19", [20_774, 20_775, 20_776]),
            ("2026-10-26 2026-11-01 2026-11-02 2026-11-08 2026-11-09 2026-11-15", [2_965, 2_966, 2_967]),
            ("2025-12-01 2025-12-31 2026-01-01 2026-01-31 2026-02-01 2026-02-28", [671, 672, 673]),
            ("2026-01-01 2026-03-31 2026-04-01 2026-06-30 2026-07-01 2026-09-30", [224, 225, 226]),
            ("2023-01-01 2023-12-31 2024-01-01 2024-12-31 2025-01-01 2025-12-31", [53, 54, 55]),
        ] {
            let days: Vec<&str> = days.split(' ').collect();
            for (period, number) in days.chunks(2).zip(numbers) {
                let message = camt(&bank, KOLOS, period[0], period[1]).await;
                check(&message);
                assert_eq!(element(&message, "ElctrncSeqNb"), Some(number.to_string().as_str()), "{period:?}");
            }
        }
        // What is not over is none of them: it would take the number of the one that is.
        let message = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        assert_eq!((element(&message, "ElctrncSeqNb"), element(&message, "LglSeqNb")), (None, None));
    }

    async fn bnk_06_the_balance_at_the_beginning_is_final_or_says_that_it_is_not(bench: Bench) {
        let bank = Bank::demo(bench).await;
        let interim = "<Cd>OPBD</Cd></CdOrPrtry><SubTp><Cd>INTM</Cd></SubTp></Tp><Amt Ccy=\"RUB\">750000.00</Amt>";
        let before = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        check(&before);
        assert!(before.contains(interim) && !before.contains("PRCD"), "{before}");
        close(&bank).await;
        let today = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        check(&today);
        assert!(!today.contains("INTM"), "{today}");
        let yesterday = camt(&bank, KOLOS, "2026-11-19", "2026-11-19").await;
        assert_eq!(balance(&today, "PRCD"), balance(&yesterday, "CLBD"));
        assert_eq!(balance(&today, "OPBD"), Some(("750000.00".to_owned(), "2026-11-20".to_owned())));
        let tomorrow = camt(&bank, KOLOS, "2026-11-21", "2026-11-21").await;
        assert!(tomorrow.contains(interim) && !tomorrow.contains("PRCD"), "today is not over: {tomorrow}");
        let names = [&before, &today, &yesterday, &tomorrow].map(|message| element(message, "MsgId").unwrap());
        assert_eq!(BTreeSet::from(names).len(), 4, "{names:?}");
    }

    async fn bnk_06_a_reversal_is_marked_in_a_statement(bench: Bench) {
        let bank = Bank::demo(bench).await;
        pay(&bank, &row("IN-1", KOLOS, "70.00", "2026-11-20T10:00:00+03:00")).await.unwrap();
        let store = &bank.bench.store;
        let entries = accounts::journal_after(store, &zone(), 0, 1_000).await.unwrap();
        let number = entries.iter().find(|entry| entry.description == "Payment IN-1").unwrap().number;
        let (now, randomness) = (bank.bench.clock.now(), bank.bench.randomness.clone());
        let unit = move |tx: &mut Tx| {
            let author = audit::Actor::Operator("petrova".to_owned());
            Reversal::of(tx, number, "Ошибка", author, (now, &*randomness))?.post(tx)
        };
        store.write::<_, ReversalError>("test.reverse", unit).await.unwrap();
        let message = camt(&bank, KOLOS, "2026-11-20", "2026-11-20").await;
        check(&message);
        let marked = "<CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts>";
        assert_eq!((message.matches("RvslInd").count(), message.matches(marked).count()), (2, 1), "{message}");
        assert!(message.contains("Ошибка"), "{message}");
        bank.assert_sound().await;
    }
}
