//! Audit entries about messages. Texts of the message stay out of them: the document is kept beside the trail, and its
//! hash proves which one is meant.

use area::Author;
use audit::{Actor, Entry};
use kernel::{Cnum, Instant, Randomness};
use uuid::Uuid;

/// The kind of object of every entry.
const TASK: &str = "certificate_task";

/// Begins an entry about something that a worker has done.
pub(super) fn of_worker(
    at: Instant,
    randomness: &dyn Randomness,
    action: &'static str,
    company: &Cnum,
    task: Uuid,
) -> Entry {
    entry(at, randomness, &Author::outside_of_requests(Actor::System), action, (company, task))
}

pub(super) fn entry(
    at: Instant,
    randomness: &dyn Randomness,
    author: &Author,
    action: &'static str,
    (company, task): (&Cnum, Uuid),
) -> Entry {
    author.entry(at, randomness, action, (TASK, task.to_string())).company(company.clone())
}
