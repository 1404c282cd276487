//! Tells the operator how far a large import has come.

use std::io::IsTerminal as _;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use import::{Listener, Progress, Stage};

use crate::terminal::{overwrite, remark};

/// The time between two lines for a person, and for a file.
const PERSON: Duration = Duration::from_millis(500);
const FILE: Duration = Duration::from_secs(10);

/// The line that was told last, and the beginning of its stage.
pub(super) struct Reporter {
    stage: Option<Stage>,
    began: Instant,
    /// Rows that were done when the stage began: a run that goes on begins in the middle.
    done_before: u64,
    told: Instant,
    for_person: bool,
}

impl Reporter {
    /// Hears of the steps and tells of them.
    pub(super) fn listener() -> Listener {
        let now = Instant::now();
        let for_person = std::io::stderr().is_terminal();
        let own = Mutex::new(Self { stage: None, began: now, done_before: 0, told: now, for_person });
        Arc::new(move |progress| {
            own.lock().unwrap_or_else(PoisonError::into_inner).hear(progress, Instant::now());
            ControlFlow::Continue(())
        })
    }

    fn hear(&mut self, progress: Progress, now: Instant) {
        let is_new = self.stage != Some(progress.stage);
        if is_new {
            (self.stage, self.began, self.done_before) = (Some(progress.stage), now, progress.done);
        }
        let pause = if self.for_person { PERSON } else { FILE };
        let is_over = progress.total > 0 && progress.done >= progress.total;
        if !(is_new || is_over) && now.duration_since(self.told) < pause {
            return;
        }
        self.told = now;
        let line = line(progress, now.duration_since(self.began), self.done_before);
        if self.for_person && !is_over { overwrite(&line) } else { remark(&line) }
    }
}

/// One line: what is done of all, the rate, and the time that is left at that rate.
fn line(progress: Progress, took: Duration, done_before: u64) -> String {
    let Progress { stage, done, total } = progress;
    let doing = match stage {
        Stage::Reading => "read",
        Stage::Checking => "checked",
        Stage::Applying => "applied",
    };
    let rate = u128::from(done.saturating_sub(done_before)) * 1000 / took.as_millis().max(1);
    if total == 0 {
        return format!("{doing}: {done} rows, {rate} a second");
    }
    let percent = u128::from(done) * 100 / u128::from(total);
    let left = u128::from(total.saturating_sub(done)).checked_div(rate);
    let left = left.map_or_else(String::new, |left| format!(", {}:{:02} left", left / 60, left % 60));
    format!("{doing}: {done} of {total} rows ({percent} %), {rate} a second{left}")
}

#[cfg(test)]
mod tests;
