//! Programs of companies that send statements at once, while something happens to the bank.

use std::collections::VecDeque;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::client::{Answer, Caller};
use super::fleet::Fleet;
use super::journal::Sent;
use crate::outcome::Outcome;
use crate::outside::pause;

/// The time for which a request without an answer is repeated, and the pause before each time: a process that cannot
/// answer now says so at once, and may need a second until it can.
const REPEATED_MAX: Duration = Duration::from_mins(1);
const REPEAT_PAUSE: Duration = Duration::from_millis(100);

/// Statements that nobody has sent yet.
pub(super) type Queue<'a> = Mutex<VecDeque<&'a mut Sent>>;

pub(super) struct Senders(Vec<Caller>);

impl Senders {
    /// Makes so many programs; the processes of the fleet take turns.
    pub(super) fn of(fleet: &Fleet, count: usize) -> Self {
        let caller = |sender| Caller::new(&fleet.address(sender % fleet.len()), &fleet.tokens);
        Self((0..count).map(caller).collect())
    }

    /// Sends the statements, each once, while `meanwhile` does its work.
    pub(super) fn send<T>(
        self,
        statements: &mut [Sent],
        meanwhile: impl FnOnce(&Queue<'_>) -> Outcome<T>,
    ) -> Outcome<T> {
        let queue: Queue<'_> = Mutex::new(statements.iter_mut().collect());
        std::thread::scope(|scope| {
            let queue = &queue;
            let start = |caller: Caller| scope.spawn(move || send_all(&caller, queue));
            let senders: Vec<_> = self.0.into_iter().map(start).collect();
            let outcome = meanwhile(queue)?;
            for sender in senders {
                if let Some(status) = sender.join().map_err(|_| "a sender panicked")? {
                    return Err(format!("a statement was answered {status}").into());
                }
            }
            Ok(outcome)
        })
    }
}

/// Sends the queue; returns a forbidden answer, if there was one.
fn send_all(caller: &Caller, queue: &Queue<'_>) -> Option<u16> {
    loop {
        let next = queue.lock().ok()?.pop_front();
        let sent = next?;
        match caller.send(&sent.body) {
            Answer::Accepted => sent.is_acknowledged = true,
            Answer::Unknown => {}
            // Its first request had no answer.
            Answer::Exists => return Some(400),
            Answer::Unexpected(status) => return Some(status),
        }
    }
}

/// A program without an answer sends its request again: the bank takes it or says that it has it.
pub(super) fn repeat_what_is_unknown(fleet: &Fleet, statements: &mut [Sent]) -> Outcome<()> {
    let mut unknown = statements.iter_mut().filter(|sent| !sent.is_acknowledged);
    let caller = Caller::new(&fleet.address(0), &fleet.tokens);
    unknown.try_for_each(|sent| send_until_taken(&caller, sent, REPEATED_MAX, REPEAT_PAUSE))
}

/// Sends a statement until the bank takes it or says that it has it, with a pause after each time without an answer.
pub(super) fn send_until_taken(
    caller: &Caller,
    sent: &mut Sent,
    longest: Duration,
    between: Duration,
) -> Outcome<()> {
    let since = Instant::now();
    while since.elapsed() < longest {
        match caller.send(&sent.body) {
            Answer::Accepted | Answer::Exists => {
                sent.is_acknowledged = true;
                return Ok(());
            }
            Answer::Unknown => pause(between),
            Answer::Unexpected(status) => {
                return Err(format!("{} was answered {status}", sent.external_id).into());
            }
        }
    }
    Err(format!("{} was never answered", sent.external_id).into())
}
