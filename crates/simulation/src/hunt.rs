//! The steps of a run, and a failing run made short.

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

/// The result of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Everything that happened, line by line.
    pub trace: String,
    /// The steps that were played before the end or the failure.
    pub steps: usize,
    /// The rule that was broken, if one was.
    pub broken: Option<String>,
}

impl Played {
    /// The rule that was broken: its words up to the first colon.
    pub fn rule(&self) -> Option<&str> {
        self.broken.as_deref()?.split(':').next()
    }
}

/// Looks for a shorter plan that breaks the same rule: without the steps after the failure, with fewer companies,
/// without parts of the steps (halves first). It plays at most `plays_max` runs and returns the shortest plan that
/// failed.
pub async fn shrink(
    failing: (Plan, Played),
    plays_max: usize,
    run: impl AsyncFn(&Plan) -> Played,
) -> (Plan, Played) {
    let (mut plan, mut played) = failing;
    let rule = played.rule().map(str::to_owned);
    plan.steps.truncate(played.steps);
    let mut plays = 0;
    let mut tries = async |candidate: Plan, plan: &mut Plan, played: &mut Played| {
        plays += 1;
        if plays > plays_max {
            return None;
        }
        let next = run(&candidate).await;
        let fails = next.rule() == rule.as_deref();
        if fails {
            (*plan, *played) = (candidate, next);
            plan.steps.truncate(played.steps);
        }
        Some(fails)
    };
    for companies in 1..plan.companies {
        let fewer = Plan { companies, ..plan.clone() };
        if tries(fewer, &mut plan, &mut played).await == Some(true) {
            break;
        }
    }
    let mut part = plan.steps.len().div_ceil(2).max(1);
    loop {
        let mut from = 0;
        while from < plan.steps.len() {
            let mut candidate = plan.clone();
            candidate.steps.drain(from..(from + part).min(plan.steps.len()));
            match tries(candidate, &mut plan, &mut played).await {
                Some(true) => {}
                Some(false) => from += part,
                None => return (plan, played),
            }
        }
        if part == 1 {
            return (plan, played);
        }
        part = part.div_ceil(2);
    }
}
