//! The company's webhooks, and what came to each.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use aws_lc_rs::signature::{ED25519, UnparsedPublicKey};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use events::EventId;
use sdk::Tokens;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use tokio::runtime::Runtime;

use super::super::Dice;
use super::receiver::{Answer, Delivery, Receiver};
use crate::outcome::Outcome;
use crate::outside::{JSON, User};

/// The most mistakes that are told.
const FAULTS_MAX: usize = 20;
/// The moody receiver refuses one in so many deliveries, hangs up at one, and hangs at one.
const REFUSED_ONE_OF: u64 = 8;
const CLOSED_ONE_OF: u64 = 24;
const HUNG_ONE_OF: u64 = 200;

/// The way in which a receiver answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Temper {
    Willing,
    /// Fails now and then, in different ways.
    Moody,
    Silent,
}

pub(super) struct Endpoint {
    /// The way in which it answers until the end.
    pub(super) temper: Temper,
    record: Arc<Record>,
    _receiver: Receiver,
}

struct Record {
    temper: Temper,
    /// From now on everything is taken.
    is_calm: AtomicBool,
    dice: Dice,
    keys: OnceLock<Keys>,
    came: Mutex<Came>,
}

/// The keys with which the receiver verifies.
struct Keys {
    library: Webhook,
    public: UnparsedPublicKey<Vec<u8>>,
}

/// Deliveries that came to a receiver.
#[derive(Clone, Default)]
pub(super) struct Came {
    /// Each arrival in its order, and whether it was taken.
    pub(super) arrivals: Vec<(EventId, bool)>,
    /// The body of each event, as its hash.
    pub(super) bodies: BTreeMap<EventId, u64>,
    /// Deliveries that are none.
    pub(super) faults: Vec<String>,
}

impl Endpoint {
    /// Makes a webhook for all types, as the company's administrator would.
    pub(super) fn open(
        runtime: &Runtime,
        (api, tokens): (&str, &Tokens),
        temper: Temper,
        seed: u64,
    ) -> Outcome<Self> {
        let record = Arc::new(Record {
            temper,
            is_calm: AtomicBool::new(false),
            dice: Dice::new(seed),
            keys: OnceLock::new(),
            came: Mutex::default(),
        });
        let told = Arc::clone(&record);
        let receiver = runtime.block_on(Receiver::start(move |delivery| told.answer(&delivery)))?;
        let body = json!({ "url": receiver.url(), "types": ["*"] }).to_string();
        let mut made = User::new(api, tokens, None).post("/v1/webhooks", JSON, body)?;
        let made: Value = made.body_mut().read_to_string()?.parse()?;
        let text = |name: &str| made[name].as_str().ok_or(format!("no {name}"));
        let public = text("publicKey")?.strip_prefix("whpk_").ok_or("a public key of another kind")?;
        let public = UnparsedPublicKey::new(&ED25519, STANDARD.decode(public)?);
        let keys = Keys { library: Webhook::new(text("secret")?)?, public };
        record.keys.set(keys).map_err(|_| "two secrets")?;
        Ok(Self { temper, record, _receiver: receiver })
    }

    /// From now on everything is taken, or it answers in its own way again.
    pub(super) fn set_calm(&self, is_calm: bool) {
        self.record.is_calm.store(is_calm, Ordering::SeqCst);
    }

    pub(super) fn came(&self) -> Came {
        self.record.came.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Record {
    fn answer(&self, delivery: &Delivery) -> Answer {
        // Nothing can be said about what comes before the secret is known.
        let Some(keys) = self.keys.get() else { return Answer::Refuse };
        let verified = keys.verify(delivery);
        let mut came = self.came.lock().unwrap_or_else(PoisonError::into_inner);
        let id = match verified {
            Ok(id) => id,
            Err(fault) => {
                if came.faults.len() < FAULTS_MAX {
                    came.faults.push(fault);
                }
                return Answer::Refuse;
            }
        };
        let body = hash(&delivery.body);
        let known = *came.bodies.entry(id).or_insert(body);
        if known != body && came.faults.len() < FAULTS_MAX {
            came.faults.push(format!("{id} came with another body"));
        }
        let answer = self.mood();
        // It is taken before the sender can know it, so that nothing after it is an overtaking.
        came.arrivals.push((id, answer == Answer::Take));
        answer
    }

    fn mood(&self) -> Answer {
        if self.is_calm.load(Ordering::SeqCst) {
            return Answer::Take;
        }
        match self.temper {
            Temper::Silent => Answer::Hang,
            Temper::Moody if self.dice.below(REFUSED_ONE_OF) == 0 => Answer::Refuse,
            Temper::Moody if self.dice.below(CLOSED_ONE_OF) == 0 => Answer::Close,
            Temper::Moody if self.dice.below(HUNG_ONE_OF) == 0 => Answer::Hang,
            Temper::Willing | Temper::Moody => Answer::Take,
        }
    }
}

impl Keys {
    /// Verifies both signatures; the event that the delivery carries.
    fn verify(&self, delivery: &Delivery) -> Result<EventId, String> {
        let header = |name: &str| -> Result<&str, String> {
            let value = delivery.headers.get(name).and_then(|value| value.to_str().ok());
            value.ok_or(format!("a delivery without {name}"))
        };
        let (id, at, given) =
            (header("webhook-id")?, header("webhook-timestamp")?, header("webhook-signature")?);
        let wrong = |what: &str| format!("{id}: {what}");
        // The clock of the sandbox is moved in the end, and the library knows only that of the machine.
        let unix_s: i64 = at.parse().map_err(|_| wrong("a moment that is none"))?;
        let signed =
            self.library.sign(id, unix_s, &delivery.body).map_err(|error| wrong(&error.to_string()))?;
        if !given.split(' ').any(|one| one == signed) {
            return Err(wrong("the shared secret did not sign it"));
        }
        let own = given.split(' ').find_map(|one| one.strip_prefix("v1a,"));
        let own = STANDARD.decode(own.unwrap_or_default()).map_err(|error| wrong(&error.to_string()))?;
        let message = [format!("{id}.{at}.").as_bytes(), &delivery.body].concat();
        self.public.verify(&message, &own).map_err(|_| wrong("the key pair did not sign it"))?;
        let body: Value =
            serde_json::from_slice(&delivery.body).map_err(|error| wrong(&error.to_string()))?;
        if body["id"].as_str() != Some(id) {
            return Err(wrong("the body is another event's"));
        }
        id.parse().map_err(|_| wrong("an identifier that is none"))
    }
}

/// The hash of a body, because thousands of them would fill the memory.
pub(super) fn hash(body: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    body.hash(&mut hasher);
    hasher.finish()
}
