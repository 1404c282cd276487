//! Salaries in several currencies.

use accounts::ledger::InternalAccount;
use testkit::{Bench, on_both_engines};

use super::house::*;

fn converted(serial: u32, minor: i64, conversion: &str) -> Line {
    Line { conversion: Some(conversion.to_owned()), ..to(serial, minor) }
}

on_both_engines! {
    async fn pay_10_the_converted_part_reaches_the_currency_account(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let lines = vec![
            converted(1, 1_000_000, r#"[[30,"USD"]]"#),
            to(2, 500),
            converted(3, 1_000_000, r#"[[100,"USD"]]"#),
        ];
        let draft = Draft { rates: Some("USD=80.85"), ..Draft::of(lines) };
        let (_, seen) = house.execute(&draft).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("EXECUTED", 2_000_500));
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 2_000_500, before.1));
        // 30 percent are 3000.00: 37.10 dollars for 2999.54; of everything 123.68 dollars for 9999.53.
        assert_eq!(house.money(employee(1).as_str()).await.0, 700_046);
        assert_eq!(house.money(dollar_account(1).as_str()).await.0, 3_710);
        assert_eq!(house.money(employee(3).as_str()).await.0, 47);
        assert_eq!(house.money(dollar_account(3).as_str()).await.0, 12_368);
        assert_eq!(house.dollar_position().await, -16_078);
        assert_eq!(house.internal(InternalAccount::Position).await, 299_954 + 999_953);
        assert_eq!(house.sold("USD").await, (16_078, 299_954 + 999_953));
        house.assert_at_rest().await;
    }

    async fn pay_10_without_a_currency_account_the_transfer_is_declined_as_a_whole(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        // Employee 11 has no account in dollars, and nobody one in euros.
        let lines = vec![
            converted(11, 10_000, r#"[[50,"USD"]]"#),
            converted(1, 10_000, r#"[[10,"USD"],[20,"EUR"]]"#),
            to(11, 1),
        ];
        let (id, seen) = house.execute(&Draft { rates: Some("EUR=94,USD=80.85"), ..Draft::of(lines) }).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 1, 2));
        let declined = |line| (line, "DECLINED".to_owned(), Some("D05".to_owned()));
        assert_eq!(house.outcomes(id).await, [declined(1), declined(2)]);
        let transfers = house.get(&format!("/v1/statements/{id}/transfers")).await;
        assert_eq!(transfers["transfers"][1]["message"], "У получателя нет открытого счёта в валюте EUR");
        assert_eq!(house.money(dollar_account(1).as_str()).await.0, 0);
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 1, before.1));
        house.assert_sound().await;
    }

    async fn pay_10_a_closed_rouble_account_keeps_the_dollars_away_too(bench: Bench) {
        let house = House::new(bench).await;
        let lines =
            vec![converted(CLOSED, 10_000, r#"[[50,"USD"]]"#), converted(2, 10_000, r#"[[50,"USD"]]"#)];
        let (id, seen) = house.execute(&Draft { rates: Some("USD=80"), ..Draft::of(lines) }).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("PARTLY_EXECUTED", 10_000));
        assert_eq!(house.outcomes(id).await, [(1, "DECLINED".to_owned(), Some("D03".to_owned()))]);
        assert_eq!(house.money(dollar_account(CLOSED).as_str()).await.0, 0);
        assert_eq!(house.money(dollar_account(2).as_str()).await.0, 62);
        assert_eq!(house.sold("USD").await, (62, 4_960), "nothing was sold to whom is refused");
        house.assert_sound().await;
    }
}
