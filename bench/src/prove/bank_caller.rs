//! A system of the bank: its key, its tokens, its calls.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use aws_lc_rs::encoding::AsDer as _;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use kernel::{Clock as _, SystemClock};
use serde_json::{Value, json};
use ureq::Agent;

use super::fleet::Fleet;
use crate::outcome::Outcome;
use crate::outside::agent;

const ANSWER_MAX: Duration = Duration::from_secs(20);

/// Makes a key and adds a system, as an operator does. Returns the file with the key.
pub(crate) fn add_system(program: &Path, fleet: &Fleet, name: &str, role: &str) -> Outcome<PathBuf> {
    let pair = EcdsaKeyPair::generate(&ECDSA_P256_SHA256_FIXED_SIGNING)?;
    let file = |ending: &str| fleet.data().join(format!("{name}.{ending}"));
    let (key, public) = (file("der"), file("pub"));
    std::fs::write(&key, pair.to_pkcs8v1()?.as_ref())?;
    let info = STANDARD.encode(pair.public_key().as_der()?.as_ref());
    std::fs::write(&public, format!("-----BEGIN PUBLIC KEY-----\n{info}\n-----END PUBLIC KEY-----\n"))?;
    let mut command = Command::new(program);
    command.args(["systems", "add", name, "--role", role, "--key"]).arg(&public);
    let status = command.env("CLIENTBANK_DATABASE", fleet.database()).stderr(Stdio::null()).status()?;
    if status.success() { Ok(key) } else { Err("the system was not added".into()) }
}

pub(crate) struct BankCaller {
    address: String,
    audience: String,
    name: String,
    key: PathBuf,
    agent: Agent,
    token: String,
}

impl BankCaller {
    pub(crate) fn of(fleet: &Fleet, member: usize, key: &Path) -> Self {
        Self::new(&fleet.bank_address(member), &fleet.bank_address(0), "core", key)
    }

    /// A system that has no token yet.
    pub(crate) fn new(address: &str, audience: &str, name: &str, key: &Path) -> Self {
        Self {
            address: address.to_owned(),
            audience: audience.to_owned(),
            name: name.to_owned(),
            key: key.to_owned(),
            agent: agent(Some(ANSWER_MAX)),
            token: String::new(),
        }
    }

    /// Calls the bank API; none when there was no answer, or one that says to come again.
    pub(crate) fn call(&mut self, path: &str, body: Option<&Value>) -> Outcome<Option<Value>> {
        Ok(self.text(path, body)?.and_then(|text| serde_json::from_str(&text).ok()))
    }

    /// Does the same, and returns the answer as it came.
    pub(crate) fn text(&mut self, path: &str, body: Option<&Value>) -> Outcome<Option<String>> {
        if self.token.is_empty() {
            let Some(token) = self.log_in()? else { return Ok(None) };
            self.token = token;
        }
        let (url, bearer) = (format!("{}{path}", self.address), format!("Bearer {}", self.token));
        let sent = match body {
            Some(body) => self
                .agent
                .post(&url)
                .header("authorization", &bearer)
                .header("content-type", "application/json")
                .send(body.to_string()),
            None => self.agent.get(&url).header("authorization", &bearer).call(),
        };
        let Ok(mut answer) = sent else { return Ok(None) };
        match answer.status().as_u16() {
            200 | 409 => {}
            401 => self.token.clear(),
            500 | 502..=504 => return Ok(None),
            status => {
                let text = answer.body_mut().read_to_string().unwrap_or_default();
                return Err(format!("{path} was answered {status}: {text}").into());
            }
        }
        let text = answer.body_mut().read_to_string().ok();
        Ok(text.filter(|_| !self.token.is_empty()))
    }

    fn log_in(&self) -> Outcome<Option<String>> {
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &std::fs::read(&self.key)?)?;
        let now_us = SystemClock.now().microseconds();
        let (name, audience) = (&self.name, &self.audience);
        let claims = json!({
            "iss": name, "sub": name, "aud": audience, "exp": now_us / 1_000_000 + 60,
            "jti": now_us.to_string(),
        });
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let text = format!("{}.{}", part(&json!({ "alg": "ES256", "typ": "JWT" })), part(&claims));
        let signature = key.sign(&SystemRandom::new(), text.as_bytes())?;
        let assertion = format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature));
        let form = [
            ("grant_type", "client_credentials"),
            ("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"),
            ("client_assertion", &assertion),
        ];
        let sent = self.agent.post(&format!("{}/bank/v1/token", self.address)).send_form(form);
        let Ok(mut answer) = sent else { return Ok(None) };
        let text = answer.body_mut().read_to_string().unwrap_or_default();
        let told: Value = serde_json::from_str(&text).unwrap_or_default();
        Ok(told["access_token"].as_str().map(str::to_owned))
    }
}
