//! The kinds of this area's jobs.

use jobs::JobKind;
use switches::Switch;

pub const DELIVER: JobKind = JobKind::new("webhooks.deliver", "webhook", "Delivers events to a webhook")
    .stopped_by(&WEBHOOKS)
    .of_many();

pub(crate) static WEBHOOKS: Switch = Switch {
    name: "webhooks",
    subject: None,
    stops: "Every delivery of an event; events are kept, and delivered when it is off",
};

pub(crate) const ALL: &[JobKind] = &[DELIVER];
