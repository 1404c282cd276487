//! Random statements over random accounts: money in is money out, and what was declined has moved nothing.

use accounts::ledger::InternalAccount;
use kernel::{Currency, Randomness, SeededRandomness};
use testkit::{Bench, on_both_engines};

use super::house::*;

/// A number below `bound`.
fn below(random: &SeededRandomness, bound: u32) -> u32 {
    let mut bytes = [0; 4];
    random.fill(&mut bytes);
    u32::from_be_bytes(bytes) % bound
}

fn line(random: &SeededRandomness) -> Line {
    let minor = i64::from(1 + below(random, 3_000_000));
    let serial = 1 + below(random, EMPLOYEES + 4);
    match below(random, 10) {
        0 => to_other(OTHER_BIC, serial, minor),
        1 => to_other(UNKNOWN_BIC, serial, minor),
        2 | 3 => {
            let percent = 1 + below(random, 100);
            let second = below(random, 101 - percent);
            let euros = if second > 0 && below(random, 4) == 0 {
                format!(r#",[{second},"EUR"]"#)
            } else {
                String::new()
            };
            Line { conversion: Some(format!(r#"[[{percent},"USD"]{euros}]"#)), ..to(serial, minor) }
        }
        _ => to(serial, minor),
    }
}

/// Everything that can get roubles or dollars.
async fn everybody(house: &House) -> Vec<i64> {
    let mut money = Vec::new();
    for serial in 1..=EMPLOYEES {
        money.push(house.money(employee(serial).as_str()).await.0);
    }
    for serial in 1..=10 {
        money.push(house.money(dollar_account(serial).as_str()).await.0);
    }
    for account in
        [InternalAccount::Correspondent, InternalAccount::Position, InternalAccount::OutgoingPayments]
    {
        money.push(house.internal(account, Currency::RUR).await);
    }
    money.push(house.internal(InternalAccount::Position, Currency::USD).await);
    money
}

on_both_engines! {
    async fn pay_09_pay_10_money_in_is_money_out(bench: Bench) {
        let house = House::new(bench).await;
        let random = SeededRandomness::new(20_261_121);
        let (mut partly, mut declined) = (0, 0);
        for round in 0..40 {
            let lines: Vec<Line> = (0..=below(&random, 12)).map(|_| line(&random)).collect();
            let draft = Draft { rates: Some("EUR=94.337,USD=80.4711"), ..Draft::kolos(lines) };
            let (payer, others) = (house.money(KOLOS).await, everybody(&house).await);
            let (_, seen) = house.execute(&draft).await;
            let after = house.money(KOLOS).await;
            assert_eq!(payer.0 - after.0, seen.executed, "round {round}: the account is down by what was executed");
            assert_eq!(after.1, 0, "round {round}: nothing stays held");
            assert_eq!(house.internal(InternalAccount::OutgoingPayments, Currency::RUR).await, 0);
            match seen.state.as_str() {
                "EXECUTED" => assert_eq!((seen.executed, seen.declined), (draft.total(), 0)),
                "PARTLY_EXECUTED" => {
                    assert!(seen.executed > 0 && seen.executed < draft.total());
                    partly += 1;
                }
                "DECLINED" => {
                    assert_eq!((after, everybody(&house).await), (payer, others), "round {round}");
                    declined += 1;
                }
                other => panic!("{other}"),
            }
            house.assert_sound().await;
        }
        assert!(partly > 3 && declined > 3, "{partly} {declined}: the test has to see all ends");
    }
}
