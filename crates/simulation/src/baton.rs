//! The baton: the gate at which actors wait before each unit of work.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use store::{Gate, Passage, StoreError};

/// Something that happens at the same time as others: a request, a job, a closing.
pub struct Actor {
    /// Its number, which no other actor of the run has.
    pub id: u64,
    /// Its name in the trace.
    pub name: String,
    /// The process in which it is at work.
    pub process: usize,
    /// The unit of work before which it waits; none before it has begun.
    pub waits: Option<&'static str>,
    work: Pin<Box<dyn Future<Output = String>>>,
}

impl Actor {
    /// An actor that has not begun yet. What it returns is in the trace.
    pub fn new(id: u64, name: String, process: usize, work: impl Future<Output = String> + 'static) -> Self {
        Self { id, name, process, waits: None, work: Box::pin(work) }
    }
}

kernel::debug_shows!(Actor { name, .. });

/// The place that an actor has come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reached {
    /// It waits before this unit of work.
    Gate(&'static str),
    /// It has ended, with these words.
    End(String),
}

/// The gate of every store of a world. A clone is the same baton.
#[derive(Clone, Default)]
pub struct Baton {
    state: Arc<Mutex<State>>,
    /// Units that wait for nobody.
    free: &'static [&'static str],
}

#[derive(Default)]
struct State {
    /// The actor that is at work; while there is none the gate is open.
    active: Option<u64>,
    waiting: BTreeMap<u64, Waiting>,
    next: u64,
    /// The world, which waits for the next arrival.
    world: Option<Waker>,
}

struct Waiting {
    actor: u64,
    unit: &'static str,
    passes: Option<Result<(), StoreError>>,
    waker: Option<Waker>,
}

kernel::debug_shows!(Baton { .. });

impl Baton {
    /// A gate that these units of work pass at once.
    pub fn but_for(free: &'static [&'static str]) -> Self {
        Self { free, ..Self::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets the actor work until it waits at the gate again or has ended. `outage` is what it meets in the place of
    /// the unit of work before which it waits.
    pub async fn let_go(&self, actor: &mut Actor, outage: Option<StoreError>) -> Reached {
        self.begin(actor.id, &outage.map_or(Ok(()), Err));
        let reached = poll_fn(|context| {
            if let Poll::Ready(words) = actor.work.as_mut().poll(context) {
                return Poll::Ready(Reached::End(words));
            }
            let mut state = self.state();
            let arrived = state.waiting.values().find(|one| one.actor == actor.id && one.passes.is_none());
            if let Some(arrived) = arrived {
                return Poll::Ready(Reached::Gate(arrived.unit));
            }
            state.world = Some(context.waker().clone());
            Poll::Pending
        })
        .await;
        self.state().active = None;
        actor.waits = match &reached {
            Reached::Gate(unit) => Some(unit),
            Reached::End(_) => None,
        };
        reached
    }

    fn begin(&self, actor: u64, passes: &Result<(), StoreError>) {
        let mut state = self.state();
        state.active = Some(actor);
        for waiting in state.waiting.values_mut().filter(|one| one.actor == actor) {
            waiting.passes = Some(passes.clone());
            if let Some(waker) = waiting.waker.take() {
                waker.wake();
            }
        }
    }

    /// Tells whether nothing of this actor is left at the gate: tasks that it has begun end a moment after it.
    pub fn has_left(&self, actor: u64) -> bool {
        self.state().waiting.values().all(|one| one.actor != actor)
    }
}

impl Gate for Baton {
    fn pass(&self, unit: &'static str) -> Passage<'_> {
        Box::pin(Wait { baton: self, unit, place: None })
    }
}

/// A wait at the gate, which is over when it is dropped.
struct Wait<'baton> {
    baton: &'baton Baton,
    unit: &'static str,
    place: Option<u64>,
}

impl Future for Wait<'_> {
    type Output = Result<(), StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let baton = self.baton;
        let mut state = baton.state();
        if let Some(place) = self.place {
            let Some(waiting) = state.waiting.get_mut(&place) else { return Poll::Ready(Ok(())) };
            let Some(passes) = waiting.passes.take() else {
                waiting.waker = Some(context.waker().clone());
                return Poll::Pending;
            };
            state.waiting.remove(&place);
            return Poll::Ready(passes);
        }
        let active = state.active.filter(|_| !baton.free.contains(&self.unit));
        let Some(actor) = active else { return Poll::Ready(Ok(())) };
        let place = state.next;
        state.next += 1;
        let waker = Some(context.waker().clone());
        state.waiting.insert(place, Waiting { actor, unit: self.unit, passes: None, waker });
        let world = state.world.take();
        drop(state);
        self.place = Some(place);
        if let Some(world) = world {
            world.wake();
        }
        Poll::Pending
    }
}

impl Drop for Wait<'_> {
    fn drop(&mut self) {
        if let Some(place) = self.place {
            self.baton.state().waiting.remove(&place);
        }
    }
}
