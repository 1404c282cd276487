//! Facts that the bank's core has told and this database does not have so.

use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, text, value};
use serde_json::json;

use super::{Means, note};

super::actions! {
    Registry TWO, "feed.forget",
        [
            Argument::required("system", "The system that told the fact"),
            Argument::required("number", "The number of the fact, as a text")
        ] => forget,
        "Forgets a difference that people have settled";
}

fn forget(_: &Means, arguments: &Arguments) -> Result<Deed, ActionError> {
    let system = text(arguments, "system")?.unwrap_or_default().to_owned();
    let number: i64 = value(arguments, "number")?;
    Ok(Arc::new(move |tx, doer| {
        let absent = || ActionError::Refused(format!("{system} {number}: there is no such difference"));
        let message = accounts::forget_difference(tx, &system, number)?.ok_or_else(absent)?;
        let object = ("bank_system", system.clone());
        let detail = json!({ "number": number, "reason": doer.reason });
        note(tx, doer, "bank_feed.difference_forgotten", object, detail)?;
        // A fact that comes again may differ by something else, which nobody has settled.
        Ok(Done::told(format!("{system} {number}: the difference is forgotten: {message}")))
    }))
}
