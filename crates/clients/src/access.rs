//! The port for what a change of a user or an OAuth client means for logins: sessions end when somebody is stopped, and
//! a history goes with its person. Both belong to identity, which this crate does not know: the program connects the
//! two.

use import::ImportContext;
use kernel::{ClientId, UserId};
use store::{Result, Tx};

use crate::Login;

/// Ends sessions and pending logins, in the unit of work that changes the status. Called for both directions: one who
/// is let in again begins anew.
pub trait AccessEndings: Send + Sync {
    /// The user was in service and is not any more, or is again.
    fn user_status_changed(&self, tx: &mut Tx, user: &UserId, context: &ImportContext<'_>) -> Result<()>;

    /// The user logs in with another name, and somebody else may have the one before from now on.
    fn login_changed(&self, tx: &mut Tx, before: &Login, after: &Login) -> Result<()>;

    /// The client was in service and is not any more, or is again.
    fn client_status_changed(
        &self,
        tx: &mut Tx,
        client: &ClientId,
        context: &ImportContext<'_>,
    ) -> Result<()>;
}

/// Nothing to end: a database without identity, as tests of one area have it.
#[derive(Clone, Copy, Debug)]
pub struct NothingToEnd;

impl AccessEndings for NothingToEnd {
    fn user_status_changed(&self, _: &mut Tx, _: &UserId, _: &ImportContext<'_>) -> Result<()> {
        Ok(())
    }

    fn login_changed(&self, _: &mut Tx, _: &Login, _: &Login) -> Result<()> {
        Ok(())
    }

    fn client_status_changed(&self, _: &mut Tx, _: &ClientId, _: &ImportContext<'_>) -> Result<()> {
        Ok(())
    }
}
