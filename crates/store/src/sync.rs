//! The primitives by which threads of the store wait and count: the standard library's, and in `crates/races` those of
//! a scheduler that plays their races.

pub(crate) use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, RwLock, Weak, atomic, mpsc};
pub(crate) use std::thread;
pub(crate) use tokio::task::spawn_blocking;
