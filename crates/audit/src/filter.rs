//! The filter of a reader of the trail.

use kernel::{Cnum, Instant};

/// The most entries one call of [`crate::list`] returns.
pub const ENTRIES_MAX: u16 = 1000;

/// Selects entries by their common facts; a field that is `None` selects all.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    pub since: Option<Instant>,
    pub until: Option<Instant>,
    /// The identifier of the actor, of any kind.
    pub actor_id: Option<String>,
    pub action: Option<String>,
    pub object_kind: Option<String>,
    pub object_id: Option<String>,
    pub company: Option<Cnum>,
}
