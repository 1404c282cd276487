//! `clientbank switch`: stops something at once, in every process, and lets it go on.

use std::sync::Arc;

use area::Author;
use audit::Actor;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use kernel::{Cnum, Instant, Randomness};
use serde_json::{Value, json};
use store::{StoreError, Tx};
use switches::{Setting, Switch};
use thiserror::Error;

use super::database::{open_current, told};
use super::{Failure, configured, on_runtime, operator};
use crate::application::{Surroundings, areas};
use crate::configuration::Sources;
use crate::terminal::{remark, say};

/// The most characters of a reason.
const REASON_CHARACTERS_MAX: usize = 500;

/// The arguments of `switch`.
#[derive(Args)]
pub(super) struct SwitchArguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Stop something: every process obeys within a second, and nothing that was accepted is lost.
    On(Named),
    /// Let it go on.
    Off(Named),
    /// The switches, one JSON object per line: what each stops, and how it was set last.
    List,
}

#[derive(Args)]
struct Named {
    /// The switch.
    #[arg(value_parser = PossibleValuesParser::new(areas::switches().map(|switch| switch.name)))]
    name: String,
    /// The company, for a switch of one company.
    #[arg(long, value_name = "CNUM", conflicts_with = "statement")]
    company: Option<String>,
    /// The statement by its identifier, for a switch of one statement.
    #[arg(long, value_name = "ID")]
    statement: Option<String>,
    /// The reason, for the trail and for whoever is called at night.
    #[arg(long)]
    reason: String,
}

/// Error of a command that changed nothing.
#[derive(Debug, Error)]
enum SwitchError {
    #[error("the switch {0} stops one {1}: name it with --{1}")]
    SubjectMissing(&'static str, &'static str),
    #[error("the switch {0} takes no --{1}")]
    SubjectOdd(&'static str, &'static str),
    #[error("there is no {0} {1}")]
    Unknown(&'static str, String),
    #[error("{}", told(.0))]
    Store(#[from] StoreError),
}

/// Runs the command.
pub(super) fn run(arguments: SwitchArguments, settings: &Sources) -> Result<(), Failure> {
    let configuration = configured(settings)?;
    let (named, is_on) = match arguments.action {
        Action::On(named) => (named, true),
        Action::Off(named) => (named, false),
        Action::List => {
            return on_runtime(async move {
                let store = open_current(&configuration).await?.store;
                list(&switches::all(&store).await.map_err(|error| told(&error))?);
                store.close().await;
                Ok(())
            });
        }
    };
    kernel::checked_text(&named.reason, REASON_CHARACTERS_MAX)
        .map_err(|error| format!("the reason {error}"))?;
    on_runtime(async move {
        let Surroundings { store, clock, randomness, .. } = open_current(&configuration).await?;
        let (now, randomness) = (clock.now(), Arc::clone(&randomness));
        let work = move |tx: &mut Tx| set(tx, &named, is_on, now, &*randomness);
        let is_changed = store.write("switches.set", work).await?;
        let words = if is_on { "on" } else { "off" };
        remark(&if is_changed { format!("the switch is {words}") } else { format!("it is {words} already") });
        store.close().await;
        Ok(())
    })
}

/// Sets the switch, with its entry of the trail; `false` when it is so already.
fn set(
    tx: &mut Tx,
    named: &Named,
    is_on: bool,
    now: Instant,
    randomness: &dyn Randomness,
) -> Result<bool, SwitchError> {
    let switch = areas::switches().find(|switch| switch.name == named.name);
    let Some(switch) = switch else { return Ok(false) };
    let subject = subject(tx, switch, named)?;
    let before = switches::find(tx, switch.name, &subject)?;
    if before.as_ref().is_some_and(|before| before.is_on) == is_on {
        return Ok(false);
    }
    let (name, reason, person) = (switch.name.to_owned(), named.reason.clone(), operator());
    let setting = Setting { name, subject, is_on, reason, person, set_at: now };
    switches::set(tx, &setting)?;
    let object = format!("{} {}", switch.name, setting.subject);
    let author = Author::outside_of_requests(Actor::Operator(setting.person.clone()));
    let action = if is_on { "switch.on" } else { "switch.off" };
    let entry = author.entry(now, randomness, action, ("switch", object.trim_end()));
    let company = named.company.as_ref().and_then(|_| setting.subject.parse::<Cnum>().ok());
    let entry = if let Some(company) = company { entry.company(company) } else { entry };
    let detail =
        json!({ "reason": setting.reason, "before": before.as_ref().map(shown), "after": shown(&setting) });
    audit::record(tx, entry.detail(detail))?;
    Ok(true)
}

/// The thing for which the switch is set, by the name that rows have.
fn subject(tx: &mut Tx, switch: &Switch, named: &Named) -> Result<String, SwitchError> {
    let given = [("company", &named.company), ("statement", &named.statement)];
    let given = given.into_iter().find_map(|(kind, name)| Some((kind, name.as_deref()?)));
    match (switch.subject, given) {
        (None, None) => Ok(String::new()),
        (Some((kind, find)), Some((given, name))) if kind == given => {
            find(tx, name)?.ok_or_else(|| SwitchError::Unknown(kind, name.to_owned()))
        }
        (Some((kind, _)), _) => Err(SwitchError::SubjectMissing(switch.name, kind)),
        (None, Some((given, _))) => Err(SwitchError::SubjectOdd(switch.name, given)),
    }
}

fn list(set: &[Setting]) {
    for switch in areas::switches() {
        let of_switch: Vec<&Setting> = set.iter().filter(|setting| setting.name == switch.name).collect();
        if of_switch.is_empty() {
            say(&json!({ "name": switch.name, "on": false, "stops": switch.stops }).to_string());
        }
        for setting in of_switch {
            let mut line = shown(setting);
            line["name"] = switch.name.into();
            line["stops"] = switch.stops.into();
            if let Some((kind, _)) = switch.subject {
                line[kind] = setting.subject.as_str().into();
            }
            say(&line.to_string());
        }
    }
}

fn shown(setting: &Setting) -> Value {
    let Setting { is_on, reason, person, set_at, .. } = setting;
    json!({ "on": is_on, "reason": reason, "person": person, "at": set_at.to_string() })
}
