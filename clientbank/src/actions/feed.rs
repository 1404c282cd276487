//! Facts that the bank's core has told and this database does not have so.

use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Declared, Deed, Done, text, value};
use proposals::OperatorRole;
use serde_json::json;

use super::{Maker, Means};

pub(super) static ACTIONS: [(Declared, Maker); 1] = [(
    Declared {
        name: "feed.forget",
        about: "Forgets a difference that people have settled",
        role: OperatorRole::Registry,
        needs_two: true,
        tells_amount: false,
        arguments: &[
            Argument::required("system", "The system that told the fact"),
            Argument::required("number", "The number of the fact, as a text"),
        ],
    },
    forget,
)];

fn forget(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let system = text(arguments, "system")?.unwrap_or_default().to_owned();
    let number: i64 = value(arguments, "number")?;
    Ok(Arc::new(move |tx, doer| {
        if !accounts::forget_difference(tx, &system, number)? {
            return Err(ActionError::Refused(format!("{system} {number}: there is no such difference")));
        }
        let object = ("bank_system", system.clone());
        let action = "bank_feed.difference_forgotten";
        let entry = doer.author.entry(doer.now, doer.randomness, action, object);
        audit::record(tx, entry.detail(json!({ "number": number, "reason": doer.reason })))?;
        Ok(Done::told(format!("{system} {number}: the difference is forgotten")))
    }))
}
