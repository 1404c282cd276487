//! PAY-12: a statement whose signatures do not come ends after a named number of days.

use audit::Filter as AuditFilter;
use kernel::Clock as _;
use payroll::work;
use serde_json::json;
use store::params;
use testkit::Bench;

use super::house::{House, change, changed, employee, ivanova, payload, petrov};

const DAY_S: i64 = 86_400;

store::queries! {
    /// Statements that wait for signatures.
    TERMS = "select count(1) as terms from payroll_signing_terms";
    /// A statement as a version without terms left it.
    FORGET_TERM = "delete from payroll_signing_terms";
}

/// So many days pass, each with the workers at work.
async fn days(house: &House, count: usize) {
    for _ in 0..count {
        house.bench.clock.advance_seconds(DAY_S);
        house.work().await;
    }
}

async fn status(house: &House, name: &str) -> String {
    // Not by the API, which counts its callers by the clock that these tests move back.
    let id = house.id("C00001", name).await;
    house.detail(&ivanova(), id).await.header.state.status().to_string()
}

async fn sign(house: &House, caller: &testkit::TestCaller, name: &str, kind: clients::SignatureType) {
    let id = house.id("C00001", name).await;
    let seen = house.detail(caller, id).await;
    let how = work::HowSigned::Confirmed(kind);
    let origin = House::origin(caller);
    work::sign(&house.state, &origin, id, seen.header.version, how).await.unwrap();
}

/// The steps of a statement after its first ones, with what the last one says.
async fn way(house: &House, name: &str) -> (Vec<String>, Option<String>) {
    let id = house.id("C00001", name).await;
    let seen = house.detail(&ivanova(), id).await;
    let last = seen.history.last().unwrap();
    assert_eq!(last.user_name, None, "nobody did it");
    let why = last.reason.as_ref().map(|reason| reason.message(kernel::Language::English));
    (seen.history.iter().skip(3).map(|step| step.to.to_string()).collect(), why)
}

async fn nothing_is_left(house: &House) {
    assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
    let row = house.bench.store.query_optional(&TERMS, params![]).await.unwrap().unwrap();
    assert_eq!(row.integer("terms").unwrap(), 0);
    assert_eq!(accounts::check_ledger(&house.bench.store).await.unwrap().findings, []);
}

testkit::on_both_engines! {
    async fn pay_12_what_nobody_signs_is_deleted_after_its_days(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("unsigned")).await;
        // One with a warning waits in the other state.
        house
            .create_and_check(&changed("warned", |payload| {
                payload["transfers"][1]["account"] = json!(employee(107));
            }))
            .await;
        assert_eq!(status(&house, "warned").await, "AWAITING_SIGN_WITH_WARNINGS");
        days(&house, 29).await;
        assert_eq!(status(&house, "unsigned").await, "AWAITING_SIGN");
        days(&house, 1).await;
        for name in ["unsigned", "warned"] {
            assert_eq!(status(&house, name).await, "DELETED");
            let (steps, why) = way(&house, name).await;
            assert_eq!(steps, ["DELETED"]);
            assert_eq!(why.as_deref(), Some("The signatures were not given in time, days: 30"));
        }
        let filter =
            AuditFilter { action: Some("payroll_statement.lapsed".to_owned()), ..AuditFilter::default() };
        let entries = audit::list(&house.bench.store, &filter, 10).await.unwrap();
        assert!(
            entries.len() == 2 && entries.iter().all(|entry| entry.detail.contains("D11")),
            "{entries:?}"
        );
        nothing_is_left(&house).await;
        // Its name stays taken.
        let again = house.post(&json!({ "payload": payload("unsigned") })).await;
        assert!(again.text().contains("its status is DELETED"), "{}", again.text());
    }

    async fn pay_12_what_is_signed_in_part_is_declined_after_its_days(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("half")).await;
        days(&house, 20).await;
        sign(&house, &ivanova(), "half", clients::SignatureType::First).await;
        // The days begin anew with the first signature.
        days(&house, 29).await;
        assert_eq!(status(&house, "half").await, "PARTLY_SIGNED");
        days(&house, 1).await;
        let (steps, why) = way(&house, "half").await;
        assert_eq!(steps, ["SIGNING", "PARTLY_SIGNED", "AWAITING_SEND", "PROCESSING", "DECLINED"]);
        assert_eq!(why.as_deref(), Some("The signatures were not given in time, days: 30"));
        let seen = house.status("half").await;
        assert_eq!(seen["message"], "The signatures were not given in time, days: 30", "{seen}");
        nothing_is_left(&house).await;
    }

    async fn pay_12_a_clock_that_jumps_ends_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let right = house.bench.clock.now();
        house.create_and_check(&payload("jumped")).await;
        // A year ahead, and back.
        for _ in 0..3 {
            house.bench.clock.set(right.plus_seconds(366 * DAY_S));
            house.work().await;
            house.work().await;
            assert_eq!(status(&house, "jumped").await, "AWAITING_SIGN");
            house.bench.clock.set(right);
            house.work().await;
            assert_eq!(status(&house, "jumped").await, "AWAITING_SIGN");
        }
        // One that was behind when it was checked: by its moment all days are over.
        house.bench.clock.set(right.plus_seconds(-60 * DAY_S));
        house.create_and_check(&payload("behind")).await;
        house.bench.clock.set(right);
        house.work().await;
        assert_eq!(status(&house, "behind").await, "AWAITING_SIGN_WITH_WARNINGS");
        days(&house, 28).await;
        assert_eq!(status(&house, "behind").await, "AWAITING_SIGN_WITH_WARNINGS");
        days(&house, 1).await;
        assert_eq!(status(&house, "behind").await, "DELETED");
        // Both can still be signed as long as they are not over.
        sign(&house, &ivanova(), "jumped", clients::SignatureType::First).await;
        sign(&house, &petrov(), "jumped", clients::SignatureType::Second).await;
        house.work().await;
        assert_eq!(status(&house, "jumped").await, "EXECUTED");
        nothing_is_left(&house).await;
    }

    async fn pay_12_signing_or_deleting_in_time_takes_the_term_away(bench: Bench) {
        let house = House::new(bench).await;
        for name in ["signed", "deleted"] {
            house.create_and_check(&payload(name)).await;
        }
        days(&house, 29).await;
        let (caller, id) = (ivanova(), house.id("C00001", "deleted").await);
        let seen = house.detail(&caller, id).await;
        let origin = House::origin(&caller);
        work::delete(&house.state, &origin, id, seen.header.version).await.unwrap();
        sign(&house, &ivanova(), "signed", clients::SignatureType::First).await;
        sign(&house, &petrov(), "signed", clients::SignatureType::Second).await;
        days(&house, 31).await;
        assert_eq!(status(&house, "signed").await, "EXECUTED");
        nothing_is_left(&house).await;
        let (steps, why) = {
            let seen = house.detail(&caller, id).await;
            (seen.history.len(), seen.history.last().unwrap().reason.clone())
        };
        assert_eq!((steps, why), (4, None), "deleted by a person, once");
    }

    async fn pay_12_a_worker_that_dies_counts_no_day_twice(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("killed")).await;
        // The job comes again and again within a day, as after deaths of workers.
        for _ in 0..40 {
            house.work().await;
        }
        days(&house, 29).await;
        assert_eq!(status(&house, "killed").await, "AWAITING_SIGN");
        days(&house, 1).await;
        assert_eq!(status(&house, "killed").await, "DELETED");
    }

    async fn pay_12_a_look_without_a_term_ends_nothing(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("forgotten")).await;
        assert_eq!(change(&house.bench, &FORGET_TERM, params![]).await, 1);
        days(&house, 31).await;
        assert_eq!(status(&house, "forgotten").await, "AWAITING_SIGN");
        nothing_is_left(&house).await;
    }
}
