//! The part of the area that runs beside its jobs in every process.

use store::StoreError;

use crate::state::WebhooksState;

/// Numbers events, has them delivered, and removes what is too old. Any number of processes may do so at once.
#[derive(Clone, Debug)]
pub struct Dispatcher(WebhooksState);

impl Dispatcher {
    /// Makes a dispatcher.
    #[must_use]
    pub const fn new(state: WebhooksState) -> Self {
        Self(state)
    }

    /// Dispatches one batch of the events that are due; returns their number.
    ///
    /// # Errors
    /// The database's.
    pub async fn dispatch(&self) -> Result<usize, StoreError> {
        super::dispatch::dispatch(&self.0).await
    }

    /// Removes what is too old.
    ///
    /// # Errors
    /// The database's.
    pub async fn tidy_up(&self) -> Result<(), StoreError> {
        super::tidy_up::tidy_up(&self.0).await
    }
}
