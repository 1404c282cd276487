//! PAY-15: what is signed is what was sent, member by member; PAY-11: signatures by GOST R 34.10-2012, of 256 and of
//! 512 bits, made by OpenSSL and read from files.

use payroll::work;
use serde_json::{Map, Value, json};
use testkit::Bench;

use super::house::{House, codes, ivanova, payload};

/// Returns the members that the description gives the object of this name.
fn members(schema: &str) -> Map<String, Value> {
    let document: Value = serde_json::to_value(payroll::OPERATIONS.openapi()).unwrap();
    document["components"]["schemas"][schema]["properties"].as_object().unwrap().clone()
}

/// Returns a value that the description calls right: for members of which this test knows nothing.
fn any_of(schema: &Value) -> Value {
    let texts = |length: &Value| "1".repeat(usize::try_from(length.as_u64().unwrap_or(1)).unwrap());
    match (schema["enum"].get(0), schema["type"].as_str()) {
        (Some(first), _) => first.clone(),
        (None, Some("string")) => json!(texts(&schema["minLength"])),
        (None, Some("integer")) => json!(schema["minimum"].as_i64().unwrap_or(1)),
        (None, Some("number")) => json!(1.5),
        (None, Some("boolean")) => json!(true),
        (None, kind) => panic!("give this test a value of {kind:?} for {schema}"),
    }
}

/// Adds what the description has beside the members that are there.
fn complete(object: &mut Value, schema: &str) {
    for (name, member) in members(schema) {
        object.as_object_mut().unwrap().entry(name).or_insert_with(|| any_of(&member));
    }
}

/// A statement that has every member a statement and a transfer can have.
pub(crate) fn everything() -> Value {
    let mut payload = payload("everything");
    payload["totalAmount"] = json!(201.0);
    payload["date"] = json!("2026-11-25");
    payload["number"] = json!(4711);
    payload["purpose"] = json!("Salary");
    payload["conversionRates"] = json!([{ "rate": 80.85, "currency": "USD" }]);
    payload["responsiblePerson"] = json!({ "fullName": "Петров П. П.", "phone": "+74951234567" });
    payload["reportingPeriod"] = json!({ "year": 2026, "month": 10 });
    complete(&mut payload, "PayrollStatement");
    let first = &mut payload["transfers"][0];
    first["middleName"] = json!("Игоревна");
    first["birthDate"] = json!("1980-02-29");
    first["bic"] = json!("044525999");
    first["cardNumber"] = json!("4000000000000002");
    first["conversion"] = json!([{ "percent": 50, "currency": "USD" }]);
    complete(first, "PayrollTransfer");
    payload
}

testkit::on_both_engines! {
    async fn pay_15_every_member_of_a_request_is_in_the_document_that_is_signed(bench: Bench) {
        let house = House::new(bench).await;
        let sent = everything();
        house.create_and_check(&sent).await;
        let id = house.id("C00001", "everything").await;
        let status = house.status("everything").await;
        let document = work::signing_document(&house.state, &House::origin(&ivanova()), id).await;
        let document = document.unwrap_or_else(|error| panic!("{error:?}: {status}"));
        let said: Value = serde_json::from_str(&document.text).unwrap();
        for name in members("PayrollTransfer").keys() {
            assert_eq!(said["transfers"][0][name], sent["transfers"][0][name], "{name}");
        }
        for name in members("PayrollStatement").keys() {
            assert_eq!(said[name], sent[name], "{name}");
        }
    }
}

const PAYLOAD: &str = include_str!("../../vectors/gost/payload.json");
const DIGEST: &str = include_str!("../../vectors/gost/digest.txt");
const ROOT: &str = include_str!("../../vectors/gost/root.pem");
const LIST: &str = include_str!("../../vectors/gost/list.pem");
const IVANOVA: [&str; 2] =
    [include_str!("../../vectors/gost/ivanova.pem"), include_str!("../../vectors/gost/ivanova.cms.txt")];
const PETROV: [&str; 2] =
    [include_str!("../../vectors/gost/petrov.pem"), include_str!("../../vectors/gost/petrov.cms.txt")];

/// Days from the beginning of a test until the certificates of the files are valid.
const DAYS_UNTIL_VALID: i64 = 30;

/// A house whose bank trusts the authority of the files and knows both certificates.
async fn house(bench: Bench) -> House {
    let house = House::new(bench).await;
    house.bench.clock.advance_seconds(DAYS_UNTIL_VALID * 86_400);
    let person = |login: &str, signature: &str, certificate: &str| {
        let cnum = "C00001";
        json!({ "login": login, "cnum": cnum, "signature_type": signature, "certificate": certificate })
    };
    let people = json!([person("ivanova", "FIRST", IVANOVA[0]), person("petrov", "SECOND", PETROV[0])]);
    for (name, rows) in [
        ("certificate_authorities.json", json!([{ "certificate": ROOT, "kind": "ROOT" }])),
        ("revocation_lists.json", json!([{ "list": LIST }])),
        ("signing_certificates.json", people),
    ] {
        house.add(name, &rows.to_string()).await.unwrap();
    }
    house
}

fn request(payload: &str, signatures: &[&str]) -> String {
    let rest = json!({ "digest": DIGEST, "signatures": signatures }).to_string();
    format!("{{\"payload\":{},{}", payload.trim_end(), &rest[1..])
}

testkit::on_both_engines! {
    async fn pay_11_a_statement_signed_by_gost_executes_by_itself(bench: Bench) {
        let house = house(bench).await;
        let sent: Value = serde_json::from_str(&request(PAYLOAD, &[IVANOVA[1], PETROV[1]])).unwrap();
        assert_eq!(house.post(&sent).await.status, 202);
        house.work().await;
        assert_eq!(house.status("gost-1").await["status"], "EXECUTED");
    }

    async fn pay_11_a_wrong_signature_by_gost_is_refused_by_its_reason(bench: Bench) {
        let house = house(bench).await;
        // The last characters are of the signature's last number.
        let broken = |text: &str| {
            let (kept, last) = text.split_at(text.len() - 8);
            let other = if last.starts_with('A') { "B" } else { "A" };
            format!("{kept}{other}{}", &last[1..])
        };
        for (name, signatures) in [
            ("short", [broken(IVANOVA[1]), PETROV[1].to_owned()]),
            ("long", [IVANOVA[1].to_owned(), broken(PETROV[1])]),
        ] {
            let signatures = signatures.each_ref().map(String::as_str);
            let path = "/v1/statements:validate";
            let caller = super::house::ivanova();
            let found = house.post_as(&caller, path, request(PAYLOAD, &signatures)).await.json();
            assert_eq!(codes(&found["errors"])[0], "S01", "{name}: {found}");
        }
    }
}
