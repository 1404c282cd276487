//! PAY-15: what is signed is what was sent, member by member.

use payroll::work;
use serde_json::{Map, Value, json};
use testkit::Bench;

use super::house::{House, ivanova, payload};

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
        let (caller, id) = (ivanova(), house.id("C00001", "everything").await);
        let status = house.status("everything").await;
        let document = work::signing_document(&house.state, &caller.user, &caller.company, id).await;
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
