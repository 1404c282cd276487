//! Bounds how many forms with files are read at once: each is in memory as a whole.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kernel::Cnum;

/// The most forms with files that one process reads at once.
const PLACES_MAX: usize = 8;
/// The most of them that one company sends, so that nobody takes all places.
const PLACES_OF_COMPANY_MAX: usize = 2;

/// Places for forms with files. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub(in crate::pages) struct Places(Arc<Mutex<BTreeMap<Cnum, usize>>>);

/// A place that is taken until it is dropped.
#[derive(Debug)]
pub(super) struct Place {
    places: Places,
    company: Cnum,
}

impl Places {
    /// Takes a place for a form of the company; none when there is none left.
    pub(super) fn take(&self, company: &Cnum) -> Option<Place> {
        let mut taken = self.taken();
        let all: usize = taken.values().sum();
        let own = taken.get(company).copied().unwrap_or_default();
        if all >= PLACES_MAX || own >= PLACES_OF_COMPANY_MAX {
            return None;
        }
        taken.insert(company.clone(), own + 1);
        drop(taken);
        Some(Place { places: self.clone(), company: company.clone() })
    }

    fn taken(&self) -> MutexGuard<'_, BTreeMap<Cnum, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        match taken.get_mut(&self.company) {
            Some(own) if *own > 1 => *own -= 1,
            _ => {
                taken.remove(&self.company);
            }
        }
    }
}

#[cfg(test)]
mod tests;
