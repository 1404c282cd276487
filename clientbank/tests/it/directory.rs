//! People of the bank log in to the bank API by the bank's directory (BNK-09).

use std::path::PathBuf;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::{KeyPair as RsaKeyPair, KeySize};
use aws_lc_rs::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RSA_PSS_SHA256,
};
use bank::work::directory::{Directory, TOKEN_AGE_S_MAX};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clientbank::configuration::Configuration;
use kernel::{Clock as _, Randomness as _};
use proposals::{NewOperator, OperatorKey, OperatorRole, ProposalError, Said};
use serde_json::{Value, json};
use store::Tx;
use testkit::{Answer, Bench, TestClient, on_both_engines};

use crate::program::folder;
use crate::wired::{application_with, configuration};

const ISSUER: &str = "https://directory.bank.internal/realms/staff";
const SUBJECT: &str = "f:8d7c:petrova";

/// The bank's directory, with keys of two kinds.
struct TestDirectory {
    rsa: RsaKeyPair,
    p256: EcdsaKeyPair,
    folder: tempfile::TempDir,
}

impl TestDirectory {
    fn new() -> Self {
        let rsa = RsaKeyPair::generate(KeySize::Rsa2048).expect("a key");
        let p256 = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key");
        let directory = Self { rsa, p256, folder: folder() };
        directory.publish();
        directory
    }

    fn keys(&self) -> PathBuf {
        self.folder.path().join("keys.json")
    }

    /// Writes the keys into the file.
    fn publish(&self) {
        let (n, e) = (self.rsa.public_key().modulus(), self.rsa.public_key().exponent());
        let text = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let point = self.p256.public_key().as_ref();
        // As some directories have it, a key to encrypt with has the name of one to sign with.
        let keys = json!({ "keys": [
            { "kty": "RSA", "kid": "r1", "use": "enc", "n": text(n.big_endian_without_leading_zero()),
                "e": text(e.big_endian_without_leading_zero()) },
            { "kty": "RSA", "kid": "r1", "use": "sig", "n": text(n.big_endian_without_leading_zero()),
                "e": text(e.big_endian_without_leading_zero()) },
            { "kty": "EC", "crv": "P-256", "kid": "e1", "x": text(&point[1..33]), "y": text(&point[33..]) },
            { "kty": "RSA", "kid": "enc", "use": "enc", "n": text(n.big_endian_without_leading_zero()),
                "e": text(e.big_endian_without_leading_zero()) },
        ] });
        std::fs::write(self.keys(), keys.to_string()).expect("the file");
    }

    /// An identity token of now, with these claims and this header in the place of the right ones.
    fn token(&self, bench: &Bench, header: &Value, claims: &Value) -> String {
        let now = bench.clock.now().unix_seconds();
        let nonce = bench.randomness.uuid(bench.clock.now()).to_string();
        let mut all = json!({
            "iss": ISSUER, "sub": SUBJECT, "aud": "clientbank", "exp": now + 300, "iat": now, "nonce": nonce,
            "acr": "1", "amr": ["pwd", "otp"],
        });
        let mut head = json!({ "alg": "RS256", "typ": "JWT", "kid": "r1" });
        for (whole, other) in [(&mut all, claims), (&mut head, header)] {
            for (name, value) in other.as_object().expect("claims") {
                whole[name] = value.clone();
            }
        }
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", part(&head), part(&all));
        let random = SystemRandom::new();
        let signature = match head["alg"].as_str().expect("an algorithm") {
            "ES256" => self.p256.sign(&random, text.as_bytes()).expect("a signature").as_ref().to_vec(),
            "HS256" => {
                // With the public key as the secret, as a verifier that believes the header would check it.
                let secret = std::fs::read(self.keys()).expect("the keys");
                let key = aws_lc_rs::hmac::Key::new(aws_lc_rs::hmac::HMAC_SHA256, &secret);
                aws_lc_rs::hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
            }
            "none" => Vec::new(),
            algorithm => {
                let mut signature = vec![0; self.rsa.public_modulus_len()];
                let padding = if algorithm == "PS256" {
                    &RSA_PSS_SHA256 as &dyn aws_lc_rs::signature::RsaEncoding
                } else {
                    &RSA_PKCS1_SHA256
                };
                self.rsa.sign(padding, &random, text.as_bytes(), &mut signature).expect("a signature");
                signature
            }
        };
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }
}

async fn bank(bench: &Bench, directory: Option<Directory>) -> TestClient {
    let application = application_with(bench, &Configuration { directory, ..configuration() }).await;
    TestClient::new(application.bank)
}

fn known(directory: &TestDirectory, second_factors: &[&str]) -> Directory {
    let second_factors = second_factors.iter().map(|&factor| factor.to_owned()).collect();
    let (issuer, audience) = (ISSUER.to_owned(), "clientbank".to_owned());
    Directory { issuer, audience, keys: directory.keys(), second_factors }
}

async fn add(bench: &Bench, name: &'static str, subject: Option<&'static str>) -> Result<(), ProposalError> {
    let point = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key");
    let key = OperatorKey::from_point(point.public_key().as_ref()).expect("a point");
    let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
    let unit = move |tx: &mut Tx| {
        let (name, roles) = (&name.parse().expect("a name"), &[OperatorRole::Security]);
        let new = NewOperator { name, roles, key: &key, directory_subject: subject };
        proposals::add(tx, new, "test", Said { now, randomness: &*randomness })
    };
    bench.store.write("test.add", unit).await
}

async fn log_in(bank: &TestClient, token: &str) -> Answer {
    let form = [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", token)];
    bank.post("/bank/v1/token").form(&form).send().await
}

/// Asserts that a login is refused as every other one is.
async fn refuses(bank: &TestClient, token: &str, why: &str) {
    let answer = log_in(bank, token).await;
    assert_eq!((answer.status.as_u16(), &answer.json()["code"]), (401, &json!("ASSERTION_REFUSED")), "{why}");
    assert!(!answer.text().contains(why));
}

on_both_engines! {
    async fn bnk_09_a_person_logs_in_by_the_directory_and_acts_by_name(bench: Bench) {
        let directory = TestDirectory::new();
        let bank = bank(&bench, Some(known(&directory, &["otp", "gold"]))).await;
        add(&bench, "petrova", Some(SUBJECT)).await.expect("added");
        for (algorithm, kid) in [("RS256", "r1"), ("PS256", "r1"), ("ES256", "e1")] {
            let token = directory.token(&bench, &json!({ "alg": algorithm, "kid": kid }), &json!({}));
            let answer = log_in(&bank, &token).await;
            assert_eq!(answer.status, 200, "{algorithm}: {}", answer.text());
            refuses(&bank, &token, "it was used before").await;
        }
        let gold = json!({ "acr": "gold", "amr": [], "aud": ["clientbank", "other"], "azp": "clientbank" });
        let answer = log_in(&bank, &directory.token(&bench, &json!({}), &gold)).await;
        let token = answer.json()["access_token"].as_str().expect("a token").to_owned();
        let body = json!({ "arguments": { "login": "ivanova" }, "reason": "the phone was stolen" });
        let done = bank.post("/bank/v1/actions/users.lock").bearer(&token).json(&body).send().await;
        assert_eq!(done.status, 200, "{}", done.text());
        let trail = bank.get("/bank/v1/trail?action=operator.logged_in&actor=petrova").bearer(&token).send().await;
        assert!(trail.text().contains("\"directory\""), "{}", trail.text());
        // Money is another's.
        let body = json!({ "arguments": { "payment": "a:1" }, "reason": "it is there" });
        let refused = bank.post("/bank/v1/actions/payments.settle").bearer(&token).json(&body).send().await;
        assert_eq!(refused.status, 403, "{}", refused.text());
        // One subject is one person's at a time.
        let again = add(&bench, "other", Some(SUBJECT)).await;
        assert!(matches!(again, Err(ProposalError::IsGiven(_))), "{again:?}");
    }

    async fn bnk_09_identity_tokens_that_prove_nothing_get_no_token(bench: Bench) {
        let (directory, foreign) = (TestDirectory::new(), TestDirectory::new());
        let bank = bank(&bench, Some(known(&directory, &["otp"]))).await;
        add(&bench, "petrova", Some(SUBJECT)).await.expect("added");
        for other in ["sidorov", "orlova"] {
            add(&bench, other, None).await.expect("added");
        }
        let now = bench.clock.now().unix_seconds();
        for (why, claims) in [
            ("another issuer", json!({ "iss": "https://other/realms/staff" })),
            ("another audience", json!({ "aud": "payroll" })),
            ("another audience among two", json!({ "aud": ["clientbank", "payroll"] })),
            ("for another party", json!({ "aud": ["clientbank", "payroll"], "azp": "payroll" })),
            ("for another party alone", json!({ "azp": "payroll" })),
            ("ended", json!({ "exp": now - 31 })),
            ("issued long ago", json!({ "iat": now - TOKEN_AGE_S_MAX - 31, "exp": now + 3_600 })),
            ("issued later", json!({ "iat": now + 31 })),
            ("begins later", json!({ "nbf": now + 31 })),
            ("no number", json!({ "exp": "later" })),
            ("the end of numbers", json!({ "iat": i64::MAX })),
            ("no second factor", json!({ "amr": ["pwd"] })),
            ("nobody", json!({ "sub": "f:8d7c:sidorov" })),
            ("a name in place of a subject", json!({ "sub": "sidorov" })),
            ("no subject", json!({ "sub": null })),
            ("a NUL", json!({ "sub": "f:8d7c:petrova\0" })),
        ] {
            refuses(&bank, &directory.token(&bench, &json!({}), &claims), why).await;
        }
        for (why, header) in [
            ("none", json!({ "alg": "none" })),
            ("a public secret", json!({ "alg": "HS256" })),
            ("another kind of key", json!({ "alg": "ES256" })),
            ("unknown key", json!({ "kid": "r2" })),
            ("no key", json!({ "kid": null })),
            ("a key to encrypt with", json!({ "kid": "enc" })),
            ("an access token", json!({ "typ": "at+jwt" })),
            ("an extension that nobody understands", json!({ "crit": ["x"], "x": 1 })),
        ] {
            refuses(&bank, &directory.token(&bench, &header, &json!({})), why).await;
        }
        refuses(&bank, &foreign.token(&bench, &json!({}), &json!({})), "another's key").await;
        refuses(&bank, "a.b.c", "no JWT").await;
        refuses(&bank, &"a".repeat(17_000), "too long").await;
        // A closed operator logs in no more, and a token of before ends with them.
        let answer = log_in(&bank, &directory.token(&bench, &json!({}), &json!({}))).await;
        let token = answer.json()["access_token"].as_str().expect("a token").to_owned();
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let close = move |tx: &mut Tx| {
            let said = Said { now, randomness: &*randomness };
            proposals::close(tx, &"petrova".parse().expect("a name"), "test", said)
        };
        bench.store.write::<_, ProposalError>("test.close", close).await.expect("closed");
        refuses(&bank, &directory.token(&bench, &json!({}), &json!({})), "closed").await;
        assert_eq!(bank.get("/bank/v1/actions").bearer(&token).send().await.status, 401);
        // With another key the person has another name, and is known again.
        add(&bench, "petrova-2", Some(SUBJECT)).await.expect("added");
        assert_eq!(log_in(&bank, &directory.token(&bench, &json!({}), &json!({}))).await.status, 200);
    }

    async fn bnk_09_the_keys_of_the_directory_are_read_at_each_login(bench: Bench) {
        let (directory, next) = (TestDirectory::new(), TestDirectory::new());
        let bank = bank(&bench, Some(known(&directory, &[]))).await;
        add(&bench, "petrova", Some(SUBJECT)).await.expect("added");
        let token = |of: &TestDirectory| of.token(&bench, &json!({}), &json!({ "amr": [], "acr": null }));
        assert_eq!(log_in(&bank, &token(&directory)).await.status, 200);
        refuses(&bank, &token(&next), "not published").await;
        std::fs::copy(next.keys(), directory.keys()).expect("a copy");
        assert_eq!(log_in(&bank, &token(&next)).await.status, 200);
        refuses(&bank, &token(&directory), "withdrawn").await;
        for text in ["", "{}", "{\"keys\":[{\"kty\":\"RSA\",\"kid\":\"r1\",\"n\":\"\",\"e\":\"AQAB\"}]}"] {
            std::fs::write(directory.keys(), text).expect("the file");
            refuses(&bank, &token(&next), "no keys").await;
        }
        // A file that is too long is not read, whatever it has.
        let keys = std::fs::read_to_string(next.keys()).expect("the keys");
        for (spaces, status) in [(256 * 1024 - keys.len(), 200), (256 * 1024 + 1 - keys.len(), 401)] {
            std::fs::write(directory.keys(), keys.clone() + &" ".repeat(spaces)).expect("the file");
            assert_eq!(log_in(&bank, &token(&next)).await.status, status);
        }
        std::fs::remove_file(directory.keys()).expect("removed");
        refuses(&bank, &token(&next), "no file").await;
    }

    async fn bnk_09_without_a_directory_nobody_logs_in_by_one(bench: Bench) {
        let directory = TestDirectory::new();
        let bank = bank(&bench, None).await;
        add(&bench, "petrova", Some(SUBJECT)).await.expect("added");
        refuses(&bank, &directory.token(&bench, &json!({}), &json!({})), "no directory").await;
    }
}

#[test]
fn bnk_09_a_directory_is_named_as_a_whole() {
    let read = |settings: &[&str]| {
        let overrides = settings.iter().map(|&setting| setting.to_owned()).collect();
        clientbank::configuration::read(&clientbank::configuration::Sources { file: None, overrides }, |_| {
            None
        })
    };
    let all = ["directory_issuer=https://d", "directory_audience=clientbank", "directory_keys=/keys.json"];
    assert_eq!(read(&[]).expect("good").directory, None);
    assert_eq!(
        read(&all).expect("good").directory.expect("a directory").second_factors,
        Vec::<String>::new()
    );
    for missing in 0..all.len() {
        let mut some = all.to_vec();
        some.remove(missing);
        assert!(read(&some).is_err(), "{some:?}");
    }
}
