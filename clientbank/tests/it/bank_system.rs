//! A system of the bank: its key, and the assertions by which it gets its tokens.

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use bank::work::push::NewPush;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Clock, Randomness};
use serde_json::{Value, json};
use store::{StoreError, Tx};
use testkit::{Answer, Bench, TestClient};

use crate::wired::TEST_BANK;

const ASSERTION: &str = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/// A system of the bank with its key.
pub(crate) struct BankSystem {
    name: &'static str,
    key: EcdsaKeyPair,
}

impl BankSystem {
    /// Adds a system, as an operator does.
    pub(crate) async fn added(bench: &Bench, name: &'static str, role: orders::Role) -> Self {
        Self::pushed(bench, name, role, None).await
    }

    /// Adds a system to which orders are sent.
    pub(crate) async fn pushed(
        bench: &Bench,
        name: &'static str,
        role: orders::Role,
        push: Option<NewPush>,
    ) -> Self {
        let added = Self::named(name);
        let point = added.key.public_key();
        let key = bank::system::SystemKey::from_point(point.as_ref()).expect("a point");
        let system = bank::system::System { name: name.parse().expect("a name"), role, key };
        let author = area::Author::outside_of_requests(audit::Actor::Operator("test".to_owned()));
        let (now, randomness) = (bench.clock.now(), bench.randomness.clone());
        let unit = move |tx: &mut Tx| {
            bank::work::systems::add(tx, (&system, push.as_ref()), &author, now, &*randomness)
        };
        bench.store.write::<_, StoreError>("test.add", unit).await.expect("the system is there");
        added
    }

    /// Takes the key that a person has.
    pub(crate) fn with_key(name: &'static str, pkcs8: &[u8]) -> Self {
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8).expect("a key");
        Self { name, key }
    }

    /// Makes a key for a system, which nobody has added.
    pub(crate) fn named(name: &'static str) -> Self {
        let key = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING).expect("a key");
        Self { name, key }
    }

    /// Signs claims, with these in the place of the right ones.
    pub(crate) fn assertion(&self, clock: &dyn Clock, randomness: &dyn Randomness, other: &Value) -> String {
        self.assertion_under(&json!({ "alg": "ES256", "typ": "JWT" }), clock, randomness, other)
    }

    /// Signs them under this header.
    pub(crate) fn assertion_under(
        &self,
        header: &Value,
        clock: &dyn Clock,
        randomness: &dyn Randomness,
        other: &Value,
    ) -> String {
        let now = clock.now().microseconds() / 1_000_000;
        let jti = randomness.uuid(clock.now()).to_string();
        let mut claims = json!({
            "iss": self.name, "sub": self.name, "aud": TEST_BANK, "iat": now, "exp": now + 60, "jti": jti,
        });
        for (name, value) in other.as_object().expect("claims") {
            claims[name] = value.clone();
        }
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", part(header), part(&claims));
        let signature = self.key.sign(&SystemRandom::new(), text.as_bytes()).expect("a signature");
        format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature))
    }

    /// Asks for a token.
    pub(crate) async fn token_for(&self, bank: &TestClient, assertion: &str) -> Answer {
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", ASSERTION),
            ("client_assertion", assertion),
        ];
        bank.post("/bank/v1/token").form(&form).send().await
    }
}
