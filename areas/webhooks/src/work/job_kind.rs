//! The kinds of this area's jobs.

use jobs::JobKind;

/// Delivers what waits for a webhook.
pub const DELIVER: JobKind = JobKind::new("webhooks.deliver", "webhook", "Delivers events to a webhook");

/// Every kind.
pub(crate) const ALL: &[JobKind] = &[DELIVER];
