//! Changes of signature schemes that wait for a second person of the company, where it has nobody.

use std::sync::Arc;

use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Done, value};
use company::work::administration::AdministrationError;
use company::work::users::confirm_scheme::{confirm, refuse};
use identity::work::trail::Occasion;
use kernel::Cnum;
use uuid::Uuid;

use super::Means;

const ARGUMENTS: [Argument; 2] = [
    Argument::required("cnum", "The company"),
    Argument::required("change", "The change, as the table of waiting ones names it"),
];

super::actions! {
    Security TWO, "signature-schemes.confirm",
        ARGUMENTS => |means, arguments| deed(means, arguments, true),
        "Gives a company the scheme that was asked for";
    Security ONE, "signature-schemes.refuse",
        ARGUMENTS => |means, arguments| deed(means, arguments, false),
        "Ends a change of a company's scheme, which stays";
}

fn deed(means: &Means, arguments: &Arguments, is_confirmed: bool) -> Result<Deed, ActionError> {
    let (cnum, change): (Cnum, Uuid) = (value(arguments, "cnum")?, value(arguments, "change")?);
    let randomness = Arc::clone(&means.randomness);
    Ok(Arc::new(move |tx, doer| {
        let occasion = Occasion { author: doer.author, randomness: &*randomness, now: doer.now };
        let (outcome, words) = if is_confirmed {
            (confirm(tx, &cnum, change, None, &occasion), "gets the scheme that was asked for")
        } else {
            (refuse(tx, &cnum, change, &occasion), "keeps its scheme")
        };
        outcome.map_err(|error| match error {
            AdministrationError::Store(error) => error.into(),
            error => ActionError::Refused(error.to_string()),
        })?;
        Ok(Done::told(format!("company {cnum} {words} ({change})")))
    }))
}
