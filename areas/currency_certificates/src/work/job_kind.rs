//! The kind of the area's jobs: a message that is taken enqueues one, `worker` does it.

use jobs::JobKind;

pub const CHECK: JobKind =
    JobKind::new("currency_certificates.check", "task", "Checks the certificates of a message");

pub(crate) const ALL: &[JobKind] = &[CHECK];
