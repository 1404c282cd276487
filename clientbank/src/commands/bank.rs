//! `clientbank bank`: the bank API, as people of the bank call it with their key (LIF-06).

use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use kernel::{Clock as _, Instant, Randomness as _, SystemClock, SystemRandomness};
use proposals::PrivateKey;
use sdk::BankApi;
use serde_json::{Map, Value, json};
use url::Url;

use super::four_eyes::FourEyes;
use super::{Failure, operator, read_text};
use crate::terminal::{remark, say};

/// Seconds that an assertion lives.
const ASSERTION_LIFETIME_S: i64 = 60;

#[derive(Args)]
pub(super) struct BankArguments {
    /// The address of the bank API; assertions name it.
    #[arg(long, value_name = "URL", env = "CLIENTBANK_BANK_ADDRESS")]
    address: Url,
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Read something and print it as JSON: `actions`, `registry`, `registry/users/U00001`, `proposals?state=OPEN`,
    /// `trail?object=U00001`, `trail/ENTRY/receipt`.
    Get {
        /// The path below /bank/v1/, with its query.
        path: String,
    },
    /// Do an action, or propose it where it needs a second person: prints what it answers, or the proposal's number.
    Do {
        /// The name, as `get actions` lists it.
        action: String,
        /// Its arguments; the value is JSON, else a text; @FILE is what the file holds.
        #[arg(value_name = "NAME=VALUE")]
        arguments: Vec<String>,
        /// The reason, for the trail and for the second person.
        #[arg(long)]
        reason: String,
        /// Only say what it would change.
        #[arg(long)]
        rehearse: bool,
    },
    /// Approve or refuse the proposal of somebody else, or review what they did alone.
    Decide {
        /// The number.
        number: i64,
        /// The decision.
        #[arg(value_parser = PossibleValuesParser::new(["approve", "refuse", "review"]))]
        verdict: String,
    },
    /// Have an approved proposal executed, once.
    Execute {
        /// The number.
        number: i64,
    },
}

struct Person {
    name: String,
    key: PrivateKey,
    api: BankApi,
}

pub(super) fn run(arguments: &BankArguments, asked: &FourEyes) -> Result<(), Failure> {
    let (name, key) = (operator(), asked.private_key()?);
    let assertion = assertion(&name, &key, &arguments.address)?;
    let api = BankApi::log_in(&arguments.address, &assertion)?;
    let person = Person { name, key, api };
    match &arguments.action {
        Action::Get { path } => say(&serde_json::to_string_pretty(&person.api.get(path)?)?),
        Action::Do { action, arguments, reason, rehearse } => {
            person.does(action, &read(arguments)?, reason, *rehearse)?;
        }
        Action::Decide { number, verdict } => person.decides(*number, &verdict.to_uppercase())?,
        Action::Execute { number } => {
            let done = person.api.post(&format!("proposals/{number}/execution"), &json!({}))?;
            show(&done);
        }
    }
    Ok(())
}

impl Person {
    fn does(
        &self,
        action: &str,
        arguments: &Map<String, Value>,
        reason: &str,
        rehearse: bool,
    ) -> Result<(), Failure> {
        let mut call = json!({ "arguments": arguments, "reason": reason });
        let path = format!("actions/{action}");
        let rehearsed = self.api.post(&format!("{path}/rehearsal"), &call)?;
        let needs_two = rehearsed["needsSecondPerson"] == true;
        if rehearse || needs_two {
            show(&rehearsed);
        }
        if rehearse {
            return Ok(());
        }
        if !needs_two {
            show(&self.api.post(&path, &call)?);
            return Ok(());
        }
        let (text, at) = (rehearsed["text"].as_str(), rehearsed["at"].as_str());
        let (text, at) = text.zip(at).ok_or("the bank sends no text to sign")?;
        if !text.starts_with("clientbank proposal\n")
            || !text.contains(&format!("\nPROPOSE\n{}\n", self.name))
        {
            return Err("the bank sends another text to sign than one that proposes something".into());
        }
        call["signed"] = self.signed(text, at)?;
        say(&self.api.post(&path, &call)?["proposal"].to_string());
        remark("proposed: another person decides, for example with `clientbank bank decide`");
        Ok(())
    }

    fn decides(&self, number: i64, verdict: &str) -> Result<(), Failure> {
        let proposal = self.api.get(&format!("proposals/{number}"))?;
        let (digest, at) = (proposal["sha256"].as_str().unwrap_or_default(), SystemClock.now());
        let name = &self.name;
        let text =
            format!("clientbank proposal\n{number}\n{digest}\n{verdict}\n{name}\n{}\n", at.microseconds());
        let body = json!({ "verdict": verdict, "signed": self.signed(&text, &at.to_string())? });
        self.api.post(&format!("proposals/{number}/decision"), &body)?;
        remark(&format!("{number}: done, {}", proposal["difference"].as_str().unwrap_or_default()));
        Ok(())
    }

    fn signed(&self, text: &str, at: &str) -> Result<Value, Failure> {
        let signature = self.key.sign(text).ok_or("the key makes no signature")?;
        Ok(json!({ "at": at, "signature": STANDARD.encode(signature) }))
    }
}

/// Prints what is changed, and what is shown once.
fn show(done: &Value) {
    for sentence in done["told"].as_array().into_iter().flatten().filter_map(Value::as_str) {
        remark(sentence);
    }
    if !done["result"].is_null() {
        say(&done["result"].to_string());
    }
}

fn read(arguments: &[String]) -> Result<Map<String, Value>, Failure> {
    let mut found = Map::new();
    for argument in arguments {
        let (name, value) = argument.split_once('=').ok_or_else(|| format!("{argument} is no NAME=VALUE"))?;
        let value = match value.strip_prefix('@') {
            Some(file) => read_text(Path::new(file))?,
            None => value.to_owned(),
        };
        // Numbers are texts: the digits of an account or a BIC.
        let json = serde_json::from_str(&value).ok().filter(|value: &Value| !value.is_number());
        found.insert(name.to_owned(), json.unwrap_or(Value::String(value)));
    }
    Ok(found)
}

/// Signs who calls, for this address and a minute (RFC 7523).
fn assertion(name: &str, key: &PrivateKey, address: &Url) -> Result<String, Failure> {
    let now: Instant = SystemClock.now();
    let issuer = format!("operator:{name}");
    let claims = json!({
        "iss": issuer, "sub": issuer, "aud": address.as_str().trim_end_matches('/'),
        "exp": now.microseconds() / 1_000_000 + ASSERTION_LIFETIME_S,
        "jti": SystemRandomness.uuid(now).to_string(),
    });
    let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let text = format!("{}.{}", part(&json!({ "alg": "ES256", "typ": "JWT" })), part(&claims));
    let signature = key.sign_es256(&text).ok_or("the key makes no signature")?;
    Ok(format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)))
}
