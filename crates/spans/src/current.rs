//! The step that a task is in.

use tokio::task_local;

use crate::TraceContext;

task_local! {
    static CURRENT: Option<TraceContext>;
}

/// The step that this task is in, if it is in one that is told.
pub fn current() -> Option<TraceContext> {
    CURRENT.try_with(|context| *context).ok().flatten()
}

/// Runs `work` in this step. A task that it spawns is in none unless it is scoped too.
pub fn scope<F: Future>(context: Option<TraceContext>, work: F) -> impl Future<Output = F::Output> {
    CURRENT.scope(context, work)
}
