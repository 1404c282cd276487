//! Faults that meet a process in the midst of its work.

use std::time::Duration;

use super::Dice;
use super::fleet::{Fleet, LEASE_MS};
use crate::outcome::Outcome;
use crate::outside::pause;

/// One in so many faults is a stop, where there are several processes.
const STOPS_ONE_OF: u64 = 3;

/// One process dies at a random moment, or sleeps beyond its leases.
pub(super) struct Fault {
    after: Duration,
    victim: usize,
    is_stop: bool,
}

impl Fault {
    /// Draws moment, process and kind. A process that is alone is never stopped: nobody could take over.
    pub(super) fn draw(dice: &Dice, members: usize, after_us_max: u64) -> Outcome<Self> {
        let after = Duration::from_micros(dice.below(after_us_max));
        let victim = usize::try_from(dice.below(members as u64))?;
        Ok(Self { after, victim, is_stop: members > 1 && dice.below(STOPS_ONE_OF) == 0 })
    }

    /// Waits for the moment and strikes; afterwards every process runs.
    pub(super) fn strike(&self, fleet: &mut Fleet) -> Outcome<()> {
        self.strike_and_look(fleet, |_| Ok(()))
    }

    /// Strikes likewise, and looks at what a death left before the process starts again.
    pub(super) fn strike_and_look(
        &self,
        fleet: &mut Fleet,
        look: impl FnOnce(&Fleet) -> Outcome<()>,
    ) -> Outcome<()> {
        pause(self.after);
        if !self.is_stop {
            fleet.kill(self.victim)?;
            look(fleet)?;
            return fleet.launch(self.victim);
        }
        fleet.signal(self.victim, "-STOP")?;
        pause(Duration::from_millis(LEASE_MS + LEASE_MS / 2));
        fleet.signal(self.victim, "-CONT")
    }
}
