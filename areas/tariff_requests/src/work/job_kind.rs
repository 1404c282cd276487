//! Kinds of the area's jobs: use cases enqueue them, `worker` does them.

use jobs::JobKind;

/// `SIGNED` → `PROCESSING` → `DONE` or `DECLINED`; enqueued by the last signature.
pub const CARRY_OUT: JobKind =
    JobKind::new("tariff_request.carry_out", "request", "Carries out a signed request");
/// The plan, on its first day; enqueued by `DONE`, or by the import.
pub const TAKE_EFFECT: JobKind =
    JobKind::new("tariff_change.take_effect", "future change", "Makes a planned change effective on its day");
/// `CANCELLED`, when nobody has signed by then; enqueued where the request is made.
pub const EXPIRE: JobKind =
    JobKind::new("tariff_request.expire", "request", "Cancels a request that nobody has signed");

/// The signatures, or the end, of a request of a sandbox; enqueued where the request is made.
pub const PEOPLE: JobKind = JobKind::new(
    "tariff_request.people",
    "request",
    "Signs or withdraws a request of a sandbox as its trigger asks",
);

pub(crate) const ALL: &[JobKind] = &[CARRY_OUT, TAKE_EFFECT, EXPIRE, PEOPLE];
