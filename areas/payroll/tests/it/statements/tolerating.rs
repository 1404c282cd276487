//! PAY-02, GEN-05: what typed and generated clients send is taken as it is meant.

use serde_json::{Value, json};
use testkit::Bench;

use super::house::{House, PATH, changed, codes, ivanova, payload, signed};

/// Values of an optional member that mean none.
fn empties() -> [Value; 4] {
    [Value::Null, json!(""), json!([]), json!({})]
}

/// Tells whether a statement passed its check; only that it is like another one (P13) may be remarked.
fn awaits_signatures(status: &Value) -> bool {
    match status["status"].as_str() {
        Some("AWAITING_SIGN") => true,
        Some("AWAITING_SIGN_WITH_WARNINGS") => codes(&status["warnings"]) == ["P13"],
        _ => false,
    }
}

testkit::on_both_engines! {
    async fn specification_02_no_signatures_are_an_unsigned_statement(bench: Bench) {
        let house = House::new(bench).await;
        for (index, signatures) in empties().into_iter().enumerate() {
            for (other, digest) in [Some(Value::Null), Some(json!("")), None].into_iter().enumerate() {
                let name = format!("unsigned-{index}-{other}");
                let mut request = json!({ "payload": payload(&name), "signatures": signatures });
                if let Some(digest) = digest {
                    request["digest"] = digest;
                }
                let answer = house.post(&request).await;
                assert_eq!(answer.status, 202, "{request}: {}", answer.text());
            }
        }
        house.work().await;
        assert!(awaits_signatures(&house.status("unsigned-2-1").await));
        // A half is one still.
        let whole = signed(&payload("half"), &[&house.keys.ivanova, &house.keys.petrov]);
        for (member, value) in [("signatures", json!([])), ("digest", json!(""))] {
            let mut half = whole.clone();
            half[member] = value;
            let answer = house.post(&half).await;
            assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec![member]));
        }
    }

    async fn specification_03_an_empty_optional_member_is_absent_everywhere(bench: Bench) {
        let house = House::new(bench).await;
        let of_statement = ["date", "number", "conversionRates", "incomeCode", "purpose", "responsiblePerson",
            "reportingPeriod"];
        let of_transfer =
            ["middleName", "personnelNumber", "birthDate", "cardNumber", "bic", "conversion", "deductionAmount"];
        house.create_and_check(&payload("without")).await;
        let (status, transfers) = (house.status("without").await, house.transfers("without").await);
        for (index, empty) in empties().into_iter().enumerate() {
            let name = format!("empty-{index}");
            let sent = changed(&name, |payload| {
                for member in of_statement {
                    if member != "incomeCode" {
                        payload[member] = empty.clone();
                    }
                }
                for member in of_transfer {
                    payload["transfers"][1][member] = empty.clone();
                }
            });
            house.create_and_check(&sent).await;
            let mut found = house.status(&name).await;
            assert!(awaits_signatures(&found), "{found}");
            found["externalId"] = status["externalId"].clone();
            found["status"] = status["status"].clone();
            found.as_object_mut().unwrap().remove("warnings");
            assert_eq!((found, house.transfers(&name).await), (status.clone(), transfers.clone()), "{empty}");
        }
        // A signed statement that a typed client wrote executes.
        let typed = changed("typed", |payload| {
            for member in of_transfer {
                payload["transfers"][0][member] = json!("");
            }
            payload["date"] = json!("");
        });
        house.create_signed(&typed).await;
        house.work().await;
        assert_eq!(house.status("typed").await["status"], "EXECUTED");
    }

    async fn gen_05_what_sums_of_doubles_leave_behind_is_the_amount(bench: Bench) {
        let house = House::new(bench).await;
        let with_numbers = |name: &str, total: &str, amount: &str| {
            let sent = json!({ "payload": payload(name) }).to_string();
            let sent = sent.replace("\"totalAmount\":201", &format!("\"totalAmount\":{total}"));
            sent.replace("\"amount\":100.5", &format!("\"amount\":{amount}"))
        };
        for (index, (total, amount)) in [
            ("0.6", "0.30000000000000004"),
            ("201.00000000000003", "100.50000000000001"),
            ("201.0000001", "100.49999990"),
            ("2.0100000000000003e2", "1.0050000000000001E2"),
            ("0.20", "0.1000000000000000055511151231257827021181583404541015625"),
        ]
        .into_iter()
        .enumerate()
        {
            let name = format!("double-{index}");
            let answer = house.post_as(&ivanova(), PATH, with_numbers(&name, total, amount)).await;
            assert_eq!(answer.status, 202, "{total} {amount}: {}", answer.text());
            house.work().await;
            // Another sum of the transfers than the total would be an error.
            assert!(awaits_signatures(&house.status(&name).await), "{total} {amount}");
        }
        for wrong in ["201.00000011", "200.995", "201.001", "0.00000001", "1e-9"] {
            let answer = house.post_as(&ivanova(), PATH, with_numbers("wrong", wrong, "100.5")).await;
            assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["totalAmount"]));
        }
        let answer = house.post_as(&ivanova(), PATH, with_numbers("half-penny", "201", "100.5001")).await;
        assert_eq!(answer.status, 202);
        house.work().await;
        assert_eq!(codes(&house.transfers("half-penny").await[0]["errors"]), ["T08"]);
    }

    async fn integrator_18_a_byte_order_mark_is_passed_over_and_other_forms_are_named(bench: Bench) {
        let house = House::new(bench).await;
        let text = json!({ "payload": payload("marked") }).to_string();
        let marked = ["\u{feff}".as_bytes(), text.as_bytes()].concat();
        let answer = house.post_as(&ivanova(), PATH, marked).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
        let utf_16: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
        for (body, remedy) in [
            (Vec::new(), "The body is empty"),
            (vec![0x1f, 0x8b, 8, 0], "The body is compressed"),
            (utf_16, "send it as UTF-8"),
        ] {
            let answer = house.post_as(&ivanova(), PATH, body).await;
            assert_eq!(answer.status, 400);
            assert!(answer.text().contains(remedy), "{}", answer.text());
        }
        let tokens = house.bench.tokens.pair(&ivanova());
        for (name, value, remedy) in [
            ("content-type", "text/json", "send `Content-Type: application/json`"),
            ("content-encoding", "gzip", "send the body without `Content-Encoding`"),
        ] {
            let request = house.client.post(PATH).tokens(&tokens).json(&json!({})).header(name, value);
            let answer = request.send().await;
            assert_eq!(answer.status, 415, "{name}");
            assert!(answer.text().contains(remedy), "{}", answer.text());
        }
    }

    async fn integrator_12_validation_names_what_is_unknown_and_the_digest_of_the_bank(bench: Bench) {
        let house = House::new(bench).await;
        let misspelt = changed("misspelt", |payload| {
            payload["purpos"] = json!("Премия");
            payload["transfers"][1]["midleName"] = json!("Игоревна");
        });
        let mut request = signed(&misspelt, &[&house.keys.ivanova, &house.keys.petrov]);
        request["signature"] = json!([]);
        let digest = std::mem::replace(&mut request["digest"], json!("AA=="));
        let path = format!("{PATH}:validate");
        let found = house.post_as(&ivanova(), &path, request.to_string()).await.json();
        assert_eq!(codes(&found["warnings"]), ["UNKNOWN_NAME", "UNKNOWN_NAME"], "{found}");
        for (warning, name) in found["warnings"].as_array().unwrap().iter().zip(["signature", "purpos"]) {
            assert!(warning["message"].as_str().unwrap().contains(name), "{warning}");
        }
        let transfer = &found["transfers"][0];
        assert_eq!((&transfer["orderNumber"], codes(&transfer["warnings"])), (&json!(2), vec!["UNKNOWN_NAME"]));
        assert_eq!(codes(&found["errors"]), ["S03"]);
        assert!(found["errors"][0]["message"].as_str().unwrap().contains(digest.as_str().unwrap()), "{found}");
    }
}
