//! An entry of the trail.

use std::cell::RefCell;
use std::net::IpAddr;
use std::sync::{PoisonError, RwLock};

use kernel::{ClientId, Cnum, Instant, Randomness, UserId};
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

/// The most bytes of an entry's details as JSON text. Longer details are replaced by their length: an entry points to
/// an event and is no copy of it.
pub const DETAIL_BYTES_MAX: usize = 4096;

/// The user of the system as whom an operator works: one for the whole process.
static SYSTEM_USER: RwLock<Option<Value>> = RwLock::new(None);

/// Has the details of each entry by an operator name the user of the system (`system`), from now on.
pub fn operate_as(system_user: Value) {
    *SYSTEM_USER.write().unwrap_or_else(PoisonError::into_inner) = Some(system_user);
}

thread_local! {
    /// The facts of the deed that this thread does.
    static DEED: RefCell<Option<Value>> = const { RefCell::new(None) };
}

/// Has the details of each entry by an operator that `work` writes name these facts (`system`), in the place of the
/// user of the system: for one process in which many people work. Null is no facts.
pub fn operating_as<T>(facts: &Value, work: impl FnOnce() -> T) -> T {
    struct Ends(Option<Value>);
    impl Drop for Ends {
        fn drop(&mut self) {
            DEED.set(self.0.take());
        }
    }
    let _ends = Ends(DEED.replace((!facts.is_null()).then(|| facts.clone())));
    work()
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Actor {
    User(UserId),
    /// An OAuth client on its own behalf.
    Client(ClientId),
    /// A person of the bank at the command line or the administration port, by the name given there.
    Operator(String),
    /// A system of the bank, by its name.
    BankSystem(String),
    /// The program itself: a worker, a start, a timer.
    System,
}

impl Actor {
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::User(_) => "USER",
            Self::Client(_) => "CLIENT",
            Self::Operator(_) => "OPERATOR",
            Self::BankSystem(_) => "BANK_SYSTEM",
            Self::System => "SYSTEM",
        }
    }

    /// The identifier within the kind; the system has none.
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::User(user) => Some(user.as_str()),
            Self::Client(client) => Some(client.as_str()),
            Self::Operator(name) | Self::BankSystem(name) => Some(name),
            Self::System => None,
        }
    }
}

/// An entry to write. [`Entry::new`] and the methods build it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub(crate) id: Uuid,
    pub(crate) at: Instant,
    pub(crate) actor: Actor,
    pub(crate) action: &'static str,
    pub(crate) object: (&'static str, String),
    pub(crate) company: Option<Cnum>,
    pub(crate) address: Option<IpAddr>,
    pub(crate) trace_id: Option<String>,
    pub(crate) confirmed_by: Option<&'static str>,
    pub(crate) detail: Value,
    /// Keeps the details however long they are.
    pub(crate) is_whole: bool,
}

impl Entry {
    /// At the moment `at`, `actor` did `action` (`session.revoked`) to the `object`: its kind and identifier.
    /// The entry's own identifier is time-ordered and minted here.
    pub fn new(
        at: Instant,
        randomness: &dyn Randomness,
        actor: Actor,
        action: &'static str,
        object: (&'static str, impl Into<String>),
    ) -> Self {
        Self {
            id: randomness.uuid(at),
            at,
            actor,
            action,
            object: (object.0, object.1.into()),
            company: None,
            address: None,
            trace_id: None,
            confirmed_by: None,
            detail: Value::Object(serde_json::Map::new()),
            is_whole: false,
        }
    }

    /// An entry about something that happens once to its object. Its identifier follows from the moment, the action and
    /// the object, so that code far from a source of randomness can write it.
    pub fn once(
        at: Instant,
        actor: Actor,
        action: &'static str,
        object: (&'static str, impl Into<String>),
    ) -> Self {
        #[derive(Debug)]
        struct Derived([u8; 32]);
        impl Randomness for Derived {
            fn fill(&self, bytes: &mut [u8]) {
                bytes.iter_mut().zip(self.0).for_each(|(byte, digest)| *byte = digest);
            }
        }
        let object = (object.0, object.1.into());
        let digest = Sha256::digest(format!("{action} {} {}", object.0, object.1));
        Self::new(at, &Derived(digest.into()), actor, action, object)
    }

    pub fn company(mut self, company: impl Into<Option<Cnum>>) -> Self {
        self.company = company.into();
        self
    }

    pub fn address(mut self, address: impl Into<Option<IpAddr>>) -> Self {
        self.address = address.into();
        self
    }

    /// The trace that the request belongs to (GEN-03).
    pub fn trace_id(mut self, trace_id: impl Into<Option<String>>) -> Self {
        self.trace_id = trace_id.into();
        self
    }

    /// The proof with which the person has confirmed it, for example `CODE`; the details name it.
    pub const fn confirmed_by(mut self, proof: Option<&'static str>) -> Self {
        self.confirmed_by = proof;
        self
    }

    /// Adds facts that a reader needs besides, as a small JSON object without secrets; see [`DETAIL_BYTES_MAX`].
    pub fn detail(mut self, detail: Value) -> Self {
        self.detail = detail;
        self
    }

    /// Keeps the details however long they are.
    pub const fn whole(mut self) -> Self {
        self.is_whole = true;
        self
    }

    /// The details as the table holds them.
    pub(crate) fn detail_text(&self) -> String {
        let text = self.detail.to_string();
        let is_kept = self.is_whole || text.len() <= DETAIL_BYTES_MAX;
        let of_process = || SYSTEM_USER.read().unwrap_or_else(PoisonError::into_inner).clone();
        let is_by_operator = matches!(self.actor, Actor::Operator(_));
        let system = is_by_operator.then(|| DEED.with_borrow(Clone::clone).or_else(of_process)).flatten();
        if is_kept && system.is_none() && self.confirmed_by.is_none() {
            return text;
        }
        let mut detail = match &self.detail {
            Value::Object(detail) if is_kept => detail.clone(),
            _ => Map::from_iter([("omitted_bytes".to_owned(), text.len().into())]),
        };
        detail.extend(system.map(|system| ("system".to_owned(), system)));
        detail.extend(self.confirmed_by.map(|proof| ("confirmed_by".to_owned(), proof.into())));
        Value::Object(detail).to_string()
    }
}

/// A stored entry, as the `audit` command shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEntry {
    /// The entry's identifier, a time-ordered UUID.
    pub id: Uuid,
    pub at: Instant,
    /// `USER`, `CLIENT`, `OPERATOR`, `BANK_SYSTEM` or `SYSTEM`.
    pub actor_kind: String,
    /// The actor's identifier within its kind; the system has none.
    pub actor_id: Option<String>,
    /// The action, such as `session.revoked`.
    pub action: String,
    pub object_kind: String,
    pub object_id: String,
    pub company: Option<Cnum>,
    pub address: Option<String>,
    pub trace_id: Option<String>,
    /// JSON text of the details.
    pub detail: String,
}
