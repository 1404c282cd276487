//! Kinds of the area's jobs: use cases enqueue them, `worker` does them.

use jobs::JobKind;

/// Carries out a signed request.
pub const CARRY_OUT: JobKind = JobKind::new("tariff_request.carry_out");
/// Makes a planned change effective on its day.
pub const TAKE_EFFECT: JobKind = JobKind::new("tariff_change.take_effect");
/// Cancels a request that nobody has signed.
pub const EXPIRE: JobKind = JobKind::new("tariff_request.expire");
