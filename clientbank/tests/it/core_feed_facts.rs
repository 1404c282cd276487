//! Single facts of the core: accounts that are closed or begin, holds and limits that come again (BNK-05).

use accounts::ledger::{self, LedgerAccountId};
use kernel::AccountNumber;
use serde_json::{Value, json};
use store::{StoreError, Tx};
use testkit::{Bench, on_both_engines};

use crate::core_feed::{assert_green, at, day, feed, taken, with_token};
use crate::orders::System;

const ACCOUNT: &str = "40702810600000000001";
const OTHER: &str = "40702810800000000021";
/// An account that is closed, and to which nothing was ever posted.
const CLOSED: &str = "40702810500000000004";

fn id(number: &str) -> LedgerAccountId {
    LedgerAccountId::from(&number.parse::<AccountNumber>().expect("a number"))
}

/// Balance, held and lent.
async fn sums(bench: &Bench, number: &str) -> [i64; 3] {
    let account = id(number);
    let read = move |tx: &mut Tx| ledger::account_state(tx, &account);
    let state = bench.store.read::<_, StoreError>("test.account", read).await.expect("read").expect("it is");
    [state.balance, state.held, state.limit].map(kernel::Money::minor)
}

fn operation(bench: &Bench, name: &str, account: &str, amount: &str) -> Value {
    json!({ "operation": { "id": name, "account": account, "amount": amount, "postedAt": at(bench, -1),
        "valueDate": day(bench, 0), "purpose": "Оплата" } })
}

fn hold(bench: &Bench, name: &str, account: &str, amount: &str) -> Value {
    json!({ "hold": { "id": name, "account": account, "amount": amount, "placedAt": at(bench, -9),
        "description": "Карта" } })
}

fn limit(bench: &Bench, name: &str, account: &str, amount: &str) -> Value {
    json!({ "limit": { "id": name, "account": account, "kind": "OVERDRAFT", "amount": amount,
        "grantedAt": at(bench, -5) } })
}

fn balance(account: &str, amount: &str) -> Value {
    json!({ "balance": { "account": account, "balance": amount } })
}

/// The facts that are refused, each with its code.
fn codes<const N: usize>(first: i64, codes: [&str; N]) -> Vec<String> {
    (first..).zip(codes).map(|(number, code)| format!("{number} {code}")).collect()
}

on_both_engines! {
    async fn bnk_05_a_name_that_turns_the_writing_holds_up_nothing(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let turned = |mut fact: Value, kind: &str, text: &str| {
            fact[kind][text] = "a\u{202e}\u{0}b".into();
            fact
        };
        let mut named = turned(operation(&bench, "O-1", ACCOUNT, "1.00"), "operation", "purpose");
        named["operation"]["documentNumber"] = "1\u{202e}2".into();
        named["operation"]["counterparty"] = json!({ "name": "\u{2066}ООО «Лютик»" });
        let facts = [
            named, turned(hold(&bench, "H-1", ACCOUNT, "1.00"), "hold", "description"),
            // A name of the core's own is another name without it.
            operation(&bench, "O\u{202e}2", ACCOUNT, "1.00"), operation(&bench, "O-3", ACCOUNT, "1.00"),
        ];
        assert_eq!(taken(&stage, &token, 1, &facts).await, (5, 3, 0, codes(3, ["WRONG"])));
        assert_eq!(taken(&stage, &token, 1, &facts).await, (5, 0, 3, codes(3, ["WRONG"])), "they are the same");
        let shown = stage.get(&format!("/v1/accounts/{ACCOUNT}/operations")).await.text().to_owned();
        for text in ["ab", "12", "ООО «Лютик»"] {
            assert!(shown.contains(&format!("\"{text}\"")), "{text}: {shown}");
        }
        assert_green(&bench).await;
    }

    async fn bnk_05_nothing_is_held_or_lent_before_its_time(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let before = sums(&bench, ACCOUNT).await;
        let mut early = [hold(&bench, "H-1", ACCOUNT, "1.00"), limit(&bench, "L-1", ACCOUNT, "1.00")];
        for (fact, moment) in early.iter_mut().zip(["placedAt", "grantedAt"]) {
            let kind = if moment == "placedAt" { "hold" } else { "limit" };
            fact[kind][moment] = at(&bench, 61).into();
        }
        assert_eq!(taken(&stage, &token, 1, &early).await, (3, 0, 0, codes(1, ["WRONG", "WRONG"])));
        assert_eq!(sums(&bench, ACCOUNT).await, before);
        // The clock of the core may be a little ahead, and the time comes.
        bench.clock.advance_seconds(1);
        assert_eq!(taken(&stage, &token, 1, &early).await, (3, 2, 0, vec![]));
        assert_eq!(sums(&bench, ACCOUNT).await, [before[0], before[1] + 100, before[2] + 100]);
    }

    async fn bnk_05_an_account_begins_with_the_balance_that_the_core_tells(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let facts = [
            hold(&bench, "H-1", CLOSED, "1.00"), limit(&bench, "L-1", CLOSED, "1.00"), balance(CLOSED, "5.00"),
            operation(&bench, "O-1", CLOSED, "1.00"),
        ];
        let (next, new, repeated, mut differences) = taken(&stage, &token, 1, &facts).await;
        differences.sort();
        // A balance is taken, and told beside the one here.
        assert_eq!((next, new, repeated), (5, 1, 0));
        let closed = "CLOSED_ACCOUNT";
        assert_eq!(differences, codes(1, [closed, closed, "OTHER_BALANCE", closed]));
        assert_eq!(sums(&bench, CLOSED).await, [0, 0, 0]);
        let open = |tx: &mut Tx| ledger::set_open(tx, &id(CLOSED), true);
        for is_closed in [true, false] {
            assert_eq!(bench.store.write("test.open", open).await, Ok(is_closed));
        }
        // Nothing was posted to it: it has that money from now on, and what is told later is compared.
        let began = [balance(CLOSED, "5.00"), operation(&bench, "O-2", CLOSED, "1.00"), balance(CLOSED, "6.00")];
        assert_eq!(taken(&stage, &token, 5, &began).await, (8, 3, 0, vec![]));
        assert_eq!(sums(&bench, CLOSED).await, [600, 0, 0]);
        let other = [balance(CLOSED, "7.00")];
        assert_eq!(taken(&stage, &token, 8, &other).await, (9, 1, 0, codes(8, ["OTHER_BALANCE"])));
        assert_eq!(sums(&bench, CLOSED).await, [600, 0, 0]);
        assert_green(&bench).await;
    }

    async fn bnk_05_what_agrees_ends_the_difference_of_its_account_and_of_its_system_alone(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let second = System::added(&bench, "second", orders::Role::Core).await.token(&stage).await;
        let left = async || {
            let told = feed(&stage, &token).await["differences"].as_array().expect("a list").clone();
            let name = |one: &Value| one["system"].as_str().expect("a name").to_owned();
            let number = |one: &Value| one["number"].as_i64().expect("a number");
            let mut left: Vec<(String, i64)> = told.iter().map(|one| (name(one), number(one))).collect();
            left.sort();
            left
        };
        let facts = [operation(&bench, "O-1", CLOSED, "1.00"), balance(OTHER, "1.00"), balance(ACCOUNT, "1.00")];
        let (next, new, _, mut differences) = taken(&stage, &token, 1, &facts).await;
        differences.sort();
        let other = "OTHER_BALANCE";
        assert_eq!((next, new, differences), (4, 2, codes(1, ["CLOSED_ACCOUNT", other, other])));
        // Both accounts agree: the fact that was refused stays, and so does the balance of a third one.
        let here = kernel::Money::from_minor(sums(&bench, ACCOUNT).await[0]).to_string();
        let agreeing = [balance(ACCOUNT, &here), balance(CLOSED, "0.00")];
        assert_eq!(taken(&stage, &token, 4, &agreeing).await, (6, 2, 0, vec![]));
        let of_core = |number| ("core".to_owned(), number);
        assert_eq!(left().await, [of_core(1), of_core(2)]);
        // Two systems have facts of one number each.
        let refused = [operation(&bench, "S-1", CLOSED, "1.00")];
        assert_eq!(taken(&stage, &second, 1, &refused).await, (2, 0, 0, codes(1, ["CLOSED_ACCOUNT"])));
        let mended = [operation(&bench, "O-1", ACCOUNT, "1.00")];
        assert_eq!(taken(&stage, &token, 1, &mended).await, (6, 1, 0, vec![]));
        assert_eq!(left().await, [of_core(2), ("second".to_owned(), 1)]);
        assert_green(&bench).await;
    }

    async fn bnk_05_holds_and_limits_that_come_again_change_nothing(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let [before, held, lent] = sums(&bench, ACCOUNT).await;
        let facts = [hold(&bench, "H-1", ACCOUNT, "9.00"), limit(&bench, "L-1", ACCOUNT, "3.00")];
        let there = [before, held + 900, lent + 300];
        assert_eq!(taken(&stage, &token, 1, &facts).await, (3, 2, 0, vec![]));
        assert_eq!(taken(&stage, &token, 1, &facts).await, (3, 0, 2, vec![]));
        // Under another number they are the same, and under the old one a fact that makes no sense is passed over.
        assert_eq!(taken(&stage, &token, 3, &facts).await, (5, 2, 0, vec![]));
        assert_eq!(taken(&stage, &token, 2, &[limit(&bench, "L-1", ACCOUNT, "x")]).await, (5, 0, 1, vec![]));
        assert_eq!(sums(&bench, ACCOUNT).await, there);
        // With another content they contradict, whatever their number.
        let others = [hold(&bench, "H-1", ACCOUNT, "8.00"), limit(&bench, "L-1", OTHER, "3.00")];
        assert_eq!(taken(&stage, &token, 5, &others).await, (7, 0, 0, codes(5, ["CONTRADICTS"; 2])));
        assert_eq!(taken(&stage, &token, 1, &others[..1]).await, (7, 0, 0, codes(1, ["CONTRADICTS"])));
        assert_eq!(sums(&bench, ACCOUNT).await, there);
        // A hold that was released is not held again.
        let release = json!({ "release": { "id": "H-1", "at": at(&bench, 0) } });
        assert_eq!(taken(&stage, &token, 7, &[release, facts[0].clone()]).await, (9, 2, 0, vec![]));
        assert_eq!(taken(&stage, &token, 1, &facts[..1]).await, (9, 1, 0, vec![]), "its difference ends");
        assert_eq!(sums(&bench, ACCOUNT).await, [before, held, lent + 300]);
        assert_green(&bench).await;
    }

    async fn bnk_05_a_refused_limit_that_comes_again_undoes_none_that_was_granted_since(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let [before, held, lent] = sums(&bench, ACCOUNT).await;
        let of = |amount: &str, since: i64| {
            let mut fact = limit(&bench, "L-1", ACCOUNT, amount);
            fact["limit"]["grantedAt"] = json!(at(&bench, since));
            fact
        };
        let facts = [of("x", -9), of("2.00", -5), of("x", -1)];
        assert_eq!(taken(&stage, &token, 1, &facts).await.3, ["1 WRONG", "3 WRONG"]);
        assert_eq!(taken(&stage, &token, 1, &[of("1.00", -9)]).await, (4, 1, 0, vec![]));
        assert_eq!(sums(&bench, ACCOUNT).await, [before, held, lent + 200]);
        assert_eq!(taken(&stage, &token, 3, &[of("3.00", -1)]).await, (4, 1, 0, vec![]));
        assert_eq!(sums(&bench, ACCOUNT).await, [before, held, lent + 300]);
        // The core may tell under a new number that it was granted before.
        assert_eq!(taken(&stage, &token, 4, &[of("4.00", -7)]).await, (5, 1, 0, vec![]));
        assert_eq!(sums(&bench, ACCOUNT).await, [before, held, lent + 400]);
        assert_green(&bench).await;
    }

    async fn bnk_05_a_refused_balance_that_comes_again_is_compared_with_no_later_one(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let before = kernel::Money::from_minor(sums(&bench, ACCOUNT).await[0]);
        let after = kernel::Money::from_minor(before.minor() + 100);
        let told = |here: kernel::Money| balance(ACCOUNT, &here.to_string());
        let facts = [balance(ACCOUNT, "x"), balance(CLOSED, "x"), operation(&bench, "O-1", ACCOUNT, "1.00"),
            balance(ACCOUNT, "x"), balance(ACCOUNT, "9.00"), balance(OTHER, "x")];
        let refused = ["1 WRONG", "2 WRONG", "4 WRONG", "5 OTHER_BALANCE", "6 WRONG"];
        assert_eq!(taken(&stage, &token, 1, &facts).await.3, refused);
        // That of before the operation was right then, and one that is right by now ends nothing that was told since.
        for (number, here) in [(1, before), (4, after)] {
            assert_eq!(taken(&stage, &token, number, &[told(here)]).await, (7, 1, 0, vec![]));
        }
        // An account without operations begins with it, and the last fact of all is as late as ever.
        let open = |tx: &mut Tx| ledger::set_open(tx, &id(CLOSED), true);
        assert_eq!(bench.store.write("test.open", open).await, Ok(true));
        assert_eq!(taken(&stage, &token, 2, &[balance(CLOSED, "5.00")]).await, (7, 1, 0, vec![]));
        assert_eq!(sums(&bench, CLOSED).await, [500, 0, 0]);
        let last = [balance(OTHER, "1.00")];
        assert_eq!(taken(&stage, &token, 6, &last).await, (7, 1, 0, codes(6, ["OTHER_BALANCE"])));
        let left = feed(&stage, &token).await["differences"].clone();
        let numbers: Vec<_> = left.as_array().expect("a list").iter().map(|one| one["number"].as_i64()).collect();
        assert_eq!(numbers, [Some(5), Some(6)]);
        assert_green(&bench).await;
    }

    async fn bnk_05_promises_of_no_amount_are_refused(bench: Bench) {
        let (stage, token) = with_token(&bench).await;
        let before = sums(&bench, ACCOUNT).await;
        let mut line = limit(&bench, "L-2", ACCOUNT, "1.00");
        line["limit"]["kind"] = json!("LOAN");
        let facts = [
            hold(&bench, "H-1", ACCOUNT, "0.00"), hold(&bench, "H-2", ACCOUNT, "-1.00"),
            limit(&bench, "L-1", ACCOUNT, "-0.01"), line,
        ];
        assert_eq!(taken(&stage, &token, 1, &facts).await, (5, 0, 0, codes(1, ["WRONG"; 4])));
        assert_eq!(sums(&bench, ACCOUNT).await, before);
        let told = feed(&stage, &token).await["differences"].to_string();
        for part in ["`amount` must be above zero", "`amount` must not be below zero", "`kind` "] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }
}
