//! Switches that stop something at once, in every process, and let it go on.

use std::sync::Arc;

use ::switches::{Setting, Switch, THINGS_MAX};
use bank::work::actions::action::{ActionError, Argument, Arguments, Deed, Doer, Done, text};
use kernel::Cnum;
use proposals::check_reason;
use serde_json::{Value, json};
use store::Tx;

use crate::application::areas;

const ARGUMENTS: [Argument; 3] = [
    Argument::required("name", "The switch"),
    Argument::optional("company", "The company, for a switch of one company"),
    Argument::optional("statement", "The statement by its identifier, for a switch of one statement"),
];

super::actions! {
    Security ONE, "switch.on", ARGUMENTS => |_, arguments| deed(arguments, true),
        "Stops something: every process obeys within a second, and nothing that was accepted is lost";
    Security TWO, "switch.off", ARGUMENTS => |_, arguments| deed(arguments, false),
        "Lets it go on";
}

fn deed(arguments: &Arguments, is_on: bool) -> Result<Deed, ActionError> {
    let text = |name| Ok::<_, ActionError>(text(arguments, name)?.map(str::to_owned));
    let name = text("name")?.unwrap_or_default();
    let switch = areas::switches().find(|switch| switch.name == name);
    let switch = switch.ok_or_else(|| ActionError::Arguments("`arguments.name` is no switch".to_owned()))?;
    let named = [("company", text("company")?), ("statement", text("statement")?)];
    let mut given = named.into_iter().filter_map(|(kind, name)| Some((kind, name?)));
    let subject = given.next();
    if given.next().is_some() {
        return Err(ActionError::Arguments("name a company or a statement, not both".to_owned()));
    }
    Ok(Arc::new(move |tx, doer| set(tx, switch, subject.as_ref(), is_on, doer)))
}

fn set(
    tx: &mut Tx,
    switch: &Switch,
    named: Option<&(&'static str, String)>,
    is_on: bool,
    doer: &Doer<'_>,
) -> Result<Done, ActionError> {
    check_reason(doer.reason).map_err(|error| ActionError::Arguments(format!("the reason {error}")))?;
    let subject = subject(tx, switch, named)?;
    let before = ::switches::find(tx, switch.name, &subject)?;
    if before.as_ref().is_some_and(|before| before.is_on) == is_on {
        return Ok(Done::default());
    }
    if is_on && !subject.is_empty() && ::switches::is_full(tx)? {
        return Err(ActionError::Refused(format!(
            "{THINGS_MAX} companies and statements are stopped, which is the most: let another one go on first"
        )));
    }
    let (name, reason, person) = (switch.name.to_owned(), doer.reason.to_owned(), doer.name.to_owned());
    let setting = Setting { name, subject, is_on, reason, person, set_at: doer.now };
    ::switches::set(tx, &setting)?;
    let object = format!("{} {}", switch.name, setting.subject);
    let action = if is_on { "switch.on" } else { "switch.off" };
    let entry = doer.author.entry(doer.now, doer.randomness, action, ("switch", object.trim_end()));
    let company = named.filter(|(kind, _)| *kind == "company");
    let company = company.and_then(|_| setting.subject.parse::<Cnum>().ok());
    let entry = if let Some(company) = company { entry.company(company) } else { entry };
    let detail =
        json!({ "reason": setting.reason, "before": before.as_ref().map(shown), "after": shown(&setting) });
    audit::record(tx, entry.detail(detail))?;
    let object = object.trim_end();
    Ok(Done::told(match &before {
        // Two people let go what was stopped then, and not what somebody has stopped since.
        Some(Setting { person, set_at, .. }) if !is_on => {
            format!("the switch {object}, which {person} has set on at {set_at}, is off")
        }
        _ => format!("the switch {object} is on"),
    }))
}

/// The thing for which the switch is set, by the name that rows have.
fn subject(
    tx: &mut Tx,
    switch: &Switch,
    named: Option<&(&'static str, String)>,
) -> Result<String, ActionError> {
    let refused = |reason| Err(ActionError::Refused(reason));
    let name = switch.name;
    match (switch.subject, named) {
        (None, None) => Ok(String::new()),
        (Some((kind, find)), Some((given, subject))) if kind == *given => match find(tx, subject)? {
            Some(found) => Ok(found),
            None => refused(format!("there is no {kind} {subject}")),
        },
        (Some((kind, _)), _) => refused(format!("the switch {name} stops one {kind}: name the {kind}")),
        (None, Some((given, _))) => refused(format!("the switch {name} is for no single {given}")),
    }
}

/// The switch as lists show it.
pub(super) fn shown(setting: &Setting) -> Value {
    let Setting { is_on, reason, person, set_at, .. } = setting;
    json!({ "on": is_on, "reason": reason, "person": person, "at": set_at.to_string() })
}
