//! Execution on both engines (PAY-09, PAY-10): from a statement that is signed to its last state.

mod archiving;
mod at_once;
mod bank_executes;
mod coming_back;
mod converting;
mod crashing;
mod ending;
mod giving_up;
mod hostile;
mod house;
mod limits;
mod orders;
mod paying;
mod rails;
mod random;
mod restored;
mod slow_rails;
mod stale_rates;
mod stuck;
mod switches;
