//! Work that the program has given up.

use std::sync::Arc;

use ::jobs::{JobKind, revive};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, text};
use serde_json::json;

use super::{Means, note};
use crate::application::areas;

super::actions! {
    Money TWO, "jobs.retry",
        [
            Argument::required("kind", "The kind, for example payroll.rail"),
            Argument::required("key", "The key, for example the statement's identifier")
        ] => retry,
        "Has a job done again that was given up; a thing that has ended stays as it is";
}

fn retry(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let text = |name| Ok::<_, ActionError>(text(arguments, name)?.unwrap_or_default().to_owned());
    let (kind, key) = (text("kind")?, text("key")?);
    if !areas::job_kinds().any(|known: JobKind| known.name() == kind) {
        return Err(ActionError::Arguments("`arguments.kind` is no kind of jobs".to_owned()));
    }
    Ok(Arc::new(move |tx, doer| {
        if !revive(tx, &kind, &key, doer.now)? {
            return Err(ActionError::Refused(format!("no job {kind} {key} was given up")));
        }
        note(tx, doer, "job.retried", ("job", &*key), json!({ "kind": kind }))?;
        Ok(Done::told(format!("{kind} {key}: is done again")))
    }))
}
