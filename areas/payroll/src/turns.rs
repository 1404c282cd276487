//! A queue in which companies take turns.
//!
//! Whoever sends a hundred bodies at once waits after their own: between two of them every other company that waits
//! has one.

use std::collections::{HashMap, VecDeque};

use kernel::Cnum;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TurnLimits {
    pub(crate) company_max: usize,
    pub(crate) all_max: usize,
}

/// The waiting ones by company, each in the order of its arrival.
#[derive(Debug)]
pub(crate) struct Turns<T> {
    queues: HashMap<Cnum, VecDeque<T>>,
    /// The companies whose turns come, the next one first.
    order: VecDeque<Cnum>,
    /// The company that had the last turn. It stands behind every company that comes before the next turn, and so is
    /// not in `order` until then.
    last: Option<Cnum>,
    length: usize,
    limits: TurnLimits,
}

impl<T> Turns<T> {
    pub(crate) fn new(limits: TurnLimits) -> Self {
        Self { queues: HashMap::new(), order: VecDeque::new(), last: None, length: 0, limits }
    }

    /// Waits after what the company has waiting already. False when too much waits.
    pub(crate) fn push(&mut self, company: &Cnum, item: T) -> bool {
        let own = self.queues.get(company).map_or(0, VecDeque::len);
        if own >= self.limits.company_max || self.length >= self.limits.all_max {
            return false;
        }
        if own == 0 && self.last.as_ref() != Some(company) {
            self.order.push_back(company.clone());
        }
        self.queues.entry(company.clone()).or_default().push_back(item);
        self.length += 1;
        true
    }

    /// Returns the next one without taking it, as [`Self::pop`] would take it.
    pub(crate) fn next(&self) -> Option<&T> {
        let company = self.order.front().or(self.last.as_ref())?;
        self.queues.get(company)?.front()
    }

    /// The first of the company whose turn it is.
    pub(crate) fn pop(&mut self) -> Option<T> {
        let company = self.order.pop_front().or_else(|| self.last.clone())?;
        if let Some(last) = self.last.replace(company.clone())
            && last != company
            && self.queues.contains_key(&last)
        {
            self.order.push_back(last);
        }
        let queue = self.queues.get_mut(&company)?;
        let item = queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&company);
        }
        self.length = self.length.saturating_sub(usize::from(item.is_some()));
        item
    }

    /// Forgets what nobody waits for any more.
    pub(crate) fn retain(&mut self, is_wanted: impl Fn(&T) -> bool) {
        for queue in self.queues.values_mut() {
            queue.retain(&is_wanted);
        }
        self.queues.retain(|_, queue| !queue.is_empty());
        self.order.retain(|company| self.queues.contains_key(company));
        self.length = self.queues.values().map(VecDeque::len).sum();
    }
}

#[cfg(test)]
mod tests;
