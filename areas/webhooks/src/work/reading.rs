//! The rule for who may read events: one for the list, for subscriptions and for the log of deliveries.

use clients::{Right, Rights};
use events::{EventType, Topic};

use super::administration::WebhookError;
use crate::webhook::Wanted;

/// Tells whether a user with these rights may read events of the type: who may see the thing may.
pub(super) fn may_read(rights: Rights, event_type: EventType) -> bool {
    let signs = rights.contains(Right::SignFirst) || rights.contains(Right::SignSecond);
    match event_type.topic() {
        Topic::Payroll => rights.contains(Right::EditPayroll) || signs,
        Topic::Company | Topic::Everybody => true,
    }
}

/// Checks that whoever asks for events of these types may read each.
pub(super) fn check_wanted(rights: Rights, wanted: &Wanted) -> Result<(), WebhookError> {
    let mut types = EventType::ALL.into_iter().filter(|event_type| wanted.contains(*event_type));
    if types.all(|event_type| may_read(rights, event_type)) { Ok(()) } else { Err(WebhookError::NotReadable) }
}
