//! Administration of a company's webhooks. Every use case asks in its own unit of work whether the user administers the
//! company: a right that was taken away a moment ago changes nothing any more.

use std::sync::{Arc, OnceLock};

use area::Author;
use audit::Actor;
use clients::{Right, Rights};
use edge::{EdgeError, RateLimiter};
use kernel::{ClientId, Cnum, Instant, Randomness, UserId};
use sealing::{MasterKey, Purpose, SealingError};
use serde_json::Value;
use store::{Result, StoreError, Tx};

use super::reading::may_read_all;
use crate::state::{Asking, WebhooksState};
use crate::store::webhooks;
use crate::webhook::{Wanted, Webhook, WebhookId, WebhookState};
use outgoing::secret::{Secret, SecretDamaged};

/// The person who administers, and the software through which.
#[derive(Clone, Debug)]
pub(crate) struct Administrator {
    pub(crate) user: UserId,
    pub(crate) company: Cnum,
    /// The calling software, whose webhooks alone it sees; none in the online bank.
    pub(crate) client: Option<ClientId>,
}

/// The administration of webhooks by a person, and all that it is done with.
#[derive(Clone, Debug)]
pub(crate) struct Administration {
    pub(crate) state: WebhooksState,
    pub(crate) administrator: Administrator,
}

/// Error of a decision that was not carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebhookError {
    #[error("the user does not administer the company")]
    NotAllowed,
    #[error("the user has no role for the operations")]
    NotOnline,
    #[error("the user may not read the company's events with this software")]
    NotListed,
    #[error("the user may not read events of these types")]
    NotReadable,
    /// There is no such webhook, or it is somebody else's.
    #[error("there is no such webhook")]
    NotFound,
    #[error("the webhook was never to be told of the event")]
    EventNotFound,
    #[error("there is no such integration of the company")]
    ClientNotFound,
    #[error("the company has as many webhooks as it may have")]
    TooMany,
    /// The form has made its webhook before, whose secret was shown then.
    #[error("the webhook was made before")]
    MadeBefore,
    #[error("the webhook has changed meanwhile")]
    Changed,
    #[error("the webhook is switched off")]
    SwitchedOff,
    /// The period ends before it begins, or is none.
    #[error("the period is not understood")]
    Period,
    #[error("as many deliveries were asked for as may be in an hour")]
    TooOften(EdgeError),
    #[error("the events after the cursor are forgotten")]
    Forgotten,
    /// The cursor is of a database that was lost; this one has the events through this number.
    #[error("the cursor is from before a restore")]
    Restored(i64),
    /// A secret cannot be sealed or opened.
    #[error(transparent)]
    Sealing(#[from] SealingError),
    #[error(transparent)]
    Secret(#[from] SecretDamaged),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A decision, as its unit of work needs it.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) administrator: Administrator,
    pub(super) now: Instant,
    pub(super) randomness: Arc<dyn Randomness>,
    author: Author,
    /// Set when the delivery that is asked for has been counted: its unit of work may be repeated.
    counted: OnceLock<()>,
}

impl Decision {
    /// Describes the request that this task answers.
    pub(super) fn of_request(Administration { state, administrator }: &Administration) -> Self {
        Self {
            administrator: administrator.clone(),
            now: state.clock.now(),
            randomness: Arc::clone(&state.randomness),
            author: Author::of_request(Actor::User(administrator.user.clone())),
            counted: OnceLock::new(),
        }
    }

    /// Checks that the user administers the company and may read what the webhook is to be told of, and returns the
    /// user's rights.
    pub(super) fn check_wanted(&self, tx: &mut Tx, wanted: &Wanted) -> Result<Rights, WebhookError> {
        let rights = check(tx, &self.administrator)?;
        if may_read_all(rights, wanted) { Ok(rights) } else { Err(WebhookError::NotReadable) }
    }

    /// Reads a webhook that the user administers.
    pub(super) fn webhook(&self, tx: &mut Tx, id: WebhookId) -> Result<Webhook, WebhookError> {
        check(tx, &self.administrator)?;
        own(&self.administrator, webhooks::find(tx, &self.administrator.company, id)?, self.now)
    }

    /// Reads a webhook that the user administers and that is on, for a delivery that was not to come by itself. It is
    /// counted once for each decision, and tried at once also where the receiver was silent: it may be mended by now.
    pub(super) fn webhook_to_tell(
        &self,
        tx: &mut Tx,
        id: WebhookId,
        asked: &RateLimiter<Asking>,
    ) -> Result<Webhook, WebhookError> {
        let webhook = self.webhook(tx, id)?;
        if webhook.state != WebhookState::On {
            return Err(WebhookError::SwitchedOff);
        }
        let Administrator { company, client, .. } = &self.administrator;
        if self.counted.set(()).is_ok() {
            asked.check(&(company.clone(), client.clone())).map_err(WebhookError::TooOften)?;
        }
        webhooks::ask_now(tx, id, self.now)?;
        Ok(webhook)
    }

    /// Writes into the trail that something was done to a webhook.
    pub(super) fn record(
        &self,
        tx: &mut Tx,
        action: &'static str,
        id: WebhookId,
        detail: Value,
    ) -> Result<()> {
        let entry = self.author.entry(self.now, &*self.randomness, action, ("webhook", id.to_string()));
        audit::record(tx, entry.company(self.administrator.company.clone()).detail(detail))
    }
}

/// Checks that the user administers the company and that the calling software is registered for it, as of this unit of
/// work, and returns the user's rights.
pub(super) fn check(tx: &mut Tx, administrator: &Administrator) -> Result<Rights, WebhookError> {
    let rights = clients::rights(tx, &administrator.user, &administrator.company)?;
    let Administrator { company, client, .. } = administrator;
    let may = rights.contains(Right::Act)
        && rights.contains(Right::CompanyAdministrator)
        && client.as_ref().map_or(Ok(true), |client| clients::is_registered_for(tx, client, company))?;
    if may { Ok(rights) } else { Err(WebhookError::NotAllowed) }
}

/// Hides what is another software's, and the end of a secret that signs no more at `now`.
pub(super) fn own(
    administrator: &Administrator,
    found: Option<Webhook>,
    now: Instant,
) -> Result<Webhook, WebhookError> {
    let is_seen = |webhook: &Webhook| administrator.client.as_ref().is_none_or(|own| *own == webhook.client);
    let webhook = found.filter(is_seen).ok_or(WebhookError::NotFound)?;
    let previous_until = webhook.previous_until.filter(|until| now < *until);
    Ok(Webhook { previous_until, ..webhook })
}

/// Mints a secret for a webhook, to be shown once, and what is stored of it.
pub(super) fn mint(
    key: &MasterKey,
    id: WebhookId,
    randomness: &dyn Randomness,
) -> Result<(Secret, Vec<u8>), SealingError> {
    let secret = Secret::mint(randomness);
    let sealed = key.seal(Purpose::Webhooks, &id.to_string(), secret.bytes(), randomness)?;
    Ok((secret, sealed))
}

pub(super) fn open(key: &MasterKey, id: WebhookId, sealed: &[u8]) -> Result<Secret, WebhookError> {
    Ok(Secret::from_bytes(&key.open(Purpose::Webhooks, &id.to_string(), sealed)?)?)
}

/// A secret as its company is shown it, once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown {
    pub(crate) webhook: Webhook,
    /// The shared secret: `whsec_…`.
    pub(crate) secret: String,
    /// The public key: `whpk_…`.
    pub(crate) public_key: String,
}
