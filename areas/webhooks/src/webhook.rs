//! A webhook: the address at which a company wants to be told of events.

use events::EventType;
use kernel::{ClientId, Cnum, Instant, Randomness, text_enum};
use thiserror::Error;
use uuid::Uuid;

use outgoing::address::Address;

/// The most webhooks of a company.
pub const WEBHOOKS_PER_COMPANY_MAX: usize = 10;
/// The most events of a period that are delivered again at once.
pub(crate) const REDELIVERED_MAX: usize = 10_000;
/// Seconds for which the secret before the present one signs beside it.
pub const OVERLAP_S: i64 = 86_400;

/// The text that stands for all types.
const ALL_TYPES: &str = "*";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WebhookId(Uuid);

impl WebhookId {
    /// Mints an identifier that no other webhook has.
    pub fn mint(now: Instant, randomness: &dyn Randomness) -> Self {
        Self(randomness.uuid(now))
    }
}

impl std::fmt::Display for WebhookId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(formatter)
    }
}

impl std::str::FromStr for WebhookId {
    type Err = uuid::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // One spelling alone, so that a text in the database is the one in an address.
        let id = Uuid::try_parse(text)?;
        if id.to_string() == text { Ok(Self(id)) } else { Uuid::try_parse("").map(Self) }
    }
}

text_enum! {
    /// State of a webhook.
    ///
    /// | From | To | When |
    /// |---|---|---|
    /// | `ON` | `OFF` | the company switches it off |
    /// | `ON` | `UNREACHABLE` | nothing has arrived for 72 hours |
    /// | `OFF`, `UNREACHABLE` | `ON` | the company switches it on |
    /// | any | `DELETED` | the company deletes it; final |
    pub enum WebhookState {
        On = "ON",
        /// The company switched it off.
        Off = "OFF",
        /// The bank switched it off, because nothing arrived for 72 hours.
        Unreachable = "UNREACHABLE",
        Deleted = "DELETED",
    }
}

/// The types of events that a webhook is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// All, those of later versions included.
    All,
    /// These, each once and in their order.
    Some(Vec<EventType>),
}

#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum WantedError {
    #[error("must name at least one type of events, or `*`")]
    Empty,
    #[error("`{0}` is no type of events; `/openapi/webhooks.json` lists them, and `*` stands for all")]
    Unknown(String),
}

impl Wanted {
    /// Reads the names of types; `*` stands for all.
    pub fn from_names<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Self, WantedError> {
        /// The most characters of a wrong name that are repeated.
        const QUOTED_MAX: usize = 64;
        let (mut types, mut all) = (Vec::new(), false);
        for name in names {
            if name == ALL_TYPES {
                all = true;
                continue;
            }
            let unknown = |_| WantedError::Unknown(name.chars().take(QUOTED_MAX).collect());
            types.push(name.parse::<EventType>().map_err(unknown)?);
        }
        types.sort_unstable();
        types.dedup();
        match (all, types.is_empty()) {
            (true, _) => Ok(Self::All),
            (false, true) => Err(WantedError::Empty),
            (false, false) => Ok(Self::Some(types)),
        }
    }

    /// Returns the names, as [`Wanted::from_names`] reads them.
    pub fn names(&self) -> Vec<&'static str> {
        match self {
            Self::All => vec![ALL_TYPES],
            Self::Some(types) => types.iter().map(|wanted| wanted.as_str()).collect(),
        }
    }

    pub fn contains(&self, event_type: EventType) -> bool {
        match self {
            Self::All => true,
            Self::Some(types) => types.contains(&event_type),
        }
    }
}

/// A webhook as its company sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Webhook {
    pub id: WebhookId,
    pub company: Cnum,
    /// The software that it belongs to.
    pub client: ClientId,
    pub address: Address,
    pub wanted: Wanted,
    pub state: WebhookState,
    /// Grows with each change.
    pub version: i64,
    /// Since when nothing has arrived; none while deliveries arrive.
    pub failing_since: Option<Instant>,
    /// The moment until which the secret before the present one signs too.
    pub previous_until: Option<Instant>,
    pub created_at: Instant,
}
