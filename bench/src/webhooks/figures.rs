//! The moments of commits and arrivals, and the times between them.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::time::sleep;

use super::{WEBHOOKS, webhook_of};
use crate::statistics::{at, met};

/// The time between two looks whether everything has arrived.
const LOOK_PAUSE: Duration = Duration::from_millis(20);

/// The moments of one measurement. A clone is the same.
#[derive(Clone)]
pub(super) struct Figures(Arc<Mutex<Moments>>);

struct Moments {
    /// Changes that are not counted, at the beginning.
    ahead: usize,
    committed: Vec<Option<Instant>>,
    /// By webhook and change; the first arrival counts.
    arrived: Vec<Vec<Option<Instant>>>,
    repeats: usize,
}

impl Figures {
    pub(super) fn new(ahead: usize, counted: usize) -> Self {
        let none = vec![None; ahead + counted];
        let moments = Moments { ahead, committed: none.clone(), arrived: vec![none; WEBHOOKS], repeats: 0 };
        Self(Arc::new(Mutex::new(moments)))
    }

    /// The number of changes, with those that are not counted.
    pub(super) fn count(&self) -> usize {
        self.with(|moments| moments.committed.len())
    }

    pub(super) fn committed(&self, number: usize) {
        let now = Instant::now();
        self.with(|moments| moments.committed[number] = Some(now));
    }

    pub(super) fn arrived(&self, webhook: usize, body: &[u8]) {
        let now = Instant::now();
        let body: Value = serde_json::from_slice(body).unwrap_or_default();
        let number = body["data"]["externalId"].as_str().and_then(|number| number.parse::<usize>().ok());
        self.with(|moments| match number.and_then(|number| moments.arrived[webhook].get_mut(number)) {
            Some(place @ None) => *place = Some(now),
            _ => moments.repeats += 1,
        });
    }

    /// Waits until everything has arrived that can; tells whether it has.
    pub(super) async fn wait(&self, is_fan_out: bool, wait_max: Duration) -> bool {
        let since = Instant::now();
        loop {
            if self.with(|moments| moments.missing(is_fan_out)) == 0 {
                return true;
            }
            if since.elapsed() > wait_max {
                return false;
            }
            sleep(LOOK_PAUSE).await;
        }
    }

    pub(super) fn told(&self, is_complete: bool) -> String {
        self.with(|moments| {
            let mut times = moments.times();
            times.sort_unstable();
            let at = |share: usize| at(&times, share).as_millis();
            format!(
                "{} deliveries{}, commit to arrival p50 {} ms, p99 {} ms, max {} ms (goal p99 1000 ms {}); {} repeats",
                times.len(),
                if is_complete { "" } else { " SO FAR, others do not come" },
                at(50),
                at(99),
                at(100),
                met(is_complete && at(99) <= 1_000),
                moments.repeats
            )
        })
    }

    fn with<T>(&self, work: impl FnOnce(&mut Moments) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Moments {
    fn missing(&self, is_fan_out: bool) -> usize {
        let is_wanted = |webhook: usize, number: usize| is_fan_out || webhook_of(number) == webhook;
        let missing = |webhook: usize| {
            let open = self.arrived[webhook].iter().enumerate();
            open.filter(|(number, at)| at.is_none() && is_wanted(webhook, *number)).count()
        };
        (0..WEBHOOKS - 1).map(missing).sum()
    }

    fn times(&self) -> Vec<Duration> {
        let counted = |arrived: &Vec<Option<Instant>>| -> Vec<Duration> {
            let pairs = self.committed.iter().zip(arrived).skip(self.ahead);
            // It may arrive before the one who changed something learns that the change is committed.
            let time = |(committed, arrived): (&Option<Instant>, &Option<Instant>)| {
                Some((*arrived)?.saturating_duration_since((*committed)?))
            };
            pairs.filter_map(time).collect()
        };
        self.arrived.iter().flat_map(counted).collect()
    }
}
