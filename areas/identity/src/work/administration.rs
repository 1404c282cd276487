//! Administration of a company by one of its users. Every use case asks again, in its own unit of work, whether the user
//! administers the company: a right that was taken away a moment ago changes nothing any more.

use std::sync::Arc;

use audit::{Actor, Entry};
use clients::Right;
use kernel::{Cnum, Instant, Randomness, UserId};
use store::{StoreError, Tx};

use super::trail::Author;
use crate::state::IdentityState;

/// User who wants to administer a company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Administrator {
    /// Who.
    pub user: UserId,
    /// Which company.
    pub company: Cnum,
}

/// Error for a decision of an administrator that was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    /// The user does not administer the company.
    #[error("the user does not administer the company")]
    NotAllowed,
    /// There is no such thing, or it is another company's.
    #[error("there is no such thing of this company")]
    NotFound,
    /// Another company decides about it too, which the user does not administer.
    #[error("another company decides about it too")]
    Shared,
    /// It has changed since the page was shown.
    #[error("it has changed since the page was shown")]
    Changed,
    /// The company has as many as it may have.
    #[error("the company has as many as it may have")]
    TooMany,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Request of an administrator, as its unit of work needs it.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// Who decides for which company.
    pub(super) administrator: Administrator,
    /// The request, on behalf of that user.
    pub(super) author: Author,
    /// The moment of the request.
    pub(super) now: Instant,
    /// The source of identifiers.
    pub(super) randomness: Arc<dyn Randomness>,
}

impl Decision {
    /// Describes the request that this task answers.
    pub(super) fn of_request(state: &IdentityState, administrator: &Administrator) -> Self {
        Self {
            administrator: administrator.clone(),
            author: Author::of_request(Actor::User(administrator.user.clone())),
            now: state.clock.now(),
            randomness: Arc::clone(&state.randomness),
        }
    }

    /// Checks that the user administers the company, as of this unit of work.
    pub(super) fn check(&self, tx: &mut Tx) -> Result<(), AdministrationError> {
        let Administrator { user, company } = &self.administrator;
        let rights = clients::rights(tx, user, company)?;
        let may = rights.contains(Right::Act) && rights.contains(Right::CompanyAdministrator);
        if may { Ok(()) } else { Err(AdministrationError::NotAllowed) }
    }

    /// Begins an entry of the trail about the company.
    pub(super) fn entry(&self, action: &'static str, object: (&'static str, &str)) -> Entry {
        let entry = self.author.entry(self.now, &*self.randomness, action, object);
        entry.company(self.administrator.company.clone())
    }
}
