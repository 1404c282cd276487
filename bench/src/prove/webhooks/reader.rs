//! A program that reads the list of events, always after what it has seen, while processes die.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use sdk::Tokens;
use serde_json::Value;

use crate::outside::{User, pause};

/// The longest wait for an answer: a stopped process gives none.
const ANSWER_MAX: Duration = Duration::from_secs(5);
/// The pause after a page after which there is nothing yet.
const PAUSE: Duration = Duration::from_millis(20);

/// The part of the list that was read.
#[derive(Clone, Default)]
pub(super) struct Read {
    /// Identifiers in the order of the list.
    pub(super) seen: Vec<String>,
    /// The place after the last of them.
    cursor: Option<String>,
}

pub(super) struct Reader {
    is_over: Arc<AtomicBool>,
    thread: JoinHandle<Read>,
}

impl Reader {
    /// Goes on after what was read, at each process in turn.
    pub(super) fn start(addresses: Vec<String>, tokens: Tokens, behind: Read) -> Self {
        let is_over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&is_over);
        let thread = std::thread::spawn(move || read(&addresses, &tokens, behind, &told));
        Self { is_over, thread }
    }

    /// Reads to the end of the list.
    pub(super) fn end(self) -> Result<Read, String> {
        self.is_over.store(true, Ordering::SeqCst);
        self.thread.join().map_err(|_| "the reader panicked".to_owned())
    }
}

fn read(addresses: &[String], tokens: &Tokens, behind: Read, is_over: &AtomicBool) -> Read {
    let users: Vec<User> =
        addresses.iter().map(|address| User::new(address, tokens, Some(ANSWER_MAX))).collect();
    let Read { mut seen, mut cursor } = behind;
    for user in users.iter().cycle() {
        // Asked before the page is read, so that nothing can come between.
        let is_last = is_over.load(Ordering::SeqCst);
        let Some(page) = page(user, cursor.as_deref()) else {
            pause(PAUSE);
            continue;
        };
        let events = page["events"].as_array().map(Vec::as_slice).unwrap_or_default();
        seen.extend(events.iter().filter_map(|event| event["id"].as_str().map(str::to_owned)));
        cursor = page["nextCursor"].as_str().map(str::to_owned).or(cursor);
        if page["hasMore"] == Value::Bool(true) {
            continue;
        }
        if is_last {
            break;
        }
        pause(PAUSE);
    }
    Read { seen, cursor }
}

/// A page of the list, if the process answers.
fn page(user: &User, cursor: Option<&str>) -> Option<Value> {
    let after = cursor.map(|cursor| format!("&after={cursor}")).unwrap_or_default();
    user.read(&format!("/v1/events?limit=1000{after}")).ok()?.parse().ok()
}
