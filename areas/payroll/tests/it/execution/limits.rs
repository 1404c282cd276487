//! The bank's limit for sales of a currency on one day.

use accounts::ledger::POSTING_MINOR_MAX;
use testkit::{Bench, on_both_engines};

use super::house::*;

const DAY_S: i64 = 86_400;

/// A transfer that buys so many cents at 80 roubles a dollar.
fn buying(serial: u32, cents: i64) -> Line {
    Line { conversion: Some(r#"[[100,"USD"]]"#.to_owned()), ..to(serial, cents * 80) }
}

fn draft(lines: Vec<Line>) -> Draft {
    Draft { rates: Some("USD=80"), ..Draft::of(lines) }
}

async fn limit(house: &House, dollars: &str) {
    house.add("conversion_terms.csv", &format!("currency,day_limit\nUSD,{dollars}\n")).await;
}

fn declined(line: i64) -> (i64, String, Option<String>) {
    (line, "DECLINED".to_owned(), Some("D22".to_owned()))
}

on_both_engines! {
    async fn pay_10_a_day_limit_is_reached_within_a_statement(bench: Bench) {
        let house = House::new(bench).await;
        limit(&house, "100.00").await;
        let before = house.money(SETTLEMENT).await;
        // 50.00 fit; 60.00 do not and take no room; 50.00 fit to the cent; nothing does after them but roubles.
        let lines = vec![buying(1, 5_000), buying(2, 6_000), buying(3, 5_000), buying(4, 1), to(5, 700)];
        let (id, seen) = house.execute(&draft(lines)).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 800_700, 2));
        assert_eq!(house.outcomes(id).await, [declined(2), declined(4)]);
        assert_eq!(house.sold("USD").await, (10_000, 800_000));
        assert_eq!(house.dollar_position().await, -10_000);
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 800_700, before.1));
        let transfers = house.get(&format!("/v1/statements/{id}/transfers")).await;
        assert_eq!(transfers["transfers"][3]["message"], "Дневной лимит банка на продажу USD исчерпан");
        house.assert_at_rest().await;
    }

    async fn pay_10_a_day_limit_holds_over_statements_until_the_day_ends(bench: Bench) {
        let house = House::new(bench).await;
        limit(&house, "100").await;
        assert_eq!(house.execute(&draft(vec![buying(1, 9_999)])).await.1.state, "EXECUTED");
        let before = house.money(SETTLEMENT).await;
        let (id, seen) = house.execute(&draft(vec![buying(1, 2)])).await;
        assert_eq!((seen.state.as_str(), seen.reason.as_deref()), ("DECLINED", Some("D13")));
        assert_eq!((house.outcomes(id).await, house.money(SETTLEMENT).await), (vec![declined(1)], before));
        assert_eq!(house.execute(&draft(vec![buying(1, 1)])).await.1.state, "EXECUTED");
        assert_eq!(house.sold("USD").await, (10_000, 800_000));
        later(&house.bench, DAY_S);
        assert_eq!(house.sold("USD").await, (0, 0));
        assert_eq!(house.execute(&draft(vec![buying(1, 10_000)])).await.1.state, "EXECUTED");
        // A bank that lowers its limit below what it has sold sells nothing more.
        limit(&house, "0").await;
        assert_eq!(house.execute(&draft(vec![buying(1, 1)])).await.1.state, "DECLINED");
        house.assert_sound().await;
    }

    async fn pay_10_without_a_limit_of_its_own_a_currency_has_that_of_the_settings(bench: Bench) {
        let house = House::new(bench).await;
        // 1,000,000.00 roubles are 12,500.00 dollars.
        let lines = vec![buying(1, 1_249_999), buying(2, 2), buying(3, 1), buying(4, 1)];
        let (id, _) = house.execute(&draft(lines)).await;
        assert_eq!(house.outcomes(id).await, [declined(2), declined(4)]);
        assert_eq!(house.sold("USD").await, (1_250_000, 100_000_000));
        house.assert_sound().await;
    }

    async fn pay_10_no_limit_lets_the_position_leave_the_ledgers_range(bench: Bench) {
        let house = House::new(bench).await;
        // The least rate there is: 90,000,000 roubles are as many cents as the ledger posts at once.
        house.add("day_rates.csv", "currency,rate_date,units,rate\nUSD,2026-11-20,1,0.000001\n").await;
        limit(&house, "92233720368547758.07").await;
        let most = Line { conversion: Some(r#"[[100,"USD"]]"#.to_owned()), ..to(1, 9_000_000_000) };
        let lines = vec![most.clone(), most.clone(), most, to(2, 5)];
        let (id, seen) = house.execute(&Draft { rates: Some("USD=0.000001"), ..Draft::of(lines) }).await;
        assert_eq!((seen.state.as_str(), seen.executed), ("PARTLY_EXECUTED", 9_000_000_005));
        assert_eq!(house.outcomes(id).await, [declined(2), declined(3)]);
        assert_eq!(house.sold("USD").await, (POSTING_MINOR_MAX, 9_000_000_000));
        assert_eq!(house.money(dollar_account(1).as_str()).await.0, POSTING_MINOR_MAX);
        house.assert_at_rest().await;
    }

    async fn pay_10_two_processes_cannot_go_beyond_a_limit_together(bench: Bench) {
        let house = House::new(bench).await;
        limit(&house, "100").await;
        let before = house.money(SETTLEMENT).await;
        let mut ids = Vec::new();
        for number in 0..24 {
            ids.push(house.put(&draft(vec![buying(1 + number % 5, 900), to(8, 1)])).await);
        }
        let (second, theirs) = house.second_process().await;
        let ours = house.runner();
        let (ours, theirs) = tokio::join!(ours.drain(), theirs.drain());
        assert!(ours.is_ok() && theirs.is_ok(), "{ours:?} {theirs:?}");
        // Units that disturbed each other too often are tried again.
        for _ in 0..3 {
            later(&house.bench, 31);
            house.work().await;
        }
        let (mut whole, mut partly) = (0, 0);
        for id in ids {
            match house.seen(id).await.state.as_str() {
                "EXECUTED" => whole += 1,
                "PARTLY_EXECUTED" => {
                    assert_eq!(house.outcomes(id).await, [declined(1)]);
                    partly += 1;
                }
                other => panic!("{other}"),
            }
        }
        assert_eq!((whole, partly), (11, 13), "eleven times 9.00 dollars are all that fit into 100.00");
        assert_eq!(house.sold("USD").await, (9_900, 792_000));
        assert_eq!(house.dollar_position().await, -9_900);
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - 792_000 - 24, before.1));
        house.assert_at_rest().await;
        second.close().await;
    }
}
