//! Rates that were right when they were checked, and are not when the money is to move.

use payroll::execution::CHUNK_LINES;
use store::params;
use testkit::{Bench, on_both_engines, switch};

use super::crashing::Sleepy;
use super::house::*;

store::queries! {
    /// The finding that the checks write of a rate that no transfer needs.
    FIND_IDLE = "insert into payroll_findings (statement_id, line, position, code, severity, parameters)
        values ($1, 0, 1, 'P09', 'WARNING', $2)";
}

fn converted(serial: u32, minor: i64, percent: i64) -> Line {
    Line { conversion: Some(format!(r#"[[{percent},"USD"]]"#)), ..to(serial, minor) }
}

/// A statement that buys dollars for half of 100 roubles.
fn draft(rates: &'static str) -> Draft {
    Draft { rates: Some(rates), ..Draft::of(vec![converted(1, 10_000, 50), to(2, 500)]) }
}

/// The bank has another rate of the dollar from today on.
async fn dollar_costs(house: &House, rate: &str) {
    house.add("day_rates.csv", &format!("currency,rate_date,units,rate\nUSD,2026-11-20,1,{rate}\n")).await;
}

async fn assert_nothing_moved(house: &House, before: (i64, i64)) {
    assert_eq!(house.money(SETTLEMENT).await, before);
    assert_eq!((house.entries().await, house.sold("USD").await), (0, (0, 0)));
    house.assert_at_rest().await;
}

on_both_engines! {
    async fn pay_10_a_rate_that_is_stale_at_its_execution_declines_the_statement(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        dollar_costs(&house, "90").await;
        for (rate, code) in [
            ("USD=0.0001", "D24"), ("USD=0.000000001", "D24"), ("USD=0.0000000001", "D24"),
            ("USD=80.85", "D24"), ("USD=88.1999", "D24"), ("USD=92.7001", "D20"),
        ] {
            let (id, seen) = house.execute(&draft(rate)).await;
            let expected = ("DECLINED", Some(code), 0);
            assert_eq!((seen.state.as_str(), seen.reason.as_deref(), seen.done), expected, "{rate}");
            assert_eq!(house.outcomes(id).await, []);
        }
        assert_nothing_moved(&house, before).await;
        for rate in ["USD=88.2", "USD=92.7"] {
            assert_eq!(house.execute(&draft(rate)).await.1.state, "EXECUTED", "{rate}");
        }
        house.assert_sound().await;
    }

    async fn money_h08_a_stale_rate_that_no_transfer_needs_declines_nothing(bench: Bench) {
        let house = House::new(bench).await;
        for (idle, state) in [("[\"EUR\"]", "EXECUTED"), ("[\"CNY\"]", "DECLINED")] {
            let id = house.put(&draft("EUR=1,USD=80.85")).await;
            assert_eq!(change(&house.bench, &FIND_IDLE, params![id.bytes(), idle]).await, 1);
            house.work().await;
            assert_eq!(house.seen(id).await.state, state);
        }
        house.assert_sound().await;
    }

    async fn pay_10_the_sender_reads_which_rate_went_stale(bench: Bench) {
        let house = House::new(bench).await;
        dollar_costs(&house, "90.5").await;
        let (id, _) = house.execute(&draft("USD=80.85")).await;
        let seen = house.get(&format!("/v1/statements/{id}")).await;
        let message = "Курс конверсии USD 80.85 ниже курса банка в день исполнения 90.5 (допустимо ниже на 2 %)";
        assert_eq!((&seen["status"], &seen["message"]), (&"DECLINED".into(), &message.into()));
    }

    async fn pay_10_a_rate_that_goes_stale_behind_the_hold_leaves_nothing_held(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let id = house.put(&draft("USD=80.85")).await;
        // The first process draws an identifier for the first chunk, and stops there: the money is held and nothing
        // is paid.
        let sleepy_store = house.bench.open_again(Bench::limits()).await;
        let sleepy = Sleepy::after(0, &house, &sleepy_store).await;
        let held = house.money(SETTLEMENT).await;
        dollar_costs(&house, "90").await;
        later(&house.bench, 31);
        house.work().await;
        // Whatever is wrong below, nobody waits at the gate any more.
        sleepy.wake().await;
        assert_eq!(held, (before.0, before.1 + 10_500));
        let seen = house.seen(id).await;
        assert_eq!((seen.state.as_str(), seen.reason.as_deref()), ("DECLINED", Some("D24")));
        assert_nothing_moved(&house, before).await;
        sleepy_store.close().await;
    }

    async fn pay_10_what_is_paid_on_a_later_day_is_not_converted_at_a_stale_rate(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        let chunk = usize::try_from(CHUNK_LINES).unwrap();
        let mut lines: Vec<Line> = (0..2 * chunk).map(|_| to(3, 1)).collect();
        (lines[0], lines[chunk]) = (converted(1, 10_000, 50), converted(2, 10_000, 50));
        let draft = Draft { rates: Some("USD=80.85"), ..Draft::of(lines) };
        let id = house.put(&draft).await;
        // The worker has its second chunk in its hands when an operator stops it on a Friday.
        let sleepy = Sleepy::after(1, &house, &house.bench.store).await;
        while house.seen(id).await.done < CHUNK_LINES {
            tokio::task::yield_now().await;
        }
        let sold = house.sold("USD").await;
        switch(&house.bench.store, "payroll", "", true).await;
        sleepy.wake().await;
        house.add("day_rates.csv", "currency,rate_date,units,rate\nUSD,2026-11-23,1,90\n").await;
        later(&house.bench, 3 * 86_400);
        switch(&house.bench.store, "payroll", "", false).await;
        house.work().await;
        let seen = house.seen(id).await;
        let paid = draft.total() - 10_000;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", paid, 1));
        assert_eq!(house.outcomes(id).await, [(CHUNK_LINES + 1, "DECLINED".to_owned(), Some("D24".to_owned()))]);
        assert_eq!(house.money(SETTLEMENT).await, (before.0 - paid, before.1));
        assert_eq!(house.money(dollar_account(2).as_str()).await.0, 0);
        assert!(sold.0 > 0);
        assert_eq!(house.sold("USD").await, (0, 0));
        house.assert_at_rest().await;
    }

    async fn pay_10_without_a_rate_of_the_bank_nothing_is_converted(bench: Bench) {
        let house = House::new(bench).await;
        let before = house.money(SETTLEMENT).await;
        change(&house.bench, &LOSE_RATES, params!["USD"]).await;
        // A rate of a day to come counts for nothing yet.
        house.add("day_rates.csv", "currency,rate_date,units,rate\nUSD,2026-11-21,1,80.85\n").await;
        let (_, seen) = house.execute(&draft("USD=80.85")).await;
        assert_eq!((seen.state.as_str(), seen.reason.as_deref()), ("DECLINED", Some("D21")));
        assert_nothing_moved(&house, before).await;
        later(&house.bench, 86_400);
        assert_eq!(house.execute(&draft("USD=80.85")).await.1.state, "EXECUTED");
    }

    async fn pay_10_what_yields_nothing_or_too_much_is_declined_alone(bench: Bench) {
        // Only a statement that was checked by an older program comes to this.
        let house = House::new(bench).await;
        dollar_costs(&house, "0.000001").await;
        let lines = vec![converted(1, 9_000_000_001, 100), to(2, 500), converted(3, 100, 1)];
        let (id, seen) = house.execute(&Draft { rates: Some("USD=0.000001"), ..Draft::of(lines) }).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 600, 1));
        assert_eq!(house.outcomes(id).await, [(1, "DECLINED".to_owned(), Some("D23".to_owned()))]);
        dollar_costs(&house, "80.85").await;
        let (id, seen) =
            house.execute(&Draft { rates: Some("USD=80.85"), ..Draft::of(vec![converted(1, 100, 1), to(2, 5)]) }).await;
        assert_eq!((seen.state.as_str(), seen.executed, seen.declined), ("PARTLY_EXECUTED", 5, 1));
        assert_eq!(house.outcomes(id).await, [(1, "DECLINED".to_owned(), Some("D23".to_owned()))]);
        house.assert_at_rest().await;
    }
}
