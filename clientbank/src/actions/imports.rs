//! Imports in chunks that are at work.

use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Declared, Deed, Done, value};
use proposals::OperatorRole;
use serde_json::json;

use super::{Maker, Means};

pub(super) static ACTIONS: [(Declared, Maker); 1] = [(
    Declared {
        name: "imports.stop",
        about: "Stops an import that is at work: a decided one goes on when it is run again with the same files, of \
            another one nothing is applied",
        role: OperatorRole::Registry,
        needs_two: false,
        tells_amount: false,
        arguments: &[Argument::required("import", "The number, as the list `imports` has it")],
    },
    stop,
)];

fn stop(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let import: i64 = value(arguments, "import")?;
    Ok(Arc::new(move |tx, doer| {
        let stopped = ::import::stop(tx, import, doer.name, doer.now)?;
        let stopped =
            stopped.ok_or_else(|| ActionError::Refused(format!("import {import} is not at work")))?;
        let object = ("import", import.to_string());
        let entry = doer.author.entry(doer.now, doer.randomness, "import.stopped", object);
        let (is_decided, left) = (stopped.is_decided, stopped.rows_left);
        audit::record(
            tx,
            entry.detail(json!({ "reason": doer.reason, "decided": is_decided, "rows_left": left })),
        )?;
        Ok(Done::told(if is_decided {
            format!("import {import}: stops, and goes on when it is run again with the same files")
        } else {
            format!("import {import}: ends, and nothing of it is applied")
        }))
    }))
}
