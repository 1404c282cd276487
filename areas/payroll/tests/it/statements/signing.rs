//! PAY-11 and PAY-12: digests, signatures, the scheme of the company.

use audit::Filter as AuditFilter;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use kernel::Cnum;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde_json::{Value, json};
use testkit::Bench;

use super::house::{House, PATH, codes, ivanova, payload, sidorov, sign, signed};

/// Sends a signed request and works it off; its status.
async fn outcome(house: &House, request: &Value, external_id: &str) -> Value {
    let answer = house.post(request).await;
    assert_eq!(answer.status, 202, "{}", answer.text());
    house.work().await;
    house.status(external_id).await
}

/// The statement ended in `ERROR_SIGN`; its codes and the message.
fn refused(status: &Value) -> (Vec<&str>, &str) {
    assert_eq!(status["status"], "ERROR_SIGN", "{status}");
    (codes(&status["errors"]), status["message"].as_str().unwrap())
}

testkit::on_both_engines! {
    async fn pay_11_a_statement_with_all_signatures_executes_by_itself(bench: Bench) {
        let house = House::new(bench).await;
        let request = signed(&payload("both"), &[&house.keys.petrov, &house.keys.ivanova]);
        let status = outcome(&house, &request, "both").await;
        assert_eq!(status, json!({"externalId": "both", "status": "EXECUTED"}));
        let id = house.id("C00001", "both").await;
        let (object_id, action) = (Some(id.to_string()), Some("payroll_statement.executed".to_owned()));
        let filter = AuditFilter { object_id, action, ..AuditFilter::default() };
        let entries = audit::list(&house.bench.store, &filter, 10).await.unwrap();
        assert_eq!((entries.len(), entries[0].company.as_ref().map(Cnum::as_str)), (1, Some("C00001")));
        let detail: serde_json::Value = serde_json::from_str(&entries[0].detail).unwrap();
        let signers = detail["signers"].as_array().unwrap();
        let signer = |signer: &serde_json::Value| (signer["user"].clone(), signer["type"].clone());
        let signed: Vec<_> = signers.iter().map(signer).collect();
        assert_eq!(signed, [(json!("U00002"), json!("SECOND")), (json!("U00001"), json!("FIRST"))], "{detail}");
        assert!(signers.iter().all(|signer| signer["certificate"].is_string()));
        assert_eq!(detail["executed"], "201.00", "{detail}");
    }

    async fn pay_12_all_who_signed_one_cms_are_named(bench: Bench) {
        let house = House::new(bench).await;
        let both = [&house.keys.ivanova, &house.keys.petrov];
        let mut request = signed(&payload("one-cms"), &both);
        let digest = canonical::digest(&request["payload"].to_string()).unwrap();
        request["signatures"] = json!([BASE64.encode(cms::sign(&digest, &both).unwrap())]);
        assert_eq!(outcome(&house, &request, "one-cms").await["status"], "EXECUTED");
        let detail = house.detail(&ivanova(), house.id("C00001", "one-cms").await).await;
        let signers = detail.signers.iter().map(|signer| signer.given.user.as_str());
        assert_eq!(signers.collect::<std::collections::BTreeSet<_>>(), ["U00001", "U00002"].into());
        assert!(detail.signers.iter().all(|signer| signer.given.certificate_id.is_some()));
    }

    async fn pay_11_the_digest_is_over_the_canonical_payload_with_its_own_numbers(bench: Bench) {
        let house = House::new(bench).await;
        let both = [&house.keys.ivanova, &house.keys.petrov];
        // Other white space, another order of members, escapes: the same canonical payload.
        let mut request = signed(&payload("canonical"), &both);
        let text = request["payload"].to_string().replace("Анна", "\\u0410нна").replace(':', " :\n");
        request["payload"] = json!("PAYLOAD");
        let text = request.to_string().replace("\"PAYLOAD\"", &text);
        let answer = house.post_as(&ivanova(), PATH, text).await;
        assert_eq!(answer.status, 202, "{}", answer.text());
        house.work().await;
        assert_eq!(house.status("canonical").await["status"], "EXECUTED");
        // The same value written otherwise is another number.
        let request = signed(&payload("lexeme"), &both).to_string().replace("100.5,", "100.50,");
        assert_eq!(house.post_as(&ivanova(), PATH, request).await.status, 202);
        house.work().await;
        assert_eq!(refused(&house.status("lexeme").await).0, ["S03"]);
    }

    async fn pay_11_every_fault_of_a_signature_has_a_reason_that_names_it(bench: Bench) {
        let house = House::new(bench).await;
        let keys = &house.keys;
        let mut seen = Vec::new();
        for (name, signers, part) in [
            ("expired", [&keys.expired, &keys.petrov], "1"),
            ("revoked", [&keys.petrov, &keys.revoked], "2"),
            ("unregistered", [&keys.unregistered, &keys.petrov], "1"),
            ("foreign", [&keys.stranger, &keys.petrov], "1"),
            ("other-company", [&keys.ivanova, &keys.sidorov], "2"),
        ] {
            let status = outcome(&house, &signed(&payload(name), &signers), name).await;
            let (codes, message) = refused(&status);
            assert_eq!(codes, ["S01"], "{name}");
            assert!(message.starts_with(&format!("Signature {part}")), "{name}: {message}");
            seen.push(message.split_once(':').unwrap().1.to_owned());
        }
        seen.sort();
        seen.dedup();
        assert!(seen.len() >= 4, "each has its own words: {seen:?}");
    }

    async fn pay_11_what_was_changed_after_signing_is_refused(bench: Bench) {
        let house = House::new(bench).await;
        let both = [&house.keys.ivanova, &house.keys.petrov];
        let mut tampered = signed(&payload("tampered"), &both);
        tampered["payload"]["transfers"][0]["account"] = json!(super::house::employee(130));
        assert_eq!(refused(&outcome(&house, &tampered, "tampered").await).0, ["S03"]);
        // With a digest that fits, the signatures do not.
        let mut repaired = signed(&payload("repaired"), &both);
        repaired["payload"]["transfers"][0]["account"] = json!(super::house::employee(130));
        let digest = canonical::digest(&repaired["payload"].to_string()).unwrap();
        repaired["digest"] = json!(BASE64.encode(digest));
        assert_eq!(refused(&outcome(&house, &repaired, "repaired").await).0, ["S01", "S01"]);
        for (name, digest) in [("no-base64", "?"), ("short", "AAAA")] {
            let mut request = signed(&payload(name), &both);
            request["digest"] = json!(digest);
            assert_eq!(refused(&outcome(&house, &request, name).await).0, ["S03"]);
        }
        for (name, signature) in [("no-cms", "AAAA"), ("no-text", "???")] {
            let mut request = signed(&payload(name), &both);
            request["signatures"][1] = json!(signature);
            let status = outcome(&house, &request, name).await;
            assert!(refused(&status).1.starts_with("Signature 2"), "{status}");
        }
    }

    async fn pay_11_a_refused_signature_moves_nothing(bench: Bench) {
        let house = House::new(bench).await;
        let request = signed(&payload("unmoved"), &[&house.keys.revoked, &house.keys.petrov]);
        refused(&outcome(&house, &request, "unmoved").await);
        assert_eq!(jobs::waiting(&house.bench.store).await.unwrap(), []);
        let report = accounts::check_ledger(&house.bench.store).await.unwrap();
        assert_eq!(report.findings, []);
    }

    async fn pay_12_the_scheme_of_the_company_decides(bench: Bench) {
        let house = House::new(bench).await;
        let keys = &house.keys;
        for (name, signers, missing) in [
            ("first-only", vec![&keys.ivanova], "first 0, second 1"),
            ("second-only", vec![&keys.petrov], "first 1, second 0"),
            ("first-twice", vec![&keys.ivanova, &keys.ivanova], "first 0, second 1"),
        ] {
            let status = outcome(&house, &signed(&payload(name), &signers), name).await;
            let (codes, message) = refused(&status);
            assert_eq!(codes, ["S02"], "{name}");
            assert!(message.ends_with(missing), "{name}: {message}");
        }
        // One signature is enough for a company whose scheme asks for one.
        let payload = super::house::changed("one-is-enough", |payload| {
            payload["account"] = json!("40702810800000000021");
        });
        let request = signed(&payload, &[&keys.sidorov]).to_string();
        assert_eq!(house.post_as(&sidorov(), PATH, request).await.status, 202);
        house.work().await;
        let answer = house.get_as(&sidorov(), &format!("{PATH}/one-is-enough")).await;
        assert_eq!(answer.json()["status"], "EXECUTED", "{}", answer.text());
    }

    async fn pay_12_more_signatures_than_asked_for_do_no_harm(bench: Bench) {
        let house = House::new(bench).await;
        let keys = &house.keys;
        let request = signed(&payload("three"), &[&keys.ivanova, &keys.petrov, &keys.ivanova]);
        assert_eq!(outcome(&house, &request, "three").await["status"], "EXECUTED");
        let many: Vec<String> = vec![sign(&[7; 32], &keys.ivanova); 21];
        let mut request = signed(&payload("twenty-one"), &[&keys.ivanova]);
        request["signatures"] = json!(many);
        let answer = house.post(&request).await;
        assert_eq!((answer.status.as_u16(), codes(&answer.json()["errors"])), (400, vec!["signatures"]));
    }
}

/// JSON without numbers that have more than one spelling.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        "[\\x01-\\x7f]{0,6}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            proptest::collection::btree_map("\\PC{0,6}", inner, 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

#[test]
fn pay_11_the_digest_of_any_payload_is_that_of_rfc_8785() {
    let mut runner = TestRunner::new(Config { cases: 256, failure_persistence: None, ..Config::default() });
    runner
        .run(&any_json(), |value| {
            let expected = serde_json_canonicalizer::to_vec(&value).unwrap();
            prop_assert_eq!(canonical::bytes(&value.to_string()).unwrap(), expected.clone());
            prop_assert_eq!(
                canonical::bytes(&serde_json::to_string_pretty(&value).unwrap()).unwrap(),
                expected
            );
            Ok(())
        })
        .unwrap();
}
