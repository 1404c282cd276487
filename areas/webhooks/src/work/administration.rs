//! Administration of a company's webhooks. Every use case asks in its own unit of work whether the user administers the
//! company: a right that was taken away a moment ago changes nothing any more.

use std::sync::OnceLock;

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
use crate::webhook::{REDELIVERED_MAX, WEBHOOKS_PER_COMPANY_MAX, Wanted, Webhook, WebhookId, WebhookState};
use outgoing::secret::{Secret, SecretDamaged};

/// The administration of webhooks by a person, and all that it is done with.
#[derive(Clone, Debug)]
pub(crate) struct Administration {
    pub(crate) state: WebhooksState,
    pub(crate) user: UserId,
    pub(crate) company: Cnum,
    /// The calling software, whose webhooks alone are seen; none in the online bank.
    pub(crate) client: Option<ClientId>,
}

/// Error of a decision that was not carried out, in the words of the API; pages have words of their own.
#[derive(Debug, thiserror::Error)]
pub(crate) enum WebhookError {
    #[error(
        "Only an administrator of the company may do this, with software that is registered for the company"
    )]
    NotAllowed,
    #[error("The role ONLINE-USER is required")]
    NotOnline,
    #[error(
        "Only a user who may act for the company may read its events, with software that is registered for the company"
    )]
    NotListed,
    #[error(
        "Only a user who may see payroll statements may have payroll events delivered: leave them out, or have \
         somebody else do it"
    )]
    NotReadable,
    /// There is no such webhook, or it is somebody else's.
    #[error("There is no such webhook of this software: GET /v1/webhooks lists its own")]
    NotFound,
    #[error("The webhook was never to be told of this event: GET …/deliveries lists those that it was")]
    EventNotFound,
    #[error("there is no such integration of the company")]
    ClientNotFound,
    #[error("A company has at most {WEBHOOKS_PER_COMPANY_MAX} webhooks: delete one")]
    TooMany,
    #[error("The webhook has changed meanwhile: read it again")]
    Changed,
    /// The form has made its webhook before, whose secret was shown then.
    #[error("the webhook was made before")]
    MadeBefore,
    #[error("The webhook is switched off: POST …/on switches it on")]
    SwitchedOff,
    /// The period ends before it begins, or is none.
    #[error("Name `eventId`, or `from` and a later `to`; up to {REDELIVERED_MAX} events are delivered again")]
    Period,
    #[error("as many deliveries were asked for as may be in an hour")]
    TooOften(EdgeError),
    #[error(
        "The events after `after` are older than the bank keeps them: read the state of things anew, and events \
         without `after`"
    )]
    Forgotten,
    /// The cursor is of a database that was lost; this one has the events through this number.
    #[error(
        "The bank has restored its database, and events that you know are gone: read the state of what you wait for, \
         then go on with `after` of this body"
    )]
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
    pub(super) by: Administration,
    pub(super) now: Instant,
    author: Author,
    /// Set when the delivery that is asked for has been counted: its unit of work may be repeated.
    counted: OnceLock<()>,
}

impl Decision {
    /// Describes the request that this task answers.
    pub(super) fn of_request(by: &Administration) -> Self {
        let author = Author::of_request(Actor::User(by.user.clone()));
        Self { by: by.clone(), now: by.state.clock.now(), author, counted: OnceLock::new() }
    }

    /// Checks that the user administers the company and that the calling software is registered for it, as of this unit
    /// of work, and returns the user's rights.
    pub(super) fn check(&self, tx: &mut Tx) -> Result<Rights, WebhookError> {
        let Administration { user, company, client, .. } = &self.by;
        let rights = clients::rights(tx, user, company)?;
        let may = rights.contains(Right::Act)
            && rights.contains(Right::CompanyAdministrator)
            && client.as_ref().map_or(Ok(true), |client| clients::is_registered_for(tx, client, company))?;
        if may { Ok(rights) } else { Err(WebhookError::NotAllowed) }
    }

    /// Does [`Decision::check`], and checks that the user may read what the webhook is to be told of.
    pub(super) fn check_wanted(&self, tx: &mut Tx, wanted: &Wanted) -> Result<Rights, WebhookError> {
        let rights = self.check(tx)?;
        if may_read_all(rights, wanted) { Ok(rights) } else { Err(WebhookError::NotReadable) }
    }

    /// Lists the webhooks that the user administers.
    pub(super) fn webhooks(&self, tx: &mut Tx) -> Result<Vec<Webhook>, WebhookError> {
        self.check(tx)?;
        let all = webhooks::of_company(tx, &self.by.company)?;
        Ok(all.into_iter().filter_map(|found| self.own(found)).collect())
    }

    /// Reads a webhook that the user administers.
    pub(super) fn webhook(&self, tx: &mut Tx, id: WebhookId) -> Result<Webhook, WebhookError> {
        self.check(tx)?;
        let found = webhooks::find(tx, &self.by.company, id)?;
        found.and_then(|found| self.own(found)).ok_or(WebhookError::NotFound)
    }

    /// Hides what is another software's, and the end of a secret that signs no more.
    fn own(&self, webhook: Webhook) -> Option<Webhook> {
        let is_seen = self.by.client.as_ref().is_none_or(|own| *own == webhook.client);
        let previous_until = webhook.previous_until.filter(|until| self.now < *until);
        is_seen.then_some(Webhook { previous_until, ..webhook })
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
        if self.counted.set(()).is_ok() {
            let asking = (self.by.company.clone(), self.by.client.clone());
            asked.check(&asking).map_err(WebhookError::TooOften)?;
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
        let object = ("webhook", id.to_string());
        let entry = self.author.entry(self.now, &*self.by.state.randomness, action, object);
        audit::record(tx, entry.company(self.by.company.clone()).detail(detail))
    }
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
pub(crate) struct ShownSecret {
    pub(crate) webhook: Webhook,
    /// The shared secret: `whsec_…`.
    pub(crate) secret: String,
    /// The public key: `whpk_…`.
    pub(crate) public_key: String,
}
