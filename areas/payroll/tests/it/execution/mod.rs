//! Execution on both engines (PAY-09, PAY-10): from a statement that is signed to its last state.

mod converting;
mod crashing;
mod ending;
mod hostile;
mod house;
mod limits;
mod paying;
mod rails;
mod random;
mod stale_rates;
