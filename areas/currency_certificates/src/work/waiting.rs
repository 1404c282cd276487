//! Tells a person which messages were refused of late.

use kernel::Instant;
use store::{Result, Tx};

use crate::state::CertificatesState;
use crate::store::read::count_since;
use crate::task::TaskState;
use crate::viewer::Viewer;

/// A message that was refused waits for its sender this long, in seconds.
const REFUSED_FOR_S: i64 = 30 * 24 * 60 * 60;

/// The states of messages that their sender has to mend.
const REFUSED: [TaskState; 2] = [TaskState::Rejected, TaskState::PartlyAccepted];

/// Returns the moment from which on refused messages wait.
pub(crate) fn refused_since(area: &CertificatesState) -> Instant {
    area.edge.clock().now().plus_seconds(-REFUSED_FOR_S)
}

/// Counts the messages of the last [`REFUSED_FOR_S`] that the viewer may see and has to mend, by state; states
/// without any are left out.
pub(crate) async fn waiting(area: &CertificatesState, viewer: Viewer) -> Result<Vec<(TaskState, u32)>> {
    let since = refused_since(area);
    let work = move |tx: &mut Tx| {
        let mut found = Vec::new();
        for state in REFUSED {
            let count = count_since(tx, &viewer, state, since)?;
            if count > 0 {
                found.push((state, count));
            }
        }
        Ok(found)
    };
    area.store.read("certificate tasks, refused", work).await
}
