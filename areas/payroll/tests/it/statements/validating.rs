//! `POST /v1/statements:validate`: the same checks, nothing stored.

use serde_json::{Value, json};
use testkit::Bench;

use super::house::{House, auditor, changed, codes, employee, ivanova, payload, signed, stranger};

const VALIDATE: &str = "/v1/statements:validate";

testkit::on_both_engines! {
    async fn pay_03_a_right_statement_validates_and_nothing_is_stored(bench: Bench) {
        let house = House::new(bench).await;
        let answer = house
            .post_as(&ivanova(), VALIDATE, json!({ "payload": payload("not-stored") }).to_string())
            .await;
        let expected =
            json!({"valid": true, "errors": [], "warnings": [], "transfers": [], "transfersWithFindings": 0});
        assert_eq!((answer.status.as_u16(), answer.json()), (200, expected));
        assert_eq!(house.counts().await, (0, 0));
        assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
        house.create(&payload("not-stored")).await;
        assert_eq!(house.numbers("C00001").await, [1], "no number was taken");
    }

    async fn pay_03_validation_finds_what_the_checks_find(bench: Bench) {
        let house = House::new(bench).await;
        let faulty = changed("compared", |payload| {
            payload["transfersCount"] = json!(3);
            payload["incomeCode"] = json!(5);
            payload["transfers"][0]["account"] = json!(stranger(201));
            payload["transfers"][0]["bic"] = json!("1");
            payload["transfers"][1]["account"] = json!(employee(107));
        });
        let request = json!({ "payload": faulty });
        let found = house.post_as(&ivanova(), VALIDATE, request.to_string()).await.json();
        house.create_and_check(&faulty).await;
        let (status, transfers) = (house.status("compared").await, house.transfers("compared").await);
        assert_eq!(found["valid"], false);
        assert_eq!(codes(&found["errors"]), ["P01"]);
        assert_eq!(codes(&found["warnings"]), ["P12"]);
        assert_eq!(codes(&status["errors"]), ["P01", "P20"]);
        assert_eq!(codes(&status["warnings"]), ["P12", "T16"]);
        let validated = found["transfers"].as_array().unwrap();
        assert_eq!((validated.len(), &found["transfersWithFindings"]), (2, &json!(2)));
        for (one, other) in validated.iter().zip(&transfers) {
            assert_eq!(codes(&one["errors"]), codes(&other["errors"]));
            assert_eq!(codes(&one["warnings"]), codes(&other["warnings"]));
            assert_eq!(one["orderNumber"], other["orderNumber"]);
        }
    }

    async fn pay_03_validation_says_nothing_of_a_sum_of_which_it_could_not_read_all(bench: Bench) {
        let house = House::new(bench).await;
        let faulty = |name: &'static str, value: Value| {
            changed("unread", |payload| {
                payload["transfersCount"] = json!(3);
                payload["totalAmount"] = json!(1);
                payload["transfers"][1][name] = value;
            })
        };
        for (name, value, expected) in [
            ("amount", json!("10"), vec!["transfers"]), ("middleName", json!("И."), vec!["P01", "P02"]),
        ] {
            let request = json!({ "payload": faulty(name, value) });
            let found = house.post_as(&ivanova(), VALIDATE, request.to_string()).await.json();
            assert_eq!((&found["valid"], codes(&found["errors"])), (&json!(false), expected), "{found}");
        }
    }

    async fn pay_03_validation_counts_the_transfers_that_it_does_not_list(bench: Bench) {
        let house = House::new(bench).await;
        let many = changed("many", |payload| {
            let transfer = |number: u32| {
                let mut transfer = super::house::transfer(number, 101);
                // The last ones have nothing but a name that no member has.
                let (name, value) = if number <= 1_005 { ("account", "") } else { ("Amount", "1") };
                transfer[name] = json!(value);
                transfer
            };
            payload["transfers"] = (1..=1_010).map(transfer).collect();
        });
        let found = house.post_as(&ivanova(), VALIDATE, json!({ "payload": many }).to_string()).await.json();
        assert_eq!(found["transfersWithFindings"], 1_010, "{}", found["errors"]);
        let listed = found["transfers"].as_array().unwrap();
        assert_eq!((listed.len(), &listed[999]["line"]), (1_000, &json!(1_000)));
        assert_eq!(codes(&listed[0]["errors"]), ["T06"]);
    }

    async fn integrator_12_validation_counts_every_transfer_with_an_unknown_name(bench: Bench) {
        let house = House::new(bench).await;
        let many = changed("misspelt", |payload| {
            let transfer = |number: u32| {
                let mut transfer = super::house::transfer(number, 101);
                transfer["Amount"] = json!("1");
                transfer
            };
            payload["transfers"] = (1..=1_010).map(transfer).collect();
        });
        let found = house.post_as(&ivanova(), VALIDATE, json!({ "payload": many }).to_string()).await.json();
        let listed = found["transfers"].as_array().unwrap();
        assert_eq!((&found["transfersWithFindings"], listed.len()), (&json!(1_010), 1_000), "{}", found["errors"]);
        assert_eq!(codes(&listed[999]["warnings"]), ["UNKNOWN_NAME"]);
    }

    async fn pay_03_validation_tells_wrong_fields_and_findings_together(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("taken")).await;
        let request = json!({ "payload": changed("taken", |payload| {
            payload["number"] = json!(0);
            payload["account"] = json!("40702810400000000023");
            payload["enrollmentCode"] = json!("77");
            payload["totalAmount"] = json!(1);
            payload["transfers"][0]["amount"] = json!("1");
            payload["transfers"][1]["account"] = json!("");
        })});
        let found = house.post_as(&ivanova(), VALIDATE, request.to_string()).await.json();
        let errors = codes(&found["errors"]);
        assert_eq!(
            errors[..5],
            ["number", "transfers", "externalId", "enrollmentCode", "account"],
            "{found}"
        );
        assert!(!errors.contains(&"P02"), "one amount is not read: {found}");
        assert_eq!(codes(&found["transfers"][0]["errors"]), ["T06"]);
        assert_eq!(found["transfers"][0]["line"], 2);
        assert_eq!(house.counts().await, (1, 2));
    }

    async fn pay_11_validation_verifies_signatures(bench: Bench) {
        let house = House::new(bench).await;
        let keys = &house.keys;
        let right = signed(&payload("signed"), &[&keys.ivanova, &keys.petrov]);
        let found = house.post_as(&ivanova(), VALIDATE, right.to_string()).await.json();
        assert_eq!(found["valid"], true, "{found}");
        let wrong = signed(&payload("signed"), &[&keys.revoked, &keys.petrov]);
        let found = house.post_as(&ivanova(), VALIDATE, wrong.to_string()).await.json();
        assert_eq!((&found["valid"], codes(&found["errors"])), (&json!(false), vec!["S01"]));
    }

    async fn pay_02_validation_takes_the_same_right_and_the_same_form(bench: Bench) {
        let house = House::new(bench).await;
        let refused = house.post_as(&auditor(), VALIDATE, "{}").await;
        assert_eq!((refused.status.as_u16(), refused.body.len()), (403, 0));
        let malformed = house.post_as(&ivanova(), VALIDATE, "{").await;
        assert_eq!(
            (malformed.status.as_u16(), codes(&malformed.json()["errors"])),
            (400, vec!["BAD_REQUEST"])
        );
        let method = house.get_as(&ivanova(), VALIDATE).await;
        assert_eq!((method.status.as_u16(), method.header("allow")), (405, Some("POST")));
    }
}
