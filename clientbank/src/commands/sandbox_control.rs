//! The commands that control a running sandbox, through its administration port.

use clap::{Args, Subcommand};
use serde_json::{Value, json};
use ureq::Agent;

use super::Failure;
use super::rehearse::nobody_answers;
use crate::sandboxes::{ADMINISTRATION_HEADER, MAIN, SandboxKey};
use crate::terminal::say;

/// The options of every control.
#[derive(Args)]
pub(super) struct ControlArguments {
    /// The address of the administration port.
    #[arg(long, default_value = "http://127.0.0.1:8082", env = "CLIENTBANK_ADMINISTRATION", global = true)]
    administration: String,
    /// The key of the sandbox; the main one without it.
    #[arg(long, env = "CLIENTBANK_SANDBOX_KEY", global = true)]
    key: Option<SandboxKey>,
}

#[derive(Subcommand)]
pub(super) enum Control {
    /// Read the clock, or move it forward.
    Clock {
        #[command(flatten)]
        at: ControlArguments,
        #[command(subcommand)]
        wish: Option<ClockWish>,
    },
    /// Begin anew with the seed data.
    Reset(ControlArguments),
    /// List the sandboxes of the process, one JSON object per line.
    List(ControlArguments),
    /// Make a sandbox with the key.
    Add {
        #[command(flatten)]
        at: ControlArguments,
        /// The seed of its identifiers, tokens and keys.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Remove the sandbox with the key, and its data.
    Remove(ControlArguments),
}

#[derive(Subcommand)]
pub(super) enum ClockWish {
    /// To a moment, such as 2027-01-01T00:00:00+03:00.
    Set {
        /// The moment, with its offset from UTC.
        moment: jiff::Timestamp,
    },
    /// By seconds, days, or both.
    Advance {
        /// Seconds.
        #[arg(long, required_unless_present = "days")]
        seconds: Option<u32>,
        /// Days.
        #[arg(long, required_unless_present = "seconds")]
        days: Option<u32>,
    },
    /// To the next thing that is due.
    Next,
    /// Stop it from now on.
    Stand,
    /// Let it run from now on.
    Run,
}

const DAY_S: i64 = 86_400;

pub(super) fn run(control: &Control) -> Result<(), Failure> {
    let ControlArguments { administration, key } = control.at();
    if key.is_none() && matches!(control, Control::Add { .. } | Control::Remove(_)) {
        return Err("name the sandbox with --key".into());
    }
    let key = key.as_ref().map_or(MAIN, SandboxKey::as_str);
    let agent = Agent::new_with_config(Agent::config_builder().http_status_as_error(false).build());
    let root = format!("{}/sandboxes", administration.trim_end_matches('/'));
    let clock = format!("{root}/{key}/clock");
    match control {
        Control::Clock { wish: None, .. } => print(&answered(agent.get(&clock).call())?),
        Control::Clock { wish: Some(wish), .. } => print(&post(&agent, &clock, &wish.body())?),
        Control::Reset(_) => print(&post(&agent, &format!("{root}/{key}/reset"), &json!({}))?),
        Control::List(_) => {
            let listed = answered(agent.get(&root).call())?;
            listed["sandboxes"].as_array().into_iter().flatten().for_each(print);
        }
        Control::Add { seed, .. } => {
            print(&post(&agent, &root, &json!({ "key": key, "seed": seed }))?);
        }
        Control::Remove(_) => {
            let request = agent.delete(format!("{root}/{key}")).header(ADMINISTRATION_HEADER, "1");
            drop(answered(request.call())?);
        }
    }
    Ok(())
}

impl Control {
    const fn at(&self) -> &ControlArguments {
        match self {
            Self::Clock { at, .. }
            | Self::Add { at, .. }
            | Self::Reset(at)
            | Self::List(at)
            | Self::Remove(at) => at,
        }
    }
}

impl ClockWish {
    fn body(&self) -> Value {
        match self {
            Self::Set { moment } => json!({ "to": moment }),
            Self::Advance { seconds, days } => {
                let (days, seconds) = (i64::from(days.unwrap_or(0)), i64::from(seconds.unwrap_or(0)));
                json!({ "seconds": days * DAY_S + seconds })
            }
            Self::Next => json!({ "next": true }),
            Self::Stand => json!({ "pace": "STANDING" }),
            Self::Run => json!({ "pace": "RUNNING" }),
        }
    }
}

fn post(agent: &Agent, address: &str, body: &Value) -> Result<Value, Failure> {
    let request = agent.post(address).header("content-type", "application/json");
    answered(request.header(ADMINISTRATION_HEADER, "1").send(body.to_string()))
}

fn print(value: &Value) {
    say(&value.to_string());
}

/// The answer, which says what is wrong where something is.
fn answered(answer: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Result<Value, Failure> {
    let mut answer = answer.map_err(|error| nobody_answers(&error.to_string()))?;
    let (status, text) = (answer.status(), answer.body_mut().read_to_string()?);
    let body: Value = serde_json::from_str(&text).unwrap_or_default();
    if status.is_success() {
        return Ok(body);
    }
    Err(body["message"].as_str().map_or_else(|| format!("{status}: {text}"), str::to_owned).into())
}
