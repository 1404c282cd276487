//! Statements and their signatures.

use serde_json::{Value, json};
use testkit::TestRequest;

use super::{Callers, Mistake, SENT};

const STATEMENT: &str = concat!(
    r#"{"externalId":"mistaken-1","account":"40702810600000000001","transfersCount":1,"totalAmount":100.50,"#,
    r#""enrollmentCode":"01","incomeCode":1,"date":"2031-01-15","transfers":[{"lastName":"A","firstName":"B","#,
    r#""orderNumber":1,"amount":100.50,"account":"40817810000000000101","currency":"RUR"}]}"#
);

pub(super) fn mistakes(callers: &Callers<'_>) -> Vec<Mistake> {
    let mut mistakes = of_fields(callers);
    mistakes.extend(of_checks(callers));
    mistakes.extend(of_signatures(callers));
    mistakes.extend(of_repeats(callers));
    mistakes
}

/// The statement with the first `from` replaced.
fn changed(from: &str, to: &str) -> String {
    assert!(STATEMENT.contains(from), "{from}");
    format!(r#"{{"payload":{}}}"#, STATEMENT.replacen(from, to, 1))
}

fn of_fields(callers: &Callers<'_>) -> Vec<Mistake> {
    let with = |from: &str, to: &str| callers.post("/v1/statements", changed(from, to));
    let total = |value: &str| with(r#""totalAmount":100.50"#, &format!(r#""totalAmount":{value}"#));
    let date = |value: &str| with(r#""date":"2031-01-15""#, &format!(r#""date":{value}"#));
    let name = |value: &str| with(r#""mistaken-1""#, value);
    let integer = "must be an integer of at most 64 bits, without quotes";
    let number = "must be a number, without quotes";
    let day = "date must be a date as YYYY-MM-DD";
    let letters = "externalId must be 1 to 40 characters out of a-z, 0-9 and '-'";
    let listed = "GET /v1/accounts lists those of the company";
    vec![
        ("a misspelt field", with("totalAmount", "totalAmmount"), 400, "totalAmount is required"),
        ("no payload", callers.post("/v1/statements", STATEMENT), 400, "payload is required"),
        ("no transfers", with("transfers\"", "transferz\""), 400, "transfers is required"),
        ("a total in quotes", total(r#""100.50""#), 400, number),
        ("a comma in a total", total(r#""100,50""#), 400, number),
        ("three digits", total("100.505"), 400, "must have at most 2 fraction digits"),
        ("a negative total", total("-1"), 400, "totalAmount must be greater than 0"),
        ("a count in quotes", with(r#"Count":1"#, r#"Count":"1""#), 400, integer),
        ("a count with a fraction", with(r#"Count":1"#, r#"Count":1.5"#), 400, integer),
        (
            "an account as a number",
            with(r#""40702810600000000001""#, "407"),
            400,
            "must be a string, in quotes",
        ),
        ("blanks in an account", with("40702810600000000001", "40702 810"), 400, "must be exactly 20 digits"),
        ("an IBAN", with("40702810600000000001", "DE893704"), 400, "must be exactly 20 digits"),
        ("an account of others", with("40702810600000000001", "40702810800000000021"), 404, listed),
        ("a wrong key", with("40702810600000000001", "40702810700000000001"), 404, listed),
        ("a long name", name(&format!(r#""{}""#, "x".repeat(41))), 400, letters),
        ("a Russian name", name(r#""Зарплата""#), 400, letters),
        ("a name with capitals", name(r#""Salary-1""#), 400, letters),
        ("a name as a number", name("1"), 400, "externalId must be a string, in quotes"),
        ("a code as a number", with(r#""01""#, "1"), 400, "enrollmentCode must be a string, in quotes"),
        ("an unknown code", with(r#""01""#, r#""99""#), 400, "send one of: 01"),
        ("an income code of none", with(r#""incomeCode":1"#, r#""incomeCode":9"#), 400, "from 1 to 5"),
        ("a German date", date(r#""15.01.2031""#), 400, day),
        ("a moment for a date", date(r#""2031-01-15T00:00:00Z""#), 400, day),
        ("30 February", date(r#""2031-02-30""#), 400, day),
        (
            "an amount in quotes",
            with(r#""amount":100.50"#, r#""amount":"1""#),
            400,
            "transfers[0].amount must be",
        ),
        ("a name of Java", with("lastName", "last_name"), 400, "transfers[0].lastName is required"),
    ]
}

fn of_checks(callers: &Callers<'_>) -> Vec<Mistake> {
    let with = |from: &str, to: &str| {
        callers.post("/v1/statements:validate", changed(from, to)).header("accept-language", "en")
    };
    let more = |member: &str| with(r#""orderNumber":1"#, &format!(r#"{member},"orderNumber":1"#));
    vec![
        ("RUB", with("RUR", "RUB"), 200, "must be RUR"),
        ("643", with("RUR", "643"), 200, "must be RUR"),
        ("another sum", with(r#""amount":100.50"#, r#""amount":100.51"#), 200, "add up to 100.51"),
        (
            "another count",
            with(r#"Count":1"#, r#"Count":2"#),
            200,
            "There are 1 transfers, transfersCount says 2",
        ),
        (
            "no amount",
            with(r#""amount":100.50"#, r#""amount":0"#),
            200,
            "above zero with at most 2 fraction digits",
        ),
        (
            "a key of another bank",
            with("40817810000000000101", "40817810100000000101"),
            200,
            "its BIC is required",
        ),
        ("19 digits", with("40817810000000000101", "4081781000000000010"), 200, "must be 20 digits"),
        ("a short BIC", more(r#""bic":"123""#), 200, "The BIC must be 9 digits"),
        ("a short card", more(r#""cardNumber":"1234""#), 200, "must be 14 to 20 digits"),
        ("a German birth date", more(r#""birthDate":"01.02.1990""#), 200, "as YYYY-MM-DD"),
        ("a misspelt name", more(r#""midleName":"C""#), 200, "There is no field midleName"),
        ("a misspelt code", with("incomeCode", "incomeCod"), 200, "There is no field incomeCod"),
        ("a day that has passed", with("2031-01-15", "2020-01-01"), 200, "is executed at once"),
    ]
}

fn of_signatures(callers: &Callers<'_>) -> Vec<Mistake> {
    use base64::Engine as _;
    let base64 = base64::engine::general_purpose::STANDARD;
    let digest = canonical::digest(STATEMENT).expect("a digest");
    let right = base64.encode(digest);
    let hexadecimal = kernel::hexadecimal(&digest);
    let computed = "which the bank computes as ";
    let send = |digest: Value, signatures: Value| -> TestRequest {
        let members = json!({ "digest": digest, "signatures": signatures }).to_string();
        let body = format!(r#"{{"payload":{STATEMENT},{}"#, members.trim_start_matches('{'));
        callers.post("/v1/statements:validate", body).header("accept-language", "en")
    };
    let pem = "-----BEGIN CMS-----\nAAAA\n-----END CMS-----";
    vec![
        ("no digest", send(Value::Null, json!(["AAAA"])), 200, "digest is required together with signatures"),
        ("no signatures", send(json!(right), json!([])), 200, "signatures is required together with digest"),
        (
            "one text for a list",
            send(json!(right), json!("AAAA")),
            200,
            "must be an array of 1 to 20 strings",
        ),
        ("a digest in hex", send(json!(hexadecimal), json!(["AAAA"])), 200, computed),
        ("another digest", send(json!(base64.encode([7; 32])), json!(["AAAA"])), 200, computed),
        ("PEM", send(json!(right), json!([pem])), 200, "send the DER in Base64, without the lines of PEM"),
        ("bytes for Base64", send(json!(right), json!(["0\u{82}\u{1}"])), 200, "send the DER in Base64"),
        ("no CMS", send(json!(right), json!(["MAA="])), 200, "SignedData (RFC 5652)"),
    ]
}

fn of_repeats(callers: &Callers<'_>) -> Vec<Mistake> {
    let named = |name: &str, key: &str| {
        let body = changed("mistaken-1", name);
        callers.post("/v1/statements", body).header("idempotency-key", key)
    };
    let form = "1 to 255 printable ASCII characters";
    vec![
        ("a name twice", named(SENT, "a"), 400, "already exists with other content"),
        ("a first request, which is no mistake", named("mistaken-2", "key"), 202, "mistaken-2"),
        ("its key for another", named("mistaken-3", "key"), 422, "send a new key with a new request"),
        ("an empty key", named("mistaken-4", ""), 400, form),
        ("a long key", named("mistaken-4", &"k".repeat(256)), 400, form),
        (
            "the same again",
            callers.post("/v1/statements", changed("mistaken-1", "mistaken-2")),
            400,
            "the same content",
        ),
    ]
}
