//! Administration of a company by one of its users. Every use case asks again, in its own unit of work, whether the
//! user administers the company: a right that was taken away a moment ago changes nothing any more.

use audit::{Actor, Entry};
use kernel::{Cnum, Instant, SessionId, UserId};
use store::{StoreError, Tx};

use area::Author;
use identity::IdentityState;
use identity::token::session::EndReason;
use identity::work::end_access::end_session;
use identity::work::trail::Occasion;

/// The most times that one unit of work lists sessions that are left.
const LISTS_MAX: usize = 100;

/// User who wants to administer a company.
#[derive(Clone, Debug)]
pub struct Administrator {
    pub identity: IdentityState,
    pub user: UserId,
    pub company: Cnum,
}

pub type Result<T, E = AdministrationError> = std::result::Result<T, E>;

/// Error for a decision of an administrator that was not carried out.
#[derive(Debug, thiserror::Error)]
pub enum AdministrationError {
    #[error("the user does not administer the company")]
    NotAllowed,
    #[error("there is no such thing of this company")]
    NotFound,
    /// Another company decides about it too, which the user does not administer.
    #[error("another company decides about it too")]
    Shared,
    /// The administrator would decide about the own person.
    #[error("nobody decides about their own rights")]
    Own,
    /// The administrator has let the person in, and would give a signature or administration.
    #[error("another administrator gives that to a person whom this one has let in")]
    OwnInvitation,
    #[error("it has changed since the page was shown")]
    Changed,
    #[error("the company has as many as it may have")]
    TooMany,
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Request of an administrator, as its unit of work needs it.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub(super) administrator: Administrator,
    /// The request, on behalf of that user.
    pub(super) author: Author,
    pub(super) now: Instant,
}

impl Decision {
    /// Describes the request that this task answers.
    pub(super) fn of_request(administrator: &Administrator) -> Self {
        Self {
            author: Author::of_request(Actor::User(administrator.user.clone())),
            now: administrator.identity.clock.now(),
            administrator: administrator.clone(),
        }
    }

    /// Returns the occasion of what ends with the decision.
    pub(super) fn occasion(&self) -> Occasion<'_> {
        let randomness = &*self.administrator.identity.randomness;
        Occasion { author: &self.author, randomness, now: self.now }
    }

    /// Checks that the user administers the company, as of this unit of work.
    fn check(&self, tx: &mut Tx) -> Result<()> {
        let Administrator { user, company, .. } = &self.administrator;
        let may = clients::rights(tx, user, company)?.may_administer();
        if may { Ok(()) } else { Err(AdministrationError::NotAllowed) }
    }

    /// Ends the sessions that `list` finds, again and again until there is none, and returns how many there were.
    pub(super) fn end_sessions(
        &self,
        tx: &mut Tx,
        list: impl Fn(&mut Tx) -> Result<Vec<SessionId>, StoreError>,
    ) -> Result<u64> {
        let mut ended = 0;
        for _ in 0..LISTS_MAX {
            let open = list(tx)?;
            if open.is_empty() {
                return Ok(ended);
            }
            for session in &open {
                end_session(tx, session, EndReason::ByCompany, &self.occasion())?;
                ended += 1;
            }
        }
        // Some would be left, so nothing ends: a decision is carried out as a whole.
        Err(AdministrationError::TooMany)
    }

    /// Begins an entry of the trail about the company.
    pub(super) fn entry(&self, action: &'static str, object: (&'static str, &str)) -> Entry {
        self.occasion().entry(action, object).company(self.administrator.company.clone())
    }
}

/// Carries out `work` on behalf of somebody who administers the company, in one unit of work.
pub(super) async fn decide<T: Send + 'static>(
    administrator: &Administrator,
    unit: &'static str,
    work: impl Fn(&mut Tx, &Decision) -> Result<T> + Send + 'static,
) -> Result<T> {
    let decision = Decision::of_request(administrator);
    let work = move |tx: &mut Tx| decision.check(tx).and_then(|()| work(tx, &decision));
    administrator.identity.store.write(unit, work).await
}

/// Reads what somebody who administers the company may see, as of one moment.
pub(super) async fn look<T: Send + 'static>(
    administrator: &Administrator,
    unit: &'static str,
    read: impl Fn(&mut Tx, &Decision) -> Result<T> + Send + 'static,
) -> Result<T> {
    let decision = Decision::of_request(administrator);
    let read = move |tx: &mut Tx| decision.check(tx).and_then(|()| read(tx, &decision));
    administrator.identity.store.read(unit, read).await
}
