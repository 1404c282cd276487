//! Revocations of tokens before their expiry (IDN-11).

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use kernel::{ClientId, Instant, SessionId, UserId};

/// Seconds that a revocation is remembered: longer than any token lives (86,400 s, spec section 8).
pub const REVOCATION_KEPT_S: i64 = 90_000;

/// The most revocations remembered. Above it the oldest are forgotten, and every token that is as old is refused: its
/// holder refreshes it.
pub const REVOCATIONS_MAX: usize = 1_000_000;

/// The revocations that the feed has read: all, or all since the last time. Verifiers add them to those they have, so
/// repeating an entry does no harm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Revocations {
    /// The moment just before the feed read: everything revoked until then is in here or was before.
    pub read_at: Instant,
    /// Sessions that ended, each with the moment of its end: all of their tokens are invalid.
    pub sessions: Vec<(SessionId, Instant)>,
    /// Users whose tokens issued up to the moment are not valid any more.
    pub users: Vec<(UserId, Instant)>,
    /// Clients whose tokens issued up to the moment are not valid any more.
    pub clients: Vec<(ClientId, Instant)>,
    /// Users and clients who are stopped now: no token of theirs is valid, whatever time it tells. The clock by which
    /// it was issued may be ahead of the one by which they were stopped.
    pub stopped: Stopped,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stopped {
    pub users: HashSet<UserId>,
    pub clients: HashSet<ClientId>,
}

impl Revocations {
    /// Nothing revoked, as of `read_at`.
    pub fn none(read_at: Instant) -> Self {
        let stopped = Stopped::default();
        Self { read_at, sessions: Vec::new(), users: Vec::new(), clients: Vec::new(), stopped }
    }
}

/// The facts of a token by which it ends: the owner, who may be revoked, and the times.
#[derive(Clone, Copy, Debug)]
pub(super) struct TokenFacts<'t> {
    pub(super) user: &'t UserId,
    pub(super) client: &'t ClientId,
    pub(super) session: &'t SessionId,
    pub(super) issued_at: Instant,
    pub(super) expires_at: Instant,
}

/// A verified token, or a pair of them.
pub(super) trait Verified {
    fn facts(&self) -> TokenFacts<'_>;
}

/// Everything revoked that still matters.
#[derive(Debug)]
pub(super) struct RevocationSets {
    sessions: HashMap<SessionId, Instant>,
    users: HashMap<UserId, Instant>,
    clients: HashMap<ClientId, Instant>,
    stopped: Stopped,
    /// Tokens issued up to this moment are refused, because older revocations had to be forgotten.
    floor: Instant,
    entries_max: usize,
}

impl RevocationSets {
    pub(super) fn new(entries_max: usize) -> Self {
        Self {
            sessions: HashMap::new(),
            users: HashMap::new(),
            clients: HashMap::new(),
            stopped: Stopped::default(),
            floor: Instant::from_microseconds(i64::MIN),
            entries_max,
        }
    }

    /// Adds the entries that the feed read. Tells whether any is new.
    pub(super) fn add(&mut self, revocations: &Revocations) -> bool {
        let forgotten = self.floor.max(revocations.read_at.plus_seconds(-REVOCATION_KEPT_S));
        let is_other = self.stopped != revocations.stopped;
        let new = is_other
            | raise(&mut self.sessions, &revocations.sessions, forgotten)
            | raise(&mut self.users, &revocations.users, forgotten)
            | raise(&mut self.clients, &revocations.clients, forgotten);
        if new {
            self.stopped.clone_from(&revocations.stopped);
            self.forget_up_to(forgotten);
            self.make_room();
        }
        new
    }

    pub(super) fn hit(&self, TokenFacts { user, client, session, issued_at, .. }: TokenFacts<'_>) -> bool {
        issued_at <= self.floor
            || self.sessions.contains_key(session)
            || self.stopped.users.contains(user)
            || self.stopped.clients.contains(client)
            || self.users.get(user).is_some_and(|at| issued_at <= *at)
            || self.clients.get(client).is_some_and(|at| issued_at <= *at)
    }

    fn len(&self) -> usize {
        self.sessions.len() + self.users.len() + self.clients.len()
    }

    fn forget_up_to(&mut self, moment: Instant) {
        self.sessions.retain(|_, at| *at > moment);
        self.users.retain(|_, at| *at > moment);
        self.clients.retain(|_, at| *at > moment);
    }

    /// Forgets the older half when there are too many, and refuses every token as old as they are.
    fn make_room(&mut self) {
        if self.len() <= self.entries_max {
            return;
        }
        let moments = self.sessions.values().chain(self.users.values()).chain(self.clients.values());
        let mut moments: Vec<Instant> = moments.copied().collect();
        let middle = moments.len() / 2;
        let (_, moment, _) = moments.select_nth_unstable(middle);
        let moment = *moment;
        self.floor = self.floor.max(moment);
        self.forget_up_to(moment);
        tracing::error!(
            "more than {} revocations: tokens issued up to {moment} are refused",
            self.entries_max
        );
    }
}

/// Adds the entries after `forgotten`, keeping the later of two moments. Tells whether that changed anything.
fn raise<K: Clone + Eq + Hash>(
    map: &mut HashMap<K, Instant>,
    entries: &[(K, Instant)],
    forgotten: Instant,
) -> bool {
    let mut new = false;
    for (key, at) in entries.iter().filter(|(_, at)| *at > forgotten) {
        match map.get_mut(key) {
            Some(known) if *known >= *at => {}
            Some(known) => {
                *known = *at;
                new = true;
            }
            None => {
                map.insert(key.clone(), *at);
                new = true;
            }
        }
    }
    new
}
