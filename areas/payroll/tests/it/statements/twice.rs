//! Statements that may be paid twice, and accounts that pay nobody.

use serde_json::{Value, json};
use store::{Tx, params};
use testkit::Bench;

use super::house::{House, PATH, change, changed, codes, employee, ivanova, payload, signed, transfer};

const DEPOSIT: &str = "42102810400000000003";

store::queries! {
    PAID = "update payroll_statements set state = 'EXECUTED' where external_id = 'paid'";
    /// A later one with the same rows, which was deleted.
    DELETED_COPY = "insert into payroll_statements (statement_id, cnum, external_id, kind, state, version, \
        created_at_us, changed_at_us, created_by, client_id, year, number, number_is_default, statement_date, account,
            transfers_count, total_minor, lines_count, enrollment_code, purpose, rows_digest)
        select $1, cnum, $2, kind, 'DELETED', version, created_at_us + 1, changed_at_us, created_by, client_id, year,
            number, false, statement_date, account, transfers_count, total_minor, lines_count, enrollment_code, purpose,
            rows_digest
        from payroll_statements where external_id = 'paid'";
}

async fn warnings(house: &House, external_id: &str) -> (Value, Vec<String>) {
    let status = house.status(external_id).await;
    (status["status"].clone(), codes(&status["warnings"]).into_iter().map(str::to_owned).collect())
}

testkit::on_both_engines! {
    async fn online_bank_04_wages_are_not_paid_from_a_deposit(bench: Bench) {
        let house = House::new(bench).await;
        let deposit = changed("deposit", |payload| payload["account"] = json!(DEPOSIT));
        let answer = house.post(&json!({ "payload": deposit })).await;
        assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (404, vec!["account"]));
        let request = signed(&deposit, &[&house.keys.ivanova, &house.keys.petrov]);
        assert_eq!(house.post(&request).await.status, 404);
        let body = json!({ "payload": deposit }).to_string();
        let found = house.post_as(&ivanova(), "/v1/statements:validate", body).await.json();
        assert_eq!(codes(&found["errors"]), ["account"]);
        assert_eq!(house.counts().await, (0, 0));
    }

    async fn money_m10_the_same_rows_again_are_a_warning_before_anybody_signs(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("first")).await;
        assert_eq!(warnings(&house, "first").await, (json!("AWAITING_SIGN"), vec![]));
        let turned = changed("turned", |payload| payload["transfers"].as_array_mut().unwrap().reverse());
        house.create_and_check(&turned).await;
        assert_eq!(warnings(&house, "turned").await, (json!("AWAITING_SIGN_WITH_WARNINGS"), vec!["P13".to_owned()]));
        let told = house.status("turned").await["warnings"][0]["message"].clone();
        let expected = "The same accounts and amounts as in the statement 1 of 2026-11-20: check whether you pay twice";
        assert_eq!(told, expected);
        // One kopeck more is another payment, and so is another month.
        let more = changed("more", |payload| {
            payload["transfers"][0]["amount"] = json!(100.51);
            payload["totalAmount"] = json!(201.01);
        });
        house.create_and_check(&more).await;
        assert_eq!(warnings(&house, "more").await.1, Vec::<String>::new());
        for (name, month, expected) in [("october", 10, vec!["P13"]), ("november", 11, vec!["P13"])] {
            house.create_and_check(&changed(name, |payload| {
                payload["reportingPeriod"] = json!({ "year": 2026, "month": month });
            })).await;
            // The first ones do not say for which month they are.
            assert_eq!(warnings(&house, name).await.1, expected);
        }
        // What is signed is warned of, and paid.
        house.create_signed(&payload("signed")).await;
        house.work().await;
        let (status, found) = warnings(&house, "signed").await;
        assert_eq!((status, found), (json!("EXECUTED"), vec!["P13".to_owned()]));
        // Before it is sent, too.
        let body = json!({ "payload": payload("asked") }).to_string();
        let found = house.post_as(&ivanova(), "/v1/statements:validate", body).await.json();
        assert_eq!((&found["valid"], codes(&found["warnings"])), (&json!(true), vec!["P13"]));
        // After 40 days nobody is asked any more.
        house.bench.clock.advance_seconds(40 * 86_400 + 1);
        house.create_and_check(&payload("later")).await;
        assert_eq!(warnings(&house, "later").await.1, Vec::<String>::new());
    }

    async fn money_m10_statements_that_paid_nobody_hide_none_that_did(bench: Bench) {
        let house = House::new(bench).await;
        house.create_and_check(&payload("paid")).await;
        assert_eq!(change(&house.bench, &PAID, params![]).await, 1);
        let copies = |tx: &mut Tx| {
            (1..=60_u8).try_for_each(|copy| {
                tx.execute_one(&DELETED_COPY, params![[copy; 16], format!("deleted-{copy}")])
            })
        };
        house.bench.store.write("test.copies", copies).await.unwrap();
        house.create_and_check(&payload("again")).await;
        assert_eq!(warnings(&house, "again").await.1, ["P13"]);
    }

    async fn money_m10_of_statements_at_once_all_but_one_at_most_are_warned_of(bench: Bench) {
        let house = House::new(bench).await;
        for number in 0..10 {
            house.create(&payload(&format!("at-once-{number}"))).await;
        }
        house.work().await;
        for number in 0..10 {
            assert_eq!(warnings(&house, &format!("at-once-{number}")).await.1, ["P13"]);
        }
        // Another company pays other people.
        let answer = house.post_as(&super::house::sidorov(), PATH, json!({ "payload": changed("alone", |payload| {
            payload["account"] = json!("40702810800000000021");
        })}).to_string()).await;
        assert_eq!(answer.status, 202);
        house.work().await;
        let seen = house.get_as(&super::house::sidorov(), &format!("{PATH}/alone")).await.json();
        assert!(!codes(&seen["warnings"]).contains(&"P13"), "{seen}");
    }

    async fn online_bank_05_one_account_for_two_people_is_a_warning(bench: Bench) {
        let house = House::new(bench).await;
        let shared = changed("shared", |payload| {
            payload["transfersCount"] = json!(4);
            payload["totalAmount"] = json!(402);
            payload["transfers"] = json!((1..=4).map(|number| transfer(number, 100 + number)).collect::<Vec<_>>());
            // The same person twice, by another spelling, and somebody else.
            payload["transfers"][1]["account"] = json!(employee(101));
            payload["transfers"][1]["lastName"] = json!("СМИРНОВА ");
            payload["transfers"][3]["account"] = json!(employee(101));
            payload["transfers"][3]["lastName"] = json!("Кузнецова");
        });
        house.create_and_check(&shared).await;
        assert_eq!(warnings(&house, "shared").await, (json!("AWAITING_SIGN_WITH_WARNINGS"), vec!["T21".to_owned()]));
        let transfers = house.transfers("shared").await;
        let found: Vec<_> = transfers.iter().map(|transfer| codes(&transfer["warnings"])).collect();
        assert_eq!(found, [vec![], vec![], vec![], vec!["T21"]]);
        assert_eq!(transfers[3]["warnings"][0]["message"], "Тот же счёт у другого сотрудника, в переводе на строке 1");
        let spelt = changed("spelt", |payload| {
            for (place, first, last) in [(0, "Андрей", "Семёнов"), (1, "АНДРЕИ\u{306}", "Семенов")] {
                payload["transfers"][place]["account"] = json!(employee(101));
                payload["transfers"][place]["firstName"] = json!(first);
                payload["transfers"][place]["lastName"] = json!(last);
            }
        });
        house.create_and_check(&spelt).await;
        assert_eq!(warnings(&house, "spelt").await, (json!("AWAITING_SIGN"), vec![]));
    }
}
