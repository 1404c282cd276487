//! The primitives of a scheduler, by the names that the store has for those of the standard library.

pub(crate) use shuttle::sync::{Arc, Condvar, Mutex, MutexGuard, RwLock, Weak, atomic};
pub(crate) use std::sync::PoisonError;

/// Does the work beside the caller.
pub(crate) fn spawn_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> shuttle::future::JoinHandle<T> {
    shuttle::future::spawn(async { work() })
}

/// Threads, which wake from a park when they are called and never of themselves: `shuttle`'s do, and would hide a call
/// that is lost.
pub(crate) mod thread {
    use std::time::Duration;

    pub(crate) use shuttle::thread::{Builder, JoinHandle};

    use super::{Arc, Condvar, Mutex, PoisonError};

    #[derive(Clone, Debug, Default)]
    pub(crate) struct Thread(Arc<(Mutex<bool>, Condvar)>);

    shuttle::thread_local! {
        static CURRENT: Thread = Thread::default();
    }

    pub(crate) fn current() -> Thread {
        CURRENT.with(Thread::clone)
    }

    impl Thread {
        pub(crate) fn unpark(&self) {
            *self.0.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
            self.0.1.notify_all();
        }
    }

    pub(crate) fn park_timeout(_wait: Duration) {
        let Thread(call) = current();
        let mut is_called = call.0.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_called {
            is_called = call.1.wait(is_called).unwrap_or_else(PoisonError::into_inner);
        }
        *is_called = false;
    }
}

/// The queue of the standard library: a receiver that goes away takes what is queued with it, so that nobody waits for
/// an answer to it. That of `shuttle` keeps it.
pub(crate) mod mpsc {
    use std::collections::VecDeque;
    pub(crate) use std::sync::mpsc::{RecvError, SendError, TryRecvError, TrySendError};

    use super::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

    struct Shared<T> {
        state: Mutex<State<T>>,
        changed: Condvar,
        bound: usize,
    }

    struct State<T> {
        queued: VecDeque<T>,
        senders: usize,
        has_receiver: bool,
    }

    impl<T> Shared<T> {
        fn lock(&self) -> MutexGuard<'_, State<T>> {
            self.state.lock().unwrap_or_else(PoisonError::into_inner)
        }

        fn wait<'a>(&self, state: MutexGuard<'a, State<T>>) -> MutexGuard<'a, State<T>> {
            self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
        }

        fn put(&self, mut state: MutexGuard<'_, State<T>>, message: T) {
            state.queued.push_back(message);
            drop(state);
            self.changed.notify_all();
        }
    }

    pub(crate) struct SyncSender<T>(Arc<Shared<T>>);
    pub(crate) struct Receiver<T>(Arc<Shared<T>>);

    pub(crate) fn sync_channel<T>(bound: usize) -> (SyncSender<T>, Receiver<T>) {
        let state = Mutex::new(State { queued: VecDeque::new(), senders: 1, has_receiver: true });
        let shared = Arc::new(Shared { state, changed: Condvar::new(), bound });
        (SyncSender(Arc::clone(&shared)), Receiver(shared))
    }

    impl<T> SyncSender<T> {
        pub(crate) fn try_send(&self, message: T) -> Result<(), TrySendError<T>> {
            let state = self.0.lock();
            if !state.has_receiver {
                return Err(TrySendError::Disconnected(message));
            }
            if state.queued.len() >= self.0.bound {
                return Err(TrySendError::Full(message));
            }
            self.0.put(state, message);
            Ok(())
        }

        pub(crate) fn send(&self, message: T) -> Result<(), SendError<T>> {
            let mut state = self.0.lock();
            while state.has_receiver && state.queued.len() >= self.0.bound {
                state = self.0.wait(state);
            }
            if !state.has_receiver {
                return Err(SendError(message));
            }
            self.0.put(state, message);
            Ok(())
        }
    }

    impl<T> Clone for SyncSender<T> {
        fn clone(&self) -> Self {
            self.0.lock().senders += 1;
            Self(Arc::clone(&self.0))
        }
    }

    impl<T> Drop for SyncSender<T> {
        fn drop(&mut self) {
            self.0.lock().senders -= 1;
            self.0.changed.notify_all();
        }
    }

    impl<T> Receiver<T> {
        pub(crate) fn recv(&self) -> Result<T, RecvError> {
            loop {
                match self.try_recv() {
                    Ok(message) => return Ok(message),
                    Err(TryRecvError::Disconnected) => return Err(RecvError),
                    Err(TryRecvError::Empty) => {}
                }
                let state = self.0.lock();
                if state.queued.is_empty() && state.senders > 0 {
                    drop(self.0.wait(state));
                }
            }
        }

        pub(crate) fn try_recv(&self) -> Result<T, TryRecvError> {
            let mut state = self.0.lock();
            let Some(message) = state.queued.pop_front() else {
                return Err(if state.senders == 0 {
                    TryRecvError::Disconnected
                } else {
                    TryRecvError::Empty
                });
            };
            drop(state);
            self.0.changed.notify_all();
            Ok(message)
        }
    }

    impl<T> Drop for Receiver<T> {
        fn drop(&mut self) {
            let mut state = self.0.lock();
            state.has_receiver = false;
            let left = std::mem::take(&mut state.queued);
            drop(state);
            self.0.changed.notify_all();
            drop(left);
        }
    }
}
