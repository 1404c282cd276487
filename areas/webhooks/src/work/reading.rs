//! The rule by which people read events: one for the list, for subscriptions and for the log of deliveries.

use clients::{Right, Rights};
use events::{EventType, Topic};

use crate::webhook::Wanted;

/// Tells whether a user with these rights may read events of the type: who may see the thing may.
pub(super) fn may_read(rights: Rights, event_type: EventType) -> bool {
    let signs = rights.contains(Right::SignFirst) || rights.contains(Right::SignSecond);
    match event_type.topic() {
        Topic::Payroll => rights.contains(Right::EditPayroll) || signs,
        Topic::Company | Topic::Everybody => true,
    }
}

/// Tells whether a user with these rights may have an event of the type sent again to a webhook that wants these types:
/// whoever gave it its address may read those.
pub(super) fn may_send(rights: Rights, wanted: &Wanted, event_type: &str) -> bool {
    let may = |event_type: EventType| wanted.contains(event_type) || may_read(rights, event_type);
    event_type.parse().is_ok_and(may)
}

/// Tells whether a user with these rights may read events of every type among these.
pub(super) fn may_read_all(rights: Rights, wanted: &Wanted) -> bool {
    let mut types = EventType::ALL.into_iter().filter(|event_type| wanted.contains(*event_type));
    types.all(|event_type| may_read(rights, event_type))
}
