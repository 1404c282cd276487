//! Errors of units that move money, as those of the answers that open them.

use jobs::JobError;
use orders::OrderError;
use store::StoreError;

/// Turns an error of a unit that moves money into that of the answer which asked for it.
pub(super) fn of_job(error: JobError) -> OrderError {
    match error {
        JobError::Store(error) => OrderError::Store(error),
        JobError::Changed | JobError::Lost | JobError::Stopped => {
            OrderError::Store(StoreError::Busy("the payments were changed meanwhile".to_owned()))
        }
        JobError::Failed(reason) => OrderError::Failed(reason),
    }
}
