//! PAY-11: signatures by GOST R 34.10-2012, of 256 and of 512 bits, made by OpenSSL and read from files.

use serde_json::{Value, json};
use testkit::Bench;

use super::house::{House, codes};

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
