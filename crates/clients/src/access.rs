//! The port for ending sessions when a user or an OAuth client is stopped. Sessions belong to identity, which this
//! crate does not know: the program connects the two.

use import::ImportContext;
use kernel::{ClientId, UserId};
use store::{Result, Tx};

/// Ends sessions and pending logins, in the unit of work that changes the status. Called for both directions: one who
/// is let in again begins anew.
pub trait AccessEndings: Send + Sync {
    /// The user was in service and is not any more, or is again.
    fn user_status_changed(&self, tx: &mut Tx, user: &UserId, context: &ImportContext<'_>) -> Result<()>;

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

    fn client_status_changed(&self, _: &mut Tx, _: &ClientId, _: &ImportContext<'_>) -> Result<()> {
        Ok(())
    }
}
