//! The commands that control a running sandbox, through its administration port.

use clap::Subcommand;
use sdk::Administration;
use serde_json::{Value, json};

use super::Failure;
use super::rehearse::{Port, told};
use crate::sandboxes::{MAIN, SandboxKey};
use crate::terminal::{say, say_all};

#[derive(Subcommand)]
pub(super) enum Control {
    /// Read the clock, or move it forward.
    Clock {
        #[command(flatten)]
        at: Port,
        #[command(subcommand)]
        wish: Option<ClockWish>,
    },
    /// Begin anew with the seed data.
    Reset(Port),
    /// List the sandboxes of the process, one JSON object per line.
    List(Port),
    /// Make a sandbox with the key.
    Add {
        #[command(flatten)]
        at: Port,
        /// The seed of its identifiers, tokens and keys.
        #[arg(long, default_value_t = 0)]
        seed: u64,
    },
    /// Remove the sandbox with the key, and its data.
    Remove(Port),
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
    let Port { administration, key } = control.port();
    if key.is_none() && matches!(control, Control::Add { .. } | Control::Remove(_)) {
        return Err("name the sandbox with --key".into());
    }
    let key = key.as_ref().map_or(MAIN, SandboxKey::as_str);
    let program = Administration::new(administration);
    let clock = format!("sandboxes/{key}/clock");
    let answer = match control {
        Control::Clock { wish: None, .. } => program.get(&clock),
        Control::Clock { wish: Some(wish), .. } => program.post(&clock, &wish.body()),
        Control::Reset(_) => program.post(&format!("sandboxes/{key}/reset"), &json!({})),
        Control::List(_) => program.get("sandboxes"),
        Control::Add { seed, .. } => program.post("sandboxes", &json!({ "key": key, "seed": seed })),
        Control::Remove(_) => program.delete(&format!("sandboxes/{key}")).map(|()| Value::Null),
    };
    let answer = answer.map_err(told)?;
    match control {
        Control::List(_) => say_all(answer["sandboxes"].as_array().into_iter().flatten()),
        Control::Remove(_) => {}
        _ => say(&answer.to_string()),
    }
    Ok(())
}

impl Control {
    const fn port(&self) -> &Port {
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
