//! The steps of a run.

use std::fmt;

/// The plan of a run: what a seed says, less the steps that are left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub seed: u64,
    pub companies: usize,
    /// The steps that are played, by their numbers.
    pub steps: Vec<u32>,
}

impl Plan {
    pub fn new(seed: u64, companies: usize, steps: u32) -> Self {
        Self { seed, companies, steps: (0..steps).collect() }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, companies, steps } = self;
        write!(formatter, "seed {seed}, {} steps, {companies} companies", steps.len())
    }
}
