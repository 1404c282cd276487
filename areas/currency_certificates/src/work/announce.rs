//! Events about the work on messages, for the software of their companies (EVT-01).

use events::{CertificateTaskData, Data, EventType, NewEvent};
use kernel::{Cnum, Instant};
use store::{Result, Tx};
use uuid::Uuid;

use crate::task::TaskState;

pub(super) fn state(tx: &mut Tx, company: &Cnum, task: Uuid, state: TaskState, at: Instant) -> Result<()> {
    let data = CertificateTaskData { task_id: task.to_string(), state: state.as_str().to_owned() };
    let data = Data::CertificateTask(data);
    events::record(tx, &NewEvent::of_company(at, event_type(state), company, data))
}

const fn event_type(state: TaskState) -> EventType {
    match state {
        TaskState::Registered => EventType::CertificateTaskRegistered,
        TaskState::Checking => EventType::CertificateTaskChecking,
        TaskState::Accepted => EventType::CertificateTaskAccepted,
        TaskState::PartlyAccepted => EventType::CertificateTaskPartlyAccepted,
        TaskState::Rejected => EventType::CertificateTaskRejected,
    }
}
