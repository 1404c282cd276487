//! The kind of the area's jobs: a message that is taken enqueues one, `worker` does it.

use jobs::JobKind;

/// Checks one task; the key is the task's identifier.
pub const CHECK: JobKind = JobKind::new("currency_certificates.check");
