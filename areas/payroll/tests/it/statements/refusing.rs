//! PAY-02: what is refused at once, all of it in one answer.

use serde_json::{Value, json};
use store::params;
use testkit::{Bench, TestCaller};

use super::house::{
    ACCOUNT, House, PATH, SET_MODE, auditor, change, changed, codes, ivanova, payload, sidorov, transfer,
};

/// Code and message of the only error of a refused payload.
async fn only_fault(house: &House, request: &Value) -> (String, String) {
    let answer = house.post(request).await;
    assert_eq!(answer.status, 400, "{request}: {}", answer.text());
    let body = answer.json();
    assert_eq!(body["traceId"].as_str().unwrap().len(), 32);
    let errors = body["errors"].as_array().unwrap();
    assert_eq!(errors.len(), 1, "{errors:?}");
    (errors[0]["code"].as_str().unwrap().to_owned(), errors[0]["message"].as_str().unwrap().to_owned())
}

testkit::on_both_engines! {
    async fn pay_02_each_field_is_refused_under_its_own_name(bench: Bench) {
        let house = House::new(bench).await;
        let cases: Vec<(&str, Value)> = vec![
            ("externalId", json!("Upper")),
            ("externalId", json!("")),
            ("externalId", json!("a".repeat(41))),
            ("externalId", json!("a b")),
            ("externalId", json!(7)),
            ("account", json!("4070281060000000000")),
            ("account", json!("4070281060000000000A")),
            ("transfersCount", json!(0)),
            ("transfersCount", json!(1.5)),
            ("transfersCount", json!("2")),
            ("totalAmount", json!(0)),
            ("totalAmount", json!(-1)),
            ("totalAmount", json!(1.005)),
            ("totalAmount", json!(1e30)),
            ("totalAmount", json!("201")),
            ("date", json!("2026-02-30")),
            ("date", json!("20261120")),
            ("date", json!("2026-11-20T00:00:00")),
            ("number", json!(0)),
            ("number", json!(1_000_000)),
            ("conversionRates", json!({"rate": 90})),
            ("conversionRates", json!([7])),
            ("conversionRates", json!([{"rate": 0, "currency": "USD"}])),
            ("conversionRates", json!([{"rate": 90, "currency": "GBP"}])),
            ("conversionRates", json!([{"currency": "USD"}])),
            ("conversionRates", json!([{"rate": 90, "currency": "USD"}, {"rate": 91, "currency": "USD"}])),
            ("conversionRates", json!([{"rate": 90, "currency": "USD"}, {"rate": 91, "currency": "EUR"},
                {"rate": 12, "currency": "CNY"}])),
            ("enrollmentCode", json!("99")),
            ("enrollmentCode", json!("")),
            ("enrollmentCode", json!(1)),
            ("incomeCode", json!(0)),
            ("incomeCode", json!(6)),
            ("purpose", json!("я".repeat(119))),
            ("responsiblePerson", json!({"fullName": "Иванова"})),
            ("responsiblePerson", json!({"fullName": "я".repeat(251), "phone": "1"})),
            ("responsiblePerson", json!({"fullName": "Иванова", "phone": "1".repeat(17)})),
            ("responsiblePerson", json!([1])),
            ("reportingPeriod", json!("2026-11")),
            ("reportingPeriod", json!({"year": 2026})),
            ("reportingPeriod", json!({"year": 2026, "month": 13})),
            ("transfers", json!([])),
            ("transfers", json!({})),
            ("transfers", json!([5])),
        ];
        for (field, value) in cases {
            let request = json!({ "payload": changed("wrong", |payload| payload[field] = value.clone()) });
            let (code, message) = only_fault(&house, &request).await;
            assert_eq!(code, field, "{value}");
            assert!(message.starts_with(field), "{message}");
        }
        assert_eq!(house.counts().await, (0, 0));
    }

    async fn pay_01_the_last_right_value_of_each_field_is_taken(bench: Bench) {
        let house = House::new(bench).await;
        let mut cases: Vec<(&str, Value)> = vec![
            ("number", json!(1)),
            ("number", json!(999_999)),
            ("conversionRates", json!([{"rate": 92.5, "currency": "USD"}, {"rate": 12.5, "currency": "CNY"}])),
            ("purpose", json!("я".repeat(118))),
            ("responsiblePerson", json!({"fullName": "я".repeat(250), "phone": "1".repeat(16)})),
            ("reportingPeriod", json!({"year": 2026, "month": 1})),
            ("reportingPeriod", json!({"year": 2026, "month": 12})),
        ];
        cases.extend(["01", "02", "03", "04", "05"].map(|code| ("enrollmentCode", json!(code))));
        cases.extend([1, 2, 3, 4, 5].map(|code| ("incomeCode", json!(code))));
        for (name, letter, length) in [
            ("lastName", "я", 50), ("firstName", "я", 50), ("middleName", "я", 50),
            ("cardNumber", "4", 14), ("cardNumber", "4", 20),
        ] {
            let mut transfers = payload("edge")["transfers"].clone();
            transfers[0][name] = json!(letter.repeat(length));
            transfers[1]["personnelNumber"] = json!("я".repeat(60));
            cases.push(("transfers", transfers));
        }
        for (index, (field, value)) in cases.into_iter().enumerate() {
            let name = format!("{:-<40}", format!("edge-{index}"));
            house.create_and_check(&changed(&name, |payload| payload[field] = value.clone())).await;
            let status = house.status(&name).await;
            assert!(status["status"].as_str().unwrap().starts_with("AWAITING_SIGN"), "{value}: {status}");
            assert!(status.get("errors").is_none(), "{value}: {status}");
        }
    }

    async fn pay_02_what_must_be_there_is_asked_for(bench: Bench) {
        let house = House::new(bench).await;
        for field in ["externalId", "account", "transfersCount", "totalAmount", "enrollmentCode", "transfers"] {
            for absent in [true, false] {
                let request = json!({ "payload": changed("wrong", |payload| {
                    let members = payload.as_object_mut().unwrap();
                    if absent { members.remove(field); } else { members.insert(field.to_owned(), Value::Null); }
                })});
                assert_eq!(only_fault(&house, &request).await, (field.to_owned(), format!("{field} is required")));
            }
        }
        assert_eq!(only_fault(&house, &json!({})).await.0, "payload");
        assert_eq!(only_fault(&house, &json!({"payload": []})).await.0, "payload");
        let with_digest = json!({"payload": payload("half"), "digest": "AA=="});
        assert_eq!(only_fault(&house, &with_digest).await.0, "signatures");
        let with_signatures = json!({"payload": payload("half"), "signatures": ["AA=="]});
        assert_eq!(only_fault(&house, &with_signatures).await.0, "digest");
        let without_one = json!({"payload": payload("half"), "signatures": [], "digest": "AA=="});
        assert_eq!(only_fault(&house, &without_one).await.0, "signatures");
        let of_numbers = json!({"payload": payload("half"), "signatures": [1], "digest": "AA=="});
        assert_eq!(only_fault(&house, &of_numbers).await.0, "signatures");
    }

    async fn pay_02_a_digest_and_signatures_have_a_length(bench: Bench) {
        let house = House::new(bench).await;
        // An empty text is an absent one.
        for (length, rule) in [(0, "is required together with signatures"), (257, "must have 1 to 256 characters")] {
            let request =
                json!({"payload": payload("long"), "signatures": ["AA=="], "digest": "A".repeat(length)});
            let expected = ("digest".to_owned(), format!("digest {rule}"));
            assert_eq!(only_fault(&house, &request).await, expected);
        }
        for length in [0, 131_073] {
            let request =
                json!({"payload": payload("long"), "signatures": ["AA==", "A".repeat(length)], "digest": "AA=="});
            let message = "signatures[1] must have 1 to 131072 characters".to_owned();
            assert_eq!(only_fault(&house, &request).await, ("signatures".to_owned(), message));
        }
        assert_eq!(house.counts().await, (0, 0));
    }

    async fn pay_02_a_message_names_the_path_inside_of_transfers(bench: Bench) {
        let house = House::new(bench).await;
        for (name, wrong, rule) in [
            ("lastName", json!(5), "must be a string, in quotes"),
            ("firstName", Value::Null, "is required"),
            ("orderNumber", json!("1"), "must be an integer of at most 64 bits, without quotes"),
            ("orderNumber", json!(1.5), "must be an integer of at most 64 bits, without quotes"),
            ("amount", json!("100"), "must be a number, without quotes"),
            ("account", json!(1), "must be a string, in quotes"),
            ("currency", json!(true), "must be a string, in quotes"),
            ("bic", json!(44_525_998), "must be a string, in quotes"),
            ("conversion", json!("USD"), "must be an array"),
            ("deductionAmount", json!([1]), "must be a number, without quotes"),
        ] {
            let request = json!({ "payload": changed("wrong", |payload| {
                payload["transfers"][1][name] = wrong.clone();
            })});
            let expected = ("transfers".to_owned(), format!("transfers[1].{name} {rule}"));
            assert_eq!(only_fault(&house, &request).await, expected);
        }
        let request = json!({ "payload": changed("wrong", |payload| {
            payload["transfers"][0]["conversion"] = json!([{"percent": "30", "currency": "USD"}]);
        })});
        let message = only_fault(&house, &request).await.1;
        assert_eq!(message, "transfers[0].conversion[0].percent must be an integer of at most 64 bits, without quotes");
        let request = json!({ "payload": changed("wrong", |payload| {
            payload["transfers"][0]["conversion"] = json!(vec![json!({"percent": 1, "currency": "USD"}); 101]);
        })});
        let message = only_fault(&house, &request).await.1;
        assert_eq!(message, "transfers[0].conversion must have at most 100 items");
        let request = json!({ "payload": changed("wrong", |payload| {
            payload["transfers"][0]["conversion"] = json!([5]);
        })});
        assert_eq!(only_fault(&house, &request).await.1, "transfers[0].conversion[0] must be an object");
    }

    async fn pay_02_all_faults_come_in_one_answer(bench: Bench) {
        let house = House::new(bench).await;
        house.create(&payload("there-already")).await;
        let request = json!({ "payload": changed("there-already", |payload| {
            payload["number"] = json!(0);
            payload["purpose"] = json!("я".repeat(119));
            payload["enrollmentCode"] = json!("77");
            payload["account"] = json!("40702810400000000023");
            payload["transfers"][0]["amount"] = json!("1");
            payload["transfers"][1].as_object_mut().unwrap().remove("currency");
        })});
        let answer = house.post(&request).await;
        assert_eq!(answer.status, 400, "{}", answer.text());
        let body = answer.json();
        let expected =
            ["number", "purpose", "transfers", "transfers", "externalId", "enrollmentCode", "account"];
        assert_eq!(codes(&body["errors"]), expected);
        let request = json!({ "payload": changed("many", |payload| {
            payload["enrollmentCode"] = json!("77");
            payload["transfers"] = json!(vec![json!({}); 100]);
        })});
        let errors = house.post(&request).await.json()["errors"].clone();
        let last = errors.as_array().unwrap().last().unwrap();
        assert!(last["message"].as_str().unwrap().ends_with("further faults, which are not listed"), "{last}");
        assert!(codes(&errors).contains(&"enrollmentCode"), "{errors}");
    }

    async fn pay_02_ten_thousand_transfers_are_taken_and_one_more_is_not(bench: Bench) {
        let house = House::new(bench).await;
        let many = |count: u32| {
            let transfers: Vec<Value> = (1..=count).map(|number| transfer(number, 101 + number % 5)).collect();
            changed(&format!("many-{count}"), |payload| {
                payload["transfersCount"] = json!(count);
                payload["totalAmount"] = json!(count / 2 * 201);
                payload["transfers"] = json!(transfers);
            })
        };
        let (code, message) = only_fault(&house, &json!({ "payload": many(10_001) })).await;
        assert_eq!((code.as_str(), message.as_str()), ("transfers", "transfers must have from 1 to 10000 items, not \
            10001"));
        assert_eq!(house.counts().await, (0, 0));
        house.create_and_check(&many(10_000)).await;
        assert_eq!(house.counts().await, (1, 10_000));
        assert_eq!(house.status("many-10000").await["status"], "AWAITING_SIGN");
    }

    async fn pay_02_an_account_of_nobody_or_of_others_is_not_found(bench: Bench) {
        let house = House::new(bench).await;
        for account in ["40702810800000000021", "40702810400000000023"] {
            let request = json!({ "payload": changed("debit", |payload| payload["account"] = json!(account)) });
            let answer = house.post(&request).await;
            assert_eq!(answer.status, 404, "{account}: {}", answer.text());
            assert_eq!(codes(&answer.json()["errors"]), ["account"]);
        }
        assert_eq!(house.counts().await, (0, 0));
    }

    async fn specification_07_an_own_account_that_cannot_pay_ends_with_p04(bench: Bench) {
        let house = House::new(bench).await;
        assert_eq!(change(&house.bench, &SET_MODE, params![ACCOUNT, 0]).await, 1);
        for (name, account) in
            [("blocked", ACCOUNT), ("closed", "40702810500000000004"), ("dollars", "40702840200000000002")]
        {
            let debited = changed(name, |payload| payload["account"] = json!(account));
            let path = format!("{PATH}:validate");
            let body = json!({ "payload": debited }).to_string();
            let found = house.post_as(&ivanova(), &path, body).await.json();
            assert_eq!((&found["valid"], codes(&found["errors"])), (&json!(false), vec!["P04"]), "{name}");
            house.create_and_check(&debited).await;
            let status = house.status(name).await;
            assert_eq!((status["status"].as_str(), codes(&status["errors"])), (Some("ERROR"), vec!["P04"]));
            assert!(status["errors"][0]["message"].as_str().unwrap().contains(account), "{status}");
            let signed = changed(&format!("{name}-signed"), |payload| payload["account"] = json!(account));
            house.create_signed(&signed).await;
            house.work().await;
            assert_eq!(house.status(&format!("{name}-signed")).await["status"], "ERROR");
        }
    }

    async fn pay_02_without_the_right_there_is_403_without_a_body(bench: Bench) {
        let house = House::new(bench).await;
        // One who has no payroll right, one of another company, one whose software does not stand for the company.
        for caller in [auditor(), TestCaller::new("U00003", "C00001"), ivanova().with_client("kolos-erp")] {
            let answer = house.post_as(&caller, PATH, "{ not even JSON").await;
            assert_eq!((answer.status.as_u16(), answer.body.len()), (403, 0), "{caller:?}");
        }
        let answer = house.post_as(&sidorov(), PATH, "{ not even JSON").await;
        assert_eq!(answer.status, 400, "with the right the body is looked at");
    }

    async fn pay_02_a_body_that_is_no_json_object_is_refused_before_any_work(bench: Bench) {
        let house = House::new(bench).await;
        let good = json!({ "payload": payload("form") }).to_string();
        let deep = format!("{{\"payload\": {}{}}}", "[".repeat(64), "]".repeat(64));
        let cases: Vec<(Vec<u8>, &str)> = vec![
            (b"".to_vec(), "The body is empty"),
            (b"[]".to_vec(), "object"),
            (good.replace("\"account\"", "\"externalId\":\"x\",\"account\"").into_bytes(), "`externalId` occurs twice"),
            (good.replace("\"lastName\"", "\"amount\":1,\"lastName\"").into_bytes(), "`amount` occurs twice"),
            (good.replace("Анна", "А\\u0000нна").into_bytes(), "U+0000"),
            ([good.as_bytes(), b"x"].concat(), "trailing"),
            (good.into_bytes().into_iter().map(|byte| if byte == 0xd0 { 0xff } else { byte }).collect(), "UTF-8"),
            (deep.into_bytes(), "nested deeper than 64"),
        ];
        for (body, expected) in cases {
            let answer = house.post_as(&ivanova(), PATH, body).await;
            assert_eq!(answer.status, 400, "{}", answer.text());
            let errors = &answer.json()["errors"];
            assert_eq!(codes(errors), ["BAD_REQUEST"]);
            assert!(errors[0]["message"].as_str().unwrap().contains(expected), "{errors} {expected}");
        }
        let tokens = house.bench.tokens.pair(&ivanova());
        let text = house.client.post(PATH).tokens(&tokens).header("content-type", "text/plain").body("{}");
        assert_eq!(text.send().await.status, 415);
        let large = house.post_as(&ivanova(), PATH, vec![b' '; 32 * 1024 * 1024 + 1]).await;
        assert_eq!((large.status.as_u16(), large.json()["errors"].as_array().unwrap().len()), (413, 1));
        assert_eq!(house.counts().await, (0, 0));
    }
}
