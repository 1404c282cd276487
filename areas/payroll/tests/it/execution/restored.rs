//! Payments that come again because the bank lost what it knew of them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use futures_util::FutureExt as _;
use payroll::rail::{OutgoingRail, PaymentId, RailAnswer, RailPayment, Submitted};
use store::params;
use testkit::{Bench, on_both_engines};

use super::house::*;

store::queries! {
    /// The statement that the company calls so.
    CALL = "update payroll_statements set external_id = $2 where statement_id = $1";
}

/// A rail that outlives the bank's database: it pays each name once and counts what it was told.
#[derive(Default)]
struct Lasting {
    paid: Mutex<BTreeMap<String, i64>>,
    told: Mutex<usize>,
}

impl OutgoingRail for Lasting {
    fn submit<'a>(&'a self, payments: &'a [RailPayment]) -> Submitted<'a> {
        async move {
            *self.told.lock().unwrap() += payments.len();
            for payment in payments {
                let minor = payment.amount.minor();
                let paid = *self.paid.lock().unwrap().entry(payment.id.text()).or_insert(minor);
                assert_eq!(paid, minor, "the same payment under one name");
            }
            Ok(vec![Some(RailAnswer::Settled); payments.len()])
        }
        .boxed()
    }
}

on_both_engines! {
    async fn money_h05_a_statement_that_was_lost_and_comes_again_is_paid_once(bench: Bench) {
        let house = House::new(bench).await;
        let rail = Arc::new(Lasting::default());
        let runner = house.runner_over(rail.clone());
        let draft = Draft::of(vec![to_other(OTHER_BIC, 1, 30), to_other(OTHER_BIC, 2, 20)]);
        let mut lives = Vec::new();
        for life in 0..2 {
            let id = house.put(&draft).await;
            assert_eq!(change(&house.bench, &CALL, params![id.bytes(), "salary-2026-11"]).await, 1);
            runner.drain().await.unwrap();
            let seen = house.seen(id).await;
            assert_eq!((seen.state.as_str(), seen.executed), ("EXECUTED", 50));
            lives.push(id);
            // To the rail it is the same as a lost database: the bank knows no statement of this name any more.
            assert_eq!(change(&house.bench, &CALL, params![id.bytes(), format!("lost-{life}")]).await, 1);
        }
        assert_ne!(lives[0], lives[1], "the bank's own names differ");
        assert_eq!(*rail.told.lock().unwrap(), 4);
        assert_eq!(rail.paid.lock().unwrap().values().sum::<i64>(), 50);
        house.assert_sound().await;
    }
}

#[test]
fn money_h05_a_payment_has_a_name_of_its_own_that_never_changes() {
    let name = |company: &str, statement: &str, line| {
        let id = PaymentId { company: company.parse().unwrap(), statement: statement.parse().unwrap(), line };
        id.text()
    };
    // Computed with another program: base32 of the first 20 bytes of the SHA-256 of the three lines.
    assert_eq!(name("C00001", "salary-2026-11", 1), EXPECTED);
    let longest = "z".repeat(40);
    let names = [
        name("C00001", "a", 1),
        name("C00001", "a", 11),
        name("C00001", "a1", 1),
        name("C000011", "a", 1),
        name("C00001", &longest, i64::MAX),
    ];
    for (place, one) in names.iter().enumerate() {
        assert!(
            one.len() == 32 && one.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        );
        assert!(!names[place + 1..].contains(one), "{names:?}");
    }
}

const EXPECTED: &str = "7COKHLP73CL5OGZJLO34JATM7YC3KURH";
