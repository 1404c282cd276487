//! Imports that people have started, from their approval to their end.

use audit::{Actor, Entry};
use kernel::{Instant, Randomness};
use serde_json::json;
use store::{Result, Selected as _, Store, Tx, params};

use crate::{Approved, ImportError, Report, counts};

kernel::text_enum! {
    pub enum StartedState {
        /// Its job has not begun it, or another import is at work.
        Waiting = "WAITING",
        Running = "RUNNING",
        Done = "DONE",
        Refused = "REFUSED",
    }
}

pub struct Started {
    pub number: i64,
    pub folder: String,
    pub approved: Approved,
    pub operator: String,
    pub begun_at: Instant,
    pub state: StartedState,
    /// The thing that it waits for, the report of its end as JSON, or the reason for which it ended; else empty.
    pub told: String,
    pub ended_at: Option<Instant>,
}

store::selected! {
    Started (files via |json: &str| serde_json::from_str(json), facts via |json: &str| serde_json::from_str(json)) {
        number, folder, operator, begun_at: "started_at_us", state via str::parse, told, ended_at: "ended_at_us";
        approved: Approved { files, facts },
    }
}

store::queries! {
    STARTED_LAST = "select coalesce(max(number), 0) as last from imports_started";
    /// Adds one, unless one of its folder has not ended.
    STARTED_INSERT = "insert into imports_started (number, folder, files, facts, operator, started_at_us, state, \
        told) values ($1, $2, $3, $4, $5, $6, 'WAITING', '') on conflict do nothing";
    /// Brings one to a state, unless it has ended.
    STARTED_MOVE = "update imports_started set state = $2, told = $3, ended_at_us = $4 where number = $1 \
        and ended_at_us is null";
    STARTED_OPEN = store::text!("select ", Started::LIST, " from imports_started where number = $1 \
        and ended_at_us is null");
    NEWEST = store::text!("select ", Started::LIST, " from imports_started order by number desc limit 50");
}

impl Started {
    /// Adds one, which waits; an error while another one of its folder has not ended.
    pub fn add(
        tx: &mut Tx,
        folder: &str,
        approved: &Approved,
        operator: &str,
        now: Instant,
    ) -> Result<Self, ImportError> {
        let number = tx.select_one::<i64>(&STARTED_LAST, params![])? + 1;
        let (files, facts) = (json!(approved.files).to_string(), approved.facts.to_string());
        let values = params![number, folder, files, facts, operator, now];
        tx.execute(&STARTED_INSERT, values)?;
        let refused =
            || ImportError::Refused(format!("{folder}: an import of this folder is at work, or waits"));
        Self::open(tx, &number.to_string())?.ok_or_else(refused)
    }

    /// Finds one that has not ended by its number, which is the key of its job.
    pub fn open(tx: &mut Tx, number: &str) -> Result<Option<Self>> {
        number.parse::<i64>().map_or(Ok(None), |number| tx.select_optional(&STARTED_OPEN, params![number]))
    }

    pub fn goes_on(&self, tx: &mut Tx, waits_for: Option<&str>) -> Result<()> {
        let state = if waits_for.is_some() { StartedState::Waiting } else { StartedState::Running };
        let told = waits_for.unwrap_or_default();
        tx.execute_one(&STARTED_MOVE, params![self.number, state.as_str(), told, None::<Instant>])
    }

    /// Ends one that waits, as a person wants; false when it does not wait.
    pub fn stop(
        tx: &mut Tx,
        number: i64,
        person: &str,
        now: Instant,
        randomness: &dyn Randomness,
    ) -> Result<bool> {
        let waiting = Self::open(tx, &number.to_string())?.filter(|one| one.state == StartedState::Waiting);
        let Some(started) = waiting else { return Ok(false) };
        started.ends(tx, Err(&format!("it was stopped by {person} while it waited")), now, randomness)?;
        Ok(true)
    }

    /// Ends it with its report, or the reason, and an entry of the trail.
    pub fn ends(
        &self,
        tx: &mut Tx,
        outcome: Result<&Report, &String>,
        now: Instant,
        randomness: &dyn Randomness,
    ) -> Result<()> {
        let counts = outcome.map(|report| counts(&report.tables));
        let (state, told) = match &counts {
            Ok(counts) => (StartedState::Done, counts.to_string()),
            Err(reason) => (StartedState::Refused, (*reason).clone()),
        };
        tx.execute_one(&STARTED_MOVE, params![self.number, state.as_str(), told, now])?;
        // Reasons may name rows: they are for those who read the list.
        let detail = json!({ "folder": self.folder, "state": state.as_str(), "files": counts.ok() });
        let object = ("started_import", self.number.to_string());
        audit::record(tx, Entry::new(now, randomness, Actor::System, "import.ended", object).detail(detail))
    }
}

/// Lists the last 50, the newest first.
pub async fn list_started(store: &Store) -> Result<Vec<Started>> {
    store.select(&NEWEST, params![]).await
}
